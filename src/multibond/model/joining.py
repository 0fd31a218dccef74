"""Mechanical frames: connectors that carry a multi-bond and, beside it, position and orientation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..errors import ModelError
from .component import Component

if TYPE_CHECKING:
    from .composite import Composite


def is_frame(component: Any) -> bool:
    """Whether a component is a frame; frames say their kind ("planar" or "spatial")."""
    return isinstance(component, Component) and getattr(type(component), "frame_kind", None) is not None


def place_of(component: Component) -> str:
    """The dotted path of a component from the outermost model."""
    names: list[str] = []
    at: Component | None = component
    while at is not None and at.parent is not None:
        names.append(at.name)
        at = at.parent
    return ".".join(reversed(names))


def check_joinable(model: Composite, frames: tuple[Any, ...]) -> None:
    """Refuse what cannot be joined."""
    if len(frames) < 2:
        raise ModelError("join takes two or more frames", model.name)
    for frame in frames:
        if not is_frame(frame):
            what = frame.name if isinstance(frame, Component) else repr(frame)
            has = [name for name, part in getattr(frame, "children", {}).items() if is_frame(part)]
            hint = (
                f"; {what} has the frame{'s' * (len(has) > 1)} {', '.join(f'{what}.{h}' for h in has)}" if has else ""
            )
            if not hint and isinstance(frame, Component):
                hint = f"; {what} has none, for it is no part of a mechanism: bond it, as in {what} >> hinge.drive"
            raise ModelError(f"join takes frames such as rod.a, not {what}{hint}", model.name)
        above: Component | None = frame
        while above is not None and above is not model:
            above = above.parent
        if above is None:
            raise ModelError(
                f"{place_of(frame) or frame.name} is not inside this model; add its part here first (model.part = …)",
                model.name,
            )
    kinds = {type(frame).frame_kind for frame in frames}
    if len(kinds) > 1:
        raise ModelError(
            "planar and spatial frames cannot be joined: a frame of the plane has no third direction; take all parts "
            "from one of planar and spatial",
            place_of(frames[0]),
        )
    if len({id(frame) for frame in frames}) < len(frames):
        raise ModelError("a frame is joined to itself", place_of(frames[0]))
    parents = [frame.parent for frame in frames]
    for k, parent in enumerate(parents):
        if parent in parents[:k] and parent is not model:
            raise ModelError("two frames of one component are joined; a joint or rod needs two different ends",
                             place_of(parent))  # fmt: skip
