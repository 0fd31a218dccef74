"""The spatial models of the bank against the values that were computed independently, their twins, and their books."""

import numpy as np
import pytest

import multibond as mb

TIMES = [0, 1, 2, 5, 10]
GYROSCOPE = [[0.340484, -0.528238, -1.898693], [-0.996877, -1.016328, -1.404747], [1.712776, -0.707431, 0.752289],
             [-0.008446, -0.818717, 1.824728]]  # fmt: skip


@pytest.mark.parametrize("given", [{}, {"quaternions": False}, {"quaternions": False, "sequence": (3, 2, 1)}],
                         ids=["quaternions", "cardan 2 3 1", "cardan 3 2 1"])  # fmt: skip
def test_the_gyroscope_is_the_same_in_all_coordinates(given):
    result = mb.load("gyroscope", **given).simulate(grid=TIMES, tolerance=1e-11)
    assert np.max(np.abs(result["position"][1:] - GYROSCOPE)) < 1.1e-6
    assert result.stats.energy_residual < 1e-8
    assert result.stats.nonlinear_systems == []


def test_three_bodies_attract_each_other():
    result = mb.load("three_body").simulate(grid=[0, 1, 2, 5], tolerance=1e-10)
    expected = [[2.750335, 0.775978, -0.138741], [1.777002, 1.312967, -0.560791], [0.902729, -1.855191, 1.281275]]
    assert result["position_1"][1:] == pytest.approx(np.array(expected), abs=1e-6)
    total = sum(result[f"body{k}.mass.p"] for k in (1, 2, 3))
    assert np.max(np.abs(total - total[0])) < 1e-8 * 1e11
    assert result.stats.energy_residual < 1e-8


def test_the_double_pendulum_in_space_moves_as_in_the_plane():
    result = mb.load("double_pendulum_3d").simulate(grid=TIMES, tolerance=1e-11)
    assert result["phi1"][1:] == pytest.approx([-1.535479, -3.764744, -1.879304, -3.460129], abs=2e-6)
    assert result["phi2"][1:] == pytest.approx([1.456805, 1.603579, -18.433468, -6.376404], abs=2e-6)


def test_the_crane_crab_in_space_moves_as_in_the_plane():
    result = mb.load("crane_crab_3d").simulate(grid=TIMES, tolerance=1e-11)
    assert result["s"][1:] == pytest.approx([-0.638141, 1.337356, 0.127451, 0.672706], abs=1e-6)
    assert result["phi"][1:] == pytest.approx([-0.850487, -4.081184, -2.623262, -5.633639], abs=1e-6)


@pytest.mark.parametrize(
    ("name", "twin"), [("double_pendulum_3d", "double_pendulum"), ("crane_crab_3d", "crane_crab_wrapped")]
)
def test_planar_twins_agree(name, twin):
    first, second = (mb.load(n).simulate(5.0, tolerance=1e-12, points=51) for n in (name, twin))
    assert set(first.outputs) == set(second.outputs)
    for output in first.outputs:
        assert np.max(np.abs(first[output] - second[output])) < 1e-7


@pytest.mark.parametrize(("name", "sizes", "steps"), [
    ("double_pendulum_3d", [], 549), ("crane_crab_3d", [], 205), ("gyroscope", [], 25574), ("four_bar", [5], 625),
    ("bicycle", [1], 84), ("planar_loop", [2], 372), ("centrifugal_governor", [2, 2], 70),
])  # fmt: skip
def test_table_3_of_the_paper(name, sizes, steps):
    stats = mb.load(name).simulate(10.0, tolerance=1e-4).stats
    assert stats.steps <= steps
    assert stats.nonlinear_systems == sizes


@pytest.mark.parametrize("name", ["four_bar", "planar_loop", "centrifugal_governor", "bicycle"])
def test_constraints_hold_for_a_hundred_seconds(name):
    result = mb.load(name).simulate(100.0, tolerance=1e-6, points=5001)
    assert result.stats.constraint_residual < 1e-8
    assert result.time[-1] == 100.0


def test_loops_that_turn_with_a_shaft_do_not_hold_up_the_solver():
    # closures stated along axes of the world fail in turns, twice in each of some hundred revolutions: 80000 steps
    stats = mb.load("centrifugal_governor").simulate(60.0, tolerance=1e-9).stats
    assert stats.steps < 6000
    assert stats.energy_residual < 1e-10 and stats.constraint_residual < 1e-12


def test_the_crank_of_the_four_bar_makes_full_turns():
    result = mb.load("four_bar").simulate(10.0, tolerance=1e-8, points=1001)
    assert result["s"][0] == pytest.approx(-0.2, abs=1e-9)
    assert result["phi"][-1] > 10 * 2 * np.pi
    assert np.min(result["w"]) > 0
    assert np.min(result["s"]) > -0.6 and np.max(result["s"]) < 0.0


def test_the_planar_loop_starts_where_the_geometry_says():
    result = mb.load("planar_loop").simulate(10.0, tolerance=1e-8)
    assert result["position"][0] == pytest.approx([2.885618, -3.495094, 0.0], abs=1e-6)
    assert np.max(np.abs(result["position"][:, 2])) < 1e-12
    assert result.stats.energy_residual < 1e-6


def test_the_governor_opens_as_it_speeds_up():
    result = mb.load("centrifugal_governor").simulate(10.0, tolerance=1e-8)
    radius = np.hypot(result["position"][:, 0], result["position"][:, 2])
    assert radius[0] == pytest.approx(1.0790621, abs=1e-6) and result["position"][0, 1] == pytest.approx(0.725)
    assert radius[-1] > 1.2 and result["s"][-1] < 0.7 and result["w"][-1] > 15
    # both arms hold the ball 1.3 m from the hub and from the sleeve
    apart = result["position"] - np.column_stack([0 * radius, result["s"], 0 * radius])
    assert np.linalg.norm(apart, axis=1) == pytest.approx(np.full(len(radius), 1.3), abs=1e-9)
    assert np.linalg.norm(result["position"], axis=1) == pytest.approx(np.full(len(radius), 1.3), abs=1e-9)
    left, right = result["left_ball.x"], result["position"]
    assert np.max(np.abs(left[:, 0] + right[:, 0])) < 1e-9 and np.max(np.abs(left[:, 1] - right[:, 1])) < 1e-9


def test_the_marble_swings_with_the_closed_form():
    result = mb.load("rolling_marble").simulate(10.0, tolerance=1e-9)
    w = np.sqrt(5.0 / (2.0 + 0.02 / 0.3**2))
    t = result.time
    assert result["position"][:, 0] == pytest.approx(2 * np.cos(w * t), abs=1e-6)
    assert result["position"][:, 2] == pytest.approx(-2 * np.cos(w * t) + 6 / w * np.sin(w * t), abs=1e-6)
    assert result["position"][:, 1] == pytest.approx(np.full(len(t), 0.3), abs=1e-12)


def test_the_spherical_spring_comes_to_rest_slowly():
    result = mb.load("spherical_spring").simulate(10.0, tolerance=1e-8)
    assert np.linalg.norm(result["position"], axis=1) == pytest.approx(np.full(501, np.sqrt(8.0)), abs=1e-9)
    assert result.energy.dissipated[-1] > 10 and np.all(np.diff(result.energy.dissipated) > -1e-9)
    assert result.stats.energy_residual < 1e-6


def test_the_soft_cradle_passes_momentum_on_and_keeps_its_energy():
    result = mb.load("newtons_cradle_soft").simulate(1.2, tolerance=1e-8, points=241)
    assert result.stats.energy_residual < 1e-5
    assert np.max(result["phi5"]) > 0.4 and np.max(result["phi4"]) > 0.2


def test_the_robot_follows_its_path():
    result = mb.load("robot").simulate(tolerance=1e-6)
    assert np.degrees(result["phi"][-1]) == pytest.approx([60, -70, -35, 45, 110, 45], abs=1e-2)
    assert np.degrees(np.max(np.abs(result["phi"] - result["path"]))) < 0.1
    assert result.stats.energy_residual < 1e-4
    assert result.stats.nonlinear_systems == []


def test_the_arm_of_the_robot_alone_falls_without_loss():
    result = mb.load("robot", drives=False).simulate(2.0, tolerance=1e-8)
    assert len(result.stats.states) == 12
    assert result.stats.energy_residual < 1e-6
