"""The graph of a model and its flat equations with given values, made once: what analyses, reports and runs share."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from ..errors import ModelError
from ..expression import Node, evaluate, forget_unused, leaves, symbol
from ..graph.demands import check_demands, check_values
from ..graph.flat import graph_of
from ..graph.other_names import spelled_out
from ..model.composite import WISHES, Composite
from ..model.memory import Memory
from ..model.option import check_value, mapping
from ..model.stages import kept
from .beginning import from_zero_on
from .nonzero import coefficients
from .system import System, system

KEPT = 8  # sets of equations with values built in, and what is compiled from them
_collection = threading.Lock()
_compiling = 0  # threads that have asked for no collection
_was_collecting = False


@contextmanager
def without_collection() -> Iterator[None]:
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


class Formulation:
    """A model's equations. Numbers of parameters are run-time inputs; a change of structure (a zero that becomes
    something else, an expression) makes a new set of equations; the last few are kept for the next time.

    Any number of threads may ask: one makes the equations, the others wait and get the same.
    """

    def __init__(self, model: Composite):
        start = time.perf_counter()
        with without_collection():
            self.graph = graph_of(model)
        self._lock = threading.RLock()
        self._own: dict[bool, System] = {}  # with the model's own values; `early` or not
        self._systems: Memory[System] = Memory(KEPT)  # with others built in
        self._built = 0  # so many of them
        self._sound: Memory[bool] = Memory()  # parameter values that were checked
        self._vectors: Memory[np.ndarray] = Memory()  # the model's own values, by their equations
        self._coefficients: Memory[frozenset[str]] = Memory(KEPT)  # parameters whose zeros belong to the structure
        self.seconds = time.perf_counter() - start  # spent so far

    def system(self, overrides: Mapping[str, Any] | None = None, early: bool = False) -> System:
        """The flat equations, with structural `overrides` built in; `early`: for runs that begin before time 0."""
        overrides = dict(overrides or {})
        key = (early, *sorted((k, _written(v)) for k, v in overrides.items()))
        found = self._systems.find(key) if overrides else self._own.get(early)
        if found is None:
            with self._lock:
                found = self._systems.find(key) if overrides else self._own.get(early)
                if found is None:
                    start = time.perf_counter()
                    with without_collection():
                        made = system(self.graph, overrides)
                        found = made if early else from_zero_on(made)
                    if overrides:
                        self._systems.keep(key, found)
                        self._tidy()
                    else:
                        self._own[early] = found
                    self.seconds += time.perf_counter() - start
        return found

    def _tidy(self) -> None:
        """From time to time let go of what earlier values left: code and the memory of its runs hold each other, and
        Python's own collector, which counts objects, does not see how large they are."""
        self._built += 1
        if self._built % KEPT == 0 and gc.isenabled():
            gc.collect()
            forget_unused()

    def parameters(self, given: Mapping[str, Any] | None, early: bool = False) -> tuple[System, np.ndarray]:
        """The equations and the parameter vector for the given values.

        Values are numbers, texts with units or expressions; vectors by name or component (``R.R[1]``). `early`: for
        runs that begin before time 0.
        """
        base = self.system(early=early)
        if not given:
            return base, self._vectors.get(base, lambda: self._vector(base, {})).copy()
        runtime, structural = self.sort_values(given, base)
        if not structural:
            return base, self._vector(base, runtime)
        chosen, numbers = self._rewritten(structural, base, early)
        return chosen, self._vector(chosen, runtime | numbers)

    def _rewritten(self, structural: Mapping[str, Any], base: System, early: bool) -> tuple[System, dict[str, float]]:
        """The equations for values that are not those of parameters in `base`, and the numbers among these that are
        parameters there: a number in the place of an expression, such as the mass of a body that the model computes,
        makes equations in which it is free, once for all numbers."""
        given = {name: _number(name, value, base) for name, value in structural.items()}
        numbers = {name: number for name, number in given.items() if number is not None}
        own = {name: value for name in numbers if (value := own_value(base, name)) is not None}
        while own:
            chosen = self.system({**structural, **own}, early)
            kept = [
                name for name in own
                if name in chosen.parameters and not self.changes_structure(chosen, name, numbers[name])
            ]  # fmt: skip
            if len(kept) == len(own):
                return chosen, {name: chosen.parameters[name].check(numbers[name], name) for name in own}
            own = {name: own[name] for name in kept}
        return self.system(structural, early), {}

    def _vector(self, chosen: System, runtime: Mapping[str, float]) -> np.ndarray:
        """The values of all parameters, those of `runtime` and otherwise the model's own, checked."""
        values = {k: p.value for k, p in chosen.parameters.items()} | {
            k: v for k, v in runtime.items() if k in chosen.parameters
        }
        vector = np.array([values[k] for k in chosen.parameters], dtype=float)

        def check() -> bool:
            check_demands(chosen.scopes, values)
            check_values(chosen.scopes, values, runtime)
            return True

        self._sound.get((chosen, vector.tobytes()), check)
        return vector

    def sort_values(self, given: Mapping[str, Any], base: System) -> tuple[dict[str, float], dict[str, Any]]:
        """Given values by path: numbers for the run, and what makes other equations."""
        runtime: dict[str, float] = {}
        structural: dict[str, Any] = {}
        for given_name, value in spelled_out(base.scopes.aliases, given).items():
            name = given_name if given_name in base.parameters else base.scopes.current(given_name)
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
        return runtime, structural

    def changes_structure(self, chosen: System, name: str, number: float) -> bool:
        """Whether a number makes other equations: a factor that becomes zero, or is no longer."""
        known = chosen.parameters[name]
        if (number == 0.0) == (known.value == 0.0):
            return known.folds and number == 0.0
        if known.folds:
            return number == 0.0
        return name in self._coefficients.get(chosen, lambda: coefficients(chosen))

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


def own_value(chosen: System, name: str) -> float | None:
    """The number that a parameter given by an expression has with the model's own values; None where there is none."""
    derived = chosen.scopes.derived.get(name)
    if derived is None:
        return None
    own = {symbol(key): known.value for key, known in chosen.parameters.items()}
    if not all(leaf in own for leaf in leaves(derived[0])):
        return None  # it changes in a run
    value = float(evaluate([derived[0]], own)[0])
    return value if np.isfinite(value) else None


def formulation(model: Composite) -> Formulation:
    """The formulation of `model`, made once."""
    return kept(model, "formulation", lambda: Formulation(model))


def preset(model: Composite, values: Mapping[str, Any]) -> None:
    """Give `model` other values of its parameters by path, for everything that is asked of it from now on."""
    for name, value in mapping(values).items():
        check_value(name, value)
    model._set(preset={**model._preset, **values})
    model._stages.made.clear()
    if values:
        formulation(model).system()  # a wrong name or value is refused here, not in the middle of what follows


def model_wishes(system: System) -> dict[str, float]:
    """The wishes for states in all models, by full name; those of a model come after those of its parts, which they
    replace."""

    def depth(path: str) -> int:
        return path.count(".") + 1 if path else 0

    return {
        f"{path}.{name}" if path else name: WISHES[wish]
        for path, model in sorted(system.graph.models.items(), key=lambda item: -depth(item[0]))
        for name, wish in model.wishes.items()
    }


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
    """A value as text that tells it from every other; NumPy's own text of an array drops digits, that of an expression
    is cut."""
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_written, value))}]"
    return f"expression {value.id}" if isinstance(value, Node) else repr(value)


def _finite(name: str, value: float) -> float:
    if not np.isfinite(value):
        raise ModelError(f"the value {value} is not finite; give a number below 1e300", name)
    return value
