"""Values of all variables at random points, to see which coefficients stay away from zero."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

import numpy as np

from ..expression import TIME, Node, operands
from .schedule import Assign, SolveLinear, Step

COUNT = 64
HOME, START = 0, 1  # points in which a mechanism stands more often than by chance
OFTEN = 4  # of these points a variable is exactly zero, and as many a right angle: where mechanisms like to stand
FUNCTIONS: dict[str, Callable[..., np.ndarray]] = {
    "add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "neg": np.negative, "pow": np.power,
    "sin": np.sin, "cos": np.cos, "tan": np.tan, "asin": np.arcsin, "acos": np.arccos, "atan": np.arctan,
    "sinh": np.sinh, "cosh": np.cosh, "tanh": np.tanh, "exp": np.exp, "log": np.log, "sqrt": np.sqrt, "abs": np.abs,
    "sign": np.sign, "floor": np.floor, "atan2": np.arctan2, "min": np.minimum, "max": np.maximum, "lt": np.less,
    "le": np.less_equal, "gt": np.greater, "ge": np.greater_equal, "and": np.logical_and, "or": np.logical_or,
    "not": np.logical_not, "if": np.where,
}  # fmt: skip


class Samples:
    """Values at COUNT points: states, unknown inputs and discrete values are drawn at random, but are zero all together
    at one point, and as they are at the start at another; parameters are what they are."""

    def __init__(self, parameter: Callable[[Node], float | None], start: Callable[[Node], float]):
        self.parameter, self.start = parameter, start
        self.known: dict[Node, np.ndarray] = {}
        self._waiting: list[Step] = []

    def of(self, x: Node) -> np.ndarray:
        """The values of an expression; NaN where it has none."""
        waiting, self._waiting = self._waiting, []
        for step in waiting:  # only now: most models never ask
            self._follow(step)
        return self._of(x)

    def _of(self, x: Node) -> np.ndarray:
        known = self.known
        if x not in known:
            stack = [x]  # down to what is known already, so that shared parts are not walked again
            with np.errstate(all="ignore"):
                while stack:
                    y = stack[-1]
                    missing = [a for a in operands(y) if a not in known]
                    if missing:
                        stack += missing
                        continue
                    stack.pop()
                    if y not in known:
                        known[y] = self._value(y)
        return known[x]

    def _value(self, x: Node) -> np.ndarray:
        if x.op == "const":
            return np.full(COUNT, x.args[0])
        if x.op in ("symbol", "der"):
            number = None if x is TIME else self.parameter(x)
            return self._drawn(x) if number is None else np.full(COUNT, number)
        if x.op in ("true", "false"):
            return np.full(COUNT, x.op == "true")
        if x.op == "table":
            return np.interp(self.known[x.args[0]], x.args[1], x.args[2])
        return np.asarray(FUNCTIONS[x.op](*(self.known[a] for a in operands(x))))

    @cached_property
    def random(self) -> np.random.Generator:
        """Always the same numbers, so that a model is always compiled alike; made when first asked for."""
        return np.random.default_rng(20)

    def _drawn(self, x: Node) -> np.ndarray:
        """Random values; a coefficient such as sin(phi)² must show that it vanishes, though it keeps its sign."""
        values = self.random.normal(0.0, 1.5, COUNT)
        places = self.random.permutation(COUNT)
        values[places[:OFTEN]] = 0.0
        values[places[OFTEN : 2 * OFTEN]] = np.pi / 2
        values[HOME] = 0.0
        if x is not TIME:
            values[START] = self.start(x)
        return values

    def number(self, x: Node) -> float:
        """The value of a variable as it is at the start."""
        found = None if x is TIME else self.parameter(x)
        return self.start(x) if found is None else found

    def take(self, step: Step) -> None:
        """Follow a step of a schedule, when a value that may depend on it is asked for."""
        self._waiting.append(step)

    def _follow(self, step: Step) -> None:
        # what nonlinear steps find stays random: that is general enough
        if isinstance(step, Assign):
            self.known[step.target] = self._of(step.value)
        elif isinstance(step, SolveLinear):
            n = len(step.unknowns)
            matrix = np.zeros((COUNT, n, n))
            for i, j, entry in step.matrix:
                matrix[:, i, j] = self._of(entry)
            right = np.stack([self._of(r) for r in step.right], axis=-1)[..., None]
            try:
                found = np.linalg.solve(matrix, right)[..., 0]
            except np.linalg.LinAlgError:
                return
            for k, x in enumerate(step.unknowns):
                self.known[x] = found[:, k]
