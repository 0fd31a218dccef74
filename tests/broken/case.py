"""Broken models and what their messages must say: what is wrong, where, why, and what to do.

A case is a function that writes a broken model as a user might and runs it. `refused` gives the words, as regular
expressions, by which its message scores one point each: `what` is wrong, `where` (the path of the component, the name
or the line), `why`, and what to `do`. `doubted` is for models that may be meant: they run, and the sentence is among
the doubts of the run.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import multibond as mb

POINTS = ("what", "where", "why", "do")


@dataclass(frozen=True)
class Case:
    """A broken model with the words that its message must have."""

    name: str
    folder: str
    run: Callable[[], Any]
    words: tuple[str, str, str, str]
    runs: bool  # whether it runs, with a doubt

    def message(self) -> str:
        """What the user reads; empty where a refused model runs, or a doubted one has no doubts."""
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                result = self.run()
            except mb.MultibondError as error:
                return "" if self.runs else str(error)
        if isinstance(result, str):  # of the command line
            return result
        return "\n".join(result.stats.doubts) if self.runs else ""

    def missing(self, message: str) -> list[str]:
        """The points that a message does not score."""
        return [point for point, word in zip(POINTS, self.words, strict=True) if not re.search(word, message, re.S)]


CASES: list[Case] = []


def refused(what: str, where: str, why: str, do: str) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """A model that must be refused, with words for the four points."""
    return _kept((what, where, why, do), False)


def doubted(what: str, where: str, why: str, do: str) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """A model that runs with a doubt, with words for the four points."""
    return _kept((what, where, why, do), True)


def _kept(words: tuple[str, str, str, str], runs: bool) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    def keep(function: Callable[[], Any]) -> Callable[[], Any]:
        folder = function.__module__.rpartition(".")[2]
        CASES.append(Case(function.__name__, folder, function, words, runs))
        return function

    return keep


SOURCES = (mb.Se, mb.Sf, mb.HeatSource, mb.Environment, mb.Chemostat)


def _joined(junction: Any, parts: dict[str, Any], domain: str) -> mb.Model:
    model = mb.Model("broken", domain=domain)
    model.node = junction
    for name, part in parts.items():
        setattr(model, name, part)
    for part in parts.values():
        if isinstance(part, SOURCES):
            part >> model.node
        elif getattr(part, "ports", None):
            model.node >> part
    return model


def series(domain: str = "electrical", **parts: Any) -> mb.Model:
    """A 1-junction called `node` with these parts around it; sources give power to it."""
    return _joined(mb.J1(), parts, domain)


def parallel(domain: str = "electrical", **parts: Any) -> mb.Model:
    """A 0-junction called `node` with these parts around it; sources give power to it."""
    return _joined(mb.J0(), parts, domain)


def blocks(**parts: Any) -> mb.Model:
    """Signal blocks side by side."""
    model = mb.Model("broken")
    for name, part in parts.items():
        setattr(model, name, part)
    return model
