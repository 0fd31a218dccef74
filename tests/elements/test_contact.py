"""The law of a contact and of an energy given at once, in basic bond graphs."""

import numpy as np
import pytest

import multibond as mb


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
