"""Passes "blocks" and "tearing" on a few equations: order of computation, torn unknowns, exact Jacobians."""

from __future__ import annotations

import numpy as np
import pytest

from equations.written import carry_out, check_holds, constant, names, numbers, rows
from multibond.equations.blocks import LARGE, Block, solve_for, sort_blocks, steps_of, tear
from multibond.equations.nonzero import Nonzero
from multibond.equations.sampling import Samples
from multibond.equations.schedule import Assign, SolveLinear, SolveNonlinear, needed
from multibond.equations.states import Selected
from multibond.errors import StructureError
from multibond.expression import ZERO, evaluate, gradient, parse, symbol

VALUES = {symbol("a"): 2.0, symbol("b"): 3.0}


def sorted_blocks(laws, unknowns, states=()):
    return sort_blocks(Selected(rows(*laws), tuple(map(symbol, states)), tuple(map(parse, unknowns))))


def steps(laws, unknowns, parameters=VALUES, guessed=(), rates=(), depth=lambda path: 0):
    found = []
    fixed = {*parameters, symbol("mode")}
    for block in sorted_blocks(laws, unknowns):
        found += steps_of(
            block, Nonzero(parameters), fixed.__contains__, frozenset(map(parse, rates)),
            Samples(parameters.get, numbers()), depth, {symbol(name) for name in guessed},
        )  # fmt: skip
    return found


def test_blocks_come_in_the_order_of_computation():
    found = sorted_blocks(["z = x + y", "y = 2*x", "x = 1"], ["x", "y", "z"])
    assert [names(block.unknowns) for block in found] == [["x"], ["y"], ["z"]]
    assert [block.equations[0].origin for block in found] == ["x = 1", "y = 2*x", "z = x + y"]


def test_what_depends_on_each_other_is_one_block():
    found = sorted_blocks(["x = y + 1", "w = x", "y = 2*x - z", "z = 5"], ["w", "x", "y", "z"])
    assert [names(block.unknowns) for block in found] == [["z"], ["x", "y"], ["w"]]


def test_equations_that_cannot_be_matched_are_refused():
    with pytest.raises(StructureError, match=r"too many for x; nothing determines y") as caught:
        sorted_blocks(["x = 1", "x = 2"], ["x", "y"])
    assert caught.value.where in ("x = 1", "x = 2")


def test_one_equation_is_solved_for_its_unknown():
    (found,) = steps(["a*x + b = 7"], ["x"])
    assert isinstance(found, Assign) and found.origin == "a*x + b = 7"
    assert carry_out([found], VALUES)[symbol("x")] == 2.0


def test_solve_for_is_exact_or_says_no():
    x = symbol("x")
    assert solve_for(parse("3*x - y"), x) is not None
    assert solve_for(parse("x*x - y"), x) is None and solve_for(parse("y - 1"), x) is None
    values = {symbol("y"): 7.0}
    assert evaluate([solve_for(parse("4 - 2*x + y"), x)], values)[0] == 5.5


def test_a_factor_that_an_event_may_make_zero_is_left_to_the_solver():
    (found,) = steps(["mode*x = 0"], ["x"])
    assert isinstance(found, SolveLinear) and found.right == (ZERO,) and names(found.unknowns) == ["x"]
    (plain,) = steps(["a*x = 0"], ["x"])
    assert isinstance(plain, Assign)
    (moving,) = steps(["mode*x = a"], ["x"])
    assert isinstance(moving, Assign)


def test_a_nonlinear_equation_is_iterated():
    (found,) = steps(["x**3 + x = b"], ["x"])
    assert isinstance(found, SolveNonlinear) and found.inner == ()
    assert [(i, j) for i, j, _ in found.jacobian] == [(0, 0)]
    assert carry_out([found], VALUES)[symbol("x")] == pytest.approx(1.2134116627622296)


def test_a_linear_loop_is_torn_to_few_unknowns():
    laws = ["x = y + a", "y = z + 1", "z = b - x"]
    found = steps(laws, ["x", "y", "z"])
    assert isinstance(found[0], SolveLinear) and len(found[0].unknowns) == 1 and len(found) == 3
    check_holds(rows(*laws), carry_out(found, VALUES))


def test_a_nonlinear_loop_has_the_exact_jacobian_through_its_inner_assignments():
    laws = ["x = y**2 + a", "y = 1/x + 0.1*z", "z = sin(x) + y"]
    found = steps(laws, ["x", "y", "z"])
    (step,) = found
    assert isinstance(step, SolveNonlinear) and len(step.unknowns) + len(step.inner) == 3
    known = carry_out(found, VALUES)
    check_holds(rows(*laws), known)

    # the Jacobian against differences
    def residuals(at):
        values = dict(known) | dict(zip(step.unknowns, at, strict=True))
        for assign in step.inner:
            values[assign.target] = evaluate([assign.value], values)[0]
        return np.array(evaluate(step.residuals, values))

    at = np.array([known[x] for x in step.unknowns])
    for i, j, entry in step.jacobian:
        away = np.eye(len(at))[j] * 1e-6
        slope = (residuals(at + away) - residuals(at - away))[i] / 2e-6
        assert evaluate([entry], known)[0] == pytest.approx(slope, rel=1e-5)


def test_unknowns_with_a_guess_are_torn_if_the_system_does_not_grow():
    laws = ["x = exp(-y)", "y = 2*x + 0*x**2 + sin(x)"]
    plain, guided = (steps(laws, ["x", "y"], guessed=g)[0] for g in ((), ("y",)))
    other = steps(laws, ["x", "y"], guessed=("x",))[0]
    assert names(guided.unknowns) == ["y"] or len(plain.unknowns) < len(guided.unknowns)
    assert names(other.unknowns) == ["x"]


def test_rates_of_states_are_torn_first():
    laws = ["der(p) = e", "e = u - 2*der(p)*a", "u = e + 3*der(p) + 1"]
    found = steps(laws, ["der(p)", "e", "u"], rates=["der(p)"])
    assert names(found[0].unknowns) == ["der(p)"]


def test_tear_leaves_residuals_and_assigns_the_rest_once():
    block = Block(rows("x = y + a", "y = z + 1", "z = b - x"), tuple(map(symbol, "xyz")))
    slopes = [{v: d for v, d in gradient(e.residual).items() if v in block.unknowns} for e in block.equations]
    made = tear(block, slopes, Nonzero(VALUES), frozenset())
    inner = made.inner(block, slopes)
    assert len(made.unknowns) == len(made.left) == 1 and len(inner) == 2
    assert {*made.unknowns, *(a.target for a in inner)} == set(block.unknowns)
    assert [x for _, x in made.order] == [a.target for a in inner]
    # an unknown is not assigned by dividing by what may vanish
    none = tear(block, slopes, lambda slope: False, frozenset())
    assert none.order == [] and len(none.unknowns) == 3 and none.left == [0, 1, 2]


def test_large_linear_blocks_are_eliminated_sparsely():
    n = 3 * LARGE
    laws = [f"x{k} = 0.1*({' + '.join(f'x{j}' for j in range(n) if j != k)}) + {k + 1}" for k in range(n)]
    found = steps(laws, [f"x{k}" for k in range(n)])
    check_holds(rows(*laws), carry_out(found, {}))


def test_how_large_a_dense_block_may_be():
    for n in (LARGE + 1, LARGE + 2):
        laws = [f"{' + '.join(f'{1 + (k * j) % 7}*x{j}' for j in range(n))} + {9 * k}*x{k} = {k}" for k in range(n)]
        found = steps(laws, [f"x{k}" for k in range(n)])
        together = isinstance(found[0], SolveLinear)
        assert together == (n == LARGE + 1) and (not together or len(found[0].unknowns) == LARGE)
        check_holds(rows(*laws), carry_out(found, {}))


def test_only_needed_steps_are_found():
    found = steps(["z = x + y", "y = 2*x", "x = 1", "w = 3*x"], ["x", "y", "z", "w"])
    assert [names([step.target]) for _, step in needed(found, [symbol("z")])] == [["x"], ["y"], ["z"]]
    assert [step.target for _, step in needed(found, [symbol("w")])] == [symbol("x"), symbol("w")]
    assert needed(found, [symbol("time")]) == []


def test_constant_is_what_it_says():
    assert constant("a")(symbol("a")) and not constant("a")(symbol("b"))


def torn_of(laws, unknowns):
    block = Block(rows(*laws), tuple(map(symbol, unknowns)))
    slopes = [{v: d for v, d in gradient(e.residual).items() if v in block.unknowns} for e in block.equations]
    made = tear(block, slopes, Nonzero(VALUES), frozenset())
    return names(made.unknowns), names([x for _, x in made.order]), made.left


def test_what_one_equation_determines_is_not_torn():
    assert torn_of(["x = y + 1", "y = a"], "xy") == ([], ["y", "x"], [])


def test_what_leaves_most_equations_with_one_unknown_is_torn():
    laws = ["y + x = 1", "x + z = 2", "w + y + z = 3", "w + y + v = 4", "v + y + x = 5"]
    torn, inner, residuals = torn_of(laws, "yxzwv")
    assert torn == ["x"] and sorted(inner) == ["v", "w", "y", "z"] and len(residuals) == 1


def test_what_no_equation_can_be_solved_for_is_torn_first():
    torn, _, _ = torn_of(["y + z + x**3 = 1", "y - z + x**3 = 2", "2*y + z + x**3 = 3"], "yzx")
    assert torn[0] == "x"
