"""Energy of the bank's models that nothing damps or drives, over their own stop times and at all usual tolerances."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from spatial.parts import momentum

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


def kept(quantity: np.ndarray, terms: np.ndarray) -> float:
    """How far a conserved quantity goes from its start, beside the largest of the terms that make it up."""
    return float(np.max(np.abs(quantity - quantity[:1])) / np.max(np.abs(terms)))


@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-8])
def test_three_bodies_keep_momentum_and_angular_momentum(tolerance):
    result = mb.load("three_body").simulate(tolerance=tolerance)
    names = ("body1", "body2", "body3")
    single = [momentum(result, name) for name in names]
    for total, parts in zip(momentum(result, *names), zip(*single, strict=True), strict=True):
        assert kept(total, np.array(parts)) < 100 * tolerance


@pytest.mark.parametrize("orientation", [{}, {"quaternions": False}, {"quaternions": False, "sequence": (1, 2, 3)}])
@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-8])
def test_the_gyroscope_keeps_its_angular_momentum_about_the_vertical_and_about_its_rod(orientation, tolerance):
    """Gravity pulls along the vertical, and through the axis of the rotor: it has no torque about either."""
    result = mb.load("gyroscope", **orientation).simulate(tolerance=tolerance)
    _, angular = momentum(result, "rotor")
    about_the_rod = result["rotor.inertia.p"][:, 0]
    assert kept(angular[:, 1], angular) < 100 * tolerance
    assert kept(about_the_rod, about_the_rod) < 100 * tolerance


@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-8])
@pytest.mark.parametrize(("name", "masses"), [
    ("crane_crab", ("crab_mass.p", "load_mass.p")), ("crane_crab_wrapped", ("crab.inertia.p", "load.inertia.p")),
    ("crane_crab_3d", ("crab.mass.p", "load.mass.p")),
])  # fmt: skip
def test_a_crane_crab_keeps_its_momentum_along_the_rail(name, masses, tolerance):
    result = mb.load(name).simulate(tolerance=tolerance)
    along = np.array([result[p][:, 0] for p in masses])
    assert kept(along.sum(axis=0), along) < 100 * tolerance


@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-8])
def test_the_marble_keeps_its_angular_momentum_about_the_point_where_the_spring_is_held(tolerance):
    """Rolling adds I/r² to the mass; the spring pulls towards the point, so that m (x × v) stays."""
    result = mb.load("rolling_marble").simulate(tolerance=tolerance)
    x, p = result["marble.a.x"], result["marble.mass.p"]
    terms = np.array([x[:, 2] * p[:, 0], -x[:, 0] * p[:, 2]])
    assert kept(terms.sum(axis=0), terms) < 100 * tolerance
