"""Sums brought into a form that people read: few products, what they share taken out, angles folded together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from . import algebra as n
from .algebra import Node
from .harmonic import Form, Harmonics, Sum, _combined, _turn

Factors = dict[Node, int]
NEAR = 1e-12
LARGEST_FOLDED = 300  # terms beyond which no products of sines and cosines are looked for


@dataclass(frozen=True)
class Product:
    """A number times factors with powers times sums in brackets."""

    number: float
    factors: tuple[tuple[Node, int], ...]
    sums: tuple[Total, ...] = ()


@dataclass(frozen=True)
class Total:
    """A sum of products."""

    terms: tuple[Product, ...]

    @property
    def size(self) -> int:
        """The number of factors that are written."""
        return sum(1 + len(t.factors) + sum(s.size for s in t.sums) for t in self.terms)


Place = Callable[[Node], Any]


def factored(total: Sum, rule: Harmonics, place: Place) -> Total:
    """A sum with its angles folded and what its terms share taken out; `place` orders symbols in products.

    >>> from multibond.expression.written_out import text_of
    >>> a, m, k = map(n.symbol, "amk")
    >>> rule = Harmonics()
    >>> x = m * a.cos() ** 2 + m * a.sin() ** 2 + k * a.cos() * a.cos()
    >>> text_of(factored(rule.of(x), rule, str))
    'cos(a)^2*k + m'
    """
    terms = [(c, dict(monomial), _angles(kind, form)) for (monomial, kind, form), c in total.items()]
    if len(terms) <= LARGEST_FOLDED:
        terms = _folded(terms)
    plain: list[tuple[float, Factors]] = []
    for c, powers, angles in terms:
        factors = dict(powers)
        for kind, form in angles:
            turn = n.function(kind, rule.angle(form))
            if turn.op == "neg":
                c, turn = -c, turn.args[0]
            factors[turn] = factors.get(turn, 0) + 1
        plain.append((c, factors))
    return _taken_out(_squares(plain, place), place)


def _squares(terms: list[tuple[float, Factors]], place: Place) -> list[tuple[float, Factors]]:
    """Terms with x² ± 2 x y + y² written as (x ± y)²."""
    known = {frozenset(f.items()): c for c, f in terms}
    for c, f in terms:
        for x, p in f.items():
            if p != 2:
                continue
            rest = {y: k for y, k in f.items() if y is not x}
            for y in dict.fromkeys(z for _, g in terms for z in g if z is not x and z not in rest):
                mixed = frozenset({**rest, x: 1, y: 1}.items())
                other = frozenset({**rest, y: 2}.items())
                both = known.get(mixed)
                if both is None or abs(known.get(other, 0.0) - c) > NEAR or abs(abs(both) - 2 * abs(c)) > NEAR:
                    continue
                first, second = sorted((x, y), key=place)
                whole = n.add(first, second) if both * c > 0 else n.sub(first, second)
                gone = (frozenset(f.items()), mixed, other)
                left = [(d, g) for d, g in terms if frozenset(g.items()) not in gone]
                return _squares([*left, (c, {**rest, whole: 2})], place)
    return terms


# ---------------------------------------------------------------- angles
Angles = tuple[tuple[str, Form], ...]
Open = tuple[float, Factors, Angles]


def _angles(kind: str, form: Form) -> Angles:
    return ((kind, form),) if kind else ()


def _folded(terms: list[Open]) -> list[Open]:
    """Pairs of sines or cosines that are a product of two (cos(a − b) + cos(a + b) = 2 cos a cos b), as such."""
    while True:
        found = _pair(terms)
        if found is None:
            return terms
        i, j, made = found
        terms = [t for k, t in enumerate(terms) if k not in (i, j)] + [made]


def _pair(terms: list[Open]) -> tuple[int, int, Open] | None:
    buckets: dict[Any, list[tuple[int, str, Form]]] = {}
    for i, (_, powers, angles) in enumerate(terms):
        key = frozenset(powers.items())
        if not angles:
            buckets.setdefault((key, ()), []).append((i, "cos", ()))
        for k, (kind, form) in enumerate(angles):
            rest = angles[:k] + angles[k + 1 :]
            buckets.setdefault((key, tuple(sorted(rest, key=repr))), []).append((i, kind, form))
    best: tuple[int, int, int, Open] | None = None
    for (_, rest), members in buckets.items():
        for x in range(len(members)):
            for y in range(x + 1, len(members)):
                i, kind_i, form_i = members[x]
                j, kind_j, form_j = members[y]
                if i == j or kind_i != kind_j:
                    continue
                made = _product_of(terms[i][0], form_i, terms[j][0], form_j, kind_i)
                if made is None:
                    continue
                c, angles = made
                size = len(form_i) + len(form_j)
                if best is None or size > best[0]:
                    best = (size, i, j, (c, terms[i][1], (*rest, *angles)))
    return None if best is None else best[1:]


def _product_of(ca: float, a: Form, cb: float, b: Form, kind: str) -> tuple[float, Angles] | None:
    """ca·f(a) + cb·f(b) as a product, if |ca| = |cb| and the half sum and difference are whole."""
    if abs(abs(ca) - abs(cb)) > NEAR * abs(ca):
        return None
    half_sum, half_difference = _half(_combined(a, b, 1.0)), _half(_combined(a, b, -1.0))
    if half_sum is None or half_difference is None:
        return None
    same = ca * cb > 0
    kinds = {
        ("cos", True): ("cos", "cos", 2.0), ("cos", False): ("sin", "sin", -2.0),
        ("sin", True): ("sin", "cos", 2.0), ("sin", False): ("cos", "sin", 2.0),
    }  # fmt: skip
    first, second, number = kinds[kind, same]
    c = ca * number
    angles = []
    for name, form in ((first, half_sum), (second, half_difference)):
        turned, normal, sign = _turn(name, form)
        c *= sign
        if turned:
            angles.append((turned, normal))
    return c, tuple(angles)


def _half(form: Form) -> Form | None:
    """Half of an angle, if its numbers stay whole."""
    halves = tuple((m, c / 2) for m, c in form)
    return halves if all(c == int(c) for _, c in halves) else None


# ---------------------------------------------------------------- factors
def _taken_out(terms: list[tuple[float, Factors]], place: Place) -> Total:
    """What most terms share is taken out, again and again."""
    if not terms:
        return Total(())
    shared = {
        x: min(f.get(x, 0) for _, f in terms) for x in terms[0][1] if all(f.get(x, 0) > 0 for _, f in terms)
    }  # fmt: skip
    shared |= {
        x: max(f.get(x, 0) for _, f in terms) for x in terms[0][1] if all(f.get(x, 0) < 0 for _, f in terms)
    }  # fmt: skip
    if len(terms) > 1 and shared:
        inner = _taken_out([(c, _without(f, shared)) for c, f in terms], place)
        number, inner = _number_out(inner)
        return Total((Product(number, _sorted(shared, place), (inner,)),))
    if len(terms) == 1:
        c, f = terms[0]
        return Total((Product(c, _sorted(f, place)),))
    counts: Counter[Node] = Counter()
    for _, f in terms:
        counts.update(x for x, p in f.items() if p > 0)
    often = [x for x, count in counts.items() if count > 1]
    if not often:
        products = [Product(c, _sorted(f, place)) for c, f in terms]
        return Total(tuple(sorted(products, key=lambda p: _rank(p, place))))
    best = min(often, key=lambda x: (-counts[x], _weight(x), place(x)))
    inside = [(c, f) for c, f in terms if f.get(best, 0) > 0]
    outside = [(c, f) for c, f in terms if f.get(best, 0) <= 0]
    products = _merged([*_taken_out(inside, place).terms, *_taken_out(outside, place).terms], place)
    return Total(tuple(sorted(products, key=lambda p: _rank(p, place))))


def _merged(products: list[Product], place: Place) -> list[Product]:
    """Products with the same sums in brackets as one: a (x + y) + b (x + y) = (a + b) (x + y)."""
    alike: dict[tuple[Total, ...], list[Product]] = {}
    for product in products:
        alike.setdefault(product.sums, []).append(product)
    found: list[Product] = []
    for sums, members in alike.items():
        if not sums or len(members) == 1:
            found += members
            continue
        before = _taken_out([(p.number, dict(p.factors)) for p in members], place)
        if len(before.terms) == 1:
            (only,) = before.terms
            found.append(Product(only.number, only.factors, (*only.sums, *sums)))
        else:
            number, before = _number_out(before)
            found.append(Product(number, (), (before, *sums)))
    return found


def expression_of(total: Total) -> Node:
    """A factored sum as an expression."""
    result: Node = n.ZERO
    for product in total.terms:
        term = n.const(product.number)
        for x, p in product.factors:
            term = n.mul(term, n.power(x, p)) if p > 0 else n.div(term, n.power(x, -p))
        for inner in product.sums:
            term = n.mul(term, expression_of(inner))
        result = n.add(result, term)
    return result


def _weight(x: Node) -> int:
    """Which of two factors is rather taken out: long ones."""
    return {"symbol": 2, "der": 1}.get(x.op, 0)


def _number_out(total: Total) -> tuple[float, Total]:
    """The number that all terms share up to sign, and the rest; a leading minus goes before the bracket."""
    sizes = {round(abs(t.number), 12) for t in total.terms}
    number = abs(total.terms[0].number) if len(sizes) == 1 else 1.0
    if all(t.number < 0 for t in total.terms):
        number = -number
    if number == 1.0:
        return 1.0, total
    return number, Total(tuple(Product(t.number / number, t.factors, t.sums) for t in total.terms))


def _without(factors: Factors, shared: Factors) -> Factors:
    left = {x: p - shared.get(x, 0) for x, p in factors.items()}
    return {x: p for x, p in left.items() if p}


def _sorted(factors: Factors, place: Place) -> tuple[tuple[Node, int], ...]:
    return tuple(sorted(factors.items(), key=lambda item: place(item[0])))


def _rank(product: Product, place: Place) -> Any:
    """Terms in the order of their factors, positive ones first."""
    return product.number < 0, bool(product.sums), [(place(x), -p) for x, p in product.factors]
