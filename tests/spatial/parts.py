"""Small spatial models that several tests use."""

from __future__ import annotations

import numpy as np

import multibond as mb
from multibond import spatial

TOLERANCE = 1e-8


def world(title: str = "test", **given) -> mb.Model:
    """A model with nothing but the world."""
    model = mb.Model(title)
    model.world = spatial.World(**given)
    return model


def chain(*joints, gravity: str = "uniform") -> mb.Model:
    """Joints from the ground on, each followed by a rod with a lopsided body at its end."""
    model = world(gravity=gravity)
    model.ground = spatial.Fixed()
    end = model.ground.b
    for k, joint in enumerate(joints, 1):
        model.add(f"joint{k}", joint)
        model.add(f"rod{k}", spatial.Rod([1.0, 0.2, 0.0]))
        model.add(
            f"body{k}", spatial.Body(1.0, [[0.1, 0.02, 0.0], [0.02, 0.2, 0.0], [0.0, 0.0, 0.15]], [0.1, 0.0, 0.2])
        )
        model.join(end, joint.a)
        model.join(joint.b, model[f"rod{k}"].a)
        end = model[f"rod{k}"].b
        model.join(end, model[f"body{k}"].a)
    return model


def pair(part, gravity: str = "none", **second) -> mb.Model:
    """Two free bodies with `part` from the first to the second."""
    model = world(gravity=gravity)
    model.one = spatial.Body(1.0, [0.1, 0.2, 0.25], x0=[0.0, 0.0, 0.0], v0=[1.0, 0.0, 0.2], w0=[0.1, 0.2, 0.3])
    given = {"x0": [1.0, 0.1, 0.0], "w0": [-0.3, 0.0, 0.2]} | second
    model.two = spatial.Body(2.0, [0.3, 0.2, 0.25], [0.1, 0.0, 0.1], **given)
    model.part = part
    model.join(model.one.a, part.a)
    model.join(model.two.a, part.b)
    return model


def momentum(result, *names: str) -> tuple[np.ndarray, np.ndarray]:
    """Total momentum and total angular momentum about the origin over time."""
    linear, angular = 0.0, 0.0
    for name in names:
        p, x = result[f"{name}.mass.p"], result[f"{name}.x_cm"]
        spin = np.einsum("tij,ti->tj", result[f"{name}.a.R"], result[f"{name}.inertia.p"])
        linear, angular = linear + p, angular + spin + np.cross(x, p)
    return linear, angular
