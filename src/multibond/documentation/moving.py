"""Moving pictures of the gallery: the bodies of a model, or its curves as they are drawn."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import MultibondError
from ..look.distinct_colors import distinct

if TYPE_CHECKING:
    from ..api import Model

SIZE = (208, 130)  # pixels
PICTURES, RATE = 20, 7  # of a film, and a second
COLORS = (32, 24, 16)  # so many, or fewer where the film would be too large
LARGEST = 110_000  # bytes


def moving_picture(model: Model) -> bytes:
    """A short film of a run as GIF."""
    from PIL import Image

    result = model.simulate(points=401)
    try:
        pictures = _bodies(result)
    except MultibondError:  # it has no bodies
        pictures = _curves(result)
    mosaic = Image.new("RGB", (SIZE[0], SIZE[1] * 4))
    for k, one in enumerate(pictures[:: len(pictures) // 4][:4]):
        mosaic.paste(one, (0, k * SIZE[1]))
    duration, film = round(100 / RATE) * 10, b""
    for colors in COLORS:
        palette = mosaic.quantize(colors)
        first, *others = (one.quantize(palette=palette, dither=Image.Dither.NONE) for one in pictures)
        content = io.BytesIO()
        first.save(content, "GIF", save_all=True, append_images=others, duration=duration, loop=0, optimize=False)
        film = content.getvalue()
        if len(film) <= LARGEST:
            break
    return film


def _bodies(result: Any) -> list[Any]:
    from ..picture.animation.film import Film

    film = Film(result.animate().scene, SIZE, plain=True, told=False)
    return [film.picture(float(at)) for at in np.linspace(film.start, film.stop, PICTURES, endpoint=False)]


def _curves(result: Any) -> list[Any]:
    """The outputs, each in a height of its own, with a dot where they are now."""
    from PIL import Image, ImageDraw

    curves = [np.asarray(result[name], dtype=float).reshape(len(result.time), -1) for name in result.outputs]
    rows = np.concatenate(curves, axis=1).T[:6]
    low, high = (part(rows, axis=1, keepdims=True) for part in (np.nanmin, np.nanmax))
    share = (rows - low) / np.where(high > low, high - low, 1.0)
    width, height = (2 * x for x in SIZE)
    x = 16 + (width - 32) * (result.time - result.time[0]) / (result.time[-1] - result.time[0])
    y = height - 16 - (height - 32) * share
    colors = distinct(len(rows))
    pictures = []
    for last in np.linspace(0, len(x) - 1, PICTURES).astype(int):
        image = Image.new("RGB", (width, height), (245, 247, 250))
        pen = ImageDraw.Draw(image)
        for curve, color in zip(y, colors, strict=True):
            pen.line(list(zip(x[: last + 1], curve[: last + 1], strict=True)), fill=color, width=3)
            pen.ellipse([x[last] - 6, curve[last] - 6, x[last] + 6, curve[last] + 6], fill=color)
        pictures.append(image.resize(SIZE, Image.Resampling.BOX))
    return pictures


__all__ = ["LARGEST", "SIZE", "moving_picture"]
