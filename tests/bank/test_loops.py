"""Mechanisms with closed loops beside equations of motion that were written by hand, in one coordinate."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.interpolate import CubicSpline
from scipy.optimize import fsolve
from scipy.spatial.transform import Rotation

import multibond as mb
from multibond.analysis.mobility import mobility
from multibond.bank import bricard, double_wishbone

G = 9.81


def turned(rotation: np.ndarray, step: np.ndarray, by: float) -> np.ndarray:
    """The angular velocity, resolved in the body, of a rotation that changes by `step` per `by`."""
    skew = rotation.T @ step / by
    return np.array([skew[2, 1] - skew[1, 2], skew[0, 2] - skew[2, 0], skew[1, 0] - skew[0, 1]]) / 2


def one_coordinate(places, grid, bodies, potential, force):
    """The motion of bodies whose `places(u)` (centres, rotations) follow from one coordinate u: a function of time,
    u and its rate for solve_ivp. `bodies` are masses and inertias, `potential(u)` the energy, `force(t, u, v)` the
    rest.
    """
    small = 1e-5
    mass = []
    for u in grid:
        (centres, turns), (later, after) = places(u - small), places(u + small)
        middle = places(u)[1]
        total = 0.0
        for k, (m, inertia) in enumerate(bodies):
            v = (later[k] - centres[k]) / (2 * small)
            w = turned(middle[k], after[k] - turns[k], 2 * small)
            total += m * v @ v + w @ np.asarray(inertia) @ w
        mass.append(total)
    inertia_of, energy_of = CubicSpline(grid, mass), CubicSpline(grid, [potential(u) for u in grid])

    def rates(t, y):
        u, v = y
        push = force(t, u, v) - energy_of(u, 1) - 0.5 * inertia_of(u, 1) * v * v
        return [v, push / inertia_of(u)]

    return rates


def test_parallelogram():
    model = mb.load("parallelogram")
    result = model.simulate(tolerance=1e-9)
    inertia = 4.0 * 0.8**2 + 2 * (1.0 * 0.4**2 + 0.01)
    moment = G * (4.0 * 0.8 + 2 * 1.0 * 0.4)
    start = [np.radians(40.0), 0.0]
    exact = solve_ivp(lambda t, y: [y[1], -moment * np.sin(y[0]) / inertia], (0, 5), start, t_eval=result.time,
                      rtol=1e-11, atol=1e-12)  # fmt: skip
    assert result["phi"] == pytest.approx(exact.y[0], abs=1e-6)
    first, second = result["hinge1.force"][:, 2], result["hinge4.force"][:, 2]
    assert first + second == pytest.approx(-20.0)
    assert np.all(first < -5.0) and np.all(second < -5.0) and result.undetermined("hinge4.force")[2]
    found = mobility(model)
    assert (found.coordinates, found.constraints, found.mobility, found.overconstraints) == (18, 20, 1, 3)


def test_bricard():
    model = mb.load("bricard")
    result = model.simulate(tolerance=1e-9)
    first, second = result["phi1"] + bricard.FIRST, result["phi2"] + bricard.SECOND
    loop = np.cos(first) + np.cos(second) + np.cos(first) * np.cos(second)
    assert np.max(np.abs(loop)) < 1e-10  # the published relation of its angles
    assert np.min(first) < -2.0 and np.ptp(first) > 3.0  # through the dead centre of the first hinge at −120°
    assert result.stats.energy_residual < 1e-6
    found = mobility(model)
    assert (found.coordinates, found.constraints, found.mobility, found.overconstraints) == (30, 30, 1, 1)

    def angles(u):
        """Along the curve of positions the second angle is smooth where the first one turns back."""
        return u, -np.arccos(-np.cos(u) / (1 + np.cos(u)))

    start, _ = bricard.linkage(bricard.FIRST, bricard.SECOND)

    def places(u):
        points, axes = bricard.linkage(*angles(u))
        frames = [np.column_stack([points[k + 1] - points[k], axes[k], np.cross(points[k + 1] - points[k], axes[k])])
                  for k in range(5)]  # fmt: skip
        return [(points[k] + points[k + 1]) / 2 for k in range(5)], frames

    def potential(u):
        return G * sum(centre[1] for centre in places(u)[0])

    rates = one_coordinate(places, np.linspace(0.3, 1.6, 131), [(1.0, 0.05 * np.eye(3))] * 5, potential,
                           lambda t, u, v: 0.0)  # fmt: skip
    end = float(result.time[np.argmax(first < 0.4) - 1])
    points = np.linspace(0.0, end, 21)
    exact = solve_ivp(rates, (0, end), [bricard.FIRST, 0.5], t_eval=points, rtol=1e-10, atol=1e-11)
    assert start[6] == pytest.approx(start[0], abs=1e-12)
    again = model.simulate(grid=points, tolerance=1e-9)
    assert again["phi1"] + bricard.FIRST == pytest.approx(exact.y[0], abs=1e-6)


def suspension(phi):
    """The suspension for an angle of the lower arm: turns of lower arm, upper arm and upright, by distances alone."""
    at = {name: np.array(getattr(double_wishbone, name)) for name in (
        "LOWER", "LOWER_BALL", "UPPER", "UPPER_BALL", "UPPER_AXIS", "RACK", "STEERING_ARM", "WHEEL")}  # fmt: skip
    axis = at["UPPER_AXIS"] / np.linalg.norm(at["UPPER_AXIS"])
    lower = Rotation.from_rotvec([phi, 0, 0])
    ball = at["LOWER"] + lower.apply(at["LOWER_BALL"] - at["LOWER"])

    def ends(x):
        upright = Rotation.from_rotvec(x[:3])
        upper = Rotation.from_rotvec(axis * x[3])
        held = at["UPPER"] + upper.apply(at["UPPER_BALL"] - at["UPPER"])
        gap = ball + upright.apply(at["UPPER_BALL"] - at["LOWER_BALL"]) - held
        tie = ball + upright.apply(at["STEERING_ARM"] - at["LOWER_BALL"]) - at["RACK"]
        return [*gap, tie @ tie - np.sum((at["STEERING_ARM"] - at["RACK"]) ** 2)]

    x = fsolve(ends, np.zeros(4), xtol=1e-11)
    return lower, Rotation.from_rotvec(axis * x[3]), Rotation.from_rotvec(x[:3]), ball, at


def test_double_wishbone():
    model = mb.load("double_wishbone")
    result = model.simulate(0.8, tolerance=1e-9, points=81)
    found = mobility(model)
    assert (found.mobility, found.overconstraints) == (1, 0)
    seat, tower = np.array(double_wishbone.SEAT), np.array(double_wishbone.TOWER)

    def places(phi):
        lower, upper, upright, ball, at = suspension(phi)
        centres = [at["LOWER"] + lower.apply(at["LOWER_BALL"] - at["LOWER"]) / 2,
                   at["UPPER"] + upper.apply(at["UPPER_BALL"] - at["UPPER"]) / 2,
                   ball + upright.apply(at["WHEEL"] - at["LOWER_BALL"])]  # fmt: skip
        return centres, [r.as_matrix() for r in (lower, upper, upright)]

    def strut(phi):
        lower = Rotation.from_rotvec([phi, 0, 0])
        return np.linalg.norm(np.array(double_wishbone.LOWER) + lower.apply(seat - double_wishbone.LOWER) - tower)

    def potential(phi):
        centres, _ = places(phi)
        weight = G * (4.0 * centres[0][1] + 2.5 * centres[1][1] + 32.0 * centres[2][1])
        return weight + 0.5 * 45e3 * (strut(phi) - 0.58) ** 2

    grid = np.linspace(result["phi"].min() - 0.05, result["phi"].max() + 0.05, 81)
    rise, length = CubicSpline(grid, [places(u)[0][2][1] for u in grid]), CubicSpline(grid, [strut(u) for u in grid])

    def force(t, u, v):
        return (3500.0 + 1500.0 * np.sin(3 * np.pi * t)) * rise(u, 1) - 3e3 * length(u, 1) ** 2 * v

    bodies = [(4.0, np.diag([0.05, 0.08, 0.05])), (2.5, np.diag([0.02, 0.04, 0.03])), (32.0, np.diag([0.9, 0.9, 1.3]))]
    exact = solve_ivp(one_coordinate(places, grid, bodies, potential, force), (0, 0.8), [0.0, 0.0],
                      t_eval=result.time, rtol=1e-9, atol=1e-10)  # fmt: skip
    assert result["phi"] == pytest.approx(exact.y[0], abs=2e-5)
    assert result["rise"] == pytest.approx(rise(exact.y[0]) - double_wishbone.WHEEL[1], abs=1e-5)
    assert result["strut_length"] == pytest.approx(length(exact.y[0]), abs=1e-5)
    turns = [suspension(u)[2].as_matrix() for u in result["phi"][::20]]
    assert result["toe"][::20] == pytest.approx([r[0, 2] for r in turns], abs=1e-8)
    assert result["camber"][::20] == pytest.approx([r[1, 2] for r in turns], abs=1e-8)
