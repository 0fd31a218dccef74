"""Start values that who runs a model gives, for what the model itself leaves open: each holds, or is refused."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond import planar, spatial


def store(kind):
    model = mb.Model("store", domain="electrical")
    model.node, model.store, model.loss = mb.J0() if kind is mb.C else mb.J1(), kind(2.0), mb.R(1.0)
    model.node >> [model.store, model.loss]
    return model


def free(library):
    model = mb.Model("free")
    model.world, model.body = library.World(gravity="none"), library.Body(1.0)
    return model


def hinged(library):
    """A body 1 m from a hinge at the origin."""
    model = mb.Model("hinged")
    model.world, model.ground, model.hinge = library.World(), library.Fixed(), library.Revolute()
    model.rod, model.body = library.Rod([1.0, 0.0, 0.0][: 2 if library is planar else 3]), library.Body(1.0)
    model.join(model.ground.b, model.hinge.a)
    model.join(model.hinge.b, model.rod.a)
    model.join(model.rod.b, model.body.a)
    return model


@pytest.mark.parametrize(
    ("kind", "name", "variable", "first"),
    [(mb.C, "e0", "store.e", 3.0), (mb.C, "q0", "store.e", 1.5), (mb.I, "f0", "store.f", 3.0),
     (mb.I, "p0", "store.f", 1.5)],
)  # fmt: skip
def test_stores(kind, name, variable, first):
    model = store(kind)
    assert model.simulate(0.1, parameters={f"store.{name}": 3.0})[variable][0] == pytest.approx(first)
    swept = model.sweep({f"store.{name}": [3.0, 6.0]}, 1e-9)
    assert swept.states[:, 0] == pytest.approx([2 * first, 4 * first], rel=1e-6)


def test_a_store_given_twice_is_refused():
    with pytest.raises(mb.InitialError, match=r"store: .*store\.e = 3 conflicts with the start value of store\.q"):
        store(mb.C).simulate(0.1, parameters={"store.e0": 3.0, "store.q0": 2.0})
    model = mb.Model("charged", domain="electrical")
    model.node, model.store, model.loss = mb.J0(), mb.C(2.0, q0=1.0), mb.R(1.0)
    model.node >> [model.store, model.loss]
    assert model.simulate(0.1, parameters={"store.e0": 3.0})["store.e"][0] == pytest.approx(3.0)  # instead of q0


@pytest.mark.parametrize("library", [planar, spatial])
def test_free_bodies(library):
    model = free(library)
    result = model.simulate(1.0, parameters={"body.x0[0]": 2.0, "body.v0[1]": 3.0})
    assert result["body.x"][0, :2] == pytest.approx([2.0, 0.0]) and result["body.x"][-1, :2] == pytest.approx([2, 3])
    turning = "body.w0" if library is planar else "body.w0[2]"
    assert np.ravel(model.simulate(1.0, parameters={turning: 0.5})["body.w"][-1])[-1] == pytest.approx(0.5)


@pytest.mark.parametrize("library", [planar, spatial])
@pytest.mark.parametrize(
    ("name", "variable", "first"),
    [("hinge.w0", "hinge.w", 0.5), ("hinge.phi0", "hinge.phi", 0.5), ("body.v0[1]", "hinge.w", 0.5),
     ("body.x0[0]", "hinge.phi", np.arccos(0.5)), ("body.phi0", "hinge.phi", 0.5)],
)  # fmt: skip
def test_bodies_on_hinges(library, name, variable, first):
    name = name + "[2]" if library is spatial and name == "body.phi0" else name
    assert abs(hinged(library).simulate(0.1, parameters={name: 0.5})[variable][0]) == pytest.approx(first)


def test_bodies_on_hinges_start_nowhere_else_than_they_can():
    with pytest.raises(mb.InitialError, match=r"body: .*body\.a\.x\[0\] = 2"):
        hinged(planar).simulate(0.1, parameters={"body.x0[0]": 2.0})


def wheel(kind=spatial.Wheel, **start):
    model = mb.Model("rolling")
    model.world, model.wheel = spatial.World(), kind(0.5, m=1.0, I=[0.1, 0.1, 0.2], **start)
    return model


def test_wheels_and_marbles():
    rolled = wheel().simulate(1.0, parameters={"wheel.v0[0]": 2.0})
    assert rolled["wheel.x"][-1] == pytest.approx([2.0, 0.5, 0.0]) and not rolled.stats.doubts
    with pytest.raises(mb.ModelError, match=r"wheel\.x0: .*centre 0\.5 m above the plane, not 2 m"):
        wheel().simulate(1.0, parameters={"wheel.x0[1]": 2.0})
    with pytest.raises(mb.ModelError, match=r"wheel\.w0: v0 and w0 contradict rolling"):
        wheel(spatial.Marble, v0=[1.0, 0.0, 0.0]).simulate(1.0, parameters={"wheel.w0[2]": 2.0})


def test_a_guess_of_the_modeller_stays_one():
    model = mb.Model("guess")
    model.guess = mb.Parameter(1.0)
    model.node, model.store = mb.J0(), mb.C(law="q + q**3", q0=2.0)
    model.loss = mb.R(1.0)
    model.node >> [model.store, model.loss]
    model.start("store.e", "guess", fixed=False)
    assert model.simulate(0.1, parameters={"guess": 5.0})["store.e"][0] == pytest.approx(10.0)


def cart():
    """Two wheels on an axle, of which only the velocity of the middle is given."""
    model = mb.Model("cart")
    model.world, model.set = spatial.World(), spatial.WheelSet(0.3, 1.0)
    model.body = spatial.Body(3.0, [0.1, 0.1, 0.1], v0=[1.0, 0.0, 0.0])
    model.join(model.set.axle, model.body.a)
    for side in ("left", "right"):
        model.add(side, spatial.Body(0.2, [0.02, 0.02, 0.03]))
        model.join(model.set[side], model[side].a)
    return model


def test_a_start_that_several_states_could_meet_is_doubted():
    """The cart may turn while its middle moves as it should: only both speeds say how it moves."""
    result = cart().simulate(0.1)
    with pytest.warns(
        mb.DoubtfulResult, match=r"chosen freely: body\.v0\[0\] = 1 can be met in many ways.*left.*right"
    ):
        assert result["body.v"][0] == pytest.approx([1.0, 0.0, 0.0], abs=1e-12)
    both = {"set.w0": [-1 / 0.3, -1 / 0.3]}
    assert cart().simulate(0.1, parameters=both).stats.doubts == []


def test_a_voltage_over_two_capacitors_is_doubted_and_a_charge_is_not():
    def series(**start):
        model = mb.Model("series", domain="electrical")
        model.ring, model.first, model.second, model.loss = mb.J1(), mb.C(1.0, **start), mb.C(2.0), mb.R(1.0)
        model.ring >> [model.first, model.second, model.loss]
        return model

    open_one = series()
    open_one.start("loss.e", 5.0)
    (doubt,) = open_one.simulate(0.1).stats.doubts
    assert "loss.e = 5 can be met in many ways" in doubt and "first.q" in doubt and "second.q" in doubt
    told = series(q0=1.0)
    told.start("loss.e", 5.0)
    assert told.simulate(0.1).stats.doubts == [] and series(e0=1.0).simulate(0.1).stats.doubts == []


def test_a_wheel_cannot_rise_upright_and_its_quaternion_stays_one():
    model = mb.Model("rising")
    model.world, model.joint = spatial.World(), spatial.WheelJoint(0.5)
    model.body = spatial.Body(1.0, [0.1, 0.1, 0.2], v0=[0.0, 1.0, 0.0])
    model.join(model.joint.a, model.body.a)
    with pytest.raises(mb.InitialError, match=r"body: no consistent start was found: body\.v0\[1\] = 1"):
        model.simulate(0.1)


def test_an_orientation_that_an_axle_forbids_is_named_by_its_parameter():
    model = mb.Model("pitched")
    model.world, model.set = spatial.World(), spatial.WheelSet(0.3, 1.0)
    model.body = spatial.Body(3.0, [0.1, 0.1, 0.1], phi0=[0.0, 0.0, 0.3])
    model.join(model.set.axle, model.body.a)
    with pytest.raises(mb.InitialError, match=r"body\.motion: .*what body\.phi0 says of its motion conflicts"):
        model.simulate(0.1)
