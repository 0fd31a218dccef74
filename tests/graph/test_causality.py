"""Causality: known graphs, order of the choices, notation, loops, and linear cost."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import multibond as mb
from graphs import random_model, seeds
from multibond.errors import ModelError
from multibond.graph import flatten
from multibond.graph.causality import Causality, causality
from multibond.graph.network import Network, Pattern


def assigned(model: mb.Model, prefer: str = "integral") -> Causality:
    return causality(flatten(model), prefer=prefer)


def series_rlc() -> mb.Model:
    m = mb.Model("series", domain="electrical")
    m.source, m.loop, m.r, m.l, m.c = mb.Se(10), mb.J1(), mb.R(2), mb.I(3), mb.C(4)
    m.source >> m.loop >> [m.r, m.l, m.c]
    return m


def lever() -> mb.Model:
    m = mb.Model("lever")
    m.force, m.left, m.m1, m.arm, m.right, m.m2 = mb.Se(1), mb.J1(), mb.I(2), mb.TF(M=2.0), mb.J1(), mb.I(3)
    m.force >> m.left >> m.m1
    m.left >> m.arm >> m.right >> m.m2
    return m


def divider() -> mb.Model:
    """Two resistors that only a source determines: an algebraic loop."""
    m = mb.Model("divider")
    m.source, m.loop, m.r1, m.node, m.r2, m.r3 = mb.Se(1), mb.J1(), mb.R(2), mb.J0(), mb.R(3), mb.R(4)
    m.source >> m.loop >> m.r1
    m.loop >> m.node >> [m.r2, m.r3]
    return m


def test_series_circuit_has_all_storage_in_integral_causality():
    found = assigned(series_rlc())
    assert found.strokes == (("head",), ("tail",), ("head",), ("tail",))
    assert [p.path for p in found.integral] == ["l", "c"]
    assert found.derivative == found.arbitrary == found.loops == found.dependences == ()


def test_parallel_circuit_is_the_dual():
    m = mb.Model("parallel")
    m.source, m.node, m.r, m.l, m.c = mb.Sf(1), mb.J0(), mb.R(2), mb.I(3), mb.C(4)
    m.source >> m.node >> [m.r, m.l, m.c]
    assert assigned(m).strokes == (("tail",), ("head",), ("head",), ("tail",))


def test_preferred_derivative_causality():
    found = assigned(series_rlc(), "derivative")
    # the series loop takes one flow: the capacitor still may have its wish, the inductor gets it first
    assert [p.path for p in found.derivative] == ["l", "c"][: len(found.derivative)]
    assert "l" in [p.path for p in found.derivative]
    with pytest.raises(ModelError, match="'integral' or 'derivative' causality, not 'none'"):
        assigned(series_rlc(), "none")


def test_rigidly_coupled_masses_are_dependent_and_the_path_is_told():
    found = assigned(lever())
    assert [p.path for p in found.integral] == ["m1"]
    assert [p.path for p in found.derivative] == ["m2"]
    (dependence,) = found.dependences
    assert dependence.paths == (("m1", "left", "arm", "right", "m2"),)
    assert found.reasons("m2") == ("m1",)
    assert "m2 depends on m1 (m1 → left → arm → right → m2)" in str(found)


def test_order_of_writing_decides_which_storage_is_independent():
    m = mb.Model("order")
    m.left, m.m2, m.m1 = mb.J1(), mb.I(3), mb.I(2)
    m.left >> [m.m1, m.m2]
    assert [p.path for p in assigned(m).integral] == ["m2"]


def test_forced_stroke_turns_the_choice_round():
    m = mb.Model("forced")
    m.junction, m.a, m.b = mb.J1(), mb.I(2), mb.I(3)
    m.bond(m.junction, m.a, stroke="tail")
    m.bond(m.junction, m.b)
    found = assigned(m)
    assert [p.path for p in found.integral] == ["b"]


def test_resistive_loop_is_found_with_its_path():
    found = assigned(divider())
    (loop,) = found.loops
    assert set(loop.dissipative) == {"r1", "r2", "r3"}
    assert set(loop.elements) >= {"loop", "node", "r1"}
    assert [p.path for p in found.arbitrary] == ["r1"]
    assert str(loop).startswith("algebraic loop: ")


def test_uncoupled_components_of_a_resistor_make_no_loop():
    m = mb.Model("vector", n=2)
    m.source, m.loop, m.r, m.c = mb.Se([1, 2]), mb.J1(), mb.R([1.5, 2]), mb.C(2)
    m.source >> m.loop >> [m.r, m.c]
    assert assigned(m).loops == ()


def test_mixed_causality_and_its_notation():
    m = mb.Model("mixed", n=3)
    m.node, m.store, m.both, m.force, m.free = mb.J1(), mb.I(2), mb.Composition(na=1, nb=2), mb.Sf(1, n=1), mb.R(2, n=2)
    m.node >> m.store
    m.bond(m.force, m.both.a)
    m.bond(m.free, m.both.b, directed=False)
    m.bond(m.both.c, m.node)
    found = assigned(m)
    bond = next(b for b in found.graph.bonds if "store" in (b.tail[0], b.head[0]))
    assert found.is_mixed(bond.index)
    assert found.strokes[bond.index] == ("tail", "head", "head")
    assert found.notation(bond.index) == "node ===⇀ store  (3) [t h h]"
    assert [(p.path, p.component) for p in found.derivative] == [("store", 0)]
    assert [(p.path, p.component) for p in found.integral] == [("store", 1), ("store", 2)]


def test_notation_of_scalar_and_uniform_bonds():
    m = mb.Model("wide", n=2)
    m.source, m.store = mb.Se(1), mb.I(1)
    m.source >> m.store
    assert assigned(m).notation(0) == "source ===⇀| store  (2)"
    assert assigned(series_rlc()).notation(1) == "loop |---⇀ r"


@pytest.mark.parametrize(("source", "strokes"), [(mb.Se, ("head", "tail")), (mb.Sf, ("tail", "head"))])
def test_gyrator_exchanges_effort_and_flow(source, strokes):
    m = mb.Model("gyrator")
    m.source, m.gyrator, m.load = source(1), mb.GY(M=2.0), mb.R(1.5)
    m.source >> m.gyrator >> m.load
    assert tuple(s for (s,) in assigned(m).strokes) == strokes


def test_transformer_with_zeros_takes_only_inputs_that_determine_the_others():
    # b0 = a0 only, b1 = a0 + a1: if b0 is given, a0 may not be given too
    pattern = Pattern([[0], [1], [0], [0, 1]], 2, True)
    assert pattern.forced([True, None, None, None]) == [True, None, False, None]
    assert pattern.forced([None, None, True, None]) == [False, None, True, None]
    assert pattern.forced([True, None, True, None]) is None
    assert pattern.forced([None, None, False, False]) == [True, True, False, False]


def check(found: Causality) -> None:
    """Every rule of every element holds."""
    network = Network(found.graph, found.scopes)
    values = [int(s == "head") for strokes in found.strokes for s in strokes]
    for rule in network.rules:
        truth = [values[v] == want for v, want in rule.literals]
        assert sum(truth) == rule.count, rule
        assert rule.pattern is None or rule.pattern.forced(truth) == truth


@settings(max_examples=150, deadline=None)
@given(seeds())
def test_random_graphs_satisfy_every_rule(seed):
    check(assigned(random_model(seed, junctions=6, meshes=2)))


@settings(max_examples=60, deadline=None)
@given(seeds())
def test_no_single_dependent_storage_could_be_integral_instead(seed):
    """A storage is in derivative causality only where the earlier ones leave no choice: forcing its stroke fails."""
    from dataclasses import replace

    from multibond.errors import CausalityError

    model = random_model(seed, junctions=3)
    found = assigned(model)
    if not found.derivative:
        return
    first = found.derivative[0]
    graph = found.graph
    earlier = [p for p in found.integral if _rank(found, p) < _rank(found, first)]
    for place, wanted in [*((p, True) for p in earlier), (first, False)]:
        attachment = next(a for a in graph.elements[place.path].attached if a.port == place.port)
        now = found.strokes[attachment.bond][place.component]
        stroke = now if wanted else ("tail" if now == "head" else "head")
        bond = graph.bonds[attachment.bond]
        strokes = list(bond.stroke)
        strokes[place.component] = stroke
        graph.bonds[attachment.bond] = replace(bond, stroke=tuple(strokes))
    with pytest.raises(CausalityError):
        causality(graph)


def _rank(found: Causality, place) -> int:
    storage = Network(found.graph, found.scopes).storage
    return next(k for k, w in enumerate(storage) if (w.path, w.component) == (place.path, place.component))


def chain(length: int) -> mb.Model:
    """Masses in a row with springs and dampers: six bonds each."""
    m = mb.Model("chain")
    last = m.add("wall", mb.Sf(1))
    for i in range(length):
        node, extension, velocity = (m.add(f"{name}{i}", kind()) for name, kind in
                                     (("node", mb.J0), ("extension", mb.J1), ("velocity", mb.J1)))  # fmt: skip
        last >> node >> extension >> [m.add(f"spring{i}", mb.C(2)), m.add(f"damper{i}", mb.R(2))]
        node >> velocity >> m.add(f"mass{i}", mb.I(2))
        last = velocity
    return m


def test_cost_grows_linearly_to_five_thousand_bonds():
    small, large = assigned(chain(84)), assigned(chain(840))
    assert len(large.graph.bonds) > 5000
    assert len(large.derivative) == 0
    assert large.operations <= 10.2 * small.operations
    assert large.operations <= 6 * len(large.graph.bonds)


def test_cost_of_one_large_junction_is_linear():
    def star(size: int) -> mb.Model:
        m = mb.Model("star")
        m.add("node", mb.J0())
        m.node >> [m.add(f"c{i}", mb.C(2)) for i in range(size)]
        return m

    few, many = assigned(star(100)), assigned(star(1000))
    assert len(many.derivative) == 999
    assert many.operations <= 10.2 * few.operations
