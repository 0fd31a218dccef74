"""Parameters that refer to each other in long chains: each is made once, and a circle is told."""

from __future__ import annotations

import pytest

from multibond import J1, C, Model, Parameter, R, Se
from multibond.errors import ModelError


def chain(count: int, step: str = "{0} + 1", first: object = 1.0) -> Model:
    """A resistor whose resistance is the last of `count` parameters, each given by the one before."""
    model = Model("chain", domain="electrical")
    model.p0 = Parameter(first)
    for k in range(1, count):
        model.add(f"p{k}", Parameter(step.format(f"p{k - 1}")))
    model.source, model.loop, model.capacitor, model.resistor = Se(1.0), J1(), C(1.0), R(f"p{count - 1}")
    model.source >> model.loop >> [model.resistor, model.capacitor]
    return model


@pytest.mark.parametrize("count", [2, 100, 3000])
def test_a_chain_of_any_length_has_its_value(count):
    result = chain(count).simulate(1.0, points=3)
    assert result["resistor.R"][0] == count
    assert result["resistor.e"][0] == pytest.approx(1.0)


def test_a_hundred_parameters_that_use_the_one_before_twice():
    value = 1e-3
    for _ in range(99):
        value = value * value + value
    model = chain(100, "{0}*{0} + {0}", 1e-3)
    result = model.simulate(1.0, points=3)
    assert result["resistor.R"][0] == pytest.approx(value, rel=1e-12)
    assert model.analyse() and model.draw() and str(model.causality())
    assert len(repr(result.system.scopes.parameter("", "p99"))) <= 20_000


@pytest.mark.parametrize("count", [2, 5, 400])
def test_a_circle_is_told_however_long(count):
    with pytest.raises(ModelError, match=r"depend on each other in a circle: p\d+ → .*; give one of them a number"):
        chain(count, first=f"p{count - 1}").simulate(1.0)


def test_a_chain_through_nested_models():
    inner: Model | None = None
    for k in range(20):
        model = Model(f"level{k}")
        model.a = Parameter("2*b")
        model.b = Parameter(1.0 if inner is None else "inner.a + 1")
        if inner is None:
            model.source, model.loop, model.resistor = Se(1.0), J1(), R("a")
            model.source >> model.loop >> model.resistor
        else:
            model.inner = inner
        inner = model
    assert inner is not None
    value = 2.0
    for _ in range(19):
        value = 2 * (value + 1)
    assert inner.simulate(1.0)["a"][0] == value
