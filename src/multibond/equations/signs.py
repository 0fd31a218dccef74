"""Resistors that deliver and stores of less than nothing: linear laws whose sign is usually a slip.

A negative number is no contradiction: an amplifier looks like a negative resistance, a magnet like a negative
stiffness. Who means it writes it as a law; a plain number below zero runs, and is doubted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from ..elements.resistor import G, Gyristor, R
from ..elements.storage import C, I
from ..expression import Node, brief, evaluate, leaves, node, symbol
from ..frozen import frozen
from .limit import Limit

if TYPE_CHECKING:
    from ..graph.scope import Scopes
    from .system import Power, System

MOST = 16  # sets of parameters that are kept
NOTHING = 1e-9  # part of the largest entry of a matrix, below which an eigenvalue is rounding
DELIVERS = "it delivers energy, as much as is asked for, instead of taking it"
LESS = "it stores less energy than nothing, and drives on what it should hold back"
RULES = {  # parameter, what it is called, what a negative one does, and how it is written where it is meant
    R: ("R", "resistance", DELIVERS, "law='{}*f'"),
    G: ("G", "conductance", DELIVERS, "law='{}*e'"),
    Gyristor: ("M", "symmetric part", DELIVERS, "a source that says where the energy comes from"),
    C: ("C", "capacitance or compliance", LESS, "law='q/({})'"),
    I: ("I", "inertia or inductance", LESS, "law='p/({})'"),
}
Rule = tuple[str, str, str, str]


@frozen
class Signs:
    """The constant linear laws of a system: `plain` ones by the places of their parameters, and other entries. `told`
    keeps what was found for the parameters judged last: most runs have the same."""

    places: np.ndarray
    plain: tuple[tuple[str, Rule], ...]
    fields: tuple[tuple[str, Rule, np.ndarray], ...]
    told: dict[bytes, tuple[str, ...]]


def signs(system: System) -> Signs:
    """The laws of a system whose signs are judged."""
    at = {symbol(name): k for k, name in enumerate(system.parameters)}
    places, plain, fields = [], [], []
    for path, rule, entries in _linear(system.scopes):
        if entries.ndim < 2 and all(x in at for x in entries.flat):
            places += [at[x] for x in entries.flat]
            plain += [(path, rule)] * entries.size
        elif all(leaf in at for leaf in leaves(*entries.flat)):
            fields.append((path, rule, entries))
    return Signs(np.array(places, dtype=int), tuple(plain), tuple(fields), {})


def varying_signs(scopes: Scopes) -> Iterator[Limit]:
    """Resistances that change in a run and may fall below zero there."""
    for path, (name, what, does, _), entries in _linear(scopes):
        if does is DELIVERS and entries.ndim < 2:
            for entry in entries.flat:
                if not all(map(scopes.is_parameter, leaves(entry))):
                    yield Limit(
                        entry,
                        f"the {what} {name} = {brief(entry)} falls below 0, where {does}; keep it above, or write it "
                        "as a law if it is meant",
                        path,
                    )


def delivering(scopes: Scopes, powers: Iterable[Power]) -> Iterator[Limit]:
    """Elements of a user that say they dissipate, whose power into them should not fall below zero."""
    for term in powers:
        element = scopes.graph.elements[term.path].element
        own = type(element).__module__.partition(".")[0] != "multibond"
        if own and term.role == "dissipation" and "law" not in element.given:
            yield Limit(
                term.power,
                "it says that it dissipates, but delivers power; check the signs of its laws, for e f must not be "
                "negative, or call it a source (role = 'source')",
                term.path,
            )


def _linear(scopes: Scopes) -> Iterator[tuple[str, Rule, np.ndarray]]:
    for path, flat in scopes.graph.elements.items():
        rule, given = RULES.get(type(flat.element)), flat.element.given
        if rule is not None and not {"law", "energy", "relation", "displacement", "momentum"} & given.keys():
            entries = np.asarray(scopes.parameter(path, rule[0]), dtype=object)
            yield path, rule, np.array([node(x) for x in entries.flat], dtype=object).reshape(entries.shape)


def below_zero(system: System, table: np.ndarray) -> np.ndarray:
    """For each row of parameters whether a linear law is below zero."""
    at = {symbol(name): k for k, name in enumerate(system.parameters)}
    found = np.asarray((table[:, system.signs.places] < 0.0).any(axis=1))
    for _, _, entries in system.signs.fields:
        columns = sorted(at[leaf] for leaf in set(leaves(*entries.flat)))
        varying = table[:, columns]
        if len(table) < 2 or (varying == varying[0]).all():
            found |= _lowest(system, entries, table[0]) < 0.0 if len(table) else False
            continue
        if all(x in at or x.op == "const" for x in entries.flat):  # of plain numbers all at once
            values = [table[:, at[x]] if x in at else np.full(len(table), x.args[0]) for x in entries.flat]
            found |= _lowest_of(np.stack(values, axis=1).reshape(len(table), *entries.shape)) < 0.0
            continue
        _, first, same = np.unique(varying, axis=0, return_index=True, return_inverse=True)
        found |= np.array([_lowest(system, entries, table[k]) < 0.0 for k in first])[same.reshape(-1)]
    return found


def negative(system: System, p: np.ndarray) -> tuple[str, ...]:
    """A sentence for each linear law that is below zero with the parameters `p`."""
    known, key = system.signs, p.tobytes()
    found = known.told.get(key)
    if found is None:
        found = tuple(_negative(system, p))
        if len(known.told) >= MOST:
            known.told.clear()
        known.told[key] = found
    return found


def _negative(system: System, p: np.ndarray) -> Iterator[str]:
    known, told = system.signs, set()
    for k in np.flatnonzero(p[known.places] < 0.0) if len(known.places) else ():
        path, (name, what, does, way) = known.plain[k]
        if path not in told:
            told.add(path)
            value = f"{p[known.places[k]]:g}"
            yield _sentence(path, f"its {what} {name} = {value} is negative", does, way.format(value))
    for path, (name, what, does, way), entries in known.fields:
        lowest = _lowest(system, entries, p)
        if lowest < 0.0 and entries.size == 1:
            yield _sentence(path, f"its {what} {name} = {lowest:g} is negative", does, way.format(f"{lowest:g}"))
        elif lowest < 0.0:
            said = f"the {what} of its field {name} is negative along a direction, down to {lowest:g}"
            yield _sentence(path, said, does, "a law")


def _sentence(path: str, said: str, does: str, way: str) -> str:
    return f"{path}: {said}: {does}; check the sign, or if it is meant write it as {way}"


def _lowest(system: System, entries: np.ndarray, p: np.ndarray) -> float:
    """The lowest entry, or eigenvalue of the symmetric part of a matrix; zero where that may be rounding."""
    values: dict[Node, float] = dict(zip(map(symbol, system.parameters), map(float, p), strict=True))
    found = np.array(evaluate(list(entries.flat), values), dtype=float).reshape(1, *entries.shape)
    return float(_lowest_of(found)[0])


def _lowest_of(found: np.ndarray) -> np.ndarray:
    """The same for many fields of numbers at once."""
    count = len(found)
    finite = np.isfinite(found.reshape(count, -1)).all(axis=1)
    found = np.where(finite.reshape(count, *[1] * (found.ndim - 1)), found, 0.0)
    if found.ndim == 3:
        found = np.linalg.eigvalsh(0.5 * (found + found.transpose(0, 2, 1)))
    found = found.reshape(count, -1)
    lowest = np.min(found, axis=1, initial=0.0)
    return np.where(lowest < -NOTHING * np.max(np.abs(found), axis=1, initial=0.0), lowest, 0.0)


__all__ = ["Signs", "below_zero", "delivering", "negative", "signs", "varying_signs"]
