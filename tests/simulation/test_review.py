"""Faults that a hostile reading of the equations and simulation stages found, each with its closed form."""

import numpy as np
import pytest

import multibond as mb
from multibond import planar


def three_cranks(length: float = 0.9) -> mb.Model:
    """Three equal parallel cranks carry one coupler: the third is redundant, and the coupler stays horizontal."""
    model = mb.Model("cranks")
    model.world = planar.World()
    for k in range(3):
        model.add(f"ground{k}", planar.Fixed([float(k), 0.0]))
        model.add(f"hinge{k}", planar.Revolute(**({"phi0": 1.0, "w0": 2.0} if k == 0 else {})))
        model.add(f"crank{k}", planar.Rod([length, 0.0]))
        model.add(f"pin{k}", planar.Revolute())
        model.add(f"weight{k}", planar.Body(0.1, 0.01))
        model.join(model[f"ground{k}"].b, model[f"hinge{k}"].a)
        model.join(model[f"hinge{k}"].b, model[f"crank{k}"].a)
        model.join(model[f"crank{k}"].b, model[f"pin{k}"].a, model[f"weight{k}"].a)
        if k:
            model.start(f"hinge{k}.angle.q", 1.0, fixed=False)
        model.start(f"pin{k}.angle.q", -1.0, fixed=False)
    model.left, model.right, model.body = planar.Rod([1.0, 0.0]), planar.Rod([1.0, 0.0]), planar.Body(1.0, 0.1)
    model.join(model.pin0.b, model.left.a)
    model.join(model.left.b, model.pin1.b, model.right.a, model.body.a)
    model.join(model.right.b, model.pin2.b)
    return model


def test_a_redundant_crank_stays_parallel_and_costs_nothing():
    result = three_cranks().simulate(3.0, tolerance=1e-8)
    assert np.allclose(result["hinge2.phi"], result["hinge0.phi"], atol=1e-9)
    assert result.stats.constraint_residual < 1e-9
    # the same motion as one pendulum: every weight and the body go round with the same radius
    length, mass, inertia = 0.9, 1.3, 3 * 0.01
    phi, w = result["hinge0.phi"], result["hinge0.w"]
    energy = 0.5 * (mass * length**2 + inertia) * w**2 + mass * 9.81 * length * np.sin(phi)
    assert np.allclose(energy, energy[0], rtol=1e-6)


def test_a_redundant_loop_that_other_lengths_would_open_is_refused():
    model = three_cranks()
    model.simulate(0.1)
    with pytest.raises(mb.MultibondError, match="stays open by"):
        model.simulate(0.1, parameters={"crank2.r[0]": 1.2})
