"""What goes over the wire: JSON texts, and binary frames of a small header with arrays behind it."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Mapping
from typing import Any

import numpy as np


def text_frame(content: Mapping[str, Any]) -> str:
    """`content` as JSON; numbers that are not finite become null.

    >>> text_frame({"id": 1, "value": float("nan")})
    '{"id":1,"value":null}'
    """
    try:
        return json.dumps(content, separators=(",", ":"), ensure_ascii=False, allow_nan=False, default=_plain)
    except ValueError:
        return json.dumps(_finite(content), separators=(",", ":"), ensure_ascii=False, allow_nan=False, default=_plain)


def binary_frame(header: Mapping[str, Any], arrays: Mapping[str, np.ndarray]) -> bytes:
    """A header and the arrays behind it: length of the header (32 bits), the header, then all numbers (64 bits).

    Everything is little-endian; the header is filled up by blanks so that the numbers begin at a multiple of 8 bytes.
    """
    listed = [{"name": name, "shape": list(np.shape(values))} for name, values in arrays.items()]
    head = text_frame({**header, "arrays": listed}).encode()
    head += b" " * (-(4 + len(head)) % 8)
    numbers = [np.ascontiguousarray(values, dtype="<f8").tobytes() for values in arrays.values()]
    return b"".join([struct.pack("<I", len(head)), head, *numbers])


def unpacked(frame: bytes) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """The header and the arrays of a binary frame.

    >>> unpacked(binary_frame({"id": 3}, {"time": np.array([0.0, 1.0])}))[1]
    {'time': array([0., 1.])}
    """
    (size,) = struct.unpack_from("<I", frame)
    header = json.loads(frame[4 : 4 + size])
    at, found = 4 + size, {}
    for part in header["arrays"]:
        count = math.prod(part["shape"])
        found[part["name"]] = np.frombuffer(frame, "<f8", count, at).reshape(part["shape"])
        at += 8 * count
    return header, found


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray):
        return _finite(value.tolist())
    if isinstance(value, np.generic):
        return _finite(value.item())
    if isinstance(value, (set, frozenset)):
        return sorted(value)
    return str(value)


def _finite(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {str(key): _finite(part) for key, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(part) for part in value]
    if isinstance(value, (np.ndarray, np.generic)):
        return _plain(value)
    return None if isinstance(value, float) and not math.isfinite(value) else value


__all__ = ["binary_frame", "text_frame", "unpacked"]
