"""Energy of the bank's models that nothing damps or drives, over their own stop times and at all usual tolerances."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb

LOSSLESS = (
    "bicycle", "bicycle_benchmark", "cartesian_pendulum", "crane_crab", "crane_crab_3d", "crane_crab_wrapped",
    "double_pendulum", "double_pendulum_3d", "four_bar", "free_body_planar", "gyroscope", "kinematic_loop",
    "newtons_cradle_soft", "planar_four_bar", "planar_pendulum", "planar_slider_crank", "rolling_marble", "three_body",
)  # fmt: skip


@pytest.mark.parametrize("name", LOSSLESS)
def test_energy_is_conserved_to_a_hundred_times_the_tolerance(name):
    model = mb.load(name)
    for tolerance in (1e-4, 1e-5, 1e-6, 1e-8):
        result = model.simulate(tolerance=tolerance)
        assert result.stats.energy_residual < 100 * tolerance
        assert abs(result.energy.dissipated[-1]) < 1e-12


@pytest.mark.parametrize("sequence", [(2, 3, 1), (1, 2, 3)])
def test_the_gyroscope_keeps_its_energy_with_cardan_angles_too(sequence):
    model = mb.load("gyroscope", quaternions=False, sequence=sequence)
    for tolerance in (1e-4, 1e-6):
        assert model.simulate(tolerance=tolerance).stats.energy_residual < 100 * tolerance


@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-8])
def test_a_rolling_marble_does_not_begin_to_spin(tolerance):
    """Nothing turns it about the vertical, whichever component of its angular velocity is a state at the moment."""
    result = mb.load("rolling_marble").simulate(10.0, tolerance=tolerance, points=2001)
    R, spin = result["marble.motion.R"], result["marble.motion.spin"]
    vertical = np.einsum("ti,ti->t", R[:, :, 1], spin)
    # the components amplify the errors of hundreds of steps; with one of them for the whole run it would be 40,000
    assert np.max(np.abs(vertical)) < 500 * tolerance * np.max(np.abs(spin))
