"""Draw, run and watch models in the browser: starts a server on loopback and opens its page."""

from __future__ import annotations

import argparse
import os
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from ..errors import FileError, MultibondError
from .model_argument import open_model
from .number_argument import count


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `multibond studio`."""
    parser.add_argument(
        "model", metavar="MODEL", nargs="?",
        help="a name in the bank, a model file, or file.py:NAME, which is opened as text; its folder is worked in",
    )  # fmt: skip
    parser.add_argument(
        "--port", type=count, default=0, metavar="N", help="the port to listen on (default: a free one)"
    )
    parser.add_argument("--no-browser", action="store_true", help="print the address only")


class ModelBank:
    """The bank as the studio offers it."""

    def listed(self) -> list[dict[str, Any]]:
        """Name, description and library of every bundled model."""
        return _listed()

    def text(self, name: str) -> str:
        """A bundled model as the text of a file."""
        from ..bank import bundled
        from ..model.file import dumps

        if not isinstance(name, str):
            raise MultibondError("a model of the bank is named by a text")
        return dumps(bundled(name)())


@lru_cache(maxsize=1)
def _listed() -> list[dict[str, Any]]:
    from ..bank import bundled, names

    kinds = [(name, bundled(name)) for name in names()]
    rows = [{"name": name, "description": kind.summary, "library": kind.library} for name, kind in kinds]
    return sorted(rows, key=lambda row: (row["library"], row["name"]))


def run(arguments: argparse.Namespace) -> int:
    """Serve until interrupted."""
    missing = [name for name in ("starlette", "uvicorn", "websockets") if find_spec(name) is None]
    if missing:
        raise MultibondError(f"the studio needs {missing[0]}; install it with: pip install 'multibond[studio]'")
    if not 0 <= arguments.port <= 65535:
        raise MultibondError(f"a port is a number from 1 to 65535 (0: any free one), not {arguments.port}")
    from ..studio.page_files import asset
    from ..studio.server import Studio, listen, serve

    asset("index.html")  # a missing page is told of before anything is promised
    folder, first = chosen(arguments.model)
    studio = Studio(folder, ModelBank(), first)
    listening = listen(arguments.port)
    address = f"http://127.0.0.1:{listening.getsockname()[1]}/{studio.token}/"
    print(f"multibond studio: {address}", flush=True)
    if not arguments.no_browser:
        import webbrowser

        webbrowser.open(address)
    serve(studio, listening)
    return 0


def chosen(text: str | None) -> tuple[Path, tuple[Any, ...] | None]:
    """The folder to work in, and what is opened first: a path in it, or the name and text of a model without a file."""
    from ..bank import SUFFIXES, names
    from ..model.file import dumps

    if text is None:
        return Path.cwd(), None
    if text in names():
        return Path.cwd(), (None, text, ModelBank().text(text))
    if text.lower().endswith(SUFFIXES):
        path = Path(text)
        if not path.is_file():
            raise FileError("there is no such file; check its name and folder", text)
        return Path(os.path.abspath(path)).parent, (path.name, None, None)
    model = open_model(text)  # file.py:NAME: the user asked for it to be executed
    return Path.cwd(), (None, model.title, dumps(model))
