"""C, I and IC: laws, energy, start values."""

import numpy as np
import pytest

import multibond as mb
from elements.single import Stand, check_law, check_sensitive
from elements.test_resistor import parameters
from multibond.errors import ModelError
from multibond.expression import evaluate

rng = np.random.default_rng(3)
# dual elements: name of the state, of the variable it integrates, and of the one it determines
DUAL = [(mb.C, "q", "f", "e"), (mb.I, "p", "e", "f")]


@pytest.mark.parametrize(("kind", "state", "rate", "other"), DUAL)
@pytest.mark.parametrize("n", [1, 3])
@pytest.mark.parametrize("which", [0, 1, 2])
def test_linear_storage(kind, state, rate, other, n, which):
    given, full = parameters(n)[which]
    x, dx = rng.normal(size=n), rng.normal(size=n)
    values = {state: x, rate: dx, f"der({state})": dx, other: np.linalg.solve(full, x),
              f"der({other})": np.linalg.solve(full, dx)}  # fmt: skip
    stand = check_law(kind(given), values, n, count=2 * n)
    check_sensitive(stand, values, [state, rate, other, f"der({state})"])
    assert stand.stored_rate(values) == pytest.approx(stand.power_in(values))
    assert [c.kind for c in stand.cells()] == [f"prefer {'effort' if kind is mb.C else 'flow'}"] * n


@pytest.mark.parametrize(("kind", "state", "rate", "other"), DUAL)
@pytest.mark.parametrize("n", [1, 3])
@pytest.mark.parametrize("function", [False, True])
def test_storage_by_law_and_by_energy(kind, state, rate, other, n, function):
    x, dx = rng.normal(size=n), rng.normal(size=n)
    values = {state: x, rate: dx, f"der({state})": dx}
    law = (lambda x: x + x**3) if function else f"{state} + {state}**3"
    check_law(kind(law=law), {**values, other: x + x**3}, n, count=2 * n)
    if n == 1:
        energy = (lambda x: x**2 / 2 + x**4 / 4) if function else f"{state}**2/2 + {state}**4/4"
        effort = x + x**3
    else:  # coupled: H = ½ x·x + x0² x1
        text = "dot(x, x)/2 + x[0]**2*x[1]".replace("x", state)
        energy = (lambda x: x @ x / 2 + x[0] ** 2 * x[1]) if function else text
        effort = x + np.array([2 * x[0] * x[1], x[0] ** 2, 0])
    stand = check_law(kind(energy=energy), {**values, other: effort}, n, count=2 * n)
    assert stand.stored_rate({**values, other: effort}) == pytest.approx(effort @ dx)


@pytest.mark.parametrize("n", [1, 3])
def test_two_port_storage(n):
    p, q, dp, dq = rng.normal(size=(4, n))
    # H = (1 + q·q) p·p / 2 + q·q / 2
    values = {"p": p, "q": q, "der(p)": dp, "der(q)": dq, "i.e": dp, "c.f": dq,
              "i.f": (1 + q @ q) * p, "c.e": (1 + p @ p) * q}  # fmt: skip
    text = "(1 + q**2)*p**2/2 + q**2/2" if n == 1 else "(1 + dot(q, q))*dot(p, p)/2 + dot(q, q)/2"
    for energy in (lambda p, q: (1 + np.dot(q, q)) * np.dot(p, p) / 2 + np.dot(q, q) / 2, text):
        stand = check_law(mb.IC(energy=energy), values, n, count=4 * n)
        check_sensitive(stand, values, ["i.e", "i.f", "c.e", "c.f"])
        assert stand.stored_rate(values) == pytest.approx(stand.power_in(values))


@pytest.mark.parametrize(("kind", "state", "other"), [(mb.C, "q", "e"), (mb.I, "p", "f")])
def test_start_values(kind, state, other):
    own, instead = {f"{state}0": [1, 2, 3]}, {f"{other}0": 4}
    for given, name, fixed in (({}, state, False), (own, state, True), (instead, other, True)):
        starts = [s for s in Stand(kind(**given), 3).starts if not s.asked]
        assert [str(s.expression) for s in starts] == [f"x.{name}[{i}]" for i in range(3)]
        assert all(s.given == fixed for s in starts)
    with pytest.raises(ModelError, match="the start is given twice"):
        Stand(kind(**{f"{state}0": 1, f"{other}0": 1}))


@pytest.mark.parametrize("kind", [mb.C, mb.I])
def test_storage_that_is_no_storage_is_refused(kind):
    with pytest.raises(ModelError, match=r"the matrix is not symmetric: entry \[1,0\] is 3 and \[0,1\] is 2"):
        Stand(kind([[1, 2], [3, 4]]), 2)
    with pytest.raises(ModelError, match="an energy is one number, not 3"):
        Stand(kind(energy=lambda x: x * x), 3)
    name = kind.__name__
    with pytest.raises(ModelError, match=f"the law is given twice, by {name} and energy"):
        Stand(kind(2, energy=lambda x: x * x))
    with pytest.raises(ModelError, match="an IC needs its energy function"):
        Stand(mb.IC())


def test_states_know_their_usual_size():
    stand = Stand(mb.C([1e-9, 2e-9]), 2)
    ((state, size),) = stand.element.nominal(stand.scope)
    assert [str(x) for x in state] == ["x.q[0]", "x.q[1]"]
    np.testing.assert_allclose(evaluate(size, stand.numbers({})), [1e-9, 2e-9])
    for element in (mb.I(3), mb.ThermalCapacitor(5), mb.Species(), mb.Compliance(), mb.GasAccumulator(), mb.Tank(),
                    mb.PipeInertia()):  # fmt: skip
        stand = Stand(element)
        ((state, size),) = element.nominal(stand.scope)
        assert evaluate(np.ravel(size), stand.numbers({}))[0] > 0
    assert list(mb.C(law="q").nominal(Stand(mb.C(law="q")).scope)) == []
