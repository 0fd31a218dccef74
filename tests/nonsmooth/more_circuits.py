"""Further circuits for the exact solution: converters with coupling capacitors, inverters, loads with own voltages,
snubbers whose time constants are far below a period."""

from __future__ import annotations

from nonsmooth.circuits import C, D, L, R, S, V, bridge, case, mains
from nonsmooth.exact import Pulses, Wave


@case(0.002, 2e-6)
def cuk():
    return [
        V("V", "a", "0", Wave(12.0)),
        L("L1", "a", "b", 2e-4),
        S("S", "b", "0", Pulses(2e-5, 8e-6)),
        R("Rc", "b", "x", 0.05),
        C("C1", "x", "c", 1e-5),
        D("D", "c", "0"),
        L("L2", "c", "d", 2e-4),
        C("C2", "d", "0", 5e-5),
        R("R", "d", "0", 8.0),
    ]


@case(0.002, 2e-6)
def sepic():
    return [
        V("V", "a", "0", Wave(12.0)),
        L("L1", "a", "b", 2e-4),
        S("S", "b", "0", Pulses(2e-5, 9e-6)),
        C("C1", "b", "c", 1e-5),
        L("L2", "c", "0", 2e-4),
        D("D", "c", "d"),
        R("Rd", "d", "e", 0.02),
        C("C2", "e", "0", 5e-5),
        R("R", "e", "0", 10.0),
    ]


@case(0.06, 2e-4)
def bridge_with_a_voltage_behind_the_coil():
    return [
        mains("V", "a"),
        L("Ls", "a", "d", 1e-3),
        *bridge("d", "0", "p", "m"),
        R("R", "p", "x", 2.0),
        L("L", "x", "y", 0.01),
        V("E", "y", "m", Wave(48.0)),
    ]


@case(0.0393, 1e-4)
def buck_with_a_snubber():
    return [
        V("V", "a", "0", Wave(24.0)),
        S("S", "a", "b", Pulses(1e-3, 4e-4)),
        D("D", "0", "b"),
        R("Rn", "b", "n", 1.0),
        C("Cn", "n", "0", 1e-8),
        L("L", "b", "o", 5e-3),
        C("C", "o", "0", 1e-4),
        R("R", "o", "0", 5.0),
    ]


@case(0.0297, 1e-4)
def three_phase_inverter():
    branches = [V("V1", "p", "0", Wave(50.0)), V("V2", "0", "m", Wave(50.0))]
    for k, phase in enumerate("abc"):
        delay = k * 0.01 / 3 * 2
        upper = Pulses(0.02, 0.0095, delay)
        lower = Pulses(0.02, 0.0095, (delay + 0.01) % 0.02)
        branches += [
            S(f"U{phase}", "p", phase, upper),
            D(f"DU{phase}", phase, "p"),
            S(f"N{phase}", phase, "m", lower),
            D(f"DN{phase}", "m", phase),
            R(f"R{phase}", phase, f"x{phase}", 5.0),
            L(f"L{phase}", f"x{phase}", "0", 0.02),
        ]
    return branches
