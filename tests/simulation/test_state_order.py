"""The order of states is that of writing: neither names nor parts that have nothing to do with them bear on it."""

from __future__ import annotations

import pytest

import multibond as mb
from multibond import planar


def ladder(model, stem, lead=""):
    """A filter of two coils and two capacitors; `lead` begins every name."""
    names = [
        lead + stem + part for part in ("source", "one", "coil", "node", "capacitor", "two", "tail", "end", "load")
    ]
    parts = [mb.Se(1.0), mb.J1(), mb.I(0.5), mb.J0(), mb.C(0.2), mb.J1(), mb.I(0.3), mb.J0(), mb.C(0.4)]
    for name, part in zip(names, parts, strict=True):
        model.add(name, part)
    source, one, coil, node, capacitor, two, tail, end, load = parts
    source >> one >> [coil, node]
    node >> [capacitor, two]
    two >> [tail, end]
    end >> load


def pendulum(model, lead=""):
    """A driven double pendulum beside it."""
    parts = {"world": planar.World(), f"{lead}ground": planar.Fixed(), f"{lead}upper": planar.Revolute(phi0=0.3),
             f"{lead}rod": planar.Rod(), f"{lead}bob": planar.Body(), f"{lead}lower": planar.Revolute(phi0=0.1),
             f"{lead}link": planar.Rod(), f"{lead}end": planar.Body()}  # fmt: skip
    for name, part in parts.items():
        model.add(name, part)
    _, ground, upper, rod, bob, lower, link, end = parts.values()
    model.join(ground.b, upper.a)
    model.join(upper.b, rod.a)
    model.join(rod.b, bob.a, lower.a)
    model.join(lower.b, link.a)
    model.join(link.b, end.a)


class Filter(mb.Model):
    """A filter as a part of a larger model."""

    def build(self):
        """The filter."""
        ladder(self, "")


def states(model, how):
    if how == "simulate":
        return list(model.simulate(0.1, points=3).stats.states)
    if how == "linearize":
        return list(model.linearize(inputs=[], outputs=[]).states)
    return list(model.state_space().state_names)


EVERY = pytest.mark.parametrize("how", ["simulate", "linearize", "state_space"])


@EVERY
def test_states_come_in_the_order_of_writing(how):
    model = mb.Model("whole", domain="electrical")
    ladder(model, "")
    assert states(model, how) == ["coil.p", "capacitor.q", "tail.p", "load.q"]


@EVERY
@pytest.mark.parametrize("first", [True, False])
def test_an_unrelated_part_leaves_the_order(how, first):
    plain = mb.Model("plain", domain="electrical")
    ladder(plain, "main_")
    more = mb.Model("more", domain="electrical")
    for stem in ("a_", "main_") if first else ("main_", "a_"):
        ladder(more, stem)
    more.aaa = Filter(domain="electrical")
    kept = [name for name in states(more, how) if name.startswith("main_")]
    assert kept == states(plain, how)


@EVERY
def test_renaming_leaves_the_order(how):
    found = []
    for lead in ("a", "z"):
        model = mb.Model("model", domain="electrical")
        ladder(model, "first_")
        ladder(model, "second_", lead)
        model.add(f"{lead}_part", Filter(domain="electrical"))
        model.last = Filter(domain="electrical")
        found.append([name.removeprefix(lead) for name in states(model, how)])
    assert found[0] == found[1] and len(found[0]) == 16


@pytest.mark.parametrize("how", ["simulate", "linearize"])
def test_mechanisms_keep_their_order_too(how):
    found = []
    for lead, before in (("a", False), ("z", False), ("a", True), ("z", True)):
        model = mb.Model("model")
        if before:
            ladder(model, "filter_")
        pendulum(model, lead)
        if not before:
            ladder(model, "filter_")
        shown = states(model, how)
        found.append([name.replace(f"der({lead}", "der(").removeprefix(lead) for name in shown if "filter" not in name])
    assert len(found[0]) == 4 and found == [found[0]] * 4


@EVERY
def test_components_of_vectors_follow_their_index(how):
    model = mb.Model("vector", n=12)
    model.source, model.node, model.mass, model.damper = mb.Se([1.0] * 12), mb.J1(), mb.I([1.0] * 12), mb.R(1.0)
    model.source >> model.node >> [model.mass, model.damper]
    assert states(model, how) == [f"mass.p[{k}]" for k in range(12)]
