"""Mobility and redundancy of mechanisms: counts, true mobility, over-constraints stage by stage and by joint."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import field
from typing import Any

import numpy as np

from ..equations.formulation import formulation
from ..equations.system import System
from ..errors import MultibondError
from ..expression import Node, evaluate, leaves, name_of, node
from ..frozen import frozen
from ..model.composite import Composite
from ..model.kind import Kind
from .exchange import Exchange, exchanges
from .kinematics import Part, coefficients, flow_rows, held, parts_of, rank
from .mechanism import LOOSE, Mechanism, mechanism
from .positions import positions

ALONG = ("x", "y", "z")
MECHANICAL = ("translational", "rotational", "generic")


@frozen
class Stage:
    """One joint in the order in which the mechanism is put together, as a table of constraints lists it.

    `before` is how freely its two sides can move against each other before it is there: completely, or by the joints of
    the loop that it closes; `after` is what is left of that. `redundant` of its constraints followed from earlier ones.
    """

    joint: str
    kind: str
    between: tuple[str, str]
    before: int
    constraints: int
    after: int
    redundant: int


@frozen
class Redundancy:
    """Joints that stress each other: `overconstraints` of them, and for each joint the directions of force and torque
    (world axes) in which its reaction is undetermined. `exchanges` would make it isostatic with unchanged mobility."""

    overconstraints: int
    undetermined: Mapping[str, tuple[str, ...]]
    exchanges: tuple[Exchange, ...] = ()

    def __str__(self) -> str:
        count = f"{self.overconstraints} over-constraint{'s' if self.overconstraints > 1 else ''}"
        where = "; ".join(f"{joint}: {', '.join(ways)}" for joint, ways in self.undetermined.items())
        remedy = f"; exchange {' and '.join(map(str, self.exchanges))} to make it isostatic" if self.exchanges else ""
        return f"{count} ({where}){remedy}"


@frozen
class Mobility:
    """What a mechanism can do at its start position. `mobility`: by rank, `generic`: the same a little beside, where
    it differs at a singular position; None where no position beside could be reached."""

    bodies: int
    coordinates: int
    constraints: int
    mobility: int
    generic: int | None
    stages: tuple[Stage, ...] = ()
    redundancies: tuple[Redundancy, ...] = field(default_factory=tuple)

    @property
    def gruebler(self) -> int:
        """Coordinates less constraints."""
        return self.coordinates - self.constraints

    @property
    def overconstraints(self) -> int:
        """Constraints that follow from others."""
        return self.mobility - self.gruebler

    def data(self) -> dict[str, Any]:
        """The same as plain data."""
        return {
            "bodies": self.bodies, "coordinates": self.coordinates, "constraints": self.constraints,
            "gruebler": self.gruebler, "mobility": self.mobility, "generic_mobility": self.generic,
            "overconstraints": self.overconstraints,
            "stages": [
                {"joint": s.joint, "type": s.kind, "between": list(s.between), "relative_before": s.before,
                 "constraints": s.constraints, "relative_after": s.after, "redundant": s.redundant}
                for s in self.stages
            ],
            "redundant": [
                {"overconstraints": r.overconstraints, "joints": {k: list(v) for k, v in r.undetermined.items()},
                 "exchanges": [
                     {"joint": e.joint, "type": e.kind, "parameters": {k: list(v) for k, v in e.parameters.items()}}
                     for e in r.exchanges
                 ]}
                for r in self.redundancies
            ],
        }  # fmt: skip


def mobility(model: Composite) -> Mobility | None:
    """The mobility of `model`; None where it has no mechanical frames. Raises what a run would raise."""
    system = formulation(model).system()
    if not system.graph.joins:
        return None
    parts = parts_of(system)
    wanted = leaves(*coefficients(parts), *(x for part in parts for frame in part.frames for x in _axes(system, frame)))
    seen = list(positions(system, wanted))
    at = [mechanism(system.graph, parts, values) for values in seen]
    first = at[0]
    names = _part_names(system, first)
    generic = min((m.mobility for m in at[1:]), default=None)
    return Mobility(
        first.bodies, first.coordinates, first.constraints, first.mobility, generic, _stages(system, first, names),
        tuple(_redundancies(system, at, seen)),
    )  # fmt: skip


def graph_mobility(system: System) -> int | None:
    """The independent velocities of the inertias of a graph without frames, for nearly all positions; None where it has
    none."""
    inertias = [
        node(f)
        for path, flat in system.graph.elements.items()
        if flat.element.role == "storage" and flat.domain.name in MECHANICAL
        for f in _inertial(system, path)
    ]
    if not inertias:
        return None
    part = Part("", (), tuple(flow_rows(system)), tuple(inertias), ())
    draw = np.random.default_rng(3)
    values = {x: system.parameters[name_of(x)].value if name_of(x) in system.parameters else draw.uniform(0.3, 1.2)
              for x in coefficients([part])}  # fmt: skip
    return held(part, values).free


def _inertial(system: System, path: str) -> list[Node]:
    """The flows of a storage that has momenta."""
    scope = system.scopes.locals[path]
    has = any(system.kind(x) is Kind.MOMENTUM for x in np.ravel(getattr(scope, "p", ())))
    return [node(f) for f in scope.f] if has else []


def _axes(system: System, frame: str) -> list[Node]:
    """The numbers of the orientation of a frame."""
    scope = system.scopes.locals[frame]
    return [node(x) for x in np.ravel(scope.R)] if hasattr(scope, "R") else [node(scope.phi)]


def _part_names(system: System, found: Mechanism) -> dict[int, str]:
    """A name for each rigid part: a body in it, otherwise what it consists of."""
    from ..graph.joined_frames import rigid_parts

    names = {-1: "ground"}
    owners = {owner: parts for parts in rigid_parts(system.graph) for owner in parts}
    bodies = {path for path, model in system.graph.models.items() if model.floating}
    node_of = {}
    for number, join in enumerate(system.graph.joins):
        node_of.update(dict.fromkeys((*join.frames, *(frame for frame, _ in join.cuts)), number))
    at: dict[int, list[str]] = {}
    for frame, number in node_of.items():
        at.setdefault(number, []).append(frame.rpartition(".")[0])
    for joint in found.joints:
        for frame, group in zip(joint.held.part.frames, joint.groups, strict=True):
            if group in names:
                continue
            here = [o for o in at[node_of[frame]] if o != joint.path]
            whole = [p for o in here for p in owners.get(o, [o])]
            body = next((p for p in whole if p in bodies), None)
            names[group] = body or next(iter(whole), frame)
    return names


def _stages(system: System, found: Mechanism, names: Mapping[int, str]) -> tuple[Stage, ...]:
    """The joints in order: first those that carry new parts, then, as they come, those that close loops."""
    tied: dict[int, list[tuple[int, int]]] = {}
    stages = []
    rows = np.zeros((0, found.matrix.shape[1]))
    for joint in found.joints:
        ends = joint.groups if len(joint.groups) > 1 else (-1, *joint.groups)
        free = found.wide * (len(ends) - 1) - joint.constraints
        if not ends or not joint.held.part.frames:
            continue
        first, last = ends[0], ends[-1]
        around = _around(tied, first, last)
        before = found.wide if around is None else around
        more = np.vstack([rows, joint.rows])
        gained = rank(more, LOOSE) - rank(rows, LOOSE) if rows.size else rank(more, LOOSE)
        rows = more
        for other in ends[1:]:
            tied.setdefault(first, []).append((other, free))
            tied.setdefault(other, []).append((first, free))
        kind = type(system.graph.models[joint.path]).__name__
        between = (names.get(first, "?"), names.get(last, "?"))
        stages.append(Stage(joint.path, kind, between, before, joint.constraints, before - joint.constraints,
                            len(joint.rows) - gained))  # fmt: skip
    return tuple(stages)


def _around(tied: Mapping[int, list[tuple[int, int]]], first: int, last: int) -> int | None:
    """The sum of the freedoms of the joints on the way between two parts; None where there is none yet."""
    reached = {first: 0}
    queue = deque([first])
    while queue:
        at = queue.popleft()
        if at == last:
            return reached[at]
        for other, free in tied.get(at, ()):
            if other not in reached:
                reached[other] = reached[at] + free
                queue.append(other)
    return None


def _redundancies(system: System, at: list[Mechanism], seen: list[dict[Node, float]]) -> Iterator[Redundancy]:
    """The groups of joints that stress each other, with directions and remedies."""
    found = at[0]
    for group in found.groups():
        rows = np.vstack([found.stress[found.places()[k]] for k in group])
        undetermined = {}
        for k in group:
            joint = found.joints[k]
            turn = None
            if joint.path and found.wide == 6:
                numbers = evaluate(_axes(system, joint.held.part.frames[-1]), seen[0])
                turn = np.array(numbers, dtype=float).reshape(3, 3)
            words = directions(found.wrenches(k), turn, found.wide) if joint.path else ("the ratio between them",)
            undetermined[joint.path or "what couples the drives"] = words
        yield Redundancy(rank(rows, LOOSE), undetermined, exchanges(system, at, seen, group))


def directions(wrenches: np.ndarray, turn: np.ndarray | None, wide: int) -> tuple[str, ...]:
    """The space that wrenches (columns: force in world axes, torque in those of the frame) span, in words: the axes of
    the world that lie in it, then what is left as numbers. `turn` takes world axes to those of the frame."""
    labels = [f"force along {a}" for a in ALONG[: 3 if wide == 6 else 2]]
    labels += [f"torque about {a}" for a in ALONG] if wide == 6 else ["torque"]
    world = wrenches.copy()
    if turn is not None:
        world[3:] = turn.T @ world[3:]
    span, sizes, _ = np.linalg.svd(world, full_matrices=False)
    span = span[:, sizes > 1e-6 * max(sizes.max(initial=0.0), 1e-300)] if sizes.size else span
    named = [i for i in range(wide) if np.linalg.norm(span[i]) > 1 - 1e-6]
    rest = span - np.eye(wide)[:, named] @ span[named]
    words = [labels[i] for i in named]
    left, sizes, _ = np.linalg.svd(rest, full_matrices=False)
    for column, size in zip(left.T, sizes, strict=True):
        if size > 1e-5:
            column = column * np.sign(column[np.argmax(np.abs(column))])
            lines = 3 if wide == 6 else 2
            force, torque = _vector(column[:lines]), _vector(column[lines:])
            words.append(" with ".join(w for w in (force and f"force {force}", torque and f"torque {torque}") if w))
    return tuple(words)


def _vector(numbers: np.ndarray) -> str:
    if np.abs(numbers).max(initial=0.0) < 1e-6:
        return ""
    return "(" + ", ".join(f"{round(float(x), 3) + 0.0:g}" for x in numbers) + ")"


def mobility_or_reason(model: Composite) -> tuple[Mobility | None, str]:
    """The mobility, or why it is not known."""
    try:
        return mobility(model), ""
    except MultibondError as error:
        return None, str(error)


__all__ = ["Mobility", "Redundancy", "Stage", "directions", "graph_mobility", "mobility", "mobility_or_reason"]
