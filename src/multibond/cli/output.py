"""What commands print and write."""

from __future__ import annotations

import json
import math
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..errors import FileError
from ..model.file.whole import check_no_model, write_text

ENDINGS = {".html": "html", ".htm": "html", ".md": "markdown", ".tex": "latex", ".json": "json", ".txt": "text"}
FOREIGN = (".pdf", ".docx", ".doc", ".odt", ".svg", ".png")


def print_json(value: Any) -> None:
    """`value` as JSON on stdout; numbers that JSON does not have become null."""
    print(json.dumps(_plain(value), indent=2, ensure_ascii=False))


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {str(key): _plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(entry) for entry in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if value is None or isinstance(value, (str, int)):
        return value
    return _plain(value.item()) if hasattr(value, "item") else str(value)


def print_or_write(text: str, path: str | None) -> None:
    """`text` to the file at `path`, or to stdout when there is none."""
    if path is None:
        print(text)
        return
    check_writable(path)
    write_text(path, text if text.endswith("\n") else text + "\n")
    tell(f"wrote {path}")


def check_ending(path: str, chosen: str, formats: Sequence[str], what: str, instead: str) -> None:
    """Refuse a file whose ending promises another format than the one that is written; `instead` is said of those that
    nothing here writes."""
    ending = Path(path).suffix.lower()
    promised = ENDINGS.get(ending)
    if ending in FOREIGN or (promised is not None and promised not in formats):
        raise FileError(f"{what} is written as {', '.join(formats)}, not as '{ending}'; {instead}")
    if promised is not None and promised != chosen:
        raise FileError(
            f"'{path}' promises {promised}, but the format is {chosen}; add --format {promised}, or change the ending"
        )


def check_writable(path: str) -> None:
    """Refuse a path that cannot be written, before the work is done."""
    if not path or "\0" in path:
        raise FileError("the output has no name that can be written; name a file")
    if path == "-":
        raise FileError("the output '-' is not a file; name one, or leave the option out to print")
    if path.endswith(("/", os.sep)):
        raise FileError(f"'{path}' is a folder; name a file in it")
    target = Path(path)
    try:
        target.exists()
    except OSError as error:  # a name that is too long
        raise FileError(f"'{path[:60]}…' cannot be written: {error.strerror or error}") from None
    if target.is_dir():
        raise FileError(f"'{path}' is a folder; name a file in it")
    if not target.parent.is_dir():
        raise FileError(f"'{path}' cannot be written: there is no folder '{target.parent}'; make it first")
    if not os.access(target if target.exists() else target.parent, os.W_OK):
        raise FileError(f"'{path}' cannot be written: permission denied")
    check_no_model(target)


def tell(message: str) -> None:
    """A line on stderr, beside the results."""
    print(message, file=sys.stderr)


__all__ = ["check_writable", "print_json", "print_or_write", "tell"]
