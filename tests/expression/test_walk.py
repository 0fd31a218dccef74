"""Walks over expressions: order, leaves, substitution, numbers."""

from __future__ import annotations

import math

from multibond.expression import (
    TIME,
    ZERO,
    const,
    der,
    evaluate,
    leaves,
    operands,
    parse,
    rename,
    substitute,
    symbol,
    text,
    to_sympy,
    topological,
)  # fmt: skip

X, Y = symbol("x"), symbol("y")


def test_arguments_come_before_what_uses_them():
    root = parse("sin(x*y) + x*y")
    order = topological([root])
    assert len(order) == len(set(order)) and order[-1] is root
    for k, node in enumerate(order):
        assert all(a in order[:k] for a in operands(node))


def test_leaves_once_and_only_what_is_new():
    found = leaves(parse("y*x + der(x) + y"))
    assert len(found) == 3 and set(found) == {Y, X, der(X)} and leaves(parse("y*x + der(x) + y")) == found
    seen = set()
    assert set(leaves(parse("x*y"), seen=seen)) == {X, Y} and leaves(parse("x*y"), seen=seen) == []
    assert leaves(const(2)) == [] and leaves(parse("table(x, [0, 1], [2, 3])")) == [X]


def test_substitution_simplifies():
    assert substitute([parse("x*y + 3")], {X: ZERO}) == [const(3)]
    assert substitute([parse("der(x) + x")], {X: Y}) == [parse("der(x) + y")]  # a derivative is a leaf of its own
    assert substitute([parse("sin(x)")], {parse("sin(x)"): Y}) == [Y]
    assert substitute([parse("(x if x > 1 else y) + min(x, y)")], {X: const(2)}) == [parse("2 + min(2, y)")]
    same = parse("x + y")
    assert substitute([same], {symbol("z"): ZERO})[0] is same


def test_renaming_reaches_into_derivatives_and_leaves_time():
    assert rename([parse("der(x) + x*time")], lambda name: f"a.{name}") == [parse("der(a.x) + a.x*time")]
    assert TIME in leaves(rename([TIME + X], str.upper)[0])


def test_numbers_where_a_function_has_none_are_not_numbers():
    for law in ("log(-1 + 0*x)", "1/x", "sqrt(x - 1)", "(x - 1)**0.5", "exp(1000 + x)"):
        assert math.isnan(evaluate([parse(law)], {X: 0.0})[0]), law


def test_logic_is_evaluated():
    for law, value in (("x > 0 and y > 0", False), ("x > 0 or y > 0", True), ("not x > 0", False)):
        assert bool(evaluate([parse(law)], {X: 1.0, Y: -1.0})[0]) is value
    laws = {"atan2(x, y)": math.atan2(1, -1), "max(x, y)": 1.0, "floor(x/2)": 0.0, "sign(y)": -1.0}
    assert evaluate(list(map(parse, laws)), {X: 1.0, Y: -1.0}) == list(laws.values())


def test_text_can_be_read_again():
    for law in (
        "x - (y - 3)",
        "x/(y*2)",
        "(x + y)**2",
        "-(x + y)",
        "2**-x",
        "x if x > y and not y > 1 else -y",
        "x - -y",
    ):
        found = parse(law)
        assert evaluate([parse(text(found))], {X: 1.7, Y: 0.6}) == evaluate([found], {X: 1.7, Y: 0.6}), law


def test_sympy_agrees():
    (found,) = to_sympy([parse("x**2*sin(y) + sqrt(x)")])
    values = {str(s): v for s, v in ((s, {"x": 1.3, "y": 0.4}[str(s)]) for s in found.free_symbols)}
    number = float(found.subs({s: values[str(s)] for s in found.free_symbols}))
    assert math.isclose(number, evaluate([parse("x**2*sin(y) + sqrt(x)")], {X: 1.3, Y: 0.4})[0], rel_tol=1e-12)
