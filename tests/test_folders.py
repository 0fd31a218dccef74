"""The folders of the package import in one direction, in functions and for types too."""

import subprocess
import sys
from pathlib import Path

from multibond.documentation.folders import circle, direct, imports, levels, picture_of_folders

DOCS = Path(__file__).resolve().parent.parent / "docs"


def write(folder, files):
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_every_kind_of_import_is_seen(tmp_path):
    package = write(
        tmp_path / "package",
        {
            "a/x.py": "from ..b import y",
            "a/w.py": "import package.f.x",
            "b/y.py": "def f():\n    from ..c.z import g",
            "c/z.py": "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .. import d",
            "d/__init__.py": "from . import inner\nfrom ...other import b",
            "d/inner.py": "import os",
            "f/x.py": "",
            "__init__.py": "from .a import x",
        },
    )
    assert imports(package) == {"a": {"b", "f"}, "b": {"c"}, "c": {"d"}, "d": set(), "f": set()}


def test_circles_levels_and_direct_imports_are_found():
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"b"}}) == ["b", "c", "b"]
    straight = {"a": {"b", "c"}, "b": {"c"}, "c": set()}
    assert circle(straight) == []
    assert levels(straight) == {"a": 2, "b": 1, "c": 0}
    assert direct(straight) == {"a": {"b"}, "b": {"c"}, "c": set()}


def test_the_folders_import_in_one_direction():
    assert circle(imports()) == []


def test_the_picture_in_the_documents_is_the_true_graph():
    assert (DOCS / "pictures" / "folders.svg").read_text(encoding="utf-8") == picture_of_folders()


def test_drawings_and_reports_load_no_solver():
    code = (
        "import sys, multibond as mb\n"
        "for name in ('rlc', 'four_bar'):\n"
        "    model = mb.load(name); model.draw().svg; model.report(); model.causality(); model.equations()\n"
        "loaded = [m for m in sys.modules if m.startswith(('multibond.integrate', 'multibond.program', 'llvmlite', "
        "'sksundae'))]\n"
        "assert not loaded, loaded\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
