"""Chains of unknowns, each computed from the one before: no digits are lost on the way."""

from __future__ import annotations

import random

import numpy as np
import pytest

import multibond as mb


def ladder(values, shunts, law=None):
    """Resistors in series with others to the ground between them, at 1 V; the voltages at the nodes by Kirchhoff."""
    model = mb.Model("ladder")
    n = len(values)
    model.add("j0", mb.J1())
    model.bond(model.add("source", mb.Se(1)), model["j0"])
    for k in range(n):
        node, last = model.add(f"z{k}", mb.J0()), model[f"j{k}"]
        model.bond(last, model.add(f"r{k}", mb.R(values[k])))
        model.bond(last, node)
        model.bond(node, model.add(f"k{k}", mb.R(shunts[k]) if law is None else mb.R(law=law)))
        model.bond(node, model.add(f"j{k + 1}", mb.J1()))
    model.bond(model[f"j{n}"], model.add("end", mb.R(1)))
    conductance, right = np.zeros((n, n)), np.zeros(n)
    for k in range(n):
        conductance[k, k] += 1 / values[k] + 1 / shunts[k] + (1 / values[k + 1] if k + 1 < n else 1.0)
        if k:
            conductance[k, k - 1] = conductance[k - 1, k] = -1 / values[k]
    right[0] = 1 / values[0]
    return model, np.linalg.solve(conductance, right)


@pytest.mark.parametrize("n", [12, 24, 48])
def test_a_long_ladder_has_the_voltages_of_kirchhoff_at_its_far_end(n):
    model, true = ladder([1.0] * n, [1.0] * n)
    result = model.simulate(1, points=2)
    for k in (0, n // 2, n - 1):
        assert result[f"k{k}.e"][-1] == pytest.approx(true[k], rel=1e-8)
    assert not result.stats.doubts


@pytest.mark.parametrize("seed", range(4))
def test_values_over_many_decades(seed):
    draw = random.Random(seed)
    n = 14
    values, shunts = ([10 ** draw.uniform(-4, 4) for _ in range(n)] for _ in range(2))
    model, true = ladder(values, shunts)
    result = model.simulate(1, points=2)
    for k in (0, n // 2, n - 1):
        assert result[f"k{k}.e"][-1] == pytest.approx(true[k], rel=1e-8)


def test_a_ladder_of_curved_laws_keeps_its_digits_too():
    n = 30
    model, _ = ladder([1.0] * n, [1.0] * n, law="2*f + f**3")
    result = model.simulate(1, points=2)
    current = [float(result[f"r{k}.f"][-1]) for k in range(n)]
    lost = [float(result[f"k{k}.f"][-1]) for k in range(n)]
    voltage = [float(result[f"k{k}.e"][-1]) for k in range(n)]
    assert 0 < current[-1] < 1e-8 * current[0]
    for k in range(1, n):  # each by its own size, not by that of the first
        assert voltage[k - 1] - voltage[k] == pytest.approx(current[k], rel=1e-6)
        assert voltage[k] == pytest.approx(2 * lost[k] + lost[k] ** 3, rel=1e-6)
    assert voltage[-1] == pytest.approx(current[-1] - lost[-1], rel=1e-6)


def test_a_grid_of_resistors_balances():
    model, n = mb.Model("grid"), 9
    nodes = {(i, j): model.add(f"n{i}_{j}", mb.J0()) for i in range(n) for j in range(n)}
    model.bond(model.add("source", mb.Se(1)), nodes[0, 0])
    model.bond(nodes[n - 1, n - 1], model.add("load", mb.R(1)))
    laplace, place = np.zeros((n * n, n * n)), {key: k for k, key in enumerate(nodes)}
    for i, j in nodes:
        for other in ((i + 1, j), (i, j + 1)):
            if other in nodes:
                branch = model.add(f"b{i}_{j}_{other[0]}_{other[1]}", mb.J1())
                model.bond(nodes[i, j], branch)
                model.bond(branch, nodes[other])
                model.bond(branch, model.add(f"r{i}_{j}_{other[0]}_{other[1]}", mb.R(1)))
                a, b = place[i, j], place[other]
                laplace[[a, b], [a, b]] += 1
                laplace[[a, b], [b, a]] -= 1
    laplace[-1, -1] += 1
    true = np.linalg.solve(laplace[1:, 1:], -laplace[1:, 0])
    assert model.simulate(1, points=2)["load.e"][-1] == pytest.approx(true[-1], rel=1e-9)
