"""Start values: given, guessed, steady, too many, contradicting, impossible."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.optimize import brentq

import multibond as mb
from multibond import planar
from multibond.errors import InitialError


def parallel(**capacitor):
    """Two capacitors in parallel with a resistor: one state."""
    model = mb.Model("parallel", domain="electrical")
    model.first, model.second, model.resistor, model.node = mb.C(1.0, **capacitor), mb.C(2.0), mb.R(1.0), mb.J0()
    model.node >> [model.first, model.second, model.resistor]
    return model


def test_start_values_may_be_given_for_any_variable():
    model = parallel()
    model.start("resistor.f", 3.0)
    result = model.simulate(1.0)
    assert result["first.e"][0] == pytest.approx(3.0)
    assert result["second.q"][0] == pytest.approx(6.0)


def test_a_start_value_may_be_an_expression_of_parameters():
    model = parallel(e0="2*height")
    model.height = mb.Parameter(1.5)
    assert model.simulate(1.0)["resistor.e"][0] == pytest.approx(3.0)
    assert model.simulate(1.0, parameters={"height": 2.0})["resistor.e"][0] == pytest.approx(4.0)


def test_a_nonlinear_start_is_solved():
    model = mb.Model("lamp", domain="electrical")
    model.source, model.lamp, model.coil, model.loop = mb.Se(1.0), mb.R(law="f + f**3"), mb.I(1.0), mb.J1()
    model.source >> model.loop >> [model.lamp, model.coil]
    model.start("lamp.e", 10.0)
    assert model.simulate(0.1)["coil.f"][0] == pytest.approx(2.0)


def test_contradicting_start_values_name_both():
    model = parallel(e0=1.0)
    model.start("second.e", 2.0)
    with pytest.raises(InitialError, match=r"second\.e = 2") as caught:
        model.simulate(1.0)
    assert "first.e" in str(caught.value) and "remove one" in str(caught.value)


def test_agreeing_start_values_are_accepted():
    model = parallel(e0=2.0)
    model.start("second.q", 4.0)
    assert model.simulate(1.0)["resistor.f"][0] == pytest.approx(2.0)


def test_an_over_specified_start_names_the_conditions():
    model = mb.Model("rlc", domain="electrical")
    model.source, model.resistor, model.coil, model.loop = mb.Se(1.0), mb.R(2.0), mb.I(1.0), mb.J1()
    model.source >> model.loop >> [model.resistor, model.coil]
    model.start("resistor.e", 1.0)
    model.start("coil.e", 1.0)  # but resistor and coil share 1 V
    with pytest.raises(InitialError, match=r"over-specified|contradict|conflict") as caught:
        model.simulate(1.0)
    assert "resistor.e" in str(caught.value) and "coil.e" in str(caught.value)


def test_a_start_value_that_the_model_fixes_otherwise_is_refused():
    model = mb.Model("fixed", domain="electrical")
    model.source, model.resistor = mb.Se(5.0), mb.R(1.0)
    model.source >> model.resistor
    model.start("resistor.e", 4.0)
    with pytest.raises(InitialError, match=r"resistor\.e = 4.*fixes it at 5"):
        model.simulate(1.0)


def test_an_impossible_start_says_by_how_much_it_misses():
    model = mb.Model("impossible", domain="electrical")
    model.source, model.lamp, model.coil, model.loop = mb.Se(1.0), mb.R(law="1 + f**2"), mb.I(1.0), mb.J1()
    model.source >> model.loop >> [model.lamp, model.coil]
    model.start("lamp.e", 0.5)  # the law never goes below 1
    with pytest.raises(InitialError, match=r"lamp\.e = 0\.5") as caught:
        model.simulate(1.0)
    assert "missed by" in str(caught.value) or "over-specified" in str(caught.value)


def test_what_is_not_given_starts_at_its_default():
    """An under-specified start is completed by the elements' own start values, zero charge and momentum."""
    result = mb.load("rlc").simulate(0.1)
    assert result["capacitor.q"][0] == 0.0 and result["inductor.p"][0] == 0.0


@pytest.mark.parametrize("name, expected", [
    ("rlc", {"voltage": 10.0, "current": 0.0}),
    ("electric_circuit", {"v_left": 15.0, "v_right": 0.0}),
    ("two_tanks", {"h1": 1.2, "h2": 0.8}),
    ("heated_resistor", {"temperature_of_body": 293.15 + 28.8}),
])  # fmt: skip
def test_a_steady_start_is_where_nothing_changes(name, expected):
    result = mb.load(name).simulate(1.0, steady=True)
    for output, value in expected.items():
        assert result[output][0] == pytest.approx(value, rel=1e-8, abs=1e-9)
        assert np.ptp(result[output]) < 1e-7 * max(1.0, abs(value))


def test_a_model_without_a_steady_state_says_so():
    model = mb.Model("falling", domain="translational")
    model.mass, model.weight, model.node = mb.I(1.0), mb.Se(-9.81), mb.J1()
    model.weight >> model.node >> model.mass
    with pytest.raises(InitialError, match=r"no steady state.*der\(mass\.p\) = 0"):
        model.simulate(1.0, steady=True)


def test_a_steady_start_is_found_among_small_charges():
    """An exponential diode fed through a resistor, with a nanofarad: v + R Is (exp(v/Vt) − 1) = U."""
    model = mb.Model("clamp", domain="electrical")
    model.source, model.resistor, model.loop = mb.Se(5.0), mb.R(1e3), mb.J1()
    model.diode, model.capacitor, model.node = mb.ExponentialDiode(), mb.C(1e-9), mb.J0()
    model.source >> model.loop >> model.resistor
    model.loop >> model.node >> [model.diode, model.capacitor]
    expected = brentq(lambda v: v + 1e3 * 1e-14 * np.expm1(v / 0.02585) - 5.0, 0.1, 1.0, xtol=1e-14)
    result = model.simulate(1e-6, steady=True)
    assert result["capacitor.e"][0] == pytest.approx(expected, rel=1e-6)
    assert np.ptp(result["capacitor.e"]) < 1e-5  # ten times the tolerance


def joined(first, second, resistor):
    """Two storages, joined by a resistor and by nothing else."""
    model = mb.Model("joined")
    model.first, model.second, model.resistor = first, second, resistor
    model.left, model.right, model.pipe = mb.J0(), mb.J0(), mb.J1()
    model.left >> model.first
    model.right >> model.second
    model.left >> model.pipe >> model.right
    model.pipe >> model.resistor
    return model


def test_a_steady_start_keeps_what_no_motion_changes():
    """Tanks of 1 m² and 2 m² with 3 m³ come to rest at 1 m; so do charges, whatever their units."""
    tanks = joined(mb.Tank(A=1.0, level0=3.0), mb.Tank(A=2.0, level0=0.0), mb.R(1e3))
    result = tanks.simulate(1.0, steady=True)
    assert [result["first.level"][0], result["second.level"][0]] == pytest.approx([1.0, 1.0])
    charged = joined(mb.C(1e-9, e0=9.0), mb.C(2e-9), mb.R(1e3)).simulate(1e-6, steady=True)
    assert [charged["first.e"][0], charged["second.e"][0]] == pytest.approx([3.0, 3.0])


def test_a_steady_start_of_nonlinear_storages_keeps_their_sum():
    model = joined(mb.GasAccumulator(filled=5e-4), mb.GasAccumulator(volume=2e-3, filled=1e-4), mb.R(1e9))
    result = model.simulate(1e-3, steady=True)
    assert result["first.V"][0] + result["second.V"][0] == pytest.approx(6e-4)
    assert result["first.e"][0] == pytest.approx(result["second.e"][0])


def test_a_steady_start_leaves_a_body_where_it_is():
    model = mb.Model("sledge", domain="translational")
    model.velocity, model.mass, model.position, model.spring = mb.J1(), mb.I(2.0), mb.Dq(), mb.C(0.1, q0=0.3)
    model.velocity >> [model.mass, model.position]
    model.joint, model.other, model.load = mb.J0(), mb.J1(), mb.I(1.0)
    model.velocity >> model.joint >> model.other >> model.load
    model.joint >> model.spring
    model.start(model.position.q, 2.5)
    result = model.simulate(1.0, steady=True)
    assert result["spring.q"] == pytest.approx(0.0, abs=1e-9)
    assert result["position.q"] == pytest.approx(2.5)


@pytest.mark.parametrize("variable, near, flow", [
    ("resistor.f", 0.8, 1.0), ("resistor.f", 3.3, 3.0), ("resistor.e", 0.8, 1.0), ("resistor.e", 3.2, 3.0),
    ("lamp.e", -3.8, 1.0), ("lamp.e", -6.2, 3.0),
])  # fmt: skip
def test_a_guess_of_any_variable_chooses_among_solutions(variable, near, flow):
    """−3 = f + f² − 5 f has the solutions 1 and 3."""
    model = mb.Model("lamp", domain="electrical")
    model.source, model.loop, model.resistor, model.lamp = mb.Se(-3.0), mb.J1(), mb.R(1.0), mb.R(law="f**2 - 5*f")
    model.source >> model.loop >> [model.resistor, model.lamp]
    model.start(variable, near, fixed=False)
    assert model.simulate(1.0)["resistor.f"] == pytest.approx(flow)


def test_a_guess_leads_states_that_are_not_given():
    model = parallel()
    model.start("resistor.f", 3.0, fixed=False)
    assert model.simulate(1.0)["first.e"][0] == pytest.approx(3.0)
    given = parallel(e0=1.0)
    given.start("resistor.f", 3.0, fixed=False)
    assert given.simulate(1.0)["first.e"][0] == pytest.approx(1.0)


def test_a_guess_chooses_among_starts():
    """The lamp's 10 V are reached with 2 A and with −2 A; a guess of the resistor's effort decides."""
    for sign in (1.0, -1.0):
        model = mb.Model("lamp", domain="electrical")
        model.source, model.loop, model.coil = mb.Se(1.0), mb.J1(), mb.I(1.0)
        model.lamp, model.resistor = mb.R(law="f**2 + 6"), mb.R(2.0)
        model.source >> model.loop >> [model.lamp, model.resistor, model.coil]
        model.start("lamp.e", 10.0)
        model.start("resistor.e", 3.5 * sign, fixed=False)
        assert model.simulate(0.1)["coil.f"][0] == pytest.approx(2.0 * sign)


@pytest.mark.parametrize("scale", [1.0, 1e-6, 1e-12, 1e-15])
def test_small_units_are_held_as_closely_as_large_ones(scale):
    """A picofarad has picocoulombs: a start that misses by so little misses by everything."""
    model = mb.Model("small", domain="electrical")
    model.first, model.second, model.resistor, model.node = mb.C(scale), mb.C(2 * scale), mb.R(1.0), mb.J0()
    model.node >> [model.first, model.second, model.resistor]
    model.start("second.q", 6 * scale)
    result = model.simulate(1e-3 * scale, states={"first.q": "always", "second.q": "never"})
    assert result["first.e"][0] == pytest.approx(3.0)
    fed = mb.Model("fed", domain="electrical")
    fed.source, fed.store, fed.resistor, fed.node = mb.Sf(1e-3 * scale), mb.C(scale), mb.R(1 / scale), mb.J0()
    fed.source >> fed.node >> [fed.store, fed.resistor]
    assert fed.simulate(1e-3, steady=True)["store.e"][0] == pytest.approx(1e-3)


def test_small_start_values_that_contradict_each_other_are_refused():
    model = parallel()
    model.start("first.q", 1e-12)
    model.start("resistor.e", 2e-12)
    with pytest.raises(InitialError, match=r"conflict|contradict"):
        model.simulate(1.0)


def test_a_start_is_found_from_where_a_law_is_flat():
    model = mb.Model("lamp", domain="electrical")
    model.source, model.loop, model.coil, model.lamp = mb.Se(1.0), mb.J1(), mb.I(1.0), mb.R(law="1 + f**2")
    model.source >> model.loop >> [model.lamp, model.coil]
    model.start("lamp.e", 5.0)
    assert model.simulate(0.01)["coil.f"][0] == pytest.approx(2.0)


@pytest.mark.parametrize("wish", [
    {"resistor.f": "always"}, {"capacitor.f": "always"}, {"resistor.e": "prefer"}, {"capacitor.e": "always"},
])  # fmt: skip
def test_a_wish_for_a_state_does_not_change_where_a_capacitor_starts(wish):
    """e = 1 − exp(−t) for an empty capacitor; a current as state alone would start at zero, with the capacitor full."""
    model = mb.Model("rc", domain="electrical")
    model.source, model.loop, model.resistor, model.capacitor = mb.Se(1.0), mb.J1(), mb.R(1.0), mb.C(1.0)
    model.source >> model.loop >> [model.resistor, model.capacitor]
    result = model.simulate(1.0, states=wish)
    assert result.stats.states != ["capacitor.q"]
    assert result["capacitor.e"] == pytest.approx(1 - np.exp(-result.time), abs=1e-5)


def test_element_defaults_determine_only_what_is_left_open():
    """Two circuits, both with their currents as states: one has a given current, the other an empty capacitor."""
    model = mb.Model("two", domain="electrical")
    for k in range(2):
        model.add(f"s{k}", mb.Se(1.0))
        model.add(f"j{k}", mb.J1())
        model.add(f"r{k}", mb.R(1.0))
        model.add(f"c{k}", mb.C(1e-9))
        model[f"s{k}"] >> model[f"j{k}"] >> [model[f"r{k}"], model[f"c{k}"]]
    model.start("r0.e", 0.25)
    result = model.simulate(1e-9, states={"r0.f": "always", "r1.f": "always"})
    assert [result["c0.e"][0], result["c1.e"][0]] == pytest.approx([0.75, 0.0], abs=1e-9)


def test_an_over_specified_start_names_only_what_takes_part():
    model = mb.Model("many", domain="electrical")
    for k in range(5):
        model.add(f"s{k}", mb.Se(1.0))
        model.add(f"j{k}", mb.J1())
        model.add(f"r{k}", mb.R(1.0))
        model.add(f"c{k}", mb.C(1.0, e0=0.5))
        model[f"s{k}"] >> model[f"j{k}"] >> [model[f"r{k}"], model[f"c{k}"]]
    model.start("r4.f", 0.2)
    with pytest.raises(InitialError, match=r"over-specified: r4\.f = 0\.2 conflicts with c4\.e = 0\.5; remove"):
        model.simulate(1.0)


@pytest.mark.parametrize("effort, guess", [(5.0, None), (-5.0, None), (5.0, -1.0), (2.5, -1.5), (100.0, -1.0)])
def test_a_start_is_found_behind_the_turns_of_a_law(effort, guess):
    """q³ − 3 q turns at ±1, where Newton's method ends; beyond ±2 there is one solution."""
    model = mb.Model("turns", domain="electrical")
    model.source, model.loop, model.resistor = mb.Se(10.0), mb.J1(), mb.R(1.0)
    model.capacitor = mb.C(law="q**3 - 3*q")
    model.source >> model.loop >> [model.resistor, model.capacitor]
    model.start("capacitor.e", effort)
    if guess is not None:
        model.start("capacitor.q", guess, fixed=False)
    side = np.sign(effort)
    expected = brentq(lambda q: q**3 - 3 * q - effort, side, 10 * side)
    assert model.simulate(1e-3)["capacitor.q"][0] == pytest.approx(expected, rel=1e-8)


def test_a_start_that_was_not_found_is_not_called_over_specified():
    """1 + f² is flat at the default, but not elsewhere: nothing is said twice, there just is no solution."""
    model = mb.Model("impossible", domain="electrical")
    model.source, model.lamp, model.coil, model.loop = mb.Se(1.0), mb.R(law="1 + f**2"), mb.I(1.0), mb.J1()
    model.source >> model.loop >> [model.lamp, model.coil]
    model.start("lamp.e", 0.5)
    with pytest.raises(InitialError, match=r"no consistent start was found: lamp\.e = 0\.5 is missed by"):
        model.simulate(1.0)


@pytest.mark.parametrize("with_capacitor", [False, True])
def test_nonlinear_equations_are_solved_from_a_guess_where_they_are_flat(with_capacitor):
    model = mb.Model("square", domain="electrical")
    model.source, model.loop, model.resistor = mb.Se(4.0), mb.J1(), mb.R(law="f**2")
    model.source >> model.loop >> model.resistor
    if with_capacitor:
        model.capacitor = mb.C(1.0)
        model.loop >> model.capacitor
    assert abs(model.simulate(0.5)["resistor.f"][0]) == pytest.approx(2.0)


def test_a_steady_start_is_found_from_an_empty_tank():
    """0.1 sqrt(e) = 0.2 at e = 4; at e = 0 the outflow has no finite slope."""
    model = mb.Model("tank")
    model.inflow, model.outflow = mb.Sf(0.2), mb.Sf("-0.1*sqrt(tank.e)")
    model.node, model.tank = mb.J0(), mb.C(1.0)
    model.inflow >> model.node >> model.tank
    model.outflow >> model.node
    result = model.simulate(1.0, steady=True)
    assert result["tank.e"] == pytest.approx(4.0, rel=1e-8)


def arm(*angles):
    """Rods of 1 m on hinges, with a body at the end of each."""
    model = mb.Model("arm")
    model.world, model.ground = planar.World(), planar.Fixed()
    end = model.ground.b
    for k, angle in enumerate(angles):
        hinge, rod = planar.Revolute(), planar.Rod([1.0, 0.0])
        body = planar.Body(1.0, 0.1)
        model.add(f"hinge{k}", hinge)
        model.add(f"rod{k}", rod)
        model.add(f"body{k}", body)
        model.join(end, hinge.a)
        model.join(hinge.b, rod.a)
        model.join(rod.b, body.a)
        model.start(f"hinge{k}.angle.q", angle, fixed=False)
        end = rod.b
    return model


def test_a_tip_is_reached_without_turning_round():
    """From the stretched arm, where the tangent is useless: both solutions have the elbow at ±acos(−3/8)."""
    model = arm(0.0, 0.0)
    model.start("body1.x[0]", 1.0)
    model.start("body1.x[1]", 0.5)
    result = model.simulate(0.1)
    assert abs(result["hinge1.angle.q"][0]) == pytest.approx(np.arccos(-3 / 8), rel=1e-8)
    assert abs(result["hinge0.angle.q"][0]) < np.pi


def test_a_velocity_of_the_tip_turns_a_hinge_to_the_nearest_angle():
    """The tip of a rod moves along (2, 0.2): the rod is square to that, at atan2(−2, 0.2) + π or half a turn on."""
    model = arm(1.4)
    model.start("body0.v[0]", 2.0)
    model.start("body0.v[1]", 0.2)
    result = model.simulate(0.1)
    assert result["hinge0.angle.q"][0] == pytest.approx(np.arctan2(2.0, -0.2), rel=1e-8)
    assert result["hinge0.angle.f"][0] == pytest.approx(-np.hypot(2.0, 0.2), rel=1e-8)


def test_a_start_value_of_another_name_of_a_state_goes_to_the_state():
    from multibond.simulation import engine

    made = engine(mb.load("planar_four_bar"))
    system, _ = made.parameters(None)
    machine = made.machine(system)
    states = set(machine.states[: machine.own])
    said = {str(start.expression): target for start, target, _ in machine.starts if start.given}
    rates = [name for name, target in said.items() if target.op == "der"]
    assert rates and all(said[name] in states for name in rates)
    assert not any(str(said[name]) == name for name in rates)


def test_a_loop_that_a_value_of_a_run_opens_is_told_as_such():
    """The equations were made for pivots 2 m apart; at 10 m bars of 1, 2 and 1.5 m leave 5.5 m open."""
    m = mb.Model("opened")
    m.world, m.left, m.right = mb.planar.World(), mb.planar.Fixed(), mb.planar.Fixed([2.0, 0.0])
    m.crank, m.pin, m.joint, m.pivot = (mb.planar.Revolute() for _ in range(4))
    m.first, m.second, m.third = mb.planar.Rod([1.0, 0.0]), mb.planar.Rod([2.0, 0.0]), mb.planar.Rod([1.5, 0.0])
    m.one, m.two, m.three = mb.planar.Body(1.0, 0.1), mb.planar.Body(1.0, 0.1), mb.planar.Body(1.0, 0.1)
    m.join(m.left.b, m.crank.a)
    m.join(m.crank.b, m.first.a)
    m.join(m.first.b, m.one.a, m.pin.a)
    m.join(m.pin.b, m.second.a)
    m.join(m.second.b, m.two.a, m.joint.a)
    m.join(m.joint.b, m.third.a)
    m.join(m.third.b, m.three.a, m.pivot.a)
    m.join(m.pivot.b, m.right.b)
    with pytest.raises(mb.InitialError, match=r"cannot be closed: a gap of 5\.5 m or rad is left"):
        m.simulate(0.1, parameters={"right.r[0]": 10.0})


def test_a_steady_state_that_is_left_by_itself_is_told():
    def pendulum(angle):
        m = mb.Model("pendulum")
        m.world, m.ground, m.hinge = mb.planar.World(), mb.planar.Fixed(), mb.planar.Revolute(phi0=angle)
        m.rod, m.bob = mb.planar.Rod([1.0, 0.0]), mb.planar.Body(1.0)
        m.join(m.ground.b, m.hinge.a)
        m.join(m.hinge.b, m.rod.a)
        m.join(m.rod.b, m.bob.a)
        return m.simulate(0.1, steady=True)

    with pytest.warns(mb.DoubtfulResult, match="steady state that was found is unstable"):
        upright = pendulum(1.5)
        assert upright["hinge.phi"][0] == pytest.approx(np.pi / 2)
    grows = float(upright.stats.doubts[0].partition("by e in ")[2].split()[0])
    inertia = 1.0 + 1.0  # m l² and that of the body
    assert grows == pytest.approx(np.sqrt(inertia / 9.81), rel=1e-2)
    hanging = pendulum(-1.0)
    assert hanging["hinge.phi"][0] == pytest.approx(-np.pi / 2)
    assert not hanging.stats.doubts


@pytest.mark.parametrize(
    ("parts", "name", "fixed"),
    [({"source": mb.Se("3 + sin(time)"), "store": mb.C(1.0, e0=0.5)}, "store.e = 0.5", 3),
     ({"source": mb.Se("3 + sin(time)"), "store": mb.C("1 + time", e0=0.5)}, "store.e = 0.5", 3)],
)  # fmt: skip
def test_a_value_that_a_source_fixes_is_refused_with_what_it_is(parts, name, fixed):
    model = mb.Model("fixed", domain="electrical")
    model.node = mb.J0()
    for part, element in parts.items():
        model.add(part, element)
    model.source >> model.node >> model.store
    with pytest.raises(mb.InitialError, match=rf"store: the start value {name} cannot hold.*fixes it at {fixed};"):
        model.simulate(1.0)
