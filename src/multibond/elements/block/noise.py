"""Noise that is the same in every run."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from ...errors import ModelError
from ...expression import TIME, Node, function, node
from ...model.declare import Option, Output, Parameter
from ..element import Equation
from .block import _Block


class Noise(_Block):
    """Band-limited noise: a smooth signal of mean zero and the given standard `deviation`, whose power is spread evenly
    over the frequencies from `lowest` to `highest` [Hz].

    It is a sum of `waves` sines with random phases, near to a normal distribution. The same `seed` gives the same
    signal in every run, with every solver and on every machine; each of n components has its own. It repeats itself
    only after about waves/(highest − lowest) seconds: take more waves for longer runs.
    """

    symbol = "noise"
    ordered = (("lowest", "<=", "highest"),)
    deviation = Parameter(1.0, "", "n", minimum=0.0, description="standard deviation")
    highest = Parameter(10.0, "Hz", minimum=0.0, strict=True, description="highest frequency")
    lowest = Parameter(0.0, "Hz", minimum=0.0, description="lowest frequency")
    seed = Option(0, description="whole number from which the signal follows")
    waves = Option(100, description="number of sines that are added up")
    y = Output("", "n", description="the noise")

    def equations(self, s: Any) -> Iterator[Equation]:
        for name, least, most in (("seed", 0, 2**32 - 1), ("waves", 1, 2000)):
            value = self.option(name)
            if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or not least <= value <= most:
                raise ModelError(f"'{name}' is a whole number from {least} to {most}, not {value!r}", self.where)
        waves = int(s.waves)
        random = np.random.RandomState(int(s.seed))  # its stream stays the same from version to version
        rows = []
        for deviation in s.deviation:
            places = (np.arange(waves) + random.uniform(size=waves)) / waves
            phases = 2 * math.pi * random.uniform(size=waves)
            total: Node = node(0.0)
            for place, phase in zip(places, phases, strict=True):
                frequency = s.lowest + (s.highest - s.lowest) * float(place)
                total = total + function("sin", 2 * math.pi * frequency * TIME + float(phase))
            rows.append(deviation * math.sqrt(2 / waves) * total)
        yield s.y, rows


__all__ = ["Noise"]
