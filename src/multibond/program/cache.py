"""Object code of the package's own kernels, kept on disk so that a new process starts in milliseconds.

The folder is $MULTIBOND_CACHE, or ``multibond`` in the user's cache folder; an empty $MULTIBOND_CACHE keeps nothing.
A file's name is a hash of the package's kernel sources, of the processor and of the compiler's version, so that it
can never be out of date. Everything works, only slower, where the folder cannot be written.
"""

from __future__ import annotations

import contextlib
import os
import time
from functools import lru_cache
from pathlib import Path

from .native import description

KEPT = 90 * 86400  # s; older versions of a kernel are thrown away
_PACKAGE = Path(__file__).resolve().parents[1]


@lru_cache(maxsize=1)
def folder() -> Path | None:
    """Where object code is kept, or None."""
    chosen = os.environ.get("MULTIBOND_CACHE")
    if chosen == "":
        return None
    if chosen is not None:
        path = Path(chosen)
    else:
        try:
            base = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or Path.home() / ".cache"
        except RuntimeError:
            return None
        path = Path(base) / "multibond"
    try:
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if hasattr(os, "getuid") and path.stat().st_uid != os.getuid():
            return None  # never run code that another user could have put there
    except OSError:
        return None
    return path


@lru_cache(maxsize=1)
def _sources() -> str:
    import hashlib

    digest = hashlib.sha256(description().encode())
    for part in ("program", "integrate"):
        for file in sorted((_PACKAGE / part).glob("*.py")):
            digest.update(file.name.encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:24]


def file_for(symbol: str, source: str) -> Path | None:
    """The file for the kernel `symbol` written in the file `source`; None if it is not one of the package's."""
    at = folder()
    if at is None or _PACKAGE not in Path(source).resolve().parents:
        return None
    return at / f"{symbol}-{_sources()}.o"


def read(file: Path | None) -> bytes | None:
    """The object code in `file`, if it is there and whole."""
    import hashlib

    if file is None:
        return None
    try:
        data = file.read_bytes()
    except OSError:
        return None
    return data[32:] if hashlib.sha256(data[32:]).digest() == data[:32] else None


def write(file: Path | None, data: bytes) -> None:
    """Keep object code; another process never sees half a file."""
    import hashlib
    import tempfile

    if file is None:
        return
    with contextlib.suppress(OSError):
        handle, name = tempfile.mkstemp(dir=file.parent)
        with os.fdopen(handle, "wb") as stream:
            stream.write(hashlib.sha256(data).digest() + data)
        os.replace(name, file)
        for old in file.parent.glob(f"{file.stem.rpartition('-')[0]}-*.o"):
            if time.time() - old.stat().st_mtime > KEPT:
                old.unlink(missing_ok=True)
