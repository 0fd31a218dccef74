"""Random networks: energy never comes from nowhere, no diode lets flow pass backwards; what does not run says why."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import multibond as mb

from .random_networks import network

SLACK = 1e-6


@settings(max_examples=20, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.booleans(), st.booleans())
def test_networks_of_ideal_switches_and_diodes(seed, driven, impulses):
    model = network(seed, driven)
    try:
        result = model.simulate(2.5, tolerance=1e-8, points=101, impulses=impulses)
    except mb.MultibondError as error:
        assert len(str(error)) > 40 and "Traceback" not in str(error)
        return
    obeys(model, result, driven)


def obeys(model, result, driven):
    """Hold a result against the laws of its diodes and the balance of energy."""
    for name, element in model.children.items():
        if isinstance(element, mb.D):
            sign = element.given["direction"]
            flow, effort = sign * result[f"{name}.f"], sign * result[f"{name}.e"]
            size = max(np.abs(flow).max(), np.abs(effort).max(), 1e-9)
            assert flow.min() > -SLACK * size and effort.max() < SLACK * size
            assert np.abs(flow * effort).max() < SLACK * size**2
    stored = result.energy.stored
    assert np.abs(result.energy.residual).max() < 1e-5 * max(stored.max(), 1e-3)
    if not driven:
        assert np.diff(stored).max() < 1e-7 * max(stored.max(), 1e-9)


@pytest.mark.parametrize("seed", [0, 4, 6, 10, 13, 26, 28])
def test_currents_that_may_take_several_ways(seed):
    """Parallel and antiparallel diodes, and diodes beside closed switches: found among random networks."""
    model = network(seed, True)
    result = model.simulate(2.5, tolerance=1e-8, points=101)
    assert result.run.pieces[0].machine.has_pairs
    assert result.energy.relative_residual < 1e-6


@pytest.mark.parametrize(
    ("seed", "driven", "impulses"),
    [(15, False, True), (419, True, False), (752, True, True)]  # antiparallel diodes beside a capacitor
    + [(305, False, True), (599, True, False), (601, False, True), (707, False, True)],  # that leave nodes all but open
)
def test_crossings_that_are_small_beside_the_rounding_of_stores(seed, driven, impulses):
    """Diodes that begin or end to conduct where the charge of a capacitor is rounding, or a potential nearly floats."""
    model = network(seed, driven)
    obeys(model, model.simulate(2.5, tolerance=1e-8, points=101, impulses=impulses), driven)
