"""Wheels and marbles at the end of what rolling means: lifted off, fallen over, started otherwise."""

import numpy as np
import pytest

import multibond as mb
from multibond import spatial

BODIES = pytest.mark.parametrize("kind", [spatial.Wheel, spatial.Marble], ids=["wheel", "marble"])


def alone(kind, *extra, **start):
    m = mb.Model("rolling")
    m.world, m.wheel = spatial.World(), kind(0.5, 1.0, [0.1, 0.1, 0.1], **start)
    if extra:
        m.force = spatial.WorldForce(*extra)
        m.join(m.force.b, m.wheel.a)
    return m


@BODIES
@pytest.mark.parametrize(
    ("start", "words"),
    [
        ({"x0": [0.0, 5.0, 0.0]}, r"wheel.x0: .*centre 0.5 m above the plane, not 5 m"),
        ({"v0": [1.0, 1.0, 0.0]}, r"wheel.v0: .*1 m/s off it"),
        ({"v0": [1.0, 0.0, 0.0], "w0": [0.0, 0.0, 3.0]}, r"wheel.w0: .*contradict rolling.*\[-1.5, 0, 0\] m/s"),
    ],
)
def test_start_values_that_contradict_rolling_are_refused(kind, start, words):
    with pytest.raises(mb.ModelError, match=words):
        alone(kind, **start).simulate(0.1)
    plain = alone(kind, **{name: [0.0, 0.0, 0.0] for name in start})
    with pytest.raises(mb.ModelError, match=words):
        plain.simulate(0.1, parameters={f"wheel.{name}": value for name, value in start.items()})


@BODIES
@pytest.mark.parametrize(
    "start",
    [
        {"x0": [1.0, 0.5, 2.0], "v0": [1.0, 0.0, 0.0]},
        {"x0": [1.0, 0.0, 2.0], "v0": [1.0, 0.0, 0.0], "w0": [0.0, 0.0, -2.0]},
        {"x0": [1.0, 0.0, 2.0], "w0": [0.0, 0.0, -2.0]},
        {"x0": [1.0, 0.0, 2.0], "v0": [1.0, 0.0, 0.0], "w0": [0.0, 0.3, 0.0]},  # spins about the normal too
    ],
)
def test_start_values_that_roll_hold(kind, start):
    result = alone(kind, phi0=[0.0, 0.0, 0.0], **start).simulate(0.1)
    assert result["wheel.x"][0] == pytest.approx([1.0, 0.5, 2.0])
    assert result["wheel.v"][0] == pytest.approx([1.0, 0.0, 0.0], abs=1e-9)
    assert result["wheel.w"][0][1:] == pytest.approx([start.get("w0", [0, 0.0, 0])[1], -2.0], abs=1e-9)


def test_a_leaning_wheel_has_its_hub_lower():
    """Lean 0.3 about x: the hub is at r cos 0.3."""
    right = 0.5 * np.cos(0.3)
    result = alone(spatial.Wheel, phi0=[0.0, 0.3, 0.0], x0=[0.0, right, 0.0]).simulate(0.01)
    assert result["wheel.x"][0, 1] == pytest.approx(right)
    with pytest.raises(mb.ModelError, match=f"centre {right:.6g} m above"):
        alone(spatial.Wheel, phi0=[0.0, 0.3, 0.0], x0=[0.0, 0.5, 0.0]).simulate(0.01)


@pytest.mark.parametrize("joint", [spatial.WheelJoint, spatial.MarbleJoint])
def test_start_velocities_of_a_body_on_a_joint_are_never_replaced(joint):
    phi0 = [0.0, 0.0, 0.0]
    m = mb.Model("joint")
    m.world, m.joint = spatial.World(), joint(0.5)
    m.body = spatial.Body(1.0, [0.1, 0.1, 0.2], v0=[1.0, 0.0, 0.0], w0=[0.0, 0.0, 3.0], phi0=phi0)
    m.join(m.joint.a, m.body.a)
    with pytest.raises(mb.InitialError, match=r"body: (the start is over-specified|no consistent start)"):
        m.simulate(0.1)


@BODIES
def test_what_is_lifted_is_doubted(kind):
    """The load is m g − 20 t: zero at 0.4905 s."""
    result = alone(kind, [0.0, "20*time", 0.0], v0=[1.0, 0.0, 0.0]).simulate(1.0, points=1001)
    assert result["wheel.load"] == pytest.approx(9.81 - 20 * result.time, abs=1e-6)
    (doubt,) = result.stats.doubts
    assert doubt.startswith("wheel: its load is negative")
    assert "first at 0.491 s, at worst -10.19" in doubt
    assert alone(kind, [0.0, 5.0, 0.0], v0=[1.0, 0.0, 0.0]).simulate(1.0).stats.doubts == []


@pytest.mark.parametrize("solver", ["auto", "dop853", "bdf"])
@pytest.mark.parametrize("tolerance", [1e-4, 1e-8])
def test_a_wheel_that_falls_over_ends_the_run(solver, tolerance):
    """It falls like a pendulum about its contact: I ẗheta = m g r sin theta, with I = I_x + m r²; the hub moves in a
    vertical line only, and only the part of its velocity along the normal counts."""
    from scipy.integrate import solve_ivp

    with pytest.raises(mb.SimulationError, match=r"wheel: at 0\.\d+ s it has fallen over") as refusal:
        alone(spatial.Wheel, phi0=[0.0, 0.1, 0.0]).simulate(5.0, solver=solver, tolerance=tolerance)
    reached = refusal.value.result.time[-1]

    def rates(t, y):  # the hub rolls sideways about the contact: it stays at the distance r
        return [y[1], 1.0 * 9.81 * 0.5 * np.sin(y[0]) / (0.1 + 1.0 * 0.25)]

    def flat(t, y):
        return y[0] - (np.pi / 2 - 0.02)

    flat.terminal = True
    fallen = solve_ivp(rates, (0, 5), [0.1, 0.0], events=flat, rtol=1e-10, atol=1e-12).t[-1]
    assert reached == pytest.approx(fallen, abs=0.011)  # the last point before


def test_a_fast_wheel_does_not_fall():
    result = alone(spatial.Wheel, phi0=[0.0, 0.05, 0.0], w0=[0.0, 0.0, -20.0]).simulate(5.0)
    assert result.stats.doubts == []


def test_loads_of_a_wheel_set_in_a_curve():
    """Balance of moments about the axis forward: the mass up at h and the gyroscopic torque of the wheels shift load to
    the outer wheel; beyond v w_yaw = g track/(2 h) the inner one would lift."""
    m, h, radius, half, wheel, spin = 3.0, 0.4, 0.5, 0.6, 0.2, 0.03

    def cart(speeds):
        model = mb.Model("cart")
        model.world, model.set = spatial.World(), spatial.WheelSet(radius, 2 * half, w0=speeds)
        model.body = spatial.Body(m, [0.1, 0.1, 0.1], r_cm=[0.0, h, 0.0])
        for side in ("left", "right"):
            model.add(side, spatial.Body(wheel, [0.02, 0.02, spin]))
            model.join(model.set[side], model[side].a)
        model.join(model.set.axle, model.body.a)
        return model

    for speeds in ([-2.0, -2.0], [-4.0, -2.0], [-20.0, -10.0]):
        result = cart(speeds).simulate(0.5, tolerance=1e-9, points=11)
        w = result["set.w"][-1]
        v, yaw = -radius * sum(w) / 2, radius / (2 * half) * (w[0] - w[1])
        total = (m + 2 * wheel) * 9.81
        shift = (-radius * (m + 2 * wheel) * yaw * v - h * m * yaw * v + yaw * spin * sum(w)) / half
        assert result["set.load"][-1] == pytest.approx([(total + shift) / 2, (total - shift) / 2], rel=1e-6)
        assert bool(result.stats.doubts) == (min(total + shift, total - shift) < 0)
    assert "set: its left wheel" in result.stats.doubts[0] or "set: its right wheel" in result.stats.doubts[0]


def test_velocities_that_no_orientation_fits_are_not_replaced_either():
    """Without given angles the body may turn to fit, but |v| = r w holds in every orientation of a wheel's axle."""
    m = mb.Model("joint")
    m.world, m.joint = spatial.World(), spatial.WheelJoint(0.5)
    m.body = spatial.Body(1.0, [0.1, 0.1, 0.2], v0=[1.0, 0.0, 0.0], w0=[0.0, 0.0, 3.0])
    m.join(m.joint.a, m.body.a)
    with pytest.raises(mb.InitialError, match="body"):
        m.simulate(0.1)
