"""Every signal that a value, law or connection uses is an arrow of the drawing."""

from __future__ import annotations

import pytest

from multibond import J1, Constant, Function, Gain, Model, R, Se, Sum
from multibond.look import Text
from multibond.model.mention import names_in
from multibond.picture.drawing import draw


def arrows(model: Model) -> set[str]:
    return {group.title for group in draw(model).scene.groups if group.kind == "signal" and "→" in group.title}


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a[0,1]*b", ["a", "b"]),
        ("a[1] + b.x[2]", ["a", "b.x"]),
        ("dot(a, b) + c", ["a", "b", "c"]),
        ("cross(a, b)[0] + c.y", ["a", "b", "c.y"]),
        ("der(x) + v.x[2,3]*w.p", ["x", "v.x", "w.p"]),
        ("R @ v + c", ["R", "v", "c"]),
        ("c if a < b else sin(pi*d)", ["c", "a", "b", "d"]),
        ("table(u, [0, 1], [2, 3]) + w", ["u", "w"]),
        ("2 +", []),
        ("3 mm", []),
    ],
)
def test_all_names_of_an_expression_are_found_in_order(text, names):
    assert names_in(text) == names


def test_signals_behind_a_subscript_with_two_indices_are_drawn():
    model = Model("matrix")
    model.sum = Sum("++", n=2, u=[["time", "1"], ["2", "3"]])
    model.other = Constant("time")
    model.loop = J1()
    model.source, model.resistor = Se("sum.u[0,1] * other.y"), R(1)
    model.source >> model.loop >> model.resistor
    assert arrows(model) == {"signal sum.u → source.effort", "signal other.y → source.effort"}


def test_all_signals_of_a_connected_expression_are_drawn():
    model = Model("several")
    model.a, model.b, model.gain = Constant("time"), Constant(2), Gain(3)
    model.connect("a.y + b.y", "gain.u")
    assert arrows(model) == {"signal a.y → gain.u", "signal b.y → gain.u"}


def test_signals_in_a_law_that_is_a_python_function_are_drawn():
    model = Model("brake")
    model.pressure = Constant("time")
    model.loop, model.source = J1(), Se(1)
    model.brake = R(law=lambda f: 3 * model.pressure.y * f)
    model.source >> model.loop >> model.brake
    assert arrows(model) == {"signal pressure.y → brake.law"}
    symbols = [item.words for item in draw(model).scene.items() if isinstance(item, Text)]
    assert "MR" in symbols


def test_a_function_block_is_captioned_with_its_output():
    model = Model("functions")
    model.text, model.python = Function("sin(u)", u="time"), Function(lambda u: u**3, u="time")
    words = [item.words for item in draw(model).scene.items() if isinstance(item, Text)]
    assert "y = sin(u)" in words and "y = φ(u)" in words
