"""Slip whose direction turns: friction of free direction and contacts in space, with every solver, in all units."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import multibond as mb
from multibond import spatial

MASS, COULOMB, STATIC, BREAKS, STOP = 0.7, 1.0, 1.4, np.arcsin(0.7) / 1.3, 3.0


def plate(scale=1.0):
    """A mass under a force of 2 sin(1.3 t) N whose direction turns by 1 rad/s."""
    m = mb.Model("plate", domain="translational")
    m.slip, m.mass, m.way = mb.J1(n=2), mb.I(MASS, n=2), mb.Dq(n=2)
    m.rubbing = mb.BallFriction(COULOMB * scale, STATIC * scale, n=2)
    m.force = mb.Se([f"{2 * scale}*sin(1.3*time)*{turn}(time)" for turn in ("cos", "sin")], n=2)
    m.force >> m.slip >> [m.mass, m.rubbing, m.way]
    return m


def pushed():
    """A point on a rough plane under a force that passes the limit of friction slowly, while its direction turns."""
    m = mb.Model("pushed")
    m.world, m.floor, m.point = spatial.World(), spatial.Fixed(), spatial.PointMass(MASS, x0=[0.0] * 3, v0=[0.0] * 3)
    m.contact = spatial.PointPlane(friction=STATIC / MASS / 9.81, restitution=0.0)
    m.push = spatial.WorldForce(force=["2*sin(1.3*time)*cos(time)", "0", "2*sin(1.3*time)*sin(time)"])
    m.join(m.point.a, m.contact.a)
    m.join(m.contact.b, m.floor.b)
    m.join(m.push.b, m.point.a)
    return m


def ends(friction):
    """Where it is at STOP, from its equations: it breaks away along the force."""

    def force(t):
        return 2 * np.sin(1.3 * t) * np.array([np.cos(t), np.sin(t)])

    def rates(t, y):
        return [*y[2:], *((force(t) - friction * y[2:] / np.linalg.norm(y[2:])) / MASS)]

    start = [0.0, 0.0, *(1e-9 * force(BREAKS))]
    found = solve_ivp(rates, (BREAKS, STOP), start, "Radau" if friction == STATIC else "DOP853", rtol=1e-10, atol=1e-12)
    return found.y[:2, -1]


def run(model, solver):
    """The run with what a solver needs to come near."""
    given = {"rk4": {"step": 1e-3}, "timestepping": {"step": 1e-3}}.get(solver, {"tolerance": 1e-6})
    return model.simulate(STOP, solver=solver, points=31, **given)


@pytest.mark.parametrize("solver", ["auto", "dop853", "esdirk", "bdf", "adams", "rk4", "timestepping"])
def test_a_plate_breaks_away_and_follows_a_force_that_turns(solver):
    result = run(plate(), solver)
    close = {"rk4": 1e-5, "timestepping": 5e-3}.get(solver, 1e-4)
    np.testing.assert_allclose(result["way.q"][-1], ends(COULOMB), atol=close)
    assert [event.kinds for event in result.events] == ([{"rubbing": "slides"}] if solver != "timestepping" else [])


@pytest.mark.parametrize("solver", ["auto", "esdirk", "bdf", "adams", "timestepping"])
def test_a_contact_in_space_breaks_away_at_the_very_limit(solver):
    result = run(pushed(), solver)
    np.testing.assert_allclose(
        result["point.x"][-1, [0, 2]], ends(STATIC), atol=1e-4 if solver != "timestepping" else 5e-3
    )


@pytest.mark.parametrize("scale", [1e-6, 1e6])
def test_slip_of_micrometres_and_of_kilometres_turns_alike(scale):
    result = plate(scale).simulate(STOP, tolerance=1e-7)
    np.testing.assert_allclose(result["way.q"][-1] / scale, ends(COULOMB), atol=1e-5)


@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-9])
@pytest.mark.parametrize("v0", [[3.0, -4.0], [5.0, 0.0], [5.0, 1e-3], [1.0, 2.0, 3.0]])
def test_it_stops_once_at_every_tolerance(v0, tolerance):
    m = mb.Model("puck", domain="translational")
    m.slip, m.mass, m.rubbing = mb.J1(n=len(v0)), mb.I(0.5, n=len(v0), f0=v0), mb.BallFriction(2.5, n=len(v0))
    m.slip >> [m.mass, m.rubbing]
    result = m.simulate(2.0, tolerance=tolerance)
    (stop,) = result.events
    assert stop.kinds == {"rubbing": "sticks"}
    assert stop.time == pytest.approx(np.linalg.norm(v0) / 5.0, abs=10 * tolerance)
    assert np.abs(result["mass.f"][-1]).max() < 1e-15 and result.energy.relative_residual < 10 * tolerance
