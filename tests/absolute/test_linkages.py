"""Linkages of both libraries: the same motion through dead centres of crank and rocker, however they are written."""

import numpy as np

import multibond as mb
from multibond import absolute, spatial

GROUND = [1.0, 0.0, 0.5]


def in_joint_coordinates():
    """A crank and a rocker in planes across each other, with a coupler between a universal and a ball joint."""
    m = mb.Model("linkage")
    m.world, m.ground, m.end = spatial.World(), spatial.Fixed(), spatial.Fixed(GROUND)
    m.h1, m.h2 = spatial.Revolute([0, 0, 1], phi0=0.0, w0=1.0), spatial.Revolute([1, 0, 0])
    m.cross, m.ball = spatial.Universal([0, 0, 1], [0, 1, 0]), spatial.Spherical()
    m.arm, m.rod, m.lever = spatial.Rod([0.3, 0, 0]), spatial.Rod([0.7, 0.6, 0.5]), spatial.Rod([0, 0.6, 0])
    m.crank = spatial.Body(1.0, [0.01, 0.02, 0.02], [0.15, 0, 0])
    m.coupler = spatial.Body(2.0, [0.1, 0.1, 0.1], [0.35, 0.3, 0.25])
    m.rocker = spatial.Body(1.0, [0.03, 0.01, 0.03], [0, 0.3, 0])
    m.join(m.ground.b, m.h1.a)
    m.join(m.h1.b, m.arm.a, m.crank.a)
    m.join(m.arm.b, m.cross.a)
    m.join(m.cross.b, m.rod.a, m.coupler.a)
    m.join(m.rod.b, m.ball.a)
    m.join(m.ball.b, m.lever.b)
    m.join(m.h2.b, m.lever.a, m.rocker.a)
    m.join(m.h2.a, m.end.b)
    m.output("x", m.coupler.x_cm, "m")
    return m


def in_absolute_coordinates():
    m = mb.Model("linkage")
    m.world, m.ground, m.end = spatial.World(), spatial.Fixed(), spatial.Fixed(GROUND)
    m.h1, m.h2 = absolute.Revolute([0, 0, 1]), absolute.Revolute([1, 0, 0])
    m.cross, m.ball = absolute.Universal([0, 0, 1], [0, 1, 0]), absolute.Spherical()
    m.crank = absolute.Body(1.0, [0.01, 0.02, 0.02], points=[[-0.15, 0, 0], [0.15, 0, 0]], x0=[0.15, 0, 0],
                            v0=[0, 0.15, 0], w0=[0, 0, 1.0])  # fmt: skip
    m.coupler = absolute.Body(2.0, [0.1, 0.1, 0.1], points=[[-0.35, -0.3, -0.25], [0.35, 0.3, 0.25]],
                              x0=[0.65, 0.3, 0.25])  # fmt: skip
    m.rocker = absolute.Body(1.0, [0.03, 0.01, 0.03], points=[[0, -0.3, 0], [0, 0.3, 0]], x0=[1.0, 0.3, 0.5])
    m.join(m.ground.b, m.h1.a)
    m.join(m.h1.b, m.crank.h1)
    m.join(m.crank.h2, m.cross.a)
    m.join(m.cross.b, m.coupler.h1)
    m.join(m.coupler.h2, m.ball.a)
    m.join(m.ball.b, m.rocker.h2)
    m.join(m.rocker.h1, m.h2.b)
    m.join(m.h2.a, m.end.b)
    m.output("x", "coupler.x", "m")
    return m


def test_a_linkage_moves_alike_through_its_dead_centres():
    """In absolute coordinates twelve unknowns are solved together; when a chosen state fails, others take over."""
    joints = in_joint_coordinates().simulate(1.2, points=13, tolerance=1e-9)
    bodies = in_absolute_coordinates().simulate(1.2, points=13, tolerance=1e-9)
    assert max(bodies.stats.nonlinear_systems) > 8
    assert np.abs(bodies["x"] - joints["x"]).max() < 1e-7
    assert bodies.stats.energy_residual < 1e-7 and bodies.stats.doubts == []
