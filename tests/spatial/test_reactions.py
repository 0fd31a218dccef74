"""Reactions that redundancy leaves undetermined: of least norm, marked, and the same however the model is written."""

from __future__ import annotations

import itertools
import pickle
from random import Random

import numpy as np
import pytest

import multibond as mb
from multibond import planar, spatial
from multibond.analysis.mobility import mobility
from spatial.overconstrained import MECHANISMS


def parallelogram(order=range(10), cut=None) -> mb.Model:
    """A parallelogram in the x–y plane, loaded out of it on its coupler; `order` is that of its joins."""
    m = mb.Model("parallelogram")
    m.world, m.ground = spatial.World(gravity="none"), spatial.Fixed()
    m.h1, m.h2, m.h3, m.h4 = spatial.Revolute(phi0=0.3, w0=1.0), *(spatial.Revolute() for _ in range(3))
    m.crank, m.bar, m.rocker = spatial.Rod([0, 1.0, 0]), spatial.Rod([2.0, 0, 0]), spatial.Rod([0, 1.0, 0])
    m.base, m.half = spatial.Rod([2.0, 0, 0]), spatial.Rod([0.5, 0, 0])
    m.body, m.load, m.cut = spatial.Body(2.0, [0.1] * 3), spatial.WorldForce([0.0, 0.0, 10.0]), spatial.CutSensor()
    joins = [
        (m.ground.b, m.h1.a, m.base.a), (m.h1.b, m.crank.a), (m.crank.b, m.h2.a), (m.h2.b, m.cut.a),
        (m.cut.b, m.bar.a, m.half.a), (m.half.b, m.body.a, m.load.b), (m.bar.b, m.h3.a), (m.h3.b, m.rocker.b),
        (m.rocker.a, m.h4.b), (m.h4.a, m.base.b),
    ]  # fmt: skip
    for k in order:
        m.join(*joins[k])
    return m


ORDERS = [list(range(10)), list(range(9, -1, -1)), [5, 4, 3, 2, 1, 0, 9, 8, 7, 6], Random(4).sample(range(10), 10)]
NAMES = ["h1.force", "h1.torque", "h2.force", "h3.torque", "h4.force", "cut.force", "cut.torque", "bar.a.inside_t.e"]


@pytest.fixture(scope="module")
def runs() -> list[mb.Result]:
    return [parallelogram(order).simulate(0.5, points=3, tolerance=1e-9) for order in ORDERS]


def test_reactions_do_not_depend_on_the_order_of_writing(runs):
    for one, other in itertools.pairwise(runs):
        for name in NAMES:
            assert one[name] == pytest.approx(other[name], abs=1e-6), name


def test_they_balance_the_load_and_are_shared(runs):
    run = runs[0]
    assert run["h1.force"][:, 2] + run["h4.force"][:, 2] == pytest.approx(-10.0)  # h4 points to the rocker, as h1 does
    assert np.all(run["h1.force"][:, 2] < -1.0) and np.all(run["h4.force"][:, 2] < -1.0)
    assert run["cut.force"] == pytest.approx(run["h2.force"])


def test_they_have_the_least_norm(runs):
    """With any self-stress added, found by the analysis of mobility, the sum of squares grows."""
    from multibond.analysis.kinematics import coefficients, parts_of
    from multibond.analysis.mechanism import mechanism

    run = runs[0]
    system = run.system
    parts = parts_of(system)
    needed = coefficients(parts)
    values = dict(zip(needed, run.values(needed)[-1], strict=True))
    found = mechanism(system.graph, parts, values)
    assert found.overconstraints == 3
    names = [joint.path for joint in found.joints]
    assert sorted(names) == ["h1", "h2", "h3", "h4"]
    stress = np.vstack([found.wrenches(k) for k in range(4)])
    reactions = np.concatenate([np.r_[run[f"{name}.force"][-1], run[f"{name}.torque"][-1]] for name in names])
    assert stress.T @ reactions == pytest.approx(0.0, abs=1e-6)


def test_what_is_undetermined_is_marked(runs):
    run = runs[0]
    assert run.undetermined("h1.force").tolist() == [False, False, True]
    assert run.undetermined("h1.torque").tolist() == [True, True, False]
    assert run.undetermined("cut.force").tolist() == [False, False, True]
    assert not run.undetermined("body.x").any() and not run.undetermined("h1.w").any()
    named = mobility(parallelogram()).redundancies[0].undetermined["h1"]
    assert set(named) == {"force along z", "torque about x", "torque about y"}


def test_the_motion_is_not_touched(runs):
    w = runs[0]["h1.w"]
    assert w == pytest.approx(1.0)  # nothing acts in the plane
    assert runs[0].stats.energy_residual < 1e-8


def test_a_result_from_another_process_has_the_same_reactions(runs):
    copied = pickle.loads(pickle.dumps(runs[0]))
    assert copied["h1.force"] == pytest.approx(runs[0]["h1.force"], abs=1e-9)


def test_outputs_are_of_least_norm_too():
    m = parallelogram()
    m.output("side", m.h1.force[2], "N")
    run = m.simulate(0.1, points=2)
    assert run["side"] == pytest.approx(run["h1.force"][:, 2])
    assert run.stats.final["side"] == pytest.approx(run["h1.force"][-1, 2])
    assert abs(run["side"][0]) < 9.5


@pytest.mark.parametrize("name", ["four-bar", "door on two hinges", "three cranks"])
def test_all_orders_of_writing_of_other_mechanisms(name):
    plan = MECHANISMS[name]()
    runs = []
    for seed in range(3):
        order = list(plan.joints)
        Random(seed).shuffle(order)
        m = plan.build(order=order)
        m.push = spatial.WorldForce([0.0, 0.0, 7.0])
        link = next(link for joint in plan.joints.values() for link in joint[3:] if link)
        m.join(m[f"{link}_body.a"], m.push.b)
        runs.append(m.simulate(0.01, points=2, tolerance=1e-9))
    for joint in plan.joints:
        for what in ("force", "torque"):
            values = [run[f"{joint}.{what}"][0] for run in runs]
            assert values[1] == pytest.approx(values[0], abs=1e-6) and values[2] == pytest.approx(values[0], abs=1e-6)


def test_a_beam_between_two_walls_shares_its_weight():
    m = mb.Model("beam")
    m.world, m.left, m.right = spatial.World(), spatial.Fixed(), spatial.Fixed([2.0, 0.0, 0.0])
    m.first, m.body, m.second = spatial.Rod([1.0, 0.0, 0.0]), spatial.Body(1.0), spatial.Rod([1.0, 0.0, 0.0])
    m.swing, m.bob = spatial.Revolute(phi0=0.1), spatial.Body(1.0, r_cm=[0.0, -1.0, 0.0])
    m.join(m.left.b, m.first.a)
    m.join(m.first.b, m.body.a, m.second.a, m.swing.a)
    m.join(m.swing.b, m.bob.a)
    m.join(m.second.b, m.right.b)
    run = m.simulate(0.1, points=2)
    left, right = run["left.b.outside_t.e"], run["right.b.outside_t.e"]
    assert left[:, 1] == pytest.approx(right[:, 1], abs=1e-9)
    assert run.undetermined("left.b.outside_t.e").all()


def test_two_wheels_on_one_axle_share_the_side_force():
    m = mb.Model("axle")
    m.world, m.body = planar.World(gravity="none"), planar.Body(10.0, 1.0, v0=[1.0, 0.0], w0=0.5)
    for name, y in (("left", 0.5), ("right", -0.5)):
        m.add(f"{name}_rod", planar.Rod([0.0, y]))
        m.add(name, planar.IdealWheelJoint(0.3, actuated=False))
        m.join(m.body.a, m[f"{name}_rod"].a)
        m.join(m[f"{name}_rod"].b, m[name].a)
    run = m.simulate(0.1, points=3, tolerance=1e-10)
    assert run["left.contact_force"][:, 1] == pytest.approx(2.5, abs=1e-8)
    assert run["right.contact_force"][:, 1] == pytest.approx(2.5, abs=1e-8)
    assert run.undetermined("left.contact_force").tolist() == [False, True]


def test_sweeps_have_them_too():
    m = parallelogram()
    m.output("side", m.h1.force[2], "N")
    found = m.sweep({"body.m": [1.0, 2.0]}, 0.1)
    assert found.final["side"] == pytest.approx(
        [m.simulate(0.1, parameters={"body.m": k})["side"][-1] for k in (1.0, 2.0)]
    )
