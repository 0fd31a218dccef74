"""Bridges in which many valves change at once agree with the limit of valves that leak less and less."""

import numpy as np
import pytest

from nonsmooth.bond_graphs import circuit
from nonsmooth.circuits import Case, D, L, R, T, mains
from nonsmooth.exact import Pulses
from nonsmooth.leaky_circuit import LeakyCircuit


def twelve_pulses():
    """Two three-phase bridges in series, their sources a twelfth of a turn apart."""
    found = []
    for j, (shift, plus, minus) in enumerate(((0.0, "p", "q"), (np.pi / 6, "q", "m"))):
        for k in range(3):
            node = f"n{j}{k}"
            found += [mains(f"V{j}{k}", node, f"s{j}", phase=shift - 2 * np.pi * k / 3)]
            found += [D(f"D{j}{k}", node, plus), D(f"E{j}{k}", minus, node)]
    return [*found, R("Rg", "s0", "0", 1e4), R("R", "p", "x", 10.0), L("L", "x", "m", 0.02)]


def half_controlled():
    first, second = (Pulses(0.02, 5e-3, 0.02 * angle / 360) for angle in (60, 240))
    valves = [
        T("T1", "a", "p", first),
        T("T2", "b", "p", second),
        D("D3", "m", "a"),
        D("D4", "m", "b"),
        D("F", "m", "p"),
    ]
    return [mains("V", "a", "b"), *valves, R("R", "p", "x", 3.0), L("L", "x", "m", 0.02), R("G", "m", "0", 1e5)]


@pytest.mark.parametrize("make", [twelve_pulses, half_controlled])
def test_a_bridge_is_the_limit_of_leaky_ones(make):
    case = Case(tuple(make()), 1e-4, 0.04)
    times = np.linspace(0.0, case.stop, 101)
    ideal = circuit(case).simulate(case.stop, points=101, tolerance=1e-10)["L.f"]
    gaps = []
    for small in (1e-5, 1e-6):
        leaky = LeakyCircuit(case, small, 100 / small).run(times)["L"]
        gaps.append(np.max(np.abs(leaky - ideal)) / np.max(np.abs(ideal)))
    assert gaps[1] < 1e-6
    assert gaps[1] < 0.15 * gaps[0]  # so that less leak would bring it closer still
