"""Gravity as an expression of the place: against point gravity, closed forms and other integrators."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import multibond as mb
from multibond import planar, spatial

MUE = 3.986e14


@pytest.mark.parametrize("library, n", [(planar, 2), (spatial, 3)])
def test_a_central_field_is_the_gravity_of_a_point(library, n):
    radius = 7e6
    speed = 1.1 * np.sqrt(MUE / radius)
    square = "(" + " + ".join(f"{x}**2" for x in "xyz"[:n]) + ")"
    worlds = {"gravity": "point"}, {"gravity": "field", "field": [f"-{MUE}*{x}/{square}**1.5" for x in "xyz"[:n]]}
    ends = []
    for given in worlds:
        model = mb.Model("orbit")
        model.world = library.World(**given)
        model.body = library.Body(5.0, x0=[radius, 0.0, 0.0][:n], v0=[0.0, speed, 0.0][:n])
        result = model.simulate(6000.0, tolerance=1e-10)
        assert result.stats.energy_residual < 1e-8
        ends.append(result["body.x"])
    assert np.max(np.abs(ends[0] - ends[1])) < 1e-8 * radius


def test_a_field_acts_at_the_centre_of_mass_and_may_be_a_function():
    model = mb.Model("rod")
    model.world = planar.World(gravity="field", field=lambda x, y: [0.0, -9.81 * mb.exp(-y / 2)])
    model.ground, model.hinge, model.rod = planar.Fixed(), planar.Revolute(phi0=0.3), planar.SolidRod([1.5, 0.0], 2.0)
    model.join(model.ground.b, model.hinge.a)
    model.join(model.hinge.b, model.rod.a)
    result = model.simulate(2.0, tolerance=1e-10)

    def rates(t, y):
        return [y[1], -9.81 * np.exp(-0.75 * np.sin(y[0]) / 2) * 0.75 * np.cos(y[0]) / (1.5**2 / 3)]

    expected = solve_ivp(rates, (0, 2), [0.3, 0.0], rtol=1e-12, atol=1e-12)
    assert abs(result["hinge.phi"][-1] - expected.y[0, -1]) < 1e-8 and result.stats.energy_residual < 1e-8


@pytest.mark.parametrize("bonds", ["vector", "scalar"])
def test_a_mass_in_a_field_that_springs_back(bonds):
    model = mb.Model("well")
    model.world, model.mass = spatial.World(gravity="field", field=["-x", "-4*y", "-9*z"]), spatial.PointMass(3.0)
    result = model.simulate(2.0, parameters={"mass.x0": [1.0, 1.0, 1.0]}, tolerance=1e-9, bonds=bonds)
    assert np.allclose(result["mass.x"][-1], np.cos(2.0 * np.array([1.0, 2.0, 3.0])), atol=1e-7)


def test_a_field_without_potential_delivers_work_and_the_books_close(tmp_path):
    model = mb.Model("swirl")
    model.world = planar.World(gravity="field", field=["-y - 0.2*y*sin(time)", "x"])
    model.body = planar.Body(2.0, 0.1, x0=[1.0, 0.0])
    result = model.simulate(3.0, tolerance=1e-9)
    path = tmp_path / "swirl.yaml"
    model.save(path)
    assert np.array_equal(mb.load(path).simulate(3.0, tolerance=1e-9)["body.x"], result["body.x"])

    def rates(t, y):
        return [y[2], y[3], -y[1] * (1 + 0.2 * np.sin(t)), y[0]]

    expected = solve_ivp(rates, (0, 3), [1, 0, 0, 0], rtol=1e-12, atol=1e-12).y[:, -1]
    assert np.allclose(result["body.x"][-1], expected[:2], atol=1e-7)
    assert result.energy.delivered[-1] == pytest.approx(expected[2] ** 2 + expected[3] ** 2, rel=1e-6)
    assert result.stats.energy_residual < 1e-7


@pytest.mark.parametrize(
    "given, said",
    [
        ({"gravity": "field"}, "give both or neither"),
        ({"field": ["0", "0"]}, "give both or neither"),
        ({"gravity": "field", "field": ["0"]}, "2 components, one for each of x, y, not 1"),
        ({"gravity": "field", "field": ["0", "heigth"]}, r"world\.field: the gravity field cannot be read: .*'heigth'"),
        ({"gravity": "field", "field": ["0", "x +"]}, r"world\.field: .*'x \+' cannot be read"),
        ({"gravity": "field", "field": lambda x: [0, 0]}, r"world\.field: .*positional"),
    ],
)
def test_wrong_fields_are_refused_with_a_reason(given, said):
    with pytest.raises(mb.MultibondError, match=said):
        model = mb.Model("wrong")
        model.world, model.body = planar.World(**given), planar.Body()
        model.simulate(1.0)
