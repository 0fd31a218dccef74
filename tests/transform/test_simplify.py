"""Simpler graphs that say the same."""

import numpy as np
import pytest

import multibond as mb
from multibond import J0, J1, C, Free, G, I, R, Se, Sf, Wall
from multibond.errors import ModelError
from multibond.graph.flat import graph_of
from multibond.transform import combine_parallel, remove_power_through, remove_zero_bonds, simplify, to_scalar


def kinds(model):
    return sorted(type(child).__name__ for child in model.children.values())


def same(model, simple, *names, stop=0.5):
    one, other = (m.simulate(stop, points=11, tolerance=1e-10) for m in (model, simple))
    for name in names or model.outputs:
        x = np.asarray(one[name])
        np.testing.assert_allclose(other[name], x, rtol=0, atol=1e-8 * (1 + np.max(np.abs(x))), err_msg=name)


@pytest.mark.parametrize("name", ["crane_crab", "planar_pendulum", "double_pendulum", "gyroscope", "four_bar"])
def test_models_of_the_bank_move_as_before(name, tmp_path):
    model = mb.load(name)
    scalar = to_scalar(model)
    simple = simplify(scalar)
    assert len(graph_of(simple).bonds) < 0.9 * len(graph_of(scalar).bonds)
    same(model, simple, stop=0.3)
    simple.save(tmp_path / "simple.yaml")
    assert str(mb.load(tmp_path / "simple.yaml").causality()) == str(simple.causality())


def chain():
    """A source and a resistor with junctions between them that only let power through."""
    model = mb.Model("chain")
    model.s, model.a, model.b, model.c, model.r, model.l = Se(2.0), J1(), J0(), J1(), R(3.0), I(1.0)
    model.s >> model.a >> model.b >> model.c >> [model.r, model.l]
    model.output("flow", "r.f")
    return model


def test_junctions_that_let_power_through_go():
    model = chain()
    simple = remove_power_through(model)
    assert list(simple.children) == ["s", "c", "r", "l"]
    same(model, simple, "flow", "s.f", "l.p")


def test_neighbouring_junctions_of_one_kind_become_one_and_others_stay():
    model = mb.Model("two")
    model.s, model.a, model.b, model.r, model.c, model.l = Se(2.0), J1(), J1(), R(3.0), C(1.0), I(1.0)
    model.s >> model.a >> [model.r, model.b]
    model.b >> [model.c, model.l]
    simple = remove_power_through(model)
    assert kinds(simple) == ["C", "I", "J1", "R", "Se"]
    same(model, simple, "r.f", "c.q")


def test_junctions_that_turn_a_flow_stay():
    model = mb.Model("turn")
    model.s, model.a, model.turn, model.b, model.r, model.l = Se(2.0), J1(), J0(), J1(), R(3.0), I(1.0)
    model.s >> model.a >> model.turn
    model.b >> model.turn
    model.b >> [model.r, model.l]
    simple = simplify(model)
    assert "turn" in simple.children
    same(model, simple, "r.f", "l.p")


@pytest.mark.parametrize("junction, pair, value", [
    (J1, lambda: (R(1.0), R(2.5)), ("R", 3.5)), (J0, lambda: (R(2.0), R(2.0)), ("R", 1.0)),
    (J0, lambda: (G(1.0), G(2.5)), ("G", 3.5)), (J1, lambda: (I(1.0, p0=0.5), I(3.0, p0=1.5)), ("I", 4.0)),
    (J0, lambda: (C(1.0, q0=0.5), C(3.0, q0=1.5)), ("C", 4.0)), (J1, lambda: (Se(1.0), Se(2.0)), ("effort", 3.0)),
    (J0, lambda: (Sf(1.0), Sf(2.0)), ("flow", 3.0)),
])  # fmt: skip
def test_elements_side_by_side_become_one(junction, pair, value):
    model = mb.Model("pair")
    model.node, model.other = junction(), C(0.5, q0=1.0) if junction is J1 else I(0.5, p0=1.0)
    model.first, model.second = pair()
    model.node >> model.other
    for part in (model.first, model.second):
        part >> model.node if isinstance(part, (Se, Sf)) else model.node >> part
    if isinstance(model.first, (Se, Sf)):
        model.r = R(0.7)
        model.node >> model.r
    simple = combine_parallel(model)
    assert "first" in simple.children and "second" not in simple.children
    assert simple["first"].given[value[0]] == value[1]
    same(model, simple, "other.e", "other.f")


def test_expressions_add_up_and_laws_stay():
    model = mb.Model("sums")
    model.k = mb.Parameter(2.0)
    model.node, model.a, model.b, model.c, model.m = J1(), R("k"), R(3.0), R(law="f**3"), I(1.0, f0=1.0)
    model.node >> [model.a, model.b, model.c, model.m]
    simple = simplify(model)
    assert sorted(simple.children) == ["a", "c", "m", "node"]
    same(model, simple, "m.f")
    one, other = (m.simulate(0.5, points=3, tolerance=1e-10, parameters={"k": 5.0}) for m in (model, simple))
    np.testing.assert_allclose(other["m.f"], one["m.f"], atol=1e-9)


def test_what_an_expression_uses_stays():
    model = mb.Model("used")
    model.node, model.a, model.b, model.m = J1(), R(1.0), R(3.0), I(1.0, f0=1.0)
    model.node >> [model.a, model.b, model.m]
    model.output("loss", "a.e*a.f")
    model.output("heat", "b.e*b.f")
    simple = simplify(model)
    assert list(simple.children) == ["node", "a", "b", "m"]
    inner = mb.Model("inside")
    inner.part = model
    inner.output("again", "part.b.e")
    same(inner, simplify(inner), "again", "part.loss")


def test_bonds_without_power_go():
    model = mb.Model("zeros")
    model.node, model.m, model.r, model.free = J1(), I(1.0, f0=1.0), R(1.0), Free()
    model.far, model.wall, model.c, model.t, model.block = J0(), Wall(), C(1.0), mb.TF(2.0), J1()
    model.node >> [model.m, model.r, model.far]
    model.free >> model.node
    model.far >> model.c
    model.wall >> model.far
    model.block >> model.t >> model.far
    model.end = Wall()
    model.end >> model.block
    simple = simplify(model)
    assert sorted(simple.children) == ["c", "m", "node", "r"]
    same(model, simple, "m.f", "c.q")
    assert len(remove_zero_bonds(model).bonds) == 4


def test_only_models_are_simplified():
    with pytest.raises(ModelError, match="a model is simplified, not 3"):
        simplify(3)


def test_zeros_that_shaped_a_graph_cannot_change_in_it(tmp_path):
    model = mb.load("gyroscope")
    scalar = to_scalar(model)
    scalar.save(tmp_path / "scalar.yaml")
    for graph in (scalar, mb.load(tmp_path / "scalar.yaml"), simplify(scalar)):
        with pytest.raises(
            ModelError, match=r"rotor\.r_cm\[0\]: it was 0 when the graph was written with scalar bonds"
        ):
            graph.simulate(0.1, parameters={"rotor.r_cm": [0.1, 0.0, 0.0]})
    one, other = (
        model.simulate(0.1, points=3, tolerance=1e-9, bonds=bonds, parameters={"rotor.r_cm": [0.1, 0.0, 0.0]})
        for bonds in ("vector", "scalar")
    )
    for output in model.outputs:
        np.testing.assert_allclose(other[output], one[output], atol=1e-8)
