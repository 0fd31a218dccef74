"""The repository itself: nothing in it belongs to one machine, and its files keep to the house rules."""

import ast
import json
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MACHINE_PATH = re.compile(r"(?<![\w.])/(?:root|home|work|Users|opt)/\w")
REGISTRY = re.compile(
    r"\b(?:pypi|pythonhosted|npmjs|yarnpkg|npmmirror|jsdelivr|unpkg)\.(?:org|com|io|net)\b", re.IGNORECASE
)
LOCK_FILES = {
    "package-lock.json",
    "npm-shrinkwrap.json",
    "yarn.lock",
    "pnpm-lock.yaml",
    "bun.lock",
    "bun.lockb",
    "uv.lock",
    "poetry.lock",
    "pdm.lock",
    "Pipfile.lock",
}


def committed_files():
    """Every file git knows that is in the working tree."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [path for name in listed.split("\0") if name and (path := ROOT / name).is_file()]


def lines_matching(pattern):
    """`file:line: text` of every committed line of text in which `pattern` occurs."""
    found = []
    for path in committed_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture or another binary file
        for number, line in enumerate(text.splitlines(), 1):
            if pattern.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}")
    return found


def source_files():
    """The Python files of the package."""
    return sorted((ROOT / "src").rglob("*.py"))


def names_of(paths):
    return [str(path.relative_to(ROOT)) for path in paths]


def normal_name(requirement):
    """The normal form of a package's name: `PyYAML>=6` is pyyaml."""
    return re.sub(r"[-_.]+", "-", re.match(r"[\w.-]+", requirement)[0]).lower()


def test_the_patterns_find_what_they_look_for():
    assert MACHINE_PATH.search('path = "/' + 'home/somebody/model.yaml"')
    assert REGISTRY.search("https://registry." + "npmjs" + ".org/three")
    assert not MACHINE_PATH.search("../work/model.yaml, effort/work/energy")


def test_no_path_of_one_machine_is_committed():
    assert lines_matching(MACHINE_PATH) == []


def test_no_registry_address_is_committed():
    assert lines_matching(REGISTRY) == []


def test_no_lock_file_is_committed():
    assert names_of(path for path in committed_files() if path.name in LOCK_FILES) == []


def test_constraints_are_exact_versions_only():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    wrong = [line for line in lines if not re.fullmatch(r"#.*|[\w.-]+==[\w.+!]+", line)]
    assert wrong == []


def test_every_dependency_of_the_environment_is_pinned():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *extras["control"], *extras["data"], *extras["test"], *extras["lint"]]
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = {normal_name(line) for line in lines if not line.startswith("#")}
    assert {normal_name(requirement) for requirement in wanted} - pinned - {"multibond"} == set()


def test_page_code_has_exact_versions():
    package = ROOT / "page" / "package.json"
    if not package.is_file():
        pytest.skip("no page code in this checkout")
    content = json.loads(package.read_text(encoding="utf-8"))
    versions = {**content.get("dependencies", {}), **content.get("devDependencies", {})}
    assert {name: v for name, v in versions.items() if not re.fullmatch(r"\d+\.\d+\.\d+(-[\w.]+)?", v)} == {}


def test_every_source_file_says_what_it_is():
    silent = [path for path in source_files() if not ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))]
    assert names_of(silent) == []


def test_no_source_file_has_more_than_500_lines():
    long = [path for path in source_files() if len(path.read_text(encoding="utf-8").splitlines()) > 500]
    assert names_of(long) == []


LONGEST_FUNCTION = 60  # lines
MOST_BRANCHES = 20


def branches(function):
    """The number of ways through a function by McCabe's count: one, and one more for every place where it forks."""
    count = 1
    for node in ast.walk(function):
        if isinstance(node, (ast.If, ast.For, ast.While, ast.AsyncFor, ast.ExceptHandler, ast.match_case)):
            count += 1
    return count


def test_no_function_is_longer_than_60_lines_or_has_more_than_20_branches():
    over = []
    for path in source_files():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                long = (node.end_lineno or node.lineno) - node.lineno + 1 > LONGEST_FUNCTION
                if long or branches(node) > MOST_BRANCHES:
                    over.append(f"{path.relative_to(ROOT).as_posix()}:{node.name}")
    assert over == []


def test_no_file_or_folder_is_a_place_for_leftovers():
    leftovers = {"utils", "util", "helpers", "helper", "common", "misc"}
    found = [path for path in committed_files() if leftovers & {Path(p).stem for p in path.relative_to(ROOT).parts}]
    assert names_of(found) == []
