"""Mobility, over-constraints and the exchange of joints: known mechanisms; every proposal is built and analysed
again."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond import absolute, planar, spatial
from multibond.analysis.mobility import graph_mobility, mobility
from multibond.equations.formulation import formulation
from spatial.overconstrained import MECHANISMS, X, Y, Z, loop


@pytest.mark.parametrize("name", MECHANISMS)
def test_over_constraints_are_counted_and_the_proposal_makes_it_isostatic(name):
    plan = MECHANISMS[name]()
    found = mobility(plan.build())
    assert (found.mobility, found.generic, found.overconstraints) == (
        plan.mobility,
        plan.mobility,
        plan.overconstraints,
    )
    assert sum(r.overconstraints for r in found.redundancies) == plan.overconstraints
    proposed = {e.joint: (e.kind, e.parameters) for r in found.redundancies for e in r.exchanges}
    assert proposed
    after = mobility(plan.build(proposed))
    assert (after.mobility, after.generic, after.overconstraints) == (plan.mobility, plan.mobility, 0)


def slider_crank(second: str, third: str) -> mb.Model:
    exchanged = {"Universal": {"axis_a": Z, "axis_b": Y}, "Spherical": {}}
    points = [(0, 0, 0), (0.1, 0.17320508, 0), (1.08488578, 0, 0), (1.08488578, 0, 0)]
    plan = loop("RRRP", points, [Z, Z, Z, X])
    kinds = {"joint2": second, "joint3": third}
    return plan.build({k: (v, exchanged[v]) for k, v in kinds.items() if v in exchanged})


def test_the_hyperstatic_slider_crank_has_the_numbers_of_the_literature():
    found = mobility(slider_crank("Revolute", "Revolute"))
    assert (found.coordinates, found.constraints, found.gruebler) == (18, 20, -2)
    assert (found.mobility, found.overconstraints) == (1, 3)
    assert [(s.before, s.constraints, s.after) for s in found.stages] == [(6, 5, 1), (6, 5, 1), (6, 5, 1), (3, 5, -2)]
    assert found.stages[-1].redundant == 3
    (group,) = found.redundancies
    assert set(group.undetermined) == {"joint1", "joint2", "joint3", "joint4"}
    for ways in group.undetermined.values():
        assert set(ways) == {"force along z", "torque about x", "torque about y"}


def test_the_isostatic_slider_crank_has_none():
    found = mobility(slider_crank("Universal", "Spherical"))
    assert (found.coordinates, found.constraints, found.mobility, found.overconstraints) == (18, 17, 1, 0)
    assert [(s.before, s.constraints, s.after) for s in found.stages] == [(6, 5, 1), (6, 4, 2), (6, 3, 3), (6, 5, 1)]
    assert found.redundancies == ()


@pytest.mark.parametrize(("name", "wanted"), [("centrifugal_governor", (2, 6)), ("four_bar", (1, 0)),
                                              ("planar_four_bar", (1, 0)), ("bicycle", (3, 0))])  # fmt: skip
def test_models_of_the_bank(name, wanted):
    found = mobility(mb.load(name))
    assert (found.mobility, found.overconstraints) == wanted
    assert found.generic == found.mobility


def test_only_joints_on_the_loop_are_named():
    found = mobility(mb.load("centrifugal_governor"))
    assert all("shaft" not in group.undetermined for group in found.redundancies)


def test_a_rod_between_two_walls_is_named():
    m = mb.Model("beam")
    m.world, m.left, m.right = spatial.World(), spatial.Fixed(), spatial.Fixed([2.0, 0.0, 0.0])
    m.first, m.body, m.second = spatial.Rod([1.0, 0.0, 0.0]), spatial.Body(1.0), spatial.Rod([1.0, 0.0, 0.0])
    m.join(m.left.b, m.first.a)
    m.join(m.first.b, m.body.a, m.second.a)
    m.join(m.second.b, m.right.b)
    found = mobility(m)
    assert (found.mobility, found.overconstraints, found.bodies) == (0, 6, 0)
    assert set(found.redundancies[0].undetermined) == {"second"}


def test_a_singular_position_is_told_from_what_holds_beside_it():
    """A parallelogram stretched flat can go on as an antiparallelogram: there it has two mobilities."""
    m = mb.Model("flat")
    m.world, m.ground, m.far = planar.World(gravity="none"), planar.Fixed(), planar.Fixed([2.0, 0.0])
    m.left, m.right = planar.Revolute(phi0=1e-12), planar.Revolute()
    m.a, m.b = planar.Revolute(), planar.Revolute()
    m.crank, m.bar, m.rocker = planar.Rod([1.0, 0.0]), planar.Rod([2.0, 0.0]), planar.Rod([1.0, 0.0])
    m.body, m.mass = planar.Body(1.0, 0.1), planar.Body(1.0, 0.1)
    m.join(m.ground.b, m.left.a)
    m.join(m.left.b, m.crank.a)
    m.join(m.crank.b, m.a.a, m.body.a)
    m.join(m.a.b, m.bar.a)
    m.join(m.bar.b, m.b.a, m.mass.a)
    m.join(m.b.b, m.rocker.b)
    m.join(m.rocker.a, m.right.b)
    m.join(m.right.a, m.far.b)
    try:
        found = mobility(m)
    except mb.MultibondError:
        pytest.skip("the start is refused as singular")
    assert found.mobility >= found.generic == 1


@pytest.mark.parametrize(("name", "wanted"), [("planar_pendulum", 1), ("quarter_car", 2), ("modin_three_mass", 3)])
def test_graphs_without_frames(name, wanted):
    assert graph_mobility(formulation(mb.load(name)).system()) == wanted


def test_gears_between_drives_are_constraints():
    """Two hinges whose drives a transformer couples turn together."""
    m = mb.Model("geared")
    m.world, m.ground = spatial.World(gravity="none"), spatial.Fixed()
    m.first, m.second, m.gear = spatial.Revolute(actuated=True), spatial.Revolute(actuated=True), mb.TF(3.0)
    m.one, m.two = spatial.Body(1.0, [1.0] * 3), spatial.Body(1.0, [1.0] * 3)
    m.join(m.ground.b, m.first.a, m.second.a)
    m.join(m.first.b, m.one.a)
    m.join(m.second.b, m.two.a)
    m.first.drive >> m.gear >> m.second.drive
    found = mobility(m)
    assert (found.coordinates, found.constraints, found.mobility, found.overconstraints) == (12, 11, 1, 0)


def test_analyse_tells_it():
    found = MECHANISMS["slider crank"]().build().analyse()
    assert found["degrees_of_freedom"] == found["mobility"]["mobility"] == 1
    assert found["mobility"]["overconstraints"] == 3 and len(found["mobility"]["stages"]) == 4
    assert len(found["redundancy"]) == 1 and "to make it isostatic" in found["redundancy"][0]
    text = str(found)
    assert "18 coordinates of 3 parts, 20 constraints (Grübler -2), 3 over-constraints" in text
    assert np.all([word in text for word in ("stage", "joint4", "Prismatic")])


def test_an_actuated_joint_stays_what_it_is():
    plan = MECHANISMS["four-bar"]()
    model = plan.build()
    assert "joint1" in {e.joint for r in mobility(model).redundancies for e in r.exchanges}
    driven = mb.Model("driven")
    driven.world, driven.ground, driven.motor = spatial.World(), spatial.Fixed(), mb.Sf(1.0)
    driven.hinge1 = spatial.Revolute(phi0=0.0, actuated=True)
    driven.hinge2, driven.hinge3, driven.hinge4 = spatial.Revolute(), spatial.Revolute(), spatial.Revolute()
    driven.crank, driven.coupler = spatial.Rod([0.3, 0.4, 0.0]), spatial.Rod([1.0, 0.4, 0.0])
    driven.rocker, driven.base = spatial.Rod([0.1, -0.8, 0.0]), spatial.Rod([1.4, 0.0, 0.0])
    driven.body = spatial.Body(1.0)
    driven.join(driven.ground.b, driven.hinge1.a, driven.base.a)
    driven.join(driven.hinge1.b, driven.crank.a)
    driven.join(driven.crank.b, driven.hinge2.a)
    driven.join(driven.hinge2.b, driven.coupler.a, driven.body.a)
    driven.join(driven.coupler.b, driven.hinge3.a)
    driven.join(driven.hinge3.b, driven.rocker.a)
    driven.join(driven.rocker.b, driven.hinge4.a)
    driven.join(driven.hinge4.b, driven.base.b)
    driven.motor >> driven.hinge1.drive
    found = mobility(driven)
    assert (found.mobility, found.overconstraints) == (1, 3)
    assert "hinge1" not in {e.joint for r in found.redundancies for e in r.exchanges}


@pytest.mark.parametrize(("name", "wanted"), [("boudon_slider_crank", (18, 17, 1, 0)),
                                              ("boudon_slider_crank_hyperstatic", (18, 20, 1, 3)),
                                              ("boudon_pendulum", (6, 5, 1, 0))])  # fmt: skip
def test_joints_in_absolute_coordinates_count_the_same(name, wanted):
    found = mobility(mb.load(name))
    assert (found.coordinates, found.constraints, found.mobility, found.overconstraints) == wanted
    kinds = {e.kind for group in found.redundancies for e in group.exchanges}
    assert bool(kinds) == bool(wanted[3]) and all(hasattr(absolute, kind) for kind in kinds)
