"""The loop over impacts in machine code: as the events of Python, one for one, and exact over a thousand bounces."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond import planar
from multibond.bank.cartesian_pendulum import CartesianPendulum
from multibond.simulation import pair_loop

E, G = 0.999, 9.81


def ball(e: float, **given: object) -> mb.Model:
    m = mb.Model("ball")
    m.world, m.floor, m.ball = planar.World(), planar.Fixed(), planar.Body(1.0, 0.004, x0=[0.0, 1.1], v0=[1.0, 0.0])
    m.contact = planar.SpherePlane(0.1, restitution=e, **given)
    m.join(m.ball.a, m.contact.a)
    m.join(m.contact.b, m.floor.b)
    return m


def test_a_thousand_bounces_at_their_exact_times():
    fall = (2 / G) ** 0.5
    exact = fall + 2 * fall * np.concatenate([[0.0], np.cumsum(E ** np.arange(1, 1000))])
    result = ball(E).simulate(float(exact[-1]) + 0.1, tolerance=1e-9, points=3)
    assert len(result.events) == 1000
    assert np.max(np.abs([event.time for event in result.events] - exact)) < 1e-7
    taken = [event.energy_jump for event in result.events]
    assert np.allclose(taken, -G * E ** (2 * np.arange(1000)) * (1 - E**2), rtol=1e-6)
    assert result.energy.residual == pytest.approx(0.0, abs=1e-9)
    assert result.energy.jumps[-1] == pytest.approx(sum(taken))


def test_no_bounce_is_lost_when_there_are_more_than_machine_code_notes_at_once():
    m = ball(1.0)
    height, count = 1e-3, pair_loop.ROOM + 500
    period = 2 * (2 * height / G) ** 0.5
    result = m.simulate(count * period, parameters={"ball.x0": [0.0, 0.1 + height]}, points=3)
    assert len(result.events) == count
    assert result["contact.gap"].min() > -1e-9 and result["contact.gap"].max() < 1.001 * height


@pytest.mark.parametrize("e", [0.3, 0.5, 0.97])
@pytest.mark.parametrize("height", [1e-2, 1e-4, 1e-6])
def test_a_low_bounce_comes_to_rest_where_the_series_ends(e, height):
    ends = (2 * height / G) ** 0.5 * (1 + e) / (1 - e)
    result = ball(e).simulate(1.5 * ends, parameters={"ball.x0": [0.0, 0.1 + height]}, points=3)
    assert result.events[-1].time == pytest.approx(ends, abs=1e-6 / (1 - e))
    assert result["contact.gap"][-1] == pytest.approx(0.0, abs=1e-12)
    assert result["contact.load"][-1] == pytest.approx(G)


@pytest.mark.parametrize("name", ["newtons_cradle", "rocking_block", "bouncing_spherical", "colliding_bodies", "rolls"])
def test_machine_code_and_python_decide_alike(name, monkeypatch):
    model = ball(0.6, friction=0.3) if name == "rolls" else mb.load(name)
    found = model.simulate(4.0, tolerance=1e-10, points=21)
    monkeypatch.setattr(pair_loop, "suits", lambda machine: False)
    asked = model.simulate(4.0, tolerance=1e-10, points=21)
    assert [(e.origins, e.kinds) for e in found.events] == [(e.origins, e.kinds) for e in asked.events]
    assert np.allclose([e.time for e in found.events], [e.time for e in asked.events], rtol=0, atol=1e-6)
    for mine, other in zip(found.events, asked.events, strict=True):
        assert mine.impulses.keys() == other.impulses.keys()
        assert list(mine.impulses.values()) == pytest.approx(list(other.impulses.values()), rel=1e-5, abs=1e-6)
    for output in found.outputs:
        assert np.allclose(found[output], asked[output], rtol=1e-4, atol=1e-4), output


def test_a_condition_of_a_velocity_that_an_impact_turns_is_seen():
    m = ball(0.5)
    m.output("rises", "1 if ball.v[1] > 0 else 0")
    result = m.simulate(1.0, points=101)
    rises = result["rises"]
    speed = result["ball.v"][:, 1]
    assert np.array_equal(rises > 0.5, speed > 0)


def test_contacts_go_on_where_other_states_are_chosen():
    # a pendulum in Cartesian coordinates takes x and y as its state in turns, beside a ball that does not know of it
    m = ball(0.8)
    m.pendulum = CartesianPendulum()
    whole = m.simulate(3.0, tolerance=1e-9, points=31)
    pendulum = CartesianPendulum().simulate(3.0, tolerance=1e-9, points=31)
    alone = ball(0.8).simulate(3.0, tolerance=1e-9, points=31)
    assert np.allclose(whole["pendulum.x"], pendulum["x"], rtol=0, atol=1e-7)
    assert np.allclose(whole["contact.gap"], alone["contact.gap"], rtol=0, atol=1e-7)
    struck = [event.time for event in whole.events if event.kinds]
    assert np.allclose(struck, [event.time for event in alone.events], rtol=0, atol=1e-7)
    assert whole.stats.energy_residual < 1e-7
