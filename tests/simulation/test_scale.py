"""The size of a mechanism changes nothing but the unit of its lengths and times: from micrometres to kilometres."""

import math
from functools import cache

import numpy as np
import pytest

from multibond import InitialError
from simulation.scaled_models import NONSMOOTH, SMOOTH, four_bar

SIZES = (1e-6, 1e-3, 0.04, 30.0, 1e3)


@cache
def curves(build, s):
    """Angles [rad] and lengths, these in the unit s, over the run."""
    model, stop, angles, lengths = build(s)
    result = model.simulate(stop * math.sqrt(s), tolerance=1e-8, points=21)
    assert not result.stats.doubts
    return np.array([*(result[name] for name in angles), *(result[name] / s for name in lengths)])


@pytest.mark.parametrize("s", SIZES)
@pytest.mark.parametrize("build", [*SMOOTH, *NONSMOOTH], ids=lambda build: build.__name__)
def test_mechanisms_of_every_size_move_alike(build, s):
    reference = curves(build, 1.0)
    assert np.ptp(reference) > 0.05  # it moves
    np.testing.assert_allclose(curves(build, s), reference, atol=1e-6)


@pytest.mark.parametrize("s", (1e-6, 1.0, 1e3))
def test_a_loop_that_is_open_is_refused_at_every_size(s):
    model, *_ = four_bar(s, rocker=9.0)
    with pytest.raises(InitialError, match="cannot be closed"):
        model.simulate(1.0)


@pytest.mark.parametrize("s", (1e-6, 1.0, 1e3))
def test_a_flat_four_bar_is_refused_at_every_size(s):
    model, *_ = four_bar(s, rocker=1.0, angles=(0.0, 0.0, 0.0, 0.0))
    with pytest.raises(InitialError, match="singular position"):
        model.simulate(1.0)
