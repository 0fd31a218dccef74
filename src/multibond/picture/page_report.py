"""One self-contained HTML page about a run: drawing, curves, energy audit, equations, parameters, summary."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from ..model.composite import Composite
from . import draw
from .mathematics import equations_html
from .page_plot import energy_plot, output_plots
from .page_style import STYLE
from .state_equations import state_equations

if TYPE_CHECKING:
    from ..result import Trajectories


def page(model: Composite, result: Trajectories, animation: str = "") -> str:
    """The page about `result` of `model`, as HTML text. It needs no network, and no script but that of an `animation`,
    which stands in a frame of its own."""
    sections = [
        *([("Animation", animation)] if animation else []),
        ("Bond graph", _drawings(model)),
        ("Curves", f"<div class=plots>{''.join(f'<figure>{svg}</figure>' for svg in output_plots(result))}</div>"),
        ("Energy audit", _energy(result)),
        ("State equations", equations_html(state_equations(model))),
        ("Parameters", _parameters(result)),
        ("Run", _summary(result)),
    ]
    contents = "".join(f"<a href='#{_key(title)}'>{title}</a>" for title, _ in sections)
    body = "".join(f"<section id='{_key(title)}'><h2>{title}</h2>{text}</section>" for title, text in sections)
    title = escape(model.title)
    return (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{title} – multibond</title>"
        f"<meta name=viewport content='width=device-width, initial-scale=1'><style>{STYLE}</style></head><body><main>"
        f"<header><h1>{title}</h1><p class=lead>{escape(model.description)}</p>{_tiles(result)}"
        f"{_doubts(result)}"
        f"<nav>{contents}</nav></header>"
        f"{body}<footer>Made by multibond.</footer></main></body></html>\n"
    )


def _key(title: str) -> str:
    return title.lower().replace(" ", "-")


def _tiles(result: Trajectories) -> str:
    stats = result.stats
    tiles = [
        (f"{len(stats.states)}", "states"),
        (f"{stats.stop:g} s", f"simulated in {1e3 * stats.simulate_seconds:.3g} ms"),
        (f"{stats.steps}", f"steps, {stats.solver}"),
        (f"{stats.events}", "events"),
        (f"{stats.energy_residual:.1e}", "energy imbalance, relative"),
    ]
    return (
        "<div class=tiles>"
        + "".join(f"<div><b>{escape(a)}</b><span>{escape(b)}</span></div>" for a, b in tiles)
        + "</div>"
    )


def _doubts(result: Trajectories) -> str:
    return "".join(f"<p class=doubt>{escape(text)}</p>" for text in result.stats.doubts)


def _drawings(model: Composite) -> str:
    """The graph, and the inside of every composite in it."""
    figures = [f"<figure class=graph>{_plain_svg(draw(model).svg)}</figure>"]
    for path, part in model.children.items():
        if isinstance(part, Composite):
            svg = _plain_svg(draw(model, path).svg)
            caption = f"Inside <b>{escape(path)}</b>: {escape(part.description)}"
            figures.append(f"<figure class=graph>{svg}<figcaption>{caption}</figcaption></figure>")
    note = "The half arrow shows where power counts positive; the stroke is at the end where the flow is computed."
    return "".join(figures) + f"<p class=note>{note}</p>"


def _plain_svg(svg: str) -> str:
    return re.sub(r"^.*?(?=<svg)", "", svg, flags=re.DOTALL)


def _energy(result: Trajectories) -> str:
    energy = result.energy
    rows = [
        ("delivered by sources", energy.delivered[-1]), ("dissipated", energy.dissipated[-1]),
        ("stored at the start", energy.stored[0]), ("stored at the end", energy.stored[-1]),
    ]  # fmt: skip
    if np.any(energy.jumps):
        rows.append(("put in by events", energy.jumps[-1]))
    rows.append(("largest imbalance", float(np.max(np.abs(energy.residual)))))
    books = _table(["", "J"], [[escape(text), f"{value:.6g}"] for text, value in rows])
    parts = sorted(_by_component(result), key=lambda row: -abs(row[2]))[:14]
    components = _table(
        ["component", "kind", "energy taken in [J]"],
        [[escape(path), role, f"{value:.4g}"] for path, role, value in parts],
    )
    return f"<div class=sides><figure>{energy_plot(result)}</figure><div>{books}{components}</div></div>"


def _by_component(result: Trajectories) -> list[tuple[str, str, float]]:
    """The energy [J] that flowed into every component that stores, loses or delivers some."""
    kinds = {"storage": "storage", "dissipation": "loss", "source": "source"}
    energies = result.energy.by_component()
    found = []
    for term in result.system.powers:
        if term.role in kinds:
            entry = energies[term.path]
            if term.role == "storage":
                taken = entry["stored"][-1] - entry["stored"][0]
            else:
                taken = entry["dissipated"][-1] if term.role == "dissipation" else -entry["delivered"][-1]
            found.append((term.path, kinds[term.role], float(taken)))
    return found


def _parameters(result: Trajectories) -> str:
    from ..model.unit import pretty

    values = dict(zip(result.system.parameters, result.run.parameters, strict=True))
    rows = [
        [f"<code>{escape(path)}</code>", f"{values[path]:.6g}", escape(pretty(p.unit)), escape(p.description)]
        for path, p in result.system.parameters.items()
    ]
    return _table(["parameter", "value", "unit", "meaning"], rows, "wide")


def _summary(result: Trajectories) -> str:
    rows = []
    for key, value in result.stats.as_dict().items():
        if key == "final":
            continue
        if isinstance(value, list):
            shown = ", ".join(map(str, value)) or "none"
        else:
            shown = f"{value:.4g}" if isinstance(value, float) else str(value)
        rows.append([key.replace("_", " "), escape(shown)])
    final = [
        [f"<code>{escape(key)}</code>", escape(_value(value)), escape(result.unit(key))]
        for key, value in result.stats.final.items()
    ]
    run, end = _table(["run", ""], rows), _table(["output", "at the end", "unit"], final)
    return f"<div class=sides><div>{run}</div><div>{end}</div></div>"


def _value(value: Any) -> str:
    return f"[{', '.join(map(_value, value))}]" if isinstance(value, list) else f"{value:.6g}"


def _table(head: list[str], rows: list[list[str]], kind: str = "") -> str:
    top = "".join(f"<th>{text}</th>" for text in head)
    body = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table class='{kind}'><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table>"


__all__ = ["page"]
