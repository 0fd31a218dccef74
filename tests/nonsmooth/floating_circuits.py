"""Circuits with a side that nothing connects to ground: behind transformers, coupled coils, and star points."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from nonsmooth.circuits import C, Case, D, L, R, S, T, V, X, bridge, mains, pwm, transistor
from nonsmooth.exact import Pulses, Wave
from nonsmooth.exact_circuit import Branch

PERIOD = 4e-5  # s


def behind_transformer(*load: Branch, leakage: float = 0.0) -> list[Branch]:
    inside = [L("Ls", "s", "x", leakage)] if leakage else []
    source = [mains("V", "a"), X("P", "a", "0", ("N", 0.2)), X("N", "s", "t")]
    return [*source, *inside, *bridge("x" if leakage else "s", "t", "q", "m"), *load]


def full_bridge_converter() -> list[Branch]:
    on, other = Pulses(PERIOD, 0.45 * PERIOD), Pulses(PERIOD, 0.45 * PERIOD, PERIOD / 2)
    legs = [
        *transistor("Q1", "p", "u", on), *transistor("Q2", "u", "0", other),
        *transistor("Q3", "p", "v", other), *transistor("Q4", "v", "0", on),
    ]  # fmt: skip
    windings = [L("Lk", "u", "w", 5e-6), L("Lm", "w", "v", 1e-3), X("P", "w", "v", ("N", 0.5)), X("N", "s", "t")]
    load = [L("L", "q", "o", 1e-4), C("C", "o", "m", 1e-4), R("R", "o", "m", 5.0)]
    return [V("V", "p", "0", Wave(100.0)), *legs, *windings, *bridge("s", "t", "q", "m"), *load]


def resonant_converter() -> list[Branch]:
    on, other = Pulses(PERIOD, PERIOD / 2 - 1e-6), Pulses(PERIOD, PERIOD / 2 - 1e-6, PERIOD / 2)
    legs = [V("V", "p", "0", Wave(100.0)), *transistor("Q1", "p", "o", on), *transistor("Q2", "o", "0", other)]
    tank = [C("Cr", "o", "x", 4e-7), L("Lr", "x", "y", 1e-4), L("Lm", "y", "0", 5e-4)]
    load = [X("P", "y", "0", ("N", 0.5)), X("N", "s", "t"), C("Co", "q", "m", 1e-4), R("R", "q", "m", 20.0)]
    return [*legs, *tank, *load, *bridge("s", "t", "q", "m")]


def flyback() -> list[Branch]:
    primary = [V("V", "a", "0", Wave(48.0)), L("L", "a", "b", 1e-3), X("P", "a", "b", ("N", 0.25))]
    output = [X("N", "m", "c"), D("D", "c", "q"), C("C", "q", "m", 2e-4), R("R", "q", "m", 2.0)]
    return [*primary, S("S", "b", "0", pwm(0.4)), *output]


def three_phases(valve: str) -> list[Branch]:
    """A star of sources whose middle nothing earths, and a bridge of diodes or of thyristors."""
    found = []
    for k, phase in enumerate("abc"):
        found += [
            mains(f"V{phase}", f"n{phase}", "star", phase=-2 * np.pi * k / 3),
            L(f"L{phase}", f"n{phase}", phase, 1e-3),
        ]
        late = ((80 + 120 * k) / 360 * 0.02) % 0.02
        if valve == "T":
            fired = [Pulses(0.02, 0.02 / 3, start) for start in (late, (late + 0.01) % 0.02)]
            found += [T(f"U{phase}", phase, "q", fired[0]), T(f"W{phase}", "m", phase, fired[1])]
        else:
            found += [D(f"U{phase}", phase, "q"), D(f"W{phase}", "m", phase)]
    return [*found, R("R", "q", "x", 3.0), L("L", "x", "m", 0.02)]


def coupled_coils() -> list[Branch]:
    coils = [mains("V", "a"), R("Rp", "a", "b", 0.5), L("L1", "b", "0", 0.1), L("L2", "s", "t", 0.025)]
    return [*coils, *bridge("s", "t", "q", "m"), C("C", "q", "m", 1e-3), R("R", "q", "m", 50.0)]


CASES = {
    "bridge with R": Case(tuple(behind_transformer(R("R", "q", "m", 10.0))), 1e-4, 0.03),
    "bridge with RL": Case(tuple(behind_transformer(R("R", "q", "o", 5.0), L("L", "o", "m", 0.02))), 1e-4, 0.03),
    "bridge with RC": Case(
        tuple(behind_transformer(C("C", "q", "m", 1e-3), R("R", "q", "m", 50.0), leakage=1e-3)), 1e-4, 0.03
    ),
    "full bridge": Case(tuple(full_bridge_converter()), 4e-6, 1e-3),
    "LLC": Case(tuple(resonant_converter()), 4e-6, 1e-3),
    "flyback": Case(tuple(flyback()), 4e-6, 1e-3),
    "three phases": Case(tuple(three_phases("D")), 1e-4, 0.03),
    "three phases, fired": Case(tuple(three_phases("T")), 1e-4, 0.05),
    "coupled coils": Case(tuple(coupled_coils()), 1e-4, 0.03, (("L1", "L2", 0.049),)),
}


def grounded(case: Case) -> Case:
    """The same circuit with the lower end of its load at ground."""
    tied = tuple(replace(x, a="0" if x.a == "m" else x.a, b="0" if x.b == "m" else x.b) for x in case.branches)
    return replace(case, branches=tied)
