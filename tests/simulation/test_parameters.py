"""Parameters are run-time inputs: no recompiling, except where a value changes the structure."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond.equations.formulation import formulation
from multibond.simulation import engine


def test_numbers_do_not_compile_again():
    model = mb.load("rlc")
    model.simulate(1.0)
    made = engine(model)
    seconds, machine = made.compile_seconds, made.machine(made.system())
    functions = dict(machine.program._made)
    for resistance in (0.5, 1.0, 20.0):
        result = model.simulate(1.0, parameters={"resistance": resistance})
        assert all(piece.machine is machine for piece in result.run.pieces)
    assert made.compile_seconds == seconds and machine.program._made == functions


def test_a_parameter_gives_what_a_model_built_with_it_gives():
    changed = mb.load("rlc").simulate(2.0, parameters={"resistance": 7.0, "U": 3.0})
    built = mb.load("rlc", resistance=7.0, U=3.0).simulate(2.0)
    assert changed["voltage"] == pytest.approx(built["voltage"], rel=1e-12)


def test_parameters_of_components_and_of_vectors():
    model = mb.Model("vector", n=2, domain="electrical")
    model.source, model.resistors = mb.Se([1.0, 2.0]), mb.R([1.0, 2.0])
    model.capacitors, model.loop = mb.C(1.0), mb.J1()
    model.source >> model.loop >> [model.resistors, model.capacitors]
    whole = model.simulate(1.0, parameters={"resistors.R": [3.0, 4.0]})
    single = model.simulate(1.0, parameters={"resistors.R[0]": 3.0, "resistors.R[1]": 4.0})
    expected = np.array([1.0, 2.0]) * (1 - np.exp(-1 / np.array([3.0, 4.0])))
    assert whole["capacitors.e"][-1] == pytest.approx(expected, rel=1e-6)
    assert single["capacitors.e"][-1] == pytest.approx(expected, rel=1e-6)


def test_a_zero_that_changes_the_structure_is_built_in_anew_and_back():
    model = mb.load("rlc")
    damped = model.simulate(2.0)
    free = model.simulate(2.0, parameters={"resistor.R": 0.0})
    turns = 10 * (1 - np.cos(np.sqrt(20) * free.time))
    assert free["voltage"] == pytest.approx(turns, abs=1e-4)
    assert free.energy.dissipated[-1] == pytest.approx(0.0, abs=1e-12)
    assert model.simulate(2.0)["voltage"] == pytest.approx(damped["voltage"], rel=1e-12)


def test_an_expression_is_a_structural_override():
    model = mb.load("rlc")
    result = model.simulate(1.0, parameters={"source.effort": "sin(3*time)"})
    assert result["source.e"] == pytest.approx(np.sin(3 * result.time), abs=1e-12)


def test_texts_with_units_are_values():
    result = mb.load("rlc").simulate(1.0, parameters={"inductance": "500 mH", "resistance": "0.002 kohm"})
    assert result["voltage"] == pytest.approx(mb.load("rlc").simulate(1.0)["voltage"], rel=1e-9)


def test_wished_states_are_states():
    model = mb.load("electric_circuit")
    result = model.simulate(1.0, states={"coupling.q": "always"}, tolerance=1e-8)
    assert "coupling.q" in result.stats.states
    assert result["v_left"][-1] == pytest.approx(8.814539, abs=1e-6)


def test_a_number_in_the_place_of_an_expression_is_free_in_equations_that_are_made_once():
    class Circuit(mb.Model):
        domain = "electrical"
        size = mb.Parameter(2.0)

        def build(self):
            self.source, self.loop = mb.Se(10.0), mb.J1()
            self.resistor, self.coil = mb.R("3*size"), mb.I("size")
            self.source >> self.loop >> [self.resistor, self.coil]

    model = Circuit()
    made = formulation(model)
    systems = {made.parameters({"resistor.R": value, "size": 1.0})[0] for value in (1.0, "4 ohm", 2.5)}
    assert len(systems) == 1 and systems != {made.system()}
    for value in (0.5, 4.0, 0.0):  # nothing instead of something is another structure
        current = model.simulate(1.0, parameters={"resistor.R": value, "coil.I": 2.0}, tolerance=1e-9)["coil.f"][-1]
        expected = 10.0 / value * (1 - np.exp(-value / 2.0)) if value else 5.0
        assert current == pytest.approx(expected, rel=1e-7)
    with pytest.raises(mb.MultibondError, match=r"body1\.m: .* -1 must be at least 0"):
        mb.load("double_pendulum").simulate(1.0, parameters={"body1.m": -1.0})
    table = mb.Study(model, vary={"resistor.R": [1.0, 2.0]}, observe={"f": "coil.f"}, stop=1.0, tolerance=1e-9).run()
    assert list(table.table["f"]) == pytest.approx([10 * (1 - np.exp(-0.5)), 5 * (1 - np.exp(-1.0))], rel=1e-7)
