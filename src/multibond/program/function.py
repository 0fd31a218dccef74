"""Machine code for plain expressions, apart from any schedule."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..equations.schedule import Schedule
from ..expression import Node
from .program import Program


class CompiledFunction:
    """Numbers for expressions: ``f(values)`` with one value for each input, or rows of values."""

    def __init__(self, inputs: Sequence[Node], outputs: Sequence[Node]):
        self.outputs = tuple(outputs)
        self._program = Program(Schedule(parameters=(), states=tuple(inputs), derivatives=()))
        self._program.outputs(self.outputs)

    @property
    def address(self) -> int:
        """status = f(time, inputs, outputs, context)."""
        return self._program.outputs(self.outputs).address

    def __call__(self, values: np.ndarray | Sequence[float], time: float = 0.0) -> np.ndarray:
        values = np.asarray(values, dtype=float)
        if values.ndim == 1:
            return self._program.evaluate(self.outputs, time, values, ())
        return self._program.evaluate(self.outputs, np.full(len(values), float(time)), values, ())


def compile_function(inputs: Sequence[Node], outputs: Sequence[Node]) -> CompiledFunction:
    """Machine code that computes `outputs` from `inputs` (symbols or derivatives; `time` is known).

    >>> from multibond.expression import symbol
    >>> x, y = symbol("x"), symbol("y")
    >>> compile_function([x, y], [x * y, x - y])([3.0, 2.0])
    array([6., 1.])
    """
    return CompiledFunction(inputs, outputs)
