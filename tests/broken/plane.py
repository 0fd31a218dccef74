"""Broken mechanisms in the plane."""

from typing import Any

import multibond as mb
from multibond import planar

from .case import doubted, refused


def mechanism(**parts: Any) -> mb.Model:
    m = mb.Model("broken")
    m.world = planar.World()
    for name, part in parts.items():
        setattr(m, name, part)
    return m


def pendulum(hinge: Any = None, body: Any = None, rod: Any = None) -> mb.Model:
    m = mechanism(
        ground=planar.Fixed(), hinge=hinge or planar.Revolute(), rod=rod or planar.Rod(), body=body or planar.Body()
    )
    m.join(m.ground.b, m.hinge.a)
    m.join(m.hinge.b, m.rod.a)
    m.join(m.rod.b, m.body.a)
    return m


def four_bar(ground: float = 2.0, **angles: float) -> mb.Model:
    """A crank and a lever of 1 m on a bar of 2 m; `angles` at the start by the names of the hinges."""
    m = mechanism(left=planar.Fixed(), right=planar.Fixed([ground, 0]))
    for name in ("crank", "elbow", "rocker", "pivot"):
        setattr(m, name, planar.Revolute(phi0=angles[name]) if name in angles else planar.Revolute())
    m.arm, m.bar, m.lever = planar.Rod([1, 0]), planar.Rod([2, 0]), planar.Rod([1, 0])
    m.mass = planar.Body()
    m.join(m.left.b, m.crank.a)
    m.join(m.crank.b, m.arm.a)
    m.join(m.arm.b, m.elbow.a)
    m.join(m.elbow.b, m.bar.a)
    m.join(m.bar.b, m.rocker.a, m.mass.a)
    m.join(m.rocker.b, m.lever.a)
    m.join(m.lever.b, m.pivot.a)
    m.join(m.pivot.b, m.right.b)
    return m


@refused("there is no world", "^body", "whose gravity acts here", r"model\.world = World\(\)")
def no_world():
    m = mb.Model("broken")
    m.body = planar.Body()
    return m.simulate(1)


@refused("two worlds", "world and moon", "there are two", "keep one")
def two_worlds():
    return mechanism(moon=planar.World(), body=planar.Body()).simulate(1)


@refused("the world", "^earth", "bodies look for it by this name", "must be called 'world'")
def a_world_of_another_name():
    m = mb.Model("broken")
    m.earth, m.body = planar.World(), planar.Body()
    return m.simulate(1)


@refused("without mass and moment of inertia", "^body", "is no body", "remove it or give it one")
def a_body_without_mass():
    return pendulum(body=planar.Body(0, 0)).simulate(1)


@refused("the value -1", r"^body\.m", "for it is the mass", "give another one, in kg")
def a_body_of_negative_mass():
    return pendulum(body=planar.Body(-1, 1)).simulate(1)


@refused("singular", "rod has no mass", "nothing determines how it moves", "add a mass")
def a_pendulum_without_body():
    m = mechanism(ground=planar.Fixed(), hinge=planar.Revolute(), rod=planar.Rod())
    m.join(m.ground.b, m.hinge.a)
    m.join(m.hinge.b, m.rod.a)
    return m.simulate(1)


@refused("singular", "finger has no mass", "nothing determines how it moves", "add a mass")
def a_second_hinge_with_a_massless_end():
    m = pendulum()
    m.elbow, m.finger = planar.Revolute(), planar.Rod()
    m.join(m.body.a, m.elbow.a)
    m.join(m.elbow.b, m.finger.a)
    return m.simulate(1)


@refused("nothing defines the position", "^lost", "nothing is joined to lost", r"join it .* model\.join")
def a_rod_that_nothing_holds():
    m = pendulum()
    m.lost = planar.Rod()
    return m.simulate(1)


@refused("nothing defines the position", "^spring", r"nothing is joined to spring\.b", r"join it .* model\.join")
def a_spring_with_a_loose_end():
    m = pendulum()
    m.spring = planar.Spring()
    m.join(m.body.a, m.spring.a)
    return m.simulate(1)


@refused("nothing defines the position", "^rod", r"nothing is joined to rod\.b", r"join it .* model\.join")
def a_spring_on_a_massless_rod():
    m = mechanism(ground=planar.Fixed(), spring=planar.Spring(), rod=planar.Rod())
    m.join(m.ground.b, m.spring.a)
    m.join(m.spring.b, m.rod.a)
    return m.simulate(1)


@refused(
    "singular",
    "body has a mass but no moment of inertia",
    "nothing determines how body turns",
    "give it a moment of inertia",
)
def a_point_that_floats():
    return mechanism(body=planar.Body(1, 0)).simulate(1)


@refused("two frames of one component are joined", "^hinge", "are joined", "needs two different ends")
def a_joint_with_both_ends_together():
    m = mechanism(hinge=planar.Revolute(), body=planar.Body())
    m.join(m.hinge.a, m.hinge.b, m.body.a)
    return m.simulate(1)


@refused("a zero vector", r"^hinge\.direction", "has no direction", "give one such as")
def a_slider_without_direction():
    return pendulum(hinge=planar.Prismatic([0, 0])).simulate(1)


@refused(r"the shape \[3\] does not fit", r"^hinge\.direction", "for the direction", "2 numbers expected")
def a_direction_with_three_components():
    return pendulum(hinge=planar.Prismatic([1, 0, 0])).simulate(1)


@refused("has no 'drive'", "^hinge", "with actuated=True only", r"Revolute\(actuated=True")
def a_motor_on_a_joint_that_is_not_actuated():
    m = pendulum()
    m.motor = mb.Se(1, domain="rotational")
    m.motor >> m.hinge.drive
    return m.simulate(1)


@refused("has no 'drive'", "^hinge", "with actuated=True only", r"Revolute\(actuated=True")
def a_motor_on_the_axis_of_a_joint():
    m = pendulum()
    m.motor = mb.Se(1, domain="rotational")
    m.motor >> m.hinge.axis
    return m.simulate(1)


@refused("cannot be closed: a gap of 6 m", r"the loop closed at pivot\.b", "too short, too long", "check lengths")
def a_loop_too_far_apart():
    return four_bar(10.0).simulate(1)


@refused(
    "cannot be closed",
    r"crank\.angle\.q = 0\.5, elbow\.angle\.q = 0\.5, rocker\.angle\.q = 0\.5",
    "do not fit together",
    "remove one of them",
)
def a_loop_with_angles_that_conflict():
    return four_bar(crank=0.5, elbow=0.5, rocker=0.5).simulate(1)


@doubted(
    "chosen freely", r"crank\.angle\.q = ", "no start value says how the loops are closed", "give the start values"
)
def a_loop_without_any_angle():
    return four_bar(ground=2.5).simulate(0.1)


@doubted("chosen freely", r"crank\.angle\.q = 3\.0", "only one of many ways", "give the start values of as many joints")
def a_loop_that_cannot_be_closed_where_its_angles_are_zero():
    return four_bar(ground=1.6).simulate(0.1)


@refused("starts in a singular position", r"the loop closed at pivot\.b", "in more than one way", "a little beside it")
def a_loop_that_is_flat_without_any_angle():
    return four_bar().simulate(0.1)


@refused("over-specified", r"crank\.w = 1", "conflicts with the start value of elbow", "remove one of these")
def a_loop_with_a_speed_for_every_hinge():
    m = four_bar(crank=1.0)
    m.start("crank.w", 1.0)
    m.start("elbow.w", 1.0)
    return m.simulate(1)


@refused("cannot hold", r"body\.a\.x\[1\] = 2", r"fixes it at 0\.5", "remove it")
def a_wheel_that_begins_above_the_ground():
    m = mechanism(ground=planar.Fixed(), wheel=planar.IdealRolling(0.5), body=planar.Body(x0=[0, 2]))
    m.join(m.ground.b, m.wheel.a)
    m.join(m.wheel.b, m.body.a)
    return m.simulate(1)


@refused("the value 0", r"^wheel\.radius", "for it is the radius", "give another one, in m")
def a_wheel_without_radius():
    m = mechanism(ground=planar.Fixed(), wheel=planar.IdealRolling(0), body=planar.Body())
    m.join(m.ground.b, m.wheel.a)
    m.join(m.wheel.b, m.body.a)
    return m.simulate(1)


@refused("over-specified", "^body", "conflicts with", "remove one of these")
def a_skidding_start_of_a_wheel():
    m = mechanism(body=planar.Body(x0=[0, 0], phi0=0, v0=[1, 1], w0=0), wheel=planar.IdealWheelJoint(actuated=False))
    m.join(m.body.a, m.wheel.a)
    return m.simulate(1)


@refused("the ring must be larger", "^gear", "radius_b = 1, radius_a = 2", "change the radii")
def a_ring_smaller_than_its_wheel():
    m = mechanism(one=planar.Body(), two=planar.Body(x0=[1, 0]), gear=planar.InternalGear(2, 1))
    m.join(m.one.a, m.gear.a)
    m.join(m.two.a, m.gear.b)
    return m.simulate(1)


@refused("no power port to bond to", "^rod", "Rod has no", r"join its frames \(a, b\)")
def a_bond_to_a_rod():
    m = pendulum()
    m.rod >> m.body


@refused("frames are joined, not bonded", r"ground\.b, body\.a", "positions are equal too", r"join\(")
def a_bond_between_frames():
    m = mechanism(ground=planar.Fixed(), body=planar.Body())
    m.ground.b >> m.body.a
    return m.simulate(1)


@refused("not ground", "^broken", "join takes frames", r"has the frame ground\.b")
def a_join_of_a_component():
    m = mechanism(ground=planar.Fixed(), body=planar.Body())
    m.join(m.ground, m.body)
    return m.simulate(1)


@refused(
    "contradict each other",
    r"the loop closed at right\.b",
    "stand at different places",
    "move one of them, or put a joint",
)
def a_body_between_two_fixed_frames():
    m = mechanism(left=planar.Fixed(), right=planar.Fixed([1, 0]), body=planar.Body())
    m.join(m.left.b, m.body.a, m.right.b)
    return m.simulate(1)


@refused("not 'strong'", "^world", "'gravity'", "one of uniform, point, none")
def gravity_of_an_unknown_kind():
    m = mb.Model("broken")
    m.world, m.body = planar.World(gravity="strong"), planar.Body()
    return m.simulate(1)


@refused("'1 m/s' does not fit", r"^rod\.r", "compatible with m", "as in '1 m'")
def a_rod_in_metres_per_second():
    return pendulum(rod=planar.Rod(["1 m/s", 0])).simulate(1)


@refused(r"1e\+300 rad is too large", r"^hinge\.offset", "no digits are left", "take off whole turns")
def an_offset_of_1e300():
    return pendulum(hinge=planar.Revolute(offset=1e300)).simulate(1)


@refused("no finite value", "law of spring", "the fixed step is 0.01 s, too long", r"take less than 2\.7e-06 s")
def a_stiff_spring_by_a_fixed_step():
    m = mechanism(
        ground=planar.Fixed(), slider=planar.Prismatic(s0=0.5), body=planar.Body(), spring=planar.Spring(1e12)
    )
    m.join(m.ground.b, m.slider.a, m.spring.a)
    m.join(m.slider.b, m.body.a, m.spring.b)
    return m.simulate(1, solver="rk4", step=0.01)


@refused("singular", "push has no mass", "nothing determines how it moves", "add a mass")
def a_slider_that_nothing_with_mass_moves():
    m = mechanism(ground=planar.Fixed(), slider=planar.Prismatic(), push=planar.WorldForce([1, 0]))
    m.join(m.ground.b, m.slider.a)
    m.join(m.slider.b, m.push.b)
    return m.simulate(1)


@refused("do not mesh", "^gear: at 0 s", r"are not radius_a \+ radius_b apart", "set the radii or the places")
def gears_that_do_not_reach_each_other():
    m = mechanism(left=planar.Fixed(), right=planar.Fixed([5, 0]))
    m.one, m.two, m.a, m.b = planar.Revolute(), planar.Revolute(), planar.Body(), planar.Body()
    m.gear = planar.ExternalGear(1, 1)
    m.join(m.left.b, m.one.a)
    m.join(m.right.b, m.two.a)
    m.join(m.one.b, m.a.a, m.gear.a)
    m.join(m.two.b, m.b.a, m.gear.b)
    return m.simulate(1)


@refused(
    r"1 \+ time changes in a run",
    r"^rod\.r\[0\]",
    "velocity and the power of this motion would be missing",
    "use a Prismatic",
)
def a_rod_that_grows():
    return pendulum(rod=planar.Rod(["1 + time", 0])).simulate(1)


@refused(
    "no port of hinge called 'drive'", r"bonds\[0\].*line 12", "with actuated=True only", r"Revolute\(actuated=True"
)
def a_drive_in_a_file():
    from multibond.model.file import loads

    text = """multibond: 1
components:
  world: planar.World
  ground: planar.Fixed
  hinge: planar.Revolute
  body: planar.Body
  motor: {type: Se, domain: rotational}
joins:
  - [ground.b, hinge.a]
  - [hinge.b, body.a]
bonds:
  - motor >> hinge.drive
"""
    return loads(text, "yaml").simulate(1)


@refused(
    "inside each other at the start", r"^contact\.contact", r"its gap is -0\.3", "start the bodies apart or touching"
)
def a_ball_in_the_ground():
    m = mechanism(floor=planar.Fixed(), ball=planar.Body(x0=[0, -0.2]), contact=planar.SpherePlane(0.1))
    m.join(m.ball.a, m.contact.a)
    m.join(m.contact.b, m.floor.b)
    return m.simulate(1)


@refused(
    "nothing determines hinge", r"near hinge", "weight has a mass but no moment of inertia", "give it a moment of ine"
)
def a_point_of_mass_in_a_hinge():
    m = mb.Model("broken")
    m.world, m.ground, m.hinge = mb.planar.World(), mb.planar.Fixed(), mb.planar.Revolute()
    m.weight = mb.planar.PointMass(1)
    m.join(m.ground.b, m.hinge.a)
    m.join(m.hinge.b, m.weight.a)
    return m.simulate(1)


@doubted("the angle 90 is in radians", r"^hinge\.phi0", "14.3 turns, and looks like degrees", "write '90 deg'")
def an_angle_in_degrees():
    return pendulum(planar.Revolute(phi0=90)).simulate(1)


@refused(
    r"hinge1\.angle\.f = 1 cannot hold",
    "^hinge1",
    r"leave it no freedom \(mesh12\.mesh",
    "change the parts that fix it",
)
def three_wheels_that_all_mesh():
    m = mechanism()
    places = {1: [0, 0], 2: [2, 0], 3: [1, 3**0.5]}
    for k, place in places.items():
        ground, body = m.add(f"ground{k}", planar.Fixed(place)), m.add(f"wheel{k}", planar.Body())
        hinge = m.add(f"hinge{k}", planar.Revolute(w0=1.0) if k == 1 else planar.Revolute())
        m.join(ground.b, hinge.a)
        m.join(hinge.b, body.a)
    for a, b in ((1, 2), (2, 3), (3, 1)):
        mesh = m.add(f"mesh{a}{b}", planar.ExternalGear(1, 1))
        m.join(m[f"wheel{a}"].a, mesh.a)
        m.join(m[f"wheel{b}"].a, mesh.b)
    return m.simulate(1)


@refused("no finite value", "^crank", "in a singular position, with joints in line or in one place", "a little beside")
def a_kite_that_is_folded():
    m = mechanism(left=planar.Fixed(), right=planar.Fixed([1, 0]), crank=planar.Revolute(phi0=0.0, w0=1.0))
    m.elbow, m.knee, m.pivot = planar.Revolute(), planar.Revolute(), planar.Revolute()
    m.arm, m.bar, m.lever = planar.Rod([1, 0]), planar.Rod([2, 0]), planar.Rod([2, 0])
    m.one, m.two = planar.Body(), planar.Body()
    m.join(m.left.b, m.crank.a)
    m.join(m.crank.b, m.arm.a)
    m.join(m.arm.b, m.elbow.a, m.one.a)
    m.join(m.elbow.b, m.bar.a)
    m.join(m.bar.b, m.knee.a, m.two.a)
    m.join(m.knee.b, m.lever.a)
    m.join(m.lever.b, m.pivot.a)
    m.join(m.pivot.b, m.right.b)
    return m.simulate(1)


@refused("nothing determines", "(?<!, )plate has no mass", "nothing determines how it moves", "add a mass")
def two_slides_one_way_with_a_plate_without_size_between():
    m = mechanism(
        rail=planar.Fixed(), lower=planar.Prismatic([1, 0]), plate=planar.FixedRotation(0),
        upper=planar.Prismatic([1, 0]), body=planar.Body(),
    )  # fmt: skip
    m.join(m.rail.b, m.lower.a)
    m.join(m.lower.b, m.plate.a)
    m.join(m.plate.b, m.upper.a)
    m.join(m.upper.b, m.body.a)
    return m.simulate(1)
