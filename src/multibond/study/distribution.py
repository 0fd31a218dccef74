"""Distributions of parameters: by text such as "normal(0.1, 0.02)", or any of scipy.stats, cut to what is allowed."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import ModelError, NameNotFound, nearest
from ..frozen import frozen

CUT = 1e-6  # a smaller part of a distribution beyond the allowed range is cut off without a word
EDGE = 1e-12  # of the quantiles, beyond which a distribution without bounds has infinite values

# the arguments of each: "value" and "difference" have the parameter's unit, "number" none
ARGUMENTS: dict[str, dict[str, str]] = {
    "normal": {"mean": "value", "deviation": "difference"},
    "uniform": {"low": "value", "high": "value"},
    "loguniform": {"low": "value", "high": "value"},
    "lognormal": {"median": "value", "deviation": "number"},
    "triangular": {"low": "value", "mode": "value", "high": "value"},
    "exponential": {"mean": "difference"},
    "weibull": {"shape": "number", "scale": "difference"},
    "gamma": {"shape": "number", "scale": "difference"},
}


@frozen(eq=False)
class Spread:
    """A distribution of one parameter: `quantile` gives its value for a part between 0 and 1; `text` tells of it."""

    text: str
    quantile: Callable[[np.ndarray], np.ndarray]

    def at(self, parts: np.ndarray) -> np.ndarray:
        """The values below which these `parts` of the distribution lie."""
        return np.asarray(self.quantile(np.clip(parts, EDGE, 1.0 - EDGE)), dtype=float)


def is_distribution(value: Any) -> bool:
    """Whether it is a distribution of scipy.stats with its arguments given (a "frozen" one)."""
    return callable(getattr(value, "ppf", None)) and callable(getattr(value, "cdf", None)) and hasattr(value, "args")


def named_in(text: str) -> str | None:
    """The name of the distribution that a text gives, or None where it is something else.

    >>> named_in("normal(0.1, 0.02)"), named_in("5 kg")
    ('normal', None)
    """
    found = re.fullmatch(r"\s*([A-Za-z_]\w*)\s*\((.*)\)\s*", text, re.DOTALL)
    return found[1] if found else None


def parsed(name: str, text: str, value: Callable[[str], float]) -> Any:
    """The distribution of scipy.stats that a text gives for the parameter `name`; `value` reads numbers with units."""
    kind = named_in(text)
    assert kind is not None
    if kind not in ARGUMENTS:
        raise NameNotFound(f"there is no distribution '{kind}'" + nearest(kind, ARGUMENTS), name)
    wanted = ARGUMENTS[kind]
    given = [part.strip() for part in text[text.index("(") + 1 : text.rindex(")")].split(",")]
    if len(given) != len(wanted) or not all(given):
        raise ModelError(f"{kind} takes {', '.join(wanted)}, not '{text.strip()}'", name)
    numbers = [_argument(part, how, value, name) for part, how in zip(given, wanted.values(), strict=True)]
    wrong = _wrong(kind, numbers)
    if wrong:
        raise ModelError(f"{text.strip()}: {wrong}", name)
    return _made(kind, numbers)


def _argument(text: str, how: str, value: Callable[[str], float], name: str) -> float:
    try:
        return float(text)
    except ValueError:
        pass
    if how == "number":
        raise ModelError(f"'{text}' must be a number without a unit", name)
    number = value(text)
    if how == "difference":  # of a temperature: two degrees Celsius are two kelvin
        number -= value(re.sub(r"^\s*[-+]?[\d.]+(?:[eE][-+]?\d+)?", "0", text))
    return number


def _wrong(kind: str, numbers: list[float]) -> str:
    """What is wrong with the arguments of a distribution, if anything is."""
    if not all(map(math.isfinite, numbers)):
        return "its arguments must be finite"
    if kind in ("uniform", "loguniform", "triangular") and not numbers[0] < numbers[-1]:
        return f"the low end {numbers[0]:g} must lie below the high end {numbers[-1]:g}"
    if kind == "triangular" and not numbers[0] <= numbers[1] <= numbers[2]:
        return "the mode must lie between the ends"
    if kind in ("loguniform", "lognormal") and not numbers[0] > 0:
        return "logarithms need values above zero"
    if kind in ("normal", "lognormal", "exponential", "weibull", "gamma"):
        positive = numbers[1:] if kind in ("normal", "lognormal") else numbers
        if not all(number > 0 for number in positive):
            return "its deviation, mean, shape or scale must be greater than zero"
    return ""


def _made(kind: str, numbers: list[float]) -> Any:
    from scipy import stats

    if kind == "uniform":
        return stats.uniform(numbers[0], numbers[1] - numbers[0])
    if kind == "triangular":
        low, mode, high = numbers
        return stats.triang((mode - low) / (high - low), low, high - low)
    if kind == "lognormal":
        return stats.lognorm(numbers[1], scale=numbers[0])
    if kind == "exponential":
        return stats.expon(scale=numbers[0])
    if kind == "weibull":
        return stats.weibull_min(numbers[0], scale=numbers[1])
    if kind == "gamma":
        return stats.gamma(numbers[0], scale=numbers[1])
    return {"normal": stats.norm, "loguniform": stats.loguniform}[kind](*numbers)


def shown(distribution: Any) -> str:
    """A distribution of scipy.stats as text."""
    named = getattr(getattr(distribution, "dist", None), "name", type(distribution).__name__)
    given = [f"{x:g}" for x in distribution.args] + [f"{k}={v:g}" for k, v in (distribution.kwds or {}).items()]
    return f"{named}({', '.join(given)})"


def spread(name: str, distribution: Any, text: str, low: float | None, strict: bool, truncate: bool) -> Spread:
    """A distribution of the parameter `name`, whose values must be at least `low` (`strict`: above it).

    What lies beyond is refused, or cut off where `truncate` says so or where it is less than a millionth.
    """
    try:
        outside = 0.0 if low is None else float(distribution.cdf(low))
        ends = [float(x) for x in distribution.ppf([EDGE, 0.5, 1.0 - EDGE])]
    except (TypeError, ValueError) as error:
        raise ModelError(f"the distribution {text} has no values: {error}", name) from None
    if low is not None and not strict and ends[0] >= low:
        outside = 0.0  # it begins there
    if not all(map(math.isfinite, ends)) or not math.isfinite(outside):
        raise ModelError(f"the distribution {text} has no finite values; check its arguments", name)
    if outside >= 1.0 - EDGE:
        raise ModelError(f"all values of {text} lie below {low:g}, where none is allowed; choose another one", name)
    if outside > CUT and not truncate:
        raise ModelError(
            f"{text} gives values that are not allowed: {outside:.2g} of them are "
            f"{'not above' if strict else 'below'} {low:g}; choose a distribution that stays inside, such as "
            "lognormal, or say truncate=True (--truncate) to draw from the part that does",
            name,
        )

    def quantile(parts: np.ndarray) -> np.ndarray:
        values = np.asarray(distribution.ppf(outside + parts * (1.0 - outside)), dtype=float)
        if low is None:
            return values
        return np.maximum(values, np.nextafter(low, math.inf) if strict else low)

    return Spread(text, quantile)


__all__ = ["ARGUMENTS", "Spread", "is_distribution", "named_in", "parsed", "shown", "spread"]
