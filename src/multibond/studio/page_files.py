"""The files of the page, bundled when the package was built."""

from __future__ import annotations

import gzip
from functools import cache
from importlib.resources import files
from pathlib import Path

from ..errors import MultibondError

TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml", ".png": "image/png", ".woff2": "font/woff2", ".map": "application/json",
}  # fmt: skip


def asset(name: str) -> bytes | None:
    """A file of the page, bundled when the package was built; None where there is none of that name."""
    parts = name.split("/")
    if any(part in ("", ".", "..") or "\\" in part or "\0" in part for part in parts) or Path(name).suffix not in TYPES:
        return None
    found = files(__package__).joinpath("page", *parts)
    try:
        return found.read_bytes()
    except OSError:
        if name == "index.html":
            raise MultibondError(
                "the page of the studio is missing: it is bundled when the package is built. In a checkout run 'make "
                "setup' again; a multibond wheel carries it"
            ) from None
        return None


@cache
def page_files() -> tuple[list[str], list[bytes]]:
    """The files of the page by name, compressed."""
    asset("index.html")  # a missing page is told of in a sentence
    folder = files(__package__).joinpath("page", "chunks")
    names = ["studio.js", "studio.css", *(f"chunks/{part.name}" for part in folder.iterdir())]
    return names, [gzip.compress(asset(name) or b"", 6) for name in names]


__all__ = ["TYPES", "asset", "page_files"]
