"""Layout of a tree on a grid: the longest way through it becomes a straight trunk, what hangs on the trunk grows
upwards and downwards as trunks of its own, and single elements sit around their junction."""

from __future__ import annotations

from .diagram import GROUND, Diagram
from .refine import Link

Cell = tuple[float, float]
_UP, _DOWN, _RIGHT = (0, -1), (0, 1), (1, 0)
_WIDEST = 1750.0  # pixels; a longer backbone is folded into rows
_ROOM, _VALUE = 46.0, 90.0  # pixels between two nodes of the backbone, and for a value below one


def tree_cells(diagram: Diagram, part: list[str], links: list[Link]) -> dict[str, Cell]:
    """Cells for the connected nodes of `part`; links that close loops are left out of account."""
    return _Tree(diagram, part, links).cells()


class _Tree:
    def __init__(self, diagram: Diagram, part: list[str], links: list[Link]):
        self.diagram = diagram
        self.near = _spanning(part, links)
        self.order = {key: i for i, key in enumerate(diagram.nodes)}
        self.forward = {(link.first, link.second) for link in links}
        self.blocks: dict[tuple[str, Cell], dict[str, Cell]] = {}
        self.size: dict[tuple[str, str | None], int] = {}
        self.depth: dict[tuple[str, str | None], int] = {}

    def cells(self) -> dict[str, Cell]:
        path = self._backbone()
        self._measure(path[0])
        return self._trunk(path, _RIGHT, None)

    # ------------------------------------------------------------ the backbone
    def _bonus(self, key: str) -> float:
        """How gladly a node is at an end of the backbone."""
        role = self.diagram.nodes[key].role
        return (
            {"source": 0.6, GROUND: 0.6, "port": 0.7, "dissipation": 0.2, "signal": 0.2}.get(role, 0.0)
            if len(self.near[key]) == 1
            else 0.0
        )

    def _backbone(self) -> list[str]:
        """The longest way: from the source of most of the power to the right, otherwise the way that bonds point."""
        start = min(self.near, key=self.order.__getitem__)
        main = self._main_source()
        first = main or self._farthest(start)[0]
        last, before = self._farthest(first)
        path = [last]
        while path[-1] != first:
            path.append(before[path[-1]])
        path.reverse()
        if main:
            return path
        roles = [self.diagram.nodes[key].role for key in (path[0], path[-1])]
        right = sum((a, b) in self.forward for a, b in zip(path, path[1:]))
        turn = right < len(path) - 1 - right
        first_is, last_is = (role in ("source", GROUND) for role in roles)
        if first_is != last_is:
            turn = last_is
        return path[::-1] if turn else path

    def _main_source(self) -> str | None:
        """The source at a single bond whose power reaches most nodes, following the half arrows; None where there
        are no sources, and in mechanisms, which stand on the ground."""
        if any(edge.join for edge in self.diagram.edges):
            return None
        after: dict[str, list[str]] = {}
        for edge in self.diagram.edges:
            after.setdefault(edge.tail, []).append(edge.head)
        sources = [key for key in self.near if self.diagram.nodes[key].role in ("source", "port") and after.get(key)]
        sources = [key for key in sources if len(self.near[key]) == 1]
        return max(sources, key=lambda key: (_reached(key, after), -self.order[key]), default=None)

    def _farthest(self, start: str) -> tuple[str, dict[str, str]]:
        distance, before, queue = {start: self._bonus(start)}, {}, [start]
        for key in queue:
            for other in self.near[key]:
                if other not in distance:
                    # bonds weigh more than signals, so that the backbone is the way of the power
                    weight = 1.0 if self._is_bond(key, other) else 0.4
                    distance[other] = distance[key] - self._bonus(key) + weight + self._bonus(other)
                    before[other] = key
                    queue.append(other)
        return max(queue, key=lambda key: (round(distance[key], 6), -self.order[key])), before

    def _is_bond(self, a: str, b: str) -> bool:
        return (a, b) in self.bonds or (b, a) in self.bonds

    @property
    def bonds(self) -> set[tuple[str, str]]:
        if not hasattr(self, "_bonds"):
            self._bonds = {(edge.tail, edge.head) for edge in self.diagram.edges}
        return self._bonds

    def _measure(self, root: str) -> None:
        """The number of nodes and the depth below every node, seen from the root."""
        order: list[tuple[str, str | None]] = [(root, None)]
        for key, parent in order:
            order += [(other, key) for other in self.near[key] if other != parent]
        for key, parent in reversed(order):
            below = [(other, key) for other in self.near[key] if other != parent]
            self.size[key, parent] = 1 + sum(self.size[b] for b in below)
            self.depth[key, parent] = 1 + max((self.depth[b] for b in below), default=0)

    # ------------------------------------------------------------ trunks
    def _trunk(self, path: list[str], direction: Cell, parent: str | None) -> dict[str, Cell]:
        """The nodes of `path` in a straight line, with everything that hangs on them; the first is at (0, 0)."""
        along, across = direction, (direction[1], direction[0])
        groups: list[tuple[int, dict[str, Cell]]] = []
        taken: set[Cell] = set()
        position = 0
        for i, key in enumerate(path):
            on_path = {parent, path[i - 1] if i else None, path[i + 1] if i + 1 < len(path) else None}
            hanging = [other for other in self.near[key] if other not in on_path]
            found = None
            first = i == 0 and parent is not None
            tries = 0
            while found is None:
                # room further along the trunk, and in the end further aside
                found = self._hang(key, hanging, position, along, across, taken, first, tries if first else tries // 3)
                position += 0 if first and found is None else 1
                tries += 1
            groups.append((position - 1, found))
            taken.update(found.values())
        if parent is None:
            rows = self._rows(path, position)
            if rows > 1:
                return _folded(groups, position, rows)
        return {key: cell for _, group in groups for key, cell in group.items()}

    def _rows(self, path: list[str], length: int) -> int:
        """Into how many rows a backbone of so many columns is folded."""
        wide = sum(self._wide(key) + _ROOM for key in path) * max(1.0, length / len(path)) ** 0.5
        return 1 if wide < _WIDEST else max(2, round((wide / 600) ** 0.5))

    def _wide(self, key: str) -> float:
        """About how wide a node is with its name. What a value says changes nothing: it must not move the picture."""
        icon = self.diagram.nodes[key].icon
        named = max((line.width for line in icon.captions if line.role == "name"), default=0.0)
        return max(icon.width, named, _VALUE if any(line.role == "value" for line in icon.captions) else 0.0)

    def _hang(self, key: str, hanging: list[str], position: int, along: Cell, across: Cell, taken: set[Cell],
              first: bool, more: int) -> dict[str, Cell] | None:  # fmt: skip
        """The node at `position` of its trunk and its branches, or None if they do not fit there."""
        home = (along[0] * position, along[1] * position)
        if home in taken:
            return None
        found = {key: home}
        count = {1: 0, -1: 0}
        for other in sorted(hanging, key=lambda k: (-self.size[k, key], -abs(self._side(k)), self.order[k])):
            block = self._branch(
                other, key, count, (len(hanging), more), across, home, along, taken | set(found.values()), first
            )
            if block is None:
                return None
            found.update(block)
        return found

    def _side(self, key: str) -> int:
        """The side on which an element is usually drawn: inertias up, capacitances down."""
        node = self.diagram.nodes[key]
        side = node.component.hangs if node.component is not None else ""
        return {"up": -1, "down": 1}.get(side, 0)

    def _branch(self, key: str, parent: str, count: dict[int, int], crowd: tuple[int, int], across: Cell, home: Cell,
                along: Cell, taken: set[Cell], first: bool) -> dict[str, Cell] | None:  # fmt: skip
        wish = self._side(key) or (1 if count[1] < count[-1] else -1)
        single = self.size[key, parent] == 1
        for step, distance in _offsets(single, *crowd):
            for sign in (wish, -wish):
                if step < 0 and first:
                    continue  # the parent's trunk is there
                block = self._block(key, parent, (across[0] * sign, across[1] * sign))
                x = home[0] + along[0] * step + across[0] * sign * distance
                y = home[1] + along[1] * step + across[1] * sign * distance
                moved = {k: (x + cx, y + cy) for k, (cx, cy) in block.items()}
                if any(cell in taken or _on_trunk(cell, home, along) for cell in moved.values()):
                    continue
                if (
                    distance > 1
                    and step == 0
                    and any(
                        (home[0] + across[0] * sign * d, home[1] + across[1] * sign * d) in taken
                        for d in range(1, distance)
                    )
                ):
                    continue
                count[sign] += 1
                return moved
        return None

    def _block(self, key: str, parent: str, direction: Cell) -> dict[str, Cell]:
        """The branch that begins with `key` and grows in `direction`, made only once."""
        known = (key, direction)
        if known not in self.blocks:
            self.blocks[known] = self._trunk(self._heavy(key, parent), direction, parent)
        return self.blocks[known]

    def _heavy(self, key: str, parent: str) -> list[str]:
        """The way down from `key` that always takes the deepest branch."""
        path, before = [key], parent
        while True:
            below = [other for other in self.near[path[-1]] if other != before]
            if not below:
                return path
            best = max(below, key=lambda k: (self.depth[k, path[-1]], self.size[k, path[-1]], -self.order[k]))
            before = path[-1]
            path.append(best)


def _folded(groups: list[tuple[int, dict[str, Cell]]], length: int, rows: int) -> dict[str, Cell]:
    """A long backbone in rows, one below the other, running to and fro; what hangs on a node stays with it."""
    width = -(-length // rows)
    heights = [cell[1] for _, group in groups for cell in group.values()]
    height = max(heights) - min(heights) + 1
    result = {}
    for position, group in groups:
        row = position // width
        for key, (x, y) in group.items():
            across = x - row * width
            # two columns aside, so that the bond to the next row passes between what hangs on its ends
            result[key] = (across if row % 2 == 0 else width + 1 - across, y + row * height)
    return result


def _reached(start: str, after: dict[str, list[str]]) -> int:
    """How many nodes the way of the power leads to from `start`."""
    seen, queue = {start}, [start]
    for key in queue:
        fresh = [other for other in dict.fromkeys(after.get(key, ())) if other not in seen]
        seen.update(fresh)
        queue += fresh
    return len(seen)


def _offsets(single: bool, crowd: int, more: int) -> list[tuple[int, int]]:
    """Where one of `crowd` branches may start, relative to its node: steps along the trunk and distance from it, the
    best first. `more` is how often there was not room enough."""
    if single:  # no further aside than so many on both sides need; the trunk makes room instead
        reach = (crowd + 1) // 4 + more
        return [(0, 1), *((step, 1) for far in range(1, reach + 1) for step in (-far, far))]
    near = [(0, 1), (0, 2), (0, 3), (1, 2), (-1, 2), (0, 4), (2, 2), (-2, 2)]
    wide = 2 ** min(more, 8) if more else 0
    far = [
        (step, distance)
        for step in range(-wide, wide + 1, max(1, wide // 4))
        for distance in range(2, 3 + wide, 1 + wide // 4)
    ]
    return near + sorted(far, key=lambda offset: (abs(offset[0]) + offset[1], offset))


def _on_trunk(cell: Cell, home: Cell, along: Cell) -> bool:
    """Whether the cell lies on the line of the trunk."""
    return cell[1] == home[1] if along[0] else cell[0] == home[0]


def _spanning(part: list[str], links: list[Link]) -> dict[str, list[str]]:
    """A spanning tree as neighbours of every node; bonds are taken before signals."""
    near: dict[str, list[str]] = {key: [] for key in part}
    root = {key: key for key in part}

    def find(key: str) -> str:
        while root[key] != key:
            root[key] = root[root[key]]
            key = root[key]
        return key

    for bonds in (True, False):
        for link in links:
            if link.bond == bonds and find(link.first) != find(link.second):
                root[find(link.first)] = find(link.second)
                near[link.first].append(link.second)
                near[link.second].append(link.first)
    return near
