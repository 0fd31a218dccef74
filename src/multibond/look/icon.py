"""Icons: a core that bonds end at, captions beside it, and what a component knows about itself to draw them.

A component class may have an icon of its own, a method that gets a `Look` and returns an `Icon`: ::

    class Bulb(Element):
        def icon(self, look: Look) -> Icon:
            return Icon(36, 36, "round", [circle(0, 0, 18)], look.captions())

Items of an icon are given around (0, 0), in pixels, y down. Classes without one are drawn by their role (`usual`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from ..frozen import frozen
from ..model.component import Component
from ..model.declare import Input, Law, Parameter
from ..model.domain import Domain
from .item import GREY, Item, Point, Text
from .quantity import law_text, unit, value_text
from .signal import modulated
from .text_width import text_width, wrapped

_TOGETHER = re.compile(
    r"(?<=\w) (?== )|(?<= =) (?=\S)|(?<=[\d⁰¹²³⁴⁵⁶⁷⁸⁹)]) (?=[A-Za-zµΩ°]+(?:[·/²³⁴(]|,|$))"
)  # name = 3 m
WIDEST_NAME, WIDEST_VALUE = 150.0, 150.0  # pixels of one line of a caption


@dataclass
class Icon:
    """The look of a node: core of the given size with outline "box" or "round", items around (0, 0), captions."""

    width: float
    height: float
    outline: str = "box"
    items: list[Item] = field(default_factory=list)
    captions: list[Text] = field(default_factory=list)  # one below the other; only words and looks are used
    frames: dict[str, str] = field(default_factory=dict)  # mechanical frames → side ("left", "right", "top", "bottom")
    turning: str = "sides"  # how frames come to their sides: "axis", "arms", "stand" or "sides" (see docs/extending.md)
    outward: set[str] = field(default_factory=set)  # frames out of which power counts positive; drawn empty
    doors: dict[str, Door] = field(default_factory=dict)  # where the frames are in the end


@frozen
class Door:
    """A point on the outline of a node where a line may begin or end, the direction outwards, and its price."""

    point: Point
    outward: tuple[int, int]
    price: float = 0.0


@frozen
class Look:
    """What an icon function knows: the component, its domain if found, and what the user wants to see."""

    component: Component
    domain: Domain | None = None
    values: bool = True
    called: str = ""  # the name to show, where it is not the component's own

    @property
    def name(self) -> str:
        """The component's name."""
        return self.called or self.component.name

    @property
    def symbol(self) -> str:
        """The element's symbol, with M before it when modulated."""
        own = self.component.symbol or type(self.component).__name__
        shows = self.component.symbol and self.component.modulable and modulated(self.component.parent, self.component)
        return f"M{own}" if shows else own

    def value(self) -> list[str]:
        """The law or the values of the component as one line, or none."""
        if not self.values:
            return []
        component = self.component
        laws = {k: d for k, d in component.declarations.items() if isinstance(d, Law) and k in component.given}
        for name, law in laws.items():
            return [law_text(component.given[name], law.gives or name, law.variables)]
        numbers = {
            k: d
            for k, d in component.declarations.items()
            if isinstance(d, Parameter) and not k.endswith("0") and not isinstance(d, Input)
        }
        shown = [k for k in numbers if k in component.given] or [k for k in numbers if numbers[k].default is not None][
            :1
        ]
        words = []
        for name in shown:
            declared = numbers[name]
            raw = self._outer(name) if name in component.given else declared.default
            text = value_text(raw, unit(declared.unit, self.domain))
            if text == name and len(shown) > 1:
                continue  # a parameter of the same name outside: that says nothing
            plain = len(shown) == 1 and (name == component.symbol or declared.unit in ("effort", "flow"))
            words.append(text if plain else f"{name} = {text}")
        return [", ".join(words)] if words else []

    def captions(self, name: bool = True) -> list[Text]:
        """The usual captions: the name, then the value, in as many lines as they need."""
        return [*(self.name_lines() if name else ()), *(line for words in self.value() for line in value_lines(words))]

    def name_lines(self, size: float = 13.0, bold: bool = False) -> list[Text]:
        """The name as lines of a caption."""
        return [Text(0, 0, line, "name", size, bold) for line in wrapped(self.name, WIDEST_NAME, size, bold)]

    def named(self, *parameters: str) -> list[Text]:
        """Captions of mechanical parts: the name, then those of these parameters that were given."""
        lines = self.name_lines()
        for name in parameters if self.values else ():
            if name in self.component.given:
                declared = self.component.declarations[name]
                raw = self._outer(name)
                value = (
                    value_text(raw, unit(declared.unit, self.domain)) if isinstance(declared, Parameter) else str(raw)
                )
                lines += value_lines(f"{name} = {value}")
        return lines

    def _outer(self, name: str) -> Any:
        """What was given for a parameter; where that is a parameter of the model with the same name, its value."""
        raw, above = self.component.given[name], self.component.parent
        if value_text(raw) != name or above is None or name not in above.declarations:
            return raw
        return above.given.get(name, getattr(above.declarations[name], "default", raw))


def value_lines(words: str) -> list[Text]:
    """A law or values as lines of a caption; long ones become wider as well as higher."""
    widest = max(WIDEST_VALUE, 9.0 * text_width(words, 11) ** 0.5)
    words = _TOGETHER.sub("\u00a0", words)
    return [Text(0, 0, line, "value", 11, color=GREY) for line in wrapped(words, widest, 11)]
