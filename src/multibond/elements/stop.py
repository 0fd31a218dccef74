"""A stop: a position that a motion cannot pass."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import ModelError
from ..model.declare import Option, Parameter, Port
from .element import Element
from .pair import ABOVE_ONE, IMPACTS, Pair

MOVING_STOP = (
    "a stop that moves strikes and pushes with a velocity and a power of its own, which would be missing; let it "
    "stand, on the 0-junction between the part and what moves, such as a source Sq, where its flow is the relative "
    "velocity and its position the difference of both (in mechanisms join a contact to a PrescribedMotion)"
)


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
    at = Parameter(0.0, "flow*s", constant=MOVING_STOP, description="position of the stop")
    restitution = Parameter(0.0, "", minimum=0.0, description="0 stays at the stop, 1 bounces back")
    side = Option("upper", choices=("upper", "lower"), description="whether the position stays below (upper) or above")
    impact = Option("poisson", choices=IMPACTS, description="law of impact")

    def start_limits(self, s: Any) -> Iterator[tuple[Any, str]]:
        yield 1.0 - s.restitution, ABOVE_ONE

    def pairs(self, s: Any) -> Iterator[Pair]:
        if "position" not in self.given:
            raise ModelError(
                "a stop must know the position that it holds; give an expression whose rate is its flow, such as "
                "position='spring.q'",
                self.where,
            )
        sign = 1 if self.option("side") == "upper" else -1
        for e, f in zip(s.e, s.f, strict=True):
            yield Pair(
                sign * e, sign * f, lower=0.0, gap=sign * (s.at - s.position), restitution=s.restitution,
                impact=self.option("impact"), words=("rests", "leaves", "leaves"),
            )  # fmt: skip


__all__ = ["MOVING_STOP", "Stop"]
