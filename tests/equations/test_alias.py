"""Pass "alias" on a few equations: which variables go, which stay, and what is said of contradictions."""

from __future__ import annotations

import pytest

from equations.written import constant, equal, rows
from multibond.equations.alias import Contradiction, base, eliminate_aliases, order, replace_variables
from multibond.equations.nonzero import Nonzero
from multibond.expression import ZERO, der, evaluate, parse, symbol


def taken_out(*laws, parameters=(), keep=equal, release=None, values=None):
    known = {symbol(name): 2.0 for name in parameters} if values is None else values
    return eliminate_aliases(rows(*laws, release=release), constant(*parameters), keep, Nonzero(known))


def test_equal_variables_become_one():
    found = taken_out("x = y", "y = z", "der(z) = -x")
    # what is differentiated stays
    assert found.replaced == {symbol("x"): symbol("z"), symbol("y"): symbol("z")}
    assert [str(e.residual) for e in found.equations] == ["der(z) + z"]


def test_signs_are_followed_through_chains():
    found = taken_out("a = -b", "b + c = 0", "0 = -c - d", "der(d) = a")
    assert {str(k): str(v) for k, v in found.replaced.items()} == {"a": "-d", "b": "d", "c": "-d"}
    assert [str(e.residual) for e in found.equations] == ["der(d) + d"]


def test_names_that_should_stay_do():
    better = symbol("shown")
    found = taken_out("x = shown", "der(y) = x*shown", keep=lambda x: int(x is better))
    assert found.replaced == {symbol("x"): better}
    found = taken_out("shown = x", "der(y) = x*shown", keep=lambda x: int(x is better))
    assert found.replaced == {symbol("x"): better}


def test_what_is_differentiated_counts_more_than_a_name():
    found = taken_out("shown = x", "der(x) = shown", keep=lambda x: int(x is symbol("shown")))
    assert found.replaced == {symbol("shown"): symbol("x")}


def test_constants_replace_variables():
    found = taken_out("x = a", "2*y = a", "-z = a + 1", "w*a = 0", "v/a = 0", "der(u) = x + y + z", parameters=["a"])
    a = symbol("a")
    assert found.replaced[symbol("x")] is a and found.replaced[symbol("w")] is ZERO
    assert found.replaced[symbol("v")] is ZERO
    assert str(found.replaced[symbol("y")]) in ("a/2", "0.5*a") and str(found.replaced[symbol("z")]) == "-(a + 1)"
    assert len(found.equations) == 1


def test_c_x_equals_a_constant_in_every_order_and_sign():
    for law, value in (("a*x = 3", "3/a"), ("x*a = 3", "3/a"), ("3 - a*x = 0", "3/a"), ("a*x + 3 = 0", "-3/a"),
                       ("-(a*x) = 3", "-3/a")):  # fmt: skip
        (found,) = taken_out(law, parameters=["a"]).replaced.values()
        got, wanted = (evaluate([x], {symbol("a"): 2.0})[0] for x in (found, parse(value)))
        assert got == wanted, law


def test_the_derivative_of_a_constant_is_zero():
    found = taken_out("x = a", "der(x) = y - 3", parameters=["a"])
    assert found.replaced[symbol("y")].op == "const" and found.replaced[symbol("y")].args == (3.0,)
    assert not found.equations


def test_factors_that_may_vanish_are_kept():
    found = taken_out("a*x = 0", "b*y = 1", parameters=["a", "b"], values={symbol("a"): 0.0})
    assert not found.replaced and len(found.equations) == 2


def test_time_is_no_variable():
    found = taken_out("x = time", "der(y) = x")
    assert not found.replaced and len(found.equations) == 2


def test_a_contradiction_is_refused_with_its_number_and_place():
    with pytest.raises(Contradiction, match=r"2 = 0 is left.*two sources") as caught:
        taken_out("x = 3", "x = 5")
    assert caught.value.where == "x = 5"


def test_a_closing_constraint_that_follows_carries_no_effort():
    laws = ("x = y", "x - y = 0", "force + 2*der(y) = 0")
    found = taken_out(*laws, release={"x - y = 0": "force"})
    assert found.redundant == ("x - y = 0",)
    assert found.replaced[symbol("force")] is ZERO
    assert [str(e.residual) for e in found.equations] == ["2*der(y)"] and found.released == ()


def test_a_closing_constraint_replaces_nothing():
    found = taken_out("x - y = 0", "der(x) = e", "der(y) = -e", release={"x - y = 0": "e"})
    (closing,) = [e for e in found.equations if e.release is not None]
    assert str(closing.residual) == "x - y" and closing.release is symbol("e") and found.redundant == ()
    assert symbol("x") not in found.replaced and symbol("y") not in found.replaced


def test_a_loop_that_cannot_close_says_so():
    with pytest.raises(Contradiction, match="the loop cannot close"):
        taken_out("x = 1", "x - 2 = 0", release={"x - 2 = 0": "e"})


def test_derivatives_of_replaced_variables():
    x, y = symbol("x"), symbol("y")
    assert replace_variables([der(der(x)) + x], {x: y}, constant()) == [der(der(y)) + y]
    assert replace_variables([der(x)], {x: symbol("a")}, constant("a")) == [ZERO]
    assert base(der(der(x))) is x and order(der(der(x))) == 2 and order(x) == 0


def test_what_becomes_an_alias_later_is_taken_out_too():
    found = taken_out("x + y = z", "y = 0", "der(w) = x*z")
    assert found.replaced[symbol("y")] is ZERO and {symbol("x"), symbol("z")} & found.replaced.keys()
    assert len(found.equations) == 1


def test_a_product_or_quotient_is_zero_where_its_variable_is():
    # names of their own: a product that was written the other way round before keeps that order
    gate = symbol("gate")
    for law, values, gone in (
        ("gate*flow1 = 0", {gate: 2.0}, True), ("gate*flow1 = 0", {}, False), ("flow2*gate = 0", {gate: 2.0}, True),
        ("flow2*gate = 0", {}, False), ("flow3/gate = 0", {}, True), ("gate/flow4 = 0", {gate: 2.0}, False),
    ):  # fmt: skip
        found = taken_out(law, parameters=["gate"], values=values)
        assert bool(found.replaced) == gone, law
        assert all(value is ZERO for value in found.replaced.values())


def test_chains_of_signs_that_are_shortened_late():
    found = taken_out("a + b = 0", "c + d = 0", "b = -c", "e = -a", "der(d) = e + a + b + c + time")
    assert {str(k): str(v) for k, v in found.replaced.items()} == {"a": "-d", "b": "d", "c": "-d", "e": "d"}
    assert len(found.equations) == 1
