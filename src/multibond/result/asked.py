"""What is asked of a result: names of variables, and expressions of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..errors import NameNotFound
from ..expression import Node, added, der, leaves, node, nodes, parse, symbol, text
from ..graph.name_hint import name_hint
from ..graph.named_units import plain_name

if TYPE_CHECKING:
    from .trajectories import Trajectories

LONGEST = 120  # characters of an expression that messages repeat


def short_of(words: str) -> str:
    """A name or expression as messages repeat it."""
    return words if len(words) <= LONGEST else words[: LONGEST - 1] + "…"


class Asked:
    """What names and expressions mean in one result; `rates` are marks for derivatives that no equation has."""

    def __init__(self, result: Trajectories):
        self.result, self.system = result, result.system
        self.rates: dict[Node, Node] = {}  # mark → the expression, in the user's names, whose derivative it is

    def found(self, name: str) -> Any:
        """What a name or an expression stands for: a node or an array of nodes, in the names of the model."""
        if name in self.system.outputs:
            return self.system.outputs[name].value
        if name in self.system.discrete:
            return symbol(name)
        if plain_name(name) and name.strip() not in ("pi", "True", "False"):
            return self._named(name.strip())
        return parse(name, self.found, self.rate)

    def _named(self, name: str) -> Any:
        if name.startswith("der(") and name.endswith(")"):
            return self.rate(self.found(name[4:-1]))
        try:
            return self.system.scopes.lookup(name)
        except NameNotFound:
            hint = name_hint(self.system.scopes.graph, name, self.result.names)
            raise NameNotFound(f"there is no variable '{name}'{hint}") from None

    def rate(self, x: Any) -> Any:
        """The time derivative of each entry: of a variable, if the equations have it, else a mark for it."""
        array = nodes(x)
        found = np.frompyfunc(self._rate, 1, 1)(array)
        return found if array.ndim else node(found.item() if isinstance(found, np.ndarray) else found)

    def _rate(self, x: Node) -> Node:
        x = node(x)
        bare = x.args[0] if x.op == "neg" else x
        if x.op == "const" or (bare.op in ("symbol", "der") and not self.unknown([der(bare)])):
            return node(der(x))
        mark = added(f"rate of {text(x)}")
        self.rates[mark] = x
        return mark

    def refuse_unknown(self, name: str, expressions: list[Node]) -> None:
        """Refuse what no equation determines."""
        if self.unknown(expressions):
            raise NameNotFound(f"nothing in this model computes '{short_of(name)}': {self._why_not(name, expressions)}")

    def _why_not(self, name: str, expressions: list[Node]) -> str:
        """Why there are no values, and how to get them."""
        rates = [x for x in self.unknown(expressions) if x.op == "der"]
        if name not in self.system.outputs or not rates:
            return "its component does not need it here"
        asked = text(rates[0])
        return (
            f"the equations have no {short_of(asked)}, which results differentiate when they are asked; take it out of "
            f"the outputs and ask for it, as in result['{short_of(asked)}'], or among the names of a plot"
        )

    def unknown(self, expressions: list[Node]) -> list[Node]:
        """The leaves of expressions that no equation determines."""
        found = []
        for machine in {id(piece.machine): piece.machine for piece in self.result.run.pieces}.values():
            resolved = leaves(*(machine.compiled.resolve(x) for x in expressions))
            for x in resolved:
                if x in self.rates:
                    found += self.unknown([self.rates[x]])
                elif x not in machine.known and not self.system.is_constant(x):
                    found.append(x)
        return found


__all__ = ["Asked"]
