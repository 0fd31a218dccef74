"""Mechanisms with many bodies or loops: a row of four-bars (A02 of the IFToMM library), a Stewart platform, rods."""

from __future__ import annotations

import math
import time

import numpy as np

from multibond import Model, planar, spatial
from multibond.simulation import engine

from . import measure
from .measure import Table
from .models import rod_chain


def table() -> Table:
    """A row for each mechanism, CPU seconds of its stages."""
    page = Table(
        "Large mechanisms to code that is ready to run, CPU seconds",
        ("mechanism", "equations", "states", "graph and equations", "passes", "code", "together"),
    )
    many = 20 if measure.QUICK else 100
    mechanisms = {
        "row of 20 four-bars": four_bar_row(20),
        **({} if measure.QUICK else {"row of 40 four-bars": four_bar_row(40)}),
        "Stewart platform": stewart_platform(),
        f"chain of {many} rods in space": rod_chain(many),
    }
    for name, model in mechanisms.items():
        began = time.process_time()
        made = engine(model)
        system, _ = made.parameters(None)
        written = time.process_time()
        machine = made.machine(system)
        passed = time.process_time()
        machine.program.rhs  # noqa: B018 (compiles)
        done = time.process_time()
        parts = [f"{x:.2f}" for x in (written - began, passed - written, done - passed, done - began)]
        page.add(name, str(len(system.equations)), str(machine.own), *parts)
    return page


def four_bar_row(n: int, angle: float = math.pi / 2) -> Model:
    """A row of n four-bars that share their rockers, all bars 1 m and 1 kg: 2n + 1 bars, one degree of freedom. The
    first rocker starts at `angle` [rad]; of the others it is guessed that they stand upright."""
    model = Model("four_bar_row")
    model.world = planar.World()
    above = None
    for k in range(n + 1):
        ground = model.add(f"ground{k}", planar.Fixed([float(k), 0.0]))
        hinge = model.add(f"hinge{k}", planar.Revolute(phi0=angle, w0=-1.0) if k == 0 else planar.Revolute())
        rocker = _bar(model, f"rocker{k}")
        model.join(ground.b, hinge.a)
        model.join(hinge.b, rocker[0])
        if k:
            model.start(f"hinge{k}.angle.q", math.pi / 2, fixed=False)
            pin = model.add(f"pin{k}", planar.Revolute())
            model.join(above, pin.a)
            model.join(pin.b, rocker[1])
            model.start(f"pin{k}.angle.q", math.pi / 2, fixed=False)
        if k < n:
            corner, coupler = model.add(f"corner{k}", planar.Revolute()), _bar(model, f"coupler{k}")
            model.join(rocker[1], corner.a)
            model.join(corner.b, coupler[0])
            model.start(f"corner{k}.angle.q", -math.pi / 2, fixed=False)
            above = coupler[1]
    model.output("phi", "hinge0.phi", "rad", "angle of the first rocker")
    return model


def _bar(model: Model, name: str) -> tuple[object, object]:
    """The ends of a uniform bar, 1 m and 1 kg."""
    first, second = (model.add(f"{name}_{half}", planar.Rod([0.5, 0.0])) for half in ("near", "far"))
    body = model.add(f"{name}_body", planar.Body(1.0, 1 / 12))
    model.join(first.b, body.a, second.a)
    return first.a, second.b


def stewart_platform() -> Model:
    """A plate on six legs, each a universal joint, a slider with spring and damper, and a ball joint; it settles."""
    model = Model("stewart_platform")
    model.world, model.plate = spatial.World(), spatial.Body(20.0, [0.5, 0.9, 0.5])
    below, above = _corners(1.0, 0.25), _corners(0.6, 0.85)
    free = model.add("free", spatial.FreeMovement(r0=[0.0, 1.0, 0.0]))
    model.add("origin", spatial.Fixed())
    model.join(model.origin.b, free.a)
    model.join(free.b, model.plate.a)
    for k, (foot, head) in enumerate(zip(below, above, strict=True)):
        along = head + [0.0, 1.0, 0.0] - foot
        length = float(np.linalg.norm(along))
        axis = along / length
        side = np.cross(axis, [1.0, 0.0, 0.0])
        side /= np.linalg.norm(side)
        base = model.add(f"base{k}", spatial.Fixed(foot.tolist()))
        universal = model.add(f"universal{k}", spatial.Universal(side.tolist(), np.cross(axis, side).tolist()))
        slider = model.add(f"slider{k}", spatial.Prismatic(axis.tolist()))
        spring = model.add(f"spring{k}", spatial.SpringDamper(4000.0, 200.0, length))
        lower = model.add(f"lower{k}", spatial.Body(1.0, [0.02] * 3, (0.2 * axis).tolist()))
        upper = model.add(f"upper{k}", spatial.Body(0.5, [0.01] * 3, (-0.2 * axis).tolist()))
        ball = model.add(f"ball{k}", spatial.Spherical(quaternions=False))
        arm = model.add(f"arm{k}", spatial.Rod(head.tolist()))
        model.join(base.b, universal.a, spring.a)
        model.join(universal.b, lower.a, slider.a)
        model.join(slider.b, upper.a, ball.a, spring.b)
        model.join(ball.b, arm.b)
        model.join(arm.a, model.plate.a)
        model.start(f"slider{k}.travel.q", length, fixed=False)
    model.output("height", "plate.a.x[1]", "m", "height of the plate")
    return model


def _corners(radius: float, shift: float) -> list[np.ndarray]:
    """Six points in pairs on a circle around the vertical."""
    angles = [2 * math.pi * k / 3 + sign * shift for k in range(3) for sign in (-1, 1)]
    return [radius * np.array([math.cos(a), 0.0, math.sin(a)]) for a in angles]


__all__ = ["four_bar_row", "stewart_platform", "table"]
