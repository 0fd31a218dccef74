"""Sparse elimination: pivots from the far ends inwards, never by what may vanish, and what is left for the solver."""

from __future__ import annotations

import pytest

from equations.written import carry_out, check_holds, names, numbers, rows
from multibond.equations.sampling import Samples
from multibond.equations.schedule import Assign, SolveLinear
from multibond.equations.sparse import STEADY, Elimination, eliminate
from multibond.errors import StructureError
from multibond.expression import gradient, symbol

PARAMETERS = {symbol("a"): 2.0, symbol("b"): 3.0, symbol("tiny"): 1e-9}


def prepared(laws, unknowns, depth=lambda path: 0):
    equations, wanted = rows(*laws), [symbol(name) for name in unknowns]
    slopes = [{x: d for x, d in gradient(e.residual).items() if x in wanted} for e in equations]
    return equations, slopes, wanted, Samples(PARAMETERS.get, numbers()), depth


def test_a_chain_of_constant_coefficients_needs_no_solver():
    laws = ["x - 2*y = 1", "y - 3*z = 2", "z + x = 3"]
    prepared_ones = prepared(laws, "xyz")
    steps = eliminate(*prepared_ones)
    assert all(isinstance(step, Assign) for step in steps) and len(steps) == 3
    check_holds(prepared_ones[0], carry_out(steps, {}))


def test_a_coefficient_that_may_vanish_is_no_pivot():
    laws = ["cos(q)*x + sin(q)*y = 1", "-sin(q)*x + cos(q)*y = 2"]
    steps = eliminate(*prepared(laws, "xy"))
    assert isinstance(steps[0], SolveLinear) and len(steps[0].unknowns) == 2
    check_holds(rows(*laws), carry_out(steps, {symbol("q"): 1.5707963267948966}))


def test_a_coefficient_that_stays_away_from_zero_is_a_pivot():
    laws = ["(2 + cos(q))*x + y = 1", "x - y = 2"]
    steps = eliminate(*prepared(laws, "xy"))
    assert all(isinstance(step, Assign) for step in steps)
    check_holds(rows(*laws), carry_out(steps, {symbol("q"): 0.7}))


def test_far_ends_go_first():
    laws = ["x + y = 1", "x + 2*y + z = 2", "y + 3*z = 4"]
    depths = {laws[0]: 0, laws[1]: 1, laws[2]: 2}
    work = Elimination(*prepared(laws, "xyz", depths.__getitem__))
    work.run()
    assert [row for _, row in work.solved] == [2, 1, 0]
    # of the row at the end, the unknown goes first that does not reach further in
    assert names([x for x, _ in work.solved]) == ["z", "y", "x"] or names([work.solved[0][0]]) == ["z"]


def test_units_are_preferred_where_the_fill_is_the_same():
    laws = ["3*x + y = 1", "x + 3*y = 2"]
    work = Elimination(*prepared(laws, "xy"))
    work.run()
    first, row = work.solved[0]
    assert abs(work.rows[row][first].start) == 1.0


def test_a_tiny_constant_is_no_pivot_beside_a_large_one():
    laws = ["tiny*x + y = 1", "x + y = 2"]
    work = Elimination(*prepared(laws, "xy"))
    work.run()
    assert (symbol("x"), 0) not in work.solved
    check_holds(rows(*laws), carry_out(work.steps(rows(*laws)), PARAMETERS))


def test_exact_cancellation_leaves_no_entry():
    laws = ["x + y + z = 1", "x + y + 2*z = 2", "x - y = 0"]
    work = Elimination(*prepared(laws, "xyz"))
    work.run()
    assert not work.open
    check_holds(rows(*laws), carry_out(work.steps(rows(*laws)), {}))


def test_equations_that_say_the_same_twice_are_named():
    laws = ["x + y = 1", "2*x + 2*y = 3"]
    with pytest.raises(StructureError, match="some of them say the same thing twice"):
        eliminate(*prepared(laws, "xy"))


def test_parameters_count_as_constants():
    work = Elimination(*prepared(["a*x + sin(q)*y = 1", "y - b = 0"], "xy"))
    assert work.rows[0][symbol("x")].constant and not work.rows[0][symbol("y")].constant
    assert work.rows[0][symbol("x")].steady and not work.rows[0][symbol("y")].steady


def test_ten_random_systems_are_solved():
    import numpy as np

    for seed in range(10):
        draw = np.random.default_rng(seed)
        n = 7
        laws = []
        for i in range(n):
            terms = [f"{draw.integers(1, 5)}*x{j}" for j in draw.choice(n, 3, replace=False)]
            laws.append(f"{' + '.join([*terms, f'{9 + i}*x{i}'])} = {draw.integers(-5, 5)}")
        depth = {law: int(draw.integers(0, 3)) for law in laws}
        prepared_ones = prepared(laws, [f"x{k}" for k in range(n)], depth.__getitem__)
        check_holds(prepared_ones[0], carry_out(eliminate(*prepared_ones), {}))


def test_a_varying_coefficient_is_steady_by_the_ratio_of_its_values():
    for law, steady in (("(1000000 + 500000*cos(q))*x = 1", True), ("(1 + 0.9999999*cos(q))*x = 1", None),
                        ("exp(8*sin(9*q))*100000*x = 1", False)):  # fmt: skip
        entry = Elimination(*prepared([law], "x")).rows[0][symbol("x")]
        sizes = abs(entry.values)
        assert entry.steady == (sizes.min() >= STEADY * sizes.max()), law
        assert steady is None or entry.steady == steady, law


def test_constants_are_preferred_to_what_varies():
    laws = ["(2 + cos(q))*y + 3*x = 1", "(2 + cos(q))*x + 3*y = 2"]
    work = Elimination(*prepared(laws, "yx"))
    work.run()
    first, row = work.solved[0]
    assert work.rows[row][first].constant


def test_what_takes_too_long_is_refused_with_its_first_places(monkeypatch):
    monkeypatch.setattr("multibond.equations.sparse.MOST_WORK", 3)
    monkeypatch.setattr("multibond.equations.sparse.MOST_LEFT", 3)
    monkeypatch.setattr("multibond.equations.sparse.SLOW", 0)
    laws = [f"9*x{k} + x{(k + 1) % 6} + x{(k + 2) % 6} = {k}" for k in range(6)]
    with pytest.raises(StructureError, match="6 equations must be solved together") as caught:
        eliminate(*prepared(laws, [f"x{k}" for k in range(6)]))
    assert sum(law in str(caught.value) for law in laws) == 4
