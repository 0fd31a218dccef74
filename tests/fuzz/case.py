"""One random graph or mutated file: what becomes of it."""

from __future__ import annotations

import json
import warnings
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import numpy as np

import multibond
from multibond.errors import MultibondError
from multibond.model.file import loads

from . import command, mutate
from .mechanism import mechanism
from .network import network

TOLERANCE = 1e-6
STEPS = 20_000  # a run that needs more is ended by its own limit, as any modeller may set it
KINDS = ("linear", "network", "linear", "mechanism")  # of random graphs, in turn


@dataclass(frozen=True)
class Verdict:
    """`kind`: "ran", "refused", or what must not be: "fault" (an error that is none of ours), "energy" (books that do
    not close, without a doubt about them), "values" (outputs that are no numbers, without a doubt), "noise" (warnings
    of other packages about the numbers in them)."""

    kind: str
    said: str = ""

    @property
    def bad(self) -> bool:
        """Whether it must not be."""
        return self.kind not in ("ran", "refused")


@cache
def _seeds() -> dict[str, Any]:
    return mutate.seeds()


def text_of(number: int) -> str:
    """The mutated file with this number, as JSON (with NaN and infinities, which the reader must refuse); every other
    one is changed gently, so that more of them run."""
    random = Random(f"file {number}")
    name = random.choice(sorted(_seeds()))
    change = mutate.gently if number % 2 else mutate.mutated
    return json.dumps(change(_seeds()[name], random))


def dressed_of(number: int) -> str:
    """The mutated file with this number, with texts in it that other formats take for their own."""
    random = Random(f"command {number}")
    name = random.choice(sorted(_seeds()))
    change = mutate.mutated if number % 3 == 0 else mutate.gently
    return json.dumps(command.dressed(change(_seeds()[name], random), random))


def graph_of(number: int) -> multibond.Model:
    """The random graph with this number."""
    random, kind = Random(f"graph {number}"), KINDS[number % len(KINDS)]
    if kind == "linear":
        from graphs import random_plan

        return random_plan(random, 6, 2, 3).build()
    return network(random) if kind == "network" else mechanism(random)


def run(kind: str, number: int) -> Verdict:
    """What becomes of the random graph or mutated file with this number."""
    with warnings.catch_warnings(record=True) as noted:
        warnings.simplefilter("always")
        verdict = _run(kind, number)
    noise = [w for w in noted if issubclass(w.category, (RuntimeWarning, np.exceptions.ComplexWarning))]
    noise = [w for w in noise if not issubclass(w.category, multibond.DoubtfulResult)]
    if noise and not verdict.bad:
        return Verdict("noise", f"{noise[0].message} ({noise[0].filename}, line {noise[0].lineno})")
    return verdict


def _run(kind: str, number: int) -> Verdict:
    if kind == "command":
        return _command(number)
    try:
        model = graph_of(number) if kind == "graph" else loads(text_of(number), "json")
        stop = min(float(model.stop), 1.0)
        result = model.simulate(stop, tolerance=TOLERANCE, points=21, max_steps=STEPS)
        summary = result.stats.as_dict()
        values = [np.asarray(value, dtype=float) for value in summary["final"].values()]
    except MultibondError as error:
        return Verdict("refused", str(error))
    except Exception as error:
        return Verdict("fault", f"{type(error).__name__}: {error}")
    doubts: list[str] = summary["doubts"]
    residual = summary["energy_residual"]
    if not residual <= 100 * TOLERANCE and not any("energy" in doubt for doubt in doubts):
        return Verdict("energy", f"residual {residual:g}, doubts {doubts}")
    if not all(np.all(np.isfinite(value)) for value in values) and not doubts:
        return Verdict("values", f"{summary['final']}")
    return Verdict("ran", f"{len(doubts)} doubts")


def _command(number: int) -> Verdict:
    """What becomes of a mutated file in one of the commands that are no plain run."""
    try:
        return Verdict("ran", command.run(number, dressed_of(number)))
    except MultibondError as error:
        return Verdict("refused", str(error))
    except Exception as error:
        return Verdict("fault", f"{type(error).__name__}: {error}")
