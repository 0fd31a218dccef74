"""The singly diagonally implicit method: its order, stiff decays, nonlinear switching with events in machine code."""

import numpy as np
import pytest

import multibond as mb
from multibond.integrate.singly_coefficients import ENDS, ERRORS, MATRIX, NODES, POLE


def test_the_coefficients_have_order_four_and_the_embedded_ones_order_three():
    A = np.zeros((6, 6))
    for k, row in enumerate(MATRIX):
        A[k, : len(row)] = row
        A[k, k] = POLE if k else 0.0
    b, c = np.array(ENDS), np.array(NODES)
    np.testing.assert_allclose(A.sum(axis=1), c, atol=1e-14)
    trees = [
        (1, np.ones(6)), (2, c), (3, c**2), (6, A @ c),
        (4, c**3), (8, c * (A @ c)), (12, A @ c**2), (24, A @ A @ c),
    ]  # fmt: skip
    for value, tree in trees:
        assert b @ tree == pytest.approx(1 / value, abs=1e-13)
    embedded = b - np.array(ERRORS)
    for value, tree in trees[:4]:
        assert embedded @ tree == pytest.approx(1 / value, abs=1e-9)
    # R(z) at infinity is zero: what is fast is damped
    assert 1 - b @ np.linalg.solve(A + np.diag([1e-9] + [0] * 5), np.ones(6)) == pytest.approx(0, abs=1e-6)


def test_a_smooth_mechanism_follows_the_explicit_method_of_order_eight():
    model = mb.load("double_pendulum")
    exact = model.simulate(1.0, tolerance=1e-11, solver="dop853")
    errors = {}
    for tolerance in (1e-5, 1e-8):
        result = model.simulate(1.0, tolerance=tolerance, solver="esdirk")
        errors[tolerance] = max(np.max(np.abs(result[name] - exact[name])) for name in result.stats.states)
        assert errors[tolerance] < 300 * tolerance
    assert errors[1e-8] < 1e-2 * errors[1e-5]


def test_a_fast_decay_does_not_shorten_steps():
    model = mb.Model("decay", domain="electrical")
    model.node, model.store, model.load = mb.J0(), mb.C(1e-6, e0=1.0), mb.G(law="e + e**3")
    model.source, model.loop, model.feed = mb.Se("sin(time)"), mb.J1(), mb.R(1.0)
    model.source >> model.loop >> [model.feed, model.node]
    model.node >> [model.store, model.load]
    result = model.simulate(10.0, tolerance=1e-7, solver="esdirk")
    assert result.stats.steps < 1500  # ten million time constants
    v = result["store.e"][1:]
    current = np.sin(result.time[1:]) - v
    np.testing.assert_allclose(current, v + v**3, atol=1e-5)


def chopper(turns_at="1e3"):
    """A direct-current motor with a chopper, brushes with a nonlinear drop and a fan."""
    m = mb.Model("chopper", domain="electrical")
    m.source, m.series, m.node = mb.Se(24.0), mb.J1(), mb.J0()
    m.switch, m.diode = mb.Sw(f"time*{turns_at} - floor(time*{turns_at}) < 0.6"), mb.D(direction=-1)
    m.branch, m.coil, m.brushes, m.motor = mb.J1(), mb.I(1e-3), mb.R(law="0.3*f + 0.5*tanh(20*f)"), mb.GY(0.05)
    m.shaft, m.rotor, m.fan = mb.J1(), mb.I(1e-4), mb.R(law="1e-6*f*abs(f) + 1e-5*f")
    m.source >> m.series >> [m.switch, m.node]
    m.node >> m.diode
    m.node >> m.branch >> [m.coil, m.brushes, m.motor]
    m.motor >> m.shaft >> [m.rotor, m.fan]
    return m


def pump():
    """A piston that sucks through one check valve and presses through another, behind sharp-edged orifices."""
    m = mb.Model("pump", domain="hydraulic")
    m.piston, m.chamber, m.outside, m.tank = mb.Sf("1e-4*sin(2*pi*1000*time)"), mb.J0(), mb.J0(), mb.Se(1e5)
    m.oil, m.accumulator = mb.C(1e-13, e0=1e5), mb.C(1e-11, e0=2e5)
    m.out, m.outlet, m.second = mb.J1(), mb.CheckValve(), mb.R(law="1e13*f*abs(f) + 1e7*f")
    m.inwards, m.inlet, m.first = mb.J1(), mb.CheckValve(), mb.R(law="1e13*f*abs(f) + 1e7*f")
    m.load = mb.G(law="1e-7*e/sqrt(abs(e) + 1e3)")
    m.piston >> m.chamber >> [m.oil, m.out]
    m.out >> [m.outlet, m.second, m.outside]
    m.tank >> m.inwards >> [m.inlet, m.first, m.chamber]
    m.outside >> [m.accumulator, m.load]
    return m


@pytest.mark.parametrize(("make", "stop"), [(chopper, 0.02), (pump, 0.004)])
def test_nonlinear_switching_leads_where_other_solvers_go(make, stop):
    model = make()
    exact = model.simulate(stop, tolerance=1e-10, solver="dop853")
    result = model.simulate(stop, tolerance=1e-7, solver="esdirk")
    for name in result.stats.states:
        size = np.max(np.abs(exact[name]))
        np.testing.assert_allclose(result[name], exact[name], atol=2e-4 * size)
    assert [event.kinds for event in exact.events if event.kinds][:8] == [
        event.kinds for event in result.events if event.kinds
    ][:8]
    assert result.energy.relative_residual < 1e-4


def test_events_of_nonlinear_switching_stay_in_machine_code(monkeypatch):
    from multibond.simulation.run import Simulation

    calls = []
    happen = Simulation._happen
    monkeypatch.setattr(Simulation, "_happen", lambda self, *given: (calls.append(self.t), happen(self, *given))[1])
    for make, stop in ((chopper, 0.05), (pump, 0.01)):
        for solver in ("auto", "esdirk"):
            assert make().simulate(stop, solver=solver).stats.events > 30
    assert not calls


def test_a_model_that_turns_out_stiff_goes_on_with_events_in_machine_code():
    model = mb.Model("rectifier", domain="electrical")
    model.source, model.first, model.diode, model.feed = mb.Se("10*sin(314*time)"), mb.J1(), mb.D(), mb.R(1e-3)
    model.node, model.store, model.load = mb.J0(), mb.C(1e-6), mb.G(law="1e-3*(e + 0.01*e**3)")
    model.source >> model.first >> [model.diode, model.feed, model.node]
    model.node >> [model.store, model.load]
    result = model.simulate(0.1, tolerance=1e-6)
    assert result.stats.solver.endswith("esdirk")
    assert result.stats.events == 10
    assert result.stats.steps < 4000
    assert np.min(result["diode.f"]) > -1e-9


@pytest.mark.parametrize("law", [{"G": 2.0}, {"law": "2*max(e, 0)"}])
@pytest.mark.parametrize(("tolerance", "error"), [(1e-4, 2e-3), (1e-6, 3e-5), (1e-8, 1e-6)])
def test_the_books_are_as_good_as_the_states(law, tolerance, error):
    model = mb.Model("discharge", domain="electrical")
    model.node, model.store, model.loss = mb.J0(), mb.C(1.0, e0=1.0), mb.G(**law)
    model.node >> [model.store, model.loss]
    result = model.simulate(5.0, tolerance=tolerance, solver="esdirk")
    lost = 0.5 * (1 - np.exp(-4 * result.time))
    assert abs(result.energy.dissipated - lost).max() < error * 10  # between the steps by cubics
    assert abs(result.energy.dissipated[-1] - lost[-1]) < error
    if tolerance < 1e-5:
        assert result.stats.doubts == []
