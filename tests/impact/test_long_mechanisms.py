"""Random mechanisms that strike again and again for two seconds: chains, trees and loops, in the plane and in space."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond import planar, spatial
from multibond.errors import InitialError, SimulationError

from .test_joint_impulses import chain


def tree(library: object, angles: list[float], speeds: list[float], law: dict[str, float]) -> mb.Model:
    """Four arms that branch, each of which may strike the floor with its end."""
    flat = library is planar
    vector = (lambda *x: list(x)) if flat else (lambda *x: [*x, 0.0])
    m = mb.Model("tree")
    m.world, m.floor, m.top = library.World(), library.Fixed(), library.Fixed(r=vector(0.0, 0.42))
    ends = [m.top.b]
    for k in range(4):
        start = {"phi0": angles[k], "w0": speeds[k]}
        joint = m.add(f"joint{k}", planar.Revolute(**start) if flat else spatial.Revolute([0.0, 0.0, 1.0], **start))
        place = vector(0.12, 0.02)
        body = planar.Body(1.0, 0.03, r_cm=place) if flat else spatial.Body(1.0, [0.03, 0.03, 0.06], place)
        m.add(f"body{k}", body)
        arm, contact = m.add(f"arm{k}", library.Rod(vector(0.3, 0.0))), m.add(f"contact{k}", library.PointPlane(**law))
        m.join(ends[k // 2], joint.a)
        m.join(joint.b, body.a, arm.a)
        m.join(arm.b, contact.a)
        m.join(contact.b, m.floor.b)
        ends.append(arm.b)
    return m


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("kind", ["chain", "loop", "tree"])
@pytest.mark.parametrize("library", [planar, spatial])
def test_mechanisms_never_gain_energy_never_pull_and_never_get_through_the_floor(library, kind, seed):
    draw = np.random.default_rng(100 * seed + len(kind))
    law = {"restitution": float(draw.choice([0.0, 0.3, 0.6, 0.9])), "friction": float(draw.choice([0.0, 0.3]))}
    angles, speeds = draw.uniform(-0.6, 0.6, 4), draw.uniform(-2.0, 2.0, 4)
    if kind == "tree":
        model, contacts, given = tree(library, list(angles), list(speeds), law), [f"contact{k}" for k in range(4)], {}
    else:
        loop = kind == "loop"
        model = chain(library, 2 if loop else 3, [angles[0] - 0.4, *angles[1:]], list(speeds), loop)
        contacts, given = ["contact"], {f"contact.{name}": value for name, value in law.items()}
    try:
        result = model.simulate(2.0, tolerance=1e-8, points=101, parameters=given)
    except InitialError as error:
        assert "inside each other at the start" in str(error)
        return
    except SimulationError as error:
        assert "jams" in str(error) and error.where  # the paradox of Painlevé has no motion that could be shown
        return
    for event in result.events:
        assert event.energy_jump < 1e-9
        assert all(impulse >= 0.0 for impulse in event.impulses.values())
    for contact in contacts:
        assert np.min(result[f"{contact}.gap"]) > -1e-7
    assert result.stats.constraint_residual < 1e-8
    assert result.stats.energy_residual < 1e-5
