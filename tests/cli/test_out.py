"""`simulate --out`: the suffix says what is written."""

import csv
import json

import pytest

import multibond as mb
from cli.command_line import refused, run


def test_json_holds_units_and_values(capsys, tmp_path):
    path = tmp_path / "run.json"
    assert run(capsys, "simulate", "rlc", "--out", path, "--points", 3, "--stop", 2).status == 0
    data = json.loads(path.read_text())
    assert data["model"] == "rlc" and data["time"] == [0.0, 1.0, 2.0]
    assert list(data["variables"]) == ["voltage", "current"]
    voltage = data["variables"]["voltage"]
    assert voltage["unit"] == "V" and voltage["values"][0] == 0.0 and len(voltage["values"]) == 3


def test_netcdf_is_read_back(capsys, tmp_path):
    xarray = pytest.importorskip("xarray")
    path = tmp_path / "run.nc"
    assert run(capsys, "simulate", "rlc", "--out", path, "--points", 3, "--stop", 2, "--all").status == 0
    with xarray.open_dataset(path, engine="scipy") as data:
        assert data["capacitor.q"].attrs["units"] == "C"
        assert data["time"].values.tolist() == [0.0, 1.0, 2.0]


@pytest.mark.parametrize("name", ["run.CSV", "run"])
def test_csv_by_any_spelling(capsys, name, tmp_path):
    assert run(capsys, "simulate", "rlc", "--out", tmp_path / name, "--points", 3).status == 0
    assert (tmp_path / name).read_text().startswith("time,voltage,current\n")
    assert [file.name for file in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", ["run.xlsx", "run.csv.gz", "run.pdf"])
def test_other_suffixes_are_refused_before_the_run(capsys, name, tmp_path):
    message = refused(capsys, "simulate", "rlc", "--out", tmp_path / name)
    assert ".csv, .json, .nc" in message
    assert list(tmp_path.iterdir()) == []


def test_all_leaves_out_what_no_equation_holds(capsys, tmp_path):
    """A body that a joint holds declares a free motion of its own, which has no value."""
    path = tmp_path / "run.csv"
    outcome = run(capsys, "simulate", "four_bar", "--out", path, "--all", "--points", 3, "--stop", 0.01)
    assert outcome.status == 0, outcome.err
    header = next(csv.reader(path.open()))
    assert "crank.angle.q" in header and "crank_body.motion.Q[0]" not in header


def test_python_says_why_a_file_cannot_be_written(tmp_path):
    result = mb.load("rlc").simulate(1.0, points=3)
    for path, reason in ((tmp_path, "cannot be written"), ("a\0b", "cannot be written"), (None, "named by its path")):
        with pytest.raises(mb.MultibondError, match=reason):
            result.to_csv(path)


def test_a_file_that_is_write_protected_is_left_as_it_is(tmp_path, monkeypatch):
    """Its folder would let it be replaced all the same."""
    path = tmp_path / "kept.csv"
    path.write_text("kept")
    monkeypatch.setattr("os.access", lambda *_: False)
    with pytest.raises(mb.FileError, match=r"kept\.csv', which is write-protected; choose another name"):
        mb.load("rlc").simulate(0.1).to_csv(path)
    assert path.read_text() == "kept"


def test_a_suffix_in_capitals_is_that_of_a_model_file(tmp_path):
    mb.save(mb.load("rlc"), tmp_path / "RLC.YAML")
    assert mb.load(str(tmp_path / "RLC.YAML")).simulate(0.1).stats.states == ["inductor.p", "capacitor.q"]
