"""Pass "hidden": combinations of equations that have no unknown left, whatever the parameters are."""

from __future__ import annotations

from equations.written import rows
from multibond.equations.blocks import Block
from multibond.equations.hidden import hidden_constraint
from multibond.expression import evaluate, symbol

R, S = symbol("r"), symbol("s")
VALUES = {R: 2.0, S: 3.0}


def found(laws, unknowns, original=None, constants=(R, S), values=VALUES):
    equations = rows(*laws)
    block = Block(equations, tuple(map(symbol, unknowns)))
    known = set(equations) if original is None else {equations[k] for k in original}
    return hidden_constraint([block], known, values, {*constants}.__contains__)


def test_a_loop_of_gain_one_binds_what_was_thought_known():
    old, new = found(["x = r*y + u", "r*y = x + v"], "xy")
    assert old.origin in ("x = r*y + u", "r*y = x + v") and new.origin == old.origin
    # u + v = 0, up to a factor
    at = {symbol("u"): 1.5, symbol("v"): -1.5, R: 2.0}
    assert abs(evaluate([new.residual], at)[0]) < 1e-12
    assert abs(evaluate([new.residual], at | {symbol("v"): 0.0})[0]) > 0.1


def test_a_coincidence_of_numbers_is_no_constraint():
    assert found(["x = r*y + u", "s*y = x + v"], "xy", values={R: 2.0, S: 2.0}) is None


def test_a_sound_loop_is_left_alone():
    assert found(["x = r*y + u", "r*y = 2*x + v"], "xy") is None


def test_coefficients_that_move_are_not_judged():
    assert found(["x = q*y + u", "q*y = x + v"], "xy") is None


def test_only_original_equations_give_way():
    laws = ["x = r*y + u", "r*y = x + v"]
    for k in (0, 1):
        old, _ = found(laws, "xy", original=[k])
        assert old.origin == laws[k]
    assert found(laws, "xy", original=[]) is None


def test_nothing_is_found_where_nothing_is_bound():
    # the combination says 0 = 0: there is no variable in it that could be bound
    assert found(["x = r*y", "r*y = x"], "xy") is None


def test_single_equations_are_not_looked_at():
    assert found(["0*x = u"], "x") is None


def test_three_equations_with_a_discrete_value():
    mode = symbol("mode")
    _, new = found(["x = y + z + u", "y = r*x*0 + z", "x - 2*z = v"], "xyz", constants=(R, S, mode))
    at = {symbol("u"): 0.7, symbol("v"): 0.7, R: 2.0}
    assert abs(evaluate([new.residual], at)[0]) < 1e-12
    assert abs(evaluate([new.residual], at | {symbol("v"): 1.0})[0]) > 0.1


def test_a_closing_constraint_stays_and_a_contradiction_is_none():
    laws = ["x = r*y + u", "r*y = x + v"]
    equations = rows(*laws, release={laws[0]: "e", laws[1]: "f"})
    block = Block(equations, (symbol("x"), symbol("y")))
    assert hidden_constraint([block], set(equations), VALUES, {R, S}.__contains__) is None
    assert found(["x = r*y + 1", "r*y = x + 2"], "xy") is None


def test_laws_that_are_not_linear_hide_nothing():
    """x and y stand in a loop of gain one; z, which a cubic law holds, is computed together with them."""
    laws = ["x = r*y + u", "r*y = x + v", "z**3 = x - y + z"]
    old, new = found(laws, "xyz")
    assert old.origin in laws[:2]
    at = {symbol("u"): 1.5, symbol("v"): -1.5, R: 2.0}
    assert abs(evaluate([new.residual], at)[0]) < 1e-12
    assert found(["x = r*y + u", "r*y = 2*x + v", laws[2]], "xyz") is None
