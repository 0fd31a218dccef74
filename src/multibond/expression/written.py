"""Expressions as plain data, for pickles: where they are read, each becomes the one node that it is there."""

from __future__ import annotations

from typing import Any

from .algebra import Node, _make, shown

Written = list[tuple[str, tuple[tuple[bool, Any], ...]]]


def written(root: Node) -> Written:
    """An expression as a list of operations, arguments first; an argument is (True, place in the list) or (False,
    value). However deep it is, it needs no recursion."""
    places: dict[Node, int] = {}
    stack = [root]
    listed = []
    while stack:
        x = stack[-1]
        waiting = [a for a in x.args if isinstance(a, Node) and a not in places]
        if waiting:
            stack += waiting
            continue
        stack.pop()
        if x not in places:
            places[x] = len(places)
            arguments = tuple((True, places[a]) if isinstance(a, Node) else (False, a) for a in shown(x))
            listed.append((x.op, arguments))
    return listed


def restored(listed: Written) -> Node:
    """The one node of this process that a written expression is."""
    made: list[Node] = []
    for op, arguments in listed:
        args = tuple(made[a] if is_node else a for is_node, a in arguments)
        turned = op in ("add", "mul") and args[0].place > args[1].place
        made.append(_make(op, args[::-1] if turned else args, turned))
    return made[-1]
