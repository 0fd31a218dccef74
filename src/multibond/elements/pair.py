"""Set-valued laws as data: a flow that is held at zero within bounds of the effort, and passes at these bounds.

Diode, check valve, dry friction, clutch, stop and contact obey the same law between an effort e and a flow f whose
product is the power into the element:

    f = 0      while  lower < e < upper     it holds
    e = upper  where  f > 0                 it passes forwards
    e = lower  where  f < 0                 it passes backwards

A diode holds below e = 0 and passes forwards only; friction holds between -limit and limit; a contact holds while it
pushes. A switch is commanded: closed e = 0, open f = 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import ModelError
from ..expression import ZERO, Node, add, choose, node, relation, sub
from ..frozen import frozen

IMPACTS = ("poisson", "newton", "stronge")
WORDS = ("holds", "passes forwards", "passes backwards")


@frozen
class Ball:
    """A ball of a pool in which contacts are found in the run: the path of its `pool`, its `place` (x, y, z) and
    `radius` [m], and the `restitution` and `friction` of the pool, all of them expressions; `space` has 2 dimensions or
    3."""

    pool: str
    place: tuple[Any, Any, Any]
    radius: Any
    restitution: Any
    friction: Any
    space: int


ABOVE_ONE = (
    "its restitution is above 1: each impact would bring energy; give a coefficient between 0 (plastic) and 1 "
    "(elastic), or an EnergyInjection that brings what is meant"
)


@frozen
class Pair:
    """An effort and a flow that obey a set-valued law; what `Element.pairs` yields.

    `effort` and `flow` are expressions of the element's variables, their product the power [W] into the element.
    `lower` and `upper` bound the effort while the flow is held at zero; None is no bound, and a bound may be any
    expression (a normal load times a coefficient, a gate: 0 where it is open, else infinite). `sliding` is (lower,
    upper) while it passes, where that differs: Stribeck's curve as an expression of the flow, or a thyristor that goes
    on when its gate has closed. `closed` is the condition of a commanded pair, which has no bounds: e = 0 where it
    holds, else f = 0.

    A contact has a `gap` [m or rad], an expression of positions whose rate is minus the flow: while it is open, the
    effort is zero; where it closes, an impact takes place with this `restitution` (0 plastic, 1 elastic; it may depend
    on the speed) by the law `impact`: "poisson" (impulses of compression and expansion), "stronge" (their energies) or
    "newton" (speeds). Pairs that the element yields after it with a coefficient of `friction` are those of slip at this
    contact, with bounds of friction times its effort; in impacts they have their share.

    Pairs with a `component` 0, 1, … are those of one vector whose direction is free, as the slip of a plate on a plane:
    they stick together and slide together, with `sliding` bounds that are both the same expression.

    A commanded pair with an `energy` [J] gives it at once, by an impulse against its effort, when the condition `fires`
    becomes true. Pairs with a `ball` are the force and torque on one of a pool, in the order x, y (, z), turning.
    `words` are what events call holding and passing forwards and backwards.

    >>> from multibond.expression import symbol
    >>> e, f = symbol("e"), symbol("f")
    >>> Pair(e, f, upper=0.0).closing()
    e if e + f > 0 else f
    >>> Pair(e, f, lower=-2.0, upper=2.0, words=("sticks", "slides", "slides")).two_sided
    True
    """

    effort: Any
    flow: Any
    lower: Any = None
    upper: Any = None
    sliding: tuple[Any, Any] | None = None
    closed: Any = None
    gap: Any = None
    restitution: Any = 0.0
    impact: str = "poisson"
    friction: Any = None
    component: int | None = None
    energy: Any = None
    fires: Any = False
    ball: Ball | None = None
    words: tuple[str, str, str] = WORDS

    def __post_init__(self) -> None:
        for what in ("effort", "flow", "lower", "upper", "closed", "gap", "restitution", "friction", "energy", "fires"):
            value = getattr(self, what)
            if value is None and what not in ("effort", "flow", "restitution"):
                continue
            object.__setattr__(self, what, _single(value, what))
        if self.sliding is not None:
            if not isinstance(self.sliding, (tuple, list)) or len(self.sliding) != 2:
                raise ModelError(f"sliding is a pair of bounds (lower, upper), not {self.sliding!r:.60}")
            bounds = tuple(None if x is None else _single(x, "sliding") for x in self.sliding)
            object.__setattr__(self, "sliding", bounds)
        if self.impact not in IMPACTS:
            raise ModelError(f"the law of impact is one of {', '.join(IMPACTS)}, not {self.impact!r:.60}")
        if not isinstance(self.words, (tuple, list)) or len(self.words) != 3 or not all(
            isinstance(word, str) for word in self.words
        ):  # fmt: skip
            raise ModelError(f"words are three texts, for holding and passing either way, not {self.words!r:.60}")
        object.__setattr__(self, "words", tuple(self.words))
        if self.closed is not None and not (self.lower is self.upper is self.sliding is self.gap is None):
            raise ModelError("a pair that is commanded by 'closed' has no bounds and no gap; leave either out")
        if self.closed is None and self.lower is None and self.upper is None:
            raise ModelError("a pair needs a bound of its effort, lower or upper, or a condition, closed")

    @property
    def two_sided(self) -> bool:
        """Whether flow may pass either way."""
        return self.lower is not None and self.upper is not None

    @property
    def at_contact(self) -> bool:
        """Whether it is the approach or the slip of a contact."""
        return self.gap is not None or self.friction is not None

    def conditions(self) -> list[tuple[Node, int]]:
        """The conditions of `closing` for passing backwards (2) and forwards (1)."""
        return [(condition, 2 if condition.op == "lt" else 1) for condition, _ in self._passing()]

    def _passing(self) -> list[tuple[Node, Node]]:
        """When it passes, by the effort beyond a bound or the flow there, and this bound: backwards, then forwards."""
        bounds = (("lt", self.lower), ("gt", self.upper))
        return [
            (relation(side, add(sub(self.effort, bound), self.flow), ZERO), bound)
            for side, bound in bounds
            if bound is not None
        ]

    def closing(self) -> Node:
        """The law as one residual with conditions in it: each position has a plain law."""
        if self.closed is not None:
            return choose(self.closed, self.effort, self.flow)
        law = self.flow
        for condition, bound in self._passing():
            law = choose(condition, sub(self.effort, bound), law)
        return law


def _single(value: Any, what: str) -> Node:
    """One number, condition or expression."""
    try:
        whole = np.asarray(value, dtype=object)
        if whole.size == 1:
            return node(whole.reshape(-1)[0])
    except (TypeError, ValueError) as error:
        raise ModelError(f"{what} of a pair is a number or an expression, not {value!r:.60}") from error
    raise ModelError(f"{what} of a pair is one number or expression, not {whole.size}; yield a Pair for each component")


__all__ = ["ABOVE_ONE", "IMPACTS", "Ball", "Pair"]
