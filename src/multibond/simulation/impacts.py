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

from ..equations.system import SetValued
from ..errors import SimulationError
from ..expression import Node, add, const, node
from ..expression.term_sizes import terms as terms_of
from ..integrate.solvers import Auto, Solver
from ..nonsmooth import contact_layout as at
from ..nonsmooth.catching import catch_contacts
from ..nonsmooth.contact_memory import ContactMemory
from ..nonsmooth.drift import close_again, small_flows
from ..nonsmooth.event_loop import FLIGHTS
from ..nonsmooth.felt import feel, find_held, pass_on
from ..nonsmooth.fineness import INTEGRATED, NEAR, ROUNDING
from ..nonsmooth.flight import NOISE, shortest_flight
from ..nonsmooth.pair_layout import FIRES, FLOW, FREE, HOLD, INPUTS_AT
from ..nonsmooth.resting import rest_contacts
from ..nonsmooth.strikes import DRIFT, strike_contacts
from ..nonsmooth.yielding import relieve
from ..program import Context

if TYPE_CHECKING:
    from .pairs import Pairs

ENDED, SLACK = 1e-6, 10.0  # part of the fastest flows, times the tolerance, that may be left of slip where it ends
SHORT = 1e-3  # part of the run below which a flight limits the first step after an event
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
    fired: dict[int, bool] = field(default_factory=dict)  # of pairs that inject energy: whether they have fired

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
        self.pairs.memory.offset[:] = self.pairs.memory.fading[:] = 0
        if self.contacts or self.fired:
            self._set_up(laws)

    def _set_up(self, laws: list[SetValued]) -> None:
        run, machine = self.pairs.simulation, self.pairs.simulation.machine
        normals = [contact.normal for contact in self.contacts]
        self.memory = ContactMemory(
            len(laws), normals, [len(c.places) for c in self.contacts], [laws[k].pair.impact for k in normals]
        )
        self.memory.reals[at.SPAN] = run.span
        self.memory.reals[at.SLACK] = max(ENDED, SLACK * run.settings.tolerance)
        self._measure_by(run.settings.solver)
        self.memory.counts[at.SIMULTANEOUS] = run.settings.impacts == "simultaneous"
        terms = [node(laws[c.normal].pair.restitution) for c in self.contacts]
        terms += [node(laws[c.across[0]].pair.friction) if c.across else const(0.0) for c in self.contacts]
        stored: Node = const(0.0)
        for power in run.system.powers:
            if power.stored is not None:
                stored = add(stored, node(power.stored))
        resolve, program = machine.compiled.resolve, machine.paired
        terms = [resolve(term) for term in terms]
        terms += [program.speed(tuple(resolve(node(laws[k].pair.flow)) for k in c.places)) for c in self.contacts]
        terms += terms_of([resolve(node(laws[k].pair.gap)) for k in normals])
        self.memory.take(
            program.outputs(terms) if terms else None, program.outputs([resolve(stored)]), machine.geometric
        )

    def _measure_by(self, solver: Solver) -> None:
        """How finely gaps are known: by rounding alone where `solver` follows a throw to the last digit."""
        if isinstance(solver, Auto):
            solver = solver.stiff if solver.found_stiff else solver.nonstiff
        tolerance = 0.0 if solver.throws else self.pairs.simulation.settings.tolerance
        self.memory.reals[at.UNSURE] = max(ROUNDING, INTEGRATED * tolerance / NEAR)

    @property
    def scale(self) -> float:
        """The largest flow of a contact so far [m/s]."""
        return float(self.memory.reals[at.SCALE]) if self.contacts else 0.0

    @property
    def energy_jump(self) -> float:
        """By how much the stores have jumped since the instant began [J]."""
        return float(self.memory.reals[at.ENERGY]) if self.contacts or self.fired else 0.0

    @property
    def passed(self) -> np.ndarray:
        """The impulses of all pairs by what struck and fired since the instant began."""
        return self.memory.impulse if self.contacts or self.fired else np.zeros(len(self.pairs.pairs))

    def small_flows(self, limit: float) -> bool:
        """Whether what holds flows by no more than a part `limit` of what flows in this run."""
        run = self.pairs.simulation
        return bool(small_flows(run.t, run.x, self.pairs.context().pointers, self.memory.pointers, limit))

    def close_again(self, limit: float) -> None:
        """Move the places to where closed contacts have the gaps that they closed with, unless these are off by more
        than a part `limit` of what they are made of."""
        run = self.pairs.simulation
        x, room = run.x.copy(), np.zeros(run.machine.own)
        close_again(run.t, x, self.pairs.context().pointers, self.memory.pointers, limit, room)
        run.x = x

    # ------------------------------------------------------------ at an instant
    def start_instant(self) -> None:
        """Nothing has struck at this instant yet."""
        if self.contacts or self.fired:
            self.memory.begin()

    def happen(self) -> bool:
        """Let what approaches and touches strike; whether anything did."""
        if not self.contacts and not self.fired:
            return False
        run, context = self.pairs.simulation, self.pairs.context()
        if self.fired and self._inject(context):
            return True
        if not self.contacts:
            return False
        x = run.x.copy()
        status = int(strike_contacts(run.t, x, context.pointers, self.memory.pointers))
        if status < 0:
            self._refuse(status, context)
        if status != at.STRUCK:
            return False
        self._take(x)
        return True

    def _driven_on(self) -> bool:
        """Whether no impulses, however large, open all contacts that touch: what moves some of them is prescribed."""
        from scipy.optimize import linprog

        count = int(self.memory.counts[at.TOUCH])
        first, approach, matrix = self.memory.laid_out(count)
        felt = matrix[np.ix_(first, first)] / max(1e-300, float(np.max(np.abs(matrix), initial=0.0)))
        found = linprog(np.ones(count), A_ub=-felt, b_ub=approach / max(1e-300, float(np.max(np.abs(approach)))))
        return bool(found.status == 2)  # that no impulses do is certain

    def _refuse(self, status: int, context: Context) -> None:
        """Say why contacts cannot strike or rest."""
        run, counts = self.pairs.simulation, self.memory.counts
        which = self.memory.touching[: counts[at.TOUCH]]
        names = [self.pairs.pairs[self.contacts[k].normal].law.origin for k in which]
        if status == at.RESTITUTION:
            wrong = int(counts[at.WRONG])
            raise SimulationError(
                f"the coefficient of restitution is {self.memory.terms[wrong]:.6g} at {run.t:.6g} s; it lies "
                "between 0 (plastic) and 1 (elastic)",
                self.pairs.pairs[self.contacts[wrong].normal].law.origin,
            )
        if status == at.UNSETTLED and self._driven_on():
            raise SimulationError(
                f"at {run.t:.6g} s no impulse stops what closes {', '.join(names)}: a prescribed motion drives it on, "
                "whatever stands in its way; keep this motion clear of what it meets (a `motion` within the `stops`), "
                "or let a spring and a damper, or a force, drive in its place",
                names[0],
            )
        if status == at.UNSETTLED:
            raise SimulationError(
                f"at {run.t:.6g} s no impulses were found for {', '.join(names)} with which all keep their laws; let "
                "them strike one after the other (impacts='sequential'), or with less friction",
                names[0],
            )
        if status == at.JAMMED:
            raise SimulationError(
                f"{', '.join(names)} jams at {run.t:.6g} s: no force of the contact agrees with sliding friction there "
                "(the paradox of Painlevé), and a real body would stop at once or jump; use less friction or a soft "
                "contact",
                names[0],
            )
        raise SimulationError(f"at {run.t:.6g} s the equations have no finite value", names[0] if names else None)

    def rest(self) -> bool:
        """Set the positions of all contacts to those just after this instant, at which none approaches; whether
        something jammed that friction then stopped at once."""
        if not self.contacts:
            return False
        run, context, mode = self.pairs.simulation, self.pairs.context(), self.pairs.memory.mode
        before = mode.copy()
        status = int(rest_contacts(run.t, run.x, context.pointers, self.memory.pointers))
        if status == at.TOO_MANY:
            self.memory.make_room(int(self.memory.counts[at.WANTED]))
            mode[:] = before
            status = int(rest_contacts(run.t, run.x, context.pointers, self.memory.pointers))
        if status == at.JAMMED and self._catch(context):
            self.rest()
            return True
        if status < 0:
            self._refuse(status, context)
        if np.any(self.memory.reals[at.REALS_SIZE + at.YIELDS :: at.EACH]):  # friction may be shared anew
            self._take_inputs(context)
        return False

    def relieve(self) -> None:
        """Share friction anew where one contact would have to hold more than it can, and others could."""
        run, context = self.pairs.simulation, self.pairs.context()
        if self.contacts and int(relieve(run.t, run.x, context.pointers, self.memory.pointers)):
            self._take_inputs(context)

    def _take_inputs(self, context: Context) -> None:
        """The inputs as kernels have left them."""
        first, count = int(self.pairs.memory.counts[INPUTS_AT]), len(self.pairs.pairs)
        found = context.discrete[first : first + 2 * count : 2]
        values = self.pairs.simulation.modes.values
        values.update((pair.input, float(u)) for pair, u in zip(self.pairs.pairs, found, strict=True))

    def _catch(self, context: Context) -> bool:
        """Let friction stop at once what jams; whether it does."""
        x = self.pairs.simulation.x.copy()
        if int(catch_contacts(self.pairs.simulation.t, x, context.pointers, self.memory.pointers)) != at.STRUCK:
            return False
        self._take(x)
        return True

    def _take(self, x: np.ndarray) -> None:
        """The states after something has struck, and what it was."""
        self.pairs.simulation.x = x
        for contact, flag in zip(self.contacts, self.memory.flags, strict=False):
            if flag:
                origin = self.pairs.pairs[contact.normal].law.origin
                self.pairs.impulses[origin] = float(self.memory.impulse[contact.normal])
                self.pairs.struck.add(origin)

    def drifted(self) -> bool:
        """Whether all that is missed is what the integration left at contacts that rest or stick."""
        memory = self.pairs.memory
        held = [k for contact in self.contacts for k in contact.places if memory.mode[k] == HOLD]
        if not held:
            return False
        flow = self.values()[FLOW][held]
        return float(np.max(np.abs(flow))) <= DRIFT * self.scale

    def first_step(self) -> float:
        """The longest first step [s] that does not pass over the shortest flight of an open contact; 0: any."""
        if not self.contacts:
            return 0.0
        run = self.pairs.simulation
        self._measure_by(run.solver)
        noise = NOISE if run.machine.unknowns else 1.0
        flight = float(shortest_flight(run.t, run.x, self.pairs.context().pointers, self.memory.pointers, noise))
        return FLIGHTS * flight if FLIGHTS * flight < SHORT * run.span else 0.0

    def begin(self) -> None:
        """Note which injections have fired at the start of a run."""
        if self.fired:
            fires = self.values()[FIRES]
            self.fired = {k: bool(fires[k] > 0.5) for k in self.fired}

    def _inject(self, context: Context) -> bool:
        """Give energy where a condition has just become true; whether any was given."""
        run, memory, given = self.pairs.simulation, self.pairs.memory, False
        if not memory.look(run.t, run.x, context):
            return False
        values = self.values()
        memory.values[:] = values.ravel()
        for k, before in self.fired.items():
            fires = bool(values[FIRES][k] > 0.5)
            self.fired[k] = fires
            if not fires or before:
                continue
            law = self.pairs.pairs[k].law
            find_held(memory.pointers, self.memory.pointers)
            feel(memory.pointers, self.memory.pointers)
            energy = float(run.work.values([law.pair.energy], run.t, run.x, run.p, run.modes.vector(run.machine))[0])
            inverse, speed = -float(self.memory.felt[k, k]), float(values[FLOW][k])
            if not inverse > 0 or energy < 0:
                why = f"its energy is {energy:.6g} J" if energy < 0 else "nothing there can move along its direction"
                raise SimulationError(f"no energy can be injected at {run.t:.6g} s: {why}", law.origin)
            passed = -2 * energy / (speed + np.sqrt(speed**2 + 2 * inverse * energy)) if energy else 0.0
            self.memory.passed[:] = 0.0
            self.memory.passed[k] = passed
            stored, x = self.pairs.stored(), run.x.copy()
            pass_on(memory.pointers, self.memory.pointers, x)
            run.x = x
            self.memory.reals[at.ENERGY] += self.pairs.stored() - stored
            self.pairs.impulses[law.origin] = -passed
            self.pairs.struck.add(law.origin)
            given = True
        return given

    def values(self) -> np.ndarray:
        """Flows, bounds, commands and gaps of all pairs, in rows as the kernels have them."""
        run = self.pairs.simulation
        wanted = [getattr(pair, column) for column in COLUMNS for pair in self.pairs.pairs]
        m = run.modes.vector(run.machine)
        return run.work.evaluate(wanted, run.t, run.x, run.p, m).reshape(len(COLUMNS), -1)


def _friction_of(laws: list[SetValued], normal: int) -> Iterator[int]:
    """The places of the pairs of friction that follow the pair of a contact."""
    for k in range(normal + 1, len(laws)):
        if laws[k].origin != laws[normal].origin or laws[k].pair.friction is None:
            return
        yield k
