"""Start values that the joints do not allow: corrected as little as possible, and reported.

Bodies in absolute coordinates are given positions and velocities of their own. Positions are brought together where the
loops are closed; velocities are projected onto those that the constraints allow, with the least kinetic energy of the
difference, as the impulses of the joints would do it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from ..expression import Node, evaluate, node, nodes, sub, symbol
from ..frozen import frozen
from .newton import slopes_of

if TYPE_CHECKING:
    from .run import Simulation

SAME = 1e-6  # of a given value, or of one m, rad, m/s or rad/s: what is no correction
MOST = 4  # corrections that a sentence lists


@frozen
class Given:
    """A start value that a body was given: the parameter, the variable and its value in the schedule's names, and for
    velocities the inertia that moves with each component [kg or kg m²]."""

    parameter: str
    variables: tuple[Node, ...]
    values: tuple[Node, ...]
    inertia: tuple[Node, ...] = ()


def correct_start(simulation: Simulation) -> None:
    """Project the velocities that were given to bodies onto those that are possible; note what was corrected."""
    wanted = list(_given(simulation))
    if not wanted:
        return
    if not simulation.settings.steady:
        _project(simulation, [row for row in wanted if row.inertia])
    _note(simulation, wanted)


def _given(simulation: Simulation) -> Iterator[Given]:
    """The start values of bodies that are corrected where they cannot hold, as their classes list them."""
    machine = simulation.machine
    if not machine.corrected:
        return
    resolve, lookup = machine.compiled.resolve, simulation.system.scopes.lookup
    known = _parameters(simulation)
    for path, model, listed in machine.corrected:
        for parameter, variable, inertia in listed:
            values = [resolve(x) for x in np.ravel(nodes(lookup(f"{path}.{parameter}")))]
            # by the model, or by who runs it
            if parameter in model.given or any(x in known and known[x] != 0.0 for x in values):
                variables = [resolve(x) for x in np.ravel(nodes(lookup(f"{path}.{variable}")))]
                moved = np.asarray(lookup(f"{path}.{inertia}"), dtype=object) if inertia else np.zeros(0)
                yield Given(f"{path}.{parameter}", tuple(variables), tuple(values), _diagonal(moved, len(variables)))


def _parameters(simulation: Simulation) -> dict[Node, float]:
    return dict(zip(map(symbol, simulation.system.parameters), map(float, simulation.p), strict=True))


def _diagonal(inertia: np.ndarray, count: int) -> tuple[Node, ...]:
    """An inertia for each component, of a number, a vector or a matrix."""
    if inertia.ndim == 2:
        return tuple(node(inertia[k, k]) for k in range(count))
    entries = [node(x) for x in np.ravel(inertia)]
    return tuple(entries * count if len(entries) == 1 else entries)


def _evaluate(simulation: Simulation, expressions: list[Node]) -> np.ndarray:
    m = simulation.modes.vector(simulation.machine)
    return simulation.work.evaluate(expressions, simulation.t, simulation.x, simulation.p, m)


def _project(simulation: Simulation, rows: list[Given]) -> None:
    """Change velocities among the states, so that those of the bodies come nearest to what was given."""
    machine = simulation.machine
    moving = np.flatnonzero(~machine.geometric)
    residuals = [sub(x, value) for row in rows for x, value in zip(row.variables, row.values, strict=True)]
    missed = _evaluate(simulation, residuals) if rows else np.zeros(0)
    if not len(moving) or not np.any(missed) or not np.all(np.isfinite(missed)):
        return
    m = simulation.modes.vector(machine)
    slopes = slopes_of(simulation.work, residuals, simulation.t, simulation.p, m)(simulation.x)[:, moving]
    inertias = evaluate([x for row in rows for x in row.inertia], _parameters(simulation))
    weights = np.sqrt(np.maximum(inertias, 1e-12))
    change = np.linalg.lstsq(weights[:, None] * slopes, -weights * missed, rcond=1e-10)[0]
    if np.all(np.isfinite(change)):
        simulation.x = simulation.x.copy()
        simulation.x[moving] += change


def _note(simulation: Simulation, rows: list[Given]) -> None:
    """Say which start values could not hold, and what took their place."""
    said = []
    for row in rows:
        now, given = _evaluate(simulation, list(row.variables)), _evaluate(simulation, list(row.values))
        if np.any(np.abs(now - given) > SAME * np.maximum(1.0, np.abs(given))):
            said.append(f"{row.parameter} from {_shown(given)} to {_shown(now)}")
    if said:
        more = f" and {len(said) - MOST} more" if len(said) > MOST else ""
        simulation.doubts.append(
            f"the start was corrected, for the joints do not allow it: {'; '.join(said[:MOST])}{more}; give positions "
            "and velocities that fit the joints"
        )


def _shown(values: Any) -> str:
    return "[" + ", ".join(f"{0.0 if abs(v) < 1e-12 else v:.4g}" for v in values) + "]"


__all__ = ["correct_start"]
