"""Conditions that turn beside set-valued laws are gone over in machine code, to the same end as by Python."""

import numpy as np
import pytest

import multibond as mb
from multibond.simulation.run import Simulation

TRIANGLE = "2*abs(2*(time*2000 - floor(time*2000)) - 1) - 1"
SAWTOOTH = "2*(time*2000 - floor(time*2000)) - 1"


def inverter(carrier):
    """Three phases by sines beside a carrier, coils that saturate, voltages of a machine, a floating star point."""
    m = mb.Model("inverter", domain="electrical")
    m.supply, m.plus, m.star = mb.Se(100.0), mb.J0(), mb.J0()
    m.supply >> m.plus
    for k, phase in enumerate("abc"):
        wave = f"sin(2*pi*50*time - {2 * k}*pi/3)"
        on = f"0.8*{wave} > {carrier}"
        for name, part in (
            ("node", mb.J0()), ("upper", mb.J1()), ("up", mb.TransistorSwitch(on)),
            ("low", mb.TransistorSwitch(f"not ({on})")), ("branch", mb.J1()), ("coil", mb.I(law="200*p + 1e4*p**3")),
            ("wire", mb.R(1.0)), ("back", mb.Se(f"-20*{wave}")),
        ):  # fmt: skip
            m.add(f"{name}_{phase}", part)
        node, branch = m[f"node_{phase}"], m[f"branch_{phase}"]
        m.plus >> m[f"upper_{phase}"] >> [m[f"up_{phase}"], node]
        node >> [m[f"low_{phase}"], branch]
        branch >> [m[f"coil_{phase}"], m[f"wire_{phase}"], m.star]
        m[f"back_{phase}"] >> branch
    return m


def tank():
    """A pump into a tank behind a check valve; above 2 kPa an overflow opens, below 1.2 kPa a law changes."""
    m = mb.Model("tank", domain="hydraulic")
    m.pump, m.before, m.pipe, m.valve, m.wire = mb.Sf("3e-3*sin(6*time)"), mb.J0(), mb.J1(), mb.CheckValve(), mb.R(1e5)
    m.chamber, m.bottom, m.store = mb.C(1e-8), mb.J0(), mb.C(2e-7)
    m.overflow = mb.G(law="1e-6*(e - 2000) if e > 2000 else 0")
    m.use = mb.G(law="2e-7*e if e > 1200 else 1e-7*e")
    m.pump >> m.before >> [m.chamber, m.pipe]
    m.pipe >> [m.valve, m.wire, m.bottom]
    m.bottom >> [m.store, m.overflow, m.use]
    return m


CASES = [(lambda: inverter(TRIANGLE), 0.01), (lambda: inverter(SAWTOOTH), 0.01), (tank, 4.0)]


@pytest.mark.parametrize(("make", "stop"), CASES, ids=["triangle", "sawtooth", "tank"])
def test_conditions_turn_as_in_python(make, stop, monkeypatch):
    calls = []
    happen = Simulation._happen
    monkeypatch.setattr(Simulation, "_happen", lambda self, *given: (calls.append(self.t), happen(self, *given))[1])
    result = make().simulate(stop, tolerance=1e-9)
    assert not calls  # all in machine code
    monkeypatch.setattr("multibond.simulation.run.goes_over_events", lambda solver: False)
    other = make().simulate(stop, tolerance=1e-9)
    assert calls
    for name in result.stats.states:
        np.testing.assert_allclose(result[name], other[name], atol=1e-7 * np.max(np.abs(other[name])))
    mine, theirs = ({round(e.time, 8) for e in r.events} for r in (result, other))
    assert mine <= theirs and len(mine) > 5
    assert result.energy.relative_residual < 1e-7


def test_events_name_the_conditions_that_turned():
    events = tank().simulate(4.0, tolerance=1e-9).events
    named = {origin for event in events for origin in event.origins}
    assert {"overflow", "use", "valve"} <= named
