"""Solvers as values: by name and as objects, their options, and solvers of one's own."""

from __future__ import annotations

import pickle
from dataclasses import dataclass

import numpy as np
import pytest

import multibond as mb
from integrate.models import decay, falling_point, oscillator, van_der_pol
from multibond.errors import ModelError, NameNotFound
from multibond.expression import symbol
from multibond.integrate import Limits, Roots, Tolerances, integrate, solver_of, solvers
from multibond.integrate.solvers import Adams, Auto, Bdf, Dop853, Ida, Rk4, Solver, Stepwise, register

PAIRS = {"auto": Auto(), "dop853": Dop853(), "rk4": Rk4(), "bdf": Bdf(), "cvode": Bdf(), "adams": Adams(), "ida": Ida()}


@dataclass(frozen=True)
class Euler(Stepwise):
    """The first of all methods, with a fixed step (s)."""

    length: float = 1e-3
    name = "euler"

    def step(self, rate, t, x, end):
        h = min(self.length, end - t)
        return t + h, x + h * rate(t, x)


@dataclass(frozen=True)
class Heun(Stepwise):
    length: float = 1e-3
    name = "heun"

    def step(self, rate, t, x, end):
        h = min(self.length, end - t)
        first = rate(t, x)
        return t + h, x + 0.5 * h * (first + rate(t + h, x + h * first))


@pytest.mark.parametrize("name", PAIRS)
def test_by_name_and_as_an_object(name):
    assert solver_of(name) == PAIRS[name]
    grid = np.linspace(0.0, 2.0, 21)
    by_name, by_value = (
        integrate(decay(), 0.0, [2.0], grid, [1.5], tolerance=1e-8, solver=how) for how in (name, PAIRS[name])
    )
    np.testing.assert_array_equal(by_name.states, by_value.states)
    np.testing.assert_allclose(by_name.states[:, 0], 2.0 * np.exp(-1.5 * grid), atol=1e-6)
    assert by_name.statistics == by_value.statistics
    assert by_name.solver == PAIRS[name]


def test_cvode_is_another_name_of_bdf():
    assert solver_of("cvode") == Bdf() and solver_of("cvode").name == "bdf"


@pytest.mark.parametrize("solver", [*PAIRS.values(), Ida(implicit=True), Bdf(sparse=True), Euler(0.01)])
def test_values_can_be_compared_kept_and_sent(solver):
    assert pickle.loads(pickle.dumps(solver)) == solver
    assert len({solver, pickle.loads(pickle.dumps(solver))}) == 1
    with pytest.raises(AttributeError):
        solver.step = 1.0


def test_refusals():
    with pytest.raises(NameNotFound, match=r"there is no solver 'dop835'.*dop853"):
        solver_of("dop835")
    with pytest.raises(ModelError, match=r"'solver' is named by a text .*not 5"):
        solver_of(5)
    with pytest.raises(ModelError, match="fixed step must be positive"):
        Rk4(step=0.0)
    with pytest.raises(ModelError, match="between 0 and 1"):
        Tolerances(2.0)
    with pytest.raises(ModelError, match="there is a solver 'bdf' already"):

        @register
        class Other(Bdf):
            pass


def test_auto_is_made_of_two_others():
    program, grid = van_der_pol(), np.linspace(0.0, 2000.0, 21)
    chosen = Auto(stiff=Ida())
    outcome = integrate(program, 0.0, [2.0, 0.0], grid, [1000.0], tolerance=1e-6, solver=chosen)
    assert outcome.statistics.solvers == ["dop853", "ida"]
    assert outcome.solver == Auto(stiff=Ida(), found_stiff=True)
    again = integrate(program, 0.0, [2.0, 0.0], grid, [1000.0], tolerance=1e-6, solver=outcome.solver)
    assert again.statistics.solvers == ["ida"]
    assert chosen.found_stiff is False


def test_auto_works_with_a_part_of_the_tolerance():
    grid = np.linspace(0.0, 10.0, 11)
    auto = integrate(oscillator(), 0.0, [1.0, 0.0], grid, [2.0], tolerance=1e-6)
    named = integrate(oscillator(), 0.0, [1.0, 0.0], grid, [2.0], tolerance=0.35e-6, solver="dop853")
    assert Dop853.strictness == 0.35 and auto.statistics.steps == pytest.approx(named.statistics.steps, abs=1)


@pytest.mark.parametrize(("solver", "order"), [(Euler, 1), (Heun, 2)])
def test_a_solver_of_ones_own_has_its_order(solver, order):
    grid = np.linspace(0.0, 1.0, 8)
    errors = []
    for length in (0.01, 0.005):
        outcome = integrate(oscillator(), 0.0, [1.0, 0.0], grid, [2.0], solver=solver(length))
        assert outcome.reason == "end" and outcome.statistics.steps == pytest.approx(1.0 / length, abs=1)
        errors.append(np.abs(outcome.states[:, 0] - np.cos(2.0 * grid)).max())
    assert errors[0] / errors[1] == pytest.approx(2**order, rel=0.1)


def test_events_of_a_solver_of_ones_own():
    h = symbol("h")
    roots = Roots((h, h - 0.5), (-1, 1))
    outcome = integrate(falling_point(), 0.0, [1.0, 0.0], [0.1, 3.0], [10.0], solver=Heun(0.03), roots=roots)
    assert outcome.reason == "root" and outcome.crossings == [(0, -1)]
    assert outcome.t == pytest.approx(np.sqrt(0.2), abs=1e-12)
    assert outcome.x == pytest.approx([0.0, -np.sqrt(20.0)], abs=1e-12)
    assert outcome.times.tolist() == [0.1] and outcome.states[0] == pytest.approx([0.95, -1.0])


def test_failures_of_a_solver_of_ones_own():
    class Stuck(Stepwise):
        name = "stuck"

        def step(self, rate, t, x, end):
            return t, x

    outcome = integrate(decay(), 0.0, [1.0], [1.0], [1.0], solver=Stuck())
    assert outcome.reason == "failed" and "Stuck.step went from 0 s to 0 s" in outcome.message
    limited = integrate(decay(), 0.0, [1.0], [1.0], [1.0], solver=Euler(1e-4), limits=Limits(50))
    assert limited.reason == "failed" and "limit of 50 steps" in limited.message


def test_a_model_runs_with_a_solver_of_ones_own():
    model = mb.load("rlc")
    own, usual = model.simulate(1.0, solver=Heun(1e-3), points=11), model.simulate(1.0, points=11)
    assert own.stats.solver == "heun"
    for name in usual.stats.final:
        np.testing.assert_allclose(own[name], usual[name], atol=1e-3 * np.abs(usual[name]).max())


def test_events_of_a_model_with_a_solver_of_ones_own():
    model = mb.load("bouncing_mass")
    own, usual = (model.simulate(solver=how, points=21) for how in (Heun(1e-3), "auto"))
    assert own.stats.events == usual.stats.events > 0


def test_a_registered_solver_has_a_name():
    register(Euler)
    try:
        assert solver_of("euler") == Euler() and "euler" in solvers.names()
        assert mb.load("rlc").simulate(0.1, solver="euler").stats.solver == "euler"
    finally:
        del solvers._MAKERS["euler"]


@pytest.mark.parametrize("solver", ["bdf", "Bdf"])
def test_a_model_takes_names_and_objects(solver):
    model = mb.load("rlc")
    chosen = getattr(mb.solvers, solver)(sparse=True) if solver == "Bdf" else solver
    result = model.simulate(1.0, solver=chosen, tolerance=1e-9)
    assert result.stats.solver == "bdf"
    reference = model.simulate(1.0, tolerance=1e-11)
    for name in reference.stats.final:
        np.testing.assert_allclose(result[name], reference[name], atol=1e-6 * np.abs(reference[name]).max())


def test_a_fixed_step_from_either_place():
    model = mb.load("rlc")
    first, second = (
        model.simulate(1.0, solver="rk4", step=0.01),
        model.simulate(1.0, solver=mb.solvers.Rk4(step=0.01)),
    )
    assert first.stats.steps == second.stats.steps == pytest.approx(100, abs=1)


def test_a_sweep_takes_objects():
    model = mb.load("rlc")
    values = {"resistance": [1.0, 2.0]}
    fine, other = (model.sweep(values, 0.1, solver=how) for how in (mb.solvers.Dop853(), mb.solvers.Bdf()))
    for output in fine.final:
        np.testing.assert_allclose(fine.final[output], other.final[output], rtol=1e-3, atol=1e-5)


def test_every_solver_is_documented():
    for make in (Auto, Dop853, Rk4, Bdf, Adams, Ida):
        assert make.__doc__ and issubclass(make, Solver) and make.name == make().name
