"""Narrow pulses of smooth functions of time: no step passes over them, whatever they are written as."""

import numpy as np
import pytest

import multibond as mb
from multibond.simulation.engine import engine
from multibond.simulation.look_times import look_times

ROOT = np.sqrt(np.pi)


def integrated(rate, **parameters):
    model = mb.Model("pulse")
    for name, value in parameters.items():
        model.add(name, mb.Parameter(value))
    model.add("sum", mb.Integrator(u=rate))
    model.output("area", "sum.y")
    return model


def looks(rate, stop=1.0, **parameters):
    system, p = engine(integrated(rate, **parameters)).parameters(None)
    return look_times(system, p, 0.0, stop)


@pytest.mark.parametrize(
    "rate, area",
    [
        ("exp(-((time - 0.4321)/1e-5)**2)", 1e-5 * ROOT),
        ("exp(-1e10*(time - 0.4321)**2)", 1e-5 * ROOT),
        ("exp(-(0.4321 - time)**2/1e-16)", 1e-8 * ROOT),
        ("1/cosh((time - 0.4321)/1e-6)**2", 2e-6),
        ("1/(1 + ((time - 0.5)/1e-4)**2)", 2e-4 * np.arctan(0.5e4)),
        ("exp(-((time - 0.3)/1e-5)**2) + 3*exp(-((time - 0.7)/1e-6)**2)", 1.3e-5 * ROOT),
        ("exp(1e8*(cos(2*pi*(time - 0.3)) - 1))", 1 / np.sqrt(2 * np.pi * 1e8)),
        ("tanh((time - 0.4321)/1e-7) - tanh((time - 0.4322)/1e-7)", 2e-4),
    ],
)
def test_a_narrow_pulse_is_integrated(rate, area):
    result = integrated(rate).simulate(1.0)
    assert result["area"][-1] == pytest.approx(area, rel=1e-5)
    assert result.stats.steps < 120


@pytest.mark.parametrize("solver", ["dop853", "bdf", "adams", "ida", "esdirk"])
@pytest.mark.parametrize("points", [2, 501])
def test_every_solver_that_chooses_its_steps_sees_it(solver, points):
    result = integrated("exp(-((time - 0.4321)/1e-5)**2)").simulate(1.0, solver=solver, points=points)
    assert result["area"][-1] == pytest.approx(1e-5 * ROOT, rel=1e-4)


def test_runs_of_sweeps_studies_and_those_that_go_on_see_it():
    model = integrated("exp(-((time - where)/wide)**2)", where=0.5, wide=1e-5)
    values = {"where": [0.2, 0.4, 0.77], "wide": [1e-3, 1e-4, 1e-6]}
    swept = model.sweep(values, 1.0)
    assert swept.final["area"] == pytest.approx(np.array(values["wide"]) * ROOT, rel=1e-5)
    table = mb.Study(model, vary={"where": [0.2, 0.4]}, stop=1.0).run().table
    assert table["area"].to_numpy() == pytest.approx(np.full(2, 1e-5 * ROOT), rel=1e-5)
    first = model.simulate(0.45)
    assert first["area"][-1] == pytest.approx(0.0, abs=1e-12)
    assert model.simulate(1.0, start_from=first)["area"][-1] == pytest.approx(1e-5 * ROOT, rel=1e-5)


def test_a_pulse_that_blocks_make_of_time_is_seen_in_whatever_order_they_are_written():
    for order in (1, -1):
        model = mb.Model("pulse")
        parts = [("late", mb.Gain(1e5, u="time - 0.4")), ("bell", mb.Function("exp(-u**2)", u="late.y")),
                 ("sum", mb.Integrator(u="bell.y"))]  # fmt: skip
        for name, part in parts[::order]:
            model.add(name, part)
        assert model.simulate(1.0)["sum.y"][-1] == pytest.approx(1e-5 * ROOT, rel=1e-5)


def test_a_blow_passes_through_a_diode_and_moves_a_body_with_friction():
    circuit = mb.Model("blow", domain="electrical")
    circuit.source, circuit.node = mb.Se("exp(-((time - 0.4)/1e-5)**2)"), mb.J1()
    circuit.diode, circuit.loss, circuit.store = mb.D(), mb.R(1), mb.C(1)
    circuit.source >> circuit.node >> [circuit.diode, circuit.loss, circuit.store]
    assert circuit.simulate(1.0)["store.q"][-1] == pytest.approx(1e-5 * ROOT, rel=1e-4)
    block = mb.Model("blow", domain="translational")
    block.push, block.node = mb.Se("1e5*exp(-((time - 0.4)/1e-5)**2)"), mb.J1()
    block.mass, block.ground = mb.I(1), mb.DryFriction(0.1)
    block.push >> block.node >> [block.mass, block.ground]
    assert block.simulate(1.0)["mass.f"][-1] == pytest.approx(ROOT - 0.06, rel=1e-3)


@pytest.mark.parametrize(
    "rate",
    ["exp(-3*time)", "sin(50*(time - 0.5))", "(time - 0.5)**3", "exp(-((time - 0.5)/0.4)**2)", "1/(2 + time)",
     "1 if time > 0.5 else 0", "exp(-time)*sin(9*time)",
     "sin(900*time)**2/3", "exp(-((time - 2)/1e-5)**2)", "sum.y*(time - 0.5)"],
)  # fmt: skip
def test_nothing_is_looked_at_in_functions_that_take_their_time(rate):
    assert looks(rate) == []


def test_looks_follow_the_parameters():
    assert looks("exp(-((time - where)/1e-4)**2)", where=0.25) == pytest.approx([0.25])
    assert looks("tanh(fast*(time - where))", fast=1e6, where=0.125) == pytest.approx([0.125])
