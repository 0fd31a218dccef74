"""Opening and saving model files."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

from ...errors import FileError, nearest
from ..composite import Composite
from ..stages import kept
from .build import build
from .describe import describe
from .place import Place, Source
from .read import FEWER, FLATTER, LARGEST_FILE, check_limits, read
from .whole import as_path, replacing
from .write import write

_FORMS = {".yaml": "yaml", ".yml": "yaml", ".json": "json"}


def load_file(path: str | os.PathLike[str]) -> Composite:
    """The model in the YAML or JSON file at `path`. Nothing in it is executed, and no other file is read,
    but for meshes in its folder when it is animated."""
    path = as_path(path)
    form = _form(path)
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            what = "a folder" if stat.S_ISDIR(found.st_mode) else "a device or pipe"
            raise FileError(f"this is {what}, not a file with a model", path.name)
        if found.st_size > LARGEST_FILE:
            raise FileError(f"the file is larger than {LARGEST_FILE // 1_000_000} MB, the limit; {FEWER}", path.name)
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise FileError(
            f"the file cannot be opened: {error.strerror or error}; check its name and folder", str(path)
        ) from None
    except FileError:
        raise
    except ValueError as error:  # a path with a zero character
        raise FileError(f"the file cannot be opened: {error}", str(path)[:100]) from None
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FileError(
            f"this is not a text in UTF-8 (byte {error.start}); a model file is YAML or JSON text: save it as UTF-8",
            path.name,
        ) from None
    return _load(text, form, path.name, str(path.parent.absolute()))


def loads(text: str, format: str = "yaml") -> Composite:
    """The model described by `text` in the `format` "yaml" or "json".

    >>> loads("{multibond: 1, name: empty}")
    <Model empty: 0 components, 0 bonds>
    """
    if not isinstance(text, str):
        raise FileError(f"a text is expected, not {type(text).__name__}")
    return _load(text, _checked_form(format), "")


def _load(text: str, form: str, name: str, folder: str = "") -> Composite:
    data, source = read(text, form, name)
    source.folder = folder
    try:
        model = build(data, Place(source))
        if source.name:
            kept(model, "source", lambda: source)  # for messages about what is found later
        return model
    except RecursionError:
        raise Place(source).error(f"the file is nested too deeply; {FLATTER}") from None


def dumps(model: Composite, format: str = "yaml") -> str:
    """The description of `model` as text in the `format` "yaml" or "json"."""
    try:
        data = describe(model)
    except RecursionError:
        raise FileError("the models are nested too deeply; one of them seems to contain itself", model.title) from None
    check_limits(data, Source())
    return write(data, _checked_form(format))


def save(model: Composite, path: str | os.PathLike[str]) -> None:
    """Write `model` to the file at `path` (.yaml or .json). An error leaves an older file there as it was."""
    path = as_path(path)
    text = dumps(model, _form(path))
    with replacing(path, "the model", model=True) as part:
        part.write_text(text, encoding="utf-8", newline="\n")


def _form(path: Path) -> str:
    form = _FORMS.get(path.suffix.lower())
    if form is None:
        raise FileError(f"a model file ends in .yaml or .json, not '{path.suffix}'", path.name)
    return form


def _checked_form(format: Any) -> str:
    if format not in ("yaml", "json"):
        raise FileError(f"there is no format '{format}'" + nearest(str(format), ["yaml", "json"]))
    return str(format)
