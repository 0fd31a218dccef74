"""Excavator, quadcopter and Stewart platform against Newton, Euler and Lagrange, written by hand."""

import numpy as np
from scipy.integrate import solve_ivp

from examples.running import run


def turn(angle):
    return np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])


def test_the_rams_of_the_excavator_are_as_long_as_its_angles_say():
    result = run("excavator").result
    lift = [np.linalg.norm(turn(boom) @ [2.0, -0.2] - [0.5, -0.6]) for boom in result["boom"]]
    curl = [np.linalg.norm([4.0, 0] + turn(stick) @ [-0.5, 0.2] - [1.8, 0.5]) for stick in result["stick"]]
    assert np.allclose(result["lift.slide.s"], lift, atol=1e-9)
    assert np.allclose(result["curl.slide.s"], curl, atol=1e-9)


def test_the_arm_of_the_excavator_moves_as_lagrange_says():
    """M q̈ + h + weight = the forces of the rams by their levers, at every instant."""
    result = run("excavator").result
    a, e, wa, we = (result[name] for name in ("shoulder.phi", "elbow.phi", "shoulder.w", "elbow.w"))
    b, wb, g = a + e, wa + we, 9.81
    m1, l1, m2, l2, m3 = 600, 4.0, 250, 2.2, 400
    first, second = m1 * l1**2 / 3 + (m2 + m3) * l1**2, m2 * l2**2 / 3 + m3 * l2**2 + 60
    s = (m2 / 2 + m3) * l2  # first moment of stick and bucket about the elbow
    da, db = result["der(shoulder.w)"], result["der(shoulder.w) + der(elbow.w)"]
    by_a = first * da + s * l1 * (np.cos(b - a) * db - np.sin(b - a) * wb**2)
    by_a = by_a + g * (m1 / 2 + m2 + m3) * l1 * np.cos(a)
    by_b = second * db + s * l1 * (np.cos(b - a) * da + np.sin(b - a) * wa**2) + g * s * np.cos(b)

    def lever(of, at, step=1e-6):
        return (of(at + step) - of(at - step)) / (2 * step)

    forces = {ram: result[f"{area[0]}*{ram}.oil.e - {area[1]}*{ram}.oil_top.e - 6e4*{ram}.slide.v"]
              for ram, area in {"lift": (90e-4, 60e-4), "curl": (70e-4, 45e-4)}.items()}  # fmt: skip
    x, y = 2.0 * np.cos(a) + 0.2 * np.sin(a), 2.0 * np.sin(a) - 0.2 * np.cos(a)
    assert np.allclose(np.hypot(x - 0.5, y + 0.6), result["lift.slide.s"])
    lift = np.array([lever(lambda q: np.linalg.norm(turn(q) @ [2.0, -0.2] - [0.5, -0.6]), q) for q in a])
    curl = np.array([lever(lambda q: np.linalg.norm([2.2, -0.5] + turn(q) @ [-0.5, 0.2]), q) for q in e])
    scale = np.abs(by_a).max()
    assert np.abs(by_b - forces["curl"] * curl).max() < 1e-5 * scale
    assert np.abs(by_a - (forces["lift"] * lift - forces["curl"] * curl)).max() < 1e-5 * scale


def test_the_excavator_lifts_and_its_books_close():
    result = run("excavator").result
    assert result["boom"][-1] > result["boom"][0] + 0.3 and result["stick"][-1] < result["stick"][0] - 0.4
    assert abs(result["supply"].max() - 20e6) < 1e3 and result.stats.energy_residual < 1e-6
    assert result.extremes("curl.oil.e").minimum >= -95e3 - 1  # where the oil cavitates the run is followed again too


def test_the_quadcopter_flies_as_newton_and_euler_say():
    example = run("quadcopter")
    mass, inertia, goal = example.MASS, np.array(example.INERTIA), np.array([2.0, -1.0, 3.0])
    places, turns, drag = np.array(example.PLACES), np.array(example.TURNS), example.DRAG
    wrench = np.array([np.ones(4), places[:, 1], -places[:, 0], drag * turns])  # lift and torques of the propellers

    def rates(t, z):
        x, v, w, lag, R = z[:3], z[3:6], z[6:9], z[9:13], z[13:].reshape(3, 3)  # the columns of R: axes of the body
        force = mass * (4 * (goal - x) - 4 * v + [0, 0, 9.81])
        seen = R.T @ force / np.linalg.norm(force)
        command = [max(R[:, 2] @ force, 0), -2 * seen[1] - 0.25 * w[0], 2 * seen[0] - 0.25 * w[1], -0.1 * w[2]]
        lift, *torque = wrench @ lag
        spin = (np.array(torque) - np.cross(w, inertia * w)) / inertia
        skew = np.array([[0, -w[2], w[1]], [w[2], 0, -w[0]], [-w[1], w[0], 0]])
        follow = (np.linalg.solve(wrench, command) - lag) / 0.03
        return np.concatenate([v, R[:, 2] * lift / mass - [0, 0, 9.81], spin, follow, (R @ skew).ravel()])

    c, s = np.cos(np.radians(170)), np.sin(np.radians(170))
    start = [0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, c, -s, 0, s, c]
    mine = solve_ivp(rates, (0, 6), start, t_eval=example.result.time, rtol=1e-10, atol=1e-12).y
    assert np.abs(example.result["position"].T - mine[:3]).max() < 1e-4
    assert np.abs(example.result["upright"] - mine[21]).max() < 1e-4
    assert np.linalg.norm(example.result["position"][-1] - goal) < 0.01 and example.result["upright"][-1] > 0.9999
    assert np.allclose(example.result["lift"][-1], mass * 9.81 / 4, rtol=1e-3)


def pose(t):
    """Where the plate is, and how it is turned."""
    tilt = 0.15 * np.sin(4 * t)
    c, s = np.cos(tilt), np.sin(tilt)
    return np.array([0.2 * np.sin(3 * t), 0, 0.9]), np.array([[1, 0, 0], [0, c, -s], [0, s, c]])


def test_the_stewart_platform_goes_its_way_and_its_legs_bear_what_newton_says():
    example = run("stewart")
    result, step = example.result, 1e-3
    hands = np.array([[x, y, 0] for x, y in example.HANDS])
    feet = np.array([[x, y, 0] for x, y in example.FEET])
    mass = 2700 * np.pi * 0.25 * 0.04
    inertia = mass * np.array([0.25 / 4 + 0.04**2 / 12, 0.25 / 4 + 0.04**2 / 12, 0.25 / 2])
    forces, places = result["force"], result["place"]
    post, up = [0.2, 0.1, 0.3], np.array([0, 0, 9.81])
    for k in range(0, len(result.time), 25):
        t = result.time[k]
        r, R = pose(t)
        assert np.allclose(places[k], r, atol=1e-8)

        def second(of, at=t):
            return (-of(at + 2 * step) + 16 * of(at + step) - 30 * of(at) + 16 * of(at - step) - of(at - 2 * step)) / (
                12 * step**2
            )

        plate = mass * (second(lambda u: pose(u)[0]) + up)
        load = 30 * (second(lambda u: pose(u)[0] + pose(u)[1] @ post) + up)
        tilting = second(lambda u: 0.15 * np.sin(4 * u))  # about x, a principal axis of the plate
        torque = np.cross(R @ post, load) + [inertia[0] * tilting, 0, 0]
        ends = hands @ R.T
        legs = r + ends - feet
        along = legs / np.linalg.norm(legs, axis=1)[:, None]
        wrench = np.concatenate([plate + load, torque])
        expected = np.linalg.solve(np.vstack([along.T, np.cross(ends, along).T]), wrench)
        assert np.abs(forces[k] - expected).max() < 1e-4 * np.abs(expected).max()
    assert not result.stats.doubts and result.stats.constraint_residual < 1e-9
