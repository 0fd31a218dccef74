"""The icon of every component: that of its class, otherwise the usual one of its role in bond graphs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ..model.composite import Composite
from .icon import WIDEST_NAME, Icon, Look
from .item import GREY, INK, SIGNAL, Frame, Item, Rectangle, Text
from .quantity import value_text
from .text_width import text_width, wrapped


def icon_of(look: Look) -> Icon:
    """The icon of a component: that of its class or nearest base, otherwise that of its role."""
    if look.component.icon is not None:
        drawn: Icon = look.component.icon(look)
        return drawn
    if isinstance(look.component, Composite):
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
    """``R : damper`` on one line, its value as caption; a long name beside the symbol in several lines."""
    size, gap = 15.0, 4.0
    symbol = text_width(look.symbol, size, True)
    lines = wrapped(f": {look.name}", WIDEST_NAME, 13.0)
    # the lines of a name begin one below the other, behind the colon
    indent = text_width(": ", 13.0)
    shift = [0.0, *(indent for _ in lines[1:])]
    rest = max(text_width(line, 13.0) + more for line, more in zip(lines, shift))
    width = symbol + gap + rest
    items: list[Item] = [Text(-width / 2 + symbol / 2, 0, look.symbol, "symbol", size, bold=True)]
    for row, (line, more) in enumerate(zip(lines, shift)):
        x = -width / 2 + symbol + gap + more + text_width(line, 13.0) / 2
        items.append(Text(x, 15.0 * (row - (len(lines) - 1) / 2), line, "name", 13))
    return Icon(width, 15.0 * len(lines), "box", items, look.captions(name=False))


def two_port_icon(look: Look) -> Icon:
    """``TF`` with name and ratio as captions."""
    width = text_width(look.symbol, 15.0, True)
    return Icon(width, 15, "box", [Text(0, 0, look.symbol, "symbol", 15, bold=True)], look.captions())


def junction_icon(look: Look) -> Icon:
    """A bold 0 or 1, or what stands for a composition of bonds."""
    symbol = look.component.symbol
    wide = 13.0 if look.component.junction else max(13.0, text_width(symbol, 20.0, True))
    return Icon(wide, 17, "box", [Text(0, 0, symbol, "symbol", 20, bold=True)])


def partial_junction(part: Any, look: Look) -> Icon:
    """A bold 0 or 1 with a small p; the caption says which components it taps."""
    taps = ", ".join(map(str, part.tapped()))
    items: list[Item] = [Text(-4, 0, part.symbol[0], "symbol", 20, bold=True), Text(6, 5, "p", "mark", 12, bold=True)]
    return Icon(20, 17, "box", items, [Text(0, 0, f"taps {taps}", "value", 11, color=GREY)])


def permutation(part: Any, look: Look) -> Icon:
    """The symbol of a reordering with the order as caption."""
    order = value_text(part.option("order") or "–")
    return replace(junction_icon(look), captions=[Text(0, 0, f"order {order}", "value", 11, color=GREY)])


def sensor_icon(look: Look) -> Icon:
    """A circle with the symbol, the name as caption."""
    radius = max(14.0, text_width(look.symbol, 12, True) / 2 + 5)
    items: list[Item] = [
        Frame(Rectangle(-radius, -radius, radius, radius), "sensor", SIGNAL, 1.4, radius),
        Text(0, 0, look.symbol, "symbol", 12, bold=True, color=SIGNAL),
    ]
    return Icon(2 * radius, 2 * radius, "round", items, look.name_lines())


def block_icon(look: Look) -> Icon:
    """A rectangle with the symbol, name and values as captions."""
    words = look.component.symbol or type(look.component).__name__
    width = max(38.0, text_width(words, 13, True) + 16)
    items: list[Item] = [
        Frame(Rectangle(-width / 2, -15, width / 2, 15), "block", SIGNAL, 1.4),
        Text(0, 0, words, "symbol", 13, bold=True, color=INK),
    ]
    return Icon(width, 30, "box", items, look.captions())


def composite_icon(look: Look) -> Icon:
    """A rounded box with name and type."""
    assert isinstance(look.component, Composite)
    kind = type(look.component).__name__
    written = look.component.is_plain()  # step by step: its title says more than its class
    names = look.name_lines(14, bold=True)
    kinds = wrapped(look.component.title if written else kind, WIDEST_NAME, 11)
    lines = [*names, *(Text(0, 0, line, "type", 11, italic=True, color=GREY) for line in kinds)]
    width = max(70.0, *(line.width + 26 for line in lines))
    high = sum(1.25 * line.size for line in lines)
    height = max(44.0, high + 12, 18.0 * ((len(look.component.ports) + 1) // 2))
    items: list[Item] = [
        Frame(Rectangle(-width / 2, -height / 2, width / 2, height / 2), "composite", INK, 1.4, 8, "#f3f6fa")
    ]
    top = -high / 2
    for line in lines:
        items.append(line.moved(0, top + 0.6 * line.size))
        top += 1.25 * line.size
    return Icon(width, height, "box", items)
