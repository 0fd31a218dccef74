"""Random mechanisms in the plane and in space: chains and trees of joints and bodies, some closed to loops."""

from __future__ import annotations

from random import Random
from typing import Any

import multibond as mb


def mechanism(random: Random) -> mb.Model:
    """Bodies on joints on bodies, with springs, forces, drives and perhaps a loop."""
    flat = random.random() < 0.5
    library: Any = mb.planar if flat else mb.spatial
    model = mb.Model("mechanism")
    model.add("world", library.World(**random.choice(({}, {}, {"g": 0.0}, {"gravity": "none"}))))
    model.add("ground", library.Fixed())
    ends = [model["ground"].b]
    for k in range(random.randint(1, 3)):
        joint = model.add(f"joint{k}", (_planar_joint if flat else _spatial_joint)(random))
        model.join(random.choice(ends), joint.a)
        rod = model.add(f"rod{k}", library.Rod(_vector(random, flat)))
        model.join(joint.b, rod.a)
        body = model.add(f"body{k}", _body(random, library, flat))
        model.join(rod.b, body.a)
        ends.append(rod.b)
        if random.random() < 0.3:
            _drive(model, random, joint, k)
    _more(model, random, library, flat, ends)
    return model


def _vector(random: Random, flat: bool, size: float = 1.0) -> list[float]:
    return [round(random.uniform(-size, size), 3) for _ in range(2 if flat else 3)]


def _axis(random: Random) -> list[float]:
    axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 0.0], [0.3, -0.5, 0.8]]
    return random.choice(axes)


def _planar_joint(random: Random) -> Any:
    actuated = random.random() < 0.5
    angle, rate = round(random.uniform(-3, 3), 3), round(random.uniform(-2, 2), 3)
    if random.random() < 0.7:
        return mb.planar.Revolute(phi0=angle, w0=rate, actuated=actuated)
    return mb.planar.Prismatic(_vector(random, True) or [1, 0], s0=0.1 * angle, v0=rate, actuated=actuated)


def _spatial_joint(random: Random) -> Any:
    axis, angle, rate = _axis(random), round(random.uniform(-3, 3), 3), round(random.uniform(-2, 2), 3)
    return random.choice((
        lambda: mb.spatial.Revolute(axis, phi0=angle, w0=rate, actuated=random.random() < 0.5),
        lambda: mb.spatial.Revolute(axis, phi0=angle, w0=rate),
        lambda: mb.spatial.Prismatic(axis, s0=0.1 * angle, v0=rate, actuated=random.random() < 0.5),
        lambda: mb.spatial.Spherical(w0=[rate, 0.1, 0.0]),
        lambda: mb.spatial.Universal(phi_a0=0.3 * angle, w_b0=rate),
        lambda: mb.spatial.Cylindrical(axis, phi0=angle, v0=rate),
        lambda: mb.spatial.Screw(axis, phi0=angle, w0=rate),
    ))()  # fmt: skip


def _body(random: Random, library: Any, flat: bool) -> Any:
    mass = round(10 ** random.uniform(-1, 1), 3)
    inertia: Any = round(10 ** random.uniform(-2, 0), 4)
    if not flat:
        inertia = [inertia, round(inertia * random.uniform(0.7, 1.3), 4), inertia]
    return library.Body(
        mass, inertia, r_cm=_vector(random, flat, 0.2) if random.random() < 0.4 else [0.0] * (2 + (not flat))
    )


def _drive(model: mb.Model, random: Random, joint: Any, k: int) -> None:
    ports = {port.name for port in joint.ports.values()} if hasattr(joint, "ports") else set()
    if "drive" in ports:
        source = model.add(f"drive{k}", random.choice((mb.Se("sin(3*time)"), mb.R(0.5), mb.C(0.2), mb.Sf("0.5*time"))))
        source >> joint.drive if isinstance(source, (mb.Se, mb.Sf)) else joint.drive >> source


def _more(model: mb.Model, random: Random, library: Any, flat: bool, ends: list[Any]) -> None:
    """Springs between frames, forces, and a loop back to the ground."""
    draw = random.random()
    if draw < 0.3:
        spring = model.add("spring", library.SpringDamper(round(10 ** random.uniform(0, 3), 2), 0.5, 0.4))
        fixed = model.add("wall", library.Fixed(_vector(random, flat, 2.0)))
        model.join(fixed.b, spring.a)
        model.join(ends[-1], spring.b)
    elif draw < 0.5:
        force = model.add("force", library.WorldForce([f"{c}*sin(4*time)" for c in _vector(random, flat, 3.0)]))
        model.join(force.b, ends[-1])
    elif draw < 0.65 and len(ends) > 2:
        wall = model.add("wall", library.Fixed(_vector(random, flat)))
        last = model.add("last", library.Revolute() if flat or random.random() < 0.3 else library.Spherical())
        model.join(wall.b, last.a)
        model.join(last.b, ends[-1])
