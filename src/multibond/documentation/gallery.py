"""docs/gallery.md: every model of the bank with a moving picture, its drawing, its curves and what it is about."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..bank import bundled, names
from .moving import LARGEST as LARGEST_FILM
from .moving import moving_picture

if TYPE_CHECKING:
    from ..api import Model

HEAD = """\
# Gallery

The models of the bank: `multibond simulate NAME` runs one, `mb.load("NAME")` opens it in Python, and its source, one
file in `src/multibond/bank/`, shows how it is written. This page is made by `python -m multibond.documentation`.
"""
POINTS = 201
LARGEST = 40_000  # bytes of a drawing that is kept in the repository
ACROSS = 4  # moving pictures in a row


def gallery_page() -> str:
    """The page as Markdown."""
    models = [(name, bundled(name)) for name in names()]
    contents = [f"- [{name}](#{name}) – {kind.summary}" for name, kind in models]
    return "\n".join([HEAD, *_moving([name for name, _ in models]), *contents, "", *(_entry(*one) for one in models)])


def _moving(models: list[str]) -> list[str]:
    """A table of moving pictures that lead to the entries."""
    cells = [f"[![{name} moves](pictures/{name}.gif)](#{name})<br>{name}" for name in models]
    rows = [cells[k : k + ACROSS] for k in range(0, len(cells), ACROSS)]
    lines = ["| " + " | ".join([*row, *[""] * (ACROSS - len(row))]).rstrip() + " |" for row in rows]
    return ["| " * ACROSS + "|", "|---" * ACROSS + "|", *lines, ""]


def _entry(name: str, kind: type[Model]) -> str:
    model = kind()
    outputs = [f"`{key}` {shown.description or ''}".strip() for key, shown in model.outputs.items()]
    return "\n".join([
        f"## {name}", "", _story(kind), "",
        f"![bond graph of {name}](pictures/{name}.svg)", "", f"![curves of {name}](pictures/{name}_curves.svg)", "",
        f"Outputs: {', '.join(outputs)}." if outputs else "", "",
    ])  # fmt: skip


def _story(kind: type[Model]) -> str:
    """The docstring as written, without the table of declarations that is put behind it."""
    text = inspect.cleandoc(kind.__doc__ or "")
    for title in ("Ports:", "Parameters:", "Inputs:", "Variables:"):
        text = text.partition(f"\n{title}\n")[0]
    return "\n\n".join(" ".join(part.split()) for part in text.strip().split("\n\n"))


def write_pictures(folder: Path, new: bool = False) -> Iterator[Path]:
    """Write drawing, curves and moving picture of every model (`new`: only those that are missing); yields their
    paths."""
    for name in names():
        model = bundled(name)()
        graph, curves = folder / f"{name}.svg", folder / f"{name}_curves.svg"
        if not (new and graph.exists()):
            yield _write(graph, model.draw().svg)
        if not (new and curves.exists()):
            yield _write(curves, _curves(model))
        film = folder / f"{name}.gif"
        if not (new and film.exists()):
            yield _write_film(film, moving_picture(model))


def _write(path: Path, text: str) -> Path:
    if len(text.encode()) > LARGEST:
        raise ValueError(f"{path} would have {len(text.encode())} bytes; draw less")
    path.write_text(text if text.endswith("\n") else text + "\n", encoding="utf-8")
    return path


def _write_film(path: Path, content: bytes) -> Path:
    if len(content) > LARGEST_FILM:
        raise ValueError(f"{path} would have {len(content)} bytes; show less")
    path.write_bytes(content)
    return path


def _curves(model: Model) -> str:
    from ..result.canvas import svg_text

    result = model.simulate(points=POINTS)
    figure: Any = result.plot(width=7.2, height=1.7)
    return svg_text(figure, model.title)


__all__ = ["gallery_page", "write_pictures"]
