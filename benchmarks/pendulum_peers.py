"""The double pendulum beside other programs: each at the loosest setting whose final angles are right to 1e-4."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from multibond.integrate import integrate
from multibond.simulation import engine

from .measure import Table, best, loosest, milliseconds, peer
from .models import double_pendulum

TOLERANCES = tuple(10.0 ** (-k / 2) for k in range(6, 25))
STEPS = tuple(round(10 ** (2 + k / 10)) for k in range(0, 31))  # numbers of steps in 10 s
Prepare = Callable[[float], Callable[[], Sequence[float]]]  # a setting → a run that returns the final angles
AHEAD = 5.0


def slope(_: float, u: Sequence[float], cos: Any = np.cos, sin: Any = np.sin) -> list[Any]:
    """The equations by hand: angles a, b in the inertial frame and their velocities p, q."""
    a, b, p, q = u
    coupling, side = 0.5 * cos(a - b), 0.5 * sin(a - b)
    first, second = -side * q * q - 1.5 * 9.81 * cos(a), side * p * p - 0.5 * 9.81 * cos(b)
    determinant = 4 / 9 - coupling * coupling
    return [p, q, (first / 3 - coupling * second) / determinant, (4 / 3 * second - coupling * first) / determinant]


def table() -> Table:
    """All programs, fastest of several runs each."""
    page = Table(
        "Double pendulum beside other programs, final angles within 1e-4 after 10 s",
        ("program", "setting", "error, rad", "time, ms", "times multibond"),
    )
    reference = solve_ivp(slope, (0, 10), np.zeros(4), "DOP853", rtol=1e-13, atol=1e-13).y[:2, -1]
    contestants: list[tuple[str, Prepare, Sequence[float], str]] = []
    for name, prepare, settings, shown in (
        ("multibond, model.simulate", ours, TOLERANCES, "tolerance"),
        ("multibond, the run itself", ours_bare, TOLERANCES, "tolerance"),
        ("pydiffsol tsit45", pydiffsol(page), TOLERANCES, "tolerance"),
        ("Exudyn kinematic tree, DOPRI5", exudyn(page), TOLERANCES, "tolerance"),
        ("CasADi CVODES", casadi(page), TOLERANCES, "tolerance"),
        ("MuJoCo RK4", mujoco(page), STEPS, "steps"),
        ("SciPy DOP853", scipy, TOLERANCES, "tolerance"),
    ):
        if prepare is not None:
            contestants.append((name, prepare, settings, shown))
    chosen = []
    for name, prepare, settings, shown in contestants:
        setting = loosest(lambda s, prepare=prepare: distance(prepare(s)(), reference), settings)
        if setting is None:
            page.notes.append(f"{name} did not come within 1e-4 with any setting")
            continue
        run = prepare(setting)
        chosen.append((name, f"{shown} {setting:.3g}", distance(run(), reference), run))
    times = best(*(run for *_, run in chosen), repeats=20)
    own = times[0]
    for (name, setting, error, _), elapsed in zip(chosen, times):
        page.add(name, setting, f"{error:.1e}", milliseconds(elapsed), f"{elapsed / own:.2f}")
        if not name.startswith("multibond"):
            page.judge(f"{name} over model.simulate", elapsed / own, 1.0 if "pydiffsol" in name else AHEAD, most=False)
            if "pydiffsol" in name:
                page.judge(f"{name} over the run itself", elapsed / times[1], 1.0, most=False)
    return page


def distance(angles: Sequence[float], reference: np.ndarray) -> float:
    """The larger error of the two angles."""
    return float(np.max(np.abs(np.asarray(angles)[:2] - reference)))


MODEL: list = []


def _model() -> Any:
    if not MODEL:
        MODEL.append(double_pendulum())
    return MODEL[0]


def ours(tolerance: float) -> Callable[[], Sequence[float]]:
    """The whole call: start values, run, energy audit, result."""
    model = _model()

    def run() -> Sequence[float]:
        result = model.simulate(10.0, tolerance=tolerance, points=2)
        return result["phi1"][-1], result["phi2"][-1]

    return run


def ours_bare(tolerance: float) -> Callable[[], Sequence[float]]:
    """Only the integration."""
    made = engine(_model())
    system, p = made.parameters(None)
    machine = made.machine(system, audit=False)
    at = [machine.state_names.index(f"hinge{k}.angle.q") for k in (1, 2)]
    start, grid = np.zeros(4), np.array([10.0])

    def run() -> Sequence[float]:
        x = integrate(machine.program, 0.0, start, grid, p, tolerance=tolerance).x
        return x[at[0]], x[at[0]] + x[at[1]]

    return run


def scipy(tolerance: float) -> Callable[[], Sequence[float]]:
    """The equations in Python with the mathematics of `math`, the fastest for scalars."""
    import math

    def f(t: float, u: np.ndarray) -> list[Any]:
        return slope(t, u.tolist(), math.cos, math.sin)

    return lambda: solve_ivp(f, (0, 10), np.zeros(4), "DOP853", rtol=tolerance, atol=tolerance, t_eval=[10.0]).y[:2, -1]


def pydiffsol(page: Table) -> Prepare | None:
    """The equations in DiffSL."""
    module = peer("pydiffsol", page)
    if module is None:
        return None
    code = """
    in { g = 9.81 }
    u_i { a = 0, b = 0, p = 0, q = 0 }
    c { 0.5*cos(a-b) } s { 0.5*sin(a-b) }
    h { 0-s*q*q - 1.5*g*cos(a) } k { s*p*p - 0.5*g*cos(b) }
    d { 4.0/9.0 - c*c }
    F_i { p, q, (h/3.0 - c*k)/d, (4.0/3.0*k - c*h)/d }
    """
    ode = module.Ode(code, matrix_type=module.nalgebra_dense, ode_solver=module.tsit45)
    given = np.array([9.81])

    def prepare(tolerance: float) -> Callable[[], Sequence[float]]:
        def run() -> Sequence[float]:
            ode.rtol = ode.atol = tolerance
            return ode.solve(given, 10.0).ys[:2, -1]

        return run

    return prepare


def casadi(page: Table) -> Prepare | None:
    """The equations as SX expressions, integrated by CVODES with Adams' method."""
    ca = peer("casadi", page, "CasADi")
    if ca is None:
        return None
    x = ca.SX.sym("x", 4)
    ode = ca.vertcat(*slope(0.0, [x[k] for k in range(4)], ca.cos, ca.sin))

    def prepare(tolerance: float) -> Callable[[], Sequence[float]]:
        options = {"reltol": tolerance, "abstol": tolerance, "max_num_steps": 1_000_000,
                   "linear_multistep_method": "adams", "nonlinear_solver_iteration": "functional"}  # fmt: skip
        function = ca.integrator("pendulum", "cvodes", {"x": x, "ode": ode}, 0.0, 10.0, options)
        start = ca.DM.zeros(4)
        return lambda: np.asarray(function(x0=start)["xf"]).ravel()[:2]

    return prepare


def mujoco(page: Table) -> Prepare | None:
    """Two hinged bodies, no contacts; all steps in one call."""
    module = peer("mujoco", page, "MuJoCo")
    if module is None:
        return None
    inertia = '<inertial pos="0.5 0 0" mass="1" diaginertia="1e-6 0.0833333333333333 0.0833333333333333"/>'
    hinge = '<joint type="hinge" axis="0 0 1"/>'
    model = module.MjModel.from_xml_string(
        '<mujoco><option integrator="RK4" gravity="0 -9.81 0"><flag contact="disable" constraint="disable"/></option>'
        f'<worldbody><body>{hinge}{inertia}<body pos="1 0 0">{hinge}{inertia}</body></body></worldbody></mujoco>'
    )
    data = module.MjData(model)

    def prepare(steps: float) -> Callable[[], Sequence[float]]:
        def run() -> Sequence[float]:
            module.mj_resetData(model, data)
            model.opt.timestep = 10.0 / steps
            module.mj_step(model, data, nstep=int(steps))
            return data.qpos[0], data.qpos[0] + data.qpos[1]

        return run

    return prepare


def exudyn(page: Table) -> Prepare | None:
    """A kinematic tree with minimal coordinates and an explicit solver, its fastest way."""
    from .exudyn_peer import pendulum

    module = peer("exudyn", page, "Exudyn")
    return None if module is None else pendulum(module)
