"""One structure for all positions of set-valued laws: each pair becomes a source behind a resistance.

In the place of a law that exchanges one equation for another stands e = R f + u with an input u and a ratio R, both
values at run time. A source behind a resistance never changes the structure of a graph: all stores keep their
causality, and every position is a choice of the inputs. What these must be is found in a run (`nonsmooth`).
"""

from __future__ import annotations

import math
from functools import cached_property

from ..elements.pair import Pair
from ..expression import Node, add, added, choose, const, mul, sub
from ..frozen import frozen
from .modes import Mode, freeze
from .system import Equation, SetValued, System, When

# the commands of pairs that decide by themselves (see nonsmooth/pair_layout.py): alone, as the first component of a
# vector, as one of the next, or as part of a contact
DECIDED, VECTOR, NEXT, ELSEWHERE = -1.0, -1.125, -1.25, -2.0
BOUNDS = 7  # values of each pair beside its flow, see `InputPair`


@frozen
class InputPair:
    """A set-valued law with its `input` u and `ratio` R: e = R f + u. All expressions are of the frozen equations.

    Bounds that are not there are infinite; `closed` is 1 or 0 for a commanded pair, −1 for others; `gap` is infinite
    where there is none, and `closed` −2 for contacts, whose positions are found in another way.
    """

    law: SetValued
    input: Node
    ratio: Node
    flow: Node
    lower: Node
    upper: Node
    sliding_lower: Node
    sliding_upper: Node
    closed: Node
    gap: Node
    fires: Node

    @cached_property
    def effort(self) -> Node:
        """The effort, by the input and the flow."""
        return add(mul(self.ratio, self.flow), self.input)


def symbols(count: int) -> tuple[tuple[Node, Node], ...]:
    """The inputs and ratios of so many pairs."""
    return tuple((added(f"input of pair {k}"), added(f"ratio of pair {k}")) for k in range(count))


def one_structure(
    system: System,
) -> tuple[tuple[Equation, ...], tuple[Mode, ...], tuple[When, ...], tuple[InputPair, ...]]:
    """Equations, modes and events in which pairs are inputs, and the pairs."""
    plain = [e for e in system.equations if not e.switching]
    names, closings, bounds = symbols(len(system.pairs)), [], []
    for (u, ratio), law in zip(names, system.pairs, strict=True):
        closings.append(Equation(sub(sub(law.pair.effort, mul(ratio, law.pair.flow)), u), law.origin))
        bounds += [Equation(x, law.origin) for x in (law.pair.flow, *_bounds(law))]
    count = len(bounds)
    equations, modes, whens = freeze(
        (*plain, *system.beside, *closings, *bounds), system.is_constant, lambda origin: False, system.whens
    )
    values = [e.residual for e in equations[len(equations) - count :]]
    size = 1 + BOUNDS
    pairs = tuple(
        InputPair(law, u, ratio, *values[size * k : size * (k + 1)])
        for k, ((u, ratio), law) in enumerate(zip(names, system.pairs, strict=True))
    )
    return equations[: len(equations) - count], modes, whens, pairs


def _bounds(law: SetValued) -> tuple[Node, ...]:
    """Lower and upper, both while it slides, closed, gap."""
    pair, endless = law.pair, const(math.inf)
    if pair.closed is not None:
        commanded = choose(pair.closed, const(1), const(0))
        return (const(-math.inf), endless) * 2 + (commanded, endless, choose(pair.fires, const(1), const(0)))
    lower = const(-math.inf) if pair.lower is None else pair.lower
    upper = endless if pair.upper is None else pair.upper
    sliding = pair.sliding or (None, None)
    return (
        lower, upper, lower if sliding[0] is None else sliding[0], upper if sliding[1] is None else sliding[1],
        const(_command(pair)), endless if pair.gap is None else pair.gap,
        const(0),
    )  # fmt: skip


def _command(pair: Pair) -> float:
    """With which others the position of a pair is decided."""
    if pair.at_contact:
        return ELSEWHERE
    return DECIDED if pair.component is None else NEXT if pair.component else VECTOR


__all__ = ["InputPair", "one_structure", "symbols"]
