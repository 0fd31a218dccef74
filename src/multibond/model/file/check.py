"""Checks of the kind of data that stands at a place."""

from __future__ import annotations

from typing import Any

from .place import Place

VERSION = 1
CONTENT = ("name", "description", "n", "domain", "parameters", "inputs", "signals", "discrete", "components", "bonds",
           "ports", "joins", "wires", "start", "states", "events", "outputs", "names", "limits", "shaped",
           "part", "layout")  # fmt: skip
TOP = ("multibond", *CONTENT, "stop", "look", "definitions")
LARGEST_N = 1000


def mapping(data: Any, place: Place) -> dict[str, Any]:
    """`data` if it is a mapping."""
    if not isinstance(data, dict):
        raise place.wrong(data, "a mapping (name: value)")
    return data


def sequence(data: Any, place: Place) -> list[Any]:
    """`data` if it is a list."""
    if not isinstance(data, list):
        raise place.wrong(data, "a list")
    return data


def words(data: Any, place: Place) -> str:
    """`data` if it is a text."""
    if not isinstance(data, str):
        raise place.wrong(data, "a text")
    return data


def number(data: Any, place: Place) -> float:
    """`data` if it is a number."""
    if isinstance(data, bool) or not isinstance(data, (int, float)):
        raise place.wrong(data, "a number")
    return float(data)


def flag(data: Any, place: Place) -> bool:
    """`data` if it is true or false."""
    if not isinstance(data, bool):
        raise place.wrong(data, "true or false")
    return data


ELSEWHERE = {  # sections of the files of other programs
    **dict.fromkeys(("elements", "parts", "blocks", "nodes", "instances", "submodels"), "components"),
    **dict.fromkeys(("connections", "edges", "links", "connect", "couplings", "arcs"), "bonds"),
    **dict.fromkeys(("constants", "params", "parameter", "settings"), "parameters"),
    **dict.fromkeys(("initial", "init", "initials", "initial_conditions", "initial_values", "x0", "starts"), "start"),
    **dict.fromkeys(("tstop", "t_end", "tend", "stop_time", "stoptime", "duration", "end"), "stop"),
    **dict.fromkeys(("types", "classes", "models", "macros", "subcircuits"), "definitions"),
    **dict.fromkeys(("plots", "results", "probes", "measurements", "observe"), "outputs"),
    **dict.fromkeys(("title", "model"), "name"),
}  # fmt: skip


def known_keys(data: dict[str, Any], known: tuple[str, ...], place: Place) -> None:
    """Refuse keys that the format does not have at this place."""
    for key in data:
        if key not in known:
            meant = ELSEWHERE.get(key.lower(), "")
            if key.lower() in ("include", "import", "imports"):
                hint = "; a model file reads no other file: write what it has under definitions"
            else:
                hint = f"; what other programs call '{key}' is '{meant}' here" if meant in known else ""
            raise (place / key).unknown(key, "key", known, hint)


def cardinality(data: Any, place: Place) -> int | None:
    """`data` if it is a cardinality."""
    if data is None or (isinstance(data, int) and not isinstance(data, bool) and 1 <= data <= LARGEST_N):
        return data
    raise place.wrong(data, f"a whole number from 1 to {LARGEST_N}")
