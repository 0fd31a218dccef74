"""The folders of the package import in one direction, in functions and for types too."""

import subprocess
import sys
from pathlib import Path

import multibond
from multibond.cli.main import COMMANDS
from multibond.documentation.folders import circle, direct, imports, levels, picture_of_folders

DOCS = Path(__file__).resolve().parent.parent / "docs"
LIBRARIES = {
    "elements",
    "planar",
    "spatial",
    "absolute",
}  # what is the same idea in two of them has the same name in both


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


def shared_names(modules, commands):
    """Names that stand for different things: modules and folders with the same name, as paths like `graph/unit`.

    The same idea may have one name: in two libraries, as a command or a public class and the stage that it calls, and
    as a folder and the module of its main thing.
    """
    ideas = {}
    for path in modules:
        *folders, name = path.split("/")
        command = folders == ["cli"] and name in commands
        if name.startswith("__") or command or folders == ["api"] or folders[-1:] == [name]:
            continue
        library = bool(folders) and folders[0] in LIBRARIES
        ideas.setdefault(name, {}).setdefault("library" if library else path, []).append(path)
    return sorted(path for paths in ideas.values() if len(paths) > 1 for group in paths.values() for path in group)


def test_shared_names_are_found():
    same = ["api/model", "model", "planar/joint", "spatial/joint", "cli/draw", "picture/draw", "run/run", "run"]
    assert shared_names([*same, "cli/__main__", "__main__"], {"draw"}) == []
    assert shared_names(same, set()) == ["cli/draw", "picture/draw"]
    assert shared_names(["planar/unit", "spatial/unit", "graph/unit", "a/look", "look"], set()) == [
        "a/look", "graph/unit", "look", "planar/unit", "spatial/unit",
    ]  # fmt: skip


def test_no_two_modules_share_a_name_unless_they_are_the_same_idea():
    package = Path(multibond.__file__).parent
    modules = [path.relative_to(package).with_suffix("") for path in package.rglob("*.py")]
    named = {(path.parent if path.name == "__init__" else path).as_posix() for path in modules} - {"."}
    assert shared_names(sorted(named), COMMANDS) == []


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


def test_runs_load_only_what_they_need():
    code = (
        "import sys, multibond as mb\n"
        "for name in ('rlc', 'planar_four_bar'):\n"
        "    result = mb.load(name).simulate(0.1); result[result.outputs[0]]\n"
        "seldom = ('nonsmooth', 'impact', 'planar.contact', 'equations.multipliers', 'picture')\n"
        "loaded = [m for m in sys.modules if m.startswith(tuple(f'multibond.{part}' for part in seldom))]\n"
        "assert not loaded, loaded\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
