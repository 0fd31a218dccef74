"""Which joints to exchange so that a mechanism becomes isostatic and moves as before; each proposal is tried in
numbers.

A joint is looked at by what it leaves free: translations and rotations. One that leaves more free in the right
directions takes away self-stress: freed directions D make the mechanism isostatic, and let its motion be, exactly when
the work of all self-stresses on D is a square matrix with an inverse. That is asked at the start position and beside.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

import numpy as np

from ..equations.system import System
from ..expression import Node, evaluate, node
from ..frozen import frozen
from .kinematics import null_space, rank
from .mechanism import LOOSE, Mechanism

WELL = 1e-4  # least singular value of the work of self-stress on freed directions, of the largest
MOST = 3  # exchanges of one proposal
TRIALS = 40_000


@frozen
class Exchange:
    """Exchange the joint at `joint` for one of class `kind` of the same library, with these parameters."""

    joint: str
    kind: str
    parameters: Mapping[str, tuple[float, ...]]

    def __str__(self) -> str:
        given = ", ".join(f"{name}=({', '.join(f'{x:g}' for x in value)})" for name, value in self.parameters.items())
        return f"{self.joint} by {self.kind}({given})"


@frozen
class Choice:
    """An exchange, the directions it frees in frame coordinates: translations fixed in a, rotations fixed in b."""

    exchange: Exchange
    slides: np.ndarray
    spins: np.ndarray
    plain: bool  # one of the usual lower pairs


def exchanges(
    system: System, at: Sequence[Mechanism], seen: Sequence[Mapping[Node, float]], group: Sequence[int]
) -> tuple[Exchange, ...]:
    """As few exchanges as possible that make the joints of `group` isostatic at all positions; empty if none are known.

    Usual lower pairs are tried first. Joints that are driven are left alone as long as others serve, and become only
    what can be driven too.
    """
    views = [_View(system, m, values, group) for m, values in zip(at, seen, strict=True)]
    ordered = sorted(group, key=lambda k: bool(at[0].joints[k].held.part.drives))
    choices = [choice for k in ordered for choice in _choices(views[0], k)]
    trials = 0
    for plain in (True, False):
        open_ones = [c for c in choices if c.plain or not plain]
        works = [[view.work(choice) for choice in open_ones] for view in views]
        for count in range(1, MOST + 1):
            for picked in combinations(range(len(open_ones)), count):
                names = {open_ones[i].exchange.joint for i in picked}
                if len(names) < count or sum(len(works[0][i]) for i in picked) != views[0].stresses:
                    continue
                trials += 1
                if trials > TRIALS:
                    return ()
                if all(_inverse(np.vstack([work[i] for i in picked])) for work in works):
                    chosen = [open_ones[i] for i in picked]
                    if all(view.holds(chosen) for view in views):
                        return tuple(choice.exchange for choice in chosen)
    return ()


def _inverse(matrix: np.ndarray) -> bool:
    sizes = np.linalg.svd(matrix, compute_uv=False)
    return bool(matrix.shape[0] == matrix.shape[1] and sizes[-1] > WELL * sizes[0])


class _View:
    """The mechanism at one position with the axes of its frames."""

    def __init__(self, system: System, found: Mechanism, values: Mapping[Node, float], group: Sequence[int]):
        self.system, self.found, self.values, self.group = system, found, values, group
        self.where = {found.joints[k].path: k for k in group}
        rows = np.vstack([found.stress[found.places()[k]] for k in group])
        _, sizes, ways = np.linalg.svd(rows, full_matrices=False)
        self.own = ways[sizes > LOOSE].T  # self-stresses of this group among all
        self.stresses = self.own.shape[1]

    def axes(self, frame: str) -> np.ndarray:
        """The rows are the axes of a frame in the world; in the plane, the two of its directions."""
        scope = self.system.scopes.locals[frame]
        if hasattr(scope, "R"):
            return np.array(evaluate([node(x) for x in np.ravel(scope.R)], self.values)).reshape(3, 3)
        angle = float(evaluate([node(scope.phi)], self.values)[0])
        return np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])

    def free(self, k: int) -> np.ndarray:
        """What joint k leaves free, as seen from its first frame: columns of velocity (world) and rotation (frame
        b)."""
        joint = self.found.joints[k].held
        wide = self.found.wide
        ways = null_space(joint.rows[:, wide:])
        return orthonormal(ways[:wide])

    def freed(self, choice: Choice) -> np.ndarray:
        """What the exchange frees more than the joint does."""
        k = self.where[choice.exchange.joint]
        part, wide = self.found.joints[k].held.part, self.found.wide
        lines = len(choice.slides)
        whole = np.zeros((wide, choice.slides.shape[1] + choice.spins.shape[1]))
        whole[:lines, : choice.slides.shape[1]] = self.axes(part.frames[0]).T @ choice.slides
        whole[lines:, choice.slides.shape[1] :] = choice.spins
        now = self.free(k)
        return orthonormal(whole - now @ (now.T @ whole))

    def work(self, choice: Choice) -> np.ndarray:
        """The work of each self-stress on the directions that the exchange frees."""
        k = self.where[choice.exchange.joint]
        return np.asarray(self.freed(choice).T @ self.found.wrenches(k) @ self.own)

    def holds(self, chosen: Sequence[Choice]) -> bool:
        """Whether with all exchanges made the mobility is that of before and nothing of the group is redundant."""
        found, wide = self.found, self.found.wide
        freed = {self.where[c.exchange.joint]: self.freed(c) for c in chosen}
        rows, own = [], []
        for k, joint in enumerate(found.joints):
            left = joint.rows
            if k in freed:
                left = null_space((joint.held.rows[:, wide : 2 * wide] @ freed[k]).T).T @ joint.rows
            rows.append(left)
            if k in self.group:
                own.append(left)
        columns = found.coordinates + found.drives
        return columns - rank(np.vstack(rows), LOOSE) == found.mobility and rank(np.vstack(own), LOOSE) == sum(
            map(len, own)
        )


def orthonormal(matrix: np.ndarray) -> np.ndarray:
    """Orthonormal columns that span those of `matrix`."""
    span, sizes, _ = np.linalg.svd(matrix, full_matrices=False)
    return span[:, sizes > 1e-6 * max(float(sizes.max(initial=0.0)), 1e-6)]


def _choices(view: _View, k: int) -> Iterator[Choice]:
    """Joints that leave free what joint k does, and more."""
    joint = view.found.joints[k].held
    if len(joint.part.frames) != 2 or not joint.free > view.found.wide:
        return
    free, lines = view.free(k), 3 if view.found.wide == 6 else 2
    turn_a = view.axes(joint.part.frames[0])
    slides = _pure(free, slice(lines, None), slice(0, lines))
    spins = _pure(free, slice(0, lines), slice(lines, None))
    if slides.shape[1] + spins.shape[1] != free.shape[1]:
        return  # a screw: what it leaves free is neither
    slides = turn_a @ slides  # in the axes of frame a
    path = joint.part.path
    offers = _planar(slides, spins) if lines == 2 else _spatial(slides, spins, turn_a, view.axes(joint.part.frames[1]))
    for kind, parameters, new_slides, new_spins, plain in offers:
        if not _offered(view.system, path, kind, bool(joint.part.drives)):
            continue
        if _within(slides, new_slides) and _within(spins, new_spins):
            more = new_slides.shape[1] + new_spins.shape[1] - free.shape[1]
            if 0 < more <= view.stresses:
                yield Choice(Exchange(path, kind, parameters), new_slides, new_spins, plain)


def _offered(system: System, path: str, kind: str, driven: bool) -> bool:
    """Whether the library of a joint has such a class, one that can be driven if the joint is; what a modeller wrote by
    himself may become any of `spatial` that is not driven."""
    library = type(system.graph.models[path]).library
    module = sys.modules.get(f"{__package__.partition('.')[0]}.{library}")
    if module is None:
        return not driven
    found = getattr(module, kind, None)
    return found is not None and (not driven or "actuated" in found.declarations)


def _pure(free: np.ndarray, without: slice, of: slice) -> np.ndarray:
    """The motions among `free`, orthonormal ones, that have no part in the rows `without`, by their rows `of`."""
    _, sizes, ways = np.linalg.svd(free[without])
    return orthonormal((free @ ways[int(np.sum(sizes > 1e-6)) :].T)[of])


def _within(few: np.ndarray, many: np.ndarray) -> bool:
    return (
        not few.shape[1] or bool(np.linalg.norm(few - many @ (many.T @ few)) < 1e-6) if many.shape[1] else not few.size
    )


Offer = tuple[str, dict[str, tuple[float, ...]], np.ndarray, np.ndarray, bool]


def _spatial(slides: np.ndarray, spins: np.ndarray, turn_a: np.ndarray, turn_b: np.ndarray) -> Iterator[Offer]:
    """Pairs about the axis of a joint and the two across it. Translations are fixed in a, rotations in b."""
    nothing, everything = np.zeros((3, 0)), np.eye(3)
    to_b = turn_b @ turn_a.T
    main = slides[:, :1] if slides.shape[1] == 1 else to_b.T @ spins[:, :1] if spins.shape[1] == 1 else None
    across = _across(main)
    axes = [across[:, [i]] for i in range(3)] if main is None else [main, across[:, [1]], across[:, [2]]]
    for axis in axes:
        in_b = to_b @ axis
        same = bool(np.linalg.norm(in_b - axis) < 1e-6)
        rest = null_space(axis.T)
        if same:
            yield "Cylindrical", {"axis": _told(axis)}, axis, in_b, True
        for other in axes:
            if abs(float(other[:, 0] @ axis[:, 0])) < 1e-6:
                both = {"axis_a": _told(axis), "axis_b": _told(to_b @ other)}
                yield "Universal", both, nothing, orthonormal(np.hstack([in_b, to_b @ other])), True
                if same:
                    turned = {"normal": _told(axis), "along": _told(other), "line": _told(to_b @ other)}
                    yield "LineOnPlane", turned, rest, orthonormal(np.hstack([in_b, to_b @ other])), False
        if same:
            yield "PlanarJoint", {"normal": _told(axis), "along": _told(rest[:, :1])}, rest, in_b, True
        yield "SphereInCylinder", {"axis": _told(axis)}, axis, everything, False
        yield "PointOnPlane", {"normal": _told(axis), "along": _told(rest[:, :1])}, rest, everything, False
    yield "Spherical", {}, nothing, everything, True


def _planar(slides: np.ndarray, spins: np.ndarray) -> Iterator[Offer]:
    """In the plane: a point on a line, along the joint's direction or along x or y of frame a."""
    lines = [slides] if slides.shape[1] == 1 else [np.eye(2)[:, [i]] for i in range(2)]
    for line in lines:
        yield "PointOnLine", {"direction": _told(line)}, line, np.eye(1), True


def _across(main: np.ndarray | None) -> np.ndarray:
    """Three directions at right angles, the first one `main`, the others near the axes."""
    if main is None:
        return np.eye(3)
    second = np.eye(3)[:, int(np.argmin(np.abs(main[:, 0])))]
    second = second - main[:, 0] * (main[:, 0] @ second)
    second /= np.linalg.norm(second)
    return np.column_stack([main[:, 0], second, np.cross(main[:, 0], second)])


def _told(vector: np.ndarray) -> tuple[float, ...]:
    """A direction as numbers that a reader may write: positive where it is largest, without rounding noise."""
    flat = np.ravel(vector)
    flat = flat * np.sign(flat[int(np.argmax(np.abs(flat)))])
    return tuple(float(x) + 0.0 for x in np.where(np.abs(flat) < 1e-9, 0.0, np.round(flat, 9)))


__all__ = ["Exchange", "exchanges"]
