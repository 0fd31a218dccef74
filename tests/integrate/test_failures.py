"""Runs that cannot go on say why and keep what was computed; runs can be interrupted."""

from __future__ import annotations

import re

import numpy as np
import pytest

from integrate.models import van_der_pol
from multibond.equations.schedule import Assign, Schedule, SolveNonlinear
from multibond.expression import TIME, function, symbol
from multibond.integrate import Limits, integrate
from multibond.program import Program

x, u = symbol("x"), symbol("valve.u")


@pytest.mark.parametrize("solver", ["dop853", "rk4", "bdf", "ida", "auto"])
def test_a_square_root_of_a_negative_number(solver):
    flow = symbol("tank.flow")
    program = Program(Schedule((), (x,), (flow,), (), (Assign(flow, -1.0 - function("sqrt", 1.0 - TIME), "tank"),)))
    outcome = integrate(program, 0.0, [1.0], np.linspace(0.0, 2.0, 21), (), solver=solver)
    assert outcome.reason == "failed"
    assert len(outcome.times) >= 10 and outcome.t <= 1.0 + 1e-6
    assert "tank.flow" in outcome.message and "sqrt" in outcome.message, outcome.message


@pytest.mark.parametrize("solver", ["dop853", "bdf"])
def test_newton_without_a_solution(solver):
    """u² = 1 − t has no solution after one second."""
    step = SolveNonlinear((u,), (), (u * u + TIME - 1.0,), ((0, 0, 2.0 * u),), ("valve",))
    program = Program(Schedule((), (x,), (u,), (), (step,), {u: 1.0}))
    outcome = integrate(program, 0.0, [0.0], np.linspace(0.0, 2.0, 21), (), solver=solver)
    assert outcome.reason == "failed" and outcome.t == pytest.approx(1.0, abs=1e-3)
    assert "valve.u" in outcome.message, outcome.message
    np.testing.assert_allclose(outcome.states[:9, 0], 2 / 3 * (1 - (1 - outcome.times[:9]) ** 1.5), atol=5e-5)


@pytest.mark.parametrize("solver", ["dop853", "bdf"])
def test_a_step_size_that_collapses(solver):
    """ẋ = x² from 1 is infinite at one second."""
    outcome = integrate(Program(Schedule((), (x,), (x * x,))), 0.0, [1.0], np.linspace(0.0, 2.0, 21), (), solver=solver)
    assert outcome.reason == "failed" and outcome.t == pytest.approx(1.0, abs=1e-3) and outcome.message


def test_limit_of_steps():
    outcome = integrate(
        van_der_pol(), 0.0, [2.0, 0.0], np.linspace(0, 100, 11), [5.0], solver="dop853", limits=Limits(100)
    )
    assert outcome.reason == "failed" and "limit of 100 steps" in outcome.message and 0 < outcome.t < 100


@pytest.mark.parametrize("solver", ["dop853", "bdf"])
def test_interruption_keeps_what_was_computed(solver):
    calls = []

    def progress(t: float) -> None:
        calls.append(t)
        if len(calls) == 2:
            raise KeyboardInterrupt

    grid = np.linspace(0.0, 1e6, 100_001)
    outcome = integrate(van_der_pol(), 0.0, [2.0, 0.0], grid, [5.0], solver=solver, progress=progress)
    assert outcome.reason == "interrupted" and 0 < len(outcome.times) < len(grid)
    assert np.all(np.isfinite(outcome.states)) and calls[0] < calls[1] == outcome.t


@pytest.mark.parametrize("solver", ["auto", "dop853", "bdf", "adams", "ida"])
def test_a_standstill_names_time_state_component_and_remedy(solver):
    """ẋ = x² from 1 is infinite at one second; the other state only passes by."""
    charge, other = symbol("tank.q"), symbol("tank.other")
    program = Program(Schedule((), (other, charge), (symbol("tank.f"), charge * charge), (),
                               (Assign(symbol("tank.f"), 1.0 + 0.0 * other, "tank"),)))  # fmt: skip
    outcome = integrate(program, 0.0, [0.0, 1.0], np.linspace(0.0, 2.0, 21), (), solver=solver)
    assert outcome.reason == "failed"
    found = re.search(r"at ([\d.]+) s: tank\.q of tank .* it is ([\d.e+]+) and changes by", outcome.message)
    assert found is not None, outcome.message
    assert float(found[1]) == pytest.approx(1.0, abs=1e-3) and float(found[2]) > 1e6
    assert "end the run before this time" in outcome.message and "zero" not in outcome.message


@pytest.mark.parametrize("solver", ["auto", "bdf", "adams", "ida"])
def test_a_standstill_at_a_division_by_zero(solver):
    flow = symbol("source.f")
    program = Program(Schedule((), (x,), (flow,), (), (Assign(flow, 1.0 / (TIME - 1.0), "source"),)))
    outcome = integrate(program, 0.0, [1.0], np.linspace(0.0, 2.0, 20), (), solver=solver)
    assert outcome.reason == "failed" and outcome.t == pytest.approx(1.0, abs=1e-6)
    assert "the law of source comes to a division by zero: 1/(time - 1) with time - 1 = " in outcome.message


def test_a_tolerance_below_rounding_is_not_blamed_on_a_state():
    outcome = integrate(van_der_pol(), 0.0, [2.0, 0.0], np.linspace(0, 10, 11), [5.0], solver="bdf", tolerance=1e-20)
    assert outcome.reason == "failed" and outcome.message.endswith("; take 1e-12 or more"), outcome.message
    assert " s; " in outcome.message


def test_a_run_that_will_never_end_is_given_up_soon():
    """An oscillator of 1e15 rad/s would need 1e16 steps for its ten seconds."""
    place, speed = symbol("mass.x"), symbol("mass.v")
    program = Program(Schedule((), (place, speed), (speed, -1e30 * place), (), ()))
    outcome = integrate(program, 0.0, [1.0, 0.0], np.linspace(0.0, 10.0, 3), (), solver="dop853")
    assert outcome.reason == "failed"
    assert re.search(r"1000\d\d steps have led to [\d.e-]+ s only, and there is no end in sight", outcome.message)
    slow = Program(Schedule((), (place, speed), (speed, -1e8 * place), (), ()))
    assert integrate(slow, 0.0, [1.0, 0.0], np.linspace(0.0, 10.0, 3), (), solver="dop853").reason == "end"
