"""Whether a law of several components belongs to a store: what it gives must be the slopes of one energy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from ..elements.storage import C, I
from ..errors import ModelError
from ..expression import ZERO, Node, evaluate, gradient, leaves, node
from ..graph.scope import Scopes

LAWS = {C: (("law", "q", "e"), ("displacement", "e", "q")), I: (("law", "p", "f"), ("momentum", "f", "p"))}
POINTS = 5  # random points at which slopes are compared
SAME = 1e-9  # relative difference of two slopes that are equal
LARGEST = 40  # components up to which all pairs are compared


def check_potentials(scopes: Scopes, values: Mapping[str, float]) -> None:
    """Refuse laws of C and I whose slopes across components differ: round a closed path such an element delivers
    energy without end, and what went into it is stored nowhere."""
    for path, flat in scopes.graph.elements.items():
        element = flat.element
        for name, variable, gives in LAWS.get(type(element), ()) if 1 < element.n <= LARGEST else ():
            s = scopes.locals[path]
            law = getattr(s, name)
            if law:
                variables = [node(x) for x in getattr(s, variable)]
                found = [node(x) for x in np.ravel(np.asarray(law(getattr(s, variable)), dtype=object))]
                if len(found) == len(variables):
                    _check(found, variables, values, (f"{path}.{name}", variable, gives))


def _check(found: list[Node], variables: list[Node], values: Mapping[str, float], said: tuple[str, str, str]) -> None:
    slopes = [gradient(x) for x in found]
    pairs = [(i, j) for i in range(len(found)) for j in range(i)]
    crossed = [(slopes[i].get(variables[j], ZERO), slopes[j].get(variables[i], ZERO)) for i, j in pairs]
    differing = [(pair, both) for pair, both in zip(pairs, crossed, strict=True) if both[0] is not both[1]]
    if not differing:
        return
    expressions: list[Any] = [x for _, both in differing for x in both]
    random = np.random.default_rng(1)
    used = leaves(*expressions)
    for _ in range(POINTS):
        known = {x: values.get(str(x.args[0]), random.uniform(0.1, 0.9)) for x in used}
        with np.errstate(all="ignore"):
            numbers = np.reshape(np.asarray(evaluate(expressions, known), dtype=float), (-1, 2))
        wrong = np.abs(numbers[:, 0] - numbers[:, 1]) > SAME * np.max(np.abs(numbers), axis=1)
        if np.any(wrong & np.isfinite(numbers).all(axis=1)):
            (i, j), _ = differing[int(np.argmax(wrong))]
            where, variable, gives = said
            raise ModelError(
                f"the law stores no energy: the slope of {gives}[{i}] by {variable}[{j}] differs from that of "
                f"{gives}[{j}] by {variable}[{i}], so that round a closed path it would deliver energy without end; "
                "make them equal, give an `energy`, whose slopes always are, or let a source Se or Sf of that "
                "expression stand beside the store, whose work counts as delivered",
                where,
            )


__all__ = ["check_potentials"]
