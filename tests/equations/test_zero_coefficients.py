"""Factors that become zero: in an event, through a discrete variable, or because the user says so."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond.equations.alias import eliminate_aliases
from multibond.equations.nonzero import Nonzero
from multibond.equations.system import Equation
from multibond.errors import SimulationError
from multibond.expression import choose, relation, symbol


def test_only_factors_that_never_vanish_are_divided_by():
    x, y, a, b, on = (symbol(name) for name in ("x", "y", "a", "b", "on"))
    constants = {a: 2.0, b: 0.0}

    def left(residual):
        found = eliminate_aliases(
            (Equation(residual, "part"),), lambda s: s in constants or s is on, lambda s: 0, Nonzero(constants)
        )
        return len(found.equations)

    assert left(a * x) == 0 and left(2 * x - a) == 0 and left(x / a) == 0
    assert left(on * x) == 1 and left(b * x) == 1 and left(on * y - a) == 1 and left((a - 2) * x) == 1
    held = relation("gt", on, 0.5)
    assert left(choose(held, a, 1.0) * x) == 0 and left(choose(held, a, 0.0) * x) == 1


def bridge(*laws: str) -> mb.Model:
    """Se 1 V behind 1 Ohm feeds a Wheatstone bridge of the branches top left, top right, bottom left, bottom right
    and middle; its foot is the ground."""
    model = mb.Model("bridge", domain="electrical")
    model.k = mb.Parameter(2.0)
    model.source, model.feed, model.inner = mb.Se(1.0), mb.J1(), mb.R(1.0)
    model.top, model.left, model.right, model.foot, model.ground = mb.J0(), mb.J0(), mb.J0(), mb.J0(), mb.Se(0.0)
    model.source >> model.feed >> model.top
    model.feed >> model.inner
    ends = [("top", "left"), ("top", "right"), ("left", "foot"), ("right", "foot"), ("left", "right")]
    for index, ((a, b), law) in enumerate(zip(ends, laws, strict=True)):
        model.add(f"branch{index}", mb.J1())
        model.add(f"r{index}", mb.R(law=law))
        model[a] >> model[f"branch{index}"] >> model[b]
        model[f"branch{index}"] >> model[f"r{index}"]
    model.ground >> model.foot
    return model


def currents(resistances) -> np.ndarray:
    """The flows of the five branches by nodal analysis, a short circuit as a nanoohm."""
    a, b, c, d, e = (1 / max(r, 1e-9) for r in resistances)
    matrix = np.array([[1 + a + b, -a, -b], [-a, a + c + e, -e], [-b, -e, b + d + e]])
    top, left, right = np.linalg.solve(matrix, [1.0, 0.0, 0.0])
    return np.array([a * (top - left), b * (top - right), c * left, d * right, e * (left - right)])


@pytest.mark.parametrize("short", range(5))
@pytest.mark.parametrize("later", [True, False])
def test_a_branch_may_become_a_short_circuit_in_an_event(short, later):
    numbers = [1.0, 2.0, 3.0, 1.5, 0.7]
    laws = [f"{r}*f" for r in numbers]
    condition = "time > 0.5" if later else "time < 0.5"
    laws[short] = f"f*(0 if {condition} else {numbers[short]})"
    result = bridge(*laws).simulate(1.0, points=5)
    shorted = [0.0 if k == short else r for k, r in enumerate(numbers)]
    for at, expected in ((1, numbers if later else shorted), (3, shorted if later else numbers)):
        found = [result[f"r{k}.f"][at] for k in range(5)]
        assert found == pytest.approx(currents(expected), abs=1e-6)


@pytest.mark.parametrize("short", range(5))
def test_a_parameter_may_be_set_to_zero(short):
    """The same as if the model had been built so, and back again."""
    numbers = [1.0, 2.0, 3.0, 1.5, 0.7]
    laws = [f"{r}*f" for r in numbers]
    laws[short] = "k*f"
    model = bridge(*laws)
    for k in (2.0, 0.0, 3.0):
        result = model.simulate(1.0, points=3, parameters={"k": k})
        expected = currents([k if j == short else r for j, r in enumerate(numbers)])
        assert [result[f"r{j}.f"][-1] for j in range(5)] == pytest.approx(expected, abs=1e-6)


def test_an_equation_that_says_nothing_while_a_factor_is_zero_is_no_statement_that_the_variable_is():
    model = mb.Model("held", domain="electrical")
    model.on = mb.Discrete(start=1.0)
    model.source, model.resistor = mb.Se(0.0), mb.R(law="on*f")
    model.source >> model.resistor
    model.when("time > 1", {model.on: 0.0})
    with pytest.raises(SimulationError, match=r"at time 1 s.*resistor") as caught:
        model.simulate(2.0)
    assert caught.value.result["resistor.f"] == pytest.approx(0.0)
