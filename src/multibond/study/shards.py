"""A study on disk: a manifest that says what it is, and a file for every chunk that is done.

A study that was stopped goes on where it was: what is there is read, the rest is run. A folder that belongs to another
study is refused.
"""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from ..errors import FileError
from ..model.file.whole import replacing, write_text
from .rows import Chunk

MANIFEST = "study.json"
NAME = re.compile(r"runs-(\d{8})-(\d{8})\.npz")
FORMAT = 1


class Shards:
    """The folder of a study with the given `manifest`: plain data, of which "is" tells one study from another."""

    def __init__(self, folder: Any, manifest: Mapping[str, Any]):
        try:
            self.folder = Path(folder)
            self.folder.mkdir(parents=True, exist_ok=True)
        except (OSError, TypeError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise FileError(f"the folder of the study, '{str(folder)[:200]}', cannot be made: {why}") from None
        found = self._found()
        if found is None:
            if any(NAME.fullmatch(path.name) for path in self.folder.iterdir()):
                raise FileError(f"the folder '{self.folder}' has runs and no {MANIFEST}; name another folder")
            text = json.dumps({"multibond study": FORMAT, **manifest}, indent=2, ensure_ascii=False)
            write_text(self.folder / MANIFEST, text + "\n", "the manifest of the study")
        else:
            self._check_same(found, manifest)

    def _found(self) -> dict[str, Any] | None:
        """The manifest that is in the folder."""
        path = self.folder / MANIFEST
        if not path.exists():
            return None
        try:
            found = json.loads(path.read_text(encoding="utf-8"))
            if found["multibond study"] == FORMAT and isinstance(found["is"], dict):
                return dict(found)
        except (OSError, ValueError, KeyError, TypeError):
            pass
        raise FileError(f"'{path}' is not the manifest of a study; name another folder")

    def _check_same(self, found: Mapping[str, Any], manifest: Mapping[str, Any]) -> None:
        mine, other = manifest["is"], found["is"]
        differ = [key for key in mine if mine[key] != other.get(key)]
        if differ:
            raise FileError(
                f"the folder '{self.folder}' belongs to another study (of {found.get('model', 'another model')}, "
                f"{found.get('runs', '?')} runs), with other {', '.join(differ)}; "
                "name another folder, or delete this one"
            )

    def chunks(self, total: int) -> Iterator[Chunk]:
        """What is there already; a file that cannot be read is made anew."""
        for path in sorted(self.folder.iterdir()):
            named = NAME.fullmatch(path.name)
            if named is None or int(named[2]) > total:
                continue
            try:
                with np.load(path, allow_pickle=False) as file:
                    curves = {key.removeprefix("curve "): file[key] for key in file.files if key.startswith("curve ")}
                    chunk = Chunk(int(named[1]), file["numbers"], curves, file["messages"].tolist(),
                                  file["doubts"].tolist())  # fmt: skip
            except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
                continue
            if len(chunk) == int(named[2]) - int(named[1]):
                yield chunk

    def write(self, chunk: Chunk) -> None:
        """One more chunk; it is there whole or not at all."""
        path = self.folder / f"runs-{chunk.first:08d}-{chunk.first + len(chunk):08d}.npz"
        with replacing(path, "a part of the study") as part:
            curves = {f"curve {label}": values for label, values in chunk.curves.items()}
            with open(part, "wb") as file:
                np.savez(file, numbers=chunk.numbers, messages=np.array(chunk.messages, dtype=np.str_),
                         doubts=np.array(chunk.doubts, dtype=np.str_), **curves)  # type: ignore[arg-type] # fmt: skip
                file.flush()
                os.fsync(file.fileno())


__all__ = ["MANIFEST", "Shards"]
