"""A sweep is the same as its single runs."""

from __future__ import annotations

import numpy as np
import pytest

from integrate.models import decay, double_pendulum
from multibond.equations.schedule import Schedule, SolveNonlinear
from multibond.errors import ModelError
from multibond.expression import function, symbol
from multibond.integrate import batch, integrate, sweep
from multibond.integrate.solvers import Rk4
from multibond.program import Program


def test_equal_to_single_runs_bit_for_bit():
    program = double_pendulum()
    gravity = np.linspace(5.0, 15.0, 7)[:, None]
    grid = np.linspace(0.0, 2.0, 11)
    many = sweep(program, 0.0, np.zeros(4), 2.0, gravity, tolerance=1e-8, grid=grid)
    for k in range(7):
        single = integrate(program, 0.0, np.zeros(4), grid, gravity[k], tolerance=1e-8, solver="dop853")
        np.testing.assert_array_equal(many.states[k], single.states)
        np.testing.assert_array_equal(many.final[k], single.x)
    assert many.reasons == ["end"] * 7 and many.statistics.steps > 7


def test_threads_give_the_same():
    program = double_pendulum()
    gravity = np.linspace(5.0, 15.0, 23)[:, None]
    one, three = (sweep(program, 0.0, np.zeros(4), 2.0, gravity, workers=count) for count in (1, 3))
    np.testing.assert_array_equal(one.final, three.final)
    assert one.statistics == three.statistics


def test_long_runs_pause_and_go_on_the_same(monkeypatch):
    program, gravity = double_pendulum(), np.linspace(5.0, 15.0, 7)[:, None]
    grid = np.linspace(0.0, 2.0, 11)
    whole = sweep(program, 0.0, np.zeros(4), 2.0, gravity, tolerance=1e-8, grid=grid)
    monkeypatch.setattr(batch, "PATIENCE", 7)
    monkeypatch.setattr(batch, "FEW", 3)
    paused = sweep(program, 0.0, np.zeros(4), 2.0, gravity, tolerance=1e-8, grid=grid)
    np.testing.assert_array_equal(paused.states, whole.states)
    np.testing.assert_array_equal(paused.final, whole.final)
    assert paused.reasons == whole.reasons and paused.statistics == whole.statistics
    assert sweep(program, 0.0, np.zeros(4), 2.0, gravity[:2], max_steps=20).reasons == ["failed"] * 2


def test_ctrl_c_reaches_a_sweep_between_pauses(monkeypatch):
    def pressed(*arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(batch, "PATIENCE", 7)
    monkeypatch.setattr(batch, "_finish", pressed)
    for workers in (1, 2):
        with pytest.raises(KeyboardInterrupt):
            sweep(double_pendulum(), 0.0, np.zeros(4), 2.0, [[9.0], [9.5], [10.0]], workers=workers)


def test_fixed_steps():
    many = sweep(decay(), 0.0, [1.0], 1.0, [[1.0], [2.0]], solver=Rk4(1e-3))
    np.testing.assert_allclose(many.final[:, 0], np.exp([-1.0, -2.0]), atol=1e-11)
    assert many.statistics.steps == 2000


def test_own_starts():
    many = sweep(decay(), 0.0, [[1.0], [2.0], [3.0]], 1.0, [2.0], tolerance=1e-10)
    np.testing.assert_allclose(many.final[:, 0], np.array([1.0, 2.0, 3.0]) * np.exp(-2.0), atol=1e-9)


def test_warm_starts_do_not_leak_from_run_to_run():
    u, x, k = symbol("u"), symbol("x"), symbol("k")
    step = SolveNonlinear((u,), (), (u * u * u + u - k * x,), ((0, 0, 3.0 * u * u + 1.0),))
    program = Program(Schedule((k,), (x,), (-u,), (), (step,)))
    values = np.array([[1.0], [50.0], [1.0]])
    many = sweep(program, 0.0, [1.0], 1.0, values)
    assert many.final[0, 0] == many.final[2, 0] != many.final[1, 0]


def test_failures_stay_their_own():
    x, k = symbol("x"), symbol("k")
    program = Program(Schedule((k,), (x,), (-function("sqrt", x - k),)))
    many = sweep(program, 0.0, [1.0], 0.5, [[0.0], [2.0], [-1.0]])
    assert many.reasons == ["end", "failed", "end"]
    assert many.final[0, 0] == pytest.approx(0.75**2, abs=1e-5)


def test_wrong_shapes_are_refused():
    with pytest.raises(ModelError, match="rows of 1 states and 1 parameters"):
        sweep(decay(), 0.0, [[1.0, 2.0]], 1.0, [1.0])
