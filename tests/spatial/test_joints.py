"""Spatial joints: closed forms, conservation laws, degrees of freedom, drives."""

import numpy as np
import pytest

import multibond as mb
from multibond import spatial
from spatial.parts import TOLERANCE, chain, momentum, world

JOINTS = {
    "revolute": (lambda: spatial.Revolute([1.0, 1.0, 0.0], w0=1.0), 1),
    "prismatic": (lambda: spatial.Prismatic([1.0, -1.0, 0.0], v0=0.3, offset=0.2), 1),
    "cylindrical": (lambda: spatial.Cylindrical([1.0, 2.0, 0.0], w0=1.0), 2),
    "screw": (lambda: spatial.Screw([0.0, 1.0, 1.0], 1.0), 1),
    "universal": (lambda: spatial.Universal(w_a0=1.0, phi_b0=0.2), 2),
    "planar": (lambda: spatial.PlanarJoint([0.0, 0.0, 1.0], w0=1.0), 3),
    "spherical": (lambda: spatial.Spherical(w0=[1.0, 0.5, 0.0]), 3),
    "spherical by angles": (
        lambda: spatial.Spherical(w0=[1.0, 0.5, 0.0], quaternions=False, sequence=(3, 1, 3), phi0=[0.1, 1.0, 0.0]),
        3,
    ),
    "free": (lambda: spatial.FreeMovement(v0=[0.0, 3.0, 0.0], w0=[1.0, 2.0, 3.0]), 6),
}


@pytest.mark.parametrize("name", JOINTS)
def test_energy_is_conserved_and_freedoms_are_counted(name):
    make, freedom = JOINTS[name]
    result = chain(make(), spatial.Revolute([0.0, 0.3, 1.0], w0=-1.0)).simulate(2.0, tolerance=TOLERANCE)
    quaternion = any(".Q[" in state for state in result.stats.states)
    assert len(result.stats.states) == 2 * (freedom + 1) + quaternion
    assert result.stats.energy_residual < 100 * TOLERANCE
    assert result.stats.nonlinear_systems == []


def test_free_movement_is_the_motion_of_a_free_body():
    held = world()
    held.ground, held.joint = (
        spatial.Fixed(),
        spatial.FreeMovement([1.0, 2.0, 0.0], [0.5, 1.0, 0.0], [0.3, 0.0, 0.2], [1.0, 2.0, 3.0]),
    )
    held.body = spatial.Body(2.0, [0.3, 0.2, 0.25], [0.1, 0.0, 0.2])
    held.join(held.ground.b, held.joint.a)
    held.join(held.joint.b, held.body.a)
    loose = world()
    loose.body = spatial.Body(
        2.0, [0.3, 0.2, 0.25], [0.1, 0.0, 0.2], [1.0, 2.0, 0.0], [0.5, 1.0, 0.0], [0.3, 0.0, 0.2], [1.0, 2.0, 3.0]
    )
    angles = world()
    angles.body = spatial.Body(
        2.0,
        [0.3, 0.2, 0.25],
        [0.1, 0.0, 0.2],
        [1.0, 2.0, 0.0],
        [0.5, 1.0, 0.0],
        [0.3, 0.0, 0.2],
        [1.0, 2.0, 3.0],
        quaternions=False,
    )
    first, second, third = (m.simulate(1.0, tolerance=1e-10) for m in (held, loose, angles))
    for name in ("body.x", "body.v", "body.w", "body.a.R"):
        assert np.max(np.abs(first[name] - second[name])) < 1e-7
        assert np.max(np.abs(third[name] - second[name])) < 1e-7


def test_a_free_body_keeps_momentum_and_angular_momentum():
    model = world(gravity="none")
    model.body = spatial.Body(2.0, [0.3, 0.2, 0.15], [0.1, 0.0, 0.2], v0=[0.5, 1.0, 0.0], w0=[0.1, 2.0, 0.1])
    result = model.simulate(10.0, tolerance=TOLERANCE)
    linear, angular = momentum(result, "body")
    assert np.max(np.abs(linear - linear[0])) < 100 * TOLERANCE
    terms = np.max(np.linalg.norm(result["body.x"], axis=1)) * np.linalg.norm(linear[0])  # x × p, which must cancel
    assert np.max(np.abs(angular - angular[0])) < 100 * TOLERANCE * max(1.0, terms)
    assert np.max(np.abs(result["body.motion.Q"])) < 1 + 1e-6


def test_a_free_chain_keeps_its_momenta():
    model = world(gravity="none")
    model.one = spatial.Body(1.0, [0.1, 0.2, 0.25], v0=[0.1, 0.2, 0.3], w0=[1.0, 0.0, 2.0])
    model.rod, model.joint = spatial.Rod([0.5, 0.2, 0.0]), spatial.Universal(w_b0=1.0)
    model.two = spatial.Body(2.0, [0.3, 0.2, 0.25], [0.4, 0.1, 0.0])
    model.join(model.one.a, model.rod.a)
    model.join(model.rod.b, model.joint.a)
    model.join(model.joint.b, model.two.a)
    result = model.simulate(5.0, tolerance=TOLERANCE)
    for total in momentum(result, "one", "two"):
        assert np.max(np.abs(total - total[0])) < 1e-6


def test_a_screw_falls_with_its_effective_mass():
    model = world()
    model.ground, model.screw = spatial.Fixed(), spatial.Screw([0.0, 1.0, 0.0], 0.5)
    model.nut = spatial.Body(2.0, [0.1, 0.04, 0.1])
    model.join(model.ground.b, model.screw.a)
    model.join(model.screw.b, model.nut.a)
    result = model.simulate(1.0, tolerance=1e-10)
    effective = 2.0 + 0.04 * (2 * np.pi / 0.5) ** 2
    assert result["screw.s"][-1] == pytest.approx(-0.5 * 2.0 * 9.81 / effective, abs=1e-8)
    assert result["nut.x"][-1, 1] == pytest.approx(result["screw.s"][-1])


def test_a_gear_couples_two_shafts_and_its_bearing_takes_the_torque():
    model = world(gravity="none")
    model.ground, model.gear, model.drive = spatial.Fixed(), spatial.GearConstraint(3.0, actuated=True), mb.Se(2.0)
    model.fast, model.slow = spatial.Body(1.0, [0.1, 0.1, 0.1]), spatial.Body(1.0, [0.5, 0.5, 0.5])
    model.drive >> model.gear.drive
    model.join(model.ground.b, model.gear.a)
    model.join(model.gear.b1, model.fast.a)
    model.join(model.gear.b2, model.slow.a)
    result = model.simulate(2.0, tolerance=1e-10)
    assert result["gear.w"][-1] == pytest.approx(2.0 * 2.0 / (0.5 + 9 * 0.1))
    assert result["fast.w"][-1, 0] == pytest.approx(3 * result["slow.w"][-1, 0])


def test_bevel_gears_have_axes_of_their_own():
    model = world(gravity="none")
    model.ground = spatial.Fixed()
    model.gear = spatial.GearConstraint(-2.0, [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], w0=1.0)
    model.first, model.second = spatial.Body(1.0, [0.1, 0.1, 0.1]), spatial.Body(1.0, [0.5, 0.5, 0.5])
    model.join(model.ground.b, model.gear.a)
    model.join(model.gear.b1, model.first.a)
    model.join(model.gear.b2, model.second.a)
    result = model.simulate(1.0)
    assert result["first.w"][-1] == pytest.approx([-2.0, 0.0, 0.0]) and result["second.w"][-1] == pytest.approx(
        [0, 1, 0]
    )


@pytest.mark.parametrize(
    ("joint", "ports"),
    [
        (spatial.Cylindrical, ["drive_s", "drive_phi"]),
        (spatial.Universal, ["drive_a", "drive_b"]),
        (spatial.PlanarJoint, ["drive_1", "drive_2", "drive_phi"]),
        (spatial.Revolute, ["drive"]),
        (spatial.Prismatic, ["drive"]),
    ],
)
def test_drives_do_work(joint, ports):
    model = chain(joint(actuated=True), gravity="none")
    for port in ports:
        model.add(f"source_{port}", mb.Se(1.5))
        model[f"source_{port}"] >> getattr(model.joint1, port)
    result = model.simulate(1.0, tolerance=TOLERANCE)
    assert result.energy.delivered[-1] > 0.1
    assert result.energy.stored[-1] == pytest.approx(result.energy.delivered[-1], rel=1e-6)


def test_a_motor_of_bond_graph_elements_drives_a_hinge():
    model = chain(spatial.Revolute([0.0, 1.0, 0.0], actuated=True))
    model.supply, model.loop, model.resistor = mb.Se(12.0, domain="electrical"), mb.J1(), mb.R(2.0)
    model.motor = mb.GY(0.5)
    model.supply >> model.loop >> [model.resistor, model.motor]
    model.motor >> model.joint1.drive
    result = model.simulate(200.0, tolerance=1e-6)
    assert result["joint1.w"][-1] == pytest.approx(12.0 / 0.5, rel=1e-3)  # no load torque: the voltage is induced


def test_offsets_turn_and_move_the_zero():
    model = world(gravity="none")
    model.ground = spatial.Fixed([0.0, 0.0, 1.0], [0.0, np.pi / 2, 0.0])
    model.hinge, model.slider = spatial.Revolute(offset=np.pi / 2), spatial.Prismatic(offset=2.0, s0=0.5)
    model.body = spatial.Body()
    model.join(model.ground.b, model.hinge.a)
    model.join(model.hinge.b, model.slider.a)
    model.join(model.slider.b, model.body.a)
    # x of the slider is y of the ground frame, which the rotation about y leaves where it is
    assert model.simulate(0.1)["body.x"][0] == pytest.approx([0.0, 2.5, 1.0], abs=1e-12)


def test_wishes_choose_the_states():
    from multibond.errors import MultibondError

    model = world()
    model.ground, model.body = spatial.Fixed(), spatial.Body()
    model.first, model.second = (
        spatial.Revolute(states="avoid"),
        spatial.Prismatic([1.0, 0.0, 0.0], states="always", s0=1.0),
    )
    model.join(model.ground.b, model.first.a)
    model.join(model.first.b, model.second.a)
    model.join(model.second.b, model.body.a)
    names = model.simulate(0.1).stats.states
    assert "second.travel.q" in names and len(names) == 4
    with pytest.raises(MultibondError, match="'states' must be one of prefer, always, avoid, not 'maybe'"):
        chain(spatial.Revolute(states="maybe")).simulate(0.1)


def test_fixed_rotation_turns_what_follows():
    model = world(gravity="none")
    model.ground, model.bend = spatial.Fixed(), spatial.FixedRotation([0.0, 0.0, 1.0], np.pi / 2)
    model.hinge, model.rod, model.body = (
        spatial.Revolute([1.0, 0.0, 0.0], w0=1.0),
        spatial.Rod([0.0, 1.0, 0.0]),
        spatial.Body(),
    )
    model.join(model.ground.b, model.bend.a)
    model.join(model.bend.b, model.hinge.a)
    model.join(model.hinge.b, model.rod.a)
    model.join(model.rod.b, model.body.a)
    result = model.simulate(1.0, tolerance=1e-9)
    # the hinge's axis is y of the world, the rod starts along −x
    assert result["body.x"][0] == pytest.approx([-1.0, 0.0, 0.0], abs=1e-12)
    assert result["body.x"][-1] == pytest.approx([-np.cos(1.0), 0.0, np.sin(1.0)], abs=1e-7)


def test_a_floating_loop_keeps_its_momenta():
    """In the published library a cut loop had equal instead of opposite forces at its two ends."""
    model = world(gravity="none")
    model.plate = spatial.Body(1.0, [0.1, 0.1, 0.2], v0=[0.1, 0.0, 0.3], w0=[0.0, 0.2, 0.5])
    model.side = spatial.Rod([1.0, 0.0, 0.0])
    for k in range(1, 5):
        model.add(f"hinge{k}", spatial.Revolute())
    for k in range(1, 4):
        model.add(f"rod{k}", spatial.Rod(([0.0, 1.0, 0.0], [1.2, 0.0, 0.0], [0.0, -1.1, 0.0])[k - 1]))
        model.add(f"body{k}", spatial.Body(0.5, [0.05, 0.05, 0.05], [0.1, 0.0, 0.1]))
    model.join(model.plate.a, model.side.a, model.hinge1.a)
    model.join(model.hinge1.b, model.rod1.a, model.body1.a)
    model.join(model.rod1.b, model.hinge2.a)
    model.join(model.hinge2.b, model.rod2.a, model.body2.a)
    model.join(model.rod2.b, model.hinge3.a)
    model.join(model.hinge3.b, model.rod3.a, model.body3.a)
    model.join(model.rod3.b, model.hinge4.a)
    model.join(model.side.b, model.hinge4.b)
    model.start(model.hinge1.angle.f, 1.0)
    result = model.simulate(2.0, tolerance=TOLERANCE)
    assert result.stats.constraint_residual < 1e-8
    for total in momentum(result, "plate", "body1", "body2", "body3"):
        assert np.max(np.abs(total - total[0])) < 1e-6


def test_point_masses_leave_the_orientation_of_a_floating_part_to_its_body():
    model = world(gravity="none")
    model.mass, model.rod, model.body = (
        spatial.PointMass(1.0),
        spatial.Rod([1.0, 0.0, 0.0]),
        spatial.Body(1.0, w0=[0.0, 0.0, 2.0]),
    )
    model.join(model.body.a, model.rod.a)
    model.join(model.rod.b, model.mass.a)
    result = model.simulate(1.0, tolerance=1e-9)
    assert result["body.w"][-1] == pytest.approx([0.0, 0.0, 2.0], abs=1e-7)
    assert np.linalg.norm(result["mass.v"][-1] - result["body.v"][-1]) == pytest.approx(2.0, abs=1e-7)


def test_start_angles_of_a_held_body_are_conditions_on_its_joints():
    model = chain(spatial.Revolute([0.0, 0.0, 1.0]))
    model.extra = spatial.Body(1.0, phi0=[0.0, 0.0, 0.1], w0=[0.0, 0.0, 2.0])
    model.join(model.rod1.b, model.extra.a)
    result = model.simulate(0.1)
    assert result["joint1.phi"][0] == pytest.approx(0.1) and result["joint1.w"][0] == pytest.approx(2.0)
