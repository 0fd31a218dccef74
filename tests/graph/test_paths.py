"""Zero-order causal paths: known graphs of each class, and random ones beside a search through all paths."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import multibond as mb
from brute_paths import brute
from graphs import random_model, seeds
from multibond.graph import flatten
from multibond.graph.causality import Causality, causality
from multibond.graph.paths import LISTED, PathGroup
from multibond.graph.rules import breaches


def assigned(model: mb.Model) -> Causality:
    return causality(flatten(model))


def classes(model: mb.Model) -> dict[int, int]:
    found = assigned(model).paths
    return {kind: sum(g.count for g in found if g.kind == kind) for kind in (1, 2, 3, 4)}


def dependent_masses() -> mb.Model:
    m = mb.Model("lever")
    m.force, m.left, m.m1, m.arm, m.right, m.m2 = mb.Se(1), mb.J1(), mb.I(2), mb.TF(M=2.0), mb.J1(), mb.I(3)
    m.force >> m.left >> m.m1
    m.left >> m.arm >> m.right >> m.m2
    return m


def divider() -> mb.Model:
    m = mb.Model("divider")
    m.source, m.loop, m.r1, m.node, m.r2, m.r3 = mb.Se(1), mb.J1(), mb.R(2), mb.J0(), mb.R(3), mb.R(4)
    m.source >> m.loop >> m.r1
    m.loop >> m.node >> [m.r2, m.r3]
    return m


def gyrating_field(resistance) -> mb.Model:
    """A resistive field whose two components a gyrator joins: an open loop that starts and ends at the field."""
    m = mb.Model("field")
    m.field, m.both, m.gyrator = mb.R(resistance, n=2), mb.Composition(na=1, nb=1), mb.GY(2.0)
    m.first, m.second = mb.J1(), mb.J1()
    m.bond(m.both.c, m.field)
    m.first >> m.both.a
    m.second >> m.both.b
    m.first >> m.gyrator >> m.second
    return m


def ring() -> mb.Model:
    """Two transformers in a ring of a 1- and a 0-junction: efforts and flows go round."""
    m = mb.Model("ring")
    m.source, m.a, m.t, m.b, m.load = mb.Se(1), mb.J1(), mb.TF(2.0), mb.J0(), mb.R(1)
    m.other = mb.TF(3.0)
    m.source >> m.a >> m.t >> m.b >> m.load
    m.a >> m.other >> m.b
    return m


def grid(n: int) -> mb.Model:
    """A square grid of resistors with a source between two corners."""
    m = mb.Model("grid")
    for i in range(n):
        for j in range(n):
            m.add(f"n{i}_{j}", mb.J0())
    number = 0
    for i in range(n):
        for j in range(n):
            for a, b in ((i + 1, j), (i, j + 1)):
                if a < n and b < n:
                    m.add(f"b{number}", mb.J1())
                    m.add(f"r{number}", mb.R(1.0))
                    m[f"n{i}_{j}"] >> m[f"b{number}"] >> m[f"r{number}"]
                    m[f"b{number}"] >> m[f"n{a}_{b}"]
                    number += 1
    m.add("source", mb.Se(1.0))
    m.add("ground", mb.Se(0.0))
    m["source"] >> m["n0_0"]
    m["ground"] >> m[f"n{n - 1}_{n - 1}"]
    return m


def test_class_1_ties_storage_to_storage():
    (group,) = assigned(dependent_masses()).paths
    assert (group.kind, group.count) == (1, 1)
    assert group.paths[0].elements == ("m1", "left", "arm", "right", "m2")
    assert str(group.paths[0]) == "m1 → left → arm → right → m2"
    assert assigned(dependent_masses()).index == 1


def test_a_source_that_determines_storage_is_no_closed_path():
    m = mb.Model("driven")
    m.speed, m.j, m.mass = mb.Sf(1), mb.J1(), mb.I(2)
    m.speed >> m.j >> m.mass
    found = assigned(m)
    assert found.derivative and found.paths == () and found.index == 0


def test_class_2_ties_resistors():
    (group,) = assigned(divider()).paths
    assert group.kind == 2
    assert {frozenset(p.path for p in path.ends) for path in group.paths} in (
        {frozenset(("r1", "r2")), frozenset(("r1", "r3"))}, {frozenset(("r1", "r2")), frozenset(("r2", "r3"))},
        {frozenset(("r1", "r3")), frozenset(("r2", "r3"))},
    )  # fmt: skip
    assert assigned(divider()).index == 1


def test_class_3_comes_back_to_its_own_element():
    found = assigned(gyrating_field([[2.0, 1.0], [1.0, 3.0]]))
    kinds = {g.kind for g in found.paths}
    assert kinds == {3}
    (path,) = found.paths[0].paths
    assert path.elements[0] == "field" and "gyrator" in path.elements
    assert {p.component for p in path.ends} == {0, 1}


def test_components_that_do_not_touch_are_two_resistors():
    assert classes(gyrating_field([2.0, 3.0])) == {1: 0, 2: 1, 3: 0, 4: 0}


def test_class_4_is_closed_in_the_junction_structure():
    found = assigned(ring())
    loops = [g for g in found.paths if g.kind == 4]
    assert len(loops) == 1 and set(loops[0].paths[0].elements) == {"a", "t", "b", "other"}
    assert loops[0].paths[0].ends == () and loops[0].count == 4
    assert found.index == 2


def test_storage_with_a_full_matrix_and_mixed_causality():
    m = mb.Model("mixed")
    m.body, m.both = mb.I([[2.0, 0.5], [0.5, 3.0]], n=2), mb.Composition(na=1, nb=1)
    m.speed, m.force = mb.Sf(1), mb.Se(1)
    m.bond(m.both.c, m.body)
    m.speed >> m.both.a
    m.force >> m.both.b
    assert classes(m) == {1: 1, 2: 0, 3: 0, 4: 0}


def test_no_paths_in_a_plain_circuit():
    found = assigned(mb.load("rlc"))
    assert found.paths == () and found.index == 0


def test_a_grid_is_counted_with_one_shortest_path():
    (group,) = assigned(grid(8)).paths
    assert not group.whole and len(group.paths) == 1 and group.count > LISTED
    assert len(group.paths[0].elements) == 5  # two resistors that meet at a node
    assert len(group.ports) == 2 * 8 * 7


def test_ten_thousand_bonds_are_counted():
    found = assigned(grid(41))
    assert len(found.graph.bonds) == 9842
    (group,) = found.paths
    assert group.count == 98438 and len(group.paths) == 1


def test_what_is_too_large_to_compile_is_analysed_all_the_same(monkeypatch):
    monkeypatch.setattr("multibond.equations.sparse.MOST_WORK", 10)
    monkeypatch.setattr("multibond.equations.sparse.MOST_LEFT", 10)
    monkeypatch.setattr("multibond.equations.sparse.SLOW", 1)
    found = grid(8).analyse()
    assert found["path_classes"]["2"] > LISTED and found["states"] == []
    assert "more than can be compiled" in found["not_compiled"] and "not compiled" in str(found)


def shown(groups: tuple[PathGroup, ...], kind: int) -> dict[frozenset, int]:
    """The coupled ports and how many scalar bonds their shortest path has."""
    return {
        frozenset((p.path, p.component) for p in path.ends): len(path.bonds)
        for group in groups if group.kind == kind for path in group.paths
    }  # fmt: skip


@settings(max_examples=60, deadline=None, derandomize=True)
@given(seeds())
def test_random_graphs_beside_a_search_through_all_paths(seed):
    found = assigned(random_model(seed, junctions=4, meshes=2))
    everything = brute(found)
    for kind in (1, 2, 3):
        assert sum(g.count for g in found.paths if g.kind == kind) == len(everything[kind])
        for ports, length in shown(found.paths, kind).items():
            assert ports in everything[kind]
            assert length <= everything[kind][ports]  # a way may run along both signals of a bond
        if all(g.whole for g in found.paths if g.kind == kind):
            assert set(shown(found.paths, kind)) == set(everything[kind])
    bonds = {(bond, i) for g in found.paths if g.kind == 4 for path in g.paths for bond, i in path.bonds}
    looped = {(bond, i) for signals in everything[4] for _, bond, i in signals}
    assert bonds <= looped and bool(bonds) == bool(looped)
    assert sum(g.count for g in found.paths if g.kind == 4) == len(looped)
    shortest = min(everything[4].values(), default=0)
    lengths = [len(p.bonds) for g in found.paths if g.kind == 4 for p in g.paths]
    assert not lengths or min(lengths) <= shortest


def test_rule_c1_names_the_source_that_holds_one_direction():
    m = mb.Model("held")
    m.body, m.point, m.both = mb.I(1, n=2), mb.J1(n=2), mb.Composition(na=1, nb=1)
    m.rail, m.free = mb.Sf(0), mb.Se(0)
    m.rail >> m.both.a
    m.free >> m.both.b
    m.both.c >> m.point >> m.body
    assert {b.element for b in breaches(assigned(m)) if b.rule == "C1"} == {"rail"}


@pytest.mark.parametrize(("held", "broken"), [("speed", []), ("tip", ["arm"])])
def test_rule_c2_names_the_cross_product_that_is_turned_round(held, broken):
    """The velocity of a point r away from a body's centre; holding the tip asks for the inverse of a cross product."""
    skew = [[0.0, -3.0, 2.0], [3.0, 0.0, -1.0], [-2.0, 1.0, 0.0]]
    m = mb.Model("body")
    m.turn, m.arm, m.inertia, m.tip = mb.J1(n=3), mb.TF(skew, n=3), mb.I(1, n=3), mb.J1(n=3)
    m.turn >> [m.inertia]
    m.turn >> m.arm >> m.tip
    if held == "speed":
        m.load = mb.R(1.0, n=3)
        m.tip >> m.load
    else:
        m.both, m.hold, m.free = mb.Composition(na=1, nb=2), mb.Sf(1.0), mb.R(1.0, n=2)
        m.tip >> m.both.c
        m.hold >> m.both.a
        m.both.b >> m.free
    assert [b.element for b in breaches(assigned(m)) if b.rule == "C2"] == broken


def test_bonds_that_keep_the_rules_are_not_named():
    assert breaches(assigned(mb.load("electric_circuit_multibond"))) == ()
