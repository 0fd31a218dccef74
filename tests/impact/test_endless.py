"""Sequences of impacts without end, over one contact and over many that wake each other: they end, and all comes to
rest without falling through anything, gaining energy or being pulled."""

from __future__ import annotations

import math

import numpy as np
import pytest

import multibond as mb
from multibond import planar, spatial
from multibond.errors import SimulationError
from multibond.simulation import pace, pair_loop

RADIUS = 0.1  # m


def pool(count: int, law: dict[str, float], seed: int = 0) -> mb.Model:
    """Balls that fall into a box, which is about as wide as the root of their number."""
    m, draw = mb.Model("pool"), np.random.default_rng(seed)
    side = max(2, math.ceil(count**0.5))
    m.world, m.floor = planar.World(), planar.Fixed()
    m.left, m.right = planar.Fixed(), planar.Fixed(r=[0.23 * side + 0.1, 0.0])
    m.pool = planar.ContactPool(bodies=count, radius=[RADIUS] * count, **law)
    walls = {"floor": [0.0, 1.0], "left": [1.0, 0.0], "right": [-1.0, 0.0]}
    for k in range(count):
        place = np.array([0.16 + 0.23 * (k % side), 0.3 + 0.23 * (k // side)]) + 0.012 * draw.uniform(-1, 1, 2)
        ball = m.add(f"ball{k}", planar.Body(1.0, 0.005, x0=list(place), v0=list(0.3 * draw.uniform(-1, 1, 2))))
        m.join(ball.a, m.pool[f"body{k + 1}"])
        for wall, normal in walls.items():
            contact = m.add(f"{wall}{k}", planar.SpherePlane(RADIUS, normal=normal, **law))
            m.join(ball.a, contact.a)
            m.join(contact.b, m[wall].b)
    return m


def check(result: mb.Result, count: int, apart: float = 1e-5) -> None:
    """No impact gives energy or pulls, no ball gets into another or into the floor, and the books close."""
    for event in result.events:
        assert event.energy_jump < 1e-12
        assert all(impulse >= 0.0 for impulse in event.impulses.values())
    x = np.array([result[f"ball{k}.x"] for k in range(count)])
    assert np.min(x[:, :, 1]) > RADIUS - 1e-7
    for i in range(count):
        for j in range(i):
            assert np.min(np.linalg.norm(x[i] - x[j], axis=1)) > 2 * RADIUS - apart
    assert result.stats.energy_residual < 1e-5


@pytest.mark.parametrize(
    ("count", "law"),
    [
        (3, {"restitution": 0.0}), (3, {"restitution": 0.5}), (3, {"restitution": 0.5, "friction": 0.3}),
        (3, {"restitution": 0.9, "friction": 0.3}), (5, {"restitution": 0.0, "friction": 0.3}),
        (5, {"restitution": 0.5}), (5, {"restitution": 0.5, "friction": 0.3}), (10, {"restitution": 0.0}),
    ],
)  # fmt: skip
def test_balls_that_fall_into_a_box_come_to_rest(count, law):
    result = pool(count, law).simulate(2.0, points=101)
    check(result, count)
    assert len(result.events) < 450 * count  # sequences that others begin anew end where these are slow beside them
    fastest = max(np.max(np.abs(result[f"ball{k}.v"][-1])) for k in range(count))
    assert fastest < (1e-9 if law["restitution"] > 0.0 or "friction" in law else 0.01)  # without either some roll on


def test_balls_that_bounce_on_each_other_lie_where_time_stepping_leaves_them():
    model, count = pool(6, {"restitution": 0.4}), 6
    located, stepped = model.simulate(1.0, points=41), model.simulate(1.0, points=41, solver="timestepping", step=5e-4)
    check(located, count)
    heights = [np.mean([result[f"ball{k}.x"][-1, 1] for k in range(count)]) for result in (located, stepped)]
    assert heights[0] == pytest.approx(heights[1], rel=0.1)


@pytest.mark.parametrize("restitution", [0.0, 0.5, 0.9])
@pytest.mark.parametrize("friction", [{}, {"friction": 0.3}])
def test_a_ball_between_two_planes_that_converge_ends_where_it_touches_both(restitution, friction):
    m, slope = mb.Model("wedge"), 0.3
    m.world, m.floor, m.ball0 = planar.World(), planar.Fixed(), planar.Body(1.0, 0.004, x0=[0.05, 1.0], v0=[0.3, 0.0])
    for name, side in (("left", 1.0), ("right", -1.0)):
        normal = [side * math.cos(slope), math.sin(slope)]
        m.add(name, planar.SpherePlane(RADIUS, normal=normal, restitution=restitution, **friction))
        m.join(m.ball0.a, m[name].a)
        m.join(m[name].b, m.floor.b)
    result = m.simulate(4.0)
    check(result, 1)
    assert result["ball0.x"][-1] == pytest.approx([0.0, RADIUS / math.sin(slope)], abs=1e-6)
    assert np.max(np.abs(result["ball0.v"][-1])) < 1e-9 and len(result.events) < 1000


@pytest.mark.parametrize("restitution", [0.0, 0.5, 0.9])
def test_a_column_of_balls_falls_and_stands(restitution):
    m, count = mb.Model("column"), 4
    m.world, m.floor = planar.World(), planar.Fixed()
    m.pool = planar.ContactPool(bodies=count, radius=[RADIUS] * count, restitution=restitution)
    m.ground = planar.SpherePlane(RADIUS, restitution=restitution)
    for k in range(count):
        m.add(f"ball{k}", planar.Body(1.0, 0.004, x0=[0.0, 0.4 + 0.25 * k]))
        m.join(m[f"ball{k}"].a, m.pool[f"body{k + 1}"])
    m.join(m.ball0.a, m.ground.a)
    m.join(m.ground.b, m.floor.b)
    result = m.simulate(2.0 if restitution < 0.9 else 6.0)
    check(result, count)
    for k in range(count):
        assert result[f"ball{k}.x"][-1] == pytest.approx([0.0, RADIUS * (1 + 2 * k)], abs=1e-6)
    assert result["ground.load"][-1] == pytest.approx(4 * 9.81, rel=1e-6)


def box_that_slides(slope: float) -> mb.Model:
    """A box at rest on a slope that is too steep for its friction."""
    m = mb.Model("box")
    m.world, m.ramp = spatial.World(), spatial.Fixed()
    place = [RADIUS * math.sin(slope), RADIUS * math.cos(slope), 0.0]
    m.box = spatial.Body(2.0, [0.02, 0.03, 0.02], x0=place, phi0=[0.0, 0.0, -slope])
    m.feet = spatial.BoxPlane(
        [0.4, 0.2, 0.4], restitution=0.0, friction=0.2, normal=[math.sin(slope), math.cos(slope), 0.0]
    )
    m.join(m.box.a, m.feet.a)
    m.join(m.feet.b, m.ramp.b)
    return m


@pytest.mark.parametrize("tolerance", [1e-6, 1e-9])
def test_a_box_that_begins_to_slide_in_space_does_so_once(tolerance):
    slope = 0.4
    result = box_that_slides(slope).simulate(1.0, tolerance=tolerance)
    assert [set(event.kinds.values()) for event in result.events] == [{"slides"}]
    way = 0.5 * 9.81 * (math.sin(slope) - 0.2 * math.cos(slope))
    assert result["box.x"][-1, 0] - result["box.x"][0, 0] == pytest.approx(way * math.cos(slope), abs=1e-5)


def test_impacts_that_are_too_many_end_with_what_to_use_instead(monkeypatch):
    monkeypatch.setattr(pace, "IMPACTS", 1e4)
    monkeypatch.setattr(pace, "BEGUN", 50)
    monkeypatch.setattr(pair_loop, "ROOM", 64)  # so often Python looks at the pace
    with pytest.raises(SimulationError, match=r"at this pace .* more would follow.* use solver='timestepping'"):
        pool(3, {"restitution": 0.9}).simulate(50.0, points=11)
    result = pool(3, {"restitution": 0.9}).simulate(5.0, points=11, max_steps=1_000_000_000)  # whoever wants to waits
    assert result.time[-1] == 5.0


@pytest.mark.parametrize("solver", ["bdf", "adams", "ida"])
@pytest.mark.parametrize("restitution", [0.25, 0.5, 0.7])
def test_a_ball_that_starts_on_the_floor_bounces_until_it_rests(solver, restitution):
    # at each bounce it is as high as at the start: the books of its energy are zero there, and yet not small
    m = mb.Model("thrown_down")
    m.world, m.floor, m.ball = planar.World(), planar.Fixed(), planar.Body(1.0, 0.004, x0=[0.0, RADIUS], v0=[0.0, -2.0])
    m.contact = planar.SpherePlane(RADIUS, restitution=restitution)
    m.join(m.ball.a, m.contact.a)
    m.join(m.contact.b, m.floor.b)
    rest = 2 * 2.0 * restitution / (9.81 * (1 - restitution))
    result = m.simulate(1.2 * rest, solver=solver, tolerance=1e-9)
    flights = np.cumsum([0.0, *(2 * 2.0 * restitution ** np.arange(1, 5) / 9.81)])
    np.testing.assert_allclose([event.time for event in result.events[:5]], flights, atol=1e-6)
    assert result.events[-1].time == pytest.approx(rest, abs=1e-3)
    assert result["ball.x"][-1, 1] == pytest.approx(RADIUS, abs=1e-9)
