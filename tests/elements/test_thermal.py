"""Thermal elements: laws, conserved energy, produced entropy, and two heat masses in closed form."""

import numpy as np
import pytest

import multibond as mb
from elements.single import Stand, check_law, check_sensitive, numbers
from elements.test_resistor import parameters
from multibond.elements.thermal import GS, RS, Environment, GSth, HeatSource, RSth, ThermalCapacitor
from multibond.equations.system import system
from multibond.errors import ModelError
from multibond.expression import evaluate
from multibond.graph.flat import flatten

rng = np.random.default_rng(9)
both_sizes = pytest.mark.parametrize("n", [1, 3])


@both_sizes
@pytest.mark.parametrize("which", [0, 1, 2])
def test_resistor_and_conductor_with_heat_port(n, which):
    given, full = parameters(n)[which]
    through, t = rng.normal(size=n), 350.0
    heat = through @ full @ through
    for element, names in ((RS(given), ("a.f", "a.e")), (GS(given), ("a.e", "a.f"))):
        values = {names[0]: through, names[1]: full @ through, "b.e": t, "b.f": heat / t}
        stand = check_law(element, values, n, count=n + 1)
        check_sensitive(stand, values, values)
        assert stand.power_in(values) == pytest.approx(0, abs=1e-12)
        assert values["b.f"] > 0
        assert [c.kind for c in stand.cells()] == ["free"] * n + ["flow"]


@both_sizes
def test_nonlinear_resistor_with_heat_port(n):
    x = rng.normal(size=n)
    check_law(RS(law="f**3"), {"a.f": x, "a.e": x**3, "b.e": 300, "b.f": np.sum(x**4) / 300}, n, count=n + 1)
    check_law(GS(law=lambda e: e**3), {"a.e": x, "a.f": x**3, "b.e": 300, "b.f": np.sum(x**4) / 300}, n, count=n + 1)


@both_sizes
def test_heat_conduction_conserves_energy_and_produces_entropy(n):
    hot, cold = rng.uniform(280, 400, size=(2, n))
    heat = 2.5 * (hot - cold)
    values = {"a.e": hot, "b.e": cold, "a.f": heat / hot, "b.f": heat / cold}
    for element in (GSth(2.5), RSth(0.4)):
        stand = check_law(element, values, n, count=2 * n)
        check_sensitive(stand, values, values)
        assert stand.power_in(values) == pytest.approx(0, abs=1e-9)
        assert np.all(values["b.f"] - values["a.f"] >= 0)
        assert [c.kind for c in stand.cells()] == ["flow"] * 2 * n


@both_sizes
def test_thermal_capacitor(n):
    s, ds = rng.normal(size=(2, n))
    capacity, t0 = rng.uniform(10, 20, size=n), 300.0
    t = t0 * np.exp(s / capacity)
    values = {"S": s, "der(S)": ds, "f": ds, "e": t, "der(e)": t * ds / capacity}
    stand = check_law(ThermalCapacitor(capacity.tolist(), t0), values, n, count=2 * n)
    check_sensitive(stand, values, ["S", "der(S)", "f", "e"])
    assert stand.stored_rate(values) == pytest.approx(stand.power_in(values))
    assert all(start.given and float(start.value) == 0 for start in stand.starts)


@both_sizes
def test_heat_source_and_environment(n):
    t, heat = rng.uniform(280, 400, size=n), rng.normal(size=n)
    stand = check_law(HeatSource(heat.tolist()), {"e": t, "f": heat / t}, n, count=n)
    check_sensitive(stand, {"e": t, "f": heat / t}, ["f"])
    assert stand.power_in({"e": t, "f": heat / t}) == pytest.approx(-heat.sum())
    stand = check_law(Environment(t.tolist()), {"e": t, "f": heat}, n, count=n)
    check_sensitive(stand, {"e": t, "f": heat}, ["e"])


def test_two_heat_masses_follow_the_closed_form():
    model = mb.Model("heat_conduction")
    model.hot, model.cold = ThermalCapacitor(15, T0="100 degC"), ThermalCapacitor(15, T0=273.15)
    model.left, model.right, model.wall = mb.J0(), mb.J0(), GSth("10 W/K")
    model.left >> model.hot
    model.right >> model.cold
    model.left >> model.wall >> model.right
    whole = system(flatten(model))
    for time in (0.0, 0.4, 1.0, 3.0):
        fade = 50 * np.exp(-4 * time / 3)
        t1, t2, rate = 323.15 + fade, 323.15 - fade, 4 / 3 * fade
        heat = 10 * (t1 - t2)
        ds1, ds2 = -15 * rate / t1, 15 * rate / t2
        values = {"hot.S": 15 * np.log(t1 / 373.15), "cold.S": 15 * np.log(t2 / 273.15), "der(hot.S)": ds1,
                  "der(cold.S)": ds2, "hot.e": t1, "cold.e": t2, "hot.f": ds1, "cold.f": ds2, "wall.a.e": t1,
                  "wall.b.e": t2, "wall.a.f": heat / t1, "wall.b.f": heat / t2}  # fmt: skip
        known = numbers(whole, values, time)
        np.testing.assert_allclose(evaluate([e.residual for e in whole.equations], known), 0, atol=1e-10)


@pytest.mark.parametrize(("make", "message"), [
    (lambda: ThermalCapacitor(C=0), r"x\.C: the value 0 must be greater than 0"),
    (lambda: ThermalCapacitor(T0=-3), "must be greater than 0"),
    (lambda: GSth(-1), "must be at least 0"),
    (lambda: RSth(0), "must be greater than 0"),
    (lambda: GSth("3 W"), "must be compatible with"),
    (lambda: RS(1, law="f"), "the law is given twice"),
])  # fmt: skip
def test_wrong_thermal_elements_are_refused(make, message):
    with pytest.raises(ModelError, match=message):
        Stand(make())


def test_heat_does_not_join_electricity_directly():
    model = mb.Model("wrong")
    model.battery, model.body = mb.Se(10, domain="electrical"), ThermalCapacitor()
    model.battery >> model.body
    with pytest.raises(ModelError, match="RS"):
        flatten(model)
