"""Impacts in a run: contacts that close with speed let the velocities jump, by the impulses that their laws ask for.

Integrated over an instant the efforts of contacts become impulses and finite efforts vanish; the rates of the states
are affine in the efforts of contacts, so their coefficients are the jumps of the states for unit impulses, and those of
the rates of flows are the inverse masses that the contacts feel. No component says anything of impulses.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..elements.contact import STILL as STILL_SLIP
from ..equations.system import SetValued
from ..errors import SimulationError
from ..expression import node
from ..impact import CODES, Resting, Struck, rest, strike
from ..nonsmooth.pair_layout import COMMAND, CROSSED, FIRES, FLOW, FREE, GAP, HOLD, LOW, LOWER, UP, UPPER

if TYPE_CHECKING:
    from .pairs import Pairs

SLOW = 1e-7  # part of the fastest approach so far below which a contact no longer bounces
DRIFT = 1e-5  # part of the fastest flows that the integration may leave at a contact that rests
ENDED = 1e-6  # part of the fastest flows that is left of slip where it ends
FAR = 1e6  # times the gap of bodies that touch
ROUNDING = 4e-16  # m, of gaps between places of the size of a metre
SOON = 1e-8  # part of the run within which impacts follow each other at once
CROWD = 5  # such impacts after which nothing bounces any more
SMALL = 1e-9  # part of the fastest flows below which slip and opening are rounding
STILL = 1e-11  # part of the fastest flows below which a contact does not approach
MOST = 1e300  # what is larger is endless
COLUMNS = ("flow", "lower", "upper", "sliding_lower", "sliding_upper", "closed", "gap", "fires")


@dataclass(frozen=True)
class ContactPairs:
    """A contact: the places of its pair along the normal and of those of friction."""

    normal: int
    across: tuple[int, ...]

    @property
    def places(self) -> tuple[int, ...]:
        """All places, the normal first."""
        return (self.normal, *self.across)


@dataclass
class Impacts:
    """The contacts of a run."""

    pairs: Pairs
    contacts: tuple[ContactPairs, ...] = ()
    fastest: float = 0.0  # m/s, of all approaches so far
    scale: float = 0.0  # m/s, the largest flow so far
    crowd: int = 0  # impacts that follow each other at once
    last: float = -np.inf  # s, time of the last impact
    impulses: np.ndarray = field(default_factory=lambda: np.zeros(0))  # of all pairs, at the last impact
    fired: dict[int, bool] = field(default_factory=dict)  # of pairs that inject energy: whether they have fired
    capped: list[str] = field(default_factory=list)  # contacts whose restitution had to be lowered

    def __post_init__(self) -> None:
        laws = [pair.law for pair in self.pairs.pairs]
        found: list[ContactPairs] = []
        for k, law in enumerate(laws):
            if law.pair.gap is not None:
                found.append(ContactPairs(k, tuple(_friction_of(laws, k))))
        self.contacts = tuple(found)
        self.fired = {k: True for k, law in enumerate(laws) if law.pair.energy is not None}
        for contact in self.contacts:
            self.pairs.memory.mode[list(contact.places)] = FREE
        self.pairs.memory.offset[:] = 0.0

    # ------------------------------------------------------------ at an instant
    def happen(self) -> bool:
        """Let what approaches and touches strike; whether anything did."""
        if not self.contacts and not self.fired:
            return False
        run, memory = self.pairs.simulation, self.pairs.memory
        context = self.pairs.context()
        if not memory.look(run.t, run.x, context):
            return False
        values = self.values()
        flow, gap = values[FLOW], values[GAP]
        if self._inject(values):
            return True
        near = self.pairs.near()
        touching = [c for c in self.contacts if memory.raised[c.normal] == CROSSED or gap[c.normal] <= near]
        if not touching:
            return False
        scale = self._scale(flow)
        limits = [DRIFT * scale if memory.mode[c.normal] == HOLD else STILL * scale for c in touching]
        if all(flow[c.normal] <= limit for c, limit in zip(touching, limits, strict=True)):
            return False
        approach = max(float(flow[c.normal]) for c in touching)
        if self._crowded():  # what would close within the same moment strikes now, and does not bounce
            reach = near + SOON * run.span * float(np.max(np.abs(flow)))
            touching = [c for c in self.contacts if memory.raised[c.normal] == CROSSED or gap[c.normal] <= reach]
        self.fastest = max(self.fastest, approach)
        struck = self._strike(touching, flow, values)
        self._apply(touching, struck, self._held(values))
        return True

    def rest(self) -> None:
        """Set the positions of all contacts to those just after this instant, at which none approaches."""
        if not self.contacts:
            return
        memory = self.pairs.memory
        values = self.values()
        flow, gap = values[FLOW], values[GAP]
        small = SMALL * self._scale(flow)
        near = self.pairs.near()
        closed = []
        for contact in self.contacts:
            k = contact.normal
            touches = memory.raised[k] == CROSSED or memory.mode[k] != FREE or gap[k] <= near
            if touches:
                memory.offset[k] = gap[k] - ROUNDING
            elif gap[k] > FAR * near:
                memory.offset[k] = 0.0
            if touches and abs(flow[k]) <= (DRIFT / SMALL * small if memory.mode[k] == HOLD else small):
                closed.append(contact)
            memory.mode[list(contact.places)] = FREE
        if closed:
            self._rest(closed, flow, small)

    def _rest(self, closed: list[ContactPairs], flow: np.ndarray, small: float) -> None:
        run, memory = self.pairs.simulation, self.pairs.memory
        context = self.pairs.context()
        memory.look(run.t, run.x, context)
        memory.solve(context)
        accelerations = memory.flow_rates(run.t, run.x, context)
        places = [k for contact in closed for k in contact.places]
        sides = np.concatenate([[-1.0, *(1.0 for _ in c.across)] for c in closed])
        held = [k for k in range(memory.count) if memory.mode[k] == HOLD]
        G = -(sides[:, None] * self._inverse_mass(held)[np.ix_(places, places)] * sides)
        friction = [self._friction(c) for c in closed]
        slips = [self._slip(c, flow, small) for c in closed]
        found = rest(G, sides * accelerations[places], [len(c.places) for c in closed], friction, slips)
        if found is None:
            names = ", ".join(self.pairs.pairs[c.normal].law.origin for c in closed)
            raise SimulationError(
                f"{names} jams at {run.t:.6g} s: no force of the contact agrees with sliding friction there (the "
                "paradox of Painlevé), and a real body would stop at once or jump; use less friction or a soft contact",
                self.pairs.pairs[closed[0].normal].law.origin,
            )
        self._take(closed, found, flow, slips)

    def _crowded(self) -> bool:
        """Whether impacts follow each other ever faster: a sequence without end, of which this is the end."""
        run = self.pairs.simulation
        if run.t != self.last:
            self.crowd = self.crowd + 1 if run.t - self.last < SOON * run.span else 0
            self.last = run.t
        return self.crowd >= CROWD

    def _scale(self, flow: np.ndarray) -> float:
        """The size of flows in this run [m/s]."""
        places = [k for contact in self.contacts for k in contact.places]
        self.scale = max(self.scale, float(np.max(np.abs(flow[places]))))
        return self.scale

    def drifted(self) -> bool:
        """Whether all that is missed is what the integration left at contacts that rest or stick."""
        memory = self.pairs.memory
        held = [k for contact in self.contacts for k in contact.places if memory.mode[k] == HOLD]
        if not held:
            return False
        flow = self.values()[FLOW][held]
        return float(np.max(np.abs(flow))) <= max(DRIFT * self.scale, 10 * STILL_SLIP)

    def _slip(self, contact: ContactPairs, flow: np.ndarray, small: float) -> np.ndarray | None:
        """The direction in which a contact slips; None where it does not."""
        slip = flow[list(contact.across)]
        size, ended = float(np.linalg.norm(slip)), self.pairs.memory.raised[list(contact.across)] == CROSSED
        limit = max(small, 10 * STILL_SLIP if len(slip) > 1 else 0.0, ENDED * self.scale if ended.any() else 0.0)
        return slip / size if size > limit else None

    def _take(
        self, closed: list[ContactPairs], found: Resting, flow: np.ndarray, slips: list[np.ndarray | None]
    ) -> None:
        memory = self.pairs.memory
        start = 0
        largest = float(np.max(np.abs(found.forces), initial=0.0))
        for contact, sticks, slip in zip(closed, found.sticks, slips, strict=True):
            force = found.forces[start : start + len(contact.places)]
            start += len(contact.places)
            if force[0] <= SMALL * largest:
                continue
            memory.mode[contact.normal] = HOLD
            for k, effort, moving in zip(contact.across, -force[1:], flow[list(contact.across)], strict=True):
                if slip is None and sticks:
                    memory.mode[k] = HOLD
                else:
                    memory.mode[k] = UP if (moving if slip is not None else effort) > 0 else LOW

    def begin(self) -> None:
        """Note which injections have fired at the start of a run."""
        if self.fired:
            fires = self.values()[FIRES]
            self.fired = {k: bool(fires[k] > 0.5) for k in self.fired}

    def _inject(self, values: np.ndarray) -> bool:
        """Give energy where a condition has just become true; whether any was given."""
        run, memory, given = self.pairs.simulation, self.pairs.memory, False
        for k, before in self.fired.items():
            fires = bool(values[FIRES][k] > 0.5)
            self.fired[k] = fires
            if not fires or before:
                continue
            law, held = self.pairs.pairs[k].law, self._held(values)
            energy = float(run.work.values([law.pair.energy], run.t, run.x, run.p, run.modes.vector(run.machine))[0])
            inverse, speed = -float(self._inverse_mass(held)[k, k]), float(values[FLOW][k])
            if not inverse > 0 or energy < 0:
                why = f"its energy is {energy:.6g} J" if energy < 0 else "nothing there can move along its direction"
                raise SimulationError(f"no energy can be injected at {run.t:.6g} s: {why}", law.origin)
            passed = np.zeros(memory.count)
            passed[k] = -2 * energy / (speed + np.sqrt(speed**2 + 2 * inverse * energy)) if energy else 0.0
            self._jump(passed, held)
            self.pairs.impulses[law.origin] = -float(passed[k])
            self.pairs.struck.add(law.origin)
            given = True
        return given

    def _jump(self, passed: np.ndarray, held: list[int]) -> None:
        """Let the states jump by the impulses `passed` of all pairs, those of the pairs `held` following."""
        run, memory = self.pairs.simulation, self.pairs.memory
        if held:
            felt = memory.flow_by_state.T
            passed[held] = -np.linalg.pinv(felt[np.ix_(held, held)], rcond=1e-12) @ (felt[held, :] @ passed)
        stored = self.pairs.stored()
        run.x = run.x.copy()
        run.x[: run.machine.own] += passed @ memory.state_by_input
        self.pairs.energy_jump += self.pairs.stored() - stored
        self.impulses = passed

    def values(self) -> np.ndarray:
        """Flows, bounds, commands and gaps of all pairs, in rows as the kernels have them."""
        run = self.pairs.simulation
        wanted = [getattr(pair, column) for column in COLUMNS for pair in self.pairs.pairs]
        m = run.modes.vector(run.machine)
        return run.work.evaluate(wanted, run.t, run.x, run.p, m).reshape(len(COLUMNS), -1)

    def _strike(self, touching: list[ContactPairs], flow: np.ndarray, values: np.ndarray) -> Struck:
        places = [k for contact in touching for k in contact.places]
        sides = np.concatenate([[-1.0, *(1.0 for _ in c.across)] for c in touching])
        felt = self._inverse_mass(self._held(values))
        G = -(sides[:, None] * felt[np.ix_(places, places)] * sides)
        restitution = self._restitution(touching, flow)
        friction = [self._friction(c) for c in touching]
        law = [CODES[self.pairs.pairs[c.normal].law.pair.impact] for c in touching]
        run = self.pairs.simulation
        return strike(
            G, sides * flow[places], [len(c.places) for c in touching], restitution, friction, law,
            simultaneous=run.settings.impacts == "simultaneous", tiny=STILL * self.scale,
        )  # fmt: skip

    def _inverse_mass(self, held: list[int]) -> np.ndarray:
        """How unit impulses of all pairs change all flows; those of the pairs `held` stay what they are."""
        memory = self.pairs.memory
        felt = memory.flow_by_state.T.copy()
        if held:
            others = felt[:, held] @ np.linalg.pinv(felt[np.ix_(held, held)], rcond=1e-12) @ felt[held, :]
            felt = felt - others
        return felt

    def _held(self, values: np.ndarray) -> list[int]:
        """Pairs that hold their flow at zero by whatever impulse that takes."""
        memory = self.pairs.memory
        endless = (np.abs(values[LOWER]) > MOST) | (np.abs(values[UPPER]) > MOST)
        contacts = {k for contact in self.contacts for k in contact.places}
        commanded = values[COMMAND] > -0.5
        return [
            k
            for k in range(memory.count)
            if k not in contacts and memory.mode[k] == HOLD and (commanded[k] or endless[k])
        ]

    def _restitution(self, touching: list[ContactPairs], flow: np.ndarray) -> list[float]:
        run = self.pairs.simulation
        terms = [node(self.pairs.pairs[c.normal].law.pair.restitution) for c in touching]
        found = run.work.values(terms, run.t, run.x, run.p, run.modes.vector(run.machine))
        slow = self.crowd >= CROWD or max(float(flow[c.normal]) for c in touching) < SLOW * self.fastest
        for contact, e in zip(touching, found, strict=True):
            if not 0.0 <= e <= 1.0:
                origin = self.pairs.pairs[contact.normal].law.origin
                raise SimulationError(
                    f"the coefficient of restitution is {e:.6g} at {run.t:.6g} s; it lies between 0 (plastic) and 1 "
                    "(elastic)",
                    origin,
                )
        return [0.0 if slow else float(e) for e in found]

    def _friction(self, contact: ContactPairs) -> float:
        """The coefficient of friction now."""
        if not contact.across:
            return 0.0
        run = self.pairs.simulation
        term = node(self.pairs.pairs[contact.across[0]].law.pair.friction)
        return float(run.work.values([term], run.t, run.x, run.p, run.modes.vector(run.machine))[0])

    def _apply(self, touching: list[ContactPairs], struck: Struck, held: list[int]) -> None:
        run, memory = self.pairs.simulation, self.pairs.memory
        places = [k for contact in touching for k in contact.places]
        sides = np.concatenate([[1.0, *(-1.0 for _ in c.across)] for c in touching])
        passed = np.zeros(memory.count)
        passed[places] = sides * struck.impulses
        self._jump(passed, held)
        for contact, start in zip(touching, np.cumsum([0, *(len(c.places) for c in touching)]), strict=False):
            if struck.impulses[start]:
                origin = self.pairs.pairs[contact.normal].law.origin
                self.pairs.impulses[origin] = self.pairs.impulses.get(origin, 0.0) + float(struck.impulses[start])
                self.pairs.struck.add(origin)
            opening = struck.velocities[start]
            memory.mode[contact.normal] = FREE if opening > STILL * self.scale else HOLD
        self.capped += [
            self.pairs.pairs[c.normal].law.origin for c, less in zip(touching, struck.capped, strict=True) if less
        ]
        if not struck.settled:
            names = ", ".join(self.pairs.pairs[c.normal].law.origin for c in touching)
            raise SimulationError(
                f"at {run.t:.6g} s no impulses were found for {names} with which all keep their laws; let them strike "
                "one after the other (impacts='sequential'), or with less friction",
                self.pairs.pairs[touching[0].normal].law.origin,
            )


def _friction_of(laws: list[SetValued], normal: int) -> Iterator[int]:
    """The places of the pairs of friction that follow the pair of a contact."""
    for k in range(normal + 1, len(laws)):
        if laws[k].origin != laws[normal].origin or laws[k].pair.friction is None:
            return
        yield k
