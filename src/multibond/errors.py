"""One family of exceptions; every message says what is wrong, where, why, and what to do."""

from __future__ import annotations

import difflib
import traceback
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from itertools import islice
from typing import Any
from weakref import WeakKeyDictionary

LONGEST = 1500  # characters of a message


class MultibondError(Exception):
    """Base of every error that multibond raises about a model, a file or a run.

    The message is a sentence for the modeller. `where` is the dotted path of the component concerned,
    or None when the error does not belong to one component.
    """

    def __init__(self, message: str, where: str | None = None):
        if len(message) > LONGEST:  # it quotes something huge; how it begins and ends is what counts
            message = f"{message[: LONGEST // 2]} … {message[-LONGEST // 3 :]}"
        super().__init__(f"{where}: {message}" if where else message)
        self.where = where

    def _render_traceback_(self) -> list[str]:
        """What a notebook shows when nobody catches the error: where in the cell, the sentence, and the picture of the
        model with the component marked, where the model is known."""
        view = _VIEWS.pop(self, None)  # it may be asked for several times and is shown once
        if view is not None:
            shown = import_module("IPython.display")
            shown.display(shown.HTML(view()))
        places = [frame for frame in traceback.extract_tb(self.__traceback__) if "ipykernel" in frame.filename]
        lines = [f"line {frame.lineno} of the cell: {frame.line}" for frame in places[-1:]]
        return [*lines, f"{type(self).__name__}: {self}"]


_VIEWS: WeakKeyDictionary[MultibondError, Callable[[], str]] = WeakKeyDictionary()


def show_with(error: MultibondError, view: Callable[[], str]) -> None:
    """Let notebooks show `view()`, a piece of HTML, together with the sentence of an error."""
    _VIEWS[error] = view


class ModelError(MultibondError, ValueError):
    """The model as written cannot be: a wrong value, cardinality, domain, bond or name."""


class NameNotFound(MultibondError, LookupError):
    """A name that is not there; the message offers the nearest ones."""


class KeyNotFound(NameNotFound, KeyError):
    """A name that a table does not have."""

    __str__ = Exception.__str__  # a KeyError would show the sentence in quotes


class AttributeNotFound(NameNotFound, AttributeError):
    """A part, port or variable that a component does not have, asked for as an attribute."""


class FileError(MultibondError, ValueError):
    """A model file that is truncated, too large, malformed or not allowed.

    `place` are the keys that lead to what is wrong, such as ("components", "R1", "R"), `mark` its line and column where
    they are known, and `sentence` the message without them.
    """

    place: tuple[str | int, ...] = ()
    mark: tuple[int, int] | None = None
    sentence: str = ""


class CausalityError(MultibondError, ValueError):
    """No causal assignment exists; the message names the elements that disagree, whose paths are in `elements`."""

    def __init__(self, message: str, where: str | None = None, elements: Iterable[str] = ()):
        super().__init__(message, where)
        self.elements = tuple(dict.fromkeys(elements))


class StructureError(MultibondError, ValueError):
    """The equations are structurally singular; the message names the components."""


class InitialError(MultibondError, ArithmeticError):
    """No consistent start: too many, too few or contradicting start values."""


class SimulationError(MultibondError, ArithmeticError):
    """A run that could not go on; `result` holds what was computed until then."""

    def __init__(self, message: str, where: str | None = None, result: object = None):
        super().__init__(message, where)
        self.result = result


class ByName(dict[str, Any]):
    """A table by name, in which an unknown name is answered by the nearest; `what` is what the names are of.

    >>> ByName({"speed": 1.0}, "output")["sped"]
    Traceback (most recent call last):
    multibond.errors.KeyNotFound: there is no output 'sped'; did you mean 'speed'?
    """

    def __init__(self, values: Mapping[str, Any], what: str):
        super().__init__(values)
        self.what = what

    def __missing__(self, name: Any) -> Any:
        shown = f"'{name}'" if isinstance(name, str) else repr(name)
        raise KeyNotFound(f"there is no {self.what} {shown}" + nearest(name, self))

    def __reduce__(self) -> Any:
        return ByName, (dict(self), self.what)


class Asked:
    """What has its findings as attributes: one that is not there, or an index, is answered by a sentence."""

    __iter__: Any = None  # an index that always fails would be taken for a list

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or hasattr(type(self), name):  # the latter: what computes it has failed
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'", name=name, obj=self)
        raise AttributeNotFound(f"{type(self).__name__} has no '{name}'" + nearest(name, _offered(self)))

    def __getitem__(self, name: Any) -> Any:
        kind, offered = type(self).__name__, _offered(self)
        if isinstance(name, str) and name in offered:
            raise NameNotFound(f"what {kind} has is read as an attribute, .{name}, not by an index")
        shown = f"'{name}'" if isinstance(name, str) else repr(name)
        raise NameNotFound(f"{kind} takes no index, and {shown} is none of its attributes{nearest(name, offered)}")


def _offered(thing: object) -> list[str]:
    return [name for name in dict.fromkeys((*vars(thing), *dir(type(thing)))) if not name.startswith("_")]


class DoubtfulResult(UserWarning):
    """A run that came to its end with a result that should be distrusted; ``result.stats.doubts`` has the reasons."""


class KernelsNotKept(RuntimeWarning):
    """The folder for compiled kernels is not used: what is in it might be another's."""


class MultibondDeprecationWarning(FutureWarning):
    """A name that has been changed: the old one works for one release more, the message says the new one."""


def nearest(name: str, known: Iterable[str], likeness: float = 0.68) -> str:
    """A hint such as ``; did you mean 'R'?``, what the component has that is meant, or the list of what there is;
    `likeness` of 1 is that of equal names.

    >>> nearest("resistence", ["resistance", "mass"])
    "; did you mean 'resistance'?"
    >>> nearest("coil.x", ["source.e", "coil.p", "coil.f"])
    '; coil has p, f'
    >>> nearest("phi", ["body.x", "hinge.phi"])
    "; did you mean 'hinge.phi'?"
    """
    if not isinstance(name, str):
        return "; a name is a text"
    names = list(islice(known, 3000))  # comparing more would take longer than reading the message
    close = _close(name, names, likeness)
    if close:
        return f"; did you mean {' or '.join(repr(meant) for meant in close)}?"
    if not names:
        return "; there are none here"
    for owner in dict.fromkeys((name, name.rpartition(".")[0])):  # the component is there: what it has
        if inside := [other[len(owner) + 1 :] for other in names if owner and other.startswith(f"{owner}.")]:
            return f"; {'it is a component and' if owner == name else owner} has {_listed(inside)}"
    return f"; there is {_listed(names)}"


def _listed(names: list[str]) -> str:
    return ", ".join(names[:12]) + (", …" if len(names) > 12 else "")


def _close(name: str, names: list[str], likeness: float) -> list[str]:
    """What a name that is none may stand for: another spelling of it, the same in a component, its only quantity."""
    owner, _, last = name.lower().rpartition(".")
    folded = {other.lower(): other for other in reversed(names)}  # r is near to R
    inside = [other for other in folded if other.startswith(f"{name.lower()}.")]
    if inside:  # a component: its only quantity, or all are listed
        return [folded[inside[0]]] if len(inside) == 1 else []
    if not owner:
        same = [other for other in folded if other.endswith(f".{last}")]
        if last and 1 <= len(same) <= 3 and last not in folded:
            return [folded[other] for other in same]
    neighbours = {other.rpartition(".")[2]: other for other in folded if owner and other.startswith(f"{owner}.")}
    if neighbours and "[" not in last:  # the component is right: its quantities alone are compared
        return [folded[neighbours[word]] for word in _alike(last, neighbours, likeness)]
    stripped = {other.lstrip("-"): other for other in folded}  # dashes of options make nothing alike
    return [folded[stripped[word]] for word in _alike(name.lower().lstrip("-"), stripped, likeness)]


def _alike(word: str, known: Iterable[str], likeness: float) -> list[str]:
    """The word that is most alike, or that one slip of the pen makes of it; none where nothing is."""
    close = difflib.get_close_matches(word, list(known), n=1, cutoff=likeness)
    return close or [other for other in known if len(word) > 1 and _one_slip(word, other)][:1]


def _one_slip(word: str, other: str) -> bool:
    """Whether one letter too many, too few or wrong, or two exchanged, make one word of the other."""
    short, long = sorted((word, other), key=len)
    at = next((i for i, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    if len(short) < len(long):
        return short[at:] == long[at + 1 :]
    exchanged = short[at : at + 2] == long[at : at + 2][::-1] and short[at + 2 :] == long[at + 2 :]
    return short[at + 1 :] == long[at + 1 :] or exchanged
