"""Friction whose direction is free: ball joints, plates on a plane and free movement, beside closed forms."""

import numpy as np
import pytest

import multibond as mb
from multibond import planar, spatial

INERTIA = 0.4


def top(friction=0.6, **given):
    """A ball of equal moments of inertia in a socket at its centre, without weight."""
    m = mb.Model("top")
    m.world, m.floor = spatial.World(gravity="none"), spatial.Fixed()
    m.socket = spatial.Spherical(friction=friction, **given)
    m.body = spatial.Body(1.0, [INERTIA] * 3)
    m.join(m.floor.b, m.socket.a)
    m.join(m.socket.b, m.body.a)
    return m


def driven(torque, **given):
    """The same with a torque, resolved in the world."""
    m = top(**given)
    m.push = spatial.WorldTorque(torque)
    m.join(m.push.b, m.body.a)
    return m


@pytest.mark.parametrize("w0", [[0.0, 0.0, 3.0], [2.0, -1.0, 2.0], [0.0, 1e-3, 3.0]])
def test_a_top_spins_down_about_its_axis_and_then_stands(w0):
    result = top(w0=w0).simulate(4.0, tolerance=1e-9)
    speed, slowing = np.linalg.norm(w0), 0.6 / INERTIA
    expected = np.maximum(speed - slowing * result.time, 0.0)
    np.testing.assert_allclose(np.linalg.norm(result["socket.w"], axis=1), expected, atol=1e-6)
    at = result.time < speed / slowing - 1e-3
    np.testing.assert_allclose(result["socket.w"][at], np.outer(expected[at], w0) / speed, atol=1e-6)
    turned = 2 * np.arccos(np.clip(abs(result["socket.Q"][-1, 0]), 0, 1))  # about an axis that stays
    whole = speed**2 / (2 * slowing) % (2 * np.pi)
    assert min(whole, 2 * np.pi - whole) == pytest.approx(turned, abs=1e-6)
    still = result["socket.Q"][result.time > speed / slowing + 1e-3]
    still = still / np.linalg.norm(still, axis=1)[:, None]
    assert np.ptp(still, axis=0).max() < 1e-12  # no creep
    assert result.energy.relative_residual < 1e-8


@pytest.mark.parametrize("direction", [[1, 0, 0], [0, 0, -1], [1, 1, 0], [-2, 1, 2], [1, -1, 1], [1e-4, 1, 0]])
def test_it_breaks_away_by_the_same_torque_in_any_direction(direction):
    along = np.array(direction) / np.linalg.norm(direction)
    m = driven([f"{a}*time" for a in along.tolist()], friction=0.6, static_friction=0.9)
    result = m.simulate(1.5, tolerance=1e-9)
    (first, *_) = [event for event in result.events if event.kinds]
    assert first.time == pytest.approx(0.9, abs=1e-7)
    assert np.abs(result["socket.w"][result.time < 0.9]).max() < 1e-14
    t = result.time[-1]
    speed = ((t**2 - 0.9**2) / 2 - 0.6 * (t - 0.9)) / INERTIA
    assert result["body.w"][-1] @ along == pytest.approx(speed, abs=1e-6)


def test_a_torque_that_turns_round_below_the_level_moves_nothing():
    m = driven(["0.59*cos(3*time)", "0.59*sin(3*time)", "0.0"])
    result = m.simulate(5.0)
    assert not [event for event in result.events if event.kinds]
    assert np.abs(result["socket.w"]).max() < 1e-12
    np.testing.assert_allclose(np.linalg.norm(result["socket.torque"], axis=1), 0.59, atol=1e-9)


def test_friction_is_against_the_motion_where_its_direction_turns():
    """Sliding under a torque across the motion: the equations of a puck, integrated by scipy."""
    from scipy.integrate import solve_ivp

    torque = np.array([0.0, 0.5, 0.1])

    def rates(t, w):
        return (torque - 0.6 * w / np.linalg.norm(w)) / INERTIA

    exact = solve_ivp(rates, (0, 0.9), [2.0, 0.0, 0.0], rtol=1e-11, atol=1e-12, dense_output=True)
    plate = mb.Model("plate", domain="rotational")
    plate.speed, plate.inertia = mb.J1(n=3), mb.I(INERTIA, n=3, f0=[2.0, 0, 0])
    plate.rubbing = mb.BallFriction(0.6, n=3)
    plate.push = mb.Se(torque.tolist(), n=3)
    plate.push >> plate.speed >> [plate.inertia, plate.rubbing]
    result = plate.simulate(0.9, tolerance=1e-9)
    np.testing.assert_allclose(result["inertia.f"], exact.sol(result.time).T, atol=1e-7)
    size = np.linalg.norm(result["rubbing.e"], axis=1)
    np.testing.assert_allclose(size, 0.6, atol=1e-9)


def test_a_plate_on_the_plane_slides_straight_and_spins_down():
    m = mb.Model("plate")
    m.world, m.table = planar.World(g=0.0), planar.Fixed()
    m.lies = planar.FreeMovement(v0=[3.0, -4.0], w0=2.0, friction_r=2.5, friction_phi=0.1)
    m.plate = planar.Body(0.5, 0.05)
    m.join(m.table.b, m.lies.a)
    m.join(m.lies.b, m.plate.a)
    result = m.simulate(2.0, tolerance=1e-9)
    assert result["lies.r"][-1] == pytest.approx([1.5, -2.0], abs=1e-6)  # v²/(2 F/m) = 2.5 m along (3, -4)/5
    assert result["lies.phi"][-1] == pytest.approx(1.0, abs=1e-6)
    assert np.abs(result["lies.v"][-1]).max() < 1e-9


def test_free_movement_in_space_slides_to_rest_along_its_way():
    m = mb.Model("puck")
    m.world, m.table = spatial.World(gravity="none"), spatial.Fixed()
    m.lies = spatial.FreeMovement(v0=[2.0, 1.0, -2.0], friction_r=1.5, friction_phi=0.3, w0=[0.0, 0.0, 1.5])
    m.puck = spatial.Body(0.5, [0.1, 0.1, 0.1])
    m.join(m.table.b, m.lies.a)
    m.join(m.lies.b, m.puck.a)
    result = m.simulate(2.0, tolerance=1e-9)
    assert result["lies.r"][-1] == pytest.approx([1.0, 0.5, -1.0], abs=1e-6)  # 9 / (2 · 3) = 1.5 m
    assert np.abs(result["lies.w"][-1]).max() < 1e-9


def test_a_pendulum_in_a_socket_stays_where_friction_holds_it():
    m = mb.Model("pendulum")
    m.world, m.ceiling = spatial.World(), spatial.Fixed()
    m.socket = spatial.Spherical(friction=1.0, phi0=[0.0, 0.0, 0.15], w0=[0.0, 0.0, 0.0])
    m.bob = spatial.Body(1.0, [1e-3, 1e-3, 1e-3], r_cm=[0.0, -0.5, 0.0])
    m.join(m.ceiling.b, m.socket.a)
    m.join(m.socket.b, m.bob.a)
    result = m.simulate(3.0)
    assert np.ptp(result["socket.Q"], axis=0).max() < 1e-12  # 9.81 · 0.5 · sin 0.15 = 0.73 N m hold
    swung = m.simulate(8.0, parameters={"socket.friction": 0.2}, tolerance=1e-8)
    assert np.diff(swung.energy.dissipated).min() > -1e-9
    assert np.abs(swung["socket.w"][-1]).max() < 1e-8 and swung.energy.relative_residual < 1e-6


def test_two_kinds_of_friction_are_told_apart():
    with pytest.raises(mb.MultibondError, match="friction_r, of its movement"):
        planar.FreeMovement(friction=1.0)
    with pytest.raises(mb.MultibondError, match="static_friction needs friction"):
        m = mb.Model("socket")
        m.world, m.floor, m.socket = spatial.World(), spatial.Fixed(), spatial.Spherical(static_friction=1.0)
        m.simulate(1.0)
