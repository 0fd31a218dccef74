"""Pictures of theory: set-valued laws between effort and flow, and what happens along the impulse of an impact."""

from __future__ import annotations

from pathlib import Path

FONT = "Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', 'DejaVu Sans', sans-serif"
INK, LAW, SOFT, OTHER = "#5b6472", "#2563c9", "#cfdcf3", "#d97706"
Point = tuple[float, float]


def law_pictures(folder: Path) -> list[tuple[Path, str]]:
    """The pictures of docs/nonsmooth.md and docs/impacts.md, with where they belong."""
    return [(folder / "set_valued_laws.svg", _laws()), (folder / "impact_phases.svg", _impact())]


def _laws() -> str:
    """Effort over flow: diode, friction, contact and switch."""
    parts = []
    shown: tuple[tuple[str, list[list[Point]], list[list[Point]], list[tuple[float, float, str]]], ...] = (
        ("diode", [[(0, -46), (0, 0), (50, 0)]], [], [(30, 8, "passes"), (-22, -34, "blocks")]),
        ("friction", [[(-50, -30), (0, -30), (0, 30), (50, 30)]], [],
         [(28, 38, "slides"), (-22, 12, "sticks"), (-30, -45, "slides back")]),
        ("contact", [[(-50, 0), (0, 0), (0, 46)]], [], [(-28, 8, "open"), (22, 34, "rests")]),
        ("switch", [[(-50, 0), (50, 0)]], [[(0, -46), (0, 46)]], [(30, 8, "closed"), (20, -34, "open")]),
    )  # fmt: skip
    for k, (name, lines, others, words) in enumerate(shown):
        x, y = 90 + 160 * k, 75
        parts += [_arrow(x - 58, y, x + 62, y), _arrow(x, y + 54, x, y - 58)]
        parts += [_text(x + 68, y + 4, "f", INK), _text(x + 9, y - 54, "e", INK)]
        parts += [_line([(x + a, y - b) for a, b in line], LAW, 3) for line in lines]
        parts += [_line([(x + a, y - b) for a, b in line], OTHER, 3) for line in others]
        parts += [_text(x + a, y - b, word, INK, 10) for a, b, word in words]
        parts.append(_text(x, y + 78, name, "#1f2733", 13))
    return _page(660, 165, "set-valued laws: effort e over flow f", parts)


def _impact() -> str:
    """The velocity of approach along the normal impulse, with the works of compression and restitution."""
    left, zero, middle, end, top = 60.0, 150.0, 250.0, 390.0, 40.0
    slope = (zero - top) / (middle - left)
    last = zero + slope * (end - middle)
    parts = [
        _area([(left, zero), (left, top), (middle, zero)], SOFT),
        _area([(middle, zero), (end, zero), (end, last)], "#f7e3c4"),
        _arrow(left - 10, zero, 450, zero), _arrow(left, 250, left, 20),
        _line([(left, top), (end, last)], LAW, 3), _line([(end, zero), (end, last)], INK, 1),
        _text(520, zero + 4, "normal impulse p", INK), _text(left + 72, 26, "speed of approach u", INK),
        _text(left + 62, zero - 14, "compression, work W", INK, 10), _text(end - 32, zero + 22, "e² W", INK, 10),
        _text(middle + 48, zero - 8, "approach ends", INK, 10), _text(end + 62, last, "they part: Stronge", INK, 10),
        _text((left + middle) / 2 + 30, top + 24, "du/dp = −G", LAW, 11),
    ]  # fmt: skip
    return _page(600, 265, "an impact along its normal impulse", parts)


def _line(points: list[Point], colour: str, width: float) -> str:
    path = " L".join(f"{x:g} {y:g}" for x, y in points)
    return f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="{width:g}"/>'


def _area(points: list[Point], colour: str) -> str:
    return f'<path d="M{" L".join(f"{x:g} {y:g}" for x, y in points)} Z" fill="{colour}"/>'


def _arrow(x1: float, y1: float, x2: float, y2: float) -> str:
    """An axis with its head."""
    if y1 == y2:
        head = [(x2 - 6, y2 - 3), (x2, y2), (x2 - 6, y2 + 3)]
    else:
        head = [(x2 - 3, y2 + 6), (x2, y2), (x2 + 3, y2 + 6)]
    return _line([(x1, y1), (x2, y2)], INK, 1) + _line(head, INK, 1)


def _text(x: float, y: float, words: str, colour: str, size: float = 12) -> str:
    return f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}">{words}</text>'


def _page(width: int, height: int, title: str, parts: list[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        f'font-family="{FONT}" text-anchor="middle" role="img" stroke-linecap="round" stroke-linejoin="round">'
    )
    paper = f'<rect width="{width}" height="{height}" fill="#ffffff"/>'
    return "\n".join([head, f"<title>{title}</title>", paper, *parts, "</svg>", ""])


__all__ = ["law_pictures"]
