"""Over-constrained loops: found, named, and made isostatic by the joints that the analysis proposes."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond import spatial
from multibond.analysis.mobility import mobility
from multibond.simulation import engine
from spatial.parts import momentum

SKEW = np.array([1.0, 2.0, -0.5]) / np.linalg.norm([1.0, 2.0, -0.5])


def four_bar(axis, exchanged=None):
    """A planar four-bar about `axis` in space; `exchanged` replaces hinges by other joints."""
    axis = np.asarray(axis, dtype=float)
    first = np.cross(axis, [0.3, -1.0, 0.7])
    first /= np.linalg.norm(first)
    second = np.cross(axis, first)

    def vector(a, b):
        return [float(x) for x in a * first + b * second]

    direction = [float(x) for x in axis]
    kinds = {
        "spherical": lambda: spatial.Spherical(quaternions=False),
        "cylindrical": lambda: spatial.Cylindrical(direction),
    }
    m = mb.Model("four_bar")
    m.world, m.ground = spatial.World(), spatial.Fixed()
    m.hinge1 = spatial.Revolute(direction, phi0=0.0, w0=4.0)
    for k in (2, 3, 4):
        kind = (exchanged or {}).get(f"hinge{k}")
        m.add(f"hinge{k}", kinds[kind]() if kind else spatial.Revolute(direction))
    m.crank, m.coupler = spatial.Rod(vector(0.3, 0.0)), spatial.Rod(vector(1.0, 0.4))
    m.rocker, m.base = spatial.Rod(vector(0.0, -0.7)), spatial.Rod(vector(1.3, -0.3))
    m.body1, m.body2 = spatial.Body(1.0, [0.01] * 3), spatial.Body(1.0, [0.01] * 3)
    m.join(m.ground.b, m.hinge1.a, m.base.a)
    m.join(m.hinge1.b, m.crank.a)
    m.join(m.crank.b, m.hinge2.a, m.body1.a)
    m.join(m.hinge2.b, m.coupler.a)
    m.join(m.coupler.b, m.hinge3.a, m.body2.a)
    m.join(m.hinge3.b, m.rocker.a)
    m.join(m.rocker.b, m.hinge4.a)
    m.join(m.hinge4.b, m.base.b)
    return m


def redundant(model):
    made = engine(model)
    return made.graph, made.machine(made.system()).compiled.aliased.redundant


@pytest.mark.parametrize("axis", [(0.0, 0.0, 1.0), SKEW])
def test_a_planar_loop_in_space_forbids_three_directions_twice(axis):
    _, found = redundant(four_bar(axis))
    assert len(found) == 3
    (group,) = mobility(four_bar(axis)).redundancies
    assert group.overconstraints == 3 and set(group.undetermined) == {f"hinge{k}" for k in (1, 2, 3, 4)}


def test_joints_that_free_the_right_directions_make_it_isostatic():
    isostatic = four_bar(SKEW, {"hinge3": "spherical", "hinge4": "cylindrical"})
    assert redundant(isostatic)[1] == () and mobility(isostatic).overconstraints == 0
    result, twin = (model.simulate(2.0, tolerance=1e-8) for model in (isostatic, four_bar(SKEW)))
    assert result["hinge1.phi"] == pytest.approx(twin["hinge1.phi"], abs=1e-5)


def test_a_loop_on_a_tumbling_body_keeps_its_momenta():
    m = mb.Model("tumbling")
    m.world, m.frame = spatial.World(gravity="none"), spatial.Body(20.0, [4.0, 5.0, 6.0], w0=[2.0, 3.0, 1.0])
    m.hinge1 = spatial.Revolute(phi0=0.0, w0=4.0)
    for k in (2, 3, 4):
        m.add(f"hinge{k}", spatial.Revolute())
    m.crank, m.coupler = spatial.Rod([0.3, 0.0, 0.0]), spatial.Rod([1.0, 0.4, 0.0])
    m.rocker, m.base = spatial.Rod([0.0, -0.7, 0.0]), spatial.Rod([1.3, -0.3, 0.0])
    m.body1, m.body2 = spatial.Body(1.0, [0.01] * 3), spatial.Body(1.0, [0.01] * 3)
    m.join(m.frame.a, m.hinge1.a, m.base.a)
    m.join(m.hinge1.b, m.crank.a)
    m.join(m.crank.b, m.hinge2.a, m.body1.a)
    m.join(m.hinge2.b, m.coupler.a)
    m.join(m.coupler.b, m.hinge3.a, m.body2.a)
    m.join(m.hinge3.b, m.rocker.a)
    m.join(m.rocker.b, m.hinge4.a)
    m.join(m.hinge4.b, m.base.b)
    # the loop moves with the body that carries it, and closes by itself in three directions of that body
    graph, found = redundant(m)
    assert [join.carriers for join in graph.joins if join.cuts] == [("base.a",)]  # joined to the frame
    assert len(found) == 3
    result = m.simulate(10.0, tolerance=1e-10)
    for moment in momentum(result, "frame", "body1", "body2"):
        assert np.max(np.abs(moment - moment[0])) < 1e-7 * np.max(np.abs(moment))
    assert result.stats.energy_residual < 1e-9 and result.stats.constraint_residual < 1e-12
