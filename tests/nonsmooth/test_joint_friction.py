"""Joints that rub and stop: against solutions by hand, in the plane and in space."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import multibond as mb
from multibond import planar, spatial


def pendulum(library, **given):
    """A mass of 1 kg on a rod of 1 m, 0.1 kg m² about itself, that starts level."""
    model = mb.Model("pendulum")
    model.world, model.ground = library.World(), library.Fixed()
    if library is planar:
        model.rod, model.body = planar.Rod([1.0, 0.0]), planar.Body(1.0, 0.1)
    else:
        model.rod, model.body = spatial.Rod([1.0, 0.0, 0.0]), spatial.Body(1.0, [0.1, 0.1, 0.1])
    model.hinge = library.Revolute(phi0=0.0, w0=0.0, **given)
    model.join(model.ground.b, model.hinge.a)
    model.join(model.hinge.b, model.rod.a)
    model.join(model.rod.b, model.body.a)
    return model


def swings(friction, stop):
    """Angle and velocity at `stop`: half swings with a constant torque against the motion, until it sticks."""
    t, x = 0.0, np.array([0.0, 0.0])
    while t < stop:
        drive = -9.81 * np.cos(x[0])
        if abs(drive) <= friction:
            return x[0], 0.0
        sign = np.sign(drive)

        def turns(t, x, sign):
            return x[1] * sign

        turns.terminal, turns.direction = True, -1.0
        x[1] = sign * 1e-300

        def slope(t, x, sign):
            return [x[1], (-9.81 * np.cos(x[0]) - sign * friction) / 1.1]

        done = solve_ivp(
            slope, (t, stop), x, "DOP853", rtol=1e-12, atol=1e-13, events=turns, args=(sign,), max_step=0.05
        )
        t, x = done.t[-1], done.y[:, -1]
        if done.status == 0:
            return x[0], x[1]
    return x[0], x[1]


@pytest.mark.parametrize("library", [planar, spatial])
@pytest.mark.parametrize(("friction", "stop"), [(1.0, 3.0), (2.5, 8.0)])
def test_a_pendulum_swings_out_and_sticks(library, friction, stop):
    result = pendulum(library, friction=friction).simulate(stop, tolerance=1e-9)
    phi, w = swings(friction, stop)
    assert result["hinge.phi"][-1] == pytest.approx(phi, abs=1e-6)
    assert result["hinge.w"][-1] == pytest.approx(w, abs=1e-6)
    assert result.stats.energy_residual < 1e-6


def test_a_joint_that_sticks_does_not_creep():
    result = pendulum(planar, friction=12.0).simulate(100.0)
    moved = 1e-15 * 9.81 / 1.1 * 100.0**2 / 2  # rad, by the rounding of its weight in 100 s
    assert np.max(np.abs(result["hinge.phi"])) < moved


@pytest.mark.parametrize(("static", "moves"), [(4.0, True), (6.0, False)])
def test_a_slider_on_an_incline_holds_up_to_its_static_friction(static, moves):
    """1 kg on 30 degrees: 4.905 N pull; sliding friction 3 N."""
    model = mb.Model("incline")
    model.world, model.ground, model.body = planar.World(), planar.Fixed(phi=np.pi / 6), planar.Body(1.0, 0.1)
    model.slider = planar.Prismatic([-1.0, 0.0], s0=0.0, v0=0.0, friction=3.0, static_friction=static)
    model.join(model.ground.b, model.slider.a)
    model.join(model.slider.b, model.body.a)
    result = model.simulate(2.0, tolerance=1e-9)
    expected = 0.5 * (9.81 * 0.5 - 3.0) * 2.0**2 if moves else 0.0
    assert result["slider.s"][-1] == pytest.approx(expected, abs=1e-6)


def test_a_cylindrical_joint_rubs_along_and_about_its_axis():
    model = mb.Model("cylindrical")
    model.world, model.ground = spatial.World(gravity="none"), spatial.Fixed()
    model.joint = spatial.Cylindrical([1.0, 0.0, 0.0], v0=2.0, w0=3.0, friction_s=4.0, friction_phi=0.5)
    model.body = spatial.Body(2.0, [0.1, 0.1, 0.1])
    model.join(model.ground.b, model.joint.a)
    model.join(model.joint.b, model.body.a)
    result = model.simulate(2.0, tolerance=1e-9)
    assert result["joint.s"][-1] == pytest.approx(2.0**2 / (2 * 4.0 / 2.0), abs=1e-7)
    assert result["joint.phi"][-1] == pytest.approx(3.0**2 / (2 * 0.5 / 0.1), abs=1e-7)
    assert abs(result["joint.v"][-1]) < 1e-12 and abs(result["joint.w"][-1]) < 1e-12


def test_both_joints_of_a_double_pendulum_may_stick():
    model = mb.Model("double")
    model.world, model.ground = planar.World(), planar.Fixed()
    for k, friction in ((1, 40.0), (2, 15.0)):
        model.add(f"hinge{k}", planar.Revolute(phi0=0.0, w0=0.0, friction=friction))
        model.add(f"rod{k}", planar.Rod([1.0, 0.0]))
        model.add(f"body{k}", planar.Body(1.0, 0.1))
        model.join(model.ground.b if k == 1 else model.rod1.b, model[f"hinge{k}"].a)
        model.join(model[f"hinge{k}"].b, model[f"rod{k}"].a)
        model.join(model[f"rod{k}"].b, model[f"body{k}"].a)
    result = model.simulate(10.0)
    assert max(np.max(np.abs(result[f"hinge{k}.phi"])) for k in (1, 2)) < 1e-11
    weaker = model.simulate(1.0, parameters={"hinge2.friction": 5.0})
    assert weaker["hinge2.phi"][-1] < -0.1
    assert abs(weaker["hinge1.phi"][-1]) < 1e-12


@pytest.mark.parametrize(("given", "message"), [
    ({"static_friction": 2.0}, "static_friction needs friction"),
    ({"stops": [1.0, -1.0]}, "the lowest position comes first"),
    ({"friction": -1.0}, "at least 0"),
])  # fmt: skip
def test_wrong_friction_and_stops_are_refused(given, message):
    with pytest.raises(mb.ModelError, match=message):
        pendulum(planar, **given).simulate(0.1)
