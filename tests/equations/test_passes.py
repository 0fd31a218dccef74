"""The tuple of passes: what each leaves, loops that say why, methods as other tuples, texts up to a failing pass."""

from __future__ import annotations

import pytest

import multibond as mb
from multibond.equations import pass_text
from multibond.equations.audit import DELIVERED, DISSIPATED, EACH, OTHER, audit_states, energy_into
from multibond.equations.compile import compile_system, recompile, reselect
from multibond.equations.draft import Draft
from multibond.equations.passes import METHODS, REDUCED, Repeat, alias, modes, names, reselected, stages
from multibond.equations.system import system
from multibond.equations.wanted import wished
from multibond.errors import NameNotFound, StructureError
from multibond.expression import name_of, symbol
from multibond.graph.flat import flatten
from multibond.model.kind import Kind


def equations_of(model):
    return system(flatten(model))


def circuit():
    """A source, a resistor, a capacitor and a coil in one mesh."""
    m = mb.Model("circuit")
    m.source, m.node, m.r, m.c, m.l = mb.Se(1.0), mb.J1(), mb.R(2.0), mb.C(3.0, q0=1.0), mb.I(4.0)
    m.source >> m.node
    for part in (m.r, m.c, m.l):
        m.node >> part
    return m


def tied():
    """Two coils in one mesh: one momentum follows from the other."""
    m = circuit()
    m.second = mb.I(5.0)
    m.node >> m.second
    return m


def drafts(model, passes=REDUCED, **options):
    return dict(stages(Draft(equations_of(model), **options), passes))


def test_every_pass_has_a_name_and_a_text():
    assert set(pass_text.SHOWN) == set(pass_text.PASSES) == {"flat", *names(REDUCED)}
    assert METHODS["reduced"] is REDUCED
    later = names(REDUCED)[names(REDUCED).index("states") :]
    assert names(reselected(REDUCED)) == [name for name in later if name != "hidden"]


def test_a_draft_is_not_changed_by_passes():
    first = Draft(equations_of(circuit()))
    found = list(stages(first, REDUCED))
    assert first.aliased.equations == () and first.schedule is None
    assert [name for name, _ in found] == names(REDUCED)
    alias = dict(found)["alias"]
    assert alias.aliased.equations and alias.selected is None


def test_each_pass_adds_what_it_says():
    found = drafts(circuit())
    assert found["modes"].fixed == found["modes"].system.equations and found["modes"].modes == ()
    assert not found["alias"].reduced.chains and found["index"].reduced.chains
    assert found["states"].selected is not None and not found["states"].blocks
    assert found["blocks"].blocks and not found["blocks"].torn
    assert found["tearing"].steps and found["tearing"].schedule is None
    assert [name_of(x) for x in found["schedule"].schedule.states[:2]] in (["l.p", "c.q"], ["c.q", "l.p"])


def test_what_is_computed_from_fields_that_stay_is_kept():
    draft = drafts(circuit())["alias"]
    number, nonzero = draft.number, draft.nonzero
    assert draft.but(again="x").number is number and draft.but(again="x").nonzero is nonzero
    assert draft.but(numbers=lambda x: 1.0).number is not number
    assert draft.but(aliased=draft.aliased).number is not number
    assert draft.but(numbers=lambda x: 1.0).nonzero is nonzero


def test_a_repeat_goes_on_until_nobody_asks_and_keeps_the_reasons():
    calls = []

    def count(draft):
        calls.append("count")
        return draft

    def ask(draft):
        done = len(draft.rounds.get("loop", ()))
        return draft.but(again=f"reason {done}") if done < 2 else draft

    def after(draft):
        calls.append("after")
        return draft

    loop = Repeat("loop", (count, ask, after))
    found = list(stages(Draft(equations_of(circuit())), (loop, after)))
    assert calls == ["count", "count", "count", "after", "after"]
    assert [name for name, _ in found] == ["count", "ask", "count", "ask", "count", "ask", "after", "after"]
    assert found[-1][1].rounds == {"loop": ("reason 0", "reason 1")} and found[-1][1].again == ""
    assert names((loop, after)) == ["count", "ask", "after", "after"]


def test_loops_inside_loops_keep_their_own_rounds():
    def inner(draft):
        return draft.but(again="in") if len(draft.rounds.get("inner", ())) < 1 else draft

    def outer(draft):
        return draft.but(again="out") if len(draft.rounds.get("outer", ())) < 2 else draft

    passes = (Repeat("outer", (Repeat("inner", (inner,)), outer)),)
    *_, (_, last) = stages(Draft(equations_of(circuit())), passes)
    assert last.rounds == {"inner": ("in",), "outer": ("out", "out")}


def test_a_method_is_another_tuple():
    seen = []

    def spy(draft):
        seen.append(len(draft.aliased.replaced))
        return draft

    compiled = compile_system(equations_of(circuit()), passes=(modes, alias, spy, *REDUCED[2:]))
    assert seen and seen[0] > 0 and len(compiled.selected.states) == 2


def test_tied_momenta_are_reduced():
    compiled = compile_system(equations_of(tied()))
    assert compiled.reduced.index == 2 and len(compiled.selected.states) == 2
    assert sum(name_of(x).endswith(".p") for x in compiled.selected.states) == 1


@pytest.mark.parametrize("name", ["l.p", "second.p"])
def test_wishes_choose_among_tied_momenta(name):
    compiled = compile_system(equations_of(tied()), wishes={name: 1.0})
    assert name in [name_of(x) for x in compiled.selected.states]
    other = {"l.p": "second.p", "second.p": "l.p"}[name]
    again = reselect(compiled, lambda x: None, {other: 1.0}, 0.01)
    assert other in [name_of(x) for x in again.states]
    renewed = recompile(compiled, again, numbers=None, wishes={other: 1.0}, audit=False)
    assert renewed.selected is again and renewed.reduced is compiled.reduced
    assert renewed.schedule.states == again.states


def test_a_wish_for_what_is_nowhere_differentiated_adds_its_rate():
    compiled = compile_system(equations_of(circuit()), wishes={"r.e": 1.0})
    draft = compiled.draft
    assert [e.origin for e in draft.rates] == ["r"] and "r.e'" in str(draft.rates[0].residual)
    assert "r.e" in [name_of(x) for x in compiled.selected.states]
    assert "rate of a wish" in pass_text.show("surplus", draft)
    against = compile_system(equations_of(circuit()), wishes={"r.e": -1.0})
    assert against.draft.rates == ()


def test_wishes_for_vectors_and_derivatives_are_for_variables():
    flat = equations_of(circuit())
    assert wished(flat, {"der(c.q)": 2.0}) == {symbol("c.q"): 2.0}
    with pytest.raises(NameNotFound):
        wished(flat, {"nobody": 1.0})


def test_the_audit_has_the_states_that_the_model_needs():
    flat = equations_of(circuit())
    draft = drafts(circuit())["alias"]
    assert audit_states(flat, draft.aliased, False) == {}
    states = audit_states(flat, draft.aliased, True)
    assert list(states) == [DISSIPATED, DELIVERED] and OTHER not in states
    assert all(kind is Kind.AUDIT for kind, _ in states.values())
    each = audit_states(flat, draft.aliased, EACH)
    assert energy_into("r", "dissipation") in each and each[energy_into("r", "dissipation")][0] is Kind.ENERGY
    assert each[energy_into("r", "dissipation")][1] is states[DISSIPATED][1]
    # what a source delivers counts as it leaves the source
    assert str(states[DELIVERED][1]) not in ("0", str(each[energy_into("source", "source")][1]))


def test_kinds_of_what_is_added():
    compiled = compile_system(equations_of(circuit()), audit=EACH)
    kinds = compiled.schedule.kinds
    assert kinds[DISSIPATED] is Kind.AUDIT and kinds[energy_into("c", "storage")] is Kind.ENERGY
    assert not any(x in kinds for x in compiled.selected.states) and all(kind.added for kind in kinds.values())
    assert not Kind.EFFORT.added


def test_shadows_follow_nonlinear_unknowns():
    compiled = compile_system(equations_of(mb.load("cartesian_pendulum")))
    schedule = compiled.schedule
    for unknown, shadow in schedule.shadows.items():
        assert schedule.kinds[shadow] is Kind.SHADOW and shadow in schedule.states and unknown not in schedule.states
        assert schedule.meanings[shadow] is unknown
    assert compiled.nonlinear_systems or not schedule.shadows


def test_redundant_constraints_are_rounds_of_a_loop():
    compiled = compile_system(equations_of(mb.load("centrifugal_governor")))
    rounds = compiled.draft.rounds["redundant constraints"]
    assert rounds and all(why.startswith("released: ") for why in rounds)
    assert len(compiled.aliased.redundant) >= 3
    shown = pass_text.show("redundant", compiled.draft)
    assert "carries no effort" in shown and f"round {len(rounds)} ended with released" in shown
    assert pass_text.show("redundant", drafts(circuit())["schedule"]) == "no redundant constraints"


def test_two_sources_stop_at_the_pass_that_refuses_them():
    m = mb.Model("crowded")
    m.one, m.two, m.node, m.r = mb.Se(1.0), mb.Se(2.0), mb.J0(), mb.R(1.0)
    m.one >> m.node
    m.two >> m.node
    m.node >> m.r
    flat = equations_of(m)
    with pytest.raises(StructureError):
        compile_system(flat)
    assert "one.e" in pass_text.show_pass(flat, {}, "flat")
    assert pass_text.show_pass(flat, {}, "modes") == "no conditions"
    with pytest.raises(StructureError):
        pass_text.show_pass(flat, {}, "index")
    with pytest.raises(NameNotFound, match="there is no pass 'stats'; did you mean 'states'"):
        pass_text.show_pass(flat, {}, "stats")


def test_the_structure_of_a_singular_system_is_shown():
    m = mb.Model("free")
    m.node, m.one, m.two = mb.J0(), mb.Sf(1.0), mb.Sf("2*time")
    m.one >> m.node
    m.two >> m.node
    shown = pass_text.show_pass(equations_of(m), {}, "structure")
    assert "over-determined part: 1 equation" in shown or "under-determined part" in shown


def test_texts_of_a_small_system():
    flat = equations_of(tied())
    shown = {name: pass_text.show_pass(flat, {}, name) for name in pass_text.PASSES}
    assert "derivative 1" in shown["index"] and "states: " in shown["states"]
    assert shown["hidden"] == "no hidden constraints" and shown["assembly"] == "no loops to close"
    assert shown["watches"] == "no guards or levels" and "d/dt" in shown["schedule"]
    assert "none too many" in shown["surplus"]
    assert "blocks are one equation solved for its unknown" in shown["tearing"]
