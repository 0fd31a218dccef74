"""A whole drawing: groups of lines, boxes and texts. Writers turn a scene into SVG or a figure."""

from __future__ import annotations

from dataclasses import dataclass, field

from ...look.item import Item, Point, Rectangle
from .diagram import Arrow, Edge, Node


@dataclass
class Group:
    """Items that belong to one component or bond; `title` is shown when pointed at, `path` names it for programs.

    `subject` is what is painted, where it is one thing of the diagram; of lines `way` has the corners.
    """

    kind: str
    title: str = ""
    path: str = ""
    items: list[Item] = field(default_factory=list)
    subject: Node | Edge | Arrow | None = None
    way: tuple[Point, ...] = ()


@dataclass
class Scene:
    """A whole picture: groups of items, in the order in which they are painted."""

    title: str
    groups: list[Group] = field(default_factory=list)

    def items(self) -> list[Item]:
        """All items in painting order."""
        return [item for group in self.groups for item in group.items]

    def box(self, margin: float = 16.0) -> Rectangle:
        """The box around everything, with a margin."""
        boxes = [item.box for item in self.items()] or [Rectangle(0, 0, 1, 1)]
        return Rectangle(
            min(b.left for b in boxes),
            min(b.top for b in boxes),
            max(b.right for b in boxes),
            max(b.bottom for b in boxes),
        ).grown(margin)
