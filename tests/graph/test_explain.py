"""Conflicts of causality: who disagrees, by which way, and what to do."""

from __future__ import annotations

import pytest

import multibond as mb
from multibond.errors import CausalityError
from multibond.graph import flatten
from multibond.graph.causality import causality


def message(model: mb.Model) -> str:
    with pytest.raises(CausalityError) as caught:
        causality(flatten(model))
    return str(caught.value)


def test_two_effort_sources_on_a_0_junction():
    m = mb.Model("conflict")
    m.V1, m.V2, m.node, m.load = mb.Se(1), mb.Se(2), mb.J0(), mb.R(1)
    m.V1 >> m.node
    m.V2 >> m.node >> m.load
    text = message(m)
    assert "node: two effort sources, V1 and V2, meet on the 0-junction node" in text
    assert "put a resistance in series" in text


def test_two_flow_sources_on_a_1_junction():
    m = mb.Model("conflict")
    m.I1, m.I2, m.loop = mb.Sf(1), mb.Sf(2), mb.J1()
    m.I1 >> m.loop
    m.I2 >> m.loop
    text = message(m)
    assert "two flow sources, I1 and I2, meet on the 1-junction loop" in text
    assert "put a compliance or resistance beside one" in text


def test_the_chain_of_conclusions_is_listed():
    m = mb.Model("chain")
    m.V1, m.series, m.gear, m.node, m.V2 = mb.Se(1), mb.J0(), mb.TF(M=3.0), mb.J0(), mb.Se(2)
    m.V1 >> m.series >> m.gear >> m.node
    m.V2 >> m.node
    text = message(m)
    assert "gear: V1 and V2 together determine more of the efforts or flows of the TF gear than its law" in text
    assert "(by V1 → series → gear; V2 → node → gear)" in text


def test_a_junction_that_nothing_determines():
    m = mb.Model("undetermined")
    m.I1, m.I2, m.node = mb.Sf(1), mb.Sf(2), mb.J0()
    m.I1 >> m.node
    m.I2 >> m.node
    text = message(m)
    assert "nothing determines the effort of the 0-junction node: I1 and I2 impose the flows of all its bonds" in text
    assert "bond a capacitance C or a resistance R to the junction" in text


def test_two_sources_bonded_to_each_other():
    m = mb.Model("direct")
    m.V1, m.V2 = mb.Se(1), mb.Se(2)
    m.bond(m.V1, m.V2)
    assert "imposes the effort of its bond, but so does V1" in message(m)


def test_a_transformer_between_two_sources_of_the_same_kind():
    m = mb.Model("transformer")
    m.V1, m.gear, m.V2 = mb.Se(1), mb.TF(M=2.0), mb.Se(2)
    m.V1 >> m.gear >> m.V2
    text = message(m)
    assert "V1 and V2" in text and "the TF gear" in text


def test_a_stroke_forced_against_a_source():
    m = mb.Model("forced")
    m.source, m.loop, m.load = mb.Se(1), mb.J1(), mb.R(1)
    m.bond(m.source, m.loop, stroke="tail", label="supply")
    m.loop >> m.load
    text = message(m)
    assert "the stroke of bond supply is forced to its tail at source, but source puts it at the head" in text
    assert "remove the forced stroke or turn it round" in text


def test_two_forced_strokes_that_contradict_each_other():
    m = mb.Model("forced")
    m.node, m.a, m.b = mb.J0(), mb.C(1), mb.C(2)
    m.bond(m.node, m.a, stroke="tail", label="first")
    m.bond(m.node, m.b, stroke="tail", label="second")
    text = message(m)
    assert "bond second is forced to its tail" in text
    assert "the forced stroke of bond first puts it at the head" in text


def test_a_mesh_without_causality_names_what_is_around_it():
    # the gyrator turns the effort of the ring into a flow: neither causality of the ring closes
    m = mb.Model("mesh")
    m.a, m.b, m.c, m.d, m.turn = mb.J0(), mb.J1(), mb.J0(), mb.J1(), mb.GY(M=2.0)
    m.a >> m.b >> m.c >> m.d
    m.d >> m.turn >> m.a
    text = message(m)
    assert "no causality fits the closed mesh through" in text
    assert all(name in text for name in ("a", "b", "c", "d", "turn"))
    assert "open the mesh, or put a resistance or a storage on one of its junctions" in text
