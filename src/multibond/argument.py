"""What public calls may be given: each argument is checked by the kind that its annotation names, and a call with a
misspelt, missing or superfluous argument is answered by a sentence."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import lru_cache, wraps
from numbers import Integral, Real
from typing import Any, ParamSpec, TypeVar

from .errors import ModelError, NameNotFound, nearest

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")
PICTURES = (".svg", ".png", ".pdf", ".html", ".gif", ".mp4")
LARGEST = 1e300  # beyond it squares and sums of a few have no value


def is_number(value: Any) -> bool:
    """Whether it is a finite real number that can be computed with.

    >>> is_number(2.5), is_number(10**400), is_number(True), is_number("2")
    (True, False, False, False)
    """
    if not isinstance(value, Real) or isinstance(value, bool):
        return False
    try:
        return abs(float(value)) <= LARGEST
    except OverflowError:
        return False


def _is_whole(value: Any) -> bool:
    return isinstance(value, Integral) and not isinstance(value, bool) and abs(int(value)) < 2**63


def _is_flag(value: Any) -> bool:
    return isinstance(value, bool) or type(value).__name__ in ("bool", "bool_")


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_none(value: Any) -> bool:
    return value is None


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple))


def _is_path(value: Any) -> bool:
    return isinstance(value, str) or (isinstance(value, os.PathLike) and isinstance(os.fspath(value), str))


def _are_texts(value: Any) -> bool:
    return isinstance(value, (list, tuple)) and all(isinstance(part, str) for part in value)


# What an annotation asks for: a test, and the words of the message
KINDS: dict[str, tuple[Callable[[Any], bool], str]] = {
    "str": (_is_text, "a text"),
    "float": (is_number, "a finite number"),
    "int": (_is_whole, "a whole number"),
    "bool": (_is_flag, "True or False"),
    "None": (_is_none, "None"),
    "Sequence[str]": (_are_texts, "a list of texts"),
    "Iterable[str]": (_are_texts, "a list of texts"),
    "list[str]": (_are_texts, "a list of texts"),
    "tuple[str, ...]": (_are_texts, "a list of texts"),
    "tuple[Any, ...]": (_is_list, "a list"),
    "os.PathLike[str]": (_is_path, "a path"),
    "Mapping[str, Any]": (lambda value: isinstance(value, Mapping), "a dictionary of names and values"),
    "dict[str, Any]": (lambda value: isinstance(value, Mapping), "a dictionary of names and values"),
    "Callable[[float], None]": (callable, "a function"),
}
Check = tuple[str, tuple[Callable[[Any], bool], ...], str]


def _check(name: str, annotation: Any) -> Check | None:
    """How an argument is checked; None where its annotation says nothing that can be."""
    atoms = str(annotation).split(" | ")
    if not all(atom in KINDS for atom in atoms):
        return None
    tests = tuple(KINDS[atom][0] for atom in atoms)
    return name, tests, " or ".join(dict.fromkeys(KINDS[atom][1] for atom in atoms))


def _called(function: Callable[..., Any]) -> str:
    """What a user calls: a function, or the class that it makes."""
    name: str = function.__qualname__
    return name.removesuffix(".__init__").rpartition(".")[2]


def refuse_kind(name: str, of: str, words: str, value: Any) -> ModelError:
    """The sentence about a value of the wrong kind.

    >>> print(refuse_kind("unit", "Discrete", "a text", 0.5))
    'unit' of Discrete must be a text, not 0.5
    """
    shown = repr(value)
    return ModelError(f"'{name}' of {of} must be {words}, not {shown if len(shown) <= 80 else shown[:77] + '…'}")


@lru_cache(maxsize=512)
def _checks(function: Callable[..., Any]) -> tuple[inspect.Signature, dict[str, Check]]:
    signature = inspect.signature(function)
    found = {name: _check(name, p.annotation) for name, p in signature.parameters.items()}
    return signature, {name: check for name, check in found.items() if check is not None}


def well_called(function: Callable[..., Any], values: tuple[Any, ...], named: dict[str, Any]) -> None:
    """Refuse a call that lacks an argument, has one too many or one that there is not."""
    signature = _checks(function)[0]
    known = [name for name in signature.parameters if name != "self"]
    open_ended = any(p.kind is p.VAR_KEYWORD for p in signature.parameters.values())
    for name in named:
        if name not in known and not open_ended:
            raise NameNotFound(f"{function.__name__} has no option '{name}'" + nearest(name, known))
    try:
        signature.bind(*values, **named)
    except TypeError as error:
        given = [value for value in values if isinstance(value, str) and value.lower().endswith(PICTURES)]
        hint = f"; a file is written by {function.__name__}().save({given[0]!r})" if given else ""
        raise ModelError(
            f"{function.__name__} is called wrongly: {error}; it takes {', '.join(known) or 'nothing'}{hint}"
        ) from None


def checked(function: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """A public function or method whose arguments are checked by their annotations.

    >>> @checked
    ... def wait(seconds: float, often: int = 1) -> float:
    ...     return seconds * often
    >>> wait(2.0)
    2.0
    >>> wait("long")
    Traceback (most recent call last):
    multibond.errors.ModelError: 'seconds' of wait must be a finite number, not 'long'
    """

    @wraps(function)
    def call(*values: Arguments.args, **named: Arguments.kwargs) -> Answer:
        signature, checks = _checks(function)
        well_called(function, values, named)
        for name, value in signature.bind(*values, **named).arguments.items():
            check = checks.get(name)
            if check is not None and not any(test(value) for test in check[1]):
                raise refuse_kind(name, _called(function), check[2], value)
        return function(*values, **named)

    return call


def spelled(function: Callable[Arguments, Answer]) -> Callable[Arguments, Answer]:
    """A public function or method that checks its values itself: only the names and number of its arguments are
    looked at here, and only when a call has failed."""

    @wraps(function)
    def call(*values: Arguments.args, **named: Arguments.kwargs) -> Answer:
        try:
            return function(*values, **named)
        except TypeError:
            well_called(function, values, named)
            raise

    return call


# how the fields of dataclasses are checked, each with the types of which every value passes
_FIELDS: dict[type, tuple[tuple[frozenset[type], Check], ...]] = {}
_PASSING: dict[Callable[[Any], bool], type] = {_is_text: str, _is_flag: bool, _is_none: type(None), _is_list: tuple}


def _field_checks(kind: type[Any]) -> tuple[tuple[frozenset[type], Check], ...]:
    if kind not in _FIELDS:
        found = (_check(each.name, each.type) for each in fields(kind))
        _FIELDS[kind] = tuple(
            (frozenset(_PASSING[test] for test in check[1] if test in _PASSING), check)
            for check in found
            if check is not None
        )
    return _FIELDS[kind]


def check_fields(value: Any) -> None:
    """Refuse a dataclass with a field of another kind than its annotation says; for its `__post_init__`."""
    given = value.__dict__
    for passing, (name, tests, words) in _field_checks(type(value)):
        if type(given[name]) not in passing and not any(test(given[name]) for test in tests):
            raise refuse_kind(name, type(value).__name__, words, given[name])


__all__ = ["LARGEST", "check_fields", "checked", "is_number", "refuse_kind", "spelled", "well_called"]
