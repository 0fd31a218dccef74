"""Random multi-bond graphs with vector and with scalar bonds: the same motion, causality and eigenvalues."""

import numpy as np
from hypothesis import given, settings

from graphs import random_model, seeds
from multibond.graph.flat import graph_of
from multibond.transform import simplify, to_scalar


@settings(max_examples=10, derandomize=True, deadline=None)
@given(seeds())
def test_simplified_graphs_have_the_same_eigenvalues(seed):
    model = random_model(seed, junctions=5)
    scalar = to_scalar(model)
    simple = simplify(scalar)
    assert len(simple.bonds) <= len(scalar.bonds)
    expected, found = (np.atleast_1d(np.poly(m.linearize().eigenvalues)) for m in (model, simple))
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9 * np.max(np.abs(expected)))


@settings(max_examples=20, derandomize=True, deadline=None)
@given(seeds())
def test_random_graphs_have_the_same_motion_causality_and_eigenvalues(seed):
    model = random_model(seed)
    scalar = to_scalar(model)
    assert all(bond.n == 1 for bond in graph_of(scalar).bonds)
    one, other = model.causality(), scalar.causality()
    assert (len(one.integral), len(one.derivative)) == (len(other.integral), len(other.derivative))
    expected, found = (np.poly(m.linearize().eigenvalues) for m in (model, scalar))
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9 * np.max(np.abs(expected)))
    runs = [m.simulate(0.5, points=6, tolerance=1e-10) for m in (model, scalar)]
    for path, flat in graph_of(model).elements.items():
        if flat.element.role == "storage":
            name = f"{path}.{'q' if 'q' in flat.element.declarations else 'p'}"
            values = runs[0][name]
            np.testing.assert_allclose(runs[1][name], values, rtol=0, atol=1e-8 * (1 + np.max(np.abs(values))))
