"""Scenes: shapes, arrows, traces and curves evaluated over a run, as a plain dictionary for the page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from ...errors import ModelError
from ...look.shape import KINDS, Force, Shape, Trace
from .equivalent import equivalent
from .pack import Columns, Pool, encode, frames, plain
from .quaternion import quaternions
from .surroundings import grounded, upwards

FRAMES = 2000
MOST_EVENTS = 300  # marks that can be told apart
POSITIVE = ("radius", "length", "lengths", "width", "coils", "spokes", "teeth")
DIRECTIONS = ("axis",)


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
    asked = [_ask_shape(columns, shape) for shape in shapes]
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
        "shapes": [_shape(columns, pool, shape, places) for shape, places in zip(shapes, asked)],
        "forces": [
            {**_named(force), "kind": force.kind, "position": pool.vector(at), "vector": pool.vector(vector)}
            for force, (at, vector) in zip(forces, arrows)
        ],
        "traces": [{**_named(trace), "position": pool.vector(places)} for trace, places in zip(traces, lines)],
        "plots": _plots(result, plots, chosen, pool),
        "energy": _energy(result, chosen, pool) if energy else None,
        "events": _events(result),
        "doubts": list(result.stats.doubts) if hasattr(result, "stats") else [],
    }
    content["series"] = pool.series
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


def _named(thing: Any) -> dict[str, Any]:
    return {"label": thing.label, "component": thing.component, "color": thing.color}


def _ask_shape(columns: Columns, shape: Shape) -> dict[str, Any]:
    """The columns of everything a shape is made of."""
    places: dict[str, Any] = {"position": columns.add(shape.position), "offset": columns.add(shape.offset)}
    for name in ("orientation", "rotation", "end"):
        value = getattr(shape, name)
        places[name] = None if value is None else columns.add(value)
    given = {name: value for name, value in shape.size.items() if not isinstance(value, str) and not _open(value)}
    places["size"] = {name: columns.add(value) for name, value in given.items()}
    return places


def _open(value: Any) -> bool:
    """Whether a size is left to the page."""
    return value is None or (isinstance(value, (tuple, list)) and any(part is None for part in value))


def _shape(columns: Columns, pool: Pool, shape: Shape, places: dict[str, Any]) -> dict[str, Any]:
    content = {"kind": shape.kind, **_named(shape), "position": pool.vector(places["position"])}
    content["size"] = _sizes(columns, shape, places["size"])
    turn = None if places["rotation"] is None else columns.at_start(places["rotation"])
    if shape.kind == "body":
        given = content["size"]
        kind, sizes, axes = equivalent(given["m"], np.array(given["I"]), given["radius"], given["like"])
        content |= {"kind": kind, "size": {**KINDS[kind], **{name: _numbers(value) for name, value in sizes.items()}}}
        if axes is not None:
            turn = axes if turn is None else turn @ axes
    if places["orientation"] is not None:
        content["orientation"] = pool.rotation(places["orientation"])
    if places["end"] is not None:
        content["end"] = pool.vector(places["end"])
    offset = plain(columns.at_start(places["offset"]))
    if any(offset):
        content["offset"] = offset
    if turn is not None:
        content["rotation"] = plain(quaternions(turn))
    return content


def _sizes(columns: Columns, shape: Shape, places: dict[str, np.ndarray]) -> dict[str, Any]:
    """The sizes as numbers; a size that is not positive or a direction without length is refused."""
    sizes: dict[str, Any] = {}
    where = shape.component or None
    for name, value in shape.size.items():
        if name not in places:
            sizes[name] = value if isinstance(value, str) else None
            continue
        number = columns.at_start(places[name])
        if not np.all(np.isfinite(number)) or (name in POSITIVE and np.any(number <= 0.0)):
            raise ModelError(f"the {name} of a {shape.kind} must be positive, not {number.tolist()}", where)
        if name in DIRECTIONS and not np.any(number):
            raise ModelError(f"the {name} of a {shape.kind} has no direction: all its components are 0", where)
        sizes[name] = [plain(row) for row in number] if number.ndim == 2 else plain(number.reshape(-1))
        if number.ndim == 0:
            sizes[name] = sizes[name][0]
    return sizes


def _numbers(value: Any) -> Any:
    """A size as plain numbers."""
    return float(value) if np.ndim(value) == 0 else plain(np.asarray(value, dtype=float))


def _plots(result: Any, names: Sequence[str] | None, chosen: np.ndarray, pool: Pool) -> list[dict[str, Any]]:
    """One panel for each unit; vectors are drawn component by component."""
    panels: dict[str, list[dict[str, Any]]] = {}
    for name in result.outputs if names is None else names:
        values = np.asarray(result[name], dtype=float)[chosen]
        panel = panels.setdefault(str(result.unit(name)), [])
        for index in np.ndindex(*values.shape[1:]):
            shown = f"{name}[{','.join(map(str, index))}]" if index else name
            panel.append({"name": shown, "values": _curve(pool, values[(slice(None), *index)])})
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
