"""The expression language: what it reads, and how it refuses."""

from __future__ import annotations

import numpy as np
import pytest

from multibond.errors import ModelError
from multibond.expression import FALSE, TRUE, const, der, evaluate, parse, symbol, undifferentiated
from multibond.expression.parse import DEEPEST

X, Y = symbol("x"), symbol("y")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2*3", 7.0), ("2**3**2", 512.0), ("-2**2", -4.0), ("(1 + 2)*3", 9.0), ("7/2", 3.5), ("+3", 3.0),
        ("x + 1 if x > 1 else 5", 3.0), ("1 < x < 3", True), ("1 < x < 2", False), ("x > 1 and x < 3", True),
        ("x > 3 or x == x if False else not x > 3", True), ("x >= 2 or x > 5", True), ("not x > 1", False),
        ("pi", np.pi), ("max(1, x)", 2.0), ("dot([1, x], [3, 4])", 11.0), ("[5, 6, 7][1]", 6.0), ("True", True),
        ("x >= 2 and x <= 2 and x > 1", True), ("1e3", 1000.0),
    ],
)  # fmt: skip
def test_values(text, value):
    if "==" in text:
        with pytest.raises(ModelError, match="not part of the expression language"):
            parse(text)
        return
    assert evaluate([parse(text)], {X: 2.0})[0] == value


def test_names_and_indices_are_looked_up():
    assert parse("a.b.c") is symbol("a.b.c") and parse("a.b[2]") is symbol("a.b[2]")
    array = np.array([X, Y], dtype=object)
    assert parse("v[1]", lambda name: array) is Y and parse("v + v", lambda name: array)[0] is X + X
    assert parse("s[0]", lambda name: X) is X
    assert list(parse("[x, y]")) == [X, Y] and parse("der(x)") is der(X)
    assert parse("True") is TRUE and parse("False") is FALSE and parse("2") is const(2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("x +", "cannot be read"), ("f(x).y", "an attribute of an expression"), ("sinn(x)", "did you mean 'sin"),
        ("atan2(x)", "takes 2 argument"), ("lambda: 1", "'lambda: 1'"), ("x % 2", "'%'.*floor"),
        ("~x", "an operator before"),
        ("'text'", "the text or value 'text'"), ("x is y", "compare by < or >"), ("sin(x, key=1)", "without keywords"),
        ("a.b(x)", "no function by name"), ("x ^ 2", "a power is written with"), ("x && y", "write 'and'"),
        ("[[1, 2], [3]]", "rows differ in length"), (f"1{'0' * 301}", "too large"), ("{1: 2}", "'{1: 2}'"),
        ("v[1]", "scalar"), ("[1, 2][5]", "outside the vector"), ("[1, 2][x]", "whole number"),
        ("[1, 2] @ [1, 2, 3]", "do not fit"), ("(" * (DEEPEST + 1) + "1" + ")" * (DEEPEST + 1), "nested deeper"),
        ("-" * (3 * DEEPEST) + "1", "nested too deeply"),
    ],
)  # fmt: skip
def test_what_is_refused(text, said):
    lookup = (lambda name: symbol(name)) if "v[1]" in text else symbol
    with pytest.raises(ModelError, match=said):
        parse(text, lookup)


def test_the_variable_in_a_derivative():
    assert undifferentiated("der(der(a.x[1]))") == "a.x[1]" and undifferentiated("x") == "x"
    assert undifferentiated("der(x") == "der(x"


def test_the_rate_of_time_is_one():
    assert parse("2*der(time)") is const(2.0)
