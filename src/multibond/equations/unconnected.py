"""Inputs that nobody gave and that only conditions ask for: no equation misses them, and no step computes them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..errors import ModelError
from ..expression import TIME, Node, leaves
from ..graph.scope import Scopes
from ..model.declare import Input


def check_connected(scopes: Scopes, asked: Sequence[Node], computing: Iterable[Node], discrete: Iterable[str]) -> None:
    """Refuse an input of a component that stands in one of the conditions `asked` and in nothing that is "
    "`computing`."""
    wanted = [x for x in leaves(*asked) if x.op == "symbol" and x is not TIME and not scopes.is_parameter(x)]
    if not wanted:
        return
    known = {*leaves(*computing)}
    names = set(discrete)
    for x in wanted:
        path, _, name = str(x.args[0]).partition("[")[0].rpartition(".")
        if x in known or x.args[0] in names or not path:
            continue
        if path not in scopes.graph.models and path not in scopes.graph.elements:
            continue
        component = scopes.component(path)
        if isinstance(component.declarations.get(name), Input):
            raise ModelError(
                f"the input {name} is not connected, and a condition asks for it; give it with the component, as in "
                f"{type(component).__name__}({name}='time > 1'), or connect it: model.connect(sensor.y, {path}.{name})",
                path,
            )


__all__ = ["check_connected"]
