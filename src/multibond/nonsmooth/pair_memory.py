"""What a run keeps of its set-valued laws: modes, ratios, matrices, all in arrays that kernels work on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from . import pair_layout as at
from .decide import decide
from .flow_rates import flow_rates
from .least import LONGER, look, take_least
from .mode_solution import solution
from .pair_inputs import project, residuals
from .repair import first_wrong, look_ahead, repair
from .sensitivity import make_finite, sensitivities
from .shared_load import hold_released, take_rest
from .slip_vector import begin_vectors, stop_vectors
from .watch import input_rows
from .whole_power import drop_crossings, feel_held, feel_without_inputs

if TYPE_CHECKING:
    from ..program import Context
    from .paired_program import PairedProgram

UNMET = 1e-7  # part of the largest flow or input by which a law may be missed
MOST_STATES = 500  # up to which matrices of the rates are kept


class PairMemory:
    """The pairs of one workspace."""

    def __init__(self, program: PairedProgram):
        self.program = program
        n, own, states = len(program.pairs), program.own, len(program.schedule.states)
        self.count = n
        self.pointers = np.zeros(at.POINTERS, dtype=np.int64)
        self._kept: dict[int, np.ndarray] = {}
        # whether all matrices follow from parameters and ratios alone, and those with which they were found
        self._lasting = program.constant and not program.switched and not any(program.from_states)
        self._looked: tuple[bytes, bytes] | None = None
        self.counts, self.mode, self.old, self.raised = (
            np.zeros(size, dtype=np.int64) for size in (at.COUNTS_SIZE, n, n, n)
        )
        self.at_rest = np.zeros(n, dtype=np.int64)
        self.ratio, self.root, self.values = np.ones(n), np.ones(n), np.zeros(at.KINDS * n)
        self.flow_by_input, self.flow_by_state = np.zeros((n, n)), np.zeros((n, n))  # transposed: stored by columns
        self.state_by_input, self.residual = np.zeros((n, own)), np.zeros(2 * n)
        self.offset, self.fading, self.share = np.zeros(n), np.zeros(n, dtype=np.int64), np.ones(n)
        self.largest = np.zeros(6)  # see LARGEST
        room = 28 * n * n + 64 * n + 16
        for place, array in (
            (at.COUNTS, self.counts), (at.MODE, self.mode), (at.OLD, self.old), (at.RAISED, self.raised),
            (at.RATIO, self.ratio), (at.ROOT, self.root), (at.V, self.values), (at.TANGENTS, np.zeros(own + 5 * n)),
            (at.FLOW_BY_INPUT, self.flow_by_input), (at.STATE_BY_INPUT, self.state_by_input),
            (at.FLOW_BY_STATE, self.flow_by_state), (at.BOUND_BY_INPUT, np.zeros(4 * n * n)),
            (at.BOUND_BY_STATE, np.zeros(4 * n * n)), (at.SOLUTION, np.zeros(2 * n * n)),
            (at.HIDDEN, np.zeros(n * n)), (at.RESIDUAL, self.residual), (at.RATE, np.zeros(states + 1)),
            (at.WORK, np.zeros(room)), (at.NUMBERS, np.zeros(20 * n + 8, dtype=np.int64)),
            (at.SAVED, np.zeros(states + n + 1)), (at.LARGEST, self.largest),
            (at.LEAKS, np.zeros(n)), (at.OFFSET, self.offset), (at.FADING, self.fading),
            (at.BY_STATE, np.zeros(own * (own + 10 * n) if own <= MOST_STATES else 0)),
            (at.WANTED, np.zeros(n, dtype=np.int64)), (at.EMPTY, np.zeros(n, dtype=np.int64)),
            (at.MARKS, np.zeros(3 * n, dtype=np.int64)), (at.AT_REST, self.at_rest),
            (at.FROM_STATES, np.array(program.from_states, dtype=np.int64)),
            (at.FILLED, np.zeros(2 * n * n + 2 * n + 1, dtype=np.int64)),
            (at.HIDDEN_FILLED, np.zeros(n * n + n + 1, dtype=np.int64)), (at.REACHED, program.reached),
            (at.TOGETHER, np.zeros(4 * n + own, dtype=np.int64)), (at.SHARE, self.share),
            (at.FORCED, np.zeros(n, dtype=np.int64)),
        ):  # fmt: skip
            self._kept[place] = array
            self.pointers[place] = array.ctypes.data
        self.counts[[at.COUNT, at.OWN, at.STATES]] = n, own, states
        self.counts[at.CONSTANT], self.counts[at.AFFINE] = program.constant, program.affine
        self.counts[at.STATED], self.counts[at.SWITCHED] = program.stated, program.switched
        self.counts[at.ALONE] = sum(program.from_states)
        discrete = {x: k for k, x in enumerate(program.schedule.discrete)}
        self.counts[at.INPUTS_AT] = discrete[program.pairs[0].input]
        for place, function in (
            (at.RHS, program.given_rates),
            (at.VALUES, program.values),
            (at.TANGENT, program.tangent),
        ):
            self.pointers[place] = function.address

    def watch(self, nodes: tuple[object, ...]) -> None:
        """The event indicators other than those of pairs."""
        function = self.program.given_roots(nodes)  # type: ignore[arg-type]
        self.pointers[at.ROOTS] = 0 if function is None else function.address
        self.counts[at.INDICATORS] = len(nodes)

    @property
    def stated(self) -> bool:
        """Whether all flows follow from the states alone."""
        return bool(self.counts[at.STATED])

    def set_ratios(self, ratio: np.ndarray) -> None:
        """The ratio R of each pair."""
        self.ratio[:] = ratio
        self.counts[at.KNOWN] = self.counts[at.SOLVED] = 0
        self.root[:] = np.sqrt(ratio)

    def look(self, t: float, x: np.ndarray, context: Context) -> bool:
        """Compute how everything depends on the inputs, at a time and states; whether it has a value."""
        self.counts[at.KNOWN] = 0
        if not self._lasting:
            return sensitivities(t, x, context.pointers, 1) == 0
        first = self.counts[at.INPUTS_AT]
        looked = context.parameters.tobytes(), context.discrete[first + 1 : first + 2 * self.count : 2].tobytes()
        if self._looked == looked:
            make_finite(context.pointers)
            context.direction[:] = 0.0
            return True
        found = sensitivities(t, x, context.pointers, 1) == 0
        self._looked = looked if found else None
        return found

    def feel_power(self, t: float, x: np.ndarray, context: Context) -> None:
        """Measure nothing by less than a part of the power of the model; crossings that are none then are forgotten."""
        inputs = context.discrete.copy()
        raised = feel_without_inputs(t, x, context.pointers) + feel_held(t, x, context.pointers)
        context.discrete[:] = inputs
        if raised:
            drop_crossings(t, x, context.pointers, np.zeros(2 * self.count))

    @property
    def loose(self) -> bool:
        """Whether nothing determines how an open contact moves, in the modes that `solve` was asked for."""
        return bool(self.counts[at.LOOSE])

    def solve(self, context: Context) -> None:
        """Make ready for the present modes."""
        solution(context.pointers)

    def stop_vectors(self, t: float, x: np.ndarray, context: Context, tolerance: float) -> bool:
        """Let vectors of slip that were seen to cross zero hold; whether the states `x` were brought there."""
        return bool(stop_vectors(t, x, context.pointers, tolerance, np.zeros(self.program.own + self.count)))

    def begin_vectors(self, t: float, x: np.ndarray, context: Context, span: float) -> bool:
        """Let vectors that begin to slide go on for a moment of `span` [s]; whether the states `x` were moved."""
        return bool(begin_vectors(t, x, context.pointers, span))

    def decide(self, t: float, x: np.ndarray, context: Context, h: float, near: float, leak: float) -> int:
        """Set the modes to those just after `t`, with leaks up to `leak`; 0 if that could be done."""
        self.largest[1] = leak
        return int(decide(t, x, context.pointers, h, near))

    def wrong(self, t: float, x: np.ndarray, context: Context, ahead: float) -> bool:
        """Whether the position of a pair is wrong a time `ahead` [s] later."""
        room = np.zeros(2 * len(self.program.schedule.states) + 2 * self.count)
        return int(first_wrong(t, x, context.pointers, ahead, room, 0)) > 0

    def repair(self, t: float, x: np.ndarray, context: Context, ahead: float, forced: bool = False) -> int:
        """Change positions that are wrong a time `ahead` [s] later: 0 none was, 1 some were, 2 it does not end.
        `forced`: those too whose efforts an ideal source keeps from their bounds."""
        room = np.zeros(2 * len(self.program.schedule.states) + 2 * self.count)
        return int(repair(t, x, context.pointers, ahead, room, int(forced)))

    def take_least(self, t: float, x: np.ndarray, context: Context, ahead: float) -> bool:
        """Take the position of least efforts and flows of those that move the states alike; whether it is another."""
        room = np.zeros(3 * len(self.program.schedule.states) + 2 * self.count)
        look_ahead(t, x, context.pointers, ahead, 1, room)
        changed = bool(take_least(t, x, context.pointers, ahead, room))
        if not changed:  # what comes soon tells what is small
            look(t, x, context.pointers, LONGER * ahead, 2, room)
        return changed

    def take_rest(self, t: float, x: np.ndarray, context: Context, ahead: float) -> None:
        """Let pairs be at rest that pass, but that others hold, looking some times `ahead` [s]."""
        take_rest(t, x, context.pointers, ahead, np.zeros(2 * len(self.program.schedule.states)))

    def hold_released(self, t: float, x: np.ndarray, context: Context) -> bool:
        """Let pairs hold that others have held at rest, and no longer do; whether there are any."""
        return bool(hold_released(t, x, context.pointers))

    def missed(self, t: float, x: np.ndarray, context: Context, least: float = 0.0) -> bool:
        """Whether the inputs in `context` leave a law of the present modes unmet: these contradict each other. Scaled
        flows and inputs are measured by no less than `least` [√W]."""
        residuals(t, x, context.pointers)
        first = self.counts[at.INPUTS_AT]
        inputs = np.abs(context.discrete[first : first + 2 * self.count : 2]) / self.root
        flows = np.abs(self.values[: self.count]) * self.root
        self.largest[0] = max(self.largest[0], float(np.max([inputs, flows], initial=0.0)))
        left, size = self.residual[: self.count].copy(), max(self.largest[0], least)
        if not np.any(np.abs(left) > UNMET * size):
            return False
        residuals(t, x * (1 + UNMET), context.pointers)  # what is left may be the rounding of large states
        felt = np.abs(self.residual[: self.count] - left)
        return bool(np.any(np.abs(left) > UNMET * size + felt))

    def forced(self) -> np.ndarray:
        """Which pairs have an effort or a flow that no input changes, neither at once nor through the states, as far as
        the matrices know."""
        at_once, later = self.flow_by_input.T * self.root[:, None] * self.root, self.flow_by_state.T
        still = ~later.any(axis=1)
        effort = np.abs(at_once + np.eye(self.count)).max(axis=1, initial=0.0) < UNMET
        return still & (effort | ~at_once.any(axis=1))

    def apart(self, t: float, x: np.ndarray, context: Context) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """The scaled efforts and flows with the inputs in `context`, and how far they are from their laws, whatever the
        modes [√W]."""
        residuals(t, x, context.pointers)
        n, first = self.count, self.counts[at.INPUTS_AT]
        ratio = context.discrete[first + 1 : first + 2 * n : 2]
        flow = self.values[:n].copy()
        effort = ratio * flow + context.discrete[first : first + 2 * n : 2]
        upper, lower = (self.values[k * n : (k + 1) * n] for k in (at.SLIDING_UPPER, at.SLIDING_LOWER))
        with np.errstate(invalid="ignore"):
            away = np.minimum(np.abs(effort - upper), np.abs(effort - lower))
        free = [pair.law.pair.closed is not None or pair.law.pair.at_contact for pair in self.program.pairs]
        away = np.where(free, np.minimum(away, np.abs(effort)), away)
        away = np.where(np.isnan(away), 0.0, away)
        return effort / self.root, flow * self.root, np.minimum(np.abs(flow) * self.root, away / self.root)

    def project(self, t: float, x: np.ndarray, context: Context) -> tuple[np.ndarray, np.ndarray]:
        """The jump of the own states that brings them to where the modes want them, and the impulses of the inputs."""
        jump, passed = np.zeros(self.program.own), np.zeros(self.count)
        project(t, x, context.pointers, jump, passed)
        return jump, passed

    def flows(self, t: float, x: np.ndarray, context: Context) -> np.ndarray:
        """The flows of all pairs."""
        residuals(t, x, context.pointers)
        return self.values[: self.count].copy()

    def flows_by_states(self, t: float, x: np.ndarray, context: Context) -> np.ndarray:
        """What no inputs change of the scaled flows of all pairs [√W]: currents of coils, not of resistances."""
        flows = self.flows(t, x, context) * self.root
        by_inputs = self.flow_by_input.T * self.root[:, None] * self.root
        across, sizes, _ = np.linalg.svd(by_inputs)
        kept = across[:, sizes <= UNMET * max(1.0, float(sizes[0]))]
        return np.asarray(kept @ (kept.T @ flows))

    def flow_rates(self, t: float, x: np.ndarray, context: Context) -> np.ndarray:
        """The rates of all flows in the present modes."""
        found = np.zeros(self.count)
        return found if flow_rates(t, x, found, context.pointers) == 0 else np.full(self.count, np.nan)

    def rows(self, times: np.ndarray, states: np.ndarray, context: Context) -> np.ndarray:
        """The inputs at each of many times, in rows."""
        found = np.zeros((len(times), self.count))
        input_rows(len(times), np.ascontiguousarray(times), np.ascontiguousarray(states), found, context.pointers)
        return found
