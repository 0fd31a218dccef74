"""A mechanism at one position as rigid parts and what joints forbid between them: rank, freedom and self-stress."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import numpy as np

from ..expression import Node
from ..frozen import frozen
from ..graph.flat import Graph
from .kinematics import Held, Part, held, null_space, rank

LOOSE = 1e-7  # of the largest singular value of the whole: what counts as none, for rounding adds up around loops


@frozen
class Joint:
    """A component that leaves some motion free between rigid parts, or a rigid one that closes a loop of its part.

    `rows` @ [velocities of all rigid parts, drives] = 0 at one position; `block` is what they are between its own
    frames and drives; `constraints` counts the motions that it forbids (without what only says how fast drives turn).
    """

    held: Held
    rows: np.ndarray
    groups: tuple[int, ...]  # rigid parts of its frames; −1: what stands still

    @property
    def path(self) -> str:
        """The component; for what stands between drives, nothing."""
        return self.held.part.path

    @property
    def constraints(self) -> int:
        """How many motions it forbids."""
        return self.held.constraints if self.held.part.frames else len(self.rows)


@frozen
class Mechanism:
    """All joints at one position. `wide` is the number of velocities of a rigid part: 6, in the plane 3."""

    joints: tuple[Joint, ...]
    bodies: int  # rigid parts that can move
    drives: int
    wide: int

    @cached_property
    def matrix(self) -> np.ndarray:
        """All rows, one below the other; those of a joint stay together."""
        columns = self.wide * self.bodies + self.drives
        return np.vstack([np.zeros((0, columns)), *(joint.rows for joint in self.joints)])

    @property
    def coordinates(self) -> int:
        """Those of the rigid parts without any joint."""
        return self.wide * self.bodies

    @property
    def constraints(self) -> int:
        """The motions that all joints forbid, whether others forbid them too or not."""
        return len(self.matrix) - self.drives

    @cached_property
    def mobility(self) -> int:
        """The independent velocities that all joints together leave."""
        return self.coordinates + self.drives - rank(self.matrix, LOOSE)

    @property
    def gruebler(self) -> int:
        """Coordinates less constraints: what the mobility would be if no constraint followed from others."""
        return self.coordinates - self.constraints

    @property
    def overconstraints(self) -> int:
        """Constraints that follow from others."""
        return self.mobility - self.gruebler

    @cached_property
    def stress(self) -> np.ndarray:
        """Orthonormal columns: multipliers of the rows that balance each other on every rigid part (self-stress)."""
        return null_space(self.matrix.T, LOOSE)

    def places(self) -> list[slice]:
        """Where the rows of each joint stand in the matrix."""
        found, first = [], 0
        for joint in self.joints:
            found.append(slice(first, first + len(joint.rows)))
            first += len(joint.rows)
        return found

    def wrenches(self, k: int) -> np.ndarray:
        """The reactions of joint k in self-stress, one column for each: force and torque on its last frame."""
        part = self.joints[k].held
        wide = self.wide
        on_frame = part.rows[:, len(part.part.ends) - wide : len(part.part.ends)]
        return np.asarray(on_frame.T @ self.stress[self.places()[k]])

    def groups(self) -> list[list[int]]:
        """Joints that stress each other, each group for itself."""
        places = [k for k, place in enumerate(self.places()) if np.abs(self.stress[place]).max(initial=0.0) > LOOSE]
        root = {k: k for k in places}
        slots = self.places()

        def find(k: int) -> int:
            while root[k] != k:
                k = root[k]
            return k

        for i, a in enumerate(places):
            for b in places[i + 1 :]:
                shared = self.stress[slots[a]] @ self.stress[slots[b]].T
                if np.abs(shared).max(initial=0.0) > LOOSE:
                    root[find(b)] = find(a)
        found: dict[int, list[int]] = {}
        for k in places:
            found.setdefault(find(k), []).append(k)
        return list(found.values())


def mechanism(graph: Graph, parts: list[Part], values: Mapping[Node, float]) -> Mechanism:
    """The mechanism of these components at the position `values`."""
    node_of: dict[str, int] = {}
    for number, join in enumerate(graph.joins):
        node_of.update(dict.fromkeys((*join.frames, *(frame for frame, _ in join.cuts)), number))
    found = [held(part, values) for part in parts]
    wide = next(len(h.part.ends) // len(h.part.frames) for h in found if h.part.frames)
    walls = [h for h in found if len(h.part.frames) == 1 and h.free == 0]
    still = {node_of[h.part.frames[0]]: h.part.path for h in reversed(walls)}
    rigid = [h for h in found if len(h.part.frames) > 1 and h.free == wide and not h.part.drives]
    place, group, in_tree = _rigid_tree(rigid, node_of, set(still), len(graph.joins), wide)
    drives = {x: i for i, x in enumerate(dict.fromkeys(x for part in parts for x in part.drives))}
    joints = []
    for h in found:
        if (
            not len(h.rows)
            or h.part.path in in_tree
            or (h in walls and still[node_of[h.part.frames[0]]] == h.part.path)
        ):
            continue
        rows = np.zeros((len(h.rows), wide * group + len(drives)))
        for j, frame in enumerate(h.part.frames):
            number, turn = place[node_of[frame]]
            if number >= 0:
                rows[:, wide * number : wide * number + wide] += h.rows[:, wide * j : wide * j + wide] @ turn
        for j, x in enumerate(h.part.drives):
            rows[:, wide * group + drives[x]] += h.rows[:, len(h.part.ends) + j]
        joints.append(Joint(h, rows, tuple(place[node_of[frame]][0] for frame in h.part.frames)))
    return Mechanism(tuple(joints), group, len(drives), wide)


def _rigid_tree(
    rigid: list[Held], node_of: Mapping[str, int], still: set[int], count: int, wide: int
) -> tuple[dict[int, tuple[int, np.ndarray]], int, set[str]]:
    """For each node the number of its rigid part (−1: it stands still) and how its velocity follows from that of the
    part's first node; the number of parts that can move; and the rigid components by which it was found, without those
    that close a loop of rigid ones."""
    near: dict[int, list[Held]] = {}
    for h in rigid:
        for frame in h.part.frames:
            near.setdefault(node_of[frame], []).append(h)
    place: dict[int, tuple[int, np.ndarray]] = {node: (-1, np.eye(wide)) for node in still}
    used: set[str] = set()
    group = 0
    for start in (*sorted(still), *range(count)):
        if start not in place:
            place[start] = (group, np.eye(wide))
            group += 1
        elif start not in still:
            continue
        waiting = [start]
        while waiting:
            at = waiting.pop()
            for h in near.get(at, ()):
                nodes = [node_of[frame] for frame in h.part.frames]
                fresh = [n for n in nodes if n not in place]
                if h.part.path in used or not fresh:
                    continue
                used.add(h.part.path)
                ways, here = null_space(h.rows), nodes.index(at)
                back = np.linalg.inv(ways[wide * here : wide * here + wide])
                for j, n in enumerate(nodes):
                    if n not in place:
                        place[n] = (place[at][0], ways[wide * j : wide * j + wide] @ back @ place[at][1])
                        waiting.append(n)
    return place, group, used


__all__ = ["Joint", "Mechanism", "mechanism"]
