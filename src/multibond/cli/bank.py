"""List the bundled models with a one-line description."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from typing import Any

from .output import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `multibond bank`."""
    parser.add_argument("--json", action="store_true", help="a list of {name, description, library, outputs}")


def listed() -> list[dict[str, Any]]:
    """What the bank holds, by library and name."""
    from ..bank import bundled, names

    models = [(name, bundled(name)()) for name in names()]
    rows = [
        {"name": name, "description": model.description, "library": model.library, "outputs": list(model.outputs)}
        for name, model in models
    ]
    return sorted(rows, key=lambda row: (row["library"], row["name"]))


def run(arguments: argparse.Namespace) -> int:
    """Print the list."""
    rows = listed()
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
