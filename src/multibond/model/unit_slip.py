"""Slips of the pen in units, and what was meant: letters of the wrong case, prefixes that stand alone, as in netlists,
products without a sign."""

from __future__ import annotations

import re
from collections.abc import Callable

from ..errors import ModelError, nearest
from ..expression.parse import CALLS

_PREFIXED = {name: prefixes for names, prefixes in (
    (("ohm", "Ω", "H", "F", "C", "Wb", "S", "V", "A", "W", "J", "N", "Pa", "Hz", "m", "s", "g"),
     ("", "f", "p", "n", "u", "m", "k", "M", "G")),
) for name in names}  # fmt: skip
_USUAL = (
    "ohm", "kohm", "Mohm", "mohm", "kg", "g", "m", "mm", "cm", "km", "s", "ms", "min", "h", "A", "mA", "V", "mV", "kV",
    "W", "kW", "J", "kJ", "N", "kN", "N*m", "Pa", "kPa", "MPa", "bar", "F", "uF", "nF", "H", "mH", "Hz", "kHz", "K",
    "degC", "mol", "rad", "deg", "rpm", "l", "C", "Wb", "T", "S", "liter", "volt", "ampere", "amp", "watt", "newton",
    "joule", "meter", "second", "pascal", "kelvin", "farad", "henry", "coulomb", "degree", "percent",
)  # fmt: skip
# what stands for a power of ten behind a number in netlists; k and K, meg and M alike
_SUFFIXES = {"f": "f", "p": "p", "n": "n", "u": "µ", "µ": "µ", "μ": "µ", "m": "m", "k": "k", "K": "k", "meg": "M",
             "M": "M", "g": "G", "G": "G", "t": "T", "T": "T"}  # fmt: skip
_MEANING = {"f": "1e-15", "p": "1e-12", "n": "1e-9", "µ": "1e-6", "m": "1e-3", "k": "1e3", "M": "1e6", "G": "1e9",
            "T": "1e12"}  # fmt: skip


def check_prefix(unit: str, text: str, wanted: str, known: Callable[[str], bool]) -> None:
    """Refuse a prefix without a unit that is no unit by itself (``10n``, ``1Meg``), and one in the place of the decimal
    point (``4k7``), with the quantity that is meant where the unit `wanted` is known."""
    amid = re.fullmatch(r"\s*([-+]?\d+)([a-zA-ZµμΩ])(\d+)\s*", text)
    if amid and amid[2] in (*_SUFFIXES, "R"):
        prefix = _SUFFIXES.get(amid[2], "")
        number = f"{amid[1]}.{amid[3]}"
        raise ModelError(f"a letter stands in the place of the decimal point; {_write(number, prefix, wanted)}")
    prefix = _SUFFIXES.get(unit) or _SUFFIXES.get(unit.lower(), "")
    if prefix and unit != "k" and not known(unit):  # m, g and K are units of their own, k is a constant of nature
        number = re.split(r"[^\d.eE+\-−]", text.strip())[0].rstrip("eE")
        raise ModelError(f"'{unit}' is a prefix without a unit; {_write(number, prefix, wanted)}")


def _write(number: str, prefix: str, wanted: str) -> str:
    plain = f"{number}{_MEANING[prefix][1:]}" if prefix else number
    if wanted and re.fullmatch(r"[^\W\d]+", wanted):
        return f"write {number} {prefix}{wanted}, or {plain}"
    return f"write {plain}, or the prefix with its unit, such as {prefix}Ω"


def misfit(number: str, unit: str, wanted: str, fits: Callable[[str], bool]) -> str:
    """What may be meant by a quantity whose unit does not fit the `wanted` one, to end a message with.

    >>> misfit("10", "mh", "H", {"mH", "H"}.__contains__), misfit("5", "V", "H", {"H"}.__contains__)
    ("; did you mean '10 mH'?", ", as in '5 H'")
    >>> misfit("1", "K", "Ω", {"Ω"}.__contains__)
    '; if a prefix is meant, write 1 kΩ, or 1e3'
    """
    if re.search(r"\bpi\b", unit) or re.search(r"\btime\b", unit):
        return f"; a product is written with *, as in {number}*{'*'.join(unit.split())}"
    if unit in ("u", "m", "K", "M", "G"):
        return f"; if a prefix is meant, {_write(number, _SUFFIXES[unit], wanted)}"
    for name in _spellings(unit):
        if name != unit and fits(name):
            return f"; did you mean '{number} {name}'?"
    return f", as in '{number} {wanted}'"


def _spellings(unit: str) -> list[str]:
    """Units with the same letters, large or small."""
    return [
        prefix + name
        for name, prefixes in _PREFIXED.items()
        for prefix in prefixes
        if (prefix + name).lower() == unit.lower()
    ]


def unknown_unit(unit: str, text: str, wanted: str, known: Callable[[str], bool]) -> str:
    """That a name in `unit` is none, with what may be meant by it in `text`; empty where all are known."""
    for found in re.finditer(r"[^\W\d]\w*", unit):
        name = found[0]
        if known(name):
            continue
        if name in CALLS or name == "time":
            number = re.match(r"\s*[-+]?[\d.]+(?:[eE][-+]?\d+)?", text)
            rest = text[number.end() :].strip() if number else name
            first = number[0].strip() if number else "2"
            return f"'{name}' is no unit; a product is written with *, as in {first}*{rest}"
        spelled = sorted(_spellings(name), key=lambda other: (not _same_measure(other, wanted), other[0] != name[0]))
        usual_ones = {usual.replace("*", "").lower() for usual in _USUAL}
        if spelled and (name.lower() not in usual_ones or _same_measure(spelled[0], wanted)):
            return f"'{name}' is not defined; did you mean '{spelled[0]}'?"
        parts = [(name[:k], name[k:]) for k in range(1, len(name)) if {name[:k], name[k:]} <= set(_USUAL)]
        wrong_case = name.lower() in {usual.lower() for usual in _USUAL}
        product = f", or the product {parts[0][0]}*{parts[0][1]}" if parts and not wrong_case else ""
        return f"'{name}' is not defined{nearest(name, _USUAL, 0.6)}{product}"
    return ""


def _same_measure(name: str, wanted: str) -> bool:
    return bool(wanted) and name.replace("ohm", "Ω").endswith(wanted)


__all__ = ["check_prefix", "misfit", "unknown_unit"]
