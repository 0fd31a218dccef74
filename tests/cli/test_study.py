"""`multibond study`: tables printed and written, and wrong input answered by a sentence."""

from __future__ import annotations

import json

import pandas
import pytest

from cli.command_line import run

RANGE = ["--vary", "resistance=1:3:3", "--stop", "0.5"]


def test_a_table_is_printed(capsys):
    done = run(capsys, "study", "rlc", *RANGE, "--observe", "peak=max(current)")
    assert done.status == 0 and done.out.splitlines()[0].split() == ["resistance", "peak"]
    assert len(done.out.splitlines()) == 5


def test_a_table_is_printed_as_json(capsys):
    done = run(capsys, "study", "rlc", *RANGE, "--json", "--observe", "max(current)", "--set", "U=5")
    data = json.loads(done.out)
    assert (
        data["runs"] == 3 and data["columns"]["resistance"] == [1, 2, 3] and len(data["columns"]["max(current)"]) == 3
    )


@pytest.mark.parametrize("suffix, read", [
    ("csv", pandas.read_csv), ("parquet", pandas.read_parquet), ("json", None), ("nc", None),
])  # fmt: skip
def test_a_table_is_written(capsys, tmp_path, suffix, read):
    path = tmp_path / f"study.{suffix}"
    values = ["--vary", "U=1:20:4", "--vary", "resistance~normal(2,0.02)", "--runs", "5", "--sample", "lhs"]
    done = run(capsys, "study", "rlc", *values, "--stop", "0.5", "--out", str(path), "--seed", "3", "--workers", "2")
    assert done.status == 0 and path.exists()
    if read is not None:
        assert len(read(path)) == 5


@pytest.mark.parametrize("words, said", [
    ([], "say what varies"),
    (["--vary", "resistence=1"], "did you mean 'resistance'"),
    (["--vary", "resistance"], "PATH=1:20:40"),
    (["--vary", "resistance=1:3"], "from:to:count"),
    (["--vary", "resistance=3 kg"], "must be compatible with Ω"),
    (["--vary", "resistance~normal(0,1)", "--runs", "5"], "--truncate"),
    (["--vary", "resistance~normal(2,0.1)"], "--runs 1000"),
    (["--vary", "resistance~5"], "takes a distribution"),
    (["--vary", "resistance=1", "--vary", "resistance=2"], "twice"),
    (["--vary", "resistance=1", "--out", "a.xlsx"], ".parquet"),
    (["--vary", "resistance=1", "--observe", "x=max(curent)"], "did you mean 'current'"),
    (["--vary", "resistance=1", "--cluster", "nowhere"], "address of a cluster"),
    (["--vary", "resistance=1", "--workers", "0"], "workers"),
    (["--vary", "resistance=1", "--seed", "-1"], "seed"),
    (["--vary", "resistance=1", "--curve", "x"], "does not know the option '--curve'"),
])  # fmt: skip
def test_wrong_input(capsys, words, said):
    done = run(capsys, "study", "rlc", *words)
    assert done.status == 2 and said in done.err and "Traceback" not in done.err


def test_runs_that_all_fail_are_an_error(capsys, tmp_path):
    path = tmp_path / "m.yaml"
    path.write_text(
        "multibond: 1\nname: growing\nparameters: {k: 2.0}\ncomponents:\n  source: {type: Sf, flow: k*store.q**2}\n"
        "  node: J0\n  store: {type: C, C: 1, q0: 1}\nbonds: [source >> node, node >> store]\noutputs: {q: store.q}\n"
    )
    done = run(capsys, "study", str(path), "--vary", "k=2,3", "--stop", "1")
    assert done.status == 2 and "2 of 2 runs failed" in done.err
    assert run(capsys, "study", str(path), "--vary", "k=0.1,3", "--stop", "1").status == 0
