"""Pass "index" on a few equations: what is differentiated how often, and what is said of singular structures."""

from __future__ import annotations

import pytest

from equations.written import PENDULUM, constant, names, reduced, rows
from multibond.equations.index import DEEPEST, Singular, check_structure, dulmage_mendelsohn, reduce_index
from multibond.errors import StructureError
from multibond.expression import der, evaluate, symbol


def depths(found):
    return [len(chain) - 1 for chain in found.chains]


def test_a_plain_system_has_nothing_to_differentiate():
    found = reduced("der(x) = -x")
    assert depths(found) == [0] and found.highest == {symbol("x"): 1} and found.index == 1
    assert reduced("y = 2", "z = y + 1").index == 0


def test_the_pendulum_has_index_three():
    found = reduced(*PENDULUM, parameters=["l"])
    assert depths(found) == [1, 1, 0, 0, 2] and found.index == 3
    assert {str(x): k for x, k in found.highest.items()} == {"x": 2, "u": 1, "y": 2, "v": 1, "f": 0}
    # at a point on the circle the derivatives are those of the circle
    values = {symbol(k): v for k, v in {"x": 0.6, "y": -0.8, "l": 1.0}.items()}
    values |= {der(symbol("x")): 0.8, der(symbol("y")): 0.6}
    first = found.chains[4][1].residual
    assert abs(evaluate([first], values)[0]) < 1e-12


def test_a_tied_pair_of_masses_is_differentiated_once():
    found = reduced("der(p) = e", "der(q) = -e", "p = 2*q")
    assert depths(found) == [0, 0, 1] and found.index == 2
    assert str(found.chains[2][1].residual) == "der(p) - 2*der(q)"
    assert found.chains[2][1].origin == "p = 2*q" and found.chains[2][1].release is None


def test_constants_are_not_differentiated_along():
    found = reduced("der(p) = e", "p = m*v", "v = w", "w = 2*time", parameters=["m"])
    last = {str(chain[-1].residual) for chain in found.chains if len(chain) > 1}
    assert "der(p) - m*der(v)" in last and "der(w) + -2" in last


def test_slopes_tell_constant_from_varying_coefficients():
    found = reduced(*PENDULUM, parameters=["l"])
    slopes = {equation.origin: kind for equation, (_, kind) in found.slopes.items()}
    assert slopes == {"der(x) = u": True, "der(y) = v": True, PENDULUM[4]: False}


def test_too_many_equations_are_named_with_their_variables():
    equations = rows("x = 1", "x = y", "y = 2", "der(z) = x")
    with pytest.raises(Singular, match=r"3 equations for 2 variables x, y are too many") as caught:
        check_structure(equations, constant())
    assert [e.origin for e in caught.value.crowded] == ["x = 1", "x = y", "y = 2"]
    assert {"x = 1", "x = y", "y = 2"} <= caught.value.near


def test_variables_that_nothing_determines_are_named():
    with pytest.raises(Singular, match=r"nothing determines a, b \(near a \+ b = 1\)") as caught:
        check_structure(rows("a + b = 1", "c = 2"), constant())
    assert caught.value.crowded == [] and caught.value.where is None
    assert "a + b = 1" in caught.value.near and "c = 2" not in caught.value.near


def test_components_near_the_trouble_are_those_of_its_variables():
    with pytest.raises(Singular) as caught:
        check_structure(rows("arm.body.x[1] + leg.v = 1", "c = 2"), constant())
    assert {"arm.body", "leg"} <= caught.value.near


def test_an_equation_without_variables_is_too_many():
    with pytest.raises(Singular, match="what k = 2 demands is fixed by others already"):
        check_structure(rows("k = 2", "x = 1"), constant("k"))


def test_the_three_parts():
    parts = dulmage_mendelsohn(rows("x = 1", "x = 2", "a + b = 0", "der(c) = a*0 + c"), constant())
    assert parts.variables == 4 and parts.matched == 3
    assert [e.origin for e in parts.over.equations] == ["x = 1", "x = 2"] and names(parts.over.variables) == ["x"]
    assert [e.origin for e in parts.under.equations] == ["a + b = 0"] and set(names(parts.under.variables)) == {
        "a",
        "b",
    }
    assert [(e.origin, str(x)) for e, x in parts.well] == [("der(c) = a*0 + c", "c")]


def test_a_chain_that_never_ends_is_refused():
    # a state and a derivative of it that are both given: no number of derivatives makes room
    equations = rows("x1 = time", *(f"der(x{k}) = x{k + 1}" for k in range(1, DEEPEST + 3)))
    with pytest.raises(StructureError, match=f"more than {DEEPEST} times") as caught:
        reduce_index(equations, constant())
    assert caught.value.where is not None
    # one derivative fewer than the limit is fine
    shorter = rows("x1 = time", *(f"der(x{k}) = x{k + 1}" for k in range(1, DEEPEST)))
    assert max(depths(reduce_index(shorter, constant()))) == DEEPEST - 1


def test_long_lists_of_names_are_cut():
    for count, more in ((6, False), (8, True)):
        law = " + ".join(f"v{k}" for k in range(count)) + " = 1"
        with pytest.raises(Singular) as caught:
            check_structure(rows(law, "c = 2"), constant())
        assert ("and 2 more" in str(caught.value)) == more and "and 0 more" not in str(caught.value)
