"""Broken mechanisms in space."""

from typing import Any

import multibond as mb
from multibond import absolute, planar, spatial

from .case import refused


def mechanism(**parts: Any) -> mb.Model:
    m = mb.Model("broken")
    m.world = spatial.World()
    for name, part in parts.items():
        setattr(m, name, part)
    return m


def pendulum(hinge: Any = None, body: Any = None, rod: Any = None) -> mb.Model:
    m = mechanism(
        ground=spatial.Fixed(), hinge=hinge or spatial.Revolute(), rod=rod or spatial.Rod(), body=body or spatial.Body()
    )
    m.join(m.ground.b, m.hinge.a)
    m.join(m.hinge.b, m.rod.a)
    m.join(m.rod.b, m.body.a)
    return m


@refused("no mass distribution", r"^body\.I", "triangle inequality", "check the numbers and their unit")
def an_inertia_that_no_body_has():
    return pendulum(body=spatial.Body(1, [1, 1, 3])).simulate(1)


@refused("is symmetric, not", r"^body\.I", "an inertia tensor is symmetric", "write the same product")
def an_inertia_that_is_not_symmetric():
    return pendulum(body=spatial.Body(1, [[1, 0.2, 0], [0, 1, 0], [0, 0, 1]])).simulate(1)


@refused("m = -1", r"^body\.m", "cannot be negative", "give a positive one")
def a_body_of_negative_mass():
    return pendulum(body=spatial.Body(-1)).simulate(1)


@refused(r"the inner radius 0\.2 m", r"^body\.inner_radius", "leaves nothing of the radius", "give a smaller one")
def a_hollow_cylinder_turned_inside_out():
    return pendulum(body=spatial.Cylinder(0.1, inner_radius=0.2)).simulate(1)


@refused("the value -1", r"^body\.lengths\[1\]", "for it is the lengths of the edges", "give another one, in m")
def a_box_with_a_negative_edge():
    return pendulum(body=spatial.Box([1, -1, 1])).simulate(1)


@refused("a zero vector", r"^hinge\.axis", "has no direction", "give one such as")
def a_hinge_without_axis():
    return pendulum(hinge=spatial.Revolute([0, 0, 0])).simulate(1)


@refused(r"not \[0\.0, 1\.0\]", r"^hinge\.axis", "a direction in space", "has three components")
def an_axis_in_the_plane():
    return pendulum(hinge=spatial.Revolute([0, 1])).simulate(1)


@refused("is parallel to axis_a", r"^hinge\.axis_b", "turns about two different axes", "a Revolute turns about one")
def a_universal_joint_with_one_axis_twice():
    return pendulum(hinge=spatial.Universal([1, 0, 0], [1, 0, 0])).simulate(1)


@refused("is parallel to normal", r"^hinge\.along", "parallel", "give a direction that lies in the plane")
def a_plane_whose_direction_is_its_normal():
    return pendulum(hinge=spatial.PlanarJoint([0, 0, 1], [0, 0, 1])).simulate(1)


@refused("a screw without pitch", r"^hinge\.pitch", "does not move along its axis", "use a Revolute")
def a_screw_without_pitch():
    return pendulum(hinge=spatial.Screw([0, 0, 1], 0, w0=1)).simulate(1)


@refused("singular", "rod has no mass", "nothing determines how it moves", "add a mass")
def a_pendulum_without_body():
    m = mechanism(ground=spatial.Fixed(), hinge=spatial.Revolute(), rod=spatial.Rod())
    m.join(m.ground.b, m.hinge.a)
    m.join(m.hinge.b, m.rod.a)
    return m.simulate(1)


@refused(
    "singular",
    "point has a mass but no moment of inertia",
    "nothing determines how point, rod turn;",
    "give it a moment of inertia",
)
def a_point_mass_on_a_ball_joint_and_nothing_else():
    m = mechanism(ground=spatial.Fixed(), ball=spatial.Spherical(), rod=spatial.Rod(), point=spatial.PointMass())
    m.join(m.ground.b, m.ball.a)
    m.join(m.ball.b, m.rod.a)
    m.join(m.rod.b, m.point.a)
    return m.simulate(1)


@refused("singular", "tie has no mass", "nothing determines how it moves", "add a mass")
def a_tie_rod_between_two_ball_joints():
    m = pendulum()
    m.anchor, m.one, m.two, m.tie = (
        spatial.Fixed([1, 1, 0]),
        spatial.Spherical(),
        spatial.Spherical(),
        spatial.Rod([0, -1, 0]),
    )
    m.join(m.anchor.b, m.one.a)
    m.join(m.one.b, m.tie.a)
    m.join(m.tie.b, m.two.a)
    m.join(m.two.b, m.body.a)
    return m.simulate(1)


@refused("nothing defines the position", "^rod", r"nothing is joined to rod\.a", r"join it .* model\.join")
def a_floating_rod():
    return mechanism(rod=spatial.Rod()).simulate(1)


@refused("cannot be joined", r"^rod\.a", "has no third direction", "take all parts from one")
def the_plane_joined_to_space():
    m = mechanism(rod=spatial.Rod(), flat=planar.Rod())
    m.join(m.rod.a, m.flat.a)
    return m.simulate(1)


@refused("cannot be closed: a gap of 4 m", r"the loop closed at pin\.b", "too short, too long", "check lengths")
def a_loop_that_cannot_close():
    m = pendulum()
    m.far, m.pin = spatial.Fixed([5, 0, 0]), spatial.Revolute()
    m.join(m.body.a, m.pin.a)
    m.join(m.pin.b, m.far.b)
    return m.simulate(1)


@refused("does not touch what it rolls on", "^wheel", r"1\.5 m or rad are between them", "change the start position")
def a_wheel_that_begins_above_the_ground():
    m = mechanism(body=spatial.Body(x0=[0, 2, 0]), wheel=spatial.WheelJoint(0.5))
    m.join(m.body.a, m.wheel.a)
    return m.simulate(1)


@refused("the value 0", r"^wheel\.radius", "for it is the radius", "give another one, in m")
def a_wheel_of_no_radius():
    return mechanism(wheel=spatial.Wheel(0.0)).simulate(1)


@refused("has no 'drive_s'", "^hinge", "with actuated=True only", r"Cylindrical\(actuated=True")
def a_drive_without_actuated():
    m = pendulum(hinge=spatial.Cylindrical())
    m.motor = mb.Se(1)
    m.motor >> m.hinge.drive_s
    return m.simulate(1)


@refused(r"not \(1, 1, 2\)", r"^hinge\.sequence", "each another one than the last", r"such as \(1, 2, 3\)")
def angles_about_the_same_axis_twice():
    return pendulum(hinge=spatial.Spherical(quaternions=False, sequence=(1, 1, 2))).simulate(1)


@refused(r"the shape \[2\] does not fit", r"^body\.x0", "for the position", "3 numbers expected")
def a_start_of_two_components():
    return mechanism(body=spatial.Body(x0=[0, 1])).simulate(1)


@refused("a zero vector", r"^world\.direction", "has no direction", "give one such as")
def gravity_that_points_nowhere():
    m = mb.Model("broken")
    m.world, m.body = spatial.World(direction=[0, 0, 0]), spatial.Body()
    return m.simulate(1)


@refused("is not inside this model", r"rod\.b", "not inside", "add its part here first")
def a_frame_of_another_model():
    other = pendulum()
    m = mechanism(body=spatial.Body())
    m.join(m.body.a, other.rod.b)
    return m.simulate(1)


@refused(r"the shape \[2\] does not fit", r"^push\.torque", "for the torque", "3 numbers expected")
def a_torque_with_two_components():
    m = pendulum()
    m.push = spatial.WorldTorque([1, 2])
    m.join(m.body.a, m.push.b)
    return m.simulate(1)


@refused(
    "no finite value", "law of pool", r"the divisor is zero, which comes from one\.motion", "give it another value"
)
def bodies_that_start_at_one_point_and_attract_each_other():
    m = mechanism(one=spatial.Body(), two=spatial.Body(), pool=spatial.GravityPool(2, [1e10, 1e10]))
    m.join(m.one.a, m.pool.body1)
    m.join(m.two.a, m.pool.body2)
    return m.simulate(1)


@refused(r"1e\+300 rad is too large", r"^hinge\.phi0", "no digits are left", "take off whole turns")
def an_angle_of_1e300():
    m = pendulum(hinge=spatial.Revolute([0, 0, 1], phi0=1e300))
    return m.simulate(1)


@refused("contradict rolling", r"^wheel\.w0", "at this angular velocity the wheel rolls with", "give one of the two")
def a_wheel_that_skids_at_the_start():
    return mechanism(wheel=spatial.Wheel(0.5, v0=[3, 0, 0], w0=[0, 0, 5])).simulate(1)


@refused("the value inf is not finite", r"^body\.I\[0\]", "inertia tensor", "give a number below 1e300")
def an_infinite_inertia_beside_others():
    m = mb.Model("broken")
    m.world, m.body = spatial.World(), spatial.Body(1.0, ["1e400", 0.1, 0.1])
    return m.simulate(1)


@refused("ends lie in one place", r"^spring\b", "no direction to push in", "start its frames apart")
def a_spring_of_no_length():
    m = mb.Model("broken")
    m.world, m.ground, m.ball, m.spring = spatial.World(), spatial.Fixed(), spatial.Body(1), spatial.Spring(10, 1.0)
    m.join(m.ground.b, m.spring.a)
    m.join(m.spring.b, m.ball.a)
    return m.simulate(1)


@refused(
    "singular", r"body has a mass", "no moment of inertia about x, so that nothing determines how", "give it a mom"
)
def a_slender_body_that_floats():
    return mechanism(body=spatial.Body(1, [0, 1, 1])).simulate(1)


@refused("singular", r"body has a mass", "no moment of inertia, so that nothing determines how", "give it a moment")
def a_point_in_absolute_coordinates():
    return mechanism(body=absolute.Body(1, 0)).simulate(1)


@refused("a gear of ratio 0", r"^gear\.ratio", "holds b1 still", "use a Revolute for b2")
def a_gear_that_holds():
    m = mechanism(ground=spatial.Fixed(), gear=spatial.GearConstraint(2.0), one=spatial.Body(), two=spatial.Body())
    m.join(m.ground.b, m.gear.a)
    m.join(m.gear.b1, m.one.a)
    m.join(m.gear.b2, m.two.a)
    return m.simulate(1, parameters={"gear.ratio": 0.0})


@refused("this part is one of space", r"^body\.weight", "gravity has no third direction", r"world = spatial\.World\(\)")
def a_body_of_space_in_a_planar_world():
    m = mb.Model("broken")
    m.world, m.body = planar.World(), spatial.Body()
    return m.simulate(1)
