"""Semi-explicit schedules: what becomes unknown, exact Jacobians, and the index."""

from __future__ import annotations

import numpy as np
import pytest

from multibond.equations.schedule import Assign, Schedule, SolveLinear, SolveNonlinear
from multibond.equations.semi_explicit import SemiExplicit, semi_explicit
from multibond.errors import StructureError
from multibond.expression import ONE, evaluate, function, symbol
from multibond.program import Program

x, y, a = symbol("x"), symbol("y"), symbol("a")
u, v, w, q, s = (symbol(name) for name in "uvwqs")
VALUES = {x: 0.7, y: -0.4, a: 1.3, u: 0.2, v: 0.9, w: 1.1}


def _schedule() -> Schedule:
    """A linear system for u and v, then a nonlinear one for w with an inner assignment q."""
    linear = SolveLinear((u, v), ((0, 0, s), (0, 1, ONE), (1, 1, a)), (x, y), ("first", "second"))
    cube = SolveNonlinear((w,), (Assign(q, w * w),), (q * w + w - u * x,), ((0, 0, 3 * w * w + 1),), ("third",))
    steps = (Assign(s, function("cos", x) + 2), linear, cube)
    return Schedule((a,), (x, y), (v * q, w - y), (), steps, {w: 0.5})


def _values(system: SemiExplicit) -> dict:
    values = dict(VALUES)
    for assign in system.steps:
        values[assign.target] = evaluate([assign.value], values)[0]
    return values


def test_unknowns_of_systems_become_algebraic():
    system = semi_explicit(_schedule())
    assert system.states == (x, y)
    assert system.algebraic == (u, v, w)
    assert system.origins == ("first", "second", "third")
    assert [step.target for step in system.steps] == [s, q]
    values = _values(system)
    expected = [(np.cos(0.7) + 2) * 0.2 + 0.9 - 0.7, 1.3 * 0.9 + 0.4, 1.1**3 + 1.1 - 0.2 * 0.7]
    assert evaluate(list(system.residuals), values) == pytest.approx(expected)


@pytest.mark.parametrize("rows", ["derivatives", "residuals"])
@pytest.mark.parametrize("columns", ["states", "algebraic"])
def test_jacobians_are_exact(rows, columns):
    system = semi_explicit(_schedule())
    roots, by = getattr(system, rows), getattr(system, columns)
    entries = system.jacobian(roots, by)
    found = np.zeros((len(roots), len(by)))
    values = _values(system)
    for i, j, entry in entries:
        found[i, j] = evaluate([entry], values)[0]
    numeric = np.zeros_like(found)
    for j, leaf in enumerate(by):
        sides = []
        for sign in (1, -1):
            moved = {**VALUES, leaf: VALUES[leaf] + sign * 1e-6}
            for assign in system.steps:
                moved[assign.target] = evaluate([assign.value], moved)[0]
            sides.append(np.array(evaluate(list(roots), moved)))
        numeric[:, j] = (sides[0] - sides[1]) / 2e-6
    np.testing.assert_allclose(found, numeric, atol=1e-8)
    assert len(entries) == np.count_nonzero(np.abs(numeric) > 1e-12)


def test_the_stacked_program_has_the_same_jacobian():
    system = semi_explicit(_schedule())
    program = Program(system.stacked())
    point = np.array([VALUES[z] for z in (*system.states, *system.algebraic)])
    matrix = program.jacobian(0.0, point, [VALUES[a]])
    rows, columns = (*system.derivatives, *system.residuals), (*system.states, *system.algebraic)
    expected = np.zeros((5, 5))
    for i, j, entry in system.jacobian(rows, columns):
        expected[i, j] = evaluate([entry], _values(system))[0]
    np.testing.assert_allclose(matrix, expected, atol=1e-14)


def test_solved_again_it_is_the_same_as_before():
    schedule = _schedule()
    again = semi_explicit(schedule).solved()
    point = np.array([0.7, -0.4])
    expected = Program(schedule).derivative(0.0, point, [1.3])
    np.testing.assert_allclose(Program(again).derivative(0.0, point, [1.3]), expected, rtol=1e-12)


def test_a_pendulum_in_cartesian_coordinates_is_refused():
    force = symbol("force")
    position = (symbol("px"), symbol("py"), symbol("vx"), symbol("vy"))
    px, py, vx, vy = position
    derivatives = (vx, vy, -force * px, -force * py - 9.81)
    pendulum = SemiExplicit((), position, derivatives, (force,), (px * px + py * py - 1,), origins=("rod",))
    with pytest.raises(StructureError, match=r"of rod contain only states.*index is higher than one") as caught:
        pendulum.check()
    assert "rod" in str(caught.value)
    acceleration = vx * vx + vy * vy - force * (px * px + py * py) - 9.81 * py
    SemiExplicit((), position, derivatives, (force,), (acceleration,)).check()


def test_counts_must_agree():
    with pytest.raises(StructureError, match="1 algebraic equations for 2 algebraic unknowns"):
        SemiExplicit((), (x,), (u,), (u, v), (u - x,)).check()


def test_two_equations_for_one_unknown_are_refused():
    system = SemiExplicit((), (x,), (u + v,), (u, v), (u - x, u * u - 1), (), (), ("one", "two"))
    with pytest.raises(StructureError, match="of one, two contain only the algebraic unknowns u"):
        system.check()
