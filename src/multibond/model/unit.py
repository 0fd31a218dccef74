"""Quantities with units as text. Pint is loaded only when a value carries a unit; what it said is remembered."""

from __future__ import annotations

import ast
import math
import re
from functools import cache, lru_cache
from typing import Any

from ..errors import ModelError
from ..frozen import frozen
from .unit_slip import check_prefix, misfit, unknown_unit

ANY = "any"  # the unit of what may carry any, such as the ratio of a transducer
LONGEST = 200
LARGEST_EXPONENT = 12

# The exponent is taken whole or not at all: "1e5" is a number, not one "e5".
_NUMBER = r"[-+−]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?+"
_QUANTITY = re.compile(rf"\s*({_NUMBER})(\s+1\s*/\s*(?=\S)|\s*)([A-Za-zµμΩ\u2126°%](?:[^,;()\[\]{{}}]|\([^()]*\))*)\s*")
_WORDS = re.compile(r"\b(?:if|and|or|else|not)\b|[<>=!?'\"\\]")  # "3 if x else y" is an expression, not a quantity


@cache
def _registry() -> Any:
    import pint

    return pint.UnitRegistry(autoconvert_offset_to_baseunit=True)


@frozen
class _Unit:
    """What a unit means: SI value = number · factor / divisor + offset, the dimensions, and whether it has an angle."""

    factor: float
    divisor: float
    offset: float
    dimensions: tuple[tuple[str, float], ...]
    angle: bool


def split(text: str) -> tuple[str, str] | None:
    """The number and the unit of a quantity such as ``2.5 mm``; None when `text` is something else.

    >>> split("3000 1/min")
    ('3000', '1/min')
    """
    match = _QUANTITY.fullmatch(text) if len(text) <= LONGEST else None
    if match is None or _WORDS.search(match.group(3)):
        return None
    return match.group(1).replace("−", "-"), ("1/" if match.group(2).strip() else "") + match.group(3).strip()


def is_quantity(text: str) -> bool:
    """Whether `text` is a number followed by a unit, such as ``2.5 mm``; ``2*R`` and ``1e-6`` are expressions."""
    return split(text) is not None


def to_si(text: str, unit: str | None) -> float:
    """The value of a quantity such as ``"2.5 mm"`` in SI units.

    `unit` is the unit it must be compatible with, or None when any will do. An angle in degrees becomes radians, a
    temperature in °C becomes kelvin (a difference of temperatures is written in K).

    >>> to_si("2.5 mm", "m")
    0.0025
    """
    parts = split(text)
    if parts is None:
        raise ModelError(f"'{text[:LONGEST]}' is not a number with a unit such as '2.5 mm'")
    number, given = float(parts[0]), _parsed(parts[1], text, pretty(unit or ""))
    value = number * given.factor / given.divisor + given.offset
    if not math.isfinite(value):
        raise ModelError(f"the value '{text}' is not finite")
    if unit is None:
        return value
    wanted = _parsed(unit, unit)
    if wanted.dimensions != given.dimensions:
        if not unit:
            raise ModelError(f"'{text}' does not fit: a number without unit is expected")
        meant = misfit(*parts, pretty(unit), lambda name: _known(name) and compatible(name, unit))
        raise ModelError(f"'{text}' does not fit: the unit must be compatible with {pretty(unit)}{meant}")
    if wanted.angle and not given.angle and given.dimensions == (("[time]", -1.0),):
        raise ModelError(f"'{text}' is not clear as an angular velocity; write rad/s, deg/s or rpm (turns per minute)")
    return value


def converted(values: Any, unit: str, wanted: str, name: str = "") -> Any:
    """Numbers in `unit` as numbers in another that measures the same; `name` is whose they are, for a message.

    >>> round(converted(3.141592653589793, "rad/s", "rpm"), 9), round(converted(300.0, "K", "degC"), 9)
    (30.0, 26.85)
    """
    given, other = _parsed(unit, unit), _parsed(wanted, wanted)
    if given.dimensions != other.dimensions:
        raise ModelError(f"{name or 'a value'} is in {pretty(unit)} and cannot be shown in {wanted}")
    if given.angle and not other.angle and other.dimensions == (("[time]", -1.0),):
        raise ModelError(f"'{wanted}' is not clear for an angular velocity; write rad/s, deg/s, rpm or turn/s")
    return (values * given.factor / given.divisor + given.offset - other.offset) * other.divisor / other.factor


def compatible(unit: str, other: str) -> bool:
    """Whether the two unit texts measure the same thing."""
    return unit == other or _parsed(unit, unit).dimensions == _parsed(other, other).dimensions


def dimensions(unit: str) -> tuple[tuple[str, float], ...]:
    """What a unit measures, as powers of ``[length]``, ``[mass]`` and their like."""
    return _parsed(unit, unit).dimensions


def check_unit(unit: str) -> str:
    """`unit` if it is understood."""
    if unit and unit != ANY:
        _parsed(unit, unit)
    return unit


_COHERENT = frozenset(
    ("kg", "m", "s", "A", "K", "mol", "N", "V", "W", "J", "Pa", "C", "F", "H", "ohm", "Wb", "T", "rad", "S", "Hz", "cd",
     "effort", "flow", "any")
)  # fmt: skip


_SI_NAMES = (
    "m", "kg", "s", "A", "K", "mol", "N", "V", "W", "J", "Pa", "C", "F", "H", "ohm", "Wb", "T", "S", "rad", "rad/s",
    "m**3", "m**2",
)  # fmt: skip
_SI_BASE = {
    "[length]": "m", "[mass]": "kg", "[time]": "s", "[current]": "A", "[temperature]": "K", "[substance]": "mol",
    "[luminosity]": "cd",
}  # fmt: skip


def check_si(unit: str, where: str | None = None) -> None:
    """Refuse a declared unit whose numbers are not SI: they would be taken for SI without a word."""
    if is_coherent(unit):
        return
    factor = to_si(f"1 {unit}", None)
    if abs(factor - 1.0) > 1e-12:
        raise ModelError(
            f"the declared unit '{unit}' is not SI, so plain numbers would be taken wrongly; declare the SI unit and "
            f"give values with their unit as text, such as '120 {unit}'",
            where,
        )


def is_coherent(unit: str) -> bool:
    """Whether numbers in `unit` are SI numbers, as far as its names tell without looking them up.

    >>> is_coherent("N*m"), is_coherent("deg"), is_coherent(""), is_coherent("°C")
    (True, False, True, False)
    """
    return not re.search("[°%]", unit) and set(re.findall(r"[^\W\d]+", unit)) <= _COHERENT


def si_unit(unit: str) -> str:
    """The SI unit of what `unit` measures, by the same names where they have one: what numbers in SI units are in.

    >>> si_unit("N*m"), si_unit("cm"), si_unit("kN/m"), si_unit("l/min"), si_unit("rpm"), si_unit("°C")
    ('N*m', 'm', 'N/m', 'm**3/s', 'rad/s', 'K')
    """
    if is_coherent(unit):
        return unit
    if re.search("[°%]", unit):  # no names that could be looked up one by one
        return _si_name(unit)
    return re.sub(r"[^\W\d]+", lambda name: _si_name(name[0]), unit)


def _si_name(unit: str) -> str:
    meant = _parsed(unit, unit)
    for name in _SI_NAMES:
        other = _parsed(name, name)
        if (other.dimensions, other.angle) == (meant.dimensions, meant.angle):
            return name
    if not meant.dimensions:
        return ""
    powers = [(_SI_BASE[name], power) for name, power in meant.dimensions]
    up, down = ([f"{name}**{abs(power):g}".removesuffix("**1") for name, power in powers if power * sign > 0]
                for sign in (1, -1))  # fmt: skip
    return "*".join(up or ["1"]) + "".join(f"/{name}" for name in down)


def check_label(unit: str, known: str, name: str) -> None:
    """Refuse `unit` as that of the variable `name`, whose numbers are in the SI unit `known`.

    >>> check_label("N*s", "kg*m/s", "mass.p")
    """
    if unit == known or pretty(unit) == pretty(known):
        return
    written, meant = base_units(unit), base_units(known)
    if written is not None and written == meant:
        return
    given, own = _parsed(unit, unit), _parsed(known, known)
    if given.dimensions != own.dimensions:
        raise ModelError(
            f"the unit {pretty(unit)} does not fit: {name} is in {pretty(known)}; write {pretty(known)}, or name the "
            "variable that is meant"
        )
    factor = given.factor / given.divisor
    if abs(factor - 1.0) > 1e-12 or given.offset:
        shift = f" - {given.offset / factor:g}" if given.offset else ""
        scale = f"{1 / factor:g}*" if abs(factor - 1.0) > 1e-12 else ""
        raise ModelError(
            f"the unit {pretty(unit)} does not fit: {name} is in {pretty(known)}, and the unit of an output does not "
            f"change its values; write {scale}{name}{shift} to have it in {pretty(unit)}"
        )


_DERIVED = {
    "N": "kg m/s2", "J": "kg m2/s2", "W": "kg m2/s3", "Pa": "kg/m s2", "Hz": "/s", "C": "A s", "V": "kg m2/A s3",
    "Ω": "kg m2/A2 s3", "S": "A2 s3/kg m2", "F": "A2 s4/kg m2", "Wb": "kg m2/A s2", "H": "kg m2/A2 s2", "T": "kg/A s2",
    "rad": "",
}  # fmt: skip


@lru_cache(maxsize=4096)
def base_units(unit: str) -> dict[str, float] | None:
    """The powers of the base units in a unit of coherent SI names; None for others, which need to be looked up."""
    if not is_coherent(unit):
        return None
    try:
        tree = ast.parse(unit.replace("^", "**").replace("·", "*").strip() or "1", mode="eval").body
        powers = _powers(tree)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    found: dict[str, float] = {}
    for name, power in powers.items():
        for basic, exponent in _plain(_DERIVED[name]).items() if name in _DERIVED else ((name, 1.0),):
            found[basic] = found.get(basic, 0.0) + power * exponent
    return {name: power for name, power in found.items() if power}


@lru_cache(maxsize=4096)
def _meaning(unit: str) -> _Unit:
    registry = _registry()
    one = registry.Quantity(1.0, unit)
    base = one.to_base_units()
    zero = float(registry.Quantity(0.0, unit).to_base_units().magnitude)
    factor, divisor = float(base.magnitude) - zero, 1.0
    if 0 < factor < 1 and abs(round(1 / factor) - 1 / factor) < 1e-9 / factor:
        factor, divisor = 1.0, float(round(1 / factor))  # 1.1 mm is 1.1/1000 m, correctly rounded
    dimensions = tuple(sorted((k, float(v)) for k, v in base.dimensionality.items() if v))
    angle = "radian" in str(base.units)
    return _Unit(factor, divisor, zero, dimensions, angle)


# names, powers of them, products and quotients; pint would read much more: sums, comments, numbers, constants of nature
_PIECES = re.compile(
    r"(?P<name>[^\W\d]\w*|[%°])|(?P<power>(?:\*\*|\^)\s*(?:[-+]?\d+(?:\.\d+)?|\(\s*[-+]?\d+(?:\.\d+)?(?:\s*/\s*\d+)?\s*\))"
    r"|[⁻⁺]?[⁰¹²³⁴-⁹]+)|(?P<sign>[-+−])|(?P<one>\d[\d.]*)|(?P<joint>[*/()\s])|(?P<other>.)"
)
_CONSTANTS = {"k": "Boltzmann's constant", "c": "the speed of light", "e": "the charge of an electron",
              "R": "the gas constant", "G": "the constant of gravitation"}  # fmt: skip


def _check_spelling(unit: str) -> None:
    """Refuse what is no product of unit names and their powers, with the reason."""
    for piece in _PIECES.finditer(unit):
        found = piece[0].strip()
        if piece["sign"]:
            raise ModelError(
                f"a quantity is one number with one unit, and '{found}' stands in it; give each quantity to a "
                "parameter of its own and write the sum of their names, as in 'a + b'"
            )
        if (piece["one"] and found != "1") or piece["other"]:
            raise ModelError(
                f"'{found}' is no part of a unit, which is a product of names and powers, such as N*m/s^2; leave it out"
            )
        if found in _CONSTANTS:
            thousand = ", or a thousand as 1e3 or with the unit, such as kΩ" if found == "k" else ""
            raise ModelError(f"'{found}' is {_CONSTANTS[found]}, no unit; write its value as a number{thousand}")
        if piece["name"] and (written := re.fullmatch(r"([^\W\d]+)([2-9])", found)) and _known(written[1]):
            raise ModelError(f"there is no unit '{found}'; did you mean '{written[1]}^{written[2]}'?")


def _known(name: str) -> bool:
    try:
        return bool(_meaning(name))
    except Exception:  # pint raises many kinds
        return False


def _parsed(unit: str, text: str, wanted: str = "") -> _Unit:
    """What `unit` means; `text` is where it stands, and `wanted` a unit that it should fit, for messages."""
    if len(unit) > LONGEST:
        raise ModelError(f"a unit of {len(unit)} characters is too long; a unit is a product of a few names")
    # a large power would keep pint busy, and units need small ones only
    if any(int(power) > LARGEST_EXPONENT for power in re.findall(r"(?:\*\*|\^)\s*[-+(\s]*(\d+)", unit)):
        raise ModelError(
            f"the unit of '{text}' is not understood: an exponent is too large; the largest is {LARGEST_EXPONENT}"
        )
    if re.search(r"\d[\d.]{3,}|(?:\*\*|\^).*?(?:\*\*|\^)[^*/·]*(?:\*\*|\^)|__", unit):
        raise ModelError(
            f"the unit of '{text}' is not understood: it holds more than unit names and small powers, such as N*m/s^2"
        )
    plain = unit.replace("\u2126", "ohm").replace("Ω", "ohm").replace("·", "*").replace("⋅", "*")
    plain = re.sub(r"°\s*(?=[CFK]\b)", "degree", plain).replace("°", " degree ").strip()
    plain = re.sub(r"\b([kMmµμ]?)Ohm\b", r"\1ohm", plain)
    # "Nm" is a measure of yarn to pint, and torque to everybody here
    plain = re.sub(r"\b([kMmµμ]?)Nm(s?)\b", lambda m: f"{m[1]}N*m" + ("*s" if m[2] else ""), plain)
    try:
        check_prefix(plain, text, wanted, _known)
        _check_spelling(plain)
        return _meaning(plain or "dimensionless")
    except ModelError as error:
        raise ModelError(f"the unit of '{text}' is not understood: {error}") from None
    except Exception:  # pint raises many kinds, in words about itself
        reason = unknown_unit(plain, text, wanted, _known) or (
            "it is no product of unit names and powers, such as N*m/s^2; correct brackets and operators"
        )
        raise ModelError(f"the unit of '{text}' is not understood: {reason}") from None


# ------------------------------------------------------------ units as people read them
_STANDARD = {
    "A s/V": "F", "C/V": "F", "V s/A": "H", "Wb/A": "H", "V/A": "Ω", "A/V": "S", "A s": "C", "V s": "Wb",
    "N s2/m": "kg", "N m s2/rad": "kg m2", "Pa s2/m3": "kg/m4", "W s/K": "J/K", "W s/K2": "J/K2", "W s": "J",
}  # fmt: skip
_SUPERSCRIPT = str.maketrans("-.0123456789", "⁻·⁰¹²³⁴⁵⁶⁷⁸⁹")


@lru_cache(maxsize=4096)
def pretty(unit: str) -> str:
    """A unit text as people write it; powers are collected and standard names used.

    >>> pretty("(N)/(m/s)"), pretty("(V)/(A)"), pretty("(rad/s)*s/(N*m)"), pretty("N*m")
    ('N·s/m', 'Ω', 'rad/(N·m)', 'N·m')
    """
    if unit == ANY:
        return ""
    try:
        powers = _powers(ast.parse(unit.replace("^", "**").strip(), mode="eval").body) if unit.strip() else {}
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return unit.replace("**", "^").replace("*", "·").replace("ohm", "Ω")
    powers = {k: v for k, v in powers.items() if v}
    for written, standard in _STANDARD.items():
        if powers == _plain(written):
            powers = _plain(standard)
            break
    up = [_power_text(k, v) for k, v in powers.items() if v > 0]
    down = [_power_text(k, -v) for k, v in powers.items() if v < 0]
    below = f"/({'·'.join(down)})" if len(down) > 1 else f"/{down[0]}" if down else ""
    return ("·".join(up) or ("1" if down else "")) + below


def _powers(tree: ast.expr) -> dict[str, float]:
    match tree:
        case ast.Name(id=name):
            return {"Ω" if name == "ohm" else name: 1}
        case ast.Constant(value=1):
            return {}
        case ast.BinOp(op=ast.Mult() | ast.Div() as op):
            powers, sign = dict(_powers(tree.left)), 1 if isinstance(op, ast.Mult) else -1
            for name, power in _powers(tree.right).items():
                powers[name] = powers.get(name, 0) + sign * power
            return powers
        case ast.BinOp(op=ast.Pow(), right=ast.Constant(value=int() | float() as power)):
            return {name: p * power for name, p in _powers(tree.left).items()}
        case ast.BinOp(
            op=ast.Pow(), right=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as power))
        ):
            return {name: -p * power for name, p in _powers(tree.left).items()}
    raise ValueError("not a plain unit")


@cache
def _plain(written: str) -> dict[str, float]:
    """The powers in the short notation of `_STANDARD`."""
    powers: dict[str, float] = {}
    for sign, part in zip((1, -1), written.split("/")):
        for word in part.split():
            name = word.rstrip("0123456789")
            powers[name] = sign * int(word[len(name) :] or 1)
    return powers


def _power_text(name: str, power: float) -> str:
    return name if power == 1 else name + f"{power:g}".translate(_SUPERSCRIPT)


__all__ = [
    "base_units", "check_label", "check_unit", "compatible", "converted", "dimensions", "is_coherent", "is_quantity",
    "pretty", "split", "to_si",
]  # fmt: skip
