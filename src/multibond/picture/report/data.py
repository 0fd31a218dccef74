"""The report as JSON: every part with all its entries, numbers as numbers."""

from __future__ import annotations

import json
from typing import Any

from .document import Block, Document, Equations, Matrix, Remark, Table


def json_text(document: Document) -> str:
    """The whole report."""
    parts = [
        {"number": s.number, "title": s.title, "blocks": [_block(block) for block in s.blocks]}
        for s in document.sections
    ]
    whole = {"title": document.title, "description": document.description, **document.facts, "sections": parts}
    return json.dumps(whole, indent=2, ensure_ascii=False) + "\n"


def _block(block: Block) -> dict[str, Any]:
    match block:
        case Table():
            rows = [dict(zip(block.columns, row, strict=True)) for row in block.rows]
            return {"kind": "table", "title": block.title, "rows": rows}
        case Matrix():
            count, width = block.value.shape
            values = [[_entry(block.value[i, j]) for j in range(width)] for i in range(count)]
            return {"kind": "matrix", "name": block.name, "title": block.title, "meaning": block.meaning,
                    "rows": list(block.rows), "columns": list(block.columns), "values": values}  # fmt: skip
        case Equations():
            return {"kind": "equations", "title": block.title, "text": block.text, "latex": block.latex}
        case Remark():
            return {"kind": "remark", "text": block.text}


def _entry(value: Any) -> Any:
    """A number, or the text of an expression."""
    if not hasattr(value, "free_symbols"):
        return float(value)
    return float(value) if value.is_number and not value.free_symbols else str(value)
