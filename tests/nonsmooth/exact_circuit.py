"""Exact solutions of circuits of ideal diodes, switches, thyristors, R, L, C and sources, from their list of branches.

In a mode every conducting valve is a short (with its threshold) and every blocking one an open branch. What that
demands of the stores is found by differentiating until nothing new appears; what stays undetermined (a floating
potential, the shares of parallel diodes) takes the smallest voltages and currents of the valves.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from nonsmooth.exact import Exact, Mode, Oscillators, Pulses, cleaned


@dataclass(frozen=True)
class Branch:
    """From node a to node b: kind R, L, C, V, I (current from a to b), D, S (switch), T (thyristor), X (a winding).

    The value of a diode is its threshold, that of S and T their pulses (or whether a switch is closed), that of a
    primary winding its ideal secondary: the branch's name and the ratio of voltages, secondary over primary.
    """

    kind: str
    name: str
    a: str
    b: str
    value: Any = None
    start: float = 0.0


class Circuit(Exact):
    """A list of branches; node "0" is ground. `coupled` are mutual inductances by the names of two coils."""

    def __init__(self, branches: Iterable[Branch], step: float, coupled: dict[tuple[str, str], float] | None = None):
        self.branches, self.step, self.coupled = list(branches), step, coupled or {}
        self.nodes = sorted({n for x in self.branches for n in (x.a, x.b)} - {"0"})
        self.stores = [x for x in self.branches if x.kind in "LC"]
        self.valves = [x for x in self.branches if x.kind in "DST"]
        self.exo = Oscillators([x.value for x in self.branches if x.kind in "VI"])
        self.size = len(self.stores) + self.exo.size
        self._modes: dict[Any, Mode | None] = {}

    def start(self) -> np.ndarray:
        return np.concatenate([[x.start for x in self.stores], self.exo.at(0.0)])

    def driving(self) -> np.ndarray:
        return np.repeat([0.0, 1.0], [len(self.stores), self.exo.size])

    def edges(self, stop: float) -> Iterable[float]:
        for x in self.valves:
            if isinstance(x.value, Pulses):
                yield from x.value.edges(stop)

    def _refreshed(self, t: float, w: np.ndarray) -> np.ndarray:
        return np.concatenate([w[: len(self.stores)], self.exo.at(t)])

    def candidates(self, t: float, w: np.ndarray, old: Any) -> Iterable[Any]:
        """Positions of the valves, those nearest to the old ones first; thyristors without gate may not begin, end
        where they carry nothing, and else only where another takes their current."""
        after = t + 1e-12 * max(self.step, t)
        on = [True] * len(self.valves) if old is None else list(old[0])
        values = {} if old is None else self.mode(old).values

        def carries(x: Branch) -> bool:
            current = values[f"i({x.name})"]
            return bool(current @ w > 1e-9 * (abs(current) @ self.usual))

        choices: list[list[bool]] = []
        for k, x in enumerate(self.valves):
            pulses = x.value(after) if isinstance(x.value, Pulses) else bool(x.value)
            if x.kind == "S":
                choices.append([pulses])
            elif x.kind == "T" and not pulses and (old is None or not on[k]):
                choices.append([False])
            elif x.kind == "T" and not pulses:
                choices.append([True, False] if carries(x) else [False])
            else:
                choices.append([True, False])
        gates = tuple(x.kind == "T" and isinstance(x.value, Pulses) and x.value(after) for x in self.valves)

        fixed = [x.kind == "T" and old is not None and on[k] and carries(x) for k, x in enumerate(self.valves)]

        def changes(key: tuple[bool, ...]) -> tuple[int, int]:
            ended = sum(a and not b for a, b in zip(fixed, key, strict=True))
            return ended, sum(a != b for a, b in zip(key, on, strict=True)) if old is not None else -sum(key)

        for key in sorted(product(*choices), key=changes):
            yield key, gates

    def mode(self, key: Any) -> Mode | None:
        if key not in self._modes:
            self._modes[key] = self._build(*key)
        return self._modes[key]

    def _static(self, on: dict[str, bool]) -> tuple[np.ndarray, np.ndarray]:
        """M Y = P w for potentials and currents Y."""
        n, b = len(self.nodes), len(self.branches)
        M, P = np.zeros((n + b, n + b)), np.zeros((n + b, self.size))
        for k, x in enumerate(self.branches):
            for node, sign in ((x.a, 1.0), (x.b, -1.0)):
                if node != "0":
                    M[self.nodes.index(node), n + k] = sign
            row = n + k
            voltage = self._voltage(x)
            if x.kind == "R":
                M[row] = voltage
                M[row, n + k] = -x.value
            elif x.kind == "V" or x.kind == "C" or (x.kind in "DST" and on[x.name]):
                M[row] = voltage
                P[row] = self._given(x)
            elif x.kind == "X" and x.value:
                j = next(j for j, y in enumerate(self.branches) if y.name == x.value[0])
                M[row] = x.value[1] * voltage - self._voltage(self.branches[j])
                M[n + j, [n + k, n + j]] = 1.0, x.value[1]
            elif x.kind != "X":
                M[row, n + k] = 1.0
                P[row] = self._given(x) if x.kind in "IL" else 0.0
        return M, P

    def _voltage(self, x: Branch) -> np.ndarray:
        row = np.zeros(len(self.nodes) + len(self.branches))
        for node, sign in ((x.a, 1.0), (x.b, -1.0)):
            if node != "0":
                row[self.nodes.index(node)] += sign
        return row

    def _given(self, x: Branch) -> np.ndarray:
        row, first = np.zeros(self.size), len(self.stores)
        if x.kind in "LC":
            row[self.stores.index(x)] = 1.0
        elif x.kind in "VI":
            row[first:] = self.exo.row(x.value)
        elif x.kind == "D":
            row[first] = x.value or 0.0
        return row

    def _rates(self) -> np.ndarray:
        """The rates of the stores from Y."""
        n = len(self.nodes)
        F = np.zeros((self.size, n + len(self.branches)))
        coils = [k for k, x in enumerate(self.stores) if x.kind == "L"]
        inductance = np.diag([self.stores[k].value for k in coils]).astype(float)
        for (first, second), mutual in self.coupled.items():
            i, j = (next(c for c, k in enumerate(coils) if self.stores[k].name == name) for name in (first, second))
            inductance[i, j] = inductance[j, i] = mutual
        voltages = np.array([self._voltage(self.stores[k]) for k in coils]).reshape(len(coils), F.shape[1])
        F[coils] = np.linalg.solve(inductance, voltages) if coils else voltages
        for k, x in enumerate(self.stores):
            if x.kind == "C":
                F[k, n + self.branches.index(x)] = 1.0 / x.value
        return F

    def _build(self, key: tuple[bool, ...], gates: tuple[bool, ...]) -> Mode | None:
        on = {x.name: k for x, k in zip(self.valves, key, strict=True)}
        M, P = self._static(on)
        F, S = self._rates(), np.zeros((self.size, self.size))
        S[len(self.stores) :, len(self.stores) :] = self.exo.rates
        K = np.zeros((0, self.size))
        while True:
            demand, right = K @ F, -K @ S
            length = np.linalg.norm(demand, axis=1)[:, None]
            length[length < 1e-12] = 1.0
            full, given = np.vstack([M, demand / length]), np.vstack([P, right / length])
            left, sizes, across = np.linalg.svd(full)
            rank = int((sizes > 1e-9 * sizes[0]).sum())
            found = _row_space(np.vstack([K, left[:, rank:].T @ given]))
            if len(found) == len(K):
                break
            K = found
        Y = across[:rank].T @ ((left[:, :rank].T @ given) / sizes[:rank, None])
        Z = across[rank:].T
        if abs(F @ Z).max(initial=0.0) > 1e-7 * abs(F).max(initial=1.0):
            return None  # the rates are not determined
        n = len(self.nodes)
        valve = np.array([
            np.eye(len(Y))[n + self.branches.index(x)] if on[x.name] else self._voltage(x) for x in self.valves
        ]).reshape(len(self.valves), len(Y))  # fmt: skip
        Y = Y - Z @ np.linalg.pinv(valve @ Z, rcond=1e-9) @ valve @ Y
        for part in (Y[:n], Y[n:]):  # potentials and currents that are mere rounding
            part[abs(part) < 1e-13 * abs(part).max(initial=0.0)] = 0.0
        rows, sizes = [], []
        for x, row, gate in zip(self.valves, valve, gates, strict=True):
            if x.kind == "S" or (x.kind == "T" and not on[x.name] and not gate):
                continue
            rows.append(row @ Y if on[x.name] else self._given(x) * (x.kind == "D") - row @ Y)
            sizes.append(abs(row) @ abs(Y))
        indicators = cleaned(*(np.array(x).reshape(-1, self.size) for x in (rows, sizes)))
        values = {f"i({x.name})": Y[n + k] for k, x in enumerate(self.branches)}
        values |= {f"u({x.name})": self._voltage(x) @ Y for x in self.branches}
        return Mode(cleaned(F @ Y + S), indicators, K, values)


def _row_space(rows: np.ndarray) -> np.ndarray:
    rows = rows[np.linalg.norm(rows, axis=1) > 1e-9]
    if not len(rows):
        return rows
    rows = rows / np.linalg.norm(rows, axis=1)[:, None]
    _, sizes, across = np.linalg.svd(rows)
    return across[: int((sizes > 1e-8).sum())]
