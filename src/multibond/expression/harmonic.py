"""A normal form of expressions of angles: sums of products of symbols, each with one sine or cosine.

Products of sines and cosines become sums (cos a cos b = (cos(a − b) + cos(a + b))/2), so that whatever is equal by the
addition theorems, sin² + cos² = 1 among them, is the same sum afterwards. Expressions that grow too large stay as they
are, as one symbol.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from . import algebra as n
from .algebra import Node
from .walk import operands, rebuild, topological

Monomial = tuple[tuple[Node, int], ...]  # symbols with their powers
Form = tuple[tuple[Monomial, float], ...]  # an angle: a sum of products with numbers
Term = tuple[Monomial, str, Form]  # a product with "sin", "cos" or nothing ("") of an angle
Sum = dict[Term, float]

UNIT: Term = ((), "", ())
LARGEST = 200  # terms of a sum that is written out
MOST = 10_000  # products of terms in one product of sums
TINY = 1e-13  # of its parts: what rounding leaves of a coefficient that cancels


class TooLarge(Exception):
    """A product of two sums has more terms than are written out."""


class Harmonics:
    """Turns expressions into sums. `squares` tells what the square of a symbol is: 1 − x² − y² − z² for the first
    component of a quaternion of length one. `named` may give what stays whole (a root, a function, a divisor) a name:
    it is called with the expression as it was written and in normal form. `strict`: raise TooLarge instead of keeping
    large products as they are.
    """

    def __init__(
        self,
        squares: Mapping[Node, Node] | None = None,
        named: Callable[[Node, Node], Node] = lambda written, x: x,
        strict: bool = False,
    ):
        self.named, self.strict = named, strict
        self.squares: dict[Node, Sum] = {}
        self.known: dict[Node, Sum] = {}
        for x, square in (squares or {}).items():
            value = self.of(square)
            self.squares[x] = value
        self.known.clear()

    def of(self, x: Node) -> Sum:
        """The sum that `x` is.

        >>> a, b = n.symbol("a"), n.symbol("b")
        >>> rule = Harmonics()
        >>> rule.of(n.sub(n.mul(a.sin(), b.cos()), n.mul(a.cos(), b.sin()))) == rule.of(n.sub(a, b).sin())
        True
        """
        for y in topological([x]):
            if y not in self.known:
                self.known[y] = self._convert(y)
        return self.known[x]

    def _convert(self, x: Node) -> Sum:
        op = x.op
        if op == "const":
            return {UNIT: x.args[0]} if x.args[0] else {}
        if op in ("symbol", "der"):
            return _symbol(x)
        parts = [self.known[a] for a in operands(x)]
        try:
            match op:
                case "add":
                    return self._limited(_added(parts[0], parts[1], 1.0))
                case "sub":
                    return self._limited(_added(parts[0], parts[1], -1.0))
                case "neg":
                    return {t: -c for t, c in parts[0].items()}
                case "mul":
                    return self._limited(self._reduced(self.times(parts[0], parts[1])))
                case "div":
                    return self._limited(self._quotient(parts[0], parts[1]))
                case "pow":
                    return self._power(x, parts[0])
                case "sin" | "cos":
                    return self._turned(op, parts[0], x)
        except ZeroDivisionError:
            pass  # a division by nothing stays as it was written
        except TooLarge:
            if self.strict:
                raise
        return self._opaque(x)

    def _opaque(self, x: Node) -> Sum:
        """`x` as a symbol of its own, its arguments in their normal form."""
        if x.op in n.CONDITIONS:
            return _symbol(x)
        if x.op in ("if", "table", "add", "sub", "mul", "div"):  # in pieces, or too large: it is read as it was written
            return _symbol(self.named(x, x))
        args = tuple(a if a.op in n.CONDITIONS else self.node(self.known[a]) for a in operands(x))
        made = rebuild(x, args)
        if made.op == "sqrt":
            root = self.named(x, made)
            if root is made:  # the powers of a root with a name are read as such
                self.squares[root] = self.known[x.args[0]]
            return _symbol(root)
        if made.op == "const":
            return {UNIT: made.args[0]} if made.args[0] else {}
        if made.op == "neg":
            return {t: -c for t, c in _symbol(made.args[0]).items()}
        return _symbol(self.named(x, made))

    def _limited(self, total: Sum) -> Sum:
        if len(total) > LARGEST:
            raise TooLarge
        return total

    def _power(self, x: Node, base: Sum) -> Sum:
        exponent = x.args[1]
        if exponent.op != "const" or exponent.args[0] != int(exponent.args[0]) or abs(exponent.args[0]) > 6:
            return self._opaque(x)
        times, result = int(exponent.args[0]), {UNIT: 1.0}
        factor = base if times > 0 else self._inverse(base)
        for _ in range(abs(times)):
            result = self._limited(self.times(result, factor))
        return result

    def _inverse(self, total: Sum) -> Sum:
        """One over a sum: of one product directly, else with the whole sum as a symbol."""
        if not total:
            raise ZeroDivisionError
        if len(total) == 1:
            (((monomial, kind, _), c),) = total.items()
            if not kind:
                return {(tuple((x, -p) for x, p in monomial), "", ()): 1.0 / c}
        divisor = self.node(total)
        return {(((self.named(divisor, divisor), -1),), "", ()): 1.0}

    def _quotient(self, a: Sum, b: Sum) -> Sum:
        """a over b; a sine or cosine in b is divided out where that leaves no rest."""
        return self._reduced(self.times(a, self._inverse(b)))

    def _reduced(self, total: Sum) -> Sum:
        """The sum with sines and cosines below cancelled, where a product of them stands above."""
        below = dict.fromkeys(x for monomial, _, _ in total for x, p in monomial if p < 0 and x.op in ("sin", "cos"))
        for x in below:
            form = self.known.get(x, {})
            turns = [(kind, angle) for monomial, kind, angle in form if kind and not monomial]
            if len(form) != 1 or len(turns) != 1:
                continue
            above: Sum = {}
            rest: Sum = {}
            for (monomial, kind, angle), c in total.items():
                powers = dict(monomial)
                if powers.get(x, 0) < 0:
                    above[_product(monomial, ((x, 1),)), kind, angle] = c
                else:
                    rest[monomial, kind, angle] = c
            found = self._divided(above, turns[0][0], turns[0][1])
            if found is not None:
                total = self._reduced(_added(rest, found, next(iter(form.values()))))
        return total

    def _divided(self, total: Sum, kind: str, angle: Form) -> Sum | None:
        """A sum over the sine or cosine of an angle, from its highest harmonics down; None where a rest is left."""
        lead, step = angle[0]
        found: Sum = {}
        done: set[Term] = set()
        while total:
            term, c = max(total.items(), key=lambda item: abs(dict(item[0][2]).get(lead, 0.0)))
            monomial, kind_t, form = term
            times = dict(form).get(lead, 0.0)
            if abs(times) < abs(step) or term in done:
                return None
            done.add(term)
            if times * step < 0:  # the same harmonic with the other sign of its angle
                form = tuple((m, -x) for m, x in form)
                c = -c if kind_t == "sin" else c
            # cos a cos b, sin a cos b, sin a sin b, cos a sin b: the share at a + b is a half, or minus a half
            upper = kind_t if kind == "cos" else ("sin" if kind_t == "cos" else "cos")
            sign = -2.0 if kind == "sin" and kind_t == "cos" else 2.0
            part = _harmonic(monomial, upper, _combined(form, angle, -1.0), sign * c)
            if not part:
                return None
            found = _added(found, part, 1.0)
            total = _added(total, self.times(part, _harmonic((), kind, angle, 1.0)), -1.0)
        return found

    def _turned(self, op: str, angle: Sum, x: Node) -> Sum:
        """The sine or cosine of an angle that is a sum of products without sines and cosines."""
        if any(kind for _, kind, _ in angle):
            return self._opaque(x)
        form = tuple(sorted(((t[0], c) for t, c in angle.items()), key=_place))
        return _harmonic((), op, form, 1.0)

    def times(self, a: Sum, b: Sum) -> Sum:
        """The product of two sums."""
        if len(a) * len(b) > MOST:
            raise TooLarge
        total: Sum = {}
        sizes: Sum = {}
        for (mono_a, kind_a, form_a), ca in a.items():
            for (mono_b, kind_b, form_b), cb in b.items():
                monomial, c = _product(mono_a, mono_b), ca * cb
                for kind, form, share in _multiplied(kind_a, form_a, kind_b, form_b):
                    key = (monomial, kind, form)
                    total[key] = total.get(key, 0.0) + c * share
                    sizes[key] = max(sizes.get(key, 0.0), abs(c * share))
        return self._squared({key: c for key, c in total.items() if abs(c) > TINY * sizes[key]})

    def _squared(self, total: Sum) -> Sum:
        """The sum with squares of symbols exchanged for what they are."""
        if not self.squares:
            return total
        for term in list(total):
            for x, p in term[0]:
                if abs(p) > 1 and x in self.squares:
                    c = total.pop(term)
                    rest = tuple((y, k) for y, k in term[0] if y is not x)
                    sign = 2 if p > 0 else -2
                    left = _product(rest, ((x, p - sign),)) if p != sign else rest
                    square = self.squares[x] if p > 0 else self._inverse(self.squares[x])
                    more = self.times({(left, term[1], term[2]): c}, square)
                    return self._squared(_added(total, more, 1.0))
        return total

    def node(self, total: Sum) -> Node:
        """A sum as an expression."""
        result: Node = n.ZERO
        for (monomial, kind, form), c in total.items():
            term = n.const(c)
            for x, p in monomial:
                term = n.mul(term, n.power(x, p)) if p > 0 else n.div(term, n.power(x, -p))
            if kind:
                term = n.mul(term, n.function(kind, self.angle(form)))
            result = n.add(result, term)
        return result

    def angle(self, form: Form) -> Node:
        """An angle as an expression."""
        return self.node({(monomial, "", ()): c for monomial, c in form})


def _symbol(x: Node) -> Sum:
    return {(((x, 1),), "", ()): 1.0}


def _place(item: tuple[Monomial, float]) -> tuple[tuple[bool, str, tuple[int, str, int], int], ...]:
    """The order in an angle: that of names, which is the same whatever was written before."""
    return tuple((x.op != "symbol", str(x.args[0]) if x.op == "symbol" else "", x.place, p) for x, p in item[0])


def _added(a: Sum, b: Sum, sign: float) -> Sum:
    total = dict(a)
    for key, c in b.items():
        before = total.get(key, 0.0)
        total[key] = before + sign * c
        if abs(total[key]) <= TINY * abs(before):
            del total[key]
    return total


def _product(a: Monomial, b: Monomial) -> Monomial:
    if not a or not b:
        return a or b
    powers = dict(a)
    for x, p in b:
        powers[x] = powers.get(x, 0) + p
    return tuple(sorted(((x, p) for x, p in powers.items() if p), key=lambda item: item[0].place))


def _combined(a: Form, b: Form, sign: float) -> Form:
    total = dict(a)
    for monomial, c in b:
        total[monomial] = total.get(monomial, 0.0) + sign * c
    return tuple(sorted(((m, c) for m, c in total.items() if abs(c) > 1e-12), key=_place))


def _turn(kind: str, form: Form) -> tuple[str, Form, float]:
    """A sine or cosine with the first coefficient of its angle positive, and its sign."""
    if not form:
        return "", (), 1.0 if kind == "cos" else 0.0
    if form[0][1] < 0:
        return kind, tuple((m, -c) for m, c in form), 1.0 if kind == "cos" else -1.0
    return kind, form, 1.0


def _harmonic(monomial: Monomial, kind: str, form: Form, c: float) -> Sum:
    kind, form, sign = _turn(kind, form)
    return {(monomial, kind, form): c * sign} if sign else {}


# cos a cos b, sin a sin b, sin a cos b, cos a sin b: the kind, and the signs at a − b and a + b
_RULES: dict[tuple[str, str], tuple[str, float, float]] = {
    ("cos", "cos"): ("cos", 1.0, 1.0),
    ("sin", "sin"): ("cos", 1.0, -1.0),
    ("sin", "cos"): ("sin", 1.0, 1.0),
    ("cos", "sin"): ("sin", -1.0, 1.0),
}


def _multiplied(kind_a: str, a: Form, kind_b: str, b: Form) -> list[tuple[str, Form, float]]:
    """The product of two sines, cosines or ones as a sum."""
    if not kind_a or not kind_b:
        return [(kind_a or kind_b, a or b, 1.0)]
    kind, at_difference, at_sum = _RULES[kind_a, kind_b]
    found = []
    for form, share in ((_combined(a, b, -1.0), at_difference), (_combined(a, b, 1.0), at_sum)):
        turned, normal, sign = _turn(kind, form)
        if sign:
            found.append((turned, normal, 0.5 * share * sign))
    return found


__all__ = ["Form", "Harmonics", "Monomial", "Sum", "Term", "TooLarge"]
