"""What a study varies: parameters and start values by name, each with a list of values, a range or a distribution."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

import numpy as np

from ..equations.formulation import formulation
from ..equations.system import System
from ..errors import ModelError, NameNotFound, nearest
from ..expression import leaves, node
from ..frozen import frozen
from ..graph.named_units import unit_of
from ..model.composite import Composite
from ..model.declare import Parameter
from .distribution import Spread, is_distribution, named_in, parsed, shown, spread

MOST = 10_000_000  # values of one parameter


@frozen(eq=False)
class Axis:
    """One thing that varies: `label` as the user calls it, the `name` of the parameter behind it, and its values or
    its distribution."""

    label: str
    name: str
    unit: str
    values: np.ndarray | None = None
    spread: Spread | None = None

    def at(self, parts: np.ndarray) -> np.ndarray:
        """The values at these parts, between 0 and 1, of the distribution; of a list all values are equally likely."""
        if self.spread is not None:
            return self.spread.at(parts)
        assert self.values is not None
        return self.values[np.minimum((parts * len(self.values)).astype(int), len(self.values) - 1)]


def axes_of(model: Composite, vary: Mapping[str, Any], truncate: bool) -> tuple[Axis, ...]:
    """What varies, checked against the model."""
    system = formulation(model).system()
    found: list[Axis] = []
    for label, given in vary.items():
        name = _parameter(system, label)
        if name in [axis.name for axis in found]:
            raise ModelError(f"'{label}' is varied twice, by two names of the same parameter; keep one", model.title)
        found.append(_axis(system, label, name, given, truncate))
    return tuple(found)


def _parameter(system: System, label: Any) -> str:
    """The name of the parameter that a name means: a parameter, one component of it, or a variable that starts with
    the value of one."""
    if not isinstance(label, str):
        raise ModelError(f"what varies is named by a text, such as 'motor.R', not {label!r}")
    scopes = system.scopes
    name = scopes.current(label)
    if name in system.parameters:
        return name
    components = [known for known in system.parameters if known.startswith(f"{name}[")]
    if components:
        raise ModelError(f"'{label}' has several components; vary them one by one: {', '.join(components[:6])}")
    if _declared(system, name) is not None:  # without a number of its own: given by an expression, or zero and built in
        return name
    return _start_of(system, label)


def _declared(system: System, name: str) -> Parameter | None:
    """The declaration of a parameter, or None if it is none."""
    owner, _, last = name.partition("[")[0].rpartition(".")
    if owner not in system.graph.elements and owner not in system.graph.models:
        return None
    found = system.scopes.component(owner).declarations.get(last)
    return found if isinstance(found, Parameter) else None


def _start_of(system: System, label: str) -> str:
    """The parameter that the variable `label` starts with."""
    try:
        array = np.asarray(system.scopes.lookup(label), dtype=object)
    except (NameNotFound, ModelError):
        known = [*system.parameters, *system.outputs]
        raise NameNotFound(f"there is no parameter or start value '{label}'" + nearest(label, known)) from None
    entries = [node(x) for x in array.reshape(-1)]
    starts = [start for start in system.starts if len(entries) == 1 and start.expression is entries[0]]
    if not starts:
        raise ModelError(
            f"'{label}' is a variable, and no start value is given for it; give it one by a parameter, "
            f"model.start('{label}', 'begin'), and vary that"
        )
    value = starts[-1].value
    if value.op == "symbol" and value.args[0] in system.parameters:
        return str(value.args[0])
    used = [str(leaf.args[0]) for leaf in leaves(value) if leaf.op == "symbol"]
    instead = f"vary {', '.join(used)}" if used else "write it as a parameter of the model, and vary that"
    raise ModelError(f"'{label}' starts with {value}, which is no parameter; {instead}")


def _axis(system: System, label: str, name: str, given: Any, truncate: bool) -> Axis:
    known, declared = system.parameters.get(name), _declared(system, name)
    make = partial(Axis, label, name, unit_of(system.graph, name))
    number = partial(_number, system, label, name)
    low, strict = (declared.minimum, declared.strict) if declared is not None else (None, False)
    if isinstance(given, str) and named_in(given) is not None:
        return make(spread=spread(label, parsed(label, given, number), given.strip(), low, strict, truncate))
    if is_distribution(given):
        return make(spread=spread(label, given, shown(given), low, strict, truncate))
    values = np.array([number(value) for value in _listed(given, label, number)], dtype=float)
    if not len(values):
        raise ModelError("its list of values is empty; give at least one", label)
    if known is not None:
        known.check(float(values.min()), label)
        known.check(float(values.max()), label)
    return make(values=values)


def _listed(given: Any, label: str, number: Callable[[Any], float]) -> Iterable[Any]:
    """The values that a list, a number or a range such as "1:20:40" means."""
    if isinstance(given, str) and ":" in given:
        return _range(given, label, number)
    if isinstance(given, (str, int, float, np.number)) and not isinstance(given, bool):
        return [given]
    if isinstance(given, np.ndarray) and given.ndim == 1:
        return given.tolist()
    if hasattr(given, "to_numpy"):
        return list(np.ravel(given.to_numpy()))
    if isinstance(given, (list, tuple, range)):
        return list(given)
    raise ModelError(
        "it varies by a list of values, a range '1:20:40' (from, to, count), a distribution 'normal(0.1, 0.02)' or one "
        f"of scipy.stats, not by {given!r:.60}",
        label,
    )


def _range(text: str, label: str, number: Callable[[Any], float]) -> np.ndarray:
    """Evenly spaced values; with ":log" at the end, evenly by their logarithms."""
    parts = [part.strip() for part in text.split(":")]
    spacing = parts.pop() if len(parts) == 4 else "linear"
    if len(parts) != 3 or spacing not in ("linear", "log") or not re.fullmatch(r"\d{1,18}", parts[2]):
        raise ModelError(f"a range is from:to:count, such as 1:20:40, or 1:100:20:log, not '{text}'", label)
    first, last, count = number(parts[0]), number(parts[1]), int(parts[2])
    if not 1 <= count <= MOST:
        raise ModelError(f"a range has 1 to {MOST:,} values, not {count}", label)
    if spacing == "log":
        if not (first > 0 and last > 0):
            raise ModelError(f"values spaced by their logarithms lie above zero, unlike '{text}'", label)
        return np.geomspace(first, last, count)
    return np.linspace(first, last, count)


def _number(system: System, label: str, name: str, value: Any) -> float:
    """A value in SI units, from a number or a text with a unit."""
    from ..argument import is_number

    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            try:
                found = system.scopes.quantity(name, value)
            except ModelError as error:
                raise ModelError(str(error).removeprefix(f"{name}: "), label) from None
            if found is None:
                raise ModelError(f"'{value}' is not a number or a number with a unit", label) from None
            value = found
    if isinstance(value, np.generic):
        value = value.item()
    if not is_number(value):
        raise ModelError(f"{value!r:.40} is not a finite number or a number with a unit", label)
    return float(value)


__all__ = ["Axis", "axes_of"]
