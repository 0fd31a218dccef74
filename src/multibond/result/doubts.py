"""What speaks against a result: books that do not close, constraints that do not hold, values that are missing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ..errors import NameNotFound, SimulationError
from ..expression import Node, brief, is_added, leaves, node
from ..expression.term_sizes import terms as sizes_of
from ..integrate.solvers import Adams, Auto, Bdf, Dop853, Ida, Stepwise
from ..integrate.values import SMALL as HELD
from ..integrate.values import SMALLEST as HELD_AT_MOST
from ..program.diagnose import no_value
from ..simulation.record import Piece, Run
from .books import look_at_books
from .closer import closer
from .energy import ROUNDING
from .pressed_in import pressed_in
from .stepped_over import stepped_over

if TYPE_CHECKING:
    from .trajectories import Trajectories

NOISE = 1e-6  # part of the largest value that is nothing
ALLOWED = 100  # times the tolerance, by which books and constraints may be out
LARGEST = 0.1  # of the energy exchanged, which no tolerance excuses
WITHOUT = 1e-3  # of the energy exchanged, for solvers that take no notice of the tolerance
SMALL = 1e-6  # of the energy exchanged, which is not worth a word: errors of very many small steps add up
SMALLEST_GAP = 1e-6  # m, rad or m/s
STILL = 1e-2  # of the size of a state, which moves if it changes by more
UNHELD = 0.1  # of the size to which absolute tolerances go down: below it errors are ten times the tolerance and more


def doubts_of(result: Trajectories) -> list[str]:
    """Sentences about what speaks against `result`; none where its books balance and its constraints hold."""
    found = list(result.run.doubts)
    for sentence in (_energy(result), _constraints(result), _too_small(result)):
        if sentence:
            found.append(sentence)
    return [*found, *_beyond(result), *_outputs(result), *_signals(result), *stepped_over(result), *pressed_in(result)]


def run_doubts(run: Run) -> list[str]:
    """The same of a run that nobody reads: a sentence for each doubt that a first look does not dispel."""
    from .trajectories import Trajectories

    return doubts_of(Trajectories(run)) if look_at_books(run)[1] else []


def _beyond(result: Trajectories) -> list[str]:
    """What should have stayed positive at some component and did not."""
    watched = result.system.doubtful
    if not watched:
        return []
    found = []
    time, looked = _looked_at(result, [w.expression for w in watched])
    for limit, values in zip(watched, looked.T, strict=True):
        below = np.flatnonzero(values < -NOISE * np.max(np.abs(values), initial=0.0))
        worst = float(np.min(values, initial=0.0))
        if below.size and -worst > ROUNDING * result.energy.largest:
            found.append(f"{limit.origin}: {limit.meaning} (first at {time[below[0]]:.4g} s, at worst {worst:.4g})")
    return found


def _looked_at(result: Trajectories, expressions: list[Node]) -> tuple[np.ndarray, np.ndarray]:
    """Times [s] and the values of expressions there: those of the result, or of the same run with more output points
    where these are few, for a load may turn negative and come back between two of them."""
    finer, rows = closer(result)
    return finer.time[rows], finer.values(expressions)[rows]


def _energy(result: Trajectories) -> str:
    out, limit = result.stats.energy_residual, _limit(result)
    if out <= limit or float(np.max(np.abs(result.energy.residual), initial=0.0)) <= _unseen(result):
        return ""
    if not np.isfinite(out):
        return (
            "the energy books have no finite value: numbers of the model are beyond those there are (1.8e308) or too "
            "far apart; use values and units of ordinary size"
        )
    books = f"the energy books are out by {out:.2g} of the largest energy exchanged, more than {limit:.2g}"
    creating = _creating(result) or _misstated(result)
    if creating:
        return f"{books}: {creating}"
    solver = result.run.settings.solver
    own = not isinstance(solver, (Auto, Dop853, Bdf, Adams, Ida))
    fixed = getattr(solver, "step", None)
    fixed = fixed if own and isinstance(fixed, (int, float)) else None  # one written in Python has a method `step`
    if own and (fixed is not None or solver.name in ("rk4", "timestepping") or isinstance(solver, Stepwise)):
        by, long = ("steps", "") if fixed is None else ("fixed steps", f", {fixed:g} s long")
        return (
            f"{books}, by the {by} of {result.stats.solver}{long}: "
            f"they may be too long for the motion, or step over what changes within them{_worst(result)}; take shorter "
            "steps, or a solver that chooses them (dop853, bdf)"
        )
    return (
        f"{books}, which the tolerance {result.stats.tolerance:g} of {result.stats.solver} lets expect: the equations "
        f"may be singular, divide by something near zero, or lose digits beside very large numbers{_worst(result)}; "
        "try a smaller tolerance or another solver"
    )


def _creating(result: Trajectories) -> str:
    """A sentence about an element that says it passes power on and does not, as one with a law of its own may."""
    deciding = {law.origin for law in result.system.pairs}  # which are told of where their laws are broken
    terms = [term for term in result.system.powers if term.role not in ("storage", "dissipation", "source")]
    terms = [term for term in terms if term.path not in deciding]
    if not terms:
        return ""
    powers = np.abs(result.values([term.power for term in terms]))
    # that of single components too: what flows between the axes of a body that tumbles by itself is nothing in all
    sizes = result.values(sizes_of([term.power for term in result.system.powers]))
    largest = 0.5 * float(np.nanmax(sizes, initial=0.0))  # each product counts once for either factor
    worst = int(np.argmax(np.nanmax(powers, axis=0, initial=0.0)))
    row = int(np.nanargmax(powers[:, worst])) if np.isfinite(powers[:, worst]).any() else 0
    if not powers[row, worst] > WITHOUT * largest:
        return ""
    return (
        f"{terms[worst].path} makes or loses {powers[row, worst]:.3g} W at {result.time[row]:.6g} s, though it "
        "stores and dissipates nothing: its laws do not pass on the power that flows in; correct them (of a two-port "
        "e1 f1 = e2 f2), or say its role: 'dissipation', 'source' or 'storage'"
    )


def _misstated(result: Trajectories) -> str:
    """A sentence about a store whose energy is not what its bonds bring, as one with a formula of its own may be."""
    elements = result.system.graph.elements
    own = {path for path, flat in elements.items() if type(flat.element).__module__.partition(".")[0] != "multibond"}
    terms = [term for term in result.system.powers if term.path in own and term.stored is not None]
    if not terms or len(result.time) < 3 or result.stats.events:
        return ""
    powers = result.values([term.power for term in terms])
    stored = result.values([term.stored for term in terms if term.stored is not None])
    steps = np.diff(result.time)[:, None]
    brought = np.cumsum(0.5 * (powers[1:] + powers[:-1]) * steps, axis=0)
    out = np.max(np.abs(stored[1:] - stored[0] - brought), axis=0, initial=0.0)
    worst = int(np.argmax(out))
    if not out[worst] > 0.5 * float(np.max(np.abs(result.energy.residual), initial=0.0)):
        return ""
    return (
        f"the energy that {terms[worst].path} says it has stored differs by {out[worst]:.3g} J from what flowed into "
        "it; its formula for the energy does not belong to its law: correct one of the two, for the effort of a C is "
        "the slope of its energy by q, and the flow of an I that by p"
    )


def _limit(result: Trajectories) -> float:
    """The imbalance that the tolerance explains: errors of steps add up, and those of a large energy that is only
    stored count as parts of the little that is exchanged. `auto` works with a part of the tolerance for that reason."""
    settings, energy = result.run.settings, result.energy
    if not isinstance(settings.solver, (Auto, Dop853, Bdf, Adams, Ida)):
        return WITHOUT
    factor = float(ALLOWED)
    if not isinstance(settings.solver, Auto):
        beside = float(np.max(np.abs(energy.stored), initial=0.0)) / max(energy.exchanged, 1e-300)
        factor = max(factor, result.stats.steps) * max(1.0, min(beside, 1e3))
    return max(SMALL, min(LARGEST, factor * settings.tolerance))


def _unseen(result: Trajectories) -> float:
    """The energy [J] that errors below the absolute tolerances of the states make: efforts and flows times these. A
    mechanism at rest exchanges less."""
    unseen = ALLOWED * result.run.settings.tolerance * result.energy.usual
    return unseen if result.energy.exchanged <= unseen and _is_at_rest(result) else 0.0


def _is_at_rest(result: Trajectories) -> bool:
    """Whether no state changes by more than a small part of its usual size, or of what it is."""
    for piece in result.run.pieces:
        own, usual = piece.machine.own, piece.machine.nominal(result.run.parameters)
        for x in (part[:, :own] for part in piece.states):
            size = np.maximum(np.max(np.abs(x), axis=0, initial=0.0), usual[:own])
            if np.any(np.ptp(x, axis=0) > STILL * size) if len(x) else False:
                return False
    return True


def _worst(result: Trajectories) -> str:
    """The component that takes in most power where the books are out most, as words."""
    residual = np.abs(result.energy.residual)
    at = int(np.argmax(residual))
    terms = result.system.powers
    powers = np.abs(result.values([term.power for term in terms])[at]) if terms else np.zeros(0)
    if not len(powers) or not np.any(powers > 0):
        return ""
    return f" (most power flows into {terms[int(np.nanargmax(powers))].path} there, at {result.time[at]:.6g} s)"


def _too_small(result: Trajectories) -> str:
    """A sentence about a model all of whose values are so small that no tolerance holds their errors."""
    largest: dict[Node, tuple[float, float]] = {}  # state: its largest value, its usual size
    for piece in result.run.pieces:
        machine = piece.machine
        usual = machine.nominal(result.run.parameters)
        top = np.max([np.max(np.abs(x), axis=0, initial=0.0) for x in piece.states], axis=0)
        for k, state in enumerate(machine.states[: machine.own]):
            largest[state] = max(largest.get(state, (0.0, 0.0))[0], float(top[k])), float(usual[k])
    moved = {x: sizes for x, sizes in largest.items() if sizes[0] > 0}
    unheld = UNHELD * max(HELD, HELD_AT_MOST / result.run.settings.tolerance)
    if not moved or any(size >= unheld * usual for size, usual in moved.values()):
        return ""
    if not 0 < result.energy.largest < unheld:  # efforts that balance: at rest but for rounding
        return ""
    state, (size, about) = max(moved.items(), key=lambda entry: entry[1][0] / entry[1][1])
    return (
        "all values of the model are so small that the tolerance does not hold their errors: no effort or flow is "
        f"above {result.energy.largest:.2g}, and {state} is at most {size:.2g} where {about:.2g} is usual; multiply "
        "sources and start values by a common factor, or write the model in smaller units"
    )


def _constraints(result: Trajectories) -> str:
    if result.stats.method == "parasitic":  # its springs give way, as they should
        return ""
    gap = result.stats.constraint_residual
    limit = max(SMALLEST_GAP, ALLOWED * result.stats.tolerance)
    if gap <= limit:
        return ""
    if result.stats.method == "zcp":
        return (
            f"constraints are violated by up to {gap:.2g} m, rad or m/s, more than {limit:.2g}: the method zcp holds "
            "velocities, from which positions drift; take a smaller tolerance, or the method 'lagrange'"
        )
    return (
        f"constraints are violated by up to {gap:.2g} m, rad or m/s, more than {limit:.2g}, in "
        f"{', '.join(_constrained(result)[:6])}: the mechanism may have come to a singular position; try a smaller "
        "tolerance or other states"
    )


def _constrained(result: Trajectories) -> list[str]:
    """The components whose constraints were differentiated."""
    chains = [chain for piece in result.run.pieces for chain in piece.machine.compiled.reduced.chains]
    return sorted({chain[0].origin for chain in chains if len(chain) > 1 and chain[0].origin}) or ["the model"]


def _outputs(result: Trajectories) -> list[str]:
    """A sentence for every output that has no value at some times."""
    found = []
    for name in result.system.outputs:
        try:
            values = result.values_of(name)
        except NameNotFound:
            continue
        rows = ~np.isfinite(values.reshape(len(values), -1)).all(axis=1)
        if rows.any():
            found.append(_lacking(result, name, rows))
    return found


def _signals(result: Trajectories) -> list[str]:
    """A sentence for every signal and condition that has no value at some times, though the run needed none."""
    told = [risky for risky in result.system.risky if risky.expression not in _shown_signals(result)]
    try:
        values = result.values([risky.expression for risky in told]) if told else np.zeros((len(result.time), 0))
    except NameNotFound:
        return []
    found, blocks = [], set()
    for risky, column in zip(told, values.T, strict=True):
        rows = np.isnan(column) if risky.swallows else ~np.isfinite(column)
        if rows.any() and (risky.condition is not None or risky.origin not in blocks):
            blocks.add(risky.origin)
            first = int(np.argmax(rows))
            what, so = f"the signal {brief(risky.expression)}", ""
            if risky.condition is not None:
                kind = "expression" if risky.swallows else "condition"
                what, so = f"the {kind} {brief(risky.condition)}", ", where it decides nothing"
            found.append(
                f"{risky.origin}: {what} has no value at {int(rows.sum())} of {len(rows)} times, first at "
                f"{result.time[first]:.6g} s{so}: {_why(result, [risky.expression], first)}"
            )
    return found


def _shown_signals(result: Trajectories) -> set[Node]:
    """Signals that are outputs as they are, of which it is told already."""
    return {node(x) for o in result.system.outputs.values() for x in np.ravel(np.asarray(o.value, dtype=object))}


def _lacking(result: Trajectories, name: str, rows: np.ndarray) -> str:
    first = int(np.argmax(rows))
    times = "at no time" if rows.all() else f"at {int(rows.sum())} of {len(rows)} times, first at"
    return (
        f"the output '{name}' has {'a value ' if rows.all() else 'no value '}{times}"
        + ("" if rows.all() else f" {result.time[first]:.6g} s")
        + f": {why_lost(result, name, first)}"
    )


def why_lost(result: Trajectories, name: str, row: int) -> str:
    """Why a variable has no finite value at the time of this `row`."""
    return _why(result, [node(x) for x in np.ravel(np.asarray(result.found(name), dtype=object))], row)


def _why(result: Trajectories, expressions: list[Node], row: int) -> str:
    piece, row = _piece(result, row + result.shown.start)
    times, states, modes, guesses = piece.rows()
    machine = piece.machine
    for x in expressions:
        if any(map(is_added, leaves(x))):  # a derivative along the run
            continue
        said = no_value(
            machine.program, machine.compiled.resolve(x), float(times[row]), states[row], result.run.parameters,
            modes[row], dict(zip(machine.unknowns, map(float, guesses[row]), strict=True)),
        )  # fmt: skip
        if said:
            return said
    return "its equations could not be solved; check the laws that it is computed from"


def _piece(result: Trajectories, row: int) -> tuple[Piece, int]:
    for piece in result.run.pieces:
        count = sum(map(len, piece.times))
        if row < count:
            return piece, row
        row -= count
    raise IndexError(row)


def check_outputs(result: Trajectories) -> None:
    """Refuse a result with an output that has no value at any time; looked at once for each set of parameters."""
    run = result.run
    valued, key = run.pieces[-1].machine.valued, run.parameters.tobytes()
    if run.message or valued.find(key):
        return
    lost, _ = look_at_books(run)
    if not lost:
        valued.keep(key, True)
        return
    for name in result.system.outputs:
        values = result.values_of(name)
        rows = ~np.isfinite(values.reshape(len(values), -1)).all(axis=1)
        if rows.all():
            raise SimulationError(_lacking(result, name, rows), result=result)


__all__ = ["check_outputs", "doubts_of", "run_doubts", "why_lost"]
