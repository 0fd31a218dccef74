"""Names for sums that stand at several places of the equations of a mechanism, where that makes them shorter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import lru_cache

from ..expression import Node, name_of, symbol
from ..expression.factored import Product, Total
from ..expression.written_out import text_of
from .mechanics_form import Contribution, MechanicsEquations

MOST = 40  # names that are given
LEAST = 30  # characters that a name must save
NAME = 8  # characters that a name takes at each place


def with_shared(m: MechanicsEquations) -> MechanicsEquations:
    """The equations with names for sums that stand in brackets again and again."""
    taken = {name_of(x) for x, _ in m.where}
    lengths: dict[Total, int] = {}
    number = 0
    for _ in range(MOST):
        found = _best(m, lengths)
        if found is None:
            return m
        number += 1
        while f"part{number}" in taken:
            number += 1
        name = symbol(f"part{number}")
        m = _changed(m, lambda total, key=found, short=name: _exchanged(total, key, short))  # type: ignore[misc]
        m = replace(m, where=(*m.where, (name, found)))
    return m


def _best(m: MechanicsEquations, lengths: dict[Total, int]) -> Total | None:
    """The sum whose name saves most."""
    counts: Counter[Total] = Counter()
    for total in _entries(m):
        counts.update(_inside(total))
    best, most = None, LEAST
    for total, count in counts.items():
        if count > 1:
            if total not in lengths:
                lengths[total] = len(text_of(total))
            saved = (count - 1) * lengths[total] - (count + 1) * NAME
            if saved > most:
                best, most = total, saved
    return best


def _entries(m: MechanicsEquations) -> Iterator[Total]:
    """Every entry that is written."""
    yield from {x: None for row in m.mass for x in row}  # the matrix is symmetric: once each
    for terms in m.parts.values():
        yield from terms
    for row in m.directions:
        yield from row
    yield from (*m.constraints, *m.positions)
    yield from (x for _, x in (*m.kinematics, *m.where, *m.others))
    for each in m.flows:
        yield from (each.flow, each.momentum, each.bias, *each.efforts.values())


def _inside(total: Total) -> Iterator[Total]:
    """The sums in brackets, with the sign that their first term is positive."""
    for term in total.terms:
        for inner in (*term.sums, *(_pair(x) for x, _ in term.factors if x.op in ("add", "sub"))):
            yield _signed(inner)[1]
            yield from _inside(inner)


def _pair(x: Node) -> Total:
    """The sum or difference of two factors, which stands in a square."""
    first, second = (Product(1.0, ((a, 1),)) for a in x.args)
    return Total((first, second if x.op == "add" else Product(-1.0, second.factors)))


@lru_cache(maxsize=20_000)
def _signed(total: Total) -> tuple[float, Total]:
    """A sum and the sign with which its leading term, by the order of factors, is positive."""
    leading = min(total.terms, key=lambda t: (str(t.factors), str(t.sums)))
    if leading.number > 0:
        return 1.0, Total(tuple(sorted(total.terms, key=_order)))
    return -1.0, Total(tuple(sorted((Product(-t.number, t.factors, t.sums) for t in total.terms), key=_order)))


def _order(term: Product) -> tuple[bool, str, str]:
    return term.number < 0, str(term.factors), str(term.sums)


def _exchanged(total: Total, key: Total, name: Node) -> Total:
    """A sum with `key` in brackets exchanged for its name."""
    terms = []
    for term in total.terms:
        number, factors, sums = term.number, [], []
        for x, power in term.factors:
            sign, plain = _signed(_pair(x)) if x.op in ("add", "sub") else (1.0, None)
            factors.append((name if plain == key else x, power))
            number *= sign**power if plain == key else 1.0
        for inner in term.sums:
            sign, plain = _signed(inner)
            if plain == key:
                number *= sign
                factors.insert(0, (name, 1))
            else:
                sums.append(_exchanged(inner, key, name))
        terms.append(Product(number, tuple(factors), tuple(sums)))
    return Total(tuple(terms))


def _changed(m: MechanicsEquations, change: Callable[[Total], Total]) -> MechanicsEquations:
    """The equations with every entry changed."""

    def pairs(items: tuple[tuple[Node, Total], ...]) -> tuple[tuple[Node, Total], ...]:
        return tuple((x, change(total)) for x, total in items)

    return replace(
        m,
        mass=tuple(tuple(map(change, row)) for row in m.mass),
        parts={group: tuple(map(change, terms)) for group, terms in m.parts.items()},
        directions=tuple(tuple(map(change, row)) for row in m.directions),
        constraints=tuple(map(change, m.constraints)),
        positions=tuple(map(change, m.positions)),
        kinematics=pairs(m.kinematics),
        where=pairs(m.where),
        others=pairs(m.others),
        flows=tuple(
            Contribution(
                x.path, change(x.flow), change(x.momentum), change(x.bias),
                {group: change(effort) for group, effort in x.efforts.items()},
            )
            for x in m.flows
        ),
    )  # fmt: skip
