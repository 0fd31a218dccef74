"""Events: their instants against closed forms, changing causality, discrete values, pulse trains, chattering."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from bank.independent import impacts, rectifier_events
from multibond.errors import SimulationError


@pytest.mark.parametrize("solver", ["dop853", "bdf", "adams"])
def test_a_bouncing_mass_hits_the_ground_at_the_right_instants(solver):
    result = mb.load("bouncing_mass").simulate(tolerance=1e-8, solver=solver)
    times = [event.time for event in result.events if event.changes]
    assert times == pytest.approx(impacts(), abs=1e-8 if solver == "dop853" else 1e-6)
    assert all(event.changes in ([], ["mass.p", "resting"]) for event in result.events)


def test_an_impact_takes_its_part_of_the_energy():
    result = mb.load("bouncing_mass").simulate(tolerance=1e-8)
    falls = 0.8 ** (2 * np.arange(len(impacts())))
    lost = [-event.energy_jump for event in result.events if event.changes]
    assert lost == pytest.approx(9.81 * (1 - 0.64) * falls, rel=1e-7)


@pytest.mark.parametrize("solver", ["dop853", "bdf"])
def test_an_ideal_rectifier_switches_at_the_right_instants(solver):
    result = mb.load("half_wave_rectifier").simulate(tolerance=1e-9, solver=solver)
    expected = [0.0, *(t for t, _ in rectifier_events() if t < 0.1)]
    assert [event.time for event in result.events] == pytest.approx(expected, abs=1e-9)
    assert np.all(result["i_diode"] > -1e-9)
    assert np.all(result["diode.e"] < 1e-9)


def test_a_long_quiet_time_does_not_hide_the_diode():
    """No state moves while the diode blocks; the steps must still see every wave of the source."""
    model = mb.Model("wave", domain="electrical")
    model.source, model.diode, model.load, model.loop = mb.Se("sin(2*pi*time)"), mb.D(), mb.R(1.0), mb.J1()
    model.source >> model.loop >> [model.diode, model.load]
    result = model.simulate(10.25, points=42)
    assert [event.time for event in result.events] == pytest.approx([*np.arange(21) / 2], abs=1e-9)
    assert np.max(np.abs(result["load.f"] - np.maximum(np.sin(2 * np.pi * result.time), 0))) < 1e-9


def test_every_narrow_peak_is_counted():
    """Each period the spring is beyond 99.99 percent of its amplitude for 28 ms."""
    model = mb.Model("peaks", domain="translational")
    model.mass, model.spring, model.node = mb.I(1.0, p0=1.0), mb.C(1.0), mb.J1()
    model.node >> [model.mass, model.spring]
    model.peaks = mb.Discrete(start=0.0)
    model.when(model.spring.q > 0.9999, {model.peaks: model.peaks + 1})
    result = model.simulate(62.0, tolerance=1e-8)
    assert result["peaks"][-1] == 10.0
    expected = 2 * np.pi * np.arange(10) + np.arcsin(0.9999)  # where the peaks end nothing happens
    assert [event.time for event in result.events] == pytest.approx(expected, abs=1e-4)


def ball(restitution):
    """A ball that falls from 1 m and bounces."""
    model = mb.Model("ball", domain="translational")
    model.velocity, model.mass, model.weight, model.height = mb.J1(), mb.I(1.0), mb.Se(-9.81), mb.Dq()
    model.weight >> model.velocity >> [model.mass, model.height]
    model.start(model.height.q, 1.0)
    model.when(model.height.q < 0, {model.mass.p: -restitution * model.mass.p})
    return model


@pytest.mark.parametrize("solver", ["auto", "bdf", "adams"])
@pytest.mark.parametrize("restitution", [0.05, 0.3, 0.5, 0.8])
def test_a_ball_that_comes_to_rest_does_not_fall_through_the_ground(restitution, solver):
    with pytest.raises(SimulationError, match=r"ball.*(comes to rest|chatters)") as caught:
        ball(restitution).simulate(30.0, solver=solver)
    result = caught.value.result
    end = np.sqrt(2 / 9.81) * (1 + 2 * restitution / (1 - restitution))
    assert np.min(result["height.q"]) > -1e-9
    assert end - 0.15 < result.time[-1] < end + 1e-6


def test_a_plastic_impact_holds_nothing_and_says_so():
    with pytest.warns(UserWarning, match=r"ball.*height\.q < 0.*nothing holds it"):
        result = ball(0.0).simulate(1.0)
    first = np.sqrt(2 / 9.81)
    assert result["height.q"][-1] == pytest.approx(-9.81 / 2 * (1.0 - first) ** 2, rel=1e-6)


def test_an_event_that_does_not_end_its_condition_happens_once():
    """Passing 1 m the mass loses half of its momentum and goes on; passing it on the way back changes nothing."""
    model = mb.Model("gate", domain="translational")
    model.velocity, model.mass, model.spring, model.position = mb.J1(), mb.I(1.0, f0=2.0), mb.C(1.0), mb.Dq()
    model.velocity >> [model.mass, model.spring, model.position]
    model.passes = mb.Discrete(start=0.0)
    model.when(model.position.q > 1, {model.mass.p: 0.5 * model.mass.p, model.passes: model.passes + 1})
    result = model.simulate(4.0, tolerance=1e-9)
    assert result["passes"][-1] == 1.0
    assert [event.time for event in result.events if event.changes] == pytest.approx([np.arcsin(0.5)], abs=1e-8)
    energy = 0.5 * result["mass.p"] ** 2 + 0.5 * result["spring.q"] ** 2
    assert energy[-1] == pytest.approx(0.5 * (np.sqrt(3) / 2) ** 2 + 0.5, rel=1e-7)


def test_events_that_undo_each_other_at_one_instant_are_named():
    model = mb.Model("toggle")
    model.source, model.node, model.store = mb.Sf(1.0), mb.J0(), mb.C(1.0)
    model.source >> model.node >> model.store
    model.on = mb.Discrete(start=0.0)
    model.when(model.store.q > 1, {model.on: 1.0})
    model.when(model.on > 0.5, {model.on: 0.0})
    model.when(model.on < 0.5, {model.on: 1.0})
    with pytest.raises(SimulationError, match=r"toggle.*do not settle at 1 s"):
        model.simulate(2.0)


def circuit_with_switch(closed):
    """A capacitor charged through a resistor while a switch is closed; otherwise it keeps its charge."""
    model = mb.Model("switched", domain="electrical")
    model.source, model.switch, model.resistor, model.capacitor = mb.Se(1.0), mb.Sw(closed=closed), mb.R(1.0), mb.C(1.0)
    model.loop = mb.J1()
    model.source >> model.loop >> [model.switch, model.resistor, model.capacitor]
    return model


def test_a_switch_changes_the_causality_and_the_run_goes_on():
    result = circuit_with_switch("time > 1 and time < 2").simulate(4.0, tolerance=1e-8, points=401)
    charging = np.clip(result.time - 1, 0, 1)
    assert result["capacitor.e"] == pytest.approx(1 - np.exp(-charging), abs=1e-7)
    assert [event.time for event in result.events] == [1.0, 2.0]
    assert result.stats.energy_residual < 1e-6


def test_a_switch_may_follow_a_signal():
    result = circuit_with_switch("capacitor.e < 0.5").simulate(4.0, tolerance=1e-8)
    assert [event.time for event in result.events] == pytest.approx([np.log(2)], abs=1e-7)
    assert result["capacitor.e"][-1] == pytest.approx(0.5, abs=1e-7)


def test_switching_that_needs_an_impulse_is_refused_with_the_place_and_the_remedy():
    model = mb.Model("impulse", domain="electrical")
    model.switch, model.loop = mb.Sw(closed="time > 1"), mb.J1()
    model.first, model.second = mb.C(1.0, e0=1.0), mb.C(1.0)
    model.loop >> [model.switch, model.first, model.second]
    with pytest.raises(SimulationError, match=r"(first|second).*impulse.*Sw2") as caught:
        model.simulate(2.0)
    assert caught.value.result.time[-1] <= 1.0
    assert caught.value.result["first.e"][-1] == pytest.approx(1.0)


def test_a_leaky_diode_and_an_ideal_one_agree():
    currents = []
    for diode in (mb.D(), mb.D2(Ron=1e-6, Goff=1e-6)):
        model = mb.Model("inductive", domain="electrical")
        model.source, model.diode, model.coil, model.load = mb.Se("sin(time)"), diode, mb.I(1.0), mb.R(0.5)
        model.loop = mb.J1()
        model.source >> model.loop >> [model.diode, model.coil, model.load]
        currents.append(model.simulate(12.0, tolerance=1e-8)["coil.f"])
    assert np.max(currents[0]) > 0.5
    assert currents[0] == pytest.approx(currents[1], abs=2e-5)


@pytest.mark.parametrize("solver", ["dop853", "bdf"])
def test_pulse_trains_switch_exactly_in_time(solver):
    model = mb.Model("pulses", domain="electrical")
    model.source, model.resistor, model.capacitor = mb.Se(mb.pulse(0.3, 0.1, 2.0)), mb.R(1.0), mb.C(0.5)
    model.loop = mb.J1()
    model.source >> model.loop >> [model.resistor, model.capacitor]
    result = model.simulate(grid=[*np.arange(9) / 10, 0.85], tolerance=1e-9, solver=solver)
    assert [event.time for event in result.events] == pytest.approx([0.1, 0.3, 0.4, 0.6, 0.7], abs=1e-12)
    v, expected = 0.0, [0.0]
    for k in range(8):  # in steps of 0.1 s: one up, two down
        level = 2.0 if k % 3 == 0 else 0.0
        v = level + (v - level) * np.exp(-0.2)
        expected.append(v)
    assert result["capacitor.e"][:-1] == pytest.approx(expected, abs=1e-7)


def test_two_events_at_one_instant_are_one():
    model = circuit_with_switch("time > 1")
    model.count = mb.Discrete()
    model.when("time > 1", {"count": "count + 1"})
    result = model.simulate(2.0)
    assert [event.time for event in result.events] == [1.0]
    assert result["count"][-1] == 1.0


def test_discrete_variables_count_events():
    model = mb.Model("counter", domain="translational")
    model.hits = mb.Discrete(start=0.0)
    model.mass, model.spring, model.node, model.way = mb.I(1.0, f0=1.0), mb.C(1.0), mb.J1(), mb.Dq()
    model.node >> [model.mass, model.spring, model.way]
    model.when("way.q > 0.5", {"hits": "hits + 1"})
    result = model.simulate(4 * np.pi)
    assert result["hits"][-1] == 2.0
    first = next(event.time for event in result.events if event.changes)
    assert first == pytest.approx(np.arcsin(0.5), abs=1e-6)


def test_dry_friction_leaves_rest():
    """sign(f) is zero at rest; it must wake up as soon as there is motion."""
    model = mb.Model("friction", domain="translational")
    model.mass, model.force, model.node = mb.I(1.0), mb.Se(3.0), mb.J1()
    model.friction = mb.R(law="sign(f)", causality="effort")
    model.force >> model.node >> [model.mass, model.friction]
    result = model.simulate(2.0, tolerance=1e-8)
    assert result["mass.f"][-1] == pytest.approx(2.0 * (3.0 - 1.0), rel=1e-6)


@pytest.mark.parametrize("restitution", [0.0, 0.05, 0.5, 0.8])
def test_a_bouncing_mass_comes_to_rest_on_the_ground(restitution):
    result = mb.load("bouncing_mass", restitution=restitution).simulate(6.0, tolerance=1e-8)
    assert result["h"][-1] == pytest.approx(0.0, abs=1e-6)
    assert result["v"][-1] == 0.0 and result["resting"][-1] == 1.0
    limit = np.sqrt(2 / 9.81) * (1 + restitution) / (1 - restitution)  # where the impacts of an ideal mass gather
    assert result.events[-1].time == pytest.approx(limit, abs=2e-3)
    assert result.stats.energy_residual < 1e-6


def test_chattering_is_reported_with_its_component_and_what_was_computed_is_kept():
    """A force that always drives back to zero: after reaching it the sign changes without end."""
    model = mb.Model("sliding", domain="translational")
    model.mass, model.back, model.node = mb.I(1.0, f0=1.0), mb.R(law="sign(f)", causality="effort"), mb.J1()
    model.node >> [model.mass, model.back]
    with pytest.raises(SimulationError, match=r"back") as caught:
        model.simulate(3.0)
    assert caught.value.result.time[-1] == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize("a, b, c, capacitance, w", [
    (0.3400002710568103, 1.7595906892180446, 1.7773218420389367, 1.9323998864299103, 0.9748716225039766),
    (1.0121200880227692, 1.3495134378943807, 1.4040540012311067, 0.8356210305714931, 2.7822575080740726),
])  # fmt: skip
def test_an_event_on_the_unknown_of_an_iteration_is_not_lost_in_its_rounding(a, b, c, capacitance, w):
    """The flow of an algebraic loop passes the corner of a law; where it is found it may be zero to the last digit."""
    model = mb.Model("corner", domain="electrical")
    model.source, model.loop, model.store = mb.Se(f"2*sin({w}*time)"), mb.J1(), mb.C(capacitance)
    model.cubic = mb.R(law=f"{a}*f + {b}*f**3")
    model.corner = mb.R(law=f"{c}*f if f > 0.3 else {c}*f*0.5 + {c}*0.15")
    model.source >> model.loop >> [model.cubic, model.corner, model.store]
    result = model.simulate(6.0, tolerance=1e-8, points=61)
    f = result["corner.f"]
    assert result["corner.e"] == pytest.approx(np.where(f > 0.3, c * f, c * f * 0.5 + c * 0.15), abs=1e-12)


@pytest.mark.parametrize(("armed", "expected"), [(1.0, 0.0), (0.0, 1.0)])
def test_a_parameter_may_stand_in_the_condition_of_an_event(armed, expected):
    class Guarded(mb.Model):
        """A store that is filled, with an event that a parameter arms."""

        armed = mb.Parameter(1.0, description="whether the event may happen")

        def build(self):
            self.k = mb.Discrete(start=1.0)
            self.flow, self.node, self.store = mb.Sf(1.0), mb.J0(), mb.C(1.0)
            self.flow >> self.node >> self.store
            self.when("armed > 0.5 and store.q > 0.5", {"k": 0})

    assert Guarded().simulate(1.0, parameters={"armed": armed})["k"][-1] == expected


def test_a_burst_of_events_is_no_chatter_however_long_the_run():
    """A hundred pulses at 10 kHz, in a run that lasts 1e6 s: beside its span they lie within an instant."""
    model = mb.Model("burst", domain="electrical")
    edges = [k * 5e-5 for k in range(1, 200) for _ in range(2)]  # the same point twice is a jump
    pulses = [1.0, *(float(k // 2 % 2 == 0) for k in range(1, 399)), 0.0]
    model.source, model.loop = mb.Se(f"table({[0.0, *edges, 1e-2]}, {pulses})"), mb.J1()
    model.loss, model.store = mb.R(1.0), mb.C(1.0)
    model.source >> model.loop >> [model.loss, model.store]
    model.start("store.q", 0.0)
    model.maximum = mb.Discrete(start=0.0)
    model.when("time > 0.01", {"maximum": "store.q"})
    charge = 0.0
    for _ in range(100):  # each pulse brings it nearer to 1, each pause back
        charge = (1 - (1 - charge) * np.exp(-5e-5)) * np.exp(-5e-5)
    for span in (1.0, 1e6):
        assert model.simulate(span, points=2, tolerance=1e-8)["maximum"][-1] == pytest.approx(charge, rel=1e-6)


def test_events_count_in_the_limit_of_steps_and_a_hopeless_pace_ends_a_run(monkeypatch):
    """Each of them is settled outside machine code and takes as long as many steps: a run of nothing but events that
    no step lies between would have no end."""
    model = mb.Model("counting")
    model.count = mb.Discrete(start=0.0)
    model.rate = mb.Parameter(1e3)
    model.source, model.loss = mb.Se(1.0), mb.R(1.0)
    model.source >> model.loss
    model.when("sin(rate*time) > 0", {"count": "count + 1"})
    assert model.simulate(1.0)["count"][-1] == 160  # 1000/(2 pi), and the one at the start
    with pytest.raises(mb.SimulationError, match=r"limit of 1000 steps was reached at 0\.\d+ s, with \d+ events on"):
        model.simulate(1.0, max_steps=1000)
    monkeypatch.setattr("multibond.simulation.pace.FIRST", 200)
    monkeypatch.setattr("multibond.simulation.pace.LOOK", 100)
    with pytest.raises(mb.SimulationError, match=r"10\d events have led to .* no end in sight: at this pace .* more"):
        model.simulate(1e6, parameters={"rate": 1e4}, points=2)


@pytest.mark.parametrize("solver", ["auto", "bdf"])
def test_what_a_condition_asks_for_is_an_event_and_its_end_is_none(solver):
    """Unless something else than the event depends on the condition, as the second source does."""
    for law, count in (("1", 3), ("2 if sin(6*time) > 0.5 else 1", 6)):
        model = mb.Model("rows", domain="electrical")
        model.count = mb.Discrete(start=0.0)
        model.source, model.loop, model.loss, model.store = mb.Se(law), mb.J1(), mb.R(1.0), mb.C(1.0)
        model.source >> model.loop >> [model.loss, model.store]
        model.when("sin(6*time) > 0.5", {"count": "count + 1"})
        result = model.simulate(3.0, solver=solver)
        assert result["count"][-1] == 3.0 and len(result.events) == count
        assert [event.time for event in result.events if event.changes] == pytest.approx(
            [(np.arcsin(0.5) + 2 * np.pi * k) / 6 for k in range(3)], abs=1e-5
        )


def test_two_hundred_instants_known_beforehand_each_happen_once():
    model = mb.Model("instants")
    model.count, model.late = mb.Discrete(start=0.0), mb.Discrete(start=0.95)
    model.ramp = mb.Integrator(u="1")
    for k in range(200):
        model.when(f"time > {(k + 0.5) / 250}", {"count": "count + 1"})
    model.when("time > late", {"count": "count + 100"})  # an instant that an event moves
    model.when("time > 0.6", {"late": "0.85"})
    result = model.simulate(1.0, grid=np.linspace(0.0, 1.0, 11))
    expected = np.floor(np.minimum(result.time, 0.8) * 250 + 0.5) + np.where(result.time > 0.85, 100.0, 0.0)
    assert result["count"] == pytest.approx(expected)


def test_events_count_by_how_much_is_watched():
    """All that is watched is gone over at each of them: with a thousand conditions one takes as long as many steps."""
    model = mb.Model("watching")
    model.count = mb.Discrete(start=0.0)
    model.source, model.store = mb.Sf(1.0), mb.C(1.0)
    model.source >> model.store
    for k in range(120):
        model.when(f"sin({k + 1}*store.q) > 0.5", {"count": "count + 1"})
    with pytest.raises(mb.SimulationError, match=r"with \d events on the way.* counts as up to 60 steps"):
        model.simulate(10.0, max_steps=500)
