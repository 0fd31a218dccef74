"""Circuits of ideal valves: lists of branches for the exact solution and for bond graphs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np

from nonsmooth.exact import Pulses, Wave
from nonsmooth.exact_circuit import Branch, Circuit

MAINS = 100 * np.pi  # rad/s
R, L, C, V, I, D, S, T, X = (partial(Branch, kind) for kind in "RLCVIDSTX")


@dataclass(frozen=True)
class Case:
    """Branches, how often the exact solution looks at its indicators [s], how long it runs [s]."""

    branches: tuple[Branch, ...]
    step: float
    stop: float
    coupled: tuple[tuple[str, str, float], ...] = ()

    def exact(self, points: int) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        times = np.linspace(0.0, self.stop, points)
        coupled = {(a, b): mutual for a, b, mutual in self.coupled}
        return times, Circuit(self.branches, self.step, coupled).run(times)


CASES: dict[str, Case] = {}


def case(stop: float, step: float) -> Callable[[Callable[[], Any]], Callable[[], Any]]:
    """Enters the branches that a function returns, and mutual inductances after them."""

    def enter(make: Callable[[], Any]) -> Callable[[], Any]:
        made = list(make())
        branches = tuple(x for x in made if isinstance(x, Branch))
        CASES[make.__name__] = Case(branches, step, stop, tuple(x for x in made if not isinstance(x, Branch)))
        return make

    return enter


def mains(name: str, a: str, b: str = "0", amplitude: float = 100.0, phase: float = 0.0) -> Branch:
    return V(name, a, b, Wave(amplitude=amplitude, frequency=MAINS, phase=phase))


def bridge(first: str, second: str, plus: str, minus: str) -> list[Branch]:
    pairs = (("D1", first, plus), ("D2", second, plus), ("D3", minus, first), ("D4", minus, second))
    return [D(*pair) for pair in pairs]


@case(0.05, 2e-4)
def half_wave_resistor():
    return [mains("V", "a"), D("D", "a", "b"), R("R", "b", "0", 10.0)]


@case(0.05, 2e-4)
def half_wave_coil():
    return [mains("V", "a", phase=0.3), D("D", "a", "b"), R("R", "b", "c", 5.0), L("L", "c", "0", 0.03)]


@case(0.06, 2e-4)
def freewheeling():
    return [mains("V", "a"), D("D", "a", "b"), D("F", "0", "b"), R("R", "b", "c", 5.0), L("L", "c", "0", 0.05)]


@case(0.06, 2e-4)
def peak_detector():
    return [mains("V", "a"), D("D", "a", "b"), R("R", "b", "0", 100.0), C("C", "b", "0", 4e-4)]


@case(0.06, 2e-4)
def peak_detector_charged_with_source_resistance():
    return [
        mains("V", "a"),
        R("Ri", "a", "c", 0.5),
        D("D", "c", "b", 0.7),
        R("R", "b", "0", 100.0),
        C("C", "b", "0", 4e-4, 60.0),
    ]


@case(0.045, 2e-4)
def bridge_resistor():
    return [mains("V", "a", phase=0.5), *bridge("a", "0", "p", "m"), R("R", "p", "m", 10.0)]


@case(0.06, 2e-4)
def bridge_coil():
    return [mains("V", "a"), *bridge("a", "0", "p", "m"), R("R", "p", "x", 10.0), L("L", "x", "m", 0.02, 3.0)]


@case(0.06, 2e-4)
def bridge_capacitor():
    return [mains("V", "a"), *bridge("a", "0", "p", "m"), R("R", "p", "m", 50.0), C("C", "p", "m", 5e-4)]


@case(0.06, 2e-4)
def bridge_capacitor_source_coil_grounded_minus():
    return [
        mains("V", "a", "b"),
        R("Rs", "a", "c", 0.2),
        L("Ls", "c", "d", 2e-3),
        *bridge("d", "b", "p", "0"),
        R("R", "p", "0", 20.0),
        C("C", "p", "0", 1e-3),
    ]


@case(0.06, 2e-4)
def bridge_coil_source_coil():
    return [
        mains("V", "a"),
        L("Ls", "a", "d", 2e-3),
        *bridge("d", "0", "p", "m"),
        R("R", "p", "x", 10.0),
        L("L", "x", "m", 0.03),
    ]


@case(0.06, 2e-4)
def bridge_filter_with_thresholds():
    diodes = [D(x.name, x.a, x.b, 0.8) for x in bridge("a", "0", "p", "m")]
    return [
        mains("V", "a", amplitude=24.0),
        *diodes,
        L("L", "p", "x", 0.01),
        C("C", "x", "m", 1e-3),
        R("R", "x", "m", 8.0),
    ]


def three_phase(line: list[float] | None) -> list[Branch]:
    branches = []
    for k, phase in enumerate("abc"):
        start = f"s{phase}" if line else f"n{phase}"
        branches.append(mains(f"V{phase}", start, amplitude=230 * np.sqrt(2), phase=(0, -2, 2)[k] * np.pi / 3))
        if line:
            branches += [R(f"R{phase}", start, f"r{phase}", line[0]), L(f"L{phase}", f"r{phase}", f"n{phase}", line[1])]
        branches += [D(f"U{phase}", f"n{phase}", "p"), D(f"D{phase}", "m", f"n{phase}")]
    return branches


@case(0.03, 2e-4)
def three_phase_resistor():
    return [*three_phase(None), R("R", "p", "m", 10.0)]


@case(0.03, 2e-4)
def three_phase_coil():
    return [*three_phase(None), R("R", "p", "x", 10.0), L("L", "x", "m", 0.01)]


@case(0.1, 2e-4)
def three_phase_line_inductance():
    return [*three_phase([0.1, 1e-3]), R("R", "p", "x", 10.0), L("L", "x", "m", 0.01)]


@case(0.04, 2e-4)
def three_phase_line_inductance_capacitor():
    return [*three_phase([0.5, 2e-3]), R("R", "p", "m", 30.0), C("C", "p", "m", 5e-4)]


def pwm(duty: float, start: float = 0.0, period: float = 1e-4) -> Pulses:
    return Pulses(period, duty * period, start)


def buck(load: float) -> list[Branch]:
    return [
        V("V", "a", "0", Wave(24.0)),
        S("S", "a", "b", pwm(0.4)),
        D("D", "0", "b"),
        L("L", "b", "c", 1e-3),
        C("C", "c", "0", 1e-4),
        R("R", "c", "0", load),
    ]


@case(5e-3, 5e-6)
def buck_continuous():
    return buck(5.0)


@case(5e-3, 5e-6)
def buck_discontinuous():
    return buck(100.0)


def boost(load: float) -> list[Branch]:
    return [
        V("V", "a", "0", Wave(12.0)),
        L("L", "a", "b", 1e-3),
        S("S", "b", "0", pwm(0.5)),
        D("D", "b", "c"),
        C("C", "c", "0", 5e-5),
        R("R", "c", "0", load),
    ]


@case(5e-3, 5e-6)
def boost_continuous():
    return boost(20.0)


@case(5e-3, 5e-6)
def boost_discontinuous():
    return boost(400.0)


def buck_boost(load: float) -> list[Branch]:
    return [
        V("V", "a", "0", Wave(12.0)),
        S("S", "a", "b", pwm(0.45)),
        L("L", "b", "0", 5e-4),
        D("D", "c", "b"),
        C("C", "c", "0", 1e-4),
        R("R", "c", "0", load),
    ]


@case(5e-3, 5e-6)
def buck_boost_continuous():
    return buck_boost(4.0)


@case(5e-3, 5e-6)
def buck_boost_discontinuous():
    return buck_boost(100.0)


def flyback(load: float) -> list[Branch]:
    return [
        V("V", "a", "0", Wave(48.0)),
        L("L", "a", "b", 1e-3),
        X("P", "a", "b", ("N", 0.25)),
        S("S", "b", "0", pwm(0.4)),
        X("N", "0", "c"),
        D("D", "c", "d"),
        C("C", "d", "0", 2e-4),
        R("R", "d", "0", load),
    ]


@case(5e-3, 5e-6)
def flyback_continuous():
    return flyback(0.8)


@case(5e-3, 5e-6)
def flyback_discontinuous():
    return flyback(40.0)


def transistor(name: str, a: str, b: str, pulses: Pulses) -> list[Branch]:
    return [S(f"{name}.S", a, b, pulses), D(f"{name}.D", b, a)]


@case(2e-2, 2e-5)
def half_bridge_with_dead_time():
    period, dead = 2e-3, 1e-4
    return [
        V("V1", "p", "0", Wave(50.0)),
        V("V2", "0", "m", Wave(50.0)),
        *transistor("Q1", "p", "o", Pulses(period, period / 2 - dead)),
        *transistor("Q2", "o", "m", Pulses(period, period / 2 - dead, period / 2)),
        R("R", "o", "x", 5.0),
        L("L", "x", "0", 5e-3),
    ]


@case(1e-2, 2e-5)
def full_bridge_with_dead_time():
    period, dead = 1e-3, 5e-5
    first, second = Pulses(period, period / 2 - dead), Pulses(period, period / 2 - dead, period / 2)
    return [
        V("V", "p", "0", Wave(100.0)),
        *transistor("Q1", "p", "l", first),
        *transistor("Q2", "l", "0", second),
        *transistor("Q3", "p", "r", second),
        *transistor("Q4", "r", "0", first),
        R("R", "l", "x", 10.0),
        L("L", "x", "y", 5e-3),
        C("C", "y", "r", 2e-5),
    ]


@case(0.05, 2e-4)
def thyristor_resistor():
    return [mains("V", "a"), T("T", "a", "b", Pulses(0.02, 5e-4, 0.02 * 60 / 360)), R("R", "b", "0", 10.0)]


@case(0.08, 2e-4)
def thyristor_bridge_coil():
    first, second = Pulses(0.02, 5e-3, 0.02 * 50 / 360), Pulses(0.02, 5e-3, 0.02 * 230 / 360)
    pairs = (("T1", "a", "p", first), ("T2", "0", "p", second), ("T3", "m", "a", second), ("T4", "m", "0", first))
    return [mains("V", "a"), *(T(*pair) for pair in pairs), R("R", "p", "x", 3.0), L("L", "x", "m", 0.03)]


def zener(name: str, a: str, b: str, breakdown: float, threshold: float) -> list[Branch]:
    return [D(f"{name}.F", a, b, threshold), D(f"{name}.Z", b, a, breakdown)]


@case(0.05, 2e-4)
def zener_clamp():
    return [
        mains("V", "a", amplitude=20.0),
        R("Rs", "a", "b", 100.0),
        *zener("Z", "0", "b", 5.1, 0.7),
        R("R", "b", "0", 1000.0),
    ]


@case(0.05, 1e-4)
def zener_with_capacitor_and_coil():
    return [
        mains("V", "a", amplitude=30.0),
        R("Rs", "a", "d", 20.0),
        L("L", "d", "b", 0.05),
        *zener("Z", "0", "b", 12.0, 0.0),
        C("C", "b", "0", 2e-5),
        R("R", "b", "0", 200.0),
    ]


@case(0.1, 2e-4)
def voltage_doubler():
    return [
        mains("V", "a"),
        R("Rs", "a", "b", 1.0),
        C("C1", "b", "c", 1e-4),
        D("D1", "0", "c"),
        D("D2", "c", "d"),
        C("C2", "d", "0", 1e-4),
        R("R", "d", "0", 2000.0),
    ]


@case(0.1, 2e-4)
def multiplier_of_three_stages():
    branches = [mains("V", "u0", amplitude=50.0), R("Rs", "u0", "p0", 5.0)]
    for k in range(3):
        low, high = f"d{k}" if k else "0", f"p{k}"
        branches += [
            C(f"P{k}", high, f"y{k}", 1e-4),
            R(f"R{k}", f"y{k}", f"p{k + 1}", 2.0),
            D(f"A{k}", low, f"p{k + 1}"),
            D(f"B{k}", f"p{k + 1}", f"d{k + 1}"),
            C(f"Q{k}", f"d{k + 1}", low, 1e-4),
        ]
    return [*branches, R("R", "d3", "0", 5000.0)]


@case(0.0203, 2e-5)
def charge_pump():
    first, second = Pulses(1e-3, 4.5e-4), Pulses(1e-3, 4.5e-4, 5e-4)
    return [
        V("V", "a", "0", Wave(5.0)),
        S("S1", "a", "b", first),
        R("R1", "b", "c", 1.0),
        C("C1", "c", "d", 1e-4),
        S("S2", "d", "0", first),
        S("S3", "a", "d", second),
        S("S4", "c", "e", second),
        R("R2", "e", "f", 1.0),
        C("C2", "f", "0", 1e-4),
        R("R", "f", "0", 200.0),
    ]


@case(0.06, 2e-4)
def diode_ladder():
    branches, node = [mains("V", "n0", amplitude=10.0)], "n0"
    for k in range(1, 6):
        branches += [
            D(f"D{k}", node, f"n{k}"),
            R(f"R{k}", f"n{k}", "0", 50.0 * k),
            L(f"L{k}", f"n{k}", f"x{k}", 5e-3),
            C(f"C{k}", f"x{k}", "0", 2e-4, 0.5 * k),
        ]
        node = f"x{k}"
    return branches


@case(4.0, 0.02)
def check_valve_pump():
    """A piston of sinusoidal flow into a chamber between two check valves, with a pipe and an accumulator behind."""
    return [
        V("tank", "t", "0", Wave(1.0)),
        R("suction", "t", "s", 0.1),
        D("inlet", "s", "c", 0.2),
        I("piston", "0", "c", Wave(amplitude=2.0, frequency=6.0)),
        C("chamber", "c", "0", 0.05, 2.0),
        D("outlet", "c", "o", 0.3),
        L("pipe", "o", "q", 0.2),
        C("accumulator", "q", "0", 0.5, 2.0),
        R("load", "q", "0", 3.0),
    ]


@case(3.0, 0.01)
def relief_valve():
    """A pump against a closed load: the relief valve opens at 10, with a slope above it."""
    return [
        I("pump", "0", "c", Wave(1.0, amplitude=1.5, frequency=8.0)),
        C("volume", "c", "0", 0.05),
        D("relief", "c", "r", 10.0),
        R("slope", "r", "0", 0.5),
        L("line", "c", "d", 0.3),
        R("load", "d", "0", 12.0),
    ]


@case(0.06, 2e-4)
def coupled_coils():
    return [
        mains("V", "a"),
        R("Rp", "a", "b", 1.0),
        L("L1", "b", "0", 0.1),
        L("L2", "c", "0", 0.05),
        D("D1", "c", "d"),
        C("C", "d", "0", 1e-3),
        R("R", "d", "0", 20.0),
        ("L1", "L2", 0.065),
    ]


@case(0.02, 2e-5)
def parallel_and_series_diodes():
    """Two diodes in series beside a third, which share what is not determined."""
    return [
        I("I", "0", "a", Wave(0.5, amplitude=2.0, frequency=900.0)),
        D("A", "a", "b"),
        D("B", "b", "c"),
        D("E", "a", "c"),
        C("C", "c", "0", 1e-3),
        R("R", "c", "0", 4.0),
        C("Cp", "a", "0", 1e-5),
    ]
