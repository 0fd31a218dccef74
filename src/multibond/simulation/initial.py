"""Consistent start values from any mixture of given values, defaults and guesses."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set
from contextlib import suppress

import numpy as np

from ..equations.system import System
from ..errors import InitialError
from ..expression import Node, evaluate, leaves, sub, symbol, unsigned
from ..model.kind import Kind
from .conflict import GAP, Condition, said_as, unit_lengths, unmet
from .machine import Machine
from .newton import CLOSE, Residual, Slopes, around, independent, leading_rows, nearest_found, newton, slopes_of
from .steady import steady_state
from .work import Work

UNSEEN = 1e-3  # of the usual size of states, whose rounding in turn is nothing
BEHIND = 0.01  # weight of positions where a condition on velocities could be met by velocities alone


def start_states(work: Work, t0: float, p: np.ndarray, m: np.ndarray, steady: bool) -> np.ndarray:
    """The start values of all states (the energy audit starts at zero), and guesses from which nonlinear equations can
    be solved there."""
    x = _states(work, t0, p, m, steady)
    if _guess_again(work, t0, p, m, x):
        return x
    places, assembled = work.machine.places, work.machine.compiled.draft.assembled
    closed = {state: value for state, value in assembled.items() if state in places}
    if closed:  # loops that cannot be closed where states are that nobody gave, but can where they were assembled
        other = _states(work, t0, p, m, steady, closed)
        if not np.array_equal(other, x) and _guess_again(work, t0, p, m, other):
            return other
    return x


def _guess_again(work: Work, t0: float, p: np.ndarray, m: np.ndarray, x: np.ndarray) -> bool:
    """Where nonlinear equations cannot be solved from their first guesses, such as the zero of a square: look around;
    whether they can be solved.

    Where that finds nothing either, the guesses stay as they were, and the run says what could not be solved.
    """
    workspace, unknowns = work.workspace, work.machine.unknowns
    if not unknowns:
        return True
    now = work.evaluate(unknowns, t0, x, p, m)
    bad = [k for k, value in enumerate(now) if not np.isfinite(value)]
    if not bad:
        return True
    kept = dict(workspace.guesses)

    def solve(point: np.ndarray) -> np.ndarray | None:
        workspace.guess(zip(unknowns, map(float, point), strict=True))
        work.forget(p, m)
        values = work.evaluate(unknowns, t0, x, p, m)
        return values if np.all(np.isfinite(values)) else None

    first = np.array([kept.get(u, 0.0) for u in unknowns])
    found = nearest_found(first, bad, np.ones(len(unknowns)), solve)
    workspace.guess(kept if found is None else zip(unknowns, map(float, found), strict=True))
    work.forget(p, m)
    return found is not None


def _states(
    work: Work, t0: float, p: np.ndarray, m: np.ndarray, steady: bool, closed: Mapping[Node, float] | None = None
) -> np.ndarray:
    """The start values of all states; those that nobody gave may come from a position with `closed` loops."""
    machine, x = work.machine, work.blank()
    found = machine.conditions.get((t0, p.tobytes()), lambda: _conditions(machine, p, t0))
    conditions, guesses, defaults, usual = found
    for k, state in enumerate(machine.states[: machine.own]):
        x[k] = defaults.get(state, (0.0, False))[0]
        if closed and state in closed and not defaults.get(state, (0.0, False))[1]:
            x[k] = closed[state]
    given = [k for k, state in enumerate(machine.states[: machine.own]) if defaults.get(state, (0.0, False))[1]]
    free = [k for k in range(machine.own) if k not in given]
    unsaid = [k for k in free if machine.states[k] not in defaults]
    x = _towards(work, t0, p, m, x, guesses, free)
    if not steady:
        x = _reach(work, t0, p, m, x, conditions, given) if conditions else x
        return _complete(work, t0, p, m, x, conditions, guesses, usual, unsaid)
    if conditions:  # where they cannot hold they need not: the steady state only begins its search here
        with suppress(InitialError):
            x = _reach(work, t0, p, m, x, conditions, given)
    x = _complete(work, t0, p, m, x, conditions, guesses, usual, unsaid)
    return steady_state(work, t0, p, m, x, given)


def meet(
    work: Work, t: float, p: np.ndarray, m: np.ndarray, x: np.ndarray, wanted: list[tuple[str, Node, float]],
    given: list[int],
) -> np.ndarray:  # fmt: skip
    """States near `x`, those `given` unchanged, at which variables (name, expression, value) have the wanted values."""
    conditions = [Condition(v, f"{name} = {value:g}", "", abs(value), value) for name, v, value in wanted]
    return _solve(work, t, p, m, x, conditions, given)


def check_released(work: Work, t0: float, x: np.ndarray, p: np.ndarray, m: np.ndarray) -> None:
    """Refuse a start at which constraints that were redundant with the model's own numbers do not hold."""
    released = work.machine.compiled.aliased.released
    if not released:
        return
    gaps = np.abs(work.values([e.residual for e in released], t0, x, p, m)).reshape(-1)
    if not np.all(gaps <= GAP):
        worst = int(np.nanargmax(gaps)) if np.any(np.isfinite(gaps)) else 0
        said = (
            f"what rolls cannot do so together with the others: here it would slide at {gaps[worst]:.3g} m/s; let all "
            "axles point to one common centre, or give start velocities that fit"
            if any(work.machine.system.kind(x) is Kind.FLOW for x in leaves(released[worst].residual))
            else f"a loop that closes by itself with the values of the model stays open by {gaps[worst]:.3g} with "
            "these parameters; change the lengths or axes together so that it closes, or build them into the model"
        )
        raise InitialError(said, released[worst].origin)


def misses_guess(work: Work, t0: float, p: np.ndarray) -> bool:
    """Whether the model as it stands fixes a variable elsewhere than where the user guessed its start."""
    machine = work.machine
    values = dict(zip(machine.compiled.schedule.parameters, map(float, p), strict=True)) | {symbol("time"): t0}
    for start, target, value in machine.compiled.starts:
        if start.guess and all(x in values for x in leaves(target, value)):
            fixed, wanted = evaluate([target, value], values)
            if _differ(fixed, wanted):
                return True
    return False


def start_conditions(
    machine: Machine, p: np.ndarray, t0: float
) -> tuple[list[Condition], dict[Node, tuple[float, bool]]]:
    """The conditions that the start values set, and the values of states with whether they were given."""
    conditions, _, given, _ = machine.conditions.get((t0, p.tobytes()), lambda: _conditions(machine, p, t0))
    return conditions, given


def _conditions(
    machine: Machine, p: np.ndarray, t0: float
) -> tuple[list[Condition], list[Condition], dict[Node, tuple[float, bool]], list[Condition]]:
    """Conditions that need solving, guesses of variables that are no states, the values of states that are simply
    given (value, given by the user), and what elements start with by themselves where nothing else is said."""
    values = dict(zip(machine.compiled.schedule.parameters, map(float, p), strict=True))
    values[symbol("time")] = t0
    states = set(machine.states)
    conditions: list[Condition] = []
    guesses: list[Condition] = []
    simple: dict[Node, tuple[float, bool]] = {}
    usual: dict[Node, Condition] = {}
    said: dict[Node, str] = {}
    own = {symbol(name): parameter.value for name, parameter in machine.system.parameters.items()}
    known = {*states, *machine.compiled.selected.unknowns, *machine.compiled.schedule.parameters}

    def changed(value: Node) -> bool:
        """Whether who runs the model has given another start value than the element's own."""
        return any(values[x] != own[x] for x in leaves(value) if x in own)

    for start, target, value in machine.starts:
        constant_value = all(x in values for x in leaves(value))
        number = evaluate([value], values)[0] if constant_value else 0.0
        text = said_as(start, machine.system, number if constant_value else None)
        sign = -1.0 if target.op == "neg" else 1.0
        state = unsigned(target)
        given = start.given or ((not start.guess or _of_library(machine.system, start.origin)) and changed(value))
        if start.asked and not given:
            continue
        if state in states and constant_value:
            old = simple.get(state)
            if old and old[1] and given and _differ(old[0], sign * number):
                raise InitialError(
                    f"the start values {said[state]} and {text} contradict each other, for both are the same quantity; "
                    "remove one of them",
                    start.origin,
                )
            if given or old is None or (start.guess and not old[1]):
                simple[state] = (sign * number, given)
                said[state] = text
        elif all(x in values for x in leaves(target)):
            fixed = evaluate([target], values)[0]
            if given and _differ(fixed, number):
                raise InitialError(
                    f"the start value {text} cannot hold, for the model fixes it at {fixed:g}; "
                    "remove it, or change the parts that fix it",
                    start.origin,
                )
        elif given:
            size = _size(machine, state, number)
            told = number if constant_value and start.expression.op in ("symbol", "der") else None
            conditions.append(Condition(sub(target, value), text, start.origin, size, number=told))
            usual.pop(state, None)
        elif start.guess:
            usual.pop(state, None)  # an element's own value comes before what the model says of it
            if _follows(known, target):
                guesses.append(Condition(sub(target, value), text, start.origin, abs(number)))
        elif _follows(known, target):
            usual[state] = Condition(sub(target, value), text, start.origin, abs(number))
    return conditions, guesses, simple, list(usual.values())


def _size(machine: Machine, state: Node, number: float) -> float:
    """What a given value is met to a part of: itself, or the size of the mechanism, for a position may be zero."""
    closed = machine.compiled.draft.assembled
    return max(abs(number), *map(abs, closed.values())) if state in closed else abs(number)


def _of_library(system: System, origin: str) -> bool:
    """Whether a part of a library says a start value: one that a run gives is then no mere guess."""
    model = system.graph.models.get(origin)
    return model is not None and model.library != "user"


def _differ(first: float, second: float) -> bool:
    """Whether two start values are not the same number, but for rounding."""
    return abs(first - second) > max(CLOSE * max(abs(first), abs(second)), 1e-16)


def _follows(known: Set[Node], target: Node) -> bool:
    """Whether a variable can be computed from the states, so that these can be led to its guess; `known` is all that a
    schedule computes or is given."""
    return all(leaf in known for leaf in leaves(target))


def _towards(
    work: Work, t0: float, p: np.ndarray, m: np.ndarray, x: np.ndarray, guesses: list[Condition], free: list[int]
) -> np.ndarray:
    """Lead states that nobody gave to guesses of other variables. Guesses that cannot be met so are left alone: they
    may be rough, and serve the iterations of nonlinear equations all the same."""
    if not guesses or not free:
        return x
    residuals = [guess.residual for guess in guesses]
    if not np.any(work.evaluate(residuals, t0, x, p, m)):  # as of bodies that begin upright
        return x
    slopes = slopes_of(work, residuals, t0, p, m)
    chosen = independent(slopes(x)[:, free], free)
    found = newton(
        lambda at: work.evaluate(residuals, t0, at, p, m), slopes, x, chosen, np.zeros(len(guesses)),
        sizes=np.array([guess.size for guess in guesses]),
    )  # fmt: skip
    return x if found is None else found


def _complete(
    work: Work, t0: float, p: np.ndarray, m: np.ndarray, x: np.ndarray,
    conditions: list[Condition], guesses: list[Condition], usual: list[Condition], unsaid: list[int],
) -> np.ndarray:  # fmt: skip
    """Determine states that have no start value of their own (`unsaid`) and that the conditions and guesses leave free
    by what elements `usual`ly start with: a current that is a state begins where the capacitor is empty."""
    if not unsaid or not usual:
        return x

    def residuals(of: list[Condition]) -> np.ndarray:
        return work.evaluate([c.residual for c in of], t0, x, p, m)

    if not np.any(residuals(usual)):
        return x
    if conditions:  # their derivatives are there already; mostly they determine everything
        slopes = slopes_of(work, [c.residual for c in conditions], t0, p, m)(x)[:, unsaid]
        if len(leading_rows(slopes)) == len(unsaid):
            return x
    met = np.abs(residuals(guesses)) if guesses else np.zeros(0)
    held = [*conditions, *(g for g, miss in zip(guesses, met, strict=True) if miss <= GAP * max(g.size, 1.0))]
    all_rows = [*held, *usual]
    slopes = slopes_of(work, [c.residual for c in all_rows], t0, p, m)(x)[:, unsaid]
    rows = [all_rows[k] for k in leading_rows(slopes) if k >= len(conditions)]
    if not any(row in usual for row in rows):
        return x
    wanted = [*conditions, *rows]
    nodes = [c.residual for c in wanted]
    found = newton(
        lambda at: work.evaluate(nodes, t0, at, p, m), slopes_of(work, nodes, t0, p, m), x, unsaid,
        np.zeros(len(wanted)), sizes=np.array([c.size for c in wanted]),
    )  # fmt: skip
    return x if found is None else found


def _reach(
    work: Work, t0: float, p: np.ndarray, m: np.ndarray, x: np.ndarray, conditions: list[Condition],
    given: list[int],
) -> np.ndarray:  # fmt: skip
    """The conditions solved from `x`, else from the position in which the loops of the mechanism were closed."""
    try:
        return _solve(work, t0, p, m, x, conditions, given)
    except InitialError as error:
        closed = work.machine.compiled.schedule.guesses
        other = x.copy()
        for k, state in enumerate(work.machine.states[: work.machine.own]):
            if k not in given:
                other[k] = closed.get(state, x[k])
        if np.array_equal(other, x):
            raise
        work.workspace.context("evaluate", p, m).forget()
        with suppress(InitialError):
            return _solve(work, t0, p, m, other, conditions, given)
        raise error from None


def _solve(
    work: Work,
    t0: float,
    p: np.ndarray,
    m: np.ndarray,
    x: np.ndarray,
    conditions: list[Condition],
    given: list[int],
) -> np.ndarray:
    """Change as few states as needed (never the given ones) until all conditions hold."""
    own, sizes_of_states = work.machine.own, work.machine.nominal(p)
    conditions = [*conditions, *unit_lengths(work.machine, given)]
    free = [k for k in range(own) if k not in given]
    residuals = [c.residual for c in conditions]
    sizes, wanted = np.array([c.size for c in conditions]), np.array([c.wanted for c in conditions])

    def residual(at: np.ndarray) -> np.ndarray:
        return work.evaluate(residuals, t0, at, p, m) - wanted

    first = residual(x)
    if not np.all(np.isfinite(first)):
        x = x.copy()
        x[free] += 1e-3  # leave a singular default such as zero
        first = residual(x)
    slopes = slopes_of(work, residuals, t0, p, m)
    # zeros have no size of their own: beside the usual ones of what they depend on, rounding is nothing
    usual = UNSEEN * np.abs(slopes(x)) @ sizes_of_states[:own]
    sizes = np.where(sizes > 0, sizes, np.nan_to_num(usual))
    weights = np.where(work.machine.geometric, BEHIND, 1.0)
    chosen = independent(slopes(x)[:, free], free, weights)
    flat = ~np.any(slopes(x)[:, free], axis=1)
    if np.any(flat & (first != 0.0)):  # a default such as zero may lie where a law is flat: look beside it
        beside = x.copy()
        beside[free] += 1e-3 * (1 + np.abs(x[free]))
        better = independent(slopes(beside)[:, free], free, weights)
        if len(better) > len(chosen):
            x, chosen = x.copy(), better
            x[chosen] = beside[chosen]
            first = residual(x)
    solution = newton(residual, slopes, x, chosen, np.zeros(len(conditions)), sizes=sizes)
    if solution is None:  # second try: lead the conditions slowly from what holds now to what is wanted
        solution = x
        for part in np.linspace(0.9, 0.0, 20):
            if solution is not None:
                solution = newton(residual, slopes, solution, chosen, part * first, sizes=sizes)
        if solution is not None:
            solution = newton(residual, slopes, solution, chosen, np.zeros(len(conditions)), sizes=sizes)
    if solution is None:  # third: begin elsewhere, for a law may turn back between here and there
        work.workspace.context("evaluate", p, m).forget()
        again = _from_elsewhere(residual, slopes, x, free, weights, sizes)
        solution = nearest_found(x, free, sizes_of_states, again)
    if solution is None:
        points = [x, *(point for points in around(x, free, sizes_of_states) for point in points[2:])]
        raise unmet(work.machine, residual, slopes, points, conditions, given)
    geometric = work.machine.geometric
    return _without_turns(residual, x, solution, np.flatnonzero(geometric)) if geometric.any() else solution


def _from_elsewhere(
    residual: Residual, slopes: Slopes, x: np.ndarray, free: list[int], weights: np.ndarray, sizes: np.ndarray
) -> Callable[[np.ndarray], np.ndarray | None]:
    """A function that meets the conditions from another point than `x`, with all that need not change as in `x`."""

    def again(point: np.ndarray) -> np.ndarray | None:
        if not np.all(np.isfinite(residual(point))):
            return None
        changed = independent(slopes(point)[:, free], free, weights)
        found = newton(residual, slopes, point, changed, np.zeros(len(sizes)), sizes=sizes)
        if found is None:
            return None
        back = x.copy()
        back[changed] = found[changed]
        kept = newton(residual, slopes, back, changed, np.zeros(len(sizes)), sizes=sizes)
        return found if kept is None else kept

    return again


def _without_turns(residual: Residual, first: np.ndarray, found: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """A solution whose angles are not whole turns away from where they began, where it is one as well."""
    turns = 2 * np.pi * np.round((found - first)[positions] / (2 * np.pi))
    if not np.any(turns):
        return found
    missed = np.abs(residual(found))
    for k, turn in zip(positions, turns, strict=True):
        back = found.copy()
        back[k] -= turn
        if turn and np.all(np.abs(residual(back)) <= missed + 1e-12):
            found = back
    return found
