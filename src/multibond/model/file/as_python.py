"""A description as Python text that builds the same model: classes with parameters, components, bonds and outputs."""

from __future__ import annotations

import keyword
import pprint
import re
import textwrap
from typing import Any

from ...errors import FileError
from ..composite import Composite
from ..declare import Discrete, Input, Output, Parameter
from ..registry import find

_WIDTH = 110
_UNWRITTEN = {
    "limits": "limits of a run", "shaped": "entries that shaped the graph", "part": "how positions go through it",
}  # fmt: skip
_DECLARED = {"parameters": Parameter, "inputs": Input, "signals": Output, "discrete": Discrete}
_FIRST = {"parameters": "default", "discrete": "start"}  # what the value of a declaration is called in Python


def python_text(data: dict[str, Any]) -> str:
    """The description `data` of a model (see `describe`) as Python text; its last line makes the model.

    >>> text = python_text({"multibond": 1, "name": "damper", "components": {"r": {"type": "R", "R": 2}}})
    >>> print(text.splitlines()[-4].strip())
    self.r = mb.R(R=2)
    """
    writer = _Writer(data)
    name = writer.class_name(str(data.get("name") or "model"))
    body = writer.model(name, data, "")
    doc = f'"""{_words(data.get("description") or name)}"""'
    parts = [
        doc,
        "",
        "import multibond as mb",
        *sorted(writer.imports),
        *writer.classes,
        *body,
        "",
        "",
        f"model = {name}()",
    ]
    text = "\n".join(parts) + "\n"
    compile(text, "<model>", "exec", dont_inherit=True)  # only to be sure that it is Python; nothing is executed
    return text


class _Writer:
    def __init__(self, data: dict[str, Any]):
        self.definitions: dict[str, Any] = data.get("definitions") or {}
        self.names: dict[str, str] = {}  # of definitions → their classes
        self.taken: set[str] = set()
        self.classes: list[str] = []
        self.imports: set[str] = set()  # of components of other packages
        for kind in self.definitions:
            self.names[kind] = self.class_name(kind)
        written: set[str] = set()
        for kind in self.definitions:
            self._define(kind, written)

    def _define(self, kind: str, written: set[str]) -> None:
        """The class of a definition, behind those that it uses."""
        if kind in written:
            return
        written.add(kind)
        for part in (self.definitions[kind].get("components") or {}).values():
            inner = part if isinstance(part, str) else part.get("type")
            if inner in self.definitions:
                self._define(inner, written)
        self.classes += self.model(self.names[kind], self.definitions[kind], kind)

    def class_name(self, wish: str) -> str:
        """A name for a class that nothing else has."""
        name = "".join(part[:1].upper() + part[1:] for part in re.split(r"\W+|_+", wish)) or "TheModel"
        name = name if name.isidentifier() and not keyword.iskeyword(name) else f"Model{name}"
        while name in self.taken or name in ("None", "True", "False"):
            name += "_"
        self.taken.add(name)
        return name

    # ------------------------------------------------------------ one model
    def model(self, name: str, data: dict[str, Any], where: str) -> list[str]:
        """The class of a model with this content."""
        for key, what in _UNWRITTEN.items():
            if data.get(key):
                raise FileError(f"{what} ('{key}') cannot be written as Python text; save the model as a file", where)
        build = [
            *self._late(data), *self._components(data, where), *self._bonds(data), *self._rest(data),
        ]  # fmt: skip
        head = [f'"""{_words(data.get("description") or name)}"""', ""]
        for key in ("stop", "domain"):
            if data.get(key) is not None:
                head.append(f"{key} = {_value(data[key])}")
        for section, kind in _DECLARED.items():
            for key, part in (data.get(section) or {}).items():
                if not hasattr(Composite.public, key):
                    head.append(f"{key} = {self._declaration(section, kind, part)}")
        lines = ["", "", f"class {name}(mb.Model):", *_indented(head), "", "    def build(self):"]
        own = data.get("n") is not None or data.get("look") is not None
        if own or data.get("name") not in (None, _snake(name)):
            lines[-1:-1] = _indented(self._constructor(data, name))
        return [*lines, *_indented(build or ["pass"], 8)]

    def _constructor(self, data: dict[str, Any], name: str) -> list[str]:
        given = {"title": data.get("name"), "n": data.get("n"), "look": data.get("look")}
        lines = ["def __init__(self, *values, **given):"]
        lines += [f"    given.setdefault({key!r}, {value!r})" for key, value in given.items() if value is not None]
        return [*lines, "    super().__init__(*values, **given)", ""]

    def _late(self, data: dict[str, Any]) -> list[str]:
        """Declarations with the names of methods, which a class cannot have as attributes."""
        return [
            f"self.add({key!r}, {self._declaration(section, kind, part)})"
            for section, kind in _DECLARED.items()
            for key, part in (data.get(section) or {}).items()
            if hasattr(Composite.public, key)
        ]

    def _declaration(self, section: str, kind: type, part: Any) -> str:
        given = dict(part) if isinstance(part, dict) else {"value": part}
        first = _FIRST.get(section)
        values = {first: given.pop("value")} if first and "value" in given else {}
        return _call(f"mb.{kind.__name__}", [], {**values, **given})

    def _components(self, data: dict[str, Any], where: str) -> list[str]:
        lines = []
        for name, part in (data.get("components") or {}).items():
            given = dict(part) if isinstance(part, dict) else {"type": part}
            if "model" in given:
                content = {"name": name, **given.pop("model")}
                kind = self.class_name(name)
                self.classes += self.model(kind, content, f"{where}.{name}" if where else name)
            else:
                kind = str(given.pop("type"))
                kind = self.names.get(kind) or self._component(kind)
            lines.append(self._set(name, _call(kind, [], given)))
        for name, target in (data.get("ports") or {}).items():
            described = target if isinstance(target, dict) else {"target": target}
            more = [_value(described["description"])] if described.get("description") else []
            lines.append(self._set(name, f"mb.Exposed({', '.join([_end(described['target']), *more])})"))
        return lines

    def _component(self, name: str) -> str:
        """How Python calls the class that files call `name`."""
        found = find(name)
        module = "" if found is None else found.__module__
        if found is None or module.partition(".")[0] == __name__.partition(".")[0]:
            return f"mb.{name.removeprefix('multibond.')}"
        self.imports.add(f"from {module} import {found.__name__}")
        self.taken.add(found.__name__)
        return found.__name__

    def _set(self, name: str, value: str) -> str:
        return f"self.add({name!r}, {value})" if hasattr(Composite.public, name) else f"self.{name} = {value}"

    def _bonds(self, data: dict[str, Any]) -> list[str]:
        lines = []
        for bond in data.get("bonds") or []:
            if isinstance(bond, str):
                ends = re.split(r"(>>|-)", bond)
                for tail, arrow, head in zip(ends[::2], ends[1::2], ends[2::2]):
                    lines.append(f"{_end(tail)} {arrow} {_end(head)}")
            else:
                options = {key: value for key, value in bond.items() if key not in ("from", "to")}
                lines.append(_call("self.bond", [_end(bond["from"]), _end(bond["to"])], options))
        for frames in data.get("joins") or []:
            lines.append(_call("self.join", [_end(frame) for frame in frames], {}))
        return lines

    def _rest(self, data: dict[str, Any]) -> list[str]:
        lines = []
        for wire in data.get("wires") or []:
            sides = re.split(r"(?<![<>=!])=(?!=)", wire) if isinstance(wire, str) else wire
            values = [side.strip() if isinstance(side, str) else side for side in sides]
            lines.append(f"self.connect({_value(values[0])}, {_value(values[1])})")
        for variable, value, fixed in _starts(data.get("start") or {}):
            lines.append(_call("self.start", [_value(variable), _value(value)], {} if fixed else {"fixed": False}))
        for variable, wish in (data.get("states") or {}).items():
            lines.append(f"self.state({_value(variable)}, {_value(wish)})")
        for event in data.get("events") or []:
            lines.append(_call("self.when", [_value(event["when"]), _value(event["set"])], {}))
        for name, output in (data.get("outputs") or {}).items():
            given = dict(output) if isinstance(output, dict) else {"value": output}
            lines.append(_call("self.output", [_value(name), _value(given.pop("value"))], given))
        for name, value in (data.get("names") or {}).items():
            lines.append(f"self.alias({_value(name)}, {_value(value)})")
        if data.get("layout"):
            lines.append(_call("self.place", [], {name: tuple(at) for name, at in data["layout"].items()}))
        return lines


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()


def _words(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"""', "'''").rstrip('"').strip() or "A model."


def _indented(lines: list[str], by: int = 4) -> list[str]:
    return [textwrap.indent(line, " " * by) if line else line for line in lines]


def _end(text: str) -> str:
    """``motor.shaft`` as an attribute of the model, or by its name where a method is called like it."""
    first, *rest = text.strip().split(".")
    start = f"self[{first!r}]" if hasattr(Composite.public, first) else f"self.{first}"
    return ".".join([start, *rest])


def _value(value: Any) -> str:
    if isinstance(value, (list, dict)):
        return pprint.pformat(value, width=_WIDTH - 30, compact=True, sort_dicts=False)
    return _quoted(repr(value)) if isinstance(value, str) else repr(value)


def _quoted(text: str) -> str:
    """A text in double quotes, where that needs no other changes."""
    return f'"{text[1:-1]}"' if text[0] == "'" and '"' not in text else text


def _call(name: str, values: list[str], given: dict[str, Any]) -> str:
    arguments = values + [f"{key}={_value(value)}" for key, value in given.items()]
    line = f"{name}({', '.join(arguments)})"
    if len(line) <= _WIDTH and "\n" not in line:
        return line
    return f"{name}(\n" + "".join(textwrap.indent(f"{argument},\n", "    ") for argument in arguments) + ")"


def _starts(data: Any) -> list[tuple[Any, Any, bool]]:
    if isinstance(data, dict):
        rows = [(key, part if isinstance(part, dict) else {"value": part}) for key, part in data.items()]
    else:
        rows = [(part["variable"], part) for part in data]
    return [(variable, part["value"], bool(part.get("fixed", True))) for variable, part in rows]


__all__ = ["python_text"]
