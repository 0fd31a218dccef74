"""Joined frames become 1-junctions; loops of frames are cut by constraint elements; loose parts get free motion.

A spanning tree grows from the world over the components (their `branches`) and the joins. A join that would close a
loop is cut: between its junction and the frame stands a 0-junction with a constraint element, which forbids relative
flow. A part that nothing holds is placed by the free motion that one of its bodies offers.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace

from ..elements.element import Element
from ..elements.frame import Constraint, _Frame
from ..elements.junction import J0, J1
from ..errors import ModelError
from ..model.composite import Composite
from ..model.joining import place_of
from .flat import FlatBond, FlatElement, Graph, Join

WORLD = ""


@dataclass
class _Groups:
    """Frames whose relative positions are known (union-find)."""

    parent: dict[str, str]

    def root(self, name: str) -> str:
        while self.parent.setdefault(name, name) != name:
            self.parent[name] = self.parent[self.parent[name]]
            name = self.parent[name]
        return name

    def unite(self, a: str, b: str) -> bool:
        a, b = self.root(a), self.root(b)
        self.parent[a] = b
        return a != b


def assemble(
    models: dict[str, Composite], elements: dict[str, FlatElement], bonds: list[FlatBond]
) -> tuple[list[Join], set[str]]:
    """Add junctions, cuts and their bonds for all joins; the joins, and the elements that place loose parts."""
    frames = [path for path, flat in elements.items() if isinstance(flat.element, _Frame)]
    if not frames:
        return [], set()
    worlds = [path for path, model in models.items() if model._surrounds]
    if len(worlds) > 1:
        raise ModelError(f"there are two worlds, {worlds[0]} and {worlds[1]}; keep one", worlds[1])
    groups = _Groups({})
    for path, model in models.items():
        stem = f"{path}." if path else ""
        for a, b in model.branches:
            groups.unite(stem + a, stem + b)
        for name in model.rooted:
            if not groups.unite(stem + name, WORLD):
                raise ModelError("two parts that fix the same frame contradict each other; remove one", path)
    joined = _joined(models, frames)
    joins = []
    for number, (group, owner) in enumerate(joined):
        owners = [frame.rpartition(".")[0] for frame in group]
        for twice in (owner for owner in owners if owners.count(owner) > 1):
            raise ModelError(
                "both ends are joined to the same frame; a joint, rod or spring needs two different ends", twice
            )
        # the frame that is nearest to the world leads, so that positions follow from it
        # and of those the ones that have no motion of their own: where a loop is cut at a joint, its coordinate is only
        # a result and need not be solved for
        group = sorted(group, key=lambda f: (groups.root(f) != groups.root(WORLD), _is_joint(models, f)))
        tree = [group[0]]
        cut: list[str] = []
        for frame in group[1:]:
            (tree if groups.unite(frame, group[0]) else cut).append(frame)
        joins.append(_add_junctions(number, owner, tree, cut, elements, models, bonds))
    active = _place_loose_parts(models, frames, groups, {group[0] for group, _ in joined if len(group) == 1})
    return _carried(models, joins, active), active


def _is_joint(models: dict[str, Composite], frame: str) -> bool:
    """Whether a frame belongs to a component with coordinates of its own."""
    owner = models.get(frame.rpartition(".")[0])
    return owner is not None and bool(owner.wishes)


def neighbours(models: dict[str, Composite], joins: list[Join]) -> dict[str, list[str]]:
    """The tree of frames: for each frame those that its component or a join (not a cut) ties to it."""
    near: dict[str, list[str]] = {}
    pairs = [(f"{p}.{a}" if p else a, f"{p}.{b}" if p else b) for p, model in models.items() for a, b in model.branches]
    pairs += [(join.frames[0], frame) for join in joins for frame in join.frames[1:]]
    for a, b in pairs:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    return near


def rigidly_tied(graph: Graph) -> Callable[[str, str], bool]:
    """Tells of two frames whether parts without motion of their own tie them together, but for what cuts close."""
    groups = _Groups({})
    for path, model in graph.models.items():
        stem = f"{path}." if path else ""
        for a, b in () if model.wishes and not model.floating else model.branches:
            groups.unite(stem + a, stem + b)
        for name in model.rooted:
            groups.unite(stem + name, WORLD)
    for join in graph.joins:
        for frame in join.frames[1:]:
            groups.unite(join.frames[0], frame)
    return lambda one, other: groups.root(one) == groups.root(other)


def rigid_parts(graph: Graph) -> list[list[str]]:
    """The components of each part that moves as one: those whose frames are joined, with the joints at its ends left
    out; without the part that stands still."""
    groups = _Groups({})
    for path, model in graph.models.items():
        stem = f"{path}." if path else ""
        for a, b in () if model.wishes and not model.floating else model.branches:  # a joint has its own coordinates
            groups.unite(stem + a, stem + b)
        for name in model.rooted:
            groups.unite(stem + name, WORLD)
    for join in graph.joins:
        for frame in (*join.frames, *(frame for frame, _ in join.cuts)):
            groups.unite(join.frames[0], frame)
    found: dict[str, dict[str, None]] = {}
    for frame in list(groups.parent):
        owner = frame.rpartition(".")[0]
        model = graph.models[owner]
        joint = owner and model.wishes and model.branches and not model.floating
        if owner and groups.root(frame) != groups.root(WORLD) and not joint:
            found.setdefault(groups.root(frame), {})[owner] = None
    return [list(owners) for owners in found.values()]


def _grown(models: dict[str, Composite], joins: list[Join], active: set[str]) -> dict[str, str | None]:
    """For each frame the one before it on the way from the world, nearest to the world first; None for the first."""
    near = neighbours(models, joins)
    roots: list[str] = []
    for path, model in models.items():
        stem = f"{path}." if path else ""
        roots += [stem + name for name in model.rooted]
        roots += [stem + frame for frame, element in model.floating if stem + element in active]
    before: dict[str, str | None] = dict.fromkeys(roots)
    queue = deque(roots)
    while queue:
        frame = queue.popleft()
        for other in near.get(frame, ()):
            if other not in before:
                before[other] = frame
                queue.append(other)
    return before


def _carried(models: dict[str, Composite], joins: list[Join], active: set[str]) -> list[Join]:
    """The joins with the carriers of their cuts: where the two sides of a loop part, on their way from the world."""
    if not any(join.cuts for join in joins):
        return joins
    before = _grown(models, joins, active)
    still = {f"{path}.{name}" if path else name for path, model in models.items() for name in model.rooted}

    def carrier(first: str, second: str) -> str | None:
        passed = set()
        at: str | None = first
        while at is not None:
            passed.add(at)
            at = before.get(at)
        at = second
        while at is not None and at not in passed:
            at = before.get(at)
        return None if at in still else at

    return [
        replace(join, carriers=tuple(carrier(join.frames[0], frame) for frame, _ in join.cuts)) if join.cuts else join
        for join in joins
    ]


def depths(
    models: dict[str, Composite], joins: list[Join], active: set[str], bonds: list[FlatBond]
) -> dict[str, float]:
    """How far every mechanical component, and every element in it, is from the world along the tree of frames; large
    blocks are solved from the ends in.

    Elements lie between the frame by which the world holds their component and the next one, in the order of the bonds:
    what a body passes on to the next must be solved before the balance of its own forces. The other way round, the
    forces on the next one would follow from those on this one, and errors would grow from body to body.
    """
    found: dict[str, int] = {}
    for frame, previous in _grown(models, joins, active).items():
        found[frame] = 0 if previous is None else found[previous] + 1
    nearest: dict[str, str] = {}
    for frame, distance in found.items():
        component = frame.rpartition(".")[0]
        if component not in nearest or distance < found[nearest[component]]:
            nearest[component] = frame

    def owner(path: str) -> str:
        while path and path not in nearest:
            path = path.rpartition(".")[0]
        return path

    near: dict[str, list[str]] = {}
    for bond in bonds:
        tail, head = bond.tail[0], bond.head[0]
        if (inside := owner(tail)) and inside == owner(head):
            near.setdefault(tail, []).append(head)
            near.setdefault(head, []).append(tail)
    far: dict[str, float] = {}
    for component, frame in nearest.items():
        steps = _steps_from(frame, near)
        most = max(steps.values()) + 1
        far[component] = found[frame]
        far.update((path, found[frame] + step / most) for path, step in steps.items())
    for join in joins:
        for node in join.nodes:
            far[node] = found.get(join.frames[0], 0)
    return far


def _steps_from(first: str, near: dict[str, list[str]]) -> dict[str, int]:
    """How many bonds elements are away from the first one."""
    steps = {first: 0}
    queue = deque([first])
    while queue:
        path = queue.popleft()
        for other in near.get(path, ()):
            if other not in steps:
                steps[other] = steps[path] + 1
                queue.append(other)
    return steps


def _joined(models: dict[str, Composite], frames: list[str]) -> list[tuple[list[str], str]]:
    """Groups of joined frames with the path of the model that joins them; free frames are groups of one."""
    found: list[tuple[list[str], str]] = []
    home: dict[str, int] = {}
    for path, model in models.items():
        for members in model.joins:
            names = [place_of(frame) for frame in members]
            known = sorted({home[name] for name in names if name in home})
            if known:  # joined twice: one larger group
                target = known[0]
                for other in known[1:]:
                    found[target][0].extend(found[other][0])
                    found[other] = ([], found[other][1])
            else:
                target = len(found)
                found.append(([], path))
            found[target][0].extend(name for name in names if name not in found[target][0])
            for name in found[target][0]:
                home[name] = target
    found += [([frame], frame.rpartition(".")[0].rpartition(".")[0]) for frame in frames if frame not in home]
    return [entry for entry in found if entry[0]]


def _add_junctions(
    number: int, owner: str, tree: list[str], cut: list[str], elements: dict[str, FlatElement],
    models: dict[str, Composite], bonds: list[FlatBond],
) -> Join:  # fmt: skip
    first = elements[tree[0]].element
    assert isinstance(first, _Frame)
    stem = f"{owner}." if owner else ""
    nodes: list[str] = []
    cuts: dict[str, list[str]] = {frame: [] for frame in cut}
    gaps: dict[str, list[str]] = {frame: [] for frame in cut}
    n, parts = _width(tree + cut, elements)
    for kind in first.stems:
        for frame in cut:
            shape = "vector" if n > 1 else "scalar"
            cuts[frame].append(_place(elements, models, f"{frame}_closure{kind}", Constraint(n=3, bonds=shape)))
        for part in parts:
            node = _place(elements, models, f"{stem}node{number + 1}{kind}{part}", J1(n=n))
            nodes.append(node)
            for frame in tree:
                _bond(bonds, elements, frame, f"outside{kind}{part}", node, n)
            for frame in cut:
                gap = _place(elements, models, f"{frame}_gap{kind}{part}", J0(n=n))
                # power goes on in the sense of the frame, so that the 0-junction forms the difference of the velocities
                inward = elements[frame].element.inward
                ends = ((node, "a"), (gap, "a")) if inward else ((gap, "a"), (node, "a"))
                bonds.append(_flat(len(bonds), *ends, n))
                bonds.append(_flat(len(bonds), (gap, "a"), (cuts[frame][-1], f"a{part}"), n))
                _bond(bonds, elements, frame, f"outside{kind}{part}", gap, n)
                gaps[frame].append(gap)
    closed = tuple((frame, tuple(paths)) for frame, paths in cuts.items())
    return Join(tuple(tree), closed, tuple(nodes), tuple(map(tuple, gaps.values())))


def _width(frames: list[str], elements: dict[str, FlatElement]) -> tuple[int, tuple[str, ...]]:
    """The cardinality of the bonds of joined frames, and what follows the names of their ports."""
    scalar = [frame for frame in frames if elements[frame].element._split]
    if not scalar:
        return 3, ("",)
    if len(scalar) < len(frames):
        other = next(frame for frame in frames if frame not in scalar)
        raise ModelError(
            f"{scalar[0]} has scalar bonds and {other} has vector bonds; transform the whole model to scalar bonds",
            other.rpartition(".")[0],
        )
    return 1, ("_0", "_1", "_2")


def _place(elements: dict[str, FlatElement], models: dict[str, Composite], path: str, element: Element) -> str:
    """Add an element at `path`, or where a component stands there already beside it; where that is."""
    while path in elements or path in models:
        path += "_"
    element._set(name=path.rpartition(".")[2])
    elements[path] = FlatElement(path, element)
    return path


def _flat(index: int, tail: tuple[str, str], head: tuple[str, str], n: int) -> FlatBond:
    return FlatBond(index, "", tail, head, n, True, (None,) * n)


def _bond(bonds: list[FlatBond], elements: dict[str, FlatElement], frame: str, port: str, node: str, n: int) -> None:
    """From the frame to the junction or back, so that power counts as the frame says."""
    element = elements[frame].element
    assert isinstance(element, _Frame)
    ends = ((node, "a"), (frame, port)) if element.inward else ((frame, port), (node, "a"))
    bonds.append(_flat(len(bonds), *ends, n))


def _place_loose_parts(models: dict[str, Composite], frames: list[str], groups: _Groups, free: set[str]) -> set[str]:
    """Let one body of every part that is not connected to the world define its position.

    `free` are the frames that nobody joined.
    """
    active: set[str] = set()
    # what has no orientation of its own, such as a point mass, comes last and cannot hold what could turn
    for path, model in sorted(models.items(), key=lambda entry: not entry[1].turns):
        stem = f"{path}." if path else ""
        for frame, element in model.floating:
            if groups.root(stem + frame) == groups.root(WORLD):
                continue
            if not model.turns:
                for other in frames:
                    owner = models[other.rpartition(".")[0]]
                    if owner.branches and groups.root(other) == groups.root(stem + frame):
                        raise ModelError(
                            f"a point mass cannot define how the part with {other.rpartition('.')[0]} is turned; "
                            "use a Body for one of its masses",
                            path,
                        )
            groups.unite(stem + frame, WORLD)
            active.add(stem + element)
    for frame in frames:
        if groups.root(frame) != groups.root(WORLD):
            part = [other for other in frames if groups.root(other) == groups.root(frame)]
            ends = [other for other in part if other in free]
            fixed = [f"{path}.{name}" if path else name for path, model in models.items() for name in model.rooted]
            loose = f"; nothing is joined to {', '.join(ends[:4])}{', …' if len(ends) > 4 else ''}" if ends else ""
            raise ModelError(
                f"nothing defines the position of this part{loose}: join it to a body, a joint or the world, "
                f"as in model.join({fixed[0] if fixed else 'body.a'}, {(ends or part)[0]})",
                (ends or part)[0].rpartition(".")[0],
            )
    return active
