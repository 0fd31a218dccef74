"""A stop: a position that a motion cannot pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..model.declare import Option, Parameter, Port
from .element import Element
from .pair import IMPACTS, Pair


class Stop(Element):
    """A stop: what moves with the flow f is held where its `position` reaches `at`; the stop pushes, it never pulls.

    Where the position arrives with a speed there is an impact, with `restitution` by the law `impact`.
    """

    symbol = "St"
    role = "dissipation"
    a = Port(description="power in: force or torque against the motion, velocity")
    position = Parameter(
        0.0, "flow*s", description="position whose rate is the flow: an expression, such as 'travel.q'"
    )
    at = Parameter(0.0, "flow*s", description="position of the stop")
    restitution = Parameter(0.0, "", minimum=0.0, description="0 stays at the stop, 1 bounces back")
    side = Option("upper", choices=("upper", "lower"), description="whether the position stays below (upper) or above")
    impact = Option("poisson", choices=IMPACTS, description="law of impact")

    def pairs(self, s: Any) -> Iterator[Pair]:
        sign = 1 if self.option("side") == "upper" else -1
        for e, f in zip(s.e, s.f, strict=True):
            yield Pair(
                sign * e, sign * f, lower=0.0, gap=sign * (s.at - s.position), restitution=s.restitution,
                impact=self.option("impact"), words=("rests", "leaves", "leaves"),
            )  # fmt: skip


__all__ = ["Stop"]
