"""The written state equations say the same as the compiled ones, for every model of the bank."""

from functools import cache

import numpy as np
import pytest

import multibond as mb
from multibond.bank import names
from multibond.expression import evaluate, leaves, name_of, symbol
from multibond.picture.state_equations import determinant, state_equations

UNDETERMINED = {"three_phase_rectifier"}  # in the position in which they begin, with equal currents of zero
LARGE = {  # thousands of lines to write
    "bicycle", "bicycle_benchmark", "bricard", "centrifugal_governor", "colliding_spinning_bodies", "four_bar", "robot",
}  # fmt: skip


@pytest.mark.parametrize("name", [name for name in names() if name not in LARGE])
def test_rates_are_those_of_the_simulation(name):
    model = mb.load(name)
    if name in UNDETERMINED:
        with pytest.raises(mb.ModelError, match="no equations of its own"):
            state_equations(model)
        return
    found = state_equations(model)
    result = model.simulate(points=5)
    assert found.text() and found.latex().startswith("\\begin{aligned}")
    if found.positions or model.whens:
        return  # the position of a switch may be another one at the end, and events jump
    where = dict(found.where)
    place = -1
    values = {symbol(key): p for key, p in zip(result.system.parameters, result.run.parameters)}

    @cache
    def value(leaf):
        if leaf in where:
            return evaluated(where[leaf])
        return values[leaf] if leaf in values else float(result[name_of(leaf)][place])

    def evaluated(x):
        known = {leaf: float(result.time[place]) if name_of(leaf) == "time" else value(leaf) for leaf in leaves(x)}
        return evaluate([x], known)[0]

    for x, rate in zip(found.states, found.rates):
        expected = result[f"der({name_of(x)})"]
        scale = np.abs(expected).max() + 1e-9
        assert evaluated(rate) == pytest.approx(expected[place], abs=1e-7 * scale), name_of(x)
    for label, output in found.outputs:
        assert evaluated(output) == pytest.approx(result[label][place], rel=1e-7, abs=1e-9)


def test_nothing_is_left_to_solve_where_it_can_be_solved():
    assert state_equations(mb.load("electric_circuit_multibond")).explicit
    assert not state_equations(mb.load("transistor_amplifier")).explicit


def test_functions_of_time_keep_the_name_of_their_source():
    found = state_equations(mb.load("quarter_car"))
    assert "road.f" in found.text() and "road.f" in [name_of(x) for x, _ in found.where]


def test_determinants():
    a, b, c, d = (symbol(letter) for letter in "abcd")
    whole = determinant(np.array([[a, b], [c, d]], dtype=object))
    assert evaluate([whole], {a: 1.0, b: 2.0, c: 3.0, d: 4.0})[0] == -2.0
