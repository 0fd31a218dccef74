"""Pseudo bonds: temperature and heat flow obey the laws of a graph, but their product is no power."""

import numpy as np
import pytest

import multibond as mb


def room():
    """A heater of 100 W in air of 1000 J/K behind a wall of 0.1 K/W: T = 273.15 + 10 + 10 exp(−t/100)."""
    m = mb.Model("room", domain="heat")
    m.heater, m.air, m.store = mb.Sf("100 W"), mb.J0(), mb.C("1000 J/K", e0=293.15)
    m.loss, m.wall, m.outside = mb.J1(), mb.R("0.1 K/W"), mb.Se(273.15)
    m.heater >> m.air >> [m.store, m.loss]
    m.loss >> [m.wall, m.outside]
    return m


def test_a_room_in_temperature_and_heat_flow():
    result = room().simulate(300.0, tolerance=1e-9)
    assert result["store.e"] == pytest.approx(283.15 + 10 * np.exp(-result.time / 100), abs=1e-6)
    assert (result.unit("wall.f"), result.unit("store.q")) == ("W", "J")


def test_pseudo_bonds_stay_outside_the_audit():
    result = room().simulate(300.0)
    energy = result.energy
    assert not energy.stored.any() and not energy.dissipated.any() and not energy.delivered.any()
    assert energy.by_component() == {}
    assert result.stats.energy_residual == 0.0 and result.stats.doubts == []


def test_true_bonds_beside_them_are_audited_and_signals_couple_them():
    """The losses of a resistor heat a body: 12² / 6 = 24 W for 10 s make 240 J, 2.4 K in 100 J/K."""
    m = mb.Model("heated")
    m.source, m.loop, m.resistor = mb.Se(12.0, domain="electrical"), mb.J1(), mb.R(6.0)
    m.source >> m.loop >> m.resistor
    m.losses, m.body = mb.Sf("resistor.e*resistor.f", domain="heat"), mb.C(100.0, e0=300.0, domain="heat")
    m.losses >> m.body
    result = m.simulate(10.0, tolerance=1e-9)
    assert result["body.e"][-1] == pytest.approx(302.4)
    assert result.energy.dissipated[-1] == pytest.approx(240.0)
    assert result.energy.delivered[-1] == pytest.approx(240.0)
    assert not result.energy.stored.any()


def test_a_transformer_between_power_and_none_is_refused():
    m = mb.Model("wrong")
    m.source, m.loop, m.ratio = mb.Se(12.0, domain="electrical"), mb.J1(), mb.TF(2.0)
    m.node, m.body = mb.J0(domain="heat"), mb.C(100.0)
    m.source >> m.loop >> m.ratio >> m.node >> m.body
    with pytest.raises(mb.ModelError, match=r"ratio: .*pseudo bonds of the heat domain to the electrical.*by signals"):
        m.simulate(1.0)


def test_one_without_a_domain_on_the_other_side_asks_for_it():
    m = mb.Model("half")
    m.source, m.loop, m.ratio = mb.Se(12.0), mb.J1(), mb.TF(2.0)
    m.node, m.body, m.loss = mb.J0(domain="heat"), mb.C(100.0), mb.R(1.0)
    m.source >> m.loop >> [m.loss, m.ratio]
    m.ratio >> m.node >> m.body
    with pytest.raises(mb.ModelError, match="say domain='heat' there too"):
        m.simulate(1.0)


def test_entropy_and_heat_flow_do_not_meet():
    m = mb.Model("mixed")
    m.heater, m.node, m.body = mb.Sf(10.0, domain="heat"), mb.J0(), mb.ThermalCapacitor(10.0)
    m.heater >> m.node >> m.body
    with pytest.raises(mb.ModelError, match=r"meets the .* domain.*couple them by signals"):
        m.simulate(1.0)


def test_mass_flow_is_a_pseudo_domain_too():
    """A tank of 1e-3 kg/Pa filled by 2 kg/s for 3 s: 6000 Pa."""
    m = mb.Model("tank", domain="mass_flow")
    m.feed, m.tank = mb.Sf("2 kg/s"), mb.C(1e-3)
    m.feed >> m.tank
    result = m.simulate(3.0)
    assert result["tank.e"][-1] == pytest.approx(6000.0)
    assert not result.energy.delivered.any()
