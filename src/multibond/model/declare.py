"""What a component declares about itself: ports, parameters, laws, variables, signals, options.

Help texts, forms, schema and documentation are made from these declarations.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import field
from typing import TYPE_CHECKING, Any

from ..argument import check_fields, refuse_kind
from ..errors import ModelError
from ..frozen import frozen
from .kind import Kind
from .unit import si_unit, split


@frozen
class Declaration:
    """Base of all declarations; the name is that of the class attribute."""

    description: str = field(default="", kw_only=True)
    name: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        check_fields(self)

    def named(self, name: str) -> Any:
        """The same declaration under `name`; its other values have been checked."""
        other = object.__new__(type(self))
        vars(other).update(vars(self), name=name)
        return other

    if TYPE_CHECKING:  # a component answers with symbols, ports and values where its class declares them

        def __get__(self, component: Any, kind: Any = None) -> Any: ...


@frozen
class Port(Declaration):
    """A power port.

    `inward`: power counts positive into the element (passive) or out of it (sources, second port of two-ports).
    `n`: cardinality, as a number or the name of an option of the element ("n" is the element's own).
    `causality`: what the element imposes — "effort", "flow", "prefer effort", "prefer flow" or "free".
    `many`: any number of bonds may be attached (junctions).
    `domain`: a domain's name where the element belongs to one.
    """

    inward: bool = True
    n: int | str = "n"
    causality: str = "free"
    many: bool = False
    domain: str | None = None


@frozen
class Parameter(Declaration):
    """A number, vector or matrix given by the user; a run-time input of the simulation.

    `unit` is an SI unit; it may use the words effort and flow, which stand for the units of the element's domain. Left
    out, it is that of the value: ``Parameter("10 cm")`` is in m.
    `shape`: "" scalar; "n" vector, broadcast from one number; "field" scalar, vector or n × n matrix;
    "b,a" matrix with the cardinalities of the named ports or options as rows and columns.
    `minimum`: the smallest allowed value (exclusive when `strict`).
    `symmetric`: a matrix must be symmetric.
    `folds`: exact 0, 1 and −1 are built into the equations, where they simplify the structure.
    `constant`: a value that changes in a run (with time, a signal, or at events) is refused; the text says why, and
    what does it instead. Without one the value may be any expression.
    """

    default: Any = 0.0
    unit: str = ""
    shape: str = ""
    minimum: float | None = None
    strict: bool = False
    symmetric: bool = False
    folds: bool = False
    constant: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.unit and isinstance(self.default, str) and (parts := split(self.default)) is not None:
            with suppress(ModelError):  # what is no unit is refused where the value is taken, with its place
                vars(self)["unit"] = si_unit(parts[1])


@frozen
class Law(Declaration):
    """A nonlinear law: an expression as text, or a Python function, of the `variables` (in this order).

    `gives` is what drawings write on its left side, such as "e"; by default the name of the law.
    """

    variables: tuple[str, ...] = ()
    gives: str = ""


@frozen
class Variable(Declaration):
    """A quantity that the element computes, such as the charge of a capacitor. `shape` as for parameters.

    `kind` says what it is, where that matters to the equations: a momentum, a displacement, a position, an orientation…
    """

    unit: str = ""
    shape: str = "n"
    kind: Kind = field(default=Kind.SIGNAL, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.kind, Kind):
            raise refuse_kind("kind", type(self).__name__, "a member of Kind", self.kind)


@frozen
class Input(Declaration):
    """A signal that the component needs: given as an expression or connected once."""

    unit: str = ""
    shape: str = ""


@frozen
class Output(Variable):
    """A signal that the component offers."""

    shape: str = ""


@frozen
class Option(Declaration):
    """A choice that changes the structure: a whole number, a text, a list of whole numbers, or yes/no."""

    default: Any = None
    choices: tuple[Any, ...] = ()


@frozen
class Discrete(Variable):
    """A value that changes only at events (see `Model.when`); `start` is its first value."""

    shape: str = ""
    start: Any = 0.0
    kind: Kind = field(default=Kind.DISCRETE, kw_only=True)
