"""Independent equations of motion in minimal coordinates (Lagrange, by SymPy and SciPy), to hold models against."""

from __future__ import annotations

import numpy as np
import sympy as sp
from scipy.integrate import solve_ivp

G = sp.Float("9.81")


def turned(vector, angle):
    """A body-fixed vector in the inertial frame."""
    x, y = vector
    return sp.Matrix([sp.cos(angle) * x - sp.sin(angle) * y, sp.sin(angle) * x + sp.cos(angle) * y])


def motion(q, bodies, start, times, *, potential=0, force=None, gravity=G):
    """Coordinates and speeds at `times`.

    `q` are the coordinates (symbols), `bodies` tuples (m, J, position, angle) as expressions of q, `start` the values
    of q and then of their rates, `potential` further energy, `force(t, q, rate)` generalised forces.
    """
    q = sp.Matrix(list(q))
    rate = sp.Matrix([sp.Symbol(f"rate{i}") for i in range(len(q))])
    places, weights, energy = [], [], sp.sympify(potential)
    for m, J, position, angle in bodies:
        places += [position[0], position[1], sp.sympify(angle)]
        weights += [m, m, J]
        energy += m * gravity * position[1]
    slopes = sp.Matrix(places).jacobian(q)
    turning = (slopes * rate).jacobian(q) * rate
    pull = sp.Matrix([energy]).jacobian(q).T
    evaluate = sp.lambdify([list(q), list(rate)], [slopes, turning, pull], cse=True)
    W = np.array(weights, dtype=float)

    def slope(t, x):
        at, speed = np.split(x, 2)
        J, extra, gradient = (np.asarray(part, dtype=float) for part in evaluate(at, speed))
        right = -gradient[:, 0] - J.T @ (W * extra[:, 0])
        if force is not None:
            right = right + np.asarray(force(t, at, speed), dtype=float)
        return np.concatenate([speed, np.linalg.solve(J.T @ (W[:, None] * J), right)])

    solution = solve_ivp(slope, (0.0, times[-1]), start, t_eval=times, method="DOP853", rtol=1e-12, atol=1e-13)
    assert solution.success
    return solution.y
