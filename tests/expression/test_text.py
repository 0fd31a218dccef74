"""Expressions, systems and schedules as text: whole where it is asked for, short where it only names them."""

from __future__ import annotations

import pytest

import multibond as mb
from multibond.equations.compile import compile_system
from multibond.equations.formulation import formulation, model_wishes
from multibond.errors import ModelError
from multibond.expression import parse, symbol


def long_sum() -> mb.expression.Node:
    total = symbol("x0")
    for k in range(1, 200):
        total = total + symbol(f"x{k}")
    return total


def test_the_whole_text_can_be_had_and_the_name_of_a_long_expression_is_short():
    short = parse("2*a + sin(b)")
    assert repr(short) == str(short) == "2*a + sin(b)"
    long = long_sum()
    assert len(repr(long)) == 200 and repr(long).endswith("…") and str(long).startswith(repr(long)[:-1])
    assert parse(str(long)) is long


def test_messages_hold_no_pages_of_expressions():
    with pytest.raises(ModelError) as caught:
        bool(long_sum() > 0)
    assert len(str(caught.value)) < 500
    with pytest.raises(ModelError) as caught:
        float(long_sum())
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("name", ["rlc", "four_bar"])
def test_stages_name_themselves_in_a_line(name):
    system = formulation(mb.load(name)).system()
    compiled = compile_system(system, wishes=model_wishes(system))
    for stage in (system, compiled, compiled.draft, compiled.schedule):
        assert len(repr(stage)) < 200 and "\n" not in repr(stage)
    assert f"{len(system.equations)} equations" in repr(compiled)
    assert f"{len(compiled.schedule.states)} states" in repr(compiled)


def test_values_that_differ_far_behind_are_not_mixed_up():
    model = mb.Model("lamp", domain="electrical")
    model.source, model.loop, model.coil, model.lamp = mb.Se(1.0), mb.J1(), mb.I(1.0), mb.R(1.0)
    model.source >> model.loop >> [model.lamp, model.coil]
    terms = " + ".join(["0*time"] * 60)
    ends = [model.simulate(1.0, points=2, parameters={"lamp.R": parse(f"{terms} + {r}")})["lamp.f"][-1] for r in (1, 3)]
    assert abs(ends[0] - ends[1]) > 0.1
