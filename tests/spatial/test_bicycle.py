"""The benchmark bicycle: eigenvalues, critical speeds, and whether it rights itself."""

import numpy as np
import pytest
from scipy.optimize import brentq

import multibond as mb

COORDINATES = ["rider.motion.phi[1]", "steering.angle.q"]


@pytest.fixture(scope="module")
def bicycle():
    return mb.load("bicycle_benchmark")


def lean_and_steer(model, v):
    """The linear equations of lean and steer about upright riding; everything else follows them."""
    linear = model.linearize(parameters={"v": v, "lean0": 0.0})
    chosen = [linear.states.index(name) for name in (*COORDINATES, *(f"der({name})" for name in COORDINATES))]
    return linear.A[np.ix_(chosen, chosen)]


def test_the_eigenvalues_at_5_metres_a_second(bicycle):
    found = np.sort_complex(np.linalg.eigvals(lean_and_steer(bicycle, 5.0)))
    weave = -0.77534188219585 + 4.46486771378823j
    expected = np.sort_complex([-0.32286642900409, weave, weave.conjugate(), -14.0783896927982])
    assert np.max(np.abs(found - expected)) < 1e-10


def test_the_critical_speeds(bicycle):
    def weave(v):
        return max(x.real for x in np.linalg.eigvals(lean_and_steer(bicycle, v)) if abs(x.imag) > 1e-3)

    assert brentq(weave, 4.29, 4.295, xtol=1e-13) == pytest.approx(4.29238253634111, abs=1e-11)
    capsize = brentq(lambda v: np.linalg.det(lean_and_steer(bicycle, v)), 6.02, 6.03, xtol=1e-13)
    assert capsize == pytest.approx(6.02426201538837, abs=1e-11)


def test_it_has_seven_positions_and_three_velocities(bicycle):
    stats = bicycle.simulate(0.1).stats
    assert len(stats.states) == 10
    assert sum(name.startswith("der(") for name in stats.states) == 3
    assert stats.nonlinear_systems == [1]


def test_it_rights_itself_at_5_metres_a_second(bicycle):
    result = bicycle.simulate(10.0, parameters={"v": 5.0}, tolerance=1e-8)
    assert np.degrees(result["lean"][0]) == pytest.approx(5.0)
    assert np.degrees(np.max(np.abs(result["lean"]))) < 8.0
    assert abs(np.degrees(result["lean"][-1])) < 0.5


def test_it_falls_at_3_metres_a_second(bicycle):
    result = bicycle.simulate(4.0, parameters={"v": 3.0})
    assert np.degrees(np.max(np.abs(result["lean"]))) > 60


def test_both_wheels_stay_on_the_ground_and_roll(bicycle):
    result = bicycle.simulate(5.0, tolerance=1e-8)
    for wheel in ("rear_wheel", "front_wheel"):
        assert np.max(np.abs(result[f"{wheel}.x_contact"][:, 1])) < 1e-9
        assert np.min(result[f"{wheel}.load"]) > 100
    weight = (85 + 4 + 2 + 3) * 9.81
    assert result["rear_wheel.load"][-1] + result["front_wheel.load"][-1] == pytest.approx(weight, rel=1e-3)


def test_the_bicycle_of_the_paper_runs_its_ten_seconds():
    result = mb.load("bicycle").simulate(tolerance=1e-8)
    assert np.degrees(np.max(np.abs(result["lean"]))) < 20
    assert result["position"][-1, 0] < -20
    assert np.max(np.abs(result["steering.phi"] - result["steer"])) == 0
