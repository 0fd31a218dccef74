"""What is kept of runs with other values has an end: memory does not grow with their number."""

from __future__ import annotations

import gc
import math

import numpy as np
import pytest

import multibond
from multibond.equations.system import System
from multibond.expression import algebra, interned
from multibond.model.memory import Memory
from multibond.program.native import MachineCode
from multibond.simulation.machine import Machine


def alive() -> dict[str, int]:
    objects = gc.get_objects()
    return {kind.__name__: sum(type(x) is kind for x in objects) for kind in (System, Machine, MachineCode)}


def decay(resistance: str) -> float:
    model = multibond.load("rlc")
    return float(model.simulate(0.5, parameters={"resistance": resistance})["capacitor.e"][-1])


def test_runs_with_ever_other_expressions_keep_a_bounded_number_of_programs():
    model = multibond.load("rlc")

    def run(k: int) -> float:
        given = {"resistance": f"{1 + 0.01 * k} + 0.1*sin(time)"}
        return float(model.simulate(0.5, parameters=given, points=5)["capacitor.e"][-1])

    for k in range(24):
        run(k)
    before = alive()
    for k in range(24, 60):
        run(k)
    now = alive()
    assert all(now[kind] <= before[kind] + 20 for kind in now), (before, now)
    # what was let go is made again, and nothing is taken for something else that stood at the same place in memory
    for k in (0, 59, 17):
        assert run(k) == pytest.approx(decay(f"{1 + 0.01 * k} + 0.1*sin(time)"), rel=1e-12)


def test_nodes_that_nobody_holds_are_forgotten(monkeypatch):
    # whatever this process built before: the table has doubled since it was last looked through
    monkeypatch.setattr(interned, "_grown_from", len(interned._interned) // 2)
    held = [algebra.symbol(f"held{k}") + k for k in range(10)]
    loose = [algebra.symbol(f"loose{k}") * (k + 2) for k in range(20_000)]
    assert ("symbol", "loose7") in interned._interned
    del loose
    interned.forget_unused()
    assert ("symbol", "loose7") not in interned._interned
    assert all(algebra.symbol(f"held{k}") + k is x for k, x in enumerate(held))


def test_the_memory_keeps_what_was_used_last():
    memory: Memory[float] = Memory(3)
    made = []

    def value(key: int) -> float:
        return memory.get(key, lambda: made.append(key) or math.sqrt(key))  # type: ignore[func-returns-value]

    for key in (1, 2, 3, 1, 4, 1, 3, 2):
        assert value(key) == math.sqrt(key)
    assert made == [1, 2, 3, 4, 2]  # 2 was used longest ago when 4 came
    assert np.isfinite(value(4))
