"""The equations of a mass chain beside BondGraphTools, and the time that importing multibond takes."""

from __future__ import annotations

import time

from multibond.simulation import engine

from . import measure
from .measure import Table, best, fresh, milliseconds
from .models import mass_chain

QUOTED = {10: 6.2, 20: 24.0}  # s, measured before on a machine of the same kind
PEER = """
import json, sys, time
import BondGraphTools as bgt
n = {n}
model = bgt.new(name="chain")
before, wall = None, bgt.new("Sf", value=0)
pull = bgt.new("Se", value=1)
parts, bonds = [wall, pull], []
for k in range(n):
    velocity, mass, between, both = bgt.new("1"), bgt.new("I", value=1), bgt.new("0"), bgt.new("1")
    spring, damper = bgt.new("C", value=0.01), bgt.new("R", value=0.5)
    parts += [velocity, mass, between, both, spring, damper]
    bonds += [(velocity, mass), (between, velocity), (between, both), (both, spring), (both, damper),
              (before or wall, between)]
    before = velocity
bonds.append((pull, before))
began = time.perf_counter()
bgt.add(model, *parts)
for tail, head in bonds:
    bgt.connect(tail, head)
relations = model.constitutive_relations
print(json.dumps({{"seconds": time.perf_counter() - began, "relations": len(relations)}}))
"""


def table() -> Table:
    """Equations of 10, 20 and 40 masses; imports."""
    page = Table("Equations of a mass chain, and the import", ("what", "other, ms", "multibond, ms", "ratio"))
    ours: dict[int, float] = {}
    for n in (10, 20, 40):
        ours[n] = best(lambda n=n: _equations(n), repeats=8)[0]
    for n in (10, 20):
        theirs, how = _peer(n, page)
        page.add(
            f"{n} masses, BondGraphTools{how}", milliseconds(theirs), milliseconds(ours[n]), f"{theirs / ours[n]:.0f}"
        )
        if n == 20:
            page.judge("BondGraphTools over multibond, 20 masses", theirs / ours[n], 100.0, most=False)
    page.add("40 masses", "–", milliseconds(ours[40]), "–")
    page.judge("growth per mass from 20 to 40", ours[40] / ours[20] / 2, 1.5)
    (numpy, _), (own, _) = fresh("import numpy", "import multibond", repeats=6)
    page.add("import, numpy beside multibond", milliseconds(numpy), milliseconds(own), f"{own / numpy:.2f}")
    page.judge("import of multibond more than numpy's, s", own - numpy, 0.3)
    return page


def _equations(n: int) -> object:
    """Build the graph and reduce it to sorted state equations."""
    made = engine(mass_chain(n))
    system, _ = made.parameters(None)
    return made.machine(system, audit=False).compiled.schedule


def _peer(n: int, page: Table) -> tuple[float, str]:
    if measure.QUICK:
        return QUOTED[n], " (quoted)"
    began = time.perf_counter()
    try:
        ((_, said),) = fresh(PEER.format(n=n), repeats=1)
    except (RuntimeError, OSError) as error:
        page.notes.append(f"BondGraphTools did not run here, its time is quoted from an earlier run ({error})")
        return QUOTED[n], " (quoted)"
    return said.get("seconds", time.perf_counter() - began), ""
