"""Every mechanical model of the bank with scalar bonds: the same motion, the same number of states."""

import numpy as np
import pytest

import multibond as mb
from multibond.graph.flat import graph_of
from multibond.transform import to_scalar

# the span [s] over which the motion is the same to 1e-8; of chaotic models the first second
SPANS = {
    "anti_lock_brake": 0.3, "bicycle": 0.5, "bicycle_benchmark": 0.2, "boudon_pendulum": 1.0,
    "boudon_slider_crank": 0.3, "bricard": 0.3, "dc_motor": 0.5, "double_wishbone": 0.3, "hydraulic_servo": 0.5,
    "modin_three_mass": 0.5, "parallelogram": 0.5,
    "boudon_slider_crank_hyperstatic": 0.2, "bouncing_ball": 1.0, "bouncing_mass": 1.0, "bouncing_pendulum": 1.0,
    "bouncing_spherical": 1.0, "bullet_on_pendulum": 0.5, "cartesian_pendulum": 2.0, "centrifugal_governor": 0.5,
    "colliding_bodies": 0.3, "colliding_spinning_bodies": 0.2, "coupled_clutches": 1.0, "crane_crab": 2.0,
    "crane_crab_3d": 1.0, "crane_crab_wrapped": 1.0, "cue_and_ball": 0.3, "double_pendulum": 1.0,
    "double_pendulum_3d": 1.0, "electric_circuit_multibond": 1.0, "four_bar": 0.5, "four_bar_impact": 0.5,
    "free_body_planar": 1.0, "gyroscope": 0.5, "kinematic_loop": 1.0, "kinematic_loop_slider": 0.5,
    "newtons_cradle": 0.5, "newtons_cradle_soft": 0.2, "piston_engine": 0.2, "planar_four_bar": 1.0,
    "planar_loop": 0.3, "planar_pendulum": 2.0, "planar_pendulum_damped": 1.0, "planar_slider_crank": 1.0,
    "quarter_car": 1.0, "rattleback": 0.3, "robot": 0.05, "rocking_block": 0.5, "rolling_marble": 0.2,
    "spherical_spring": 0.5, "stacked_boxes": 0.2, "stick_slip": 1.0, "three_body": 100.0,
}  # fmt: skip


@pytest.mark.parametrize("name", SPANS)
def test_motion_and_states_are_the_same(name):
    model = mb.load(name)
    scalar = to_scalar(model)
    assert all(bond.n == 1 for bond in graph_of(scalar).bonds)
    one, other = (m.simulate(SPANS[name], points=6, tolerance=1e-11) for m in (model, scalar))
    assert len(one.stats.states) == len(other.stats.states)
    assert list(scalar.outputs) == list(model.outputs)
    for output in model.outputs:
        values = np.asarray(one[output])
        np.testing.assert_allclose(other[output], values, rtol=0, atol=1e-8 * (1 + np.max(np.abs(values))))


@pytest.mark.parametrize("name", ["four_bar", "crane_crab", "planar_pendulum_damped", "rolling_marble"])
def test_a_saved_model_is_the_same_graph(name, tmp_path):
    scalar = to_scalar(mb.load(name))
    scalar.save(tmp_path / "scalar.yaml")
    loaded = mb.load(tmp_path / "scalar.yaml")
    loaded.save(tmp_path / "again.yaml")
    assert (tmp_path / "again.yaml").read_text() == (tmp_path / "scalar.yaml").read_text()
    assert str(loaded.causality()) == str(scalar.causality())
    one, other = (m.simulate(0.1, points=3, tolerance=1e-9) for m in (scalar, loaded))
    assert one.stats.states == other.stats.states
    for output in scalar.outputs:
        np.testing.assert_allclose(other[output], one[output], rtol=0, atol=1e-8)
