"""Files of the bank, changed at random: keys gone, doubled or exchanged, numbers that are zero, negative or huge."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from multibond import bank
from multibond.errors import FileError
from multibond.model.file import describe

NUMBERS = (0, -1, 1, 1e-12, 1e12, 1e300, -1e300, 1e-300, 0.5, 2, 3, 7, 1000, float("nan"), float("inf"), 10**30)
WORDS = ("time", "-time", "1/time", "sin(1000*time)", "sqrt(-1)", "x", "2 m", "3 ohm", "3 OHM", "5 kg", "10 deg", "0 s",
         "1 +", "time if time > 0.1 else 0", "exp(1000*time)", "[1, 2]", "", "der(time)", "0*time", "1e400",
         "1/(time - 0.1)", "R", "J1", "J0", "C", "I", "Se", "GY")  # fmt: skip
Path = tuple[Any, ...]


def seeds() -> dict[str, Any]:
    """The models of the bank as plain data, as far as a file can hold them."""
    found = {}
    for name in bank.names():
        with suppress(FileError):
            found[name] = describe(bank.load(name))
    return found


def mutated(seed: Any, random: Random) -> Any:
    """A copy of `seed` with one to four changes."""
    data = copy.deepcopy(seed)
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        places = list(_places(data))
        if places:
            random.choice(CHANGES)(data, random.choice(places), random)
    return data


def gently(seed: Any, random: Random) -> Any:
    """A copy of `seed` with one to six numbers changed, as a modeller would: most of these still have a solution."""
    data = copy.deepcopy(seed)
    for _ in range(random.randint(1, 6)):
        places = [path for path in _places(data) if _is_number(_parent(data, path)[path[-1]])]
        if places:
            path = random.choice(places)
            _parent(data, path)[path[-1]] = _near(_parent(data, path)[path[-1]], random)
    return data


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _near(value: float, random: Random) -> Any:
    """Another number, or an expression that has much the same value."""
    if value == 0 or random.random() < 0.1:
        return random.choice((0, 0, round(random.uniform(-1, 1), 3), round(random.uniform(-10, 10), 2)))
    if isinstance(value, int) and random.random() < 0.7:
        return value + random.choice((-1, 1))
    if random.random() < 0.1:
        return f"{value} + {random.choice(('0.1*time', '0.1*sin(10*time)', '(0.1 if time > 0.5 else 0)'))}"
    return value * random.choice((0.5, 2, 0.9, 1.1, -1, 10, 0.1, 1.001, 100, 0.01))


def _places(data: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in the data except the format's version."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        if path or key != "multibond":
            yield (*path, key)
            yield from _places(value, (*path, key))


def _parent(data: Any, path: Path) -> Any:
    for key in path[:-1]:
        data = data[key]
    return data


def _delete(data: Any, path: Path, random: Random) -> None:
    del _parent(data, path)[path[-1]]


def _double(data: Any, path: Path, random: Random) -> None:
    parent, key = _parent(data, path), path[-1]
    value = copy.deepcopy(parent[key])
    if isinstance(parent, list):
        parent.insert(random.randrange(len(parent) + 1), value)
    else:
        parent[f"{key}_2"] = value


def _exchange(data: Any, path: Path, random: Random) -> None:
    parent, key = _parent(data, path), path[-1]
    other = random.choice(list(parent) if isinstance(parent, dict) else range(len(parent)))
    parent[key], parent[other] = parent[other], parent[key]


def _number(data: Any, path: Path, random: Random) -> None:
    parent, key = _parent(data, path), path[-1]
    value = parent[key]
    if isinstance(value, (int, float)) and not isinstance(value, bool) and random.random() < 0.5:
        parent[key] = random.choice((-value, value * 1e6, value * 1e-6, value + 1, 0, value * 10))
    else:
        parent[key] = random.choice(NUMBERS)


def _word(data: Any, path: Path, random: Random) -> None:
    _parent(data, path)[path[-1]] = random.choice(WORDS)


def _rename(data: Any, path: Path, random: Random) -> None:
    parent, key = _parent(data, path), path[-1]
    if isinstance(parent, dict):
        parent[random.choice(("n", "type", "a", "x", "time", f"{key}0", "components"))] = parent.pop(key)


def _reconnect(data: Any, path: Path, random: Random) -> None:
    bonds, components = data.get("bonds"), data.get("components")
    if isinstance(bonds, list) and bonds and isinstance(components, dict) and components:
        ends = [random.choice(list(components)) for _ in range(2)]
        bonds[random.randrange(len(bonds))] = f"{ends[0]} {random.choice(('>>', '-'))} {ends[1]}"


def _cardinality(data: Any, path: Path, random: Random) -> None:
    components = data.get("components")
    target = data
    if isinstance(components, dict) and components and random.random() < 0.7:
        target = random.choice(list(components.values()))
    if isinstance(target, dict):
        target["n"] = random.choice((0, 1, 2, 3, 50, 1000, 10**6, -1, 1.5, "n"))


CHANGES = (_delete, _double, _exchange, _number, _number, _number, _word, _word, _rename, _reconnect, _cardinality)
