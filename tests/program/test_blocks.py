"""Linear and nonlinear blocks: their solutions, exact derivatives, and what is said when they fail."""

from __future__ import annotations

import numpy as np
import pytest

from multibond.equations.schedule import Assign, Schedule, SolveLinear, SolveNonlinear
from multibond.expression import ZERO, const, function, gradient, symbol
from multibond.program import Program, tape
from multibond.program.diagnose import diagnose

x, y, a = symbol("x"), symbol("y"), symbol("a")


def _linear(n: int, seed: int = 1) -> tuple[Program, list, np.ndarray]:
    """A system whose matrix has zeros on the diagonal, so that it needs pivots."""
    random = np.random.default_rng(seed)
    unknowns = [symbol(f"u{k}") for k in range(n)]
    numbers = random.normal(size=(n, n))
    numbers[0, 0] = 0.0 if n > 1 else 1.5
    matrix = [
        (i, j, const(numbers[i, j]) * x + function("sin", y * float(i - j)))
        for i in range(n)
        for j in range(n)
        if numbers[i, j] != 0.0
    ]
    right = tuple(x * float(k) + y for k in range(n))
    derivative = sum(unknowns[1:], unknowns[0] * a)
    step = SolveLinear(tuple(unknowns), tuple(matrix), right)
    return Program(Schedule((a,), (x, y), (derivative, unknowns[-1] * x), (), (step,))), unknowns, numbers


@pytest.mark.parametrize("n", [1, 2, 3, 4, 9, 30])
def test_linear_blocks(n):
    program, unknowns, numbers = _linear(n)
    state = np.array([1.3, 0.4])
    matrix = numbers * 1.3 + np.sin(0.4 * np.subtract.outer(np.arange(n), np.arange(n))) * (numbers != 0)
    expected = np.linalg.solve(matrix, 1.3 * np.arange(n) + 0.4)
    np.testing.assert_allclose(program.evaluate(unknowns, 0.0, state, [2.0]), expected, rtol=1e-11)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 9])
def test_jacobian_through_linear_blocks(n):
    _check_jacobian(_linear(n)[0], [2.0], np.array([1.3, 0.4]))


def _nonlinear() -> Program:
    """u³ + u = cos(x) y + x and e^v = a + u² x, coupled, with an inner assignment."""
    u, v, w, q = symbol("u"), symbol("v"), symbol("w"), symbol("q")
    inner = Assign(q, u * u)
    residuals = (q * u + u - w - 0.1 * v, function("exp", v) - a - q * x)
    jacobian = ((0, 0, 3.0 * q + 1.0), (0, 1, const(-0.1)), (1, 0, -2.0 * u * x), (1, 1, function("exp", v)))
    solve = SolveNonlinear((u, v), (inner,), residuals, jacobian, ("spring", "diode"))
    steps = (Assign(w, function("cos", x) * y + x), solve)
    return Program(Schedule((a,), (x, y), (q * v, u - x * function("exp", v)), (), steps, {u: 0.5}))


def test_nonlinear_blocks():
    program = _nonlinear()
    u, v, q = symbol("u"), symbol("v"), symbol("q")
    times = np.zeros(5)
    states = np.column_stack([np.linspace(0.1, 2.0, 5), np.linspace(3.0, -1.0, 5)])
    values = program.evaluate([u, v, q], times, states, [2.0])
    np.testing.assert_allclose(values[:, 2], values[:, 0] ** 2, rtol=1e-15)
    np.testing.assert_allclose(np.exp(values[:, 1]), 2.0 + values[:, 2] * states[:, 0], rtol=1e-13)
    right = np.cos(states[:, 0]) * states[:, 1] + states[:, 0] + 0.1 * values[:, 1]
    np.testing.assert_allclose(values[:, 0] ** 3 + values[:, 0], right, rtol=1e-13, atol=1e-14)


def test_jacobian_through_nonlinear_blocks():
    _check_jacobian(_nonlinear(), [2.0], np.array([0.7, 1.4]))


@pytest.mark.parametrize("chunk", [3, 17])
def test_blocks_in_code_cut_into_chunks(chunk, monkeypatch):
    state = np.array([0.7, 1.4])
    whole = [program.jacobian(0.0, state, [2.0]) for program in (_nonlinear(), _linear(4)[0], _linear(3)[0])]
    monkeypatch.setattr(tape, "CHUNK", chunk)
    cut = [program.jacobian(0.0, state, [2.0]) for program in (_nonlinear(), _linear(4)[0], _linear(3)[0])]
    for a, b in zip(whole, cut, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-14)


def test_damping_finds_a_root_that_plain_newton_misses():
    u = symbol("u")
    step = SolveNonlinear((u,), (), (function("atan", u) - x,), ((0, 0, 1.0 / (1.0 + u * u)),))
    program = Program(Schedule((), (x,), (u,), (), (step,), {u: 20.0}))
    assert program.evaluate([u], 0.0, np.array([0.5]), ())[0] == pytest.approx(np.tan(0.5), rel=1e-14)


def test_a_root_at_zero_converges():
    u = symbol("u")
    step = SolveNonlinear((u,), (), (function("exp", u) - 1.0 - x,), ((0, 0, function("exp", u)),))
    program = Program(Schedule((), (x,), (u,), (), (step,), {u: 3.0}))
    assert abs(program.evaluate([u], 0.0, np.array([0.0]), ())[0]) < 1e-14


def test_failing_newton_names_unknowns_equations_and_values():
    u = symbol("valve.flow")
    step = SolveNonlinear((u,), (), (u * u + x,), ((0, 0, 2.0 * u),), ("valve",))
    program = Program(Schedule((), (x,), (u,), (), (step,), {u: 1.0}))
    words = diagnose(program, 2.0, np.array([4.0]), np.zeros(0), np.zeros(0))
    for part in ("time 2 s", "valve.flow", "(valve)", "x = 4", "off by"):
        assert part in words, words


def test_singular_linear_block_is_named():
    unknowns = tuple(symbol(f"loop.f{k}") for k in range(4))
    matrix = tuple((i, j, x) for i in range(4) for j in range(4))
    step = SolveLinear(unknowns, matrix, (x, x, x, x), ("loop.a", "loop.b", "loop.a", "loop.b"))
    program = Program(Schedule((), (x,), (unknowns[0],), (), (step,)))
    words = diagnose(program, 0.0, np.array([1.0]), np.zeros(0), np.zeros(0))
    assert "singular" in words and "loop.f0" in words and "loop.a, loop.b" in words


def test_no_value_names_the_law_and_its_arguments():
    level, flow = symbol("tank.level"), symbol("tank.flow")
    steps = (Assign(flow, a * function("sqrt", level - x), "tank"),)
    program = Program(Schedule((a,), (x, level), (flow, -flow), (), steps))
    words = diagnose(program, 1.5, np.array([2.0, 1.0]), np.array([3.0]), np.zeros(0))
    for part in ("time 1.5 s", "tank.flow", "law of tank", "sqrt", "= -1"):
        assert part in words, words
    assert diagnose(program, 1.5, np.array([1.0, 2.0]), np.array([3.0]), np.zeros(0)) == ""


def test_pattern_and_colours_of_a_chain():
    n = 30
    states = [symbol(f"s{k}") for k in range(n)]
    flows = [symbol(f"f{k}") for k in range(n + 1)]
    steps = [Assign(flows[k], (states[k - 1] if k else ZERO) - (states[k] if k < n else ZERO)) for k in range(n + 1)]
    program = Program(Schedule((), tuple(states), tuple(flows[k] - flows[k + 1] for k in range(n)), (), tuple(steps)))
    assert program.pattern.count == 3
    matrix = program.jacobian(0.0, np.zeros(n), ())
    np.testing.assert_array_equal(matrix, np.eye(n, k=1) + np.eye(n, k=-1) - 2.0 * np.eye(n))


def test_expressions_shared_by_a_block_and_what_follows_it():
    """The pattern must not forget that an expression met inside a block depends on its unknowns."""
    u = symbol("u")
    shared = function("sin", u)
    step = SolveNonlinear((u,), (), (shared + u - x,), ((0, 0, function("cos", u) + 1.0),))
    program = Program(Schedule((), (x, y), (y, shared), (), (step,)))
    _check_jacobian(program, [], np.array([0.4, 0.2]))
    assert gradient(shared)  # the same node


def _check_jacobian(program: Program, p: list[float], state: np.ndarray) -> None:
    exact, h = program.jacobian(0.0, state, p), 1e-6
    for j, direction in enumerate(np.eye(len(state))):
        ahead, behind = (program.derivative(0.0, state + s * h * direction, p) for s in (1, -1))
        np.testing.assert_allclose(exact[:, j], (ahead - behind) / (2 * h), rtol=2e-7, atol=1e-8)
