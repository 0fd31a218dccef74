"""The report as Markdown, with matrices as LaTeX blocks."""

from __future__ import annotations

from .document import Block, Document, Equations, Matrix, Remark, Table, too_large
from .latex import matrix_latex


def markdown(document: Document) -> str:
    """The whole report."""
    lines = [f"# {document.title}", ""]
    if document.description:
        lines += [document.description, ""]
    for section in document.sections:
        lines += [f"## {section.number}. {section.title}", ""]
        for block in section.blocks:
            lines += [*_block(block), ""]
    return "\n".join(lines).rstrip() + "\n"


def _block(block: Block) -> list[str]:
    match block:
        case Table():
            rule = "|".join("---" for _ in block.columns)
            head = [f"**{block.title}**", "", _row(block.columns), f"|{rule}|"]
            return head + [_row(row) for row in block.rows]
        case Matrix():
            meaning = f": `{block.meaning}`" if block.meaning else ""
            large = too_large(block)
            body = [large] if large else ["$$", matrix_latex(block), "$$"]
            return [f"**{block.name}**, {block.title}{meaning}", "", *body]
        case Equations():
            return [f"**{block.title}**", "", "```text", block.text, "```"]
        case Remark():
            return [escaped(block.text)]


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(escaped(cell) for cell in cells) + " |"


def escaped(text: str) -> str:
    """Text without accidental Markdown."""
    for mark in ("\\", "|", "*", "_", "[", "]", "<"):
        text = text.replace(mark, f"\\{mark}")
    return text
