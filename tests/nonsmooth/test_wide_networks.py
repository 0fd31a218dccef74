"""Random networks of vector bonds, transformers, gyrators and nonlinear resistors obey diodes and keep their energy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import multibond as mb

from .wide_networks import wide_network

SLACK = 1e-6  # of the largest effort or flow of the network


def check(model, driven, impulses):
    try:
        result = model.simulate(2.5, tolerance=1e-8, points=101, impulses=impulses)
    except mb.MultibondError as error:
        assert len(str(error)) > 40 and "Traceback" not in str(error)
        return None
    elements = {name: x for name, x in model.children.items() if name[0] == "e" and not isinstance(x, (mb.TF, mb.GY))}
    size = max(1e-9, *(np.max(np.abs(result[f"{name}.{variable}"])) for name in elements for variable in "ef"))
    for name, element in elements.items():
        if isinstance(element, mb.D):
            way = np.atleast_1d(np.asarray(element.given["direction"], float))
            shape = len(result.time), len(way)
            flow, effort = (result[f"{name}.{variable}"].reshape(shape) @ way for variable in "fe")
            assert flow.min() > -SLACK * size and effort.max() < SLACK * size
    stored = result.energy.stored
    assert np.max(np.abs(result.energy.residual)) < 1e-5 * max(stored.max(), 1e-3)
    if not driven:
        assert np.max(np.diff(stored)) < 1e-7 * max(stored.max(), 1e-9)
    return result


@settings(max_examples=8, deadline=None, derandomize=True)
@given(st.integers(0, 10_000), st.booleans(), st.booleans())
def test_wide_networks(seed, driven, impulses):
    check(wide_network(seed, driven), driven, impulses)


@pytest.mark.parametrize(
    ("seed", "driven"),
    [(67, True), (171, True), (369, True), (500, False), (15, True), (362, False), (166, True)],
)
def test_efforts_that_diodes_along_different_ways_hold_at_zero(seed, driven):
    """Diodes between the same nodes, along directions that differ, leave no effort: what is computed is rounding."""
    model = wide_network(seed, driven)
    result = check(model, driven, False)
    assert result is not None
    assert result.stats.events < 40


def test_a_diode_that_shorts_a_charged_capacitor_discharges_it_at_once():
    model = wide_network(113, False)
    result = check(model, False, True)
    assert np.max(np.abs(result["e1.q"])) < 1e-12
