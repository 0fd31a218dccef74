"""A scene as SVG text: self-contained, on white paper, every text escaped."""

from __future__ import annotations

import re

from ...look.item import PAPER, Frame, Item, Stroke, Text
from .scene import Scene

FONTS = "Helvetica, Arial, 'Liberation Sans', 'Nimbus Sans', 'DejaVu Sans', sans-serif"
_ESCAPES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def escape(words: str) -> str:
    """`words` as XML text or attribute; characters that XML does not allow become the replacement character.

    >>> escape("a < b & 'c'")
    'a &lt; b &amp; &#39;c&#39;'
    """
    return "".join(_ESCAPES.get(letter, letter) for letter in _FORBIDDEN.sub("\ufffd", words))


def to_svg(scene: Scene, scale: float = 1.0) -> str:
    """The scene as an SVG document."""
    box = scene.box()
    width, height = box.right - box.left, box.bottom - box.top
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(width * scale)}" height="{_number(height * scale)}" '
        f'viewBox="{_number(box.left)} {_number(box.top)} {_number(width)} {_number(height)}" '
        f'font-family="{escape(FONTS)}" text-anchor="middle" role="img" '
        f'stroke-linecap="round" stroke-linejoin="round">',
        f"<title>{escape(scene.title)}</title>",
        f'<rect x="{_number(box.left)}" y="{_number(box.top)}" width="{_number(width)}" height="{_number(height)}" '
        f'fill="{PAPER}"/>',
    ]
    for group in scene.groups:
        path = f' data-path="{escape(group.path)}"' if group.path else ""
        lines.append(f'<g class="{escape(group.kind)}"{path}>')
        if group.title:
            lines.append(f"<title>{escape(group.title)}</title>")
        lines += [_element(item) for item in group.items]
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def _element(item: Item) -> str:
    if isinstance(item, Text):
        return _text(item)
    if isinstance(item, Frame):
        r = item.rectangle
        return (
            f'<rect x="{_number(r.left)}" y="{_number(r.top)}" width="{_number(r.right - r.left)}" '
            f'height="{_number(r.bottom - r.top)}" rx="{_number(item.radius)}" fill="{item.fill or "none"}" '
            f'stroke="{item.color}" stroke-width="{_number(item.width)}"/>'
        )
    return _path(item)


def _path(item: Stroke) -> str:
    points = " L".join(f"{_number(x)} {_number(y)}" for x, y in item.points)
    dash = f' stroke-dasharray="{item.dash}"' if item.dash else ""
    line = f'stroke="{item.color}" stroke-width="{_number(item.width)}"' if item.width else 'stroke="none"'
    return f'<path d="M{points}{"Z" if item.closed else ""}" fill="{item.fill or "none"}" {line}{dash}/>'


def _text(item: Text) -> str:
    weight = ' font-weight="bold"' if item.bold else ""
    style = ' font-style="italic"' if item.italic else ""
    # the length keeps the text within the box that the layout gave it, whatever font is there
    length = f' textLength="{_number(item.width)}" lengthAdjust="spacingAndGlyphs"' if len(item.words) > 1 else ""
    patch = ""
    if item.halo:
        b = item.box.grown(1.5)
        patch = (
            f'<rect x="{_number(b.left)}" y="{_number(b.top)}" width="{_number(b.right - b.left)}" '
            f'height="{_number(b.bottom - b.top)}" fill="{PAPER}"/>'
        )
    return (
        f'{patch}<text x="{_number(item.x)}" y="{_number(item.baseline)}" font-size="{_number(item.size)}"{weight}'
        f'{style} fill="{item.color}"{length}>{escape(item.words)}</text>'
    )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if value else "0"
