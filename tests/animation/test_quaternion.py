"""Quaternions of rotation matrices: exact on known turns, unit, continuous in time."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.transform import Rotation

from multibond.picture.animation.quaternion import continuous, quaternions


@pytest.mark.parametrize("axis", range(3))
@pytest.mark.parametrize("angle", [0.0, 0.3, np.pi / 2, np.pi - 1e-7, np.pi, 3.0])
def test_turns_about_the_axes(axis, angle):
    vector = np.zeros(3)
    vector[axis] = angle
    q = quaternions(Rotation.from_rotvec(vector).as_matrix())
    expected = np.array([np.cos(angle / 2), 0.0, 0.0, 0.0])
    expected[1 + axis] = np.sin(angle / 2)
    assert min(np.abs(q - expected).max(), np.abs(q + expected).max()) < 1e-12


@given(st.lists(st.floats(-4, 4), min_size=3, max_size=3))
def test_any_turn_is_recovered(vector):
    matrix = Rotation.from_rotvec(vector).as_matrix()
    w, x, y, z = quaternions(matrix)
    assert w * w + x * x + y * y + z * z == pytest.approx(1.0, abs=1e-14)
    assert Rotation.from_quat([x, y, z, w]).as_matrix() == pytest.approx(matrix, abs=1e-12)


def test_a_matrix_with_small_errors_gives_a_unit_quaternion():
    matrix = Rotation.from_rotvec([0.4, -1.0, 0.2]).as_matrix() * 1.001
    assert np.linalg.norm(quaternions(matrix)) == pytest.approx(1.0, abs=1e-14)


def test_signs_are_continuous_over_several_turns():
    angle = np.linspace(0.0, 30.0, 1000)
    matrices = Rotation.from_rotvec(angle[:, None] * np.array([0.0, 0.6, 0.8])).as_matrix()
    q = continuous(quaternions(matrices))
    assert np.abs(np.diff(q, axis=0)).max() < 0.02
    assert np.abs(q[:, 0] - np.cos(angle / 2)).max() < 1e-12


def test_a_hole_in_the_numbers_stays_a_hole():
    q = np.array([[1.0, 0, 0, 0], [np.nan] * 4, [-1.0, 0, 0, 0], [1.0, 0, 0, 0]])
    done = continuous(q)
    assert np.isnan(done[1]).all()
    assert done[2] @ done[3] > 0
