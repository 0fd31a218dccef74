"""Random circuits agree with their exact solutions, or say why they do not run; no diode passes anything backwards."""

import numpy as np
import pytest

import multibond as mb
from nonsmooth.bond_graphs import circuit
from nonsmooth.random_circuits import random_circuit

SEEDS = range(24)
POINTS = 77


def agrees(case, result, exact):
    for branch in case.branches:
        if branch.kind in "LC":
            ours, theirs = (".f", "i") if branch.kind == "L" else (".e", "u")
            expected = exact[f"{theirs}({branch.name})"]
            gap = np.max(np.abs(result[branch.name + ours] - expected))
            if gap > 1e-6 * max(np.max(np.abs(expected)), 1e-3):
                return False
        if branch.kind == "D":
            flow, effort = result[f"{branch.name}.f"], result[f"{branch.name}.e"]
            assert np.min(flow) > -1e-6 * max(np.max(np.abs(flow)), 1e-3)
            assert np.max(effort) < 1e-6 * max(np.max(np.abs(effort)), 1e-3)
    return True


def test_random_circuits_agree_with_their_exact_solutions():
    ran, refused = [], []
    for seed in SEEDS:
        case = random_circuit(seed)
        try:
            times, exact = case.exact(POINTS)
        except RuntimeError:  # the exact solution finds no position: an impulse, or a tie
            continue
        try:
            result = circuit(case).simulate(times[-1], points=POINTS, tolerance=1e-9, max_steps=20000)
        except mb.MultibondError as error:
            refused.append(str(error))
            continue
        assert agrees(case, result, exact), seed
        assert result.stats.energy_residual < 1e-6, seed
        ran.append(seed)
    assert len(ran) >= 18 and len(refused) <= 3
    assert all("position" in sentence for sentence in refused)


@pytest.mark.parametrize("seed", [28, 181, 720])
def test_diodes_that_cross_again_soon(seed):
    """Where a crossing that was seen leaves a diode as it was, it must not go on unseen."""
    case = random_circuit(seed)
    times, exact = case.exact(POINTS)
    result = circuit(case).simulate(times[-1], points=POINTS, tolerance=1e-9)
    assert agrees(case, result, exact)
    assert result.stats.energy_residual < 1e-6
