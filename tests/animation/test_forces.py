"""The forces in joints are offered to the animation."""

from __future__ import annotations

import numpy as np

import multibond as mb
from multibond.picture.animation.collect import collect_forces


def test_the_force_in_a_pendulum_carries_its_weight():
    """A double pendulum hanging at rest: the upper hinge carries both masses, the lower one its own."""
    model = mb.load("double_pendulum")
    result = model.simulate(1.0, tolerance=1e-9)
    forces = {force.component: force for force in collect_forces(result)}
    assert set(forces) == {"hinge1", "hinge2"}
    force = result.values(list(forces["hinge1"].vector))
    # Newton's law for the whole: what the hinge gives and the weight change the momentum of both bodies
    momentum = sum(result[f"body{k}.m"][:, None] * result[f"body{k}.inertia.f"][:, :2] for k in (1, 2))
    weight = -9.81 * (result["body1.m"][0] + result["body2.m"][0])
    change = np.gradient(momentum, result.time, axis=0)
    difference = change - force[:, :2] - [0.0, weight]
    assert np.abs(difference[5:-5]).max() < 0.01 * np.abs(force).max()
