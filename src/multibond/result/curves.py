"""What a plot shows: curves with names, units and values, in panels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import ModelError, NameNotFound, nearest
from ..frozen import frozen
from ..model.unit import converted, pretty

if TYPE_CHECKING:
    from .trajectories import Trajectories


@frozen
class Curve:
    """One line of a plot: the `name` that was asked for, its `label`, with the index of a component, and its values in
    `unit`."""

    name: str
    label: str
    unit: str
    values: np.ndarray


def panels_of(result: Trajectories, what: Sequence[Any], units: Mapping[str, str]) -> list[list[Curve]]:
    """The curves of each panel: a list is one panel, and names that stand alone share one panel for each unit."""
    chosen = list(what) or list(result.outputs)
    panels: list[list[Curve]] = []
    shared: dict[str, list[Curve]] = {}
    for entry in chosen:
        if isinstance(entry, str):
            for curve in curves_of(result, entry, units):
                if curve.unit not in shared:
                    shared[curve.unit] = []
                    panels.append(shared[curve.unit])
                shared[curve.unit].append(curve)
        elif isinstance(entry, (list, tuple)) and entry and all(isinstance(name, str) for name in entry):
            panels.append([curve for name in entry for curve in curves_of(result, name, units)])
        else:
            raise ModelError(
                f"a plot shows names, expressions, or lists of them that share a panel, not {entry!r:.60}; as in "
                "plot('speed', ['current', 'voltage'])"
            )
    return panels


def curves_of(result: Trajectories, name: str, units: Mapping[str, str]) -> list[Curve]:
    """A variable or expression as curves, one for each component."""
    values, unit = result[name], result.unit(name)
    if values.size and not np.isfinite(values).any():
        from .doubts import why_lost

        raise ModelError(f"'{name}' has a value at no time of the run, and there is nothing to draw: "
                         f"{why_lost(result, name, 0)}")  # fmt: skip
    if name in units:
        values, unit = in_unit(values, unit, units[name], name), _written(units[name])
    return [
        Curve(name, f"{name}[{','.join(map(str, index))}]" if index else name, unit, values[(slice(None), *index)])
        for index in np.ndindex(*values.shape[1:])
    ]


def _written(unit: str) -> str:
    return {"degC": "°C", "degF": "°F", "deg": "°"}.get(unit.strip()) or pretty(unit)


def in_unit(values: np.ndarray, unit: str, wanted: str, name: str) -> np.ndarray:
    """Values in another unit; a sentence where it measures something else."""
    if not isinstance(wanted, str):
        raise ModelError(f"the unit of '{name}' is a text such as 'rpm', not {wanted!r:.40}")
    if not unit:
        raise ModelError(
            f"'{name}' has no known unit, so it cannot be shown in {wanted}; write the factor into the expression"
        )
    return np.asarray(converted(values, unit, wanted, name))


def check_keys(given: Any, known: Iterable[str], what: str) -> dict[str, Any]:
    """What is said of curves by their names; a sentence where a name is not shown."""
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise ModelError(f"{what} of a plot are given by name, as in {what}={{'speed': …}}, not as {given!r:.60}")
    names = list(dict.fromkeys(known))
    for name in given:
        if name not in names:
            raise NameNotFound(
                f"the plot does not show '{name}', for which {what} are given" + nearest(str(name), names)
            )
    return dict(given)


def pair(given: Any, what: str) -> tuple[float | None, float | None]:
    """Two limits, either of which may be None."""
    from ..argument import is_number

    if (
        not isinstance(given, (list, tuple))
        or len(given) != 2
        or any(x is not None and not is_number(x) for x in given)
    ):
        raise ModelError(f"the limits of {what} are a lowest and a highest number (or None), not {given!r:.60}")
    low, high = given
    if low is not None and high is not None and not low < high:
        raise ModelError(f"the limits of {what} are a lowest and a higher number, not {low:g} and {high:g}")
    return low, high


__all__ = ["Curve", "check_keys", "curves_of", "in_unit", "pair", "panels_of"]
