"""What the passes end in: an ordered list of steps that computes everything from time, states and parameters.

This is the only thing that the program stage knows of the equations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field

from ..expression import Node, leaves
from ..frozen import frozen
from ..model.kind import Kind


@frozen
class Assign:
    """target := value, where `value` uses only what earlier steps have computed."""

    target: Node
    value: Node
    origin: str = ""  # the component path whose law this is


@frozen
class SolveLinear:
    """matrix · unknowns = right, for the `unknowns` together. Entries use only what earlier steps have computed."""

    unknowns: tuple[Node, ...]
    matrix: tuple[tuple[int, int, Node], ...]  # non-zero entries: row, column, value
    right: tuple[Node, ...]
    origins: tuple[str, ...] = ()  # the component path of each row


@frozen
class SolveNonlinear:
    """Find `unknowns` so that `residuals` vanish. `inner` assignments use the unknowns and what is known before.

    `jacobian` holds the non-zero total derivatives of the residuals by the unknowns (through `inner`); its entries
    may use the unknowns and the targets of `inner`. After the step, the targets of `inner` are known too. `laws`:
    whether all unknowns are efforts and flows, which may be sought anywhere.
    """

    unknowns: tuple[Node, ...]
    inner: tuple[Assign, ...]
    residuals: tuple[Node, ...]
    jacobian: tuple[tuple[int, int, Node], ...]
    origins: tuple[str, ...] = ()
    laws: bool = False


Step = Assign | SolveLinear | SolveNonlinear


def targets(step: Step) -> tuple[Node, ...]:
    """What a step computes."""
    match step:
        case Assign():
            return (step.target,)
        case SolveLinear():
            return step.unknowns
        case SolveNonlinear():
            return (*step.unknowns, *(a.target for a in step.inner))
    raise TypeError(step)


def expressions(step: Step) -> list[Node]:
    """Every expression of a step."""
    match step:
        case Assign():
            return [step.value]
        case SolveLinear():
            return [*step.right, *(entry for _, _, entry in step.matrix)]
        case SolveNonlinear():
            return [*(a.value for a in step.inner), *step.residuals, *(entry for _, _, entry in step.jacobian)]
    raise TypeError(step)


def needed(steps: Sequence[Step], roots: Iterable[Node]) -> list[tuple[int, Step]]:
    """The steps that `roots` depend on, in order, with their numbers."""
    maker = {target: number for number, step in enumerate(steps) for target in targets(step)}
    wanted: set[int] = set()
    seen: set[Node] = set()  # steps share most of what they compute from: walk it once
    waiting = leaves(*roots, seen=seen)
    while waiting:
        number = maker.get(waiting.pop())
        if number is None or number in wanted:
            continue
        wanted.add(number)
        waiting.extend(leaves(*expressions(steps[number]), seen=seen))
    return [(number, steps[number]) for number in sorted(wanted)]


@frozen(repr=False)
class Schedule:
    """The sorted equations.

    `parameters` are the run-time inputs, `states` the integrated variables, `derivatives` their time derivatives as
    expressions of what the steps compute, `discrete` the values that are frozen between events (modes of conditions
    as 0 or 1, and discrete states). All leaves of all expressions are in one of these lists, or are `time`, or are
    the target of an earlier step.

    A shadow is a state that integrates the rate of a nonlinear unknown. It is the unknown's guess wherever the steps
    are evaluated: where several solutions are near each other, the one that the motion leads to is found.
    """

    parameters: tuple[Node, ...]
    states: tuple[Node, ...]
    derivatives: tuple[Node, ...]
    discrete: tuple[Node, ...] = ()
    steps: tuple[Step, ...] = ()
    guesses: dict[Node, float] = field(default_factory=dict)  # first guess of the unknowns of nonlinear steps
    shadows: dict[Node, Node] = field(default_factory=dict)  # unknown of a nonlinear step → a state that follows it
    meanings: dict[Node, Node] = field(
        default_factory=dict
    )  # symbols that were added → what they stand for in the user's names
    kinds: dict[Node, Kind] = field(default_factory=dict)  # what each state and discrete value is that was added

    def __repr__(self) -> str:
        return f"<schedule of {len(self.states)} states, {len(self.steps)} steps>"
