"""The C interface of SUNDIALS, reached through the libraries in scikit-sundae's wheel."""

from __future__ import annotations

import ctypes as C
import importlib.util
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import MultibondError
from ..program.number import DOUBLE
from .outcome import TOO_PRECISE

ADAMS, BDF = 1, 2
NORMAL = 1
SUCCESS, TSTOP, ROOT, TOO_MUCH_WORK = 0, 1, 2, -1
GENERATION = 7  # of SUNDIALS, whose C interface the signatures below state
NO_FIRST_VALUE = -9
STALLED = -1000  # our own: steps too small to move the time
pointer, real, integer, index, count = C.c_void_p, DOUBLE.c, C.c_int, C.c_int32, C.c_long

# name: result and arguments; "CVode…" and "IDA…" are in different files, the rest is in both.
_SIGNATURES: dict[str, tuple[Any, ...]] = {
    "SUNDIALSGetVersionNumber": (integer, *[C.POINTER(integer)] * 3, C.c_char_p, integer),
    "SUNContext_Create": (integer, integer, C.POINTER(pointer)),
    "SUNContext_Free": (integer, C.POINTER(pointer)),
    "SUNContext_ClearErrHandlers": (integer, pointer),
    "N_VMake_Serial": (pointer, index, pointer, pointer),
    "N_VDestroy": (None, pointer),
    "SUNDenseMatrix": (pointer, index, index, pointer),
    "SUNDenseMatrix_Data": (pointer, pointer),
    "SUNSparseMatrix": (pointer, index, index, index, integer, pointer),
    "SUNSparseMatrix_Data": (pointer, pointer),
    "SUNSparseMatrix_IndexValues": (pointer, pointer),
    "SUNSparseMatrix_IndexPointers": (pointer, pointer),
    "SUNMatDestroy": (None, pointer),
    "SUNLinSol_Dense": (pointer, pointer, pointer, pointer),
    "SUNLinSol_SuperLUMT": (pointer, pointer, pointer, integer, pointer),
    "SUNLinSolFree": (integer, pointer),
}
# The same for both integrators, after the prefix CVode or IDA.
_COMMON: dict[str, tuple[Any, ...]] = {
    "WFtolerances": (integer, pointer, pointer),
    "SVtolerances": (integer, pointer, real, pointer),
    "SetUserData": (integer, pointer, pointer),
    "SetMaxNumSteps": (integer, pointer, count),
    "SetMaxStep": (integer, pointer, real),
    "SetMaxErrTestFails": (integer, pointer, integer),
    "SetInitStep": (integer, pointer, real),
    "SetStopTime": (integer, pointer, real),
    "SetLinearSolver": (integer, pointer, pointer, pointer),
    "SetJacFn": (integer, pointer, pointer),
    "RootInit": (integer, pointer, integer, pointer),
    "SetRootDirection": (integer, pointer, pointer),
    "SetNoInactiveRootWarn": (integer, pointer),
    "GetRootInfo": (integer, pointer, pointer),
    "GetNumSteps": (integer, pointer, C.POINTER(count)),
    "GetNumErrTestFails": (integer, pointer, C.POINTER(count)),
    "Free": (None, C.POINTER(pointer)),
}
_OWN: dict[str, tuple[Any, ...]] = {
    "CVodeCreate": (pointer, integer, pointer),
    "CVodeInit": (integer, pointer, pointer, real, pointer),
    "CVodeReInit": (integer, pointer, real, pointer),
    "CVodeSetMaxHnilWarns": (integer, pointer, integer),
    "CVodeSetStabLimDet": (integer, pointer, integer),
    "CVodeSetJacEvalFrequency": (integer, pointer, count),
    "CVodeSetLSetupFrequency": (integer, pointer, count),
    "CVode": (integer, pointer, real, pointer, C.POINTER(real), integer),
    "IDACreate": (pointer, pointer),
    "IDAInit": (integer, pointer, pointer, real, pointer, pointer),
    "IDAReInit": (integer, pointer, real, pointer, pointer),
    "IDASetId": (integer, pointer, pointer),
    "IDASetSuppressAlg": (integer, pointer, integer),
    "IDASetNonlinConvCoef": (integer, pointer, real),
    "IDASolve": (integer, pointer, real, C.POINTER(real), pointer, pointer, integer),
}

_FAILURES = {
    -1: "more steps were needed than allowed",
    -2: TOO_PRECISE,
    -3: "the error test failed again and again: the step size collapsed",
    -4: "the corrector did not converge again and again: the step size collapsed",
    -5: "the linear solver could not be set up",
    -6: "the linear solver failed: the iteration matrix is singular",
    -7: "the linear solver could not solve",
    -8: "the equations have no value",
    -9: "the equations have no value at the start",
    -10: "the equations failed to have a value again and again",
    -11: "the equations have no value, and the step could not be repeated",
    -12: "the event indicators have no value",
    STALLED: "the step size collapsed",
    -27: "the end lies too close to the start",
}

WAY_OUT = "install 'scikit-sundae>=1.1,<1.3', or use solver='dop853'"


def failure(code: int) -> str:
    """A return code of SUNDIALS in words."""
    return _FAILURES.get(code, f"SUNDIALS stopped with code {code}")


class Library:
    """The functions of one integrator, `prefix` CVode or IDA, as attributes; `address(name)` for kernels."""

    def __init__(self, prefix: str):
        file = _file("_cy_cvode" if prefix == "CVode" else "_cy_ida")
        self._handle = C.CDLL(str(file))
        self.prefix = prefix
        own = {name: signature for name, signature in _OWN.items() if name.startswith(prefix)}
        common = {prefix + name: signature for name, signature in _COMMON.items()}
        for name, (result, *arguments) in {**_SIGNATURES, **own, **common}.items():
            try:
                function = getattr(self._handle, name)
            except AttributeError:
                message = f"scikit-sundae's library {file.name} has no {name}; {WAY_OUT}"
                raise MultibondError(message) from None
            function.restype, function.argtypes = result, arguments
            setattr(self, name, function)
        self._check_generation()
        # SuperLU's blocks are far too small for threads, which would only wait for each other. This is the copy of
        # OpenBLAS in scikit-sundae's wheel; numpy's own is not touched.
        threads = getattr(self._handle, "openblas_set_num_threads", None)
        if threads is not None:
            threads(1)
        self._check()

    def __getattr__(self, name: str) -> Any:  # for type checkers: the functions are set above
        raise AttributeError(name)

    def address(self, name: str) -> int:
        """Where the C function `name` is."""
        found = C.cast(getattr(self._handle, name), pointer).value
        assert found is not None
        return found

    def common(self, name: str) -> Any:
        """The function that both integrators have, such as "SetStopTime"."""
        return getattr(self, self.prefix + name)

    def context(self) -> Any:
        """A new SUNContext: each solver has one of its own, for two threads must not share one."""
        created = pointer()
        self.SUNContext_Create(0, C.byref(created))
        self.SUNContext_ClearErrHandlers(created)  # what goes wrong is said in our own words
        return created

    def vector(self, data: np.ndarray, context: Any) -> int:
        """An N_Vector over the memory of `data`."""
        return self.N_VMake_Serial(len(data), data.ctypes.data, context)

    def _check_generation(self) -> None:
        """Another generation of SUNDIALS has functions of the same names that take other arguments."""
        major, minor, patch = integer(), integer(), integer()
        label = C.create_string_buffer(32)
        self.SUNDIALSGetVersionNumber(C.byref(major), C.byref(minor), C.byref(patch), label, len(label))
        if major.value != GENERATION:
            found = f"{major.value}.{minor.value}.{patch.value}"
            raise MultibondError(
                f"scikit-sundae brings SUNDIALS {found}, and multibond calls SUNDIALS {GENERATION}; {WAY_OUT}"
            )

    def _check(self) -> None:
        """The kernels rely on 32-bit indices and on the places of data in vectors and matrices."""
        data, context = np.arange(3.0), self.context()
        vector = self.vector(data, context)
        content = C.cast(vector, C.POINTER(pointer))[0]
        length = C.cast(content, C.POINTER(index))[0]
        found = C.cast(content, C.POINTER(pointer))[1]
        dense = self.SUNDenseMatrix(3, 3, context)
        dense_data = C.cast(C.cast(dense, C.POINTER(pointer))[0], C.POINTER(pointer))[1]
        good = length == 3 and found == data.ctypes.data and dense_data == self.SUNDenseMatrix_Data(dense)
        self.SUNMatDestroy(dense)
        self.N_VDestroy(vector)
        self.SUNContext_Free(C.byref(context))
        if not good:
            raise MultibondError("this SUNDIALS has other index types than expected (32 bit); use solver='dop853'")


def _file(name: str) -> Path:
    # The package is found but not imported: its import takes longer than many a simulation.
    spec = importlib.util.find_spec("sksundae")
    for folder in (spec.submodule_search_locations if spec else None) or []:
        for file in sorted(Path(folder).glob(f"{name}.*")):
            if file.suffix in (".so", ".pyd"):
                return file
    raise MultibondError("the implicit solvers need the package scikit-sundae; install it, or use solver='dop853'")


@lru_cache(maxsize=2)
def library(prefix: str) -> Library:
    """The library of CVode or IDA, loaded once."""
    return Library(prefix)
