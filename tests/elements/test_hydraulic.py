"""Hydraulic elements: laws, energy, power."""

import numpy as np
import pytest

from elements.single import Stand, check_law, check_sensitive
from multibond.elements.hydraulic import (
    Compliance,
    GasAccumulator,
    HydraulicCylinder,
    LaminarPipe,
    Orifice,
    PipeInertia,
    Pump,
    ServoValve,
    Tank,
)
from multibond.errors import ModelError
from multibond.expression import evaluate

rng = np.random.default_rng(11)
both_sizes = pytest.mark.parametrize("n", [1, 3])


def turbulent(p, area):
    """The orifice equation with its laminar transition at 1 kPa."""
    return np.sign(p) * 0.62 * area * np.sqrt(2 / 870 * p**2 / np.sqrt(p**2 + 1e6))


@both_sizes
@pytest.mark.parametrize("scale", [1e2, 1e7])
def test_orifice(n, scale):
    p = scale * rng.normal(size=n)
    values = {"e": p, "f": turbulent(p, 2e-5)}
    stand = check_law(Orifice(2e-5), values, n, count=n)
    assert stand.power_in(values) > 0
    assert np.abs(stand.residual({**values, "f": 2 * values["f"]})).min() > 0
    assert [c.kind for c in stand.cells()] == ["free"] * n


def test_orifice_is_turbulent_far_from_zero():
    p = 1e6
    assert turbulent(p, 1e-5) == pytest.approx(0.62 * 1e-5 * np.sqrt(2 * p / 870), rel=1e-6)


@both_sizes
@pytest.mark.parametrize(("opening", "open_part"), [(0.3, 0.3), (2.0, 1.0), (-1.0, 0.01)])
def test_servo_valve(n, opening, open_part):
    p = 1e6 * rng.normal(size=n)
    values = {"e": p, "f": turbulent(p, 2e-5 * open_part), "opening": opening}
    stand = check_law(ServoValve(2e-5, leak=0.01), values, n, count=n)
    assert stand.power_in(values) > 0
    assert [c.kind for c in stand.cells()] == ["flow"] * n


@both_sizes
def test_laminar_pipe(n):
    f = rng.normal(size=n)
    values = {"f": f, "e": 128 * 0.03 * 2 / (np.pi * 0.02**4) * f}
    stand = check_law(LaminarPipe(2, 0.02, 0.03), values, n, count=n)
    check_sensitive(stand, values, values)
    assert stand.power_in(values) > 0


@both_sizes
def test_pipe_inertia(n):
    f, de = rng.normal(size=(2, n))
    inertia = 900 * 2 / 3e-4
    values = {"p": inertia * f, "f": f, "der(p)": de, "e": de, "der(f)": de / inertia}
    stand = check_law(PipeInertia(2, 3e-4, 900), values, n, count=2 * n)
    check_sensitive(stand, values, ["p", "f", "e", "der(p)"])
    assert stand.stored_rate(values) == pytest.approx(stand.power_in(values))
    assert [c.kind for c in stand.cells()] == ["prefer flow"] * n


@both_sizes
def test_vessels(n):
    v, f = rng.uniform(1e-4, 5e-4, size=(2, n))
    gas = 1e-3 / (1e-3 - v)
    cases = [
        (Compliance(2e-3, 1e9), 1e9 / 2e-3 * v, {}),
        (GasAccumulator(2e6, 1e-3, 1.3), 2e6 * gas**1.3, {}),
        (GasAccumulator(2e6, 1e-3, process="isothermal"), 2e6 * gas, {}),
        (Tank(0.5), 1000 * 9.81 * v / 0.5, {"level": v / 0.5}),
    ]
    for element, pressure, more in cases:
        values = {"V": v, "der(V)": f, "f": f, "e": pressure, **more}
        stand = check_law(element, values, n, count=(2 + len(more)) * n)
        check_sensitive(stand, values, values)
        assert stand.stored_rate(values) == pytest.approx(stand.power_in(values))
        assert [c.kind for c in stand.cells()] == ["prefer effort"] * n


def test_vessels_start_as_they_are_given():
    accumulator = GasAccumulator(filled=1e-4)
    for element, volume in ((Compliance(2e-3, 1e9, e0=1e6), 2e-6), (Tank(0.5, level0=2), 1.0), (accumulator, 1e-4)):
        stand = Stand(element)
        (start,) = stand.starts
        assert (str(start.expression), start.given) == ("x.V", True)
        assert evaluate([start.value], stand.numbers({}))[0] == pytest.approx(volume)


@both_sizes
def test_pump_and_cylinder(n):
    flow, effort = rng.normal(size=(2, n))
    ratio = rng.uniform(0.5, 2, size=n)
    for element, values in (
        (Pump(ratio.tolist()), {"a.f": flow, "b.f": ratio * flow, "b.e": effort, "a.e": ratio * effort}),
        (HydraulicCylinder(ratio.tolist()), {"b.f": flow, "a.f": ratio * flow, "a.e": effort, "b.e": ratio * effort}),
    ):
        stand = check_law(element, values, n, count=2 * n)
        check_sensitive(stand, values, values)
        assert stand.power_in(values) == pytest.approx(0, abs=1e-12)
        assert [c.kind for c in stand.cells()] == ["tf"] * n


@pytest.mark.parametrize(("make", "message"), [
    (lambda: Orifice(-1), r"x\.A: the value -1 must be at least 0"),
    (lambda: Orifice("3 m"), "must be compatible with m"),
    (lambda: LaminarPipe(diameter=0), "must be greater than 0"),
    (lambda: GasAccumulator(kappa=1), "must be greater than 1"),
    (lambda: GasAccumulator(kappa=1.4, process="isothermal"), "an isothermal gas has kappa = 1"),
    (lambda: Tank(level0=-1), "must be at least 0"),
    (lambda: HydraulicCylinder(A="1 l"), "must be compatible with m"),
])  # fmt: skip
def test_wrong_hydraulic_elements_are_refused(make, message):
    with pytest.raises(ModelError, match=message):
        Stand(make())
