"""The forces and torques in joints, the forces of springs and the velocities of bodies are offered to the animation."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond.picture.animation.collect import collect_forces


def test_the_force_in_a_pendulum_carries_its_weight():
    """A double pendulum hanging at rest: the upper hinge carries both masses, the lower one its own."""
    model = mb.load("double_pendulum")
    result = model.simulate(1.0, tolerance=1e-9)
    forces = {force.component: force for force in collect_forces(result) if force.kind == "force"}
    assert set(forces) == {"hinge1", "hinge2"}
    force = result.values(list(forces["hinge1"].vector))
    # Newton's law for the whole: what the hinge gives and the weight change the momentum of both bodies
    momentum = sum(result[f"body{k}.m"][:, None] * result[f"body{k}.inertia.f"][:, :2] for k in (1, 2))
    weight = -9.81 * (result["body1.m"][0] + result["body2.m"][0])
    change = np.gradient(momentum, result.time, axis=0)
    difference = change - force[:, :2] - [0.0, weight]
    assert np.abs(difference[5:-5]).max() < 0.01 * np.abs(force).max()


def test_velocities_are_those_of_the_bodies():
    result = mb.load("double_pendulum").simulate(1.0, tolerance=1e-9)
    arrows = {arrow.component: arrow for arrow in collect_forces(result) if arrow.kind == "velocity"}
    assert set(arrows) == {"body1", "body2"}
    place, speed = (result.values(list(part)) for part in (arrows["body2"].position, arrows["body2"].vector))
    change = np.gradient(place, result.time, axis=0)
    assert np.abs(change - speed)[2:-2].max() < 2e-3 * np.abs(speed).max()


def test_a_spring_pulls_both_ends_with_opposite_forces():
    model = mb.Model("weight")
    model.world, model.wall, model.spring = mb.planar.World(), mb.planar.Fixed(), mb.planar.Spring(100.0, 1.0)
    model.body = mb.planar.Body(2.0, 0.1, x0=[0.0, -1.5], v0=[0.0, 0.0])
    model.join(model.wall.b, model.spring.a)
    model.join(model.spring.b, model.body.a)
    result = model.simulate(0.5, points=11)
    ends = [arrow for arrow in collect_forces(result) if arrow.kind == "force"]
    first, second = (result.values(list(arrow.vector)) for arrow in ends)
    np.testing.assert_allclose(first, -second, atol=1e-9)
    assert second[0] == pytest.approx([0.0, 50.0, 0.0], abs=1e-6)  # stretched by half a metre, it pulls the body up


def test_the_torque_of_a_clamped_hinge_holds_the_weight():
    """A rod that is driven to stand still: the torque at its hinge is that of the weight at its end."""
    for library, arm, size in ((mb.planar, [1.0, 0.0], 2), (mb.spatial, [1.0, 0.0, 0.0], 3)):
        model = mb.Model("arm")
        model.world, model.ground, model.rod = library.World(), library.Fixed(), library.Rod(arm)
        axis = {} if size == 2 else {"axis": [0.0, 0.0, 1.0]}
        model.hinge, model.body = library.Revolute(phi0=0.0, w0=0.0, motion="0.0", **axis), library.PointMass(3.0)
        model.join(model.ground.b, model.hinge.a)
        model.join(model.hinge.b, model.rod.a)
        model.join(model.rod.b, model.body.a)
        result = model.simulate(0.1, points=3)
        torque = next(
            arrow for arrow in collect_forces(result) if arrow.kind == "torque" and arrow.component == "hinge"
        )
        assert result.values(list(torque.vector))[-1] == pytest.approx([0.0, 0.0, 3.0 * 9.81], rel=1e-6, abs=1e-9)
