"""Impulses of any force, torque, or other effort at the events of a run, and those that pass through its joints."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import ModelError
from ..expression import Node, node
from ..model.transmitted import transmitted
from ..simulation.blows import input_places
from ..simulation.reactions import Reactions
from ..simulation.record import Piece

if TYPE_CHECKING:
    from .trajectories import Trajectories

AXES = ("impulse_x", "impulse_y", "impulse_z", "angular_impulse_x", "angular_impulse_y", "angular_impulse_z")
STRAIGHT = 1e-6  # of the largest: by how much twice the impulses may have another effect than twice theirs


def impulses(result: Trajectories, expressions: Sequence[Node]) -> np.ndarray:
    """The integral of each expression over each event of the run, a row for each event; zero where nothing struck."""
    run = result.run
    found = np.zeros((len(run.events), len(expressions)))
    for piece in run.blows:
        none, once, twice = (_values(result, _times(piece, by), expressions) for by in (0.0, 1.0, 2.0))
        size = max(np.max(np.abs(once), initial=0.0), np.max(np.abs(np.concatenate(piece.impulses)), initial=0.0))
        bent = np.max(np.abs(twice - 2 * once + none), axis=0, initial=0.0) > STRAIGHT * size
        if bent.any():
            raise ModelError(
                "has no impulse: it does not grow in proportion to the forces of what strikes; ask for a force, a "
                "torque, or a sum of such",
                str(expressions[int(np.argmax(bent))]),
            )
        found[piece.events] = once - none
    return found


def _times(piece: Piece, by: float) -> Piece:
    """The same points with `by` times the impulses added to the efforts of set-valued laws."""
    other = Piece(piece.machine)
    times, states, discrete, guesses = piece.rows()
    discrete = discrete.copy()
    discrete[:, input_places(piece.machine)] += by * np.concatenate(piece.impulses)
    other.parts.append((times, states, discrete, guesses))
    return other


def _values(result: Trajectories, piece: Piece, expressions: Sequence[Node]) -> np.ndarray:
    machine = piece.machine
    if Reactions.may_concern(machine, expressions):
        return Reactions(result.run, piece).values(expressions)
    times, states, discrete, guesses = piece.rows()
    nodes = [machine.compiled.resolve(x) for x in expressions]
    known = (machine.unknowns, guesses)
    return machine.program.evaluate(nodes, times, states, result.run.parameters, discrete, known)


def joint_rows(result: Trajectories) -> dict[int, list[dict[str, Any]]]:
    """For each event that struck, by its number, a row for each joint: what the side of frame a gave at once to that of
    frame b, as an impulse [N s] and an angular impulse about the origin of frame b [N m s], in the inertial frame."""
    if not result.run.blows:
        return {}
    names: list[str] = []
    wanted: list[Node] = []
    planes: list[bool] = []
    for path, model in result.system.graph.models.items():
        told = transmitted(model)
        for each in told:
            names.append(path if len(told) == 1 else f"{path}.{each.frame}")
            parts = [np.ravel(np.asarray(result.found(f"{path}.{x}"), dtype=object)) for x in (each.force, each.torque)]
            planes.append(len(parts[0]) == 2)
            wanted += [node(x) for part in parts for x in part]
    if not wanted:
        return {}
    values = impulses(result, wanted)
    rows: dict[int, list[dict[str, Any]]] = {}
    for k in sorted({k for piece in result.run.blows for k in piece.events}):
        at, rows[k] = 0, []
        for name, plane in zip(names, planes, strict=True):
            own = values[k, at : at + (3 if plane else 6)]
            at += len(own)
            whole = [own[0], own[1], 0.0, 0.0, 0.0, own[2]] if plane else own
            rows[k].append({"element": name, "kind": "transmits", **dict(zip(AXES, map(float, whole), strict=True))})
    return rows


__all__ = ["AXES", "impulses", "joint_rows"]
