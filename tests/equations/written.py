"""Systems of a few equations as text, and an interpreter of steps to check what the passes make of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from multibond.equations.index import Reduced, check_structure, reduce_index
from multibond.equations.schedule import Assign, SolveLinear, Step
from multibond.equations.states import Selected, select_states
from multibond.equations.system import Equation
from multibond.expression import Node, evaluate, name_of, parse, sub, symbol

PENDULUM = ("der(x) = u", "der(y) = v", "der(u) = -f*x", "der(v) = -f*y - 9.81", "x**2 + y**2 = l**2")


def rows(*laws: str, release: Mapping[str, str] | None = None) -> tuple[Equation, ...]:
    """Equations from texts such as "der(x) = v"; each has its own text as origin. `release` maps a closing constraint
    to the effort that vanishes should it be redundant."""
    found = []
    for law in laws:
        left, right = law.split("=")
        freed = None if release is None or law not in release else parse(release[law])
        found.append(Equation(sub(parse(left), parse(right)), law, freed))
    return tuple(found)


def constant(*names: str) -> Callable[[Node], bool]:
    """Tells which leaves are parameters."""
    known = {symbol(name) for name in names}
    return known.__contains__


def equal(variables: Node) -> int:
    """No name is better than another."""
    return 0


def numbers(**values: float) -> Callable[[Node], float]:
    """Values of variables; of all others numbers without a pattern."""
    known: dict[Node, float] = {symbol(name): value for name, value in values.items()}

    def number(leaf: Node) -> float:
        return known.setdefault(leaf, 0.3 + (len(known) * 0.6180339887498949) % 1.0)

    return number


def reduced(*laws: str, parameters: Sequence[str] = (), release: Mapping[str, str] | None = None) -> Reduced:
    """The reduced system of laws that have a sound structure."""
    equations, fixed = rows(*laws, release=release), constant(*parameters)
    check_structure(equations, fixed)
    return reduce_index(equations, fixed)


def chosen(of: Reduced, wanted: Mapping[str, float] | None = None, **values: float) -> Selected:
    """The choice of states with the wishes `wanted` at the `values`."""
    wishes = {symbol(name): wish for name, wish in (wanted or {}).items()}
    return select_states(of, numbers(**values), lambda x: wishes.get(x, 0.0))


def names(of: Sequence[Node]) -> list[str]:
    """The names of variables and derivatives."""
    return [name_of(x) for x in of]


def carry_out(steps: Sequence[Step], values: Mapping[Node, float]) -> dict[Node, float]:
    """Everything that the steps compute from `values`."""
    known = dict(values)
    for step in steps:
        if isinstance(step, Assign):
            known[step.target] = evaluate([step.value], known)[0]
        elif isinstance(step, SolveLinear):
            matrix = np.zeros((len(step.unknowns), len(step.unknowns)))
            for i, j, entry in step.matrix:
                matrix[i, j] = evaluate([entry], known)[0]
            known.update(zip(step.unknowns, np.linalg.solve(matrix, evaluate(step.right, known)), strict=True))
        else:
            _newton(step, known)
    return known


def _newton(step, known: dict[Node, float]) -> None:
    """Solve a nonlinear step with its own Jacobian, from what is known of its unknowns or from one."""
    for x in step.unknowns:
        known.setdefault(x, 1.0)
    for _ in range(60):
        for assign in step.inner:
            known[assign.target] = evaluate([assign.value], known)[0]
        gaps = np.array(evaluate(step.residuals, known), dtype=float)
        if np.max(np.abs(gaps)) < 1e-13:
            return
        matrix = np.zeros((len(gaps), len(gaps)))
        for i, j, entry in step.jacobian:
            matrix[i, j] = evaluate([entry], known)[0]
        for x, change in zip(step.unknowns, np.linalg.solve(matrix, gaps), strict=True):
            known[x] -= change


def check_holds(equations: Sequence[Equation], values: Mapping[Node, float]) -> None:
    """All equations hold at the values."""
    gaps = evaluate([e.residual for e in equations], values)
    assert np.max(np.abs(gaps), initial=0.0) < 1e-9, gaps
