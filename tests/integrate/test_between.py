"""Indicators that cross zero between two places of a step: seen by a closer look, at the first crossing."""

import numpy as np
import pytest

import multibond as mb


def switched(condition, **given):
    """Where `condition` holds, counted by an integrator, of a motion x = time that any step follows exactly."""
    model = mb.Model("counted")
    model.way, model.sum = mb.Integrator(u="1"), mb.Integrator(u=f"1 if {condition} else 0")
    return model.simulate(1.0, **given)


@pytest.mark.parametrize("width", [0.01, 0.003])
def test_two_passages_in_one_step_are_both_seen(width):
    """Two dips below zero, beside each other: the first is not passed over where the second is found first."""
    condition = f"(abs(way.y - 0.41) - {width})*(abs(way.y - 0.46) - {width}) < 0"
    result = switched(condition, solver="dop853", tolerance=1e-8)
    assert result["sum.y"][-1] == pytest.approx(4 * width, abs=1e-7)
    assert [row["time"] for row in result.event_rows] == pytest.approx(
        [0.41 - width, 0.41 + width, 0.46 - width, 0.46 + width], abs=1e-8
    )


def test_many_indicators_that_turn_fast_are_all_seen():
    model = mb.Model("counted")
    model.way = mb.Integrator(u="1")
    places = np.linspace(0.13, 0.87, 12)
    for k, place in enumerate(places):
        model.add(f"sum{k}", mb.Integrator(u=f"1 if cos(4*pi*(way.y - {place:.17g})) > 0.999 else 0"))
    result = model.simulate(1.0, tolerance=1e-8)
    wide = np.arccos(0.999) / (4 * np.pi)
    for k, place in enumerate(places):
        peaks = place + np.arange(-2, 3) / 2
        held = sum(max(0.0, min(1.0, x + wide) - max(0.0, x - wide)) for x in peaks)
        assert result[f"sum{k}.y"][-1] == pytest.approx(held, abs=1e-7)
