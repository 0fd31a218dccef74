"""What icons and drawings are made of: lines, boxes and texts in pixels, y down."""

from __future__ import annotations

from dataclasses import replace

from ..frozen import frozen
from .text_width import text_width

Point = tuple[float, float]
INK, GREY, SIGNAL, PAPER, STEEL = "#111827", "#5b6472", "#2f6f9f", "#ffffff", "#4b5563"


@frozen
class Rectangle:
    """An axis-parallel box from (left, top) to (right, bottom)."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Rectangle, margin: float = 0.0) -> bool:
        """Whether the two overlap or come nearer than `margin`."""
        return (
            self.left < other.right + margin
            and other.left < self.right + margin
            and self.top < other.bottom + margin
            and other.top < self.bottom + margin
        )

    def grown(self, margin: float) -> Rectangle:
        """The box with `margin` added on every side."""
        return Rectangle(self.left - margin, self.top - margin, self.right + margin, self.bottom + margin)

    def moved(self, dx: float, dy: float) -> Rectangle:
        """The box at another place."""
        return Rectangle(self.left + dx, self.top + dy, self.right + dx, self.bottom + dy)

    def crossed(self, start: Point, end: Point) -> bool:
        """Whether the line from `start` to `end` passes through the inside of the box."""
        low, high = 0.0, 1.0
        for a, b, least, most in (
            (start[0], end[0], self.left, self.right),
            (start[1], end[1], self.top, self.bottom),
        ):
            step = b - a
            if abs(step) < 1e-9:
                if not least < a < most:
                    return False
                continue
            first, second = (least - a) / step, (most - a) / step
            low, high = max(low, min(first, second)), min(high, max(first, second))
        return low < high - 1e-9


@frozen
class Stroke:
    """A line through `points`; `closed` joins the ends, `fill` paints the inside. `role` says what it stands for."""

    points: tuple[Point, ...]
    role: str = ""
    color: str = INK
    width: float = 1.5
    dash: str = ""
    closed: bool = False
    fill: str = ""

    def moved(self, dx: float, dy: float) -> Stroke:
        """The same line elsewhere."""
        return replace(self, points=tuple((x + dx, y + dy) for x, y in self.points))

    @property
    def box(self) -> Rectangle:
        """The smallest box around it."""
        xs, ys = zip(*self.points)
        return Rectangle(min(xs), min(ys), max(xs), max(ys))


@frozen
class Frame:
    """A box with corners rounded by `radius`."""

    rectangle: Rectangle
    role: str = ""
    color: str = INK
    width: float = 1.2
    radius: float = 0.0
    fill: str = PAPER

    def moved(self, dx: float, dy: float) -> Frame:
        """The same box elsewhere."""
        return replace(self, rectangle=self.rectangle.moved(dx, dy))

    @property
    def box(self) -> Rectangle:
        """The box itself."""
        return self.rectangle


@frozen
class Text:
    """A line of text centred at (x, y); its height is that of capitals, so that it sits well on a bond's axis."""

    x: float
    y: float
    words: str
    role: str = ""
    size: float = 13.0
    bold: bool = False
    italic: bool = False
    color: str = INK
    halo: bool = False  # paint a patch of paper behind it

    def moved(self, dx: float, dy: float) -> Text:
        """The same text elsewhere."""
        return replace(self, x=self.x + dx, y=self.y + dy)

    @property
    def width(self) -> float:
        """How long the text is."""
        return text_width(self.words, self.size, self.bold)

    @property
    def baseline(self) -> float:
        """Where the letters stand."""
        return self.y + 0.36 * self.size

    @property
    def box(self) -> Rectangle:
        """The box around the letters, with room for descenders."""
        half = self.width / 2
        return Rectangle(self.x - half, self.y - 0.42 * self.size, self.x + half, self.y + 0.58 * self.size)


Item = Stroke | Frame | Text
