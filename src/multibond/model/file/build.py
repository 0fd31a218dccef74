"""Plain data to a model. Only elements that are registered and definitions of the file itself can be named."""

from __future__ import annotations

import re
from typing import Any

from ...errors import nearest
from .. import former
from ..appearance import check_look
from ..bond import PortReference
from ..component import Component, check_name, switched_on
from ..composite import Composite, Exposed
from ..declare import Input, Law, Option, Parameter
from ..other_words import meant_by
from ..registry import find, known, missing
from .chain_hint import bond_meant
from .check import CONTENT, TOP, VERSION, cardinality, flag, known_keys, mapping, number, sequence, words
from .declaration import DECLARED
from .definition import Definitions
from .own_part import set_part
from .place import Place, Refusing, kind, short
from .value import check_expression, check_option, check_value

_END = r"[^\W\d]\w*(?:\[\d+\])?(?:\.[^\W\d]\w*)?"
_TYPES = ("type", "model", "kind", "class", "element", "typ", "types", "tpye", "tyep", "tye", "typename", "klass")
CHAIN_PARTS = re.compile(r">>|-")  # what stands between the ends of a chain of bonds
_CHAIN = re.compile(rf"\s*{_END}(?:\s*(?:>>|-)\s*{_END})+\s*")


def build(data: Any, place: Place) -> Composite:
    """The model that `data` describes."""
    if data is None:
        raise place.error("the file is empty; a mapping that begins with multibond: 1 is expected")
    mapping(data, place)
    if "multibond" not in data:
        raise place.error(
            "this is not a model file: the key 'multibond' with the format version (multibond: 1) is missing"
        )
    version = data["multibond"]
    if version != VERSION or isinstance(version, bool):
        raise (place / "multibond").error(
            f"{kind(version)} is not a known version of the format; this multibond reads version {VERSION}, a number"
        )
    known_keys(data, TOP, place)
    definitions = Definitions(mapping(data.get("definitions", {}), place / "definitions"), place / "definitions")
    definitions.check(data, place)
    model = _new(Composite.public, data, place, {})
    if "stop" in data:
        stop = number(data["stop"], place / "stop")
        if stop <= 0:
            raise (place / "stop").error(f"the time to stop at must be greater than 0, not {stop:g}")
        object.__setattr__(model, "stop", stop)
    fill(model, data, place, definitions)
    _dress(model, data, place)
    return model


# ------------------------------------------------------------ parts
def _new(kind: type[Composite], data: dict[str, Any], place: Place, given: dict[str, Any]) -> Composite:
    title = words(data["name"], place / "name") if data.get("name") is not None else None
    description = words(data.get("description", ""), place / "description")
    n = cardinality(data.get("n"), place / "n")
    domain = None if data.get("domain") is None else words(data["domain"], place / "domain")
    with Refusing(place / "domain"):
        return kind(title=title, n=n, domain=domain, description=description, **given)


def fill(model: Composite, data: dict[str, Any], place: Place, definitions: Definitions) -> None:
    """Write everything that `data` says into `model`."""
    for section, make in DECLARED.items():
        for name, part in mapping(data.get(section, {}), place / section).items():
            if name not in model.declarations:  # a definition has declared its own already
                _add(model, name, make(part, place / section / name), place / section / name)
    components, bonds = place / "components", place / "bonds"
    for name, part in mapping(data.get("components", {}), components).items():
        here = components / name
        _check_component_name(name, here)
        if isinstance(part, list):
            _add(model, name, [_component(one, here / k, definitions) for k, one in enumerate(part)], here)
        else:
            _add(model, name, _component(part, here, definitions), here)
    for index, part in enumerate(sequence(data.get("bonds", []), bonds)):
        _bond(model, part, bonds / index)
    for name, part in mapping(data.get("ports", {}), place / "ports").items():
        _port(model, name, part, place / "ports" / name)
    for index, part in enumerate(sequence(data.get("joins", []), place / "joins")):
        _join(model, part, place / "joins" / index)
    for index, part in enumerate(sequence(data.get("wires", []), place / "wires")):
        with Refusing(place / "wires" / index):
            model.connect(*_wire(part, place / "wires" / index))
    _starts(model, data.get("start", {}), place / "start")
    for name, part in mapping(data.get("states", {}), place / "states").items():
        check_expression(name, place / "states" / name)
        with Refusing(place / "states" / name):
            model.state(name, words(part, place / "states" / name))
    for index, part in enumerate(sequence(data.get("events", []), place / "events")):
        _event(model, part, place / "events" / index)
    for name, part in mapping(data.get("outputs", {}), place / "outputs").items():
        _named_output(model, name, part, place / "outputs" / name)
    for name, part in mapping(data.get("names", {}), place / "names").items():
        with Refusing(place / "names" / name):
            model.alias(name, check_value(part, place / "names" / name))
    _limits(model, data.get("limits", []), place / "limits")
    for name, part in mapping(data.get("shaped", {}), place / "shaped").items():
        check_expression(name, place / "shaped" / name)
        model._shaped[name] = number(part, place / "shaped" / name)
    if "part" in data:
        set_part(model, data["part"], place / "part")
    _places(model, data.get("layout", {}), place / "layout")
    _check_words(model, data.get("components", {}), place / "components")


def _check_component_name(name: str, place: Place) -> None:
    """Refuse a key of `components` that is no name before anything is said of what stands behind it."""
    before, brace, _ = name.partition("{")
    if brace and before.strip().isidentifier():
        raise place.error(
            f"'{short(name)}' cannot be a name; a colon is missing before the brace: write {before.strip()}: {{…}}"
        )
    with Refusing(place):
        check_name(name)


def _places(model: Composite, data: Any, place: Place) -> None:
    """Where components stand in the drawing."""
    positions: dict[str, Any] = {}
    for key, part in mapping(data, place).items():
        here, name = place / key, _member(key)
        if name not in model._children:
            raise here.unknown(name, "component", model._children)
        position = [number(x, here / i) for i, x in enumerate(sequence(part, here))]
        if len(position) != 2:
            with Refusing(here):
                model.place(**{name: position})  # type: ignore[arg-type]
        positions[name] = position
    if positions:
        with Refusing(place):
            model.place(**positions)


def _member(text: str) -> str:
    """The name of a component that is written as a member of a list: ``wheel[1]`` is wheel_1."""
    return re.sub(r"\[(\d+)\]", r"_\1", text) if "[" in text else text


def _check_words(model: Composite, components: dict[str, Any], place: Place) -> None:
    """Refuse on, off, yes and no as values where they are no names of the model: elsewhere they mean true or false."""
    single = [(name, part, place / name) for name, part in components.items() if not isinstance(part, list)]
    listed = ((name, parts) for name, parts in components.items() if isinstance(parts, list))
    members = [(f"{name}_{k}", part, place / name / k) for name, parts in listed for k, part in enumerate(parts)]
    for name, part, here in single + members:
        for key, value in part.items() if isinstance(part, dict) else ():
            option = isinstance(model._children[name].declarations.get(key), Option)
            word = isinstance(value, str) and value.lower() in ("on", "off", "yes", "no")
            if word and not option and key not in ("type", "domain") and value not in model._known_names():
                raise (here / key).error(
                    f"'{value}' is a name here, and the model has none; write a number (1 or 0) or a condition such as "
                    "'time > 1'"
                )


def _add(model: Composite, name: str, value: Any, place: Place) -> None:
    with Refusing(place):
        model.add(name, value)


def _component(data: Any, place: Place, definitions: Definitions) -> Component:
    if isinstance(data, str):
        data = {"type": data}
    if not isinstance(data, dict):
        raise place.wrong(data, "a type such as J1, or {type: R, R: 5 ohm},")
    for key in data:
        if ":" in key:
            raise (place / key).unknown(key, "key", ("type", "n", "domain", "look"))
    if ("type" in data) == ("model" in data):
        near = next((key for key in data if key.lower() in _TYPES), "")
        hint = (
            f"; write type instead of '{near}'" if near and near not in ("type", "model") else "; as in {type: R, R: 5}"
        )
        raise place.error(f"a component has either a type (the name of an element or definition) or a model{hint}")
    if "model" in data:
        return _inline(data, place, definitions)
    name = words(data["type"], place / "type")
    values = {key: value for key, value in data.items() if key not in ("type", "n", "domain", "look")}
    n = cardinality(data.get("n"), place / "n")
    domain = None if data.get("domain") is None else words(data["domain"], place / "domain")
    if name in definitions.content:
        content, there = definitions.content[name], definitions.place / name
        kind = definitions.kind(name, fill)
        given = _values(values, kind, place)
        inner = dict(content, **{k: v for k, v in (("n", n), ("domain", domain)) if v is not None})
        model = _new(kind, inner, place if n or domain else there, given)
        _dress(model, data, place)
        model._ensure_built()
        return model
    with Refusing(place / "type"):
        element = find(name)
    if element is None and missing(name):
        raise (place / "type").error(missing(name))
    if element is None:
        now, former_values = former.type_name(name)
        element, values = find(now), {**former_values, **values}
    if element is None:
        every = [*definitions.content, *known()]
        first = re.match(r"\s*([\w.]+)(?:\s+|\s*\()\S", name)
        hint = f"; its values stand beside its type: {{type: {first[1]}, …}}" if first and first[1] in every else ""
        raise (place / "type").unknown(
            name, "element or definition", every, hint or meant_by(name, every) or nearest(name[:100], every, 0.8)
        )
    bonds = {"bonds": words(values.pop("bonds"), place / "bonds")} if element.splits and "bonds" in values else {}
    given = _values(values, element, place)
    with Refusing(place / "domain" if domain else place):
        component = element(n=n, domain=domain, **bonds, **given)
        if isinstance(component, Composite):
            component._ensure_built()
    _dress(component, data, place)
    return component


def _inline(data: dict[str, Any], place: Place, definitions: Definitions) -> Composite:
    content, here = mapping(data["model"], place / "model"), place / "model"
    known_keys(content, CONTENT, here)
    for key in ("n", "domain"):
        if key in data:
            raise (place / key).error(f"'{key}' of a model written here stands inside it, as model.{key}")
    values = {key: value for key, value in data.items() if key not in ("model", "look")}
    model = _new(Composite.public, {"name": place.path[-1], **content}, here, {})
    fill(model, content, here, definitions)
    model.given.update(_values(values, model, place))
    _dress(model, data, place)
    return model


def _dress(component: Component, data: dict[str, Any], place: Place) -> None:
    """Say of a component what it looks like in animations."""
    if data.get("look") is not None:
        with Refusing(place / "look"):
            component._set(own_look=check_look(mapping(data["look"], place / "look")))


def _values(values: dict[str, Any], owner: Any, place: Place) -> dict[str, Any]:
    """The values given to a component, checked against what it declares."""
    with Refusing(place):
        values = former.renamed(owner, values)
    settable = {k: d for k, d in owner.declarations.items() if isinstance(d, (Parameter, Law, Option, Input))}
    for name, value in values.items():
        declared, here = settable.get(name), place / name
        if declared is None:
            what = owner.__name__ if isinstance(owner, type) else "this model"
            comma = re.fullmatch(r"\d+\s*[^\W\d]*", name)  # {R: 1,5}
            hint = "; the decimal sign is a point, and inside { } a comma ends a value" if comma else ""
            known_names = [*settable, "type", "n", "domain", "look"]
            raise here.unknown(name, f"parameter of {what} called", known_names, hint)
        if isinstance(declared, Option):
            check_option(value, here)
            if all(isinstance(choice, bool) for choice in declared.choices or ("",)) and not isinstance(value, bool):
                raise here.wrong(value, "true or false")
            if declared.choices and value not in declared.choices:
                raise here.error(f"'{name}' is one of {', '.join(map(str, declared.choices))}, not {short(value)}")
        else:
            check_value(value, here)
    return values


# ------------------------------------------------------------ bonds, ports, signals
def _end(model: Composite, text: str, place: Place) -> Any:
    name, _, port = _member(text.strip()).partition(".")
    component = model._children.get(name)
    if component is None:
        raise place.unknown(name, "component", model._children)
    if not port:
        return component
    now = former.current(component, port)
    if port not in component.ports and now in component.ports:
        former.tell(f"{name}.{port}", f"{name}.{now}")
        port = str(now)
    if port not in component.ports:
        hint = switched_on(component, port)
        if hint:
            raise place.error(f"there is no port of {name} called '{port}'{hint}")
        raise place.unknown(port, f"port of {name} called", component.ports)
    return PortReference(component, port)


def _bond(model: Composite, data: Any, place: Place) -> None:
    if isinstance(data, str):
        if not _CHAIN.fullmatch(data):
            raise place.error(f"'{short(data)}' is not a bond; {bond_meant(data)}")
        parts = re.split(r"(>>|-)", data)
        for tail, arrow, head in zip(parts[::2], parts[1::2], parts[2::2]):
            with Refusing(place):
                model.bond(_end(model, tail, place), _end(model, head, place), directed=arrow == ">>")
        return
    known_keys(mapping(data, place), ("from", "to", "directed", "stroke", "label"), place)
    for key in ("from", "to"):
        if key not in data:
            raise place.error(f"the key '{key}' is missing; a bond has from and to")
    stroke = data.get("stroke")
    if stroke is not None and not isinstance(stroke, (str, list)):
        raise (place / "stroke").wrong(stroke, "'tail', 'head' or a list of these")
    label = data.get("label", "")
    if not isinstance(label, (str, int)) or isinstance(label, bool):
        raise (place / "label").wrong(label, "a text")
    tail, head = (_end(model, words(data[key], place / key), place / key) for key in ("from", "to"))
    with Refusing(place):
        model.bond(
            tail, head, directed=flag(data.get("directed", True), place / "directed"), stroke=stroke, label=str(label)
        )


def _port(model: Composite, name: str, data: Any, place: Place) -> None:
    description = ""
    if isinstance(data, dict):
        known_keys(data, ("target", "description"), place)
        description = words(data.get("description", ""), place / "description")
        data = data.get("target")
    _add(model, name, Exposed(_end(model, words(data, place), place), description), place)


def _join(model: Composite, data: Any, place: Place) -> None:
    """Mechanical frames that are joined: a list of dotted names such as ``rod.a``."""
    if isinstance(data, str):
        frames = [name for name in re.split(r"[\s,;>=-]+|<", data) if name]
        raise place.error(f"frames are joined by a list of their names; write [{', '.join(frames)}]")
    with Refusing(place):
        model.join(*(model[words(name, place / i)] for i, name in enumerate(sequence(data, place))))


def _wire(data: Any, place: Place) -> list[Any]:
    if isinstance(data, str):
        data = re.split(r"(?<![<>=!])=(?!=)", data)
    if len(sequence(data, place)) != 2:
        raise place.error("a wire makes two signals equal: 'sensor.y = gain.u' or [sensor.y, gain.u]")
    return [check_value(side.strip() if isinstance(side, str) else side, place / i) for i, side in enumerate(data)]


def _starts(model: Composite, data: Any, place: Place) -> None:
    if isinstance(data, dict):
        rows = [
            (place / key, key, value if isinstance(value, dict) else {"value": value}) for key, value in data.items()
        ]
    else:
        rows = [
            (place / i, mapping(part, place / i).get("variable"), {k: v for k, v in part.items() if k != "variable"})
            for i, part in enumerate(sequence(data, place))
        ]
    for here, variable, part in rows:
        known_keys(part, ("value", "fixed"), here)
        if "value" not in part:
            raise here.error("the start value is missing; write it as {value: 0, fixed: true}")
        if isinstance(variable, str):
            check_expression(variable, here)
        check_value(variable, here)
        with Refusing(here):
            value = check_value(part["value"], here)
            model.start(variable, value, fixed=flag(part.get("fixed", True), here / "fixed"))


def _event(model: Composite, data: Any, place: Place) -> None:
    known_keys(mapping(data, place), ("when", "set"), place)
    for key in ("when", "set"):
        if key not in data:
            raise place.error(f"the key '{key}' is missing; an event is {{when: condition, set: {{variable: value}}}}")
    changes = mapping(data["set"], place / "set")
    for variable, value in changes.items():
        check_expression(variable, place / "set" / variable)
        check_value(value, place / "set" / variable)
    with Refusing(place):
        model.when(check_value(data["when"], place / "when"), dict(changes))


def _limits(model: Composite, data: Any, place: Place) -> None:
    """What must stay positive in a run, or is to be doubted where it does not."""
    for index, part in enumerate(sequence(data, place)):
        here = place / index
        known_keys(mapping(part, here), ("positive", "meaning", "doubt"), here)
        for key in ("positive", "meaning"):
            if key not in part:
                raise here.error(f"the key '{key}' is missing; a limit has positive (an expression) and meaning")
        row = (check_value(part["positive"], here / "positive"), words(part["meaning"], here / "meaning"))
        (model._warnings if flag(part.get("doubt", False), here / "doubt") else model._bounds).append(row)


def _named_output(model: Composite, name: str, data: Any, place: Place) -> None:
    data = data if isinstance(data, dict) else {"value": data}
    known_keys(data, ("value", "unit", "description"), place)
    if "value" not in data:
        raise place.error("the value of the output is missing")
    unit, description = (words(data.get(key, ""), place / key) for key in ("unit", "description"))
    with Refusing(place):
        check_name(name)
        model.output(name, check_value(data["value"], place / "value"), unit, description)
