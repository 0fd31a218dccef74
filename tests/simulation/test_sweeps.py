"""Sweeps: by one thread and by several, with the same numbers and the same errors."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond.errors import InitialError, ModelError, SimulationError


@pytest.mark.parametrize("name, parameter, values", [
    ("rlc", "resistance", np.linspace(0.5, 5.0, 5)), ("bouncing_mass", "restitution", [0.5, 0.7, 0.9]),
])  # fmt: skip
def test_several_workers_give_the_same_numbers(name, parameter, values):
    model = mb.load(name)
    alone = model.sweep({parameter: values}, stop=1.2)
    shared = model.sweep({parameter: values}, stop=1.2, workers=2)
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


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_that_fails_is_named_with_its_values(workers):
    with pytest.raises(SimulationError, match=r"run 3 of the sweep, with k = 2") as caught:
        growing().sweep({"k": [0.1, 0.2, 0.3, 2.0, 0.4]}, stop=1.0, workers=workers)
    assert caught.value.result is not None and caught.value.result.time[0] == 0.0


@pytest.mark.parametrize("workers", [1, 2])
def test_a_run_without_a_start_is_named_with_its_values(workers):
    model = mb.Model("lamp", domain="electrical")
    model.least = mb.Parameter(1.0)
    model.source, model.loop, model.coil, model.lamp = mb.Se(1.0), mb.J1(), mb.I(1.0), mb.R(law="least + f**2")
    model.source >> model.loop >> [model.lamp, model.coil]
    model.start("lamp.e", 3.0)
    with pytest.raises(InitialError, match=r"run 2 of the sweep, with least = 4.*lamp\.e = 3"):
        model.sweep({"least": [1.0, 2.0, 4.0]}, stop=0.1, workers=workers)


@pytest.mark.parametrize("workers", [0, -1, 1.5, True, "two"])
def test_the_number_of_workers_is_checked(workers):
    with pytest.raises(ModelError, match="number of workers"):
        mb.load("rlc").sweep({"resistance": [1.0, 2.0]}, stop=0.1, workers=workers)


def test_the_former_name_of_workers_is_understood():
    model = mb.load("rlc")
    with pytest.warns(mb.MultibondDeprecationWarning, match="'workers'"):
        shared = model.sweep({"resistance": [1.0, 2.0]}, stop=0.1, processes=2)
    assert np.array_equal(shared.states, model.sweep({"resistance": [1.0, 2.0]}, stop=0.1).states)


def pole() -> mb.Model:
    """e' = k e² from 1: infinite at 1 / k."""
    model = mb.Model("pole", domain="electrical")
    model.k = mb.Parameter(0.1)
    model.source, model.node, model.store = mb.Sf("k*store.e**2"), mb.J0(), mb.C(1.0, e0=1.0)
    model.source >> model.node >> model.store
    model.output("root", "sqrt(200 - store.e)")
    return model


def test_a_sweep_doubts_runs_that_come_near_a_pole():
    with pytest.warns(mb.DoubtfulResult, match=r"run 1 of the sweep, with k = 1: .*grows beyond all bounds"):
        done = pole().sweep({"k": [0.1, 0.9999999, 0.2]}, stop=1.0)
    assert any("the output 'root' has no value at the end of run 1" in doubt for doubt in done.doubts)


def test_a_sweep_of_good_runs_has_no_doubts():
    for name, parameter in (("rlc", "resistance"), ("bouncing_mass", "restitution")):
        assert mb.load(name).sweep({parameter: [0.5, 0.7, 0.9]}, stop=1.2).doubts == ()


def test_runs_one_by_one_tell_their_doubts_too():
    model = mb.load("bouncing_mass")
    model.output("root", "sqrt(0.5 - time)")
    with pytest.warns(mb.DoubtfulResult):
        done = model.sweep({"restitution": [0.5, 0.9]}, stop=1.2)
    assert ["run 0" in done.doubts[0], "run 1" in done.doubts[-1]] == [True, True]


def test_values_that_make_others_wrong_are_refused_in_bulk_and_one_by_one():
    for expression, wrong in (("1/(2 - width)", 2.0), ("sqrt(2 - width)", 3.0)):
        model = mb.Model("derived")
        model.width = mb.Parameter(1.0)
        model.source, model.loop = mb.Se(1.0), mb.J1()
        model.mass, model.friction = mb.I(1.0), mb.R(expression)
        model.source >> model.loop >> [model.mass, model.friction]
        assert len(model.sweep({"width": [0.5, 1.0, 1.5]}, stop=0.1)) == 3
        with pytest.raises(ModelError, match=f"width = {wrong:g}"):
            model.sweep({"width": [0.5, wrong]}, stop=0.1)


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("values", [(1.0, 0.0, 2.0), (0.5, 2.0, 0.0)])
def test_values_that_change_the_structure_keep_the_names_of_the_last_values(values, workers):
    model = mb.Model("coils", domain="electrical")
    model.source, model.loop, model.resistor = mb.Se("sin(time)"), mb.J1(), mb.R(1.0)
    model.coil, model.store = mb.I(1.0, f0=0.0), mb.C(1.0)
    model.source >> model.loop >> [model.resistor, model.coil, model.store]
    done = model.sweep({"coil.I": values}, stop=1.0, workers=workers)
    assert set(done.final) == {"coil.p", "store.q"}
    for k, value in enumerate(values):  # without inductance the coil is no state
        run = model.simulate(1.0, parameters={"coil.I": value})
        assert len(run.stats.states) == (1 if value == 0 else 2)
        for name in done.final:
            assert done.final[name][k] == pytest.approx(run[name][-1], abs=1e-9)
