"""Plain data to text: YAML for people, JSON for programs."""

from __future__ import annotations

import json
import re
from typing import Any

from ...errors import FileError
from .read import scalar

_PLAIN = re.compile(r"[^\W_][^:#,\[\]{}\"'`&!|%@\\?=\n]*")
_RESERVED = re.compile(r"yes|no|on|off|true|false|null|~|<<", re.IGNORECASE)  # other tools read these differently
_WIDTH = 110


def write(data: dict[str, Any], form: str) -> str:
    """`data` as text in the format `form`."""
    try:
        if form == "json":
            text = json.dumps(data, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
        else:
            lines: list[str] = []
            _mapping(data, 0, lines)
            text = "\n".join(lines) + "\n"
        text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise FileError(f"a text holds a character that cannot be written: {error.reason}") from None
    return text


def _mapping(data: dict[str, Any], indent: int, lines: list[str]) -> None:
    for key, value in data.items():
        if indent == 0 and isinstance(value, (dict, list)) and lines:
            lines.append("")
        head = " " * indent + f"{_text(key)}:"
        leaf = not isinstance(value, (dict, list)) or not value
        if leaf or (indent > 0 and not _holds_mapping(value) and len(head) + len(flow(value)) < _WIDTH):
            lines.append(f"{head} {flow(value)}")
        else:
            lines.append(head)
            block(value, indent + 2, lines)


def block(value: Any, indent: int, lines: list[str]) -> None:
    """Append the lines of a mapping or list."""
    if isinstance(value, dict):
        _mapping(value, indent, lines)
        return
    for part in value:
        short = flow(part)
        if len(short) < 4 * _WIDTH or not isinstance(part, dict):
            lines.append(" " * indent + f"- {short}")
        else:
            inner: list[str] = []
            _mapping(part, indent + 2, inner)
            inner[0] = " " * indent + "- " + inner[0].lstrip()
            lines += inner


def _holds_mapping(value: Any) -> bool:
    parts = value.values() if isinstance(value, dict) else value
    return any(isinstance(part, dict) for part in parts)


def flow(value: Any) -> str:
    """`value` on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_text(k)}: {flow(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(flow, value)) + "]"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    return _text(value)


def _text(text: str) -> str:
    plain = _PLAIN.fullmatch(text) and text.isprintable() and text == text.strip() and not _RESERVED.fullmatch(text)
    if plain and isinstance(scalar(text), str) and " #" not in text:
        return text
    return '"' + "".join(map(_escaped, text)) + '"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    if character == "\n":
        return "\\n"
    return character if character.isprintable() else f"\\U{ord(character):08X}"
