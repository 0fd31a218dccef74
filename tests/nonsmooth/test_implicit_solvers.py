"""Implicit solvers beside set-valued laws: their Jacobians know what open contacts do, and noise in the energy books
does not shorten their steps."""

from __future__ import annotations

import re

import numpy as np
import pytest

import multibond as mb
from multibond.nonsmooth import pair_memory, paired_program
from multibond.simulation.run import Simulation


@pytest.fixture
def simulations(monkeypatch):
    """The simulations that are made, in their order."""
    made = []
    plain = Simulation.__init__

    def noted(self, *given, **named):
        plain(self, *given, **named)
        made.append(self)

    monkeypatch.setattr(Simulation, "__init__", noted)
    return made


@pytest.mark.parametrize(
    ("name", "output", "solver", "times"),
    [
        ("rocking_block", "phi", "esdirk", 4),
        ("rocking_block", "phi", "bdf", 12),
        ("rocking_block", "phi", "ida", 20),
        ("stacked_boxes", "y3", "esdirk", 2),
    ],
)
def test_steps_are_those_of_the_motion(name, output, solver, times):
    model = mb.load(name)
    plain = model.simulate(0.5, points=11)
    result = model.simulate(0.5, points=11, solver=solver)
    assert result.stats.steps < times * plain.stats.steps
    assert np.abs(result[output] - plain[output]).max() < 1e-4


@pytest.mark.parametrize("whole", [False, True])
def test_the_jacobian_knows_the_inputs_of_open_contacts(simulations, whole):
    """A block on one edge: what the source behind a resistance that stands for the other edge does must cancel."""
    mb.load("rocking_block").simulate(0.05, points=2)
    run = simulations[-1]
    work, modes, own = run.work.workspace, run.modes.vector(run.machine), run.machine.own
    x = np.array(run.x)

    def rates(x):
        return np.array(work.derivative(run.t, x, run.p, modes))[:own]

    differences = np.array([(rates(x + 1e-6 * e) - rates(x - 1e-6 * e)) / 2e-6 for e in np.eye(len(x))[:own]]).T
    if whole:
        found = work._call(work.program.matrix, run.t, x, work.context("evaluate", run.p, modes)).reshape(own, own)
    else:
        found = work.jacobian(run.t, x, run.p, modes)[:own, :own]
    # how contacts turn with the bodies is left out: a part of the weight, beside 1e4 of the resistances
    assert np.abs(found - differences).max() < 10.0
    assert np.abs(differences).max() > 10.0


def test_more_states_than_have_a_matrix(monkeypatch):
    """The columns of the Jacobian one by one; the propagator says that it is for smaller models."""

    def block():
        model = mb.Model("block", domain="translational")
        model.speed, model.mass, model.pad = mb.J1(), mb.I(1.0, f0=2.0), mb.DryFriction(1.5)
        model.spring, model.damper = mb.C(0.02), mb.R(0.3)
        model.speed >> [model.mass, model.pad, model.spring, model.damper]
        return model

    wanted = block().simulate(2.0, tolerance=1e-8, solver="propagator")
    monkeypatch.setattr(pair_memory, "MOST_STATES", 1)
    monkeypatch.setattr(paired_program, "MOST_STATES", 1)
    found = block().simulate(2.0, tolerance=1e-8, solver="esdirk")
    assert np.abs(found["spring.e"] - wanted["spring.e"]).max() < 1e-5
    with pytest.raises(mb.MultibondError, match=r"'propagator' is for models of moderate size.* 2 states; take auto"):
        block().simulate(2.0, solver="propagator")


def test_a_run_that_ends_early_tells_rates_with_the_laws_kept():
    with pytest.raises(mb.SimulationError) as caught:
        mb.load("rocking_block").simulate(0.5, points=3, solver="bdf", max_steps=20)
    changes = re.search(r"changes by ([\d.e+-]+) per second", str(caught.value))
    assert changes is not None
    assert float(changes[1]) < 20.0  # a block that falls; 645 N·m were those of a contact that is open
