"""The report as Markdown, with matrices as LaTeX blocks."""

from __future__ import annotations

import re

from .document import Block, Document, Equations, Matrix, Remark, Table, too_large
from .latex import matrix_latex


def markdown(document: Document) -> str:
    """The whole report."""
    lines = [f"# {escaped(document.title)}", ""]
    if document.description:
        lines += [escaped(document.description), ""]
    for section in document.sections:
        lines += [f"## {section.number}. {section.title}", ""]
        for block in section.blocks:
            lines += [*_block(block), ""]
    return "\n".join(lines).rstrip() + "\n"


def _block(block: Block) -> list[str]:
    match block:
        case Table():
            rule = "|".join("---" for _ in block.columns)
            head = [f"**{escaped(block.title)}**", "", _row(block.columns), f"|{rule}|"]
            return head + [_row(row) for row in block.rows]
        case Matrix():
            meaning = f": {code(block.meaning)}" if block.meaning else ""
            large = too_large(block)
            body = [large] if large else ["$$", matrix_latex(block), "$$"]
            return [f"**{escaped(block.name)}**, {escaped(block.title)}{meaning}", "", *body]
        case Equations():
            fence = "`" * (1 + max((len(run) for run in re.findall("`+", block.text)), default=2))
            return [f"**{escaped(block.title)}**", "", f"{fence}text", block.text, fence]
        case Remark():
            return [escaped(block.text)]


def _row(cells: tuple[str, ...]) -> str:
    return "| " + " | ".join(escaped(cell) for cell in cells) + " |"


def escaped(text: str) -> str:
    """Text without accidental or hostile Markdown: no markup, links, HTML or new lines."""
    text = " ".join(text.split())
    return re.sub(r"([\\`*_{}\[\]()<>#+!|~$&])", r"\\\1", text)


def code(text: str) -> str:
    """Text as it is, in the type of code."""
    return f"`{' '.join(text.replace('`', ' ').split())}`"
