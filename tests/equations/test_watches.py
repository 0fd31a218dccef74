"""Guards of the choice of states and levels of events, from steps written by hand."""

from __future__ import annotations

import numpy as np
import pytest

from equations.written import PENDULUM, chosen, reduced, rows
from multibond.equations.blocks import Block
from multibond.equations.guards import Guard, _determinant, guards_of
from multibond.equations.levels import levels_of
from multibond.equations.modes import freeze
from multibond.equations.schedule import Assign, SolveLinear, SolveNonlinear
from multibond.equations.states import Selected
from multibond.equations.system import Equation, When
from multibond.expression import ONE, ZERO, evaluate, is_added, parse, relation, symbol

X, Y = symbol("x"), symbol("y")


def pendulum():
    system = reduced(*PENDULUM, parameters=["l"])
    return system, chosen(system, x=0.1, y=-0.99, l=1.0)


def test_a_nonlinear_step_for_a_position_is_guarded():
    system, selected = pendulum()
    step = SolveNonlinear((Y,), (), (parse("x**2 + y**2 - l**2"),), ((0, 0, parse("2*y")),))
    (guard,) = guards_of((), (step,), system, selected)
    assert guard.determinant is parse("2*y") and guard.size == 1 and not guard.rolling and not guard.linear
    assert is_added(guard.reference) and str(guard.reference) == "guard0"


def test_what_is_no_spare_coordinate_is_not_guarded():
    system, selected = pendulum()
    other = SolveNonlinear((symbol("f"),), (), (parse("f**3 - 1"),), ((0, 0, parse("3*f**2")),))
    assert guards_of((), (other,), system, selected) == ()
    assert guards_of((), (), system, Selected(selected.equations, (), selected.unknowns)) == ()


@pytest.mark.parametrize("size", [24, 25])
def test_a_very_large_system_is_not_guarded(size):
    system, selected = pendulum()
    many = (Y, *(symbol(f"z{k}") for k in range(size - 1)))
    step = SolveNonlinear(many, (), tuple(many), tuple((k, k, ONE) for k in range(size)))
    assert [guard.size for guard in guards_of((), (step,), system, selected)] == ([24] if size == 24 else [])


def test_what_a_nonlinear_step_guards_is_not_guarded_twice():
    system, selected = pendulum()
    step = SolveNonlinear((symbol("f"),), (Assign(Y, parse("x + f")),), (parse("f"),), ((0, 0, parse("2*x")),))
    (guard,) = guards_of((Block(rows("y*x = 3"), (Y,)),), (step,), system, selected)
    assert not guard.linear and guard.determinant is parse("2*x")


def test_a_velocity_by_division_is_guarded():
    system, selected = pendulum()
    (block,) = [Block(rows("y*x = 3"), (Y,))]
    (guard,) = guards_of((block,), (), system, selected)
    assert guard.linear and guard.determinant is parse("x")
    constant = Block(rows("2*y = 3"), (Y,))
    assert guards_of((constant,), (), system, selected) == ()


def test_velocities_of_rolling_are_guarded_on_both_sides():
    system, selected = pendulum()
    step = SolveLinear((symbol("v"),), ((0, 0, parse("cos(x)")),), (ONE,))
    (guard,) = guards_of((), (step,), system, selected)
    assert guard.rolling and len(guard.indicators) == 2
    fixed = SolveLinear((symbol("v"),), ((0, 0, parse("l")),), (ONE,))
    assert guards_of((), (fixed,), system, selected) == ()


@pytest.mark.parametrize(("size", "limit"), [(1, 0.3), (2, 0.09)])
def test_indicators_fall_through_zero_where_the_determinant_has_become_small(size, limit):
    d, reference = symbol("d"), symbol("reference")
    (indicator,) = Guard(d, reference, size).indicators

    def sign(value):
        return evaluate([indicator], {d: value, reference: 2.0})[0] > 0

    assert sign(2.0) and sign(-2.0) and sign(2.02 * limit) and not sign(1.98 * limit) and not sign(0.0)
    first, second = Guard(d, reference, size, rolling=True).indicators
    values = {d: -2.0, reference: 2.0}
    assert evaluate([first], values)[0] > 0 > evaluate([second], values)[0]


def test_the_determinant_of_larger_matrices_is_known_up_to_a_constant():
    """Constants are eliminated, then what is largest; what is left is expanded."""
    draw = np.random.default_rng(2)
    names = [symbol(f"a{k}") for k in range(40)]
    entries = {(i, i): names[i] for i in range(11)} | {(i, (i + 3) % 11): ONE for i in range(0, 11, 3)}
    places = [(i, j) for i in range(11) for j in range(11) if (i, j) not in entries]
    entries |= {places[int(k)]: names[11 + n] for n, k in enumerate(draw.choice(len(places), 29, replace=False))}
    found = _determinant([(i, j, x) for (i, j), x in entries.items()], 11)
    ratios = []
    for _ in range(3):
        values = {x: float(v) for x, v in zip(names, draw.uniform(-2, 2, 40), strict=True)} | {ONE: 1.0}
        matrix = np.zeros((11, 11))
        for place, x in entries.items():
            matrix[place] = 1.0 if x is ONE else values[x]
        ratios.append(evaluate([found], values)[0] / np.linalg.det(matrix))
    assert np.allclose(np.abs(ratios), 1.0, rtol=1e-6)


def test_the_determinant_of_sparse_matrices():
    entries = [(0, 0, 2.0), (0, 2, 1.0), (1, 1, 3.0), (2, 0, 4.0), (2, 1, 5.0), (2, 2, 6.0)]
    found = _determinant([(i, j, parse(str(v))) for i, j, v in entries], 3)
    assert evaluate([found], {})[0] == pytest.approx(2 * 18 - 1 * 12)
    assert _determinant([(0, 0, ONE)], 2) is ZERO


def test_levels_stand_for_conditions_of_events_that_set_states():
    falling = relation("lt", X, 0.0)
    whens = (When(falling, ((symbol("v"), parse("-v")),), "ball"),)
    _, modes, whens = freeze(rows("der(x) = v"), lambda leaf: False, lambda path: False, whens)
    (mode,) = modes
    levels = levels_of(modes, whens, lambda leaf: False)
    assert list(levels) == [mode.value] and is_added(levels[mode.value])
    # an event that changes only discrete values needs none
    assert levels_of(modes, whens, lambda leaf: leaf is symbol("v")) == {}
    assert levels_of((), (), lambda leaf: False) == {}


def test_levels_only_of_conditions_of_those_events():
    _, modes, whens = freeze(
        (Equation(parse("y if x > 1 else 2"), "law"),), lambda leaf: False, lambda path: False,
        (When(relation("lt", X, 0.0), ((Y, ONE),), "event"),),
    )  # fmt: skip
    assert len(modes) == 2 and len(levels_of(modes, whens, lambda leaf: False)) == 1
