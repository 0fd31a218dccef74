"""Switching circuits beside ngspice: a buck converter by its events, ladders of diodes; complementarity problems."""

from __future__ import annotations

import resource
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

import multibond as mb
from multibond.program.lemke import solve_complementarity

from .measure import Table, best

EXACT = 12.7792603757707543  # V on the capacitor after 1 ms
PERIOD, STOP = 1e-5, 0.02  # s


def buck() -> mb.Model:
    """24 V, duty 0.5 at 100 kHz, 100 µH, 100 µF, 5 Ω, an ideal switch and an ideal diode."""
    m = mb.Model("buck", domain="electrical")
    m.source, m.series, m.node = mb.Se(24.0), mb.J1(), mb.J0()
    m.switch, m.diode = mb.Sw("time*1e5 - floor(time*1e5) < 0.5"), mb.D(direction=-1)
    m.branch, m.coil, m.out, m.capacitor, m.load = mb.J1(), mb.I(100e-6), mb.J0(), mb.C(100e-6), mb.R(5.0)
    m.source >> m.series >> [m.switch, m.node]
    m.node >> m.diode
    m.node >> m.branch >> [m.coil, m.out]
    m.out >> [m.capacitor, m.load]
    return m


def ladder(count: int) -> mb.Model:
    """A source of 50 Hz, and `count` stages of an ideal diode, 10 Ω, and 10 µF beside 1 kΩ, ever a little less."""
    m = mb.Model(f"ladder{count}", domain="electrical")
    m.source, m.top = mb.Se("10*sin(2*pi*50*time)"), mb.J0()
    m.source >> m.top
    before = m.top
    for k in range(count):
        parts = {
            "n": mb.J0(),
            "j": mb.J1(),
            "d": mb.D(),
            "s": mb.R(10.0),
            "c": mb.C(10e-6),
            "r": mb.R(1e3 / (1 + 0.1 * k)),
        }
        for name, part in parts.items():
            m.add(f"{name}{k}", part)
        before >> m[f"j{k}"] >> [m[f"d{k}"], m[f"s{k}"], m[f"n{k}"]]
        m[f"n{k}"] >> [m[f"c{k}"], m[f"r{k}"]]
        before = m[f"n{k}"]
    return m


BUCK = """buck
V1 in 0 24
S1 in sw g 0 SI
VG g 0 PULSE(0 1 0 1n 1n 5u 10u)
D1 0 sw DI
L1 sw out 100u
C1 out 0 100u
R1 out 0 5
.model SI SW(vt=0.5 ron=1m roff=1meg)
.model DI D(n=0.01)
.tran 0.5u 20m 0 0.5u
.control
run
.endc
.end
"""


def ladder_deck(count: int) -> str:
    """The ladder for ngspice, whose diodes are nearly ideal."""
    lines = ["ladder", "V1 n0 0 SIN(0 10 50)", ".model DI D(n=0.01)", ".tran 0.2m 40m 0 0.2m"]
    for k in range(count):
        lines += [
            f"D{k} n{k} m{k} DI",
            f"RS{k} m{k} n{k + 1} 10",
            f"C{k} n{k + 1} 0 10u",
            f"R{k} n{k + 1} 0 {1e3 / (1 + 0.1 * k):.9g}",
        ]
    return "\n".join([*lines, ".control", "run", ".endc", ".end\n"])


def spice(deck: str) -> None:
    """One run of ngspice, with its start."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "deck.cir"
        file.write_text(deck)
        subprocess.run(["ngspice", "-b", str(file)], capture_output=True, check=False)


def processor_seconds(*runs: Callable[[], object], repeats: int) -> list[float]:
    """The least processor time [s] of each of `runs`, with that of the programs they start, taken in turns."""
    least = [np.inf] * len(runs)
    for _ in range(repeats):
        for k, run in enumerate(runs):
            before = _used()
            run()
            least[k] = min(least[k], _used() - before)
    return least


def _used() -> float:
    """Processor time [s] of this process and of the programs it has waited for."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(used.ru_utime + used.ru_stime for used in both)


def table() -> Table:
    """Processor times of whole runs; those of ngspice hold its start, about 10 ms."""
    page = Table(
        "Ideal switches and diodes", ("circuit", "events", "multibond, ms", "ngspice, ms", "ngspice / multibond")
    )
    there = shutil.which("ngspice") is not None
    if not there:
        page.notes.append("ngspice is not installed")
    model = buck()
    result = model.simulate(STOP, tolerance=1e-9, points=21)
    error = abs(result["capacitor.e"][1] - EXACT)
    cases = [("buck converter, 20 ms", result.stats.events, lambda: model.simulate(STOP, points=21), BUCK)]
    for count in (4, 10, 25, 50, 100):
        stages = ladder(count)
        events = stages.simulate(0.04, tolerance=1e-4, points=201).stats.events
        run = lambda stages=stages: stages.simulate(0.04, tolerance=1e-4, points=201)  # noqa: E731
        cases.append((f"ladder of {count} diodes, 40 ms", events, run, ladder_deck(count)))
    for name, events, run, deck in cases:
        times = processor_seconds(run, *([lambda deck=deck: spice(deck)] if there else []), repeats=5)
        other = [f"{1e3 * times[1]:.3g}", f"{times[1] / times[0]:.3g}"] if there else ["–", "–"]
        page.add(name, str(events), f"{1e3 * times[0]:.3g}", *other)
        if name.startswith("buck"):
            page.judge("buck, microseconds for an event", 1e6 * times[0] / events, 6.5)
            page.judge("buck, volts of error after 1 ms", error, 1e-6)
        if there:
            page.judge(f"{name}, ngspice / multibond", times[1] / times[0], 10 if "buck" in name else 1, most=False)
    draw = np.random.default_rng(1)
    A = draw.normal(size=(100, 100))
    M, q = A @ A.T / 100 + np.eye(100), np.abs(draw.normal(size=100))
    q[:3] *= -1  # three of a hundred change: the old mode is the start
    (seconds,) = best(lambda: solve_complementarity(M, q), repeats=5)
    page.judge("complementarity problem of 100, three changes, ms", 1e3 * seconds, 1.0)
    return page
