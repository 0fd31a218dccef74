"""The report as one self-contained HTML page, with the drawing of the graph."""

from __future__ import annotations

import re
from html import escape
from typing import Any

from ...equations.matrix_text import entry_text
from .document import Block, Document, Equations, Matrix, Remark, Table, too_large

_STYLE = """
:root { --ink: #1c2430; --quiet: #667085; --line: #dfe3ea; --accent: #1f5fa8; --paper: #ffffff; --wash: #f5f7fa; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e9ef; --quiet: #98a2b3; --line: #313945; --accent: #7db4f0; --paper: #171b21; --wash: #1f252d; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 2.5rem 1.5rem 5rem; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, "Segoe UI", "Noto Sans", sans-serif; }
h1 { font-size: 2rem; margin: 0 0 .3rem; letter-spacing: -.01em; }
.lead { color: var(--quiet); margin: 0 0 1.5rem; max-width: 46rem; }
nav { display: flex; flex-wrap: wrap; gap: .4rem 1.2rem; padding: .7rem 0; margin-bottom: 2rem;
  border-block: 1px solid var(--line); }
nav a { color: var(--accent); text-decoration: none; } nav a:hover { text-decoration: underline; }
h2 { font-size: 1.35rem; margin: 3rem 0 1rem; } h2 span { color: var(--accent); margin-right: .6rem; }
h3 { font-size: 1rem; margin: 1.6rem 0 .5rem; }
h3 code { color: var(--quiet); font-weight: normal; margin-left: .6rem; }
.drawing { background: #fff; border: 1px solid var(--line); border-radius: .6rem; padding: 1rem; overflow: auto;
  text-align: center; } .drawing svg { max-width: 100%; height: auto; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.table td, .table th { text-align: left; padding: .28rem 1.2rem .28rem 0; border-bottom: 1px solid var(--line);
  vertical-align: top; }
.table th { color: var(--quiet); font-weight: 600; font-size: .85rem; }
.table td:first-child, .bond { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .9rem; }
.matrix th { font-weight: 500; color: var(--quiet); font-size: .85rem; padding: .15rem .7rem; text-align: right; }
.matrix td { padding: .15rem .7rem; text-align: center; white-space: nowrap; background: var(--wash); }
.matrix td.zero { color: var(--quiet); opacity: .55; }
.matrix tr td:nth-child(2) { border-left: 2px solid var(--ink); }
.matrix tr td:last-child { border-right: 2px solid var(--ink); }
.fraction { display: inline-flex; flex-direction: column; vertical-align: middle; text-align: center;
  line-height: 1.25; }
.fraction > :first-child { border-bottom: 1px solid currentColor; padding: 0 .3em; } i { font-family: Georgia, serif; }
pre { background: var(--wash); border-radius: .5rem; padding: 1rem; overflow-x: auto; font-size: .9rem;
  line-height: 1.5; }
p { max-width: 60rem; }
@media print { body { max-width: none; padding: 0; } nav { display: none; } h2 { break-after: avoid; } }
"""


def html(document: Document, drawing: str = "") -> str:
    """The whole page; `drawing` is the SVG of the graph."""
    links = "".join(f'<a href="#{s.number}">{s.number}. {escape(s.title)}</a>' for s in document.sections)
    body = [f"<h1>{escape(document.title)}</h1>"]
    if document.description:
        body.append(f'<p class="lead">{escape(document.description)}</p>')
    body.append(f"<nav>{links}</nav>")
    if drawing:
        body.append(f'<div class="drawing">{_inline(drawing)}</div>')
    body.append(fragment(document))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(document.title)}</title><style>{_STYLE}</style></head>\n<body>\n"
        + "\n".join(body)
        + "\n</body></html>\n"
    )


def fragment(document: Document) -> str:
    """The parts of the report, for a page that has a head of its own."""
    body = []
    for section in document.sections:
        body.append(f'<section id="{section.number}"><h2><span>{section.number}</span>{escape(section.title)}</h2>')
        body += [_block(block) for block in section.blocks]
        body.append("</section>")
    return "\n".join(body)


def _inline(svg: str) -> str:
    """SVG without its XML declaration, as it stands inside a page."""
    return re.sub(r"^\s*<\?xml[^>]*\?>|<!DOCTYPE[^>]*>", "", svg).strip()


def _block(block: Block) -> str:
    match block:
        case Table():
            return f"<h3>{escape(block.title)}</h3>{_table(block)}"
        case Matrix():
            meaning = f"<code>{escape(block.meaning)}</code>" if block.meaning else ""
            return f"<h3>{_name(block.name)}, {escape(block.title)}{meaning}</h3>{_matrix(block)}"
        case Equations():
            return f"<h3>{escape(block.title)}</h3><pre>{escape(block.text)}</pre>"
        case Remark():
            return f"<p>{escape(block.text)}</p>"


def _table(table: Table) -> str:
    keep = [j for j in range(len(table.columns)) if any(row[j] for row in table.rows)]
    head = "".join(f"<th>{escape(table.columns[j])}</th>" for j in keep)
    rows = "".join("<tr>" + "".join(_cell(table.columns[j], row[j]) for j in keep) + "</tr>" for row in table.rows)
    return _scrolled(f'<table class="table"><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>')


def _scrolled(table: str) -> str:
    """A table that is scrolled sideways where it is wide; the keyboard reaches it."""
    return f'<div class="scroll" tabindex="0">{table}</div>'


def _cell(column: str, value: str) -> str:
    return f'<td class="bond">{escape(value)}</td>' if column == "from, to" else f"<td>{escape(value)}</td>"


def _matrix(matrix: Matrix) -> str:
    if 0 in matrix.value.shape:
        return "<p>empty</p>"
    large = too_large(matrix)
    if large:
        return f"<p>{escape(large)}</p>"
    head = "".join(f"<th>{_name(name)}</th>" for name in matrix.columns)
    rows = []
    for i, name in enumerate(matrix.rows):
        entries = "".join(_entry(matrix.value[i, j]) for j in range(len(matrix.columns)))
        rows.append(f"<tr><th>{_name(name)}</th>{entries}</tr>")
    return _scrolled(f'<table class="matrix"><tr><th></th>{head}</tr>{"".join(rows)}</table>')


def _entry(value: Any) -> str:
    if value == 0:
        return '<td class="zero">0</td>'
    if not hasattr(value, "free_symbols"):
        return f"<td>{entry_text(value).replace('-', '−')}</td>"
    numerator, denominator = value.as_numer_denom()
    sign = ""
    if numerator.could_extract_minus_sign():
        sign, numerator = "−", -numerator
    if denominator == 1:
        shown = _expression(numerator)
        return f"<td>{sign}({shown})</td>" if sign and numerator.is_Add else f"<td>{sign}{shown}</td>"
    return (
        f'<td>{sign}<span class="fraction"><span>{_expression(numerator)}</span>'
        f"<span>{_expression(denominator)}</span></span></td>"
    )


def _expression(value: Any) -> str:
    """A polynomial: names in italics with subscripts, powers raised, products without signs."""
    parts = re.split(r"([A-Za-z_][\w.]*(?:\[[\d,]+\])?)(?!\()", str(value))
    for k, part in enumerate(parts):
        if k % 2:
            parts[k] = _name(part)
        else:
            plain = escape(part).replace("-", "−")
            parts[k] = re.sub(r"\*\*(\d+)", r"<sup>\1</sup>", plain).replace("*", " ")
    return "".join(parts)


def _name(name: str) -> str:
    """A name with its trailing number as subscript; a derivative with a dot."""
    rate = re.fullmatch(r"d(.+)/dt", name)
    if rate:
        return f"d{_name(rate.group(1))}/dt"
    special = {"S_I": "S<sub>I</sub>", "S_D_inverse": "S<sub>D</sub><sup>−1</sup>", "S_ID": "S<sub>ID</sub>",
               "S_DI": "S<sub>DI</sub>"}  # fmt: skip
    if name in special:
        return special[name]
    match = re.fullmatch(r"([A-Za-z]+)(\d+)(?:\[([\d,]+)\])?", name)
    if match:
        letter, digits, index = match.groups()
        return f"<i>{letter}</i><sub>{digits}{f',{index}' if index else ''}</sub>"
    return f"<i>{escape(name)}</i>"
