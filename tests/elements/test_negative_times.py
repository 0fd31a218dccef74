"""Functions of time before time 0, where those that begin at 0 have not begun."""

import math

import numpy as np
import pytest

import multibond as mb


def period(t, points, values):
    return 0.0 if t < 0 else float(np.interp(t % 1.0, points, values))


CASES = {
    "sine": (mb.sine(2, 0.5, 0.0, 1.0), lambda t: 1 + (2 * math.sin(math.pi * t) if t >= 0 else 0)),
    "ramp": (mb.ramp(3, 2.0, offset=0.5), lambda t: 0.5 + min(3.0, max(0.0, 1.5 * t))),
    "pulse": (mb.pulse(1.0, 0.25, 2.0, 0.5), lambda t: 0.5 + (2.0 if t >= 0 and t % 1.0 < 0.25 else 0.0)),
    "trapezoid": (
        mb.trapezoid(1, 0.1, 0.4, 0.1, 1.0, 0.2),
        lambda t: 0.2 + period(t, [0, 0.1, 0.5, 0.6, 1], [0, 1, 1, 0, 0]),
    ),
    "step": (mb.step(0.0, 2.0), lambda t: 2.0 if t >= 0 else 0.0),
    "early step": (mb.step(-1.0, 2.0), lambda t: 2.0 if t >= -1 else 0.0),
    "text": ("sine(2, 0.5) + ramp(1, 1)", lambda t: 2 * math.sin(math.pi * t) + min(t, 1.0) if t >= 0 else 0.0),
}


@pytest.mark.parametrize("start", [-1.73, 0.0, 0.71])
@pytest.mark.parametrize("name", CASES)
def test_functions_of_time_hold_their_offset_until_they_begin(name, start):
    value, exact = CASES[name]
    model = mb.Model("circuit", domain="electrical")
    model.source, model.loop, model.resistor, model.capacitor = mb.Se(value), mb.J1(), mb.R(1), mb.C(1)
    model.source >> model.loop >> [model.resistor, model.capacitor]
    grid = np.arange(start, 2.9, 0.0377)  # which meets none of the jumps
    result = model.simulate(grid=grid, start=start)
    assert result["source.e"] == pytest.approx([exact(t) for t in grid], abs=1e-12)


def test_equations_and_drawings_show_the_function_without_the_question_whether_it_has_begun():
    model = mb.Model("circuit", domain="electrical")
    model.source, model.resistor = mb.Se(mb.sine(2, 0.5)), mb.R(1)
    model.source >> model.resistor
    model.output("current", model.resistor.f, "A")
    assert "if time" not in str(model.equations())
    assert "if time" not in model.draw().svg
