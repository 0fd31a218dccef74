"""Balls in a box by time-stepping, beside MuJoCo with the same step: planar motion, three walls, 5 s."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import numpy as np

import multibond as mb
from multibond import planar

from . import measure
from .measure import Table, peer
from .switching import processor_seconds

RADIUS, STOP, STEP, RESTITUTION = 0.1, 5.0, 2e-3, 0.5  # m, s, s
WALLS = {"floor": ([0.0, 1.0], 0.0), "left": ([1.0, 0.0], -0.5), "right": ([-1.0, 0.0], 0.5)}  # normals, places


def places(count: int) -> tuple[float, list[tuple[float, float]]]:
    """The width of the box [m] and where the centres of the balls begin, in rows."""
    side = int(np.ceil(count**0.5))
    width, draw = 0.24 * side, np.random.default_rng(1)
    columns = [-width / 2 + 0.12 + 0.235 * k for k in range(side)]
    return width, [(columns[k % side] + 0.002 * draw.normal(), 0.2 + 0.25 * (k // side)) for k in range(count)]


def balls(count: int, friction: float) -> mb.Model:
    """The box with its balls."""
    m = mb.Model("box")
    width, starts = places(count)
    given = {"restitution": RESTITUTION, **({"friction": friction} if friction else {})}
    m.world = planar.World()
    m.pool = planar.ContactPool(bodies=count, radius=[RADIUS] * count, pairs="near", **given)
    for wall, (_, place) in WALLS.items():
        m.add(wall, planar.Fixed(r=[place * width, 0.0]))
    for k, start in enumerate(starts):
        body = m.add(f"ball{k}", planar.Body(1.0, 0.005, x0=list(start)))
        m.join(body.a, m.pool[f"body{k + 1}"])
        for wall, (normal, _) in WALLS.items():
            contact = m.add(f"{wall}{k}", planar.SpherePlane(RADIUS, normal=normal, **given))
            m.join(body.a, contact.a)
            m.join(contact.b, m[wall].b)
    return m


def mujoco_box(mujoco: ModuleType, count: int, friction: float) -> tuple[Any, Any]:
    """The same for MuJoCo: two slides and a hinge for each ball."""
    width, starts = places(count)
    touch = f'condim="{3 if friction else 1}" friction="{friction} 0 0"'
    joints = '<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 0 1"/><joint type="hinge" axis="0 1 0"/>'
    parts = [f'<mujoco><option timestep="{STEP}" gravity="0 0 -9.81"/><size memory="400M"/><worldbody>']
    for normal, place in WALLS.values():
        parts.append(
            f'<geom type="plane" size="50 50 1" pos="{place * width} 0 0" zaxis="{normal[0]} 0 {normal[1]}" {touch}/>'
        )
    inertia = '<inertial pos="0 0 0" mass="1" diaginertia="0.005 0.005 0.005"/>'
    for x, z in starts:
        geometry = f'<geom type="sphere" size="{RADIUS}" {touch}/>'
        parts.append(f'<body pos="{x} 0 {z}">{joints}{inertia}{geometry}</body>')
    model = mujoco.MjModel.from_xml_string("".join(parts) + "</worldbody></mujoco>")
    return model, mujoco.MjData(model)


def mujoco_run(mujoco: ModuleType, box: tuple[Any, Any]) -> None:
    """5 s of MuJoCo, without the cost of Python's loop."""
    model, data = box
    mujoco.mj_resetData(model, data)
    mujoco.mj_step(model, data, nstep=round(STOP / STEP))


def overlap(result: Any, count: int) -> float:
    """The largest overlap of two balls at the end [m]."""
    x = np.array([result[f"ball{k}.x"][-1] for k in range(count)])
    apart = np.linalg.norm(x[:, None] - x[None, :], axis=2) + 1e3 * np.eye(count)
    return float(max(0.0, 2 * RADIUS - apart.min()))


def table() -> Table:
    """Processor times of whole runs, with start values and energy audit."""
    page = Table(
        f"Balls in a box, {STOP:g} s in steps of {1e3 * STEP:g} ms",
        ("balls", "friction", "multibond, ms", "µs for a ball and step", "overlap, mm", "MuJoCo, ms", "ratio"),
    )
    mujoco = peer("mujoco", page, "MuJoCo")
    each: dict[tuple[int, float], float] = {}
    for count in (25, 49) if measure.QUICK else (25, 100):
        for friction in (0.0, 0.3):
            model = balls(count, friction)
            run = lambda model=model: model.simulate(STOP, points=11, solver="timestepping", step=STEP)  # noqa: E731
            result = run()
            others = []
            if mujoco is not None:
                box = mujoco_box(mujoco, count, friction)
                others.append(lambda box=box: mujoco_run(mujoco, box))
            times = processor_seconds(run, *others, repeats=4)
            each[count, friction] = 1e6 * times[0] / count / (STOP / STEP)
            told = [f"{1e3 * times[1]:.3g}", f"{times[1] / times[0]:.3g}"] if others else ["–", "–"]
            page.add(str(count), friction, 1e3 * times[0], each[count, friction], 1e3 * overlap(result, count), *told)
            if others and count == 100:
                page.judge(f"100 balls, friction {friction:g}, MuJoCo / multibond", times[1] / times[0], 1, most=False)
    last = 49 if measure.QUICK else 100
    page.judge(f"growth of the time for a ball from 25 to {last}", each[last, 0.3] / each[25, 0.3], 2.0)
    return page
