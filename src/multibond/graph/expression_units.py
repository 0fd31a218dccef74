"""The unit of an expression of variables that someone asks a result for, held against the units of its names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..errors import MultibondError
from ..expression import TIME, Node, nodes, operands, parse, topological
from ..model.component import symbols
from ..model.dimension import Powers, dimension, dimension_text, powers_of
from ..model.unit import pretty
from .flat import Graph
from .measure import UNKNOWN, Measure, measured
from .named_units import unit_of

SAME = ("add", "sub", "neg", "abs", "min", "max")  # what has the unit of its operands
SECONDS: Powers = (("s", 1.0),)


def unit_of_expression(graph: Graph, text: str, lookup: Callable[[str], Any]) -> str:
    """The unit of the expression `text`, as people read it; "" where it is not known. `lookup` tells what names stand
    for, as arrays of any kind in their shapes. What is added or compared must fit: a contradiction is refused.

    Numbers of formulas (2, 1/2, pi) are plain; any other may carry a unit, and with it nothing is known.
    """
    rates: dict[Node, Node] = {}

    def name(written: str) -> Any:
        return TIME if written == "time" else symbols(written, np.shape(np.asarray(lookup(written), dtype=object)))

    def rate(x: Any) -> Any:
        array = nodes(x)
        marks = symbols(f"rate of expression {len(rates)}", array.shape)
        rates.update(zip(np.ravel(np.asarray(marks, dtype=object)), np.ravel(array), strict=True))
        return marks

    entries = np.ravel(nodes(parse(text, name, rate)))
    reader = _Reader(graph, rates)
    found = {reader.text(x) for x in entries}
    return found.pop() if len(found) == 1 else ""


class _Reader:
    def __init__(self, graph: Graph, rates: Mapping[Node, Node]):
        self.graph, self.rates = graph, rates
        self._known: dict[Node, Measure] = {}

    def text(self, x: Node) -> str:
        """The unit of `x` to read: that of its names where it has it, or of what they make together."""
        found = measured(x, self._leaf, self._known)
        if found.powers is None:
            return ""
        shared = {self._written(leaf) for leaf in self._summands(x)}
        if len(shared) == 1 and (only := shared.pop()) and dimension(only) == found.powers:
            return pretty(only)
        own = (self._written(y) for y in topological([x]) if y.op == "symbol" and y is not TIME)
        same = next((unit for unit in own if unit and found.powers and dimension(unit) == found.powers), "")
        return pretty(same) if same else dimension_text(found.powers) if found.powers else ""

    def _summands(self, x: Node) -> list[Node]:
        """The factors with a unit of all that is added in `x`."""
        if x.op in SAME:
            return [leaf for part in operands(x) for leaf in self._summands(part)]
        if x.op == "if":
            return [leaf for part in x.args[1:] for leaf in self._summands(part)]
        if x.op in ("mul", "div") and any(part.op == "const" for part in x.args):
            return [leaf for part in x.args if part.op != "const" for leaf in self._summands(part)]
        return [] if x.op == "const" else [x]

    def _written(self, leaf: Node) -> str:
        """The unit of a name as it is declared."""
        if leaf in self.rates:
            inner = self.text(self.rates[leaf])
            return f"({inner.replace('·', '*')})/s" if inner and inner.isascii() else ""
        if leaf.op not in ("symbol", "der"):
            return ""
        name = str(leaf.args[0] if leaf.op == "symbol" else leaf).partition("[")[0]
        try:
            return unit_of(self.graph, name)
        except MultibondError:
            return ""

    def _leaf(self, leaf: Node) -> Measure:
        if leaf is TIME:
            return Measure(SECONDS)
        if leaf in self.rates:
            inner = measured(self.rates[leaf], self._leaf, self._known)
            if inner.powers is None:
                return UNKNOWN
            powers = dict(inner.powers)
            powers["s"] = powers.get("s", 0.0) - 1.0
            return Measure(powers_of(powers), inner.sure, inner.parameter)
        powers_of_name = dimension(self._written(leaf))
        # every name is as certain as a parameter: nothing is left out in what is asked of a result
        return UNKNOWN if powers_of_name is None else Measure(powers_of_name, True, True)


__all__ = ["unit_of_expression"]
