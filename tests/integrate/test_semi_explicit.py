"""IDA with algebraic unknowns of its own: closed forms, bank models, events, outputs, the energy audit."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from integrate.models import DOUBLE_PENDULUM_AT_10, double_pendulum
from multibond.equations.schedule import Assign, Schedule, SolveLinear, SolveNonlinear
from multibond.expression import TIME, const, function, symbol
from multibond.integrate import Roots, integrate
from multibond.integrate.solvers import Ida
from multibond.program import Program

x, v, z, w, q, k = (symbol(name) for name in "xvzwqk")
IMPLICIT = Ida(implicit=True)


def _linear() -> Program:
    """ẍ = z with 2 z = −2 k x."""
    return Program(Schedule((k,), (x, v), (v, z), (), (SolveLinear((z,), ((0, 0, const(2.0)),), (-2.0 * k * x,)),)))


def _nonlinear() -> Program:
    """ẋ = −w where w³ + w = x³ + x, so that w = x, through an inner assignment."""
    cube = SolveNonlinear((w,), (Assign(q, w * w),), (q * w + w - x * x * x - x,), ((0, 0, 3.0 * w * w + 1.0),))
    return Program(Schedule((), (x,), (-w,), (), (cube,), {w: 1.0}))


@pytest.mark.parametrize("sparse", [None, True, False])
def test_an_oscillator_through_a_linear_system(sparse):
    grid = np.linspace(0.0, 5.0, 51)
    outcome = integrate(_linear(), 0.0, [1.0, 0.0], grid, [4.0], tolerance=1e-9, solver=Ida(True, sparse))
    assert outcome.reason == "end"
    np.testing.assert_allclose(outcome.states[:, 0], np.cos(2.0 * grid), atol=3e-7)


def test_a_decay_through_a_nonlinear_system():
    grid = np.linspace(0.0, 3.0, 31)
    outcome = integrate(_nonlinear(), 0.0, [2.0], grid, [], tolerance=1e-9, solver=IMPLICIT)
    np.testing.assert_allclose(outcome.states[:, 0], 2.0 * np.exp(-grid), atol=1e-7)
    # the nonlinear unknowns at the output times come from the integrator
    np.testing.assert_allclose(outcome.guesses[1:, 0], outcome.states[1:, 0], atol=1e-7)


def test_a_driven_system_depends_on_time():
    step = SolveLinear((z,), ((0, 0, const(3.0)),), (3.0 * function("cos", TIME) - 3.0 * x,))
    program = Program(Schedule((), (x,), (z,), (), (step,)))
    outcome = integrate(program, 0.0, [0.0], [4.0], [], tolerance=1e-10, solver=IMPLICIT)
    exact = 0.5 * (np.cos(4.0) + np.sin(4.0) - np.exp(-4.0))
    assert outcome.x[0] == pytest.approx(exact, abs=1e-8)


def test_double_pendulum():
    outcome = integrate(double_pendulum(), 0.0, np.zeros(4), [10.0], [9.81], tolerance=1e-12, solver=IMPLICIT)
    np.testing.assert_allclose(outcome.x, DOUBLE_PENDULUM_AT_10, atol=1e-4)


def test_without_systems_it_is_the_residual_form():
    program = Program(Schedule((k,), (x,), (-k * x,)))
    assert program.stacked is None
    plain, implicit = (integrate(program, 0.0, [1.0], [1.0, 2.0], [1.0], solver=how) for how in ("ida", IMPLICIT))
    np.testing.assert_array_equal(plain.states, implicit.states)


def test_events_and_going_on_behind_them():
    program = _nonlinear()
    workspace = program.take()
    roots = Roots((x - 1.0, w - 0.5), (-1, -1))
    first = integrate(workspace, 0.0, [2.0], [5.0], [], tolerance=1e-10, solver=IMPLICIT, roots=roots)
    assert first.reason == "root" and first.crossings == [(0, -1)]
    assert first.t == pytest.approx(np.log(2.0), abs=1e-8)
    second = integrate(
        workspace, first.t, first.x, [5.0], [], tolerance=1e-10, solver=first.solver, roots=roots, keep_guesses=True
    )
    assert second.crossings == [(1, -1)] and second.t == pytest.approx(np.log(4.0), abs=1e-8)
    assert program.evaluate([w - 0.5], second.t, second.x, [])[0] <= 0.0


def test_a_task_without_a_start_is_explained():
    root = SolveNonlinear((w,), (), (w * w - x,), ((0, 0, 2.0 * w),), ("valve",))
    program = Program(Schedule((), (x,), (-w,), (), (root,), {w: 1.0}))
    outcome = integrate(program, 0.0, [-1.0], [1.0], [], solver=IMPLICIT)
    assert outcome.reason == "failed" and "nonlinear equations for w" in outcome.message and "valve" in outcome.message


MODELS = {
    "four_bar": None, "planar_four_bar": 3.0, "planar_slider_crank": None, "transistor_amplifier": None,
    "centrifugal_governor": None, "cauer_low_pass": None, "double_pendulum": 3.0, "kinematic_loop": 0.7,
    "cartesian_pendulum": None, "planar_loop": 1.0, "bicycle": None,
}  # fmt: skip


@pytest.mark.parametrize("name", MODELS)
def test_bank_models_agree_with_the_default(name):
    model = mb.load(name)
    usual = model.simulate(MODELS[name], points=21, tolerance=1e-9)
    implicit = model.simulate(MODELS[name], points=21, tolerance=1e-8, solver=IMPLICIT)
    assert implicit.stats.solver == "ida" and implicit.stats.events == usual.stats.events
    assert implicit.stats.linear_systems or implicit.stats.nonlinear_systems
    assert implicit.stats.energy_residual < 1e-4
    for output in usual.stats.final:
        scale = max(np.abs(usual[output]).max(), 1e-9)
        np.testing.assert_allclose(implicit[output], usual[output], atol=2e-4 * scale, err_msg=output)


def test_runs_repeat_bit_for_bit():
    model = mb.load("planar_slider_crank")
    first, second = (model.simulate(0.5, points=11, solver=IMPLICIT) for _ in range(2))
    for output in first.stats.final:
        np.testing.assert_array_equal(first[output], second[output])
