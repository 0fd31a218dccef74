"""Icons by name, loaded when something is drawn: a model that only runs needs none of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .icon import Icon, Look

Method = Callable[[Any, "Look"], "Icon"]


def part_icon(name: str) -> Method:
    """The method `icon` of a class that looks like the mechanical part of this name."""

    def icon(part: Any, look: Look) -> Icon:
        from . import part_icon

        drawn: Icon = getattr(part_icon, name)(part, look)
        return drawn

    return icon


def joint_icon(name: str, *marks: str) -> Method:
    """The method `icon` of a class that looks like the joint, force or sensor of this name, with `marks` on it."""

    def icon(part: Any, look: Look) -> Icon:
        from . import joint_icon

        method = getattr(joint_icon, name)
        drawn: Icon = (method(*marks) if marks else method)(part, look)
        return drawn

    return icon


__all__ = ["joint_icon", "part_icon"]
