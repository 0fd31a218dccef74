"""Runs share nothing: several threads, and runs within runs, give the same bits as one run after the other."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import multibond as mb
from multibond.simulation import engine

# name, stop [s], options: events, switches, loops that choose other states, stiff and sparse solvers
CASES = [
    ("quarter_car", 0.3, {}),
    ("rlc", 2.0, {"solver": "bdf"}),
    ("four_bar", 0.3, {}),
    ("cartesian_pendulum", 3.0, {}),
    ("half_wave_rectifier", 0.02, {}),
    ("bouncing_mass", 1.0, {}),
    ("transistor_amplifier", 0.005, {}),
    ("kinematic_loop", 0.2, {}),
    ("van_der_pol", 1.0, {"solver": "ida"}),
    ("planar_slider_crank", 0.3, {}),
    ("newtons_cradle_soft", 0.3, {}),
]
RUNS = 50


def bits(result):
    """Everything that a run computed, and its outputs, byte by byte."""
    found = [result.time.tobytes(), repr(result.events), repr(result.stats.steps)]
    for piece in result.run.pieces:
        for rows in (piece.times, piece.states, piece.discrete, piece.guesses):
            found += [np.ascontiguousarray(part).tobytes() for part in rows]
    return [*found, *(np.ascontiguousarray(result[name]).tobytes() for name in result.outputs)]


@pytest.mark.parametrize(("name", "stop", "options"), CASES, ids=[f"{c[0]}" for c in CASES])
def test_two_threads_give_the_bits_of_serial_runs(name, stop, options):
    model = mb.load(name)
    expected = bits(model.simulate(stop, points=11, **options))
    assert bits(model.simulate(stop, points=11, **options)) == expected
    shared = mb.load(name)  # not compiled yet: the threads meet there too
    begin = threading.Barrier(2)

    def runs(_):
        begin.wait()
        return [bits(shared.simulate(stop, points=11, **options)) == expected for _ in range(RUNS)]

    with ThreadPoolExecutor(2) as pool:
        assert [all(found) for found in pool.map(runs, range(2))] == [True, True]


@pytest.mark.parametrize(("name", "stop", "options"), CASES, ids=[f"{c[0]}" for c in CASES])
def test_progress_may_simulate_the_same_model(name, stop, options):
    model = mb.load(name)
    expected = bits(model.simulate(stop, points=11, **options))
    inside = []

    def progress(_):
        if len(inside) < 3:
            inside.append(bits(model.simulate(stop, points=11, **options)) == expected)

    assert bits(model.simulate(stop, points=11, progress=progress, **options)) == expected
    assert inside and all(inside)


def test_threads_with_other_parameters_do_not_disturb_each_other():
    model = mb.load("quarter_car")
    parameter, base = next((n, p.value) for n, p in engine(model).system().parameters.items() if p.value > 1.0)
    values = [base * (1 + 0.1 * k) for k in range(4)]

    def run(value):
        return bits(model.simulate(0.3, points=11, parameters={parameter: value}))

    expected = [run(value) for value in values]
    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(run, values * 10)) == expected * 10


def test_a_model_may_be_read_while_another_thread_calls_a_law_written_in_it():
    seen, reading, go_on = [], threading.Event(), threading.Event()

    class Inner(mb.Model):
        def build(self):
            self.source, self.resistor = mb.Se(1.0), mb.R(law=self.curve)
            self.source >> self.resistor

        def curve(self, f):
            reading.set()
            assert go_on.wait(30)
            return 2 * f + 0 * self.source.e

    model = mb.Model("outer", domain="electrical")
    model.inner = Inner()
    runner = threading.Thread(target=lambda: seen.append(model.simulate(1.0)["inner.resistor.f"][-1]))
    runner.start()
    assert reading.wait(30)
    assert str(model.inner.resistor.e) == "inner.resistor.e"
    go_on.set()
    runner.join()
    assert seen == [pytest.approx(0.5)]
