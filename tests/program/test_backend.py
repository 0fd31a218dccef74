"""Back ends and number types: the same steps in double and in single precision, and another back end in their place."""

from __future__ import annotations

import ctypes
from math import fabs, sin, sqrt

import numpy as np
import pytest

from multibond.equations.schedule import Assign, Schedule, SolveLinear, SolveNonlinear
from multibond.errors import ModelError
from multibond.expression import ONE, choose, function, function_2, power, relation, symbol, table
from multibond.integrate import integrate
from multibond.program import Program
from multibond.program import context as places
from multibond.program.backend import Backend, Listing, Room
from multibond.program.kernel import integer, kernel, real, reals
from multibond.program.llvm import Llvm
from multibond.program.number import DOUBLE, SINGLE, Bound

x, y, p, z = symbol("x"), symbol("y"), symbol("p"), symbol("z")
LOCATIONS = {x: ("x", 0), y: ("x", 1), p: ("p", 0)}
X, P = (0.3, 0.7), 1.9


def _call(number, steps, outputs):
    """One call of a function for `number`, with memory made by hand."""
    room = Room()
    made = Llvm(number).compile(Listing("f", steps, outputs, LOCATIONS), room)
    states, out = np.array(X, number.dtype), number.zeros(len(outputs))
    memory = {places.PARAMETERS: np.array([P], number.dtype), places.WORKSPACE: number.zeros(room.reserved),
              places.STATUS: np.zeros(places.STATUS_SIZE, np.int64)}  # fmt: skip
    pointers = np.zeros(places.SIZE, np.int64)
    for place, array in memory.items():
        pointers[place] = array.ctypes.data
    call = ctypes.CFUNCTYPE(ctypes.c_int32, number.c, *[ctypes.c_void_p] * 3)(made.address)
    assert call(0.0, states.ctypes.data, out.ctypes.data, pointers.ctypes.data) == 0
    return out


def test_single_precision_is_numpys_float32():
    outputs = [x + y * p, x / y - p, power(x, 3), function("sqrt", y), choose(relation("lt", x, y), x * p, y),
               function_2("min", x, p), function("abs", x - y)]  # fmt: skip
    a, b, c = np.float32(X[0]), np.float32(X[1]), np.float32(P)
    expected = [a + b * c, a / b - c, a * (a * a), np.sqrt(b), a * c, a, abs(a - b)]
    assert _call(SINGLE, (), outputs).tolist() == [float(v) for v in expected]
    assert _call(DOUBLE, (), outputs) == pytest.approx(np.array(expected, float), rel=3e-7)
    assert not np.any(_call(DOUBLE, (), outputs)[:2] == np.array(expected, float)[:2])


@pytest.mark.parametrize("name", ["sin", "cos", "tan", "exp", "tanh", "atan", "log"])
def test_functions_of_single_precision(name):
    (found,) = _call(SINGLE, (), [function(name, y)])
    assert found.dtype == np.float32
    numpys = {"atan": "arctan"}.get(name, name)
    assert found == pytest.approx(getattr(np, numpys)(np.float32(X[1])), rel=2e-7)


def test_sine_and_cosine_together_and_tables():
    nodes = [function("sin", x), function("cos", x), table(x, [0, 1], [2, 4]), power(x, 0.3), function_2("atan2", x, y)]
    expected = [np.sin(X[0]), np.cos(X[0]), 2 + 2 * X[0], X[0] ** 0.3, np.arctan2(*X)]
    assert _call(SINGLE, (), nodes) == pytest.approx(expected, rel=3e-7)


def test_solvers_of_single_precision():
    u = [symbol(f"u{k}") for k in range(4)]
    matrix = tuple((i, j, p + 1.0 if i == j else ONE * (1 + i - j) * 0.1) for i in range(4) for j in range(4))
    dense = np.full((4, 4), 0.0)
    for i, j, _ in matrix:
        dense[i, j] = P + 1.0 if i == j else (1 + i - j) * 0.1
    linear = SolveLinear(tuple(u), matrix, (x, y, p, ONE))
    cube = SolveNonlinear((z,), (), (z * z * z + z - u[0] - 2,), ((0, 0, 3 * z * z + 1),))
    found = _call(SINGLE, (linear, cube, Assign(symbol("w"), z * 2)), [*u, z])
    solution = np.linalg.solve(dense, [*X, P, 1.0])
    assert found[:4] == pytest.approx(solution, rel=1e-6)
    assert found[4] ** 3 + found[4] == pytest.approx(solution[0] + 2, rel=1e-6)


@kernel
def length(n: integer, v: reals) -> real:
    total = 0.0
    for i in range(n):
        total += v[i] * v[i]
    return sqrt(fabs(total)) + 0.0 * sin(total)


def test_a_kernel_for_two_number_types():
    values = np.array([0.1, 0.2, 0.3])
    assert length(3, values) == pytest.approx(np.linalg.norm(values), rel=1e-15)
    single = length.of(SINGLE)(3, values.astype(np.float32))
    assert single == np.float32(single)
    assert single == pytest.approx(np.linalg.norm(values), rel=2e-7)
    assert length.of(SINGLE) is length.of(SINGLE)
    assert length.of(DOUBLE) is length


def test_bounds_follow_the_precision():
    assert Bound(1e-10).of(DOUBLE) == 1e-10
    assert 1e-5 < Bound(1e-10).of(SINGLE) < 1e-4
    assert SINGLE.constant(1e300) == "0x7FF0000000000000"


def test_the_text_names_its_number_type_only():
    text, _ = Llvm(SINGLE).text(Listing("f", (), [function("sin", x) * 0.1 + p], LOCATIONS), Room())
    assert "double" not in text
    assert "f64" not in text


def _pendulum() -> Schedule:
    """A pendulum whose acceleration is found from a linear and a nonlinear system."""
    alpha, tension = symbol("alpha"), symbol("tension")
    linear = SolveLinear((alpha,), ((0, 0, p),), (-9.81 * function("sin", x),))
    cube = SolveNonlinear((tension,), (), (power(tension, 3) + tension - y * y,), ((0, 0, 3 * tension * tension + 1),))
    return Schedule((p,), (x, y), (y, alpha - 0.1 * tension), (), (linear, cube), {tension: 0.3})


def test_a_program_in_single_precision():
    single, double = Program(_pendulum(), Llvm(SINGLE)), Program(_pendulum())
    states = np.array([[0.3, 0.7], [-0.2, 1.9], [1.4, -0.6]])
    for row in states:
        found = single.derivative(0.0, row, [P])
        assert found.dtype == np.float32
        np.testing.assert_allclose(found, double.derivative(0.0, row, [P]), rtol=1e-6)
        np.testing.assert_allclose(single.jacobian(0.0, row, [P]), double.jacobian(0.0, row, [P]), rtol=1e-5)
    rows = single.evaluate([x * p, function("cos", y)], np.zeros(3), states, [P])
    given = states.astype(np.float32)
    assert rows[:, 0].tolist() == (given[:, 0] * np.float32(P)).tolist()
    np.testing.assert_allclose(rows[:, 1], np.cos(given[:, 1]), rtol=3e-7)
    with pytest.raises(ModelError, match="programs of doubles, not of the number type float"):
        integrate(single, 0.0, states[0], [1.0], [P])


class Counting(Backend):
    """A back end that notes what it is asked for."""

    number = DOUBLE

    def __init__(self):
        self.names = []

    def compile(self, listing, room):
        self.names.append(listing.name)
        return Llvm().compile(listing, room)


def test_a_program_compiles_through_its_back_end():
    backend = Counting()
    program = Program(Schedule((p,), (x,), (-p * x,)), backend)
    assert program.derivative(0.0, np.array([2.0]), [3.0]) == pytest.approx([-6.0])
    assert program.jacobian(0.0, np.array([2.0]), [3.0]) == pytest.approx(np.array([[-3.0]]))
    assert backend.names == ["rhs", "jvp"]
