"""Models, results and errors are data: they survive copies, pickles and the way into another process."""

import copy
import multiprocessing
import pickle

import numpy as np
import pytest

import multibond as mb
from multibond import J1, C, I, R, Se, bank
from multibond.errors import InitialError, ModelError, NameNotFound, SimulationError
from multibond.expression import symbol
from multibond.model.file import describe, loads
from multibond.simulation import engine

NAMES = bank.names()


@pytest.fixture(scope="module")
def process():
    """Another process, which knows nothing but what it is sent."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        yield pool


def outputs(result):
    return {name: np.asarray(result[name]) for name in result.outputs}


def states(result):
    return [np.concatenate(piece.states) for piece in result.run.pieces]


def elsewhere(model, result, stop):
    """What another process makes of a model and its result."""
    again = model.simulate(stop, points=5)
    return result.time, states(result), outputs(result), result.energy.stored, result.stats.as_dict(), states(again)


def assert_same(found, expected):
    assert found.keys() == expected.keys()
    for name, values in expected.items():
        np.testing.assert_allclose(found[name], values, rtol=1e-12, atol=1e-300, err_msg=name)


@pytest.mark.parametrize("name", NAMES)
def test_bank_models_and_their_results_travel(name, process):
    model = mb.load(name)
    before = pickle.dumps(model)
    stop = model.stop / 200
    result = model.simulate(stop, points=5)
    time, stored, values, energy, stats, again = process.apply(elsewhere, (model, result, stop))
    np.testing.assert_array_equal(time, result.time)
    for found in (stored, again, states(pickle.loads(pickle.dumps(result))), states(copy.deepcopy(result))):
        assert len(found) == len(states(result))
        for one, other in zip(found, states(result), strict=True):  # whatever either process has built before
            np.testing.assert_array_equal(one, other)
    assert_same(values, outputs(result))
    assert_same(outputs(copy.deepcopy(result)), outputs(result))
    np.testing.assert_allclose(energy, result.energy.stored, rtol=1e-12)
    for key in ("model", "states", "steps", "events", "solver", "stop", "simulate_seconds"):
        assert stats[key] == getattr(result.stats, key)
    for other in (pickle.loads(before), pickle.loads(pickle.dumps(model)), copy.deepcopy(model)):
        assert other is not model
        assert describe(other) == describe(model)


def test_a_copy_is_independent_and_may_be_written_on():
    model = mb.Model("circuit", domain="electrical")
    model.source, model.loop, model.resistor, model.capacitor = Se(2.0), J1(), R(3.0), C(0.5)
    model.source >> model.loop
    model.loop >> model.resistor
    model.loop >> model.capacitor
    result = model.simulate(1.0)
    other = copy.deepcopy(model)
    other.coil = I(0.1)
    other.loop >> other.coil
    assert "coil" not in model.children and other.resistor.parent is other
    assert len(other.simulate(1.0).stats.states) == 2
    np.testing.assert_array_equal(model.simulate(1.0)["capacitor.q"], result["capacitor.q"])


def test_a_model_that_was_added_to_travels_with_what_was_added(process):
    model = mb.load("rlc")
    name = next(name for name, part in model.children.items() if "J1" in type(part).__name__)
    model.add("extra", R(1.0))
    model.bond(model[name], model.extra)
    result = model.simulate(1.0, points=5)
    assert "extra" in pickle.loads(pickle.dumps(model)).children
    assert_same(process.apply(outputs, (result,)), outputs(result))


def test_models_of_files_with_definitions_travel_as_their_description():
    text = """
multibond: 1
name: two
components:
  source: {type: Se, effort: 2.0}
  loop: J1
  part: {type: Part, value: 3.0}
bonds: [source >> loop, loop >> part.port]
definitions:
  Part:
    parameters: {value: 1.0}
    components:
      inner: J1
      resistor: {type: R, R: value}
      capacitor: {type: C, C: 0.5}
    bonds: [inner >> resistor, inner >> capacitor]
    ports: {port: inner}
"""
    model = loads(text)
    result = model.simulate(1.0)
    other = pickle.loads(pickle.dumps(result))
    np.testing.assert_array_equal(other["part.capacitor.q"], result["part.capacitor.q"])
    assert describe(copy.deepcopy(model)) == describe(model)


def test_a_law_that_only_this_process_knows_travels_as_its_text():
    model = mb.Model("lamp", domain="electrical")
    model.source, model.loop, model.lamp, model.coil = Se(2.0), J1(), R(law=lambda f: 2 * f), I(0.1)
    model.source >> model.loop
    model.loop >> model.lamp
    model.loop >> model.coil
    result = model.simulate(1.0)
    for other in (copy.deepcopy(result), pickle.loads(pickle.dumps(result))):
        np.testing.assert_array_equal(other["coil.p"], result["coil.p"])
    for same in (copy.deepcopy(model), pickle.loads(pickle.dumps(model))):
        np.testing.assert_array_equal(same.simulate(1.0)["coil.p"], result["coil.p"])


def test_an_element_that_only_this_process_knows_is_refused_in_a_sentence():
    class Local(R):
        """A resistor of this function."""

    model = mb.Model("lamp", domain="electrical")
    model.source, model.loop, model.lamp, model.coil = Se(2.0), J1(), Local(3.0), I(0.1)
    model.source >> model.loop
    model.loop >> model.lamp
    model.loop >> model.coil
    result = model.simulate(1.0)
    for thing in (model, result):
        with pytest.raises(ModelError, match="Local is not part of a module that can be imported"):
            pickle.dumps(thing)
    np.testing.assert_array_equal(copy.deepcopy(model).simulate(1.0)["coil.p"], result["coil.p"])


def test_parameters_of_a_run_travel_with_its_result():
    model = mb.load("rlc")
    name, base = next((n, p.value) for n, p in engine(model).system().parameters.items() if p.value)
    for value in (2 * base, f"{base} * 3", 0.0):
        result = model.simulate(1.0, points=5, parameters={name: value})
        assert_same(outputs(pickle.loads(pickle.dumps(result))), outputs(result))


def test_the_energy_of_components_can_be_asked_for_where_a_result_came_to():
    result = mb.load("rlc").simulate(1.0, points=5)
    other = pickle.loads(pickle.dumps(result))
    for path, entry in result.energy.by_component().items():
        assert_same(other.energy.by_component()[path], entry)


def failing():
    model = mb.Model("tank")
    model.source, model.loop, model.R, model.C = Se(1.0), J1(), R(law="1 / (1 - time) + f"), C(1.0)
    model.source >> model.loop
    model.loop >> model.R
    model.loop >> model.C
    return model


def test_errors_travel_with_what_was_computed(process):
    with pytest.raises(SimulationError) as caught:
        failing().simulate(2.0)
    error = caught.value
    for other in (pickle.loads(pickle.dumps(error)), copy.deepcopy(error), process.apply(_itself, (error,))):
        assert type(other) is SimulationError and str(other) == str(error) and other.where == error.where
        np.testing.assert_array_equal(other.result["C.q"], error.result["C.q"])
    for kind in (ModelError, NameNotFound, InitialError):
        other = pickle.loads(pickle.dumps(kind("it is wrong", "part")))
        assert type(other) is kind and str(other) == "part: it is wrong" and other.where == "part"


def _itself(thing):
    return thing


def test_expressions_become_the_one_node_that_they_are():
    x = symbol("x")
    deep = x
    for k in range(3_000):
        deep = deep * x + float(k)
    assert pickle.loads(pickle.dumps(deep)) is deep
    assert copy.deepcopy([deep, x])[0] is deep and copy.copy(x) is x
    other = pickle.loads(pickle.dumps(np.array([x, x + 1.0], dtype=object)))
    assert other[0] is x and other[1] is x + 1.0
