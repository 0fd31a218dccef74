"""Every element keeps to the rules of its declarations: documented, with units, tested, wrong keywords refused."""

import re
from pathlib import Path

import numpy as np
import pytest

import multibond as mb
from multibond.elements.element import Element
from multibond.equations.system import system, variables
from multibond.errors import NameNotFound
from multibond.graph.causality import causality
from multibond.graph.flat import flatten
from multibond.model.declare import Input, Parameter, Port
from multibond.model.domain import DOMAINS
from multibond.model.registry import known
from multibond.model.unit import ANY, compatible

# frames belong to the mechanical libraries and are tested there
ELEMENTS = {
    k: c for k, c in known().items()
    if c.__module__.startswith("multibond.elements.") and not c.__module__.endswith((".frame", ".holonomic"))
}  # fmt: skip
ROLES = {"storage", "dissipation", "source", "junction", "conserving", "sensor", "block", "constraint"}
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
        unit = getattr(declared, "unit", "")
        if unit and unit != ANY:
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
    called = set(re.findall(r"\b([A-Z]\w*)[(,]", text))
    assert set(ELEMENTS) - called == set()


# what elements cannot do without
NEEDED = {
    "CC": {"energy": lambda a, b: sum(np.ravel(a) ** 2 + np.ravel(b) ** 2)},
    "II": {"energy": lambda a, b: sum(np.ravel(a) ** 2 + np.ravel(b) ** 2)},
    "LookupTable2": {"points1": [0, 1], "points2": [0, 1], "values": [[0, 1], [2, 3]]},
    "IC": {"energy": lambda p, q: sum(np.ravel(p) ** 2 + np.ravel(q) ** 2)}, "Sw": {"closed": "time > 1"},
    "Sw2": {"closed": "time > 1"}, "Function": {"law": "2*u"}, "LookupTable": {"points": [0, 1], "values": [1, 2]},
    "Thyristor": {"gate": "time > 1"}, "TransistorSwitch": {"closed": "time > 1"}, "SwitchedJ0": {"on": "time > 1"},
    "SwitchedJ1": {"on": "time > 1"}, "Injection": {"fires": "time > 1"},
    "Stop": {"position": -1.0},
    "StateSpaceBlock": {"A": [[-1]], "B": [[1]], "C": [[1]]},
}  # fmt: skip


def among_resistors(kind, n):
    """A model of one element with a resistor at every port, which takes any causality."""
    model = mb.Model("stand", n=n)
    model.x = kind(**NEEDED.get(kind.__name__, {}))
    for name, port in model.x.ports.items():
        for k in range(2 if port.many else 1):
            model.add(f"at_{name}{k}", mb.R(n=model.x.size(port.n)))
            ends = (model[f"at_{name}{k}"], getattr(model.x, name))
            model.bond(*(ends if port.inward else ends[::-1]))
    return model


@each
@pytest.mark.parametrize("n", [1, 3])
def test_with_defaults_it_takes_part_in_causality_and_equations(kind, n):
    graph = flatten(among_resistors(kind, n))
    assigned = causality(graph)
    assert len(assigned.strokes) == len(graph.bonds)
    whole = system(graph)
    flat = graph.elements["x"]
    covered = [end for cell in flat.element.cells(whole.scopes.locals["x"], len(flat.attached)) for end in cell.ends]
    expected = [(k, i) for k, a in enumerate(flat.attached) for i in range(graph.bonds[a.bond].n)]
    assert sorted(covered) == expected, "every scalar end is in exactly one cell"
    inputs = sum(np.size(whole.scopes.variable("x", k)) for k, d in kind.declarations.items() if isinstance(d, Input))
    unknown = variables(whole.equations, whole.is_constant)
    assert len(whole.equations) + inputs == len(unknown), "as many laws as unknowns, but for the inputs"
