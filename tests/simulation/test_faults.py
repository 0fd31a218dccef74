"""What goes wrong in a run: a clear sentence, and what was computed is kept."""

from __future__ import annotations

import numpy as np
import pytest

import multibond as mb
from multibond.errors import FileError, InitialError, ModelError, MultibondError, NameNotFound, SimulationError


def falling(law):
    """A mass that a force slows down; the resistance to it is `law` of the velocity f."""
    model = mb.Model("falling", domain="translational")
    model.mass, model.drag, model.force, model.node = mb.I(1.0, f0=2.0), mb.R(law=law), mb.Se(-1.0), mb.J1()
    model.force >> model.node >> [model.mass, model.drag]
    return model


@pytest.mark.parametrize("solver", ["auto", "dop853", "bdf", "ida"])
@pytest.mark.parametrize("law, last", [("sqrt(f - 1)*1e-9", 1.0), ("1e-9*log(f)", 2.0)])
def test_a_root_or_logarithm_of_a_negative_number_keeps_what_was_computed(law, last, solver):
    with pytest.raises(SimulationError) as caught:
        falling(law).simulate(5.0, solver=solver)
    message, result = str(caught.value), caught.value.result
    assert "drag" in message or "mass" in message
    assert result.time[-1] == pytest.approx(last, abs=0.03)
    assert result["mass.f"] == pytest.approx(2.0 - result.time, abs=1e-5)
    assert result.message


def test_a_pole_stops_the_run_where_it_is():
    """The force 1/(t − 1)² has a pole at 1 s that no velocity survives."""
    with pytest.raises(SimulationError) as caught:
        falling("1/(time - 1)**2").simulate(2.0)
    result = caught.value.result
    assert result.time[-1] == pytest.approx(1.0, abs=0.005)
    assert result["mass.f"][:-1] == pytest.approx(3 - result.time[:-1] - 1 / (1 - result.time[:-1]), rel=1e-4, abs=1e-4)


def test_a_division_by_zero_at_the_start_names_the_component():
    with pytest.raises((SimulationError, InitialError), match=r"drag|mass"):
        falling("1/(f - 2)").simulate(1.0)


def test_a_solution_that_runs_away_says_where():
    model = mb.Model("blow_up", domain="electrical")
    model.capacitor, model.source, model.node = mb.C(1.0, e0=1.0), mb.G(law="-e**2", causality="flow"), mb.J0()
    model.node >> [model.capacitor, model.source]  # v' = v²: infinite at 1 s
    with pytest.raises(SimulationError) as caught:
        model.simulate(2.0)
    assert caught.value.result.time[-1] == pytest.approx(1.0, abs=0.01)
    exact = 1 / (1 - caught.value.result.time[:-5])
    assert caught.value.result["capacitor.e"][:-5] == pytest.approx(exact, rel=1e-3)


def test_a_model_without_a_solution_at_the_start_is_refused():
    model = mb.Model("nowhere", domain="electrical")
    model.source, model.lamp, model.series, model.loop = mb.Se(-3.0), mb.R(law="f**2"), mb.R(law="1 + f**2"), mb.J1()
    model.source >> model.loop >> [model.lamp, model.series]
    with pytest.raises((SimulationError, InitialError)) as caught:
        model.simulate(1.0)
    assert any(name in str(caught.value) for name in ("lamp", "series", "loop"))


@pytest.mark.parametrize("options, kind, words", [
    ({"stop": -1.0}, ModelError, "stop time -1 s must lie behind the start time 0 s"),
    ({"stop": 1.0, "start": 2.0}, ModelError, "must lie behind"),
    ({"stop": float("nan")}, ModelError, "finite"),
    ({"stop": "soon"}, ModelError, "finite number of seconds"),
    ({"points": 1}, ModelError, "whole number from 2 on"),
    ({"points": 10**30}, ModelError, "at most 50,000,000"),
    ({"grid": [0, 10**400]}, ModelError, "finite, increasing times"),
    ({"grid": 10**400}, ModelError, "finite, increasing times"),
    ({"grid": [0.0, 2.0, 1.0]}, ModelError, "increasing"),
    ({"tolerance": 0.0}, ModelError, "between 0 and 1"),
    ({"solver": "bdff"}, NameNotFound, "did you mean 'bdf'"),
    ({"method": "reducd"}, NameNotFound, "did you mean 'reduced'"),
    ({"bonds": "tensor"}, ModelError, "'vector' or 'scalar'"),
    ({"parameters": {"resistanse": 2.0}}, NameNotFound, "resistance"),
    ({"parameters": {"resistance": float("inf")}}, ModelError, "not finite"),
    ({"states": {"inductor.p": "maybe"}}, ModelError, "always, prefer, avoid, never"),
    ({"solver": "rk4", "step": -1.0}, ModelError, "positive"),
])  # fmt: skip
def test_wrong_options_are_refused(options, kind, words):
    with pytest.raises(kind, match=words):
        mb.load("rlc").simulate(**options)


def test_an_unknown_variable_is_answered_with_the_nearest():
    result = mb.load("rlc").simulate(1.0)
    with pytest.raises(NameNotFound, match=r"capacitor has C, q0, q, e, f"):
        result["capacitor.w"]


def test_a_path_that_cannot_be_written_is_a_clear_error(tmp_path):
    result = mb.load("rlc").simulate(1.0)
    with pytest.raises((FileError, MultibondError), match="missing"):
        result.to_csv(tmp_path / "missing" / "run.csv")
    result.to_csv(tmp_path / "run.csv")
    written = np.loadtxt(tmp_path / "run.csv", delimiter=",", skiprows=1)
    assert written[:, 1] == pytest.approx(result["voltage"])


def test_too_many_steps_keep_what_was_computed():
    with pytest.raises(SimulationError, match="limit of 20 steps") as caught:
        mb.load("van_der_pol").simulate(100.0, tolerance=1e-10, max_steps=20)
    assert 0 < caught.value.result.time[-1] < 100


def test_an_interruption_keeps_what_was_computed():
    def press(time):
        if time > 1.0:
            raise KeyboardInterrupt

    result = mb.load("van_der_pol").simulate(20000.0, progress=press)
    assert result.message.startswith("interrupted")
    assert 1.0 < result.time[-1] < 20000.0
    assert result["v"][-1] == pytest.approx(0.0, abs=2.1)


def accumulator(flow, **values):
    """A gas accumulator that is filled or emptied by a pump [m³/s]."""
    model = mb.Model("hydraulics", domain="hydraulic")
    model.pump, model.line, model.accumulator = mb.Sf(flow), mb.J0(), mb.GasAccumulator(**values)
    model.pump >> model.line >> model.accumulator
    return model


@pytest.mark.parametrize("solver", ["auto", "bdf"])
@pytest.mark.parametrize("process", ["isothermal", "polytropic"])
@pytest.mark.parametrize("flow, why, end", [(1e-4, "full", 8.0), (-1e-4, "fluid is out.*precharge", 2.0)])
def test_an_accumulator_that_leaves_its_range_ends_the_run(flow, why, end, process, solver):
    model = accumulator(flow, filled=2e-4, volume=1e-3, process=process)
    with pytest.raises(SimulationError, match=rf"accumulator.*at \S+ s.*{why}") as caught:
        model.simulate(20.0, solver=solver)
    assert caught.value.result.time[-1] == pytest.approx(end, abs=0.05)


def test_an_accumulator_that_begins_out_of_its_range_is_refused():
    model = mb.Model("pair", domain="hydraulic")
    model.line, model.low, model.high = (
        mb.J0(),
        mb.GasAccumulator(precharge=5e6, filled=0.0),
        mb.GasAccumulator(precharge=6e6),
    )
    model.line >> [model.low, model.high]
    with pytest.raises(InitialError, match=r"high.*at 0 s.*precharge"):
        model.simulate(1.0)


@pytest.mark.parametrize("first", ["isothermal", "polytropic"])
@pytest.mark.parametrize("second", ["isothermal", "polytropic"])
@pytest.mark.parametrize("filled", [(2e-4, None), (None, 1e-4)])
def test_two_accumulators_in_parallel_share_the_flow(first, second, filled):
    """Both have one pressure, and what the pump delivers goes into both."""
    gas = [{"process": process} | ({} if volume is None else {"filled": volume})
           for process, volume in zip((first, second), filled, strict=True)]  # fmt: skip
    model = mb.Model("pair", domain="hydraulic")
    model.pump, model.line = mb.Sf(1e-5), mb.J0()
    model.one, model.two = (
        mb.GasAccumulator(precharge=5e6, **gas[0]),
        mb.GasAccumulator(precharge=5.5e6, volume=2e-3, **gas[1]),
    )
    model.pump >> model.line >> [model.one, model.two]
    result = model.simulate(20.0, tolerance=1e-9)
    total = result["one.V"] + result["two.V"]
    assert total - total[0] == pytest.approx(1e-5 * result.time, abs=1e-12)
    assert result["one.e"] == pytest.approx(result["two.e"], rel=1e-9)
    given, volume = ("one.V", filled[0]) if filled[0] else ("two.V", filled[1])
    assert result[given][0] == pytest.approx(volume, rel=1e-9)


def test_a_loop_of_blocks_that_determines_nothing_is_refused():
    """Two gains of one that feed each other agree with any value; zero is not the answer."""
    model = mb.Model("circle")
    model.first, model.second = mb.Gain(1.0, u="second.y"), mb.Gain(1.0, u="first.y")
    model.source, model.node, model.store = mb.Sf("first.y"), mb.J0(), mb.C(1.0)
    model.source >> model.node >> model.store
    with pytest.raises(mb.MultibondError, match=r"first.*singular|singular.*first"):
        model.simulate(1.0)
    assert model.simulate(1.0, parameters={"second.k": 0.5})["store.q"][-1] == 0.0


def test_the_limit_of_steps_counts_over_all_events():
    model = mb.Model("ticking")
    model.source, model.loop, model.coil, model.resistor = mb.Se("sign(sin(200*time))"), mb.J1(), mb.I(1), mb.R(1)
    model.source >> model.loop >> [model.coil, model.resistor]
    assert model.simulate(1.0, points=3).stats.events > 60
    with pytest.raises(mb.SimulationError, match="the limit of 100 steps was reached"):
        model.simulate(1.0, points=3, max_steps=100)
