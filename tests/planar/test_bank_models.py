"""The planar models of the bank: published check values, independent equations of motion, closed loops, energy."""

from __future__ import annotations

import numpy as np
import pytest
import sympy as sp

import multibond as mb
from planar.minimal import G, motion, turned

# t: values of the outputs, to all digits shown in the reference
CHECKS = {
    "planar_pendulum": {1: (-0.379195, -0.555117), 2: (-0.623155, 0.196716), 5: (-0.573115, -0.351296),
                        10: (-0.251268, 0.550440)},
    "crane_crab": {1: (0.880738, -0.564940), 2: (0.438847, -0.283065), 5: (0.055160, -0.036559),
                   10: (0.214699, -0.140317)},
    "crane_crab_wrapped": {1: (-0.638141, -0.850487), 2: (1.337356, -4.081184), 5: (0.127451, -2.623262),
                           10: (0.672706, -5.633639)},
    "double_pendulum": {1: (-1.535479, 1.456805), 2: (-3.764744, 1.603579), 5: (-1.879304, -18.433468),
                        10: (-3.460129, -6.376404)},
    "planar_pendulum_damped": {1: (-0.522124, -1.175239), 2: (-2.612818, -2.639344), 5: (-2.072268, -0.154293),
                               10: (-2.959330, -0.241276)},
}  # fmt: skip
LOOPS = ["kinematic_loop_slider", "planar_four_bar", "planar_slider_crank"]


@pytest.mark.parametrize("name", CHECKS)
def test_check_values(name):
    result = mb.load(name).simulate(10.0, tolerance=1e-10, points=11)
    for t, values in CHECKS[name].items():
        for output, value in zip(result.outputs, values, strict=True):
            assert result[output][t] == pytest.approx(value, abs=1.01e-6), (output, t)


@pytest.mark.parametrize("name", LOOPS)
def test_loops_stay_closed(name):
    result = mb.load(name).simulate(100.0, tolerance=1e-8, points=4001)
    assert result.stats.constraint_residual < 1e-8
    assert result.stats.energy_residual < 100 * 1e-8


def agrees(name, columns, stop=5.0, tolerance=1e-7):
    """Hold outputs of a bank model against independent columns of values; both functions of the times."""
    result = mb.load(name).simulate(stop, tolerance=1e-10, points=501)
    for output, expected in columns(result.time).items():
        np.testing.assert_allclose(result[output], expected, atol=tolerance, err_msg=output)
    return result


def test_free_body():
    x, y, phi = q = sp.symbols("x y phi")

    def columns(times):
        held = sp.Matrix([x, y]) - turned((1, 0), phi)
        spring = 5 * (sp.sqrt(held.dot(held)) - 1) ** 2
        X = motion(q, [(1, 0.12, (x, y), phi)], [1.2, -0.5, 0, 0, 0, 0], times, potential=spring)
        return {"x": X[0], "y": X[1], "phi": X[2]}

    agrees("free_body_planar", columns)


def test_kinematic_loop_is_a_pendulum():
    # four masses at arms of length 1; three bodies turn with the arms, that of the side across does not
    phi = sp.Symbol("phi")

    def columns(times):
        tips = [turned((1, 0), phi), turned((1, 0), phi) - sp.Matrix([0, 1])]
        bodies = [(1, 1, tips[0], phi), (1, 1, tips[1], 0), (1, 1, tips[1], phi), (1, 1, tips[1], phi)]
        X = motion([phi], bodies, [0.0, 0.0], times)
        return {"phi": X[0], "w": X[1]}

    # from 0.76 s on it has swung through its flat position, where only the momentum tells which way it goes on
    agrees("kinematic_loop", columns, stop=5.0, tolerance=1e-6)
    before = agrees("kinematic_loop", columns, stop=0.7)
    assert before.stats.constraint_residual < 1e-8
    np.testing.assert_allclose(before["hinge2.phi"], -before["phi"], atol=1e-9)


def test_kinematic_loop_with_slider():
    s, psi = sp.symbols("s psi")

    def columns(times):
        # the rods of length 3 meet below the middle of the slider's way; psi is the angle of the pendulum in the world
        apex = sp.Matrix([s / 2, -sp.sqrt(9 - s**2 / 4)])
        tip = apex + turned((2, 0), psi)
        lean = -np.arcsin(2.0 / 6.0)  # of the second rod at the start, against which the pendulum starts at rest
        X = motion([s, psi], [(2, 0.05, tip, psi)], [2.0, lean, 0.0, 0.0], times, potential=25 * (s - 1.6) ** 2,
                   force=lambda t, q, v: [-2 * v[0], 0.0])  # fmt: skip
        return {"s": X[0], "phi": X[1] + np.arcsin(X[0] / 6), "x": X[0] / 2 + 2 * np.cos(X[1]),
                "y": -np.sqrt(9 - X[0] ** 2 / 4) + 2 * np.sin(X[1])}  # fmt: skip

    agrees("kinematic_loop_slider", columns)


def test_slider_crank():
    phi = sp.Symbol("phi")
    piston = 0.3 * sp.cos(phi) + sp.sqrt(0.64 - 0.09 * sp.sin(phi) ** 2)

    def columns(times):
        bodies = [(1, 0.1, turned((0.3, 0), phi), phi), (3, 0, (piston, sp.Integer(0)), 0)]
        X = motion([phi], bodies, [0.0, -2.5], times)
        return {"phi": X[0], "w": X[1], "x": sp.lambdify(phi, piston)(X[0])}

    agrees("planar_slider_crank", columns)


def test_four_bar():
    phi = sp.Symbol("phi")
    pin = turned((1, 0), phi)
    apart = sp.Matrix([3, 0]) - pin  # from the crank pin to the bearing of the rocker
    distance = sp.sqrt(apart.dot(apart))
    along = (9 + distance**2 - sp.Rational(25, 4)) / (2 * distance)
    above = sp.sqrt(9 - along**2)
    joint = pin + along * apart / distance + above * sp.Matrix([-apart[1], apart[0]]) / distance
    coupler = sp.atan2(joint[1] - pin[1], joint[0] - pin[0])
    rocker = sp.atan2(joint[1], joint[0] - 3)

    def columns(times):
        bodies = [(2, 2 / 12, pin / 2, phi), (3, 27 / 12, (pin + joint) / 2, coupler),
                  (2.5, 2.5**3 / 12, (joint + sp.Matrix([3, 0])) / 2, rocker)]  # fmt: skip
        X = motion([phi], bodies, [1.0, 8.0], times)
        return {"phi": X[0], "w": X[1], "psi": sp.lambdify(phi, rocker)(X[0])}

    result = agrees("planar_four_bar", columns, tolerance=1e-6)
    assert result["phi"][-1] > 6 * 2 * np.pi  # the crank makes full turns


def test_crane_crab_data_are_parameters():
    s, phi = q = sp.symbols("s phi")
    times = np.linspace(0, 3, 31)
    X = motion(q, [(2, 0, (s, 0), 0), (3, 0, sp.Matrix([s, 0]) + turned((0, -2), phi), phi)], [0, 0, 0, 0], times,
               gravity=G)  # fmt: skip
    assert np.allclose(X, 0)  # hangs at rest
    result = mb.load("crane_crab", m_crab=2.0, m_load=3.0, r=[0.0, -2.0]).simulate(3.0, points=31)
    assert np.abs(result["phi"]).max() < 1e-12
