"""Runs made by hand and shapes on them: what the animation needs of a result, without a simulation."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
from scipy.integrate import solve_ivp

from multibond.expression import evaluate, symbol
from multibond.expression.functions import cos, sin
from multibond.look import Force, Shape, Trace, about_z
from multibond.picture.animation import animate


class Run:
    """Variables over time under the names of symbols; answers like a result."""

    def __init__(self, title, time, variables, units=None, energy=None):
        self.time = np.asarray(time, dtype=float)
        self.variables = {name: np.asarray(values, dtype=float) for name, values in variables.items()}
        self.units = units or {}
        self.system = SimpleNamespace(graph=SimpleNamespace(title=title, models={}))
        zero = np.zeros(len(self.time))
        energy = energy or {}
        self.energy = SimpleNamespace(
            **{name: energy.get(name, zero) for name in ("stored", "dissipated", "delivered", "residual")}
        )
        self.calls = 0

    @property
    def outputs(self):
        return list(self.variables)

    def __getitem__(self, name):
        return self.variables[name]

    def unit(self, name):
        return self.units.get(name, "")

    def values(self, expressions):
        self.calls += 1
        leaves = {symbol(name): values for name, values in self.variables.items() if values.ndim == 1}
        rows = [{leaf: float(values[k]) for leaf, values in leaves.items()} for k in range(len(self.time))]
        return np.array([[float(value) for value in evaluate(expressions, row)] for row in rows])


def double_pendulum(points=301, **options):
    """Two uniform rods of 1 m and 1 kg with a little damping, from the horizontal."""

    def slope(_, x):
        a, b, p, q = x
        c, s, g = 0.5 * np.cos(a - b), 0.5 * np.sin(a - b), 9.81
        right = [-s * q * q - 1.5 * g * np.cos(a) - 0.1 * p, s * p * p - 0.5 * g * np.cos(b) - 0.05 * q]
        return [p, q, *np.linalg.solve([[4 / 3, c], [c, 1 / 3]], right)]

    time = np.linspace(0.0, 10.0, points)
    a, b, p, q = solve_ivp(slope, (0, 10), [0.0, 0.6, 0.0, 0.0], t_eval=time, rtol=1e-8, atol=1e-10).y
    kinetic = 2 / 3 * p**2 + q**2 / 6 + 0.5 * p * q * np.cos(a - b)
    stored = kinetic + 9.81 * (1.5 * np.sin(a) + 0.5 * np.sin(b))
    energy = {"stored": stored, "dissipated": stored[0] - stored, "residual": 1e-9 * stored}
    variables = {"first.phi": a, "second.phi": b, "first.w": p, "second.w": q}
    run = Run(
        "double pendulum",
        time,
        variables,
        dict.fromkeys(variables, "rad") | {"first.w": "rad/s", "second.w": "rad/s"},
        energy,
    )
    phi, psi = symbol("first.phi"), symbol("second.phi")
    elbow = (cos(phi), sin(phi), 0.0)
    tip = (cos(phi) + cos(psi), sin(phi) + sin(psi), 0.0)
    rod = {"start": (0, 0, 0), "end": (1, 0, 0)}
    shapes = [
        Shape("box", (0, 0.06, 0), size={"lengths": (0.3, 0.08, 0.3)}, color="#6b7788", component="world"),
        Shape("rod", (0, 0, 0), about_z(phi), rod, component="first"),
        Shape("rod", elbow, about_z(psi), rod, component="second"),
        Shape("sphere", tip, about_z(psi), {"radius": 0.08}, component="load", label="load"),
    ]
    forces = [Force(tip, (0, -9.81, 0), component="load", label="weight"), Force(elbow, (-symbol("first.w"), 0, 0))]
    return animate(run, shapes, forces=forces, traces=[Trace(tip, component="load")], **options)


def rolling_wheel(points=401, **options):
    """A wheel that rolls 25 m on the ground, and a gear of the same speed on a post."""
    time = np.linspace(0.0, 10.0, points)
    x = 0.25 * time**2
    run = Run("rolling wheel", time, {"wheel.x": x, "wheel.v": 0.5 * time}, {"wheel.x": "m", "wheel.v": "m/s"})
    way = symbol("wheel.x")
    lean = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
    centre = (way, 0.35, 0.0)
    shapes = [
        Shape("plane", component="ground"),
        Shape("wheel", centre, about_z(-way / 0.35), {"radius": 0.35}, component="wheel", color="#d64f5e"),
        Shape("box", (way, 0.75, 0), lean, {"lengths": (0.5, 0.12, 0.2)}, component="saddle"),
        Shape("rod", centre, lean, {"start": (0, 0, 0), "end": (0, 0.4, 0)}, component="fork"),
        Shape("gear", (way, 1.2, 0), about_z(way / 0.35), {"radius": 0.2}, component="gear", color="#d9a514"),
    ]
    return animate(
        run, shapes, forces=[Force(centre, (1.0, 0.0, 0.0)), Force(centre, (0, 0, -1.0), "torque")], **options
    )


def spinning_box(points=501, **options):
    """A free box that tumbles about its middle axis (Dzhanibekov), beside solids that turn about fixed axes."""
    inertia = np.array([0.3, 0.5, 0.75])

    def slope(_, x):
        q, w = x[:4], x[4:]
        dq = 0.5 * np.array([
            -q[1:] @ w, q[0] * w[0] + q[2] * w[2] - q[3] * w[1],
            q[0] * w[1] - q[1] * w[2] + q[3] * w[0], q[0] * w[2] + q[1] * w[1] - q[2] * w[0],
        ])  # fmt: skip
        return [*dq, *(np.cross(inertia * w, w) / inertia)]

    time = np.linspace(0.0, 12.0, points)
    x = solve_ivp(slope, (0, 12), [1, 0, 0, 0, 0.01, 4.0, 0.01], t_eval=time, rtol=1e-9, atol=1e-11).y
    names = [*(f"q{k}" for k in range(4)), *(f"w{k}" for k in range(3))]
    kinetic = 0.5 * inertia @ x[4:] ** 2
    run = Run("tumbling box", time, dict(zip(names, x)), {f"w{k}": "rad/s" for k in range(3)}, {"stored": kinetic})
    w, i, j, k = (symbol(f"q{n}") for n in range(4))
    to_body = [
        [1 - 2 * (j * j + k * k), 2 * (i * j + w * k), 2 * (i * k - w * j)],
        [2 * (i * j - w * k), 1 - 2 * (i * i + k * k), 2 * (j * k + w * i)],
        [2 * (i * k + w * j), 2 * (j * k - w * i), 1 - 2 * (i * i + j * j)],
    ]
    turn = about_z(symbol("w0"))
    shapes = [
        Shape("box", (0, 1, 0), to_body, {"lengths": (1.0, 0.6, 0.25)}, component="box"),
        Shape(
            "cylinder",
            (0, 1, 0),
            to_body,
            {"radius": 0.09, "length": 0.5, "axis": (0, 1, 0)},
            offset=(0, 0.5, 0),
            component="box",
        ),
        Shape("cylinder", (1.6, 0.6, 0), turn, {"radius": 0.35, "length": 0.4}, component="drum"),
        Shape("sphere", (-1.6, 0.6, 0), turn, {"radius": 0.35}, component="ball"),
        Shape("cone", (1.6, 0.2, 1.2), turn, {"radius": 0.25, "length": 0.6, "axis": (0, 1, 0)}, component="cone"),
        Shape("arrow", (-1.6, 0.2, 1.2), None, {"vector": (0.5, 0.4, 0)}, component="pointer"),
        Shape("frame", (0, 0, 1.4), size={"length": 0.5}, component="axes"),
        Shape("text", (0, 2.0, 0), size={"text": "middle axis"}, component="note"),
        Shape("plane", (-2.4, 0.7, -1.2), size={"axis": (0.4, 0.7, 0.2), "lengths": (1.2, 1.2)}, component="slope"),
        Shape(
            "path",
            size={"points": [(2.5 * np.cos(a), 0, 2.5 * np.sin(a)) for a in np.linspace(0, 6.3, 80)]},
            component="rail",
        ),
    ]
    return animate(run, shapes, plots=["w0", "w1", "w2"], **options)


def spring_and_damper(points=301, **options):
    """A mass on a spring and a damper below a beam; a link to a second mass that swings."""
    time = np.linspace(0.0, 8.0, points)
    y = -1.0 - 0.5 * np.exp(-0.25 * time) * np.cos(4 * time)
    x = 0.5 + 0.25 * np.sin(2.5 * time)
    run = Run("spring and damper", time, {"mass.y": y, "bob.x": x}, {"mass.y": "m", "bob.x": "m"})
    height, side = symbol("mass.y"), symbol("bob.x")
    shapes = [
        Shape("box", (0, 0.05, 0), size={"lengths": (1.4, 0.1, 0.5)}, color="#6b7788", component="beam"),
        Shape(
            "spring", (-0.2, 0, 0), end=(-0.2, height + 0.15, 0), size={"radius": 0.09, "coils": 9}, component="spring"
        ),
        Shape("damper", (0.2, 0, 0), end=(0.2, height + 0.15, 0), component="damper", color="#17a589"),
        Shape("box", (0, height, 0), size={"lengths": (0.7, 0.3, 0.4)}, component="mass"),
        Shape("link", (0.3, height, 0.25), end=(side, height - 0.6, 0.25), component="cord"),
        Shape("sphere", (side, height - 0.6, 0.25), size={"radius": 0.1}, component="bob"),
    ]
    return animate(run, shapes, **options)


SCENES = {f.__name__: f for f in (double_pendulum, rolling_wheel, spinning_box, spring_and_damper)}
