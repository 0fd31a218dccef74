"""Code blocks of Markdown documents."""

import re
from dataclasses import dataclass

FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass
class Block:
    """A fenced block: its language, its text, and the line where the text begins."""

    language: str
    text: str
    line: int


def blocks(path):
    """The fenced blocks of the document at `path`, in order."""
    text = path.read_text(encoding="utf-8")
    return [Block(m[1], m[2], text.count("\n", 0, m.start(2)) + 1) for m in FENCE.finditer(text)]
