"""Over-constrained loops: which joints they run through, and what would make them isostatic."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence

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


def advice(graph: Graph, redundant: Sequence[str]) -> list[str]:
    """For each over-constrained loop a sentence: how many directions are forbidden twice, and which joints to exchange.

    `redundant` are the closing constraints that were found to follow from the others, by path, once for each direction.
    """
    count = Counter(redundant)
    sentences = []
    for join in graph.joins:
        for frame, constraints in join.cuts:
            slides, turns = (count[path] for path in (*constraints, "", "")[:2])
            if len(constraints) == 1:  # planar: the three directions are in one constraint
                slides, turns = count[constraints[0]], 0
            if not slides + turns:
                continue
            joints = loop_joints(graph, join, frame)
            sentences.append(_sentence(graph, frame, slides, turns, joints))
    return sentences


def _sentence(graph: Graph, frame: str, slides: int, turns: int, joints: list[str]) -> str:
    amounts = [f"{n} {word}{'s' if n > 1 else ''}" for n, word in ((slides, "translation"), (turns, "rotation")) if n]
    hinges = [path for path in joints if graph.models[path]._motion == "turn about"]
    ways = []
    if turns >= 2 and hinges:
        ways.append(f"{hinges.pop(0)} by a spherical joint (2 rotations)")
        turns -= 2
    while turns and hinges:
        ways.append(f"{hinges.pop(0)} by a universal joint (1 rotation)")
        turns -= 1
    while slides and hinges:
        ways.append(f"{hinges.pop(0)} by a cylindrical joint (1 translation)")
        slides -= 1
    exchange = f"; exchange {' and '.join(ways)} to make it isostatic" if ways and not slides + turns else ""
    through = f" through {', '.join(joints)}" if joints else ""
    return f"the loop closed at {frame}{through} forbids {' and '.join(amounts)} twice{exchange}"
