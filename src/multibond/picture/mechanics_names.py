"""Short names for what stands in the equations of a mechanism: those that the modeller gave, as short as is clear."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import numpy as np

from ..equations.kane import Motion
from ..equations.system import System
from ..errors import MultibondError
from ..expression import TIME, Node, name_of, nodes, symbol, unsigned
from ..model.kind import Kind

BONDS = (Kind.EFFORT, Kind.FLOW, Kind.MOMENTUM, Kind.DISPLACEMENT)


class Names:
    """Names of coordinates, velocities and parameters in the print of a mechanism.

    A coordinate is called as an output of the model that shows it, or as an output of its joint or body; a velocity is
    the coordinate with a dash where it is its rate. Of a path only the last part stays where no other ends alike.
    """

    def __init__(self, motion: Motion, used: Iterable[Node]):
        self.motion = motion
        system = motion.opened.closed.system
        outputs: dict[Node, str] = {}
        for x, name in _outputs(motion):  # that of the model itself counts most, then that of the part it belongs to
            path = name.rpartition(".")[0]
            if x not in outputs or not path or name_of(x).startswith(f"{path}."):
                outputs[x] = name
        long = {x: outputs.get(x, name_of(x)) for x in used}
        for x in long:  # the rate of a variable with a name
            if name_of(x).endswith("°"):
                behind = symbol(name_of(x)[:-1])
                long[x] = long.get(behind, outputs.get(behind, name_of(behind))) + "°"
        multipliers = {row.multiplier for row in motion.rows}
        for q, u in zip(motion.coordinates, motion.rates, strict=True):
            if u in motion.velocities and not long[u].endswith("'"):
                long[u] = long[q] + "'"
        for k, row in enumerate(motion.rows):
            long[row.multiplier] = f"lambda{k + 1}" if len(motion.rows) > 1 else "lambda"
        # variables of bonds keep their paths
        plain = {x for x, name in long.items() if name == name_of(x) and system.kind(x) in BONDS}
        self.short = _shortened({x: name for x, name in long.items() if x is not TIME}, _own_names(system), plain)
        self.multipliers = multipliers

    def shown(self) -> dict[Node, Node]:
        """What each variable and parameter is exchanged for."""
        return {x: symbol(name) for x, name in self.short.items()}

    def legend(self) -> list[tuple[str, str]]:
        """Names that differ from those of the model, with these; those of vectors once, without indices."""
        found: dict[str, str] = {}
        for x, name in self.short.items():
            full = name_of(x)
            said = "." in name  # an output of a part, which says itself what it is
            if name != full and not said and not name.endswith(("'", "°")) and x not in self.multipliers:
                alike = name.removeprefix(_stem(name)) == full.removeprefix(_stem(full))  # the same index
                found[_stem(name) if alike else name] = _stem(full) if alike else full
        return list(found.items())


def _stem(name: str) -> str:
    return name.partition("[")[0] if "(" not in name else name


def _own_names(system: System) -> set[str]:
    """The names that the model at the top declares."""
    return {_stem(name) for name in system.parameters if "." not in name} | {"time"}


def _shortened(long: dict[Node, str], taken: set[str], plain: set[Node]) -> dict[Node, str]:
    """Only the last part of a path, where it is clear."""
    ends: dict[str, set[str]] = {}
    for name in long.values():
        path, _, last = name.rstrip("'°").rpartition(".")
        ends.setdefault(_stem(last), set()).add(path)
    short: dict[Node, str] = {}
    for x, name in long.items():
        path, _, last = name.rpartition(".")
        stem = _stem(last.rstrip("'°"))
        clear = path and x not in plain and len(ends[stem]) == 1 and stem not in taken and "(" not in name
        short[x] = last if clear else name
    return short


def _outputs(motion: Motion) -> Iterator[tuple[Node, str]]:
    """The states that outputs show, with the names of these: those of the model itself last, for they count most."""
    system, resolve = motion.opened.closed.system, motion.opened.compiled.resolve
    for path, model in sorted(system.graph.models.items(), key=lambda item: -len(item[0])):
        for name, shown in model.outputs.items():
            try:
                value = nodes(system.scopes.value(shown.value, path))
            except MultibondError:
                continue
            for index in np.ndindex(*value.shape):
                x = resolve(value[index])
                label = f"{name}[{','.join(map(str, index))}]" if index else name
                if x.op in ("symbol", "der") and not system.is_constant(x) and not re.search(r"[^\w\[\],]", label):
                    yield unsigned(x), f"{path}.{label}" if path else label


__all__ = ["Names"]
