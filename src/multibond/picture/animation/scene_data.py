"""Scenes: shapes, arrows, traces and curves evaluated over a run, as a plain dictionary for the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ...errors import ModelError
from ...look.distinct_colors import distinct
from ...look.shape import Force, Shape, Trace
from .pack import Columns, Pool, encode, frames, plain
from .shape_data import ask_shape, named, pack_shapes
from .surroundings import grounded, upwards

FRAMES = 2000
MOST_EVENTS = 300  # marks that can be told apart


def scene(result: Any, shapes: Iterable[Shape], forces: Iterable[Force] = (), traces: Iterable[Trace] = (),
          plots: Sequence[str] | None = None, *, title: str | None = None, up: Sequence[float] | None = None,
          ground: bool | None = None, energy: bool = True, limit: int = FRAMES) -> dict[str, Any]:  # fmt: skip
    """The scene of a run: everything the page shows, in numbers and text only (``docs/animation.md`` has the format).

    `plots` are names of variables drawn beside the scene (None: the outputs of the model), `up` the direction that is
    up on the screen (None: against the gravity of the world), `ground` whether there is a ground (None: where gravity
    is uniform or something rolls on it), `energy` whether the energy audit is shown; at most about `limit` time points
    are kept.
    """
    shapes, forces, traces = list(shapes), list(forces), list(traces)
    if not shapes:
        raise ModelError("there is nothing to animate: no component of the model has a shape")
    if up is not None and (len(up) != 3 or not np.linalg.norm(up) > 0.0):
        raise ModelError(f"`up` is a direction of three numbers, not {up!r}")
    columns = Columns()
    asked = [ask_shape(columns, shape) for shape in shapes]
    arrows = [(columns.add(force.position), columns.add(force.vector)) for force in forces]
    lines = [columns.add(trace.position) for trace in traces]
    chosen = frames(result.time, limit)
    columns.evaluate(result, chosen)
    pool = Pool(columns)
    content: dict[str, Any] = {
        "format": "multibond-scene",
        "version": 1,
        "title": _title(result) if title is None else title,
        "up": plain(upwards(result, shapes) if up is None else np.asarray(up, dtype=float) / np.linalg.norm(up)),
        "ground": grounded(result, shapes) if ground is None else bool(ground),
        "frames": len(chosen),
        "time": encode(result.time[chosen], "float64"),
        "shapes": pack_shapes(columns, pool, shapes, asked),
        "forces": [
            {**named(force), "kind": force.kind, "position": pool.vector(at), "vector": pool.vector(vector)}
            for force, (at, vector) in zip(forces, arrows)
        ],
        "traces": [{**named(trace), "position": pool.vector(places)} for trace, places in zip(traces, lines)],
        "plots": _plots(result, plots, chosen, pool),
        "energy": _energy(result, chosen, pool) if energy else None,
        "events": _events(result),
        "doubts": list(result.stats.doubts) if hasattr(result, "stats") else [],
    }
    content["series"] = pool.series
    content["meshes"] = pool.meshes
    return content


def _events(result: Any) -> list[list[Any]]:
    """When something happened [s] and what, for marks below the time: impacts, and what switched, struck or stuck."""
    events = [x for x in getattr(result, "events", []) if x.kinds or x.changes or x.energy_jump]
    every = range(0, len(events), -(-len(events) // MOST_EVENTS) or 1)
    return [[events[k].time, _told(events[k])] for k in every]


def _told(event: Any) -> str:
    """What an event did, in a line."""
    said = [f"{row['element']} {row['kind']}" for row in event.rows()]
    return ", ".join(said[:3]) + (f" and {len(said) - 3} more" if len(said) > 3 else "")


def _title(result: Any) -> str:
    return str(result.system.graph.title)


def _plots(result: Any, names: Sequence[str] | None, chosen: np.ndarray, pool: Pool) -> list[dict[str, Any]]:
    """One panel for each unit; vectors are drawn component by component."""
    panels: dict[str, list[dict[str, Any]]] = {}
    for name in result.outputs if names is None else names:
        values = np.asarray(result[name], dtype=float)[chosen]
        panel = panels.setdefault(str(result.unit(name)), [])
        for index in np.ndindex(*values.shape[1:]):
            shown = f"{name}[{','.join(map(str, index))}]" if index else name
            panel.append({"name": shown, "values": _curve(pool, values[(slice(None), *index)])})
    for curves in panels.values():
        for curve, color in zip(curves, distinct(len(curves)), strict=True):
            curve["color"] = color
    return [{"unit": unit, "curves": curves} for unit, curves in panels.items()]


def _energy(result: Any, chosen: np.ndarray, pool: Pool) -> dict[str, Any]:
    """The energy audit [J] over the run."""
    names = ("stored", "dissipated", "delivered", "residual")
    audit = {name: _curve(pool, getattr(result.energy, name)[chosen]) for name in names}
    jumps = np.asarray(getattr(result.energy, "jumps", 0.0))
    if np.max(np.abs(jumps), initial=0.0) > 1e-9 * np.max(np.abs(result.energy.stored), initial=0.0):
        audit["events"] = _curve(pool, -jumps[chosen])
    return audit


def _curve(pool: Pool, values: np.ndarray) -> Any:
    return pool.put(np.asarray(values, dtype=float)[:, None])
