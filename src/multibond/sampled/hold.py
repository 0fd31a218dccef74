"""Sample and hold, and the delay of sampled signals."""

from __future__ import annotations

from typing import Any

from ..errors import ModelError
from ..expression import TIME, symbol
from ..look.drawn import part_icon
from ..model.composite import Composite
from ..model.declare import Discrete, Input, Option, Parameter

PERIOD = Parameter(0.1, "s", minimum=0.0, strict=True, description="time between two samples")
FIRST = Parameter(0.0, "", description="output before the first sample")
INPUTS = Option(1, description="number of inputs and outputs")


class _Sampled(Composite):
    """Takes samples at the start of the run and at all multiples of `period` [s]."""

    library = "sampled"

    def sample(self, kept: int) -> list[Any]:
        """Keep the last samples of every input, the newest first; what is out is the oldest of the `kept` ones."""
        inputs = self.size("inputs")
        self.due = Discrete("s", start=TIME)
        self.count = Discrete(start="floor(time/period + 1e-9)")
        changes: dict[Any, Any] = {"due": "(count + 1)*period", "count": "count + 1"}
        oldest = []
        for i in range(inputs):
            value = self.u if inputs == 1 else self.u[i]
            for k in range(kept):
                name = f"sample_{i}_{k}"
                self.add(name, Discrete(start="y0"))
                changes[name] = value
                value = symbol(name)
            oldest.append(value)
        self.when("time > due", changes)
        return oldest


class SampleHold(_Sampled):
    """Sample and hold: y is u at the last sampling instant. Samples are taken at the start of the run and at all
    multiples of `period` [s]; before the first, y is y0."""

    icon = part_icon("sample_hold")
    period, y0, inputs = PERIOD, FIRST, INPUTS
    u = Input("", "inputs", description="input")

    def build(self) -> None:
        """One value of every input is kept."""
        held = self.sample(1)
        self.output("y", held[0] if len(held) == 1 else held, "", "input at the last sampling instant")


class Delay(_Sampled):
    """Delay of a sampled signal by `steps` periods: y is u at the sampling instant that many samples ago; before there
    is one, y is y0. Sampling instants as for `SampleHold`."""

    icon = part_icon("sample_hold")
    period, y0, inputs = PERIOD, FIRST, INPUTS
    steps = Option(1, description="number of periods, 1 to 1000")
    u = Input("", "inputs", description="input")

    def build(self) -> None:
        """As many values of every input are kept."""
        steps = self.option("steps")
        if isinstance(steps, bool) or not isinstance(steps, int) or not 1 <= steps <= 1000:
            raise ModelError(f"'steps' is a whole number from 1 to 1000, not {steps!r}", self.name)
        held = self.sample(steps + 1)
        self.output("y", held[0] if len(held) == 1 else held, "", "input of `steps` periods before")
