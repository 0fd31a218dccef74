"""Diodes of vector bonds: along their direction they block, across it there is never an effort."""

import numpy as np
import pytest

import multibond as mb

from .wide_networks import wide_network

WAYS = {2: ([1.0, 0.3], [0.5, 1.0]), 3: ([1.0, 0.3, 0.2], [0.5, 1.0, 0.1])}


def behind_a_resistance(n, *parts):
    """The parts side by side behind 1 Ω and sin(t) V in each component."""
    model = mb.Model("side_by_side", domain="electrical")
    model.source, model.line, model.r, model.node = (
        mb.Se(["sin(time)"] * n, n=n),
        mb.J1(n=n),
        mb.R(1.0, n=n),
        mb.J0(n=n),
    )
    model.source >> model.line >> [model.r, model.node]
    for name, part in zip("ab", parts, strict=False):
        model.add(name, part)
        model.node >> model[name]
    return model


@pytest.mark.parametrize("n", [2, 3])
def test_two_alike_share_what_flows(n):
    way = WAYS[n][0]
    result = behind_a_resistance(n, *(mb.D(direction=way, n=n) for _ in "ab")).simulate(7.0, points=71, tolerance=1e-8)
    u = np.array(way) / np.linalg.norm(way)
    given = np.sin(result.time)[:, None] * np.ones(n)
    passed = given - np.minimum(given @ u, 0.0)[:, None] * u
    for name in "ab":
        assert result[f"{name}.f"] == pytest.approx(passed / 2, abs=1e-8)
        assert result[f"{name}.e"] == pytest.approx((given @ u).clip(max=0.0)[:, None] * u, abs=1e-8)


def test_along_different_ways_they_leave_no_effort_in_space():
    """Their efforts are along two directions, so that both are zero; the flows along these may not go backwards."""
    result = behind_a_resistance(3, *(mb.D(direction=way, n=3) for way in WAYS[3])).simulate(7.0, tolerance=1e-8)
    assert np.max(np.abs(result["a.e"])) < 1e-12
    assert result["a.f"] + result["b.f"] == pytest.approx(np.sin(result.time)[:, None] * np.ones(3), abs=1e-9)
    for name, way in zip("ab", WAYS[3], strict=True):
        assert np.min(result[f"{name}.f"] @ np.array(way)) > -1e-9
    assert not result.stats.doubts


def test_a_charge_across_goes_at_once():
    way = np.array(WAYS[3][0]) / np.linalg.norm(WAYS[3][0])
    model = behind_a_resistance(3, mb.D(direction=WAYS[3][0], n=3), mb.C(1.0, n=3, q0=[1.0, -2.0, -3.0]))
    with pytest.raises(
        mb.MultibondError, match=r"start value b\.q.*cannot hold.*a open, or allow the jump by impulses"
    ):
        model.simulate(1.0)
    result = model.simulate(1.0, points=11, tolerance=1e-9, impulses=True)

    total, first = way.sum(), way @ [1.0, -2.0, -3.0]  # below zero the diode blocks, then it holds zero
    blocked = (first + total / 2) * np.exp(-result.time) + total / 2 * (np.sin(result.time) - np.cos(result.time))
    assert blocked.min() < -0.1 and blocked.max() > 0.1
    assert result["b.q"] == pytest.approx(np.minimum(blocked, 0.0)[:, None] * way, abs=1e-7)


@pytest.mark.parametrize("seed", [45, 193, 302, 484, 509])
@pytest.mark.parametrize("driven", [True, False])
def test_networks_with_a_store_beside_a_diode(seed, driven):
    """Across the diode there is no charge; where other laws of the block are cubic, that has to be seen too."""
    model = wide_network(seed, driven)
    result = model.simulate(0.8, tolerance=1e-8, points=41, impulses=True)
    for name, part in model.children.items():
        if isinstance(part, mb.D):
            way = np.asarray(part.given["direction"])
            effort, flow = result[f"{name}.e"], result[f"{name}.f"]
            size = max(np.max(np.abs(effort)), np.max(np.abs(flow)), 1e-9)
            assert np.max(np.abs(effort - np.outer(effort @ way, way))) < 1e-8 * size
            assert np.max(effort @ way) < 1e-6 * size and np.min(flow @ way) > -1e-6 * size
    assert np.max(np.abs(result.energy.residual)) < 1e-5 * max(result.energy.stored.max(), 1e-3)
