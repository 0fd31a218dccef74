"""Studies: grids, lists and samples; what is kept of each run; the same table wherever it is made."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from scipy import stats

import multibond as mb


@pytest.fixture(scope="module")
def rlc():
    return mb.load("rlc")


def test_a_grid_has_all_combinations(rlc):
    done = mb.Study(rlc, {"resistance": [1, 2, 3], "inductance": ["500 mH", 2]}, stop=1.0).run()
    assert list(done.table.columns) == ["resistance", "inductance", "voltage", "current", "message", "doubts"]
    assert done.table["resistance"].tolist() == [1, 1, 2, 2, 3, 3]
    assert done.table["inductance"].tolist() == [0.5, 2.0] * 3 and (done.table["message"] == "").all()
    data = done.to_xarray()
    assert data["current"].dims == ("resistance", "inductance") and data["current"].attrs["units"] == "A"
    one = rlc.simulate(1.0, parameters={"resistance": 2.0, "inductance": 0.5})["current"][-1]
    assert float(data["current"].sel(resistance=2.0, inductance=0.5)) == pytest.approx(one, rel=1e-5)


def test_numbers_of_curves(rlc):
    observe = {
        "last": "current", "peak": "max(current)", "least": "min(current)", "at": "time_of_max(current)",
        "mean": "mean(current)", "rms": "rms(current)", "charge": "integral(current)", "power": "last(current*voltage)",
        "over": "max(voltage) - last(voltage)", "up": "when(voltage > 5 and time > 0.1)",
        "never": "when(voltage > 1e3)", "events": "events()",
        "first": "event(resistor)", "whole": "curve(current)", "larger": "max(current, 2*current)",
    }  # fmt: skip
    done = mb.Study(rlc, {"resistance": [0.5, 1.5]}, observe, stop=3.0, points=301, tolerance=1e-9).run()
    for k, resistance in enumerate((0.5, 1.5)):
        run = rlc.simulate(3.0, points=301, parameters={"resistance": resistance}, tolerance=1e-9)
        i, u, t = run["current"], run["voltage"], run.time
        wanted = {
            "last": i[-1], "peak": i.max(), "least": i.min(), "at": t[i.argmax()], "mean": np.trapezoid(i, t) / 3.0,
            "rms": np.sqrt(np.trapezoid(i**2, t) / 3.0), "charge": np.trapezoid(i, t), "power": i[-1] * u[-1],
            "over": u.max() - u[-1], "events": 0.0, "larger": max(i[-1], 2 * i[-1]),
        }  # fmt: skip
        for name, value in wanted.items():
            assert done[name][k] == pytest.approx(value, rel=2e-5, abs=1e-6), name
        assert np.allclose(done["whole"][k], i, atol=2e-5)
        close = rlc.simulate(grid=np.linspace(0.0, 3.0, 30001), parameters={"resistance": resistance}, tolerance=1e-9)
        assert done["up"][k] == pytest.approx(np.interp(5.0, close["voltage"][:3000], close.time[:3000]), abs=1e-5)
    assert np.isnan(done["never"]).all() and np.isnan(done["first"]).all()
    assert (done.table["doubts"] == "").all(), "what never happens is no fault"
    assert done.units["peak"] == "A" and done.units["up"] == "s"
    assert done.to_xarray()["whole"].dims == ("resistance", "time")


def test_times_of_events():
    model = mb.load("bouncing_mass")
    run = model.simulate()
    wanted = [event.time for event in run.events]
    path = run.events[0].origins[0]
    done = mb.Study(
        model, {"restitution": [0.5, 0.7]}, {"hit": f"event({path})", "second": f"event({path}, 2)", "all": "events()"}
    ).run(seed=3)
    assert done["hit"] == pytest.approx(wanted[0], rel=1e-6)
    assert (done["second"] > done["hit"]).all() and (done["all"] > 1).all()


@pytest.mark.parametrize("name, vary, observe", [
    ("rlc", {"resistance": "uniform(0.5, 5)", "capacitor.q": "normal(0, 0.1)"}, ["max(current)", "curve(voltage)"]),
    ("bouncing_mass", {"restitution": "uniform(0.4, 0.9)"}, ["event()", "events()"]),
])  # fmt: skip
def test_the_same_table_wherever_it_ran(name, vary, observe, tmp_path):
    study = mb.Study(mb.load(name), vary, observe, runs=12, sample="lhs", stop=1.5, points=51)
    here = study.run(seed=5)
    assert not here.table.equals(study.run(seed=6).table)
    kept = study.run(seed=5, workers=2, processes=True, folder=tmp_path / "runs")
    for other in (study.run(seed=5, workers=3), kept, study.run(seed=5, folder=tmp_path / "runs")):
        assert here.table.equals(other.table)
        for label, values in here.curves.items():
            assert np.array_equal(values, other.curves[label])


def test_a_run_is_the_same_whichever_others_come_with_it():
    """Sizes of states and first guesses follow from the run's own values."""
    model = mb.load("cauer_low_pass")
    parameter = next(iter(_parameters(model)))
    values = np.geomspace(0.5, 2.0, 6) * _parameters(model)[parameter]
    whole = mb.Study(model, {parameter: values}, stop=2.0).run()
    for k, value in enumerate(values):
        alone = mb.Study(model, {parameter: [value]}, stop=2.0).run()
        assert alone.table.iloc[0, 1:].tolist() == whole.table.iloc[k, 1:].tolist()


def _parameters(model):
    from multibond.simulation.engine import engine

    return {name: p.value for name, p in engine(model).system().parameters.items() if p.value > 0}


def test_a_run_that_fails_is_a_row_with_its_message():
    model = mb.Model("growing")
    model.k = mb.Parameter(0.1)
    model.source, model.node, model.store = mb.Sf("k*store.q**2"), mb.J0(), mb.C(1.0, q0=1.0)
    model.source >> model.node >> model.store
    done = mb.Study(model, {"k": [0.1, 2.0, 0.2]}, {"q": "store.q"}, stop=1.0).run()
    assert done["q"][[0, 2]] == pytest.approx([1 / 0.9, 1 / 0.8], rel=1e-5)
    assert np.isnan(done["q"][1]) and "store" in done.table["message"][1]
    assert done.failed.index.tolist() == [1] and "1 without a result" in repr(done)


def test_values_that_change_the_structure_have_equations_of_their_own(rlc):
    done = mb.Study(rlc, {"resistance": [0.0, 1.0, 0.0], "inductor.p": [0, 1]}, {"i": "current"}, stop=1.0).run()
    for k, (resistance, p) in enumerate(done.table[["resistance", "inductor.p"]].to_numpy()):
        one = rlc.simulate(1.0, parameters={"resistance": resistance, "inductor.p0": p})["current"][-1]
        assert done["i"][k] == pytest.approx(one, rel=1e-5, abs=1e-6)


def test_lists_side_by_side_and_components(rlc):
    done = mb.Study(rlc, {"resistance": [1, 2], "U": [5, "10 V"]}, sample="list", stop=0.5).run()
    assert done.table[["resistance", "U"]].to_numpy().tolist() == [[1, 5], [2, 10]]
    pendulum = mb.Study(mb.load("double_pendulum"), {"r1[1]": [-0.5, -1.0]}, ["phi1"], stop=0.5).run()
    assert pendulum["phi1"][0] != pendulum["phi1"][1]


@pytest.mark.parametrize("sample", ["random", "lhs", "sobol"])
def test_samples_follow_their_distributions(rlc, sample):
    vary = {"resistance": "normal(2 ohm, 100 mohm)", "inductance": stats.uniform(1, 2), "U": [1, 2, 3, 4]}
    study = mb.Study(rlc, vary, runs=512, sample=sample)
    table = study.design(4).table
    assert np.array_equal(table, study.design(4).table) and not np.array_equal(table, study.design(5).table)
    assert table[:, 0].mean() == pytest.approx(2.0, abs=0.02) and table[:, 0].std() == pytest.approx(0.1, abs=0.015)
    assert table[:, 1].min() >= 1 and table[:, 1].max() <= 3
    counts = np.unique(table[:, 2], return_counts=True)[1]
    assert len(counts) == 4 and (abs(counts - 128) < (40 if sample == "random" else 3)).all()


@pytest.mark.parametrize("text, mean", [
    ("uniform(1, 3)", 2.0), ("loguniform(1, 10)", 9 / np.log(10)), ("lognormal(2, 0.1)", 2 * np.exp(0.005)),
    ("triangular(1, 2, 6)", 3.0), ("exponential(2)", 2.0), ("weibull(2, 1)", np.sqrt(np.pi) / 2),
    ("gamma(2, 1.5)", 3.0),
])  # fmt: skip
def test_distributions_by_text(rlc, text, mean):
    drawn = mb.Study(rlc, {"resistance": text}, runs=2048, sample="sobol").design().table
    assert drawn.mean() == pytest.approx(mean, rel=0.01) and drawn.min() > 0


def test_a_distribution_is_cut_where_it_is_said(rlc):
    with pytest.raises(mb.ModelError, match=r"capacitance: normal\(1, 1\).*0\.16 of them.*truncate"):
        mb.Study(rlc, {"capacitance": "normal(1, 1)"}, runs=10)
    drawn = mb.Study(rlc, {"capacitance": "normal(1, 1)"}, runs=500, truncate=True).design().table
    assert drawn.min() > 0 and 1.1 < drawn.mean() < 1.5
    assert mb.Study(rlc, {"capacitance": "normal(0.1, 0.02)"}, runs=10).design().table.min() > 0


def test_results_travel_and_are_written(rlc, tmp_path):
    done = mb.Study(rlc, {"resistance": "1:2:3"}, {"i": "current"}, stop=0.5).run()
    assert pickle.loads(pickle.dumps(done)).table.equals(done.table)
    done.save(tmp_path / "a.csv")
    lines = (tmp_path / "a.csv").read_text().splitlines()
    assert lines[0] == "run,resistance,i,message,doubts" and float(lines[2].split(",")[2]) == done["i"][1]
    done.save(tmp_path / "a.json")
    done.save(tmp_path / "a.nc")
    import xarray

    with xarray.open_dataset(tmp_path / "a.nc") as read:
        assert np.array_equal(read["i"].to_numpy(), done["i"])
    with pytest.raises(mb.ModelError, match=r"\.csv, \.json, \.parquet, \.nc"):
        done.save(tmp_path / "a.xlsx")
    curves = mb.Study(rlc, {"resistance": [1]}, ["curve(current)"], stop=0.5).run()
    with pytest.raises(mb.MultibondError, match="curves"):
        curves.save(tmp_path / "b.csv")


def test_pictures(rlc):
    vary = {"resistance": [1, 2, 3], "U": [1, 2], "inductance": [1, 3]}
    grid = mb.Study(rlc, vary, ["max(current)", "curve(current)"], stop=1.0).run()
    figure = grid.plot(color="U")
    assert len(figure.axes[0].lines) == 12 and figure.axes[0].get_xlabel() == "time [s]"
    mesh = grid.heat_map(x="U", y="resistance").axes[0].collections[0].get_array()
    assert np.allclose(np.asarray(mesh).reshape(3, 2), grid["max(current)"].reshape(3, 2, 2).mean(axis=2))
    assert len(grid.scatter("U", color="resistance").axes[0].collections[0].get_offsets()) == 12
    assert grid.effects("max(current)")[0][0] == "U"
    assert len(grid.tornado().axes[0].patches) == 6


def test_a_study_shows_its_table(rlc):
    done = mb.Study(rlc, {"resistance": "1:30:30", "U": [5.0]}, ["max(current)"], stop=0.5).run()
    lines = str(done).splitlines()
    assert lines[0] == "rlc: 30 runs, of which the first 20 are shown" and len(lines) == 22
    assert lines[1].split() == ["run", "resistance", "[Ω]", "U", "[V]", "max(current)", "[A]"]
    assert lines[2].split() == ["0", "1", "5", f"{done['max(current)'][0]:.6g}"]
    assert "<td>30" not in done._repr_html_() and "max(current) [A]" in done._repr_html_()


def test_progress_is_told(rlc):
    told = []
    study = mb.Study(rlc, {"resistance": "1:2:50"}, stop=0.1)
    study.run(progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (50, 50) and [done for done, _ in told] == sorted(done for done, _ in told)
