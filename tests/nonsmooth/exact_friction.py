"""Exact solutions of masses on springs with dry friction: sticking is a constraint, sliding a constant force.

A contact sees the relative velocity r = row · v − belt. Sliding, its force on the row is −sign(r) coulomb; sticking,
it is what keeps r at zero, up to the static level. Levels and belts may be waves; pulses switch a contact on. A
one-way contact is locked while its force would be positive, and free (no force) while r > 0.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from nonsmooth.exact import Exact, Mode, Oscillators, Pulses, Wave, cleaned

STICK, FREE = 0, 2
ZERO = Wave()


@dataclass(frozen=True)
class Contact:
    """Friction on row · v − belt; the static level is `ratio` times the coulomb one."""

    name: str
    row: Sequence[float]
    coulomb: Wave = ZERO
    ratio: float = 1.0
    belt: Wave = ZERO
    viscous: float = 0.0
    engaged: Pulses | bool = True
    one_way: bool = False


class Masses(Exact):
    """M v' = −K q − D v + forces − contacts. Values: q0, v0, …, and for contacts f(name), r(name)."""

    def __init__(self, inertia: Any, stiffness: Any, damping: Any, forces: Sequence[Wave], contacts: Sequence[Contact],
                 q0: Any, v0: Any, step: float):  # fmt: skip
        n = len(forces)
        self.inertia, self.stiffness, self.damping = (_matrix(x, n) for x in (inertia, stiffness, damping))
        self.forces, self.contacts, self.step = list(forces), list(contacts), step
        self.exo = Oscillators([*forces, *(x.coulomb for x in contacts), *(x.belt for x in contacts)])
        self.q0, self.v0, self.n = np.ones(n) * q0, np.ones(n) * v0, n
        self.size = 2 * n + self.exo.size
        self._modes: dict[Any, Mode | None] = {}

    def start(self) -> np.ndarray:
        return np.concatenate([self.q0, self.v0, self.exo.at(0.0)])

    def driving(self) -> np.ndarray:
        return np.repeat([0.0, 1.0], [2 * self.n, self.exo.size])

    def edges(self, stop: float) -> Iterable[float]:
        for x in self.contacts:
            if isinstance(x.engaged, Pulses):
                yield from x.engaged.edges(stop)

    def _refreshed(self, t: float, w: np.ndarray) -> np.ndarray:
        return np.concatenate([w[: 2 * self.n], self.exo.at(t)])

    def _slip(self, x: Contact) -> np.ndarray:
        row = np.zeros(self.size)
        row[self.n : 2 * self.n] = x.row
        row[2 * self.n :] -= self.exo.row(x.belt)
        return row

    def candidates(self, t: float, w: np.ndarray, old: Any) -> Iterable[Any]:
        """Contacts that slide go on sliding; those at rest may do anything, sticking first."""
        after = t + 1e-12 * max(self.step, t)
        choices = []
        for x in self.contacts:
            slip, size = self._slip(x) @ w, abs(self._slip(x)) @ abs(w) + abs(w[self.n : 2 * self.n]).max()
            engaged = x.engaged(after) if isinstance(x.engaged, Pulses) else x.engaged
            if not engaged:
                choices.append([FREE])
            elif abs(slip) > 1e-9 * max(size, 1e-3):
                choices.append([FREE] if x.one_way else [int(np.sign(slip))])
            else:
                choices.append([STICK, FREE] if x.one_way else [STICK, -1, 1])
        yield from sorted(product(*choices), key=lambda key: -sum(c == STICK for c in key))

    def mode(self, key: Any) -> Mode | None:
        if key not in self._modes:
            self._modes[key] = self._build(key)
        return self._modes[key]

    def _build(self, key: tuple[int, ...]) -> Mode | None:
        n, size = self.n, self.size
        acting = np.hstack([-self.stiffness, -self.damping, np.array([self.exo.row(f) for f in self.forces])])
        pull: dict[str, np.ndarray] = {}
        for x, c in zip(self.contacts, key, strict=True):
            if c in (-1, 1):
                level = np.zeros(size)
                level[2 * n :] = c * self.exo.row(x.coulomb)
                pull[x.name] = level + x.viscous * self._slip(x)
                acting = acting - np.outer(x.row, pull[x.name])
            else:
                pull[x.name] = np.zeros(size)
        sticking = [x for x, c in zip(self.contacts, key, strict=True) if c == STICK]
        exo = np.zeros((size, size))
        exo[2 * n :, 2 * n :] = self.exo.rates
        G = np.array([x.row for x in sticking], float).reshape(len(sticking), n)
        target = np.array([-(self._slip(x) @ exo) for x in sticking]).reshape(len(sticking), size)
        inverse = np.linalg.inv(self.inertia)
        hold = np.linalg.pinv(G @ inverse @ G.T, rcond=1e-10) @ (G @ inverse @ acting - target)
        if len(sticking) and abs(G @ inverse @ (acting - G.T @ hold) - target).max() > 1e-8 * max(
            abs(acting).max(), 1.0
        ):
            return None
        rates = exo.copy()
        rates[:n, n : 2 * n] = np.eye(n)
        rates[n : 2 * n] = inverse @ (acting - G.T @ hold)
        for x, row in zip(sticking, hold, strict=True):
            pull[x.name] = row
        rows = []
        for x, c in zip(self.contacts, key, strict=True):
            level = np.zeros(size)
            level[2 * n :] = x.ratio * self.exo.row(x.coulomb)
            if x.one_way:
                rows += [self._slip(x)] if c == FREE else [-pull[x.name]]
            elif c == STICK:
                rows += [level - pull[x.name], level + pull[x.name]]
            elif c in (-1, 1):
                rows.append(c * self._slip(x))
        values = {f"q{i}": np.eye(size)[i] for i in range(n)} | {f"v{i}": np.eye(size)[n + i] for i in range(n)}
        values |= {f"f({x.name})": pull[x.name] for x in self.contacts}
        values |= {f"r({x.name})": self._slip(x) for x in self.contacts}
        constraints = np.array([self._slip(x) for x in sticking]).reshape(-1, size)
        return Mode(rates, cleaned(np.array(rows).reshape(-1, size)), constraints, values)


def _matrix(given: Any, n: int) -> np.ndarray:
    """Numbers and vectors stand on the diagonal."""
    given = np.asarray(given, float)
    return given if given.ndim == 2 else np.diag(np.ones(n) * given)
