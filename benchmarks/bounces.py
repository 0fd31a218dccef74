"""One ball that bounces a thousand times, beside Siconos (event-driven) and SciPy with events."""

from __future__ import annotations

import json
import shutil
import subprocess

import numpy as np
from scipy.integrate import solve_ivp

import multibond as mb
from multibond import planar

from .hand_events import HandEvents
from .measure import Table, best

E, G, HEIGHT = 0.999, 9.81, 1.0  # restitution, m/s², m
FALL = (2 * HEIGHT / G) ** 0.5  # s
PYTHON = "/usr/bin/python3"  # that of the system, where Debian's python3-siconos lies

SICONOS = """
import json, sys, time
import numpy as np
import siconos.kernel as sk

def run(count, stop):
    ball = sk.LagrangianLinearTIDS(np.array([HEIGHT, 0.0, 0.0]), np.zeros(3), np.diag([1.0, 1.0, 0.004]))
    ball.setFExtPtr(np.array([-G, 0.0, 0.0]))
    inter = sk.Interaction(sk.NewtonImpactNSL(E), sk.LagrangianLinearTIR(np.array([[1.0, 0.0, 0.0]])))
    model = sk.NonSmoothDynamicalSystem(0.0, stop)
    model.insertDynamicalSystem(ball)
    model.link(inter, ball)
    solver = sk.EventDriven(model, sk.TimeDiscretisation(0.0, stop / 7.0))
    solver.insertIntegrator(sk.LsodarOSI())
    solver.insertNonSmoothProblem(sk.LCP(), sk.SICONOS_OSNSP_ED_IMPACT)
    solver.insertNonSmoothProblem(sk.LCP(), sk.SICONOS_OSNSP_ED_SMOOTH_ACC)
    solver.initialize()
    began = time.perf_counter()
    while solver.hasNextEvent():
        solver.advanceToEvent()
        solver.processEvents()
    return time.perf_counter() - began

print(json.dumps({"seconds": min(run(COUNT, STOP) for _ in range(5))}))
"""


def ball() -> mb.Model:
    """A disc of 1 kg and radius 0.1 m that falls by a metre."""
    m = mb.Model("ball")
    m.world, m.floor, m.ball = planar.World(), planar.Fixed(), planar.Body(1.0, 0.004, x0=[0.0, 0.1 + HEIGHT])
    m.contact = planar.SpherePlane(0.1, restitution=E)
    m.join(m.ball.a, m.contact.a)
    m.join(m.contact.b, m.floor.b)
    return m


def stop_after(count: int) -> float:
    """A time [s] soon after so many bounces."""
    return float(FALL + 2 * FALL * sum(E**k for k in range(1, count)) + 0.3 * FALL * E**count)


def scipy_bounces(count: int) -> None:
    """The same by solve_ivp, which starts again at every bounce."""

    def touches(t: float, x: np.ndarray) -> float:
        return float(x[0])

    touches.terminal, touches.direction = True, -1  # type: ignore[attr-defined]
    t, x, stop = 0.0, np.array([HEIGHT, 0.0]), stop_after(count)
    while t < stop:
        found = solve_ivp(lambda t, x: [x[1], -G], (t, stop), x, method="DOP853", rtol=1e-6, atol=1e-9, events=touches)
        t, x = found.t[-1], np.array([0.0, -E * found.y[1, -1]])


def siconos_seconds(count: int, page: Table) -> float | None:
    """The time of Siconos for so many bounces [s]; None where it is not there."""
    if shutil.which(PYTHON) is None:
        return None
    code = SICONOS
    for name, value in (("HEIGHT", HEIGHT), ("COUNT", count), ("STOP", stop_after(count))):
        code = code.replace(name, repr(value))
    code = f"E, G = {E}, {G}\n{code}"
    run = subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, check=False)
    lines = run.stdout.strip().splitlines()
    if run.returncode or not lines:
        page.notes.append("Siconos (Debian's python3-siconos) is not installed and was skipped")
        return None
    return float(json.loads(lines[-1])["seconds"])


def table() -> Table:
    """Microseconds for a bounce, whole runs."""
    page = Table(
        f"A ball that bounces at restitution {E}", ("program", "bounces", "µs for a bounce", "times multibond")
    )
    model = ball()
    counts = (250, 500, 1000, 2000)
    stops = [stop_after(count) for count in counts]
    for count, stop in zip(counts, stops, strict=True):
        events = model.simulate(stop, points=11).stats.events
        if events != count:
            page.notes.append(f"multibond found {events} of {count} bounces")
    seconds = best(
        *(lambda stop=stop: model.simulate(stop, points=11) for stop in stops), lambda: scipy_bounces(100), repeats=10
    )
    ours = 1e6 * seconds[2] / 1000
    for count, time in zip(counts, seconds, strict=False):
        page.add("multibond, model.simulate", str(count), 1e6 * time / count, 1e6 * time / count / ours)
    other = 1e6 * seconds[4] / 100
    page.add("SciPy solve_ivp (DOP853) with events", "100", other, other / ours)
    if HandEvents.there():
        code = HandEvents()
        (hand,) = best(lambda: code.ball(stops[3], HEIGHT, G, E), repeats=20)
        bounces = code.ball(stops[3], HEIGHT, G, E)
        page.add("hand-written C, closed forms", str(bounces), 1e6 * hand / bounces, 1e6 * hand / bounces / ours)
    siconos = siconos_seconds(100, page)
    if siconos is not None:
        page.add("Siconos, event-driven", "100", 1e6 * siconos / 100, 1e6 * siconos / 100 / ours)
        page.notes.append("Siconos stops with an exception within some 400 bounces; its figure is that of 100")
        page.judge("Siconos / multibond", 1e6 * siconos / 100 / ours, 1, most=False)
    page.judge("SciPy / multibond", other / ours, 50, most=False)
    page.judge("growth of the time for a bounce from 250 to 2,000", seconds[3] / 2000 / (seconds[0] / 250), 1.2)
    return page
