"""States that become unfit during a run give way to others."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import multibond as mb
from multibond import planar
from multibond.simulation.engine import Engine


def slider():
    """A crank drives a mass by cos(angle): the given speed of the mass is a state, which is worthless at 90 degrees."""
    m = mb.Model("slider")
    m.shaft, m.angle, m.crank = mb.J1(), mb.Dq(0.3), mb.I(1.0)
    m.lever, m.mass = mb.TF("cos(angle.q)", form="flow"), mb.I(5.0, f0=3 * np.cos(0.3))
    m.shaft >> [m.angle, m.crank]
    m.shaft >> m.lever >> m.mass
    return m


def angle_after(stop):
    """The same by minimal coordinates: energy is (1 + 5 cos²) w²/2."""

    def rates(_, y):
        c, s = np.cos(y[0]), np.sin(y[0])
        return y[1], 5 * s * c * y[1] ** 2 / (1 + 5 * c * c)

    return solve_ivp(rates, (0, stop), [0.3, 3.0], rtol=1e-12, atol=1e-12).y[0, -1]


@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-8])
def test_a_state_that_no_longer_determines_the_rest_is_left(tolerance):
    result = slider().simulate(10.0, tolerance=tolerance)
    assert result["angle.q"][-1] == pytest.approx(angle_after(10.0), rel=0, abs=100 * tolerance)
    assert result.stats.energy_residual < 100 * tolerance
    names = [piece.machine.state_names for piece in result.run.pieces]
    assert "mass.f" in names[0]
    assert "mass.f" not in names[-1]


def two_capacitors():
    """Two capacitors in parallel, charged through a resistor: one state."""
    m = mb.Model("caps", domain="electrical")
    m.source, m.loop, m.resistor, m.node = mb.Se(1.0), mb.J1(), mb.R(1.0), mb.J0()
    m.c1, m.c2 = mb.C(1.0), mb.C(2.0)
    m.source >> m.loop >> m.resistor
    m.loop >> m.node >> [m.c1, m.c2]
    return m


@pytest.mark.parametrize("wishes, said", [
    ({"c1.q": "always", "c2.q": "always"}, r"c[12]\.q: 'always' cannot be kept.*follows from the states c[12]\.q;"),
    ({"source.e": "always"}, r"source\.e: 'always' cannot be kept, for it is given"),
    ({"c1.q": "never", "c2.q": "never", "c1.e": "never"}, r"'never' cannot be kept"),
    ({"c1.C": "prefer"}, r"c1\.C: .*parameter"),
])  # fmt: skip
def test_firm_wishes_that_cannot_be_kept_are_refused(wishes, said):
    with pytest.raises(mb.MultibondError, match=said):
        two_capacitors().simulate(1.0, states=wishes)
    soft = {name: {"always": "prefer", "never": "avoid"}.get(wish) for name, wish in wishes.items()}
    if None not in soft.values():
        assert len(two_capacitors().simulate(1.0, states=soft).stats.states) == 1


@pytest.mark.parametrize("wishes, states", [
    ({"c1.q": "always"}, ["c1.q"]), ({"c2.q": "never"}, ["c1.q"]), ({"c1.q": "always", "c2.q": "never"}, ["c1.q"]),
])  # fmt: skip
def test_firm_wishes_that_can_be_kept_are(wishes, states):
    assert two_capacitors().simulate(1.0, states=wishes).stats.states == states


def test_firm_wishes_of_a_model_count_as_well_and_velocities_are_derivatives():
    pendulum = mb.load("cartesian_pendulum")
    pendulum.simulate(0.1, states={"position.q[1]": "always", "position.f[1]": "always"})
    with pytest.raises(mb.MultibondError, match=r"position\.q\[0\] was asked for with 'always', but at 0 s"):
        pendulum.simulate(0.1, states={"position.q[0]": "always"})  # along +x it cannot move
    with pytest.raises(mb.MultibondError, match=r"position\.q\[[01]\]: 'never' cannot be kept"):
        pendulum.simulate(0.1, states={"position.q": "never"})
    model = two_capacitors()
    model.state("c1.q", "never")
    model.state("c2.q", "never")
    model.state("c1.e", "never")
    with pytest.raises(mb.MultibondError, match="'never' cannot be kept"):
        model.simulate(1.0)


@pytest.mark.parametrize("name", ["electric_circuit", "cauer_low_pass"])
def test_states_are_the_stores_in_integral_causality(name):
    model = mb.load(name)
    found = model.analyse()
    states = {state.rpartition(".")[0] for state in model.simulate(1e-3).stats.states}
    assert states == set(found["storage"]["integral"]) == {state.rpartition(".")[0] for state in found["states"]}


def test_a_forced_stroke_decides_which_store_is_the_state():
    for stroke, state in (("head", "c2.q"), ("tail", "c1.q")):
        m = mb.Model("forced", domain="electrical")
        m.source, m.node, m.c1, m.c2 = mb.Sf(1.0), mb.J0(), mb.C(1.0), mb.C(2.0)
        m.source >> m.node
        m.bond(m.node, m.c1, stroke=stroke)
        m.node >> m.c2
        assert m.simulate(1.0).stats.states == [state]
        assert m.analyse()["storage"]["integral"] == [state.rpartition(".")[0]]


def test_a_given_start_value_does_not_turn_the_causality_round():
    m = mb.Model("given", domain="electrical")
    m.source, m.node, m.c1, m.c2 = mb.Sf(1.0), mb.J0(), mb.C(1.0), mb.C(2.0, q0=3.0)
    m.source >> m.node >> [m.c1, m.c2]
    run = m.simulate(1.0)
    assert run.stats.states == ["c1.q"] and run["c2.q"][0] == pytest.approx(3.0)


def test_a_state_asked_for_with_always_stops_the_run_where_it_cannot_be_one():
    model = mb.load("four_bar")
    with pytest.raises(mb.MultibondError, match=r"slider\.travel\.q was asked for with 'always', but at 0") as error:
        model.simulate(2.0, states={"slider.travel.q": "always"}, points=21)
    assert "slider.travel.q" in error.value.result.stats.states
    assert "crank.angle.q" not in error.value.result.stats.states


def test_coordinates_inside_parts_can_be_states():
    """The angles of the bicycle's rear wheel, which hangs on a hub and needs none by itself."""
    model = mb.load("bicycle")
    usual = model.simulate(1.0, points=11, tolerance=1e-8)
    other = model.simulate(1.0, points=11, tolerance=1e-8, states={"rear_wheel.motion.phi": "always"})
    assert {f"rear_wheel.motion.phi[{k}]" for k in range(3)} <= set(other.stats.states)
    assert other["lean"] == pytest.approx(usual["lean"], abs=1e-8)
    copied = pickle.loads(pickle.dumps(other))
    assert copied["rear_wheel.motion.phi"] == pytest.approx(other["rear_wheel.motion.phi"], abs=0.0)
    assert "rear_wheel.motion.phi[0]" not in usual.stats.states


def test_a_model_has_the_last_word_on_the_states_of_its_parts():
    """A hinge wishes for its angle itself; a wish of the model that holds it comes before that."""

    def chain(wish, name="hinge.phi"):
        m = mb.Model("chain")
        m.world, m.ground = planar.World(), planar.Fixed()
        m.base, m.base_rod, m.base_body = planar.Revolute(phi0=0.3), planar.Rod([1, 0]), planar.Body(1.0, 0.1)
        m.hinge, m.rod, m.body = planar.Revolute(), planar.Rod([1, 0]), planar.Body(1.0, 0.1)
        m.join(m.ground.b, m.base.a)
        m.join(m.base.b, m.base_rod.a)
        m.join(m.base_rod.b, m.base_body.a, m.hinge.a)
        m.join(m.hinge.b, m.rod.a)
        m.join(m.rod.b, m.body.a)
        m.state(name, wish)
        return m

    usual, other = (chain(wish).simulate(0.5, points=11, tolerance=1e-9) for wish in ("prefer", "never"))
    assert "hinge.angle.q" in usual.stats.states and "hinge.angle.q" not in other.stats.states
    assert other["hinge.phi"] == pytest.approx(usual["hinge.phi"], abs=1e-7)
    with pytest.raises(mb.StructureError, match=r"base\.angle\.q: 'never' cannot be kept"):
        m = mb.Model("single")
        m.world, m.ground, m.base, m.body = planar.World(), planar.Fixed(), planar.Revolute(), planar.Body(1.0, 0.1)
        m.join(m.ground.b, m.base.a)
        m.join(m.base.b, m.body.a)
        m.state("base.angle.q", "never")
        m.simulate(0.1)


def test_choices_that_take_turns_are_looked_for_once(monkeypatch):
    """While a marble rolls, two choices of states take turns again and again; each run finds them anew, and alike."""
    looked = []
    better = Engine.better
    monkeypatch.setattr(Engine, "better", lambda self, *values: looked.append(1) or better(self, *values))
    model = mb.load("rolling_marble")
    runs = [model.simulate(3.0, points=31, tolerance=tolerance) for tolerance in (1e-6, 1e-7, 1e-6)]
    assert len(looked) < 15  # the states change some thirty times in each run
    assert np.array_equal(runs[0]["position"], runs[2]["position"])
    assert np.abs(runs[0]["position"] - runs[1]["position"]).max() < 1e-5
