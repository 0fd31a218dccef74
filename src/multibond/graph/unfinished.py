"""The graph of a model that is still being written: what is finished of it, and what is missing in sentences."""

from __future__ import annotations

from ..elements.element import Element
from ..errors import ModelError
from ..frozen import frozen
from ..model.composite import Composite
from ..model.joining import is_frame
from .flat import FlatBond, FlatElement, Graph, assembled, attach, flat_bond, gathered, set_domains, unbonded
from .power import direct


@frozen
class Unfinished:
    """`graph` has the elements whose ports are all bonded, and the bonds between them; None where there are none.

    `bonds`: for each bond of the graph the path of the model in which it is written and its position there; None for
    those of joined frames. `missing`: what must be mended, as errors.
    """

    graph: Graph | None
    bonds: tuple[tuple[str, int] | None, ...]
    missing: tuple[ModelError, ...]


def unfinished(model: Composite) -> Unfinished:
    """What is finished of `model`; raises only what leaves nothing to show.

    >>> from multibond import J1, R, Model, Se
    >>> m = Model("rc", domain="electrical")
    >>> m.source, m.loop, m.resistor, m.other = Se(10), J1(), R(5), R(1)
    >>> _ = m.source >> m.loop >> m.resistor
    >>> print(unfinished(m).missing[0])
    other: port 'a' is not bonded; bond it (other >> …) or remove the component
    """
    elements, models, written = gathered(model)
    missing: list[ModelError] = []
    bonds: list[FlatBond] = []
    origins: dict[int, tuple[str, int]] = {}
    counts: dict[str, int] = {}
    for path, composite, bond in written:
        position = counts[path] = counts.get(path, -1) + 1
        try:
            flat = flat_bond(len(bonds), path, composite, bond, elements)
        except ModelError as error:
            missing.append(error)
            continue
        origins[id(flat)] = (path, position)
        bonds.append(flat)
    _drop_loose(elements, models, bonds, missing)
    if not elements:
        if not missing:
            missing.append(ModelError("the model has no elements yet; add some", model.title))
        return Unfinished(None, (), tuple(missing))
    graph = assembled(model, elements, models, bonds)
    for index, flat in enumerate(graph.bonds):
        flat.index = index
    try:
        attach(graph)
    except ModelError as error:  # a frame that leads to something left out
        return Unfinished(None, (), tuple(missing or [error]))
    try:
        set_domains(graph)
    except ModelError as error:
        missing.append(error)
    direct(graph)
    return Unfinished(graph, tuple(origins.get(id(flat)) for flat in graph.bonds), tuple(missing))


def _drop_loose(
    elements: dict[str, FlatElement],
    models: dict[str, Composite],
    bonds: list[FlatBond],
    missing: list[ModelError],
) -> None:
    """Leave out elements with ports that nothing is bonded to, their bonds, and what these leave without bonds."""
    first = True
    while True:
        taken: dict[tuple[str, str], int] = {}
        for bond in bonds:
            for end in (bond.tail, bond.head):
                taken[end] = taken.get(end, 0) + 1
        loose: dict[str, tuple[str, int, bool]] = {}
        for path, flat in elements.items():
            if not is_frame(flat.element):  # these are bonded where they are joined
                loose.update((path, found) for found in _loose(path, flat.element, taken))
        if not loose:
            return
        for path, (port, count, many) in loose.items():
            if first and count > 1:
                missing.append(ModelError(f"port '{port}' is bonded {count} times; use a junction", path))
            elif first:
                missing.append(unbonded(models, path, port, many))
            del elements[path]
        bonds[:] = [bond for bond in bonds if bond.tail[0] in elements and bond.head[0] in elements]
        first = False


def _loose(path: str, element: Element, taken: dict[tuple[str, str], int]) -> list[tuple[str, int, bool]]:
    """The first port of an element that is not bonded as it must be: its name, how often it is, how often it may."""
    for name, port in element.ports.items():
        count = taken.get((path, name), 0)
        if count == 0 or (count > 1 and not port.many):
            return [(name, count, port.many)]
    return []


__all__ = ["Unfinished", "unfinished"]
