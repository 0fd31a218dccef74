"""Circuits of ideal valves agree with their exact piecewise solutions."""

import numpy as np
import pytest

from nonsmooth.bond_graphs import circuit
from nonsmooth.circuits import CASES
from nonsmooth.isolated_circuits import PERIOD  # noqa: F401 (enters its circuits)
from nonsmooth.more_circuits import bridge_with_a_voltage_behind_the_coil as looked_at

POINTS = 101
WITHIN = 1e-6  # of the largest value of each quantity
OTHER_SOLVERS = ("bridge_coil_source_coil", "three_phase_coil", "boost_discontinuous", "thyristor_bridge_coil")


def worst_difference(name, result, exact):
    """The largest difference of stores and resistors, each as part of its largest value."""
    case = CASES[name]
    coupled = {coil for a, b, _ in case.coupled for coil in (a, b)}
    differences = {}
    for branch in case.branches:
        if branch.kind in "RLC" and branch.name not in coupled:
            ours, theirs = (".f", "i") if branch.kind == "L" else (".e", "u")
            expected = exact[f"{theirs}({branch.name})"]
            gap = np.max(np.abs(result[branch.name + ours] - expected))
            differences[branch.name] = gap / max(np.max(np.abs(expected)), 1e-9)
    return max(differences.values())


@pytest.mark.parametrize("name", CASES)
def test_a_circuit_agrees_with_its_exact_solution(name):
    times, exact = CASES[name].exact(POINTS)
    result = circuit(CASES[name]).simulate(times[-1], points=POINTS, tolerance=1e-10)
    assert worst_difference(name, result, exact) < WITHIN
    assert result.stats.energy_residual < 1e-6


@pytest.mark.parametrize("solver", ["dop853", "bdf", "adams"])
@pytest.mark.parametrize("name", OTHER_SOLVERS)
def test_other_solvers_agree_too(name, solver):
    times, exact = CASES[name].exact(POINTS)
    result = circuit(CASES[name]).simulate(times[-1], points=POINTS, tolerance=1e-10, solver=solver)
    assert worst_difference(name, result, exact) < WITHIN


@pytest.mark.parametrize("name", ["bridge_coil_source_coil", "three_phase_coil", "peak_detector", "zener_clamp"])
def test_the_solver_for_implicit_systems_agrees_too(name):
    times, exact = CASES[name].exact(POINTS)
    result = circuit(CASES[name]).simulate(times[-1], points=POINTS, tolerance=1e-8, solver="ida")
    assert worst_difference(name, result, exact) < WITHIN


def test_the_three_phase_bridge_has_the_published_current():
    _, exact = CASES["three_phase_line_inductance"].exact(2)
    assert exact["i(L)"][-1] == pytest.approx(51.291086581, abs=2e-9)


def test_a_run_does_not_depend_on_how_often_it_pauses(monkeypatch):
    from multibond.integrate import explicit

    case, advance, found = CASES[looked_at.__name__], explicit.RungeKutta.advance, []
    for most in (1, 7, 500):
        monkeypatch.setattr(explicit.RungeKutta, "advance", lambda self, p, most=most: advance(self, min(p, most)))
        found.append(circuit(case).simulate(case.stop, points=51, tolerance=1e-10)["R.e"])
    assert np.array_equal(found[0], found[1]) and np.array_equal(found[0], found[2])
