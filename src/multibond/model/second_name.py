"""Other names of quantities of a composite."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import ModelError
from .component import check_name
from .option import check_text

if TYPE_CHECKING:
    from .composite import Composite


def check_alias(model: Composite, name: str) -> None:
    """Refuse another name that is none, or that something has already."""
    check_text(name, "another name is", model.name)
    parts = name.split(".")
    for part in parts:
        check_name(part)
    found: Any = model
    for part in parts[:-1]:
        inside = getattr(found, "_built_children", None)
        found = inside().get(part) if inside is not None else None
    if name in model._aliases or (found is not None and parts[-1] in found._known_names()):
        raise ModelError(f"the name '{name}' is used twice; choose another", model.name)


__all__ = ["check_alias"]
