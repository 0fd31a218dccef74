"""Films and pictures of a scene without a screen or browser: GIF and PNG by Pillow, MP4 by ffmpeg."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import FileError, ModelError, MultibondError
from ...model.file.whole import as_path, check_no_model, replacing
from .moving_solids import MovingSolids, moves
from .raster import paint
from .viewpoint import VIEWS, Viewpoint

ENDINGS = (".gif", ".mp4", ".png")
PAGES = (".html", ".htm", "")
SIZE, RATE = (640, 400), 20.0  # pixels, and pictures a second, where nothing is said
FINER = 2  # pixels of the painting for one of the picture, in each direction
LIGHT = np.array([0.45, 0.8, 0.4]) / np.linalg.norm([0.45, 0.8, 0.4])  # towards the sun
THEMES: dict[bool, dict[str, Any]] = {
    False: {"sky": ((223, 232, 241), (245, 247, 250)), "line": (202, 211, 221), "ink": (28, 37, 48), "shade": 0.80},
    True: {"sky": ((27, 34, 44), (20, 25, 32)), "line": (48, 59, 72), "ink": (230, 235, 241), "shade": 0.62},
}
MOST_FRAMES = 600
LONGEST = 10.0  # s, of a film of which nothing is said
COLORS = 96  # of a GIF
TINY, DOT = 5.0, 3.0  # pixels: what is smaller gets a dot of this radius


class Film:
    """The pictures of a scene (see `scene`) in a size in pixels, from a named `view`, in the light or `dark` theme.

    A `plain` sky has one colour, which makes files of few colours small; without `told` nothing is written into them.
    """

    def __init__(
        self,
        scene: dict[str, Any],
        size: tuple[int, int] = SIZE,
        view: str | None = None,
        dark: bool = False,
        plain: bool = False,
        told: bool = True,
    ):
        if len(size) != 2 or not all(isinstance(x, (int, np.integer)) and 32 <= x <= 4000 for x in size):
            raise ModelError(f"the size of a picture is two whole numbers of pixels from 32 to 4000, not {size!r}")
        if view is not None and view not in VIEWS:
            raise ModelError(f"a view is one of {', '.join(VIEWS)}, not {view!r}")
        self.scene, self.theme, self.plain, self.told = scene, THEMES[dark], plain, told
        self.width, self.height = (int(x) // 2 * 2 for x in size)
        self.solids = MovingSolids(scene)
        self.camera = Viewpoint(
            self.solids, view or ("planar" if self._planar() else "corner"), self.width / self.height
        )
        self.start, self.stop = float(self.solids.time[0]), float(self.solids.time[-1])
        low = float(self.camera.whole[0, 1])
        self.ground = self.solids.floor if self.solids.floor is not None else low - 0.04 * self.camera.extent

    def _planar(self) -> bool:
        """Whether everything moves in planes across z and turns about z."""
        if abs(self.scene["up"][2]) > 0.01:
            return False
        return all(self._flat(shape) for shape in self.scene["shapes"] if moves(shape))

    def _flat(self, shape: dict[str, Any]) -> bool:
        times = self.solids.time[:: max(1, len(self.solids.time) // 20)]
        places = np.array([self.solids._value(shape["position"], float(at)) for at in times])
        if "orientation" in shape:
            turns = np.array([self.solids._value(shape["orientation"], float(at)) for at in times])
            if np.max(np.abs(turns[:, 1:3])) > 1e-6:
                return False
        return bool(np.ptp(places[:, 2]) < 1e-6)

    def picture(self, at: float) -> Any:
        """The picture at a time [s] of the run, as an image of Pillow."""
        from PIL import Image

        wide, high = FINER * self.width, FINER * self.height
        image = self._sky(wide, high)
        near, ground = np.zeros((high, wide)), self.scene.get("ground", True)
        self._paint(image, near, *self.solids.triangles(at, ground=True), at)
        if ground:
            image = self._lined(image, at)
        corners, colors = self.solids.triangles(at)
        if ground:
            self._shade(image, corners, at, wide, high)
        self._paint(image, near, corners, colors, at)
        pixels = (255 * np.clip(image, 0.0, 1.0)).astype(np.uint8)
        small = Image.fromarray(pixels).resize((self.width, self.height), Image.Resampling.BOX)
        self._mark(small, at)
        return self._written(small, at) if self.told else small

    def _paint(self, image: np.ndarray, near: np.ndarray, corners: np.ndarray, colors: np.ndarray, at: float) -> None:
        """Triangles in their light; `near` is the depth buffer."""
        parts, owners = self.camera.before(corners, at)
        seen = self.camera.project(parts, at, image.shape[1], image.shape[0])
        paint(image, near, seen, _lit(corners, colors, self.camera.back)[owners])

    def _sky(self, wide: int, high: int) -> np.ndarray:
        top, far = (np.array(color, dtype=float) for color in self.theme["sky"][:: -1 if self.plain else 1])
        share = np.minimum(1.0, np.linspace(0.0, 1.6, high))[:, None, None] * (0.0 if self.plain else 1.0)
        return np.broadcast_to((1 - share) * top + share * far, (high, wide, 3)).astype(np.uint8, order="C") / 255.0

    def _lined(self, image: np.ndarray, at: float) -> np.ndarray:
        """The picture with the lines of the ground."""
        from PIL import Image, ImageDraw

        high, wide = image.shape[:2]
        drawn = Image.fromarray(np.round(255 * np.clip(image, 0.0, 1.0)).astype(np.uint8))
        pen = ImageDraw.Draw(drawn)
        target, _ = self.camera.at(at)
        cell = 10 ** np.floor(np.log10(self.camera.extent / 6))
        cell *= next(f for f in (5, 2, 1) if f * cell <= self.camera.extent / 6 * (1 + 1e-9))
        steps = cell * np.arange(-30, 31)
        x, z = (np.round(target[k] / cell) * cell for k in (0, 2))
        for shift in steps:
            for ends in (((x + shift, z + steps)), ((x + steps, z + shift))):
                line = np.stack(np.broadcast_arrays(ends[0], self.ground, ends[1]), axis=-1)
                dots = self.camera.project(line, at, wide, high)[:, :2]
                good = np.all(np.isfinite(dots), axis=1) & np.all(np.abs(dots) < 4 * wide, axis=1)
                for k in np.flatnonzero(good[:-1] & good[1:]):
                    pen.line([*dots[k], *dots[k + 1]], fill=self.theme["line"], width=FINER - 1 or 1)
        return np.asarray(drawn, dtype=float) / 255

    def _shade(self, image: np.ndarray, corners: np.ndarray, at: float, wide: int, high: int) -> None:
        """The shadows of all triangles on the ground."""
        above = corners[..., 1:2] - self.ground
        flat = self.camera.project(corners - above * LIGHT / LIGHT[1], at, wide, high)
        good = np.all(np.isfinite(flat), axis=(1, 2)) & np.all(above[..., 0] > -1e-9 * self.camera.extent, axis=1)
        mask = np.ones((high, wide, 3))
        flat[..., 2] = 1.0
        shades = np.tile([self.theme["shade"]] * 3 + [1.0], (int(good.sum()), 1))
        paint(mask, np.zeros((high, wide)), flat[good], shades)
        image *= mask

    def _mark(self, image: Any, at: float) -> None:
        """A dot in its colour where a thing that moves is too small to be seen."""
        from PIL import ImageDraw

        pen = ImageDraw.Draw(image)
        found: dict[int, list[tuple[float, np.ndarray, dict[str, Any]]]] = {}
        for shape, points in self.solids.boxes(at):
            seen = self.camera.project(points, at, self.width, self.height)[:, :2]
            if moves(shape) and np.all(np.isfinite(seen)):
                found.setdefault(shape.get("group", -1), []).append(
                    (float(np.max(np.ptp(seen, axis=0))), seen.mean(axis=0), shape)
                )
        for parts in found.values():
            if max(size for size, _, _ in parts) < TINY:
                _, (x, y), shape = min(parts, key=lambda part: part[2].get("role") == "joint")
                color = shape["color"]
                pen.ellipse([x - DOT, y - DOT, x + DOT, y + DOT], fill=color, outline=self.theme["ink"])

    def _written(self, image: Any, at: float) -> Any:
        """The picture with title, time, the last event and doubts."""
        from PIL import ImageDraw, ImageFont

        letters = max(10, self.height // 28)
        pen, font = ImageDraw.Draw(image), ImageFont.load_default(size=letters)
        digits = (
            2 if self.stop - self.start >= 1.0 else int(min(9, 2 + np.ceil(-np.log10((self.stop - self.start) or 1.0))))
        )
        margin, ink = self.height // 40 + 2, self.theme["ink"]
        pen.text((margin, margin), f"{self.scene['title']}  {at:.{digits}f} s", fill=ink, font=font)
        lines = [f"doubt: {text}" for text in self.scene.get("doubts", [])[:1]]
        lines += [
            text for when, text in self.scene.get("events", []) if 0.0 <= at - when < 0.04 * (self.stop - self.start)
        ][-1:]
        for k, text in enumerate(lines):
            pen.text(
                (margin, self.height - margin - (k + 1) * 1.3 * letters), text[: self.width // 5], fill=ink, font=font
            )
        return image

    def times(self, seconds: float | None, rate: float) -> np.ndarray:
        """The times of the run that are shown by a film of so many seconds, at `rate` pictures a second."""
        duration = self.stop - self.start
        if seconds is None:
            seconds = duration if 1.0 <= duration <= LONGEST else LONGEST if duration > LONGEST else 5.0
        if not (0.0 < seconds <= 600.0 and 1.0 <= rate <= 60.0):
            raise ModelError("a film takes up to 600 s, with 1 to 60 pictures a second")
        count = max(2, round(seconds * rate))
        if count > 10 * MOST_FRAMES:
            raise ModelError(
                f"the film would have {count} pictures; at most {10 * MOST_FRAMES} are made: take a lower rate"
            )
        return np.linspace(self.start, self.stop, count, endpoint=duration == 0.0)


def _lit(corners: np.ndarray, colors: np.ndarray, back: np.ndarray) -> np.ndarray:
    """The colours of triangles in the light: of the sun, the sky and a little from the reader; both sides are lit."""
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normal /= np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-300)
    normal *= np.where(normal @ back < 0.0, -1.0, 1.0)[:, None]
    light = 0.52 + 0.42 * np.maximum(0.0, normal @ LIGHT) + 0.10 * normal[:, 1] + 0.10 * np.abs(normal @ back)
    return np.concatenate([np.clip(colors[:, :3] * light[:, None], 0.0, 1.0), colors[:, 3:]], axis=1)


def write_film(
    scene: dict[str, Any],
    path: Any,
    *,
    size: tuple[int, int] = SIZE,
    seconds: float | None = None,
    rate: float = RATE,
    at: float | None = None,
    view: str | None = None,
    dark: bool = False,
) -> Path:
    """Write a scene as a film (.gif, .mp4) or as one picture (.png, at the time `at` [s]); the path.

    A film lasts `seconds` (None: as the run, if that is 1 to 10 s), with `rate` pictures a second.
    """
    target = as_path(path)
    check_no_model(target)
    ending = target.suffix.lower()
    film = Film(scene, size, view, dark, plain=ending == ".gif")
    if ending == ".png":
        moment = film.start if at is None else at
        if not film.start <= moment <= film.stop:
            raise ModelError(f"the picture is of {film.start:g} to {film.stop:g} s of the run, not of {moment:g} s")
        with replacing(target, "the picture") as part:
            film.picture(moment).save(part, format="PNG", optimize=True)
        return target
    pictures = (film.picture(float(moment)) for moment in film.times(seconds, rate))
    program = _ffmpeg() if ending == ".mp4" else ""
    with replacing(target, "the film") as part:
        if ending == ".mp4":
            _write_mp4(pictures, part, program, (film.width, film.height), rate)
        else:
            _write_gif(list(pictures), part, rate)
    return target


def check_ending(path: Any) -> None:
    """Refuse a name by whose ending neither a page nor a film or picture is meant."""
    target = as_path(path)
    ending = target.suffix.lower()
    if ending not in (*ENDINGS, *PAGES):
        how = "; a .webm is recorded in the page" if ending == ".webm" else ""
        raise FileError(
            f"'{target.name[:100]}' is no film, picture or page: its name must end with {', '.join(ENDINGS)} or "
            f".html{how}"
        )


def check_choices(path: Any, **given: bool) -> None:
    """Refuse choices that what is written does not have: a page is for all times and views, a picture for one time."""
    ending = as_path(path).suffix.lower()
    kind, lost = "film", ["at"]
    if ending not in ENDINGS:
        kind, lost = "page", list(given)
    elif ending == ".png":
        kind, lost = "picture", ["seconds", "rate"]
    found = [name for name in lost if given[name]]
    if found:
        listed = ", ".join(f"'{name}'" for name in found)
        instead = {"page": "choose in the page, or write a film (.gif, .mp4) or a picture (.png)",
                   "film": "leave it out, or write a picture (.png)",
                   "picture": "leave it out, or write a film (.gif, .mp4)"}[kind]  # fmt: skip
        raise ModelError(f"'{as_path(path).name[:100]}' is a {kind}, for which {listed} says nothing; {instead}")


def _write_gif(pictures: list[Any], path: Path, rate: float) -> None:
    """All pictures in the colours of some of them, so that nothing flickers; what does not change is stored once."""
    from PIL import Image

    some = pictures[:: max(1, len(pictures) // 6)][:6]
    mosaic = Image.new("RGB", (some[0].width, some[0].height * len(some)))
    for k, one in enumerate(some):
        mosaic.paste(one, (0, k * one.height))
    palette = mosaic.quantize(COLORS)
    frames = [one.quantize(palette=palette, dither=Image.Dither.NONE) for one in pictures]
    duration = max(20, round(1000 / rate / 10) * 10)  # ms; the format counts hundredths of a second
    frames[0].save(
        path, format="GIF", save_all=True, append_images=frames[1:], duration=duration, loop=0, optimize=False
    )


def _ffmpeg() -> str:
    """The program that writes videos: that of the wheel, or of the machine."""
    try:
        import imageio_ffmpeg

        return str(imageio_ffmpeg.get_ffmpeg_exe())
    except (ImportError, RuntimeError):
        found = shutil.which("ffmpeg")
    if found is None:
        raise MultibondError(
            "an .mp4 is written by ffmpeg, which is not there: pip install multibond[video], or write a .gif, or "
            "record WebM in the page"
        )
    return found


def _write_mp4(pictures: Iterator[Any], path: Path, program: str, size: tuple[int, int], rate: float) -> None:
    command = [program, "-y", "-loglevel", "error", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", f"{size[0]}x{size[1]}",
               "-r", f"{rate:g}", "-i", "-", "-an", "-c:v", "libx264", "-pix_fmt", "yuv420p", "-crf", "23",
               "-movflags", "+faststart", "-f", "mp4", str(path)]  # fmt: skip
    with subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stderr is not None
        try:
            for one in pictures:
                process.stdin.write(one.tobytes())
            process.stdin.close()
        except BrokenPipeError:
            pass  # what it says about it is read below
        told = process.stderr.read().decode("utf-8", "replace").strip()
        if process.wait() != 0:
            raise MultibondError(f"ffmpeg could not write the film: {told[-200:] or 'it gave no reason'}")


__all__ = ["ENDINGS", "Film", "check_ending", "write_film"]
