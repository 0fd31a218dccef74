"""Simulations against closed forms, with every solver, at three tolerances."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from simulation.closed_forms import CASES

TOLERANCES = (1e-4, 1e-6, 1e-8)
# A multistep method controls the error of each step, not their sum. Whoever names one gets that meaning, and the sum
# of an oscillation's errors; "auto" asks ten times more of it, so that the result is as good as the tolerance says.
ALLOWED = {"auto": 10, "dop853": 10, "bdf": 200, "adams": 100, "ida": 100}


@pytest.fixture(scope="module")
def case():
    """Each model is compiled once for all its runs."""
    kept = {}

    def made(name):
        if name not in kept:
            kept[name] = CASES[name]()
        return kept[name]

    return made


def error(result, expected):
    """The largest error of any variable relative to its largest value."""
    return max(np.max(np.abs(result[k] - v)) / np.max(np.abs(v)) for k, v in expected.items())


@pytest.mark.parametrize("tolerance", TOLERANCES)
@pytest.mark.parametrize("solver", ALLOWED)
@pytest.mark.parametrize("name", CASES)
def test_the_error_is_within_the_tolerance(name, solver, tolerance, case):
    model, stop, expected = case(name)
    result = model.simulate(stop, tolerance=tolerance, solver=solver, points=51)
    assert error(result, expected(result.time)) < ALLOWED[solver] * tolerance
    assert result.stats.energy_residual < 100 * tolerance


@pytest.mark.parametrize("solver", ["bdf", "adams", "ida"])
@pytest.mark.parametrize("name", CASES)
def test_a_multistep_method_reaches_ten_times_a_tolerance_of_which_it_is_asked_a_hundredth(name, solver, case):
    model, stop, expected = case(name)
    result = model.simulate(stop, tolerance=1e-8, solver=solver, points=51)
    assert error(result, expected(result.time)) < 10 * 1e-6


def test_the_fixed_step_method_is_of_fourth_order(case):
    model, stop, expected = case("rlc under-damped")
    coarse, fine = (model.simulate(stop, solver="rk4", step=step, points=51) for step in (0.02, 0.01))
    ratio = error(coarse, expected(coarse.time)) / error(fine, expected(fine.time))
    assert 14 < ratio < 18


def test_small_states_are_as_exact_as_large_ones():
    """The same circuit in farads and in picofarads: its charges differ by twelve powers of ten."""
    errors = []
    for capacitance in (1.0, 1e-12):
        model = mb.Model("rc", domain="electrical")
        model.source, model.resistor, model.loop = mb.Se(1.0), mb.R(1 / capacitance), mb.J1()
        model.capacitor = mb.C(capacitance)
        model.source >> model.loop >> [model.resistor, model.capacitor]
        result = model.simulate(3.0, tolerance=1e-6)
        errors.append(np.max(np.abs(result["capacitor.e"] - 1 + np.exp(-result.time))))
    assert max(errors) < 1e-5


def test_output_points_do_not_change_the_solution(case):
    model, stop, _ = case("van der pol")
    few, many = (model.simulate(stop, points=points, tolerance=1e-8) for points in (2, 2001))
    assert few.stats.final == pytest.approx(many.stats.final, abs=1e-7)


def test_a_grid_gives_the_values_at_its_times(case):
    model, _, expected = case("rlc under-damped")
    result = model.simulate(grid=[0.5, 0.75, 3.0], tolerance=1e-8)
    assert result.time.tolist() == [0.5, 0.75, 3.0]
    assert result["voltage"] == pytest.approx(expected(result.time)["voltage"], abs=1e-6)


@pytest.mark.parametrize("second", [1e-12, 1e-9, 1e-6, 1.0, 1e6])
def test_every_scale_of_time_is_as_exact(second):
    """A capacitor of so many millifarads behind a kiloohm; charges of femtocoulombs are held as closely as coulombs."""
    model = mb.Model("scale", domain="electrical")
    model.source, model.loop = mb.Se(f"1 if time > {2 * second} else 0"), mb.J1()
    model.resistor, model.capacitor = mb.R(1e3), mb.C(1e-3 * second)
    model.source >> model.loop >> [model.resistor, model.capacitor]
    result = model.simulate(10 * second, tolerance=1e-8)
    expected = 1 - np.exp(-np.maximum(result.time / second - 2, 0))
    assert np.max(np.abs(result["capacitor.e"] - expected)) < 1e-7
    assert result.energy.relative_residual < 1e-7
    free = mb.Model("free", domain="electrical")
    free.loop, free.coil, free.capacitor = mb.J1(), mb.I(second), mb.C(second, e0=1.0)
    free.loop >> [free.coil, free.capacitor]
    free.output("voltage", "capacitor.e", "V")
    swept = free.sweep({"coil.I": [second, 4 * second]}, stop=5 * second, tolerance=1e-9)
    assert swept.final["voltage"] == pytest.approx(np.cos([5.0, 2.5]), abs=1e-7)
