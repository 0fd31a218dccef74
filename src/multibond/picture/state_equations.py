"""The state equations of any model in the user's names: explicit where they can be, otherwise what must be solved.

Intermediate results are put in where that keeps an equation readable; longer ones keep their names and are listed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from html import escape
from typing import TYPE_CHECKING, Any

import numpy as np

from ..equations.compile import Compiled
from ..equations.schedule import Assign, SolveLinear, SolveNonlinear
from ..equations.unfolded import determinant
from ..errors import Asked, StructureError
from ..expression import (
    TIME,
    ZERO,
    Node,
    add,
    added,
    der,
    div,
    leaves,
    mul,
    name_of,
    nodes,
    operands,
    relation,
    sub,
    substitute,
    topological,
)
from ..expression import text as shown_text
from ..expression.algebra import RELATIONS
from ..frozen import frozen
from ..model.kind import Kind

if TYPE_CHECKING:
    from ..model.composite import Composite

CONDITIONS = (*RELATIONS, "and", "or", "not", "true", "false")
SHORT = 6  # operations of a signal that is put in
LONGEST = 40  # operations of an intermediate result that is put in
LARGEST_WHOLE = 300  # operations of an equation that is written in one piece
LARGEST_SOLVED = 3  # unknowns of a linear system that is solved by determinants
LARGEST_TIDIED = 120  # operations of an equation that SymPy is asked to simplify
MOST_TIDIED = 20  # named results beside which SymPy is asked at all


@frozen
class Together:
    """Variables that follow together from `residuals` that are zero."""

    unknowns: tuple[Node, ...]
    residuals: tuple[Node, ...]


@frozen
class StateEquations(Asked):
    """`rates` of the `states`; `where` names longer intermediate results; `together` must be solved at every time.

    `positions` tells for which position of ideal switches and diodes the equations hold.
    """

    title: str
    states: tuple[Node, ...]
    rates: tuple[Node, ...]
    where: tuple[tuple[Node, Node], ...]
    together: tuple[Together, ...]
    outputs: tuple[tuple[str, Node], ...]
    positions: tuple[str, ...]
    tidy: bool  # determinants came in: SymPy makes them shorter

    @property
    def explicit(self) -> bool:
        """Whether nothing has to be solved."""
        return not self.together

    def text(self) -> str:
        """The equations as text."""
        show = _Shown(self.tidy, latex=False)
        lines = [f"for {', '.join(self.positions)}:"] if self.positions else []
        lines += [f"d/dt {name_of(x)} = {show(rate)}" for x, rate in zip(self.states, self.rates, strict=True)]
        if not self.states:
            lines.append("no states: everything follows from the inputs at once")
        if self.where:
            lines += ["", "where", *(f"  {name_of(x)} = {show(value)}" for x, value in self.where)]
        for part in self.together:
            names = ", ".join(map(name_of, part.unknowns))
            lines += ["", f"and {names} from", *(f"  0 = {show(r)}" for r in part.residuals)]
        if self.outputs:
            lines += ["", "outputs", *(f"  {name} = {show(value)}" for name, value in self.outputs)]
        return "\n".join(lines)

    def latex(self) -> str:
        """The equations as one LaTeX `aligned` environment."""
        show = _Shown(self.tidy, latex=True)
        rows = [
            rf"\frac{{d}}{{dt}} {_letter(name_of(x))} &= {show(r)}"
            for x, r in zip(self.states, self.rates, strict=True)
        ]
        rows += [f"{_letter(name_of(x))} &= {show(value)}" for x, value in self.where]
        rows += [f"0 &= {show(r)}" for part in self.together for r in part.residuals]
        rows += [f"{_letter(name)} &= {show(value)}" for name, value in self.outputs]
        return "\\begin{aligned}\n" + " \\\\\n".join(rows) + "\n\\end{aligned}"

    def sympy(self) -> list[Any]:
        """The equations as SymPy objects, in the order of the text; ``der(x)`` is a symbol of that name."""
        import sympy

        from ..expression import to_sympy

        pairs = [(der(x), rate) for x, rate in zip(self.states, self.rates, strict=True)]
        pairs += self.where
        pairs += [(ZERO, residual) for part in self.together for residual in part.residuals]
        left, right = (to_sympy([pair[k] for pair in pairs]) for k in (0, 1))
        return [sympy.Eq(a, b, evaluate=False) for a, b in zip(left, right, strict=True)]

    __str__ = text

    def _repr_html_(self) -> str:
        from ..notebook import framed
        from .mathematics import equations_html

        return framed(f"<h4>{escape(self.title)}</h4>{equations_html(self)}")

    def _repr_latex_(self) -> str:
        return f"$\\displaystyle {self.latex()}$"


class _Shown:
    """Writes expressions, shorter by SymPy where that was asked for."""

    def __init__(self, tidy: bool, latex: bool):
        self.tidy, self.latex = tidy, latex

    def __call__(self, x: Node) -> str:
        value = readable(x, self.tidy) if self.latex or self.tidy else None
        if value is None or not (self.latex or value.is_rational_function()):
            return shown_text(x)
        if not self.latex:
            return str(value)
        import sympy

        return sympy.latex(value, symbol_names={s: _letter(s.name) for s in value.free_symbols})


def readable(x: Node, tidy: bool) -> Any:
    """`x` as a SymPy expression, as one fraction where `tidy` asks for it; None for a form that SymPy does not have."""
    import sympy

    from ..expression import to_sympy

    try:
        value = to_sympy([x])[0]
        if tidy and _size(x, {}) < LARGEST_TIDIED and value.is_rational_function():
            shorter = sympy.factor_terms(sympy.cancel(value))
            if sympy.count_ops(shorter) <= 1.5 * sympy.count_ops(value):  # one fraction reads better than nested ones
                value = shorter
        return value
    except (TypeError, ValueError, AttributeError, sympy.PolynomialError):
        return None


def state_equations(model: Composite, parameters: Any = None) -> StateEquations:
    """The state equations of `model`.

    >>> from multibond import load
    >>> print(state_equations(load("rlc")).text().splitlines()[1])
    d/dt capacitor.q = inductor.p/inductance
    """
    from ..equations.compile import compile_system
    from ..equations.formulation import formulation, model_wishes
    from ..graph.causality import causality, check_forced

    made = formulation(model)
    made.parameters(parameters)  # values that a run refuses are refused here too
    system = made.system(parameters)
    check_forced(system.graph, system.scopes)
    if any(law.pair.at_contact for law in system.pairs):
        return _Collector(_at_start(model, parameters)).equations()
    try:
        compiled = compile_system(system, wishes=model_wishes(system), audit=False)
    except StructureError:
        if not system.pairs:
            if not system.graph.joins:  # the graph tells which elements disagree, as `analyse` does
                causality(system.graph, system.scopes)
            raise
        compiled = _at_start(model, parameters)
    return _Collector(compiled).equations()


def _at_start(model: Composite, parameters: Any) -> Compiled:
    """The equations of the position in which contacts, ideal switches and diodes begin."""
    from ..simulation.engine import engine
    from ..simulation.own_position import stand_alone
    from ..simulation.run import Simulation
    from ..simulation.settings import Settings

    made = engine(model)
    system, p = made.parameters(parameters)
    simulation = Simulation(made, system, p, Settings(np.array([0.0, 1.0]), 1e-6, audit=False))
    simulation.start()
    stand_alone(simulation)
    return simulation.machine.compiled


class _Collector:
    """Goes through the steps of a schedule and puts short results into later ones."""

    def __init__(self, compiled: Compiled):
        self.compiled = compiled
        self.known: dict[Node, Node] = {}
        self.named: dict[Node, Node] = {}
        self.together: list[Together] = []
        self.tidy = False
        self.sizes: dict[Node, int] = {}
        self.inputs: dict[Node, Node] = {}  # what a source imposes keeps its name, however it depends on time
        elements = compiled.system.graph.elements
        for name, value in compiled.aliased.replaced.items():
            known = compiled.system.quantities.get(name)
            owner = elements.get(known.owner) if known is not None else None
            if owner is not None and owner.element.role == "source" and value.op not in ("symbol", "neg", "const"):
                if TIME in leaves(value) or any(mode.value in leaves(value) for mode in compiled.modes):
                    self.inputs.setdefault(value, name)
        self.named.update({name: value for value, name in self.inputs.items()})

    def equations(self) -> StateEquations:
        compiled, schedule = self.compiled, self.compiled.schedule
        for step in schedule.steps:
            self._take(step)
        conditions = self._conditions()
        # states that only carry first guesses of nonlinear unknowns along are no part of the model
        own = [k for k, x in enumerate(schedule.states) if x not in schedule.kinds]
        states, derivatives = [schedule.states[k] for k in own], [schedule.derivatives[k] for k in own]
        # a rate is written out where it stands, however long it is
        rates = [substitute([self._written_out(x)], conditions)[0] for x in derivatives]
        outputs = self._outputs(conditions)
        named = {x: substitute([value], conditions)[0] for x, value in self.named.items()}
        together = [Together(t.unknowns, tuple(substitute(list(t.residuals), conditions))) for t in self.together]
        parts = Parts({*compiled.system.parameters, *map(name_of, compiled.system.quantities)})
        rates = [parts.of(rate) for rate in rates]
        outputs = [(label, parts.of(value)) for label, value in outputs]
        together = [Together(t.unknowns, tuple(map(parts.of, t.residuals))) for t in together]
        named = {x: parts.of(value) for x, value in named.items()}
        named = {**parts.named, **named}
        used = self._used([*rates, *(v for _, v in outputs), *(r for t in together for r in t.residuals)], named)
        positions = [
            f"{mode.origin} {'on' if compiled.positions[mode.value] else 'off'}"
            for mode in compiled.modes
            if mode.structural
        ]
        return StateEquations(
            compiled.system.graph.title, tuple(states), tuple(rates),
            tuple((x, v) for x, v in named.items() if x in used - set(schedule.derivatives)),
            tuple(together), tuple(outputs), tuple(dict.fromkeys(positions)), self.tidy and len(used) <= MOST_TIDIED,
        )  # fmt: skip

    def _take(self, step: Any) -> None:
        if isinstance(step, Assign):
            self._name(step.target, self._put_in(step.value))
        elif isinstance(step, SolveLinear):
            n = len(step.unknowns)
            matrix = np.full((n, n), ZERO, dtype=object)
            for i, j, value in step.matrix:
                matrix[i, j] = self._put_in(value)
            right = [self._put_in(r) for r in step.right]
            if n <= LARGEST_SOLVED:
                self.tidy = True
                whole = determinant(matrix)
                for j, x in enumerate(step.unknowns):
                    changed = matrix.copy()
                    changed[:, j] = right
                    self._name(x, div(determinant(changed), whole))
            else:
                sums = [
                    sub(_sum(mul(matrix[i, j], x) for j, x in enumerate(step.unknowns)), right[i]) for i in range(n)
                ]
                self.together.append(Together(step.unknowns, tuple(sums)))
        elif isinstance(step, SolveNonlinear):
            for assign in step.inner:
                self._name(assign.target, self._put_in(assign.value))
            self.together.append(Together(step.unknowns, tuple(self._put_in(r) for r in step.residuals)))

    def _is_input(self, value: Node) -> bool:
        """Whether `value` is a function of time alone that is more than a number."""
        modes = {mode.value for mode in self.compiled.modes}
        found = {leaf for leaf in leaves(value) if not self.compiled.system.is_constant(leaf)}
        return bool(found) and found <= modes | {TIME} and _size(value, self.sizes) > 3

    def _written_out(self, x: Node) -> Node:
        value = self.named.get(x, self._put_in(x))
        return self.named.get(value, value)

    def _put_in(self, x: Node) -> Node:
        return substitute(substitute([x], self.inputs), self.known)[0]

    def _is_signal(self, target: Node, value: Node) -> bool:
        """Whether a block computes it: such a signal is read by its name, not written out at every place."""
        known = self.compiled.system.quantities.get(target)
        if known is None or known.kind is not Kind.SIGNAL or _size(value, self.sizes) <= SHORT:
            return False
        flat = self.compiled.system.graph.elements.get(known.owner)
        return flat is not None and flat.element.role == "block" and not flat.attached

    def _name(self, target: Node, value: Node) -> None:
        longest = _size(value, self.sizes) > LONGEST or self._is_signal(target, value)
        if not longest and not self._is_input(value):
            self.known[target] = value
        else:
            self.named[target] = value

    def _conditions(self) -> dict[Node, Node]:
        """What the modes stand for, in the names of the equations."""
        replace: dict[Node, Node] = {}
        for mode in self.compiled.modes:
            condition = self._put_in(self.compiled.resolve(mode.condition))
            key = relation("gt", mode.value, 0.5) if mode.condition.op in RELATIONS else mode.value
            replace[key] = substitute([condition], replace)[0]
        return replace

    def _outputs(self, conditions: dict[Node, Node]) -> list[tuple[str, Node]]:
        found = []
        for name, output in self.compiled.system.outputs.items():
            array: Any = nodes(output.value)
            for index in np.ndindex(*array.shape):
                value = self._put_in(self.compiled.resolve(array[index]))
                label = f"{name}[{','.join(map(str, index))}]" if index else name
                found.append((label, substitute([value], conditions)[0]))
        return found

    @staticmethod
    def _used(roots: list[Node], named: dict[Node, Node]) -> set[Node]:
        used: set[Node] = set()
        stack = list(roots)
        while stack:
            fresh = {leaf for leaf in leaves(stack.pop()) if leaf in named} - used
            used |= fresh
            stack += [named[x] for x in fresh]
        return used


class Parts:
    """Cuts long expressions into parts with names of their own, each written once: ``part1``, ``part2``, …"""

    def __init__(self, taken: Collection[str] = ()) -> None:
        self.taken = taken  # names that the model has
        self.named: dict[Node, Node] = {}
        self._number = 0
        self._known: dict[Node, Node] = {}
        self._sizes: dict[Node, int] = {}

    def of(self, x: Node) -> Node:
        """`x` in terms of parts, unless it is short anyway."""
        if _size(x, {}) <= LARGEST_WHOLE:
            return x
        for y in topological([x]):
            if y in self._sizes:
                continue
            size = 1 + sum(self._sizes.get(z, 1) for z in operands(y))
            if size > LONGEST and y is not x and y.op not in CONDITIONS:
                part = self._next()
                self.named[part] = substitute([y], self._known)[0]
                self._known[y] = part
                size = 1
            self._sizes[y] = size
        return substitute([x], self._known)[0]

    def _next(self) -> Node:
        """A name that the model does not have."""
        self._number += 1
        while f"part{self._number}" in self.taken:
            self._number += 1
        return added(f"part{self._number}")


def _letter(name: str) -> str:
    """The LaTeX of a name; a derivative gets a dot, which can carry an exponent."""
    from ..expression.show import latex_of_symbol

    inner = name[4:-1] if name.startswith("der(") else None
    return latex_of_symbol(name) if inner is None else rf"\dot{{{_letter(inner)}}}"


def _sum(terms: Iterable[Node]) -> Node:
    total: Node = ZERO
    for term in terms:
        total = add(total, term)
    return total


def _size(x: Node, known: dict[Node, int]) -> int:
    """The number of operations of `x` when written out."""
    for y in topological([x]):
        if y not in known:
            known[y] = 1 + sum(known.get(z, 1) for z in operands(y))
    return known[x]


__all__ = ["StateEquations", "Together", "determinant", "readable", "state_equations"]


__all__ = ["Parts", "StateEquations", "determinant", "readable", "state_equations"]
