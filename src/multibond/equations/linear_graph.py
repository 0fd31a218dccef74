"""A graph whose laws are linear, taken apart into fields and junction structure as in MODIN (seed equations 1 to 4).

Every equation becomes a row of constant coefficients; the causality says which port variables are inputs and which
are outputs of the storage, dissipation and source fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from ..errors import ModelError
from ..expression import MINUS_ONE, ONE, TIME, ZERO, Node, gradient, leaves, neg, nodes, substitute, unsigned
from ..frozen import frozen
from ..graph.causality import Causality, causality
from ..model.declare import Output, Variable
from .alias import base
from .elimination import Form
from .order import written
from .system import Equation, System


class NotLinear(ModelError):
    """A law that is not linear with constant coefficients; `where` is its element, `reason` says why."""

    def __init__(self, reason: str, where: str):
        super().__init__(f"{reason}; linearize the model at an operating point instead", where)
        self.reason = reason


@frozen
class Entry:
    """One entry of a characteristic vector: `name` after the bond (e18, p1), the element's path, the variable."""

    name: str
    path: str
    component: int
    variable: Node  # in the names of the model; for a source's input the value that the source imposes
    bond: int

    def __str__(self) -> str:
        return self.name


@dataclass
class LinearGraph:
    """Rows of the fields and of the junction structure, and the characteristic vectors."""

    system: System
    causality: Causality
    U: list[Entry] = field(default_factory=list)
    V: list[Entry] = field(default_factory=list)
    X_I: list[Entry] = field(default_factory=list)
    Z_I: list[Entry] = field(default_factory=list)
    rate_I: list[Entry] = field(default_factory=list)  # the port variable that is the derivative of X_I
    X_D: list[Entry] = field(default_factory=list)
    Z_D: list[Entry] = field(default_factory=list)
    rate_D: list[Entry] = field(default_factory=list)
    d_in: list[Entry] = field(default_factory=list)
    d_out: list[Entry] = field(default_factory=list)
    structure: list[tuple[Form, str]] = field(default_factory=list)  # rows of junctions, transformers, sensors
    storage: list[tuple[Form, str]] = field(default_factory=list)
    dissipation: list[tuple[Form, str]] = field(default_factory=list)
    signals: list[tuple[Form, str]] = field(default_factory=list)  # rows of sensor outputs and connected signals
    values: list[Node] = field(default_factory=list)  # what the sources impose, in the order of U


def linear_graph(system: System, prefer: str = "integral") -> LinearGraph:
    """The parts of a linear graph; raises NotLinear where a law is not, and CausalityError."""
    return _Reader(system, causality(system.graph, system.scopes, prefer)).read()


class _Reader:
    def __init__(self, system: System, causal: Causality):
        self.system, self.graph, self.causal = system, system.graph, causal
        self.result = LinearGraph(system, causal)
        self.written = {path: k for k, path in enumerate(written(system.graph))}
        self.ports: dict[Node, tuple[int, int, str]] = {}  # symbol → bond, component, "e" or "f"
        for bond in self.graph.bonds:
            efforts, flows = system.scopes.bond(bond.index)
            for i in range(bond.n):
                self.ports[efforts[i]] = (bond.index, i, "e")
                self.ports[unsigned(flows[i])] = (bond.index, i, "f")

    def read(self) -> LinearGraph:
        rows: dict[str, list[Equation]] = {path: [] for path in self.graph.elements}
        for equation in self.system.equations:
            if equation.origin in rows:
                rows[equation.origin].append(equation)
            else:
                self._signal(equation)
        for path in sorted(rows, key=self._order):
            role = self.graph.elements[path].element.role
            match role:
                case "source":
                    self._source(path, rows[path])
                case "storage":
                    self._storage(path, rows[path])
                case "dissipation":
                    self._dissipation(path, rows[path])
                case _:
                    self._structure(path, rows[path])
        return self.result

    # ------------------------------------------------------------ elements
    def _source(self, path: str, equations: list[Equation]) -> None:
        imposed: dict[Node, Node] = {}
        for equation in equations:
            slopes = gradient(equation.residual)
            own = [v for v in slopes if v in self.ports]
            if len(own) != 1 or slopes[own[0]] not in (ONE, MINUS_ONE):
                raise NotLinear(f"the source's law 0 = {equation.residual!r} does not give one effort or flow", path)
            value = substitute([equation.residual], {own[0]: ZERO})[0]
            value = neg(value) if slopes[own[0]] is ONE else value
            changing = [x for x in leaves(value) if x is not TIME and not self.system.is_constant(x)]
            if changing:
                raise NotLinear(f"the source is controlled by the signal {changing[0]}", path)
            imposed[own[0]] = value
        for ours, partner in self._ends(path):
            if ours not in imposed:
                ours, partner = partner, ours
            self.result.U.append(self._entry(path, ours))
            self.result.V.append(self._entry(path, partner))
            self.result.values.append(imposed[ours])

    def _storage(self, path: str, equations: list[Equation]) -> None:
        state_of: dict[Node, Node] = {}  # the port variable that is the derivative of a state
        for equation in equations:
            derivatives = [x for x in leaves(equation.residual) if x.op == "der"]
            if not derivatives:
                self.result.storage.append((self._row(equation), path))
                continue
            row = self._row(equation, allow_derivatives=True)
            others = [v for v in row if v.op != "der"]
            if len(derivatives) != 1 or len(others) != 1 or others[0] not in self.ports:
                raise NotLinear(f"the law 0 = {equation.residual!r} is not the storage of one port variable", path)
            if row[derivatives[0]] is not neg(row[others[0]]):
                raise NotLinear(f"the law 0 = {equation.residual!r} scales what it stores", path)
            state_of[others[0]] = derivatives[0].args[0]
        for effort, flow in self._ends(path):
            rate, power = (flow, effort) if flow in state_of else (effort, flow)
            if rate not in state_of:
                raise NotLinear("it stores by positions that are known elsewhere, and has no state of its own", path)
            bond, component, letter = self.ports[rate]
            here = next(a for a in self.graph.elements[path].attached if a.bond == bond)
            is_effort_in = self.causal.effort_in(here, component)
            integral = is_effort_in == (letter == "e")
            x = Entry(self._name("q" if letter == "f" else "p", bond, component), path, component, state_of[rate], bond)
            lists = ((self.result.X_I, self.result.Z_I, self.result.rate_I) if integral
                     else (self.result.X_D, self.result.Z_D, self.result.rate_D))  # fmt: skip
            for target, entry in zip(lists, (x, self._entry(path, power), self._entry(path, rate)), strict=True):
                target.append(entry)

    def _dissipation(self, path: str, equations: list[Equation]) -> None:
        for equation in equations:
            self.result.dissipation.append((self._row(equation), path))
        for place, attachment in enumerate(self.graph.elements[path].attached):
            for (effort, flow), i in zip(
                self._ends(path, place), range(self.graph.bonds[attachment.bond].n), strict=True
            ):
                effort_in = self.causal.effort_in(attachment, i)
                self.result.d_in.append(self._entry(path, effort if effort_in else flow))
                self.result.d_out.append(self._entry(path, flow if effort_in else effort))

    def _structure(self, path: str, equations: list[Equation]) -> None:
        element = self.graph.elements[path].element
        # what a sensor or block tells about the graph does not bear on it
        kinds = Variable if element.role == "sensor" else Output
        declared = [name for name, found in element.declarations.items() if isinstance(found, kinds)]
        told = {x for name in declared for x in np.ravel(nodes(self.system.scopes.variable(path, name)))}
        for equation in equations:
            if not element.ports or any(base(x) in told for x in leaves(equation.residual)):
                self._signal(equation)
            else:
                self.result.structure.append((self._row(equation), path))

    def _signal(self, equation: Equation) -> None:
        """An equation of signals does not bear on the matrices; it is kept for outputs where it is linear."""
        try:
            self.result.signals.append((self._row(equation), equation.origin))
        except NotLinear:
            return

    # ------------------------------------------------------------ rows and entries
    def _row(self, equation: Equation, allow_derivatives: bool = False) -> Form:
        """The coefficients of a linear equation with constant coefficients and no constant term."""
        where = equation.origin
        slopes = gradient(equation.residual)
        row: Form = {}
        for leaf, slope in slopes.items():
            if leaf is TIME:
                raise NotLinear("the law changes with time", where)
            if self.system.is_constant(leaf):
                continue
            if leaf.op == "der" and not allow_derivatives:
                raise NotLinear(f"the law contains {leaf}", where)
            for inner in leaves(slope):
                if inner is TIME:
                    raise NotLinear("the law changes with time", where)
                if not self.system.is_constant(inner):
                    law = f"the law 0 = {equation.residual!r}"
                    raise NotLinear(f"{law} is not linear: the factor of {leaf} depends on {inner}", where)
            row[leaf] = slope
        rest = substitute([equation.residual], dict.fromkeys(row, ZERO))[0]
        if rest is not ZERO:
            raise NotLinear(f"the law has the constant part {rest}", where)
        return row

    def _ends(self, path: str, place: int | None = None) -> Iterator[tuple[Node, Node]]:
        """Effort and flow symbols of all (or one) of an element's bonds, component by component."""
        attached = self.graph.elements[path].attached
        for attachment in attached if place is None else [attached[place]]:
            efforts, flows = self.system.scopes.bond(attachment.bond)
            yield from ((e, unsigned(f)) for e, f in zip(efforts, flows, strict=True))

    def _entry(self, path: str, variable: Node) -> Entry:
        bond, component, letter = self.ports[variable]
        return Entry(self._name(letter, bond, component), path, component, variable, bond)

    def _name(self, letter: str, bond: int, component: int) -> str:
        flat = self.graph.bonds[bond]
        inner, _, label = flat.label.rpartition(".")
        index = f"[{component}]" if flat.n > 1 else ""
        return f"{inner}.{letter}{label}{index}" if inner else f"{letter}{label}{index}"

    def _order(self, path: str) -> tuple[int, list[tuple[int, int, str]]]:
        """Elements in the order of their first bond's label; composites in the order in which they are written."""
        attached = self.graph.elements[path].attached
        inside, _, label = self.graph.bonds[attached[0].bond].label.rpartition(".") if attached else ("", "", "")
        return self.written.get(inside, 0), label_order(label) if attached else []


def label_order(label: str) -> list[tuple[int, int, str]]:
    """A key by which labels of bonds are sorted, with numbers as numbers: 2 before 10."""
    return [(0, int(part), "") if part.isdigit() else (1, 0, part) for part in re.split(r"(\d+)", label) if part]


__all__ = ["Entry", "LinearGraph", "NotLinear", "label_order", "linear_graph"]
