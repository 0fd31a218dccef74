"""Set-valued laws whose flow an ideal source prescribes: they pass as soon as it moves, however gently it begins."""

import numpy as np
import pytest

import multibond as mb
from broken.case import parallel, series

SOLVERS = ("auto", "bdf", "dop853", "esdirk", "ida")
GENTLE = ("time**2", "time**3", "1 - cos(time)", "max(time - 1, 0)**2", "exp(time) - 1 - time")


def moved(result):
    return result.time > result.time[0] + 1.2


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("flow", GENTLE)
@pytest.mark.parametrize("sign", [1, -1])
def test_friction_brakes_what_begins_without_a_slope(flow, sign, solver):
    m = series(drive=mb.Sf(f"{sign}*({flow})"), friction=mb.DryFriction(2.0), mass=mb.I(1.0))
    result = m.simulate(3.0, solver=solver)
    assert np.abs(result["friction.e"][moved(result)] - 2.0 * sign).max() < 1e-12
    assert not result.stats.doubts


@pytest.mark.parametrize("solver", SOLVERS)
def test_friction_turns_where_a_motion_turns_without_a_slope(solver):
    result = series(drive=mb.Sf("(time - 1)**3"), friction=mb.DryFriction(2.0)).simulate(3.0, solver=solver)
    away = np.abs(result.time - 1.0) > 1e-2
    assert np.abs(result["friction.e"] - 2.0 * np.sign(result.time - 1.0))[away].max() < 1e-12
    assert not result.stats.doubts


@pytest.mark.parametrize("solver", SOLVERS)
def test_friction_follows_a_signal_that_a_filter_makes(solver):
    m = mb.Model("filtered", domain="translational")
    m.filter, m.drive, m.speed = mb.SecondOrder(u="1"), mb.Sf("filter.y"), mb.J1()
    m.friction = mb.DryFriction(2.0)
    m.drive >> m.speed >> m.friction
    result = m.simulate(3.0, solver=solver)
    assert np.abs(result["friction.e"][moved(result)] - 2.0).max() < 1e-12 and not result.stats.doubts


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("settings", [(5.0, 6.0), (6.0, 5.0), (7.0, 6.0, 5.0)])
def test_of_valves_side_by_side_the_weakest_opens(settings, solver):
    valves = {f"valve{k}": mb.ReliefValve(setting) for k, setting in enumerate(settings)}
    result = parallel(pump=mb.Sf("time**2"), **valves).simulate(3.0, solver=solver)
    weakest = f"valve{int(np.argmin(settings))}"
    assert np.abs(result[f"{weakest}.e"][moved(result)] - 5.0).max() < 1e-12
    assert np.abs(result[f"{weakest}.f"] - result.time**2)[moved(result)].max() < 1e-12
    assert not result.stats.doubts
