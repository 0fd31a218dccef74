"""Two-ports into which both half arrows point, or out of which both do, turn the motion round: analyse says so."""

import pytest

import multibond as mb


def press(turned_a=False, turned_b=False, two_port=None):
    """A pressure of 1e5 Pa on a piston of 1e-3 m² and 10 kg: 100 N, 10 m/s after a second."""
    m = mb.Model("press")
    m.pump, m.line = mb.Se(1e5, domain="hydraulic"), mb.J0()
    m.cylinder, m.piston, m.mass = two_port or mb.HydraulicCylinder(1e-3), mb.J1(), mb.I(10.0)
    m.pump >> m.line
    m.bond(m.cylinder.a, m.line) if turned_a else m.bond(m.line, m.cylinder.a)
    m.bond(m.piston, m.cylinder.b) if turned_b else m.bond(m.cylinder.b, m.piston)
    m.piston >> m.mass
    return m


def test_arrows_that_go_through_pass_on_the_motion():
    model = press()
    assert model.analyse()["half_arrows"] == []
    assert model.simulate(1.0)["mass.f"][-1] == pytest.approx(10.0)


def test_both_half_arrows_into_a_two_port_reverse_the_motion():
    model = press(turned_b=True)
    assert model.simulate(1.0)["mass.f"][-1] == pytest.approx(-10.0)
    (said,) = model.analyse()["half_arrows"]
    assert said.startswith("cylinder: both half arrows point into it")
    assert said.endswith("write cylinder.b >> piston if that is not meant")
    assert "half arrows              cylinder: both" in str(model.analyse())


def test_both_half_arrows_out_of_a_two_port():
    (said,) = press(turned_a=True).analyse()["half_arrows"]
    assert said.startswith("cylinder: both half arrows point out of it")
    assert said.endswith("write line >> cylinder.a if that is not meant")


def test_power_from_b_to_a_is_as_good():
    m = mb.Model("back", domain="rotational")
    m.motor, m.shaft, m.gear, m.load, m.rotor = mb.Se(1.0), mb.J1(), mb.TF(2.0), mb.J1(), mb.I(1.0)
    m.motor >> m.shaft >> m.gear.b
    m.gear.a >> m.load >> m.rotor
    assert m.analyse()["half_arrows"] == []
    assert m.simulate(1.0)["rotor.f"][-1] == pytest.approx(2.0)  # e_a = M e_b


@pytest.mark.parametrize("two_port", [mb.TF(2.0), mb.GY(2.0), mb.SGY(), mb.PowerSensor(), mb.Permutation()])
def test_all_two_ports_that_pass_power_on_are_pointed_out(two_port):
    m = mb.Model("turned")
    m.source, m.first, m.two_port, m.second, m.loss = mb.Se(1.0), mb.J1(), two_port, mb.J1(), mb.R(1.0)
    m.ballast, m.store = mb.I(1.0), mb.I(1.0)
    m.source >> m.first >> [m.two_port.a, m.ballast]
    m.second >> [m.two_port.b, m.loss, m.store]
    assert m.analyse()["half_arrows"][0].startswith("two_port: both half arrows point into it")


def test_heat_flows_from_hot_to_cold_whatever_the_half_arrows():
    def wall(turned):
        m = mb.Model("wall")
        m.hot, m.cold, m.wall = mb.ThermalCapacitor(10.0, 400.0), mb.ThermalCapacitor(10.0, 300.0), mb.GSth(1.0)
        m.left, m.right = mb.J0(), mb.J0()
        m.left >> [m.hot, m.wall.a]
        m.right >> m.cold
        m.bond(m.right, m.wall.b) if turned else m.bond(m.wall.b, m.right)
        return m

    assert wall(True).analyse()["half_arrows"] == []
    assert wall(True).simulate(5.0)["cold.e"][-1] == pytest.approx(wall(False).simulate(5.0)["cold.e"][-1])


def test_the_parts_of_the_libraries_are_left_alone():
    assert mb.load("bicycle").analyse()["half_arrows"] == []
    assert mb.load("robot").analyse()["half_arrows"] == []
