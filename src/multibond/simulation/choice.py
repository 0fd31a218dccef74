"""Which variables are the states: others are taken where those in use no longer determine the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..equations.states import WEAK
from ..errors import SimulationError
from ..expression import Node, der
from .engine import broken_always
from .machine import Machine

if TYPE_CHECKING:
    from .run import Simulation

FAILING = 0.2  # part of its row at which a coefficient that a guard has seen falling no longer determines anything
LEAST = 1e-4  # part of its row down to which a coefficient may fall for the sake of a state wished for "always"
AS_WELL = 0.7  # of the largest determinants that a choice of states had, with which it is taken again unseen
FITTING = 1e-3  # part of the rates that another choice of states may miss

Found = tuple[Machine, dict[Node, float], bool]  # a machine, the present values, whether its states fit these


def choose_states(simulation: Simulation, first: bool = False, failing: bool = False) -> bool:
    """Take other states if the present ones no longer determine the rest well; `failing`: a guard has seen so. Whether
    there are states that do: not in a singular position, where the present ones stay."""
    old, found = simulation.machine, True
    if old.chooses_states:
        m = simulation.modes.vector(old)
        weak = FAILING if failing else WEAK
        guesses = list(simulation.work.workspace.guesses.values())
        numbers = np.concatenate([[simulation.t], simulation.x, simulation.p, m, guesses])
        key = (old, weak, numbers.tobytes(), tuple(sorted(simulation.settings.wishes.items())))
        known = None if first else simulation.followers.find(simulation, m)
        # the same start again is common and needs no new thought
        new, values, found = known or simulation.engine.choices.get(key, lambda: _better(simulation, m, weak))
        if new is not old and broken_always(new, simulation.settings.wishes):
            firm = (old, LEAST, *key[2:])
            new, values, _ = simulation.engine.choices.get(firm, lambda: _better(simulation, m, LEAST))
            keep_always(simulation, new)
        if new is not old:
            simulation.x = np.array([values[source] for source in new.sources])
            simulation.work = simulation.at_work(new)
            workspace = simulation.work.workspace
            workspace.guess({k: v for k, v in values.items() if k in new.compiled.schedule.guesses})
            workspace.context("integrate", simulation.p, simulation.modes.vector(new)).forget()
            simulation.move_pairs()
    weaker = simulation.machine is old and not first
    sizes = simulation.modes.renew_guards(simulation.work, simulation.t, simulation.x, simulation.p, weaker=weaker)
    if simulation.machine is not old and not first:
        simulation.followers.note(old, simulation.machine, sizes)
    return found


def choose_first(simulation: Simulation, check: bool) -> None:
    """Take the states to begin with; `check`: refuse a position in which none determine the rest."""
    if not choose_states(simulation, first=True) and check:
        from .singular_position import check_begin

        check_begin(simulation)


class Followers:
    """The choices of states that have followed each other in a run. Where the same ones take turns, as while a ball
    rolls, the one that followed before is taken again as long as it determines the rest about as well."""

    def __init__(self) -> None:
        self._known: dict[Machine, dict[Machine, np.ndarray]] = {}  # with the largest determinants of their guards

    def note(self, old: Machine, new: Machine, sizes: np.ndarray) -> None:
        """`new` took over from `old`, with these determinants."""
        if new.recipe.numbers is None and len(sizes) and np.all(np.isfinite(sizes)):
            before = self._known.setdefault(old, {}).get(new)
            self._known[old][new] = np.abs(sizes) if before is None else np.maximum(before, np.abs(sizes))

    def find(self, simulation: Simulation, m: np.ndarray) -> Found | None:
        """A machine that followed the present one before and fits again, and the present values."""
        known = self._known.get(simulation.machine)
        if not known:
            return None
        now = _values(simulation, m)
        for new, sizes in known.items():
            if _fits(simulation, new, now, AS_WELL * sizes):
                return new, now, True
        return None


def keep_always(simulation: Simulation, new: Machine) -> None:
    """Stop where a state that was asked for with "always" can no longer be one."""
    for name in broken_always(new, simulation.settings.wishes):
        raise SimulationError(
            f"the state {name} was asked for with 'always', but at {simulation.t:.6g} s it does not determine the rest "
            "of the mechanism (a dead centre, or a start in one); say 'prefer', so that another state takes over "
            "there, or choose a variable that always moves",
            name.rpartition(".")[0] or None,
        )


def _better(simulation: Simulation, m: np.ndarray, weak: float) -> Found:
    """The machine whose states fit the present values, these values if it is another one, and whether there is one."""
    old = simulation.machine
    # the choice looks at positions alone: what else there is, forces above all, is computed for another one only
    parameters = dict(zip(old.compiled.schedule.parameters, map(float, simulation.p), strict=True))
    looked_at = parameters | _values(simulation, m, old.looked_at)
    new = simulation.engine.better(old, looked_at.get, weak)
    if new is None or new is old:
        return old, {}, new is old
    now = _values(simulation, m)
    numbers = parameters | now
    if not _fits(simulation, new, now):  # it divides by what vanishes just here
        new = simulation.engine.make(simulation.system, replace(new.recipe, numbers=tuple(numbers.items())))
    return new, now, True


def _values(simulation: Simulation, m: np.ndarray, known: Sequence[Node] | None = None) -> dict[Node, float]:
    """The present values of the variables `known`; None: of all states and unknowns."""
    old = simulation.machine
    known = [*old.states, *old.compiled.selected.unknowns] if known is None else known
    if not known:
        return {}
    found = simulation.work.evaluate(known, simulation.t, simulation.x, simulation.p, m)
    return dict(zip(known, map(float, found), strict=True))


def _fits(simulation: Simulation, machine: Machine, now: Mapping[Node, float], sizes: np.ndarray | None = None) -> bool:
    """Whether a machine gives the rates of its states that the values of `now` have, with determinants of its guards
    that are not below `sizes`, if these are given."""
    x = np.array([now[source] for source in machine.sources])
    t, p, m = simulation.t, simulation.p, simulation.modes.vector(machine)
    with machine.program.workspace() as workspace:  # not this run's own: what is found is kept for others too
        workspace.guess({k: v for k, v in now.items() if k in machine.compiled.schedule.guesses})
        workspace.context("evaluate", p, m).forget()
        if sizes is not None:
            found = workspace.evaluate([guard.determinant for guard in machine.compiled.guards], t, x, p, m)
            if not np.all(np.abs(found) >= sizes):
                return False
        rates = workspace.derivative(t, x, p, m)[: machine.own]
    expected = np.array([now.get(der(state), np.nan) for state in machine.states[: machine.own]])
    wrong = np.abs(rates - expected) > FITTING * (np.abs(expected) + np.nanmax(np.abs(expected), initial=0.0))
    return bool(np.all(np.isfinite(rates)) and not np.any(wrong))
