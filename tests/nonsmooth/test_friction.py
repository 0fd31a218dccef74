"""Masses with dry friction agree with their exact piecewise solutions; what sticks does not creep."""

import numpy as np
import pytest

import multibond as mb
from nonsmooth.bond_graphs import masses
from nonsmooth.friction_cases import CASES

POINTS = 101


@pytest.mark.parametrize("name", CASES)
def test_friction_agrees_with_its_exact_solution(name):
    make, stop = CASES[name]
    case, times = make(), np.linspace(0.0, stop, POINTS)
    exact = case.run(times)
    result = masses(case).simulate(stop, points=POINTS, tolerance=1e-9)
    for i in range(case.n):
        for ours, theirs in ((f"mass{i}.f", f"v{i}"), (f"q{i}.q", f"q{i}")):
            size = max(np.max(np.abs(exact[theirs])), 1e-3)
            np.testing.assert_allclose(result[ours], exact[theirs], atol=1e-6 * size, err_msg=ours)
    assert result.stats.energy_residual < 1e-6


def test_a_block_on_a_belt_sticks_and_slips_a_hundred_times():
    make, stop = CASES["belt"]
    result = masses(make()).simulate(stop, points=2, tolerance=1e-9)
    kinds = [event.kinds.get("belt", "") for event in result.events]
    assert sum(kind == "sticks" for kind in kinds) >= 100
    assert sum(kind.startswith("slides") for kind in kinds) >= 100


def block(friction, force, **start):
    model = mb.Model("block", domain="translational")
    model.speed, model.mass, model.position = mb.J1(), mb.I(1.0, **start), mb.Dq()
    model.friction, model.force = friction, mb.Se(force)
    model.force >> model.speed >> [model.mass, model.position, model.friction]
    return model


def test_what_sticks_stays_where_it_is():
    result = block(mb.DryFriction(2.0, 3.0), "2.9*sin(time)").simulate(1000.0)
    assert np.max(np.abs(result["position.q"])) == 0.0


def test_stribeck_friction_follows_its_curve():
    """Against a solution by hand while it slides: 1 m/s, friction falls from 3 N to 2 N over 0.2 m/s."""
    from scipy.integrate import solve_ivp

    def slope(t, v):
        return -(2.0 + np.exp(-((v / 0.2) ** 2)))

    def stands(t, v):
        return v[0]

    stands.terminal = True
    done = solve_ivp(slope, (0.0, 1.0), [1.0], "DOP853", rtol=1e-12, atol=1e-14, events=stands)
    result = block(mb.DryFriction(2.0, 3.0, stribeck=0.2), "0", f0=1.0).simulate(1.0, tolerance=1e-9)
    sticks = [event.time for event in result.events if event.kinds.get("friction") == "sticks"]
    assert sticks == pytest.approx([done.t_events[0][0]], abs=1e-7)
    assert result["mass.f"][-1] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("law", ["5*sign(f)", "5 if f > 0 else -5"])
def test_a_resistor_that_jumps_says_what_sticks(law):
    model = block(mb.R(law=law, causality="effort"), "1", f0=2.0)
    with pytest.raises(mb.SimulationError, match="use a DryFriction"):
        model.simulate(1.0)


@pytest.mark.parametrize("load", ["3*(1 - time)**2", "2*abs(1 - time)"])
def test_a_block_that_stops_as_its_load_touches_zero_sticks_once(load):
    """Friction that is next to nothing there cannot bring the last of the speed to zero at once; that is none."""
    result = block(mb.DryFriction(0.5, load=load), "0", f0=0.5).simulate(3.0, tolerance=1e-8)
    kinds = [event.kinds["friction"] for event in result.events if event.kinds]
    assert kinds == ["sticks"]
    assert abs(result["mass.f"][-1]) < 1e-15
    v = result["mass.f"][result.time < 0.99]
    t = result.time[result.time < 0.99]
    np.testing.assert_allclose(v, 0.5 * (1 - t) ** 3 if "**" in load else 0.5 * (1 - t) ** 2, atol=1e-8)
