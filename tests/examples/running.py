"""Runs of the example scripts, each as its user runs it: once, in an empty folder."""

import contextlib
import io
import os
import runpy
import tempfile
from functools import cache
from pathlib import Path
from types import SimpleNamespace

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@cache
def run(name):
    """What the script `name` has defined when it has run, what it printed, and the files that it wrote."""
    printed, before = io.StringIO(), os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        try:
            os.chdir(folder)
            with contextlib.redirect_stdout(printed):
                names = runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
        finally:
            os.chdir(before)
        files = {str(path.relative_to(folder)) for path in Path(folder).rglob("*") if path.is_file()}
    return SimpleNamespace(**names, printed=printed.getvalue(), files=files)
