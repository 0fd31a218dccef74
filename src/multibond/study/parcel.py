"""How a study travels to other processes: the model as its text, or as its class and values, and what to do with it."""

from __future__ import annotations

import hashlib
import importlib
import json
import pickle
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import numpy as np

from ..errors import ModelError, MultibondError, SimulationError
from ..frozen import frozen
from ..model.composite import Composite
from ..simulation.settings import Settings
from .rows import Chunk, Pattern, Rows

KEPT = 4  # studies that a process keeps compiled


@frozen(eq=False)
class Plan:
    """What is done with every row of values: all that another process needs beside the rows themselves."""

    model: Composite
    names: tuple[str, ...]
    observe: dict[str, str]
    settings: Settings
    fixed: dict[str, Any]
    like: dict[Pattern, tuple[float, ...]]

    def rows(self) -> Rows:
        """What runs the rows."""
        return Rows(self.model, self.names, self.observe, self.settings, self.fixed, self.like)


def text_of(model: Composite) -> str | None:
    """The model as text, or None where it cannot be written as one: a law may be a Python function."""
    from ..model.file import dumps

    try:
        return dumps(model, "json")
    except MultibondError:
        return None


def model_key(model: Composite) -> str:
    """What tells a model from others: its text, or what it travels as."""
    text = text_of(model)
    if text is None:
        try:
            text = hashlib.sha256(pickle.dumps(model)).hexdigest()
        except (MultibondError, pickle.PicklingError, TypeError, AttributeError):
            text = f"{model.title}: {json.dumps(sorted(map(str, model.children)))}"
    return hashlib.sha256(text.encode()).hexdigest()


def _cloudpickle() -> Callable[[Any], bytes]:
    """It sends classes of a script along, which pickle only names; it comes with Dask."""
    dumps: Callable[[Any], bytes] = importlib.import_module("cloudpickle").dumps
    return dumps


def packed(plan: Plan, by_value: bool = False) -> bytes:
    """A plan as bytes. `by_value`: classes of the user's own script travel with it, on the way to a cluster."""
    from .. import __version__

    text = text_of(plan.model)
    dumps = _cloudpickle() if text is None and by_value else pickle.dumps
    rest = {"names": plan.names, "observe": plan.observe, "settings": plan.settings, "fixed": plan.fixed,
            "like": plan.like}  # fmt: skip
    try:
        return dumps((__version__, text if text is not None else dumps(plan.model), dumps(rest)))
    except MultibondError:
        raise
    except Exception as error:  # whatever a part of the user's own does not like about being sent
        raise ModelError(
            f"the model cannot be sent to another process ({error}); write it so that it can be saved as a file, or "
            "put its classes into a module that the other process can import",
            plan.model.title,
        ) from None


def unpacked(data: bytes) -> Plan:
    """The plan again."""
    from .. import __version__

    version, model, rest = pickle.loads(data)
    if version != __version__:
        raise SimulationError(f"the study was made by multibond {version}, and the worker has {__version__}; let both "
                              "be the same")  # fmt: skip
    if isinstance(model, str):
        from ..model.file import loads

        return Plan(loads(model, "json"), **pickle.loads(rest))
    return Plan(pickle.loads(model), **pickle.loads(rest))


_opened: OrderedDict[str, Rows] = OrderedDict()
_lock = threading.Lock()


def opened(data: bytes) -> Rows:
    """What runs the rows of a plan in this process, compiled once; threads that ask at once wait for the first."""
    key = hashlib.sha256(data).hexdigest()
    with _lock:
        found = _opened.get(key)
        if found is None:
            found = _opened[key] = unpacked(data).rows()
            found.in_loop()  # compiles, so that the time of the first chunk is that of its runs
            while len(_opened) > KEPT:
                _opened.popitem(last=False)
        return found


def run_chunk(data: bytes, table: np.ndarray, first: int) -> tuple[Chunk, float]:
    """Some rows in this process, and the seconds they took."""
    rows = opened(data)
    began = time.perf_counter()
    chunk = rows.run(table, first)
    return chunk, time.perf_counter() - began


__all__ = ["Plan", "model_key", "opened", "packed", "run_chunk", "text_of", "unpacked"]
