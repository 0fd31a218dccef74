"""Models whose solution is known: (model, stop, function from times to expected values by name)."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

import multibond as mb


def rc():
    """A capacitor charged through a resistor, in microfarads: charges are small numbers."""
    model = mb.Model("rc", domain="electrical")
    model.source, model.resistor, model.capacitor, model.loop = mb.Se(5.0), mb.R(2e3), mb.C(1e-6), mb.J1()
    model.source >> model.loop >> [model.resistor, model.capacitor]
    return model, 0.01, lambda t: {"capacitor.e": 5 * (1 - np.exp(-t / 2e-3)), "resistor.f": 2.5e-3 * np.exp(-t / 2e-3)}


def rlc(resistance):
    """A series RLC circuit at 10 V, L = 0.5 H, C = 0.1 F, by the two roots of its characteristic equation."""
    model = mb.load("rlc", resistance=resistance)
    first, second = np.roots([0.5, resistance, 10.0]).astype(complex)

    def expected(t):
        a, b = np.exp(first * t), np.exp(second * t)
        voltage = 10 * (1 - (second * a - first * b) / (second - first))
        current = 10 / 0.5 * (a - b) / (first - second)
        return {"voltage": voltage.real, "current": current.real}

    return model, 5.0, expected


def two_tanks():
    """Two equal tanks joined by a pipe, without inflow and outlet: their difference decays."""
    model = mb.Model("tanks", domain="hydraulic")
    model.first, model.second, model.pipe = mb.Tank(2.0, level0=3.0), mb.Tank(2.0, level0=1.0), mb.R(9810.0)
    model.left, model.passage, model.right = mb.J0(), mb.J1(), mb.J0()
    model.left >> model.first
    model.left >> model.passage >> model.right >> model.second
    model.passage >> model.pipe
    return model, 3.0, lambda t: {"first.level": 2 + np.exp(-t), "second.level": 2 - np.exp(-t)}


def two_heat_masses():
    """C = 15 and 15 J/K, G = 10 W/K, 373.15 and 273.15 K."""
    part = lambda t: 50 * np.exp(-4 / 3 * t)  # noqa: E731
    return mb.load("two_heat_masses"), 3.0, lambda t: {"T1": 323.15 + part(t), "T2": 323.15 - part(t)}


def reaction_abc():
    """A + B = C from (1, 2, 3) with unit constants: a Riccati equation."""
    low, high = -1 - np.sqrt(5), -1 + np.sqrt(5)

    def expected(t):
        z = (1 - high) / (1 - low) * np.exp(-(high - low) * t)
        x = (high - z * low) / (1 - z)
        return {"x_A": x, "x_B": x + 1, "x_C": 4 - x}

    return mb.load("reaction_abc"), 3.0, expected


def van_der_pol():
    """The limit cycle by SciPy at 1e-12."""

    def expected(t):
        found = solve_ivp(lambda _, x: [-x[1] - (x[0] ** 3 / 3 - x[0]), x[0]], (0, t[-1]), [0.5, 0.0], "DOP853",
                          t_eval=t, rtol=1e-12, atol=1e-13)  # fmt: skip
        return {"v": found.y[0], "i": found.y[1]}

    return mb.load("van_der_pol"), 20.0, expected


def electric_circuit():
    """The check values of the reference, at 1, 2, 5 and 10 s, and the closed form between them."""
    C = np.array([[0.045, -0.025], [-0.025, 0.075]])
    A = np.linalg.solve(C, np.diag([-1 / 30, -1 / 75]))
    rates, modes = np.linalg.eig(A)
    part = np.linalg.solve(modes, -np.array([15.0, 0.0]))

    def expected(t):
        v = modes @ (part[:, None] * np.exp(rates[:, None] * t)) + np.array([[15.0], [0.0]])
        return {"v_left": v[0], "v_right": v[1]}

    return mb.load("electric_circuit"), 10.0, expected


CASES = {
    "rc": rc, "rlc under-damped": lambda: rlc(2.0), "rlc over-damped": lambda: rlc(10.0), "two tanks": two_tanks,
    "two heat masses": two_heat_masses, "reaction": reaction_abc, "van der pol": van_der_pol,
    "electric circuit": electric_circuit,
}  # fmt: skip
