"""Time-stepping lists impacts as the event-driven solver does: the same elements, times, impulses and energies."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond import planar

STEP = 2e-4  # s


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("bouncing_ball", {}), ("bouncing_pendulum", {"restitution": 0.8}), ("four_bar_impact", {"restitution": 0.7}),
        ("bullet_on_pendulum", {"restitution": 0.5}), ("bouncing_spherical", {"restitution": 0.6}),
        ("cue_and_ball", {}), ("mixed_model", {}),
    ],
)  # fmt: skip
def test_both_solvers_tell_the_same_impacts(name, parameters):
    model = mb.load(name)
    located = model.simulate(2.0, tolerance=1e-8, parameters=parameters)
    stepped = model.simulate(2.0, solver="timestepping", step=STEP, parameters=parameters)
    first, second = ([e for e in result.events if e.impulses] for result in (located, stepped))
    assert [e.origins for e in first] == [e.origins for e in second] and first
    for one, other in zip(first, second, strict=True):
        assert other.time == pytest.approx(one.time, abs=30 * STEP)
        assert list(other.impulses.values()) == pytest.approx(list(one.impulses.values()), rel=0.02)
        assert other.energy_jump == pytest.approx(one.energy_jump, rel=0.05, abs=2e-4 * abs(one.energy_after))
        assert other.kinds == dict.fromkeys(other.origins, "strikes")
    assert stepped.energy.jumps[-1] == pytest.approx(sum(e.energy_jump for e in second), abs=1e-12)
    assert stepped.energy.jumps[-1] == pytest.approx(located.energy.jumps[-1], rel=0.05, abs=1e-3)
    assert stepped.stats.energy_residual < 1e-4
    assert {row["kind"] for row in stepped.event_rows} == {"strikes"}


def test_a_box_at_rest_strikes_no_more():
    result = mb.load("stacked_boxes").simulate(solver="timestepping", step=1e-3)
    times = [event.time for event in result.events]
    assert times and max(times) < 1.0  # then they rest
    assert result.energy.jumps[-1] < -1.0 and abs(result.energy.residual).max() < 1e-6


def test_balls_of_pools_are_named_by_their_numbers():
    m = mb.Model("box")
    m.world = planar.World(gravity="none")
    m.calm, m.pool = (planar.ContactPool(bodies=k, radius=[0.1] * k, restitution=0.5, pairs="near") for k in (2, 3))
    starts = {"calm": [(0.0, 3.0), (1.0, 3.0)], "pool": [(0.0, 0.0), (0.5, 0.0), (1.0, 0.0)]}
    for pool, places in starts.items():
        for k, place in enumerate(places):
            speed = [1.0, 0.0] if (pool, k) == ("pool", 1) else [0.0, 0.0]
            ball = m.add(f"{pool}{k}", planar.Body(1.0, 0.005, x0=list(place), v0=speed))
            m.join(ball.a, m[pool][f"body{k + 1}"])
    result = m.simulate(0.6, solver="timestepping", step=1e-3)
    (event,) = result.events
    assert event.impulses == {"pool.contact_2_3": pytest.approx(0.75)}
    assert event.time == pytest.approx(0.3, abs=1e-3)
    assert event.energy_jump == pytest.approx(-0.25 * (1 - 0.5**2)) and event.energy_before == pytest.approx(0.5)
    assert np.allclose(result.energy.jumps[[0, -1]], [0.0, event.energy_jump])
