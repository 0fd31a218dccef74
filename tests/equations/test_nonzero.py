"""Which factors never vanish, and which parameters are factors at all."""

from __future__ import annotations

import multibond as mb
from multibond.equations.formulation import formulation
from multibond.equations.nonzero import NUMBERS, Nonzero, coefficients
from multibond.expression import choose, function, parse, relation, symbol

A, B, NONE, ON = (symbol(name) for name in ("a", "b", "none", "on"))
NEVER = Nonzero({A: 2.0, B: -3.0, NONE: 0.0})
HELD = relation("gt", ON, 0.5)
EITHER = choose(HELD, A, B)  # not a number yet, but never zero


def test_numbers_and_parameters_are_what_they_are():
    assert NEVER(parse("3")) and not NEVER(parse("0")) and NEVER(A) and not NEVER(NONE)
    assert NEVER(parse("a + b")) and not NEVER(parse("a - 2")) and not NEVER(ON)
    assert NUMBERS(parse("3")) and not NUMBERS(A)


def test_both_ways_of_a_choice_count():
    assert NEVER(EITHER)
    assert not NEVER(choose(HELD, A, NONE)) and not NEVER(choose(HELD, NONE, A)) and not NEVER(choose(HELD, ON, A))


def test_operations_that_keep_away_from_zero():
    for x in (-EITHER, A * EITHER, abs(EITHER), function("sqrt", abs(EITHER)), EITHER / A, EITHER**2):
        assert NEVER(x), x
    for x in (-ON, A * ON, EITHER * NONE, abs(ON), ON / A, ON**2, A / ON, EITHER**ON, EITHER + A, function("sin", ON)):
        assert not NEVER(x), x
    assert NEVER(function("exp", ON))


def test_parameters_in_factors_of_variables_belong_to_the_structure():
    model = mb.Model("lamp", domain="electrical")
    model.factor, model.offset, model.voltage = mb.Parameter(2.0), mb.Parameter(3.0), mb.Parameter(1.0)
    model.source, model.loop, model.coil = mb.Se("voltage"), mb.J1(), mb.I(1.0)
    model.lamp = mb.R(law="factor*f**3 + offset")
    model.source >> model.loop >> [model.lamp, model.coil]
    system = formulation(model).system()
    found = coefficients(system)
    assert "factor" in found and not {"offset", "voltage"} & found and found <= system.parameters.keys()
