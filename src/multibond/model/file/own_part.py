"""What a composite says of itself as a part of mechanics, where no class says it: how positions go through it."""

from __future__ import annotations

from typing import Any

from ..composite import Composite
from .check import flag, known_keys, mapping, sequence, words
from .place import Place

PART = ("library", "branches", "rooted", "floating", "turns", "motion", "world")


def describe_part(model: Composite) -> dict[str, Any]:
    """What was said of this composite alone, as plain data."""
    own = vars(model)
    found: dict[str, Any] = {}
    if "library" in own:
        found["library"] = model.library
    for key in ("branches", "floating"):
        if key in own:
            found[key] = [list(pair) for pair in getattr(model, key)]
    if "rooted" in own:
        found["rooted"] = list(model.rooted)
    if "turns" in own:
        found["turns"] = model.turns
    if "_motion" in own:
        found["motion"] = model._motion
    if "_surrounds" in own:
        found["world"] = model._surrounds
    return found


def set_part(model: Composite, data: Any, place: Place) -> None:
    """Say of `model` what `data` says."""
    known_keys(mapping(data, place), PART, place)
    if "library" in data:
        object.__setattr__(model, "library", words(data["library"], place / "library"))
    for key in ("branches", "floating"):
        if key in data:
            pairs = [_names(model, pair, place / key / i, 2) for i, pair in enumerate(sequence(data[key], place / key))]
            object.__setattr__(model, key, tuple(pairs))
    if "rooted" in data:
        object.__setattr__(model, "rooted", _names(model, data["rooted"], place / "rooted"))
    if "turns" in data:
        object.__setattr__(model, "turns", flag(data["turns"], place / "turns"))
    if "motion" in data:
        model._set(motion=words(data["motion"], place / "motion"))
    if "world" in data:
        model._set(surrounds=flag(data["world"], place / "world"))


def _names(model: Composite, data: Any, place: Place, count: int | None = None) -> tuple[str, ...]:
    """Names of components of `model`."""
    found = tuple(words(name, place / i) for i, name in enumerate(sequence(data, place)))
    for i, name in enumerate(found):
        if name not in model._children:
            raise (place / i).unknown(name, "component", model._children)
    if count is not None and len(found) != count:
        raise place.error(f"{count} names are needed, not {len(found)}")
    return found


__all__ = ["PART", "describe_part", "set_part"]
