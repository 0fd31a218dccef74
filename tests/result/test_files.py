"""Results as files: what is written is read back, whole or not at all."""

from __future__ import annotations

import csv
import json

import numpy as np
import pytest

import multibond as mb
from multibond.cli import main


@pytest.fixture(scope="module")
def result():
    model = mb.load("free_body_planar")
    found = model.simulate(0.5, points=11)
    return found


@pytest.fixture(scope="module")
def names(result):
    vector = next(name for name in result.names if result[name].shape == (11, 2) and result.unit(name) == "m")
    return [*result.outputs[:1], vector, f"2*{vector}[0]"]


def expected(result, names):
    found = {}
    for name in names:
        values = result[name]
        if values.ndim == 1:
            found[name] = values
        else:
            found.update({f"{name}[{k}]": values[:, k] for k in range(values.shape[1])})
    return found


def test_csv_with_and_without_units(result, names, tmp_path):
    for units in (False, True):
        result.save(tmp_path / "run.csv", names, units=units)
        rows = list(csv.reader((tmp_path / "run.csv").open(encoding="utf-8")))
        wanted = expected(result, names)
        assert rows[0][0] == ("time [s]" if units else "time")
        assert len(rows[0]) == len(wanted) + 1
        assert (f"{names[1]}[0] [m]" in rows[0]) is units
        table = np.array(rows[1:], dtype=float)
        assert np.array_equal(table[:, 0], result.time) and np.array_equal(table[:, 1:].T, list(wanted.values()))


def test_parquet_keeps_numbers_units_and_descriptions(result, names, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    result.save(tmp_path / "run.parquet", names)
    table = parquet.read_table(tmp_path / "run.parquet")
    for name, values in {"time": result.time, **expected(result, names)}.items():
        assert np.array_equal(table[name].to_numpy(), values)
    assert table.schema.field(f"{names[1]}[0]").metadata[b"unit"] == b"m"
    assert table.schema.metadata[b"model"] == b"free_body_planar"


def test_netcdf_and_json_are_read_back(result, names, tmp_path):
    xarray = pytest.importorskip("xarray")
    result.save(tmp_path / "run.nc", names[:2])
    with xarray.open_dataset(tmp_path / "run.nc", engine="scipy") as data:
        assert np.array_equal(data[names[1]].values, result[names[1]]) and data[names[1]].attrs["units"] == "m"
    result.save(tmp_path / "run.json", names)
    data = json.loads((tmp_path / "run.json").read_text(encoding="utf-8"))
    assert np.array_equal(data["variables"][names[1]]["values"], result[names[1]])


def letters(matrix):
    return ["".join(row).rstrip() for row in matrix]


def test_mat_has_the_layout_of_dymola(result, names, tmp_path):
    """Read as DyMat does: names in columns, time first, each variable by its place in data_2."""
    from scipy.io import loadmat

    result.save(tmp_path / "run.mat", names)
    data = loadmat(tmp_path / "run.mat", chars_as_strings=False)
    assert letters(data["Aclass"]) == ["Atrajectory", "1.1", "", "binTrans"]
    found, about, info = letters(data["name"].T), letters(data["description"].T), data["dataInfo"]
    wanted = expected(result, names)
    assert found == ["time", *wanted] and info.shape == (4, len(found))
    assert np.array_equal(data["data_2"][0], result.time)
    assert data["data_1"].tolist() == [[result.time[0], result.time[-1]]]
    for k, name in enumerate(found[1:], start=1):
        block, place = info[0, k], info[1, k]
        assert np.array_equal(data[f"data_{block}"][abs(place) - 1] * np.sign(place), wanted[name])
    assert about[0] == "Time in [s]" and about[found.index(f"{names[1]}[0]")].endswith("[m]")


@pytest.mark.parametrize("ending", ["csv", "json", "nc", "parquet", "mat"])
def test_the_command_line_writes_the_same(ending, tmp_path, capsys):
    target = tmp_path / f"run.{ending}"
    given = ["simulate", "rlc", "--stop", "1", "--points", "5", "--out"]
    assert main([*given, str(target)]) == 0
    again = tmp_path / f"other.{ending}"
    mb.load("rlc").simulate(1.0, points=5).save(again)
    if ending != "nc":  # which notes nothing but the data either, but pads
        assert target.read_bytes()[124:] == again.read_bytes()[124:]
    assert main([*given, str(tmp_path / "run.txt")]) == 2
    assert ".csv, .json, .nc, .parquet, .mat" in capsys.readouterr().err
    assert main([*given[:-1], "--units"]) == 2


def test_nothing_half_written_is_left(result, tmp_path, monkeypatch):
    target = tmp_path / "run.mat"
    target.write_text("before")

    def fails(file, *_, **__):
        file.write_bytes(b"half")
        raise OSError("the disk is full")

    monkeypatch.setattr("scipy.io.savemat", fails)
    with pytest.raises(mb.FileError, match="the disk is full"):
        result.save(target)
    assert target.read_text() == "before" and [path.name for path in tmp_path.iterdir()] == ["run.mat"]
    with pytest.raises(mb.ModelError, match="written as"):
        result.save(tmp_path / "run.xlsx")
    with pytest.raises(mb.FileError, match="named by its path"):
        result.save(3)
    with pytest.raises(mb.NameNotFound, match="there is no variable"):
        result.save(tmp_path / "run.csv", ["nothing.x"])
    assert [path.name for path in tmp_path.iterdir()] == ["run.mat"]


def test_more_variables_than_fit_in_one_file_are_refused(tmp_path):
    result = mb.load("rlc").simulate(1.0, points=3)
    name = result.outputs[0]
    with pytest.raises(mb.ModelError, match=r"50,001 variables are more than the 50,000 .* name those that are wanted"):
        result.to_csv(tmp_path / "run.csv", [name] * 50_001)
    assert not list(tmp_path.iterdir())
