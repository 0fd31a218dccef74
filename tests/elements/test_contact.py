"""The law of a contact and of an energy given at once, in basic bond graphs."""

import numpy as np
import pytest

import multibond as mb
from multibond.elements.contact import PoolBall


def test_a_contact_of_basic_elements_bounces_and_carries():
    m = mb.Model("drop", domain="translational")
    m.speed, m.mass, m.weight, m.height = mb.J1(), mb.I(2.0), mb.Se(-2.0 * 9.81), mb.Dq(1.0)
    m.turn = mb.TF(-1.0)  # the contact has the speed of approach
    m.floor = mb.Contact("height.q", restitution=0.5, n=1)
    m.weight >> m.speed >> [m.mass, m.height]
    m.speed >> m.turn >> m.floor
    result = m.simulate(3.0, tolerance=1e-9)
    assert result.events[0].time == pytest.approx(np.sqrt(2 / 9.81), abs=1e-7)
    assert result.events[0].energy_jump == pytest.approx(-0.75 * 2 * 9.81, rel=1e-6)
    assert result["floor.e"][-1] == pytest.approx(2 * 9.81, rel=1e-9)
    assert result["height.q"][-1] == pytest.approx(0.0, abs=1e-9)
    assert result.energy.relative_residual < 1e-7


def test_energy_is_given_when_a_condition_becomes_true():
    m = mb.Model("bang", domain="translational")
    m.speed, m.mass, m.charge = mb.J1(), mb.I(2.0, p0=2.0), mb.Injection(3.0, fires="time > 0.5")
    m.speed >> [m.mass, m.charge]
    result = m.simulate(1.0)
    assert result["mass.f"][0] == 1.0 and result["mass.f"][-1] == pytest.approx(2.0, rel=1e-12)
    assert result.events[0].energy_jump == pytest.approx(3.0, rel=1e-12)
    assert result.events[0].kinds == {"charge": "strikes"}


def test_balls_of_a_pool_whose_contacts_are_found_exchange_momentum():
    m = mb.Model("pool")
    m.world = mb.planar.World(gravity="none")
    m.left = mb.planar.Body(2.0, 0.1, x0=[0.0, 0.0], v0=[1.0, 0.0])
    m.right = mb.planar.Body(1.0, 0.1, x0=[1.0, 0.0], v0=[0.0, 0.0])
    m.pool = mb.planar.ContactPool(2, [0.1, 0.1], pairs="near", restitution=0.5)
    m.join(m.left.a, m.pool.body1)
    m.join(m.right.a, m.pool.body2)
    kinds = [type(part) for part in m.pool.children.values()]
    assert [kind for kind in kinds if kind is PoolBall] == [PoolBall, PoolBall]
    result = m.simulate(2.0, solver=mb.solvers.Timestepping(step=1e-3))
    speeds = result["left.v"][:, 0], result["right.v"][:, 0]
    assert np.allclose(2 * speeds[0] + speeds[1], 2.0, atol=1e-9)  # momentum
    assert speeds[1][-1] - speeds[0][-1] == pytest.approx(0.5, abs=1e-6)  # half of the speed of approach
    assert speeds[0][0] == 1.0 and speeds[1][0] == 0.0
