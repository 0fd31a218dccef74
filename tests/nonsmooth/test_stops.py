"""Stops of joints and the element Stop: impacts, rest, and leaving again, by closed forms."""

from functools import cache

import numpy as np
import pytest
from scipy.integrate import solve_ivp
from scipy.optimize import brentq

import multibond as mb
from multibond import planar, spatial


def falling(library, **given):
    """A mass of 2 kg on a vertical slider that starts 1 m above its lower stop."""
    model = mb.Model("falling")
    model.world, model.ground = library.World(), library.Fixed()
    up = [0.0, 1.0] if library is planar else [0.0, 1.0, 0.0]
    model.slider = library.Prismatic(up, s0=1.0, v0=0.0, stops=[0.0, 5.0], **given)
    model.body = planar.Body(2.0, 0.1) if library is planar else spatial.Body(2.0, [0.1, 0.1, 0.1])
    model.join(model.ground.b, model.slider.a)
    model.join(model.slider.b, model.body.a)
    return model


@pytest.mark.parametrize("library", [planar, spatial])
def test_a_slider_falls_on_its_stop_and_stays(library):
    result = falling(library).simulate(2.0, tolerance=1e-8)
    hit = np.sqrt(2 / 9.81)
    assert result.events[0].time == pytest.approx(hit, abs=1e-7)
    after = result.time > hit + 1e-3
    np.testing.assert_allclose(result["slider.s"][after], 0.0, atol=1e-9)
    assert result.stats.energy_residual < 1e-6


def test_a_slider_bounces_on_its_stop():
    result = falling(planar, restitution=0.8).simulate(1.5, tolerance=1e-9)
    fall = np.sqrt(2 / 9.81)
    hits = [event.time for event in result.events if event.energy_jump]
    assert hits[:2] == pytest.approx([fall, fall + 2 * 0.8 * fall], abs=1e-6)
    up, since = 0.8**2 * 9.81 * fall, 1.5 - hits[1]
    assert result["slider.s"][-1] == pytest.approx(up * since - 9.81 / 2 * since**2, abs=1e-6)


def test_a_hinge_is_held_between_two_stops():
    model = mb.Model("door", domain=None)
    model.world, model.ground = planar.World(gravity="none"), planar.Fixed()
    model.hinge = planar.Revolute(phi0=0.0, w0=1.0, stops=[-0.5, 0.8], restitution=1.0)
    model.body = planar.Body(1.0, 0.5)
    model.join(model.ground.b, model.hinge.a)
    model.join(model.hinge.b, model.body.a)
    result = model.simulate(6.0, tolerance=1e-9)
    period = 2 * 1.3  # to and fro at 1 rad/s
    from_the_middle = np.abs((result.time + 0.5) % period - period / 2)
    np.testing.assert_allclose(result["hinge.phi"], 0.8 - from_the_middle, atol=1e-6)


def test_a_mass_is_pressed_against_a_stop_and_leaves_it_when_the_force_turns():
    """1 kg under 2 cos(t): it reaches the stop at 0.5 m, rests there, and leaves when the force turns at pi/2."""
    model = mb.Model("stop", domain="translational")
    model.speed, model.mass, model.travel, model.force = mb.J1(), mb.I(1.0), mb.Dq(), mb.Se("2*cos(time)")
    model.wall = mb.Stop("travel.q", 0.5)
    model.force >> model.speed >> [model.mass, model.travel, model.wall]
    result = model.simulate(2.5, tolerance=1e-9)
    hit, leaves = np.arccos(0.75), np.pi / 2
    assert result.events[0].time == pytest.approx(hit, abs=1e-7)
    t = 2.5
    expected = 0.5 + (-2 * np.cos(t) + 2 * np.cos(leaves)) - 2 * np.sin(leaves) * (t - leaves)
    assert result["travel.q"][-1] == pytest.approx(expected, abs=1e-6)
    resting = (result.time > hit + 0.01) & (result.time < leaves - 0.01)
    np.testing.assert_allclose(result["travel.q"][resting], 0.5, atol=1e-9)


def between_stops(above, below, static, solver="auto"):
    """A mass of 1 kg between stops at ±0.5 m, with friction and damping, moved by 5 N · sin 3t."""
    model = mb.Model("between", domain="translational")
    model.push, model.speed, model.mass, model.travel = mb.Se("5*sin(3*time)"), mb.J1(), mb.I(1.0), mb.Dq()
    model.upper = mb.Stop("travel.q", 0.5, restitution=above)
    model.lower = mb.Stop("travel.q", -0.5, side="lower", restitution=below)
    model.drag, model.friction = mb.R(0.2), mb.DryFriction(0.3, static=static)
    model.push >> model.speed >> [model.mass, model.travel, model.drag, model.upper, model.lower, model.friction]
    return model.simulate(10.0, tolerance=1e-8, solver=solver)


@pytest.mark.parametrize("solver", ["auto", "esdirk"])
@pytest.mark.parametrize(
    ("above", "below", "static", "place"),
    [  # by integration from event to event with the law of friction written out
        (0.3, 0.0, 0.5, -0.2172012941),
        (0.0, 0.0, 0.5, 0.1491740959),
        (0.3, 0.0, 0.3, -0.2167733947),
        (0.3, 0.3, 0.5, 0.0753738824),
    ],
)
def test_what_friction_holds_at_a_stop_does_not_jam(above, below, static, place, solver):
    result = between_stops(above, below, static, solver)
    assert result["travel.q"][-1] == pytest.approx(place, abs=1e-6)
    assert max(abs(result["travel.q"])) < 0.5 + 1e-9 and result.stats.doubts == []


SOLVERS = ["auto", "dop853", "rk4", "bdf", "adams", "ida", "esdirk"]
CASES = [  # amplitude, frequency, phase and mean of the force; places of the stops; Coulomb's and static levels; drag
    (0.0, 0.0, 0.0, -2.0, 1.0, (0.0, None), ((0.3, 0.5),), 0.0),  # lies on its stop while the load turns
    (0.0, 0.0, 0.0, -2.0, 1.0, (0.0, None), ((0.3, 0.5), (0.2, 0.4)), 0.0),
    (0.0, 0.0, 0.0, 2.0, -1.0, (None, 0.0), ((0.3, 0.5),), 0.0),
    (0.0, 0.0, 0.0, -0.5, 0.2, (0.0, None), ((0.3, 0.5),), 0.0),  # just what friction holds
    (0.4, 1.0, 0.0, 0.0, 0.0, (0.0, None), ((0.3, 0.5),), 0.0),  # friction alone holds it, at the stop
    (2.0, 2.0, 1.5, 0.0, 0.0, (0.0, 0.4), ((0.3, 0.5),), 0.0),  # two plastic stops
    (2.43, 1.654, 4.951, -0.394, 0.0, (-0.227, None), ((0.168, 0.168), (0.176, 0.176), (0.483, 0.833)), 0.3),
    (1.165, 1.47, 3.456, 0.115, 0.0, (0.0, 0.283), ((0.485, 0.707), (0.075, 0.104)), 0.3),
]  # fmt: skip


def load(case):
    amplitude, frequency, phase, mean, ramp = case[:5]
    return lambda t: amplitude * np.sin(frequency * t + phase) + mean + ramp * t


@cache
def from_event_to_event(case, stop=6.0):
    """Where 1 kg at rest at 0 m comes to, with its velocity: friction of all elements holds up to the sum of the static
    levels and slides at the sum of Coulomb's; the stops are plastic."""
    force, (below, above), levels, drag = load(case), *case[5:]
    low, high = -np.inf if below is None else below, np.inf if above is None else above
    sliding, static = (sum(level[k] for level in levels) for k in (0, 1))
    t, x, v = 0.0, 0.0, 0.0
    while t < stop:
        if v == 0.0:
            free = [side for side, wall in ((1, high), (-1, low)) if x != wall]
            t, side = min(((breaks(force, t, stop, static, side), side) for side in free), default=(stop, 1))
            if t >= stop:
                break
        else:
            side = np.sign(v)
        wall = high if side > 0 else low

        def stops(s, z, side=side, begins=t):
            return side * z[1] if s > begins + 1e-8 else 1.0

        def strikes(s, z, side=side, wall=wall):
            return side * (wall - z[0])

        for event in (stops, strikes):
            event.terminal, event.direction = True, -1
        run = solve_ivp(
            lambda s, z, side=side: [z[1], force(s) - side * sliding - drag * z[1]], (t, stop), [x, v],
            events=[stops, strikes] if np.isfinite(wall) else [stops], rtol=1e-11, atol=1e-14, max_step=0.05,
        )  # fmt: skip
        t, (x, v) = run.t[-1], run.y[:, -1]
        if run.status == 1:
            v, x = 0.0, wall if len(run.t_events) > 1 and len(run.t_events[1]) else x
    return x, v


def breaks(force, begin, stop, static, side):
    """When a force first exceeds what friction holds towards this side, after `begin`."""
    times = np.linspace(begin, stop, 20001)
    over = side * force(times) > static + 1e-12
    k = int(np.argmax(over))
    if k == 0:
        return begin if over[0] else np.inf
    return brentq(lambda s: side * force(s) - static - 1e-15, times[k - 1], times[k], xtol=1e-14)


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize("case", CASES)
def test_what_lies_on_a_stop_with_friction_leaves_it_when_the_load_breaks_it_away(case, solver):
    amplitude, frequency, phase, mean, ramp, (below, above), levels, drag = case
    model = mb.Model("lies", domain="translational")
    model.push = mb.Se(f"{amplitude}*sin({frequency}*time + {phase}) + ({mean}) + ({ramp})*time")
    model.speed, model.mass, model.travel, model.drag = mb.J1(), mb.I(1.0), mb.Dq(), mb.R(drag)
    model.push >> model.speed >> [model.mass, model.travel, model.drag]
    if below is not None:
        model.speed >> model.add("lower", mb.Stop("travel.q", below, side="lower"))
    if above is not None:
        model.speed >> model.add("upper", mb.Stop("travel.q", above))
    for k, (level, static) in enumerate(levels):
        model.speed >> model.add(f"friction{k}", mb.DryFriction(level, static=static))
    given = {"step": 1e-3} if solver == "rk4" else {}
    result = model.simulate(6.0, tolerance=1e-8, solver=solver, **given)
    place, speed = from_event_to_event(case)
    assert (result["travel.q"][-1], result["mass.f"][-1]) == pytest.approx((place, speed), rel=1e-6, abs=1e-6)
    assert result.stats.doubts == []


# Forces on two masses, their masses, stops (mass, side, place), friction (of one mass or between both, Coulomb's level,
# static level), spring of the second mass, and where they are after 4 s: integrated from event to event, with the
# accelerations that use most power at each instant (Gauss's principle), all positions tried.
COUPLED = [
    (
        ("1.682*sin(3.827*time+0.865) + 0.897", "1.142*sin(1.982*time+4.966) - 0.182"), (1.942, 1.587),
        (("a", "lower", -0.008), ("a", "upper", 0.314), ("b", "upper", 0.247)),
        (("a", 0.254, 0.288), ("b", 0.142, 0.142), ("both", 0.268, 0.531)), 0.0, (0.314, -0.3795017926),
    ),
    (
        ("1.048*sin(1.062*time+5.82) + 0.032", "0.613*sin(2.682*time+4.66) + 0.226"), (0.722, 1.729),
        (("a", "lower", -0.012), ("a", "upper", 0.235), ("b", "upper", 0.066)),
        (("a", 0.434, 0.691), ("both", 0.28, 0.28)), 0.0, (0.235, 0.066),
    ),
    (
        ("2.118*sin(3.717*time+4.961) + 0.771", "2.083*sin(1.359*time+4.611) - 0.577"), (1.481, 1.147),
        (("a", "lower", -0.019), ("b", "upper", 0.129)),
        (("a", 0.13, 0.13), ("b", 0.168, 0.239), ("both", 0.221, 0.221)), 5.0, (3.5403703852, -0.0252181356),
    ),
]  # fmt: skip


@pytest.mark.parametrize("solver", SOLVERS)
@pytest.mark.parametrize(("forces", "masses", "stops", "friction", "stiffness", "places"), COUPLED)
def test_what_a_stop_lets_go_holds_while_other_friction_slides(
    forces, masses, stops, friction, stiffness, places, solver
):
    model = mb.Model("coupled", domain="translational")
    speeds = {}
    for name, force, mass in zip("ab", forces, masses, strict=True):
        speeds[name] = model.add(f"v{name}", mb.J1())
        model.add(f"force_{name}", mb.Se(force)) >> speeds[name]
        speeds[name] >> [model.add(f"mass_{name}", mb.I(mass)), model.add(f"x{name}", mb.Dq())]
    model.slip = mb.J0()
    speeds["a"] >> model.slip >> speeds["b"]
    speeds["both"] = model.slip
    for k, (where, side, place) in enumerate(stops):
        speeds[where] >> model.add(f"stop{k}", mb.Stop(f"x{where}.q", place, side=side))
    for k, (where, level, static) in enumerate(friction):
        speeds[where] >> model.add(f"friction{k}", mb.DryFriction(level, static=static))
    if stiffness:
        speeds["b"] >> model.add("spring", mb.C(1 / stiffness))
    given = {"step": 1e-3} if solver == "rk4" else {}
    result = model.simulate(4.0, tolerance=1e-8, solver=solver, **given)
    assert (result["xa.q"][-1], result["xb.q"][-1]) == pytest.approx(places, abs=2e-6)
    assert result.stats.doubts == []
