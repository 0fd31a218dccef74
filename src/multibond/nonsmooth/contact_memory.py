"""What a run keeps of its contacts, in arrays that kernels work on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..impact.laws import CODES
from ..impact.rest import rest_room
from ..impact.strike import room_for
from ..program import Function
from . import contact_layout as at

FEW = 12  # contacts at rest together that there is room for from the beginning


class ContactMemory:
    """The contacts of one run: `normals` are the places of their pairs along the normals, `sizes` how many pairs each
    has (those of slip follow), `laws` the names of their laws of restitution; `count` is that of all pairs."""

    def __init__(self, count: int, normals: Sequence[int], sizes: Sequence[int], laws: Sequence[str]):
        contacts, rows = len(normals), int(sum(sizes))
        self.normals, self.sizes = np.array(normals, dtype=np.int64), np.array(sizes, dtype=np.int64)
        self.pointers = np.zeros(at.POINTERS, dtype=np.int64)
        self._kept: dict[int, np.ndarray] = {}
        self.counts = np.zeros(at.COUNTS_SIZE, dtype=np.int64)
        self.reals = np.zeros(at.REALS_SIZE + at.EACH * contacts)
        self.felt, self.passed, self.impulse = np.zeros((count, count)), np.zeros(count), np.zeros(count)
        self.owned, self.flags = np.zeros(count, dtype=np.int64), np.zeros(contacts + 1, dtype=np.int64)
        for normal, size in zip(normals, sizes, strict=True):
            self.owned[normal : normal + size] = 1
        whole: dict[int, np.ndarray] = {
            at.NORMAL: self.normals, at.SIZE: self.sizes, at.OWNED: self.owned, at.FLAGS: self.flags,
            at.LAW: np.array([CODES[law] for law in laws], dtype=np.int64), at.COUNTS: self.counts,
        }  # fmt: skip
        for place, size in (
            (at.HELD, count), (at.ROW_OF, 2 * count), (at.TOUCHING, contacts), (at.FIRST, contacts),
            (at.LENGTH, contacts), (at.LAWS, contacts), (at.GROUP, contacts),
        ):  # fmt: skip
            whole[place] = np.zeros(size + 1, dtype=np.int64)
        whole |= {
            at.REALS: self.reals, at.FELT: self.felt, at.PASSED: self.passed, at.IMPULSE: self.impulse,
            at.TERM: np.zeros(4 * contacts + 1), at.GIVEN: np.zeros(3 * contacts + 1),
            at.FOLLOW: np.zeros(2 * count * count), at.G: np.zeros(rows * rows + 1), at.U: np.zeros(rows + 1),
            at.P: np.zeros(rows + 1), at.RATES: np.zeros(count), at.SLIPS: np.zeros(rows + 1),
            at.FADES: np.zeros(2 * contacts + 1), at.BEFORE: np.zeros(contacts + 1),
        }  # fmt: skip
        for place, array in whole.items():
            self._put(place, array)
        self.touching, self.terms = self._kept[at.TOUCHING], self._kept[at.TERM]
        self.counts[at.CONTACTS] = contacts
        self.reals[at.REALS_SIZE + at.LAST :: at.EACH] = -np.inf
        self.reals[at.REALS_SIZE + at.SEEN :: at.EACH] = -np.inf
        self.make_room(min(contacts, FEW))

    def _put(self, place: int, array: np.ndarray) -> None:
        self._kept[place] = array
        self.pointers[place] = array.ctypes.data

    def take(self, terms: Function | None, stored: Function, geometric: np.ndarray) -> None:
        """The functions for restitution, friction, flows and terms of gaps, and for the energy in all stores; which of
        the own states are `geometric`."""
        self._put(at.GEOMETRIC, np.append(geometric, 0).astype(np.int64))
        self.pointers[at.TERMS] = terms.address if terms is not None else 0
        self.pointers[at.STORED] = stored.address

    def make_room(self, resting: int) -> None:
        """Room for all contacts to strike and for so many to rest together."""
        contacts = int(self.counts[at.CONTACTS])
        struck, rest = room_for(contacts, int(self.sizes.sum())), rest_room(resting, 3 * resting)
        whole, real = max(struck[0], rest[0] + 2 * resting), max(struck[1], rest[1])
        self._put(at.ABOUT, np.zeros(whole + 1, dtype=np.int64))
        self._put(at.WORK, np.zeros(real + 1))
        self.counts[at.ROOM] = resting

    def laid_out(self, count: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Of the `count` contacts that touch: their first rows, the velocities at which they opened before they struck
        [m/s], and how impulses change velocities, for all rows."""
        rows = int(self._kept[at.LENGTH][:count].sum())
        matrix = self._kept[at.G][: rows * rows].reshape(rows, rows)
        return self._kept[at.FIRST][:count], self._kept[at.BEFORE][:count], matrix

    def begin(self) -> None:
        """A new instant: nothing has struck yet."""
        self.impulse[:] = 0.0
        self.flags[:] = 0
        self.reals[[at.ENERGY, at.MOVED]] = 0.0
