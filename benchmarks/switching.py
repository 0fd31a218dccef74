"""Switching circuits beside ngspice and Siconos: a buck converter, ladders of diodes, a nonlinear drive."""

from __future__ import annotations

import json
import resource
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np

import multibond as mb
from multibond.program.lemke import solve_complementarity

from .bounces import PYTHON
from .hand_events import HandEvents
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


def ladder(count: int, less: float = 0.1) -> mb.Model:
    """A source of 50 Hz, and `count` stages of an ideal diode, 10 Ω, and 10 µF beside 1 kΩ, ever a little less; with
    `less` = 0 all alike, so that many diodes stand at zero together."""
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
            "r": mb.R(1e3 / (1 + less * k)),
        }
        for name, part in parts.items():
            m.add(f"{name}{k}", part)
        before >> m[f"j{k}"] >> [m[f"d{k}"], m[f"s{k}"], m[f"n{k}"]]
        m[f"n{k}"] >> [m[f"c{k}"], m[f"r{k}"]]
        before = m[f"n{k}"]
    return m


def chopper() -> mb.Model:
    """A direct-current motor with a chopper of 1 kHz; the drop of its brushes and its fan are nonlinear."""
    m = mb.Model("chopper", domain="electrical")
    m.source, m.series, m.node = mb.Se(24.0), mb.J1(), mb.J0()
    m.switch, m.diode = mb.Sw("time*1e3 - floor(time*1e3) < 0.6"), mb.D(direction=-1)
    m.branch, m.coil, m.brushes, m.motor = mb.J1(), mb.I(1e-3), mb.R(law="0.3*f + 0.5*tanh(100*f)"), mb.GY(0.05)
    m.shaft, m.rotor, m.fan = mb.J1(), mb.I(1e-4), mb.R(law="1e-6*f*abs(f) + 1e-5*f")
    m.source >> m.series >> [m.switch, m.node]
    m.node >> m.diode
    m.node >> m.branch >> [m.coil, m.brushes, m.motor]
    m.motor >> m.shaft >> [m.rotor, m.fan]
    return m


# The diode lets the current of the coil pass, 0 ≤ i, at 0 ≤ v: one complementarity condition; b follows the switch.
SICONOS = """
import json, time
import numpy as np
import siconos.kernel as sk

def run(parts):
    step = PERIOD / 2 / parts
    coil = sk.FirstOrderLinearDS(np.zeros(2), np.array([[0.0, -1e4], [1e4, -2e3]]), np.zeros(2))
    b = coil.b()
    law = sk.FirstOrderLinearTIR(np.array([[1.0, 0.0]]), np.array([[1e4], [0.0]]))
    inter = sk.Interaction(sk.ComplementarityConditionNSL(1), law)
    model = sk.NonSmoothDynamicalSystem(0.0, STOP)
    model.insertDynamicalSystem(coil)
    model.link(inter, coil)
    solver = sk.TimeStepping(model, sk.TimeDiscretisation(0.0, step), sk.EulerMoreauOSI(0.5), sk.LCP())
    look = round(1e-3 / step)
    began = time.process_time()
    for k in range(round(STOP / step)):
        b[0] = 24e4 if (k // parts) % 2 == 0 else 0.0
        solver.computeOneStep()
        if k + 1 == look:
            volts = float(coil.x()[1])
        solver.nextStep()
    return time.process_time() - began, volts

print(json.dumps({parts: min(run(parts) for _ in range(3)) for parts in (1, 10)}))
"""


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


def ladder_deck(count: int, less: float = 0.1) -> str:
    """The ladder for ngspice, whose diodes are nearly ideal."""
    lines = ["ladder", "V1 n0 0 SIN(0 10 50)", ".model DI D(n=0.01)", ".tran 0.2m 40m 0 0.2m"]
    for k in range(count):
        lines += [
            f"D{k} n{k} m{k} DI",
            f"RS{k} m{k} n{k + 1} 10",
            f"C{k} n{k + 1} 0 10u",
            f"R{k} n{k + 1} 0 {1e3 / (1 + less * k):.9g}",
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


def siconos(page: Table, ours: float) -> None:
    """The buck by Siconos's time stepping, its steps between switching instants alone, beside our time [s]."""
    if shutil.which(PYTHON) is None:
        return
    code = SICONOS.replace("PERIOD", repr(PERIOD)).replace("STOP", repr(STOP))
    run = subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, check=False)
    lines = run.stdout.strip().splitlines()
    if run.returncode or not lines:
        page.notes.append("Siconos (Debian's python3-siconos) is not installed and was skipped")
        return
    for parts, (seconds, volts) in json.loads(lines[-1]).items():
        page.notes.append(
            f"Siconos (trapezoidal rule, {parts} steps between switching instants): {1e3 * seconds:.3g} ms, "
            f"{seconds / ours:.3g} times multibond, {abs(volts - EXACT):.2g} V of error after 1 ms"
        )
        if abs(volts - EXACT) < 1e-3:  # with one step it is far off
            page.judge(f"Siconos with {parts} steps / multibond", seconds / ours, 2, most=False)


def by_hand(page: Table, ours: float, events: int) -> None:
    """The buck by hand-written C, exact between its switching instants, beside our time [s] for so many events."""
    if not HandEvents.there():
        page.notes.append("gcc is not installed: no hand-written C")
        return
    code, periods = HandEvents(), round(STOP / PERIOD)
    found, volts = code.buck(periods, round(1e-3 / PERIOD))
    (once,) = best(lambda: code.buck(periods, 1), repeats=20)
    (many,) = best(lambda: code.buck(101 * periods, 1), repeats=5)  # without the call and the exponential
    each = (many - once) / (code.buck(101 * periods, 1)[0] - found)
    page.notes.append(
        f"hand-written C, exact between switching instants: {1e9 * each:.3g} ns for each of {found} events, of "
        f"which one is at the stop, multibond {1e6 * ours / events:.3g} µs; {abs(volts - EXACT):.2g} V of error at 1 ms"
    )


def stiff_nonlinear(page: Table) -> None:
    """A nonlinear drive by the one-step method for stiff models and by CVODE, which begins anew after every event."""
    model = chopper()
    events = model.simulate(0.2, solver="esdirk").stats.events
    runs = [lambda solver=solver: model.simulate(0.2, points=21, solver=solver) for solver in ("auto", "esdirk", "bdf")]
    auto, ours, other = processor_seconds(*runs, repeats=5)
    page.notes.append(
        f"motor with a chopper, 0.2 s, {events} events, microseconds for an event: auto {1e6 * auto / events:.3g}, "
        f"esdirk {1e6 * ours / events:.3g}, bdf {1e6 * other / events:.3g}"
    )
    page.judge("nonlinear drive, microseconds for an event", 1e6 * auto / events, 60)
    page.judge("nonlinear drive, bdf / esdirk", other / ours, 10, most=False)


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
    for count in (4, 10, 25, 50, 100):
        alike = ladder(count, less=0.0)
        events = alike.simulate(0.04, tolerance=1e-4, points=201).stats.events
        run = lambda alike=alike: alike.simulate(0.04, tolerance=1e-4, points=201)  # noqa: E731
        cases.append((f"ladder of {count} diodes, equal loads", events, run, ladder_deck(count, less=0.0)))
    for name, events, run, deck in cases:
        others = [lambda deck=deck: spice(deck)] if there else []
        times = processor_seconds(run, *others, repeats=5 if "buck" in name else 20)  # short ones vary more
        other = [f"{1e3 * times[1]:.3g}", f"{times[1] / times[0]:.3g}"] if there else ["–", "–"]
        page.add(name, str(events), f"{1e3 * times[0]:.3g}", *other)
        if name.startswith("buck"):
            page.judge("buck, microseconds for an event", 1e6 * times[0] / events, 6.5)
            page.judge("buck, volts of error after 1 ms", error, 1e-6)
            siconos(page, times[0])
            by_hand(page, times[0], events)
        if there:
            page.judge(f"{name}, ngspice / multibond", times[1] / times[0], 10 if "buck" in name else 1, most=False)
    draw = np.random.default_rng(1)
    A = draw.normal(size=(100, 100))
    M, q = A @ A.T / 100 + np.eye(100), np.abs(draw.normal(size=100))
    q[:3] *= -1  # three of a hundred change: the old mode is the start
    (seconds,) = best(lambda: solve_complementarity(M, q), repeats=5)
    page.judge("complementarity problem of 100, three changes, ms", 1e3 * seconds, 1.0)
    stiff_nonlinear(page)
    return page
