"""The tables of planar.md and spatial.md name all components, with their parameters in order and the defaults."""

import re
from ast import literal_eval
from pathlib import Path

import pytest

from multibond import planar, spatial
from multibond.model.declare import Input, Law, Option, Parameter

DOCS = Path(__file__).resolve().parents[2] / "docs"
CALL = re.compile(r"`(\w+)\((.*?)\)`(?=,| \|)")
LIBRARIES = {"planar": planar, "spatial": spatial}


def calls(library):
    """The components in the first column of the table: name, and what stands in the parentheses."""
    text = (DOCS / f"{library}.md").read_text(encoding="utf-8")
    cells = [line.split(" | ")[0] + " |" for line in text.splitlines() if line.startswith("| `")]
    return [call for cell in cells for call in CALL.findall(cell)]


def arguments(text):
    """The names in a signature with their defaults (None: not said), split at commas outside brackets."""
    parts = re.findall(r"(\w+)(?:=((?:\[[^]]*\]|\([^)]*\)|[^,])*))?(?:, |$)", text)
    return {name: default or None for name, default in parts}


@pytest.mark.parametrize("library", LIBRARIES)
def test_every_component_is_in_the_table(library):
    assert {name for name, _ in calls(library)} == set(LIBRARIES[library].__all__)


@pytest.mark.parametrize(("library", "name", "signature"), [(k, *call) for k in LIBRARIES for call in calls(k)])
def test_parameters_and_defaults_are_those_of_the_component(library, name, signature):
    kind = getattr(LIBRARIES[library], name)
    declared = {
        k: getattr(d, "default", None) for k, d in kind.declarations.items() if isinstance(d, (Parameter, Option, Law))
    }
    said = arguments(signature.replace(", …", "").replace("…", ""))
    inputs = [key for key, d in kind.declarations.items() if isinstance(d, Input) and key in said]
    assert list(said) == [*(key for key in declared if key in said), *inputs]  # they are there, in this order
    if library == "planar":
        declared |= {k: None for k, d in kind.declarations.items() if isinstance(d, Input)}
        assert list(said) == list(declared)
    for key, default in said.items():
        if default not in (None, "[]"):
            assert literal_eval(default.replace("−", "-")) == declared[key]
