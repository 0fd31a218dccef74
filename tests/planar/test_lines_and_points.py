"""Parts along lines, points and prescribed motion, in the plane and in space, against closed forms and each other."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import multibond as mb
from multibond import planar, spatial

LIBRARIES = pytest.mark.parametrize("library", [planar, spatial])


def vector(library, *components):
    """A position in the library's number of dimensions."""
    return [*components, 0.0][: 2 if library is planar else 3]


def hung(library, part, x0=(0.1, -1.0), gravity=9.81):
    """A point mass of 2 kg that hangs by `part` from the origin."""
    model = mb.Model("hung")
    model.world, model.ground = library.World(gravity), library.Fixed()
    model.part, model.ball = part, library.PointMass(2.0, x0=vector(library, *x0))
    model.join(model.ground.b, model.part.a)
    model.join(model.part.b, model.ball.a)
    return model


def motion(force, x0, stop, times, mass=2.0, g=9.81):
    """Positions of a mass that is pulled to the origin by force(s, ds/dt) [N], by another program."""

    def rate(_, y):
        x, v = y[:2], y[2:]
        s = np.hypot(*x)
        pull = force(s, x @ v / s) * x / s
        return [*v, *(-pull / mass - [0.0, g])]

    return solve_ivp(rate, (0, stop), [*x0, 0.0, 0.0], rtol=1e-11, atol=1e-12, t_eval=times).y[:2].T


@LIBRARIES
@pytest.mark.parametrize("part, law", [
    (lambda library: library.LineForce("100*(part.s - 0.8) + 3*part.v"), lambda s, v: 100 * (s - 0.8) + 3 * v),
    (lambda library: library.NonlinearSpring("100*(part.s - 0.8) + 3000*(part.s - 0.8)**3"),
     lambda s, v: 100 * (s - 0.8) + 3000 * (s - 0.8) ** 3),
])  # fmt: skip
def test_forces_along_a_line_follow_any_law(library, part, law):
    result = hung(library, part(library)).simulate(2.0, tolerance=1e-9, points=21)
    assert np.abs(result["ball.x"][:, :2] - motion(law, (0.1, -1.0), 2.0, result.time)).max() < 1e-6
    assert result.stats.energy_residual < 1e-7


@LIBRARIES
def test_nonlinear_spring_stores_and_line_force_delivers(library):
    law = "100*(part.s - 0.8)"
    stored = hung(library, library.NonlinearSpring(law)).simulate(1.0, tolerance=1e-9)
    plain = hung(library, library.Spring(100.0, 0.8)).simulate(1.0, tolerance=1e-9)
    gained = stored.energy.stored - stored.energy.stored[0]
    assert np.allclose(gained, plain.energy.stored - plain.energy.stored[0], atol=1e-6)
    delivered = hung(library, library.LineForce(law)).simulate(1.0, tolerance=1e-9)
    assert np.allclose(delivered["ball.x"], plain["ball.x"], atol=1e-6)
    spring_energy = 50 * (plain["part.s"] - 0.8) ** 2
    weight = plain.energy.delivered
    assert np.allclose(delivered.energy.delivered - weight, spring_energy[0] - spring_energy, atol=1e-6)


@LIBRARIES
def test_spring_and_damper_in_series_creep(library):
    model = hung(library, library.SeriesSpringDamper(500.0, 40.0), x0=(0.0, -1.0))
    result = model.simulate(3.0, tolerance=1e-9)
    assert np.allclose(result["part.tension"], 500 * result["part.elongation"], atol=1e-9)
    assert abs(result["part.tension"][-1] - 2 * 9.81) < 0.2  # it sinks at a nearly constant speed, weight / damping
    speed = np.gradient(result["part.s"], result.time)[-10]
    assert abs(speed - 2 * 9.81 / 40) < 0.01
    assert result.stats.energy_residual < 1e-7


@LIBRARIES
def test_distance_is_a_pendulum(library):
    result = hung(library, library.Distance(1.0), x0=(0.6, -0.8)).simulate(2.0, tolerance=1e-9)
    assert np.abs(np.linalg.norm(result["ball.x"], axis=1) - 1).max() < 1e-9
    assert abs(result["part.tension"][0] - 2 * 9.81 * 0.8) < 1e-9
    pendulum = solve_ivp(
        lambda t, y: [y[1], -9.81 * np.sin(y[0])], (0, 2), [np.arcsin(0.6), 0.0], rtol=1e-11, atol=1e-12
    )
    assert abs(result["ball.x"][-1, 0] - np.sin(pendulum.y[0, -1])) < 1e-6
    assert result.stats.energy_residual < 1e-6


@LIBRARIES
def test_distance_runs_by_other_methods_too(library):
    for method in ("lagrange", "zcp"):
        result = hung(library, library.Distance(1.0), x0=(0.6, -0.8)).simulate(1.0, tolerance=1e-8, method=method)
        assert np.abs(np.linalg.norm(result["ball.x"], axis=1) - 1).max() < 1e-5


@LIBRARIES
def test_mass_of_a_spring_counts_by_a_third(library):
    c, m, ball = 400.0, 1.5, 2.0
    start = 0.8 + (ball + m / 2) * 9.81 / c + 0.05
    result = hung(library, library.MassiveSpring(c, 0.8, m), x0=(0.0, -start)).simulate(1.0, tolerance=1e-10)
    w = np.sqrt(c / (ball + m / 3))
    expected = -(0.8 + (ball + m / 2) * 9.81 / c) - 0.05 * np.cos(w * result.time)
    assert np.abs(result["ball.x"][:, 1] - expected).max() < 1e-7
    assert result.stats.energy_residual < 1e-7


@LIBRARIES
def test_knot_of_springs_is_a_spring(library):
    def model(knotted):
        found = mb.Model("knotted")
        found.world, found.ground = library.World(), library.Fixed()
        found.ball = library.PointMass(1.0, x0=vector(library, 0.0, -1.2))
        if knotted:
            found.upper, found.lower = library.Spring(100.0, 0.4), library.Spring(300.0, 0.3)
            found.knot = library.Knot(vector(library, 0.0, -0.5))
            found.join(found.ground.b, found.upper.a)
            found.join(found.upper.b, found.knot.b, found.lower.a)
            found.join(found.lower.b, found.ball.a)
        else:
            found.spring = library.Spring(75.0, 0.7)
            found.join(found.ground.b, found.spring.a)
            found.join(found.spring.b, found.ball.a)
        return found

    knotted, plain = (model(k).simulate(1.0, tolerance=1e-9) for k in (True, False))
    assert np.abs(knotted["ball.x"] - plain["ball.x"]).max() < 1e-6
    assert knotted.stats.energy_residual < 1e-6
    assert len(knotted.stats.states) == len(plain.stats.states)


@LIBRARIES
def test_knot_that_nothing_holds_is_refused(library):
    model = mb.Model("loose")
    model.world, model.knot = library.World(), library.Knot()
    model.push = library.WorldForce(vector(library, 1.0, 0.0))
    model.join(model.knot.b, model.push.b)
    with pytest.raises(mb.MultibondError, match="knot"):
        model.simulate(1.0)


@LIBRARIES
def test_free_translation_keeps_the_orientation(library):
    model = mb.Model("thrown")
    model.world, model.ground = library.World(), library.Fixed()
    model.flight = library.FreeTranslation(v0=vector(library, 1.0, 2.0))
    model.body = library.Body(1.0, r_cm=vector(library, 0.3, 0.0))
    model.join(model.ground.b, model.flight.a)
    model.join(model.flight.b, model.body.a)
    result = model.simulate(2.0)
    assert np.allclose(result["body.x"][-1][:2], [2.0, 4.0 - 9.81 * 2])
    turning = np.max(np.abs(result["body.w"]))
    assert turning == 0.0 and result.stats.energy_residual < 1e-6


def test_shaken_support_of_a_pendulum():
    model = mb.Model("shaken")
    model.world, model.support = planar.World(), planar.PrescribedMotion([0, "0.1*sin(20*time)"])
    model.hinge, model.rod, model.body = planar.Revolute(phi0=0.3), planar.Rod([1.0, 0.0]), planar.Body(2.0, 0.1)
    model.join(model.support.b, model.hinge.a)
    model.join(model.hinge.b, model.rod.a)
    model.join(model.rod.b, model.body.a)
    result = model.simulate(2.0, tolerance=1e-9)

    def rate(t, y):
        return [y[1], -2 * (9.81 - 40 * np.sin(20 * t)) * np.cos(y[0]) / 2.1]

    expected = solve_ivp(rate, (0, 2), [0.3, 0.0], rtol=1e-11, atol=1e-12, t_eval=result.time).y[0]
    assert np.abs(result["hinge.phi"] - expected).max() < 1e-7
    assert result.stats.energy_residual < 1e-7


def test_spatial_path_gives_the_power_of_the_motion():
    model = mb.Model("tumbled")
    model.world = spatial.World(gravity="none")
    model.table = spatial.PrescribedMotion(["cos(time)", "sin(time)", 0], phi=[0, "0.5*sin(2*time)", "time"])
    model.rod, model.body = spatial.Rod([0.3, 0.2, 0.1]), spatial.Body(2.0, [0.1, 0.2, 0.25])
    model.join(model.table.b, model.rod.a)
    model.join(model.rod.b, model.body.a)
    result = model.simulate(2.0, tolerance=1e-9)
    assert result.stats.states == [] and result.stats.energy_residual < 1e-8
    assert abs(result.energy.delivered[-1]) > 1e-3
    change = np.gradient(result["body.x_cm"], result.time, axis=0)[10:-10]
    assert np.abs(change - result["body.v_cm"][10:-10]).max() < 1e-3
    acceleration = np.gradient(result["body.v_cm"], result.time, axis=0)
    assert np.abs(2 * acceleration - result["table.force"])[10:-10].max() < 1e-2


@pytest.mark.parametrize("library", [planar, spatial])
@pytest.mark.parametrize("method", ["reduced", "lagrange", "zcp", "minimal", "parasitic"])
def test_prescribed_joint_takes_the_torque_of_inverse_dynamics(library, method):
    model = mb.Model("driven")
    model.world, model.ground = library.World(), library.Fixed()
    model.hinge = library.Revolute(motion="0.5*sin(3*time) + 0.2")
    model.rod = library.Rod(vector(library, 1.0, 0.0))
    model.body = library.Body(2.0, 0.1 if library is planar else [0.1, 0.1, 0.1])
    model.join(model.ground.b, model.hinge.a)
    model.join(model.hinge.b, model.rod.a)
    model.join(model.rod.b, model.body.a)
    result = model.simulate(1.0, tolerance=1e-9, method=method)
    t = result.time
    phi, acceleration = 0.5 * np.sin(3 * t) + 0.2, -4.5 * np.sin(3 * t)
    assert np.allclose(result["hinge.phi"], phi, atol=1e-12)
    assert np.allclose(result["hinge.prescribed.e"], 2.1 * acceleration + 2 * 9.81 * np.cos(phi), atol=1e-9)
    assert result.stats.energy_residual < 1e-6


def test_prescribed_crank_of_a_loop():
    model = mb.Model("engine")
    model.world, model.ground = planar.World(), planar.Fixed()
    model.bearing, model.crank = planar.Revolute(motion="0.3 + 8*time"), planar.Rod([0.3, 0.0])
    model.pin, model.rod, model.wrist = planar.Revolute(), planar.Rod([0.8, 0.0]), planar.Revolute()
    model.guide, model.piston = planar.Prismatic(), planar.Body(3.0, 0.1)
    model.join(model.ground.b, model.bearing.a, model.guide.a)
    model.join(model.bearing.b, model.crank.a)
    model.join(model.crank.b, model.pin.a)
    model.join(model.pin.b, model.rod.a)
    model.join(model.rod.b, model.wrist.a)
    model.join(model.wrist.b, model.guide.b, model.piston.a)
    model.start("guide.travel.q", 1.1, fixed=False)
    result = model.simulate(1.0, tolerance=1e-9)
    angle = 0.3 + 8 * result.time
    expected = 0.3 * np.cos(angle) + np.sqrt(0.64 - (0.3 * np.sin(angle)) ** 2)
    assert np.abs(result["guide.s"] - expected).max() < 1e-9
    assert result.stats.energy_residual < 1e-6


@pytest.mark.parametrize("path", ["step(0.5, 0.3)", "0.1*floor(3*time)", "0.3 if time > 0.5 else 0"])
def test_motion_that_jumps_is_refused(path):
    model = mb.Model("jumped", domain="translational")
    model.source, model.node, model.damper = mb.Sq(path), mb.J1(), mb.R(1.0)
    model.source >> model.node >> model.damper
    with pytest.raises(mb.SimulationError, match=r"source\.q jump"):
        model.simulate(1.0)


def test_source_of_displacement_in_a_basic_graph():
    model = mb.Model("road", domain="translational")
    model.road, model.relative, model.spring, model.damper = mb.Sq("0.05*sin(6*time)"), mb.J0(), mb.C(1e-4), mb.R(50.0)
    model.strut, model.wheel, model.mass = mb.J1(), mb.J1(), mb.I(10.0)
    model.road >> model.relative >> model.strut >> [model.spring, model.damper]
    model.relative >> model.wheel >> model.mass
    result = model.simulate(1.0, tolerance=1e-9)
    assert np.allclose(result["road.q"], 0.05 * np.sin(6 * result.time))
    assert np.allclose(result["road.f"], 0.3 * np.cos(6 * result.time))
    assert result.stats.energy_residual < 1e-7


def test_a_mechanism_that_is_moved_whole_runs_from_given_start_values():
    """Nothing of it is a state: there is nothing that the start values could leave open."""
    model = mb.Model("moved")
    model.world, model.ground, model.rod = planar.World(), planar.Fixed(), planar.Rod([2.0, 0.0])
    model.hinge, model.body = planar.Revolute(phi0=0.5, motion="0.5 + time"), planar.Body(1.0, 0.1)
    model.join(model.ground.b, model.hinge.a)
    model.join(model.hinge.b, model.rod.a)
    model.join(model.rod.b, model.body.a)
    result = model.simulate(1.0, points=11)
    assert result["body.x"][-1] == pytest.approx([2 * np.cos(1.5), 2 * np.sin(1.5)], rel=1e-9)
