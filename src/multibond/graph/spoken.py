"""Messages in the modeller's words: closed loops, joins and numbered bonds have names that nobody wrote."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

from ..errors import MultibondError
from ..frozen import frozen
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
        text = re.sub(
            rf"(?<![\w.])({_any_of(tuple(words))})(?:\.([ef])(?:\[(\d+)\])?)?(?!\w)",
            lambda found: words[found[1]].said(found[2], found[3]),
            text,
        )
    if not graph.stems:
        return text

    def ends(found: re.Match[str]) -> str:
        bond = graph.bonds[graph.stems[found[1]]]
        tail, head = (words[path].whole if path in words else path for path in (bond.tail[0], bond.head[0]))
        return f"{found[0]} ({tail} >> {head})"

    return re.sub(rf"(?<![\w.'])({_any_of(tuple(graph.stems))})\.[ef](?:\[\d+\])?+(?!\w| \()", ends, text)


@lru_cache(maxsize=16)  # thousands of sentences may be about one graph
def _any_of(names: tuple[str, ...]) -> str:
    """A pattern for any of these names, the longest first."""
    return "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))


@frozen
class _Words:
    """What an element that nobody wrote is called: as a whole, and where it stands; of constraints, which of their
    components are rotations."""

    whole: str
    at: str
    turning: tuple[int, ...] = ()

    def said(self, letter: str | None, component: str | None) -> str:
        """The element, or its effort (`letter` e) or flow (f)."""
        if letter is None:
            return self.whole
        effort, flow = ("torque", "angular velocity") if int(component or 0) in self.turning else ("force", "velocity")
        return f"the closing {effort if letter == 'e' else flow} at {self.at}"


def _frames(graph: Graph) -> dict[str, str]:
    """The frame at which each closing constraint stands."""
    return {path: frame for join in graph.joins for frame, paths in join.cuts for path in paths}


def _words(graph: Graph) -> dict[str, _Words]:
    """What closing constraints, cuts and the junctions of joins are called, by path."""
    words: dict[str, _Words] = {}
    for join in graph.joins:
        frames = [*join.frames, *(frame for frame, _ in join.cuts)]
        shown = ", ".join(frames[:3]) + (", …" if len(frames) > 3 else "")
        whole = f"the join of {shown}" if len(frames) > 1 else frames[0]
        words |= dict.fromkeys(join.nodes, _Words(whole, whole))
        for (frame, paths), gaps in zip(join.cuts, join.gaps, strict=True):
            joints = loop_joints(graph, join, frame)
            closed = f"the loop closed at {frame}" + (f" through {', '.join(joints)}" if joints else "")
            words |= {gap: _Words(f"the cut at {frame}", f"the cut at {frame}") for gap in gaps}
            # planar: two translations and a rotation in one constraint; in space one constraint for each three
            turning = ((2,),) if len(paths) == 1 else ((), (0, 1, 2))
            words |= {path: _Words(closed, frame, turns) for path, turns in zip(paths, turning, strict=True)}
    return words


__all__ = ["in_words", "say", "spoken"]
