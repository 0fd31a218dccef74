"""Positions that contradict ideal sources are refused by the names of those at odds, with a way out that is there."""

import re

import pytest

import multibond as mb


def leg(kind, second):
    """A voltage over two switches in a row, from whose middle a resistor and a coil lead to the ground; beside them a
    diode that has nothing to do with it."""
    m = mb.Model("leg", domain="electrical")
    m.source, m.top, m.middle = mb.Se(10.0), mb.J0(), mb.J0()
    m.path, m.load, m.resistor, m.coil = mb.J1(), mb.J1(), mb.R(1.0), mb.I(1.0)
    m.upper, m.lower = kind("time < 2"), kind(second)
    m.apart, m.diode, m.beside, m.other = mb.J1(), mb.D(), mb.R(2.0), mb.Se("sin(5*time)")
    m.source >> m.top >> m.path >> m.middle >> [m.lower, m.load]
    m.path >> m.upper
    m.load >> [m.resistor, m.coil]
    m.other >> m.apart >> [m.diode, m.beside]
    return m


@pytest.mark.parametrize("kind", [mb.Sw, mb.TransistorSwitch, mb.Thyristor])
@pytest.mark.parametrize("second", ["time < 2", "time > 0.5", "pulse(1, 0.25, 1, 0, 0.5)"])
def test_two_switches_that_short_a_source_are_named(kind, second):
    with pytest.raises(mb.MultibondError, match="with lower, upper closed an effort is shorted") as caught:
        leg(kind, second).simulate(1.0)
    message = str(caught.value)
    assert "diode" not in message.partition("an effort is shorted")[0]
    for name in re.findall(r"leaky (\w+(?: and \w+)*)", message):
        for part in name.split(" and "):
            assert hasattr(mb, part), f"{part} is not there to be used"


def test_a_switch_that_cuts_off_a_source_of_current_is_named():
    m = mb.Model("cut", domain="electrical")
    m.source, m.node, m.switch, m.diode = mb.Sf(1.0), mb.J0(), mb.Sw("time < 0.5"), mb.D(direction=-1)
    m.source >> m.node >> [m.switch, m.diode]
    with pytest.raises(mb.SimulationError, match=r"0\.5 s: with diode, switch open a flow has no way to go"):
        m.simulate(1.0)
