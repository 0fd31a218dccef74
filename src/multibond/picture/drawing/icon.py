"""How a component looks: a core that bonds end at, and captions beside it.

Every component class may have a look of its own: a function registered for the class (or one of its bases) draws it.
::

    @icon(Revolute)
    def revolute(look: Look) -> Icon:
        return Icon(36, 36, "round", [Frame(...), ...], look.captions())

Items of an icon are given around (0, 0). Classes without one are drawn by their role.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ...model.component import Component
from ...model.composite import Model
from ...model.declare import Input, Law, Parameter
from ...model.domain import Domain
from .quantity import law_text, unit, value_text
from .scene import GREY, INK, SIGNAL, Frame, Item, Point, Rectangle, Text
from .signal import modulated
from .text_width import shortened, text_width

LONGEST_NAME = 24
_LEFT_SIDE = {"energy": "H", "relation": "0"}
_LAW_GIVES_FLOW = ("G", "I")


@dataclass
class Icon:
    """The look of a node: core of the given size with outline "box" or "round", items around (0, 0), captions."""

    width: float
    height: float
    outline: str = "box"
    items: list[Item] = field(default_factory=list)
    captions: list[Text] = field(default_factory=list)  # one below the other; only words and looks are used
    frames: dict[str, str] = field(default_factory=dict)  # mechanical frames → side ("left", "right", "top", "bottom")
    turning: str = "sides"  # how frames come to their sides: see `frame_side`
    doors: dict[str, Door] = field(default_factory=dict)  # where the frames are in the end


@dataclass(frozen=True)
class Door:
    """A point on the outline of a node where a line may begin or end, the direction outwards, and its price."""

    point: Point
    outward: tuple[int, int]
    price: float = 0.0


@dataclass(frozen=True)
class Look:
    """What an icon function knows: the component, its domain if found, and what the user wants to see."""

    component: Component
    domain: Domain | None = None
    values: bool = True

    @property
    def name(self) -> str:
        """The component's name, shortened."""
        return shortened(self.component.name, LONGEST_NAME)

    @property
    def symbol(self) -> str:
        """The element's symbol, with M before it when modulated."""
        own = self.component.symbol or type(self.component).__name__
        # only the textbook elements have modulated forms of their own
        plain = own.isalpha() and not own.startswith("M") and own not in ("P", "SGY", "EGY")
        return f"M{own}" if plain and modulated(self.component.parent, self.component) else own

    def value(self) -> list[str]:
        """The law or the values of the component as one line, or none."""
        if not self.values:
            return []
        component = self.component
        laws = {k: d for k, d in component.declarations.items() if isinstance(d, Law) and k in component.given}
        for name, law in laws.items():
            left = (
                ("f" if component.symbol in _LAW_GIVES_FLOW else "e") if name == "law" else _LEFT_SIDE.get(name, name)
            )
            return [law_text(component.given[name], left, law.variables)]
        numbers = {
            k: d
            for k, d in component.declarations.items()
            if isinstance(d, Parameter) and not k.endswith("0") and not isinstance(d, Input)
        }
        shown = [k for k in numbers if k in component.given] or [k for k in numbers if numbers[k].default is not None][
            :1
        ]
        words = []
        for name in shown[:2]:
            declared = numbers[name]
            text = value_text(component.given.get(name, declared.default), unit(declared.unit, self.domain))
            plain = len(shown) == 1 and (name == component.symbol or name in ("effort", "flow"))
            words.append(text if plain else f"{name} = {text}")
        return [shortened(", ".join(words), 36)] if words else []

    def captions(self, name: bool = True) -> list[Text]:
        """The usual captions: the name, then the value."""
        lines = [Text(0, 0, self.name, "name")] if name else []
        return lines + [Text(0, 0, line, "value", 11, color=GREY) for line in self.value()]

    def named(self, *parameters: str) -> list[Text]:
        """Captions of mechanical parts: the name, then those of these parameters that were given."""
        lines = [Text(0, 0, self.name, "name")]
        for name in parameters if self.values else ():
            if name in self.component.given:
                declared = self.component.declarations[name]
                value = value_text(self._outer(name), unit(declared.unit, self.domain))  # type: ignore[attr-defined]
                lines.append(Text(0, 0, shortened(f"{name} = {value}", 30), "value", 11, color=GREY))
        return lines

    def _outer(self, name: str) -> Any:
        """What was given for a parameter; where that is a parameter of the model with the same name, its value."""
        raw, above = self.component.given[name], self.component.parent
        if value_text(raw) != name or above is None or name not in above.declarations:
            return raw
        return above.given.get(name, getattr(above.declarations[name], "default", raw))


Draw = Callable[[Look], Icon]
_ICONS: dict[type[Component], Draw] = {}


def icon(*classes: type[Component]) -> Callable[[Draw], Draw]:
    """Register a function that draws the components of these classes (and of classes derived from them)."""

    def register(draw: Draw) -> Draw:
        for cls in classes:
            _ICONS[cls] = draw
        return draw

    return register


def icon_of(look: Look) -> Icon:
    """The icon of a component: that of its class or nearest base, otherwise that of its role."""
    for cls in type(look.component).__mro__:
        if cls in _ICONS:
            return _ICONS[cls](look)
    if isinstance(look.component, Model):
        return composite_icon(look)
    role = look.component.role
    many_ports = len(look.component.ports) != 1
    if role == "junction":
        return junction_icon(look)
    if role == "sensor":
        return sensor_icon(look)
    if role == "block" or not look.component.ports:
        return block_icon(look)
    return two_port_icon(look) if many_ports else one_port_icon(look)


def one_port_icon(look: Look) -> Icon:
    """``R : damper`` on one line, its value as caption."""
    size, gap = 15.0, 4.0
    symbol = text_width(look.symbol, size, True)
    rest = f": {look.name}"
    width = symbol + gap + text_width(rest, 13.0)
    items: list[Item] = [
        Text(-width / 2 + symbol / 2, 0, look.symbol, "symbol", size, bold=True),
        Text(width / 2 - text_width(rest, 13.0) / 2, 0, rest, "name", 13),
    ]
    return Icon(width, 15, "box", items, look.captions(name=False))


def two_port_icon(look: Look) -> Icon:
    """``TF`` with name and ratio as captions."""
    width = text_width(look.symbol, 15.0, True)
    return Icon(width, 15, "box", [Text(0, 0, look.symbol, "symbol", 15, bold=True)], look.captions())


def junction_icon(look: Look) -> Icon:
    """A bold 0 or 1; partial junctions, compositions and permutations say what they tap or reorder."""
    symbol, component = look.component.symbol, look.component
    if getattr(component, "junction", False):
        return Icon(13, 17, "box", [Text(0, 0, symbol, "symbol", 20, bold=True)])
    captions: list[Text] = []
    width = max(13.0, text_width(symbol, 20.0, True))
    items: list[Item] = [Text(0, 0, symbol, "symbol", 20, bold=True)]
    tapped = getattr(component, "tapped", None)
    if callable(tapped):
        captions = [Text(0, 0, f"taps {', '.join(map(str, tapped()))}", "value", 11, color=GREY)]
        items = [Text(-4, 0, symbol[0], "symbol", 20, bold=True), Text(6, 5, "p", "mark", 12, bold=True)]
        width = 20.0
    elif component.declarations.get("order") is not None:
        captions = [Text(0, 0, f"order {value_text(component.option('order') or '–')}", "value", 11, color=GREY)]
    return Icon(width, 17, "box", items, captions)


def sensor_icon(look: Look) -> Icon:
    """A circle with the symbol, the name as caption."""
    radius = max(14.0, text_width(look.symbol, 12, True) / 2 + 5)
    items: list[Item] = [
        Frame(Rectangle(-radius, -radius, radius, radius), "sensor", SIGNAL, 1.4, radius),
        Text(0, 0, look.symbol, "symbol", 12, bold=True, color=SIGNAL),
    ]
    return Icon(2 * radius, 2 * radius, "round", items, look.captions()[:1])


def block_icon(look: Look) -> Icon:
    """A rectangle with the symbol, name and values as captions."""
    words = shortened(look.component.symbol or type(look.component).__name__, 16)
    width = max(38.0, text_width(words, 13, True) + 16)
    items: list[Item] = [
        Frame(Rectangle(-width / 2, -15, width / 2, 15), "block", SIGNAL, 1.4),
        Text(0, 0, words, "symbol", 13, bold=True, color=INK),
    ]
    return Icon(width, 30, "box", items, look.captions())


def composite_icon(look: Look) -> Icon:
    """A rounded box with name and type."""
    kind = type(look.component).__name__
    kind = shortened(getattr(look.component, "title", kind) if kind == "Model" else kind, LONGEST_NAME)
    width = max(70.0, text_width(look.name, 14, True) + 26, text_width(kind, 11) + 26)
    height = max(44.0, 18.0 * ((len(look.component.ports) + 1) // 2))
    items: list[Item] = [
        Frame(Rectangle(-width / 2, -height / 2, width / 2, height / 2), "composite", INK, 1.4, 8, "#f3f6fa"),
        Text(0, -8, look.name, "name", 14, bold=True),
        Text(0, 9, kind, "type", 11, italic=True, color=GREY),
    ]
    return Icon(width, height, "box", items)
