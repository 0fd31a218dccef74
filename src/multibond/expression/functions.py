"""The functions of the expression language for use in Python: on numbers, nodes, and arrays of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import ModelError
from .algebra import choose, function, function_2


def _each(operation: Callable[..., Any], name: str, meaning: str, count: int = 1) -> Callable[..., Any]:
    def apply(*args: Any) -> Any:
        if len(args) != count:
            few = {1: "one argument", 2: "two arguments", 3: "three arguments"}[count]
            raise ModelError(f"{name} takes {few}, not {len(args)}")
        if any(isinstance(a, (np.ndarray, list, tuple)) for a in args):
            return np.frompyfunc(operation, len(args), 1)(*(np.asarray(a, dtype=object) for a in args))
        return operation(*args)

    apply.__name__ = apply.__qualname__ = name
    apply.__doc__ = meaning
    return apply


def _one(name: str, meaning: str) -> Callable[[Any], Any]:
    return _each(lambda a: function(name, a), name, meaning)


sin = _one("sin", "Sine of an angle in radians.")
cos = _one("cos", "Cosine of an angle in radians.")
tan = _one("tan", "Tangent of an angle in radians.")
asin = _one("asin", "Arc sine, radians.")
acos = _one("acos", "Arc cosine, radians.")
atan = _one("atan", "Arc tangent, radians.")
tanh = _one("tanh", "Hyperbolic tangent.")
exp = _one("exp", "Exponential function.")
log = _one("log", "Natural logarithm.")
sqrt = _one("sqrt", "Square root.")
atan2 = _each(lambda a, b: function_2("atan2", a, b), "atan2", "The angle of the point (x=b, y=a), radians.", 2)
minimum = _each(lambda a, b: function_2("min", a, b), "minimum", "The smaller of two values.", 2)
maximum = _each(lambda a, b: function_2("max", a, b), "maximum", "The larger of two values.", 2)
where = _each(
    choose, "where", "`a` where a condition holds, else `b`: where(condition, a, b); an event at the change.", 3
)
