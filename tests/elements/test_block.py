"""Signal blocks: laws, start values, refusals."""

import numpy as np
import pytest

import multibond as mb
from elements.single import Stand, check_law, check_sensitive
from multibond.elements.block import (
    PID,
    Clock,
    Constant,
    DeadZone,
    Derivative,
    FirstOrder,
    Function,
    Gain,
    Integrator,
    Limiter,
    LookupTable,
    Product,
    SecondOrder,
    SignalSwitch,
    StateSpaceBlock,
    Sum,
    TransferFunctionBlock,
)
from multibond.equations.system import system
from multibond.errors import ModelError, NameNotFound
from multibond.graph.flat import flatten

rng = np.random.default_rng(6)
both_sizes = pytest.mark.parametrize("n", [1, 3])


@both_sizes
def test_memoryless_blocks(n):
    u, v = rng.uniform(0.5, 2, size=(2, n))
    matrix = rng.normal(size=(n, n))
    vector = rng.normal(size=n)
    cases = [
        (Constant(vector.tolist(), n=n), {"y": vector}),
        (Gain(2.5, n=n), {"u": u, "y": 2.5 * u}),
        (Gain(vector.tolist(), n=n), {"u": u, "y": vector * u}),
        (Gain(matrix.tolist(), n=n), {"u": u, "y": matrix @ u}),
        (Function("sin(u)", n=n), {"u": u, "y": np.sin(u)}),
        (Function(lambda u: u**3, n=n), {"u": u, "y": u**3}),
        (Sum("+-", n=n), {"u": [u, v], "y": u - v}),
        (Sum("-+-", n=n), {"u": [u, v, u], "y": v - 2 * u}),
        (Product(n=n), {"u": [u, v], "y": u * v}),
        (Product("*/", n=n), {"u": [u, v], "y": u / v}),
        (Limiter(n=n), {"u": u, "y": np.clip(u, -1, 1)}),
        (Limiter(n=n), {"u": -u, "y": np.clip(-u, -1, 1)}),
        (DeadZone(-0.7, 1, n=n), {"u": u, "y": np.maximum(u - 1, 0)}),
        (DeadZone(-0.7, 1, n=n), {"u": -u, "y": np.minimum(-u + 0.7, 0)}),
        (LookupTable([0, 1, 2], [0, 3, 4], n=n), {"u": u, "y": np.interp(u, [0, 1, 2], [0, 3, 4])}),
        (SignalSwitch(1.0, n=n), {"u1": u, "u2": 1.0, "u3": v, "y": u}),
        (SignalSwitch(1.0, n=n), {"u1": u, "u2": 0.9, "u3": v, "y": v}),
    ]
    for element, values in cases:
        stand = check_law(element, values, count=n)
        check_sensitive(stand, values, ["y"])
        assert stand.power_in(values) == 0


@both_sizes
def test_clock(n):
    np.testing.assert_allclose(Stand(Clock(2, n=n)).residual({"y": 1.5}, time=3.5), 0)


def test_function_of_a_vector():
    check_law(Function("sqrt(u[0]**2 + u[1]**2)", n=2, outputs=1), {"u": [3, 4], "y": 5}, count=1)
    check_law(Function(["u[0]", "u[1]", "u[0]*u[1]"], n=2, outputs=3), {"u": [3, 4], "y": [3, 4, 12]}, count=3)


@both_sizes
def test_dynamic_blocks(n):
    u, y, v, x = rng.normal(size=(4, n))
    cases = [
        (Integrator(2, n=n), {"u": u, "der(y)": 2 * u}),
        (FirstOrder(2, 0.5, n=n), {"u": u, "y": y, "der(y)": (2 * u - y) / 0.5}),
        (SecondOrder(2, 3, 0.4, n=n),
         {"u": u, "y": y, "v": v, "der(y)": v, "der(v)": 9 * (2 * u - y) - 2 * 0.4 * 3 * v}),
        (Derivative(2, 0.1, n=n), {"u": u, "x": x, "der(x)": (u - x) / 0.1, "y": 2 * (u - x) / 0.1}),
        (PID(3, n=n), {"u": u, "x": 0, "z": u, "v": 3 * u, "y": 3 * u}),
        (PID(3, 0.5, n=n), {"u": u, "x": x, "der(x)": 3 * u / 0.5, "z": u, "v": 3 * u + x, "y": 3 * u + x}),
        (PID(3, 0.5, 0.2, 20, n=n), {"u": u, "x": x, "der(x)": 3 * u / 0.5, "z": v, "der(z)": (u - v) * 20 / 0.2,
                                    "v": 3 * u + x + 60 * (u - v), "y": 3 * u + x + 60 * (u - v)}),
    ]  # fmt: skip
    for count, (element, values) in zip((1, 1, 2, 2, 4, 4, 4), cases, strict=True):
        stand = check_law(element, values, count=count * n)
        check_sensitive(stand, values, [k for k in values if k != "u"])


def test_limited_integrator_waits_at_its_limit():
    for y, u, rate in ((0.5, 2, 2), (1.0, 2, 0), (1.2, 2, 0), (1.0, -2, -2), (-1.0, -2, 0), (-1.0, 2, 2)):
        check_law(Integrator(lower=-1, upper=1), {"u": u, "y": y, "der(y)": rate}, count=1)
    check_law(Integrator(upper=1), {"u": -2, "y": -9, "der(y)": -2})


def test_limited_pid_leads_its_integral_back():
    values = {"u": 2, "x": 1, "z": 2, "v": 7, "y": 4, "der(x)": 3 * 2 / 0.5 + (4 - 7) / 0.1}
    check_law(PID(3, 0.5, lower=-4, upper=4, Tt=0.1), values, count=4)
    values = {"u": 1, "x": 0.5, "z": 1, "v": 3.5, "y": 3.5, "der(x)": 3 / 0.5}
    check_law(PID(3, 0.5, lower=-4, upper=4), values, count=4)
    with pytest.raises(ModelError, match="anti-windup"):
        Stand(PID(3, Tt=1))


@pytest.mark.parametrize(("num", "den"), [
    ([3], [2, 4]), ([1, 2], [1, 3, 2]), ([2, 1, 5], [4, 3, 2]), ([6], [2]), (2, [1, 0, 0, 1]),
])  # fmt: skip
def test_transfer_function(num, den):
    stand = Stand(TransferFunctionBlock(num, den))
    order, p = len(den) - 1, 0.7  # response to u = exp(p t) is G(p) exp(p t), with states x_k = p^k x_0
    first = 1 / (np.polyval(den, p) / den[0])
    x = first * p ** np.arange(order)
    values = {"u": 1.0, "y": np.polyval(np.atleast_1d(num), p) / np.polyval(den, p)}
    if order:
        values |= {"x": x, "der(x)": p * x}
    np.testing.assert_allclose(stand.residual(values), 0, atol=1e-12)
    assert len(stand.residuals) == order + 1
    assert len(stand.starts) == order


@pytest.mark.parametrize(("states", "inputs", "outputs"), [(1, 1, 1), (3, 2, 2), (2, 1, 3)])
@pytest.mark.parametrize("through", [False, True])
def test_state_space(states, inputs, outputs, through):
    a, b = rng.normal(size=(states, states)), rng.normal(size=(states, inputs))
    c, d = rng.normal(size=(outputs, states)), rng.normal(size=(outputs, inputs)) * through
    x, u = rng.normal(size=states), rng.normal(size=inputs)
    block = StateSpaceBlock(a.tolist(), b.tolist(), c.tolist(), *([d.tolist()] if through else []), x0=x.tolist())
    values = {"x": x, "u": u, "der(x)": a @ x + b @ u, "y": c @ x + d @ u}
    stand = check_law(block, values, count=states + outputs)
    check_sensitive(stand, values, values)
    assert [s.given for s in stand.starts] == [True] * states


def test_blocks_are_scalar_in_a_model_of_wide_bonds():
    assert len(Stand(Gain(2), n=3).residuals) == 1


def test_blocks_connect_into_a_loop():
    model = mb.Model("loop")
    model.error = Sum("+-", u=["step(1, 5)", "plant.y"])
    model.controller = PID(2, 1, u="error.y")
    model.plant = FirstOrder(1, 0.5)
    model.connect(model.controller.y, model.plant.u)
    whole = system(flatten(model))
    assert len(whole.equations) == 3 + 4 + 2 + 1
    assert any(str(e.residual) == "error.u[1] - plant.y" for e in whole.equations)


@pytest.mark.parametrize(("make", "message"), [
    (lambda: Stand(Sum("+*")), "'signs' must be a text"),
    (lambda: Stand(Sum("")), "'signs' must be a text"),
    (lambda: Stand(Sum(2)), "'signs' must be a text"),
    (lambda: Stand(Product("*+")), "'factors' must be a text"),
    (lambda: Stand(Function()), "the function is missing"),
    (lambda: Stand(Function("u[5]", n=3)), "outside the vector"),
    (lambda: Stand(Gain([[1, 2]], n=2)), "does not fit"),
    (lambda: Stand(FirstOrder(T=0)), r"x\.T: the value 0 must be greater than 0"),
    (lambda: Stand(SecondOrder(w=-1)), "must be greater than 0"),
    (lambda: Stand(PID(Ti=0)), "must be greater than 0"),
    (lambda: Stand(LookupTable()), "the table is missing"),
    (lambda: Stand(LookupTable([1, 0], [1, 2])), "must increase"),
    (lambda: Stand(LookupTable([0, 1], [1, 2, 3])), "as many values"),
    (lambda: Stand(LookupTable([0, "time"], [1, 2])), "has no number yet|needs numbers"),
    (lambda: TransferFunctionBlock([1, 2, 3], [1, 2]), "degree 2 is higher than the denominator's 1"),
    (lambda: TransferFunctionBlock([1], [0, 2]), "first coefficient of the denominator is zero"),
    (lambda: TransferFunctionBlock([[1]], [1, 2]), "lists of coefficients"),
    (lambda: TransferFunctionBlock([1], []), "lists of coefficients"),
    (lambda: TransferFunctionBlock([1], [1, 2], n=2), "use StateSpaceBlock"),
    (lambda: Stand(TransferFunctionBlock([1], [1, 2, 1], x0=[1])), "does not fit"),
    (lambda: StateSpaceBlock([[1]], [[1]]), "needs C"),
    (lambda: StateSpaceBlock([1, 2], [[1]], [[1]]), "A must be a matrix"),
    (lambda: Stand(StateSpaceBlock([[1, 2]], [[1]], [[1]])), r"x\.A: the shape \[1, 2\] does not fit"),
    (lambda: Stand(StateSpaceBlock([[1]], [[1], [2]], [[1]])), r"x\.B: the shape"),
    (lambda: StateSpaceBlock([[1]], [[1]], [[1]], n=2), "leave out n"),
    (lambda: Gain(gain=2), "Gain has no parameter 'gain'"),
])  # fmt: skip
def test_wrong_blocks_are_refused(make, message):
    with pytest.raises((ModelError, NameNotFound), match=message):
        make()


def test_a_block_has_no_power_port():
    model = mb.Model("wrong")
    model.source, model.gain = mb.Se(), Gain()
    with pytest.raises(ModelError, match="no power port"):
        model.source >> model.gain
