"""Text to plain data, with limits: no aliases, no tags, no duplicate keys, nothing deep, huge or not finite.

Scalars are read by the core rules of YAML 1.2 (`1e-6` is a number, `on` is a text), so that JSON is a part of it.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

from ...errors import FileError
from .place import Place, Source, kind, short

LARGEST_FILE = 5_000_000  # bytes
DEEPEST = 100  # levels of nesting
MOST_VALUES = 300_000
FLATTER = "a model is that of a few: write inner parts as definitions"
FEWER = "give tables fewer points, and write what repeats as definitions"
LONGEST_TEXT = 20_000  # characters
LONGEST_KEY = 1_000
LARGEST_NUMBER = 1e300

_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_WHOLE = re.compile(r"[-+]?\d+")
_WORDS = {"": None, "~": None, "null": None, "Null": None, "NULL": None, "true": True, "True": True, "TRUE": True,
          "false": False, "False": False, "FALSE": False}  # fmt: skip
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)")


def read(text: str, form: str, name: str = "") -> tuple[Any, Source]:
    """The plain data in `text` (`form` is "yaml" or "json") and where its parts stand."""
    source = Source(name)
    if len(text) > LARGEST_FILE:
        raise Place(source).error(f"the text is larger than {LARGEST_FILE // 1_000_000} million characters; {FEWER}")
    if "\0" in text:
        raise Place(source).error("the text holds zero bytes; this is not a model file")
    return _json(text, source) if form == "json" else _yaml(text, source)


# ------------------------------------------------------------ YAML
def scalar(text: str) -> Any:
    """What a plain scalar means: nothing, true or false, a number, or the text itself."""
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in "+-.0123456789":  # the most frequent case by far
        return text
    if _NOT_FINITE.fullmatch(text):
        return float(text.replace(".", "", 1))
    if len(text) <= 60 and _NUMBER.fullmatch(text):
        return int(text) if _WHOLE.fullmatch(text) else float(text)
    return text


class _Open:
    """A list or mapping that is being read."""

    def __init__(self, value: Any, path: tuple[Any, ...]):
        self.value, self.path, self.mapping = value, path, isinstance(value, dict)
        self.key: str | None = None


def _yaml(text: str, source: Source) -> Any:
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    marks: dict[tuple[Any, ...], tuple[int, int]] = {}
    source.marks = marks
    stack: list[_Open] = []
    root: Any = None
    documents = count = 0
    passed = (yaml.StreamStartEvent, yaml.StreamEndEvent, yaml.DocumentEndEvent)
    ends = (yaml.SequenceEndEvent, yaml.MappingEndEvent)
    try:
        for event in yaml.parse(text, Loader=loader):
            kind = type(event)
            if kind in ends:
                stack.pop()
                continue
            if kind in passed:
                continue
            if kind is yaml.DocumentStartEvent:
                documents += 1
                if documents > 1:
                    raise Place(source).error("the file holds more than one document; a model file holds one")
                continue
            mark = event.start_mark
            line = mark.line + 1, mark.column + 1
            here = stack[-1] if stack else None
            if here is not None and here.mapping and here.key is None:
                _take_key(event, here, marks, line, source, yaml)
                continue
            path = () if here is None else (*here.path, len(here.value) if here.key is None else here.key)
            marks.setdefault(path, line)
            count += 1
            value = _value(event, source, path, count, yaml)
            if here is None:
                root = value
            elif here.mapping:
                here.value[here.key] = value
                here.key = None
            else:
                here.value.append(value)
            if kind is not yaml.ScalarEvent:
                stack.append(_Open(value, path))
                if len(stack) > DEEPEST:
                    raise Place(source, path[:6]).error(f"the file is nested deeper than {DEEPEST} levels; {FLATTER}")
    except yaml.YAMLError as error:
        raise _unreadable(error, source) from None
    except RecursionError:
        raise Place(source).error(f"the file is nested too deeply; {FLATTER}") from None
    return root, source


def _take_key(event: Any, here: _Open, marks: dict[Any, Any], line: tuple[int, int], source: Source, yaml: Any) -> None:
    if not isinstance(event, yaml.ScalarEvent):
        marks[here.path] = line
        raise Place(source, here.path).error("a key is a text; lists, mappings and aliases cannot be keys")
    key = event.value
    if event.tag is not None or event.anchor is not None:
        _check_tag(event, Place(source, here.path))
    marks[(*here.path, key)] = line
    if len(key) > LONGEST_KEY:
        raise Place(source, here.path).error(f"a key of {len(key)} characters is too long; the limit is {LONGEST_KEY}")
    if key in here.value:
        raise Place(source, (*here.path, key)).error(f"'{short(key)}' is given twice; keep one")
    if key == "<<" and event.implicit[0]:
        sentence = "merge keys (<<) are not part of the format; write the values out"
        raise Place(source, (*here.path, key)).error(sentence)
    here.key = key
    here.value[key] = None


def _check_tag(event: Any, place: Place) -> None:
    if getattr(event, "tag", None) is not None:
        raise place.error(
            f"the tag '{short(event.tag)}' is not part of the format; a file holds texts and numbers only"
        )
    if getattr(event, "anchor", None) is not None:
        raise place.error(
            f"the anchor '&{short(event.anchor)}' is not part of the format; use definitions for what repeats"
        )


def _value(event: Any, source: Source, path: tuple[Any, ...], count: int, yaml: Any) -> Any:
    if isinstance(event, yaml.AliasEvent):
        raise Place(source, path).error(
            f"the alias '*{short(event.anchor)}' is not part of the format; use definitions for what repeats"
        )
    if event.tag is not None or event.anchor is not None:
        _check_tag(event, Place(source, path))
    if count > MOST_VALUES:
        raise Place(source, path).error(f"the file holds more than {MOST_VALUES} values; {FEWER}")
    if isinstance(event, yaml.MappingStartEvent):
        return {}
    if isinstance(event, yaml.SequenceStartEvent):
        return []
    value = scalar(event.value) if event.implicit[0] else event.value
    plain = type(value) is str and len(value) <= LONGEST_TEXT and value.isascii() and value.isprintable()
    return value if plain else _checked(value, Place(source, path))


def _checked(value: Any, place: Place) -> Any:
    """`value` if it is a scalar that a file may hold."""
    if isinstance(value, str) and len(value) > LONGEST_TEXT:
        raise place.error(f"a text of {len(value)} characters is too long; the limit is {LONGEST_TEXT}")
    if isinstance(value, str) and re.search("[\ud800-\udfff]", value):
        raise place.error("the text holds half of a character, which cannot be written; write the character itself")
    if isinstance(value, str) and (found := re.search("[\x00\x1b\x7f-\x9f]", value)):
        raise place.error(
            f"the text holds the control character U+{ord(found[0]):04X}, which a terminal may obey; take it out"
        )
    if isinstance(value, (int, float)) and not (math.isfinite(value) and abs(value) <= LARGEST_NUMBER):
        raise place.error(f"{kind(value)} is not finite or too large; numbers stay below {LARGEST_NUMBER:g}")
    return value


def _unreadable(error: Any, source: Source) -> FileError:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is not None:
        source.marks = {(): (mark.line + 1, mark.column + 1)}
    problem = getattr(error, "problem", None) or getattr(error, "reason", None) or "the text ends too early"
    return Place(source).error(f"this is not readable as YAML: {short(problem, 100)}; {_repair(problem, error)}")


def _repair(problem: str, error: Any) -> str:
    """What most often stands behind a problem of the YAML reader."""
    if "mapping values are not allowed" in problem:
        return "write the colon behind the name that stands before, or quote a text that holds a colon and a space"
    if "cannot start any token" in problem:
        return "indent with spaces, not tabs, and quote a text that begins with @, % or `"
    if "did not find expected ','" in problem:
        return "close the bracket, and quote a text that holds a comma, a colon or a bracket"
    begun, found = getattr(error, "context_mark", None), getattr(error, "problem_mark", None)
    if "expected key" in problem or "expected '-'" in problem:
        if begun is not None and found is not None and begun.column != found.column:
            return (
                f"nothing above that is still open begins in column {found.column + 1} as this does: indent it as "
                "what it belongs to, and close quotes and brackets above"
            )
        return "entries of a list begin with '- ', those of a mapping with 'name: ': do not mix them"
    if "could not find expected ':'" in problem:
        return "a line of a mapping is 'name: value': write the colon, or close the quote or bracket above"
    if "unexpected end of stream" in problem:
        return "the text may be cut off, or a quote is not closed"
    return "the text may be damaged or cut off"


# ------------------------------------------------------------ JSON
class _Twice(Exception):
    """A key that stands twice in one mapping."""


def _json(text: str, source: Source) -> Any:
    def pairs(items: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in items:
            if key in found:
                raise _Twice(key)
            found[key] = value
        return found

    def number(word: str) -> float:
        return float(word) if len(word) <= 60 else math.inf

    def whole(word: str) -> int | float:
        return int(word) if len(word) <= 60 else math.inf

    try:
        data = json.loads(text, object_pairs_hook=pairs, parse_constant=float, parse_float=number, parse_int=whole)
    except _Twice as error:
        raise Place(source).error(f"'{short(error)}' is given twice in one mapping; keep one") from None
    except json.JSONDecodeError as error:
        source.marks = {(): (error.lineno, error.colno)}
        raise Place(source).error(f"this is not readable as JSON: {_json_fault(error, text)}") from None
    except RecursionError:
        raise Place(source).error(f"the file is nested deeper than {DEEPEST} levels; {FLATTER}") from None
    check_limits(data, source)
    return data, source


def _json_fault(error: json.JSONDecodeError, text: str) -> str:
    """What is wrong with a JSON text, and what to do."""
    rest = short(" ".join(text[error.pos : error.pos + 12].split()))
    if re.match(r"//|/\*|#", rest):
        return "a comment stands here, which JSON does not have; take it out, or write the model as YAML"
    if rest.startswith("'"):
        return "a text stands in single quotes; write double ones"
    if "Extra data" in error.msg:
        return f"something stands behind the end of the model, '{rest}'; take it out"
    if not rest:
        return "the text ends too early: it may be damaged or cut off; close what is open"
    expected = {"Expecting property name": "a name in double quotes", "Expecting ',' delimiter": "a comma or a bracket",
                "Expecting ':' delimiter": "a colon", "Expecting value": "a value"}  # fmt: skip
    wanted = next((word for said, word in expected.items() if error.msg.startswith(said)), "something else")
    return f"{wanted} is expected at '{rest}'; the text may be damaged or cut off"


def check_limits(data: Any, source: Source) -> None:
    """Refuse data that is too deep, too large or not finite."""
    count = 0
    stack: list[tuple[tuple[Any, ...], Any]] = [((), data)]
    while stack:
        path, value = stack.pop()
        count += 1
        place = Place(source, path)
        if count > MOST_VALUES:
            raise Place(source).error(f"the file holds more than {MOST_VALUES} values; {FEWER}")
        if len(path) > DEEPEST:
            raise Place(source, path[:6]).error(f"the file is nested deeper than {DEEPEST} levels; {FLATTER}")
        if isinstance(value, dict):
            for key in value:
                _checked(key, place)
                if len(key) > LONGEST_KEY:
                    raise place.error(f"a key of {len(key)} characters is too long; the limit is {LONGEST_KEY}")
            stack += [((*path, key), part) for key, part in value.items()]
        elif isinstance(value, list):
            stack += [((*path, index), part) for index, part in enumerate(value)]
        else:
            _checked(value, place)
