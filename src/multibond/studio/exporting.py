"""Exports: drawings, tables of runs, Python text and one offline page, as bytes that the page offers for download."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ..errors import MultibondError, nearest
from ..model.file import describe, dumps
from ..model.file.as_python import python_text
from ..picture import draw
from ..result.export import to_csv, to_netcdf
from .model_text import model_of
from .offline_page import offline_page

KINDS = {
    "svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf", "tex": "application/x-tex",
    "python": "text/x-python", "html": "text/html", "csv": "text/csv", "netcdf": "application/x-netcdf",
    "yaml": "application/yaml", "json": "application/json",
}  # fmt: skip
ENDINGS = {"python": "py", "netcdf": "nc"}
OF_RUNS = ("html", "csv", "netcdf")


def export(kind: str, text: str, level: str = "", result: Any = None, names: Sequence[str] | None = None
           ) -> tuple[str, str, bytes]:  # fmt: skip
    """The name, the media type and the content of a file of this kind."""
    if kind not in KINDS:
        raise MultibondError(f"there is no export '{kind}'" + nearest(str(kind), KINDS))
    if kind in OF_RUNS and result is None:
        raise MultibondError(f"a run is needed for {kind}; run the model first")
    model = model_of(text, drawn=True)
    stem = re.sub(r"[^\w-]+", "_", f"{model.title}.{level}" if level else model.title).strip("_") or "model"
    return f"{stem}.{ENDINGS.get(kind, kind)}", KINDS[kind], _content(kind, model, level, result, names)


def _content(kind: str, model: Any, level: str, result: Any, names: Sequence[str] | None) -> bytes:
    if kind in ("yaml", "json"):
        return dumps(model, kind).encode()
    if kind == "python":
        return python_text(describe(model)).encode()
    if kind == "html":
        return offline_page(dumps(result.run.model), result).encode()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"file.{ENDINGS.get(kind, kind)}"
        if kind == "csv":
            to_csv(result, path, list(names) if names else None)
        elif kind == "netcdf":
            to_netcdf(result, path, list(names) if names else None)
        else:
            draw(model, level).save(path)
        return path.read_bytes()


__all__ = ["KINDS", "export"]
