"""Two closed loops, their data, their reference by hand and their models of spatial parts.

Slider crank of the paper on simulation methods: crank 0.2 m, rod 1 m, each 1 kg and 1 kg m², piston 1 kg, torque 10 N m
and damping 2 N m s/rad at the crank, damping 5 N s/m at the piston, no gravity, from rest at the dead centre.
Four-bar: ground 3 m, crank 1 m, coupler 3 m, rocker 2.5 m with 2, 3 and 2.5 kg, uniform, g = 9.81 m/s², crank from
1 rad with 8 rad/s.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.integrate import solve_ivp

from multibond import J1, Model, R, Se, planar, spatial

STOP = 10.0
CRANK, ROD, TORQUE, FRICTION, DRAG = 0.2, 1.0, 10.0, 2.0, 5.0
GROUND, LENGTHS, MASSES, ANGLE, SPEED = 3.0, (1.0, 3.0, 2.5), (2.0, 3.0, 2.5), 1.0, 8.0


def four_bar_start() -> tuple[float, float]:
    """The angles of coupler and rocker in the inertial frame at the start, the rocker above the ground."""
    pin = np.array([math.cos(ANGLE), math.sin(ANGLE)]) * LENGTHS[0]
    to_right = np.array([GROUND, 0.0]) - pin
    distance = float(np.hypot(*to_right))
    corner = math.acos((LENGTHS[1] ** 2 + distance**2 - LENGTHS[2] ** 2) / (2 * LENGTHS[1] * distance))
    coupler = math.atan2(to_right[1], to_right[0]) + corner
    tip = pin + LENGTHS[1] * np.array([math.cos(coupler), math.sin(coupler)])
    return coupler, math.atan2(tip[1], tip[0] - GROUND)


def slider_crank_reference() -> float:
    """The final angle of the crank by one equation for it."""

    def slope(_: float, u: np.ndarray) -> list[float]:
        a, w = u
        c, s = math.cos(a), math.sin(a)
        sine = -CRANK * s / ROD  # of the rod's angle
        cosine = math.sqrt(1 - sine * sine)
        b1 = -CRANK * c / (ROD * cosine)  # derivative of the rod's angle by that of the crank, and the second one
        b2 = (CRANK * s / ROD + sine * b1 * b1) / cosine
        x1, y1 = -CRANK * s - ROD / 2 * sine * b1, CRANK * c + ROD / 2 * cosine * b1
        x2 = -CRANK * c - ROD / 2 * (cosine * b1 * b1 + sine * b2)
        y2 = -CRANK * s + ROD / 2 * (cosine * b2 - sine * b1 * b1)
        p1, p2 = -CRANK * s - ROD * sine * b1, -CRANK * c - ROD * (cosine * b1 * b1 + sine * b2)
        inertia = 1 + CRANK**2 / 4 + x1 * x1 + y1 * y1 + b1 * b1 + p1 * p1
        change = x1 * x2 + y1 * y2 + b1 * b2 + p1 * p2
        return [w, (TORQUE - FRICTION * w - DRAG * p1 * p1 * w - change * w * w) / inertia]

    return float(solve_ivp(slope, (0, STOP), [0.0, 0.0], "DOP853", rtol=1e-13, atol=1e-13).y[0, -1])


def four_bar_reference() -> float:
    """The final angle of the crank, from the three angles with two constraints at the level of accelerations."""
    (l1, l2, l3), (m1, m2, m3) = LENGTHS, MASSES
    inertias = [m1 * l1**2 / 3 + m2 * l1**2, m2 * l2**2 / 3, m3 * l3**2 / 3]

    def slope(_: float, u: np.ndarray) -> np.ndarray:
        (a, b, c), w = u[:3].tolist(), u[3:]
        coupling = m2 * l1 * l2 / 2 * math.cos(a - b)
        side = m2 * l1 * l2 / 2 * math.sin(a - b)
        matrix = np.zeros((5, 5))
        matrix[[0, 1, 2], [0, 1, 2]] = inertias
        matrix[0, 1] = matrix[1, 0] = coupling
        lever = np.array([[-l1 * math.sin(a), -l2 * math.sin(b), l3 * math.sin(c)],
                          [l1 * math.cos(a), l2 * math.cos(b), -l3 * math.cos(c)]])  # fmt: skip
        matrix[3:, :3], matrix[:3, 3:] = lever, lever.T
        g = 9.81
        right = np.array([
            -side * w[1] ** 2 - g * math.cos(a) * (m1 * l1 / 2 + m2 * l1),
            side * w[0] ** 2 - g * math.cos(b) * m2 * l2 / 2,
            -g * math.cos(c) * m3 * l3 / 2,
            l1 * math.cos(a) * w[0] ** 2 + l2 * math.cos(b) * w[1] ** 2 - l3 * math.cos(c) * w[2] ** 2,
            l1 * math.sin(a) * w[0] ** 2 + l2 * math.sin(b) * w[1] ** 2 - l3 * math.sin(c) * w[2] ** 2,
        ])  # fmt: skip
        return np.concatenate([w, np.linalg.solve(matrix, right)[:3]])

    coupler, rocker = four_bar_start()
    return float(
        solve_ivp(slope, (0, STOP), [ANGLE, coupler, rocker, *four_bar_speeds()], "DOP853", rtol=1e-12, atol=1e-12).y[
            0, -1
        ]
    )


def four_bar_speeds() -> tuple[float, float, float]:
    """The angular velocities of crank, coupler and rocker in the inertial frame at the start."""
    coupler, rocker = four_bar_start()
    l1, l2, l3 = LENGTHS
    lever = np.array(
        [[-l2 * math.sin(coupler), l3 * math.sin(rocker)], [l2 * math.cos(coupler), -l3 * math.cos(rocker)]]
    )
    moved = SPEED * l1 * np.array([math.sin(ANGLE), -math.cos(ANGLE)])
    w2, w3 = np.linalg.solve(lever, moved)
    return SPEED, float(w2), float(w3)


def slider_crank() -> Model:
    """Three hinges and a slider in space: two of the constraints of the loop are redundant."""
    model = Model("slider_crank")
    model.world, model.ground = spatial.World(gravity="none"), spatial.Fixed()
    model.bearing, model.guide = (
        spatial.Revolute(phi0=0.0, w0=0.0, actuated=True),
        spatial.Prismatic([1.0, 0.0, 0.0], actuated=True),
    )
    model.crank_pin, model.piston_pin = spatial.Revolute(), spatial.Revolute()
    model.crank, model.rod = spatial.Rod([CRANK, 0.0, 0.0]), spatial.Rod([ROD, 0.0, 0.0])
    model.crank_body = spatial.Body(1.0, [1.0, 1.0, 1.0], [CRANK / 2, 0.0, 0.0])
    model.rod_body = spatial.Body(1.0, [1.0, 1.0, 1.0], [ROD / 2, 0.0, 0.0])
    model.piston = spatial.PointMass(1.0)
    model.torque, model.friction, model.drag = Se(TORQUE), R(FRICTION), R(DRAG)
    model.join(model.ground.b, model.bearing.a, model.guide.a)
    model.join(model.bearing.b, model.crank.a, model.crank_body.a)
    model.join(model.crank.b, model.crank_pin.a)
    model.join(model.crank_pin.b, model.rod.a, model.rod_body.a)
    model.join(model.rod.b, model.piston_pin.a)
    model.join(model.piston_pin.b, model.guide.b, model.piston.a)
    model.shaft = J1()
    model.torque >> model.shaft >> model.friction
    model.shaft >> model.bearing.drive
    model.slide = J1()
    model.slide >> [model.drag, model.guide.drive]
    model.start("guide.travel.q", CRANK + ROD, fixed=False)
    model.output("phi", "bearing.phi", "rad", "angle of the crank")
    return model


def four_bar(library: object = spatial) -> Model:
    """Four parallel hinges, of spatial (over-constrained) or planar parts."""
    flat = library is planar
    model = Model("four_bar_loop")
    model.world = library.World()
    place = [GROUND, 0.0] if flat else [GROUND, 0.0, 0.0]
    model.left, model.right = library.Fixed(), library.Fixed(place)
    model.hinge1 = library.Revolute(phi0=ANGLE, w0=SPEED)
    model.hinge2, model.hinge3, model.hinge4 = library.Revolute(), library.Revolute(), library.Revolute()
    for name, length, mass in zip(("crank", "coupler", "rocker"), LENGTHS, MASSES):
        if flat:
            model.add(name, planar.Rod([length, 0.0]))
            model.add(f"{name}_half", planar.Rod([length / 2, 0.0]))
            model.add(f"{name}_body", planar.Body(mass, mass * length**2 / 12))
            model.join(model[f"{name}_half"].b, model[f"{name}_body"].a)
        else:
            model.add(name, spatial.Rod([length, 0.0, 0.0]))
            across = mass * length**2 / 12
            model.add(f"{name}_half", spatial.Body(mass, [0.01, across, across], [length / 2, 0.0, 0.0]))
    model.join(model.left.b, model.hinge1.a)
    model.join(model.hinge1.b, model.crank.a, model.crank_half.a)
    model.join(model.crank.b, model.hinge2.a)
    model.join(model.hinge2.b, model.coupler.a, model.coupler_half.a)
    model.join(model.coupler.b, model.hinge3.a)
    model.join(model.hinge3.b, model.rocker.b)
    model.join(model.right.b, model.hinge4.a)
    model.join(model.hinge4.b, model.rocker.a, model.rocker_half.a)
    coupler, rocker = four_bar_start()
    for name, angle in (("hinge2", coupler - ANGLE), ("hinge3", rocker - coupler), ("hinge4", rocker)):
        model.start(f"{name}.angle.q", angle, fixed=False)
    model.output("phi", "hinge1.phi", "rad", "angle of the crank")
    return model
