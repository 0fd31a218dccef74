"""Rolling: wheels, marbles and wheel sets, on any plane."""

import numpy as np
import pytest

import multibond as mb
from multibond import spatial
from multibond.simulation import engine
from spatial.parts import TOLERANCE, world

SLOPES = {"level": [0.0, 1.0, 0.0], "across x": [1.0, 0.0, 0.0], "oblique": [1.0, 2.0, -0.5]}


def test_a_free_wheel_has_five_positions_and_three_velocities():
    model = world()
    model.wheel = spatial.Wheel(0.3, 2.0, [0.06, 0.06, 0.12], phi0=[0.0, 0.1, 0.0], w0=[0.0, 0.5, 10.0])
    result = model.simulate(3.0, tolerance=TOLERANCE)
    assert len(result.stats.states) == 8
    assert result.stats.nonlinear_systems == []
    assert result.stats.energy_residual < 100 * TOLERANCE
    assert result.stats.constraint_residual < 1e-8
    assert result["wheel.x"][:, 1] == pytest.approx(0.3 * np.cos(result["wheel.motion.phi"][:, 1]), abs=1e-9)
    # the point of contact does not slide
    arm = result["wheel.x_contact"] - result["wheel.x"]
    turning = np.einsum("tij,ti->tj", result["wheel.a.R"], result["wheel.w"])
    assert np.max(np.abs(result["wheel.v"] + np.cross(turning, arm))) < 1e-9


def test_an_upright_wheel_rolls_on_for_ever():
    model = world()
    model.wheel = spatial.Wheel(0.3, 2.0, [0.06, 0.06, 0.12], v0=[3.0, 0.0, 0.0])
    result = model.simulate(2.0)
    assert result["wheel.x"][-1] == pytest.approx([6.0, 0.3, 0.0], abs=1e-9)
    assert result["wheel.w"][-1] == pytest.approx([0.0, 0.0, -10.0], abs=1e-9)
    assert result["wheel.load"][-1] == pytest.approx(2.0 * 9.81)


def test_a_leaning_wheel_runs_in_a_circle():
    """Steady turning of a disc: with lean θ from upright, rate Ω about the vertical and total rate w along the axle,
    (C + m r²) w Ω cos θ = m g r sin θ − A Ω² sin θ cos θ."""
    m, r, across, along, lean, turning = 2.0, 0.3, 0.06, 0.12, 0.3, 2.0
    c, s = np.cos(lean), np.sin(lean)
    axle = (m * 9.81 * r * s - across * turning**2 * s * c) / ((along + m * r * r) * turning * c)
    model = world()
    w0 = [0.0, turning * c, axle]
    model.wheel = spatial.Wheel(r, m, [across, across, along], phi0=[0.0, lean, 0.0], w0=w0)
    result = model.simulate(1.0, tolerance=1e-10)
    assert result["wheel.motion.phi"][:, 1] == pytest.approx(np.full(501, lean), abs=1e-6)
    assert result["wheel.motion.rate"][:, 0] == pytest.approx(np.full(501, turning), abs=1e-6)


@pytest.mark.parametrize("normal", SLOPES.values(), ids=SLOPES)
@pytest.mark.parametrize("d", [0.0, 0.7])
def test_the_offset_of_the_plane_has_one_sign_for_wheel_and_marble(normal, d):
    """In the published library the sign differed, and planes had to contain x."""
    n = np.array(normal) / np.linalg.norm(normal)
    model = world(direction=(-n).tolist())
    model.marble = spatial.Marble(0.3, 2.0, [0.07, 0.07, 0.07], normal=normal, height=d)
    model.joint, model.ball = spatial.MarbleJoint(0.2, normal, d), spatial.Body(1.0, [0.01, 0.01, 0.01])
    model.join(model.joint.a, model.ball.a)
    model.wheel = spatial.Wheel(
        0.4, 1.0, [0.04, 0.04, 0.08], normal, d, quaternions=True, sequence=(1, 2, 3), phi0=upright(n)
    )
    result = model.simulate(0.5, tolerance=TOLERANCE)
    for name, radius in (("marble", 0.3), ("ball", 0.2), ("wheel", 0.4)):
        assert result[f"{name}.x"] @ n == pytest.approx(np.full(501, d + radius), abs=1e-8)
    assert result["marble.load"] == pytest.approx(np.full(501, 2.0 * 9.81), rel=1e-8)


def upright(n):
    """Angles about x, y, z that put the axle across the normal n."""
    axle = np.cross(n, [0.3, 0.1, 1.0])
    axle /= np.linalg.norm(axle)
    # z of the frame is the axle: rows of R are the axes; the first two rotations lead z to the axle
    second = np.arcsin(axle[0])
    first = np.arctan2(-axle[1], axle[2])
    return [float(first), float(second), 0.0]


def test_a_marble_rolls_down_with_its_own_radius_and_inertia():
    """In the published library the marble did not pass its radius on to its joint."""
    slope = 0.3
    model = world()
    normal = [np.sin(slope), np.cos(slope), 0.0]
    model.marble = spatial.Marble(
        0.25, 3.0, [0.075, 0.075, 0.075], normal=normal, x0=[0.0, 0.0, 0.0], v0=[0.0, 0.0, 0.0]
    )
    result = model.simulate(1.0, tolerance=1e-10)
    way = np.linalg.norm(result["marble.x"][-1] - result["marble.x"][0])
    assert way == pytest.approx(0.5 * 9.81 * np.sin(slope) / (1 + 0.4), abs=1e-7)
    assert result["marble.x"][-1, 0] > 0.5


def test_a_spinning_marble_keeps_spinning():
    model = world()
    model.marble = spatial.Marble(0.3, 2.0, [0.02, 0.02, 0.02], v0=[1.0, 0.0, 0.0], w0=[0.0, 4.0, 0.0])
    result = model.simulate(2.0, tolerance=TOLERANCE)
    turning = np.einsum("tij,ti->tj", result["marble.a.R"], result["marble.w"])
    assert turning[:, 1] == pytest.approx(np.full(501, 4.0), abs=1e-7)
    assert result["marble.x"][-1] == pytest.approx([2.0, 0.3, 0.0], abs=1e-7)


def test_a_wheel_set_runs_in_a_circle():
    model = world()
    model.set = spatial.WheelSet(0.3, 1.2, w0=[-2.0, -3.0])
    for name in ("left", "right"):
        model.add(name, spatial.Body(2.0, [0.06, 0.06, 0.12]))
    model.axle = spatial.Body(5.0, [1.0, 1.0, 0.2])
    model.join(model.set.axle, model.axle.a)
    model.join(model.set.left, model.left.a)
    model.join(model.set.right, model.right.a)
    result = model.simulate(5.0, tolerance=1e-9)
    assert len(result.stats.states) == 7
    assert result.stats.energy_residual < 1e-6
    rate, speed = 0.3 * (3.0 - 2.0) / 1.2, 0.3 * 2.5
    assert result["set.psi"][-1] == pytest.approx(rate * 5.0, abs=1e-6)
    start = result["set.s"][0]
    assert np.linalg.norm(result["set.s"] - start, axis=1).max() == pytest.approx(
        2 * speed / rate * np.sin(rate * 2.5), rel=1e-6
    )
    # the hubs move as the wheels roll, without sliding
    turning = np.einsum("tij,ti->tj", result["left.a.R"], result["left.w"])
    assert np.max(np.abs(result["left.v"] + np.cross(turning, [0.0, -0.3, 0.0]))) < 1e-8


def test_a_driven_wheel_set_speeds_up():
    model = world()
    model.set, model.motor = spatial.WheelSet(0.3, actuated=True), mb.Se(-2.0)
    model.other = mb.Se(-2.0)
    model.axle = spatial.Body(5.0, [1.0, 1.0, 0.2])
    model.motor >> model.set.drive_left
    model.other >> model.set.drive_right
    model.join(model.set.axle, model.axle.a)
    result = model.simulate(1.0, tolerance=1e-9)
    assert result["axle.v"][-1, 0] == pytest.approx(4.0 / 0.3 / 5.0, rel=1e-6)


def test_a_wheel_is_a_wheel_joint_with_a_body():
    start = {"phi0": [0.0, 0.1, 0.0], "w0": [0.0, 0.5, 10.0]}
    model = world()
    model.joint = spatial.WheelJoint(0.3)
    model.body = spatial.Body(2.0, [0.06, 0.06, 0.12], quaternions=False, sequence=(2, 1, 3), **start)
    model.join(model.joint.a, model.body.a)
    whole = world()
    whole.wheel = spatial.Wheel(0.3, 2.0, [0.06, 0.06, 0.12], **start)
    first, second = (m.simulate(2.0, tolerance=1e-9) for m in (model, whole))
    assert np.max(np.abs(first["body.x"] - second["wheel.x"])) < 1e-9


def test_two_wheels_on_one_axle_may_be_built_of_parts():
    """Both grips forbid sliding along the axle: one is reported as redundant, and they share the force."""
    model, speed, turning, radius = world(), 1.0, 0.5, 0.3
    model.body = spatial.Body(10.0, [1.0] * 3, x0=[0.0, radius, 0.0], v0=[speed, 0.0, 0.0], w0=[0.0, turning, 0.0])
    for side, z in (("left", -0.5), ("right", 0.5)):
        rod, hub, wheel, tyre = (f"{side}_{part}" for part in ("rod", "hub", "wheel", "tyre"))
        model.add(rod, spatial.Rod([0.0, 0.0, z]))
        model.add(hub, spatial.Revolute([0.0, 0.0, 1.0]))
        model.add(wheel, spatial.WheelJoint(radius))
        model.add(tyre, spatial.Body(1.0, [0.05, 0.05, 0.1]))
        model.join(model.body.a, model[rod].a)
        model.join(model[rod].b, model[hub].a)
        model.join(model[hub].b, model[wheel].a, model[tyre].a)
    made = engine(model)
    assert made.machine(made.system()).compiled.aliased.redundant == ("right_wheel.grip",)
    result = model.simulate(2.0, tolerance=1e-10)
    assert result["body.x"][-1] == pytest.approx([2 * np.sin(1.0), radius, 2 * (np.cos(1.0) - 1.0)], abs=1e-8)
    force = result["left_wheel.contact_force"] + result["right_wheel.contact_force"]
    sideways = np.linalg.norm(force[:, [0, 2]], axis=1)
    assert sideways == pytest.approx(np.full(len(sideways), 12.0 * speed * turning), abs=1e-8)
    # the centripetal force at the height of the axle and the spin of the wheels load the outer one
    moment = 12.0 * speed * turning * radius + 2 * 0.1 * speed / radius * turning
    assert result["right_wheel.load"] - result["left_wheel.load"] == pytest.approx(2 * moment, abs=1e-8)
    assert result["right_wheel.load"] + result["left_wheel.load"] == pytest.approx(12.0 * 9.81, abs=1e-8)


def test_a_fast_marble_keeps_its_states_and_swings_like_a_slow_one():
    """Seen from above it swings with ω = √(c/(m + I/r²)) = 1.5 rad/s, at 600 m/s too: 2,000 rad/s of spin need no other
    states, for the velocity follows from the spin in every orientation."""
    model = mb.load("rolling_marble")
    for speed in (6.0, 600.0):
        result = model.simulate(2.0, parameters={"marble.v0[2]": speed}, points=11)
        assert len(result.run.pieces) == 1
        z = -2.0 * np.cos(1.5 * result.time) + speed / 1.5 * np.sin(1.5 * result.time)
        assert result["position"][:, 2] == pytest.approx(z, abs=1e-5 * speed)
