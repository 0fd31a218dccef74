"""What a model keeps from run to run (ratios, matrices, memory of loops) changes nothing: a run is what it is on a new
model, whatever ran before, with other values, over other times, with other events."""

import pytest

import multibond as mb
from multibond.simulation import engine
from multibond.simulation.events import Modes


def rectifier():
    m = mb.Model("rectifier", domain="electrical")
    m.source, m.series, m.node = mb.Se("10*sin(2*pi*50*time)"), mb.J1(), mb.J0()
    m.diode, m.line, m.store, m.load = mb.D(), mb.R(2.0), mb.C(1e-3), mb.R(40.0)
    m.source >> m.series >> [m.diode, m.line, m.node]
    m.node >> [m.store, m.load]
    return m


def chopper():
    m = mb.Model("chopper", domain="electrical")
    m.source, m.series, m.node = mb.Se(24.0), mb.J1(), mb.J0()
    m.switch, m.diode = mb.Sw("time*1e3 - floor(time*1e3) < 0.6"), mb.D(direction=-1)
    m.branch, m.coil, m.load = mb.J1(), mb.I(1e-3), mb.R(3.0)
    m.source >> m.series >> [m.switch, m.node]
    m.node >> m.diode
    m.node >> m.branch >> [m.coil, m.load]
    return m


def sledge():
    m = mb.Model("sledge", domain="translational")
    m.drive, m.speed, m.mass, m.pad = mb.Se("3*sin(time)"), mb.J1(), mb.I(1.0), mb.DryFriction(1.5)
    m.drive >> m.speed >> [m.mass, m.pad]
    return m


CASES = {
    "rectifier": (rectifier, 0.05, {"line.R": 20.0, "store.C": 1e-4}),
    "chopper": (chopper, 0.01, {"coil.I": 1e-4}),
    "sledge": (sledge, 9.0, {"mass.I": 3.0}),
    "ball": (lambda: mb.load("bouncing_ball"), 1.0, {"ball.m": 3.0, "ball.x0": [0.0, 2.0, 0.0]}),
}


def numbers(result):
    rows = [part.tobytes() for piece in result.run.pieces for part in piece.rows()]
    return rows, [event.time for event in result.events], [event.kinds for event in result.events]


@pytest.mark.parametrize("name", CASES)
def test_a_run_is_the_same_after_others(name):
    make, stop, other = CASES[name]
    runs = [
        lambda m: m.simulate(stop, points=31),
        lambda m: m.simulate(stop, points=31, parameters=other),
        lambda m: m.simulate(stop / 3, points=7, tolerance=1e-9),
    ]
    alone = [numbers(run(make())) for run in runs]
    assert alone[0] != alone[1]
    model = make()
    for k in (0, 1, 0, 2, 1, 2, 0):
        assert numbers(runs[k](model)) == alone[k]


def test_vectors_of_discrete_values_follow_what_is_set():
    made = engine(rectifier())
    system, p = made.parameters(None)
    machine = made.paired(system, {}, True, p)
    discrete = machine.compiled.schedule.discrete
    modes = Modes(machine, p, 1.0, 0.0)
    assert modes.vector(machine).tolist() == [0.0] * len(discrete)
    modes.values[discrete[0]] = 3.0
    assert modes.vector(machine)[0] == 3.0
    modes.values.update({discrete[0]: 4.0})
    found = modes.vector(machine)
    assert found[0] == 4.0
    found[0] = 5.0  # the caller's own
    assert modes.vector(machine)[0] == 4.0
    modes.values.clear()
    assert modes.vector(machine)[0] == 0.0
