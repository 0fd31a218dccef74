"""The engine of one model: compiles when needed, keeps what it compiled, runs simulations."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from ..equations.compile import compile_system, recompile, reselect
from ..equations.formulation import KEPT, formulation, model_wishes, without_collection
from ..equations.methods import Realisation
from ..equations.observed import observed
from ..equations.states import Redundant, selected_as
from ..equations.system import Equation, System
from ..equations.wanted import PLACES
from ..errors import ModelError, StructureError
from ..expression import TIME, Node, leaves, name_of, symbol, undifferentiated, unsigned
from ..graph.causality import causality, check_forced
from ..graph.flat import Graph
from ..model.composite import WISHES, Composite
from ..model.memory import Memory
from ..model.stages import kept
from .machine import Machine, Recipe

POSITIONS = 500  # of switches, and choices of states, that are kept compiled
USUAL = Recipe()
ATTEMPTS = 4  # structures tried for the values of one run


class Engine:
    """Everything compiled from a model: its equations with given values, and machines for the positions met.

    Any number of threads may ask: one compiles, the others wait and get the same. What is kept depends on nothing but
    what was asked for, never on the run that asked first.
    """

    def __init__(self, model: Composite):
        self.formulation = formulation(model)
        self._machines: Memory[Memory[Machine]] = Memory(KEPT + 2)  # of each set of equations, by recipe
        self._special: Memory[Machine] = Memory()  # those made for the values of one run
        self._realised: Memory[System] = Memory()  # equations with their constraints realised by a method
        self._representatives: Memory[tuple[float, ...]] = Memory()  # values that stand for all that are judged alike
        self._lock = threading.RLock()
        self.driven: Memory[tuple[System, System]] = Memory()  # equations with changes as inputs, after those without
        self.exchanging: Memory[bool] = Memory()  # whether elements exchange laws without saying so by pairs
        self._observed: Memory[tuple[System, System]] = Memory()  # after those without
        self.choices: Memory[tuple[Machine, dict[Node, float], bool]] = Memory()  # of states, by the values made for
        self.compile_seconds = self.formulation.seconds

    @property
    def graph(self) -> Graph:
        """The flat graph."""
        return self.formulation.graph

    def system(self, overrides: Mapping[str, Any] | None = None) -> System:
        """The flat equations, with structural `overrides` built in."""
        return self.formulation.system(overrides)

    def observed(self, chosen: System, wishes: Mapping[str, float]) -> System:
        """The equations with laws for coordinates inside parts that are wished for as states."""
        key = tuple(sorted(wishes.items()))
        return self._observed.get((chosen, key), lambda: (chosen, observed(chosen, wishes)))[1]

    def realised(self, chosen: System, realisation: Realisation) -> System:
        """The equations `chosen` with their constraints realised."""
        if realisation == chosen.realisation:
            return chosen
        from ..equations.realise import realised

        return self._realised.get((chosen, realisation), lambda: realised(chosen, realisation))

    def parameters(self, given: Mapping[str, Any] | None, early: bool = False) -> tuple[System, np.ndarray]:
        """The equations and the parameter vector for the given values; `early`: for runs that begin before time 0."""
        return self.formulation.parameters(given, early)

    def machine(
        self, chosen: System, positions: Mapping[Node, bool] | None = None, wishes: Mapping[str, float] | None = None,
        audit: bool | str = True, p: np.ndarray | None = None,
    ) -> Machine:  # fmt: skip
        """The compiled equations for a position of the structural modes, with the states chosen at first sight; `p` are
        the values of the parameters, where they may be others than the model's own."""
        if audit is True and not positions and not wishes:
            return self.judged(chosen, USUAL, p)
        recipe = Recipe(_sorted(positions or {}), tuple(sorted((wishes or {}).items())), audit)
        return self.judged(chosen, recipe, p)

    def judged(self, chosen: System, recipe: Recipe, p: np.ndarray | None) -> Machine:
        """The machine of a recipe, or one of the same kind that divides by nothing that is zero with the values `p`."""
        try:
            machine = self.make(chosen, recipe)
        except StructureError:
            if p is None or all(x == known.value for x, known in zip(p, chosen.parameters.values(), strict=True)):
                raise
            machine = self.make(chosen, replace(recipe, values=tuple(map(float, p))))
        if p is None:
            return machine
        for _ in range(ATTEMPTS):
            changed = machine.judged_otherwise(p)
            if not changed:
                break
            values = self._representatives.get((chosen, machine.recipe, changed), lambda: tuple(map(float, p)))
            machine = self.make(chosen, replace(machine.recipe, values=values))
        return machine

    def leaky(self, chosen: System, wishes: Mapping[str, float] | None, audit: bool | str, p: np.ndarray) -> Machine:
        """The compiled equations of a picture in which ideal switches and diodes leak: one for all positions."""
        recipe = Recipe((), tuple(sorted((wishes or {}).items())), audit, leaky=True)
        return self.judged(chosen, recipe, p)

    def paired(self, chosen: System, wishes: Mapping[str, float] | None, audit: bool | str, p: np.ndarray) -> Machine:
        """The compiled equations with set-valued laws as inputs: one for all positions."""
        recipe = Recipe((), tuple(sorted((wishes or {}).items())), audit, paired=True)
        return self.judged(chosen, recipe, p)

    def make(self, chosen: System, recipe: Recipe) -> Machine:
        """The machine of a recipe, compiled by the first thread that asks."""
        if recipe.numbers is not None:  # of the values of one run: seldom needed, and never twice
            return self._special.get((chosen, recipe), lambda: self._compiled(chosen, recipe))
        machines = self._machines.get(chosen, lambda: Memory(POSITIONS))
        found = machines.find(recipe)
        if found is None:
            with self._lock:
                found = machines.find(recipe)
                if found is None:
                    start = time.perf_counter()
                    found = machines.keep(recipe, self._compiled(chosen, recipe))
                    self.compile_seconds += time.perf_counter() - start
                    machines.keep(found.recipe, found)
        return found

    def _compiled(self, chosen: System, recipe: Recipe) -> Machine:
        told = chosen if recipe.values is None else _with_values(chosen, recipe.values)
        wishes, positions, audit = _all(chosen, dict(recipe.wishes)), dict(recipe.positions), recipe.audit
        if recipe.states is None:
            check_forced(chosen.graph, chosen.scopes)
            try:
                with without_collection():
                    first = compile_system(
                        told, positions=positions, wishes=wishes, audit=audit, leaky=recipe.leaky,
                        paired=recipe.paired,
                        numbers=self._closed(chosen, recipe),
                        stressed=recipe.stressed,
                    )  # fmt: skip
            except StructureError as error:
                if not positions and not chosen.graph.joins:  # mechanics has its own messages
                    _explain_by_causality(chosen)
                raise error from None
            first = replace(first, system=chosen)
            return Machine(first, replace(recipe, positions=_sorted(first.positions)))
        base = self.make(chosen, replace(recipe, states=None, numbers=None))
        selected = selected_as(base.compiled.reduced, recipe.states)
        if selected.states == base.compiled.selected.states and recipe.numbers is None:
            return base
        numbers = base.compiled.schedule.guesses if recipe.numbers is None else dict(recipe.numbers)
        with without_collection():
            other = recompile(base.compiled, selected, numbers=numbers.get, wishes=wishes, audit=audit)
        return Machine(replace(other, system=chosen), recipe)

    def _closed(self, chosen: System, recipe: Recipe) -> Callable[[Node], float | None] | None:
        """The position in which loops are closed, for equations that hold them there without saying so."""
        if chosen.plain is None or not chosen.constraints or chosen.realisation.method == "minimal":
            return None
        return self.make(chosen.plain, replace(recipe, values=None)).compiled.draft.numbers

    def better(self, machine: Machine, number: Callable[[Node], float | None], weak: float) -> Machine | None:
        """A machine whose states fit the present values; the same one if they still do; None if none fit."""
        wishes = _all(machine.system, dict(machine.recipe.wishes))
        selected = None
        for least in (weak, 0.2 * weak, 0.04 * weak):  # constraints that are left are not redundant, only weak
            try:
                selected = reselect(machine.compiled, number, wishes, least)
            except (StructureError, Redundant):
                continue
            break
        if selected is None:  # a singular position
            return None
        if selected.states == machine.compiled.selected.states:
            return machine
        if machine.system.realisation.method == "zcp":  # flows that are zero say nothing of where their parts are
            before, after = (sum(machine.system.kind(x) in PLACES for x in found.states)
                             for found in (machine.compiled.selected, selected))  # fmt: skip
            if after < before:
                return machine
        return self.make(machine.system, replace(machine.recipe, states=selected.states, numbers=None))


def _sorted(positions: Mapping[Node, bool]) -> tuple[tuple[Node, bool], ...]:
    return tuple(sorted(positions.items(), key=lambda entry: name_of(entry[0])))


def _with_values(chosen: System, values: tuple[float, ...]) -> System:
    """The same equations with other values of their parameters to judge by."""
    pairs = zip(chosen.parameters.items(), values, strict=True)
    return replace(chosen, parameters={name: replace(known, value=value) for (name, known), value in pairs})


def _explain_by_causality(chosen: System) -> None:
    """Where the graph has no causality either, its explanation names the elements that disagree."""
    causality(chosen.graph, chosen.scopes)


def _all(chosen: System, wishes: Mapping[str, float] | None) -> dict[str, float]:
    """The wishes of the model and of the user, by scalar variable."""
    found: dict[str, float] = {}
    for name, wish in {**model_wishes(chosen), **(wishes or {})}.items():
        # states are shown as derivatives too; the wish is for both
        for x in np.ravel(np.asarray(chosen.scopes.lookup(undifferentiated(name)), dtype=object)):
            if chosen.is_constant(x):
                raise ModelError(
                    f"wish for the state {name}: it is no variable of the equations but a parameter, or set by events; "
                    "wish for a variable that can be integrated, such as the p or q of a storage"
                )
            if x.op == "neg":
                x = x.args[0]
            if x.op == "symbol":
                found[name_of(x)] = wish
    return found


def check_wishes(machine: Machine, wishes: Mapping[str, float]) -> None:
    """Refuse "always" and "never" that cannot be kept in the choice of states. In single positions, such as a pendulum
    that hangs straight down, states give way to others; that is no reason to refuse them."""
    machine.kept_wishes.get(tuple(sorted(wishes.items())), lambda: _keeps(machine, wishes))


def _keeps(machine: Machine, wishes: Mapping[str, float]) -> bool:
    states = machine.states[: machine.own]
    broken = list(_broken(machine, states, wishes))
    if not broken:
        return True
    with suppress(StructureError, Redundant):
        anywhere = reselect(machine.compiled, _somewhere(machine.system), _all(machine.system, wishes), 0.0).states
        states, broken = anywhere, list(_broken(machine, anywhere, wishes))
    listed = ", ".join(map(name_of, states)) or "none"
    for name, always, target in broken:
        if always:
            fixed = all(machine.system.is_constant(x) or x is TIME for x in leaves(target))
            raise StructureError(
                f"wish for the state {name}: 'always' cannot be kept, for it "
                + ("is given and does not depend on any state" if fixed else f"follows from the states {listed}")
                + "; say 'prefer', or 'avoid' for a state that should give way"
            )
        raise StructureError(
            f"wish for the state {name}: 'never' cannot be kept, for nothing else that may be a state takes its place "
            f"(the states are {listed}); say 'avoid', or 'prefer' for a variable that should be a state instead"
        )
    return False


def broken_always(machine: Machine, wishes: Mapping[str, float]) -> list[str]:
    """The variables wished for with "always" that are no states of this machine."""
    return machine.broken_wishes.get(
        tuple(sorted(wishes.items())),
        lambda: [name for name, always, _ in _broken(machine, machine.states[: machine.own], wishes) if always],
    )


def _broken(machine: Machine, states: Iterable[Node], wishes: Mapping[str, float]) -> Iterator[tuple[str, bool, Node]]:
    """The firm wishes that a choice of states does not keep: the variable, whether "always", and what it stands for."""
    chosen = set(states)
    rates = dict(_rates(machine.compiled.aliased.equations))
    for name, wish in _all(machine.system, wishes).items():
        target = machine.compiled.resolve(symbol(name))
        target = unsigned(target)
        if wish >= WISHES["always"] and target not in chosen and rates.get(target) not in chosen:
            yield name, True, target
        if wish <= WISHES["never"] and target in chosen:
            yield name, False, target


def _somewhere(chosen: System) -> Callable[[Node], float | None]:
    """Values of all variables that are nothing special, and the parameters as they are."""
    draw = np.random.default_rng(5)
    values: dict[Node, float] = {symbol(name): p.value for name, p in chosen.parameters.items()}
    return lambda leaf: values.setdefault(leaf, float(draw.uniform(0.3, 1.2)))


def _rates(equations: Iterable[Equation]) -> Iterator[tuple[Node, Node]]:
    """Velocities and the derivatives that they are, where an equation says no more than that."""
    for e in equations:
        if e.residual.op in ("sub", "add"):
            first, second = map(unsigned, e.residual.args)
            for rate, other in ((first, second), (second, first)):
                if rate.op == "symbol" and other.op == "der":
                    yield rate, other


def engine(model: Composite) -> Engine:
    """The engine of `model`, made once."""
    return kept(model, "engine", lambda: Engine(model))
