"""What is handed out: one version, the words about the package, and the files of the source archive and the wheel."""

import os
import re
import subprocess
import tarfile
import tomllib
from pathlib import Path

import pytest
import yaml
from hatchling.builders.sdist import SdistBuilder
from hatchling.builders.wheel import WheelBuilder
from hatchling.metadata.core import ProjectMetadata
from hatchling.plugin.manager import PluginManager
from packaging.requirements import Requirement

import multibond
from multibond.integrate import sundials

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
NOT_HANDED_OUT = {"node_modules", "__pycache__", ".venv", "out", "dist", "build"}


def committed():
    """The names of the committed files that are in the working tree, with "/" between folders."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return {name for name in listed.split("\0") if name and (ROOT / name).is_file()}


@pytest.fixture(scope="module")
def metadata():
    """The words about the package as hatchling reads them."""
    return ProjectMetadata(str(ROOT), PluginManager()).core


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """The names of the files in a source archive made now, without its outermost folder."""
    (made,) = SdistBuilder(str(ROOT)).build(directory=str(tmp_path_factory.mktemp("archive")), versions=["standard"])
    with tarfile.open(made) as archive:
        return {name.partition("/")[2] for name in archive.getnames()}


def test_the_version_is_written_in_one_place():
    version = re.compile(rf"(?<![\d.]){re.escape(multibond.__version__)}(?![\d.])")
    found = {
        name
        for name in committed()
        if name.endswith((".py", ".toml", ".json", "Makefile"))
        and not name.startswith("examples/")  # packages with versions of their own
        and version.search((ROOT / name).read_text(encoding="utf-8"))
    }
    assert found == {"src/multibond/__init__.py"}


def test_the_package_takes_the_version_from_there():
    assert "version" not in PROJECT and PROJECT["dynamic"] == ["version"]
    assert ProjectMetadata(str(ROOT), PluginManager()).version == multibond.__version__


def test_the_changelog_begins_with_this_version():
    first = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert first[1] == multibond.__version__


def test_the_citation_is_of_this_version():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {"cff-version", "message", "title", "authors"} <= set(citation), "the format asks for these"
    assert (citation["cff-version"], citation["type"]) == ("1.2.0", "software")
    assert (citation["title"], citation["license"]) == (PROJECT["name"], PROJECT["license"])
    assert citation["version"] == multibond.__version__
    assert citation["authors"] == PROJECT["authors"]


def test_the_wheel_is_described(metadata):
    assert metadata.readme_content_type == "text/markdown"
    assert metadata.readme == (ROOT / "README.md").read_text(encoding="utf-8")
    assert metadata.license_files == ["LICENSE"]


def test_classifiers(metadata):
    classifiers = set(metadata.classifiers)  # hatchling refuses those that nobody knows
    assert "Typing :: Typed" in classifiers and (ROOT / "src/multibond/py.typed").is_file()
    tried = re.search(r"VERSIONS=\((.*)\)", (ROOT / ".ci/pythons").read_text(encoding="utf-8"))[1].split()
    named = {c.removeprefix("Programming Language :: Python :: ") for c in classifiers if re.search(r":: 3\.\d+$", c)}
    assert named == set(tried), ".ci/pythons tries the versions that the classifiers name"
    assert metadata.requires_python == f">={min(tried, key=lambda version: int(version[2:]))}"


def test_the_library_that_is_called_by_address_is_bounded():
    (bound,) = [r for r in PROJECT["dependencies"] if r.startswith("scikit-sundae")]
    assert {part.operator for part in Requirement(bound).specifier} == {">=", "<"}
    assert bound in sundials.WAY_OUT, "the message about another version names the bounds"


def test_no_link_is_invented():
    assert "urls" not in PROJECT, "a link needs an address that is true; add it here with the first one"


def test_the_source_archive_is_complete(archive):
    assert committed() - archive == set()


def test_nothing_made_by_a_run_is_in_the_source_archive(archive):
    assert [name for name in archive if NOT_HANDED_OUT & set(name.split("/"))] == []
    assert [name for name in archive if name.startswith("src/") and name.endswith(".js")] == []
    assert archive - committed() <= {"PKG-INFO"}


def test_the_wheel_has_the_package_its_types_and_its_data():
    inside = {file.distribution_path.replace(os.sep, "/") for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    package = {name.removeprefix("src/") for name in committed() if name.startswith("src/multibond/")}
    assert package - inside == set()
    assert "multibond/py.typed" in inside
    source = ROOT / "src"
    pages = [source / "multibond" / stage / "page" for stage in ("picture", "studio")]
    bundled = {path.relative_to(source).as_posix() for page in pages for path in page.rglob("*") if path.is_file()}
    assert inside - package == bundled
