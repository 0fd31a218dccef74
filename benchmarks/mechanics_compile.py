"""From mechanical models to code that is ready to run: time, equations, operations."""

from __future__ import annotations

from .measure import Table, fresh, milliseconds

LIMITS = {"four_bar": 1.0, "bicycle": 2.0, "robot": 3.0}  # s
MODELS = ("double_pendulum", "crane_crab_wrapped", "planar_four_bar", "gyroscope", "four_bar", "planar_loop",
          "centrifugal_governor", "bicycle", "robot")  # fmt: skip
CODE = """
import json, time
import multibond
from multibond.bank import names
from multibond.simulation import engine
from benchmarks.machine_code import operations
if {name!r} not in names():
    print(json.dumps({{"missing": True}}))
else:
    began = time.perf_counter()
    made = engine(multibond.load({name!r}))
    system, _ = made.parameters(None)
    machine = made.machine(system)
    machine.program.rhs
    seconds = time.perf_counter() - began
    print(json.dumps({{
        "seconds": seconds, "equations": len(system.equations), "operations": operations(machine.program),
        "states": machine.own, "linear": machine.compiled.linear_systems,
        "nonlinear": machine.compiled.nonlinear_systems,
    }}))
"""


def table() -> Table:
    """A row for each mechanical model of the bank."""
    page = Table(
        "Mechanical models to code that is ready to run",
        ("model", "equations", "states", "linear", "nonlinear", "operations", "time, ms", "import sympy, ms", "ratio"),
    )
    page.notes.append('beside each, python -c "import sympy" is timed in turns')
    for name in MODELS:
        try:
            (sympy, _), (_, said) = fresh("import sympy", CODE.format(name=name))
        except RuntimeError as error:
            page.notes.append(f"{name}: {error}")
            continue
        if "missing" in said:
            page.notes.append(f"{name} is not in the bank yet")
            continue
        counts = (str(said["equations"]), str(said["states"]), _sizes(said["linear"]), _sizes(said["nonlinear"]))
        seconds = said["seconds"]
        page.add(
            name, *counts, str(said["operations"]), milliseconds(seconds), milliseconds(sympy), f"{seconds / sympy:.2f}"
        )
        if name in LIMITS:
            page.judge(f"{name} to ready code, s", said["seconds"], LIMITS[name])
    return page


def _sizes(sizes: list[int]) -> str:
    return ", ".join(map(str, sizes)) or "none"
