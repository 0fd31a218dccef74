"""The names that a value mentions."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..expression import Node, leaves, names
from .unit import is_quantity


def names_in(raw: Any) -> list[str]:
    """The dotted names that a value, expression or law mentions, without indices, in order of appearance."""
    found: dict[str, None] = {}
    if isinstance(raw, str):
        if not is_quantity(raw):
            found.update(dict.fromkeys(names(raw)))
    elif isinstance(raw, Node):
        for leaf in leaves(raw):
            inner = leaf.args[0] if leaf.op == "der" else leaf
            found[str(inner.args[0]).split("[")[0]] = None
    elif isinstance(raw, (list, tuple, np.ndarray)):
        for part in [raw.item()] if isinstance(raw, np.ndarray) and not raw.ndim else raw:
            found.update(dict.fromkeys(names_in(part)))
    return list(found)


__all__ = ["names_in"]
