"""The engine of one model: compiles when needed, keeps what it compiled, runs simulations."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any

import numpy as np

from ..equations.audit import EACH
from ..equations.compile import Compiled, compile_system, recompile, reselect
from ..equations.nonzero import coefficients
from ..equations.states import Redundant
from ..equations.system import Equation, System, system
from ..errors import ModelError, NameNotFound, StructureError, nearest
from ..expression import TIME, Node, leaves, name_of, symbol, undifferentiated
from ..graph.demands import check_demands
from ..graph.flat import flatten
from ..model.composite import WISHES
from .machine import Machine, model_wishes
from .memory import Memory

if TYPE_CHECKING:
    from ..model.composite import Model

METHODS = ("reduced", "minimal", "zcp", "parasitic", "lagrange")


_collection = threading.Lock()
_compiling = 0  # threads that have asked for no collection
_was_collecting = False


@contextmanager
def _without_collection() -> Iterator[None]:
    """Compiling makes many objects that all stay: looking for garbage among them again and again is wasted.

    The switch is one for the whole process: the first thread that compiles turns it off, the last one on again.
    """
    global _compiling, _was_collecting
    with _collection:
        if not _compiling:
            _was_collecting = gc.isenabled()
            gc.disable()
        _compiling += 1
    try:
        yield
    finally:
        with _collection:
            _compiling -= 1
            if not _compiling and _was_collecting:
                gc.enable()


class Engine:
    """Everything compiled from a model. Numbers of parameters are run-time inputs; a change of structure (a zero that
    becomes something else, an expression) makes a new set of equations, kept for the next time.

    Any number of threads may ask: one compiles, the others wait and get the same. What is kept depends on nothing but
    what was asked for, never on the run that asked first.
    """

    def __init__(self, model: Model):
        start = time.perf_counter()
        with _without_collection():
            self.graph = flatten(model)
        self._systems: dict[tuple, System] = {}
        self._machines: dict[tuple, Machine] = {}
        self._lock = threading.RLock()
        self._sound: Memory[bool] = Memory()  # parameter values that were checked
        self._coefficients: frozenset[str] | None = None  # parameters whose zeros belong to the structure
        self.choices: Memory[tuple[Machine, dict[Node, float]]] = Memory()  # of states, by the values made for
        self.compile_seconds = time.perf_counter() - start

    def system(self, overrides: Mapping[str, Any] | None = None) -> System:
        """The flat equations, with structural `overrides` built in."""
        overrides = dict(overrides or {})
        key = tuple(sorted((k, _written(v)) for k, v in overrides.items()))
        found = self._systems.get(key)
        if found is None:
            with self._lock:
                found = self._systems.get(key)
                if found is None:
                    start = time.perf_counter()
                    with _without_collection():
                        found = self._systems[key] = system(self.graph, overrides)
                    self.compile_seconds += time.perf_counter() - start
        return found

    def parameters(self, given: Mapping[str, Any] | None) -> tuple[System, np.ndarray]:
        """The equations and the parameter vector for the given values.

        Values are numbers, texts with units or expressions; vectors by name or component (``R.R[1]``).
        """
        base = self.system()
        runtime: dict[str, float] = {}
        structural: dict[str, Any] = {}
        for name, value in (given or {}).items():
            number = _number(name, value, base)
            known = base.parameters.get(name)
            if number is not None and known is not None and not self.changes_structure(base, name, number):
                runtime[name] = known.check(number, name)
            elif isinstance(value, (list, tuple, np.ndarray)) and self._all_known(name, value, base):
                for index in np.ndindex(*np.shape(value)):
                    key = f"{name}[{','.join(map(str, index))}]"
                    runtime[key] = base.parameters[key].check(float(np.asarray(value)[index]), key)
            else:
                structural[name] = value
        chosen = self.system(structural) if structural else base
        values = {k: p.value for k, p in chosen.parameters.items()} | {
            k: v for k, v in runtime.items() if k in chosen.parameters
        }
        vector = np.array([values[k] for k in chosen.parameters], dtype=float)

        def check() -> bool:
            check_demands(chosen.scopes, values)
            return True

        self._sound.get((id(chosen), vector.tobytes()), check)
        return chosen, vector

    def changes_structure(self, chosen: System, name: str, number: float) -> bool:
        """Whether a number makes other equations: a factor that becomes zero, or is no longer."""
        known = chosen.parameters[name]
        if (number == 0.0) == (known.value == 0.0):
            return known.folds and number == 0.0
        if known.folds:
            return number == 0.0
        if self._coefficients is None:
            self._coefficients = coefficients(chosen)
        return name in self._coefficients

    def _all_known(self, name: str, value: Any, base: System) -> bool:
        """Whether all components of a vector are parameters, and their numbers change no structure."""
        try:
            numbers = np.asarray(value, dtype=float)
        except (TypeError, ValueError):
            return False
        names = {index: f"{name}[{','.join(map(str, index))}]" for index in np.ndindex(*numbers.shape)}
        return all(
            key in base.parameters and not self.changes_structure(base, key, float(numbers[index]))
            for index, key in names.items()
        )

    def machine(
        self, chosen: System, positions: Mapping[Node, bool] | None = None, wishes: Mapping[str, float] | None = None,
        audit: bool | str = True,
    ) -> Machine:  # fmt: skip
        """The compiled equations for a position of the structural modes, with the states chosen at first sight."""
        key = (id(chosen), tuple(sorted((str(k), v) for k, v in (positions or {}).items())),
               tuple(sorted((wishes or {}).items())), audit)  # fmt: skip

        def compiled() -> Compiled:
            try:
                with _without_collection():
                    return compile_system(chosen, positions=positions, wishes=_all(chosen, wishes), audit=audit)
            except StructureError as error:
                if not positions and not chosen.graph.joins:  # mechanics has its own messages
                    _explain_by_causality(chosen)
                raise error from None

        return self._once(key, compiled)

    def _once(self, key: tuple, compiled: Callable[[], Compiled]) -> Machine:
        """The machine kept under `key`, compiled by the first thread that asks."""
        found = self._machines.get(key)
        if found is None:
            with self._lock:
                found = self._machines.get(key)
                if found is None:
                    start = time.perf_counter()
                    found = self._machines[key] = Machine(compiled())
                    self.compile_seconds += time.perf_counter() - start
        return found

    def better(
        self, machine: Machine, number: Callable[[Node], float | None], wishes: Mapping[str, float], weak: float
    ) -> Machine:
        """A machine whose states fit the present values; the same one if they still do."""
        try:
            selected = reselect(machine.compiled, number, _all(machine.system, wishes), weak)
        except (StructureError, Redundant):  # a singular position: go on with what there is
            return machine
        if selected.states == machine.compiled.selected.states:
            return machine
        audit = EACH if machine.each else len(machine.states) > machine.own

        def compiled() -> Compiled:
            known = _all(machine.system, wishes)
            return recompile(machine.compiled, selected, numbers=number, wishes=known, audit=audit)

        return self._once((id(machine.compiled.reduced), selected.states), compiled)


def _explain_by_causality(chosen: System) -> None:
    """Where the graph has no causality either, its explanation names the elements that disagree."""
    from ..graph.causality import causality

    causality(chosen.graph, chosen.scopes)


def _all(chosen: System, wishes: Mapping[str, float] | None) -> dict[str, float]:
    """The wishes of the model and of the user, by scalar variable."""
    found: dict[str, float] = {}
    for name, wish in {**model_wishes(chosen), **(wishes or {})}.items():
        # states are shown as derivatives too; the wish is for both
        for x in np.ravel(np.asarray(chosen.scopes.lookup(undifferentiated(name)), dtype=object)):
            if chosen.is_constant(x):
                raise ModelError(
                    f"wish for the state {name}: it is no variable of the equations but a parameter, or set by events"
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


def _broken(machine: Machine, states: Iterable[Node], wishes: Mapping[str, float]) -> Iterator[tuple[str, bool, Node]]:
    """The firm wishes that a choice of states does not keep: the variable, whether "always", and what it stands for."""
    chosen = set(states)
    rates = dict(_rates(machine.compiled.aliased.equations))
    for name, wish in _all(machine.system, wishes).items():
        target = machine.compiled.resolve(symbol(name))
        target = target.args[0] if target.op == "neg" else target
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
            first, second = (x.args[0] if x.op == "neg" else x for x in e.residual.args)
            for rate, other in ((first, second), (second, first)):
                if rate.op == "symbol" and other.op == "der":
                    yield rate, other


def engine(model: Model) -> Engine:
    """The engine of `model`, made once."""
    found = vars(model).get("_engine")
    if found is None:
        with model._lock:
            found = vars(model).get("_engine")
            if found is None:
                found = Engine(model)
                model._set(engine=found)
    return found


def _number(name: str, value: Any, base: System) -> float | None:
    """The number that a value is, also as text or with a unit; None for expressions and lists."""
    if isinstance(value, (int, float, np.floating, np.integer)) and not isinstance(value, bool):
        try:
            return _finite(name, float(value))
        except OverflowError:
            raise ModelError("the whole number is too large", name) from None
    if isinstance(value, str):
        try:
            return _finite(name, float(value))
        except ValueError:
            return base.scopes.quantity(name, value)
    return None


def _written(value: Any) -> str:
    """A value as text that tells it from every other; NumPy's own text of an array drops digits."""
    return repr(value.tolist()) if isinstance(value, (np.ndarray, np.generic)) else repr(value)


def _finite(name: str, value: float) -> float:
    if not np.isfinite(value):
        raise ModelError(f"the value {value} is not finite", name)
    return value


def check_method(method: str, bonds: str) -> None:
    """Refuse what is not there, with the reason."""
    if method not in METHODS:
        raise NameNotFound(f"there is no method '{method}'" + nearest(method, METHODS))
    if method != "reduced":
        raise ModelError(
            f"the method '{method}' is not part of this version; use 'reduced', which solves the same model"
        )
    if bonds not in ("vector", "scalar"):
        raise ModelError(f"bonds are 'vector' or 'scalar', not {bonds!r}")
    if bonds == "scalar":
        raise ModelError(
            "the transformation to scalar bonds is not there yet; use bonds='vector', which solves the same equations"
        )
