"""Pages: a scene and the code that draws it in one HTML text that needs no network."""

from __future__ import annotations

import html
import json
from dataclasses import field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from ...errors import MultibondError
from ...frozen import frozen
from ...model.file.whole import as_path, write_text
from .film import ENDINGS, RATE, SIZE, check_choices, check_ending, write_film
from .scene_data import scene as make_scene

# Forbids every request: the page is whole as it is.
_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; media-src blob:"
)
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
</head>
<body>
<noscript>This animation needs JavaScript.</noscript>
<script type="application/json" id="multibond-scene">{scene}</script>
<script>{code}</script>
</body>
</html>
"""


def page(scene: dict[str, Any]) -> str:
    """One self-contained HTML page that plays `scene`."""
    # A "<" in a name could end the element.
    text = json.dumps(scene, separators=(",", ":"), allow_nan=False).replace("<", "\\u003c")
    title = html.escape(f"{scene['title']} – animation")
    return _PAGE.format(policy=_POLICY, title=title, scene=text, code=viewer())


@cache
def viewer() -> str:
    """The code of the page, bundled when the package was built."""
    code = files("multibond.picture").joinpath("page", "viewer.js")
    try:
        return code.read_text(encoding="utf-8")
    except OSError:
        raise MultibondError(
            "the code of the animation page is missing: it is bundled when the package is built. In a checkout run "
            "'pip install -e .' again, or, with Node, 'npm install --no-package-lock && npm run build' in page/; "
            "a multibond wheel carries it"
        ) from None


@frozen
class Animation:
    """An animation of a run: it shows itself in notebooks, ``save`` writes the page, a film or a picture, and ``html``
    is the text of the page."""

    scene: dict[str, Any] = field(repr=False)
    height: int = 640

    @property
    def html(self) -> str:
        """The whole page as text."""
        return page(self.scene)

    def save(
        self,
        path: str | Path,
        *,
        size: tuple[int, int] = SIZE,
        seconds: float | None = None,
        rate: float = RATE,
        at: float | None = None,
        view: str | None = None,
        dark: bool = False,
    ) -> Path:
        """Write the page (.html), a film (.gif, .mp4) or a picture (.png); returns the path.

        Films and pictures are made without a screen, in `size` pixels (width, height), seen from a `view` ("front",
        "side", "top", "corner", "planar"), `dark` or light. A film lasts `seconds` (None: as long as the run, if that
        is 1 to 10 s) and has `rate` pictures a second; a picture is of the time `at` [s] (None: the start).
        """
        check_ending(path)
        check_choices(path, size=size != SIZE, seconds=seconds is not None, rate=rate != RATE, at=at is not None,
                      view=view is not None, dark=dark)  # fmt: skip
        if as_path(path).suffix.lower() not in ENDINGS:
            return write_text(path, self.html, "the animation")
        return write_film(self.scene, path, size=size, seconds=seconds, rate=rate, at=at, view=view, dark=dark)

    def _repr_html_(self) -> str:
        title = html.escape(f"Animation of {self.scene['title']}")
        return (
            f'<iframe title="{title}" srcdoc="{html.escape(self.html)}" '
            f'sandbox="allow-scripts allow-downloads" allowfullscreen '
            f'style="width: 100%; height: {self.height}px; border: 0; border-radius: 8px"></iframe>'
        )

    def __repr__(self) -> str:
        shapes, moments = len(self.scene["shapes"]), self.scene["frames"]
        return f"<Animation of {self.scene['title']}: {shapes} shapes, {moments} frames>"


def animate(result: Any, shapes: Any, *, height: int = 640, **options: Any) -> Animation:
    """The animation of a result: `options` are those of `scene`; `height` of the notebook view in pixels."""
    return Animation(make_scene(result, shapes, **options), height)
