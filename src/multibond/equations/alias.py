"""Pass "alias": variables that equal another variable (up to sign) or a constant are replaced everywhere."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from ..errors import StructureError
from ..expression import TIME, ZERO, Node, der, div, leaves, neg, substitute, unsigned
from ..frozen import frozen
from .nonzero import NUMBERS, Nonzero
from .system import Equation


class Contradiction(StructureError):
    """Of an equation a number is left that is not zero."""


@frozen
class Aliased:
    """Equations without aliases, and what each eliminated variable was replaced by (never another eliminated one)."""

    equations: tuple[Equation, ...]
    replaced: dict[Node, Node]
    redundant: tuple[str, ...] = ()  # constraints that hold by themselves
    released: tuple[Equation, ...] = ()  # those of them that do so only with the numbers at hand
    rows: tuple[int, ...] = ()  # of the redundant ones among `System.constraints`
    circles: tuple[tuple[str, Node], ...] = ()  # variables that nothing but themselves determines, with the origins


def base(leaf: Node) -> Node:
    """The variable under any number of derivatives."""
    while leaf.op == "der":
        leaf = leaf.args[0]
    return leaf


def order(leaf: Node) -> int:
    """How many times a leaf is differentiated."""
    count = 0
    while leaf.op == "der":
        leaf, count = leaf.args[0], count + 1
    return count


def replace_variables(
    roots: Iterable[Node], replaced: dict[Node, Node], constant: Callable[[Node], bool]
) -> list[Node]:
    """`roots` with variables (and their derivatives) exchanged as `replaced` says."""
    roots = list(roots)
    mapping: dict[Node, Node] = {}
    for leaf in leaves(*roots):
        variable = base(leaf)
        if variable in replaced:
            image = replaced[variable]
            for _ in range(order(leaf)):
                image = ZERO if _is_constant(image, constant) else der(image)
            mapping[leaf] = image
    return substitute(roots, mapping) if mapping else roots


def eliminate_aliases(
    equations: tuple[Equation, ...],
    constant: Callable[[Node], bool],
    keep: Callable[[Node], int],
    nonzero: Nonzero = NUMBERS,
) -> Aliased:
    """Take alias equations out. `keep(variable)` is larger for names that should stay; `nonzero` tells by which
    factors an equation may be divided."""
    work = _Elimination(equations, constant, keep, nonzero)
    work.run()
    return work.result()


class _Elimination:
    """The equations while aliases are being taken out of them."""

    def __init__(
        self, equations: tuple[Equation, ...], constant: Callable[[Node], bool], keep: Callable[[Node], int],
        nonzero: Nonzero,
    ):  # fmt: skip
        self.equations, self.constant, self.keep, self.nonzero = equations, constant, keep, nonzero
        self.residuals: list[Node | None] = [e.residual for e in equations]  # None: taken out
        self.users: dict[Node, list[int]] = {}  # variable → equations without alias in which it was found
        self.differentiated: set[Node] = set()
        for equation in equations:
            self.differentiated.update(base(x) for x in leaves(equation.residual) if x.op == "der")
        self.replaced: dict[Node, Node] = {}
        self.redundant: list[int] = []  # closing constraints that follow from the others
        # closing constraints wait until all others are done: what they say may then follow already
        self.queue = deque(i for i, e in enumerate(equations) if e.release is None)
        self.late = deque(i for i, e in enumerate(equations) if e.release is not None)
        self.queued = [True] * len(equations)

    def _note(self, i: int, found: list[Node]) -> None:
        """Take in which variables stand in equation i."""
        for leaf in found:
            if leaf is not TIME and not self.constant(leaf):
                self.users.setdefault(base(leaf), []).append(i)

    def _rank(self, variable: Node) -> tuple[bool, int]:
        return variable in self.differentiated, self.keep(variable)

    def run(self) -> None:
        """Look at every equation, and again at those in which something was replaced."""
        while self.queue or self.late:
            i = self.queue.popleft() if self.queue else self.late.popleft()
            self.queued[i] = False
            residual = self._up_to_date(i)
            if residual is None:
                continue
            closing = self.equations[i].release is not None and i not in self.redundant
            if closing and residual is ZERO:
                residual, closing = self._release(i), False
            # a closing constraint replaces nothing: it must stay recognisable as what may be redundant
            found = None if closing else _alias(residual, self.constant, self._rank, self.nonzero)
            if found is not None:
                self._replace(i, *found)
            elif residual is not ZERO and residual.op == "const":
                raise self._contradiction(i, residual)
            else:
                self._note(i, leaves(residual))

    def _up_to_date(self, i: int) -> Node | None:
        """Equation i with everything replaced that is known by now. That waits until its turn comes, for the balance
        of a junction with thousands of bonds would otherwise be written anew for each of them."""
        residual = self.residuals[i]
        if residual is not None:
            known = {x: self._end(x) for x in map(base, leaves(residual)) if x in self.replaced}
            if known:
                residual = self.residuals[i] = replace_variables([residual], known, self.constant)[0]
        return residual

    def _end(self, variable: Node) -> Node:
        """What a replaced variable is in the end; chains are shortened on the way."""
        chain = []
        value: Node = variable
        while (target := unsigned(value)) in self.replaced:
            chain.append(target)
            value = self.replaced[target]
        for target in reversed(chain):
            before = self.replaced[target]
            inner = unsigned(before)
            if inner in self.replaced:  # it has been shortened already: one step is left
                end = self.replaced[inner]
                self.replaced[target] = neg(end) if before.op == "neg" else end
        return self.replaced[variable]

    def _release(self, i: int) -> Node:
        """The loop closes by itself in this direction: no effort is needed, which is what the equation says instead."""
        release = self.equations[i].release
        assert release is not None
        self.redundant.append(i)
        residual = replace_variables([release], _closed(self.replaced, self.constant), self.constant)[0]
        self.residuals[i] = residual
        return residual

    def _replace(self, i: int, variable: Node, value: Node) -> None:
        """Exchange `variable` for `value` everywhere; equation i says no more than that they are equal."""
        self.residuals[i] = None
        self.replaced[variable] = value
        target = _one_variable(value, self.constant)
        if variable in self.differentiated and target is not None:
            self.differentiated.add(target)
        for j in self.users.pop(variable, ()):
            if self.residuals[j] is not None and not self.queued[j]:
                (self.queue if self.equations[j].release is None else self.late).append(j)
                self.queued[j] = True

    def _contradiction(self, i: int, left: Node) -> Contradiction:
        closing = self.equations[i].release is not None
        reason = (
            "the loop cannot close, for its ends stand at different places; move one of them, or put a joint between"
            if closing
            else "two sources or constraints fix the same quantity; remove one of them"
        )
        return Contradiction(
            f"the laws contradict each other: {-left.args[0]:g} = 0 is left of an equation; {reason}",
            self.equations[i].origin,
        )

    def result(self) -> Aliased:
        """The equations that are left, and what was replaced."""
        final = _closed(self.replaced, self.constant)
        remaining, empty = [], []
        for i, equation in enumerate(self.equations):
            residual = self._up_to_date(i)
            if residual is None or residual is ZERO:
                empty += [equation] if residual is ZERO and equation.release is None else []
                continue
            release = None
            if equation.release is not None and i not in self.redundant:
                release = replace_variables([equation.release], final, self.constant)[0]
            remaining.append(Equation(residual, equation.origin, release, row=equation.row))
        rows = tuple(row for i in self.redundant if (row := self.equations[i].row) is not None)
        names = tuple(self.equations[i].origin for i in self.redundant)
        return Aliased(tuple(remaining), final, names, rows=rows, circles=self._circles(empty, remaining, final))

    def _circles(
        self, empty: list[Equation], remaining: list[Equation], final: dict[Node, Node]
    ) -> tuple[tuple[str, Node], ...]:
        """The variables of equations of which nothing is left, and that stand in no other one."""
        if not empty:
            return ()
        alive = {base(x) for equation in remaining for x in leaves(equation.residual)}
        found = [(equation.origin, base(x)) for equation in empty for x in leaves(equation.residual)]
        ends = ((origin, x, _one_variable(final.get(x, x), self.constant)) for origin, x in found)
        return tuple((origin, x) for origin, x, end in ends if end is not None and end not in alive)


def _is_constant(x: Node, constant: Callable[[Node], bool]) -> bool:
    return all(constant(leaf) for leaf in leaves(x))


def _one_variable(value: Node, constant: Callable[[Node], bool]) -> Node | None:
    """The variable of ±x; None for a constant."""
    inner = unsigned(value)
    return inner if inner.op == "symbol" and inner is not TIME and not constant(inner) else None


def _alias(
    residual: Node, constant: Callable[[Node], bool], rank: Callable[[Node], tuple[bool, int]], nonzero: Nonzero
) -> tuple[Node, Node] | None:
    """If `residual` = 0 says that a variable equals ± another or a constant: the variable to drop and its value."""

    def is_variable(x: Node) -> bool:
        return x.op == "symbol" and x is not TIME and not constant(x)

    x = unsigned(residual)
    if is_variable(x):
        return x, ZERO
    if x.op in ("mul", "div"):  # a · x = 0 with an a that never vanishes, or x / a = 0
        a, b = x.args
        if is_variable(a) and (nonzero(b) if x.op == "mul" else _is_constant(b, constant)):
            return a, ZERO
        return (b, ZERO) if x.op == "mul" and is_variable(b) and nonzero(a) else None
    if x.op not in ("add", "sub"):
        return None
    (a, sign_a), (b, sign_b) = _signed(x.args[0], 1), _signed(x.args[1], 1 if x.op == "add" else -1)
    if is_variable(a) and is_variable(b):
        drop, value = (a, b) if rank(a) < rank(b) else (b, a)
        return drop, (value if sign_a != sign_b else neg(value))
    for (u, sign_u), (v, sign_v) in (((a, sign_a), (b, sign_b)), ((b, sign_b), (a, sign_a))):
        if is_variable(u) and _is_constant(v, constant):
            return u, (v if sign_u != sign_v else neg(v))
        if u.op == "mul" and _is_constant(v, constant):  # c · x = constant
            for factor, x_u in ((u.args[0], u.args[1]), (u.args[1], u.args[0])):
                if is_variable(x_u) and nonzero(factor):
                    quotient = div(v, factor)
                    return x_u, (quotient if sign_u != sign_v else neg(quotient))
    return None


def _signed(x: Node, sign: int) -> tuple[Node, int]:
    return (x.args[0], -sign) if x.op == "neg" else (x, sign)


def _closed(replaced: dict[Node, Node], constant: Callable[[Node], bool]) -> dict[Node, Node]:
    """Follow chains x → y → z to their ends."""
    final: dict[Node, Node] = {}
    for variable in replaced:
        chain, current, sign = [], variable, 1
        while current in replaced and current not in final:
            chain.append((current, sign))
            value = replaced[current]
            target = _one_variable(value, constant)
            if target is None:
                end, current_sign = value, sign
                break
            sign = -sign if value.op == "neg" else sign
            current = target
        else:
            end, current_sign = (final[current], sign) if current in final else (current, sign)
        for name, at in chain:
            final[name] = end if at == current_sign else neg(end)
    return final
