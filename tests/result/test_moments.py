"""Instants and parts of runs, extremes, and runs that go on with others."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import multibond as mb


def oscillator():
    """One kilogram on one newton per metre, let go at one metre."""
    model = mb.Model("oscillator", domain="translational")
    model.mass, model.spring, model.move = mb.I(1.0), mb.C(1.0, q0=1.0), mb.J1()
    model.move >> [model.mass, model.spring]
    model.output("x", "spring.q")
    return model


def test_between_output_points_the_run_is_as_exact_as_at_them():
    result = oscillator().simulate(10.0, points=5, tolerance=1e-10)
    for time in (0.0, 1.234, 2.5, 7.77, 10.0):
        moment = result.at(time)
        assert moment.time == time
        assert moment["x"] == pytest.approx(np.cos(time), abs=1e-8)
        assert moment["mass.f"] == pytest.approx(-np.sin(time), abs=1e-8)
        assert moment["spring.q * spring.e + mass.p * mass.f"] == pytest.approx(1.0, abs=1e-8)
    assert dict(result.at(2.5)) == {"x": result.at(2.5)["x"]} and result.at(1.0).unit("x") == "m"
    assert "x" in str(result.at(1.0))


def test_a_part_of_a_run_is_a_result():
    result = oscillator().simulate(10.0, points=11, tolerance=1e-10)
    part = result.between(1.5, 3.0)
    assert part.time.tolist() == [1.5, 2.0, 3.0]
    assert np.allclose(part["x"], np.cos(part.time), atol=1e-8)
    assert np.allclose(part.energy.stored, 0.5, atol=1e-8) and np.max(np.abs(part.energy.residual)) < 1e-8
    assert part.between(1.6, 2.5).time.tolist() == [1.6, 2.0, 2.5]
    assert np.array_equal(pickle.loads(pickle.dumps(part))["x"], part["x"])
    assert part.at(2.7)["x"] == pytest.approx(np.cos(2.7), abs=1e-8)


def test_extremes_lie_between_output_points():
    found = oscillator().simulate(5.0, points=7, tolerance=1e-10).extremes("x")
    assert found.minimum == pytest.approx(-1.0, abs=1e-6) and found.minimum_time == pytest.approx(np.pi, abs=2e-3)
    assert found.maximum == pytest.approx(1.0, abs=1e-8) and found.maximum_time == 0.0
    both = oscillator().simulate(5.0, points=7, tolerance=1e-10).extremes("[mass.f, -2*mass.f]")
    assert both.maximum == pytest.approx([1.0, 2.0], abs=1e-5) and both.minimum_time[1] == both.maximum_time[0]
    assert "[1]" in str(both)


RUNS = [
    ("dc_motor", 2.0, {}), ("four_bar", 2.0, {}), ("bridge_rectifier", 0.05, {}), ("bouncing_ball", 2.0, {}),
    ("stick_slip", 4.0, {}), ("newtons_cradle", 3.0, {}), ("buck_converter", 0.001, {}),
    ("planar_slider_crank", 1.0, {"method": "lagrange"}), ("boudon_pendulum", 0.5, {"method": "parasitic"}),
    ("planar_pendulum", 2.0, {"method": "minimal"}), ("double_pendulum", 1.0, {"bonds": "scalar"}),
]  # fmt: skip


@pytest.mark.parametrize("name, stop, options", RUNS, ids=[name for name, *_ in RUNS])
def test_a_run_that_goes_on_equals_one_long_run(name, stop, options):
    model = mb.load(name)
    whole = model.simulate(stop, points=11, tolerance=1e-8, **options)
    first = model.simulate(0.43 * stop, points=5, tolerance=1e-8, **options)
    for start in (first, whole.at(0.43 * stop)):
        rest = model.simulate(stop, start_from=start, points=7, tolerance=1e-8, **options)
        assert rest.time[0] == pytest.approx(0.43 * stop) and rest.energy.dissipated[0] == 0.0
        for output in whole.outputs:
            size = max(float(np.max(np.abs(whole[output]))), 1e-9)
            assert np.allclose(rest[output][-1], whole[output][-1], rtol=0, atol=3e-6 * size), output


def test_a_run_goes_on_by_another_method_and_in_another_process():
    model = mb.load("planar_slider_crank")
    whole = model.simulate(1.0, points=11, tolerance=1e-9)
    moment = pickle.loads(pickle.dumps(whole)).at(0.4)
    for method in ("reduced", "minimal", "lagrange"):
        rest = mb.load("planar_slider_crank").simulate(1.0, start_from=moment, tolerance=1e-9, method=method)
        for output in whole.outputs:
            assert np.allclose(rest[output][-1], whole[output][-1], atol=1e-5 * np.max(np.abs(whole[output])))


def test_a_run_that_goes_on_keeps_its_values_and_takes_new_ones():
    model = mb.Model("rc", domain="electrical")
    model.s, model.j, model.r, model.c = mb.Se(1.0), mb.J1(), mb.R(1.0), mb.C(1.0)
    model.s >> model.j >> [model.r, model.c]
    first = model.simulate(1.0, parameters={"r.R": 2.0}, tolerance=1e-10)
    same = model.simulate(2.0, start_from=first, tolerance=1e-10)
    assert same["c.e"][-1] == pytest.approx(1 - np.exp(-1.0), abs=1e-8)
    other = model.simulate(2.0, start_from=first, parameters={"r.R": 4.0}, tolerance=1e-10)
    assert other["c.e"][-1] == pytest.approx(1 - np.exp(-0.5 - 0.25), abs=1e-8)
    again = model.simulate(3.0, start_from=other, tolerance=1e-10)
    assert again["c.e"][-1] == pytest.approx(1 - np.exp(-1.0), abs=1e-8)
    assert again.energy.by_component()["r"]["dissipated"][0] == 0.0


def test_discrete_values_and_conditions_go_on():
    class Sampled(mb.Model):
        level = mb.Discrete(start=0.0)

    model = Sampled(domain="electrical")
    model.s, model.j, model.r, model.c = mb.Se("level"), mb.J1(), mb.R(1.0), mb.C(1.0)
    model.s >> model.j >> [model.r, model.c]
    model.when("time > 0.75", {"level": "level + 1"})
    model.when("c.e > 0.5", {"level": "level + 1"})
    whole = model.simulate(3.0, points=31, tolerance=1e-9)
    for stop in (0.75, 1.0, 2.0):
        first = model.simulate(stop, points=11, tolerance=1e-9)
        rest = model.simulate(3.0, start_from=first, tolerance=1e-9)
        assert rest["level"][-1] == whole["level"][-1] == 2.0
        assert rest["c.e"][-1] == pytest.approx(whole["c.e"][-1], abs=1e-7)


def test_what_lies_outside_the_run_is_said():
    result = oscillator().simulate(1.0, points=5)
    with pytest.raises(mb.ModelError, match="outside the run, which goes from 0 to 1 s; simulate longer"):
        result.at(2.0)
    with pytest.raises(mb.ModelError, match="outside the run"):
        result.between(-1.0, 0.5)
    with pytest.raises(mb.ModelError, match="behind the first"):
        result.between(0.8, 0.2)
    with pytest.raises(mb.ModelError, match="the same model"):
        mb.load("rlc").simulate(2.0, start_from=result)
    with pytest.raises(mb.ModelError, match="leave out start"):
        oscillator().simulate(2.0, start=0.0, start_from=result)
    with pytest.raises(mb.ModelError, match="from a result"):
        oscillator().simulate(2.0, start_from={"x": 1.0})
    with pytest.raises(mb.ModelError, match="steady"):
        oscillator().simulate(2.0, start_from=result, steady=True)
    with pytest.raises(mb.ModelError, match="behind the start"):
        oscillator().simulate(1.0, start_from=result)
    with pytest.raises(mb.NameNotFound, match="spring has C, q0, q, e, f"):
        result.at(0.5)["spring.p"]


def test_linearisation_takes_an_instant():
    model = mb.load("planar_pendulum")
    result = model.simulate(2.0)
    linear = model.linearize(at=result.at(1.234))
    assert linear.point == pytest.approx([result.at(1.234)[name] for name in linear.states])


def test_a_start_value_beside_a_result_to_go_on_with_is_refused():
    """It would change nothing: the states are those of the result. One that the run before had too may stand."""
    model = mb.Model("again", domain="electrical")
    model.node, model.resistor, model.store = mb.J0(), mb.R(1.0), mb.C(1.0, e0=1.0)
    model.node >> [model.resistor, model.store]
    before = model.simulate(1.0, parameters={"store.e0": 2.0}, tolerance=1e-9)
    for changed in ({"store.e0": 7.0}, {"store.q0": 7.0}):
        with pytest.raises(mb.MultibondError, match=r"store"):
            model.simulate(2.0, start_from=before, parameters=changed)
    with pytest.raises(mb.ModelError, match=r"store\.e0: it is a start value, but the run goes on with the states"):
        model.simulate(2.0, start_from=before, parameters={"store.e0": 7.0})
    same = model.simulate(2.0, start_from=before, parameters={"store.e0": 2.0}, tolerance=1e-9)
    assert same["store.e"][-1] == pytest.approx(2 * np.exp(-2.0), rel=1e-6)
    other = model.simulate(2.0, start_from=before, parameters={"store.C": 2.0}, tolerance=1e-9)
    assert other["store.q"][[0, -1]] == pytest.approx([2 * np.exp(-1.0), 2 * np.exp(-1.5)], rel=1e-6)


def test_results_models_and_analyses_know_what_is_in_them():
    model = mb.load("rlc")
    result, analysis = model.simulate(1.0), model.analyse()
    assert "current" in result and "resistor.f" in result and "resistr" not in result and 0 not in result
    assert "resistor" in model and "resistr" not in model and 0 not in model
    assert "elements" in analysis and "element" not in analysis
    swept = pickle.loads(pickle.dumps(model.sweep({"resistance": [1.0, 2.0]}, 1.0)))
    assert "current" in swept.final and not hasattr(swept, "currents")
    with pytest.raises(KeyError, match="there is no output 'curent'; did you mean 'current'"):
        swept.final["curent"]
    for thing in (result, model, analysis, result.stats):
        with pytest.raises(TypeError, match="not iterable"):
            list(thing)
