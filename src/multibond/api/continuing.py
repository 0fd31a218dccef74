"""Where a run goes on: what `simulate` takes from the result that it starts from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..errors import ModelError
from ..model.option import mapping
from ..result import Trajectories
from ..result.moment import Moment
from ..simulation.continued import Origin, origin_of


def begin_at(start_from: Any, start: float | None, steady: Any) -> tuple[Origin, float]:
    """The point at which a run goes on, and its time [s], with which it starts."""
    if isinstance(start_from, Moment):
        origin = start_from.origin
    elif isinstance(start_from, Trajectories):
        last = start_from.shown.stop
        count = sum(len(t) for piece in start_from.run.pieces for t in piece.times)
        origin = origin_of(start_from.run, (count if last is None else last) - 1)
    else:
        raise ModelError(
            f"a run starts from a result, or from result.at(time), not from {start_from!r:.60}; give start values by "
            "model.start(variable, value)"
        )
    if start is not None and start != origin.time:
        raise ModelError(
            f"the run goes on at {origin.time:g} s, where the result ends; leave out start, or start from "
            f"result.at({start!r:.20}) if the result reaches there"
        )
    if steady is True:
        raise ModelError(
            "a run that goes on with a result starts where that ends, not at a steady state; leave one out"
        )
    return origin, origin.time


def with_values(origin: Origin, parameters: Mapping[str, Any] | None) -> dict[str, Any]:
    """The values of parameters of the run before, with those that are given now."""
    return {**origin.run.settings.given, **({} if parameters is None else mapping(parameters))}


__all__ = ["begin_at", "with_values"]
