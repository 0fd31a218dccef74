"""Every code block of the README and of docs/ does what it says."""

import contextlib
import doctest
import io
import re
import shlex
from importlib import import_module
from pathlib import Path

import pytest

from docs.blocks import blocks
from multibond.cli import main

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
DECISIONS = sorted((ROOT / "docs" / "decisions").glob("*.md"))
LINKED = [*DOCUMENTS, ROOT / "CHANGELOG.md", ROOT / "CONTRIBUTING.md", *DECISIONS]
WITH_DETAIL = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def python_documents():
    return [path for path in DOCUMENTS if any(b.language in ("python", "console") for b in blocks(path))]


@pytest.mark.parametrize("path", python_documents(), ids=lambda path: path.name)
def test_code_in(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for block in blocks(path):  # the examples of a document are files that its code may open
        if block.language == "yaml" and not (tmp_path / "motor.yaml").exists():
            (tmp_path / "motor.yaml").write_text(block.text, encoding="utf-8")
    names = {"__name__": path.stem}
    # the code of the animation page need not be built for this
    monkeypatch.setattr(import_module("multibond.picture.animation.page"), "viewer", str)
    for block in blocks(path):
        if block.language == "console":
            check_console(block, path)
        elif block.language == "python" and ">>>" in block.text:
            check_session(block, path, names)
        elif block.language == "python":
            code = compile("\n" * (block.line - 1) + block.text, str(path), "exec")
            with contextlib.redirect_stdout(io.StringIO()):
                exec(code, names)


def check_session(block, path, names):
    """A block of >>> lines, with the messages of errors."""
    test = doctest.DocTestParser().get_doctest(block.text, names, path.name, str(path), block.line - 1)
    runner = doctest.DocTestRunner(optionflags=WITH_DETAIL, verbose=False)
    report = io.StringIO()
    runner.run(test, out=report.write, clear_globs=False)
    assert runner.failures == 0, report.getvalue()
    names.update(test.globs)


def check_console(block, path):
    """Lines that begin with $ are commands, what follows is what they print."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, wanted = part.partition("\n")
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(printed):
            main(shlex.split(command)[1:])
        assert "Traceback" not in printed.getvalue()
        matches = doctest.OutputChecker().check_output(wanted, printed.getvalue(), WITH_DETAIL)
        assert matches or not wanted.strip(), f"{path.name}: {command}\nprinted\n{printed.getvalue()}"


@pytest.mark.parametrize("path", LINKED, ids=lambda path: path.name)
def test_links_in(path):
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if "://" not in target and not target.startswith("#"):
            assert (path.parent / target.partition("#")[0]).exists(), f"{path.name}: {target}"


def test_the_example_of_the_readme_is_short():
    example = next(block for block in blocks(ROOT / "README.md") if block.language == "python")
    assert len([line for line in example.text.splitlines() if line.strip()]) <= 15
