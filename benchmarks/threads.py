"""One model simulated by two threads, beside the same runs one after the other."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import multibond as mb

from . import measure
from .measure import Table, best, milliseconds

MODELS = ("robot", "bicycle", "four_bar")
TARGET = 0.65  # of the serial time, with two threads on two cores
BLOCK = bytes(20_000_000)


def table() -> Table:
    """A row for each model; the last is work that holds no lock of Python at all, to judge the machine by."""
    page = Table("Two threads on one model", ("runs", "one after the other, ms", "two threads, ms", "ratio"))
    page.notes.append("a ratio of one half is the best that two cores can do; hashing shows what this machine allows")
    runs = 4 if measure.QUICK else 8
    for name in MODELS:
        model = mb.load(name)
        model.simulate()
        ratio = _compared(page, f"{name}, {runs} runs", lambda model=model: model.simulate(), runs)
        if name == "robot":
            page.judge("robot, two threads over serial", ratio, TARGET)
    _compared(page, f"hashing, {runs} times", lambda: hashlib.sha256(BLOCK).digest(), runs)
    return page


def _compared(page: Table, what: str, run: Callable[[], object], runs: int) -> float:
    def serial() -> None:
        for _ in range(runs):
            run()

    def threads() -> None:
        with ThreadPoolExecutor(2) as pool:
            for _ in pool.map(lambda _: run(), range(runs)):
                pass

    alone, together = best(serial, threads)
    page.add(what, milliseconds(alone), milliseconds(together), f"{together / alone:.2f}")
    return together / alone


__all__ = ["table"]
