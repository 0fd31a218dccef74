"""Runs of a page: started in threads of their own, cancelled with what was computed kept, looked into by name."""

from __future__ import annotations

import asyncio
import contextlib
import ctypes
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from ..errors import MultibondError, SimulationError
from ..graph.named_units import unit_of as declared_unit
from ..model.unit import pretty
from ..picture.animation.collect import collect
from ..picture.animation.pack import frames
from ..result.export import description_of
from .checking import structure_of
from .message import Message
from .model_text import document, model_of

SETTINGS = ("stop", "points", "tolerance", "solver", "method", "bonds", "steady", "step")
PATIENCE = 1.0  # s until a run that does not look at its progress is interrupted where it is
LONG_PATIENCE = 20.0  # s until it is interrupted once more: first it may sum up what was computed
REPORTED = 0.1  # s between two reports of progress
MOST_KEPT = 60  # runs of one page


class Cancelled(MultibondError):
    """A request that was cancelled before there was anything to keep."""


class Job:
    """One run in a thread of its own. `cancel` makes it end soon, whether it compiles, starts or integrates."""

    def __init__(self, report: Callable[[float], None] | None = None):
        self.cancelled = False
        self.finished = threading.Event()
        self._report, self._reported = report, 0.0
        self._heard = False  # the run knows that it is to end
        self._thread: threading.Thread | None = None

    async def run(self, work: Callable[[Callable[[float], None]], Any]) -> Any:
        """What `work` returns, which is given the function to tell its progress to."""
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[Any] = loop.create_future()

        def finish(value: Any, error: BaseException | None) -> None:
            if not answer.done():
                answer.set_exception(error) if error is not None else answer.set_result(value)

        def go() -> None:
            value: Any = None
            error: BaseException | None = None
            try:
                value = work(self._progress)
            except KeyboardInterrupt:
                error = Cancelled("the run was cancelled before there was anything to keep")
            except BaseException as found:
                error = found
            self.finished.set()
            with contextlib.suppress(RuntimeError):  # the server has ended
                loop.call_soon_threadsafe(finish, value, error)

        # of its own, so that an interruption that comes too late meets nothing else
        self._thread = threading.Thread(target=go, daemon=True)
        self._thread.start()
        return await answer

    def _progress(self, reached: float) -> None:
        if self.cancelled and not self._heard:
            self._heard = True
            raise KeyboardInterrupt
        now = time.monotonic()
        if self._report is not None and now - self._reported > REPORTED:
            self._reported = now
            self._report(reached)

    def cancel(self) -> None:
        """End the run: at its next look at the progress, or else wherever it is."""
        if not self.cancelled:
            self.cancelled = True
            threading.Thread(target=self._interrupt, daemon=True).start()

    def _interrupt(self) -> None:
        if self.finished.wait(PATIENCE):
            return
        while True:
            if not self._heard and self._thread is not None and self._thread.ident is not None:
                self._heard = True
                number = ctypes.c_ulong(self._thread.ident)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(number, ctypes.py_object(KeyboardInterrupt))
            if self.finished.wait(LONG_PATIENCE):
                return
            self._heard = False


def simulate(
    text: str, settings: Mapping[str, Any], progress: Callable[[float], None] | None = None
) -> tuple[Any, list[Message]]:
    """A run of the model that `text` describes: its result, as far as it came, and what is to be said of it."""
    unknown = [name for name in settings if name not in (*SETTINGS, "set")]
    if unknown:
        raise MultibondError(f"a run has no setting '{unknown[0]}'; there is {', '.join(SETTINGS)} and set")
    model = model_of(text)
    given = {name: settings[name] for name in SETTINGS if settings.get(name) is not None}
    found = document(text)
    messages: list[Message] = []
    try:
        result = model.simulate(parameters=settings.get("set") or None, progress=progress, **given)
    except SimulationError as error:
        if error.result is None:
            raise
        result = error.result
        messages.append(Message("error", str(error), error.where or "", kind="run"))
    else:
        if result.message:
            messages.append(Message("warning", result.message, kind="run"))
    for doubt in result.stats.doubts:
        where = doubt.partition(":")[0]
        place = found.place_of(where) if " " not in where else ()
        messages.append(Message("warning", doubt, where if place else "", (), place, *found.mark(place), kind="doubt"))
    return result, messages


def summed_up(result: Any) -> dict[str, Any]:
    """What the page is told of a run when it ends."""
    return {
        "start": float(result.time[0]),
        "stop": float(result.time[-1]),
        "points": len(result.time),
        "stats": result.stats.as_dict(),
        "outputs": list(result.outputs),
        "variables": variables(result),
        "animated": animated(result),
        "structure": structure_of(result.system.graph),
    }


def told(key: str, result: Any) -> dict[str, Any]:
    """A run as the page gets it that did not start it."""
    settings = result.run.settings
    given = {
        "stop": float(result.time[-1]), "points": len(result.time), "tolerance": settings.tolerance,
        "method": settings.method.name, "bonds": settings.bonds, "set": dict(settings.given),
    }  # fmt: skip
    return {**summed_up(result), "run": key, "messages": [], "cancelled": False, "settings": given}


def animated(result: Any) -> bool:
    """Whether the model has bodies."""
    try:
        return bool(collect(result))
    except MultibondError:
        return False


def variables(result: Any) -> list[dict[str, Any]]:
    """All variables that can be asked for, with units and sizes."""
    graph, rows = result.system.graph, []
    outputs = result.system.outputs
    for name in result.names:
        component = "" if name in outputs else name.rpartition(".")[0]
        rows.append({
            "name": name, "unit": pretty(declared_unit(graph, name)), "size": list(np.shape(result.found(name))),
            "component": component, "description": description_of(result, name),
        })  # fmt: skip
    return rows


def curves(result: Any, names: list[str], most: int | None = None) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Time and the values of variables or expressions, thinned to about `most` points; why some have none."""
    chosen = frames(result.time, most) if most else slice(None)
    arrays = {"time": result.time[chosen]}
    units: dict[str, str] = {}
    failed: dict[str, str] = {}
    for name in names:
        try:
            arrays[name] = np.asarray(result[name], dtype=float)[chosen]
            units[name] = str(result.unit(name))
        except MultibondError as error:
            arrays.pop(name, None)
            failed[name] = str(error)
    return {"units": units, "failed": failed}, arrays


__all__ = ["Cancelled", "Job", "animated", "curves", "simulate", "summed_up", "told"]
