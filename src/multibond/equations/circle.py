"""Signals that are computed from nothing but themselves: a = b and b = a says no value."""

from __future__ import annotations

from ..errors import StructureError
from ..model.kind import Kind
from .alias import Aliased
from .system import System


def check_circles(system: System, aliased: Aliased) -> None:
    """Refuse signals of blocks that equal each other in a circle, which nothing else determines."""
    signals = {
        origin: x for origin, x in aliased.circles
        if origin in system.graph.elements and not system.graph.elements[origin].element.whole_ports
        and (known := system.quantities.get(x)) is not None and known.kind is Kind.SIGNAL
    }  # fmt: skip
    if signals:
        names = ", ".join(dict.fromkeys(str(x) for _, x in aliased.circles))
        raise StructureError(
            f"nothing determines {names}: each is computed from the others in a circle, which any value fulfils; take "
            "one of them from a measured or given signal, or put a storage or a delay into the loop",
            next(iter(signals)),
        )


__all__ = ["check_circles"]
