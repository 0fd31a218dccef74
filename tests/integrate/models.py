"""Schedules for the tests of the integrators, with closed forms or published values."""

from __future__ import annotations

from multibond.equations.schedule import Assign, Schedule, SolveLinear
from multibond.expression import const, function, symbol
from multibond.program import Program


def decay() -> Program:
    """ẋ = −k x."""
    x, k = symbol("x"), symbol("k")
    return Program(Schedule((k,), (x,), (-k * x,)))


def oscillator() -> Program:
    """ẍ = −w² x."""
    x, v, w = symbol("x"), symbol("v"), symbol("w")
    return Program(Schedule((w,), (x, v), (v, -w * w * x)))


def van_der_pol() -> Program:
    """ẍ = mu (1 − x²) ẋ − x."""
    x, v, mu = symbol("x"), symbol("v"), symbol("mu")
    return Program(Schedule((mu,), (x, v), (v, mu * (1.0 - x * x) * v - x)))


def falling_point() -> Program:
    """A point in free fall: height h in m, velocity v in m/s, gravity g in m/s²."""
    h, v, g = symbol("h"), symbol("v"), symbol("g")
    return Program(Schedule((g,), (h, v), (v, -g)))


def double_pendulum() -> Program:
    """Two uniform rods, 1 m and 1 kg each; angles a, b from the horizontal and their velocities p, q."""
    a, b, p, q, g = (symbol(name) for name in "abpqg")
    coupling, side, first, second = (symbol(name) for name in ("coupling", "side", "first", "second"))
    alpha, beta = symbol("alpha"), symbol("beta")
    steps = (
        Assign(coupling, 0.5 * function("cos", a - b)),
        Assign(side, 0.5 * function("sin", a - b)),
        Assign(first, -side * q * q - 1.5 * g * function("cos", a)),
        Assign(second, side * p * p - 0.5 * g * function("cos", b)),
        SolveLinear(
            (alpha, beta),
            ((0, 0, const(4 / 3)), (0, 1, coupling), (1, 0, coupling), (1, 1, const(1 / 3))),
            (first, second),
        ),
    )
    return Program(Schedule((g,), (a, b, p, q), (p, q, alpha, beta), (), steps))


# The state of the double pendulum after 10 s from rest at the horizontal, g = 9.81 m/s², computed at tolerance 1e-13.
DOUBLE_PENDULUM_AT_10 = (-2.3152034, -15.9165160, -4.0351713, 4.8968141)


def chain(n: int) -> Program:
    """n masses in a row with springs and dampers to their neighbours and to the walls: 2 n states, sparse."""
    position = [symbol(f"x{k}") for k in range(n)]
    velocity = [symbol(f"v{k}") for k in range(n)]
    stiffness, damping = symbol("c"), symbol("d")
    zero = const(0.0)
    steps, force = [], [symbol(f"F{k}") for k in range(n + 1)]
    for k in range(n + 1):
        stretch = (position[k] if k < n else zero) - (position[k - 1] if k else zero)
        speed = (velocity[k] if k < n else zero) - (velocity[k - 1] if k else zero)
        steps.append(Assign(force[k], stiffness * stretch + damping * speed, f"spring{k}"))
    derivatives = (*velocity, *(force[k + 1] - force[k] for k in range(n)))
    return Program(Schedule((stiffness, damping), (*position, *velocity), derivatives, (), tuple(steps)))
