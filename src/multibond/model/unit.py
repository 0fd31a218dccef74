"""Quantities with units as text. Pint is loaded only when a value carries a unit."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

from ..errors import ModelError

_QUANTITY = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([A-Za-zµμΩ°%](?:[^,;()\[\]{}]|\([^()]*\))*)\s*")
LONGEST = 200


@cache
def _registry() -> Any:
    import pint

    return pint.UnitRegistry(autoconvert_offset_to_baseunit=True)


def is_quantity(text: str) -> bool:
    """Whether `text` is a number followed by a unit, such as ``2.5 mm``."""
    match = _QUANTITY.fullmatch(text) if len(text) <= LONGEST else None
    # "2 * R" and "3 if x else y" are expressions, not quantities
    return bool(match) and not re.search(r"\b(if|and|or|else|not)\b", match.group(2) if match else "")


def to_si(text: str, unit: str | None) -> float:
    """The value of a quantity such as ``"2.5 mm"`` in SI units.

    `unit` is the unit it must be compatible with, or None when any will do. A plain angle in degrees becomes radians.

    >>> to_si("2.5 mm", "m")
    0.0025
    """
    match = _QUANTITY.fullmatch(text) if len(text) <= LONGEST else None
    if not match:
        raise ModelError(f"'{text}' is not a number with a unit such as '2.5 mm'")
    try:
        # a ** with a large exponent would keep pint busy: units need small ones only
        if any(int(power) > 12 for power in re.findall(r"(?:\*\*|\^)\s*[-+]?(\d+)", match.group(2))):
            raise ValueError("an exponent is too large")
        quantity = _registry().Quantity(float(match.group(1)), match.group(2).replace("Ω", "ohm").replace("°", "degree"))
    except Exception as error:  # pint raises many kinds for unknown units and malformed text
        raise ModelError(f"the unit of '{text}' is not understood: {error}") from None
    base = quantity.to_base_units()
    value = float(base.magnitude)
    if unit is not None and not _registry().Quantity(1.0, unit or "dimensionless").check(quantity.dimensionality):
        wanted = unit or "no unit"
        raise ModelError(f"'{text}' does not fit: the unit must be compatible with {wanted}")
    return value


def compatible(unit: str, other: str) -> bool:
    """Whether the two unit texts measure the same thing."""
    if unit == other:
        return True
    registry = _registry()
    return registry.Quantity(1.0, unit or "dimensionless").check(
        registry.Quantity(1.0, other or "dimensionless").dimensionality
    )
