"""Values that change in a run and leave what their laws can bear; starts, conditions and signals that mean nothing."""

import multibond as mb
from multibond import planar, sampled, spatial

from .case import blocks, doubted, parallel, refused, series


def circuit(**parts):
    return series(source=mb.Se(1), resistor=mb.R(1), store=mb.C(1), **parts)


def slider(**given):
    m = mb.Model("broken")
    m.world, m.ground = planar.World(gravity="none"), planar.Fixed()
    m.rail, m.body = planar.Prismatic([1, 0], **given), planar.Body(1.0)
    m.join(m.ground.b, m.rail.a)
    m.join(m.rail.b, m.body.a)
    return m


def ball_on_ground(**given):
    m = mb.Model("broken")
    m.world, m.ground, m.ball = planar.World(), planar.Fixed(), planar.Body(1.0, x0=[0, 1])
    m.touch = planar.SpherePlane(0.1, **given)
    m.join(m.ball.a, m.touch.a)
    m.join(m.ground.b, m.touch.b)
    return m


@refused(
    "C of the store comes to zero", "^store: at 1 s", "stored energy is divided by it", "end the run before, or give"
)
def a_capacitor_that_shrinks_to_nothing():
    return parallel(source=mb.Sf(1), store=mb.C("1 - time")).simulate(2)


@refused("I of the store comes to zero", r"^coil: at 0\.77 s", r"0\.77 - time must stay positive", "write it so that")
def a_coil_that_shrinks_to_nothing():
    return series(source=mb.Se(1), coil=mb.I("0.77 - time")).simulate(2)


@refused("C of the store comes to zero", "^store: at 1 s", "must stay positive", "stays above, end the run before")
def a_field_of_two_that_loses_its_determinant():
    m = mb.Model("broken", n=2, domain="electrical")
    m.source, m.node, m.store = mb.Sf([1, 2]), mb.J0(), mb.C([[1, "time"], ["time", 1]])
    m.source >> m.node >> m.store
    return m.simulate(2)


@refused("diameter = 0.1 - time is no longer", r"^pipe: at 0\.1 s", "inner diameter must be", "end the run before")
def a_pipe_that_closes_itself():
    return parallel("hydraulic", tank=mb.Tank(level0=1), pipe=mb.LaminarPipe(1, "0.1 - time")).simulate(1)


@refused("T = 300 - 400", r"^air: at 0\.75 s", "the temperature must be", "stays above, or end the run before")
def air_colder_than_nothing():
    m = mb.Model("broken", domain="thermal")
    m.air, m.wall, m.room = mb.Environment("300 - 400*time"), mb.RSth(1), mb.Environment(300)
    m.air >> m.wall >> m.room
    return m.simulate(1)


@refused("T = 0.5 - time is no longer", r"^lag: at 0\.5 s", "time constant must be", "write it so that it stays above")
def a_lag_whose_time_constant_runs_out():
    return blocks(lag=mb.FirstOrder(1, "0.5 - time", u=1.0)).simulate(1)


@refused("period = 0.5 - time is no longer", r"^hold: at 0\.5 s", "time between two samples", "or end the run before")
def samples_that_come_ever_faster():
    m = circuit()
    m.hold = sampled.SampleHold("0.5 - time", u="store.e")
    return m.simulate(1)


@doubted("coulomb = 1 - time falls below 0", "^rub", "effort while sliding must be", r"as in max\(1 - time, 0\)")
def friction_that_drives():
    return series("translational", mass=mb.I(1, f0=3), rub=mb.DryFriction("1 - time")).simulate(3)


@doubted(
    r"A = 0\.0001 - 0\.001\*time falls below 0", "^hole", "area of the opening must be", "keep it above, as in max"
)
def a_hole_that_is_less_than_closed():
    return parallel("hydraulic", tank=mb.Tank(level0=1), hole=mb.Orifice("1e-4 - 1e-3*time")).simulate(1)


@doubted("friction = 0.5 - time falls below 0", "^touch", "coefficient of friction must be", r"as in max\(0\.5 - time")
def ground_that_pushes_what_slides():
    return ball_on_ground(friction="0.5 - time").simulate(1)


@doubted("lower = time - 0.5 rises above upper", "^limiter", "no value lies between", "change one of the two")
def limits_that_cross_in_the_run():
    return blocks(limiter=mb.Limiter("time - 0.5", 0.1, u="sin(time)")).simulate(1)


@refused(
    r"coulomb = 1 \+ time rises above static", r"rail\.rubbing", "each change reverses another", "change one of the two"
)
def friction_that_sticks_with_less_than_it_slides_with():
    m = slider(friction="1 + time", static_friction=1.5)
    m.push = planar.WorldForce([2, 0])
    m.join(m.push.b, m.body.a)
    return m.simulate(3)


@refused(r"coulomb = 2 .* must be at most static = 1", "^rub", "largest effort while sticking", "change one of the two")
def breakaway_below_sliding():
    return series("translational", mass=mb.I(1, f0=3), rub=mb.DryFriction(2, 1)).simulate(1)


@refused(r"-1 \+ time changes in a run", r"^hinge\.stops\[0\]", "a velocity and a power of its own", "let it stand")
def a_stop_that_moves():
    m = mb.Model("broken")
    m.world, m.ground, m.body = spatial.World(), spatial.Fixed(), spatial.Body(1)
    m.hinge = spatial.Revolute(stops=["-1 + time", 1])
    m.join(m.ground.b, m.hinge.a)
    m.join(m.hinge.b, m.body.a)
    return m.simulate(1)


@refused("must know the position", "^end", "that it holds", r"such as position='spring\.q'")
def a_stop_without_a_position():
    return series("translational", mass=mb.I(1, f0=3), end=mb.Stop(at=1)).simulate(1)


@refused(
    "inside each other at the start", r"^rail\.highest", r"its gap is -2", "check sizes, places, normals and stops"
)
def a_start_beyond_a_stop():
    return slider(s0=3, stops=[-1, 1]).simulate(1)


@refused(
    "no impulse stops what closes", r"^rail\.highest: at 0\.5235", "a prescribed motion drives it on",
    "keep this motion clear .*within the `stops`.*or let a spring and a damper"
)  # fmt: skip
def a_stop_in_the_way_of_a_motion():
    return slider(motion="sin(time)", stops=[-0.5, 0.5]).simulate(2)


@refused("no impulse stops what closes touch.contact", "^touch", "a prescribed motion drives it on", "keep this motion")
def a_ball_that_is_crushed_by_a_press():
    m = ball_on_ground(restitution=0.0)
    m.press, m.plate = planar.PrescribedMotion([0, "2 - time"]), planar.SpherePlane(0.1, normal=[0, -1], restitution=0)
    m.join(m.ball.a, m.plate.a)
    m.join(m.press.b, m.plate.b)
    return m.simulate(3)


@doubted(
    "0.5 m or rad inside each other at 1.5", r"rail\.highest", "a prescribed motion drives them on",
    "keep this motion clear .* or take shorter steps"
)  # fmt: skip
def a_stop_in_the_way_of_a_motion_in_fixed_steps():
    return slider(motion="sin(time)", stops=[-0.5, 0.5]).simulate(2, solver="timestepping", step=1e-3)


@refused("restitution is above 1", r"^touch\.contact", "each impact would bring energy", "give a coefficient between 0")
def a_ball_that_bounces_ever_higher():
    return ball_on_ground(restitution=2.0).simulate(0.1)


@doubted(
    "level is below its bottom", "^tank", "more is drawn than was in it", r"fill it higher at the start \(level0\)"
)
def a_tank_that_is_drawn_below_its_bottom():
    return parallel("hydraulic", tank=mb.Tank(level0=0.1), outflow=mb.Sf(-1)).simulate(1)


@doubted(
    r"condition sqrt\(0\.5 - time\) < 1 has no value", "^switch", "sqrt has a value from zero on", r"as in sqrt\(max"
)
def a_switch_that_asks_for_a_root_of_less_than_nothing():
    return circuit(switch=mb.Sw("sqrt(0.5 - time) < 1")).simulate(1)


@doubted(
    r"the signal gain\.u has no value", "^gain", "log has a value for positive numbers only", "keep its argument there"
)
def a_signal_without_a_value_that_feeds_nothing():
    return circuit(gain=mb.Gain(2, u="log(0.5 - time)")).simulate(1)


@refused(
    "it is a start value", r"^store\.e0", "goes on with the states of a result", "leave it out, or leave out start_from"
)
def a_start_value_beside_a_result_to_go_on_with():
    m = parallel(resistor=mb.R(1), store=mb.C(1, e0=1))
    return m.simulate(2, start_from=m.simulate(1), parameters={"store.e0": 7})


@refused("the law stores no energy", r"^field\.law", r"slope of e\[1\] by q\[0\] differs", "give an `energy`")
def a_spring_of_two_directions_without_an_energy():
    m = mb.Model("broken", n=2, domain="translational")
    m.node, m.mass = mb.J1(), mb.I(1, f0=[0, 1])
    m.field = mb.C(law=["q[0] - 0.3*q[1]", "q[1] + 0.3*q[0]"], q0=[1, 0])
    m.node >> [m.mass, m.field]
    return m.simulate(1)


@refused("cannot be closed", "h2, hinge|hinge, h2", "prescribed motions contradict each other", "check lengths, axes")
def two_motions_that_contradict_each_other():
    m = mb.Model("broken")
    m.world, m.ground, m.body = planar.World(), planar.Fixed(), planar.Body(1)
    m.hinge, m.h2 = planar.Revolute(motion="2*time + 1"), planar.Revolute(motion="time")
    m.join(m.ground.b, m.hinge.a, m.h2.a)
    m.join(m.hinge.b, m.h2.b, m.body.a)
    return m.simulate(1)


@doubted("energy books are out", r"fixed steps of rk4, 0\.2 s long", "too long for the motion", "take shorter steps")
def steps_that_are_too_long_for_the_motion():
    return mb.load("double_pendulum").simulate(10, solver="rk4", step=0.2)


@refused("output times fall together", r"near 1e\+15 s", r"numbers are 0\.12 s apart", "take fewer points")
def points_that_numbers_cannot_tell_apart():
    return circuit().simulate(1e15 + 5, start=1e15)


@refused(
    "changes -1 times as fast as its flow", r"^end\.position", "it would hold something else", "whose rate is the flow"
)
def a_stop_that_looks_the_other_way():
    part = mb.Stop("-travel.q", 1)
    return series("translational", mass=mb.I(1, f0=1), travel=mb.C(1e12), end=part).simulate(2)


@refused("ball1 and ball2 lie inside each other", "^pool", "pushed apart they would fly off", "start the bodies apart")
def balls_of_a_pool_inside_each_other():
    m = mb.Model("broken")
    m.world, m.pool = planar.World(), planar.ContactPool(2, [0.1, 0.1], pairs="near")
    m.one, m.two = planar.Body(1, x0=[0, 0]), planar.Body(1, x0=[0.1, 0])
    m.join(m.one.a, m.pool.body1)
    m.join(m.two.a, m.pool.body2)
    return m.simulate(0.1, solver="timestepping")
