"""Laws that are flat where nothing flows: a pressure e = k f |f| gives no direction at f = 0, and an endless slope."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import multibond as mb


def levelled(law: str, first: float, second: float) -> mb.Model:
    """Two tanks and what flows between them."""
    m = mb.Model("tanks", domain="hydraulic")
    m.left, m.right, m.line = mb.J0(), mb.J0(), mb.J1()
    m.tank1, m.tank2, m.valve = mb.C(1.0, q0=first), mb.C(1.0, q0=second), mb.R(law=law)
    m.left >> m.tank1
    m.right >> m.tank2
    m.left >> m.line >> m.right
    m.line >> m.valve
    return m


@pytest.mark.parametrize("solver", ["auto", "bdf", "adams", "ida", "esdirk"])
@pytest.mark.parametrize("level", [0.0, 1.0])
@pytest.mark.parametrize("law", ["f*abs(f)", "1e-6*f*abs(f)", "f**3", "f**2 if f > 0 else -f**2"])
def test_levels_that_are_equal_stay(law, level, solver):
    result = levelled(law, level, level).simulate(3.0, solver=solver, max_steps=1000)
    assert np.all(result["tank1.q"] == level) and not result.stats.doubts


@pytest.mark.parametrize("solver", ["auto", "bdf", "adams", "ida", "esdirk"])
@pytest.mark.parametrize("k", [0.01, 1.0, 100.0])
def test_turbulent_flow_that_turns_begins_at_rest(k, solver):
    m = mb.Model("shaken", domain="hydraulic")
    m.source, m.line, m.tank, m.valve = mb.Se("sin(time)"), mb.J1(), mb.C(1.0, q0=0.0), mb.R(law=f"{k}*f*abs(f)")
    m.source >> m.line >> [m.tank, m.valve]
    result = m.simulate(6.0, tolerance=1e-7, solver=solver, max_steps=20_000)

    def rate(t, q):
        left = np.sin(t) - q
        return np.sign(left) * np.sqrt(np.abs(left) / k)

    exact = solve_ivp(rate, (0.0, 6.0), [0.0], "Radau", result.time, rtol=1e-9, atol=1e-12).y[0]
    assert result["tank.q"] == pytest.approx(exact, abs=1e-4) and not result.stats.doubts


@pytest.mark.parametrize("first", [1.0, -0.3])
def test_levels_that_meet(first):
    """The difference falls as (1 - t)² does, to nothing, and stays there."""
    result = levelled("f*abs(f)", first, 0.0).simulate(3.0, max_steps=20_000)
    left = np.sign(first) * np.maximum(np.sqrt(abs(first)) - result.time, 0.0) ** 2
    assert result["tank1.q"] - result["tank2.q"] == pytest.approx(left, abs=1e-5)
