"""Every element keeps to the rules of its declarations: documented, with units, tested, wrong keywords refused."""

import re
from pathlib import Path

import pytest

from multibond.elements.element import Element
from multibond.errors import NameNotFound
from multibond.model.component import REGISTRY
from multibond.model.declare import Parameter, Port
from multibond.model.domain import DOMAINS
from multibond.model.unit import compatible

ELEMENTS = {k: c for k, c in REGISTRY.items() if c.__module__.startswith("multibond.elements")}
ROLES = {"storage", "dissipation", "source", "junction", "conserving", "sensor", "block"}
CAUSALITIES = {"effort", "flow", "prefer effort", "prefer flow", "free"}
each = pytest.mark.parametrize("kind", ELEMENTS.values(), ids=list(ELEMENTS))


@each
def test_documented(kind):
    assert issubclass(kind, Element)
    first, *_ = kind.__doc__.splitlines()
    assert len(first) > 20, "one line that says what it is, with its law"
    assert 1 <= len(kind.symbol) <= 8, "what the drawing shows"
    assert kind.role in ROLES
    assert (kind.role == "block") == (not any(isinstance(d, Port) for d in kind.declarations.values()))
    for name, declared in kind.declarations.items():
        assert declared.description, f"{name} has no description"
        assert name in kind.__doc__
        assert not isinstance(declared, Port) or declared.causality in CAUSALITIES


@each
def test_units_are_units(kind):
    for name, declared in kind.declarations.items():
        if unit := getattr(declared, "unit", ""):
            absolute = DOMAINS["electrical"].unit(unit)
            assert compatible(absolute, absolute + "*m/m"), name


@each
def test_a_wrong_keyword_is_refused_with_the_nearest_name(kind):
    with pytest.raises(NameNotFound, match=f"{kind.__name__} has no parameter 'wrong_keyword'"):
        kind(wrong_keyword=1)
    parameters = [k for k, d in kind.declarations.items() if isinstance(d, Parameter) and len(k) > 3]
    for name in parameters:
        with pytest.raises(NameNotFound, match=f"did you mean '{name}'"):
            kind(**{name + "x": 1})


def test_every_element_has_a_test_of_its_law():
    text = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    called = set(re.findall(r"\b(\w+)\(", text)) | set(re.findall(r"mb\.(\w+)\b", text))
    assert set(ELEMENTS) - called == set()
