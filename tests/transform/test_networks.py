"""Networks of scalar two-ports: their sums are said without variables for the terms."""

import numpy as np

import multibond as mb
from multibond import GY, J0, J1, TF, C, I
from multibond.equations.formulation import formulation
from multibond.transform import to_scalar


def by_hand(ratio="2.0"):
    """Two masses that move one spring, through transformers that meet at a 0-junction."""
    model = mb.Model("by_hand")
    model.a, model.b, model.sum, model.spring = J1(), J1(), J0(), C(0.5)
    model.m1, model.m2, model.t1, model.t2 = I(1.0, f0=1.0), I(2.0), TF(ratio), TF(3.0)
    model.a >> [model.m1, model.t1]
    model.b >> [model.m2, model.t2]
    model.t1 >> model.sum
    model.t2 >> model.sum >> model.spring
    return model


def with_a_matrix():
    model = mb.Model("matrix")
    model.node, model.m = J1(n=2), I([1.0, 2.0], n=2, f0=[1.0, 0.0])
    model.t, model.spring = TF([[2.0, 3.0]], na=2, nb=1), C(0.5)
    model.node >> model.m
    model.node >> model.t >> model.spring
    return model


def test_terms_of_a_sum_have_no_variables():
    matrix = with_a_matrix()
    scalar = to_scalar(matrix)
    one, other = (m.simulate(1.0, points=5, tolerance=1e-10) for m in (matrix, by_hand()))
    np.testing.assert_allclose(other["spring.q"], one["spring.q"], rtol=0, atol=1e-9)
    np.testing.assert_allclose(other["t2.b.f"], 3.0 * other["m2.f"], rtol=1e-12)
    np.testing.assert_allclose(other["t1.a.e"], 2.0 * other["spring.e"], rtol=1e-12)
    counts = [len(formulation(m).system().equations) for m in (matrix, scalar)]
    assert counts[1] <= counts[0] + 4  # more junctions, but nothing for the terms
    A, B = (m.state_space().A for m in (matrix, by_hand()))
    np.testing.assert_allclose(np.poly(np.array(B, float)), np.poly(np.array(A, float)), atol=1e-12)


def test_what_modulates_by_its_name_keeps_its_variable():
    model = by_hand("2.0 + 0.1*t2.b.f")
    run = model.simulate(1.0, points=5, tolerance=1e-9)
    np.testing.assert_allclose(run["t1.b.f"], (2.0 + 0.1 * run["t2.b.f"]) * run["m1.f"], rtol=1e-9, atol=1e-12)
    assert run.stats.energy_residual < 1e-6


def test_rings_of_gyrators():
    model = mb.Model("ring")
    model.a, model.b, model.m1, model.m2 = J1(), J1(), I(1.0, f0=1.0), I(2.0)
    model.g1, model.g2 = GY(1.5), GY("0.5*m1.f")
    model.a >> [model.m1, model.g1]
    model.g1 >> model.b >> [model.m2, model.g2]
    model.g2 >> model.a
    run = model.simulate(2.0, points=5, tolerance=1e-9)
    energy = 0.5 * run["m1.f"] ** 2 + run["m2.f"] ** 2
    np.testing.assert_allclose(energy, 0.5, rtol=1e-7)
