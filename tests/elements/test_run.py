"""Small models of the elements, simulated against closed forms."""

import numpy as np
import pytest

import multibond as mb


def block_response(block, **options):
    """Time and output of a block that gets a unit step at 0."""
    model = mb.Model("response")
    model.x = block
    result = model.simulate(stop=5.0, tolerance=1e-9, points=51, **options)
    return result.time, result["x.y"]


def test_two_heat_masses():
    model = mb.Model("heat")
    model.hot, model.cold = mb.ThermalCapacitor(15, T0=373.15), mb.ThermalCapacitor(15, T0=273.15)
    model.left, model.right, model.wall = mb.J0(), mb.J0(), mb.GSth(10)
    model.left >> model.hot
    model.right >> model.cold
    model.left >> model.wall >> model.right
    result = model.simulate(stop=3, tolerance=1e-8, points=31)
    np.testing.assert_allclose(result["hot.e"], 323.15 + 50 * np.exp(-4 * result.time / 3), atol=1e-5)
    np.testing.assert_allclose(result["cold.e"], 323.15 - 50 * np.exp(-4 * result.time / 3), atol=1e-5)


def test_reaction_ends_in_equilibrium():
    model = mb.Model("reaction")
    model.A, model.B, model.C = mb.Species(x0=1), mb.Species(x0=2), mb.Species(x0=3)
    model.reactants, model.reaction = mb.J1(), mb.Reaction()
    [model.A, model.B] >> model.reactants >> model.reaction >> model.C
    result = model.simulate(stop=3, tolerance=1e-8)
    end = [result[f"{name}.x"][-1] for name in "ABC"]
    np.testing.assert_allclose(end, [1.23606, 2.23606, 2.76393], atol=1e-5)


def test_losses_heat_a_body():
    model = mb.Model("heated")
    model.source, model.loop, model.heater = mb.Se(10, domain="electrical"), mb.J1(), mb.RS(5)
    model.node, model.body = mb.J0(), mb.ThermalCapacitor(10, T0=300)
    model.cooling, model.room = mb.GSth(0.5), mb.Environment(300)
    model.source >> model.loop
    model.bond(model.loop, model.heater.a)
    model.bond(model.heater.b, model.node)
    model.node >> model.body
    model.bond(model.node, model.cooling.a)
    model.bond(model.cooling.b, model.room)
    result = model.simulate(stop=50, tolerance=1e-8, points=11)
    np.testing.assert_allclose(result["body.e"], 300 + 40 * (1 - np.exp(-result.time / 20)), atol=1e-4)
    assert result.stats.energy_residual < 1e-6


def test_two_tanks_level_out():
    model = mb.Model("tanks")
    model.high, model.low = mb.Tank(1.0, level0=2), mb.Tank(0.5)
    model.left, model.right, model.middle, model.orifice = mb.J0(), mb.J0(), mb.J1(), mb.Orifice(1e-2)
    model.left >> model.high
    model.left >> model.middle >> model.orifice
    model.middle >> model.right >> model.low
    result = model.simulate(stop=300, tolerance=1e-7)
    assert result["high.level"][-1] == pytest.approx(4 / 3, abs=1e-5)
    np.testing.assert_allclose(result["high.level"] + 0.5 * result["low.level"], 2, atol=1e-6)
    assert result.stats.energy_residual < 1e-5


def test_step_responses():
    t, y = block_response(mb.FirstOrder(2, 0.5, u=1))
    np.testing.assert_allclose(y, 2 * (1 - np.exp(-t / 0.5)), atol=1e-7)
    t, y = block_response(mb.SecondOrder(1, 2, 0.25, u=1))
    damped = 2 * np.sqrt(1 - 0.25**2)
    expected = 1 - np.exp(-0.5 * t) * (np.cos(damped * t) + 0.5 / damped * np.sin(damped * t))
    np.testing.assert_allclose(y, expected, atol=1e-7)
    matrices = [[0, 1], [-1, -2]], [[0], [1]], [[1, 0]]
    for block in (mb.TransferFunctionBlock([1], [1, 2, 1], u=1), mb.StateSpaceBlock(*matrices, u=[1])):
        t, y = block_response(block)
        np.testing.assert_allclose(y, 1 - (1 + t) * np.exp(-t), atol=1e-7)
    t, y = block_response(mb.Derivative(1, 0.1, u="time"))
    np.testing.assert_allclose(y, 1 - np.exp(-t / 0.1), atol=1e-4)
    t, y = block_response(mb.Integrator(2, upper=3, u=1))
    np.testing.assert_allclose(y, np.minimum(2 * t, 3), atol=1e-7)


def test_controller_reaches_its_reference():
    model = mb.Model("control")
    model.error = mb.Sum("+-", u=["step(1, 5)", "plant.y"])
    model.controller = mb.PID(2, 1, 0.1, u="error.y", lower=-6, upper=6)
    model.plant = mb.FirstOrder(1, 0.5, u="controller.y")
    result = model.simulate(stop=30, tolerance=1e-7)
    assert result["plant.y"][-1] == pytest.approx(5, abs=1e-4)
    assert result["controller.y"].max() == pytest.approx(6)
    assert result["plant.y"].max() < 6


@pytest.mark.parametrize(("signal", "stop", "integral"), [
    ("pulse(0.1, 0.03, 2, 0, 0.2)", 5, 2 * 0.03 * 48),
    ("trapezoid(1, 0.01, 0.02, 0.03, 0.1)", 2, 20 * 0.04),
    ("table([0, 1, 1, 2, 7], [0, 1, 5, 5, 0])", 10, 0.5 + 5 + 12.5),
    ("step(1.5, 3, 1)", 4, 4 + 7.5), ("ramp(2, 2, 1)", 4, 2 + 2),
])  # fmt: skip
def test_jumps_and_bends_in_time_are_met_exactly(signal, stop, integral):
    model = mb.Model("signal")
    model.sum = mb.Integrator(u=signal)
    assert model.simulate(stop=stop, tolerance=1e-8)["sum.y"][-1] == pytest.approx(integral, abs=1e-7)


def test_leaky_rectifier():
    model = mb.Model("rectifier", domain="electrical")
    model.source, model.loop = mb.Se("sine(10, 1, 0.3)"), mb.J1()
    model.diode, model.load = mb.D2(Ron=0.1, Goff=1e-9), mb.R(9.9)
    model.source >> model.loop >> [model.diode, model.load]
    result = model.simulate(stop=2, tolerance=1e-8, points=401)
    np.testing.assert_allclose(result["load.f"], np.maximum(np.sin(2 * np.pi * result.time + 0.3), 0), atol=1e-6)


def test_leaky_switch_closes_a_circuit():
    model = mb.Model("switched", domain="electrical")
    model.source, model.loop, model.switch = mb.Se(10), mb.J1(), mb.Sw2("time > 1", 1e-9, 1e-9)
    model.R, model.C = mb.R(2.0), mb.C(0.5)
    model.source >> model.loop >> [model.switch, model.R, model.C]
    result = model.simulate(stop=4, tolerance=1e-8, points=41)
    np.testing.assert_allclose(result["C.e"], 10 * (1 - np.exp(-np.maximum(result.time - 1, 0))), atol=1e-5)


def test_bipolar_transistor_at_its_operating_point():
    model = mb.Model("amplifier", domain="electrical")
    model.base, model.supply = mb.Se(0.65), mb.Se(12)
    model.transistor, model.loop, model.collector = mb.BJT(), mb.J1(), mb.R(1e3)
    model.node, model.C = mb.J0(), mb.C(1.0)
    model.bond(model.base, model.transistor.b)
    model.supply >> model.loop >> model.collector
    model.loop >> model.node >> model.C
    model.bond(model.node, model.transistor.c)
    result = model.simulate(stop=2e4, tolerance=1e-7, points=11)
    current = 1e-14 * np.exp(0.65 / 0.02585)
    assert result["C.e"][-1] == pytest.approx(12 - 1e3 * current, rel=1e-4)
