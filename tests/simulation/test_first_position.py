"""Ideal switches and diodes at the start stand as the start values demand; closed forms tell what follows."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb

FALL = np.exp(-2.0)  # of a current after 1 s in 0.5 H and 1 Ω, and of a voltage in 0.5 F and 1 Ω


def electrical() -> mb.Model:
    return mb.Model("start", domain="electrical")


def with_coil(element: mb.Element, **start: float) -> mb.Model:
    m = electrical()
    m.loop, m.part, m.resistor, m.coil = mb.J1(), element, mb.R(1.0), mb.I(0.5, **start)
    m.loop >> [m.part, m.resistor, m.coil]
    return m


def with_capacitor(element: mb.Element, source: float, **start: float) -> mb.Model:
    m = electrical()
    m.source, m.loop, m.part, m.resistor = mb.Se(source), mb.J1(), element, mb.R(1.0)
    m.capacitor = mb.C(0.5, **start)
    m.source >> m.loop >> [m.part, m.resistor, m.capacitor]
    return m


@pytest.mark.parametrize("element", [mb.D, lambda: mb.Sw("time < 5"), lambda: mb.Sw("coil.f > 0.01"), mb.D2])
@pytest.mark.parametrize("start", [{"p0": 1.0}, {"f0": 2.0}, "resistor.f", "resistor.e", "guess"])
def test_a_current_flows_through_what_lets_it(element, start):
    m = with_coil(element(), **(start if isinstance(start, dict) else {}))
    if start == "guess":
        m.start(m.coil.f, 2.0, fixed=False)
    elif not isinstance(start, dict):
        m.start(start, 2.0)
    result = m.simulate(1.0, tolerance=1e-9)
    assert result["coil.f"][0] == pytest.approx(2.0, abs=1e-6)
    assert result["coil.f"][-1] == pytest.approx(2 * FALL, abs=1e-4)


def test_a_start_value_among_the_parameters_of_a_run():
    m = with_coil(mb.D())
    result = m.simulate(1.0, parameters={"coil.p0": 1.0}, tolerance=1e-9)
    assert result["coil.f"][[0, -1]] == pytest.approx([2.0, 2 * FALL], abs=1e-6)
    m = with_coil(mb.D(), p0=0.0)
    m.output("current", m.coil.f)
    finals = m.sweep({"coil.p0": [0.0, 1.0, 0.5]}, 1.0).final["current"]
    assert finals == pytest.approx([0.0, 2 * FALL, FALL], abs=1e-5)
    assert pytest.approx(np.array([[-2.0]])) == m.linearize(parameters={"coil.p0": 1.0}).A


@pytest.mark.parametrize(
    ("element", "position"), [(mb.D(), "part open"), (mb.Sw("time > 5"), "part open"), (mb.Sw(False), "fixes it at 0")]
)
def test_a_current_that_cannot_flow_is_refused_with_the_position(element, position):
    current = -2.0 if isinstance(element, mb.D) else 2.0
    with pytest.raises(mb.InitialError, match=rf"coil\.f = {current:g} cannot hold.*{position}"):
        with_coil(element, f0=current).simulate(1.0)


def test_a_diode_turned_round_carries_the_current_backwards():
    result = with_coil(mb.D(direction=-1), f0=-2.0).simulate(1.0, tolerance=1e-9)
    assert result["coil.f"][[0, -1]] == pytest.approx([-2.0, -2 * FALL], abs=1e-6)


@pytest.mark.parametrize(("begin", "end"), [(8.0, 8.0), (5.0, 5.0), (2.0, 5 - 3 * FALL), (None, 5 - 5 * FALL)])
def test_a_capacitor_above_the_source_blocks_the_diode(begin, end):
    m = with_capacitor(mb.D(), 5.0, **({} if begin is None else {"e0": begin}))
    result = m.simulate(1.0, tolerance=1e-9)
    assert result["capacitor.e"][[0, -1]] == pytest.approx([begin or 0.0, end], abs=1e-6)


def test_a_given_current_charges_the_capacitor_that_lets_it_flow():
    m = with_capacitor(mb.D(), 5.0)
    m.start(m.resistor.f, 1.0)
    assert m.simulate(1.0, tolerance=1e-9)["capacitor.e"][[0, -1]] == pytest.approx([4.0, 5 - FALL], abs=1e-6)


def test_steady_behind_a_diode():
    found = with_capacitor(mb.D(), 5.0, e0=2.0).simulate(1.0, steady=True)["capacitor.e"]
    assert found == pytest.approx(np.full(len(found), 5.0), abs=1e-6)


def test_without_a_resistor_an_empty_capacitor_takes_the_voltage_and_a_charged_one_is_refused():
    def direct(**start: float) -> mb.Model:
        m = electrical()
        m.source, m.loop, m.diode, m.capacitor = mb.Se(5.0), mb.J1(), mb.D(), mb.C(1.0, **start)
        m.source >> m.loop >> [m.diode, m.capacitor]
        return m

    assert direct().simulate(1.0)["capacitor.e"] == pytest.approx(5.0)
    assert direct(e0=8.0).simulate(1.0)["capacitor.e"] == pytest.approx(8.0)
    with pytest.raises(mb.InitialError, match=r"capacitor\.e = 3 cannot hold.*diode closed"):
        direct(e0=3.0).simulate(1.0)


@pytest.mark.parametrize(("condition", "end"), [("time > 5", 2 * FALL), ("time < 5", 10 - 8 * FALL)])
def test_the_freewheel_takes_the_current_of_an_open_switch(condition, end):
    m = electrical()
    m.source, m.series, m.node, m.branch = mb.Se(10), mb.J1(), mb.J0(), mb.J1()
    m.switch, m.freewheel = mb.Sw(condition), mb.D(direction=-1)
    m.resistor, m.coil = mb.R(1.0), mb.I(0.5, f0=2.0)
    m.source >> m.series >> m.node >> m.branch >> [m.resistor, m.coil]
    m.series >> m.switch
    m.node >> m.freewheel
    assert m.simulate(1.0, tolerance=1e-9)["coil.f"][[0, -1]] == pytest.approx([2.0, end], abs=1e-5)


def bridge(voltage: float, current: float) -> mb.Model:
    """Four diodes, a source with 0.5 Ω on one side and 1 Ω with 0.5 H, which carry a current, on the other."""
    m = electrical()
    m.plus, m.minus, m.left, m.right = mb.J0(), mb.J0(), mb.J0(), mb.J0()
    m.source, m.series, m.inside = mb.Se(voltage), mb.J1(), mb.R(0.5)
    m.right >> m.series >> m.left
    m.source >> m.series >> m.inside
    for k, (tail, head) in enumerate([("left", "plus"), ("right", "plus"), ("minus", "left"), ("minus", "right")]):
        m.add(f"arm{k}", mb.J1())
        m.add(f"diode{k}", mb.D())
        m[tail] >> m[f"arm{k}"] >> m[head]
        m[f"arm{k}"] >> m[f"diode{k}"]
    m.load, m.resistor, m.coil, m.ground = mb.J1(), mb.R(1.0), mb.I(0.5, f0=current), mb.Se(0)
    m.plus >> m.load >> m.minus
    m.load >> [m.resistor, m.coil]
    m.ground >> m.minus
    return m


@pytest.mark.parametrize("voltage", [0.0, 0.3, -0.3, 3.0, -3.0])
def test_a_bridge_whose_coil_carries_a_current(voltage):
    """With more than |u|/0.5 Ω in the coil all four conduct; with 3 V and 2 A two of them do: L i' = |u| − 1.5 i."""
    result = bridge(voltage, 2.0).simulate(0.1, tolerance=1e-9)
    slope = (abs(voltage) - 1.5 * 2.0) / 0.5 if abs(voltage) / 0.5 >= 2.0 else -2.0 / 0.5
    rate, final = (3.0, abs(voltage) / 1.5) if abs(voltage) / 0.5 >= 2.0 else (2.0, 0.0)
    assert result["der(coil.p)"][0] / 0.5 == pytest.approx(slope, abs=1e-6)
    assert result["coil.f"][-1] == pytest.approx(final + (2.0 - final) * np.exp(-rate * 0.1), abs=1e-6)


def test_many_diodes_are_found_together():
    m = electrical()
    m.source, m.node = mb.Se(1.0), mb.J0()
    m.source >> m.node
    for k in range(30):
        for name, part in (("j", mb.J1()), ("d", mb.D()), ("r", mb.R(1.0)), ("l", mb.I(0.5, f0=float(k % 3)))):
            m.add(f"{name}{k}", part)
        m.node >> m[f"j{k}"] >> [m[f"d{k}"], m[f"r{k}"], m[f"l{k}"]]
    result = m.simulate(1.0, tolerance=1e-8)
    for k in range(30):
        assert result[f"l{k}.f"][[0, -1]] == pytest.approx([k % 3, 1 + (k % 3 - 1) * FALL], abs=1e-5)


def test_check_valves_at_hydraulic_sizes():
    """Pressures of 1e5 Pa and flows of 1e-4 m³/s: what is large or small is not what it is in a circuit."""
    m = mb.Model("valve", domain="hydraulic")
    m.pump, m.line, m.valve = mb.Se(1e5), mb.J1(), mb.D()
    m.inertia, m.friction, m.vessel = mb.I(1e8, f0=1e-4), mb.R(2e9), mb.C(1e-11, e0=3e5)
    m.pump >> m.line >> [m.valve, m.inertia, m.friction, m.vessel]
    assert m.simulate(0.01)["inertia.f"][0] == pytest.approx(1e-4)
    still = m.simulate(0.01, parameters={"inertia.f0": 0.0})
    assert still["vessel.e"] == pytest.approx(3e5)


def test_a_ratchet_that_turns():
    m = mb.Model("ratchet", domain="rotational")
    m.shaft, m.ratchet, m.wheel, m.drag = mb.J1(), mb.D(), mb.I(2.0, f0=3.0), mb.R(2.0)
    m.shaft >> [m.ratchet, m.wheel, m.drag]
    assert m.simulate(1.0, tolerance=1e-9)["wheel.f"][-1] == pytest.approx(3 * np.exp(-1.0), abs=1e-6)


@pytest.mark.parametrize("current", [2.0, [2.0, 0.0]])
def test_a_thyristor_through_which_a_current_flows_goes_on_without_its_gate(current):
    m = mb.Model("start", domain="electrical", n=np.size(current))
    m.loop, m.part, m.resistor, m.coil = mb.J1(), mb.Thyristor("time > 5"), mb.R(1.0), mb.I(0.5, f0=current)
    m.loop >> [m.part, m.resistor, m.coil]
    assert m.simulate(1.0, tolerance=1e-9)["coil.f"][-1] == pytest.approx(np.asarray(current) * FALL, abs=1e-8)


def test_it_blocks_when_that_current_has_ended_and_takes_none_backwards():
    """Against 1 V a current of 2 A is 3 exp(−2 t) − 1, until ln 3 / 2 s."""
    m = with_coil(mb.Thyristor("time > 5"), f0=2.0)
    m.source = mb.Se(-1.0)
    m.source >> m.loop
    result = m.simulate(2.0, tolerance=1e-9)
    assert result["coil.f"] == pytest.approx(np.maximum(3 * np.exp(-2 * result.time) - 1, 0.0), abs=1e-7)
    assert result.stats.events == 1
    with pytest.raises(mb.InitialError, match=r"coil: the start value coil\.f = -2 cannot hold"):
        with_coil(mb.Thyristor("time > 5"), f0=-2.0).simulate(1.0)
