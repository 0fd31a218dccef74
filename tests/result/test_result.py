"""What a result offers beside its trajectories: names, the energy of every component, doubts."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb

BANK = (
    "bicycle",
    "dc_motor",
    "rlc",
    "four_bar",
    "half_wave_rectifier",
    "bouncing_mass",
    "gyroscope",
    "heated_resistor",
)


@pytest.mark.parametrize("name", BANK)
def test_every_name_that_is_listed_has_values(name):
    result = mb.load(name).simulate(0.1, points=5)
    assert len(result.names) == len(set(result.names)) > 10
    for variable in result.names:
        assert len(result[variable]) == len(result.time)


def test_what_a_component_does_not_need_is_said_to_be_missing():
    result = mb.load("bicycle").simulate(0.1, points=5)
    with pytest.raises(mb.NameNotFound, match=r"nothing in this model computes 'rider\.motion\.Q'"):
        result["rider.motion.Q"]


@pytest.mark.parametrize("name", ["rlc", "dc_motor", "half_wave_rectifier", "planar_pendulum_damped", "bouncing_mass"])
def test_the_energies_of_the_components_are_those_of_the_whole(name):
    result = mb.load(name).simulate(tolerance=1e-8, points=101)
    parts = result.energy.by_component()
    for kind in ("stored", "dissipated", "delivered"):
        total = sum((entry[kind] for entry in parts.values() if kind in entry), np.zeros(101))
        whole = getattr(result.energy, kind)
        assert np.max(np.abs(total - whole)) < 1e-6 * max(1.0, np.max(np.abs(whole)))


def test_the_loss_of_one_of_two_resistors_has_a_closed_form():
    """1 V on 1 Ω and 3 Ω in a row with 1 F: each loses its part of half a joule."""
    model = mb.Model("two", domain="electrical")
    model.source, model.loop, model.first = mb.Se(1.0), mb.J1(), mb.R(1.0)
    model.second, model.store = mb.R(3.0), mb.C(1.0)
    model.source >> model.loop >> [model.first, model.second, model.store]
    parts = model.simulate(200.0, tolerance=1e-10).energy.by_component()
    assert parts["first"]["dissipated"][-1] == pytest.approx(0.125, abs=1e-8)
    assert parts["second"]["dissipated"][-1] == pytest.approx(0.375, abs=1e-8)
    assert parts["source"]["delivered"][-1] == pytest.approx(1.0, abs=1e-8)


def test_a_result_whose_books_do_not_balance_is_doubted():
    model = mb.Model("empty", domain="hydraulic")
    model.tank, model.node, model.hole = mb.C(1.0, q0=0.1), mb.J0(), mb.G(law="0.1/e")
    model.node >> [model.tank, model.hole]
    sound = mb.load("rlc").simulate()
    assert sound.stats.doubts == [] and "doubt" not in str(sound.stats)
    try:
        result = model.simulate(3.0, solver="rk4", step=0.01)  # a step right over the end of the tank
    except mb.SimulationError as error:
        result = error.result
    assert "energy books" in str(result.stats)


def test_very_many_outputs_have_their_values_in_groups():
    """Each had a piece of machine code of its own; one of them has no value at some times, which the others have."""
    model = mb.Model("many", domain="electrical")
    model.source, model.node, model.loss, model.store = mb.Se(1.0), mb.J1(), mb.R(1.0), mb.C(1.0)
    model.source >> model.node >> [model.loss, model.store]
    for k in range(700):
        model.output(f"part{k}", f"{k}*store.e", "V")
    model.output("root", "sqrt(store.e - 0.5)")
    result = model.simulate(1.0, tolerance=1e-9, points=11)
    exact = 1.0 - np.exp(-result.time)
    assert all(result[f"part{k}"] == pytest.approx(k * exact, abs=1e-6) for k in (0, 1, 499, 500, 699))
    assert np.isnan(result["root"][0]) and result["root"][-1] == pytest.approx(np.sqrt(exact[-1] - 0.5))
    assert len(result.stats.final) == 701 and result.stats.final["part3"] == pytest.approx(3 * exact[-1])
