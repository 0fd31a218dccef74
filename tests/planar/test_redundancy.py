"""Constraints that say the same thing, guesses for loops, and positions in which a loop cannot tell where to go."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond import planar
from multibond.errors import InitialError
from multibond.simulation import engine


def axle(**given):
    model = mb.Model("axle")
    model.world, model.body = planar.World(gravity="none"), planar.Body(10.0, 1.0, **given)
    for name, y in (("left", 0.5), ("right", -0.5)):
        model.add(f"{name}_rod", planar.Rod([0.0, y]))
        model.add(name, planar.IdealWheelJoint(0.3, actuated=False))
        model.join(model.body.a, model[f"{name}_rod"].a)
        model.join(model[f"{name}_rod"].b, model[name].a)
    return model


def test_two_wheels_on_one_axle_forbid_sliding_along_it_twice():
    model = axle(v0=[1.0, 0.0], w0=0.5)
    made = engine(model)
    assert made.machine(made.system()).compiled.aliased.redundant == ("right.road",)
    result = model.simulate(2.0, tolerance=1e-10)
    assert result["body.x"][-1] == pytest.approx([2 * np.sin(1.0), 2 * (1 - np.cos(1.0))], abs=1e-8)
    assert result["right.w"] == pytest.approx((1.0 + 0.25) / 0.3, abs=1e-9)
    # both wheels carry the same part of the centripetal force, which nothing else tells
    assert result["left.contact_force"][:, 1] == pytest.approx(10.0 * 1.0 * 0.5 / 2, abs=1e-8)
    assert result["right.contact_force"][:, 1] == pytest.approx(10.0 * 1.0 * 0.5 / 2, abs=1e-8)
    assert result.stats.constraint_residual < 1e-12


def test_four_wheels_in_line_go_straight():
    model = axle(v0=[5.0, 0.0])
    for name, y in (("front_left", 0.5), ("front_right", -0.5)):
        model.add(f"{name}_rod", planar.Rod([2.0, y]))
        model.add(name, planar.IdealWheelJoint(0.3, actuated=False))
        model.join(model.body.a, model[f"{name}_rod"].a)
        model.join(model[f"{name}_rod"].b, model[name].a)
    result = model.simulate(2.0)
    assert result["body.x"][-1] == pytest.approx([10.0, 0.0], abs=1e-9)


def car(steer_left, steer_right, **given):
    """An axle with two steered wheels 2 m in front of it, 1 m apart."""
    model = axle(**given)
    for name, y, steer in (("front_left", 0.5, steer_left), ("front_right", -0.5, steer_right)):
        model.add(f"{name}_rod", planar.Rod([2.0, y]))
        model.add(f"{name}_pivot", planar.FixedRotation(steer))
        model.add(name, planar.IdealWheelJoint(0.3, actuated=False))
        model.join(model.body.a, model[f"{name}_rod"].a)
        model.join(model[f"{name}_rod"].b, model[f"{name}_pivot"].a)
        model.join(model[f"{name}_pivot"].b, model[name].a)
    return model


def test_wheels_whose_axles_meet_in_one_point_go_round_it():
    """Steered to a centre 4 m to the left, as Ackermann says: the body goes round it at 4 m."""
    result = car(np.arctan2(2.0, 3.5), np.arctan2(2.0, 4.5), v0=[2.0, 0.0], w0=0.5).simulate(2.0, tolerance=1e-8)
    assert result["body.x"][-1] == pytest.approx([4 * np.sin(1.0), 4 * (1 - np.cos(1.0))], abs=1e-6)


def test_wheels_that_cannot_all_roll_are_told_so():
    with pytest.raises(InitialError, match=r"it would slide at .* m/s|for the model fixes it at 0"):
        car(0.3, 0.3, w0=0.5).simulate(1.0)


def scissors(angle):
    """Two crossed bars, one on a hinge, one on a slider; the outer model guesses how they cross."""
    model = mb.Model("scissors")
    model.world, model.ground, model.hinge = planar.World(), planar.Fixed(), planar.Revolute(phi0=angle, w0=0.0)
    model.slide, model.foot, model.pin = planar.Prismatic(), planar.Revolute(), planar.Revolute()
    model.left, model.right, model.body = planar.Rod([1.0, 0.0]), planar.Rod([1.0, 0.0]), planar.Body(1.0, 0.1)
    model.start(model.foot.angle.q, np.pi - angle, fixed=False)
    model.start(model.slide.travel.q, 2 * np.cos(angle), fixed=False)
    model.join(model.ground.b, model.hinge.a, model.slide.a)
    model.join(model.hinge.b, model.left.a)
    model.join(model.slide.b, model.foot.a)
    model.join(model.foot.b, model.right.a)
    model.join(model.left.b, model.pin.a, model.body.a)
    model.join(model.right.b, model.pin.b)
    return model


def test_the_guess_of_the_outer_model_decides_how_a_loop_closes():
    result = scissors(0.5).simulate(0.1, points=3)
    assert result["slide.s"][0] == pytest.approx(2 * np.cos(0.5))
    assert result["foot.phi"][0] == pytest.approx(np.pi - 0.5)


def parallelogram(angle):
    model = mb.Model("parallelogram")
    model.world, model.left, model.right = planar.World(), planar.Fixed(), planar.Fixed([2.0, 0.0])
    model.h1, model.h2 = planar.Revolute(phi0=angle, w0=1.0), planar.Revolute(phi0=-angle)
    model.h3, model.h4 = planar.Revolute(phi0=angle), planar.Revolute()
    model.crank, model.coupler, model.rocker = (planar.Rod([x, 0.0]) for x in (1.0, 2.0, 1.0))
    model.body = planar.Body(1.0, 0.1)
    model.join(model.left.b, model.h1.a)
    model.join(model.h1.b, model.crank.a)
    model.join(model.crank.b, model.h2.a)
    model.join(model.h2.b, model.coupler.a, model.body.a)
    model.join(model.right.b, model.h3.a)
    model.join(model.h3.b, model.rocker.a)
    model.join(model.coupler.b, model.h4.a)
    model.join(model.h4.b, model.rocker.b)
    return model


@pytest.mark.parametrize("angle", [0.0, np.pi])
def test_a_flat_parallelogram_is_refused_for_its_position(angle):
    with pytest.raises(InitialError, match=r"h4.*singular position.*a little beside it"):
        parallelogram(angle).simulate(0.5)


def test_beside_the_flat_position_it_runs():
    result = parallelogram(0.3).simulate(0.5)
    assert result["h1.phi"] == pytest.approx(result["h3.phi"], abs=1e-8)
    assert result.stats.constraint_residual < 1e-10


@pytest.mark.parametrize("bonds", ["vector", "scalar"])
@pytest.mark.parametrize("method", ["reduced", "minimal", "zcp", "lagrange", "parasitic"])
def test_a_loop_of_rigid_parts_has_nothing_that_gives_way(method, bonds):
    """Two rods in line beside one of the same length: the springs of `parasitic` there have no mass to swing with."""
    m = mb.Model("welded")
    m.world, m.ground, m.hinge, m.body = planar.World(), planar.Fixed(), planar.Revolute(), planar.Body(1.0, 0.5)
    m.whole, m.first, m.second = planar.Rod([1, 0]), planar.Rod([0.4, 0]), planar.Rod([0.6, 0])
    m.join(m.ground.b, m.hinge.a)
    m.join(m.hinge.b, m.whole.a, m.first.a)
    m.join(m.first.b, m.second.a)
    m.join(m.whole.b, m.second.b, m.body.a)
    result = m.simulate(1.0, method=method, bonds=bonds)
    drop = -np.sin(result["hinge.phi"][-1])  # m; half of 1.5 kg m² times w²
    assert 0.75 * result["hinge.w"][-1] ** 2 == pytest.approx(9.81 * drop, rel=1e-5) and drop > 0.1
    assert not result.stats.doubts


@pytest.mark.parametrize("bonds", ["vector", "scalar"])
@pytest.mark.parametrize("method", ["reduced", "minimal", "zcp", "lagrange", "parasitic"])
def test_a_welded_frame_goes_round_in_whole_turns(method, bonds):
    """Six rods with bends of 60 degrees between them: the last end is where the first one began, a turn further."""
    m = mb.Model("hexagon")
    m.world, m.ground, m.hinge = planar.World(), planar.Fixed(), planar.Revolute(phi0=0.2)
    m.body = planar.Body(1.0, 1.0, r_cm=[0.5, np.sqrt(0.75)])
    m.join(m.ground.b, m.hinge.a)
    ends = [m.hinge.b]
    for k in range(6):
        rod, bend = m.add(f"rod{k}", planar.Rod([1, 0])), m.add(f"bend{k}", planar.FixedRotation(np.pi / 3))
        m.join(*ends, rod.a)
        m.join(rod.b, bend.a)
        ends = [bend.b]
    m.join(m.rod0.a, m.bend5.b, m.body.a)
    result = m.simulate(1.0, method=method, bonds=bonds)
    height = np.sin(np.pi / 3 + result["hinge.phi"])  # m, of the centre of mass; 2 kg m² about the hinge
    assert result["hinge.w"][-1] ** 2 == pytest.approx(9.81 * (height[0] - height[-1]), rel=1e-4)
    assert abs(result["hinge.w"][-1]) > 1.0 and not result.stats.doubts


@pytest.mark.parametrize("bend", [0.1, np.pi])
def test_a_welded_frame_that_does_not_close_is_refused(bend):
    m = mb.Model("open")
    m.world, m.ground, m.hinge, m.body = planar.World(), planar.Fixed(), planar.Revolute(), planar.Body()
    m.first, m.second = planar.FixedRotation(1.0), planar.FixedRotation(bend - 1.0)
    m.join(m.ground.b, m.hinge.a)
    m.join(m.hinge.b, m.first.a, m.body.a)
    m.join(m.first.b, m.second.a)
    m.join(m.second.b, m.body.a)
    with pytest.raises(InitialError, match="it cannot be closed"):
        m.simulate(1.0)
