"""The JSON Schema of model files, made from what the elements declare about themselves."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..appearance import KEYS, UNITS
from ..component import Component
from ..declare import Declaration, Input, Law, Option, Parameter
from ..domain import DOMAINS
from ..registry import known
from .check import LARGEST_N, VERSION
from .read import LONGEST_TEXT

_NAME = r"^[^\W\d_]\w*$"
_END = {
    "type": "string",
    "pattern": r"^\s*[^\W\d]\w*(\[\d+\])?(\.[^\W\d]\w*)?\s*$",
    "description": "a component, or one of its ports: 'motor.shaft'",
}


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a model file: every element with its parameters, units and descriptions."""
    content = _content()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:multibond:model:{VERSION}",
        "title": "multibond model file",
        "description": "A bond graph: components joined by power bonds and signals. See docs/files.md.",
        "type": "object",
        "required": ["multibond"],
        "properties": {
            "multibond": {"const": VERSION, "description": "version of the format"},
            **content,
            "look": _reference("look"),
            "stop": {"type": "number", "exclusiveMinimum": 0, "description": "default end of a simulation [s]"},
            "definitions": _named({"$ref": "#/$defs/content"}, "composites that components name as their type"),
        },
        "additionalProperties": False,
        "$defs": {
            "value": _VALUE,
            "unit": {"type": "string", "maxLength": 200, "description": "unit, such as 'N*s/m'"},
            "text": {"type": "string", "maxLength": LONGEST_TEXT},
            "cardinality": {"type": "integer", "minimum": 1, "maximum": LARGEST_N},
            "domain": {"enum": list(DOMAINS)},
            "content": {"type": "object", "properties": content, "additionalProperties": False},
            "look": _look(),
            "parameter": _parameter(),
            "signal": _signal(),
            "component": _component(),
            "bond": _bond(),
            **{f"element {name}": _element(name, kind) for name, kind in known().items()},
        },
    }


_VALUE = {
    "description": "a number, a quantity such as '2.5 mm', an expression, or a list of these (matrix: list of rows)",
    "oneOf": [
        {"type": "number"},
        {"type": "string", "minLength": 1, "maxLength": LONGEST_TEXT},
        {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/value"}},
    ],
}


def _reference(name: str, description: str = "") -> dict[str, Any]:
    return {"$ref": f"#/$defs/{name}", **({"description": description} if description else {})}


def _named(item: dict[str, Any], description: str) -> dict[str, Any]:
    return {
        "type": "object",
        "description": description,
        "propertyNames": {"pattern": _NAME},
        "additionalProperties": item,
    }


def _object(about: str, required: list[str], /, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object", "description": about, "required": required, "properties": properties,
        "additionalProperties": False,
    }  # fmt: skip


def _content() -> dict[str, Any]:
    position = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
    start = _object(
        "value at the start", ["value"], value=_reference("value"), fixed={"type": "boolean", "default": True}
    )
    listed = {**start, "required": ["variable", "value"]}
    listed["properties"] = {"variable": _reference("value"), **start["properties"]}
    output = _object(
        "an output", ["value"], value=_reference("value"), unit=_reference("unit"), description=_reference("text")
    )
    discrete = _object("a discrete variable", [], value=_reference("value"), unit=_reference("unit"), shape=_SHAPE,
                       description=_reference("text"))  # fmt: skip
    changes = {"type": "object", "minProperties": 1, "additionalProperties": _reference("value")}
    event = _object("an event", ["when", "set"], when=_reference("value"), set=changes)
    port = _object("an exposed port", ["target"], target=_END, description=_reference("text"))
    return {
        "name": _reference("text", "name of the model"),
        "description": _reference("text", "one line about the model"),
        "n": _reference("cardinality", "default cardinality of all bonds inside"),
        "domain": _reference("domain", "default domain of the elements inside"),
        "parameters": _named(_reference("parameter"), "parameters of the model, used in expressions by their names"),
        "inputs": _named(_reference("signal"), "signals that the model needs"),
        "signals": _named(_reference("signal"), "signals that the model offers"),
        "discrete": _named({"oneOf": [_reference("value"), discrete]}, "values that change only at events"),
        "components": _named(
            {"oneOf": [_reference("component"), {"type": "array", "minItems": 1, "items": _reference("component")}]},
            "elements and composites by name; a list of wheels has wheel[0], wheel[1], …",
        ),
        "bonds": {"type": "array", "items": _reference("bond"), "description": "power bonds, in order"},
        "ports": _named({"oneOf": [_END, port]}, "ports that outside bonds reach, by name"),
        "joins": {"type": "array", "description": "mechanical frames that are joined, such as [rod.b, body.a]",
                  "items": {"type": "array", "minItems": 2, "items": {"type": "string"}}},
        "wires": {"type": "array", "description": "pairs of equal signals", "items": {"oneOf": [
            {"type": "string", "pattern": "=", "description": "'sensor.y = gain.u'"},
            {"type": "array", "items": _reference("value"), "minItems": 2, "maxItems": 2}]}},
        "start": {"description": "start values of variables", "oneOf": [
            {"type": "object", "additionalProperties": {"oneOf": [_reference("value"), start]}},
            {"type": "array", "items": listed}]},
        "states": {"type": "object", "description": "whether variables should be states",
                   "additionalProperties": {"enum": ["always", "prefer", "avoid", "never"]}},
        "events": {"type": "array", "description": "what is set when a condition becomes true", "items": event},
        "outputs": _named({"oneOf": [_reference("value"), output]}, "expressions, plotted and written by default"),
        "names": {"type": "object", "description": "other names of quantities, such as spring.q: [spring_0.q, …]",
                  "additionalProperties": _reference("value")},
        "limits": {"type": "array", "description": "what must stay positive in a run", "items": _limit()},
        "shaped": {"type": "object", "description": "entries of parameters that shaped the graph, with their values",
                   "additionalProperties": {"type": "number"}},
        "part": _part(),
        "layout": _named(position, "positions of components in the drawing; y points up"),
    }  # fmt: skip


def _limit() -> dict[str, Any]:
    doubt = {"type": "boolean", "default": False, "description": "a run goes on, and its result is to be doubted"}
    return _object("what must stay positive", ["positive", "meaning"], positive=_reference("value"),
                   meaning=_reference("text", "what is the matter where it does not"), doubt=doubt)  # fmt: skip


def _part() -> dict[str, Any]:
    names = {"type": "array", "items": {"type": "string"}}
    pairs = {"type": "array", "items": {**names, "minItems": 2, "maxItems": 2}}
    return _object(
        "what a composite says of itself as a part of mechanics", [], library=_reference("text"),
        branches={**pairs, "description": "frames whose relative position is defined inside"},
        rooted={**names, "description": "frames whose position in the world is defined inside"},
        floating={**pairs, "description": "frame, and the element that defines its position if nothing else does"},
        turns={"type": "boolean", "default": True}, motion=_reference("text"),
        world={"type": "boolean", "default": False, "description": "whether all other parts stand in it"},
    )  # fmt: skip


def _parameter() -> dict[str, Any]:
    flag = {"type": "boolean", "default": False}
    full = _object(
        "a parameter with unit and description", [],
        value={"oneOf": [_reference("value"), {"type": "null"}]}, unit=_reference("unit"),
        description=_reference("text"), shape=_SHAPE, minimum={"type": "number"},
        strict={**flag, "description": "the minimum itself is not allowed"},
        symmetric={**flag, "description": "a matrix must be symmetric"},
        folds={**flag, "description": "exact zeros are built into the equations"},
        constant={"type": "string", "description": "why its value must not change in a run, and what to do instead"},
    )  # fmt: skip
    return {"oneOf": [_reference("value"), full]}


_SHAPE = {"oneOf": [{"type": "string"}, {"type": "integer", "minimum": 1}],
          "description": "'' scalar, 'n' vector, 'field' any of scalar, vector, matrix; '3', '3,2'"}  # fmt: skip


def _signal() -> dict[str, Any]:
    full = _object("a signal", [], unit=_reference("unit"), shape=_SHAPE, description=_reference("text"))
    return {"oneOf": [{"type": "null"}, full]}


def _bond() -> dict[str, Any]:
    side = {"enum": ["tail", "head"]}
    full = _object(
        "a bond", ["from", "to"], **{"from": _END}, to=_END,
        directed={"type": "boolean", "default": True, "description": "power counts positive towards 'to'"},
        stroke={"description": "where the causal stroke is forced to be",
                "oneOf": [side, {"type": "null"}, {"type": "array", "items": {"enum": ["tail", "head", None]}}]},
        label={"type": ["string", "integer"], "description": "name of the bond; its number if not given"},
    )  # fmt: skip
    compact = {
        "type": "string",
        "pattern": r"(>>|-)",
        "description": "'a >> b' directed, 'a - b' by convention; chains",
    }
    return {"oneOf": [compact, full]}


def _component() -> dict[str, Any]:
    """A type alone, an element or definition with values, or a model written in place."""
    chosen = [
        {"if": {"properties": {"type": {"const": name}}, "required": ["type"]}, "then": _reference(f"element {name}")}
        for name in known()
    ]
    value = {"oneOf": [_reference("value"), {"type": "boolean"}]}
    typed = {
        "type": "object",
        "required": ["type"],
        "properties": {
            "type": _reference("text"),
            "n": _reference("cardinality"),
            "domain": _reference("domain"),
            "look": _reference("look"),
        },
        "additionalProperties": value,
        "allOf": chosen,
    }
    inside = {
        "type": "object",
        "required": ["model"],
        "properties": {"model": {"$ref": "#/$defs/content"}, "look": _reference("look"), "type": False},
        "additionalProperties": value,
    }
    return {"oneOf": [{"type": "string", "description": "the type, when nothing else is said"}, typed, inside]}


def _look() -> dict[str, Any]:
    place = {"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}
    kinds: dict[str, dict[str, Any]] = {
        "color": {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$"},
        "transparency": {"type": "number", "minimum": 0, "maximum": 1},
        "size": {"type": "number", "exclusiveMinimum": 0},
        "hidden": {"type": "boolean"},
        "mesh_unit": {"enum": list(UNITS)},
        "mesh_offset": place,
        "mesh_rotation": place,
    }
    said = {key: {"description": told, **kinds.get(key, {"type": "string"})} for key, (_, told) in KEYS.items()}
    return _object("what a part looks like in animations", [], **said)


def _element(name: str, kind: type[Component]) -> dict[str, Any]:
    properties: dict[str, Any] = {
        "type": {"const": name},
        "n": _reference("cardinality", "cardinality of the bonds (default: that of the model)"),
        "domain": _reference("domain", "domain (default: found from what it is bonded to)"),
        "look": _reference("look", "what it looks like in animations"),
    }
    if kind.splits:
        properties["bonds"] = {"enum": ["vector", "scalar"], "default": "vector",
                               "description": "scalar: every component of its ports is bonded for itself"}  # fmt: skip
    for key, declared in kind.declarations.items():
        if isinstance(declared, (Parameter, Law, Option, Input)):
            properties[key] = _property(declared)
    return {"type": "object", "title": name, "description": kind.summary, "properties": properties,
            "additionalProperties": False}  # fmt: skip


def _property(declared: Declaration) -> dict[str, Any]:
    found: dict[str, Any] = {"description": declared.description}
    if isinstance(declared, Option):
        whole = {"type": "integer"}
        found["oneOf"] = [whole, {"type": "string"}, {"type": "boolean"}, {"type": "array", "items": whole}]
        if declared.choices:
            found = {"description": declared.description, "enum": list(declared.choices)}
    else:
        found["$ref"] = "#/$defs/value"
    if isinstance(declared, Law):
        found["description"] += f" (variables: {', '.join(declared.variables)})"
    if getattr(declared, "unit", ""):
        found["unit"] = declared.unit  # type: ignore[attr-defined]
    default = getattr(declared, "default", None)
    if isinstance(default, (int, float, str, bool)) and np.all(default == default):
        found["default"] = default
    return found
