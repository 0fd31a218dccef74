"""Output times: where a run begins and ends, and which of its points are shown."""

import numpy as np
import pytest

import multibond as mb
from multibond.errors import ModelError


def decay(q0=1.0):
    """A capacitor of 1 F discharged by 1 Ω: q = exp(−t)."""
    model = mb.Model("decay", domain="electrical")
    model.node, model.resistor, model.capacitor = mb.J0(), mb.R(1), mb.C(1, q0=q0)
    model.node >> [model.resistor, model.capacitor]
    return model


@pytest.mark.parametrize("options", [{}, {"start": 0}, {"stop": 5}, {"stop": 5, "start": 0.0}])
def test_a_grid_that_begins_later_shows_only_its_times_of_a_run_from_the_start(options):
    result = decay().simulate(grid=[1, 2, 5], tolerance=1e-9, **options)
    assert result.time.tolist() == [1, 2, 5]
    assert result["capacitor.q"] == pytest.approx(np.exp([-1.0, -2.0, -5.0]), rel=1e-7)
    assert result["der(capacitor.q)"].shape == result.energy.stored.shape == (3,)
    assert result.energy.dissipated == pytest.approx(0.5 * (1 - np.exp([-2.0, -4.0, -10.0])), rel=1e-6)
    assert result.stats.energy_residual < 1e-7
    assert result.energy.by_component()["resistor"]["dissipated"] == pytest.approx(result.energy.dissipated, rel=1e-6)


def test_a_single_time_is_a_grid():
    assert decay().simulate(grid=[2.0], tolerance=1e-9)["capacitor.q"] == pytest.approx([np.exp(-2)], rel=1e-7)


def test_a_run_begins_with_a_grid_that_begins_before_zero():
    result = decay().simulate(grid=[-1, 0, 1], tolerance=1e-9)
    assert result["capacitor.q"] == pytest.approx(np.exp([0.0, -1.0, -2.0]), rel=1e-7)


def test_events_before_the_grid_are_kept():
    result = mb.load("bouncing_mass").simulate(grid=[1.9, 2.0])
    whole = mb.load("bouncing_mass").simulate(2.0)
    assert [event.time for event in result.events] == pytest.approx([event.time for event in whole.events], abs=1e-6)
    assert result.stats.energy_residual < 1e-5


@pytest.mark.parametrize(
    "options, words",
    [
        ({"grid": [1, 2, 5], "start": 1.5}, "the grid begins at 1 s, before the run, which starts at 1.5 s"),
        ({"grid": [1, 2, 5], "stop": 4}, "the grid ends at 5 s and the run should stop at 4 s"),
        ({"grid": [1, 2, 5], "stop": 6}, "the grid ends at 5 s and the run should stop at 6 s"),
        ({"grid": [0.0]}, "no time behind the start"),
        ({"grid": []}, "one or more finite, increasing times"),
        ({"grid": [2, 1]}, "one or more finite, increasing times"),
        ({"grid": [1, 2], "start": "now"}, "the start time must be a finite number"),
    ],
)
def test_times_that_contradict_each_other_are_refused(options, words):
    with pytest.raises(ModelError, match=words):
        decay().simulate(**options)


def test_points_that_fall_together_far_from_zero_are_refused_with_the_reason():
    with pytest.raises(ModelError, match=r"near 1e\+15 s numbers are 0\.12 s apart.*take fewer points"):
        decay().simulate(1e15 + 5, start=1e15)
    late = decay().simulate(1e9 + 1, start=1e9, tolerance=1e-9)
    assert late["capacitor.q"][-1] == pytest.approx(np.exp(-1.0), rel=1e-6)
