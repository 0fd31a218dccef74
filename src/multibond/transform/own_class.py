"""What the class of a composite says of all its instances, said of one that has no such class."""

from __future__ import annotations

from ..model.composite import Composite
from ..model.demand import demands


def set_class(new: Composite, old: Composite) -> None:
    """Let `new`, a composite written step by step, be in mechanics, limits, drawings and animations what `old` is."""
    for name in ("branches", "rooted", "floating", "turns", "library", "stop"):
        if getattr(old, name) != getattr(Composite, name):
            object.__setattr__(new, name, getattr(old, name))
    for name in ("motion", "surrounds"):
        if getattr(old, f"_{name}") != getattr(Composite, f"_{name}"):
            new._set(**{name: getattr(old, f"_{name}")})
    new._set(shaped={**old._shaped, **new._shaped})
    new._set(bounds=old._limits(), warnings=old._doubtful(), demands=demands(old))
    if not type(old).is_plain() or "shapes" in vars(old):
        object.__setattr__(new, "shapes", old.shapes)
        if old.icon is not None:
            object.__setattr__(new, "icon", old.icon)


__all__ = ["set_class"]
