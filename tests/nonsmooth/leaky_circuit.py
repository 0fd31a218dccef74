"""Circuits whose valves leak, by scipy: a reference for circuits of ideal valves in which many change at once.

A valve that conducts is a small resistance, one that blocks a large one, so that everything is determined and
continuous; what is left of the difference to ideal valves falls with the leak.
"""

from __future__ import annotations

import numpy as np
from scipy.integrate import solve_ivp

from nonsmooth.circuits import Case
from nonsmooth.exact_circuit import Branch

EARTH = 1e-11  # S, from every node to ground, for circuits that float
NOTHING = 1e-9  # A, below which a thyristor without gate goes out


class LeakyCircuit:
    """Branches R, L, C, V, D and T of a case; conducting valves have the resistance `small` [Ω], others `large`."""

    def __init__(self, case: Case, small: float, large: float):
        self.branches = case.branches
        self.nodes = sorted({n for x in self.branches for n in (x.a, x.b)} - {"0"})
        self.stores, self.valves, self.sources = ([x for x in self.branches if x.kind in k] for k in ("LC", "DT", "V"))
        self.small, self.large = small, large
        self._known: dict[tuple[bool, ...], tuple[np.ndarray, np.ndarray, np.ndarray]] = {}

    def _voltage(self, x: Branch) -> np.ndarray:
        row = np.zeros(len(self.nodes) + len(self.branches))
        for node, sign in ((x.a, 1.0), (x.b, -1.0)):
            if node != "0":
                row[self.nodes.index(node)] += sign
        return row

    def _maps(self, on: tuple[bool, ...]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Rates of the stores, voltages and currents of the valves, by stores and sources."""
        if on in self._known:
            return self._known[on]
        n, given = len(self.nodes), [*self.stores, *self.sources]
        matrix = np.zeros((n + len(self.branches), n + len(self.branches)))
        right = np.zeros((len(matrix), len(given)))
        matrix[range(n), range(n)] = EARTH
        for k, x in enumerate(self.branches):
            for node, sign in ((x.a, 1.0), (x.b, -1.0)):
                if node != "0":
                    matrix[self.nodes.index(node), n + k] += sign
            if x.kind == "L":
                matrix[n + k, n + k] = 1.0
            else:
                matrix[n + k] = self._voltage(x)
            if x in given:
                right[n + k, given.index(x)] = 1.0
            else:
                small = x.value if x.kind == "R" else self.small if on[self.valves.index(x)] else self.large
                matrix[n + k, n + k] = -small
        found = np.linalg.solve(matrix, right)
        current = {x.name: found[n + k] for k, x in enumerate(self.branches)}
        rates = [(self._voltage(x) @ found if x.kind == "L" else current[x.name]) / x.value for x in self.stores]
        voltages = [self._voltage(x) @ found for x in self.valves]
        self._known[on] = np.array(rates), np.array(voltages), np.array([current[x.name] for x in self.valves])
        return self._known[on]

    def _at(self, t: float, x: np.ndarray, may: list[bool], on: tuple[bool, ...]):
        """Rates, currents of the valves, and which conduct: those that may and have a voltage forwards."""
        waves = [s.value for s in self.sources]
        given = [*x, *(w.constant + w.slope * t + w.amplitude * np.sin(w.frequency * t + w.phase) for w in waves)]
        for turn in range(60):
            rates, voltages, currents = self._maps(on)
            new = tuple(bool(a and v > 0) for a, v in zip(may, voltages @ given, strict=True))
            if new == on:
                return rates @ given, currents @ given, on
            last = max(
                k for k in range(len(on)) if new[k] != on[k]
            )  # one at a time, should all together turn in a circle
            on = new if turn < 20 else tuple(new[k] if k == last else on[k] for k in range(len(on)))
        raise RuntimeError(f"no position at {t}")

    def run(self, times: np.ndarray) -> dict[str, np.ndarray]:
        """Currents of coils and voltages of capacitors."""
        edges = {e for v in self.valves if v.kind == "T" for e in v.value.edges(times[-1]) if 0 < e < times[-1]}
        marks = sorted(edges | {0.0, float(times[-1])})
        t, x = 0.0, np.array([s.start for s in self.stores])
        on, lit = (False,) * len(self.valves), [False] * len(self.valves)
        out = np.zeros((len(times), len(x)))
        for begin, end in zip(marks, marks[1:], strict=False):
            gates = [v.kind == "D" or v.value((begin + end) / 2) for v in self.valves]
            while t < end:
                may, box = [g or a for g, a in zip(gates, lit, strict=True)], [on]

                def rates(s, y, may=may, box=box):
                    rate, _, box[0] = self._at(s, y, may, box[0])
                    return rate

                ends = []
                for k, allowed in enumerate(may):
                    if allowed and not gates[k]:
                        ends.append(lambda s, y, k=k, may=may, box=box: self._at(s, y, may, box[0])[1][k] - NOTHING)
                        ends[-1].terminal, ends[-1].direction = True, -1
                wanted = np.unique([*times[(times >= t) & (times <= end)], end])
                part = solve_ivp(
                    rates, (t, end), x, "Radau", wanted, events=ends or None, rtol=1e-9, atol=1e-10, max_step=2e-4
                )
                for s, y in zip(part.t, part.y.T, strict=True):
                    out[np.abs(times - s) < 1e-15] = y
                went_out = part.status == 1
                t, x = (
                    min(
                        ((s[0], y[0]) for s, y in zip(part.t_events, part.y_events, strict=True) if len(s)),
                        key=lambda e: e[0],
                    )
                    if went_out
                    else (end, part.y[:, -1])
                )
                _, currents, on = self._at(t, x, may, box[0])
                lit = [m and c > (1e-8 if went_out else NOTHING) for m, c in zip(may, currents, strict=True)]
        return {s.name: out[:, k] for k, s in enumerate(self.stores)}
