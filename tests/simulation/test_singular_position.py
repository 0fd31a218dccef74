"""Singular positions: runs go past a parallelogram that is flat, with every solver and every method."""

import numpy as np
import pytest

import multibond as mb

STOP, EXACT = 2.0, 1e-10


def exact(model, output="phi"):
    return model.simulate(STOP, points=41, tolerance=EXACT, solver="dop853")[output]


@pytest.mark.parametrize(
    "options",
    [{"solver": "bdf"}, {"solver": "adams"}, {"solver": "ida"}, {"method": "zcp"}, {"method": "lagrange"},
     {"method": "lagrange", "tolerance": 1e-8}, {"method": "zcp", "tolerance": 1e-8},
     {"method": "minimal", "solver": "bdf"}],
)  # fmt: skip
def test_a_flat_parallelogram_goes_on_as_it_moves(options):
    model = mb.load("kinematic_loop")
    result = model.simulate(STOP, points=41, **options)
    assert np.abs(result["phi"] - exact(model)).max() < 1e-4
    assert result.stats.energy_residual < 1e-4 and len(result.time) == 41
    assert result.stats.constraint_residual < 1e-5


def test_the_run_says_that_it_passed_over():
    model = mb.load("kinematic_loop")
    doubts = model.simulate(STOP, points=11, solver="bdf").stats.doubts
    assert any("singular position" in said and "0.78" in said for said in doubts)
    assert not model.simulate(0.7, points=11, solver="bdf").stats.doubts


def test_a_few_output_points_are_enough():
    model = mb.load("kinematic_loop")
    result = model.simulate(STOP, points=2, solver="bdf")
    assert abs(result["phi"][-1] - exact(model)[-1]) < 1e-4


def test_a_dead_centre_is_no_singular_position_of_the_loop():
    """A slider crank goes through its dead centres with other states, and nothing is said of them."""
    model = mb.load("planar_slider_crank")
    assert not model.simulate(2.0, points=21, solver="bdf").stats.doubts


def test_a_way_over_that_fails_has_no_way_over_of_its_own():
    """The spring throws the arms through flat positions one after another, where rounding decides the way: the run
    ends, by what it says is in its way or with a doubt about its energy."""
    values = {"s_relaxed": 80.0}
    try:
        result = mb.load("centrifugal_governor").simulate(1.0, points=21, max_steps=20_000, parameters=values)
    except mb.SimulationError as error:
        assert 0 < error.result.stats.steps <= 20_000 and np.isfinite(error.result.stats.energy_residual)
    else:
        assert result.stats.energy_residual < 1e-4 or any("energy books" in said for said in result.stats.doubts)
