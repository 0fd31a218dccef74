"""What an element sees of its bonds."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from types import SimpleNamespace

import numpy as np

from ..expression import neg
from .flat import FlatElement

Bonds = Callable[[int], tuple[np.ndarray, np.ndarray]]  # effort and flow of a bond, positive from tail to head


def views(flat: FlatElement, bond: Bonds) -> Iterator[tuple[str, SimpleNamespace]]:
    """The bonds of an element by declared port: efforts `e`, flows `f` in the sense of the port, and the `sign` of the
    flow of the first bond, 1 where its head is here. Scalar bonds of one port are seen together, as a vector."""
    ports, seen = flat.element.whole_ports, []
    for attachment in flat.attached:
        effort, flow = bond(attachment.bond)
        port = ports[flat.whole(attachment.port)]
        # a junction sees all flows as positive in; other ports have their own sense
        inward = attachment.head == (port.inward or port.many)
        oriented = flow if inward else np.array([neg(f) for f in flow], dtype=object)
        seen.append((port.name, SimpleNamespace(e=effort, f=oriented, sign=1 if attachment.head else -1)))
    if not flat.element._split:
        yield from seen
        return
    for name in ports:
        parts = [view for port, view in seen if port == name]
        efforts, flows = (np.concatenate([getattr(v, letter) for v in parts]) for letter in "ef")
        yield name, SimpleNamespace(e=efforts, f=flows, sign=parts[0].sign)


__all__ = ["views"]
