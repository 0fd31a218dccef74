"""What a model declares in a file: parameters, inputs, signals and discrete variables."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..declare import Discrete, Input, Output, Parameter
from .check import flag, known_keys, mapping, number, words
from .place import Place, short
from .value import check_value

_SHAPE = re.compile(r"|(?:n|[1-9]\d{0,2})(?:,(?:n|[1-9]\d{0,2}))?")


def parameter(data: Any, place: Place) -> Parameter:
    """The declaration of a parameter: a value, or a mapping with value, unit, description and more."""
    if not isinstance(data, dict):
        return Parameter(check_value(data, place))
    known_keys(
        data, ("value", "unit", "description", "shape", "minimum", "strict", "symmetric", "folds", "constant"), place
    )
    minimum = None if data.get("minimum") is None else number(data["minimum"], place / "minimum")
    strict, symmetric, folds = (flag(data.get(key, False), place / key) for key in ("strict", "symmetric", "folds"))
    return Parameter(
        None if data.get("value") is None else check_value(data["value"], place / "value"),
        words(data.get("unit", ""), place / "unit"),
        _shape(data, place, field=True),
        minimum,
        strict=strict,
        symmetric=symmetric,
        folds=folds,
        constant=words(data.get("constant", ""), place / "constant"),
        description=words(data.get("description", ""), place / "description"),
    )


def _shape(data: dict[str, Any], place: Place, field: bool = False) -> str:
    shape = data.get("shape", "")
    shape = str(shape) if isinstance(shape, int) and not isinstance(shape, bool) else words(shape, place / "shape")
    if not (_SHAPE.fullmatch(shape) or (field and shape == "field")):
        also = ", 'field'" if field else ""
        raise (place / "shape").error(
            f"'{short(shape)}' is not a shape; write '', 'n'{also}, '3' or '3,2' (rows, columns)"
        )
    return shape


def _signal(kind: type, data: Any, place: Place) -> Any:
    if data is None:
        data = {}
    known_keys(mapping(data, place), ("unit", "shape", "description"), place)
    unit, description = (words(data.get(key, ""), place / key) for key in ("unit", "description"))
    return kind(unit, _shape(data, place), description=description)


def _input(data: Any, place: Place) -> Input:
    return _signal(Input, data, place)


def _output_signal(data: Any, place: Place) -> Output:
    return _signal(Output, data, place)


def _discrete(data: Any, place: Place) -> Discrete:
    data = data if isinstance(data, dict) else {"value": data}
    known_keys(data, ("value", "unit", "shape", "description"), place)
    unit, description = (words(data.get(key, ""), place / key) for key in ("unit", "description"))
    return Discrete(
        unit, _shape(data, place), check_value(data.get("value", 0), place / "value"), description=description
    )


DECLARED: dict[str, Callable[[Any, Place], Any]] = {
    "parameters": parameter,
    "inputs": _input,
    "signals": _output_signal,
    "discrete": _discrete,
}
