"""A model becomes the same schedule, the same machine code and the same numbers in every process."""

from __future__ import annotations

import os
import subprocess
import sys

MODELS = ("four_bar", "planar_loop", "half_wave_rectifier", "centrifugal_governor", "bicycle")
SCRIPT = """
import hashlib, random, sys
garbage = [object() for _ in range(int(sys.argv[1]))]
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


def test_another_process_with_other_addresses_compiles_the_same():
    first = digests("1", 0)
    assert len(first) == 3 * len(MODELS) and " code 0 " not in "\n".join(first)
    assert digests("2", 70_001) == first
