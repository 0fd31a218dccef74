"""One structure for all positions: exact values, jumps that conserve, and the same run by either loop over events."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import multibond as mb
from multibond.simulation import pair_loop


def buck() -> mb.Model:
    m = mb.Model("buck", domain="electrical")
    m.source, m.series, m.node = mb.Se(24.0), mb.J1(), mb.J0()
    m.switch, m.diode = mb.Sw("time*1e5 - floor(time*1e5) < 0.5"), mb.D(direction=-1)
    m.branch, m.coil, m.out, m.capacitor, m.load = mb.J1(), mb.I(100e-6), mb.J0(), mb.C(100e-6), mb.R(5.0)
    m.source >> m.series >> [m.switch, m.node]
    m.node >> m.diode
    m.node >> m.branch >> [m.coil, m.out]
    m.out >> [m.capacitor, m.load]
    return m


def test_buck_converter(monkeypatch):
    m = buck()
    result = m.simulate(1e-3, tolerance=1e-8, points=11)
    assert result["capacitor.e"][-1] == pytest.approx(12.7792603757707543, abs=1e-6)
    assert result.energy.relative_residual < 1e-9
    monkeypatch.setattr(pair_loop, "suits", lambda machine: False)  # every event in Python
    slow = m.simulate(2e-4, tolerance=1e-8, points=11)
    monkeypatch.undo()
    fast = m.simulate(2e-4, tolerance=1e-8, points=11)
    assert [e.time for e in fast.events] == pytest.approx([e.time for e in slow.events], abs=1e-12)
    assert [e.kinds for e in fast.events] == [e.kinds for e in slow.events]
    for name in ("coil.f", "diode.f", "switch.e"):
        np.testing.assert_allclose(fast[name], slow[name], atol=1e-7)
    again = pickle.loads(pickle.dumps(result))
    assert again.events == result.events and len(again.events) == result.stats.events


def bridge() -> mb.Model:
    """Three phases with inductance behind six diodes, a coil and a resistor: overlap, from rest."""
    m = mb.Model("bridge", domain="electrical")
    m.star, m.p, m.m, m.zero = mb.J0(), mb.J0(), mb.J0(), mb.Se(0.0)
    m.zero >> m.star
    for k, name in enumerate("abc"):
        amplitude, omega, phase = 230 * 2**0.5, 100 * np.pi, (0.0, -2 * np.pi / 3, 2 * np.pi / 3)[k]
        for part, element in (
            ("s", mb.Se(f"{amplitude!r}*sin({omega!r}*time + ({phase!r}))")), ("j", mb.J1()), ("r", mb.R(0.1)),
            ("l", mb.I(1e-3)), ("n", mb.J0()), ("ju", mb.J1()), ("du", mb.D()), ("jl", mb.J1()), ("dl", mb.D()),
        ):  # fmt: skip
            m.add(part + name, element)
        m[f"s{name}"] >> m[f"j{name}"] >> [m[f"r{name}"], m[f"l{name}"], m[f"n{name}"]]
        m.star >> m[f"j{name}"]
        m[f"n{name}"] >> m[f"ju{name}"] >> [m[f"du{name}"], m.p]
        m.m >> m[f"jl{name}"] >> [m[f"dl{name}"], m[f"n{name}"]]
    m.load, m.rd, m.ld = mb.J1(), mb.R(10.0), mb.I(10e-3)
    m.p >> m.load >> [m.rd, m.ld, m.m]
    return m


def test_three_phase_bridge_with_line_inductance():
    result = bridge().simulate(0.1, tolerance=1e-9, points=51)
    assert result["ld.f"][-1] == pytest.approx(51.291086581, abs=1e-6)
    assert result.stats.events in (60, 61)  # with or without the start
    assert result.energy.relative_residual < 1e-7


def shared() -> mb.Model:
    m = mb.Model("shared", domain="electrical")
    m.switch, m.loop = mb.Sw("time > 1"), mb.J1()
    m.first, m.second = mb.C(1.0, e0=1.0), mb.C(3.0)
    m.loop >> [m.switch, m.first, m.second]
    return m


def test_charge_is_shared_where_impulses_are_allowed():
    result = shared().simulate(2.0, impulses=True)
    assert result["first.q"][-1] == pytest.approx(0.25) and result["second.q"][-1] == pytest.approx(-0.75)
    (event,) = result.events
    assert event.kinds == {"switch": "closes"} and abs(event.impulses["switch"]) == pytest.approx(0.75)
    assert event.energy_jump == pytest.approx(-0.5 * 0.75) and result.energy.jumps[-1] == pytest.approx(-0.375)
    assert np.abs(result.energy.residual).max() < 1e-12
    with pytest.raises(mb.SimulationError, match="impulses=True"):
        shared().simulate(2.0)


def test_flux_is_shared_where_a_switch_opens():
    """Two coils in series, of which one was shorted: the switch opens, both must carry one current."""
    m = mb.Model("coils", domain="electrical")
    m.loop, m.node = mb.J1(), mb.J0()
    m.first, m.second, m.switch = mb.I(1.0, f0=2.0), mb.I(3.0), mb.Sw("time < 1")
    m.loop >> [m.first, m.node]
    m.node >> m.second
    m.node >> m.switch
    result = m.simulate(2.0, impulses=True)
    assert result["first.f"][-1] == pytest.approx(result["second.f"][-1], abs=1e-12)
    assert result["first.f"][-1] == pytest.approx(0.5, abs=1e-9)
    assert result.events[-1].energy_jump == pytest.approx(0.5 * 4 * 0.25 - 0.5 * 4, abs=1e-9)


class Pad(mb.Element):
    """Friction with another limit at rest than in motion."""

    symbol = "F"
    role = "dissipation"
    a = mb.Port(description="power in")
    rest = mb.Parameter(2.0, "effort", description="largest force at rest")
    motion = mb.Parameter(1.0, "effort", description="force in motion")

    def pairs(self, s):
        sliding, words = (-s.motion, s.motion), ("sticks", "slides", "slides")
        yield mb.Pair(s.e[0], s.f[0], -s.rest, s.rest, sliding=sliding, words=words)


def test_stiction():
    """A force that grows: the mass breaks away at 2 N, and slides against 1 N from then on."""
    m = mb.Model("ramp", domain="translational")
    m.speed, m.mass, m.pad, m.force = mb.J1(), mb.I(1.0), Pad(), mb.Se("time")
    m.force >> m.speed >> [m.mass, m.pad]
    result = m.simulate(4.0, tolerance=1e-9)
    assert [e.time for e in result.events] == pytest.approx([2.0], abs=1e-9)
    assert result.events[0].kinds == {"pad": "slides"}
    assert np.abs(result["mass.p"][result.time < 2]).max() < 1e-13
    assert result["mass.p"][-1] == pytest.approx((4**2 - 2**2) / 2 - 2.0, abs=1e-7)
    assert result["pad.e"][-1] == pytest.approx(1.0)


def test_a_chain_of_blocks_that_stick():
    """Three blocks on a floor joined by springs, pulled at one end: the far ones stick until the springs pull."""
    m = mb.Model("chain", domain="translational")
    m.force = mb.Se("2*time")
    for k in range(3):
        m.add(f"v{k}", mb.J1())
        m.add(f"m{k}", mb.I(1.0))
        m.add(f"f{k}", Pad(1.0, 1.0))
        m[f"v{k}"] >> [m[f"m{k}"], m[f"f{k}"]]
    for k in range(2):
        m.add(f"n{k}", mb.J0())
        m.add(f"c{k}", mb.C(0.1))
        m[f"v{k}"] >> m[f"n{k}"] >> m[f"v{k + 1}"]
        m[f"n{k}"] >> m[f"c{k}"]
    m.force >> m.v0
    result = m.simulate(2.0, tolerance=1e-8, points=201)
    first = [next(e.time for e in result.events if f"f{k}" in e.kinds) for k in range(3)]
    assert first == sorted(first) and first[0] == pytest.approx(0.5, abs=1e-8)
    for k in range(3):
        held = result.time < first[k]
        assert np.abs(result[f"m{k}.f"][held]).max() < 1e-12 and np.abs(result[f"f{k}.e"]).max() < 1 + 1e-7
    assert result.energy.relative_residual < 1e-7
