"""One simulation: from consistent start values through all events to the stop time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from ..equations.methods import AS_THEY_ARE
from ..equations.system import System
from ..errors import InitialError, MultibondError, SimulationError, StructureError
from ..expression import Node
from ..integrate import Limits, Outcome, Statistics, Tolerances, integrate, points_at
from ..integrate.layout import COLLAPSED, REACHED_ROOT, STIFF
from ..integrate.solvers import Auto, Dop853, Solver, Timestepping
from .apart import check_apart, check_pools, check_stops
from .blows import keep_blow, keep_blows
from .choice import Followers, choose_first, choose_states, keep_always
from .chosen import note_choices, note_conditions
from .crowd import Crowd
from .decided import Decided
from .either_way import note_either_way
from .engine import Engine, check_wishes
from .event_log import EventLog
from .events import ROUNDS, Modes
from .first_position import find_start, first_machine
from .growth import check_end, noise
from .indicator import Watch
from .initial import check_released
from .instant import SAME, Instant, condition_stays
from .machine import Machine
from .pace import Pace
from .position import match_structure
from .record import INTERRUPTED, Piece, Run
from .settings import Settings
from .spike_looks import Looks
from .steady import note_unstable
from .stiffness import fitting, goes_over_events, look_for_stiffness, stiffer
from .unsolved import check_idle
from .work import Work

if TYPE_CHECKING:
    from .pair_loop import PairLoop
    from .pairs import Pairs
    from .stepper import Stepper

UNSEEN = 1e-4  # of the usual size of a state: errors of those that pairs hold at zero are measured by no less
MOST_IDLE = 1000  # crossings in a row at which nothing happened
JUMPED = 1e-9  # part of what a bound was, by which an event may miss zero through rounding


class Simulation:
    """The state of a run as it goes on."""

    def __init__(self, made: Engine, system: System, p: np.ndarray, settings: Settings):
        self.engine, self.system, self.p, self.settings = made, system, p, settings
        self.t = float(settings.grid[0])
        self._works: dict[Machine, Work] = {}
        self.span = float(settings.grid[-1] - settings.grid[0])  # s
        self.first = self._begun_otherwise()
        self.doubts: list[str] = []
        self._looks = Looks(self)
        self.work = self.at_work(first_machine(made, self.system, settings, self.p) if self.first is None
                                 else self.first.machine)  # fmt: skip
        self.modes = Modes(self.machine, self.p, self.span, self.t)
        self.x = np.zeros(0)
        self._absolute: dict[Node, float] = {}  # tolerances of the states, by the largest values they have had
        self._decided = Decided()
        self._noise: dict[Node, float] = {}  # what rounding makes of them in a step
        self.pairs: Pairs | None = None
        self._suits = False  # whether machine code can go over the events
        if self.machine.has_pairs:
            self.set_up_pairs()
        self._loop: PairLoop | None = None
        self._stepper: Stepper | None = None  # of time-stepping, in the present machine
        self._noted: np.ndarray | None = None  # discrete values at the output points, where machine code noted them
        self.pieces: list[Piece] = []
        self.blows: list[Piece] = []  # what struck
        self.events = EventLog()
        self.statistics = Statistics()
        self.solver: Solver = settings.solver
        self.message = self.origin = ""
        self.followers = Followers()  # choices of states that took turns
        self._pace = Pace(self.t)
        self._crowd, self._idle = Crowd(), 0  # events that follow each other, and crossings that noise made
        self._kept = False  # whether the states were kept when a guard last asked for others
        self.turned: dict[int, float] = {}  # when a mode last crossed [s]
        self.held: list[bool] = []  # which conditions of events hold
        self.impossible: StructureError | None = None  # why there are no equations for a position asked for
        self.attempts = 0  # to pass over singular positions
        self._done = 0  # grid points stored
        self._outcome: Outcome | None = None  # what was integrated and is not stored yet

    def _begun_otherwise(self) -> Simulation | None:
        """The run from which this one starts, where its method does not start with its own equations."""
        origin = self.settings.origin
        if origin is not None and origin.run.settings.method.name == self.settings.method.name:
            self.system, self.p = origin.equations(self.engine, self.system, self.p)
            return None
        if self.settings.method.name != "reduced":
            from .realising import first_of

            return first_of(self)
        self.system = self.engine.realised(self.system, AS_THEY_ARE)
        return None

    def set_up_pairs(self) -> None:
        """What set-valued laws need, which is loaded with the first of them; time-stepping sees to them itself."""
        if isinstance(self.settings.solver, Timestepping):
            return
        from .pair_loop import suits
        from .pairs import Pairs

        self.pairs, self._suits = Pairs(self), suits(self.machine)

    def move_pairs(self) -> None:
        """Let the set-valued laws go on in a machine that has just taken over."""
        if self.pairs is not None:
            from .pair_loop import suits

            self.pairs, self._loop = self.pairs.moved(), None
            self._suits = self._suits and suits(self.machine)

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
        origin = self.settings.origin
        if origin is not None and self.first is None:
            from .continued import go_on

            go_on(self, origin)
        elif self.first is None:
            self._find_start()
            note_conditions(self)
            note_either_way(self)
            if self.settings.steady:
                note_unstable(self)
            if self.machine.corrected:
                from .corrected import correct_start

                correct_start(self)
        else:
            from .realising import realise

            realise(self, self.first)
        choose_first(self, check=origin is None and self.first is None)
        check_wishes(self.machine, self.settings.wishes)
        keep_always(self, self.machine)
        self.follow()
        if origin is None:
            at_start = self.work, self.t, self.x, self.p, self.modes.vector(self.machine)
            check_released(*at_start)
            for check in (check_apart, check_pools, check_stops) if self.machine.system.pairs else ():
                check(*at_start)
        self._check_limits()
        check_idle(self)
        if origin is None:
            note_choices(self)
        self.held = self.modes.holding(self.machine, self.p)
        self._expect([], set(range(len(self.machine.compiled.modes))))
        first = self.pairs.first_event() if self.pairs is not None else None
        if first is not None:
            self.events.append(first)
        self._point(self.t, self.x)
        self._done = 1

    def _find_start(self) -> None:
        try:
            find_start(self)
        except StructureError:
            if not self.system.pairs or self.settings.method.name == "reduced":
                raise
            from .realising import no_set_valued_laws

            raise no_set_valued_laws(self.settings.method.name, self.system) from None

    def go_on_from_here(self) -> None:
        """Begin with the present states and values, which are consistent."""
        choose_states(self, first=True)
        self.follow()
        self.held = self.modes.holding(self.machine, self.p)
        self._expect([], set(range(len(self.machine.compiled.modes))))
        self._point(self.t, self.x)
        self._done = 1

    def settle(self) -> None:
        """Bring the modes, the switches and what follows from the states to the present states."""
        for _ in range(ROUNDS):
            changed = self.modes.refresh(self.work, self.t, self.x, self.p, set())
            if not match_structure(self) and not changed:
                break
        self.follow()

    def _point(self, t: float, x: np.ndarray) -> None:
        unknowns, m = self.machine.unknowns, self.modes.vector(self.machine)
        values = self.work.evaluate(unknowns, t, x, self.p, m) if unknowns else np.zeros(0)
        self._store(np.array([t]), x[None, :].copy(), values[None, :])

    def _store(self, times: np.ndarray, states: np.ndarray, guesses: np.ndarray) -> None:
        """Keep points of the grid; the arrays become the run's own."""
        if not len(times):
            return
        if not self.pieces or self.pieces[-1].machine is not self.machine:
            self.pieces.append(Piece(self.machine))
        if self._noted is not None:
            discrete = self._noted[: len(times)]
        elif self.pairs is not None:
            discrete = self.pairs.rows(times, states)
        else:
            discrete = np.empty((len(times), len(m := self.modes.vector(self.machine))))
            discrete[:] = m
        self.pieces[-1].parts.append((times, states, discrete, guesses))

    def sizes(self, machine: Machine) -> np.ndarray:
        """The largest values that the states have had so far, up to one, as far as the solver noticed."""
        tolerance = self.settings.tolerance
        return np.array([min(self._absolute.get(x, 0.0), tolerance) for x in machine.states]) / tolerance

    # ------------------------------------------------------------ running
    def run(self) -> None:
        """Go to the end of the grid. Ctrl-C stops the run wherever it is and keeps what was computed."""
        try:
            self._absolute.update(noise(self))
            while self._done < len(self.settings.grid) and not self.message:
                self._go_on()
            if not self.message:
                check_end(self)
        except KeyboardInterrupt:
            if self._outcome is not None:
                self.keep(self._outcome)
            self.message = f"{INTERRUPTED} at {self.t:.6g} s"
        if self.message.startswith(INTERRUPTED):
            self._works.clear()  # their memory was left in the middle of something: nobody may use it again

    def _go_on(self) -> None:
        """To the next event, or to the end."""
        self.message = self._pace.ended(self)
        if self.message:
            return
        due = self.modes.due(self.machine, self.t, self.p)
        if due:
            self._happen(set(), due)
        for time in self.upto[: points_at(self.upto, self.t)]:  # they come right after an event, but for rounding
            self._point(float(time), self.x)
            self._done += 1
        if not len(upto := self.upto):
            return
        next_time, who = self.modes.next_time_event(self.machine, self.t, self.p)
        look = self._looks.after(self.t)
        self.solver = fitting(self)
        look = min(look, self._decided.at)
        if look == np.inf and not self._looks.pulses and self._suits and goes_over_events(self.solver):
            self._go_over_events()
            return
        if look < next_time:
            next_time, who = look, []
        timed = next_time < float(self.settings.grid[-1])
        if timed:
            upto = np.append(upto[upto < next_time], next_time)
        outcome = self._outcome = self._integrate(upto, self._steps(len(upto)))
        if self._looks.passed_over(self, outcome):
            self._outcome = None
            return
        self.keep(outcome)
        self._noted = None
        if outcome.reason in ("failed", "interrupted"):
            self._stopped(outcome)
        elif outcome.reason == "root":
            self._crossed([k for k, _ in outcome.crossings])
        elif timed and self.t >= next_time and who:
            self._happen(set(), who)
        elif self.t >= self._decided.at and (wrong := self._decided.wrong(self)) is not None:
            self._happen(wrong, [], judged=True)

    def _stopped(self, outcome: Outcome) -> None:
        """Where a solver cannot go on: past a singular position there may be a way."""
        said = self._pass_over() if outcome.reason == "failed" else None
        if said != "":
            self.message = outcome.message + (said or "")

    def _pass_over(self) -> str | None:
        """Go past a singular position of loops, if the run stands before one: as `pass_over`."""
        from .singular_position import pass_over

        return pass_over(self) if self.machine.system.graph.joins else None

    @property
    def upto(self) -> np.ndarray:
        """The output times that are still ahead [s]."""
        return self.settings.grid[self._done :]

    def absolute(self, machine: Machine) -> list[float]:
        """The absolute tolerances of states as they have become."""
        return [self._absolute.get(x, 0.0) for x in machine.states]

    def _steps(self, count: int) -> Stepper | None:
        """The loop of time-stepping over `count` output points, where there are set-valued laws for it."""
        solver = self.settings.solver
        if not isinstance(solver, Timestepping) or not self.machine.has_pairs:
            return None
        from .stepper import Stepper

        self._stepper = Stepper.of(self, solver, self._stepper)
        self._noted = self._stepper.begin(count)
        return self._stepper

    @property
    def _explicit(self) -> bool:
        """Whether an explicit method is at work."""
        return isinstance(self.solver, Dop853) or (isinstance(self.solver, Auto) and not self.solver.found_stiff)

    def _go_over_events(self) -> None:
        """To the end, or to an event that is not machine code's."""
        from ..nonsmooth.event_layout import HANDED_OVER
        from .pair_loop import PairLoop

        if self._loop is None or self._loop.machine is not self.machine:
            self._loop = PairLoop(self)
        self._loop.begin(len(self.upto))
        self._noted = self._loop.rows
        outcome = self._outcome = self._integrate(self.upto, self._loop)
        keep_blows(self.blows, self.machine, len(self.events), self._loop.blows(), np.zeros(0))
        self.events.note(self._loop.read())
        self.keep(outcome)
        self._noted = None
        if outcome.reason in ("failed", "interrupted"):
            self.message = outcome.message
        elif outcome.reason == "root" and self._loop.why == HANDED_OVER:
            self._happen(set(), self.modes.now(self.machine, self.t, self.p))
        elif outcome.reason == "root" and self._loop.why == REACHED_ROOT:
            self._crossed([k for k, _ in outcome.crossings])
        elif outcome.reason == "root" and self._loop.why in (STIFF, COLLAPSED):
            self.solver, stays = stiffer(self.solver)
            self._suits &= stays

    @cached_property
    def _look_every(self) -> float:
        """The longest step [s] where events depend on functions of time: as often as the user looks, and a hundred
        times at least."""
        grid = self.settings.grid
        return min(2 * float((grid[1:] - grid[:-1]).max()), self.span / 100)

    def _integrate(self, upto: np.ndarray, loop: PairLoop | Stepper | None = None) -> Outcome:
        machine, settings = self.machine, self.settings
        return integrate(
            self.work.workspace, self.t, self.x, upto, self.p, self.modes.vector(machine),
            tolerance=self.tolerances(), solver=self.solver, roots=machine.roots,
            limits=Limits(settings.max_steps, self._look_every if machine.watches_time else np.inf,
                          self.pairs.impacts.first_step() if self.pairs is not None else 0.0,
                          self._pace.taken(self)),
            keep_guesses=True, progress=settings.progress, loop=loop,
        )  # fmt: skip

    def tolerances(self) -> Tolerances:
        """The errors allowed now: by the largest values that the states have had; the energy books have no say."""
        machine = self.machine
        least = self.absolute(machine)
        nominal = machine.nominal(self.p)
        if self.pairs is not None:  # what is held at zero is so but for the rounding of what holds it
            least = np.maximum(least, UNSEEN * self.settings.tolerance * self.pairs.held_sizes(nominal)).tolist()
        noise = np.array([self._noise.get(x, 0.0) for x in machine.states]) if self._noise else None
        return Tolerances(
            self.settings.tolerance, None, least, nominal, machine.controlled, machine.kin, machine.units(self.p), noise
        )

    def keep(self, outcome: Outcome) -> None:
        """Store what was integrated, and stand where it came to."""
        machine, times = self.machine, outcome.times
        on_grid = len(times)  # all but, perhaps, the last, the time of an event
        if on_grid and times[-1] != self.settings.grid[self._done + on_grid - 1]:
            on_grid -= 1
        rows = times[:on_grid], outcome.states[:on_grid], outcome.guesses[:on_grid]
        if outcome.reason == "end" and on_grid == len(times):
            self._store(*rows)
        else:  # parts of arrays that are far larger, perhaps
            self._store(*(column.copy() for column in rows))
        self._outcome, self._done = None, self._done + on_grid
        self.t, self.x = outcome.t, outcome.x
        self.statistics.add(outcome.statistics)
        self._absolute.update(zip(machine.states, outcome.absolute, strict=True))
        self._noise.update(zip(machine.states, outcome.noise, strict=False))
        self.solver = outcome.solver
        if machine.unknowns:
            self.work.workspace.guess(self.work.workspace.latest("integrate"))
        if self.pairs is not None:
            self.pairs.renew()

    def _crossed(self, places: list[int]) -> None:
        """Do what the indicators that have crossed zero ask for; those of pairs come last."""
        watched = self.machine.indicators
        indicators = [watched[k] for k in places if k < len(watched)]
        if self.pairs is not None:
            for k in places:
                if k >= len(watched):
                    self.pairs.memory.raised[(k - len(watched)) // 2] = 1
        which = {kind: sorted({i.which for i in indicators if i.kind is kind}) for kind in Watch}
        if which[Watch.GUARD]:
            guards = [self.machine.compiled.guards[k] for k in which[Watch.GUARD]]
            self._pace.aside += 1
            before = self.machine
            # where the states were kept although a guard fell, they are given up sooner when it falls again
            choose_states(self, failing=self._kept or any(guard.linear for guard in guards))
            self._kept = self.machine is before
            if self._kept and not self._explicit:  # no choice is better: short steps would lead nowhere
                self._pass_over()
        for k in which[Watch.LEVEL]:
            condition_stays(self, k)
        for k in which[Watch.LIMIT]:
            self._refuse_limit(k)
        if which[Watch.MODE] or len(indicators) < len(places):
            self._happen(set(which[Watch.MODE]), [])

    def _happen(self, triggered: set[int], timed: list[int], judged: bool = False) -> None:
        """Settle everything that happens at this instant; where it is `judged`, the conditions as they say now."""
        self._pace.aside += 1
        instant, before = Instant(self, triggered, timed, judged), self.bounds()
        event = instant.settle()
        for k in np.flatnonzero((before > 0.0) & (self.bounds() < -JUMPED * before)):  # no indicator falls in a jump
            if not self.system.limits[int(k)].at_start:
                self._refuse_limit(int(k))
        self._idle = self._idle + 1 if instant.idle and not event.kinds and event.energy_jump == 0.0 else 0
        if not 0 < self._idle <= MOST_IDLE:
            if not instant.ended(event):
                keep_blow(self, event)
                self.events.append(event)
            self._crowd.check(self, bool(timed))
        self._expect(instant.fired, set(instant.flips))
        self._decided.note(self)
        if isinstance(self.solver, Auto) and not self.solver.found_stiff and self.events and len(self.events) % 10 == 0:
            self.solver = look_for_stiffness(self)

    def _expect(self, fired: list[int], turned: set[int]) -> None:
        """Watch whether the conditions of the events that have just happened end."""
        self.modes.expect(self.work, fired, turned, self.t, self.x, self.p, SAME * self.span)

    def follow(self) -> None:
        """Bring the shadows of nonlinear unknowns to their solutions."""
        self.x = self.work.follow(self.t, self.x, self.p, self.modes.vector(self.machine))

    def _refuse_limit(self, which: int, kind: type[MultibondError] = SimulationError) -> None:
        limit = self.system.limits[which]
        raise kind(f"at {self.t:.6g} s {limit.meaning}", limit.origin)

    def _check_limits(self) -> None:
        """Refuse a start beyond the limits of a law."""
        bounds = self.bounds()
        if self.settings.origin is not None and (bounds < 0.0).any():
            from .continued import came_to

            bounds[came_to(self, self.settings.origin, bounds)] = 0.0
        for k in np.flatnonzero(bounds < 0.0) if len(bounds) else ():
            self._refuse_limit(int(k), InitialError)

    def bounds(self, p: np.ndarray | None = None) -> np.ndarray:
        """What must stay positive, as it is now; with other values p of the parameters."""
        if not self.machine.limits:
            return np.zeros(0)
        m = self.modes.vector(self.machine)
        return np.ravel(self.work.evaluate(self.machine.limits, self.t, self.x, self.p if p is None else p, m))

    def advice(self, origins: Sequence[str]) -> str:
        """What else the components whose conditions do not settle could be, to end a message with."""
        elements = self.system.graph.elements
        told = dict.fromkeys(elements[path].element.unsettled for path in origins if path in elements)
        return "".join(f"; {sentence}" for sentence in told if sentence)

    def outcome(self) -> Run:
        """What was computed so far."""
        run = Run(
            self.system, self.p, self.settings, self.pieces, self.events, self.statistics, self.message, self.origin
        )
        run.doubts, run.blows = self.doubts, self.blows
        return run


__all__ = ["Piece", "Run", "Simulation"]
