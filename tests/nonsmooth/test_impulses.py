"""Switches that short charged stores or cut off currents: refused with the way out, or carried out by impulses."""

import numpy as np
import pytest

import multibond as mb


def two_capacitors(first=10.0, second=0.0, C1=1e-3, C2=2e-3):
    """A switch that closes at 1 s between two charged capacitors, with a load that hardly matters."""
    model = mb.Model("share", domain="electrical")
    model.left, model.right, model.between = mb.J0(), mb.J0(), mb.J1()
    model.C1, model.C2, model.switch = mb.C(C1, e0=first), mb.C(C2, e0=second), mb.Sw("time > 1")
    model.left >> [model.C1, model.between]
    model.between >> [model.switch, model.right]
    model.right >> model.C2
    return model


def cut_coils(current=2.0, L1=0.1, L2=0.3):
    """Two coils in series from 1 s on, when the switch that lets the first one's current pass opens."""
    model = mb.Model("cut", domain="electrical")
    model.node, model.branch = mb.J0(), mb.J1()
    model.L1, model.L2 = mb.I(L1, f0=current), mb.I(L2, f0=0.0)
    model.switch = mb.Sw("time < 1")
    model.loop = mb.J1()
    model.loop >> [model.L1, model.node]
    model.node >> [model.switch, model.branch]
    model.branch >> model.L2
    return model


def test_closing_between_charged_capacitors_is_refused_with_the_way_out():
    with pytest.raises(mb.SimulationError, match="impulses=True") as told:
        two_capacitors().simulate(2.0)
    assert "jump" in str(told.value) and "resistance" in str(told.value)


@pytest.mark.parametrize(("first", "second", "C1", "C2"), [(10.0, 0.0, 1e-3, 1e-3), (10.0, 4.0, 1e-3, 3e-3)])
def test_capacitors_share_their_charge_and_lose_energy(first, second, C1, C2):
    """Equal ones, one of them empty, lose half."""
    result = two_capacitors(first, second, C1, C2).simulate(2.0, impulses=True)
    together = (C1 * first + C2 * second) / (C1 + C2)
    assert result["C1.e"][-1] == pytest.approx(together) == result["C2.e"][-1]
    lost = 0.5 * C1 * C2 / (C1 + C2) * (first - second) ** 2
    (event,) = [e for e in result.events if e.energy_jump]
    assert event.time == pytest.approx(1.0, abs=1e-9) and event.energy_jump == pytest.approx(-lost)
    assert abs(event.impulses["switch"]) == pytest.approx(C1 * C2 / (C1 + C2) * abs(first - second))  # the charge
    assert result.energy.jumps[-1] == pytest.approx(-lost) or result.energy.jumps[-1] == pytest.approx(lost)
    assert result.stats.energy_residual < 1e-9
    if second == 0.0:
        assert lost == pytest.approx(0.5 * 0.5 * C1 * first**2)


def test_opening_in_the_path_of_a_coil_is_refused_or_keeps_the_flux():
    with pytest.raises(mb.SimulationError, match="impulses=True"):
        cut_coils().simulate(2.0)
    result = cut_coils().simulate(2.0, impulses=True)
    shared = 0.1 * 2.0 / (0.1 + 0.3)
    assert result["L1.f"][-1] == pytest.approx(shared) == result["L2.f"][-1]
    lost = 0.5 * 0.1 * 0.3 / 0.4 * 2.0**2
    assert sum(event.energy_jump for event in result.events) == pytest.approx(-lost)
    assert result.stats.energy_residual < 1e-9


def test_a_coil_whose_path_is_cut_loses_all_it_has():
    model = mb.Model("arc", domain="electrical")
    model.loop, model.coil, model.switch, model.R = mb.J1(), mb.I(0.2, f0=3.0), mb.Sw("time < 1"), mb.R(0.01)
    model.loop >> [model.coil, model.switch, model.R]
    with pytest.raises(mb.SimulationError, match="impulses=True"):
        model.simulate(2.0)
    result = model.simulate(2.0, impulses=True)
    assert result["coil.f"][-1] == pytest.approx(0.0, abs=1e-12)
    assert result.stats.energy_residual < 1e-9


def test_a_run_may_begin_with_closed_switches_and_conducting_diodes_that_carry_current():
    model = mb.Model("begun", domain="electrical")
    model.source, model.feed, model.switch, model.middle = mb.Se(24.0), mb.J1(), mb.Sw("time < 1e-3"), mb.J0()
    model.back, model.diode, model.choke = mb.J1(), mb.D(), mb.J1()
    model.coil, model.R = mb.I(1e-2, f0=3.0), mb.R(1.0)
    model.source >> model.feed >> [model.switch, model.middle]
    model.back >> [model.diode, model.middle]
    model.middle >> model.choke >> [model.coil, model.R]
    result = model.simulate(2e-3, tolerance=1e-9)
    import numpy as np

    at_switch = 24.0 + (3.0 - 24.0) * np.exp(-1e-3 / 1e-2)
    assert result["coil.f"][-1] == pytest.approx(at_switch * np.exp(-1e-3 / 1e-2), rel=1e-7)
    model = mb.Model("diode", domain="electrical")
    model.loop, model.coil, model.R, model.diode = mb.J1(), mb.I(1e-2, f0=3.0), mb.R(1.0), mb.D()
    model.loop >> [model.coil, model.R, model.diode]
    assert model.simulate(1e-2, tolerance=1e-9)["coil.f"][-1] == pytest.approx(3.0 * np.exp(-1.0), rel=1e-7)


def test_a_clutch_of_any_torque_may_couple_two_flywheels_at_once_by_a_switched_junction():
    """Angular momentum is kept, and what the impact takes is that of a plastic one."""
    model = mb.Model("couple", domain="rotational")
    model.first, model.second, model.link = mb.J1(), mb.J1(), mb.SwitchedJ0("time > 1")
    model.J1, model.J2 = mb.I(2.0, f0=10.0), mb.I(3.0, f0=0.0)
    model.first >> [model.J1, model.link]
    model.link >> model.second >> model.J2
    with pytest.raises(mb.SimulationError, match="impulses=True"):
        model.simulate(2.0)
    result = model.simulate(2.0, impulses=True)
    assert result["J1.f"][-1] == pytest.approx(4.0) == result["J2.f"][-1]
    assert sum(event.energy_jump for event in result.events) == pytest.approx(-0.5 * 2.0 * 3.0 / 5.0 * 100.0)


def test_a_multiplier_with_nothing_between_its_capacitors_is_no_impulse():
    """Cockcroft and Walton's, in three stages: a diode begins to close a ring of capacitors where its voltage is zero,
    but for the rounding of charges far larger than those that have not come yet. Little resistances change little."""
    outputs = []
    for resistance in (0.0, 1e-2, 1e-3):
        m = mb.Model("multiplier", domain="electrical")
        m.source, m.line, m.Rs, m.p0, m.d0 = mb.Se("100*sin(100*pi*time)"), mb.J1(), mb.R(20.0), mb.J0(), mb.Se(0.0)
        m.low = mb.J0()
        m.d0 >> m.low
        m.source >> m.line >> [m.Rs, m.p0]
        low, high = m.low, m.p0
        for k in range(3):
            for name in (f"p{k + 1}", f"q{k + 1}"):
                m.add(name, mb.J0())
            up, out = m[f"p{k + 1}"], m[f"q{k + 1}"]
            parts = [("P", mb.C(1e-5), high, up), ("A", mb.D(), low, up), ("B", mb.D(), up, out)]
            for name, part, a, b in [*parts, ("Q", mb.C(1e-5), out, low)]:
                m.add(f"{name}{k}", part)
                m.add(f"j{name}{k}", mb.J1())
                a >> m[f"j{name}{k}"] >> [m[f"{name}{k}"], b]
                if name in "AB" and resistance:
                    m.add(f"r{name}{k}", mb.R(resistance))
                    m[f"j{name}{k}"] >> m[f"r{name}{k}"]
            low, high = out, up
        m.load = mb.R(1e5)
        out >> m.load
        result = m.simulate(0.06, points=121, tolerance=1e-9)
        assert result.stats.energy_residual < 1e-6
        for k in range(3):
            for name in "AB":
                assert np.min(result[f"{name}{k}.f"]) > -1e-9 and np.max(result[f"{name}{k}.e"]) < 1e-6
        outputs.append(result["load.e"])
    far, near = (np.max(np.abs(x - outputs[0])) / np.max(outputs[0]) for x in outputs[1:])
    assert near < 2e-6 and near == pytest.approx(0.1 * far, rel=1e-2)


@pytest.mark.parametrize("solver", ["auto", "dop853", "esdirk"])
@pytest.mark.parametrize("part", [0.2, 0.3, 0.7])
def test_output_points_beside_the_instants_of_impulses(part, solver):
    """A switch discharges a capacitor at instants that are output points but for rounding: no value is that of the next
    point, and none is missing."""
    model = mb.Model("beside", domain="electrical")
    model.source, model.line, model.r = mb.Se("sin(7*time)"), mb.J1(), mb.R(0.5)
    model.node, model.c, model.short = mb.J0(), mb.C(0.3), mb.Sw(f"time - floor(time) > {part}")
    model.source >> model.line >> [model.r, model.node]
    model.node >> [model.c, model.short]
    result = model.simulate(4.5, points=181, tolerance=1e-8, impulses=True, solver=solver)
    late = np.mod(result.time, 1.0)
    closed, clear = late > part, np.minimum(np.abs(late - part), np.abs(late - np.round(late))) > 1e-9
    assert np.isfinite(result["short.f"]).all()
    assert result["short.f"][closed & clear] == pytest.approx(2 * np.sin(7 * result.time[closed & clear]), abs=1e-6)
    assert np.abs(result["short.f"][~closed & clear]).max() < 1e-9
    assert result["r.f"] == pytest.approx(result["c.f"] + result["short.f"], abs=1e-6)
