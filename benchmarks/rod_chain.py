"""A chain of rods in space, hinged about alternating axes: the cost of one right-hand side."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import numpy as np

from multibond.simulation import engine

from . import measure
from .machine_code import operations, repeated
from .measure import Table, best, peer
from .models import rod_chain

CALLS = 500
LEVEL, WITHIN = 1.0, 3.0  # times Pinocchio at n = 10 and n = 100


def table() -> Table:
    """A row for each number of rods."""
    page = Table(
        "One right-hand side of a 3D chain of n rods, µs",
        (
            "n",
            "operations",
            "compile, s",
            "multibond",
            "Pinocchio ABA",
            "MuJoCo forward",
            "times Pinocchio",
            "difference",
        ),
    )
    page.notes.append(
        "the peers are called from Python, at about 1 µs a call; multibond from machine code, as in a run"
    )
    page.notes.append("difference: largest one of an acceleration to Pinocchio's, relative to the largest acceleration")
    pinocchio, mujoco = peer("pinocchio", page, "Pinocchio"), peer("mujoco", page, "MuJoCo")
    cost: dict[int, float] = {}
    for n in (5, 10, 20) if measure.QUICK else (5, 10, 20, 50, 100):
        began = time.perf_counter()
        program, p, start, order = _ours(n)
        compiled = time.perf_counter() - began
        runs = [repeated(program, p, start, CALLS)]
        accelerations = None
        if pinocchio is not None:
            call, accelerations = _pinocchio(pinocchio, n)
            runs.append(call)
        if mujoco is not None:
            runs.append(_mujoco(mujoco, n))
        times = [seconds / CALLS * 1e6 for seconds in best(*runs, repeats=10)]
        cost[n] = times[0]
        theirs = f"{times[1]:.3g}" if pinocchio is not None else "–"
        ratio = times[0] / times[1] if pinocchio is not None else float("nan")
        forward = f"{times[-1]:.3g}" if mujoco is not None else "–"
        own = program.derivative(0.0, start, p)[order]
        gap = "–" if accelerations is None else f"{np.max(np.abs(own - accelerations)) / np.max(np.abs(own)):.0e}"
        page.add(
            str(n), str(operations(program)), f"{compiled:.2f}", f"{times[0]:.3g}", theirs, forward, f"{ratio:.2f}", gap
        )
        if pinocchio is not None and n in (10, 100):
            page.judge(f"multibond over Pinocchio at n = {n}", ratio, LEVEL if n == 10 else WITHIN)
    sizes = sorted(cost)
    few = 20 if 20 in cost and sizes[-1] > 20 else sizes[0]
    page.judge(f"growth per rod from n = {few} to {sizes[-1]}", cost[sizes[-1]] / cost[few] * few / sizes[-1], 1.5)
    return page


def _ours(n: int) -> tuple[Any, np.ndarray, np.ndarray, list[int]]:
    """The program, its parameters, the state with all angles and speeds 0.1, and the places of the accelerations."""
    made = engine(rod_chain(n))
    system, p = made.parameters(None)
    machine = made.machine(system, audit=False)
    machine.program.outputs(machine.compiled.schedule.derivatives)
    order = [machine.state_names.index(f"hinge{k}.hinge_free.f") for k in range(n)]
    return machine.program, p, np.full(len(machine.states), 0.1), order


def _pinocchio(pin: Any, n: int) -> tuple[Callable[[], object], np.ndarray]:
    """The articulated-body algorithm, and its accelerations."""
    model, joint = pin.Model(), 0
    for k in range(n):
        place = pin.SE3(np.eye(3), np.array([1.0 if k else 0.0, 0.0, 0.0]))
        joint = model.addJoint(joint, pin.JointModelRY() if k % 2 else pin.JointModelRZ(), place, f"hinge{k}")
        rod = pin.Inertia(1.0, np.array([0.5, 0.0, 0.0]), np.diag([0.01, 1 / 12, 1 / 12]))
        model.appendBodyToJoint(joint, rod, pin.SE3.Identity())
    model.gravity.linear = np.array([0.0, -9.81, 0.0])
    data, x, none = model.createData(), np.full(n, 0.1), np.zeros(n)

    def call() -> None:
        for _ in range(CALLS):
            pin.aba(model, data, x, x, none)

    call()
    return call, np.array(data.ddq)


def _mujoco(module: Any, n: int) -> Callable[[], object]:
    """Forward dynamics without contacts and constraints."""
    inertia = '<inertial pos="0.5 0 0" mass="1" diaginertia="0.01 0.0833333333333333 0.0833333333333333"/>'
    bodies = "".join(
        f'<body pos="{1 if k else 0} 0 0"><joint type="hinge" axis="{"0 1 0" if k % 2 else "0 0 1"}"/>{inertia}'
        for k in range(n)
    )
    model = module.MjModel.from_xml_string(
        '<mujoco><option gravity="0 -9.81 0"><flag contact="disable" constraint="disable"/></option>'
        f"<worldbody>{bodies}{'</body>' * n}</worldbody></mujoco>"
    )
    data = module.MjData(model)
    data.qpos[:] = data.qvel[:] = 0.1

    def call() -> None:
        for _ in range(CALLS):
            module.mj_forward(model, data)

    return call
