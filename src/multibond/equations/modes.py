"""Pass "modes": conditions in the laws become discrete values that are frozen between events.

Every relation of a law that depends on variables or time gets a mode, 0 or 1; its zero crossing ends the interval.
The modes of elements with `structural_modes` (ideal switches and diodes) are built into the equations, so that each
position of the switches has its own causality; all others are run-time values.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from ..errors import ModelError
from ..expression import (
    FALSE,
    TIME,
    TRUE,
    Node,
    add,
    added,
    choose,
    const,
    gradient,
    leaves,
    mul,
    neg,
    relation,
    sub,
    substitute,
    topological,
)
from ..expression.algebra import RELATIONS
from ..frozen import frozen
from ..model.kind import Kind
from .steep_turns import joins_steeply, vanishes_with
from .system import Equation, When

MOST_EVENTS = 1000  # of a model
LEAK = 0.6180339887498949  # a number without a pattern, so that nothing cancels by accident
LEAKS = (added("leak of what is closed"), added("leak of what is open"))  # of a leaky picture: discrete values


@frozen
class Mode:
    """A condition or rounding that is frozen between events.

    `value` is the discrete symbol, `condition` the relation (or the floor) itself, `crossing` an expression that
    changes sign where the mode may change, `rising` tells whether the condition holds when `crossing` is positive.
    """

    value: Node
    condition: Node
    crossing: Node
    rising: bool
    structural: bool
    origin: str
    corner: bool = False  # of a function that is continuous there: a run that begins in it goes on to its later side

    @property
    def frozen(self) -> Node:
        """What stands for the condition in the equations."""
        return relation("gt", self.value, 0.5) if self.condition.op in RELATIONS else self.value

    def time_event(self, constant: Callable[[Node], bool]) -> tuple[Node, Node] | None:
        """(slope, offset) if the crossing is slope · time + offset with constants; such events are known beforehand."""
        inside = leaves(self.crossing)
        if TIME not in inside or not all(leaf is TIME or constant(leaf) for leaf in inside):
            return None
        slope = gradient(self.crossing).get(TIME)
        if slope is None or TIME in leaves(slope):
            return None
        return slope, substitute([self.crossing], {TIME: const(0)})[0]


def freeze(
    equations: tuple[Equation, ...],
    constant: Callable[[Node], bool],
    structural: Callable[[str], bool],
    whens: tuple[When, ...] = (),
) -> tuple[tuple[Equation, ...], tuple[Mode, ...], tuple[When, ...]]:
    """Equations with frozen conditions, the modes, and the events with frozen conditions."""
    if len(whens) > MOST_EVENTS:
        raise ModelError(
            f"with this one the model has {len(whens)} events (when), more than can be watched ({MOST_EVENTS}): at "
            "each instant all of them are asked; let one event do what many alike do, by a table or a formula of time "
            "or of a counter",
            whens[-1].origin,
        )
    modes: dict[Node, Mode] = {}
    replaced: dict[Node, Node] = {}
    for equation in (*equations, *(Equation(when.condition, when.origin) for when in whens)):
        for x in topological([equation.residual]):
            if x.op in ("min", "max", "abs") and x not in replaced:
                _add_corner(x, equation.origin, constant, modes, replaced)
                continue
            if x in replaced or not (x.op in RELATIONS or x.op in ("floor", "sign")):
                continue
            if vanishes_with(x, equation.residual) if x.op == "sign" else joins_steeply(x, equation.residual):
                continue
            # what parameters and discrete values decide may choose between structures too
            chooses = x.op in RELATIONS and structural(equation.origin)
            if not chooses and all(constant(leaf) for leaf in leaves(x)):
                continue
            mode = replace(modes[x], corner=False) if x in modes else mode_of(x, len(modes), equation.origin)
            modes[x] = mode
            replaced[x] = mode.frozen
    if not modes:
        return equations, (), whens
    frozen = tuple(Equation(substitute([e.residual], replaced)[0], e.origin, e.release, row=e.row) for e in equations)
    # a condition that stands only inside another one chooses no law: it is a value for the other's crossing
    choosing = {leaf for e in frozen if structural(e.origin) for leaf in leaves(e.residual)}
    settled = []
    for mode in modes.values():
        crossing = substitute([mode.crossing], replaced)[0]  # conditions inside conditions are frozen too
        chooses = mode.value in choosing and mode.condition.op in RELATIONS
        settled.append(replace(mode, crossing=crossing, structural=chooses))
    events = tuple(When(substitute([w.condition], replaced)[0], w.changes, w.origin) for w in whens)
    return frozen, tuple(settled), events


def _add_corner(
    x: Node, origin: str, constant: Callable[[Node], bool], modes: dict[Node, Mode], replaced: dict[Node, Node]
) -> None:
    """A mode for the corner of min, max or abs where its instant is known beforehand.

    Corners that depend on variables are continuous and left to the error control of the solver.
    """
    a, b = x.args if x.op != "abs" else (x.args[0], neg(x.args[0]))
    condition = relation("lt" if x.op == "min" else "gt", a, b)
    if condition.op not in RELATIONS:
        return
    mode = modes.get(condition) or replace(mode_of(condition, len(modes), origin), corner=True)
    if mode.time_event(constant) is None:
        return
    modes[condition] = mode
    replaced[x] = choose(mode.frozen, a, b)


def mode_of(x: Node, number: int, origin: str) -> Mode:
    """The mode of a condition, of a sign or of a rounding, with this number."""
    value = added(f"mode{number}")
    if x.op in RELATIONS:
        return Mode(value, x, sub(x.args[0], x.args[1]), x.op in ("gt", "ge"), False, origin)
    if x.op == "sign":
        return Mode(value, x, x.args[0], True, False, origin)
    # floor(u): the crossing is the distance of u to the middle of its step, beyond ± ½ the step is left
    return Mode(value, x, sub(x.args[0], value), True, False, origin)


def leaky(equations: tuple[Equation, ...], modes: tuple[Mode, ...]) -> tuple[Equation, ...]:
    """Equations in which the structural modes choose nothing: both sides of each choice count, as in a leaky switch."""
    structural = {m.value for m in modes if m.structural}
    choices: dict[Node, Node] = {}
    for x in topological([e.residual for e in equations]):
        if x.op == "if" and structural & set(leaves(x.args[0])):
            yes, no = substitute(list(x.args[1:]), choices)
            choices[x] = add(yes, mul(const(LEAK), no))
    if not choices:
        return equations
    return tuple(Equation(substitute([e.residual], choices)[0], e.origin, e.release, row=e.row) for e in equations)


def loosened(
    equations: tuple[Equation, ...], modes: tuple[Mode, ...], kind: Callable[[Node], Kind | None]
) -> tuple[Equation, ...]:
    """Equations in which no structural mode changes the structure: beside the side that it chooses, a little of the
    other counts, as in a leaky switch; LEAKS say how little, `kind` what a variable is."""
    structural = {m.value for m in modes if m.structural}
    choices: dict[Node, Node] = {}
    for x in topological([e.residual for e in equations]):
        if x.op == "if" and structural & set(leaves(x.args[0])):
            yes, no = substitute(list(x.args[1:]), choices)
            mix = sub if _conjugate(yes, no, kind) else add
            choices[x] = choose(x.args[0], mix(yes, mul(LEAKS[0], no)), mix(no, mul(LEAKS[1], yes)))
    return tuple(Equation(substitute([e.residual], choices)[0], e.origin, e.release, row=e.row) for e in equations)


def _conjugate(yes: Node, no: Node, kind: Callable[[Node], Kind | None]) -> bool:
    """Whether a choice is one between an effort and a flow, both zero where they are chosen: e = a f takes power, and
    e = −a f would deliver it."""
    slopes = {
        kind(leaf): slope.args[0]
        for side in (yes, no)
        for leaf, slope in gradient(side).items()
        if slope.op == "const" and kind(leaf) in (Kind.EFFORT, Kind.FLOW)
    }
    return len(slopes) == 2 and slopes[Kind.EFFORT] * slopes[Kind.FLOW] > 0


def fix_structure(
    equations: tuple[Equation, ...], modes: tuple[Mode, ...], positions: Mapping[Node, bool]
) -> tuple[Equation, ...]:
    """Equations with the structural modes built in as `positions` says."""
    chosen = _chosen(modes, positions)
    if not chosen:
        return equations
    return tuple(Equation(substitute([e.residual], chosen)[0], e.origin, e.release, row=e.row) for e in equations)


def fix_crossings(modes: tuple[Mode, ...], positions: Mapping[Node, bool]) -> tuple[Mode, ...]:
    """The modes with the structural ones built into the crossings of the others as `positions` says."""
    chosen = _chosen(modes, positions)
    if not chosen:
        return modes
    return tuple(replace(m, crossing=x) for m, x in zip(modes, substitute([m.crossing for m in modes], chosen)))


def _chosen(modes: tuple[Mode, ...], positions: Mapping[Node, bool]) -> dict[Node, Node]:
    return {m.frozen: TRUE if positions[m.value] else FALSE for m in modes if m.structural}
