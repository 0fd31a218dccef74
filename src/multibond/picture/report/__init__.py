"""The report of a graph in MODIN's six parts, as text, Markdown, LaTeX, HTML or JSON.

I structure, II power and causality, III classes of bonds, IV characteristic vectors, V matrices of the graph,
VI matrices of the model. A nonlinear model has no matrices; its parts V and VI say why and give the state equations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...errors import NameNotFound, nearest

if TYPE_CHECKING:
    from ...model.composite import Composite

FORMATS = ("text", "markdown", "latex", "html", "json")


def report(model: Composite, symbolic: bool = False, format: str = "text", drawing: str | None = None) -> str:
    """The report of `model`. `symbolic`: matrices in the names of the parameters.

    `format`: "text", "markdown", "latex", "html" (one self-contained page) or "json". `drawing`: SVG for the HTML page
    (default: the bond graph as drawn automatically; "" for none).
    """
    if format not in FORMATS:
        raise NameNotFound(f"there is no report format '{format}'" + nearest(format, FORMATS))
    from .content import content

    document = content(model, symbolic)
    if format == "text":
        from .text import text

        return text(document)
    if format == "markdown":
        from .markdown import markdown

        return markdown(document)
    if format == "latex":
        from .latex import latex

        return latex(document)
    if format == "json":
        from .data import json_text

        return json_text(document)
    from .html import html

    if drawing is None:
        from .. import draw

        drawing = draw(model).svg
    return html(document, drawing)


__all__ = ["FORMATS", "report"]
