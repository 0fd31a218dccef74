"""A scene as a matplotlib figure; matplotlib is loaded only here."""

from __future__ import annotations

from typing import Any

from ...argument import refuse_kind
from ...look.item import PAPER, Frame, Stroke, Text
from .scene import Scene

_FONTS = ["Helvetica", "Arial", "Liberation Sans", "Nimbus Sans", "DejaVu Sans"]
_PIXELS_PER_INCH = 96


def to_figure(scene: Scene, axes: Any = None) -> Any:
    """The scene in a new figure of its own size, or in the given `axes`; returns the figure."""
    from matplotlib.figure import Figure
    from matplotlib.font_manager import FontProperties, findfont

    box = scene.box()
    if axes is None:
        size = ((box.right - box.left) / _PIXELS_PER_INCH, (box.bottom - box.top) / _PIXELS_PER_INCH)
        figure = Figure(figsize=size, dpi=_PIXELS_PER_INCH, facecolor=PAPER)
        axes = figure.add_axes((0, 0, 1, 1))
    elif not hasattr(axes, "set_xlim"):
        raise refuse_kind("axes", "figure", "axes of matplotlib", axes)
    else:
        figure = axes.figure
    axes.set_xlim(box.left, box.right)
    axes.set_ylim(box.bottom, box.top)
    axes.set_aspect("equal")
    axes.axis("off")
    # points per pixel, so that line widths keep their proportion to the drawing
    points = 72 / _PIXELS_PER_INCH
    family = next((name for name in _FONTS if _has(findfont, FontProperties(family=name))), "DejaVu Sans")
    for order, item in enumerate(scene.items()):
        if isinstance(item, Text):
            _text(axes, item, family, order)
        elif isinstance(item, Frame):
            _frame(axes, item, points, order)
        else:
            _stroke(axes, item, points, order)
    return figure


def _has(find: Any, font: Any) -> bool:
    try:
        find(font, fallback_to_default=False)
    except ValueError:
        return False
    return True


def _stroke(axes: Any, item: Stroke, points: float, order: int) -> None:
    from matplotlib.patches import Polygon

    dash: Any = "solid"
    if item.dash:
        dash = (0, tuple(float(part) / max(item.width, 0.5) for part in item.dash.split()))
    if item.closed:
        axes.add_patch(Polygon(item.points, closed=True, facecolor=item.fill or "none", edgecolor=item.color,
                               linewidth=item.width * points, zorder=order))  # fmt: skip
    else:
        xs, ys = zip(*item.points)
        axes.plot(xs, ys, color=item.color, linewidth=item.width * points, linestyle=dash, zorder=order,
                  solid_capstyle="round", solid_joinstyle="round")  # fmt: skip


def _frame(axes: Any, item: Frame, points: float, order: int) -> None:
    from matplotlib.patches import Ellipse, FancyBboxPatch

    r = item.rectangle
    width, height = r.right - r.left, r.bottom - r.top
    if item.radius and 2 * item.radius >= max(width, height):
        middle = ((r.left + r.right) / 2, (r.top + r.bottom) / 2)
        axes.add_patch(Ellipse(middle, width, height, zorder=order, facecolor=item.fill or "none",
                               edgecolor=item.color, linewidth=item.width * points))  # fmt: skip
        return
    style = f"round,pad=0,rounding_size={item.radius}" if item.radius else "square,pad=0"
    axes.add_patch(FancyBboxPatch((r.left, r.top), r.right - r.left, r.bottom - r.top, boxstyle=style, zorder=order,
                                  facecolor=item.fill or "none", edgecolor=item.color,
                                  linewidth=item.width * points))  # fmt: skip


def _text(axes: Any, item: Text, family: str, order: int) -> None:
    """Letters as outlines, stretched to the width that the layout counted with, whatever the size of the axes."""
    from matplotlib.font_manager import FontProperties
    from matplotlib.patches import PathPatch, Rectangle
    from matplotlib.textpath import TextPath
    from matplotlib.transforms import Affine2D

    if item.halo:
        b = item.box.grown(1.5)
        axes.add_patch(
            Rectangle((b.left, b.top), b.right - b.left, b.bottom - b.top, color=PAPER, zorder=order, linewidth=0)
        )
    font = FontProperties(family=[family, "DejaVu Sans"], weight="bold" if item.bold else "normal",
                          style="italic" if item.italic else "normal")  # fmt: skip
    words = item.words.replace("$", r"\$")
    if not words.strip():
        return
    path = TextPath((0, 0), words, size=item.size, prop=font)
    extents = path.get_extents()
    natural = extents.width or item.width
    stretch = min(1.0, item.width / natural)
    place = Affine2D().scale(stretch, -1).translate(item.x - stretch * (extents.x0 + natural / 2), item.baseline)
    axes.add_patch(PathPatch(path.transformed(place), facecolor=item.color, linewidth=0, zorder=order))
