"""Circuits with windings and with several levels: forward converters, clamps, three-level legs, snubbers."""

from __future__ import annotations

from nonsmooth.circuits import C, D, L, R, S, V, X, case, mains, pwm, transistor
from nonsmooth.exact import Pulses, Wave

PERIOD = 1e-4  # s


@case(2e-3, 4e-6)
def forward_with_demagnetising_winding():
    return [
        V("V", "p", "0", Wave(48.0)),
        L("Lm", "p", "b", 2e-3),
        X("P", "p", "b", ("N", 0.5)),
        S("S", "b", "0", pwm(0.4)),
        X("N", "s", "0"),
        D("D1", "s", "d"),
        D("D2", "0", "d"),
        L("L", "d", "o", 1e-3),
        C("C", "o", "0", 1e-4),
        R("R", "o", "0", 5.0),
        X("P2", "p", "b", ("N2", 1.0)),
        X("N2", "0", "z"),
        D("D3", "z", "p"),
    ]


@case(1.5e-3, 4e-6)
def active_clamp():
    return [
        V("V", "a", "0", Wave(48.0)),
        L("L", "a", "b", 1e-3),
        X("P", "a", "b", ("N", 0.25)),
        *transistor("S", "b", "0", Pulses(PERIOD, 0.4 * PERIOD)),
        *transistor("Q", "k", "b", Pulses(PERIOD, 0.56 * PERIOD, 0.42 * PERIOD)),
        C("Cc", "k", "a", 1e-5),
        X("N", "0", "c"),
        D("D", "c", "d"),
        L("Ls", "d", "e", 1e-5),
        C("C", "e", "0", 2e-4),
        R("R", "e", "0", 2.0),
    ]


@case(0.04, 1e-4)
def three_level_leg():
    period = 0.02
    return [
        V("V1", "p", "0", Wave(50.0)),
        V("V2", "0", "m", Wave(50.0)),
        *transistor("Q1", "p", "u", Pulses(period, 5e-3, 2.5e-3)),
        *transistor("Q2", "u", "o", Pulses(period, 9.9e-3)),
        *transistor("Q3", "o", "l", Pulses(period, 9.9e-3, 1e-2)),
        *transistor("Q4", "l", "m", Pulses(period, 5e-3, 1.25e-2)),
        D("D5", "0", "u"),
        D("D6", "l", "0"),
        R("R", "o", "x", 5.0),
        L("L", "x", "0", 0.02),
    ]


@case(0.04, 1e-4)
def rectifier_leg_with_a_switch_in_a_bridge():
    return [
        mains("V", "n"),
        L("L", "n", "a", 1e-2),
        D("D1", "a", "p"),
        D("D2", "m", "a"),
        D("B1", "a", "k"),
        D("B2", "l", "a"),
        S("S", "k", "l", Pulses(2e-3, 1e-3)),
        D("B3", "0", "l"),
        D("B4", "k", "0"),
        C("C1", "p", "0", 1e-3, 100.0),
        C("C2", "0", "m", 1e-3, 100.0),
        R("R1", "p", "0", 50.0),
        R("R2", "0", "m", 50.0),
    ]


@case(1e-3, 4e-6)
def flyback_with_leakage_and_snubber():
    return [
        V("V", "a", "0", Wave(48.0)),
        L("Ll", "a", "x", 2e-5),
        L("L", "x", "b", 1e-3),
        X("P", "x", "b", ("N", 0.25)),
        S("S", "b", "0", pwm(0.4)),
        D("Ds", "b", "k"),
        C("Cs", "k", "a", 1e-6),
        R("Rs", "k", "a", 500.0),
        X("N", "0", "c"),
        D("D", "c", "d"),
        C("C", "d", "0", 2e-4),
        R("R", "d", "0", 2.0),
    ]


@case(0.05, 1e-4)
def centre_tapped_rectifier():
    return [
        mains("V", "a"),
        X("P", "a", "0", ("N", 0.2)),
        X("N", "s", "0"),
        X("P2", "a", "0", ("N2", 0.2)),
        X("N2", "0", "t"),
        D("D1", "s", "q"),
        D("D2", "t", "q"),
        L("L", "q", "o", 0.02),
        C("C", "o", "0", 1e-3),
        R("R", "o", "0", 10.0),
    ]


@case(2e-3, 4e-6)
def interleaved_boost():
    return [
        V("V", "a", "0", Wave(24.0)),
        L("L1", "a", "b", 5e-4),
        L("L2", "a", "c", 5e-4),
        S("S1", "b", "0", pwm(0.45)),
        S("S2", "c", "0", pwm(0.45, PERIOD / 2)),
        D("D1", "b", "o"),
        D("D2", "c", "o"),
        C("C", "o", "0", 1e-4, 24.0),
        R("R", "o", "0", 40.0),
    ]
