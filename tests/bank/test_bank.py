"""Every model of the bank: what it says of itself, its numbers against an independent computation, its energy books."""

from __future__ import annotations

import json

import numpy as np
import pytest

import multibond as mb
from bank.independent import REFERENCES
from multibond.bank import bundled, names
from multibond.errors import NameNotFound
from multibond.model.domain import DOMAINS
from multibond.model.file import dumps, load_file, loads, save

TOLERANCE = 1e-8


@pytest.fixture(scope="module")
def run():
    """One run of each model, shared by the tests."""
    kept = {}

    def simulated(name):
        if name not in kept:
            kept[name] = mb.load(name).simulate(tolerance=TOLERANCE)
        return kept[name]

    return simulated


@pytest.mark.parametrize("name", names())
def test_a_model_says_what_it_is(name):
    kind, model = bundled(name), mb.load(name)
    assert model.title == name
    assert len(model.description) > 20 and "\n" not in model.description
    assert kind.library != "user"
    assert kind.domain is None or kind.domain in DOMAINS
    assert kind.stop > 0
    assert model.outputs
    for output in model.outputs.values():
        assert output.description
    for parameter in kind.declarations.values():
        assert parameter.description, parameter.name


def test_the_bank_says_which_model_was_meant():
    with pytest.raises(NameNotFound, match="did you mean 'quarter_car'"):
        mb.load("quarter_cart")


@pytest.mark.parametrize("name", REFERENCES)
def test_the_outputs_agree_with_an_independent_computation(name, run):
    result = run(name)
    expected = REFERENCES[name]()
    assert set(expected) == set(result.outputs)
    for output, value in expected.items():
        scale = np.max(np.abs(result[output]))
        assert result[output][-1] == pytest.approx(value, abs=1e-6 * scale), output


@pytest.mark.parametrize("name", REFERENCES)
def test_the_energy_books_close(name, run):
    energy = run(name).energy
    assert run(name).stats.energy_residual < 100 * TOLERANCE
    assert energy.exchanged > 0


@pytest.mark.parametrize("name", REFERENCES)
def test_a_saved_model_is_the_same_model(name, run, tmp_path):
    model = mb.load(name)
    save(model, tmp_path / "model.yaml")
    opened = load_file(tmp_path / "model.yaml")
    assert json.loads(dumps(opened, "json")) == json.loads(dumps(loads(dumps(model, "json"), "json"), "json"))
    again = opened.simulate(model.stop, tolerance=TOLERANCE)
    assert again.outputs == run(name).outputs
    for output in again.outputs:
        scale = np.max(np.abs(run(name)[output]))
        assert again[output][-1] == pytest.approx(run(name)[output][-1], abs=1e-6 * scale), output


def test_electric_circuit_has_the_published_values():
    for name in ("electric_circuit", "electric_circuit_multibond"):
        result = mb.load(name).simulate(grid=[0, 1, 2, 5, 10], tolerance=1e-8)
        assert result["v_left"][1:] == pytest.approx([8.814539, 12.261393, 14.478189, 14.824546], abs=1e-6)
        assert result["v_right"][1:] == pytest.approx([2.654799, 3.260777, 2.428750, 1.065602], abs=1e-6)


def test_cauer_low_pass_has_five_states_and_tends_to_half_a_volt():
    result = mb.load("cauer_low_pass").simulate(200.0)
    assert len(result.stats.states) == 5
    assert result["v_out"][-1] == pytest.approx(0.5, abs=1e-5)


def test_the_dc_motor_joins_three_domains():
    model = mb.load("dc_motor")
    from multibond.graph import flatten

    domains = {flat.domain.name for flat in flatten(model).elements.values()}
    assert {"electrical", "rotational", "thermal"} <= domains
    smooth = model.simulate(1.0, parameters={"motor.friction": 0.0, "load_friction": 0.0, "damping": 0.0})
    assert smooth.energy.delivered[-1] > 10.0
    assert abs(smooth.energy.dissipated[-1]) < 1e-9  # the winding makes heat of what it takes: nothing is lost


def test_parameters_are_given_at_construction():
    result = mb.load("rlc", resistance=20.0, U=5.0).simulate()
    assert np.max(result["voltage"]) < 5.0
    assert result["voltage"][-1] == pytest.approx(5.0 * (1 - 0.0797), abs=0.01)
