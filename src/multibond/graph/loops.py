"""Causal paths: algebraic loops, and the zero-order paths that tie storage in derivative causality to other storage.

A signal is the effort or the flow of one scalar bond. Every element computes some of the signals at its ends from the
others; a path that comes back to its first signal without passing a storage is an algebraic loop.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any

from ..frozen import frozen
from .connected import components

if TYPE_CHECKING:
    from ..elements.element import Element
    from .causality import Causality, Place

Signal = int  # 2 · variable for its effort, 2 · variable + 1 for its flow


@frozen
class Loop:
    """A closed causal path. `elements` in order; `dissipative` names its resistors; `signals` counts the signals
    that depend on each other in the same bundle of loops."""

    elements: tuple[str, ...]
    dissipative: tuple[str, ...]
    signals: int

    def __str__(self) -> str:
        kind = "algebraic loop" if self.dissipative else "loop inside the junction structure"
        return f"{kind}: {' → '.join([*self.elements, self.elements[0]])}"


@frozen
class Dependence:
    """Storage in derivative causality and the causal path from each storage or source that determines it."""

    storage: Place
    paths: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        ways = "; ".join(" → ".join(path) for path in self.paths)
        return f"{self.storage} depends on {', '.join(path[0] for path in self.paths) or 'nothing'} ({ways})"


class Signals:
    """Which signals each signal is computed from, and by which element."""

    def __init__(self, causality: Causality):
        graph, network = causality.graph, causality._assignment.network
        size = 2 * len(network.bond_of)
        self.source: list[str] = [""] * size  # the element that computes the signal
        self.inputs: list[list[Signal]] = [[] for _ in range(size)]
        dynamic = {(p.path, p.port, p.component) for p in causality.integral + causality.derivative}
        for path in graph.elements:
            for cell_inputs, outputs in self._dependencies(causality, path):
                for output in outputs:
                    self.source[output] = path
                    self.inputs[output] = cell_inputs
        self.dynamic: dict[Signal, tuple[str, str, int]] = {}  # what a storage computes
        for path, port, component in dynamic:
            flat = graph.elements[path]
            place = flat.place(port)
            variable, _ = network.variable(path, place, component)
            output = 2 * variable + causality.takes_effort(path, place, component)
            self.dynamic[output] = (path, port, component)
            self.inputs[output] = []

    def _dependencies(self, causality: Causality, path: str) -> list[tuple[list[Signal], list[Signal]]]:
        flat, network = causality.graph.elements[path], causality._assignment.network
        result = []
        for cell in flat.element.cells(causality.scopes.locals[path], len(flat.attached)):
            inputs, outputs = [], []
            for place, component in cell.ends:
                variable, _ = network.variable(path, place, component)
                takes_effort = causality.takes_effort(path, place, component)
                inputs.append(2 * variable + (not takes_effort))
                outputs.append(2 * variable + takes_effort)
            if cell.kind in ("0", "1"):
                # the one determining signal gives all others of its kind; their partners add up to its partner
                wanted = 0 if cell.kind == "0" else 1
                k = next(k for k, signal in enumerate(inputs) if signal % 2 == wanted)
                result.append(([inputs[k]], outputs[:k] + outputs[k + 1 :]))
                result.append((inputs[:k] + inputs[k + 1 :], [outputs[k]]))
            elif cell.kind == "tf":
                # flows determine flows and efforts determine efforts; a gyrator crosses them
                first = [s for s, end in zip(inputs, cell.ends, strict=True) if (s % 2 == 1) != (end in cell.dual)]
                for output, end in zip(outputs, cell.ends, strict=True):
                    flowlike = (output % 2 == 1) != (end in cell.dual)
                    result.append((first if flowlike else [s for s in inputs if s not in first], [output]))
            elif cell.kind in ("effort", "flow") and flat.element.role in ("source", "sensor"):
                result.append(([], outputs))
            else:
                result.append((inputs, outputs))
        if len(result) > 1 and _couples(flat.element, causality.scopes.locals[path]):
            together = [s for inputs, _ in result for s in inputs]
            result = [(together, outputs) for _, outputs in result]
        return result


def _couples(element: Element, s: Any) -> bool:
    """Whether the components of a one-port depend on each other: a full matrix, or a law that is not looked into."""
    if element.role not in ("dissipation", "conserving") or len(element.whole_ports) > 1:
        return False
    return element.coupled(s)


def algebraic_loops(causality: Causality) -> tuple[Loop, ...]:
    """One shortest loop for every bundle of signals that depend on each other without a storage in between."""
    signals = Signals(causality)
    found = []
    for group in components(signals.inputs):
        if len(group) == 1 and group[0] not in signals.inputs[group[0]]:
            continue
        cycle = _cycle(signals.inputs, group)
        elements: list[str] = []
        for signal in cycle:
            if not elements or elements[-1] != signals.source[signal]:
                elements.append(signals.source[signal])
        while len(elements) > 1 and elements[0] == elements[-1]:
            elements.pop()
        members = {signals.source[s] for s in group}
        resistors = [p for p in causality.graph.elements if p in members
                     and causality.graph.elements[p].element.role == "dissipation"]  # fmt: skip
        found.append(Loop(tuple(elements), tuple(resistors), len(group)))
    return tuple(found)


def dependences(causality: Causality) -> tuple[Dependence, ...]:
    """Breadth first backwards from the input of each storage in derivative causality to storage and sources."""
    if not causality.derivative:
        return ()
    signals, network = Signals(causality), causality._assignment.network
    result = []
    for storage in causality.derivative:
        flat = causality.graph.elements[storage.path]
        place = flat.place(storage.port)
        variable, _ = network.variable(storage.path, place, storage.component)
        start = 2 * variable + (not causality.takes_effort(storage.path, place, storage.component))
        came_from: dict[Signal, Signal] = {start: -1}
        queue, paths = deque([start]), []
        while queue:
            signal = queue.popleft()
            if not signals.inputs[signal] and signals.source[signal] != storage.path:
                if causality.graph.elements[signals.source[signal]].element.role in ("storage", "source"):
                    paths.append(_way(signals, came_from, signal, storage.path))
                continue
            for earlier in signals.inputs[signal]:
                if earlier not in came_from:
                    came_from[earlier] = signal
                    queue.append(earlier)
        result.append(Dependence(storage, tuple(paths)))
    return tuple(result)


def _way(signals: Signals, came_from: dict[Signal, Signal], signal: Signal, end: str) -> tuple[str, ...]:
    path: list[str] = []
    while signal >= 0:
        if not path or path[-1] != signals.source[signal]:
            path.append(signals.source[signal])
        signal = came_from[signal]
    return (*path, end)


def _cycle(inputs: list[list[Signal]], group: list[Signal]) -> list[Signal]:
    """A shortest cycle through the first signal of a strongly connected group, in the order of computation."""
    members, start = set(group), min(group)
    came_from: dict[Signal, Signal] = {}
    queue = deque([start])
    while queue:
        signal = queue.popleft()
        for earlier in inputs[signal]:
            if earlier == start:
                cycle = [signal]
                while cycle[-1] != start:
                    cycle.append(came_from[cycle[-1]])
                return cycle
            if earlier in members and earlier not in came_from:
                came_from[earlier] = signal
                queue.append(earlier)
    return [start]
