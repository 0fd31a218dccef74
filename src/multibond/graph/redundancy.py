"""The joints that closed loops of frames run through."""

from __future__ import annotations

from collections import deque

from .flat import Graph, Join
from .joined_frames import neighbours


def loop_joints(graph: Graph, join: Join, frame: str) -> list[str]:
    """The components with coordinates of their own on the loop that the cut at `frame` closes."""
    near = neighbours(graph.models, graph.joins)
    before: dict[str, str | None] = {frame: None}
    queue = deque([frame])
    while queue and join.frames[0] not in before:
        at = queue.popleft()
        for other in near.get(at, ()):
            if other not in before:
                before[other] = at
                queue.append(other)
    found: dict[str, None] = {}
    step: str | None = join.frames[0]
    while step is not None and step in before:
        owner = step.rpartition(".")[0]
        if owner in graph.models and graph.models[owner].wishes:
            found[owner] = None
        step = before[step]
    return list(found)
