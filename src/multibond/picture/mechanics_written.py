"""Brings the equations of motion of a mechanism into the form and the names in which they are printed.

Everything is in one normal form (sums of angles, sin² + cos² brought together); what is long and occurs again has a
name of its own and is listed.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ..equations.kane import LONG, Motion, motion_of, open_motion
from ..equations.recursion import from_body_to_body
from ..equations.system import System
from ..equations.unfolded import Accelerated
from ..errors import ModelError
from ..expression import ONE, ZERO, Node, const, leaves, mul, name_of, operands, sub, substitute, symbol
from ..expression.factored import Product, Total, expression_of, factored
from ..expression.harmonic import Harmonics, TooLarge
from ..expression.walk import rebuild, tree_size
from ..model.kind import Kind
from .mechanics_form import Contribution, MechanicsEquations
from .mechanics_names import Names
from .mechanics_shared import with_shared

if TYPE_CHECKING:
    from ..model.composite import Composite

SHORT = 6  # operations of a function or divisor that is written where it stands
PLAIN = 60  # operations of an expression beside the motion that is brought into its normal form
LARGE = 60  # factors of an entry that is compared with how it was written
FUNCTIONS = ("sin", "cos")
WHOLE = ("abs", "exp", "log", "tanh")  # functions whose arguments are brought into factors too
PARTS = ("planar", "spatial")  # libraries whose parts are not looked into


def mechanics_equations(model: Composite, parameters: Any = None) -> MechanicsEquations:
    """The equations of motion of the mechanism `model`.

    >>> from multibond import load
    >>> print("\\n".join(mechanics_equations(load("crane_crab")).text().splitlines()[4:]))
      M[1,1] = m_crab + m_load;  M[1,2] = -m_load*(r[1]*cos(phi) + sin(phi));  M[2,2] = m_load*(1 + r[1]^2)
    <BLANKLINE>
    Coriolis and centrifugal terms c
      c[1] = m_load*phi'^2*(r[1]*sin(phi) - cos(phi))
    <BLANKLINE>
    gravity g
      g[2] = g*m_load*(cos(phi) - r[1]*sin(phi))
    """
    from ..equations.formulation import formulation

    made_of = formulation(model)
    made_of.parameters(parameters)  # values that a run refuses are refused here too
    system = made_of.system(parameters)
    try:
        made, explicit = open_motion(system)
        try:
            found = [with_shared(_Printed(motion_of(made, explicit, long)).equations()) for long in (LONG, 1_000_000)]
        except TooLarge:
            return with_shared(_Printed(from_body_to_body(made, explicit)).equations())
    except Accelerated as error:
        raise ModelError(
            f"it has no mechanics form: {name_of(error.args[0])} depends on accelerations beside those of the bodies, "
            "or on equations that must be solved together; print its state equations without --form mechanics",
            system.graph.title,
        ) from None
    return min(found, key=lambda m: len(m.text()))


def _of_flows(motion: Motion) -> list[Node]:
    return [x for flow in motion.flows for x in (flow.flow, flow.momentum, flow.bias, *flow.efforts.values())]


def _folded(system: System) -> dict[Node, Node]:
    """Parameters that are put in as numbers: zeros that no parameter of the model itself stands for, and ones inside
    the parts of a library."""
    elements, models = system.graph.elements, system.graph.models
    found = {}
    for name, known in system.parameters.items():
        owner = name.partition("[")[0].rpartition(".")[0]
        around = models.get(owner.rpartition(".")[0])
        inside = owner in elements and around is not None and type(around).library in PARTS
        if owner and (known.value == 0.0 or (inside and abs(known.value) == 1.0)):
            found[symbol(name)] = const(known.value)
    return found


class _Printed:
    """Brings the equations of a motion into the form and the names in which they are printed."""

    def __init__(self, motion: Motion):
        self.motion = motion
        system = motion.opened.closed.system
        zeros = _folded(system)
        entries = [*motion.mass.ravel(), *(x for group in motion.parts.values() for x in group), *motion.rates,
                   *motion.constraints, *motion.positions, *motion.directions.ravel(), *motion.named.values(),
                   *motion.others.values(), *_of_flows(motion)]  # fmt: skip
        used = [x for x in leaves(*substitute(entries, zeros), seen=set()) if x not in zeros]  # they share most
        self.names = Names(motion, dict.fromkeys([*motion.coordinates, *motion.velocities, *used, *motion.others]))
        self.replace = {**self.names.shown(), **zeros}
        self.velocities = tuple(self.replace[u] for u in motion.velocities)
        self.where: dict[Node, Node] = {}
        self.telling = self._telling()
        self.rule = Harmonics(self._quaternions(), self._named, strict=not motion.flows)

    def _quaternions(self) -> dict[Node, Node]:
        """Quaternions have length one: the square of each first component in terms of the others."""
        found: dict[Node, Node] = {}
        groups: dict[tuple[str, str], list[Node]] = {}
        system = self.motion.opened.compiled.system
        for x in self.motion.explicit.states:
            known = system.quantities.get(x)
            if known is not None and known.kind is Kind.QUATERNION:
                groups.setdefault((known.owner, name_of(x).partition("[")[0]), []).append(self.replace[x])
        for first, *others in groups.values():
            square: Node = ONE
            for x in others:
                square = sub(square, mul(x, x))
            found[first] = square
        return found

    def _telling(self) -> dict[Node, str]:
        """What variables of the model stand for, by their values in the names of the print."""
        explicit = self.motion.explicit
        known = [(x, value) for x, value in explicit.known.items() if operands(value)]
        values = substitute([value for _, value in known], self.replace)
        found: dict[Node, str] = {}
        for (x, _), value in zip(known, values, strict=True):
            name = name_of(x)
            if value not in found or len(name) < len(found[value]):
                found[value] = name
        return found

    def _named(self, written: Node, x: Node) -> Node:
        """A name for what stays whole, where it is long."""
        if tree_size([x]) <= SHORT:
            return x
        for name, value in self.where.items():
            if value is x:
                return name
        name = symbol(self.telling.get(written, f"part{len(self.where) + 1}"))
        self.where[name] = x
        return name

    def _place(self, x: Node) -> tuple[int, str]:
        """Parameters stand first in a product, then coordinates and functions, then velocities."""
        if x in self.velocities:
            return 3, str(x)
        return (1 if x.op in FUNCTIONS else 2 if operands(x) else 0), str(x)

    def of(self, x: Node) -> Total:
        """An expression of the motion as it is printed."""
        x = substitute([x], self.replace)[0]
        found = factored(self.rule.of(x), self.rule, self._place)
        if not self.rule.strict and found.size > max(LARGE, tree_size([x])):  # shorter as it was written
            return Total((Product(1.0, ((x, 1),)),))
        return found

    def beside(self, x: Node) -> Total:
        """An expression beside the motion: as it was written, unless few terms are left of it."""
        x = substitute([x], self.replace)[0]
        moving = not set(self.velocities).isdisjoint(leaves(x))
        if moving or tree_size([x]) <= PLAIN:
            return factored(self.rule.of(x), self.rule, self._place)
        return Total((Product(1.0, ((x, 1),)),))

    def equations(self) -> MechanicsEquations:
        motion = self.motion
        n = len(motion.mass)
        upper = {(i, j): self.of(motion.mass[i, j]) for i in range(n) for j in range(i, n)}
        mass = tuple(tuple(upper[min(i, j), max(i, j)] for j in range(n)) for i in range(n))
        parts = {group: tuple(self.of(x) for x in terms) for group, terms in motion.parts.items()}
        flows = tuple(
            Contribution(
                x.path,
                self.of(x.flow),
                self.of(x.momentum),
                self.of(x.bias),
                {g: self.of(e) for g, e in x.efforts.items()},
            )
            for x in motion.flows
        )
        moving = [
            (q, rate)
            for q, rate in zip(motion.coordinates, motion.rates, strict=True)
            if rate is not ZERO or self._stands(q)
        ]
        kinematics = tuple(
            (self.replace[q], self.of(x)) for q, x in moving if self._dashed(q) is not self.replace.get(x)
        )
        constraints, positions = tuple(map(self.of, motion.constraints)), tuple(map(self.of, motion.positions))
        directions = tuple(tuple(self.of(x) for x in row) for row in motion.directions)
        others = tuple((self.replace[x], self.beside(rate)) for x, rate in motion.others.items())
        signals = set(motion.signals)
        named = tuple(
            (self.replace[x], self.beside(value) if x in signals else self.of(value))
            for x, value in motion.named.items()
        )
        shown = [
            *upper.values(), *(x for terms in parts.values() for x in terms), *(x for row in directions for x in row),
            *constraints, *positions, *(x for _, x in (*kinematics, *others, *named)),
            *(x for c in flows for x in (c.flow, c.momentum, c.bias, *c.efforts.values())),
        ]  # fmt: skip
        return MechanicsEquations(
            motion.opened.closed.system.graph.title, dict(self.names.legend()),
            tuple(self.replace[q] for q, _ in moving), self.velocities, mass, parts, kinematics,
            tuple(self.replace[row.multiplier] for row in motion.rows), directions, constraints, positions,
            tuple(row.origin for row in motion.rows), (*named, *self._parts(shown)), others, self.replace, flows,
            tuple(map(name_of, motion.resting)),
        )  # fmt: skip

    def _parts(self, shown: Iterable[Total]) -> list[tuple[Node, Total]]:
        """The parts with names that the equations use, in their normal form."""
        found: dict[Node, Total] = {}
        waiting = list(shown)
        while waiting:
            for leaf in leaves(expression_of(waiting.pop())):
                if leaf in self.where and leaf not in found:
                    found[leaf] = self._within(self.where[leaf])
                    waiting.append(found[leaf])
        return [(x, found[x]) for x in self.where if x in found]

    def _within(self, x: Node) -> Total:
        """A part as it is printed: a sum in factors, a function with its arguments so."""
        if x.op in ("add", "sub", "mul", "div", "neg"):
            found = factored(self.rule.of(x), self.rule, self._place)
            again = self.where.get(expression_of(found))  # a product that is too large comes back by its name
            return found if again is not x else Total((Product(1.0, ((x, 1),)),))
        if x.op in ("sqrt", "pow", "min", "max") or x.op in WHOLE:
            args = tuple(expression_of(factored(self.rule.of(a), self.rule, self._place)) for a in operands(x))
            x = rebuild(x, args)
        return Total((Product(1.0, ((x, 1),)),))

    def _stands(self, q: Node) -> bool:
        """Whether a coordinate stands in the equations."""
        motion = self.motion
        terms = [*(x for group in motion.parts.values() for x in group), *_of_flows(motion)]
        return q in leaves(*motion.mass.ravel(), *terms, *motion.constraints, *motion.rates, *motion.named.values())

    def _dashed(self, q: Node) -> Node:
        return symbol(name_of(self.replace[q]) + "'")
