"""Elements: components that carry laws instead of other components."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from typing import Any, ClassVar

import numpy as np

from ..argument import check_fields, refuse_kind
from ..errors import ModelError
from ..expression import ZERO, Node
from ..frozen import frozen
from ..model.bond import PortReference
from ..model.component import Component
from ..model.declare import Port
from ..model.registry import register
from .pair import Pair

Equation = tuple[Any, Any]  # left and right side: nodes or arrays of nodes of the same shape


@frozen
class Cell:
    """What an element demands of the causality of some scalar bond ends.

    `ends` are pairs (attachment, component): the place of the bond in the element's list and the component of the
    bond. `kind`: "effort" or "flow" (imposed by the element), "prefer effort" or "prefer flow" (storage in integral
    causality), "free", "0", "1", "tf". For "tf", exactly `count` of the ends take in a flow (an effort for ends
    listed in `dual`, as at the second port of a gyrator). Where that is not enough, `matrix` is the ratio from the
    first attachment (columns) to the second (rows), whose zeros forbid some choices; `form` says whether it takes
    "flow" or "effort" from the one to the other.
    """

    kind: str
    ends: tuple[tuple[int, int], ...]
    count: int = 1
    dual: frozenset[tuple[int, int]] = frozenset()
    matrix: np.ndarray | None = field(default=None, compare=False)
    form: str = "flow"

    def __post_init__(self) -> None:
        check_fields(self)
        for name, given in (("ends", self.ends), ("dual", self.dual)):
            if not _pairs(given):
                raise refuse_kind(name, "Cell", "pairs of whole numbers", given)


def _pairs(given: Any) -> bool:
    return isinstance(given, (tuple, list, set, frozenset)) and all(
        isinstance(end, (tuple, list)) and len(end) == 2 and all(isinstance(k, (int, np.integer)) for k in end)
        for end in given
    )


class Element(Component):
    """A component with laws of its own.

    `equations(s)` yields its laws as pairs (left, right). In the scope `s`, ports have efforts and flows
    (``s.a.e``, ``s.a.f``; ``s.e``, ``s.f`` for one-ports; flow positive in the sense of the port), parameters and
    variables are nodes or arrays. A one-port that declares an `e` or `f` of its own has that there, and those of its
    port under the port's name only.

    `structural_modes`: the laws hold conditions (``choose``) that exchange one law for another, as in an ideal switch;
    with every condition replaced by true or false, plain laws remain, and the causality belongs to that mode. An
    element with set-valued laws declares them by `pairs`, and by `beside` the laws that hold whatever these do.
    `unsettled`: what to use instead where a law of its kind jumps for ever, for messages.
    `computes`: what it rather computes where its causality is free, its "effort" or its "flow" (a conductor).
    `one_domain`: what is bonded to its ports is of one physical domain, as at a junction.

    With ``bonds="scalar"`` the law is the same, but every component of its ports is bonded for itself, by a scalar
    bond: an n-port. ``C([[2, 1], [1, 2]], n=2, bonds="scalar")`` has the ports ``a_0`` and ``a_1``.
    """

    junction: ClassVar[bool] = False
    reserved: ClassVar[dict[str, str]] = {
        **Component.reserved, "active": "in its laws whether it takes part", "bonds": "in its laws all that is bonded",
    }  # fmt: skip
    splits = True
    structural_modes: ClassVar[bool] = False
    computes: ClassVar[str] = "effort"
    unsettled: ClassVar[str] = ""
    places: ClassVar[tuple[str, str]] = ("closed", "open")  # of what switches: where it passes and where it holds
    leaky: ClassVar[tuple[str, ...]] = ()  # kinds that do the same with a small resistance and conductance
    one_domain: ClassVar[bool] = False

    @property
    def ratio(self) -> tuple[str, str] | None:
        """Where a parameter in any unit takes a variable of port a to one of port b: both, as ("flow", "effort")."""
        return None

    @property
    def steep(self) -> bool:
        """Whether its power changes so steeply that the energy books need steps of their own."""
        return False

    def __init__(self, *values: Any, bonds: str = "vector", **given: Any):
        super().__init__(*values, **given)
        if bonds not in ("vector", "scalar"):
            raise ModelError(f"bonds are 'vector' or 'scalar', not {bonds!r}", type(self).__name__)
        if bonds == "scalar":
            if self.junction:
                raise ModelError("a junction of scalar bonds is one with n=1; write one for each component", self.name)
            self._set(split=True)

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        if "pairs" in vars(cls):
            cls.structural_modes = True
        elif "equations" in vars(cls):  # other laws than those that the class above says as pairs
            cls.pairs = Element.pairs  # type: ignore[method-assign]
        if not cls.__name__.startswith("_"):
            register(cls)

    @property
    def where(self) -> str:
        """The dotted path of the element in the whole model, for messages."""
        return ".".join(self._path()) or self.name

    @property
    def ports(self) -> Mapping[str, Port]:
        """The power ports by name; with scalar bonds every component of a port is one of its own, such as a_0, a_1."""
        if not self._split:
            return self.whole_ports
        found = {}
        for name, port in self.whole_ports.items():
            size = self.size(port.n)
            if size == 1:
                found[name] = port
            else:
                parts = [f"{name}_{i}" for i in range(size)]
                found |= {part: replace(port, name=part, n=1) for part in parts}
        return found

    @property
    def parts(self) -> list[list[str]]:
        """For every whole port, in order, the ports that are bonded: itself, or one for each of its components."""
        sizes = {name: self.size(port.n) if self._split else 1 for name, port in self.whole_ports.items()}
        return [[name] if size == 1 else [f"{name}_{i}" for i in range(size)] for name, size in sizes.items()]

    def __getattr__(self, name: str) -> Any:
        if self._split and not name.startswith("_") and name not in self.declarations and name in self.ports:
            return PortReference(self, name)
        return super().__getattr__(name)

    def equations(self, s: Any) -> Iterator[Equation]:
        """The laws of the element. One with `pairs` has its laws from these and from `beside`."""
        if not self.structural_modes:
            raise ModelError(
                f"{type(self).__name__} has no laws, so that nothing is known of its efforts and flows; write a method "
                "equations(self, s) that yields pairs, such as (s.e, s.R * s.f)"
            )
        yield from self.beside(s)
        for pair in self.pairs(s):
            yield pair.closing(), ZERO

    def pairs(self, s: Any) -> Iterator[Pair]:
        """The set-valued laws of the element, an effort and a flow each, as in a diode, a brake or a contact."""
        return iter(())

    def beside(self, s: Any) -> Iterator[Equation]:
        """Of an element with `pairs` the laws that hold whatever these do."""
        return iter(())

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        """The causal demands; by default each port component for itself, as its port declares."""
        for place, port in enumerate(self.whole_ports.values()):
            assert isinstance(port, Port)
            for i in range(self.size(port.n)):
                yield Cell(port.causality, ((place, i),))

    def coupled(self, s: Any) -> bool:
        """Whether the components of a one-port depend on each other; said of every law that is not looked into."""
        return True

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool | None]]:
        """Start values: variable, value, and whether the user gave it (given values must hold)."""
        return iter(())

    def observe(self, s: Any, kinds: set[str]) -> Iterator[Equation]:
        """Laws that tell variables of these kinds (`Kind` by its word) while the element takes no part itself, because
        somebody wants them as states; none for elements that always take part."""
        return iter(())

    def observe_start(self, s: Any, kinds: set[str]) -> Iterator[tuple[Any, Any, bool]]:
        """First guesses of what `observe` tells, in the form of `initial`."""
        return iter(())

    def nominal(self, s: Any) -> Iterator[tuple[Any, Any]]:
        """The usual size of state variables, as expressions of parameters: what an absolute tolerance is relative to.

        The charge of a capacitor of 1 nF is never near 1 C; one volt on it is 1e-9 C.
        """
        return iter(())

    def limits(self, s: Any) -> Iterator[tuple[Any, str]]:
        """What must stay positive for the law to hold, and what it means when it does not; the run ends there."""
        return iter(())

    def start_limits(self, s: Any) -> Iterator[tuple[Any, str]]:
        """What must not be negative at the start of a run, and what it means when it is."""
        return iter(())

    def doubtful(self, s: Any) -> Iterator[tuple[Any, str]]:
        """What should stay positive; a result in which it does not is to be doubted, for the reason given."""
        return iter(())

    def stored(self, s: Any) -> Node | None:
        """The stored energy [J] as an expression of the element's variables, if there is one."""
        return None


def product(parameter: Any, vector: np.ndarray) -> np.ndarray:
    """A field applied to a vector: a number or vector acts component by component, a matrix by matrix product."""
    parameter = np.asarray(parameter, dtype=object)
    return parameter @ vector if parameter.ndim == 2 else parameter * vector


def matrix(parameter: Any, n: int) -> np.ndarray:
    """A field as an n × n matrix; numbers and vectors stand on the diagonal."""
    parameter = np.asarray(parameter, dtype=object)
    if parameter.ndim == 2:
        return parameter
    result = np.full((n, n), ZERO, dtype=object)
    for i in range(n):
        result[i, i] = parameter if parameter.ndim == 0 else parameter[i]
        if isinstance(result[i, i], np.ndarray):
            result[i, i] = result[i, i].item()
    return result


def one_of(element: Element, what: str, *names: str) -> None:
    """At most one of the ways to say the same thing may be used."""
    used = [name for name in names if name in element.given]
    if len(used) > 1:
        raise ModelError(f"{what} is given twice, by {' and '.join(used)}; keep one", element.where)


def whole_numbers(element: Element, name: str, n: int) -> list[int]:
    """The option `name` as a permutation of 0 … n−1; by default these numbers in order."""
    given = element.option(name)
    try:
        order = list(range(n)) if given is None else [int(i) for i in given if int(i) == i]
    except (TypeError, ValueError):
        order = []
    if sorted(order) != list(range(n)):
        raise ModelError(f"'{name}' must be a permutation of 0 … {n - 1}, not {given!r}", element.where)
    return order


def blocks(pattern: np.ndarray) -> list[tuple[list[int], list[int]]]:
    """The independent blocks (rows, columns) of a matrix with the given pattern of non-zeros."""
    rows, columns = pattern.shape
    left = [list(np.flatnonzero(pattern[i])) for i in range(rows)]
    right = [list(np.flatnonzero(pattern[:, j])) for j in range(columns)]
    seen_rows: set[int] = set()
    seen_columns: set[int] = set()
    found = []
    for start in range(columns):
        if start in seen_columns:
            continue
        block_rows: list[int] = []
        block_columns, stack = [], [start]
        seen_columns.add(start)
        while stack:
            j = stack.pop()
            block_columns.append(j)
            for i in map(int, right[j]):
                if i not in seen_rows:
                    seen_rows.add(i)
                    block_rows.append(i)
                    fresh = [int(k) for k in left[i] if k not in seen_columns]
                    seen_columns.update(fresh)
                    stack.extend(fresh)
        found.append((sorted(block_rows), sorted(block_columns)))
    found += [([i], []) for i in range(rows) if i not in seen_rows]
    return found
