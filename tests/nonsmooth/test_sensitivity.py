"""How the inputs of pairs are felt: found by derivatives that several inputs share, as by one for each of them."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond import planar
from multibond.nonsmooth import pair_layout as at
from multibond.nonsmooth.sensitivity import sensitivities
from multibond.simulation.engine import engine
from multibond.simulation.run import Simulation
from multibond.simulation.settings import Settings

COUNT = 5


def balls(joined: bool) -> mb.Model:
    """Balls with friction above the floor, each of which may touch any other; the first two may be `joined`."""
    m = mb.Model("balls")
    m.world, m.floor = planar.World(), planar.Fixed()
    m.pool = planar.ContactPool(bodies=COUNT, radius=[0.1] * COUNT, restitution=0.3, friction=0.4)
    for k in range(COUNT):
        ball = m.add(f"ball{k}", planar.Body(1.0 + k, 0.005, x0=[0.21 * k, 0.2 + 0.03 * (k % 2)]))
        ground = m.add(f"ground{k}", planar.SpherePlane(0.1, friction=0.2))
        m.join(ball.a, m.pool[f"body{k + 1}"])
        m.join(ball.a, ground.a)
        m.join(ground.b, m.floor.b)
    if joined:
        m.rod = planar.SpringDamper(10.0, 3.0)
        m.join(m.ball0.a, m.rod.a)
        m.join(m.rod.b, m.ball1.a)
    return m


@pytest.mark.parametrize("joined", [False, True])
def test_inputs_that_share_derivatives_are_felt_as_each_alone(joined):
    made = engine(balls(joined))
    system, p = made.parameters(None, False)
    with Simulation(made, system, p, Settings(np.array([0.0, 1.0]), 1e-6)) as run:
        run.start()
        memory, c = run.pairs.memory, run.pairs.context()
        names = [pair.law.origin for pair in run.machine.paired.pairs]
        closed = np.array([x.startswith("ground") or x in ("pool.contact_1_2", "pool.contact_4_5") for x in names])
        memory.mode[:] = np.where(closed, at.HOLD, at.FREE)
        assert memory.look(run.t, run.x, c)
        places = (at.STATE_BY_INPUT, at.FLOW_BY_STATE, at.BOUND_BY_INPUT, at.BOUND_BY_STATE)
        one = [memory._kept[place].copy() for place in places]
        for place in places:
            memory._kept[place][:] = 7.0  # of before, which nothing may remain of
        memory._kept[at.EMPTY][:] = 0
        assert sensitivities(run.t, run.x, c.pointers, 0) == 0
        shared = [memory._kept[place] for place in places]
        n = len(names)
        assert np.max(np.abs(one[1])) > 0.1 and closed.sum() < n
        for place, each, found in zip(places, one, shared, strict=True):
            each, found = each.reshape(n, -1), found.reshape(n, -1)
            assert not found[~closed].any()
            rows = slice(None) if place == at.STATE_BY_INPUT else np.resize(closed, found.shape[1])
            assert np.array_equal(each[closed][:, rows], found[closed][:, rows])
