"""Switches and diodes, ideal and leaky, in every mode."""

import numpy as np
import pytest

import multibond as mb
from elements.single import Stand, check_law, check_sensitive
from multibond.elements.switch import D2, D, Sw, Sw2, Zener
from multibond.errors import ModelError
from multibond.expression import FALSE, TRUE, parse, substitute, topological

rng = np.random.default_rng(7)
both_sizes = pytest.mark.parametrize("n", [1, 3])


def modes(stand):
    """The element's laws with its one condition set to true and to false, as texts."""
    (condition,) = {x.args[0] for x in topological(stand.residuals) if x.op == "if"}
    return [[str(r) for r in substitute(stand.residuals, {condition: value})] for value in (TRUE, FALSE)]


@both_sizes
@pytest.mark.parametrize("closed", [True, "2 > 1", lambda: True])
def test_ideal_switch(n, closed):
    through = rng.normal(size=n)
    stand = check_law(Sw(closed), {"e": np.zeros(n), "f": through}, n, count=n)
    assert stand.power_in({"e": np.zeros(n), "f": through}) == 0
    stand = check_law(Sw(False), {"e": through, "f": np.zeros(n)}, n, count=n)
    assert stand.power_in({"e": through, "f": np.zeros(n)}) == 0
    assert [c.kind for c in stand.cells()] == ["flow"] * n
    assert [c.kind for c in Stand(Sw("time > 1"), n).cells()] == ["free"] * n


def test_modes_of_an_ideal_switch_are_plain_laws():
    assert Sw.structural_modes
    assert modes(Stand(Sw("time > 1"), 1)) == [["x.e"], ["x.f"]]
    stand = Stand(Sw("time > 1"), 3)
    np.testing.assert_allclose(stand.residual({"e": 0, "f": 5}, time=2), 0)
    np.testing.assert_allclose(stand.residual({"e": 5, "f": 0}, time=0.5), 0)
    assert modes(Stand(Sw("sine(1, 1)")))  # a signal counts as closed from 0.5 on


@both_sizes
def test_leaky_switch(n):
    x = rng.normal(size=n)
    resistance = rng.uniform(0.1, 1, size=n)
    for closed, values in ((True, {"f": x, "e": resistance * x}), (False, {"e": x, "f": 0.01 * x})):
        stand = check_law(Sw2(closed, resistance.tolist(), 0.01), values, n, count=n)
        check_sensitive(stand, values, values)
        assert stand.power_in(values) > 0


@both_sizes
def test_ideal_diode(n):
    direction = rng.normal(size=n)
    u = direction / np.linalg.norm(direction)
    across = rng.normal(size=n)
    across -= across @ u * u
    for values in ({"e": np.zeros(n), "f": 2 * u + across, "s": 2}, {"e": -3 * u, "f": across, "s": -3}):
        stand = check_law(D(direction.tolist()), values, n, count=n + 1)
        assert stand.power_in(values) == pytest.approx(0, abs=1e-12)
    u = np.full(n, 1 / np.sqrt(n))
    check_law(D(), {"e": -3 * u, "f": np.zeros(n), "s": -3}, n, count=n + 1)


def test_modes_of_an_ideal_diode_are_plain_laws():
    assert D.structural_modes
    conducting, blocking = modes(Stand(D()))
    assert conducting == ["x.e", "x.f - x.s"]
    assert blocking == ["x.e - x.s", "x.f"]


@both_sizes
def test_leaky_diode(n):
    direction = rng.normal(size=n)
    u = direction / np.linalg.norm(direction)
    for s in (2.0, -2.0):
        e, f = (0.7 + 0.1 * s, s + 0.01 * 0.7) if s > 0 else (0.7 + s, 0.01 * (0.7 + s))
        values = {"e": e * u, "f": f * u, "s": s}
        stand = check_law(D2(direction.tolist(), 0.1, 0.01, 0.7), values, n, count=n + 1)
        check_sensitive(stand, values, ["e", "s"])
        assert stand.power_in(values) > 0


@both_sizes
@pytest.mark.parametrize("e", [2.0, 0.3, -3.0, -7.0])
def test_zener_diode(n, e):
    f = (e - 0.6) / 0.1 + 0.006 if e > 0.6 else (e + 5) / 0.1 - 0.05 if e < -5 else 0.01 * e
    values = {"e": np.full(n, e), "f": np.full(n, f)}
    stand = check_law(Zener(5, 0.6, 0.1, 0.01), values, n, count=n)
    check_sensitive(stand, values, values)
    assert stand.power_in(values) > 0


@pytest.mark.parametrize(("make", "message"), [
    (lambda: Sw(), "does not know when it is closed"),
    (lambda: Sw("[1 > 0, 2 > 1]"), "has 2 conditions"),
    (lambda: Sw("closd > 1"), "there is no 'closd'"),
    (lambda: Sw2(True, Ron=-1), r"x\.Ron: the value -1 must be at least 0"),
    (lambda: D2(Goff=-1), "must be at least 0"),
    (lambda: Zener(0), "must be greater than 0"),
    (lambda: D([0, 0, 0]), "the direction of a diode cannot be zero"),
    (lambda: D([1, 2]), r"x\.direction: the shape \[2\] does not fit"),
])  # fmt: skip
def test_wrong_switches_are_refused(make, message):
    with pytest.raises((ModelError, LookupError), match=message):
        Stand(make(), 3)


@pytest.mark.parametrize(("text", "expected"), [
    ("step(1)", "not time < 1"), ("step(1) > 0.5", "not time < 1"),
    ("pulse(2, 1) and True", "not time < 0 and time < 2*floor(time/2) + 1"),
    ("0.5 < (3 if time < 1 else 0)", "time < 1"), ("not step(1)", "time < 1"), ("1", "True"), ("time", "time >= 0.5"),
    ("(time > 1) if time > 2 else (time < 3)", "time > 2 and time > 1 or not time > 2 and time < 3"),
])  # fmt: skip
def test_conditions_become_plain(text, expected):
    stand = Stand(Sw(text))
    assert str(stand.element.condition(stand.scope)) == str(parse(expected))


def test_a_pulsing_ideal_switch_runs():
    model = mb.Model("switched", domain="electrical")
    model.source, model.loop, model.switch, model.R, model.C = mb.Se(10), mb.J1(), Sw("pulse(2, 1)"), mb.R(2), mb.C(0.5)
    model.source >> model.loop >> [model.switch, model.R, model.C]
    result = model.simulate(stop=4, tolerance=1e-8, points=41)
    closed = np.minimum(result.time, 1) + np.clip(result.time - 2, 0, 1)
    np.testing.assert_allclose(result["C.e"], 10 * (1 - np.exp(-closed)), atol=1e-6)


@pytest.mark.parametrize("kind", [mb.D, mb.D2])
def test_a_diode_turned_round_passes_the_flow_backwards(kind):
    def current(direction):
        model = mb.Model("rectifier", domain="electrical")
        model.source, model.loop, model.load = mb.Se(mb.sine(1, 1)), mb.J1(), mb.R(2)
        model.diode = kind(direction=direction)
        model.source >> model.loop >> [model.load, model.diode]
        return model.simulate(1.0)["load.f"]

    forwards, backwards = current(1), current(-1)
    assert forwards.max() == pytest.approx(0.5, abs=1e-3) and forwards.min() > -1e-4
    assert backwards == pytest.approx(-np.roll(forwards, 250), abs=1e-2)
