"""Joined frames of one level of a model: which component every frame belongs to, and what is joined to what."""

from __future__ import annotations

from collections.abc import Iterable

from ...model.component import Component
from ...model.composite import Composite
from ...model.joining import is_frame

End = tuple[str, str]  # component of the level and its frame, "" for a frame of the level itself
DOT = "dot"  # role of the nodes at which more than two frames meet


def groups(level: Composite) -> list[list[tuple[End, bool]]]:
    """What is joined rigidly at this level: ends, and whether power counts positive out of them (frames b)."""
    found: list[dict[End, bool]] = []
    for frames in level.joins:
        ends = {_end(level, frame): not getattr(frame, "inward", True) for frame in frames}
        for other in [group for group in found if not group.keys().isdisjoint(ends)]:
            found.remove(other)
            ends = {**other, **ends}
        found.append(ends)
    return [sorted(ends.items(), key=lambda end: not end[1]) for ends in found]


def frames_of(child: Component, joined: Iterable[End]) -> list[str]:
    """The frames of a component: its own, then those deeper inside that this level joins."""
    own = [name for name, part in child.children.items() if is_frame(part)] if isinstance(child, Composite) else []
    deeper = [frame for name, frame in joined if name == child.name and frame]
    return list(dict.fromkeys([*own, *deeper]))


def is_outward(component: Component, frame: str) -> bool:
    """Whether power counts positive out of a frame of a component (a frame b), given by its path inside."""
    return isinstance(component, Composite) and not getattr(component[frame], "inward", True)


def _end(level: Composite, frame: Component) -> End:
    """The component of `level` that a frame is in, and the path of the frame from there."""
    names = []
    at: Component | None = frame
    while at is not None and at.parent is not level:
        names.append(at.name)
        at = at.parent
    return (at.name if at is not None else frame.name), ".".join(reversed(names))
