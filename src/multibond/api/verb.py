"""Verbs of models and results: what they have in common."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import lru_cache, partial, wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import numpy as np

from ..argument import well_called
from ..errors import FileError, ModelError, MultibondError, NameNotFound, SimulationError, nearest, show_with
from ..expression import undifferentiated
from ..model.composite import Composite
from ..model.option import check_flag, check_text, check_value, mapping

if TYPE_CHECKING:
    from ..simulation.continued import Origin

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")


def verb(function: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """A method of a model: a misspelt option is answered by the nearest name, errors speak in the modeller's names."""

    @wraps(function)
    def spelled(*values: Arguments.args, **named: Arguments.kwargs) -> Answer:
        if named:
            _check_keywords(function, named)
        try:
            with np.errstate(all="ignore"):  # what has no value is told of by name
                return function(*values, **named)
        except MultibondError as error:
            make_public(error, values[0])
            raise
        except TypeError:
            well_called(function, values, named)
            raise

    return spelled


def make_public(error: MultibondError, model: object) -> None:
    """An error speaks in names that the modeller wrote, and the run that it brings along becomes a result."""
    from ..graph.spoken import say
    from ..model.stages import found

    graph = found(model, "graph") if isinstance(model, Composite) else None
    if graph is not None:  # the model got as far as that
        say(error, graph)
    source: Any = found(model, "source") if isinstance(model, Composite) else None
    if source is not None and error.where is not None and not isinstance(error, FileError):
        line = source.line_of(error.where)
        if line is not None and not str(error).endswith(f"line {line})"):
            place = f"{source.name}, line {line}" if source.name else f"line {line}"  # a text has no name
            error.args = (f"{error} ({place})", *error.args[1:])
    if isinstance(model, Composite) and error.where is not None:
        show_with(error, partial(_view, model, str(error), error.where))
    if isinstance(error, SimulationError):
        from ..simulation.record import Run
        from .result import Result

        if isinstance(error.result, Run):
            error.result = Result(error.result)


def _view(model: Composite, message: str, where: str) -> str:
    from ..picture.notebook_view import error_view

    return error_view(model, message, where)


def _check_keywords(function: Callable[..., Any], given: dict[str, Any]) -> None:
    known = _keywords(function)
    for name in given:
        if name not in known:
            raise NameNotFound(f"{function.__name__} has no option '{name}'" + nearest(name, known))


@lru_cache(maxsize=64)
def _keywords(function: Callable[..., Any]) -> tuple[str, ...]:
    return tuple(inspect.signature(function).parameters)[1:]


def check_values(
    model: Composite,
    bonds: Any = "",
    parameters: Any = None,
    states: Any = None,
    steady: Any = False,
) -> None:
    """Refuse options of the wrong kind before anything is compiled."""
    for name, value in ({} if parameters is None else mapping(parameters)).items():
        check_value(name, value)
    check_text(bonds, "the option 'bonds' is named by")
    check_flag(steady, "'steady'")
    for name in {} if states is None else mapping(states):
        from ..equations.formulation import formulation

        scopes = formulation(model).system().scopes
        try:
            scopes.lookup(undifferentiated(name))
        except NameNotFound as error:
            raise NameNotFound(f"wish for the state {name}: {error}", model.title) from None


def goes_on(start_from: Any, start: float | None, steady: Any, parameters: Any) -> tuple[Origin, float, dict[str, Any]]:
    """Where a run goes on with another, at which time [s], and with which values of parameters."""
    from .continuing import begin_at, with_values

    origin, start = begin_at(start_from, start, steady)
    return origin, start, with_values(origin, parameters)


def check_bonds(bonds: Any) -> None:
    """Refuse bonds that there are not."""
    check_text(bonds, "the option 'bonds' is named by")
    if bonds not in ("vector", "scalar"):
        raise ModelError(f"bonds are 'vector' or 'scalar', not {bonds!r}")


def sweep_values(model: Composite, name: str, values: Any) -> list[float]:
    """The values of one parameter in a sweep: numbers, or texts with units."""
    if isinstance(values, (str, bytes)) or not hasattr(values, "__len__"):
        raise ModelError(f"a sweep takes a list of values, not {values!r}", name)
    from ..equations.formulation import formulation

    scopes = formulation(model).system().scopes
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
