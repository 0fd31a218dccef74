"""Every joint of every library tells the force and torque that it bears, in world and in joint axes."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond import absolute, planar, spatial

GIVEN = {"Screw": {"pitch": 0.3}}


def joints(library):
    """The classes between two frames that let these move."""
    found = []
    for name in library.__all__:
        kind = getattr(library, name)
        frames = getattr(kind, "branches", ()) == (("a", "b"),) or library is absolute
        if frames and name not in ("Rod", "FixedRotation", "Body", "GeneralJoint", "CutSensor"):
            if "states" in kind.declarations or library is absolute:
                found.append(name)
    return found


CASES = [(library, name) for library in (planar, spatial, absolute) for name in joints(library)]


def swinging(library, name):
    """A body on the joint, turned and offset, so that force and torque have all components."""
    parts = planar if library is planar else spatial
    model = mb.Model(name)
    model.world = parts.World()
    turned = {"phi": 0.4} if library is planar else {"phi": [0.4, 0.3, 0.2]}
    model.base = parts.Fixed(**turned)
    model.joint = getattr(library, name)(**GIVEN.get(name, {}))
    arm = [0.3, 0.1] if library is planar else [0.3, 0.1, 0.2]
    body = library.Body if library is absolute else parts.Body
    model.arm, model.body = parts.Rod(r=arm), body(m=2.0)
    model.join(model.base.b, model.joint.a)
    model.join(model.joint.b, model.arm.a)
    model.join(model.arm.b, model.body.a)
    return model


@pytest.mark.parametrize("library, name", CASES, ids=[f"{lib.__name__.split('.')[-1]}.{name}" for lib, name in CASES])
def test_the_force_in_a_joint_moves_the_body_behind_it(library, name):
    result = swinging(library, name).simulate(0.2, points=9, tolerance=1e-9)
    size = 2 if library is planar else 3
    force = result["joint.force"]
    gravity = np.eye(size)[1] * 9.81
    acceleration = result["der(body.a.inside.f)"][:, :2] if library is planar else result["der(body.a.inside_t.f)"]
    np.testing.assert_allclose(force, 2.0 * (acceleration + gravity), atol=2e-6)
    if library is planar:
        phi = result["joint.b.phi"]
        turn = np.array([[np.cos(phi), np.sin(phi)], [-np.sin(phi), np.cos(phi)]]).transpose(2, 0, 1)
        assert result["joint.torque"].shape == (9,) and result.unit("joint.torque") == "N·m"
    else:
        turn = result["joint.b.R"]
        world = np.einsum("tji,tj->ti", turn, result["joint.torque"])
        np.testing.assert_allclose(result["joint.torque_in_world"], world, atol=1e-9)
    np.testing.assert_allclose(result["joint.force_in_b"], np.einsum("tij,tj->ti", turn, force), atol=1e-9)
    assert result.unit("joint.force") == result.unit("joint.force_in_b") == "N"


def test_all_joints_are_looked_at():
    assert len(CASES) >= 21
    for library in (planar, spatial, absolute):
        assert {"Revolute", "Prismatic"} <= {name for other, name in CASES if other is library}


def test_a_gear_tells_the_forces_of_both_shafts():
    outputs = spatial.GearConstraint().outputs
    for k in "12":
        assert {f"force{k}", f"force_in_b{k}", f"torque{k}", f"torque{k}_in_world"} <= set(outputs)
