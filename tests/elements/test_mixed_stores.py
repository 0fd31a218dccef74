"""Stores on two domains, laws of stores either way round, species from nothing, valves and cavitation."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import multibond as mb
from multibond.elements.elastic import ElasticForce

PLATES = 8.854e-12 * 1e-3  # permittivity times area [F m]


def test_condenser_microphone_follows_both_laws():
    model = mb.Model("microphone")
    model.bias, model.circuit, model.resistor = mb.Se(100.0, domain="electrical"), mb.J1(), mb.R(1e6)
    model.plates = mb.CC(f"q1**2*(1e-3 + q2)/(2*{PLATES}) + 1000*q2**2", q10=PLATES / 1e-3 * 100)
    model.membrane, model.mass, model.air = mb.J1(domain="translational"), mb.I(1e-3), mb.R(0.1)
    model.sound = mb.Se("1e-3*sin(600*time)", domain="translational")
    model.bias >> model.circuit >> [model.resistor, model.plates.a]
    model.sound >> model.membrane >> [model.mass, model.air, model.plates.b]
    result = model.simulate(0.05, tolerance=1e-9)
    q1, q2 = result["plates.q1"], result["plates.q2"]
    assert np.allclose(result["plates.a.e"], q1 * (1e-3 + q2) / PLATES, rtol=1e-9)
    assert np.allclose(result["plates.b.e"], q1**2 / (2 * PLATES) + 2000 * q2, rtol=1e-6, atol=1e-12)
    assert result.stats.energy_residual < 1e-6

    def rate(t, y):
        charge, x, p = y
        current = (100 - charge * (1e-3 + x) / PLATES) / 1e6
        force = 1e-3 * np.sin(600 * t) - 0.1 * p / 1e-3 - charge**2 / (2 * PLATES) - 2000 * x
        return [current, p / 1e-3, force]

    start = [PLATES / 1e-3 * 100, 0.0, 0.0]
    expected = solve_ivp(rate, (0, 0.05), start, method="Radau", rtol=1e-10, atol=1e-18, t_eval=result.time).y
    assert np.abs(q2 - expected[1]).max() < 1e-6 * np.abs(q2).max()


def test_coupled_coils_as_one_field():
    L = np.array([[0.4, 0.1], [0.1, 0.2]])
    a, b, c = np.linalg.inv(L)[[0, 0, 1], [0, 1, 1]]
    model = mb.Model("coils", domain="electrical")
    model.source, model.first, model.resistor = mb.Se("sin(5*time)"), mb.J1(), mb.R(1.0)
    model.second, model.load = mb.J1(), mb.R(2.0)
    model.coils = mb.II(f"({a}*p1**2 + 2*{b}*p1*p2 + {c}*p2**2)/2")
    model.source >> model.first >> [model.resistor, model.coils.a]
    model.second >> [model.load, model.coils.b]
    result = model.simulate(2.0, tolerance=1e-9)
    expected = solve_ivp(
        lambda t, p: [np.sin(5 * t) - (np.linalg.inv(L) @ p)[0], -2 * (np.linalg.inv(L) @ p)[1]],
        (0, 2), [0, 0], rtol=1e-10, atol=1e-12,
    )  # fmt: skip
    assert np.allclose([result["coils.p1"][-1], result["coils.p2"][-1]], expected.y[:, -1], atol=1e-7)
    assert result.stats.energy_residual < 1e-7


@pytest.mark.parametrize("n", [1, 3])
def test_laws_of_stores_the_other_way_round(n):
    def circuit(store):
        model = mb.Model("circuit", domain="electrical", n=n)
        model.source, model.loop, model.resistor, model.store = mb.Se(10.0), mb.J1(), mb.R(1.0), store
        model.source >> model.loop >> [model.resistor, model.store]
        return model.simulate(1.0, tolerance=1e-9)

    coil = circuit(mb.I(momentum=lambda f: 0.5 * mb.tanh(f / 2) + 0.01 * f))
    assert np.allclose(coil["store.p"], 0.5 * np.tanh(coil["store.f"] / 2) + 0.01 * coil["store.f"])
    assert np.allclose(np.gradient(coil["store.p"], coil.time, axis=0)[5:-5], coil["store.e"][5:-5], atol=0.05)
    capacitor = circuit(mb.C(displacement=lambda e: 0.1 * e + 0.001 * e**3))
    assert np.allclose(capacitor["store.q"], 0.1 * capacitor["store.e"] + 0.001 * capacitor["store.e"] ** 3)
    for result in (coil, capacitor):
        assert result.stats.energy_residual < 1e-6


def test_two_laws_of_one_store_are_refused():
    model = mb.Model("circuit", domain="electrical")
    model.source, model.loop, model.store = mb.Sf(1.0), mb.J0(), mb.C(law="2*q", displacement="e/2")
    model.source >> model.loop >> model.store
    with pytest.raises(mb.ModelError, match="displacement"):
        model.simulate(1.0)


@pytest.mark.parametrize("direction", ["forward", "both"])
@pytest.mark.parametrize("solver", ["auto", "bdf"])
def test_species_from_nothing(direction, solver):
    model = mb.Model("reaction")
    model.A, model.B = mb.Species(2.0, 1.5), mb.Species(1.0, 0.0)
    model.reaction = mb.Reaction(0.7, direction=direction)
    model.A >> model.reaction.a
    model.reaction.b >> model.B
    result = model.simulate(3.0, tolerance=1e-8, solver=solver)
    rate, rest = (1.4, 0.0) if direction == "forward" else (2.1, 0.5)
    expected = rest + (1.5 - rest) * np.exp(-rate * result.time)
    assert np.abs(result["A.x"] - expected).max() < 1e-6
    assert np.allclose(result["A.x"] + result["B.x"], 1.5)
    assert result.stats.energy_residual < 1e-6 and not result.stats.doubts


def _drive(opening, load, **valve):
    model = mb.Model("drive")
    model.supply, model.tank = mb.Se(1e7, domain="hydraulic"), mb.Se(0.0, domain="hydraulic")
    model.valve = mb.FourWayValve(1e-5, opening=opening, **valve)
    model.line_a, model.line_b = mb.J0(domain="hydraulic"), mb.J0(domain="hydraulic")
    model.chamber_a, model.chamber_b = mb.Compliance(5e-4, vapour=-95e3), mb.Compliance(5e-4, vapour=-95e3)
    model.side_a, model.side_b = mb.HydraulicCylinder(2e-3), mb.HydraulicCylinder(1.2e-3)
    model.rod, model.mass, model.friction = mb.J1(domain="translational"), mb.I(200.0), mb.R(500.0)
    model.load = mb.Se(load, domain="translational")
    model.supply >> model.valve.p
    model.tank >> model.valve.t
    model.valve.a >> model.line_a >> model.chamber_a
    model.valve.b >> model.line_b >> model.chamber_b
    model.line_a >> model.side_a >> model.rod
    model.rod >> model.side_b.b
    model.side_b.a >> model.line_b
    model.rod >> [model.mass, model.friction]
    model.load >> model.rod
    return model


def test_four_way_valve_drives_a_cylinder_both_ways():
    result = _drive("1 if time < 1 else -1", 0.0, leak=1e-4).simulate(2.0)
    out, back = np.interp([0.9, 1.9], result.time, result["mass.f"])
    k = 0.62 * 1e-5 * np.sqrt(2 / 870)  # steady: both edges carry the flow of the piston, forces in balance
    A, B = 2e-3, 1.2e-3

    def force(v):
        a = 1e7 - (A * v / k) ** 2 if v > 0 else (A * v / k) ** 2
        b = (B * v / k) ** 2 if v > 0 else 1e7 - (B * v / k) ** 2
        return A * a - B * b - 500 * v

    for v in (out, back):
        assert abs(force(v)) < 0.01 * 1e7 * B
    assert out > 0.1 and back < -0.1
    assert result.stats.energy_residual < 1e-5


def test_pulled_chamber_cavitates_and_recovers():
    result = _drive("0", "3e4 if time < 0.05 else -3e4", leak=1e-5).simulate(0.4, tolerance=1e-8)
    assert result["chamber_a.e"].min() == pytest.approx(-95e3)
    held = result["chamber_a.e"] <= -95e3 + 1
    assert held.any() and result["chamber_a.e"][-1] > 1e6  # the void is filled again
    assert (result["chamber_a.V"][held] < -95e3 * 5e-4 / 1.4e9 + 1e-12).all()
    assert result.stats.energy_residual < 1e-5


def test_overlapped_valve_stays_closed_near_the_middle():
    closed = _drive("0.05", 0.0, overlap=0.1, leak=0.0).simulate(0.2)
    opened = _drive("0.05", 0.0).simulate(0.2)
    assert np.abs(closed["mass.f"]).max() < 1e-9 < 1e-4 < np.abs(opened["mass.f"]).max()


@pytest.mark.parametrize("n", [1, 3])
def test_prescribed_displacement_has_its_rate_and_power(n):
    model = mb.Model("moved", n=n, domain="translational")
    model.source, model.node, model.damper = mb.Sq("0.1*sin(5*time)"), mb.J1(), mb.R(2.0)
    model.source >> model.node >> model.damper
    result = model.simulate(1.0, tolerance=1e-9)
    rate = 0.5 * np.cos(5 * result.time)
    assert np.allclose(result["source.f"].reshape(-1, n), rate[:, None])
    expected = n * 0.5 * (result.time / 2 + np.sin(10 * result.time) / 20)  # the integral of 2 (0.5 cos 5t)²
    assert np.allclose(result.energy.delivered, expected, atol=1e-7)


@pytest.mark.parametrize("n", [1, 3])
def test_elastic_force_stores_the_work_done_on_it(n):
    model = mb.Model("elastic", n=n)
    model.node, model.mass, model.sensor = mb.J1(), mb.I(1.0, p0=1.0), mb.Dq()
    lengths = "sensor.q" if n == 1 else [f"sensor.q[{k}]" for k in range(n)]
    law = f"{lengths} + {lengths}**3" if n == 1 else [f"{x} + {x}**3" for x in lengths]
    model.spring = ElasticForce(law)
    model.node >> [model.mass, model.sensor, model.spring]
    result = model.simulate(3.0, tolerance=1e-9)
    q = result["sensor.q"].reshape(-1, n)
    assert np.allclose(result["mass.f"].reshape(-1, n) ** 2 / 2 + q**2 / 2 + q**4 / 4, 0.5, atol=1e-7)
    assert result.stats.energy_residual < 1e-7


def test_a_run_goes_on_from_where_the_oil_cavitates():
    model = _drive("0", "3e4 if time < 0.05 else -3e4", leak=1e-5)
    result = model.simulate(0.4, tolerance=1e-8)
    void = result.time[int(np.argmax(result["chamber_a.V"] < -1e-6))]  # V counts the void too: no start may be there
    rest = model.simulate(0.4, tolerance=1e-8, start_from=result.at(void))
    assert rest["mass.f"][-1] == pytest.approx(result["mass.f"][-1], rel=1e-4)
    assert result.extremes("chamber_a.e").minimum == pytest.approx(-95e3)
    with pytest.raises(mb.InitialError, match="vapour"):
        model.simulate(0.4, start_from=result.at(void), parameters={"chamber_a.vapour": 1e5})
