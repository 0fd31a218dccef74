"""Grouping: a selection becomes a definition with ports, parameters and inputs, and one component of it stands in its
place."""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from ..errors import ModelError
from ..model.component import check_name
from ..model.file.build import CHAIN_PARTS
from ..model.file.write import write
from ..model.registry import find
from ..model.unit import is_quantity
from ..picture.drawing.diagram import level_at
from .checking import entries
from .model_text import Document, document, written_as
from .renaming import ways_to
from .text_parts import Path, content_at, is_expression, names_used, own_names, parts_of, replaced, with_names
from .text_sections import Flowing, entry_texts, with_section


def group(
    text: str, level: str, keys: list[str], name: str, definition: str, parameters: list[str] | None = None
) -> str:
    """`text` with the components `keys` of a level turned into the `definition`, used once under `name`.

    Bonds that cross the border get ports, named after what they lead to; parameters of the level that are used inside
    become parameters of the definition, signals from outside its inputs. `parameters` such as "R1.R" are values that
    become parameters too.
    """
    found = document(text)
    place, content = found.level(level)
    if place is None or not found.whole or not isinstance(content, dict):
        raise ModelError("a component can be made when the model is free of errors; mend what the messages say first")
    check_names(found, content, keys, name, definition)
    work = _Grouping(found, level, place, content, list(keys), name)
    work.parameters(parameters or [])
    return work.text(definition)


def check_names(found: Document, content: dict[str, Any], keys: list[str], name: str, definition: str) -> None:
    """Refuse a selection or names that cannot be."""
    components = content.get("components") or {}
    for key in keys:
        if len(written_as(components, key) or ()) > 1:
            raise ModelError(f"'{key}' belongs to a list of components; write it out before it is grouped", key)
        if key not in components:
            raise ModelError(f"there is no component '{key}' on this level")
        part = components[key]
        kind = find(str(part.get("type") if isinstance(part, dict) else part))
        if kind is not None and getattr(kind, "_surrounds", False):
            raise ModelError(f"'{key}' stays where it is: the parts of mechanics look for it by its name", key)
    if not keys:
        raise ModelError("nothing is selected")
    check_name(name)
    check_name(definition)
    taken = [
        key
        for section in ("components", "parameters", "inputs", "outputs", "ports")
        for key in content.get(section) or {}
    ]
    if name in taken and name not in keys:
        raise ModelError(f"the name '{name}' is used already; choose another")
    if definition in (found.data.get("definitions") or {}) or find(definition) is not None:
        raise ModelError(f"there is something called '{definition}' already; choose another name for the definition")


class _Grouping:
    def __init__(self, found: Document, level: str, place: Path, content: dict[str, Any], keys: list[str], name: str):
        self.found, self.level, self.place, self.content = found, level, place, content
        self.keys, self.name = keys, name
        self.model = level_at(found.model, level)
        self.inside: dict[str, Any] = {key: content[key] for key in ("n", "domain") if content.get(key) is not None}
        self.declared: dict[str, Any] = {}  # parameters of the definition
        self.inputs: dict[str, Any] = {}
        self.given: dict[str, Any] = {}  # values of the one component of it
        self.ports: dict[str, Any] = {}
        self.values: dict[Path, str] = {}  # values inside that become parameters

    def free(self, wish: str) -> str:
        """A name inside the definition that nothing else has."""
        taken = {*self.keys, *self.declared, *self.inputs, *self.ports}
        chosen, number = wish, 1
        while chosen in taken:
            number += 1
            chosen = f"{wish}_{number}"
        return chosen

    # ------------------------------------------------------------ values
    def parameters(self, wanted: list[str]) -> None:
        """Values of selected components that become parameters of the definition."""
        for path in wanted:
            component, _, value = path.partition(".")
            part = self.content["components"].get(component)
            if component not in self.keys or not isinstance(part, dict) or value not in part:
                raise ModelError(f"'{path}' is not a value that is given inside the selection")
            declared = self.model.children[component].declarations[value]
            given, name = part[value], self.free(f"{component}_{value}")
            number = not isinstance(given, str) or is_quantity(given)
            unit = getattr(declared, "unit", "")
            about = {"unit": "" if re.search("effort|flow", unit) else unit, "description": declared.description}
            shape = getattr(declared, "shape", "")
            about["shape"] = shape if shape in ("n", "field") and isinstance(given, list) else ""
            self.declared[name] = {"value": given if number else 0, **{k: v for k, v in about.items() if v}}
            if not number:
                self.given[name] = given
            self.values[(*self.place, "components", component, value)] = name

    def inward(self, names: list[str]) -> list[str] | None:
        """A name that is used inside: that of something outside becomes a parameter or an input."""
        first = names[0]
        if first in self.keys:
            return None
        if first in (self.content.get("parameters") or {}):
            if first not in self.declared:
                own = self.content["parameters"][first]
                about = dict(own) if isinstance(own, dict) else {"value": own}
                value = about.get("value")
                about["value"] = value if not isinstance(value, str) or is_quantity(value) else 0
                self.declared[first] = about
                self.given[first] = first
            return None
        outside = [*(self.content.get("components") or {}), *(self.content.get("inputs") or {}),
                   *(self.content.get("signals") or {}), *(self.content.get("discrete") or {})]  # fmt: skip
        if first not in outside:
            return None
        dotted = ".".join(names)
        known = next((key for key in self.inputs if self.given.get(key) == dotted), None)
        if known is None:
            known = self.free("_".join(names))
            self.inputs[known] = {}
            self.given[known] = dotted
        return [known]

    # ------------------------------------------------------------ bonds, joins and wires
    def _pieces(self) -> list[tuple[int, list[tuple[str, str]], Any]]:
        """The entries of bonds: number, the resolved ends of each piece, and the entry."""
        listed = self.content.get("bonds") or []
        ends: dict[int, list[tuple[str, str]]] = {}
        for key, entry in entries(self.found, self.level).items():
            kind, _, position = key.partition(" ")
            if kind == "bond":
                bond = self.model.bonds[int(position)]
                ends.setdefault(entry["index"], []).append((self._end(bond.tail), self._end(bond.head)))
        return [(index, ends[index], entry) for index, entry in enumerate(listed)]

    def _end(self, end: tuple[str, str]) -> str:
        component, port = end
        return component if len(self.model.children[component].ports) == 1 else f"{component}.{port}"

    def _port(self, target: str, toward: str) -> str:
        """A port of the definition that leads to `target` inside, named after what is outside."""
        name = self.free(toward)
        self.ports[name] = target
        return f"{self.name}.{name}"

    def bonds(self) -> tuple[list[Any], list[Any], dict[int, str]]:
        """Bonds outside and inside, and which of those outside keep their lines."""
        raw = entry_texts(parts_of(self.found.text), (*self.place, "bonds"))
        outer: list[Any] = []
        inner: list[Any] = []
        kept: dict[int, str] = {}
        for index, ends, entry in self._pieces():
            within = [[end.partition(".")[0] in self.keys for end in pair] for pair in ends]
            if not any(any(pair) for pair in within):
                if index in raw:
                    kept[len(outer)] = raw[index]
                outer.append(entry)
                continue
            arrows = CHAIN_PARTS.findall(entry) if isinstance(entry, str) else [""]
            for pair, (tail_in, head_in), arrow in zip(ends, within, arrows, strict=True):
                tail, head = pair
                if tail_in != head_in:
                    names = tail.partition(".")[0], head.partition(".")[0]
                    tail = self._port(tail, names[1]) if tail_in else tail
                    head = self._port(head, names[0]) if head_in else head
                bond = {**entry, "from": tail, "to": head} if isinstance(entry, dict) else f"{tail} {arrow} {head}"
                (inner if tail_in and head_in else outer).append(bond)
        return outer, inner, kept

    def lists(self, section: str) -> tuple[list[Any], list[Any]]:
        """Joins or wires outside and inside; those that cross the border stay outside, with longer names."""
        outer: list[Any] = []
        inner: list[Any] = []
        for entry in self.content.get(section) or []:
            words = entry if isinstance(entry, str) else " ".join(map(str, entry))
            firsts = {names[0] for names in names_used(words)}
            (inner if firsts and firsts <= set(self.keys) else outer).append(entry)
        return outer, inner

    # ------------------------------------------------------------ the text
    def text(self, definition: str) -> str:
        """The whole new text."""
        outer, inner, kept = self.bonds()
        ports = self._exposed()
        lists = {section: self.lists(section) for section in ("joins", "wires")}
        text = self._with_longer_names()
        raw = entry_texts(parts_of(text), (*self.place, "components"))
        changed = document(text)
        _, content = changed.level(self.level)
        data = changed.data
        inside_components = {key: content["components"][key] for key in self.keys_in_order()}
        instance = {"type": definition, **self.given} if self.given else definition
        components: dict[str, Any] = {}
        for key, part in content["components"].items():
            if key not in self.keys:
                components[key] = part
            elif self.name not in components:
                components[self.name] = instance
        places = self._places(content)
        longer = {section: [self._longer(entry) for entry in lists[section][0]] for section in lists}
        sections = {"components": components, "bonds": outer, "ports": ports, **longer, "layout": places[0]}
        contents = {
            **self.inside, "parameters": self.declared, "inputs": self.inputs, "components": inside_components,
            "bonds": inner, "ports": self.ports, "joins": lists["joins"][1], "wires": lists["wires"][1],
            "layout": places[1],
        }  # fmt: skip
        contents = {key: value for key, value in contents.items() if value}
        raws = {"components": {k: v for k, v in raw.items() if k not in (*self.keys, self.name)}, "bonds": kept}
        try:
            for section, value in sections.items():
                if section in content or value:
                    text = with_section(text, self.place, section, value, raws.get(section))
            return self._with_definition(text, definition, contents, {key: raw[key] for key in self.keys if key in raw})
        except Flowing:  # written in one line: only the data can be changed
            for section, value in sections.items():
                content.pop(section, None)
                content.update({section: value} if value else {})
            data.setdefault("definitions", {})[definition] = contents
            return write(data, "json" if text.lstrip().startswith("{") else "yaml")

    def keys_in_order(self) -> list[str]:
        """The selected components in the order of the file."""
        return [key for key in self.content["components"] if key in self.keys]

    def _with_definition(self, text: str, definition: str, contents: dict[str, Any], raw: dict[str, str]) -> str:
        old = entry_texts(parts_of(text), ("definitions",))
        known = document(text).data.get("definitions") or {}
        text = with_section(text, (), "definitions", {**known, definition: contents}, old)
        return with_section(text, ("definitions", definition), "components", contents["components"], raw)

    def _longer(self, entry: Any) -> Any:
        if isinstance(entry, str):
            return with_names(entry, self._outward)
        return [self._longer(part) for part in entry] if isinstance(entry, list) else entry

    def _outward(self, names: list[str]) -> list[str] | None:
        return [self.name, *names] if names[0] in self.keys else None

    def _with_longer_names(self) -> str:
        """The text in which everything outside calls what went inside by its longer name, and values inside use
        parameters and inputs."""
        data, ways = self.found.data, ways_to(self.found.data, self.place)
        changes = []
        skipped = ("bonds", "joins", "wires", "ports", "layout")
        for span in parts_of(self.found.text).spans:
            here, rest = content_at(span.path)
            raw = self.found.text[span.start : span.end]
            inside = here == self.place and rest[:1] == ("components",) and len(rest) > 1 and rest[1] in self.keys
            if span.path in self.values and not span.key:
                changes.append((span.start, span.end, self.values[span.path]))
                continue
            if not is_expression(span, data) or (here == self.place and rest[0] in skipped):
                continue
            own = own_names(span, data)
            if inside:
                words = with_names(raw, self.inward, own)
            else:
                words = with_names(raw, partial(self._through, ways.get(here, [])), own)
            if words != raw:
                changes.append((span.start, span.end, words))
        return replaced(self.found.text, changes)

    def _through(self, ways: list[list[str]], names: list[str]) -> list[str] | None:
        for way in ways:
            if names[: len(way)] == way and len(names) > len(way) and names[len(way)] in self.keys:
                return [*way, self.name, *names[len(way) :]]
        return None

    def _exposed(self) -> dict[str, Any]:
        """The ports of the level; those that lead into the selection go through the new component."""
        found = {}
        for name, target in (self.content.get("ports") or {}).items():
            end = target.get("target") if isinstance(target, dict) else target
            if str(end).partition(".")[0] in self.keys:
                inner = self._end(self.model.exposed[name])
                through = self._port(inner, name)
                target = {**target, "target": through} if isinstance(target, dict) else through
            found[name] = target
        return found

    def _places(self, content: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Positions outside, with the new component in the middle of what it stands for, and inside."""
        layout = content.get("layout") or {}
        inner = {key: layout[key] for key in self.keys if key in layout}
        outer = {key: at for key, at in layout.items() if key not in self.keys}
        if inner:
            middle = [sum(axis) / len(inner) for axis in zip(*inner.values())]
            outer[self.name] = [round(20 * x) / 20 for x in middle]
        return outer, inner


__all__ = ["group"]
