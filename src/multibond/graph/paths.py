"""Zero-order causal paths: closed causal paths without any integration, in the four classes of van Dijk and Breedveld.

1. between a storage port in integral and one in derivative causality, along the same bonds there and back (flat);
2. between two ports with algebraic laws, such as resistors, along the same bonds there and back (flat);
3. from a port with an algebraic law through the junction structure back to the same element (an open loop);
4. closed in the junction structure itself (a closed loop).

In a junction structure that conserves power every path of efforts has one of flows along the same bonds in the opposite
sense, so that a flat path is known from its way there. Where ports are coupled by many paths, as in a resistor grid,
the coupled ports are counted and one shortest path is shown: the number of all paths would grow without bounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..frozen import frozen
from .connected import components
from .loops import Signal, Signals

if TYPE_CHECKING:
    from .causality import Causality, Place

LISTED = 20  # coupled pairs of one group that are shown one by one
CHUNK = 4096  # ports whose reach is followed at once

MEANING = {
    1: "storage in integral and in derivative causality",
    2: "ports with algebraic laws",
    3: "an algebraic port and itself",
    4: "a loop in the junction structure",
}


@frozen
class CausalPath:
    """One zero-order causal path of class `kind`: the ports at its `ends` (none for class 4), the `elements` it goes
    through in order, and the scalar `bonds` (bond, component) it runs along."""

    kind: int
    ends: tuple[Place, ...]
    elements: tuple[str, ...]
    bonds: tuple[tuple[int, int], ...]

    def __str__(self) -> str:
        if self.kind >= 3:
            return " → ".join((*self.elements, self.elements[0]))
        return " → ".join((str(self.ends[0]), *self.elements[1:-1], str(self.ends[1])))


@frozen
class PathGroup:
    """Ports that zero-order causal paths couple with each other: `count` coupled pairs of ports (class 1 and 2), ports
    (class 3) or scalar bonds of the loops (class 4). `paths` has a shortest path of each pair, or the shortest of all
    where there are too many; `whole` tells which."""

    kind: int
    ports: tuple[Place, ...]
    count: int
    paths: tuple[CausalPath, ...]
    whole: bool = True

    def __str__(self) -> str:
        if self.whole:
            return "; ".join(map(str, self.paths))
        if self.kind == 4:
            return f"{self.paths[0]} (the shortest of those on {self.count} scalar bonds)"
        return f"{self.paths[0]} (the shortest; {self.count} pairs of {len(self.ports)} ports are coupled)"


class _Ports:
    """The places where the junction structure ends, and the signals there."""

    def __init__(self, causality: Causality):
        from .causality import Place

        signals = Signals(causality)
        self.signals = signals
        graph, network = causality.graph, causality._assignment.network
        integral, derivative = set(causality.integral), set(causality.derivative)
        self.inputs: list[list[Signal]] = [[] for _ in signals.inputs]  # within the junction structure
        self.integral: dict[Signal, Place] = {}  # what storage in integral causality gives
        self.derivative: dict[Signal, Place] = {}  # what storage in derivative causality takes
        self.given: dict[Signal, Place] = {}  # what algebraic ports give
        self.taken: dict[Signal, Place] = {}  # what algebraic ports take
        for path, flat in graph.elements.items():
            element = flat.element
            inner = element.role == "junction" or (element.role == "conserving" and len(element.whole_ports) > 1)
            for place, component, attachment in graph.ends(path):
                variable, _ = network.variable(path, place, component)
                effort_in = causality.takes_effort(path, place, component)
                given, taken = 2 * variable + effort_in, 2 * variable + (not effort_in)
                here = Place(path, component, flat.whole(attachment.port))
                if inner:
                    self.inputs[given] = signals.inputs[given]
                elif here in integral:
                    self.integral[given] = here
                elif here in derivative:
                    self.derivative[taken] = here
                elif element.role == "constraint" and effort_in:
                    continue  # it imposes zero flow like a source
                elif element.role not in ("source", "sensor"):
                    self.given[given], self.taken[taken] = here, here
        self.bond_of = network.bond_of
        self.size = len(signals.inputs)
        self.order = components(self.inputs)

    def within(self, target: Place, origin: Place) -> bool:
        """Whether what the element takes at `target` acts by its law on what it gives at `origin`."""
        if target == origin:
            return True
        if target.path != origin.path:
            return False
        taken = next(s for s, p in self.taken.items() if p == target)
        given = next(s for s, p in self.given.items() if p == origin)
        return taken in self.signals.inputs[given]

    def elements(self, way: list[Signal], end: str | None) -> tuple[str, ...]:
        """The elements that compute the signals of a way, then the one at its end."""
        found: list[str] = []
        for path in (*(self.signals.source[s] for s in way), *((end,) if end else ())):
            if not found or found[-1] != path:
                found.append(path)
        while end is None and len(found) > 1 and found[0] == found[-1]:
            found.pop()
        return tuple(found)

    def bonds(self, way: Iterable[Signal]) -> tuple[tuple[int, int], ...]:
        """The scalar bonds of a way."""
        return tuple(dict.fromkeys(self.bond_of[s // 2] for s in way))


def zero_order_paths(causality: Causality) -> tuple[PathGroup, ...]:
    """All zero-order causal paths, in groups of ports that are coupled with each other."""
    ports = _Ports(causality)
    found = [
        *_flat(ports, 1, ports.integral, ports.derivative),
        *_inside(ports, causality),
        *_flat(ports, 2, ports.given, ports.taken),
        *_open(ports),
        *_closed(ports),
    ]
    return tuple(found)


def causal_index(causality: Causality, groups: Iterable[PathGroup]) -> int:
    """The index that the paths tell: 0 without any, 1 with those of classes 1 to 3, 2 with loops in the junction
    structure (class 4) or where a constraint has to compute its effort (a Lagrange multiplier)."""
    graph = causality.graph
    multiplier = any(
        not causality.takes_effort(path, place, component)
        for path, flat in graph.elements.items()
        if flat.element.role == "constraint"
        for place, component, _ in graph.ends(path)
    )
    kinds = {group.kind for group in groups}
    return 2 if multiplier or 4 in kinds else 1 if kinds else 0


# ---------------------------------------------------------------- classes 1 and 2
def _flat(ports: _Ports, kind: int, given: dict[Signal, Place], taken: dict[Signal, Place]) -> Iterator[PathGroup]:
    """The coupled pairs of `given` and `taken`, in groups."""
    counts = _counts(ports, kind, given, taken)
    if not any(counts.values()):
        return
    groups: dict[int, tuple[list[Signal], list[Signal]]] = {}
    root = _joined(ports, given, taken, kind)
    for signal in given:
        if signal in root:
            groups.setdefault(root[signal], ([], []))[0].append(signal)
    for signal in taken:
        if counts.get(signal):
            groups.setdefault(root[signal], ([], []))[1].append(signal)
    for origins, targets in groups.values():
        number = sum(counts[s] for s in targets)
        if not number:
            continue
        whole = number <= (2 * LISTED if kind == 2 else LISTED)
        paths = _pairs(ports, kind, origins, targets) if whole else _nearest(ports, kind, origins, targets)
        members = dict.fromkeys([*(given[s] for s in origins), *(taken[s] for s in targets)])
        ends = {place for path in paths for place in path.ends}
        kept = tuple(p for p in members if not whole or p in ends)
        yield PathGroup(kind, kept, len(paths) if whole else number // (2 if kind == 2 else 1), tuple(paths), whole)


def _counts(ports: _Ports, kind: int, given: dict[Signal, Place], taken: dict[Signal, Place]) -> dict[Signal, int]:
    """For each signal that is taken, the number of other ports that act on it. Sets of ports are bits of numbers."""
    counts = dict.fromkeys(taken, 0)
    origins = list(given)
    number = {given[s]: k for k, s in enumerate(origins)}
    of: dict[str, list[Place]] = {}
    for place in given.values():
        of.setdefault(place.path, []).append(place)
    for first in range(0, len(origins), CHUNK):
        bit = {s: 1 << k for k, s in enumerate(origins[first : first + CHUNK])}
        reach: list[int] = [0] * ports.size
        for group in ports.order:
            together = 0
            for signal in group:
                together |= bit.get(signal, 0)
                for earlier in ports.inputs[signal]:
                    together |= reach[earlier]
            for signal in group:
                reach[signal] = together
        for signal, place in taken.items():
            found = reach[signal]
            if kind == 2 and found:
                for other in of.get(place.path, ()):  # its own are of class 3, unless they do not touch
                    k = number[other] - first
                    if 0 <= k < CHUNK and found >> k & 1 and ports.within(place, other):
                        found ^= 1 << k
            counts[signal] += found.bit_count()
    return counts


def _joined(ports: _Ports, given: Iterable[Signal], taken: dict[Signal, Place], kind: int) -> dict[Signal, int]:
    """For every signal on some way from `given` to `taken` the group it belongs to: ways that touch are one group, for
    whatever acts on one of them acts on the other."""
    ahead, behind = _reached(given, _forward(ports.inputs)), _reached(taken, ports.inputs)
    both = ahead & behind
    parent = {s: s for s in both}

    def root(s: Signal) -> Signal:
        while parent[s] != s:
            parent[s] = parent[parent[s]]
            s = parent[s]
        return s

    for signal in both:
        for earlier in ports.inputs[signal]:
            if earlier in both:
                parent[root(signal)] = root(earlier)
    if kind == 2:  # what a port gives and what it takes
        of = {place: s for s, place in ports.given.items()}
        for signal, place in taken.items():
            if signal in both and of[place] in both:
                parent[root(signal)] = root(of[place])
    return {s: root(s) for s in both}


def _reached(start: Iterable[Signal], following: list[list[Signal]]) -> set[Signal]:
    found = set(start)
    stack = list(found)
    while stack:
        for other in following[stack.pop()]:
            if other not in found:
                found.add(other)
                stack.append(other)
    return found


def _pairs(ports: _Ports, kind: int, origins: list[Signal], targets: list[Signal]) -> list[CausalPath]:
    """A shortest path for every coupled pair."""
    given, taken = (ports.integral, ports.derivative) if kind == 1 else (ports.given, ports.taken)
    starts, found, seen = set(origins), [], set()
    for target in targets:
        before = _back(ports, target)
        for origin in before:
            if origin not in starts:
                continue
            ends = (given[origin], taken[target])
            if kind == 2 and (frozenset(ends) in seen or ports.within(ends[1], ends[0])):
                continue
            seen.add(frozenset(ends))
            found.append(_path(ports, kind, ends, _way(before, origin)))
    return found


def _nearest(ports: _Ports, kind: int, origins: list[Signal], targets: list[Signal]) -> list[CausalPath]:
    """The shortest path of all coupled pairs: from every target as far back as the best one so far."""
    given, taken = (ports.integral, ports.derivative) if kind == 1 else (ports.given, ports.taken)
    starts = set(origins)
    best: tuple[int, tuple[Place, Place], list[Signal]] | None = None
    for target in targets:
        before = _back(ports, target, starts, None if best is None else best[0] - 1, taken[target], kind)
        hit = next(iter(reversed(before)))
        if hit in starts and not (kind == 2 and ports.within(taken[target], given[hit])):
            way = _way(before, hit)
            if best is None or len(way) < best[0]:
                best = (len(way), (given[hit], taken[target]), way)
                if len(way) <= 2:
                    break
    assert best is not None
    return [_path(ports, kind, best[1], best[2])]


def _back(
    ports: _Ports, target: Signal, stop: set[Signal] | None = None, most: int | None = None,
    place: Place | None = None, kind: int = 1,
) -> dict[Signal, Signal]:  # fmt: skip
    """Breadth first backwards from a signal: each with the one it acts on. With `stop`, until one of these (of another
    port) is met, which is then the last; with `most`, no more than so many signals deep."""
    before: dict[Signal, Signal] = {target: -1}
    level, depth = [target], 1
    own = ports.given
    while level and (most is None or depth <= most):
        following: list[Signal] = []
        for signal in level:
            if stop is not None and signal in stop:
                if not (kind == 2 and place is not None and ports.within(place, own[signal])):
                    before[signal] = before.pop(signal)  # the last one
                    return before
        for signal in level:
            for earlier in ports.inputs[signal]:
                if earlier not in before:
                    before[earlier] = signal
                    following.append(earlier)
        level, depth = following, depth + 1
    return before


def _way(before: dict[Signal, Signal], origin: Signal) -> list[Signal]:
    way = [origin]
    while before[way[-1]] >= 0:
        way.append(before[way[-1]])
    return way


def _path(ports: _Ports, kind: int, ends: tuple[Place, Place], way: list[Signal]) -> CausalPath:
    return CausalPath(kind, ends, ports.elements(way, ends[1].path), ports.bonds(way))


def _inside(ports: _Ports, causality: Causality) -> Iterator[PathGroup]:
    """Storage with a full matrix of which some components are in derivative causality: its law itself ties them, where
    no path outside does."""
    integral: dict[str, list[Place]] = {}
    for place in causality.integral:
        integral.setdefault(place.path, []).append(place)
    mixed: dict[str, list[Place]] = {}
    for place in causality.derivative:
        if place.path in integral:
            mixed.setdefault(place.path, []).append(place)
    for path, dependent in mixed.items():
        if not causality.graph.elements[path].element.coupled(causality.scopes.locals[path]):
            continue
        behind = {ports.derivative[s]: _back(ports, s) for s in ports.derivative if ports.derivative[s] in dependent}
        tied = {(ports.integral[o], place) for place, way in behind.items() for o in way if o in ports.integral}
        pairs = [(a, b) for a in integral[path] for b in dependent if (a, b) not in tied]
        if pairs:
            members = tuple(dict.fromkeys(place for pair in pairs for place in pair))
            paths = tuple(CausalPath(1, pair, (path, path), ()) for pair in pairs)
            yield PathGroup(1, members, len(pairs), paths)


# ---------------------------------------------------------------- classes 3 and 4
def _open(ports: _Ports) -> Iterator[PathGroup]:
    """Paths from an algebraic port back to the same element through a loop of the junction structure."""
    of: dict[str, set[Signal]] = {}
    for signal, place in ports.given.items():
        of.setdefault(place.path, set()).add(signal)
    seen: set[frozenset[Place]] = set()
    reached = _reached(ports.given, _forward(ports.inputs))
    for target, place in ports.taken.items():
        if target not in reached:
            continue
        before = _back(ports, target)
        for origin in sorted(of.get(place.path, set()) & before.keys()):
            ends = (ports.given[origin], place)
            if frozenset(ends) in seen or not ports.within(place, ends[0]):
                continue
            seen.add(frozenset(ends))
            way = _way(before, origin)
            elements = ports.elements(way, None)
            path = CausalPath(3, tuple(dict.fromkeys(ends)), elements, ports.bonds(way))
            yield PathGroup(3, path.ends, 1, (path,))


def _forward(inputs: list[list[Signal]]) -> list[list[Signal]]:
    successors: list[list[Signal]] = [[] for _ in inputs]
    for signal, earlier in enumerate(inputs):
        for s in earlier:
            successors[s].append(signal)
    return successors


def _closed(ports: _Ports) -> Iterator[PathGroup]:
    """Loops inside the junction structure: a group for each set of scalar bonds whose signals act on themselves, those
    of efforts and of flows together."""
    groups: dict[frozenset[int], list[Signal]] = {}
    for group in ports.order:
        if len(group) > 1 or group[0] in ports.inputs[group[0]]:
            groups.setdefault(frozenset(s // 2 for s in group), group)
    for variables, group in groups.items():
        way = shortest_cycle(ports.inputs, group)
        path = CausalPath(4, (), ports.elements(way, None), ports.bonds(way))
        yield PathGroup(4, (), len(variables), (path,), len(way) == len(group))


def shortest_cycle(inputs: list[list[Signal]], group: list[Signal]) -> list[Signal]:
    """A shortest cycle in a strongly connected group, in the order of computation."""
    members = set(group)
    best: list[Signal] = []
    for start in sorted(group):
        before: dict[Signal, Signal] = {}
        level, depth, found = [start], 1, -1
        while level and found < 0 and (not best or depth < len(best)):
            following = []
            for signal in level:
                for earlier in inputs[signal]:
                    if earlier == start:
                        found = signal
                        break
                    if earlier in members and earlier not in before:
                        before[earlier] = signal
                        following.append(earlier)
                if found >= 0:
                    break
            level, depth = following, depth + 1
        if found >= 0:
            cycle = [found]
            while cycle[-1] != start:
                cycle.append(before[cycle[-1]])
            best = cycle
            if len(best) <= 2:
                break
    return best


__all__ = ["LISTED", "MEANING", "CausalPath", "PathGroup", "causal_index", "shortest_cycle", "zero_order_paths"]
