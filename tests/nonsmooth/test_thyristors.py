"""Thyristors at the start: what nobody fired blocks, unless a coil has a current that has no other way."""

import numpy as np
import pytest

import multibond as mb
from nonsmooth.bond_graphs import circuit
from nonsmooth.circuits import C, Case, D, L, R, T, V
from nonsmooth.exact import Pulses, Wave


def fired_late(start=None, diode=False):
    """10 V and 2 Ω before a thyristor that is fired at 0.1 s; a coil of 1 H with a current, a diode beside it."""
    m = mb.Model("fired", domain="electrical")
    m.source, m.line, m.r, m.node, m.thyristor = mb.Se(10.0), mb.J1(), mb.R(2.0), mb.J0(), mb.Thyristor("time > 0.1")
    m.source >> m.line >> [m.r, m.node]
    m.node >> m.thyristor
    if start is not None:
        m.coil = mb.I(1.0, f0=start)
        m.line >> m.coil
    if diode:
        m.diode = mb.D()
        m.node >> m.diode
    return m.simulate(0.2, points=21, tolerance=1e-10)


def test_behind_a_resistance_it_waits_for_its_gate():
    result = fired_late()
    before = result.time < 0.0999
    assert np.max(np.abs(result["thyristor.f"][before])) < 1e-12
    assert result["thyristor.e"][before] == pytest.approx(10.0, abs=1e-12)
    assert result["thyristor.f"][result.time > 0.1001] == pytest.approx(5.0, abs=1e-9)
    assert result.events[0].time == pytest.approx(0.1, abs=1e-12) and result.events[0].kinds["thyristor"] == "conducts"


def test_the_current_of_a_coil_goes_on():
    result = fired_late(start=3.0)
    assert result["thyristor.f"] == pytest.approx(5.0 - 2.0 * np.exp(-2.0 * result.time), abs=1e-8)


def test_a_current_that_a_diode_takes_does_not_fire_it():
    """Once its gate is on it is a diode beside another one: nothing but the least norm determines their shares."""
    result = fired_late(start=3.0, diode=True)
    total = 5.0 - 2.0 * np.exp(-2.0 * result.time)
    before, after = result.time < 0.0999, result.time > 0.1001
    assert np.max(np.abs(result["thyristor.f"][before])) < 1e-9
    assert result["diode.f"][before] == pytest.approx(total[before], abs=1e-8)
    assert result["diode.f"] + result["thyristor.f"] == pytest.approx(total, abs=1e-8)
    assert result["thyristor.f"][after] == pytest.approx(total[after] / 2, abs=1e-8)


def test_a_circuit_in_which_voltages_stand_over_unfired_thyristors():
    case = Case(
        (
            V("V", "s", "0", Wave(4.0, 0.0, 15.0, 400.0, 1.0)),
            R("Rs", "s", "a", 2.6),
            C("C", "a", "b", 4e-5),
            T("T1", "b", "c", Pulses(7e-3, 2e-3, 8e-4)),
            R("Rc", "c", "0", 1.3),
            T("T2", "a", "d", Pulses(8e-3, 5e-3, 7e-4)),
            L("L", "d", "0", 3e-3),
            D("D", "0", "b"),
            R("Rb", "b", "0", 300.0),
        ),
        1e-4,
        0.0199,
    )
    times, exact = case.exact(77)
    result = circuit(case).simulate(times[-1], points=77, tolerance=1e-9)
    for ours, theirs in (("C.e", "u(C)"), ("L.f", "i(L)")):
        assert np.max(np.abs(result[ours] - exact[theirs])) < 1e-6 * np.max(np.abs(exact[theirs]))
