"""An independent way from the flat equations to A, B and E: numeric null spaces, without any causality."""

from __future__ import annotations

import numpy as np
from scipy.linalg import qr

from multibond.equations.system import System
from multibond.expression import TIME, evaluate, gradient, leaves


def descriptor(system: System, states: list[str], sources: dict[str, str]):
    """P x' + Q x + R w + S u = 0 of all equations; x all differentiated variables, u the sources' values by name.

    `sources` maps the path of every source to its imposed letter, "effort" or "flow".
    """
    differentiated: dict = {}
    others: dict = {}
    for equation in system.equations:
        for leaf in leaves(equation.residual):
            if leaf.op == "der":
                differentiated[leaf.args[0]] = None
    for equation in system.equations:
        for leaf in leaves(equation.residual):
            if leaf.op == "symbol" and leaf not in differentiated and not system.is_constant(leaf) and leaf is not TIME:
                others[leaf] = None
    inputs = [leaf for path, letter in sources.items() for leaf in _values(system, path, letter)]
    x, w, u = list(differentiated), list(others), inputs
    place = {("der", v): k for k, v in enumerate(x)}
    place |= {v: len(x) + k for k, v in enumerate(x)}
    place |= {v: 2 * len(x) + k for k, v in enumerate(w)}
    place |= {v: 2 * len(x) + len(w) + k for k, v in enumerate(u)}
    numbers = {name: p.value for name, p in system.parameters.items()}
    matrix = np.zeros((len(system.equations), 2 * len(x) + len(w) + len(u)))
    for i, equation in enumerate(system.equations):
        for leaf, slope in gradient(equation.residual).items():
            key = ("der", leaf.args[0]) if leaf.op == "der" else leaf
            if key in place:
                values = {v: numbers[v.args[0]] for v in leaves(slope)}
                matrix[i, place[key]] = evaluate([slope], values)[0]
    order = {v.args[0]: k for k, v in enumerate(x)}
    keep = [order[name] for name in states]
    drop = [k for k in range(len(x)) if k not in keep]
    n = len(x)
    P, Q, R, S = (matrix[:, a:b] for a, b in
                  ((0, n), (n, 2 * n), (2 * n, 2 * n + len(w)), (2 * n + len(w), matrix.shape[1])))  # fmt: skip
    return P, Q, R, S, keep, drop


def _values(system, path, letter):
    return [x for equation in system.equations if equation.origin == path
            for x in leaves(equation.residual) if system.is_constant(x)]  # fmt: skip


def reduced(system: System, states: list[str], sources: dict[str, str]):
    """A, B and E of x_I' = A x_I + B u + E u', for the independent `states` by name."""
    P, Q, R, S, keep, drop = descriptor(system, states, sources)
    # combinations of the equations that contain neither derivatives nor other variables tie the states together
    left = _null(np.hstack([P, R]).T).T
    tied = left @ Q
    solution = np.linalg.lstsq(tied[:, drop], -np.hstack([tied[:, keep], left @ S]), rcond=None)[0]
    dependent, from_inputs = solution[:, : len(keep)], solution[:, len(keep) :]
    unknown = np.hstack([P[:, keep] + P[:, drop] @ dependent, R])
    right = -np.hstack([Q[:, keep] + Q[:, drop] @ dependent, S + Q[:, drop] @ from_inputs, P[:, drop] @ from_inputs])
    found, _, rank, _ = np.linalg.lstsq(unknown, right, rcond=1e-12)
    assert rank == unknown.shape[1], "the equations do not determine everything"
    assert np.allclose(unknown @ found, right, atol=1e-8)
    top = found[: len(keep)]
    n, m = len(keep), S.shape[1]
    return top[:, :n], top[:, n : n + m], top[:, n + m :]


def _null(matrix):
    """A basis of the vectors that `matrix` takes to zero, by a pivoted factorisation (quicker than singular values)."""
    q, r, _ = qr(matrix.T, pivoting=True)
    size = np.abs(np.diag(r))
    rank = int((size > 1e-10 * max(size[0], 1)).sum()) if len(size) else 0
    return q[:, rank:]
