"""Wheels that would lift off, and gears whose centres are at the wrong distance."""

import numpy as np
import pytest

import multibond as mb
from multibond import planar
from planar.mechanism import mechanism, run


def rolling(m, kind=planar.IdealRolling, force="20*time", slope=0.0, **body):
    """A wheel of 1 kg on a ground that is turned by `slope`, pulled up by a force."""
    m.world, m.ground = planar.World(), planar.Fixed(phi=slope)
    m.wheel, m.body, m.pull = kind(0.5), planar.Body(1.0, 0.1, **body), planar.WorldForce([0.0, force])
    m.join(m.ground.b, m.wheel.a)
    m.join(m.wheel.b, m.body.a, m.pull.b)


@pytest.mark.parametrize("kind", [planar.IdealRolling, planar.DryFrictionRolling])
def test_a_wheel_that_is_lifted_is_doubted(kind):
    """The load is m g − F: zero at 9.81/20 s."""
    result = run(rolling, 1.0, kind, points=1001)
    (doubt,) = result.stats.doubts
    assert doubt.startswith("wheel: its load is negative")
    assert "first at 0.491 s, at worst -10.19" in doubt
    load = 9.81 - 20 * result.time
    expected = load if kind is planar.IdealRolling else np.maximum(load, 0.0)
    assert result["wheel.load"] == pytest.approx(expected, abs=1e-7)


@pytest.mark.parametrize("points", [2, 11, 501])
def test_a_lift_between_output_times_is_doubted_and_warned_of(points):
    """The force of 9.81 − 20 sin(πt) is negative between 0.163 s and 0.837 s; at both ends it presses."""
    result = mechanism(rolling, force="20*sin(pi*time)").simulate(1.0, points=points)
    with pytest.warns(mb.DoubtfulResult, match=r"its load is negative.*first at 0\.16\d* s, at worst -10\.19"):
        assert result["wheel.load"].shape == result.time.shape == (points,)
    assert result["wheel.load"][[0, -1]] == pytest.approx(9.81)
    assert result.time == pytest.approx(np.linspace(0.0, 1.0, points))
    assert {len(energy["power"]) for energy in result.energy.by_component().values()} == {points}


def test_a_lift_is_told_of_every_run_of_a_sweep():
    """A weight below 20 N is lifted for a while."""
    model = mechanism(rolling, force="20*sin(pi*time)")
    with pytest.warns(mb.DoubtfulResult, match="load is negative"):
        swept = model.sweep({"body.m": [3.0, 1.0, 2.5, 1.5]}, 1.0)
    assert [doubt.partition(" of")[0] for doubt in swept.doubts] == ["run 1", "run 3"]


def test_a_wheel_without_weight_or_load_is_not_lifted_by_rounding():
    model = mb.Model("floating")
    model.world, model.ground = planar.World(gravity="none"), planar.Fixed(phi=0.3)
    model.wheel, model.body = planar.IdealRolling(0.5, w0=3.0), planar.Body(1.0, 0.1)
    model.join(model.ground.b, model.wheel.a)
    model.join(model.wheel.b, model.body.a)
    assert model.simulate(1.0).stats.doubts == []


@pytest.mark.parametrize("kind", [planar.IdealRolling, planar.DryFrictionRolling])
def test_a_wheel_on_a_slope_presses_with_the_cosine(kind):
    result = run(rolling, 0.3, kind, force=0.0, slope=-0.4)
    assert result["wheel.load"] == pytest.approx(9.81 * np.cos(0.4) * np.ones(41), rel=1e-7)
    assert not result.stats.doubts


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"x0": [0.0, 3.0]}, "body.a.x.1. = 3 cannot hold, for the model fixes it at 0.5"),
        ({"v0": [0.0, 1.0]}, "cannot hold"),
        ({"v0": [1.0, 0.0], "w0": 0.0}, "over-specified"),
    ],
)
def test_start_values_that_do_not_roll_are_refused(body, words):
    with pytest.raises(mb.InitialError, match=words):
        mechanism(rolling, force=0.0, **body).simulate(0.1)


@pytest.mark.parametrize("values", [{"mu_slide": 0.9}, {"v_slide": 0.05}])
def test_friction_that_rises_with_sliding_is_refused(values):
    with pytest.raises(mb.ModelError, match="wheel"):
        model = mb.Model("wrong")
        model.wheel = planar.DryFrictionRolling(0.5, **values)
        model.simulate(0.1)


def from_above(m, **body):
    m.world, m.wheel = planar.World(gravity="none"), planar.IdealWheelJoint(0.5, actuated=False)
    m.body = planar.Body(1.0, 0.1, **body)
    m.join(m.wheel.a, m.body.a)


@pytest.mark.parametrize(("phi0", "v0"), [(np.pi, [1.0, 0.0]), (np.pi / 2, [0.0, 1.0]), (-3 * np.pi, [1.0, 0.0])])
def test_a_wheel_that_rolls_at_right_angles_starts_where_it_is_put(phi0, v0):
    """sin(π) is 1.2e-16: such a condition on the velocity says nothing, and must not lead the start elsewhere."""
    result = run(from_above, 1.0, v0=v0, phi0=phi0)
    assert result["body.x"][0] == pytest.approx([0.0, 0.0]) and result["body.x"][-1] == pytest.approx(v0)
    assert np.max(np.abs(result["body.w"])) < 1e-9 and not result.stats.doubts


@pytest.mark.parametrize("v0", [[1.0, 1.0], [0.0, 1.0], [-1.0, -0.1]])
def test_a_wheel_that_was_turned_to_roll_as_it_should_is_doubted(v0):
    """Its angle was not given: it is at most half a turn away, and said."""
    result = mechanism(from_above, v0=v0).simulate(1.0)
    with pytest.warns(mb.DoubtfulResult, match=r"chosen freely: body\.motion\.phi = .*give the start position"):
        assert result["body.x"][-1] == pytest.approx(v0)
    assert abs(result["body.phi"][0]) <= np.pi


def test_a_wheel_from_above_does_not_start_sideways():
    def fill(m, **body):
        m.world, m.wheel = planar.World(gravity="none"), planar.IdealWheelJoint(0.5, actuated=False)
        m.body = planar.Body(1.0, 0.1, **body)
        m.join(m.wheel.a, m.body.a)

    with pytest.raises(mb.InitialError, match="body"):
        mechanism(fill, v0=[1.0, 1.0], phi0=0.0).simulate(0.1)
    assert run(fill, 0.1, v0=[1.0, 1.0], phi0=np.pi / 4)["wheel.w"] == pytest.approx(2 * np.sqrt(2.0), rel=1e-6)


def gears(m, distance, kind=planar.ExternalGear, radius_a=1.0, radius_b=2.0):
    m.world = planar.World(gravity="none")
    m.first, m.second = planar.Fixed(), planar.Fixed([distance, 0.0])
    m.hinge_a, m.hinge_b = planar.Revolute(w0=1.0), planar.Revolute()
    m.a, m.b, m.gear = planar.Body(1.0), planar.Body(1.0), kind(radius_a, radius_b)
    m.join(m.first.b, m.hinge_a.a)
    m.join(m.hinge_a.b, m.a.a, m.gear.a)
    m.join(m.second.b, m.hinge_b.a)
    m.join(m.hinge_b.b, m.b.a, m.gear.b)


@pytest.mark.parametrize(
    ("kind", "distance", "ratio"), [(planar.ExternalGear, 3.0, -0.5), (planar.InternalGear, 1.0, 0.5)]
)
def test_gears_mesh_at_the_distance_of_their_radii_only(kind, distance, ratio):
    assert run(gears, 0.5, distance, kind)["hinge_b.w"] == pytest.approx(ratio * np.ones(41))
    for wrong in (distance + 2.0, distance - 0.1):
        with pytest.raises(mb.InitialError, match=r"gear: .*do not mesh.*apart; set the radii"):
            mechanism(gears, wrong, kind).simulate(0.5)
    assert run(gears, 0.5, distance * 1.0005, kind).stats.steps  # rounded lengths mesh


def test_gears_given_other_radii_for_a_run_do_not_mesh():
    model = mechanism(gears, 3.0)
    with pytest.raises(mb.InitialError, match="do not mesh"):
        model.simulate(0.5, parameters={"gear.radius_b": 2.5})


def test_gears_that_part_in_a_run_end_it():
    """The second wheel is drawn away at 0.1 m/s: after 0.03 s its distance misses by a thousandth of 3 m."""
    m = mb.Model("parting")
    m.world = planar.World(gravity="none")
    m.first, m.second, m.rail = planar.Fixed(), planar.Fixed([3.0, 0.0]), planar.Prismatic([1.0, 0.0], actuated=True)
    m.motor, m.gear = mb.Sf(0.1), planar.ExternalGear(1.0, 2.0)
    m.hinge_a, m.hinge_b, m.a, m.b = planar.Revolute(w0=1.0), planar.Revolute(), planar.Body(1.0), planar.Body(1.0)
    m.motor >> m.rail.drive
    m.join(m.first.b, m.hinge_a.a)
    m.join(m.hinge_a.b, m.a.a, m.gear.a)
    m.join(m.second.b, m.rail.a)
    m.join(m.rail.b, m.hinge_b.a)
    m.join(m.hinge_b.b, m.b.a, m.gear.b)
    with pytest.raises(mb.SimulationError, match=r"gear: at 0\.03 s its wheels do not mesh"):
        m.simulate(1.0)
