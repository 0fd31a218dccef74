"""One simulation: from consistent start values through all events to the stop time."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from ..equations.audit import EACH
from ..equations.states import WEAK
from ..equations.system import System
from ..errors import InitialError, MultibondError, SimulationError, StructureError
from ..expression import Node, der, leaves, name_of, node, text
from ..integrate import LASTING, Limits, Roots, Statistics, Tolerances, integrate
from ..integrate.solvers import Auto, Solver
from .engine import Engine, check_wishes, engine
from .events import ROUNDS, Event, Modes
from .initial import check_released, start_states
from .machine import GUARDS, LEVELS, LIMITS, Machine
from .record import Piece, Run
from .settings import Settings
from .structure import JUMP, Position, agrees, candidates, take_over
from .work import Work

FAILING = 0.2  # part of its row at which a coefficient that a guard has seen falling no longer determines anything
MOST_EVENTS_AT_ONCE = 20
FITTING = 1e-3  # part of the rates that another choice of states may miss
ROUNDING = 1e-15  # relative change of the states that shows how far rounding is felt


class Simulation:
    """The state of a run as it goes on."""

    def __init__(self, made: Engine, system: System, p: np.ndarray, settings: Settings):
        self.engine, self.system, self.p, self.settings = made, system, p, settings
        self.t = float(settings.grid[0])
        self._works: dict[Machine, Work] = {}
        self.work = self.at_work(made.machine(system, wishes=settings.wishes, audit=settings.audit))
        self.span = float(settings.grid[-1] - settings.grid[0])  # s
        self.modes = Modes(self.machine, p, self.span)
        self.x = np.zeros(0)
        self.pieces: list[Piece] = []
        self.events: list[Event] = []
        self.statistics = Statistics()
        self.solver: Solver = settings.solver
        self.message = self.origin = ""
        self._crowd = 0
        self._turned: dict[int, float] = {}  # when a mode last crossed [s]
        # where events depend on functions of time, as often as the user looks, and a hundred times at least
        self._look_every = min(2 * float((settings.grid[1:] - settings.grid[:-1]).max()), self.span / 100)
        self._absolute: dict[Node, float] = {}  # tolerances of the states, by the largest values they have had

    @property
    def machine(self) -> Machine:
        """The machine that computes at present."""
        return self.work.machine

    def at_work(self, machine: Machine) -> Work:
        """A machine with the memory that this run has for it."""
        if machine not in self._works:
            self._works[machine] = Work(machine)
        return self._works[machine]

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, *_: object) -> None:
        """Let other runs use the memory of this one, which is over."""
        for work in self._works.values():
            work.release()
        self._works.clear()

    # ------------------------------------------------------------ start
    def start(self) -> None:
        """Consistent start values and modes."""
        seen = set()
        for _ in range(ROUNDS):
            m = self.modes.vector(self.machine)
            self.x = start_states(self.work, self.t, self.p, m, self.settings.steady)
            changed = self.modes.refresh(self.work, self.t, self.x, self.p, set(), first=True)
            if not changed:
                break
            key = tuple(self.modes.values.values())
            if key in seen:
                origins = sorted({self.machine.compiled.modes[k].origin for k in changed})
                raise SimulationError(
                    f"no position of the switches and conditions of {', '.join(origins)} agrees with the start values",
                    origins[0],
                )
            seen.add(key)
            self._match_structure(first=True)
        self._choose_states(first=True)
        check_wishes(self.machine, self.settings.wishes)
        self._follow()
        check_released(self.work, self.t, self.x, self.p, self.modes.vector(self.machine))
        self._check_limits()
        self.held = self.modes.holding(self.machine)
        self._expect([], set(range(len(self.machine.compiled.modes))))
        self._point(self.t, self.x)

    def settle(self) -> None:
        """Bring the modes, the switches and what follows from the states to the present states."""
        for _ in range(ROUNDS):
            changed = self.modes.refresh(self.work, self.t, self.x, self.p, set())
            if not self._match_structure() and not changed:
                break
        self._follow()

    def _point(self, t: float, x: np.ndarray) -> None:
        unknowns = self.machine.unknowns
        m = self.modes.vector(self.machine)
        values = self.work.evaluate(unknowns, t, x, self.p, m) if unknowns else np.zeros(0)
        self._store(np.array([t]), x[None, :], values[None, :])

    def _store(self, times: np.ndarray, states: np.ndarray, guesses: np.ndarray) -> None:
        if not len(times):
            return
        if not self.pieces or self.pieces[-1].machine is not self.machine:
            self.pieces.append(Piece(self.machine))
        piece = self.pieces[-1]
        piece.times.append(times.copy())
        piece.states.append(states.copy())
        m = self.modes.vector(self.machine)
        discrete = np.empty((len(times), len(m)))
        discrete[:] = m
        piece.discrete.append(discrete)
        piece.guesses.append(guesses.copy())

    # ------------------------------------------------------------ structure
    def _match_structure(self, skip: set[int] | None = None, first: bool = False) -> bool:
        """Take the machine for the present position of ideal switches and carry the states over.

        A switch that opens may force a diode to conduct at the same instant: the nearest position in which nothing
        jumps and all conditions agree is taken. Returns whether the structure has changed.
        """
        wanted = self.modes.positions(self.machine)
        if all(self.machine.compiled.positions.get(k) == v for k, v in wanted.items()):
            return False
        if first:
            chosen = self.engine.machine(self.system, wanted, self.settings.wishes, self.settings.audit)
            self.work = self.at_work(chosen)
            return True
        smooth, refused = None, None
        settled = {self.machine.compiled.modes[k].value for k in skip or ()}
        for positions in candidates(wanted, settled):
            try:
                position = take_over(self, positions)
            except StructureError:  # such a position of the switches has no solution
                continue
            if position.jump is not None:
                refused = refused or position
            elif agrees(self, position, positions, skip or set()):
                self._take(position, positions)
                return True
            elif smooth is None:
                smooth = (position, positions)
        if smooth is not None:  # conditions decide in the next round
            self._take(*smooth)
            return True
        name, before, after = refused.jump if refused and refused.jump else ("a state", 0.0, 0.0)
        raise SimulationError(
            f"switching at {self.t:.6g} s would make {name} jump from {before:.6g} to {after:.6g} (an impulse); "
            "add a resistance to the path or use the leaky switch or diode (Sw2, D2)",
            name.rpartition(".")[0] or None,
        )

    def sizes(self, machine: Machine) -> np.ndarray:
        """The largest values that the states have had so far, up to one, as far as the solver noticed."""
        tolerance = self.settings.tolerance
        return np.array([min(self._absolute.get(x, 0.0), tolerance) for x in machine.states]) / tolerance

    def _take(self, position: Position, positions: Mapping[Node, bool]) -> None:
        self.work, self.x = position.work, position.x
        self.modes.values.update({mode: float(on) for mode, on in positions.items()})

    def _choose_states(self, first: bool = False, failing: bool = False) -> None:
        """Take other states if the present ones no longer determine the rest well."""
        old = self.machine
        if any(len(chain) > 1 for chain in old.compiled.reduced.chains):
            m = self.modes.vector(old)
            weak = FAILING if failing else WEAK
            numbers = np.concatenate([[self.t], self.x, self.p, m, list(self.work.workspace.guesses.values())])
            key = (old, weak, numbers.tobytes(), tuple(sorted(self.settings.wishes.items())))
            new, values = self.engine.choices.get(key, lambda: self._better(m, weak))
            if new is not old:
                self.x = np.array([values[source] for source in new.sources])
                self.work = self.at_work(new)
                self.work.workspace.guess({k: v for k, v in values.items() if k in new.compiled.schedule.guesses})
                self.work.workspace.context("integrate", self.p, self.modes.vector(new)).forget()
        self.modes.renew_guards(self.work, self.t, self.x, self.p, weaker=self.machine is old and not first)

    def _better(self, m: np.ndarray, weak: float) -> tuple[Machine, dict[Node, float]]:
        """The machine whose states fit the present values, and these values."""
        old = self.machine
        known = [*old.states, *old.compiled.selected.unknowns]
        now = dict(zip(known, map(float, self.work.evaluate(known, self.t, self.x, self.p, m)), strict=True))
        numbers = dict(zip(old.compiled.schedule.parameters, map(float, self.p), strict=True)) | now
        new = self.engine.better(old, numbers.get, weak)
        if new is not old and not self._fits(new, now):  # it divides by what vanishes just here
            new = self.engine.make(self.system, replace(new.recipe, numbers=tuple(numbers.items())))
        return new, now

    def _fits(self, machine: Machine, now: Mapping[Node, float]) -> bool:
        """Whether a machine gives the rates of its states that the values of `now` have."""
        x = np.array([now[source] for source in machine.sources])
        with machine.program.workspace() as workspace:  # not this run's own: what is found is kept for others too
            workspace.guess({k: v for k, v in now.items() if k in machine.compiled.schedule.guesses})
            workspace.context("evaluate", self.p, self.modes.vector(machine)).forget()
            rates = workspace.derivative(self.t, x, self.p, self.modes.vector(machine))[: machine.own]
        expected = np.array([now.get(der(x), np.nan) for x in machine.states[: machine.own]])
        wrong = np.abs(rates - expected) > FITTING * (np.abs(expected) + np.nanmax(np.abs(expected), initial=0.0))
        return bool(np.all(np.isfinite(rates)) and not np.any(wrong))

    # ------------------------------------------------------------ running
    def run(self) -> None:
        """Go to the end of the grid."""
        grid = self.settings.grid
        end = float(grid[-1])
        done = 1  # grid points stored
        self._absolute.update(self._noise())
        while done < len(grid):
            due = self.modes.due(self.machine, self.t, self.p)
            if due:
                self._event(set(), due)
            machine = self.machine
            next_time, who = self.modes.next_time_event(machine, self.t, self.p)
            upto = grid[done:]
            if next_time < end:
                upto = np.append(upto[upto < next_time], next_time)
            outcome = integrate(
                self.work.workspace, self.t, self.x, upto, self.p, self.modes.vector(machine),
                tolerance=self._tolerances(), solver=self.solver, roots=_roots(machine),
                limits=Limits(self.settings.max_steps, self._look_every if machine.watches_time else np.inf),
                keep_guesses=True, progress=self.settings.progress,
            )  # fmt: skip
            self.statistics.add(outcome.statistics)
            self._absolute.update(zip(machine.states, outcome.absolute, strict=True))
            self.solver = outcome.solver
            self.work.workspace.guess(self.work.workspace.latest("integrate"))
            on_grid = grid[np.searchsorted(grid, outcome.times)] == outcome.times  # all but, perhaps, the event's time
            self._store(outcome.times[on_grid], outcome.states[on_grid], outcome.guesses[on_grid])
            done += int(on_grid.sum())
            self.t, self.x = outcome.t, outcome.x
            if outcome.reason in ("failed", "interrupted"):
                self.message = outcome.message
                if outcome.reason == "interrupted":
                    self.message = outcome.message or f"interrupted at {self.t:.6g} s"
                return
            if outcome.reason == "root":
                places = {machine.indicators[k][0] for k, _ in outcome.crossings}
                guards = [machine.compiled.guards[k - GUARDS] for k in places if GUARDS <= k < LEVELS]
                if guards:
                    self._choose_states(failing=any(guard.linear for guard in guards))
                for k in sorted(places):
                    if k >= LIMITS:
                        self._refuse_limit(k - LIMITS)
                    elif k >= LEVELS:
                        self._condition_stays(k - LEVELS)
                if any(k < GUARDS for k in places):
                    self._event({k for k in places if k < GUARDS}, [])
            elif next_time < end and self.t >= next_time:
                self._event(set(), who)

    def _tolerances(self) -> Tolerances:
        """The errors allowed now: by the largest values that the states have had; the energy books have no say."""
        machine = self.machine
        controlled = np.arange(len(machine.states)) < machine.own
        return Tolerances(
            self.settings.tolerance, least=[self._absolute.get(x, 0.0) for x in machine.states],
            nominal=machine.nominal(self.p),
            controlled=controlled if machine.own < len(machine.states) and machine.own else None,
        )  # fmt: skip

    def _noise(self) -> dict[Node, float]:
        """How far rounding alone may carry the states: where large forces balance, a tolerance below that of a state
        that is still zero would have the solver follow the noise."""
        machine, m = self.machine, self.modes.vector(self.machine)
        if not self.x.any():
            return {}
        rates = self.work.workspace.derivative(self.t, self.x, self.p, m)
        beside = self.work.workspace.derivative(self.t, self.x * (1 + ROUNDING), self.p, m)
        drift = np.abs(beside - rates) * self.span
        return {x: float(d) for x, d in zip(machine.states, drift, strict=True) if 0.0 < d < np.inf}

    def _event(self, triggered: set[int], timed: list[int]) -> None:
        """Settle everything that happens at this instant."""
        machine = self.machine
        before, followers = self._stored(), self._followers()
        origins = {machine.compiled.modes[k].origin for k in triggered | set(timed)}
        self.modes.pass_time_event(machine, timed, self.p)
        changes: list[str] = []
        restarted = False
        flips: Counter[int] = Counter(triggered)
        fired_events: list[int] = []
        decided: set[int] = set()
        passed: set[int] = set()
        at_once = {k for k in triggered if self.t - self._turned.get(k, -np.inf) < 1e-6 * self.span}
        rounded = self.modes.rounded(self.work, at_once, self.t, self.x, self.p, 1e-6 * self.span)
        silent = {machine.compiled.modes[k].value for k in rounded}
        self._turned.update(dict.fromkeys(triggered, self.t))
        for _ in range(ROUNDS):
            changed = self.modes.refresh(self.work, self.t, self.x, self.p, set(timed) | decided)
            quiet = triggered - set(changed) - passed - rounded
            passed |= triggered
            if quiet:  # the crossing was seen, but here it is zero, or a hair before: rounding must not hide the event
                changed += self.modes.turn_over(self.work, quiet, self.t, self.x, self.p, 1e-7 * self.span)
            flips.update(changed)
            if any(flips[k] == 3 for k in changed):
                turning, later = [k for k, count in flips.items() if count > 1], 1e-9 * self.span
                decided |= self.modes.decide(self.work, turning, self.t, self.x, self.p, later)
            origins |= {self.machine.compiled.modes[k].origin for k in changed}
            fired = self._match_structure(set(timed))
            for k, holds in enumerate(self.modes.holding(self.machine)):
                if holds and not self.held[k] and silent & set(leaves(self.machine.compiled.whens[k].condition)):
                    fired_events.append(k)  # in name only: this edge is the rounding of the last event
                elif holds and not self.held[k]:
                    self.x = self.modes.apply(self.work, k, self.t, self.x, self.p)
                    variables = [v for v, _ in self.machine.compiled.whens[k].changes]
                    origins.add(self.machine.compiled.whens[k].origin)
                    fired_events.append(k)
                    changes += [name_of(v) for v in variables]
                    restarted |= any(v not in self.modes.values for v in variables)
                    fired = True
                self.held[k] = holds
            if not changed and not fired:
                break
        else:
            names = ", ".join(sorted(origins))
            raise SimulationError(
                f"the conditions of {names} do not settle at {self.t:.6g} s: each change reverses another; "
                "give the condition a hysteresis or smooth the law",
                sorted(origins)[0],
            )
        self._follow()
        if not restarted:
            self._refuse_impulse(followers, sorted(origins))
        self.events.append(Event(self.t, sorted(origins), self._stored() - before, changes))
        self._check_crowd()
        self._expect(fired_events, set(flips))
        if isinstance(self.solver, Auto) and not self.solver.found_stiff and len(self.events) % 10 == 0:
            self._look_for_stiffness()

    def _expect(self, fired: list[int], turned: set[int]) -> None:
        """Watch whether the conditions of the events that have just happened end."""
        self.modes.expect(self.work, fired, turned, self.t, self.x, self.p, 1e-6 * self.span)

    def _condition_stays(self, which: int) -> None:
        """What an event set should have ended its condition, but the motion came back before."""
        mode = self.machine.compiled.modes[which]
        condition = text(mode.condition)
        if self.modes.standing.get(which):
            warnings.warn(
                f"{mode.origin}: the event of {condition} stops the motion at {self.t:.6g} s, but nothing holds it "
                "there, and it goes on; let the event also set a discrete variable that takes the drive away",
                stacklevel=2,
            )
            self.modes.give_up(self.machine, which)
            return
        raise SimulationError(
            f"the motion comes to rest at {self.t:.6g} s where {condition}: the event turns it back, but it holds "
            "again before it has ended, and would not happen again; let the event of a slow motion set a discrete "
            "variable that holds it at rest",
            mode.origin,
        )

    def _refuse_limit(self, which: int, kind: type[MultibondError] = SimulationError) -> None:
        limit = self.system.limits[which]
        raise kind(f"at {self.t:.6g} s {limit.meaning}", limit.origin)

    def _check_limits(self) -> None:
        """Refuse a start beyond the limits of a law."""
        if self.machine.limits:
            m = self.modes.vector(self.machine)
            bounds = self.work.evaluate(self.machine.limits, self.t, self.x, self.p, m)
            for k in np.flatnonzero(bounds < 0.0):
                self._refuse_limit(int(k), InitialError)

    def _followers(self) -> dict[Node, float]:
        """The present values of storage that follows from the states."""
        found = self.machine.dependent_storage
        values = self.work.values(found, self.t, self.x, self.p, self.modes.vector(self.machine)) if found else ()
        return dict(zip(found, map(float, values), strict=True))

    def _refuse_impulse(self, before: Mapping[Node, float], origins: list[str]) -> None:
        """Storage that follows from the states jumps only by an impulse, of which the states would have their share."""
        if not before:
            return
        m = self.modes.vector(self.machine)
        now = self.work.values(list(before), self.t, self.x, self.p, m)
        limit = max(JUMP, 100 * self.settings.tolerance)
        noise = 1e-13 * float(np.max(np.abs(self.x[: self.machine.own]), initial=0.0))
        for (variable, old), new in zip(before.items(), map(float, now), strict=True):
            if abs(new - old) > limit * max(abs(new), abs(old)) + noise:
                raise SimulationError(
                    f"{', '.join(origins)} would make {name_of(variable)} jump from {old:.6g} to {new:.6g} at "
                    f"{self.t:.6g} s (an impulse); add a resistance to the path or let the source rise by a ramp",
                    name_of(variable).rpartition(".")[0] or None,
                )

    def _follow(self) -> None:
        """Bring the shadows of nonlinear unknowns to their solutions."""
        self.x = self.work.follow(self.t, self.x, self.p, self.modes.vector(self.machine))

    def _look_for_stiffness(self) -> None:
        """Between frequent events no solver runs long enough to notice stiffness: ask the Jacobian instead."""
        machine = self.machine
        if not 0 < machine.own <= 200 or not isinstance(self.solver, Auto):
            return
        between = (self.events[-1].time - self.events[-10].time) / 9
        jacobian = self.work.workspace.jacobian(self.t, self.x, self.p, self.modes.vector(machine))[
            : machine.own, : machine.own
        ]
        if np.all(np.isfinite(jacobian)) and between * float(np.max(-np.linalg.eigvals(jacobian).real)) > 50:
            self.solver = self.solver.stiff

    def _stored(self) -> float:
        terms = [node(p.stored) for p in self.system.powers if p.stored is not None]
        if not terms or not self.machine.compiled.whens:
            return 0.0
        return float(np.sum(self.work.values(terms, self.t, self.x, self.p, self.modes.vector(self.machine))))

    def _check_crowd(self) -> None:
        """Events that come ever closer: chattering or an endless sequence of impacts."""
        span = self.settings.grid[-1] - self.settings.grid[0]
        if len(self.events) > 1 and self.events[-1].time - self.events[-2].time < 1e-9 * span:
            self._crowd += 1
        else:
            self._crowd = 0
        if self._crowd > MOST_EVENTS_AT_ONCE:
            names = ", ".join(self.events[-1].origins) or "the model"
            raise SimulationError(
                f"{names} chatters: {MOST_EVENTS_AT_ONCE} events follow each other within {1e-9 * span:.1g} s at "
                f"{self.t:.6g} s; add hysteresis, or let the motion come to rest instead of bouncing for ever",
                self.events[-1].origins[0] if self.events[-1].origins else None,
            )

    def outcome(self) -> Run:
        """What was computed so far."""
        return Run(
            self.system, self.p, self.settings, self.pieces, self.events, self.statistics, self.message, self.origin
        )


def _roots(machine: Machine) -> Roots:
    """The event indicators of a machine."""
    return Roots(tuple(g for _, g in machine.indicators), tuple(_direction(k) for k, _ in machine.indicators))


def _direction(place: int) -> int:
    """In which direction an indicator counts, by its place."""
    return 0 if place < GUARDS else LASTING if place < LEVELS else -1


def with_each_component(run: Run, grid: np.ndarray) -> Run:
    """The same run again over the times of `grid` [s], with the energy that goes into every single component."""
    wide = replace(run.settings, grid=grid, audit=EACH, progress=None)
    with Simulation(engine(run.model), run.system, run.parameters, wide) as again:
        again.start()
        if len(grid) > 1:
            again.run()
        return again.outcome()


__all__ = ["Piece", "Run", "Simulation", "with_each_component"]
