"""Energy books where some function of time moves no state: steps that suit the states are too long for them."""

import numpy as np
import pytest

import multibond as mb
from multibond import planar

METHODS = ["reduced", "zcp", "lagrange", "parasitic"]


@pytest.mark.parametrize("rate", [6.0, 60.0, 600.0])
@pytest.mark.parametrize("method", METHODS)
def test_work_that_no_state_follows_is_in_the_books(rate: float, method: str) -> None:
    """A slider is shaken across its direction: it takes and gives energy, and nothing that is free moves."""
    m = mb.Model("shaken")
    m.world, m.support = planar.World(), planar.PrescribedMotion([0, f"0.1*sin({rate}*time)"])
    m.slider, m.body = planar.Prismatic(), planar.Body(2.0)
    m.join(m.support.b, m.slider.a)
    m.join(m.slider.b, m.body.a)
    result = m.simulate(1.0, method=method)
    assert not result.stats.doubts and result.stats.energy_residual < 1e-5
    speed = 0.1 * rate * np.cos(rate * result.time)
    taken = speed**2 - speed[0] ** 2  # J, of 2 kg
    assert result.energy.delivered == pytest.approx(taken, abs=1e-5 * speed[0] ** 2)


def test_a_power_that_comes_to_nothing_takes_no_short_steps() -> None:
    """The weight of a body on a wheel gives back what the drive takes: the sum is rounding, which nobody follows."""
    m = mb.Model("turned")
    m.world, m.ground, m.hinge = planar.World(), planar.Fixed(), planar.Revolute(motion="5*time")
    m.rod, m.body = planar.Rod([1, 0]), planar.Body(1, 0.1)
    m.join(m.ground.b, m.hinge.a)
    m.join(m.hinge.b, m.rod.a)
    m.join(m.rod.b, m.body.a)
    assert m.simulate(5.0).stats.steps < 100


def test_losses_that_no_state_follows() -> None:
    m = mb.Model("heater")
    m.source, m.heater = mb.Se("sin(60*time)", domain="electrical"), mb.R(2.0)
    m.source >> m.heater
    m.node, m.store, m.leak = mb.J0(), mb.C(1.0), mb.R(1e9)
    m.node >> [m.store, m.leak]
    result = m.simulate(1.0)
    assert result.energy.dissipated[-1] == pytest.approx(0.5 * (0.5 - np.sin(120.0) / 240), rel=1e-5)
