"""Pass "states" on reduced systems: wishes, pivots, redundant constraints."""

from __future__ import annotations

import pytest

from equations.written import PENDULUM, chosen, names, numbers, reduced, rows
from multibond.equations.states import Redundant, _Pivots, select_states
from multibond.errors import StructureError
from multibond.expression import name_of, symbol


def test_what_is_differentiated_is_a_state():
    found = chosen(reduced("der(x) = v", "der(v) = -x", "y = 2*x"))
    assert set(names(found.states)) == {"x", "v"}
    assert set(names(found.unknowns)) == {"der(x)", "der(v)", "y"}
    assert len(found.equations) == 3


def test_the_pendulum_keeps_the_coordinate_that_the_constraint_does_not_determine():
    system = reduced(*PENDULUM, parameters=["l"])
    # hanging down the constraint determines y well, and x is the state; out to the side it is the other way round
    assert set(names(chosen(system, x=0.1, y=-0.99, l=1.0).states)) == {"x", "der(x)"}
    assert set(names(chosen(system, x=0.99, y=-0.1, l=1.0).states)) == {"y", "der(y)"}


def test_every_unknown_and_state_is_there_once():
    system = reduced(*PENDULUM, parameters=["l"])
    found = chosen(system, x=0.1, y=-0.99, l=1.0)
    assert len(found.equations) == len(found.unknowns) == 9
    assert len({*found.states, *found.unknowns}) == len(found.states) + len(found.unknowns) == 11


def test_wishes_count_before_the_size_of_coefficients():
    system = reduced("der(p) = e", "der(q) = -e", "p = 2*q")
    assert names(chosen(system).states) == ["p"]  # the constraint determines what has the largest coefficient
    assert names(chosen(system, {"p": 1.0}).states) == ["p"]
    assert names(chosen(system, {"q": 1.0}).states) == ["q"]
    assert names(chosen(system, {"p": -1.0}).states) == ["q"] and names(chosen(system, {"q": -1.0}).states) == ["p"]


def test_a_wish_gives_way_where_the_constraint_would_determine_nothing():
    system = reduced(*PENDULUM, parameters=["l"])
    at_the_side = {"x": 0.999999, "y": 1e-6, "l": 1.0}
    assert set(names(chosen(system, {"x": 1.0}, **at_the_side).states)) == {"y", "der(y)"}
    # slightly tilted is enough for the wish
    assert set(names(chosen(system, {"x": 1.0}, x=0.8, y=0.6, l=1.0).states)) == {"x", "der(x)"}


def test_weak_is_the_part_of_its_row_that_a_coefficient_must_have():
    system = reduced(*PENDULUM, parameters=["l"])
    number = numbers(x=0.99, y=0.1, l=1.0)
    wanted = {symbol("x"): 1.0}
    loose = select_states(system, number, lambda v: wanted.get(v, 0.0), weak=0.05)
    strict = select_states(system, number, lambda v: wanted.get(v, 0.0), weak=0.2)
    assert set(names(loose.states)) == {"x", "der(x)"} and set(names(strict.states)) == {"y", "der(y)"}


def test_constant_coefficients_count_however_small():
    system = reduced("der(p) = e", "der(q) = -e", "p = m*q", parameters=["m"])
    assert names(chosen(system, {"p": 1.0}, m=1e-6).states) == ["p"]


def test_ties_are_broken_by_name():
    for laws in (("der(b) = e", "der(a) = -e", "a = b"), ("der(a) = e", "der(b) = -e", "b = a")):
        assert names(chosen(reduced(*laws)).states) == ["b"]


def test_redundant_closing_constraints_are_told_from_contradictions():
    laws = ("der(a) = e + g", "der(b) = -e", "der(c) = -g", "a - b = 0", "a - c = 0")
    found = chosen(reduced(*laws, release={"a - b = 0": "e", "a - c = 0": "g"}))
    assert len(found.states) == 1
    twice = ("der(a) = e + 3*g", "der(b) = -e - g", "a + b*0*k = b*l", "2*a = 2*b*m")
    system = reduced(*twice, parameters=["k", "l", "m"], release={"2*a = 2*b*m": "g"})
    with pytest.raises(Redundant) as caught:
        chosen(system, k=1.0, l=1.0, m=1.0)
    assert [e.origin for e in caught.value.equations] == ["2*a = 2*b*m"]
    assert names(chosen(system, k=1.0, l=1.0, m=1.5).states) == []


def test_constraints_that_say_nothing_of_their_own_are_refused():
    laws = ("der(a) = e + g", "der(b) = -e - 3*g", "a = b*l", "2*a = 2*b*m")
    with pytest.raises(StructureError, match="do not determine anything of their own"):
        chosen(reduced(*laws, parameters=["l", "m"]), l=1.0, m=1.0)


@pytest.mark.parametrize(("moving", "determined"), [(True, "z"), (False, "y")])
def test_what_a_moving_pivot_touches_may_move_too(moving, determined):
    """After x is eliminated a small coefficient of y is left: enough if it is constant, not if it may vanish."""
    wanted = {symbol("z"): 1.0}
    work = _Pivots(list(rows("x = y", "x = y + z")), lambda v: wanted.get(v, 0.0), name_of, 0.1)
    x, y, z = map(symbol, "xyz")
    work.add({x: 1.0, y: 1.0}, {x} if moving else set())
    work.add({x: 1.0, y: 1.001, z: 0.5}, set())
    work.run()
    assert names(work.result()) == ["x", determined]


def test_what_moves_in_the_row_of_the_pivot_moves_where_it_is_added():
    wanted = {symbol("z"): 1.0}
    work = _Pivots(list(rows("x = y", "x = y + z")), lambda v: wanted.get(v, 0.0), name_of, 0.1)
    x, y, z = map(symbol, "xyz")
    work.add({x: 1.0, y: 1.0}, {y})
    work.add({x: 1.0, y: 1.001, z: 0.5}, set())
    work.run()
    assert names(work.result()) == ["x", "z"]


def test_a_coefficient_within_the_rounding_of_its_row_determines_nothing():
    x, y = symbol("x"), symbol("y")
    constraints = rows("x = 1", "1000000*x + y = 1")
    for size, enough in ((1e-4, False), (1.0, True)):
        work = _Pivots(list(constraints), lambda v: 0.0, name_of, 1e-2)
        work.add({x: 1.0}, set())
        work.add({x: 1e6, y: size}, {x, y})
        work.run()
        if enough:
            assert work.result() == [x, y]
        else:
            with pytest.raises(StructureError, match="do not determine anything of their own"):
                work.result()
