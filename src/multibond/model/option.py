"""Options and values given to the calls that use a model: what is wrong is refused before anything is compiled."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sized
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import numpy as np

from ..errors import ModelError, MultibondError, NameNotFound, nearest
from ..expression import Node, undifferentiated

if TYPE_CHECKING:
    from .composite import Model

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def in_words(function: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """`function`, whose first argument is a model or its equations, with errors in names that the modeller wrote."""

    @wraps(function)
    def speaking(*values: Arguments.args, **named: Arguments.kwargs) -> Answer:
        try:
            return function(*values, **named)
        except MultibondError as error:
            source: Any = values[0]  # a model has a graph when it got as far as an engine
            made = vars(source).get("_engine") if "_engine" in vars(source) else source
            graph = vars(made).get("graph") if made is not None else None
            if graph is not None:
                from ..graph.spoken import say

                say(error, graph)
            raise

    return speaking


def check_keywords(function: Any, options: dict[str, Any]) -> None:
    """Refuse a misspelt option with the nearest name."""
    known = function.__kwdefaults__ or {}
    for name in options:
        if name not in known:
            raise NameNotFound(f"{function.__name__} has no option '{name}'" + nearest(name, known))


def mapping(given: Any) -> dict[str, Any]:
    """`given` if it maps names to values."""
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise ModelError(f"values are given by name, such as {{'resistor.R': 5.0}}, not as {given!r}")
    return dict(given)


def preset(model: Model, values: Mapping[str, Any]) -> Model:
    """`model` with other values of its parameters by path, for everything that is asked of it from now on."""
    for name, value in mapping(values).items():
        _check_value(name, value)
    model._set(preset={**model._preset, **values}, engine=None)
    if values:
        from ..simulation import engine

        engine(model).system()  # a wrong name or value is refused here, not in the middle of what follows
    return model


def _check_value(name: str, value: Any) -> None:
    if value is None:
        raise ModelError("a parameter needs a value, not None", name)
    if isinstance(value, Sized) and not len(value):
        raise ModelError(f"a parameter needs a value, not {value!r}, which is empty", name)


def check_flag(value: Any, what: str, where: str | None = None) -> None:
    """Refuse what is neither true nor false."""
    if not isinstance(value, (bool, np.bool_)):
        raise ModelError(f"{what} must be True or False, not {value!r}", where)


def check_text(value: Any, what: str, where: str | None = None) -> None:
    """Refuse what is no text."""
    if not isinstance(value, str):
        raise ModelError(f"{what} a text, not {value!r}", where)


def names(given: Any, what: str) -> Any:
    """`given` if it is a list of names or expressions, or nothing."""
    if given is None or (isinstance(given, (list, tuple)) and all(isinstance(part, (str, Node)) for part in given)):
        return given
    raise ModelError(f"the {what} are a list of names such as ['motor.w'], not {given!r}")


def check_written(value: Any, what: str, where: str) -> None:
    """Refuse what cannot be written into a model as an expression."""
    kinds = (Node, str, int, float, np.number, list, tuple, np.ndarray)
    if not isinstance(value, kinds) or isinstance(value, bool) or (isinstance(value, Sized) and not len(value)):
        raise ModelError(f"{what} is a number, a variable or an expression, not {value!r}", where)
    if isinstance(value, (int, float, np.number)):
        try:
            finite = bool(np.isfinite(float(value)))  # type: ignore[arg-type]
        except (OverflowError, TypeError):
            finite = False
        if not finite:
            raise ModelError(f"{what} is not a finite real number", where)


def check_values(model: Model, options: dict[str, Any]) -> None:
    """Refuse options of the wrong kind."""
    for key in ("parameters", "states"):
        if options.get(key) is not None:
            mapping(options[key])
    for key in ("solver", "method", "bonds"):
        if key in options:
            check_text(options[key], f"the option '{key}' is named by")
    if "steady" in options:
        check_flag(options["steady"], "'steady'")
    for name, value in mapping(options.get("parameters") or {}).items():
        _check_value(name, value)
    for name in mapping(options.get("states") or {}):
        from ..simulation import engine

        scopes = engine(model).system().scopes
        try:
            scopes.lookup(undifferentiated(name))
        except NameNotFound as error:
            raise NameNotFound(f"wish for the state {name}: {error}", model.title) from None


def sweep_values(model: Model, name: str, values: Any) -> list[float]:
    """The values of one parameter in a sweep: numbers, or texts with units."""
    if isinstance(values, (str, bytes)) or not hasattr(values, "__len__"):
        raise ModelError(f"a sweep takes a list of values, not {values!r}", name)
    from ..simulation import engine

    scopes = engine(model).system().scopes
    numbers = []
    for value in values:
        try:
            number = scopes.quantity(name, value) if isinstance(value, str) else None
            numbers.append(float(value) if number is None else number)
        except ModelError:
            raise
        except (TypeError, ValueError):
            raise ModelError(f"{value!r} is not a number or a number with a unit", name) from None
    return numbers
