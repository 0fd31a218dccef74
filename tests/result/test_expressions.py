"""Expressions of variables, asked of a result: values, derivatives, units, and what is refused."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb


@pytest.fixture(scope="module")
def motor():
    return mb.load("dc_motor").simulate(2.0, tolerance=1e-9)


@pytest.mark.parametrize(
    "text, unit",
    [
        ("current * voltage", "W"),
        ("2*motor_speed", "rad/s"),
        ("motor_speed - ratio*load_speed", "rad/s"),
        ("shaft_torque*motor_speed", "W"),
        ("abs(-current)", "A"),
        ("sqrt(current**2)", "A"),
        ("der(current)", "A/s"),
        ("motor_speed if time > 1 else 0", "rad/s"),
        ("3.6*motor_speed", ""),
        ("current > 1", ""),
        ("voltage/current", "Ω"),
    ],
)
def test_units_are_inferred(motor, text, unit):
    assert motor.unit(text) == unit


def test_values_are_those_of_the_parts(motor):
    current, speed = motor["current"], motor["motor_speed"]
    assert np.allclose(
        motor["current * motor_speed + der(current) / 2"], current * speed + motor["der(current)"] / 2, rtol=1e-12
    )
    assert np.array_equal(motor["current > 1 and time < 0.5"], (current > 1) & (motor.time < 0.5))
    assert np.allclose(motor.evaluate("max(current, 1)"), np.maximum(current, 1))
    assert motor["[current, 2*current]"].shape == (501, 2)


def test_vectors_are_combined():
    result = mb.load("double_pendulum_3d").simulate(0.2, points=5)
    name = next(n for n in result.names if result[n].shape == (5, 3))
    values = result[name]
    assert np.allclose(result[f"dot({name}, {name})"], (values**2).sum(axis=1))
    assert np.allclose(result[f"{name}[1] * 2"], 2 * values[:, 1])


def test_derivatives_of_expressions_are_exact():
    """The power into a capacitor that is charged over a resistance has a closed form, and so have its derivatives."""
    model = mb.Model("rc", domain="electrical")
    model.s, model.j, model.r, model.c = mb.Se(1.0), mb.J1(), mb.R(2.0), mb.C(0.5)
    model.s >> model.j >> [model.r, model.c]
    result = model.simulate(3.0, tolerance=1e-11)
    decay = np.exp(-result.time)
    voltage, current = 1 - decay, decay / 2
    rate = decay * current - voltage * current
    assert np.allclose(result["der(c.e * c.f)"], rate, atol=1e-9)
    assert np.allclose(result["der(der(c.e))"], -decay, atol=1e-9)
    assert np.allclose(result["der(time * c.e)"], voltage + result.time * decay, atol=1e-9)
    assert result.unit("der(c.e * c.f)") == "W/s"


def test_derivatives_pass_through_nonlinear_systems():
    result = mb.load("four_bar").simulate(0.5, points=2001, tolerance=1e-9)
    name = next(n for n in result.names if n.endswith(".a.x") and np.ptp(result[n][:, 1]) > 1e-3)
    exact = result[f"der({name}[1]**2)"]
    assert np.max(np.abs(np.gradient(result[name][:, 1] ** 2, result.time) - exact)[1:-1]) < 1e-3 * np.max(
        np.abs(exact)
    )


@pytest.mark.parametrize(
    "text, words",
    [
        ("curent * 2", "did you mean 'current'"),
        ("current + voltage", "does not fit"),
        ("current*voltage + current", "does not fit"),
        ("sin(current)", "needs a plain number"),
        ("current ^ 2", r"written with \*\*"),
        ("foo(current)", "no function"),
        ("current +", "cannot be read"),
        ("motor.no.e", "there is no variable"),
    ],
)
def test_what_has_no_meaning_is_refused(motor, text, words):
    with pytest.raises(mb.MultibondError, match=words):
        motor[text]


def test_derivatives_beside_set_valued_laws_are_refused_by_a_sentence():
    result = mb.load("half_wave_rectifier").simulate(0.01, points=11)
    state = result.stats.states[0]
    assert np.all(np.isfinite(result[f"der({state})"]))
    with pytest.raises(mb.ModelError, match="set-valued laws"):
        result[f"der({state}**2)"]


def test_names_are_found_by_pattern(motor):
    assert motor.find("*speed") == ["motor_speed", "load_speed"]
    assert set(motor.find("speed")) >= {"motor_speed", "load_speed"}
    assert motor.find("shaft_spring.?") == ["shaft_spring.C", "shaft_spring.q", "shaft_spring.e", "shaft_spring.f"]
    assert motor.find("nothing*") == []


def test_constants_alone_are_expressions():
    result = mb.load("rlc").simulate(1.0, points=3)
    assert result["pi"] == pytest.approx([np.pi] * 3)
    assert list(result["True"]) == [1.0, 1.0, 1.0] and list(result["False"]) == [0.0, 0.0, 0.0]
