"""Pairs with a point or a line: each moves as the chain of simpler joints that allows the same motion."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond import planar, spatial
from multibond.analysis.mobility import mobility

AXIS = [0.6, 0.0, 0.8]
NORMAL, ALONG = [0.0, 0.6, 0.8], [1.0, 0.0, 0.0]
ACROSS = [float(x) for x in np.cross(NORMAL, ALONG)]
TURN = {"phi0": [0.3, -0.2, 0.5], "w0": [1.0, -2.0, 0.7]}


def hung(*joints) -> mb.Model:
    """A body with its centre of mass aside at the end of a chain of joints, whose first frame hangs on a turning
    arm."""
    m = mb.Model("hung")
    m.world, m.ground, m.shaft = spatial.World(), spatial.Fixed(), spatial.Revolute([0.0, 1.0, 0.0], phi0=0.0, w0=1.5)
    m.arm, m.body = spatial.Rod([0.3, 0.0, 0.1]), spatial.Body(2.0, [0.1, 0.2, 0.25], [0.2, -0.1, 0.3])
    m.flywheel = spatial.Body(1.0, [0.5, 0.5, 0.5])
    m.join(m.ground.b, m.shaft.a)
    m.join(m.shaft.b, m.arm.a, m.flywheel.a)
    last = m.arm.b
    for k, joint in enumerate(joints):
        m.add(f"joint{k}", joint)
        m.join(last, m[f"joint{k}.a"])
        last = m[f"joint{k}.b"]
    m.join(last, m.body.a)
    return m


PAIRS = {
    "sphere in cylinder": (
        lambda: hung(spatial.SphereInCylinder(AXIS, s0=0.2, v0=-0.4, **TURN)),
        lambda: hung(spatial.Prismatic(AXIS, s0=0.2, v0=-0.4), spatial.Spherical(**TURN)), 4,
    ),
    "point on plane": (
        lambda: hung(spatial.PointOnPlane(NORMAL, ALONG, s0=[0.2, 0.1], v0=[-0.4, 0.3], **TURN)),
        lambda: hung(spatial.Prismatic(ALONG, s0=0.2, v0=-0.4), spatial.Prismatic(ACROSS, s0=0.1, v0=0.3),
                     spatial.Spherical(**TURN)), 5,
    ),
    "line on plane": (
        lambda: hung(spatial.LineOnPlane(NORMAL, ALONG, ACROSS, s0=[0.2, 0.1], v0=[-0.4, 0.3], phi0=0.4, psi0=-0.3,
                                         w_phi0=1.0, w_psi0=2.0)),
        lambda: hung(spatial.Prismatic(ALONG, s0=0.2, v0=-0.4), spatial.Prismatic(ACROSS, s0=0.1, v0=0.3),
                     spatial.Revolute(NORMAL, phi0=0.4, w0=1.0), spatial.Revolute(ACROSS, phi0=-0.3, w0=2.0)), 4,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PAIRS)
def test_a_pair_moves_as_a_chain_of_simpler_joints(name):
    pair, chain, freedom = PAIRS[name]
    assert mobility(pair()).mobility == freedom + 1
    one, other = (model().simulate(1.0, tolerance=1e-9, points=21) for model in (pair, chain))
    for variable in ("body.x_cm", "body.w", "shaft.phi"):
        assert one[variable] == pytest.approx(other[variable], abs=2e-7)
    last = f"joint{len(chain().children) - len(pair().children)}"
    assert one["joint0.force"] == pytest.approx(other[f"{last}.force"], abs=2e-5)
    assert one.stats.energy_residual < 1e-7


def test_a_point_on_a_smooth_plane_slides_down():
    m = mb.Model("slope")
    m.world, m.ground = spatial.World(), spatial.Fixed()
    m.contact, m.body = spatial.PointOnPlane(NORMAL, ACROSS, w0=[0.0, 3.0, 0.0]), spatial.Body(2.0, [0.1] * 3)
    m.join(m.ground.b, m.contact.a)
    m.join(m.contact.b, m.body.a)
    result = m.simulate(1.0, tolerance=1e-10, points=11)
    slope = -9.81 * ACROSS[1]  # gravity along the plane
    assert result["contact.s"][:, 0] == pytest.approx(slope * result.time**2 / 2, abs=1e-8)
    assert result["contact.w"][:, 1] == pytest.approx(3.0)
    assert result["contact.force"] == pytest.approx(np.outer(np.ones(11), NORMAL) * 2.0 * 9.81 * NORMAL[1], abs=1e-8)


def test_a_pin_in_a_slot_moves_as_a_slider_with_a_hinge():
    def crank(*joints) -> mb.Model:
        m = mb.Model("slot")
        m.world, m.ground = planar.World(), planar.Fixed()
        m.shaft, m.disc = planar.Revolute(phi0=0.2, w0=2.0), planar.Body(1.0, 0.5)
        m.rod, m.body = planar.Rod([0.4, 0.1]), planar.Body(2.0, 0.3, r_cm=[0.3, 0.1])
        m.join(m.ground.b, m.shaft.a)
        m.join(m.shaft.b, m.disc.a, m.rod.a)
        last = m.rod.b
        for k, joint in enumerate(joints):
            m.add(f"joint{k}", joint)
            m.join(last, m[f"joint{k}.a"])
            last = m[f"joint{k}.b"]
        m.join(last, m.body.a)
        return m

    pair = crank(planar.PointOnLine([0.8, 0.6], s0=0.1, v0=0.5, phi0=0.3, w0=-1.0))
    chain = crank(planar.Prismatic([0.8, 0.6], s0=0.1, v0=0.5), planar.Revolute(phi0=0.3, w0=-1.0))
    assert mobility(pair).mobility == 3
    one, other = (model.simulate(1.0, tolerance=1e-9, points=21) for model in (pair, chain))
    for variable in ("body.x_cm", "body.w", "shaft.phi"):
        assert one[variable] == pytest.approx(other[variable], abs=2e-7)
    assert one["joint0.force"] == pytest.approx(other["joint1.force"], abs=2e-5)
    assert one["joint0.torque"] == pytest.approx(0.0, abs=1e-9)


def test_every_joint_has_force_and_torque():
    """What a joint does to the body at frame b: its weight held, with the torque of the arm."""
    m = mb.Model("held")
    m.world, m.ground = spatial.World(), spatial.Fixed()
    m.hinge, m.body = spatial.Revolute([0.0, 1.0, 0.0], phi0=0.0), spatial.Body(2.0, [0.1] * 3, [0.5, 0.0, 0.0])
    m.join(m.ground.b, m.hinge.a)
    m.join(m.hinge.b, m.body.a)
    result = m.simulate(1.0, points=3)
    assert result["hinge.force"] == pytest.approx(np.tile([0.0, 19.62, 0.0], (3, 1)), abs=1e-9)
    assert result["hinge.torque"] == pytest.approx(np.tile([0.0, 0.0, 9.81], (3, 1)), abs=1e-9)
    p = mb.Model("planar")
    p.world, p.ground, p.slider = planar.World(), planar.Fixed(), planar.Prismatic(s0=0.0)
    p.body = planar.Body(2.0, 0.1, r_cm=[0.5, 0.0])
    p.join(p.ground.b, p.slider.a)
    p.join(p.slider.b, p.body.a)
    result = p.simulate(1.0, points=3)
    assert result["slider.force"] == pytest.approx(np.tile([0.0, 19.62], (3, 1)), abs=1e-9)
    assert result["slider.torque"] == pytest.approx(9.81, abs=1e-9)
