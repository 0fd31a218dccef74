"""The functions of time for sources and signals."""

import numpy as np
import pytest

import multibond as mb
from elements.single import Stand
from multibond.elements.time_function import pulse, ramp, sine, step, table, trapezoid
from multibond.errors import ModelError
from multibond.expression import TIME, begun, evaluate, parse, symbol, topological

INSTANTS = np.array([-0.5, 0.0, 0.3, 0.99, 1.0, 1.01, 1.5, 2.0, 2.26, 3.7, 10.0, 12.34])


def values(expression, more=None):
    """The numbers of an expression of time at all instants."""
    return np.array([evaluate([expression], {TIME: t, **(more or {})})[0] for t in INSTANTS], dtype=float)


def indicators(expression):
    """The relations whose change is an event."""
    return [x for x in topological([expression]) if x.op in ("lt", "le", "gt", "ge")]


def test_step():
    np.testing.assert_allclose(values(step(at=1, height=5, offset=2)), np.where(INSTANTS < 1, 2, 7))


def test_ramp():
    np.testing.assert_allclose(values(ramp(4, 2, 1, offset=1)), 1 + 4 * np.clip((INSTANTS - 1) / 2, 0, 1))


def test_sine():
    wave = 1 + 3 * np.sin(2 * np.pi * 2 * (INSTANTS - 0.2) + 0.4)
    np.testing.assert_allclose(values(sine(3, 2, 0.4, 1, 0.2)), np.where(INSTANTS < 0.2, 1, wave), atol=1e-12)
    assert indicators(begun([sine(3, 2)])[0]) == []  # from time 0 on: no event


def test_pulse():
    inside = (INSTANTS >= 1) & (np.mod(INSTANTS - 1, 0.5) < 0.2)
    np.testing.assert_allclose(values(pulse(0.5, 0.2, 3, 1, 1)), np.where(inside, 4, 1))


def test_trapezoid():
    local = np.mod(INSTANTS - 1, 2.0)
    shape = np.interp(local, [0, 0.25, 0.75, 1.25, 2], [0, 1, 1, 0, 0])
    expected = np.where(INSTANTS < 1, 0.5, 0.5 + 3 * shape)
    np.testing.assert_allclose(values(trapezoid(3, 0.25, 0.5, 0.5, 2.0, 0.5, 1)), expected, atol=1e-12)


def test_table():
    points, numbers = [0, 1, 2, 5], [1, 3, 3, 0]
    np.testing.assert_allclose(values(table(points, numbers)), np.interp(INSTANTS, points, numbers), atol=1e-12)
    jump = values(table([0, 1, 1, 2], [0, 1, 5, 5]))
    np.testing.assert_allclose(jump, np.where(INSTANTS < 1, np.clip(INSTANTS, 0, 1), 5))
    rows = table(points, [[1, 2], [3, 4], [3, 4], [0, 8]])
    np.testing.assert_allclose(values(rows[1]), np.interp(INSTANTS, points, [2, 4, 4, 8]), atol=1e-12)
    many = np.linspace(0, 9, 400)
    np.testing.assert_allclose(values(table(many, np.sin(many))), np.interp(INSTANTS, many, np.sin(many)), atol=1e-12)


def test_every_event_is_a_relation_between_time_and_a_value_that_only_jumps():
    for function in (step(1), ramp(1, 2, 3), pulse(1, 0.2, start=1), trapezoid(start=1), table([0, 1, 3], [0, 2, 1])):
        found = indicators(function)
        assert found
        for x in found:
            assert x.args[0] is TIME
            steps = {y for z in topological([x.args[1]]) if z.op == "floor" for y in topological([z])}
            assert all(y in steps for y in topological([x.args[1]]) if y is TIME)


def test_arguments_may_be_expressions_and_lists():
    height = symbol("height")
    np.testing.assert_allclose(values(step(1, height), {height: 4.0}), np.where(INSTANTS < 1, 0, 4))
    wide = step([1, 2], [5, 6], offset=1)
    np.testing.assert_allclose(values(wide[1]), np.where(INSTANTS < 2, 1, 7))
    stand = Stand(mb.Se(step(1, [5, 6, 7])), 3)
    np.testing.assert_allclose(stand.residual({"e": [5, 6, 7]}, time=1.5), 0)
    np.testing.assert_allclose(stand.residual({"e": 0}, time=0.5), 0)


@pytest.mark.parametrize(("text", "function"), [
    ("step(1, 5)", step(1, 5)), ("ramp(4, 2, 1)", ramp(4, 2, 1)), ("sine(3, 50)", sine(3, 50)),
    ("2*pulse(0.5, 0.2, 3) + 1", 2 * pulse(0.5, 0.2, 3) + 1),
    ("trapezoid(3, 0.1, 0.5, 0.2, 2)", trapezoid(3, 0.1, 0.5, 0.2, 2)),
    ("table([0, 1, 2], [1, 3, 4])", table([0, 1, 2], [1, 3, 4])),
])  # fmt: skip
def test_as_text(text, function):
    assert parse(text) is function
    stand = Stand(mb.Se(text))
    (number,) = evaluate([function], {TIME: 1.3})
    np.testing.assert_allclose(stand.residual({"e": number}, time=1.3), 0, atol=1e-12)


def test_table_of_a_signal_as_text_is_kept():
    assert str(parse("table(x, [0, 1], [2, 3])")) == "table(x, [0.0, 1.0], [2.0, 3.0])"


@pytest.mark.parametrize(("call", "message"), [
    (lambda: ramp(1, 0), "duration of a ramp must be greater than 0, not 0"),
    (lambda: pulse(0, 1), "period of a pulse must be greater than 0"),
    (lambda: pulse(1, 1.5), "width 1.5 of a pulse must be less than its period 1"),
    (lambda: trapezoid(1, 0.5, 0.5, 0.5, 1), "take 1.5 s, more than its period 1"),
    (lambda: trapezoid(rising=0), "rising time of a trapezoid must be greater than 0"),
    (lambda: table([0], [1]), "two or more points and as many values, not 1 and 1"),
    (lambda: table([0, 1], [1]), "as many values, not 2 and 1"),
    (lambda: table([0, 2, 1], [1, 2, 3]), "must increase"),
    (lambda: table([0, 1], ["a", 2]), "needs numbers"),
    (lambda: table([0, np.nan], [1, 2]), "must be finite"),
    (lambda: step([1, 2], [1, 2, 3]), "differ in length"),
    (lambda: step("soon"), "numbers or expressions"),
    (lambda: parse("step()"), "takes 1 to 3 arguments"),
    (lambda: parse("steep(1)"), "did you mean 'step'"),
])  # fmt: skip
def test_wrong_arguments_are_refused(call, message):
    with pytest.raises(ModelError, match=message):
        call()
