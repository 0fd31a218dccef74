"""The stages of one model, timed one after the other."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

STAGES = ("build", "graph", "equations", "passes", "code", "run")


def stages(build: Callable[[], Any], **how: Any) -> tuple[dict[str, float], Any, Any]:
    """Seconds of every stage, the compiled machine and the result; `how` is passed on to simulate.

    build: the model; graph: flat bonds; equations: flat scalar equations; passes: from aliases to the schedule; code:
    machine code of the right-hand side; run: start values, integration and the outputs (with code that only they need).
    """
    from multibond.simulation import engine

    seconds, began = {}, time.perf_counter()

    def done(stage: str) -> None:
        nonlocal began
        now = time.perf_counter()
        seconds[stage] = now - began
        began = time.perf_counter()

    model = build()
    done("build")
    made = engine(model)
    done("graph")
    system, _ = made.parameters(None)
    done("equations")
    machine = made.machine(system)
    done("passes")
    machine.program.rhs  # noqa: B018
    done("code")
    result = model.simulate(**how)
    for name in result.outputs:
        result[name]
    done("run")
    return seconds, machine, result
