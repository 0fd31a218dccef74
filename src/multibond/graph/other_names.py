"""Other names of quantities, by which models, expressions and results know them too."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import numpy as np

from ..errors import ModelError
from .flat import Graph

Names = dict[str, tuple[Any, str]]  # name by full path → what it means, and the composite in which that is written


def other_names(graph: Graph) -> Names:
    """All other names in a model."""
    return {
        f"{path}.{name}" if path else name: (value, path)
        for path, model in graph.models.items()
        for name, value in model.aliases.items()
    }


def spelled_out(names: Names, values: Mapping[str, Any]) -> dict[str, Any]:
    """Values of parameters in which those with another name have their own: one value for several of them goes to each,
    a vector is shared out."""
    found: dict[str, Any] = {}
    for name, value in values.items():
        stem, bracket, index = name.partition("[")
        if stem not in names:
            found[name] = value
            continue
        meant, scope = names[stem]
        places = np.asarray(meant, dtype=object)
        wanted = tuple(int(i) for i in re.findall(r"\d+", index)) if bracket else None
        if wanted is not None and (len(wanted) != places.ndim or any(map(int.__ge__, wanted, places.shape))):
            raise ModelError(f"there is no component '{name}': '{stem}' has shape {list(places.shape)}")
        array = np.asarray(value, dtype=object) if isinstance(value, (list, tuple, np.ndarray)) else None
        if array is not None and array.shape != places.shape:
            raise ModelError(f"the shape {list(array.shape)} does not fit; {list(places.shape)} expected", name)
        for place in np.ndindex(*places.shape) if wanted is None else [wanted]:
            target, one = str(places[place]), value if array is None else array[place]
            if isinstance(places[place], (int, float)):  # it belongs to the structure of the graph
                if one != places[place]:
                    raise ModelError(f"{places[place]:g} stands in the structure of the graph and cannot change", name)
            else:
                found[f"{scope}.{target}" if scope else target] = one
    return found


__all__ = ["other_names", "spelled_out"]
