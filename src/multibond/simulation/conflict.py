"""Conditions that must hold at the start, and why they do not hold together."""

from __future__ import annotations

import numpy as np

from ..equations.system import Start, System
from ..errors import InitialError
from ..expression import Node, add, leaves, mul, name_of, sub, unsigned
from ..frozen import frozen
from ..model.kind import Kind
from .machine import Machine
from .newton import Residual, Slopes, leading_rows

MOST = 6  # constraints that are named
GAP = 1e-6  # by which a condition may miss that follows from others
LONG = 60  # letters of an expression that a message shows


@frozen
class Condition:
    """residual = `wanted` must hold at the start; `text` is how the user said it."""

    residual: Node
    text: str
    origin: str
    size: float = 0.0  # of the value that is wanted
    wanted: float = 0.0  # a number apart from the expression: for another one, nothing is compiled anew
    number: float | None = None  # the value that was given, where it is that of a variable


def said_as(start: Start, system: System, number: float | None) -> str:
    """How a start value was said: by the name of the variable; by that of the parameter where the variable is one of a
    bond, and of the parameters where a condition is long."""
    x, told = start.expression, start.value if number is None else f"{number:g}"
    if start.written:
        return f"{start.written} = {told}"
    own = [leaf for leaf in leaves(x, start.value) if leaf.op == "symbol" and name_of(leaf) in system.parameters]
    if x.op in ("symbol", "der"):
        quantity = system.quantities.get(x)
        unnamed = quantity is not None and quantity.between and start.value in own
        return f"{name_of(start.value if unnamed else x)} = {told}"
    text = f"{x} = {told}"
    names = list(dict.fromkeys(name_of(leaf).partition("[")[0] for leaf in own))
    stem = start.origin.rpartition(".")[0]
    near = [name for name in names if name.startswith(stem)] or names
    return text if len(text) <= LONG or not near else f"what {' and '.join(near[:3])} says of its motion"


def unit_lengths(machine: Machine, given: list[int]) -> list[Condition]:
    """Quaternions among the states keep their length of one, whatever else is to hold."""
    places: dict[str, list[int]] = {}
    for k, state in enumerate(machine.states[: machine.own]):
        quantity = machine.system.quantities.get(state)
        if quantity is not None and quantity.kind is Kind.QUATERNION and k not in given:
            places.setdefault(quantity.owner, []).append(k)
    found = []
    for owner, four in places.items():
        if len(four) == 4:
            squares = [mul(machine.states[k], machine.states[k]) for k in four]
            length = add(add(squares[0], squares[1]), add(squares[2], squares[3]))
            found.append(Condition(sub(length, 1.0), "the length of its quaternion = 1", owner, 1.0))
    return found


def _named(machine: Machine, state: Node) -> str:
    """What the start value of a state is called: as the model or the parameter says it, or by the state itself."""
    for start, target, value in machine.starts:
        if start.given and unsigned(target) is state:
            if start.written:
                return start.written
            if value.op == "symbol" and name_of(value) in machine.system.parameters:
                return name_of(value)
    return name_of(state)


def unmet(
    machine: Machine, residual: Residual, slopes: Slopes, points: list[np.ndarray], conditions: list[Condition],
    given: list[int],
) -> InitialError:  # fmt: skip
    """Why the conditions do not hold together: they contradict each other at all `points`, or else it is not known."""
    values = residual(points[0])
    clash: tuple[int, list[int]] | None = None
    for point in points:
        missed = residual(point)
        if np.all(np.isfinite(missed)):
            rows = np.vstack([np.eye(machine.own)[given], slopes(point)])
            clash = _clash(rows, np.concatenate([np.zeros(len(given)), missed]))
            if clash is None:
                break
    if clash is not None:
        last, others = clash
        texts = [f"the start value of {_named(machine, machine.states[k])}" for k in given]
        texts += [c.text for c in conditions]
        condition = conditions[last - len(given)]
        others = [k for k in others if texts[k] != condition.text]
        if not others and condition.number is not None:
            fixed = condition.number + float(values[last - len(given)])
            return InitialError(
                f"the start value {condition.text} cannot hold, for the model fixes it at {fixed:.6g}{_by(machine)}; "
                "remove it, change the parts that fix it, or make it a guess (fixed=False)",
                condition.origin or None,
            )
        named = " and ".join(texts[k] for k in others) or f"the model{_by(machine)}"
        return InitialError(
            f"the start is over-specified: {condition.text} conflicts with {named}; remove one of these start values "
            "or make it a guess (fixed=False)",
            condition.origin or None,
        )
    worst = int(np.nanargmax(np.abs(values))) if np.any(np.isfinite(values)) else 0
    if not np.isfinite(values[worst]):
        return InitialError(
            f"no consistent start was found: with {conditions[worst].text} the equations have no finite value, as in a "
            "singular position, with joints in line or in one place; give start values a little beside it, or better "
            "guesses with start(variable, value, fixed=False)",
            conditions[worst].origin or None,
        )
    return InitialError(
        f"no consistent start was found: {conditions[worst].text} is missed by {abs(values[worst]):.3g}; "
        "give better guesses with start(variable, value, fixed=False)",
        conditions[worst].origin or None,
    )


def _by(machine: Machine) -> str:
    """By which constraints a model may leave no freedom."""
    origins = list(dict.fromkeys(row.origin for row in machine.system.constraints))
    if not origins:
        return ""
    more = f" and {len(origins) - MOST} more" if len(origins) > MOST else ""
    return f", whose constraints leave it no freedom ({', '.join(origins[:MOST])}{more})"


def _clash(rows: np.ndarray, missed: np.ndarray) -> tuple[int, list[int]] | None:
    """The first condition that follows from others and contradicts them, and these; None if there is none."""
    columns = np.max(np.abs(rows), axis=0, initial=0.0)
    rows = rows / np.where(columns > 0, columns, 1.0)
    sizes = np.max(np.abs(rows), axis=1, initial=0.0)
    sizes = np.where(sizes > 0, sizes, 1.0)
    rows, missed = rows / sizes[:, None], missed / sizes
    leading = leading_rows(rows)
    for k in range(len(rows)):
        if k in leading:
            continue
        before = [j for j in leading if j < k]
        parts = np.linalg.lstsq(rows[before].T, rows[k], rcond=None)[0] if before else np.zeros(0)
        terms = parts * missed[before]
        if abs(missed[k] - np.sum(terms)) > GAP * max(abs(missed[k]), float(np.max(np.abs(terms), initial=0.0))):
            return k, [j for j, part in zip(before, parts, strict=True) if abs(part) > GAP]
    return None


__all__ = ["GAP", "Condition", "said_as", "unit_lengths", "unmet"]
