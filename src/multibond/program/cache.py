"""Object code of the package's own kernels, kept on disk so that a new process starts in milliseconds.

The folder is $MULTIBOND_CACHE, or ``multibond`` in the user's cache folder; an empty $MULTIBOND_CACHE keeps nothing.
A file's name is a hash of the package's kernel sources, of the processor and of the compiler's version, so that it
can never be out of date. Everything works, only slower, where the folder cannot be written.

What is loaded is run: folder and file must belong to the user, be no links, and nobody else may write them; the
content begins with a digest of itself and of the file's name. A folder that others may write, or that cannot be made or
written, is not used, and a warning says so.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
import warnings
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path

from ..errors import KernelsNotKept
from .native import description

KEPT = 90 * 86400  # s; older versions of a kernel are thrown away
HALF, KEPT_HALF = ".half", 3600  # ending of files that are being written, and s after which such a one is a wreck
_PACKAGE = Path(__file__).resolve().parents[1]
_FOLDERS = ("program", "integrate", "impact", "nonsmooth")  # that have kernels; others are compiled in every process


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
        reason = _unsafe(path.lstat(), stat.S_ISDIR, "folder")
    except OSError as error:
        reason = f"it cannot be made ({error.strerror or error})"
    if reason:
        _warn(path, f"is not used, and every process compiles them anew: {reason}; make it yours alone (chmod 700)")
    return None if reason else path


@lru_cache(maxsize=1)  # once in a process, not for every kernel
def _say_unused(path: Path, reason: str) -> None:
    _warn(
        path, f"cannot be written ({reason}), and every process compiles anew what is not there; make room or allow it"
    )


def _warn(path: Path, why: str) -> None:
    warnings.warn(
        f"the folder {path} for compiled kernels {why}, or name another folder in MULTIBOND_CACHE (an empty one keeps "
        "nothing)",
        KernelsNotKept,
        stacklevel=3,
    )


def _unsafe(found: os.stat_result, right: Callable[[int], bool], kind: str) -> str:
    """Why another user could have put code there; empty if nobody could."""
    if not right(found.st_mode):
        return f"it is a link or no {kind}"
    if not hasattr(os, "getuid"):  # Windows keeps the folders of users apart by other means
        return ""
    if found.st_uid != os.getuid():
        return "it belongs to another user"
    return "others may write it" if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) else ""


@contextlib.contextmanager
def _opened(file: Path) -> Iterator[int]:
    """The open `file`; what is checked is what is read, whatever happens to the names meanwhile."""
    link = getattr(os, "O_NOFOLLOW", 0)
    with contextlib.ExitStack() as stack:
        if os.open in os.supports_dir_fd:
            at = os.open(file.parent, os.O_RDONLY | os.O_DIRECTORY | link)
            stack.callback(os.close, at)
            if _unsafe(os.fstat(at), stat.S_ISDIR, "folder"):
                raise PermissionError(file.parent)
            handle = os.open(file.name, os.O_RDONLY | os.O_NONBLOCK | link, dir_fd=at)
        else:
            handle = os.open(file, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        stack.callback(os.close, handle)
        if _unsafe(os.fstat(handle), stat.S_ISREG, "file"):
            raise PermissionError(file)
        yield handle


def _digest(file: Path, data: bytes) -> bytes:
    import hashlib

    return hashlib.sha256(file.name.encode() + b"\0" + data).digest()


@lru_cache(maxsize=1)
def _sources() -> str:
    import hashlib

    digest = hashlib.sha256(description().encode())
    root = str(_PACKAGE)
    for part in _FOLDERS:
        for folder, inside, names in os.walk(os.path.join(root, part)):  # far faster than by paths
            inside.sort()
            for name in sorted(name for name in names if name.endswith(".py")):
                file = os.path.join(folder, name)
                with open(file, "rb", buffering=0) as stream:
                    digest.update(file.removeprefix(root).replace(os.sep, "/").encode() + stream.readall())
    return digest.hexdigest()[:24]


def file_for(symbol: str, source: str) -> Path | None:
    """The file for the kernel `symbol` written in the file `source`; None if it is not where
    kernels of the package are.
    """
    at = folder()
    above = Path(source).resolve().parents
    if at is None or not any(_PACKAGE / part in above for part in _FOLDERS):
        return None
    return at / f"{symbol}-{_sources()}.o"


def read(file: Path | None) -> bytes | None:
    """The object code in `file`, if it is there, whole, and nobody but the user can have written it."""
    if file is None:
        return None
    try:
        with _opened(file) as handle, open(handle, "rb", closefd=False) as stream:
            data = stream.read()
    except OSError:
        return None
    return data[32:] if _digest(file, data[32:]) == data[:32] else None


def write(file: Path | None, data: bytes) -> None:
    """Keep object code; another process never sees half a file, and a full disk keeps none."""
    import tempfile

    if file is None:
        return
    try:
        handle, name = tempfile.mkstemp(suffix=HALF, dir=file.parent)
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(_digest(file, data) + data)
            os.replace(name, file)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(name)
            raise
    except OSError as error:
        _say_unused(file.parent, error.strerror or str(error))
        return
    with contextlib.suppress(OSError):  # another process may tidy up too
        for pattern, kept in ((f"{file.stem.rpartition('-')[0]}-*.o", KEPT), (f"*{HALF}", KEPT_HALF)):
            for old in file.parent.glob(pattern):
                if time.time() - old.stat().st_mtime > kept:
                    old.unlink(missing_ok=True)
