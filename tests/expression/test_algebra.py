"""Nodes: one object for equal expressions, simplification on writing, errors in words."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from multibond.errors import ModelError
from multibond.expression import (
    FALSE,
    ONE,
    TRUE,
    ZERO,
    add,
    added,
    both,
    choose,
    const,
    der,
    div,
    either,
    evaluate,
    function,
    is_added,
    mul,
    name_of,
    neg,
    negate,
    node,
    nodes,
    power,
    relation,
    sub,
    symbol,
    table,
    unsigned,
)  # fmt: skip

X, Y = symbol("x"), symbol("y")


def test_equal_expressions_are_one_object():
    assert symbol("x") is X and X + Y is symbol("x") + symbol("y") and const(2) is const(2.0)
    assert const(0.0) is const(-0.0) is ZERO


def test_symbols_that_were_added_are_others():
    assert added("x") is not X and name_of(added("x")) == "x" == str(added("x"))
    assert is_added(added("x")) and not is_added(X) and not is_added(der(X)) and not is_added(ONE)
    assert added("x") - X is not ZERO


@pytest.mark.parametrize(
    ("made", "wanted"),
    [
        (lambda: add(X, 0), X), (lambda: add(0, X), X), (lambda: add(2, 3), const(5)), (lambda: sub(X, X), ZERO),
        (lambda: sub(X, 0), X), (lambda: sub(0, X), neg(X)), (lambda: mul(X, 0), ZERO), (lambda: mul(1, X), X),
        (lambda: mul(X, 1), X), (lambda: mul(-1, X), neg(X)), (lambda: div(X, 1), X), (lambda: div(0, X), ZERO),
        (lambda: neg(neg(X)), X), (lambda: power(X, 1), X), (lambda: power(X, 0), ONE), (lambda: negate(TRUE), FALSE),
        (lambda: both(TRUE, relation("lt", X, Y)), relation("lt", X, Y)), (lambda: both(FALSE, X < Y), FALSE),
        (lambda: either(FALSE, X < Y), relation("lt", X, Y)), (lambda: either(TRUE, X < Y), TRUE),
        (lambda: choose(TRUE, X, Y), X), (lambda: choose(FALSE, X, Y), Y), (lambda: choose(X < Y, X, X), X),
        (lambda: relation("lt", 1, 2), TRUE), (lambda: relation("ge", 1, 2), FALSE),
        (lambda: function("sqrt", 4), const(2)),
    ],
)  # fmt: skip
def test_what_is_simplified_on_writing(made, wanted):
    assert made() is wanted


def test_the_sign_before_a_variable():
    assert unsigned(neg(X)) is X and unsigned(X) is X


def test_derivatives_are_of_variables():
    assert name_of(der(der(X))) == "der(der(x))" and der(X) is der(symbol("x"))
    assert list(der(np.array([X, Y], dtype=object))) == [der(X), der(Y)]
    with pytest.raises(ModelError):
        der(X + Y)


def test_a_condition_is_no_truth_and_a_variable_no_number():
    with pytest.raises(ModelError, match="where"):
        bool(X < Y)
    with pytest.raises(ModelError, match="has no number yet"):
        float(X)
    assert bool(TRUE) and not bool(FALSE) and float(const(2.5)) == 2.5


def test_what_is_no_expression_is_refused():
    assert node(True) is TRUE and node(3) is const(3) and node(np.float64(2)) is const(2)
    for wrong in ("x", None, [1], 1j):
        with pytest.raises((ModelError, TypeError)):
            node(wrong)
    assert nodes([[1, X], [Y, 2]]).shape == (2, 2)


def test_arrays_of_nodes_work_like_a_book():
    matrix, vector = np.array([[1, 2], [3, 4]]), np.array([X, Y], dtype=object)
    first, second = matrix @ vector
    assert evaluate([first, second], {X: 1.0, Y: 10.0}) == [21.0, 43.0]
    assert np.sin(vector)[0] is function("sin", X)
    assert (2 - vector)[1] is sub(2, Y) and (2 / X) is div(2, X) and (2**X) is power(2, X)


def test_tables_are_straight_between_points_and_flat_beyond():
    found = table(X, [0.0, 1.0, 3.0], [0.0, 10.0, 30.0])
    assert evaluate([found], {X: 0.5})[0] == 5.0 and evaluate([found], {X: 2.0})[0] == 20.0
    assert evaluate([found], {X: -1.0})[0] == 0.0 and evaluate([found], {X: 9.0})[0] == 30.0


WAYS = """
import sys
from multibond.expression import symbol
from multibond.expression.algebra import shown
a, b, q = map(symbol, ["a", "b", "body.q[0]"])
if sys.argv[1] == "other":
    kept = b + a, q * b, q.sin() * b, (b + a) * (q * b)
found = a + b, b * q, b * q.sin(), (a + b) * (b * q)
print([[x.place for x in node.args] for node in found], [str(x) for x in shown(found[0])])
"""


def test_the_order_of_terms_is_that_of_every_process():
    """Whatever was written before it, and whatever Python's hashes of texts are."""
    found = []
    for way, seed in (("plain", "1"), ("other", "2")):
        done = subprocess.run(
            [sys.executable, "-c", WAYS, way],
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        )
        found.append(done.stdout.rpartition("] ["))
    assert found[0][0] == found[1][0] != ""
    assert (found[0][2], found[1][2]) == ("'a', 'b']\n", "'b', 'a']\n")  # texts show what was written first
