"""How much variables are wanted as states: wishes, start values, storage, events, positions of rolling."""

from __future__ import annotations

from types import SimpleNamespace

from equations.written import constant, rows
from multibond.equations.alias import Aliased
from multibond.equations.index import Reduced
from multibond.equations.system import Start, When
from multibond.equations.wanted import preference, ranked, rates
from multibond.expression import ONE, neg, symbol
from multibond.model.kind import Kind, Quantity

X, Y, Z = map(symbol, "xyz")


def system(starts=(), whens=(), roles=None, quantities=None, outputs=None):
    """As much of a flat system as these functions look at."""
    elements = {path: SimpleNamespace(element=SimpleNamespace(role=role)) for path, role in (roles or {}).items()}
    return SimpleNamespace(
        starts=starts, whens=whens, graph=SimpleNamespace(elements=elements), is_constant=constant("a"),
        quantities=quantities or {}, outputs=outputs or {}, realisation=SimpleNamespace(method="reduced"),
        kind=lambda x: quantities[x].kind if quantities and x in quantities else None,
    )  # fmt: skip


def rank(known, laws=(), highest=None, replaced=None, wishes=None):
    aliased = Aliased(rows(*laws), replaced or {})
    return ranked(known, aliased, Reduced((), highest or {}), wishes or {})


def test_given_start_values_count_more_than_storage_and_that_more_than_nothing():
    starts = (Start(X, ONE, "part", True), Start(Y, ONE, "store", False), Start(Z, ONE, "part", False))
    wanted = rank(system(starts, roles={"store": "storage", "part": "conserving"}))
    assert wanted(X) == 0.5 and wanted(Y) == 0.1 and wanted(Z) == 0.0 and wanted(symbol("w")) == 0.0


def test_wishes_add_up_and_follow_aliases():
    starts = (Start(Y, ONE, "part", True),)
    wanted = rank(system(starts), replaced={X: neg(Y)}, wishes={X: 1.0})
    assert wanted(Y) == 1.5 and wanted(X) == 0.0
    assert rank(system(), wishes={X: -2.0})(X) == -2.0


def test_what_events_set_must_be_a_state():
    whens = (When(ONE, ((X, ONE), (symbol("a"), ONE)), "ball"),)
    wanted = rank(system(whens=whens))
    assert wanted(X) == 2.0 and wanted(symbol("a")) == 0.0


def test_positions_that_only_velocities_bind_are_states_above_all():
    laws = ("der(x) = u", "der(y) = u", "der(z) = u")
    known = system(roles={"der(x) = u": "sensor", "der(y) = u": "sensor", "der(z) = u": "storage"})
    wanted = rank(known, laws, {X: 1, Y: 2, Z: 1})
    assert wanted(X) == 10.0 and wanted(Y) == 0.0 and wanted(Z) == 0.0


def test_places_of_frames_are_not_told_by_velocities():
    known = system(quantities={X: Quantity(Kind.POSITION, "rod.a"), Y: Quantity(Kind.ORIENTATION, "rod.b")})
    wanted = rank(known, highest={X: 1, Y: 2, Z: 1}, replaced={X: Z})
    assert wanted(X) == 5.0 and wanted(Y) == 0.0 and wanted(Z) == 5.0  # Z is X under another name


def test_rates_only_for_what_is_wished_for_present_and_not_differentiated():
    aliased = Aliased(rows("der(x) = y + z", "w = y"), {symbol("v"): Y, symbol("k"): symbol("a")})
    known = system(quantities={Y: Quantity(Kind.SIGNAL, "part")})
    wishes = {X: 1.0, Y: 1.0, Z: -1.0, symbol("k"): 1.0, symbol("absent"): 1.0, symbol("v"): 1.0}
    (only,) = rates(known, aliased, wishes)
    assert only.origin == "part" and str(only.residual) == "der(y) - y'"


def test_outputs_keep_their_names_before_components_and_these_before_bonds():
    quantities = {X: Quantity(Kind.EFFORT, "part"), Y: Quantity(Kind.EFFORT, "", True)}
    keep = preference(system(quantities=quantities, outputs={"shown": SimpleNamespace(value=Z)}))
    assert keep(Z) > keep(X) > keep(Y)
