"""List the bundled models, and what installed packages bring along, with a one-line description."""

from __future__ import annotations

import argparse
import shutil
import sys
import textwrap
from collections.abc import Iterable
from typing import Any

from ..errors import MultibondError
from ..model.component import Component
from ..model.declare import Variable
from ..model.registry import broken
from .output import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `multibond bank`."""
    parser.add_argument("--json", action="store_true", help="a list of {name, description, library, outputs}")


def listed() -> list[dict[str, Any]]:
    """What the bank holds, by library and name: its models, then models and components of installed packages."""
    from ..bank import bundled, names
    from ..model.package import loaded
    from ..model.registry import components

    models = [(name, bundled(name)()) for name in names()]
    rows = [_row(name, model.description, model.library, model.outputs) for name, model in models]
    rows.sort(key=lambda row: (row["library"], row["name"]))
    parts = [part for part in components() if part.library not in ("multibond", "planar", "spatial", "absolute")]
    for package in loaded():
        kinds = {**package.models, **{part.name: part.kind for part in parts if part.library == package.name}}
        rows += [_row(name, kind.summary, package.name, _outputs(kind)) for name, kind in sorted(kinds.items())]
    return rows


def _row(name: str, description: str, library: str, outputs: Iterable[str]) -> dict[str, Any]:
    return {"name": name, "description": description, "library": library, "outputs": list(outputs)}


def _outputs(kind: type[Component]) -> list[str]:
    """The outputs of a component: those of a composite as it is built by default, variables of an element."""
    outputs = [name for name, declared in kind.declarations.items() if isinstance(declared, Variable)]
    try:
        return [*outputs, *getattr(kind(), "outputs", ())]
    except MultibondError:  # it cannot do without values
        return outputs


def run(arguments: argparse.Namespace) -> int:
    """Print the list."""
    rows = listed()
    for sentence in broken():
        print(sentence, file=sys.stderr)
    if arguments.json:
        print_json(rows)
        return 0
    width = max(len(row["name"]) for row in rows) + 4
    columns = max(60, shutil.get_terminal_size((110, 24)).columns)
    library = None
    for row in rows:
        if row["library"] != library:
            library = row["library"]
            print(library)
        print(textwrap.fill(row["description"], columns, initial_indent=f"  {row['name']:<{width - 2}}",
                            subsequent_indent=" " * width))  # fmt: skip
    return 0
