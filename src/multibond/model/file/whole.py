"""Files that are written whole or not at all, and never over a model."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ...errors import FileError

SOURCES = {".yaml": "a model file", ".yml": "a model file", ".py": "a Python file"}  # what results never replace


@contextmanager
def replacing(path: Any, what: str = "the file") -> Iterator[Path]:
    """A file beside `path` to write to; it takes the place of `path` when all was written, or nothing is left of it.

    A link stays one: what it points to is exchanged. A device is written to itself. `what` is written, for messages.
    """
    target = as_path(path)
    part: Path | None = None
    try:
        if target.exists() and not target.is_file() and not target.is_dir():
            yield target
            return
        target = target.resolve() if target.is_symlink() else target
        if target.is_dir():
            raise FileError(f"{what} cannot be written to '{path}', which is a folder; name a file in it")
        # beside the target, so that it can take its place; the ending stays, for some writers go by it
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.stem}.", suffix=target.suffix)
        os.close(handle)
        part = Path(name)
        yield part
        os.chmod(part, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        os.replace(part, target)
    except (OSError, ValueError) as error:  # a ValueError is a name that cannot be one
        why = getattr(error, "strerror", None) or error
        raise FileError(f"{what} cannot be written to '{str(path)[:200]}': {why}") from None
    finally:
        if part is not None:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def write_text(path: Any, text: str, what: str = "the file") -> Path:
    """Write `text` to `path`, which must not be a model, or explain why that cannot be; the path."""
    check_no_model(path)
    with replacing(path, what) as part:
        part.write_text(text, encoding="utf-8", newline="\n")
    return as_path(path)


def check_no_model(path: Any) -> None:
    """Refuse to write a result over a model: its file is all there is of it."""
    target = as_path(path)
    kind = SOURCES.get(target.suffix.lower())
    if kind is None and target.suffix.lower() == ".json" and _says_multibond(target):
        kind = "a model file"
    if kind is not None:
        raise FileError(
            f"'{target}' would be {kind}, which results, reports and pictures never replace; "
            "choose a name with another ending"
        )


def as_path(path: Any) -> Path:
    """`path` as a path."""
    try:
        return Path(path)
    except TypeError:
        raise FileError(f"a file is named by its path, not by {path!r}") from None


def _says_multibond(path: Path) -> bool:
    """Whether a JSON file begins as the description of a model does."""
    try:
        with path.open("rb") as file:
            return b'"multibond"' in file.read(4096)
    except (OSError, ValueError):
        return False


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
