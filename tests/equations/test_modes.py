"""Pass "modes": conditions become values that are frozen between events."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from equations.written import constant, rows
from multibond.equations.modes import LEAK, fix_structure, freeze, leaky
from multibond.equations.system import Equation, When
from multibond.expression import TIME, evaluate, is_added, leaves, parse, relation, symbol

X, A = symbol("x"), symbol("a")


def frozen(law, parameters=("a",), structural=False, whens=()):
    return freeze((Equation(parse(law), "part"),), constant(*parameters), lambda path: structural, whens)


def test_a_condition_becomes_a_mode():
    (equation,), (mode,), _ = frozen("y - (3 if x > a else 5)")
    assert is_added(mode.value) and mode.condition is relation("gt", X, A) and mode.rising and mode.origin == "part"
    assert not mode.structural and str(mode.crossing) == "x - a"
    for value, number in ((1.0, 3.0), (0.0, 5.0)):
        at = {symbol("y"): 0.0, mode.value: value}
        assert evaluate([equation.residual], at)[0] == -number


def test_the_sense_of_a_crossing():
    rising = {law: frozen(f"y - (1 if x {law} 0 else 2)")[1][0].rising for law in ("<", "<=", ">", ">=")}
    assert rising == {"<": False, "<=": False, ">": True, ">=": True}


def test_one_condition_is_one_mode():
    _, modes, _ = freeze(rows("y = (1 if x > 0 else 2)", "z = (3 if x > 0 else 4)"), constant(), lambda path: False)
    assert len(modes) == 1


def test_conditions_of_parameters_are_no_modes():
    equations, modes, _ = frozen("y - (1 if a > 2 else 3)")
    assert modes == () and equations[0].residual is parse("y - (1 if a > 2 else 3)")


def test_the_floor_and_the_sign_are_frozen():
    (equation,), (mode,), _ = frozen("y - floor(x)")
    assert mode.frozen is mode.value and set(leaves(equation.residual)) == {symbol("y"), mode.value}
    assert evaluate([mode.crossing], {X: 2.75, mode.value: 2.0})[0] == 0.75 and mode.rising
    _, (mode,), _ = frozen("y - sign(x)")
    assert mode.crossing is X and mode.rising
    for law in ("y - sign(x)", "y - floor(x)"):  # these are values at run time, whatever their element is
        assert not frozen(law, structural=True)[1][0].structural


def test_conditions_inside_conditions_use_frozen_values():
    _, modes, _ = frozen("y - (1 if x + (2 if z > 0 else 3) > 0 else 4)")
    inner, outer = modes
    assert inner.value in leaves(outer.crossing) and symbol("z") not in leaves(outer.crossing)


def test_corners_at_known_instants_are_modes_and_others_are_not():
    (equation,), (mode,), _ = frozen("y - max(time - a, 0)")
    assert mode.time_event(constant("a")) is not None and TIME in leaves(equation.residual)
    assert frozen("y - max(x, 0)")[1] == () and frozen("y - abs(x)")[1] == ()
    (equation,), (mode,), _ = frozen("y - abs(time - a)")
    for value, number in ((1.0, 2.0), (0.0, -2.0)):
        assert evaluate([equation.residual], {symbol("y"): 0, TIME: 5, A: 3, mode.value: value})[0] == -number
    (equation,), (mode,), _ = frozen("y - min(time, a)")
    for value, number in ((1.0, 1.0), (0.0, 3.0)):
        assert evaluate([equation.residual], {symbol("y"): 0, TIME: 1, A: 3, mode.value: value})[0] == -number


def test_instants_are_told_by_slope_and_offset():
    _, (mode,), _ = frozen("y - (1 if 2*time > a else 0)")
    slope, offset = mode.time_event(constant("a"))
    assert evaluate([slope, offset], {A: 6.0}) == [2.0, -6.0]
    assert frozen("y - (1 if time**2 > a else 0)")[1][0].time_event(constant("a")) is None
    assert frozen("y - (1 if time > x else 0)")[1][0].time_event(constant("a")) is None
    assert frozen("y - (1 if x > a else 0)")[1][0].time_event(constant("a")) is None


def test_positions_are_built_into_the_equations():
    equations, modes, _ = frozen("(x if s > 0 else y)", structural=True)
    (mode,) = modes
    assert mode.structural
    assert fix_structure(equations, modes, {mode.value: True})[0].residual is X
    assert fix_structure(equations, modes, {mode.value: False})[0].residual is symbol("y")
    plain, runtime, _ = frozen("(x if s > 0 else y)")
    assert fix_structure(plain, runtime, {}) is plain


def test_a_leaky_switch_counts_both_sides():
    equations, modes, _ = frozen("(x if s > 0 else y)", structural=True)
    (left,) = leaky(equations, modes)
    assert evaluate([left.residual], {X: 1.0, symbol("y"): 1.0})[0] == 1.0 + LEAK
    assert leaky(equations, ()) is equations


def test_conditions_of_events_are_frozen_too():
    when = When(relation("lt", X, 0.0), ((symbol("v"), parse("-v")),), "ball")
    _, (mode,), (event,) = frozen("x - v", whens=(when,))
    assert leaves(event.condition) == [mode.value] and event.changes == when.changes and not mode.rising
    assert mode.origin == "ball"


def test_closing_constraints_stay_what_they_are():
    law = Equation(parse("x - (1 if y > 0 else 2)"), "loop", symbol("e"))
    (found,), _, _ = freeze((law,), constant(), lambda path: False)
    assert found.release is symbol("e")


def test_a_corner_and_a_condition_at_the_same_instant_are_one_mode():
    """The corner stands in the first source, the condition in the second: both are about the same instant."""
    m = mb.Model("twice")
    m.first, m.second = mb.Sf("max(time, 1)", domain="electrical"), mb.Sf("1 if time > 1 else 0", domain="electrical")
    m.node, m.loss, m.store = mb.J0(), mb.R(1.0), mb.C(1.0)
    m.first >> m.node >> [m.loss, m.store]
    m.second >> m.node
    result = m.simulate(2.5, tolerance=1e-9)
    assert result["store.q"][-1] == pytest.approx(2.5 - np.exp(-2.5), abs=1e-8)
