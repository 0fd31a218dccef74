"""Scopes that are made when they are looked into say the same as those that are made at once."""

import pytest

from multibond.bank import bundled, names
from multibond.errors import MultibondError
from multibond.graph.causality import causality
from multibond.graph.flat import flatten
from multibond.graph.late_scope import LateScopes
from multibond.graph.scope import Scopes
from multibond.model.file import loads


@pytest.mark.parametrize("name", names())
def test_strokes_and_names_are_the_same(name):
    graph = flatten(bundled(name)())
    late, whole = LateScopes(graph), Scopes(graph)
    assert causality(graph, late).strokes == causality(graph, whole).strokes
    late.complete()
    for found in ("parameters", "derived", "folded", "quantities"):
        assert getattr(late, found) == getattr(whole, found)
    assert late.names() == whole.names()


def test_what_is_wrong_in_a_value_is_found_when_all_is_looked_at():
    parts = "  s: Se\n  j: J1\n  R: R\n  L: {type: I, I: nothing}\n"
    text = f"multibond: 1\ncomponents:\n{parts}bonds: [s >> j, j >> R, j >> L]\n"
    graph = flatten(loads(text))
    late = LateScopes(graph)
    assert causality(graph, late).strokes  # which hang on no value here
    with pytest.raises(MultibondError) as said:
        Scopes(graph)
    with pytest.raises(MultibondError) as late_said:
        late.complete()
    assert str(late_said.value) == str(said.value)
