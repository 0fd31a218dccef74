"""A model becomes the same schedule, the same machine code and the same numbers in every process."""

from __future__ import annotations

import importlib
import os
import random
import subprocess
import sys

import numpy as np
import pytest

import multibond as mb

MODELS = ("four_bar", "planar_loop", "half_wave_rectifier", "centrifugal_governor", "parallelogram", "bicycle")
SCRIPT = """
import hashlib, random, sys
number = int(sys.argv[1])
garbage = [object() for _ in range(number)]
random.Random(1).shuffle(garbage)
del garbage[::2]
import multibond as mb
from multibond.equations.schedule import expressions, targets
from multibond.expression.show import text
from multibond.program import llvm
from multibond.simulation import engine

texts, compile_text = [], llvm.compile_text

def noted(code, *rest):
    texts.append(code)
    return compile_text(code, *rest)

kept = [mb.load(name).simulate(0.01, points=2) for name in ("bicycle", "parallelogram", "dc_motor")] if number else []
llvm.compile_text = noted
for name in sys.argv[2:]:
    texts.clear()
    model = mb.load(name)
    result = model.simulate(0.05, points=6)
    schedule = engine(model).machine(result.system).compiled.schedule
    said = [*map(text, (*schedule.parameters, *schedule.states, *schedule.discrete, *schedule.guesses))]
    said += [*map(text, schedule.derivatives)]
    for step in schedule.steps:
        said += [*map(text, (*targets(step), *expressions(step)))]
    numbers = [values.tobytes() for values in (result.time, result.run.pieces[-1].rows()[1])]
    for what, parts in (("schedule", [s.encode() for s in said]), ("code", [t.encode() for t in texts]),
                        ("numbers", numbers)):
        print(name, what, len(parts), hashlib.sha256(b"|".join(parts)).hexdigest())
"""


def digests(seed: str, garbage: int) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(garbage), *MODELS], capture_output=True, text=True,
        env={**os.environ, "PYTHONHASHSEED": seed},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_another_process_with_other_addresses_and_another_past_compiles_the_same():
    first = digests("1", 0)
    assert len(first) == 3 * len(MODELS) and " code 0 " not in "\n".join(first)
    assert digests("2", 70_001) == first


class Clock:
    """One that runs wildly: a run pauses after a few steps, then after very many."""

    def __init__(self, seed):
        self.now, self.draw = 0.0, random.Random(seed)

    def perf_counter(self):
        self.now += self.draw.choice([1e-9, 1e-4, 1.0, 100.0])
        return self.now


@pytest.mark.parametrize(
    ("name", "solver"),
    [("rattleback", "auto"), ("bouncing_ball", "auto"), ("buck_converter", "auto"), ("stick_slip", "auto"),
     ("four_bar", "auto"), ("four_bar", "bdf"), ("van_der_pol", "esdirk"), ("newtons_cradle", "auto")],
)  # fmt: skip
def test_a_run_is_the_same_however_often_it_pauses(name, solver, monkeypatch):
    module, model = importlib.import_module("multibond.integrate.integrate"), mb.load(name)

    def numbers():
        result = model.simulate(model.stop / 20, points=21, solver=solver)
        return [np.concatenate(piece.states).tobytes() for piece in result.run.pieces], result.stats.steps

    expected = numbers()
    for seed in range(6):
        clock = Clock(seed)
        monkeypatch.setattr(module, "time", clock)
        monkeypatch.setattr(module, "_first_patience", lambda context, clock=clock: clock.draw.choice([1, 3, 50]))
        assert numbers() == expected
