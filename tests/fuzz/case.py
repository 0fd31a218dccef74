"""One random graph or mutated file: what becomes of it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import multibond
from multibond.errors import MultibondError
from multibond.model.file import loads

from . import mutate

TOLERANCE = 1e-6


@dataclass(frozen=True)
class Verdict:
    """`kind`: "ran", "refused", or what must not be: "fault" (an error that is none of ours), "energy" (books that do
    not close, without a doubt)."""

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
    """The mutated file with this number, as JSON (with NaN and infinities, which the reader must refuse)."""
    random = Random(f"file {number}")
    name = random.choice(sorted(_seeds()))
    return json.dumps(mutate.mutated(_seeds()[name], random))


def run(kind: str, number: int) -> Verdict:
    """What becomes of the random graph or mutated file with this number."""
    try:
        if kind == "graph":
            from graphs import random_plan

            model = random_plan(Random(f"graph {number}"), 6, 2, 3).build()
        else:
            model = loads(text_of(number), "json")
        result = model.simulate(min(float(model.stop), 1.0), tolerance=TOLERANCE, points=21)
        stats = result.stats
        summary = stats.as_dict()
        doubts = list(stats.doubts)
    except MultibondError as error:
        return Verdict("refused", str(error))
    except Exception as error:
        return Verdict("fault", f"{type(error).__name__}: {error}")
    residual = summary["energy_residual"]
    if not residual <= 100 * TOLERANCE and not doubts:
        return Verdict("energy", f"residual {residual:g}")
    return Verdict("ran", multibond.__version__)
