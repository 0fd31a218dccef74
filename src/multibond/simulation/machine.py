"""A compiled model in one position of its structural modes, ready to run. It never changes: all runs share it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from ..equations.alias import base, order
from ..equations.compile import Compiled
from ..equations.modes import Mode
from ..equations.own_time import books_alone
from ..equations.schedule import Assign, SolveLinear, SolveNonlinear, Step, needed
from ..equations.system import Start, System
from ..expression import TIME, Node, add, const, evaluate, leaves, mul, name_of, neg, node, sub, unsigned
from ..expression.algebra import RELATIONS
from ..frozen import frozen
from ..integrate import BELOW, PASSES, Roots
from ..model.kind import Kind
from ..model.memory import Memory
from ..program import Program
from .indicator import Indicator, Watch
from .shown import Shown, shown_of

if TYPE_CHECKING:
    from ..equations.realised import Realised
    from ..nonsmooth import PairedProgram

MOTION = (Kind.FLOW, Kind.VELOCITY, Kind.DISPLACEMENT, Kind.POSITION, Kind.ORIENTATION)  # what mechanisms share
MARK = 1e-200  # nothing beside any number but zero
BOOKS, USUAL_BOOK = (Kind.AUDIT, Kind.ENERGY), 1e4  # J: far less than a joule of what flows to and fro is rounding


@frozen
class Recipe:
    """Which machine of a model this is: all that an engine needs to make it, or to make it again elsewhere.

    `positions` of the structural modes (none: all false), `wishes` for states, `audit` as for `compile_system`, and
    the own `states` where others than those of first sight were chosen. `numbers` are the values to judge pivots by
    where those of the model's start do not serve. `leaky` is a picture of the model in which ideal switches leak,
    `stressed` one in which the efforts of redundant constraints are given, `paired` the one structure of all positions.
    `values` are those of the parameters to judge coefficients by, where the model's own do not serve.
    """

    positions: tuple[tuple[Node, bool], ...] = ()
    wishes: tuple[tuple[str, float], ...] = ()
    audit: bool | str = True
    states: tuple[Node, ...] | None = None
    numbers: tuple[tuple[Node, float], ...] | None = None
    leaky: bool = False
    stressed: bool = False
    paired: bool = False
    values: tuple[float, ...] | None = None


class Machine:
    """Compiled equations and their program, for one position of ideal switches and diodes."""

    def __init__(self, compiled: Compiled, recipe: Recipe):
        self.compiled, self.recipe = compiled, recipe
        self.program = self._program()
        self.conditions: Memory[Any] = Memory()  # start conditions, by start time and parameters
        self.kept_wishes: Memory[bool] = Memory()  # wishes for states that this choice is known to keep
        self.broken_wishes: Memory[list[str]] = Memory()  # firm wishes that this choice does not keep
        self.condition_programs: Memory[Program] = Memory()  # derivatives of start conditions, when needed
        self.valued: Memory[bool] = Memory()  # values of parameters with which the outputs are known to have values
        self.chosen_freely: Memory[list[Node]] = Memory()  # joints that closing the loops has moved
        self.plans: Memory[Any] = Memory()  # what loops over events ask of it
        self.ratios: Memory[np.ndarray] = Memory()  # of set-valued laws, by all that they follow from
        self._nominal: Memory[tuple[np.ndarray, np.ndarray]] = Memory()
        self._judged: Memory[frozenset[Node]] = Memory()

    def _program(self) -> Program:
        """The functions; where set-valued laws are inputs, those that keep each of them in its mode."""
        found, schedule = self.compiled.draft.pairs, self.compiled.schedule
        if not found:
            return Program(schedule, implicit=self.compiled.draft.implicit)
        from ..equations.one_structure import InputPair
        from ..nonsmooth import PairedProgram

        resolve = self.compiled.resolve
        names = ("flow", "lower", "upper", "sliding_lower", "sliding_upper", "closed", "gap", "fires")
        pairs = [InputPair(x.law, x.input, x.ratio, *(resolve(getattr(x, name)) for name in names)) for x in found]
        return PairedProgram(schedule, pairs, self.own)

    @property
    def paired(self) -> PairedProgram:
        """The program, where set-valued laws are its inputs."""
        from ..nonsmooth import PairedProgram

        assert isinstance(self.program, PairedProgram)
        return self.program

    @property
    def has_pairs(self) -> bool:
        """Whether set-valued laws are inputs of this one structure."""
        return bool(self.compiled.draft.pairs)

    @property
    def system(self) -> System:
        """The flat equations."""
        return self.compiled.system

    @cached_property
    def realised(self) -> Realised:
        """What the method made of the constraints."""
        from ..equations.realised import realised_by

        return realised_by(self.compiled)

    @cached_property
    def opened(self) -> Program:
        """The same with the efforts of constraints as discrete values, behind all others."""
        assert self.compiled.draft.open is not None
        return Program(self.compiled.draft.open)

    @property
    def states(self) -> tuple[Node, ...]:
        """All integrated variables, those of the energy audit last."""
        return self.compiled.schedule.states

    @cached_property
    def electrical(self) -> bool:
        """Whether the model is a circuit and nothing else."""
        return all(x.domain.name == "electrical" for x in self.system.graph.elements.values())

    @cached_property
    def sorts(self) -> list[int]:
        """What each own state is measured by beside set-valued laws."""
        from .held import sorts_of

        return sorts_of(self)

    @cached_property
    def own(self) -> int:
        """The number of states of the model itself."""
        return sum(x not in self.compiled.schedule.kinds for x in self.states)

    @property
    def each(self) -> bool:
        """Whether the energy that goes into every single component is integrated too."""
        return Kind.ENERGY in self.compiled.schedule.kinds.values()

    @cached_property
    def sources(self) -> tuple[Node, ...]:
        """What each state is: itself, or for a shadow the unknown that it follows."""
        followed = {shadow: unknown for unknown, shadow in self.compiled.schedule.shadows.items()}
        return tuple(followed.get(x, x) for x in self.states)

    @cached_property
    def looked_at(self) -> tuple[Node, ...]:
        """The variables whose values decide on the choice of states."""
        known = {*self.states, *self.compiled.selected.unknowns}
        reduced = self.compiled.reduced
        slopes = (
            slope for partial, _ in reduced.slopes.values() for x, slope in partial.items()
            if order(x) == reduced.highest.get(base(x))
        )  # fmt: skip
        return tuple(x for x in leaves(*slopes) if x in known)

    def nominal(self, p: np.ndarray) -> np.ndarray:
        """The usual sizes of the states with the parameters `p`, at most one: charges may be far below a coulomb."""
        return self._usual(p)[0]

    def units(self, p: np.ndarray) -> np.ndarray:
        """The unit of each state beside the first of its kin: momenta with one energy, of turning and of moving."""
        return self._usual(p)[1]

    def _usual(self, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        return self._nominal.get(p.tobytes(), lambda: self._sized(p))

    def _sized(self, p: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        found = self._sizes(p)
        with np.errstate(all="ignore"):
            beside = np.sqrt(found / found[self.kin])
        nominal = np.where((found > 0) & (found < 1), found, 1.0)
        nominal[[self.compiled.schedule.kinds.get(x) in BOOKS for x in self.states]] = USUAL_BOOK
        units = np.where(np.isfinite(beside) & (beside > 0), beside, 1.0)
        nominal.flags.writeable = units.flags.writeable = False  # they are shared by all runs
        return nominal, units

    def _sizes(self, p: np.ndarray) -> np.ndarray:
        values = dict(zip(self.compiled.schedule.parameters, map(float, p), strict=True))
        sizes: dict[Node, float] = {}
        for variable, size in self.system.nominal.items():
            state = self.compiled.resolve(variable)
            if all(x in values for x in leaves(size)):
                sizes[unsigned(state)] = abs(evaluate([size], values)[0])
        return np.array([sizes.get(x, 1.0) for x in self.states])

    @cached_property
    def kin(self) -> np.ndarray:
        """For each state the first one of the same size: the components of a vector, which are variables of one kind
        and one component; in a mechanism all coordinates of one kind, and all their velocities; the energy books."""
        first: dict[tuple[object, ...], int] = {}
        families = [self._family(x) if k < self.own else () for k, x in enumerate(self.states)]
        return np.array([first.setdefault(family, k) for k, family in enumerate(families)], dtype=np.int64)

    def _family(self, state: Node) -> tuple[object, ...]:
        quantity, graph = self.system.quantities.get(base(state)), self.system.graph
        if quantity is None or not quantity.owner:
            return (state,)
        if quantity.kind in MOTION and graph.depth_of(quantity.owner):
            domain = graph.elements[quantity.owner].domain.name if quantity.owner in graph.elements else ""
            return quantity.kind, domain, order(state)
        return quantity, order(state)

    def sized_by(self, names: Collection[str]) -> bool:
        """Whether the usual sizes of the states depend on any of these parameters."""
        return any(leaf.op == "symbol" and leaf.args[0] in names for leaf in leaves(*self.system.nominal.values()))

    @cached_property
    def geometric(self) -> np.ndarray:
        """Which of the model's own states are positions and angles."""
        elements = self.system.graph.elements

        def is_position(x: Node) -> bool:
            known = self.system.quantities.get(x)
            if known is None or known.kind not in (Kind.DISPLACEMENT, Kind.SIGNAL):
                return known is not None and known.kind in (Kind.POSITION, Kind.ORIENTATION, Kind.QUATERNION)
            return known.owner in elements and elements[known.owner].element.role == "sensor"

        return np.array([is_position(x) for x in self.states[: self.own]], dtype=bool)

    @cached_property
    def corrected(self) -> tuple[tuple[str, Any, tuple[tuple[str, str, str], ...]], ...]:
        """The bodies whose start values are corrected where they cannot hold, with what their classes list."""
        models = self.system.graph.models.items()
        return tuple((path, x, listed) for path, x in models if (listed := getattr(type(x), "corrected", ())))

    @cached_property
    def shadows(self) -> list[int]:
        """The places of states that follow a nonlinear unknown."""
        return [k for k, (a, b) in enumerate(zip(self.states, self.sources, strict=True)) if a is not b]

    @cached_property
    def dependent_storage(self) -> tuple[Node, ...]:
        """The displacements and momenta of storage elements, and the displacements that sources prescribe, that are no
        states but follow from these."""
        elements = self.system.graph.elements
        stored = {
            x.args[0]: None
            for e in self.system.equations
            if e.origin in elements and elements[e.origin].element.role == "storage"
            for x in leaves(e.residual)
            if x.op == "der"
        }
        stored |= {
            x: None
            for x, known in self.system.quantities.items()
            if known.kind is Kind.DISPLACEMENT and known.owner in elements
            and elements[known.owner].element.role == "source"
        }  # fmt: skip
        kept = {x: self.compiled.resolve(x) for x in stored}
        return tuple(x for x, y in kept.items() if unsigned(y) not in self.states)

    @cached_property
    def shown(self) -> Shown:
        """The energies of its stores and the model's outputs."""
        return shown_of(self.compiled, self.known)

    @cached_property
    def constraints(self) -> tuple[Node, ...]:
        """What must be zero throughout a run though no step demands it: constraints on positions and velocities that
        had to be differentiated, and those found redundant."""
        chains, released = self.compiled.reduced.chains, self.compiled.aliased.released
        residuals = [e.residual for chain in chains for e in chain[:-1]] + [e.residual for e in released]
        if self.system.realisation.method not in ("reduced", "minimal"):  # and what the method holds by other means
            for row in self.system.constraints:
                residuals += [row.flow] if row.position is None else [row.position, row.flow]
        return tuple(self.compiled.resolve(residual) for residual in residuals)

    @cached_property
    def starts(self) -> list[tuple[Start, Node, Node]]:
        """What is said of start values: who says it, of what, and the value; of a state by its own name, whatever name
        of it was used."""

        def own_name(x: Node) -> Node:
            bare = self._other_names.get(unsigned(x))
            return x if bare is None else neg(bare) if x.op == "neg" else bare

        return [(start, own_name(target), value) for start, target, value in self.compiled.starts]

    @cached_property
    def _other_names(self) -> dict[Node, Node]:
        """Variables that are nothing but a state, or a state with the other sign: the rate of an angle that is a state
        is also the flow of its joint."""
        states, found = set(self.states), dict[Node, Node]()
        for step in self.compiled.schedule.steps:
            if isinstance(step, Assign):
                bare = unsigned(step.value)
                bare = found.get(bare, bare)
                if unsigned(bare) in states:
                    found[step.target] = neg(bare) if step.value.op == "neg" else bare
        return found

    @cached_property
    def places(self) -> dict[Node, int]:
        """The place of each state."""
        return {state: k for k, state in enumerate(self.states)}

    @cached_property
    def idle_blocks(self) -> list[SolveLinear | SolveNonlinear]:
        """The systems of equations that no derivative of a state depends on."""
        rates = self.compiled.schedule.derivatives
        used = {number for number, _ in needed(self.compiled.schedule.steps, rates)}
        steps = enumerate(self.compiled.schedule.steps)
        return [s for k, s in steps if k not in used and isinstance(s, (SolveLinear, SolveNonlinear))]

    @cached_property
    def known(self) -> frozenset[Node]:
        """Every variable and derivative that has a value in a run."""
        selected, schedule = self.compiled.selected, self.compiled.schedule
        return frozenset({TIME, *selected.states, *selected.unknowns, *schedule.states, *schedule.discrete})

    @cached_property
    def state_names(self) -> list[str]:
        """The names of the model's states."""
        return [name_of(x) for x in self.states[: self.own]]

    @property
    def unknowns(self) -> tuple[Node, ...]:
        """The unknowns of all nonlinear steps."""
        return self.program.unknowns

    @cached_property
    def runtime_modes(self) -> list[Mode]:
        """The modes that are values at run time, in the order of the schedule's discrete values."""
        return [m for m in self.compiled.modes if not m.structural]

    def judged_otherwise(self, p: np.ndarray) -> frozenset[Node]:
        """What the equations take for zero and is not with the parameters `p`, or the other way round; `p` may be a
        table with one set of values in each row."""
        if self.recipe.values is None and p.tobytes() == self._own_values:
            return frozenset()
        columns = dict(zip(self.compiled.schedule.parameters, p.T, strict=True))
        return self._judged.get(p.tobytes(), lambda: self.compiled.judgements.changed(columns))

    @cached_property
    def _own_values(self) -> bytes:
        """The model's own values of the parameters."""
        return np.array([parameter.value for parameter in self.system.parameters.values()], dtype=float).tobytes()

    @cached_property
    def timed(self) -> dict[int, tuple[Node, Node]]:
        """Modes (by place in compiled.modes) whose crossing is known beforehand: slope and offset in time."""
        found = {}
        frozen = {m.value for m in self.compiled.modes}
        for k, mode in enumerate(self.compiled.modes):
            line = mode.time_event(lambda x: self.system.is_constant(x) or x in frozen)
            if line is not None:
                found[k] = line
        return found

    @cached_property
    def stepwise(self) -> frozenset[int]:
        """Modes (by place in compiled.modes) whose crossing changes only by steps: it follows from parameters, discrete
        values and other modes, and is exactly zero where these make it so."""
        moving = {TIME, *self.states, *(pair.input for pair in self.compiled.draft.pairs)}
        found = []
        for k, crossing in enumerate(self.crossings):
            steps = [step for _, step in needed(self.compiled.schedule.steps, [crossing])]
            if moving.isdisjoint(leaves(crossing, *(x for step in steps for x in _expressions(step)))):
                found.append(k)
        return frozenset(found)

    @cached_property
    def swayed(self) -> frozenset[int]:
        """Modes (by place in compiled.modes) that their own position decides, as that of a diode does: at the edge of
        its condition either position may hold, where the condition of a switch is what it is."""
        owners = {x: quantity.owner for x, quantity in self.system.quantities.items()}
        modes = enumerate(self.compiled.modes)
        return frozenset(k for k, m in modes if any(owners.get(x) == m.origin for x in leaves(m.crossing)))

    # ------------------------------------------------------------ what a run must be ready for
    @property
    def positions(self) -> Mapping[Node, bool]:
        """The structural modes and their positions here: where one of them changes, another machine takes over."""
        return self.compiled.positions

    @cached_property
    def chooses_states(self) -> bool:
        """Whether other states may be chosen in a run: constraints leave a choice, and `compiled.guards` watch it."""
        return any(len(chain) > 1 for chain in self.compiled.reduced.chains)

    @cached_property
    def indicators(self) -> list[Indicator]:
        """What is to be watched for zero crossings."""
        return [*self._mode_indicators(), *self._guard_indicators(), *self._level_indicators(), *self._bounds()]

    def _mode_indicators(self) -> Iterator[Indicator]:
        for k, mode in enumerate(self.compiled.modes):
            if k in self.timed or k in self.stepwise:
                continue
            crossing = self.compiled.resolve(mode.crossing)
            for mark in self._marks(mode):
                yield Indicator(Watch.MODE, k, add(crossing, mark))
            if mode.condition.op == "floor":
                yield Indicator(Watch.MODE, k, sub(crossing, const(1)))

    def _guard_indicators(self) -> Iterator[Indicator]:
        for k, guard in enumerate(self.compiled.guards):
            for expression in guard.indicators:
                yield Indicator(Watch.GUARD, k, expression)

    def _level_indicators(self) -> Iterator[Indicator]:
        """They fall through zero beyond the level, seen from the crossing."""
        for k, mode in enumerate(self.compiled.modes):
            level = self.compiled.levels.get(mode.value)
            if level is not None and k not in self.timed and k not in self.stepwise:
                side = sub(mul(const(2 if mode.rising else -2), mode.value), const(1 if mode.rising else -1))
                yield Indicator(Watch.LEVEL, k, mul(side, sub(level, self.compiled.resolve(mode.crossing))))

    def _bounds(self) -> Iterator[Indicator]:
        for k, bound in enumerate(self.limits):
            if not self.system.limits[k].at_start:
                yield Indicator(Watch.LIMIT, k, bound)

    @cached_property
    def roots(self) -> Roots:
        """The indicators with the directions that count, as the solvers take them."""
        watched = self.indicators
        gaps = (pair.law.pair.gap is not None for pair in self.compiled.draft.pairs)
        of_pairs = (direction for gap in gaps for direction in (PASSES if gap else BELOW, BELOW))
        return Roots(tuple(i.expression for i in watched), (*(i.kind.direction for i in watched), *of_pairs))

    @cached_property
    def controlled(self) -> np.ndarray | None:
        """Which states the error control looks at; the energy books only where powers are steep or times all theirs."""
        steep = any(flat.element.steep for flat in self.system.graph.elements.values())
        if steep or not 0 < self.own < len(self.states):
            return None
        alone = books_alone(self.compiled.schedule, self.own, self.limits)
        return None if alone else np.arange(len(self.states)) < self.own

    @cached_property
    def limits(self) -> list[Node]:
        """What must stay positive, in the schedule's names."""
        return [self.compiled.resolve(limit.expression) for limit in self.system.limits]

    def _marks(self, mode: Mode) -> list[Node]:
        """What tells on which side an indicator that is exactly zero counts: the one that the mode's value means.

        A diode that blocks at no voltage conducts as soon as there is some; a sign leaves zero to either side.
        """
        if mode.condition.op == "sign":
            return [const(-MARK), const(MARK)]
        if mode.condition.op == "floor":
            return [const(MARK)]
        size = MARK if mode.rising else -MARK
        if mode.structural:
            return [const(size if self.compiled.positions[mode.value] else -size)]
        return [sub(mul(const(2 * size), mode.value), const(size))]

    @cached_property
    def watches_time(self) -> bool:
        """Whether an indicator may follow time itself, so that steps must not pass over it blindly."""
        pairs = self.compiled.draft.pairs
        if not pairs and not any(indicator.kind is Watch.MODE for indicator in self.indicators):
            return False
        used = [x for step in self.compiled.schedule.steps for x in _expressions(step)]
        used += [x for pair in pairs for x in (pair.flow, pair.lower, pair.upper, pair.gap)]
        return TIME in leaves(*used, *(indicator.expression for indicator in self.indicators))

    @cached_property
    def crossings(self) -> list[Node]:
        """The crossing of every mode, in the schedule's names."""
        return [self.compiled.resolve(m.crossing) for m in self.compiled.modes]

    def evaluate(self, expressions: Sequence[Any], t: Any, x: np.ndarray, p: np.ndarray, m: np.ndarray,
                 guesses: Any = None) -> np.ndarray:  # fmt: skip
        """Values of expressions of the user's names, apart from any run; rows for times, columns for expressions."""
        return self.program.evaluate([self.compiled.resolve(node(e)) for e in expressions], t, x, p, m, guesses)


def _expressions(step: Step) -> list[Node]:
    """What a step computes its targets from."""
    if isinstance(step, Assign):
        return [step.value]
    if isinstance(step, SolveLinear):
        return [*step.right, *(value for _, _, value in step.matrix)]
    return [*step.residuals, *(a.value for a in step.inner)]


def mode_value(mode: Mode, crossing: float, now: float, exact: bool) -> float:
    """The value of a mode where its crossing has the given value; `exact`: zero is zero, as at the start of a run.

    An ideal diode that has just changed keeps its new position while its flow or effort is still zero.
    """
    if mode.structural and crossing == 0.0 and not exact:
        return now
    if mode.condition.op in RELATIONS:
        if crossing == 0.0:
            return float(mode.condition.op in ("le", "ge"))
        return float((crossing > 0) == mode.rising)
    if mode.condition.op == "sign":
        return float(np.sign(crossing))
    return float(np.floor(crossing + now))  # the crossing of floor(u) is u − floor(u) as it is now
