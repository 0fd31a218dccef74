"""The solvers: each a small value with its options, chosen by name or given as an object.

>>> solver_of("rk4")
Rk4(step=None)
>>> solver_of(Bdf(sparse=True)).name
'bdf'
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from ...errors import ModelError, NameNotFound, nearest
from ..integrator import Integrator, Solver
from .adams import Adams
from .auto import Auto
from .bdf import Bdf
from .dop853 import Dop853
from .esdirk import Esdirk
from .ida import Ida
from .propagator import Propagator
from .rk4 import Rk4
from .stepwise import Stepwise
from .timestepping import Timestepping

_MAKERS: dict[str, Callable[[], Solver]] = {
    "auto": Auto, "dop853": Dop853, "rk4": Rk4, "bdf": Bdf, "cvode": Bdf, "adams": Adams, "ida": Ida,
    "propagator": Propagator, "esdirk": Esdirk,
    "timestepping": Timestepping,
}  # fmt: skip


def register(solver: type[Solver]) -> type[Solver]:
    """Let a solver of one's own be chosen by its name, made without options; also as a decorator."""
    taken = _MAKERS.get(solver.name)
    if taken is not None and taken is not solver:
        raise ModelError(f"there is a solver '{solver.name}' already; give {solver.__name__} another name")
    _MAKERS[solver.name] = solver
    return solver


ELSEWHERE = {  # solvers of other programs, and the one here that is most like them
    **dict.fromkeys(("ode45", "rk45", "dopri5", "dopri", "ode113", "rkf45", "tsit5", "lsoda", "ode23"), "dop853"),
    **dict.fromkeys(("ode15s", "dassl", "cvodes", "vode", "gear", "ndf", "stiff"), "bdf"),
    **dict.fromkeys(("radau", "radau5", "radauiia", "ode23s", "ode23t", "ode23tb", "rosenbrock", "sdirk"), "esdirk"),
    **dict.fromkeys(("euler", "ode1", "ode4", "runge-kutta", "rungekutta", "heun", "rk2"), "rk4"),
    **dict.fromkeys(("daspk", "idas", "ode15i", "dae"), "ida"), "siconos": "timestepping", "moreau": "timestepping",
}  # fmt: skip


def names() -> tuple[str, ...]:
    """The names by which solvers can be chosen."""
    return tuple(_MAKERS)


@lru_cache(maxsize=64)
def _plain(make: Callable[[], Solver]) -> Solver:
    """The one value without options; the same object again is found at once among the memories of a run."""
    return make()


def solver_of(given: str | Solver) -> Solver:
    """The solver that is meant by a name or an object."""
    if isinstance(given, Solver):
        return given
    if not isinstance(given, str):
        raise ModelError(
            f"the option 'solver' is named by a text ({', '.join(names())}) or is an object such as "
            f"solvers.Bdf(sparse=True), not {given!r}"
        )
    if given not in _MAKERS:
        here = ELSEWHERE.get(given.lower())
        hint = f"; what other programs call '{given}' is '{here}' here, or leave it to 'auto'" if here else ""
        raise NameNotFound(f"there is no solver '{given}'{hint or nearest(given, names())}")
    return _plain(_MAKERS[given])


__all__ = [
    "Adams", "Auto", "Bdf", "Dop853", "Esdirk", "Ida", "Integrator", "Propagator", "Rk4", "Solver", "Stepwise",
    "Timestepping", "names", "register", "solver_of",
]  # fmt: skip
