"""A chain of masses, springs and dampers as a scalar bond graph: how the stages grow, and a large one beside SciPy."""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp
from scipy.sparse import bmat, diags, identity

from . import measure
from .measure import Table, best
from .models import mass_chain
from .stages import STAGES, stages

STOP, TOLERANCE = 10.0, 1e-6


def table() -> Table:
    """Stages for n = 10, 100, 1000; the run of the largest against SciPy's BDF with the sparsity given."""
    page = Table(
        "Chain of n masses, springs and dampers, stages in seconds", ("n", *STAGES, "together", "per mass, ms")
    )
    sizes = (10, 100) if measure.QUICK else (10, 100, 1000)
    per_mass, model = {}, None
    for n in sizes:
        fastest: dict[str, float] = {}
        for _ in range(3 if n <= 100 else 2):
            seconds, _, result = stages(lambda n=n: mass_chain(n), stop=STOP, tolerance=TOLERANCE)
            fastest = {k: min(v, fastest.get(k, v)) for k, v in seconds.items()}
            model = result.system.graph.model
        total = sum(fastest.values())
        per_mass[n] = total / n
        page.add(str(n), *(f"{fastest[k]:.3f}" for k in STAGES), f"{total:.3f}", f"{1e3 * total / n:.3g}")
    for few, many in zip(sizes[1:], sizes[2:]):
        page.judge(f"growth per mass from n = {few} to {many}", per_mass[many] / per_mass[few], 1.5)
    _beside_scipy(page, model, sizes[-1])
    return page


def _beside_scipy(page: Table, model: object, n: int) -> None:
    pattern = _pattern(n)

    def by_hand() -> np.ndarray:
        how = {"method": "BDF", "rtol": TOLERANCE, "atol": TOLERANCE, "jac_sparsity": pattern}
        return solve_ivp(_slope, (0, STOP), np.zeros(2 * n), t_eval=np.linspace(0, STOP, 501), **how).y[n - 1]

    exact = by_hand()
    for solver in ("auto", "bdf"):
        ours = model.simulate(STOP, tolerance=TOLERANCE, solver=solver)
        own, other = best(
            lambda solver=solver: model.simulate(STOP, tolerance=TOLERANCE, solver=solver), by_hand, repeats=3
        )
        gap = float(np.max(np.abs(ours["end"] + exact)))
        page.notes.append(
            f"n = {n}, solver {solver} ({ours.stats.solver}): {own:.3g} s; "
            f"SciPy BDF with sparsity on NumPy: {other:.3g} s; "
            f"largest difference of the last spring {gap:.1e} m"
        )
        page.judge(f"SciPy BDF over multibond {solver} at n = {n}", other / own, 1.0, most=False)


def _slope(_: float, x: np.ndarray) -> np.ndarray:
    """Extensions and velocities; k = 100 N/m, d = 0.5 N s/m, 1 kg, pulled by 1 N."""
    n = len(x) // 2
    extension, velocity = x[:n], x[n:]
    rate = velocity.copy()
    rate[1:] -= velocity[:-1]
    force = 100.0 * extension + 0.5 * rate
    acceleration = -force
    acceleration[:-1] += force[1:]
    acceleration[-1] += 1.0
    return np.concatenate([rate, acceleration])


def _pattern(n: int) -> object:
    near = diags([1.0, 1.0, 1.0], [-1, 0, 1], shape=(n, n))
    return bmat([[0 * identity(n), near], [near, near]])
