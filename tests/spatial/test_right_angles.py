"""Rods turned by right angles: the cosine of the angle is zero, which the equations must not divide by."""

from __future__ import annotations

import math

import numpy as np
import pytest

import multibond as mb
from multibond import absolute, spatial

TURN = -math.pi / 2


def chain(phi: float, axis: list[int], rod: list[int], second: list[int], first: list[int] | None = None) -> mb.Model:
    """Two hinges, a rigid turn, and a rod with a ball behind them."""
    m = mb.Model("chain")
    m.world, m.ground = spatial.World(), spatial.Fixed()
    m.first, m.second = spatial.Revolute(first or [0, 0, 1]), spatial.Revolute(second)
    m.turn, m.rod, m.ball = spatial.FixedRotation(axis, phi), spatial.Rod(rod), spatial.Body(1.0, [0.02, 0.02, 0.02])
    parts = ["ground", "first", "second", "turn", "rod", "ball"]
    for inner, outer in zip(parts, parts[1:], strict=False):
        m.join(m[inner].b, m[outer].a)
    m.output("place", "ball.x")
    return m


def straight(axis: list[int], rod: list[int], second: list[int], phi: float = TURN, **more: list[int]) -> mb.Model:
    """The same with the rod turned by hand, in whole numbers for right angles."""
    n, r = np.array(axis, dtype=float), np.array(rod, dtype=float)
    turned = n * (n @ r) + (r - n * (n @ r)) * math.cos(phi) + np.cross(n, r) * math.sin(phi)
    return chain(0.0, axis, np.round(turned, 9).tolist(), second, **more)


CASES = [
    ([0, 0, 1], [1, 0, 0], [1, 0, 0]),
    ([0, 0, 1], [0, 0, 1], [1, 0, 0]),
    ([0, 1, 0], [1, 0, 0], [1, 0, 0]),
    ([1, 0, 0], [0, 1, 0], [0, 1, 0]),
    ([0, 1, 0], [0, 0, 1], [0, 1, 0]),
]


@pytest.mark.parametrize(("axis", "rod", "second"), CASES)
def test_a_right_angle_moves_as_the_rod_turned_by_hand(axis, rod, second):
    found = chain(TURN, axis, rod, second).simulate(1.0, tolerance=1e-8)
    expected = straight(axis, rod, second).simulate(1.0, tolerance=1e-8)
    assert found["place"] == pytest.approx(expected["place"], abs=1e-5)
    assert found.stats.steps < 3 * expected.stats.steps + 20


@pytest.mark.parametrize(("axis", "rod", "second"), CASES)
def test_a_right_angle_among_the_parameters_of_a_run(axis, rod, second):
    m = chain(0.3, axis, rod, second)
    expected = straight(axis, rod, second).simulate(1.0, tolerance=1e-8)["place"]
    m.simulate(1.0)
    found = m.simulate(1.0, parameters={"turn.phi": TURN}, tolerance=1e-8)
    assert found["place"] == pytest.approx(expected, abs=1e-5)
    ends = m.sweep({"turn.phi": [0.3, TURN, 0.5]}, 1.0, tolerance=1e-8).final["place"]
    assert ends[1] == pytest.approx(expected[-1], abs=1e-5)
    assert ends[0] == pytest.approx(m.simulate(1.0, tolerance=1e-8)["place"][-1], abs=1e-5)


def test_a_right_angle_that_the_parameters_turn_away_from():
    m = chain(TURN, [0, 0, 1], [0, 0, 1], [1, 0, 0])
    other = chain(0.4, [0, 0, 1], [0, 0, 1], [1, 0, 0]).simulate(1.0, tolerance=1e-8)
    found = m.simulate(1.0, parameters={"turn.phi": 0.4}, tolerance=1e-8)
    assert found["place"] == pytest.approx(other["place"], abs=1e-5)


def test_eigenvalues_at_a_right_angle_among_the_parameters():
    """A ball that hangs below two crossed hinges: ω² = g m l / (J + m l²) about either."""
    m = chain(0.3, [0, 0, 1], [1, 0, 0], [1, 0, 0])
    system = m.linearize(parameters={"turn.phi": TURN}, outputs=["place"])
    expected = math.sqrt(9.81 / 1.02)
    found = np.sort(np.abs(np.linalg.eigvals(system.A).imag))
    assert found == pytest.approx(np.full(4, expected), rel=1e-6)


def test_hinges_that_a_right_angle_puts_into_one_line_are_refused():
    m = mb.Model("line")
    m.world, m.ground = spatial.World(), spatial.Fixed()
    m.first, m.turn, m.second = (
        spatial.Revolute([0, 0, 1]),
        spatial.FixedRotation([1, 0, 0], TURN),
        spatial.Revolute([0, 1, 0]),
    )
    m.rod, m.ball = spatial.Rod([1, 0, 0]), spatial.Body(1.0, [0.02, 0.02, 0.02])
    parts = ["ground", "first", "turn", "second", "rod", "ball"]
    for inner, outer in zip(parts, parts[1:], strict=False):
        m.join(m[inner].b, m[outer].a)
    with pytest.raises(mb.StructureError, match=r"singular.*cos\(turn\.phi\) = 0.*change these values"):
        m.simulate(1.0)
    assert m.simulate(1.0, parameters={"turn.phi": TURN + 0.3}).stats.energy_residual < 1e-4


@pytest.mark.parametrize("angle", [np.pi / 2, 1.56, 1.0])
@pytest.mark.parametrize("library", [spatial, absolute])
def test_a_free_body_by_angles_moves_as_one_by_a_quaternion(library, angle):
    """Where two of the axes of its angles fall together too: its states are the angular velocities of the body."""
    results = []
    for quaternions in (True, False):
        m = mb.Model("thrown")
        m.world = spatial.World(gravity="none")
        m.body = library.Body(1.0, [0.1, 0.2, 0.3], phi0=[0, angle, 0], w0=[0.5, 3, 1], quaternions=quaternions)
        results.append(m.simulate(2.0, tolerance=1e-9, points=41))
    one, other = results
    assert not one.stats.doubts and not other.stats.doubts
    assert other["body.w"][0] == pytest.approx([0.5, 3, 1], abs=1e-12)
    assert np.abs(other["body.w"] - one["body.w"]).max() < 1e-6
    assert np.abs(other["body.a.R"] - one["body.a.R"]).max() < 1e-6
