"""Every solver against closed forms and published values."""

from __future__ import annotations

import numpy as np
import pytest

from integrate.models import DOUBLE_PENDULUM_AT_10, chain, decay, double_pendulum, oscillator, van_der_pol
from multibond.equations.schedule import Schedule
from multibond.errors import ModelError, NameNotFound
from multibond.expression import TIME
from multibond.integrate import Tolerances, integrate, solver_of
from multibond.integrate.solvers import Adams, Bdf, Ida, Rk4
from multibond.program import Program

ADAPTIVE = ("dop853", "bdf", "adams", "ida", "auto")


@pytest.mark.parametrize("solver", ADAPTIVE)
@pytest.mark.parametrize("tolerance", [1e-4, 1e-6, 1e-8])
def test_decay(solver, tolerance):
    grid = np.linspace(0.0, 3.0, 301)
    outcome = integrate(decay(), 0.0, [2.0], grid, [1.5], tolerance=tolerance, solver=solver)
    assert outcome.reason == "end" and outcome.t == 3.0
    factor = {"ida": 30, "bdf": 30, "adams": 30}.get(solver, 10)  # multistep methods control the local error only
    np.testing.assert_allclose(outcome.states[:, 0], 2.0 * np.exp(-1.5 * grid), atol=factor * tolerance)


@pytest.mark.parametrize("tolerance", [1e-6, 1e-9, 1e-12])
def test_dense_output_is_as_good_as_the_steps(tolerance):
    grid = np.linspace(0.0, 10.0, 1237)
    outcome = integrate(oscillator(), 0.0, [1.0, 0.0], grid, [2.0], tolerance=tolerance, solver="dop853")
    assert outcome.statistics.steps < 200
    np.testing.assert_allclose(outcome.states[:, 0], np.cos(2.0 * grid), atol=20 * tolerance)
    np.testing.assert_allclose(outcome.states[:, 1], -2.0 * np.sin(2.0 * grid), atol=40 * tolerance)


def test_rk4_has_order_four_and_keeps_its_step():
    grid = np.linspace(0.0, 1.0, 8)
    errors = []
    for step in (0.02, 0.01):
        outcome = integrate(oscillator(), 0.0, [1.0, 0.0], grid, [2.0], solver=Rk4(step))
        assert outcome.statistics.steps == round(1.0 / step)
        errors.append(abs(outcome.x[0] - np.cos(2.0)))
    assert 14.0 < errors[0] / errors[1] < 18.0


@pytest.mark.parametrize("solver", ["dop853", "adams", "bdf", "ida"])
def test_double_pendulum(solver):
    # The motion is chaotic, and the multistep methods control the local error only.
    outcome = integrate(double_pendulum(), 0.0, np.zeros(4), [10.0], [9.81], tolerance=1e-12, solver=solver)
    atol = 1e-6 if solver == "dop853" else 1e-4
    np.testing.assert_allclose(outcome.x, DOUBLE_PENDULUM_AT_10, atol=atol)


def test_auto_goes_over_to_bdf_when_stiff():
    program = van_der_pol()
    grid = np.linspace(0.0, 2000.0, 201)
    outcome = integrate(program, 0.0, [2.0, 0.0], grid, [1000.0], tolerance=1e-7)
    assert outcome.statistics.solvers == ["dop853", "bdf"]
    assert len(outcome.times) == 201 and outcome.statistics.steps < 5000
    other = integrate(program, 0.0, [2.0, 0.0], grid, [1000.0], tolerance=1e-9, solver="bdf")
    assert other.statistics.jacobian_evaluations > 0
    np.testing.assert_allclose(outcome.states[:, 0], other.states[:, 0], atol=2e-3)
    again = integrate(program, 0.0, [2.0, 0.0], [1.0], [1000.0], solver=outcome.solver)
    assert again.statistics.solvers == ["bdf"] and again.solver == outcome.solver
    mild = integrate(program, 0.0, [2.0, 0.0], [20.0], [1.0], tolerance=1e-8)
    assert mild.statistics.solvers == ["dop853"]


@pytest.mark.parametrize("solver", [Bdf, Ida, Adams])
def test_sparse_and_dense_jacobians_agree(solver):
    program = chain(30)
    start = np.concatenate([np.sin(np.arange(30.0)), np.zeros(30)])
    grid = np.linspace(0.0, 2.0, 21)
    results = [
        integrate(program, 0.0, start, grid, [10.0, 0.5], tolerance=1e-9, solver=solver(sparse=sparse))
        for sparse in (True, False)
    ]
    reference = integrate(program, 0.0, start, grid, [10.0, 0.5], tolerance=1e-12, solver="dop853")
    for result in results:
        np.testing.assert_allclose(result.states, reference.states, atol=3e-6)


def test_a_state_can_be_left_out_of_error_control():
    program = van_der_pol()
    full = integrate(program, 0.0, [2.0, 0.0], [10.0], [5.0], solver="dop853")
    free = integrate(
        program, 0.0, [2.0, 0.0], [10.0], [5.0], solver="dop853", tolerance=Tolerances(controlled=[False, False])
    )
    assert free.statistics.steps < full.statistics.steps
    implicit = integrate(
        program, 0.0, [2.0, 0.0], [10.0], [5.0], solver="bdf", tolerance=Tolerances(controlled=[True, False])
    )
    assert implicit.reason == "end"


def test_memory_is_used_again_and_runs_repeat_bit_for_bit():
    program = double_pendulum()
    workspace = program.take()
    for solver in ("dop853", "bdf", "ida"):
        made = [
            workspace.solver((solver_of(solver), 0), lambda: None)
            for _ in (integrate(workspace, 0.0, np.zeros(4), [1.0, 2.0], [9.81], solver=solver) for _ in range(2))
        ]
        assert made[0] is made[1] is not None
        runs = [integrate(w, 0.0, np.zeros(4), [1.0, 2.0], [9.81], solver=solver).states for w in (workspace, program)]
        np.testing.assert_array_equal(*runs)


def test_a_workspace_is_as_new_when_it_is_taken_again():
    program = double_pendulum()
    first = program.take()
    fresh = integrate(first, 0.0, np.zeros(4), [1.0, 2.0], [9.81], solver="bdf").states
    integrate(first, 0.0, np.ones(4), [3.0], [1.0], solver="bdf")
    other = program.take()
    assert other is not first
    program.give_back(first)
    again = program.take()
    assert again is first
    np.testing.assert_array_equal(integrate(again, 0.0, np.zeros(4), [1.0, 2.0], [9.81], solver="bdf").states, fresh)


def test_parameters_change_without_compiling_again():
    program = decay()
    for k in (1.0, 2.0):
        assert integrate(program, 0.0, [1.0], [1.0], [k], tolerance=1e-9).x[0] == pytest.approx(np.exp(-k), abs=1e-8)
    seconds = program.compile_seconds
    integrate(program, 0.0, [1.0], [1.0], [3.0])
    assert program.compile_seconds == seconds


def test_wrong_input_is_refused():
    program = decay()
    with pytest.raises(NameNotFound, match="did you mean 'dop853'"):
        integrate(program, 0.0, [1.0], [1.0], [1.0], solver="dop835")
    with pytest.raises(ModelError, match="cannot go back"):
        integrate(program, 2.0, [1.0], [1.0], [1.0])
    with pytest.raises(ModelError, match="the parameter k is nan"):
        integrate(program, 0.0, [1.0], [1.0], [np.nan])
    with pytest.raises(ModelError, match="increasing"):
        integrate(program, 0.0, [1.0], [1.0, 1.0], [1.0])
    with pytest.raises(ModelError, match="1 states are needed, 2 given"):
        integrate(program, 0.0, [1.0, 2.0], [1.0], [1.0])


@pytest.mark.parametrize("solver", ["auto", "bdf", "rk4"])
def test_without_states_time_passes_and_events_come(solver):
    program = Program(Schedule((), (), ()))
    outcome = integrate(program, 0.0, [], np.linspace(0.0, 5.0, 11), (), solver=solver, roots=[TIME - 3.3])
    assert outcome.reason == "root" and outcome.t == pytest.approx(3.3, abs=1e-14) and outcome.states.shape == (7, 0)
    assert integrate(program, 0.0, [], [5.0], (), solver=solver).reason == "end"


def test_only_the_start_asked_for():
    outcome = integrate(decay(), 1.0, [3.0], [1.0], [1.0])
    assert outcome.reason == "end" and outcome.states.tolist() == [[3.0]]


@pytest.mark.parametrize(("solver", "most"), [("auto", 150), ("bdf", 1500), ("adams", 1500), ("ida", 2000)])
def test_rounding_in_an_equilibrium_of_large_forces_is_not_followed(solver, most):
    """The quarter car stands still for half a second on springs that carry its weight: only rounding moves it."""
    import multibond as mb

    result = mb.load("quarter_car").simulate(solver=solver)
    assert result.stats.steps < most
    assert result.stats.energy_residual < 1e-5
