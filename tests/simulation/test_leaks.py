"""Memory does not grow with the number of runs: what is kept is bounded, or asked for by the structure alone."""

import gc
import tracemalloc

import pytest

import multibond as mb
from multibond.expression import interned
from multibond.simulation import engine

RUNS = 100


@pytest.mark.parametrize(
    ("name", "stop"), [("quarter_car", 0.02), ("half_wave_rectifier", 0.005), ("cartesian_pendulum", 0.05)]
)
def test_runs_with_new_values_leave_nothing(name, stop):
    model = mb.load(name)
    parameter, base = next((n, p.value) for n, p in engine(model).system().parameters.items() if p.value)

    def runs(count, first):
        for k in range(count):
            result = model.simulate(stop, points=3, parameters={parameter: base * (1 + 1e-6 * (first + k))})
            result[result.outputs[0]]

    tracemalloc.start()
    try:
        runs(30, 0)  # fills what is kept of the latest values
        gc.collect()
        objects, nodes = len(gc.get_objects()), len(interned._interned)
        before = tracemalloc.get_traced_memory()[0]
        runs(RUNS, 30)
        gc.collect()
        assert tracemalloc.get_traced_memory()[0] - before < 800 * RUNS  # bytes: a thousand for each would be a leak
    finally:
        tracemalloc.stop()
    assert len(gc.get_objects()) - objects < RUNS and len(interned._interned) - nodes < RUNS


def test_operating_points_leave_nothing():
    model = mb.load("two_tanks")
    output = next(iter(engine(model).system().outputs))
    value = model.simulate(1.0)[output][-1]

    def points(count, first):
        for k in range(count):
            model.linearize(at={output: float(value) * (1 + 1e-6 * (first + k))})

    points(5, 0)
    made = engine(model)
    program = made.machine(made.system()).program
    functions = len(program._made)
    points(20, 5)
    assert len(program._made) == functions > 0
