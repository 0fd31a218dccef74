"""A linear system in numbers, with names: what a linear graph and a linearised model have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..argument import checked
from ..errors import Asked, ModelError, NameNotFound, nearest
from ..expression.mathml import column_mathml, matrix_mathml
from ..frozen import frozen
from ..notebook import folded, framed, table_html
from .eigenmodes import Mode, modes
from .loci import Nyquist, PoleMap, RootLocus
from .python_control import control_library, nyquist, pole_map, root_locus, step_information
from .response import Bode, StepInformation, StepResponse, bode, step
from .transfer import TransferFunction, transfer_function

if TYPE_CHECKING:
    from ..equations.state_space import StateSpace
    from ..model.composite import Composite

SHOWN = 8  # states up to which a notebook shows the matrices at once


@frozen
class LinearSystem(Asked):
    """x' = A x + B u, y = C x + D u (+ F u'), with the names of states, inputs and outputs.

    `point`: the operating point at which a nonlinear model was linearised. `F` is not zero only where an output follows
    the rate of an input, as the current of a capacitor on a voltage source.
    """

    A: np.ndarray
    B: np.ndarray
    C: np.ndarray
    D: np.ndarray
    states: Sequence[str]
    inputs: Sequence[str]
    outputs: Sequence[str]
    point: np.ndarray | None = None
    F: np.ndarray | None = None

    @property
    def eigenvalues(self) -> np.ndarray:
        """The eigenvalues of A, slowest first."""
        values = np.linalg.eigvals(self.A) if len(self.A) else np.zeros(0)
        return np.array(sorted(values, key=lambda v: (round(abs(v), 12), v.real, v.imag)))

    @property
    def modes(self) -> list[Mode]:
        """Eigenvalues with natural frequency, damping ratio and eigenvector."""
        return modes(self.A)

    @property
    def stable(self) -> bool:
        """Whether every mode decays."""
        return all(mode.stable for mode in self.modes)

    @property
    def proper(self) -> bool:
        """Whether no output follows the rate of an input."""
        return self.F is None or not np.any(self.F)

    def __call__(self, s: complex) -> np.ndarray:
        """The matrix of transfer functions at the complex frequency s, outputs by inputs."""
        value = self.D + (s * self.F if self.F is not None else 0.0)
        if len(self.A):
            value = value + self.C @ np.linalg.solve(s * np.eye(len(self.A)) - self.A, self.B.astype(complex))
        return value

    @checked
    def transfer_function(self, input: str | int = 0, output: str | int = 0) -> TransferFunction:
        """The transfer function from one input to one output, by name or number."""
        i, j = _place(output, self.outputs, "output"), _place(input, self.inputs, "input")
        F = 0.0 if self.F is None else self.F[i, j]
        names = (self.inputs[j], self.outputs[i])
        return transfer_function(self.A, self.B[:, j], self.C[i], self.D[i, j], F, names)

    @checked
    def step(self, stop: float | None = None, points: int = 501) -> StepResponse:
        """Responses of all outputs to a unit step of each input; by default until everything has settled."""
        self._must_be_proper("a step response")
        if points < 2 or (stop is not None and not stop > 0):
            raise ModelError("a step response needs a positive stop time and at least two points")
        return step(self, stop, points)

    @checked
    def bode(self, frequencies: Any = None, points: int = 400) -> Bode:
        """Frequency responses; `frequencies` in rad/s, by default a decade beyond the slowest and fastest mode."""
        return bode(self, frequencies, points)

    @checked
    def nyquist(self, input: str | int = 0, output: str | int = 0) -> Nyquist:
        """The Nyquist curve of one input and output, taken as an open loop, with its encirclements of −1."""
        self._must_be_proper("a Nyquist curve")
        return nyquist(self, input, output)

    @checked
    def root_locus(self, input: str | int = 0, output: str | int = 0, gains: Any = None) -> RootLocus:
        """How the poles move when one output is fed back to one input by −gain; `gains` chosen by python-control."""
        self._must_be_proper("a root locus")
        return root_locus(self, input, output, gains)

    @checked
    def pole_map(self, input: str | int | None = None, output: str | int | None = None) -> PoleMap:
        """Poles and zeros: of one input and output, or of the whole system, which has zeros if it is square."""
        self._must_be_proper("a map of poles and zeros")
        return pole_map(self, input, output)

    @checked
    def step_information(
        self, input: str | int = 0, output: str | int = 0, *, settling: float = 0.02, rise: Any = (0.1, 0.9)
    ) -> StepInformation:
        """Rise time, settling time, overshoot and peak of the response of one output to a step of one input.

        `settling`: the band around the last value, as a part of it; `rise`: the parts of it between which it rises.
        """
        self._must_be_proper("a step response")
        return step_information(self, input, output, settling, rise)

    @checked
    def single(self, input: str | int = 0, output: str | int = 0) -> LinearSystem:
        """The system with one input and one output, by name or number."""
        i, j = _place(output, self.outputs, "output"), _place(input, self.inputs, "input")
        F = None if self.F is None else self.F[i : i + 1, j : j + 1]
        return LinearSystem(
            self.A, self.B[:, j : j + 1], self.C[i : i + 1], self.D[i : i + 1, j : j + 1], self.states,
            [self.inputs[j]], [self.outputs[i]], self.point, F,
        )  # fmt: skip

    def to_control(self) -> Any:
        """The system as a StateSpace of python-control."""
        self._must_be_proper("a StateSpace of python-control")
        if bool(self.inputs) != bool(self.outputs):
            there, missing = ("outputs", "inputs") if self.outputs else ("inputs", "outputs")
            raise ModelError(
                f"a StateSpace of python-control with {there} needs {missing}, and this system has none; name them: "
                f"model.linearize({missing}=[…])"
            )
        control = control_library()
        names = {"states": list(self.states), "inputs": list(self.inputs), "outputs": list(self.outputs)}
        labels = {k: [name.replace(".", "_") for name in v] for k, v in names.items()}  # a dot means a subsystem there
        return control.ss(self.A, self.B, self.C, self.D, **labels)

    @checked
    def to_control_transfer(self, input: str | int = 0, output: str | int = 0) -> Any:
        """One transfer function as a TransferFunction of python-control."""
        found = self.transfer_function(input, output)
        return control_library().tf(found.numerator, found.denominator)

    def _must_be_proper(self, what: str) -> None:
        if not self.proper:
            rows = [name for name, row in zip(self.outputs, np.asarray(self.F), strict=True) if np.any(row)]
            raise ModelError(
                f"{what} is not possible: {', '.join(rows)} follows the rate of an input; choose other outputs"
            )

    def _repr_html_(self) -> str:
        terms = [("A", self.A), ("B", self.B), ("C", self.C), ("D", self.D)]
        whole = "".join(
            f"<p><math displaystyle='true'><mi>{name}</mi><mo>=</mo>{matrix_mathml(matrix)}</math></p>"
            for name, matrix in terms
            if np.size(matrix)
        )
        pieces = (f"<mi>{a}</mi><mi>x</mi><mo>+</mo><mi>{b}</mi><mi>u</mi>" for a, b in ("AB", "CD"))
        law = f"<math><mover><mi>x</mi><mo>˙</mo></mover><mo>=</mo>{next(pieces)}<mo>,</mo><mspace width='1em'/>"
        law += f"<mi>y</mi><mo>=</mo>{next(pieces)}</math>"
        columns = "".join(
            f"<math><mi>{letter}</mi><mo>=</mo>{column_mathml(names)}</math> &emsp;"
            for letter, names in (("x", self.states), ("u", self.inputs), ("y", self.outputs))
            if names
        )
        rows = [
            [str(mode).split(" frequency")[0], f"{mode.frequency:.5g}", f"{mode.damping:.4g}"] for mode in self.modes
        ]
        table = table_html(["eigenvalue [1/s]", "frequency [rad/s]", "damping"], rows)
        return framed(f"<p>{law}</p><p>{columns}</p>", folded("matrices", whole, len(self.A) <= SHOWN), table)

    def __str__(self) -> str:
        lines = [f"states {', '.join(self.states)}", f"inputs {', '.join(self.inputs)}",
                 f"outputs {', '.join(self.outputs)}", *(f"  {mode}" for mode in self.modes)]  # fmt: skip
        return "\n".join(lines)


def linear_system(
    source: Composite | StateSpace, outputs: Sequence[Any] | None = None, parameters: Any = None
) -> LinearSystem:
    """The numeric linear system of a linear model, with every source as an input.

    `outputs`: names or linear expressions (default: the outputs of the model, or else the states). Where sources enter
    by their rates (dependent storage), the states are those of x − E u, so that only u remains.
    """
    from ..equations.state_space import StateSpace, state_space

    if isinstance(source, StateSpace):
        space = source
    else:
        from ..equations.formulation import formulation

        space = state_space(formulation(source).system(parameters))
    if space.symbolic:
        raise ModelError("a linear system has numbers; use state_space(symbolic=False), or symbolic_transfer_function")
    from ..equations.output_matrices import expressions

    chosen = list(outputs) if outputs is not None else list(space.parts.system.outputs) or list(space.state_names)
    C, D, F = space.outputs(chosen)
    names = [name for name, _ in expressions(space, chosen)]
    states, inputs = list(space.state_names), list(space.input_names)
    return LinearSystem(space.A, space.B + space.A @ space.E, C, D + C @ space.E, states, inputs, names, None, F)


def _place(wanted: str | int, names: Sequence[str], what: str) -> int:
    if not names:
        raise ModelError(f"the system has no {what}s; name some, as in linearize({what}s=['source'])")
    if isinstance(wanted, int):
        if not 0 <= wanted < len(names):
            raise ModelError(f"there are {len(names)} {what}s; {wanted} is not the number of one")
        return wanted
    if wanted not in names:
        raise NameNotFound(f"there is no {what} '{wanted}'" + nearest(wanted, names))
    return list(names).index(wanted)
