"""Files that are written whole or not at all, and never over a model."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from ...errors import FileError
from .read import LARGEST_FILE

SOURCES = {".yaml": "a model file", ".yml": "a model file", ".py": "a Python file"}  # what results never replace


@contextmanager
def replacing(path: Any, what: str = "the file", *, model: bool = False) -> Iterator[Path]:
    """A file beside `path` to write to; it takes the place of `path` when all was written, or nothing is left of it.

    A link stays one: what it points to is exchanged. A device is written to itself. `what` is written, for messages;
    only what is a `model` itself, or kept of one, may take the place of a model.
    """
    target = as_path(path)
    if not model:
        check_no_model(target)
    part: Path | None = None
    try:
        if target.exists() and not target.is_file() and not target.is_dir():
            yield target
            return
        target = target.resolve() if target.is_symlink() else target
        if target.is_dir():
            raise FileError(f"{what} cannot be written to '{path}', which is a folder; name a file in it")
        if target.exists() and not os.access(target, os.W_OK):  # its folder would let it be replaced all the same
            raise FileError(f"{what} cannot be written to '{path}', which is write-protected; choose another name")
        # beside the target, so that it can take its place; the ending stays, for some writers go by it
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.stem}.", suffix=target.suffix)
        os.close(handle)
        part = Path(name)
        yield part
        os.chmod(part, target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask())
        os.replace(part, target)
    except (OSError, ValueError) as error:  # a ValueError is a name that cannot be one
        why = getattr(error, "strerror", None) or error
        raise FileError(
            f"{what} cannot be written to '{str(path)[:200]}': {why}; choose another name or folder, or make room"
        ) from None
    finally:
        if part is not None:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def write_text(path: Any, text: str, what: str = "the file") -> Path:
    """Write `text` to `path`, which must not be a model, or explain why that cannot be; the path."""
    with replacing(path, what) as part:
        part.write_text(text, encoding="utf-8", newline="\n")
    return as_path(path)


def check_no_model(path: Any) -> None:
    """Refuse to write a result over a model: its file is all there is of it. Links are followed to what they name."""
    target = as_path(path)
    for name in (target, _followed(target)):
        kind = SOURCES.get(name.suffix.lower())
        if kind is None and name.suffix.lower() == ".json" and _says_multibond(name):
            kind = "a model file"
        if kind is not None:
            led = "" if name == target else f" (a link to '{name.name}')"
            raise FileError(
                f"'{target}'{led} would be {kind}, which results, reports and pictures never replace; "
                "choose a name with another ending"
            )


def as_path(path: Any) -> Path:
    """`path` as a path."""
    try:
        return Path(path)
    except TypeError:
        raise FileError(f"a file is named by its path, not by {path!r}") from None


def _followed(path: Path) -> Path:
    """What a link leads to in the end; any other path as it is."""
    try:
        return path.resolve() if path.is_symlink() else path
    except (OSError, ValueError, RuntimeError):  # a circle of links, a name that cannot be one
        return path


def _says_multibond(path: Path) -> bool:
    """Whether a JSON file is the description of a model, or was one before its text was damaged."""
    try:
        if not path.is_file():
            return False
        with path.open("rb") as file:
            text = file.read(LARGEST_FILE)
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            return b'"multibond"' in text
        return isinstance(data, dict) and "multibond" in data
    except (OSError, ValueError):
        return False


def _umask() -> int:
    current = os.umask(0)
    os.umask(current)
    return current
