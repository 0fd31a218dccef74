"""From the model to the first result in a new process, beside the time that importing SymPy takes."""

from __future__ import annotations

from .measure import Table, fresh, milliseconds
from .stages import STAGES

MODELS = ("rlc", "electric_circuit", "van_der_pol", "quarter_car", "dc_motor", "cauer_low_pass", "double_pendulum",
          "planar_four_bar")  # fmt: skip
CODE = """
import json, time
began = time.perf_counter()
import multibond
import multibond.simulation  # loaded with the first simulation, so it belongs to the first result
imported = time.perf_counter() - began
from benchmarks.stages import stages
seconds, machine, result = stages(lambda: multibond.load({name!r}))
print(json.dumps(dict(seconds, **{{"import": imported, "equations of": len(machine.system.equations)}})))
"""


def table() -> Table:
    """A row of stages for each model."""
    page = Table(
        "Model to first result in a new process, stages in ms",
        ("model", "equations of", "import", *STAGES, "together", "process", "import sympy", "ratio"),
    )
    page.notes.append('process: all of python -c; beside each, python -c "import sympy" is timed in turns')
    page.notes.append(
        "kernels of the integrators come from the cache on disk, as from the second run of an installation on"
    )
    fresh(CODE.format(name="rlc"))  # fills the cache
    for name in MODELS:
        try:
            (sympy, _), (process, said) = fresh("import sympy", CODE.format(name=name))
        except RuntimeError as error:
            page.notes.append(f"{name}: {error}")
            continue
        together = sum(said[k] for k in ("import", *STAGES))
        shown = [milliseconds(said[k]) for k in ("import", *STAGES)]
        shown += [milliseconds(together), milliseconds(process), milliseconds(sympy)]
        page.add(name, str(said["equations of"]), *shown, f"{process / sympy:.2f}")
        if said["equations of"] <= 100:
            page.judge(f"{name} over import sympy", process / sympy, 1.0)
        if name == "double_pendulum":
            page.judge("double_pendulum, import to first result, s", together, 0.5)
    return page
