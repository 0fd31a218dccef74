"""Mechanisms of any size: lengths times s, masses times s³, the same gravity, and so times times √s.

Each function returns the model, how long it runs [s], and the names of angles and of lengths to look at.
"""

from __future__ import annotations

import math

import multibond as mb
from multibond import absolute, planar, spatial


def joined(model, *pairs):
    """Join frames, given by their paths, in pairs."""
    for first, second in pairs:
        frames = [model[path.partition(".")[0]] for path in (first, second)]
        model.join(*(getattr(f, path.partition(".")[2]) for f, path in zip(frames, (first, second), strict=True)))


def four_bar(s, rocker=2.5, angles=(1.0, -0.6, 1.2, 1.8)):
    """A crank-rocker in the plane, with the angle of its crank and guesses of the others."""
    model = mb.Model("four_bar")
    model.world, model.left, model.right = planar.World(), planar.Fixed(), planar.Fixed([3.0 * s, 0.0])
    model.hinge1 = planar.Revolute(phi0=angles[0], w0=2.0 / math.sqrt(s))
    model.hinge2, model.hinge3, model.hinge4 = planar.Revolute(), planar.Revolute(), planar.Revolute()
    for name, length, mass in (("crank", 1.0, 2.0), ("coupler", 3.0, 3.0), ("rocker", rocker, 2.5)):
        model.add(name, planar.Rod([length * s, 0.0]))
        model.add(f"{name}_body", planar.Body(mass * s**3, mass * length**2 / 12 * s**5))
        model.join(model[name].b, model[f"{name}_body"].a)
    joined(
        model, ("left.b", "hinge1.a"), ("hinge1.b", "crank.a"), ("crank.b", "hinge2.a"), ("hinge2.b", "coupler.a"),
        ("coupler.b", "hinge3.a"), ("hinge3.b", "rocker.b"), ("rocker.a", "hinge4.b"), ("hinge4.a", "right.b"),
    )  # fmt: skip
    for name, angle in zip(("hinge2", "hinge3", "hinge4"), angles[1:], strict=True):
        model.start(f"{name}.angle.q", angle, fixed=False)
    return model, 2.0, ["hinge1.phi", "hinge4.phi"], ["coupler_body.x[0]"]


def two_loops(s):
    """Two four-bars, of which the rocker of the first is the crank of the second."""
    model, _, angles, lengths = four_bar(s)
    model.last = planar.Fixed([6.5 * s, 0.2 * s])
    model.hinge5, model.hinge6, model.hinge7 = planar.Revolute(), planar.Revolute(), planar.Revolute()
    for name, length, mass in (("second", 3.2, 1.5), ("swing", 2.8, 1.0)):
        model.add(name, planar.Rod([length * s, 0.0]))
        model.add(f"{name}_body", planar.Body(mass * s**3, mass * length**2 / 12 * s**5))
        model.join(model[name].b, model[f"{name}_body"].a)
    joined(
        model, ("rocker.b", "hinge5.a"), ("hinge5.b", "second.a"), ("second.b", "hinge6.a"), ("hinge6.b", "swing.b"),
        ("swing.a", "hinge7.b"), ("hinge7.a", "last.b"),
    )  # fmt: skip
    for name, angle in (("hinge5", -1.8), ("hinge7", 1.7)):
        model.start(f"{name}.angle.q", angle, fixed=False)
    return model, 1.0, [*angles, "hinge7.phi"], [*lengths, "swing_body.x[0]"]


def slider_crank(s):
    """Crank, connecting rod and piston."""
    model = mb.Model("slider_crank")
    model.world, model.ground = planar.World(), planar.Fixed()
    model.bearing, model.crank = planar.Revolute(phi0=0.5, w0=3.0 / math.sqrt(s)), planar.Rod([0.3 * s, 0.0])
    model.drive, model.piston = planar.Body(s**3, 0.1 * s**5), planar.Body(3.0 * s**3, 0.1 * s**5)
    model.pin, model.rod, model.piston_pin = planar.Revolute(), planar.Rod([0.8 * s, 0.0]), planar.Revolute()
    model.guide = planar.Prismatic()
    joined(
        model, ("ground.b", "bearing.a"), ("ground.b", "guide.a"), ("bearing.b", "crank.a"), ("crank.b", "drive.a"),
        ("crank.b", "pin.a"), ("pin.b", "rod.a"), ("rod.b", "piston_pin.a"), ("piston_pin.b", "guide.b"),
        ("guide.b", "piston.a"),
    )  # fmt: skip
    model.start("guide.travel.q", 1.1 * s, fixed=False)
    return model, 3.0, ["bearing.phi"], ["guide.s"]


def loop_on_a_slider(s):
    """Two rods between the ground and a slider on a spring; a pendulum swings where they meet."""
    model = mb.Model("loop_on_a_slider")
    model.world, model.ground = planar.World(), planar.Fixed()
    model.slider = planar.Prismatic(s0=2.0 * s, v0=0.0, actuated=True)
    model.hinge1, model.hinge2, model.hinge3 = planar.Revolute(), planar.Revolute(), planar.Revolute()
    model.hinge4 = planar.Revolute(phi0=0.0, w0=0.0)
    model.rod1, model.rod2 = planar.Rod([0.0, -3.0 * s]), planar.Rod([0.0, -3.0 * s])
    model.rod3, model.body = planar.Rod([2.0 * s, 0.0]), planar.Body(2.0 * s**3, 0.05 * s**5)
    joined(
        model, ("hinge1.b", "ground.b"), ("ground.b", "slider.a"), ("rod1.a", "hinge1.a"), ("slider.b", "hinge2.a"),
        ("rod2.a", "hinge2.b"), ("rod1.b", "hinge3.a"), ("hinge3.b", "rod2.b"), ("rod2.b", "hinge4.a"),
        ("hinge4.b", "rod3.a"), ("rod3.b", "body.a"),
    )  # fmt: skip
    lean = math.asin(1 / 3)
    for name, angle in (("hinge1", -lean), ("hinge2", -lean), ("hinge3", -2 * lean)):
        model.start(f"{name}.angle.q", angle, fixed=False)
    model.holder = mb.J1()
    model.spring, model.damper = mb.C(1 / (50.0 * s**2), q0=0.4 * s), mb.R(2.0 * s**3 / math.sqrt(s))
    model.slider.drive >> model.holder >> [model.spring, model.damper]
    return model, 2.0, ["hinge4.phi"], ["slider.s", "body.x[1]"]


def spatial_four_bar(s):
    """A crank drives a slider through a ball joint, a coupler and two hinges."""
    model, inertia = mb.Model("spatial_four_bar"), [0.05 * s**5] * 3
    model.world, model.ground = spatial.World(), spatial.Fixed()
    model.crank = spatial.Revolute([1.0, 0.0, 0.0], phi0=0.0, w0=3.0 / math.sqrt(s))
    model.ball, model.slider = spatial.Spherical(quaternions=False), spatial.Prismatic([1.0, 0.0, 0.0])
    model.hinge_y, model.hinge_z = spatial.Revolute([0.0, 1.0, 0.0]), spatial.Revolute([0.0, 0.0, 1.0])
    model.crank_rod, model.coupler = spatial.Rod([0.0, 0.5 * s, 0.1 * s]), spatial.Rod([s, -0.3 * s, -0.1 * s])
    model.slider_rod, model.rail = spatial.Rod([0.0, 0.2 * s, 0.0]), spatial.Rod([1.2 * s, 0.0, 0.0])
    model.crank_body = spatial.Body(0.5 * s**3, inertia, [0.0, 0.25 * s, 0.05 * s])
    model.coupler_body = spatial.Body(0.5 * s**3, inertia, [0.5 * s, -0.15 * s, -0.05 * s])
    model.slider_body = spatial.Body(0.5 * s**3, inertia, [0.0, 0.1 * s, 0.0])
    joined(
        model, ("ground.b", "crank.a"), ("ground.b", "rail.a"), ("crank.b", "crank_rod.a"), ("crank.b", "crank_body.a"),
        ("crank_rod.b", "ball.a"), ("ball.b", "coupler.a"), ("ball.b", "coupler_body.a"), ("rail.b", "slider.a"),
        ("slider.b", "slider_rod.a"), ("slider.b", "slider_body.a"), ("slider_rod.b", "hinge_z.a"),
        ("hinge_z.b", "hinge_y.a"), ("hinge_y.b", "coupler.b"),
    )  # fmt: skip
    return model, 2.0, ["crank.phi"], ["slider.s"]


def absolute_crank(s):
    """A slider crank in absolute coordinates: every joint is made of constraints. A torque drives it from rest."""
    model, r, l, inertia = mb.Model("absolute_crank"), 0.2 * s, s, [s**5] * 3
    model.world, model.ground = spatial.World(), spatial.Fixed()
    for name, at, length in (("crank", r / 2, r), ("rod", r + l / 2, l)):
        ends = [[-length / 2, 0.0, 0.0], [length / 2, 0.0, 0.0]]
        model.add(name, absolute.Body(s**3, inertia, points=ends, x0=[at, 0.0, 0.0], quaternions=False))
    model.piston = absolute.Body(s**3, inertia, x0=[r + l, 0.0, 0.0], quaternions=False)
    model.bearing, model.pin = absolute.Revolute(actuated=True), absolute.Universal([0.0, 0.0, 1.0], [0.0, 1.0, 0.0])
    model.ball, model.guide, model.motor = absolute.Spherical(), absolute.Prismatic(), mb.Se(10.0 * s**4)
    joined(
        model, ("ground.b", "bearing.a"), ("ground.b", "guide.a"), ("bearing.b", "crank.h1"), ("crank.h2", "pin.a"),
        ("pin.b", "rod.h1"), ("rod.h2", "ball.a"), ("ball.b", "guide.b"), ("guide.b", "piston.a"),
    )  # fmt: skip
    model.motor >> model.bearing.drive
    return model, 1.5, ["crank.motion.phi[2]"], ["piston.x[0]"]


def double_pendulum(s):
    """Two rods with bodies at their ends, from level: no loop, but what is a state must not depend on the size."""
    model = mb.Model("double_pendulum")
    model.world, model.ground = planar.World(), planar.Fixed()
    end = "ground.b"
    for k in (1, 2):
        model.add(f"hinge{k}", planar.Revolute(phi0=0.0, w0=0.0))
        model.add(f"rod{k}", planar.Rod([s, 0.0]))
        model.add(f"body{k}", planar.Body(s**3, 0.1 * s**5))
        joined(model, (end, f"hinge{k}.a"), (f"hinge{k}.b", f"rod{k}.a"), (f"rod{k}.b", f"body{k}.a"))
        end = f"rod{k}.b"
    return model, 2.0, ["hinge1.phi", "hinge2.phi"], []


def pendulum_with_a_stop(s):
    """A pendulum that swings against a stop and loses part of its speed each time."""
    model = mb.Model("pendulum_with_a_stop")
    model.world, model.ground = planar.World(), planar.Fixed()
    model.hinge = planar.Revolute(phi0=0.0, w0=0.0, stops=[-1.2, 3.0], restitution=0.6)
    model.rod, model.body = planar.Rod([s, 0.0]), planar.Body(s**3, 0.01 * s**5)
    joined(model, ("ground.b", "hinge.a"), ("hinge.b", "rod.a"), ("rod.b", "body.a"))
    return model, 4.0, ["hinge.phi"], []


def falling_slider(s):
    """A body falls on the stop of its slider, bounces and rests."""
    model = mb.Model("falling_slider")
    model.world, model.ground = planar.World(), planar.Fixed()
    model.slider = planar.Prismatic([0.0, 1.0], s0=s, v0=0.0, stops=[0.0, 5.0 * s], restitution=0.5)
    model.body = planar.Body(2.0 * s**3, s**5)
    joined(model, ("ground.b", "slider.a"), ("slider.b", "body.a"))
    return model, 2.0, [], ["slider.s"]


def stick_slip(s):
    """A belt carries a block along until its spring tears it loose."""
    model = mb.Model("stick_slip", domain="translational")
    model.block, model.inertia, model.position = mb.J1(), mb.I(s**3), mb.Dq()
    model.spring, model.contact = mb.C(1 / (100.0 * s**2)), mb.J0()
    model.friction, model.belt = mb.DryFriction(6.0 * s**3, 9.0 * s**3), mb.Sf(-0.1 * math.sqrt(s))
    model.block >> [model.inertia, model.spring, model.position]
    model.block >> model.contact >> model.friction
    model.belt >> model.contact
    return model, 5.0, [], ["position.q"]


SMOOTH = (
    four_bar, two_loops, slider_crank, loop_on_a_slider, spatial_four_bar, absolute_crank, double_pendulum,
)  # fmt: skip
NONSMOOTH = (pendulum_with_a_stop, falling_slider, stick_slip)
