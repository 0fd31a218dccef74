"""A model as plain data: what is written to files."""

from __future__ import annotations

import json
from typing import Any

from ...errors import FileError
from ..appearance import written_look
from ..bond import Bond
from ..component import Component
from ..composite import Composite, When
from ..declare import Declaration, Discrete, Input, Law, Option, Output, Parameter
from ..registry import find, name_of
from .check import VERSION
from .own_part import describe_part
from .value import plain, plain_law


def describe(model: Composite) -> dict[str, Any]:
    """The description of `model` as plain data (numbers, texts, lists, mappings), as its file says it.

    A composite of a class becomes one of the `definitions`; one that was written step by step stands inside its model.
    """
    if not isinstance(model, Composite):
        raise FileError(f"only a Composite can be written to a file, not {model!r}")
    definitions: dict[str, Any] = {}
    content = _content(model, "", definitions)
    for name, value in _values(model, model, "").items():
        _set_top_value(content, name, value)
    result: dict[str, Any] = {"multibond": VERSION, "name": model.title}
    if model.stop != Composite.stop:
        result["stop"] = plain(model.stop, model, "stop")
    result.update(content)
    if definitions:
        result["definitions"] = definitions
    return result


def _set_top_value(content: dict[str, Any], name: str, value: Any) -> None:
    """A value given to the whole model becomes that of its parameter; one given to an input becomes a wire."""
    parameters = content.get("parameters", {})
    if isinstance(parameters.get(name), dict):
        parameters[name]["value"] = value
    elif name in parameters:
        parameters[name] = {"value": value} if isinstance(value, str) else value
    else:
        content.setdefault("wires", []).append([name, value])


def _content(model: Composite, path: str, definitions: dict[str, Any]) -> dict[str, Any]:
    """Everything that stands inside `model`."""
    children = model.children  # asked for first: building a model may declare more
    parts: dict[str, Any] = {
        "description": model.description,
        "n": model._own_n,
        "domain": model._own_domain,
        "look": None if path else written_look(model._own_look),
        "parameters": {k: _parameter(d, model, _at(path, k)) for k, d in _declared(model, Parameter)},
        "inputs": {k: _signal(d, model) for k, d in _declared(model, Input)},
        "signals": {k: _signal(d, model) for k, d in _declared(model, Output)},
        "discrete": {k: _discrete(d, model, _at(path, k)) for k, d in _declared(model, Discrete)},
        "components": {k: _component(c, model, _at(path, k), definitions) for k, c in children.items()},
        "bonds": [_bond(bond, model) for bond in model.bonds],
        "ports": {k: _port(k, end, model) for k, end in model.exposed.items()},
        "joins": [[_path(frame, model) for frame in frames] for frames in model.joins],
        "wires": [_wire(pair, model, path) for pair in model.wires],
        "start": _starts(model, path),
        "states": model.wishes,
        "events": [_event(when, model, path) for when in model.whens],
        "outputs": {k: _output(shown, model, _at(path, k)) for k, shown in model.outputs.items()},
        "names": {k: plain(value, model, _at(path, k)) for k, value in model.aliases.items()},
        "limits": [*_limits(model._limits(), model, path, False), *_limits(model._doubtful(), model, path, True)],
        "shaped": dict(model._shaped),
        "part": describe_part(model),
        "layout": {k: [plain(x, model, path) for x in position] for k, position in model.layout.items()},
    }
    return {key: value for key, value in parts.items() if value not in (None, "", {}, [])}


def _at(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


def _declared(model: Composite, kind: type[Declaration]) -> list[tuple[str, Any]]:
    return [(name, d) for name, d in model.declarations.items() if isinstance(d, kind)]


def _parameter(declared: Parameter, model: Composite, where: str) -> Any:
    value = None if declared.default is None else plain(declared.default, model, where)
    extra: dict[str, Any] = {
        "unit": declared.unit,
        "description": declared.description,
        "shape": _shape(declared.shape, model),
        "minimum": None if declared.minimum is None else plain(declared.minimum, model, where),
        "strict": declared.strict,
        "symmetric": declared.symmetric,
        "folds": declared.folds,
        "constant": declared.constant,
    }
    extra = {key: part for key, part in extra.items() if part is not None and part is not False and part != ""}
    return {"value": value, **extra} if extra or isinstance(value, str) or value is None else value


def _shape(shape: str, model: Composite) -> str:
    """The shape with cardinalities that only Python knows (options of a class) as numbers."""
    if shape in ("", "field"):
        return shape
    return ",".join(
        part if part == "n" else str(model.size(int(part) if part.isdigit() else part)) for part in shape.split(",")
    )


def _signal(declared: Any, model: Composite) -> dict[str, Any]:
    parts = {"unit": declared.unit, "shape": _shape(declared.shape, model), "description": declared.description}
    return {key: value for key, value in parts.items() if value}


def _component(component: Component, model: Composite, path: str, definitions: dict[str, Any]) -> Any:
    kind = type(component)
    name = name_of(kind)
    if name is not None:
        head: dict[str, Any] = {"type": name}
    elif not isinstance(component, Composite):
        raise FileError(
            f"another class took the name of {kind.__module__}.{kind.__name__}, which the file would write; rename it",
            path,
        )
    elif type(component).is_plain():
        own = {} if component.title == component.name else {"name": component.title}
        head = {"model": {**own, **_content(component, path, definitions)}}
    else:
        if any(getattr(kind, key, ()) for key in ("branches", "rooted", "floating")):
            raise FileError(
                f"the class {kind.__name__} says in Python where its frames are; a file cannot, but it can name "
                "the class when it is one of a package (docs/extending.md)",
                path,
            )
        content = _content(component, path, definitions)
        own_n, own_domain = content.pop("n", None), content.pop("domain", None)
        head = {"type": _define(kind.__name__, content, definitions)}
        look = written_look(component._own_look)
        return _compact({**head, "n": own_n, "domain": own_domain, "look": look, **_values(component, model, path)})
    inner = "model" in head
    return _compact(
        {
            **head,
            "n": None if inner else component._own_n,
            "domain": None if inner else component._own_domain,
            "look": written_look(component._own_look),
            "bonds": "scalar" if component._split else None,
            **_values(component, model, path, whole=name is not None),
        }
    )


def _compact(parts: dict[str, Any]) -> Any:
    parts = {key: value for key, value in parts.items() if value is not None}
    return parts["type"] if set(parts) == {"type"} else parts


def _define(name: str, content: dict[str, Any], definitions: dict[str, Any]) -> str:
    """The name of the definition with this content; another content gets another name."""
    number, chosen = 1, name
    while find(chosen) is not None or (chosen in definitions and not _same(definitions[chosen], content)):
        number += 1
        chosen = f"{name}_{number}"
    definitions[chosen] = content
    return chosen


def _same(first: Any, second: Any) -> bool:
    return json.dumps(first) == json.dumps(second)


def _values(component: Component, model: Composite, path: str, whole: bool = False) -> dict[str, Any]:
    """What was given to a component, by name; options and laws of a class whose inside is written are used up."""
    used_up = isinstance(component, Composite) and not whole
    written = {}
    for name, value in component.given.items():
        declared, where = component.declarations.get(name), _at(path, name)
        if isinstance(declared, Law):
            if used_up:
                continue
            written[name] = plain_law(value, component, declared, model, where) if value is not None else None
        elif isinstance(declared, Option):
            if not used_up:
                written[name] = _option(value, where)
        elif value is not None:
            written[name] = plain(value, model, where)
    return written


def _option(value: Any, where: str) -> Any:
    if value is None or isinstance(value, (bool, str)):
        return value
    found = plain(list(value) if isinstance(value, range) else value, None, where)  # type: ignore[arg-type]
    items = found if isinstance(found, list) else [found]
    if not all(isinstance(item, int) for item in items):
        raise FileError(f"the option {value!r} cannot be written; whole numbers and texts can", where)
    return found


def _end(end: tuple[str, str], model: Composite) -> str:
    component, port = end
    return component if len(model._children[component].ports) == 1 else f"{component}.{port}"


def _bond(bond: Bond, model: Composite) -> Any:
    tail, head = _end(bond.tail, model), _end(bond.head, model)
    if bond.stroke is None and not bond.label:
        return f"{tail} {'>>' if bond.directed else '-'} {head}"
    stroke = list(bond.stroke) if isinstance(bond.stroke, tuple) else bond.stroke
    parts = {"from": tail, "to": head, "directed": bond.directed, "stroke": stroke, "label": bond.label}
    return {k: v for k, v in parts.items() if v not in (None, "") and not (k == "directed" and v)}


def _port(name: str, end: tuple[str, str], model: Composite) -> Any:
    component, port = end
    description = model.declarations[name].description
    target = _end(end, model)
    own = description != model._children[component].ports[port].description
    return {"target": target, "description": description} if own else target


def _path(component: Component, model: Composite) -> str:
    """The dotted name of a component inside `model`."""
    names = []
    at: Component | None = component
    while at is not None and at is not model:
        names.append(at.name)
        at = at.parent
    return ".".join(reversed(names))


def _wire(pair: tuple[Any, Any], model: Composite, path: str) -> Any:
    first, second = (plain(side, model, _at(path, "wires")) for side in pair)
    plain_texts = isinstance(first, str) and isinstance(second, str) and "=" not in first + second
    return f"{first} = {second}" if plain_texts else [first, second]


def _starts(model: Composite, path: str) -> Any:
    listed = []
    for start in (start for start in model.starts if not start.asked):
        variable = plain(start.variable, model, _at(path, "start"))
        value = plain(start.value, model, _at(path, "start"))
        listed.append((variable, value, start.fixed))
    keys = [variable for variable, _, _ in listed]
    if all(isinstance(key, str) and len(key) <= 200 for key in keys) and len(set(map(str, keys))) == len(keys):
        return {key: value if fixed else {"value": value, "fixed": False} for key, value, fixed in listed}
    return [{"variable": k, "value": v, **({} if fixed else {"fixed": False})} for k, v, fixed in listed]


def _limits(listed: list[tuple[Any, str]], model: Composite, path: str, doubt: bool) -> list[dict[str, Any]]:
    own = {"doubt": True} if doubt else {}
    return [{"positive": plain(x, model, _at(path, "limits")), "meaning": meaning, **own} for x, meaning in listed]


def _discrete(declared: Discrete, model: Composite, where: str) -> dict[str, Any]:
    return {"value": plain(declared.start, model, where), **_signal(declared, model)}


def _event(when: When, model: Composite, path: str) -> dict[str, Any]:
    where = _at(path, "events")
    changes = {str(plain(variable, model, where)): plain(value, model, where) for variable, value in when.changes}
    return {"when": plain(when.condition, model, where), "set": changes}


def _output(shown: Any, model: Composite, where: str) -> Any:
    value = plain(shown.value, model, where)
    extra = {k: v for k, v in (("unit", shown.unit), ("description", shown.description)) if v}
    return {"value": value, **extra} if extra else value
