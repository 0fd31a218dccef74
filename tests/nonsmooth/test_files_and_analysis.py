"""The elements with set-valued laws in files, drawings, analyses and the energy audit."""

import numpy as np
import pytest

import multibond as mb
from multibond.model.file import dumps, loads


def rectifier():
    model = mb.Model("controlled", domain="electrical")
    model.source, model.loop, model.gate = (
        mb.Se("100*sin(100*pi*time)"),
        mb.J1(),
        mb.Thyristor("pulse(0.02, 1e-3, 1, 0, 3e-3)"),
    )
    model.node, model.load, model.clamp = mb.J0(), mb.R("10 ohm"), mb.IdealZener("60 V", "1 V")
    model.limit, model.series = mb.J1(), mb.R(5.0)
    model.source >> model.loop >> [model.gate, model.series, model.node]
    model.node >> [model.load, model.limit]
    model.limit >> model.clamp
    return model, 0.04, "load.e"


def pump():
    model = mb.Model("pump", domain="hydraulic")
    model.piston, model.chamber, model.volume = mb.Sf("1e-4*sin(20*time)"), mb.J0(), mb.C(1e-11)
    model.inlet, model.outlet = mb.CheckValve("0.1 bar"), mb.CheckValve("0.2 bar", 1e8)
    model.suck, model.press, model.line = mb.J1(), mb.J1(), mb.J0()
    model.tank, model.vessel, model.relief = mb.Se("1 bar"), mb.C(1e-10), mb.ReliefValve("5 bar", 1e9)
    model.piston >> model.chamber >> model.volume
    model.tank >> model.suck >> [model.inlet, model.chamber]
    model.chamber >> model.press >> [model.outlet, model.line]
    model.line >> [model.vessel, model.relief]
    return model, 2.0, "vessel.e"


def train():
    model = mb.Model("train", domain="rotational")
    model.first, model.second, model.third = mb.J1(), mb.J1(), mb.J1()
    model.I1, model.I2, model.I3 = mb.I(1.0, f0=5.0), mb.I(2.0), mb.I(1.0)
    model.clutch, model.freewheel = mb.Clutch("6 N*m", engaged="step(0.2)", peak=1.1), mb.OneWayClutch()
    model.brake, model.bearing = mb.Brake(3.0, "step(1.5)"), mb.DryFriction(0.1, 0.15, viscous=0.05)
    model.first >> [model.I1, model.bearing, model.clutch]
    model.clutch >> model.second >> [model.I2, model.freewheel]
    model.second >> model.brake
    model.freewheel >> model.third >> model.I3
    return model, 4.0, "I2.f"


@pytest.mark.parametrize("make", [rectifier, pump, train])
def test_a_model_survives_a_file_and_can_be_looked_at(make):
    model, stop, shown = make()
    again = loads(dumps(model, "yaml"), "yaml")
    first, second = (m.simulate(stop, tolerance=1e-8) for m in (model, again))
    np.testing.assert_allclose(second[shown], first[shown], rtol=1e-9, atol=1e-12)
    assert np.max(np.abs(first[shown])) > 0 and len(first.events) > 2
    assert first.stats.energy_residual < 1e-6 and not first.stats.doubts
    assert str(model.analyse()) and "<svg" in model.draw().svg and model.causality() is not None


def test_friction_dissipates_what_the_flywheel_had():
    model = mb.Model("stop_it", domain="rotational")
    model.shaft, model.wheel, model.brake = mb.J1(), mb.I(2.0, f0=10.0), mb.Brake(4.0)
    model.shaft >> [model.wheel, model.brake]
    result = model.simulate(10.0, tolerance=1e-9)
    assert result.energy.dissipated[-1] == pytest.approx(100.0, rel=1e-7)
    assert [event.kinds for event in result.events if event.kinds] == [{"brake": "sticks"}]
    assert result.events[-1].time == pytest.approx(5.0, abs=1e-7)
