"""Sweeps: in one process and in several, with the same numbers and the same errors."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond.errors import InitialError, ModelError, SimulationError


@pytest.mark.parametrize("name, parameter, values", [
    ("rlc", "resistance", np.linspace(0.5, 5.0, 5)), ("bouncing_mass", "restitution", [0.5, 0.7, 0.9]),
])  # fmt: skip
def test_several_processes_give_the_same_numbers(name, parameter, values):
    model = mb.load(name)
    alone = model.sweep({parameter: values}, stop=1.2)
    shared = model.sweep({parameter: values}, stop=1.2, processes=2)
    assert np.array_equal(alone.states, shared.states) and len(shared) == len(values)
    for output in alone.final:
        assert np.array_equal(alone.final[output], shared.final[output])
    one = model.simulate(1.2, parameters={parameter: float(values[-1])}, points=2)
    for output, final in alone.final.items():
        assert final[-1] == pytest.approx(one[output][-1], rel=1e-5, abs=1e-5)


def growing() -> mb.Model:
    """dq/dt = k q² from 1: infinite at 1 / k."""
    model = mb.Model("growing")
    model.k = mb.Parameter(0.1)
    model.source, model.node, model.store = mb.Sf("k*store.q**2"), mb.J0(), mb.C(1.0, q0=1.0)
    model.source >> model.node >> model.store
    return model


@pytest.mark.parametrize("processes", [1, 2])
def test_a_run_that_fails_is_named_with_its_values(processes):
    with pytest.raises(SimulationError, match=r"run 3 of the sweep, with k = 2") as caught:
        growing().sweep({"k": [0.1, 0.2, 0.3, 2.0, 0.4]}, stop=1.0, processes=processes)
    assert caught.value.result is not None and caught.value.result.time[0] == 0.0


@pytest.mark.parametrize("processes", [1, 2])
def test_a_run_without_a_start_is_named_with_its_values(processes):
    model = mb.Model("lamp", domain="electrical")
    model.least = mb.Parameter(1.0)
    model.source, model.loop, model.coil, model.lamp = mb.Se(1.0), mb.J1(), mb.I(1.0), mb.R(law="least + f**2")
    model.source >> model.loop >> [model.lamp, model.coil]
    model.start("lamp.e", 3.0)
    with pytest.raises(InitialError, match=r"run 2 of the sweep, with least = 4.*lamp\.e = 3"):
        model.sweep({"least": [1.0, 2.0, 4.0]}, stop=0.1, processes=processes)


@pytest.mark.parametrize("processes", [0, -1, 1.5, True, "two"])
def test_the_number_of_processes_is_checked(processes):
    with pytest.raises(ModelError, match="number of processes"):
        mb.load("rlc").sweep({"resistance": [1.0, 2.0]}, stop=0.1, processes=processes)
