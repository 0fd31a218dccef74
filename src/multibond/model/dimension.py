"""What a unit measures, as powers of the base units, and such powers as people read them."""

from __future__ import annotations

from functools import lru_cache

from .unit import ANY, base_units, dimensions, pretty

Powers = tuple[tuple[str, float], ...]

_BASIC = {
    "[mass]": "kg", "[length]": "m", "[time]": "s", "[current]": "A", "[temperature]": "K", "[substance]": "mol",
    "[luminosity]": "cd",
}  # fmt: skip
# names for what is computed, the more usual ones first
_NAMED = ("N", "V", "ohm", "Pa", "W", "J", "C", "F", "H", "Wb", "T", "S", "N/m", "N*s/m", "N*s", "m/s", "m/s^2", "J/K",
          "W/K", "Pa*s/m^3", "m^3/s", "m^3/Pa", "kg*m^2", "N*m*s")  # fmt: skip


@lru_cache(maxsize=4096)
def dimension(unit: str) -> Powers | None:
    """The powers of the base units in `unit`; None where nothing is said ("") or it may be any.

    >>> dimension("V/A") == dimension("ohm"), dimension(""), dimension("rad")
    (True, None, ())
    """
    if not unit or unit == ANY:
        return None
    known = base_units(unit)
    if known is None:
        known = {_BASIC.get(name, name): power for name, power in dimensions(unit)}
    if known.keys() & {"effort", "flow", ANY}:
        return None
    return powers_of(known)


def powers_of(found: dict[str, float]) -> Powers:
    """Powers in their one order, without those that are zero."""
    return tuple(sorted((name, power) for name, power in found.items() if abs(power) > 1e-9))


@lru_cache(maxsize=1024)
def dimension_text(powers: Powers) -> str:
    """Powers of base units as a unit that people know.

    >>> dimension_text(dimension("kg*m/s^2")), dimension_text(dimension("m^2*kg")), dimension_text(dimension("A*kg"))
    ('N', 'kg·m²', 'A·kg')
    """
    for name in _NAMED:
        if dimension(name) == powers:
            return pretty(name)
    return (
        pretty("*".join(name if power == 1 else f"{name}**({power:g})" for name, power in powers)) or "a plain number"
    )


__all__ = ["Powers", "dimension", "dimension_text", "powers_of"]
