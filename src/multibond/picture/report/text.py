"""The report as plain text."""

from __future__ import annotations

from ...equations.matrix_text import matrix_text
from .document import Block, Document, Equations, Matrix, Remark, Table, too_large


def text(document: Document) -> str:
    """The whole report."""
    lines = [document.title, "=" * len(document.title)]
    if document.description:
        lines += ["", document.description]
    for section in document.sections:
        heading = f"{section.number}. {section.title}"
        lines += ["", "", heading, "-" * len(heading)]
        for block in section.blocks:
            lines += _block(block)
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _block(block: Block) -> list[str]:
    match block:
        case Table():
            return ["", block.title, *table_lines(block)]
        case Matrix():
            meaning = f", {block.meaning}" if block.meaning else ""
            large = too_large(block)
            body = [large] if large else matrix_text(block.value, block.rows, block.columns)
            return ["", f"{block.name} ({block.title}){meaning}", *(f"  {line}" for line in body)]
        case Equations():
            return ["", block.title, *(f"  {line}" for line in block.text.splitlines())]
        case Remark():
            return ["", block.text]


def table_lines(table: Table) -> list[str]:
    """The rows in aligned columns; columns that are empty throughout are left out."""
    keep = [j for j in range(len(table.columns)) if any(row[j] for row in table.rows)]
    rows = [[table.columns[j] for j in keep], *([row[j] for j in keep] for row in table.rows)]
    widths = [max(len(row[k]) for row in rows) for k in range(len(keep))]
    return ["  " + "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)) for row in rows]
