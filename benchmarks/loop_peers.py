"""The two closed loops in MuJoCo, Pinocchio and Exudyn: a setting gives a run that returns the final crank angle."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from .exudyn_peer import quiet
from .mechanisms import (
    ANGLE,
    CRANK,
    DRAG,
    FRICTION,
    GROUND,
    LENGTHS,
    MASSES,
    ROD,
    STOP,
    TORQUE,
    four_bar_speeds,
    four_bar_start,
)

Prepare = Callable[[float], Callable[[], float]]
HINGE = '<joint name="{0}" type="hinge" axis="0 0 1" damping="{1}"/>'
INERTIA = '<inertial pos="{0} 0 0" mass="{1}" diaginertia="{2} {3} {3}"/>'


def _mujoco(module: Any, gravity: float, bodies: str, extra: str, start: Any, force: float) -> Prepare:
    """RK4 with the loop closed by a stiff equality constraint; all steps in one call."""
    model = module.MjModel.from_xml_string(
        f'<mujoco><option integrator="RK4" gravity="0 {-gravity} 0" tolerance="1e-12">'
        '<flag contact="disable"/></option>'
        f'<worldbody>{bodies}</worldbody><equality><connect site1="one" site2="two" solref="0.004 1"'
        f' solimp="0.9999 0.9999 0.001"/></equality>{extra}</mujoco>'
    )
    data = module.MjData(model)

    def prepare(steps: float) -> Callable[[], float]:
        def run() -> float:
            module.mj_resetData(model, data)
            model.opt.timestep = STOP / steps
            data.qpos[:], data.qvel[:] = start
            data.ctrl[:] = force
            module.mj_step(model, data, nstep=int(steps))
            return float(data.qpos[0])

        return run

    return prepare


def mujoco_slider_crank(module: Any) -> Prepare:
    """Crank and rod as a tree, the piston on a slide."""
    bodies = (
        f"<body>{HINGE.format('crank', FRICTION)}{INERTIA.format(CRANK / 2, 1, 1, 1)}<body pos='{CRANK} 0 0'>"
        f"{HINGE.format('rod', 0)}{INERTIA.format(ROD / 2, 1, 1, 1)}<site name='one' pos='{ROD} 0 0'/></body></body>"
        f"<body pos='{CRANK + ROD} 0 0'><joint type='slide' axis='1 0 0' damping='{DRAG}'/>"
        f"{INERTIA.format(0, 1, 0.01, 0.01)}<site name='two'/></body>"
    )
    motor = '<actuator><motor joint="crank"/></actuator>'
    return _mujoco(module, 0.0, bodies, motor, (np.zeros(3), np.zeros(3)), TORQUE)


def _bars() -> list[str]:
    return [INERTIA.format(l / 2, m, 0.01, m * l * l / 12) for l, m in zip(LENGTHS, MASSES)]


def mujoco_four_bar(module: Any) -> Prepare:
    """Crank and coupler as a tree, the rocker on its own hinge."""
    crank, coupler, rocker = _bars()
    bodies = (
        f"<body>{HINGE.format('a', 0)}{crank}<body pos='{LENGTHS[0]} 0 0'>{HINGE.format('b', 0)}{coupler}"
        f"<site name='one' pos='{LENGTHS[1]} 0 0'/></body></body>"
        f"<body pos='{GROUND} 0 0'>{HINGE.format('c', 0)}{rocker}<site name='two' pos='{LENGTHS[2]} 0 0'/></body>"
    )
    b, c = four_bar_start()
    w = four_bar_speeds()
    return _mujoco(module, 9.81, bodies, "", ([ANGLE, b - ANGLE, c], [w[0], w[1] - w[0], w[2]]), 0.0)


def _pinocchio(
    pin: Any, gravity: float, parts: list[tuple], ends: tuple[float, float], start: np.ndarray, effort: Any
) -> Prepare:
    """Constrained dynamics with the closure as a contact of three rows, integrated by SciPy's DOP853."""

    def at(x: float) -> Any:
        return pin.SE3(np.eye(3), np.array([x, 0.0, 0.0]))

    model, joints = pin.Model(), [0]
    model.gravity.linear = np.array([0.0, -gravity, 0.0])
    for k, (parent, kind, place, mass, centre, inertia) in enumerate(parts):
        joints.append(model.addJoint(joints[parent], kind, at(place), f"joint{k}"))
        model.appendBodyToJoint(joints[-1], pin.Inertia(mass, np.array([centre, 0, 0]), np.diag(inertia)), at(0.0))
    data = model.createData()
    closure = pin.RigidConstraintModel(
        pin.ContactType.CONTACT_3D, model, joints[2], at(ends[0]), joints[3], at(ends[1]), pin.ReferenceFrame.LOCAL
    )
    models, datas = pin.StdVec_RigidConstraintModel(), pin.StdVec_RigidConstraintData()
    models.append(closure)
    datas.append(closure.createData())
    pin.initConstraintDynamics(model, data, models, datas)
    near = pin.ProximalSettings(1e-12, 1e-10, 10)

    def slope(_: float, u: np.ndarray) -> np.ndarray:
        q, v = u[:3], u[3:]
        return np.concatenate([v, pin.constraintDynamics(model, data, q, v, effort(v), models, datas, near)])

    def prepare(tolerance: float) -> Callable[[], float]:
        return lambda: float(
            solve_ivp(slope, (0, STOP), start, "DOP853", rtol=tolerance, atol=tolerance, t_eval=[STOP]).y[0, -1]
        )

    return prepare


def pinocchio_slider_crank(pin: Any) -> Prepare:
    """Two hinges in a row and a slide."""
    ones = [1.0, 1.0, 1.0]
    parts = [(0, pin.JointModelRZ(), 0.0, 1.0, CRANK / 2, ones), (1, pin.JointModelRZ(), CRANK, 1.0, ROD / 2, ones),
             (0, pin.JointModelPX(), 0.0, 1.0, 0.0, [0.01] * 3)]  # fmt: skip
    start = np.array([0.0, 0.0, CRANK + ROD, 0.0, 0.0, 0.0])
    return _pinocchio(
        pin, 0.0, parts, (ROD, 0.0), start, lambda v: np.array([TORQUE - FRICTION * v[0], 0.0, -DRAG * v[2]])
    )


def pinocchio_four_bar(pin: Any) -> Prepare:
    """Two hinges in a row and one for the rocker."""
    inertias = [[0.01, m * l * l / 12, m * l * l / 12] for l, m in zip(LENGTHS, MASSES)]
    places = ((0, 0.0), (1, LENGTHS[0]), (0, GROUND))
    parts = [(parent, pin.JointModelRZ(), place, m, l / 2, inertia)
             for (parent, place), l, m, inertia in zip(places, LENGTHS, MASSES, inertias)]  # fmt: skip
    b, c = four_bar_start()
    w = four_bar_speeds()
    start, none = np.array([ANGLE, b - ANGLE, c, w[0], w[1] - w[0], w[2]]), np.zeros(3)
    return _pinocchio(pin, 9.81, parts, (LENGTHS[1], LENGTHS[2]), start, lambda v: none)


def exudyn(exu: Any, slider: bool, near: float) -> Prepare:
    """Rigid bodies with joints between them and an implicit trapezoidal rule; `near` tells the full turns."""
    import exudyn.utilities as tools

    mbs = exu.SystemContainer().AddSystem()
    ground = mbs.CreateGround()

    def body(
        place: np.ndarray, angle: float, mass: float, inertia: list[float], v: Any = (0, 0, 0), w: float = 0.0
    ) -> Any:
        return mbs.CreateRigidBody(
            referencePosition=list(place), referenceRotationMatrix=tools.RotationMatrixZ(angle),
            initialVelocity=list(v), initialAngularVelocity=[0.0, 0.0, w], gravity=[0.0, 0.0 if slider else -9.81, 0.0],
            inertia=tools.RigidBodyInertia(mass=mass, com=[0, 0, 0], inertiaTensor=np.diag(inertia)),
        )  # fmt: skip

    if slider:
        crank = body([CRANK / 2, 0, 0], 0.0, 1.0, [1.0] * 3)
        rod = body([CRANK + ROD / 2, 0, 0], 0.0, 1.0, [1.0] * 3)
        last = body([CRANK + ROD, 0, 0], 0.0, 1.0, [0.01] * 3)
        points = [[0, 0, 0], [CRANK, 0, 0], [CRANK + ROD, 0, 0]]
        mbs.CreatePrismaticJoint(itemNumbers=[ground, last], position=points[2], axis=[1, 0, 0])
        mbs.CreateTorsionalSpringDamper(
            itemNumbers=[ground, crank], position=points[0], axis=[0, 0, 1], damping=FRICTION
        )
        mbs.CreateTorque(itemNumber=crank, loadVector=[0, 0, TORQUE])
        mbs.CreateCartesianSpringDamper(itemNumbers=[ground, last], localPosition0=points[2], damping=[DRAG, 0, 0])
    else:
        (b, c), w = four_bar_start(), four_bar_speeds()
        along = [np.array([math.cos(a), math.sin(a), 0.0]) for a in (ANGLE, b, c)]
        turned = [np.array([-x[1], x[0], 0.0]) for x in along]
        tip = LENGTHS[0] * along[0]
        centres = [tip / 2, tip + LENGTHS[1] / 2 * along[1], [GROUND, 0, 0] + LENGTHS[2] / 2 * along[2]]
        speeds = [w[0] * LENGTHS[0] / 2 * turned[0], w[0] * LENGTHS[0] * turned[0] + w[1] * LENGTHS[1] / 2 * turned[1],
                  w[2] * LENGTHS[2] / 2 * turned[2]]  # fmt: skip
        crank, rod, last = (
            body(centres[k], angle, MASSES[k], [0.01] + [MASSES[k] * LENGTHS[k] ** 2 / 12] * 2, speeds[k], w[k])
            for k, angle in enumerate((ANGLE, b, c))
        )
        points = [[0, 0, 0], list(tip), list(tip + LENGTHS[1] * along[1])]
        mbs.CreateRevoluteJoint(itemNumbers=[ground, last], position=[GROUND, 0, 0], axis=[0, 0, 1])
    mbs.CreateRevoluteJoint(itemNumbers=[ground, crank], position=points[0], axis=[0, 0, 1])
    mbs.CreateRevoluteJoint(itemNumbers=[crank, rod], position=points[1], axis=[0, 0, 1])
    mbs.CreateSphericalJoint(itemNumbers=[rod, last], position=points[2], constrainedAxes=[1, 1, 0])
    mbs.Assemble()
    settings = quiet(exu, STOP)
    settings.timeIntegration.newton.useModifiedNewton = True

    def prepare(steps: float) -> Callable[[], float]:
        def run() -> float:
            settings.timeIntegration.numberOfSteps = int(steps)
            mbs.SolveDynamic(settings, solverType=exu.DynamicSolverType.TrapezoidalIndex2)
            turn = np.reshape(mbs.GetObjectOutputBody(crank, exu.OutputVariableType.RotationMatrix, [0, 0, 0]), (3, 3))
            angle = math.atan2(turn[1, 0], turn[0, 0])
            return angle + 2 * math.pi * round((near - angle) / (2 * math.pi))

        return run

    return prepare
