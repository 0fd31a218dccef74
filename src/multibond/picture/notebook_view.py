"""Models, results, analyses and errors as notebooks show them."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import MultibondError
from ..model.unit import pretty
from ..notebook import folded, framed, table_html
from . import draw

if TYPE_CHECKING:
    from ..model.composite import Composite
    from ..result import Trajectories
    from .drawing import Drawing

MOST = 12  # rows of a table that are shown open
LISTED = 12  # bonds of an analysis that are shown open
LARGE = 150  # elements from which on a model is not compiled only to be looked at
MARK = "#d2322d"


def model_view(model: Composite) -> str:
    """The drawing of a model, and its tables of parameters and states."""
    parts = [f"<h4>{escape(model.title)}</h4>"]
    if model.description:
        parts.append(f"<p class='quiet'>{escape(model.description)}</p>")
    try:
        parts.append(paper(draw(model)))
        parts.append(f"<div class='sides'><div>{_parameters(model)}</div><div>{_states(model)}</div></div>")
    except MultibondError as error:
        parts.append(f"<p class='error'>{escape(str(error))}</p>")
        parts.append(marked_drawing(model, error.where))
    return framed(*parts)


def paper(drawing: Drawing) -> str:
    """A drawing on white paper, which every page has room for."""
    return f"<div class='paper'>{re.sub(r'^.*?(?=<svg)', '', drawing.svg, flags=re.DOTALL)}</div>"


def _parameters(model: Composite) -> str:
    from ..equations.formulation import formulation

    rows = []
    for path, known in formulation(model).system().parameters.items():
        unit = escape(pretty(known.unit))
        rows.append([f"<code>{escape(path)}</code>", f"{known.value:.6g} {unit}".strip(), escape(known.description)])
    return _listed("parameters", ["parameter", "value", "meaning"], rows)


def _states(model: Composite) -> str:
    from ..equations.formulation import formulation
    from ..graph.named_units import unit_of
    from ..simulation.engine import engine

    system = formulation(model).system()
    if len(system.graph.elements) > LARGE:
        return "<h5>states</h5><p class='quiet'>not compiled for a look: simulate it, or ask analyse()</p>"
    names = engine(model).machine(system).state_names
    rows = [[f"<code>{escape(name)}</code>", escape(pretty(unit_of(system.graph, name)))] for name in names]
    return _listed("states", ["state", "unit"], rows)


def _listed(what: str, head: list[str], rows: list[list[str]]) -> str:
    if not rows:
        return f"<h5>no {what}</h5>"
    if len(rows) <= MOST:
        return f"<h5>{what}</h5>{table_html(head, rows)}"
    return f"<h5>{what}</h5>{table_html(head, rows[:MOST])}" + folded(
        f"{len(rows) - MOST} more", table_html(head, rows[MOST:])
    )


def result_view(result: Trajectories) -> str:
    """The curves of a result, its summary and its energy."""
    from ..result.canvas import svg_text
    from ..result.plot import plot
    from .page_plot import energy_figure

    stats = result.stats
    run = [
        ("simulated", f"{result.time[0]:g} to {stats.stop:g} s in {1e3 * stats.simulate_seconds:.3g} ms"),
        ("solver", f"{stats.solver}, tolerance {stats.tolerance:g}"),
        ("steps", str(stats.steps)), ("events", str(stats.events)), ("states", ", ".join(stats.states) or "none"),
        ("energy imbalance", f"{stats.energy_residual:.2g}"),
    ]  # fmt: skip
    if stats.constraint_residual:
        run.append(("constraint residual", f"{stats.constraint_residual:.2g}"))
    ends = [
        [f"<code>{escape(name)}</code>", escape(f"{_value(value)} {result.unit(name)}".strip())]
        for name, value in list(stats.final.items())[:MOST]
    ]
    figure = plot(result, result.outputs[:MOST], width=7.2, height=1.9, title="")
    assert figure is not None
    parts = [
        f"<h4>{escape(stats.model)}</h4>",
        f"<p class='error'>stopped early: {escape(result.message)}</p>" if result.message else "",
        *(f"<p class='doubt'>{escape(doubt)}</p>" for doubt in stats.doubts),
        figure._repr_html_(),
        "<div class='sides'><div><h5>run</h5>",
        table_html(["", ""], [[escape(name), escape(text)] for name, text in run]),
        "</div><div><h5>at the end</h5>", table_html(["output", "value"], ends),
        "</div><div><h5>energy</h5>", svg_text(energy_figure(result), "energy", page=True), "</div></div>",
    ]  # fmt: skip
    return framed(*parts)


def _value(value: Any) -> str:
    return (
        np.array2string(np.asarray(value), precision=5, separator=", ") if isinstance(value, list) else f"{value:.6g}"
    )


def analysis_view(model: Composite | None, text: str) -> str:
    """The graph of an analysis with its causal paths, and its findings."""
    parts = []
    if model is not None:
        try:
            parts.append(paper(draw(model, paths=True)))
        except MultibondError as error:
            parts.append(f"<p class='quiet'>no picture: {escape(str(error))}</p>")
    return framed(*parts, *(_section(block) for block in text.split("\n\n")))


def _section(text: str) -> str:
    """A block of findings; long lists are behind their title."""
    title, _, rows = text.partition("\n")
    if rows.count("\n") > LISTED and not rows.startswith(title[:1]) and rows.startswith(" "):
        return folded(title, f"<pre>{escape(rows)}</pre>")
    return f"<pre>{escape(text)}</pre>"


def error_view(model: Composite, message: str, where: str | None) -> str:
    """The sentence of an error, and the drawing with the component marked that it is about."""
    return framed(f"<p class='error'>{escape(message)}</p>", marked_drawing(model, where))


def marked_drawing(model: Composite, where: str | None) -> str:
    """The drawing of the level on which the component at `where` stands, with a ring around it; "" if there is none."""
    path = (where or "").partition("[")[0]
    while path:
        level, _, name = path.rpartition(".")
        try:
            drawing = draw(model, level, causal=False)
        except MultibondError:
            path = level
            continue
        if name in drawing.positions:
            box = _box(drawing, name, path)
            ring = (
                f'<rect x="{box[0]:.1f}" y="{box[1]:.1f}" width="{box[2]:.1f}" height="{box[3]:.1f}" rx="9" '
                f'fill="{MARK}" fill-opacity="0.10" stroke="{MARK}" stroke-width="2.5" class="marked"/>'
            )
            svg = re.sub(r"^.*?(?=<svg)", "", drawing.svg, flags=re.DOTALL).replace("</svg>", f"{ring}</svg>")
            return f"<div class='paper'>{svg}</div>"
        path = level
    return ""


def _box(drawing: Drawing, name: str, path: str) -> tuple[float, float, float, float]:
    """Left, top, width and height of a component in a drawing."""
    boxes = [item.box for group in drawing.scene.groups if group.path == path for item in group.items]
    x, y = drawing.positions[name]
    left, right = min([x - 16, *(b.left for b in boxes)]), max([x + 16, *(b.right for b in boxes)])
    top, bottom = min([y - 14, *(b.top for b in boxes)]), max([y + 14, *(b.bottom for b in boxes)])
    return left - 5, top - 5, right - left + 10, bottom - top + 10


__all__ = ["analysis_view", "error_view", "marked_drawing", "model_view", "paper", "result_view"]
