"""The loop over impacts in machine code: as the events of Python, one for one, and exact over a thousand bounces."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond import planar
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
