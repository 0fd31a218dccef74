"""What time-stepping keeps of the set-valued laws of a run: which of them feel each other, and room for all rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from ..program import Function
from . import step_layout as at
from .reached import bits, needs

if TYPE_CHECKING:
    from .paired_program import PairedProgram

HITS = 2048  # impacts that are noted before Python takes them
TOUCHING = 12  # balls that touch one, at most, on average


class StepMemory:
    """The ports of one run: `kinds` and `widths` as the layout says; `balls` are the first ports of all balls, pool by
    pool, `pools` how many balls each has; `space` is 2 or 3."""

    def __init__(
        self, program: PairedProgram, kinds: Sequence[int], widths: Sequence[int], balls: Sequence[int],
        pools: Sequence[int], space: int,
    ):  # fmt: skip
        n, states = len(kinds), len(program.schedule.states)
        self.pointers = np.zeros(at.POINTERS, dtype=np.int64)
        self._kept: dict[int, np.ndarray] = {}
        self.counts, self.reals = np.zeros(at.COUNTS_SIZE, dtype=np.int64), np.zeros(at.REALS_SIZE)
        blocks = program.felt_together(_blocks)
        block, colour = np.zeros(n, dtype=np.int64), np.zeros(n, dtype=np.int64)
        for b, ports in enumerate(blocks):
            block[ports], colour[ports] = b, np.arange(len(ports))
        sizes = np.array([len(ports) for ports in blocks], dtype=np.int64)
        rows = n + 3 * TOUCHING * len(balls)
        entries = n + (16 if space == 2 else 30) * TOUCHING * len(balls) + 64
        wide = int((sizes**2).sum()) + 2 * TOUCHING * int(sizes.max(initial=0)) * 3 * len(balls)
        table = 1 << int(2 * rows + 8).bit_length()
        whole = {
            at.COUNTS: self.counts, at.REALS: self.reals, at.KIND: _whole(kinds), at.WIDTH: _whole(widths),
            at.BLOCK: block, at.COLOUR: colour, at.BLOCK_AT: _starts(sizes**2), at.BLOCK_START: _starts(sizes),
            at.BLOCK_PORT: _whole([p for ports in blocks for p in ports]),
            at.MATRIX: np.zeros(int((sizes**2).sum()) + 1),
            at.NEEDED: np.zeros(int(sizes.max(initial=0)) + 1, dtype=np.int64), at.BALL_PORT: _whole(balls),
            at.POOL_START: _starts(_whole(pools)), at.ORDER: np.arange(len(balls) + 1, dtype=np.int64),
            at.PLACE: np.zeros(8 * len(balls) + 16), at.TERM: np.zeros(2 * n + 2 * len(pools) + 1),
            at.FLOW: np.zeros(2 * n), at.GAP: np.zeros(n), at.IMPULSE: np.zeros(n),
            at.OLD_KEY: np.full(table, -1, dtype=np.int64), at.OLD_P: np.zeros(table),
            at.ENTRY_PORT: np.zeros(entries, dtype=np.int64), at.ENTRY: np.zeros(entries),
            at.RATES: np.zeros(6 * states + 1), at.SLID: np.zeros(n, dtype=np.int64),
            at.ANSWER_PORT: np.zeros(wide, dtype=np.int64), at.ANSWER: np.zeros(wide),
            at.ASKED: np.zeros(n, dtype=np.int64), at.SUM: np.zeros(n),
        }  # fmt: skip
        for place in (at.ROW_START, at.PARENT, at.MATE, at.KEY, at.ANSWER_START, at.HIT):
            whole[place] = np.zeros(rows + 4, dtype=np.int64)
        for place in (at.LOWER, at.UPPER, at.GOAL, at.MU, at.OWN, at.P):
            whole[place] = np.zeros(rows + 4)
        room = HITS + rows
        whole[at.HIT_KEY] = np.zeros(room, dtype=np.int64)
        for place in (at.HIT_TIME, at.HIT_IMPULSE, at.HIT_TAKEN, at.HIT_AFTER):
            whole[place] = np.zeros(room)
        for place, array in whole.items():
            self.put(place, array)
        k = self.counts
        k[at.MOST_HITS], k[at.DISSIPATED] = room, -1
        k[at.PORTS], k[at.BLOCKS], k[at.COLOURS] = n, len(blocks), sizes.max(initial=0)
        k[at.BALLS], k[at.POOLS], k[at.SPACE] = len(balls), len(pools), space
        k[at.MOST_ROWS], k[at.MOST_ENTRIES], k[at.TABLE] = rows, entries, table
        k[at.MOST_ANSWERS] = wide
        k[at.CONSTANT], k[at.WIDE] = program.constant, len(program.schedule.discrete)

    def put(self, place: int, array: np.ndarray) -> None:
        """Let kernels find an array."""
        self._kept[place] = array
        self.pointers[place] = array.ctypes.data

    def take(self, terms: Function, places: Function | None) -> None:
        """The functions for coefficients and for the places of balls."""
        self.pointers[at.TERMS] = terms.address
        self.pointers[at.PLACES] = places.address if places is not None else 0

    def hits(self) -> tuple[np.ndarray, ...]:
        """Take over the impacts noted: keys of rows, times [s], impulses [N s], energies taken and stored after [J]."""
        count = int(self.counts[at.HITS])
        self.counts[at.HITS] = 0
        places = (at.HIT_KEY, at.HIT_TIME, at.HIT_IMPULSE, at.HIT_TAKEN, at.HIT_AFTER)
        return tuple(self._kept[place][:count].copy() for place in places)


def _whole(values: Sequence[int] | np.ndarray) -> np.ndarray:
    return np.array([*values, 0], dtype=np.int64)


def _starts(sizes: np.ndarray) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def _blocks(program: PairedProgram) -> list[list[int]]:
    """The ports that feel each other: an impulse of one may change the flow of another through states they share."""
    count = len(program.pairs)
    rates, flows, _ = needs(program)
    parent = list(range(count))

    def root(k: int) -> int:
        while parent[k] != k:
            parent[k] = parent[parent[k]]
            k = parent[k]
        return k

    inputs = (1 << count) - 1
    owner: dict[int, int] = {}  # of states that an impulse changes: one of the ports that do
    for k, rate in enumerate(rates):
        for port in bits(rate & inputs):
            parent[root(port)] = root(owner.setdefault(k, port))
    for port, flow in enumerate(flows):
        for k in bits(flow >> count):
            if k in owner:
                parent[root(port)] = root(owner[k])
    found: dict[int, list[int]] = {}
    for port in range(count):
        found.setdefault(root(port), []).append(port)
    return list(found.values())
