"""Messages in the modeller's words: closed loops, joins and numbered bonds have names that nobody wrote."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from ..errors import MultibondError
from ..model.composite import Composite
from ..model.stages import found as made
from .flat import Graph
from .redundancy import loop_joints

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def in_words(function: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """`function`, whose first argument is a model or has a graph, with errors in names that the modeller wrote."""

    @wraps(function)
    def speaking(*values: Arguments.args, **named: Arguments.kwargs) -> Answer:
        try:
            return function(*values, **named)
        except MultibondError as error:
            source: Any = values[0]  # a model has a graph when it got as far as that
            graph = made(source, "graph") if isinstance(source, Composite) else source.graph
            if graph is not None:
                say(error, graph)
            raise

    return speaking


def say(error: MultibondError, graph: Graph) -> None:
    """Exchange the internal names in the message of `error` for words; it keeps its kind and what it carries."""
    error.args = (spoken(str(error), graph), *error.args[1:])
    if error.where is not None:
        error.where = _frames(graph).get(error.where, error.where)


def spoken(text: str, graph: Graph) -> str:
    """`text` with words for the names that the modeller never wrote."""
    words = _words(graph)
    if words:
        listed = "|".join(re.escape(path) for path in sorted(words, key=len, reverse=True))
        text = re.sub(
            rf"(?<![\w.])({listed})(?:\.([ef])(?:\[(\d+)\])?)?(?!\w)",
            lambda found: _said(words, found[1], found[2], found[3]),
            text,
        )
    bonds = {bond.label: bond for bond in graph.bonds}

    def ends(found: re.Match[str]) -> str:
        bond = bonds.get(found[1])
        if bond is None:
            return found[0]
        tail, head = (_said(words, path) for path in (bond.tail[0], bond.head[0]))
        return f"{found[0]} ({tail} >> {head})"

    return re.sub(r"(?<![\w.'])bond(\w+)\.[ef](?:\[\d+\])?+(?!\w| \()", ends, text)


def _said(words: dict[str, str], path: str, letter: str | None = None, component: str | None = None) -> str:
    if path not in words:
        return path
    if letter is None:
        return words[path]
    at = words[path].partition(" through ")[0].removeprefix("the loop closed at ")
    turning = path.endswith("_closure_r") or (path.endswith("_closure") and component == "2")
    effort, flow = ("torque", "angular velocity") if turning else ("force", "velocity")
    return f"the closing {effort if letter == 'e' else flow} at {at}"


def _frames(graph: Graph) -> dict[str, str]:
    """The frame at which each closing constraint stands."""
    return {path: frame for join in graph.joins for frame, paths in join.cuts for path in paths}


def _words(graph: Graph) -> dict[str, str]:
    """What closing constraints, cuts and the junctions of joins are called, by path."""
    words: dict[str, str] = {}
    for join in graph.joins:
        frames = [*join.frames, *(frame for frame, _ in join.cuts)]
        shown = ", ".join(frames[:3]) + (", …" if len(frames) > 3 else "")
        words |= dict.fromkeys(join.nodes, f"the join of {shown}" if len(frames) > 1 else frames[0])
        for frame, paths in join.cuts:
            joints = loop_joints(graph, join, frame)
            for path in paths:
                words[path] = f"the loop closed at {frame}" + (f" through {', '.join(joints)}" if joints else "")
                words[path.replace(f"{frame}_closure", f"{frame}_gap")] = f"the cut at {frame}"
    return words


__all__ = ["in_words", "say", "spoken"]
