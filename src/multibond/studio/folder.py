"""The folder that the server was started for: its model files, opened and saved without ever leaving it."""

from __future__ import annotations

import hashlib
import os
import time
from pathlib import Path
from typing import Any

from ..errors import FileError
from ..model.file.read import LARGEST_FILE
from ..model.file.whole import replacing

ENDINGS = (".yaml", ".yml", ".json")
MOST_FILES, DEEPEST = 2000, 6  # that are listed
KEPT = ".multibond-kept"  # the ending of what is kept for recovery
_SKIPPED = {"node_modules", "__pycache__"}


def digest(content: bytes) -> str:
    """What tells one content from another."""
    return hashlib.sha256(content).hexdigest()


class Folder:
    """A folder with model files; paths are given within it, with / between names."""

    def __init__(self, root: Path):
        self.root = root.resolve()

    @property
    def name(self) -> str:
        """The name of the folder, for showing."""
        return self.root.name or str(self.root)

    def files(self) -> list[dict[str, Any]]:
        """The model files, those of the folder itself first."""
        found: list[dict[str, Any]] = []
        for here, folders, names in os.walk(self.root):
            within = Path(here).relative_to(self.root)
            deep = len(within.parts) >= DEEPEST
            folders[:] = [] if deep else sorted(f for f in folders if not f.startswith(".") and f not in _SKIPPED)
            for name in sorted(names):
                path = Path(here) / name
                if path.suffix.lower() in ENDINGS and not name.startswith(".") and path.is_file() and self._holds(path):
                    found.append({"path": (within / name).as_posix(), "modified": path.stat().st_mtime})
            if len(found) > MOST_FILES:
                break
        return found[:MOST_FILES]

    def _holds(self, path: Path) -> bool:
        """Whether a path is inside, wherever links lead."""
        try:
            return path.resolve().is_relative_to(self.root)
        except (OSError, RuntimeError):
            return False

    def path(self, given: Any) -> Path:
        """The path of a model file in the folder; one that leads out of it, also by a link, is refused."""
        if not isinstance(given, str) or not given or "\0" in given or len(given) > 1000:
            raise FileError("a file is named by its path within the folder")
        relative = Path(given)
        if relative.is_absolute() or relative.drive or "\\" in given:
            raise FileError(f"'{given}' is not a path within the folder of the studio; start the studio in that folder")
        path = self.root / relative
        if not self._holds(path):
            raise FileError(f"'{given}' leads out of the folder of the studio; start the studio in the other folder")
        if path.suffix.lower() not in ENDINGS:
            raise FileError(f"a model file ends in .yaml or .json, not '{path.suffix}'", given)
        if any(part.startswith(".") for part in relative.parts):
            raise FileError("hidden files and folders are not opened here; choose a name without a dot in front", given)
        return path

    def read(self, given: Any) -> tuple[str, str]:
        """The text of a file and its digest."""
        path = self.path(given)
        try:
            if not path.is_file():
                raise FileError("there is no such file" if not path.exists() else "this is no file", str(given))
            if path.stat().st_size > LARGEST_FILE:
                raise FileError(f"the file is larger than {LARGEST_FILE // 1_000_000} MB", str(given))
            content = path.read_bytes()
            return content.decode("utf-8-sig"), digest(content)
        except OSError as error:
            raise FileError(f"the file cannot be opened: {error.strerror or error}", str(given)) from None
        except UnicodeDecodeError:
            raise FileError("this is not a text in UTF-8; a model file is YAML or JSON text", str(given)) from None

    def stamp(self, given: str) -> tuple[int, int]:
        """What changes when a file does: time and size; zeros without a file."""
        try:
            found = self.path(given).stat()
        except (OSError, FileError):
            return 0, 0
        return found.st_mtime_ns, found.st_size

    def save(self, given: Any, text: Any, before: str, force: bool = False) -> tuple[str, str | None]:
        """Write a file whole or not at all; the digest of what is there then, and the text of another's version where
        the file is no longer the one with the digest `before` ("" for a new one), which then stays."""
        path = self.path(given)
        if not isinstance(text, str) or len(text) > LARGEST_FILE:
            raise FileError("what is saved is a text of at most 5 million characters", str(given))
        content = text.encode("utf-8")
        if not force and path.exists():
            there, stamp = self.read(given)
            if stamp == digest(content):
                return stamp, None
            if stamp != before:
                return stamp, there
        if not path.parent.is_dir():
            raise FileError("there is no such folder; make it first", str(given))
        with replacing(path, "the model", model=True) as part, part.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        return digest(content), None

    # ------------------------------------------------------------ recovery
    def keep(self, given: str | None, text: str | None) -> bool:
        """Keep what a page has not saved yet; `text` None: forget it."""
        path = self._kept(given)
        if text is None:
            path.unlink(missing_ok=True)
            return False
        if len(text) > LARGEST_FILE:
            return False
        with replacing(path, "what is kept for recovery", model=True) as part:
            part.write_text(text, encoding="utf-8", newline="\n")
        return True

    def recovered(self, given: str | None, text: str) -> dict[str, Any] | None:
        """What was kept of a file and is neither in it nor older than it."""
        path = self._kept(given)
        try:
            kept, modified = path.read_text(encoding="utf-8"), path.stat().st_mtime
        except (OSError, UnicodeDecodeError):
            return None
        older = given is not None and self.stamp(given)[0] > path.stat().st_mtime_ns
        if kept == text or older or modified > time.time() + 3600:
            return None
        return {"text": kept, "time": modified}

    def _kept(self, given: str | None) -> Path:
        path = self.root / "untitled" if given is None else self.path(given)
        return path.with_name(f".{path.name}{KEPT}")


__all__ = ["Folder", "digest"]
