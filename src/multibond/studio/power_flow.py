"""Where the energy goes in a run: the power of every bond, the energy of every store, and flows over a span of time."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..expression import ZERO, add, mul, node
from ..picture.animation.pack import frames

SMALL = 1e-9  # flows that are this small a part of the largest are left out of the picture


class PowerFlow:
    """Powers [W] and energies [J] of a result over its time points; everything is evaluated in one call."""

    def __init__(self, result: Any):
        graph, self.time = result.system.graph, result.time
        self.graph = graph
        self.stems = {index: name for name, index in graph.stems.items()}
        self.terms = list(result.system.powers)
        by_bond = [self._product(result, bond) for bond in graph.bonds]
        stored = [term for term in self.terms if term.role == "storage"]
        wanted = [*by_bond, *(term.power for term in self.terms),
                  *(term.stored for term in stored if term.stored is not None)]  # fmt: skip
        values = result.values(wanted) if wanted else np.zeros((len(self.time), 0))
        count = len(by_bond)
        self.bonds = values[:, :count]
        powers = dict(zip([t.path for t in self.terms], values[:, count : count + len(self.terms)].T))
        formulas = iter(values[:, count + len(self.terms) :].T)
        self.stored = {t.path: next(formulas) if t.stored is not None else self._sum(powers[t.path]) for t in stored}
        self.dissipated = {t.path: powers[t.path] for t in self.terms if t.role == "dissipation"}
        self.delivered = {t.path: -powers[t.path] for t in self.terms if t.role == "source"}
        audit = result.energy
        self.audit = np.stack([audit.stored, audit.dissipated, audit.delivered, audit.residual], axis=1)

    def _product(self, result: Any, bond: Any) -> Any:
        """Effort times flow, positive from tail to head; nothing on bonds whose product is no power."""
        if bond.domain.pseudo:
            return node(0.0)
        effort, flow = (np.ravel(np.asarray(result.found(f"{self.stems[bond.index]}.{x}"), dtype=object)) for x in "ef")
        total = ZERO
        for e, f in zip(effort, flow, strict=True):
            total = add(total, mul(e, f))
        return total

    def _sum(self, power: np.ndarray) -> np.ndarray:
        """The integral over time since the start."""
        steps = np.diff(self.time) * (power[1:] + power[:-1]) / 2
        return np.concatenate([[0.0], np.cumsum(steps)])

    def arrays(self, most: int | None) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
        """Header and arrays for the page, thinned to about `most` points."""
        chosen = frames(self.time, most) if most else slice(None)
        tables = {"stored": self.stored, "dissipated": self.dissipated, "delivered": self.delivered}
        arrays = {"time": self.time[chosen], "bonds": self.bonds[chosen]}
        for name, columns in tables.items():
            rows = np.stack(list(columns.values()), axis=1) if columns else np.zeros((len(self.time), 0))
            arrays[name] = rows[chosen]
        arrays["audit"] = self.audit[chosen]
        labels = [bond.label for bond in self.graph.bonds]
        header = {"bonds": labels, "storages": list(self.stored), "dissipators": list(self.dissipated),
                  "sources": list(self.delivered)}  # fmt: skip
        return header, arrays

    # ------------------------------------------------------------ Sankey
    def sankey(self, start: float, end: float, depth: int = 1) -> dict[str, Any]:
        """Where the energy went between two times [s]: components `depth` levels deep as nodes, and between them the
        energy that crossed their bonds [J]; what a composite stores and loses inside leaves it to nodes of its own."""
        nodes: dict[str, dict[str, Any]] = {}
        links: dict[tuple[str, str], dict[str, Any]] = {}

        def place(path: str, kind: str) -> str:
            nodes.setdefault(path, {"path": path, "kind": kind, "energy": 0.0})
            return path

        def link(tail: str, head: str, energy: float, bonds: list[int]) -> None:
            if energy < 0:
                tail, head, energy = head, tail, -energy
            found = links.setdefault((tail, head), {"energy": 0.0, "bonds": []})
            found["energy"] += energy
            found["bonds"] += bonds

        for bond in self.graph.bonds:
            ends = [self._outer(path, depth) for path in (bond.tail[0], bond.head[0])]
            if ends[0] != ends[1] and not bond.domain.pseudo:
                for path in ends:
                    place(path, self._kind(path))
                link(ends[0], ends[1], self._between(self.bonds[:, bond.index], start, end), [bond.index])
        self._inside(place, link, nodes, start, end, depth)
        largest = max((one["energy"] for one in links.values()), default=0.0)
        kept = {pair: one for pair, one in links.items() if one["energy"] > SMALL * largest}
        order = [path for path in nodes if any(path in pair for pair in kept) or nodes[path]["energy"]]
        number = {path: k for k, path in enumerate(order)}
        return {
            "nodes": [nodes[path] for path in order],
            "links": [{"tail": number[a], "head": number[b], **one} for (a, b), one in kept.items()],
        }

    def _inside(self, place: Any, link: Any, nodes: dict[str, Any], start: float, end: float, depth: int) -> None:
        """What is stored, lost and delivered inside each node."""
        tables = (("storage", self.stored), ("dissipation", self.dissipated), ("source", self.delivered))
        words = {"storage": "stored", "dissipation": "lost", "source": "delivered"}
        for kind, columns in tables:
            for path, values in columns.items():
                if kind == "storage":
                    energy = float(np.interp(end, self.time, values) - np.interp(start, self.time, values))
                else:
                    energy = self._between(values, start, end)
                outer = self._outer(path, depth)
                if outer == path:
                    place(path, kind)
                    nodes[path]["energy"] += energy
                    continue
                place(outer, self._kind(outer))
                within = place(f"{outer} ({words[kind]})", kind)
                nodes[within]["energy"] += energy
                link(*((within, outer) if kind == "source" else (outer, within)), energy, [])

    def _between(self, power: np.ndarray, start: float, end: float) -> float:
        total = self._sum(np.nan_to_num(power))
        return float(np.interp(end, self.time, total) - np.interp(start, self.time, total))

    def _outer(self, path: str, depth: int) -> str:
        return ".".join(path.split(".")[:depth])

    def _kind(self, path: str) -> str:
        flat = self.graph.elements.get(path)
        role = flat.element.role if flat is not None else ""
        return role if role in ("source", "storage", "dissipation", "junction") else "other"


__all__ = ["PowerFlow"]
