"""Wrong input: exit status 2, a short message with the way out, never a traceback, nothing written or lost."""

import os
import subprocess
import sys

import pytest

import multibond as mb
from cli.command_line import refused, run
from multibond.cli import main

WRONG = [
    (["simulat", "rlc"], "did you mean 'simulate'"),
    (["simulate"], "MODEL"),
    (["simulate", "rlx"], "did you mean 'rlc'"),
    (["simulate", "rlc", "--sotp", "3"], "did you mean '--stop'"),
    (["simulate", "rlc", "more"], "'more'"),
    (["simulate", "rlc", "--stop"], "--stop"),
    (["simulate", "rlc", "--stop", "soon"], "a number is expected"),
    (["simulate", "rlc", "--stop", "inf"], "finite"),
    (["simulate", "rlc", "--stop", "-1"], "stop time"),
    (["simulate", "rlc", "--points", "1"], "points"),
    (["simulate", "rlc", "--points", "2.5"], "whole number"),
    (["simulate", "rlc", "--tolerance", "7"], "tolerance"),
    (["simulate", "rlc", "--tolerance", "-1e-6"], "between 0 and 1, not -1e-06"),
    (["simulate", "rlc", "--step", "0.1"], "auto chooses its own; leave it out"),
    (["simulate", "rlc", "--solver", "bfd"], "did you mean 'bdf'"),
    (["simulate", "rlc", "--method", "redused"], "did you mean 'reduced'"),
    (["simulate", "rlc", "--bonds", "tensor"], "vector"),
    (["simulate", "rlc", "--set", "resistor"], "PATH=VALUE"),
    (["simulate", "rlc", "--set", "resistor.r=3"], "did you mean 'resistor.R'"),
    (["simulate", "rlc", "--set", "resistor.R=3 V"], "resistor.R"),
    (["simulate", "rlc", "--set", "resistor.R=nan"], "finite"),
    (["studio", "rlc", "--port", "abc"], "--port: a number is expected, not 'abc'"),
    (["study", "rlc", "--vary", "resistance=1:2:3", "--seed", "x"], "--seed: a number is expected, not 'x'"),
    (["simulate", "rlc", "--set", "resistor.R=1/0"], "resistor.R: '1 / 0' has no finite value, for it divides by zero"),
    (["simulate", "rlc", "--set", "resistor.R=[1, two]"], "must hold numbers"),
    (["simulate", "rlc", "--set", "resistor.R=__import__('os')"], "resistor.R"),
    (["simulate", "rlc", "--set", "resistor.R=1", "--set", "resistor.R=2"], "twice"),
    (["simulate", "rlc", "--all"], "--out"),
    (["simulate", "missing.yaml"], "missing.yaml"),
    (["simulate", "missing.py:Model"], "missing.py"),
    (["simulate", "model.txt"], "model.txt"),
    (["simulate", ""], ""),
    (["bank", "rlc"], "'rlc'"),
    (["draw", "rlc", "--open", "resistance"], "resistor"),
    (["draw", "rlc", "--open", "resistor"], "nothing inside"),
    (["draw", "rlc", "-o", "graph.doc"], "svg"),
    (["report", "rlc", "--format", "word"], "markdown"),
    (["equations", "rlc", "--format", "latx"], "did you mean 'latex'"),
    (["equations", "rlc", "--pass", "aliases"], "did you mean 'alias'"),
    (["equations", "rlc", "--pass", "alias", "--format", "latex"], "--pass"),
    (["animate", "rlc"], "--output"),
    (["animate", "rlc", "-o", "a.html", "--at", "1"], "'a.html' is a page, for which 'at' says nothing; choose in"),
    (["animate", "rlc", "-o", "a.html", "--rate", "30", "--dark"], "a page, for which 'rate', 'dark' says nothing"),
    (["animate", "rlc", "-o", "a.gif", "--at", "1"], "a film, for which 'at' says nothing; leave it out"),
    (["animate", "rlc", "-o", "a.png", "--seconds", "2"], "a picture, for which 'seconds' says nothing"),
    (["simulate", "rlc", "--solver", "bdf", "--solver=rk4"], "--solver is given twice, and only one value can hold"),
    (["simulate", "rlc", "--out", "a.csv", "--out", "b.csv"], "--out is given twice"),
    (["draw", "rlc", "--names", "--no-names"], "--names and --no-names say the same or its contrary; keep one"),
    (["report", "rlc", "-o", "a.md", "--output", "b.md"], "-o and --output say the same"),
    (["draw", "double_pendulum", "--flat", "--open", "hinge1"], "hinge1: all that is inside is drawn at once (flat)"),
    (["equations", "rlc", "-o", "a.pdf"], "written as text, latex, not as '.pdf'; set LaTeX"),
    (["equations", "rlc", "-o", "a.tex"], "'a.tex' promises latex, but the format is text; add --format latex"),
    (["simulate", "rlc", "--tol", "1e-6"], "did you mean '--tolerance'?"),
    (["compare", "rlc"], "did you mean 'compare-methods'?"),
    (["simulate", "rlc", "--format", "json"], "did you mean '--json'?"),
    (["report", "rlc", "--json"], "did you mean '--format json'?"),
    (["simulate", "rlc", "dc_motor"], "the argument 'dc_motor'; it takes MODEL, and values behind their options"),
    (["simulate", "rlc", "--stop", "3 ms"], "not '3 ms'; write the number alone, in the unit that the help says"),
    (["simulate", "rlc", "--stop", "3,5"], "not '3,5'; decimals have a point: 3.5"),
]


@pytest.mark.parametrize("arguments, hint", WRONG, ids=[" ".join(a) or "empty" for a, _ in WRONG])
def test_wrong_arguments(capsys, arguments, hint, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert hint in refused(capsys, *arguments)
    assert list(tmp_path.iterdir()) == []


def test_a_name_without_the_ending_of_its_file(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "pump.yaml").write_text("multibond: 1\n")
    assert "no model 'pump' in the bank; the file here is called 'pump.yaml'" in refused(capsys, "simulate", "pump")


def test_remedies_of_the_command_line_are_options(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(
        "multibond: 1\nname: a\ncomponents: {s: {type: Se, effort: 1}, j: J1, c: C, r: R}\n"
        "bonds: [s >> j >> c, j >> r]\n"
    )
    assert "(--output coil.f)" in refused(capsys, "compare-methods", "a.yaml", "--json")
    assert '(--observe "peak=max(coil.f)")' in refused(capsys, "study", "a.yaml", "--vary", "r.R=1,2")
    assert "(multibond plot)" in refused(capsys, "animate", "a.yaml", "-o", "a.html")


@pytest.mark.parametrize("command", [
    ["simulate", "rlc", "--out"], ["draw", "rlc", "-o"], ["report", "rlc", "-o"], ["equations", "rlc", "-o"],
    ["animate", "rlc", "-o"],
])  # fmt: skip
def test_output_that_cannot_be_written(capsys, command, tmp_path):
    assert "no folder" in refused(capsys, *command, tmp_path / "nowhere" / "file.svg")
    assert "too long" in refused(capsys, *command, tmp_path / f"{'x' * 300}.svg")
    assert "no name" in refused(capsys, *command, "")
    assert "no name" in refused(capsys, *command, "a\0.svg")
    (tmp_path / "folder.svg").mkdir()
    assert "folder" in refused(capsys, *command, tmp_path / "folder.svg")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser may write everywhere")
def test_output_without_permission(capsys, tmp_path):
    tmp_path.chmod(0o500)
    assert "permission" in refused(capsys, "simulate", "rlc", "--out", tmp_path / "run.csv")


@pytest.fixture
def text():
    """The text of a sound model file."""
    from multibond.model.file import dumps

    return dumps(mb.load("rlc"))


@pytest.mark.parametrize("command", ["simulate", "analyse", "report", "equations", "draw"])
def test_truncated_files(capsys, command, text, tmp_path):
    path = tmp_path / "model.yaml"
    for part in (0.2, 0.5, 0.8):
        path.write_text(text[: int(part * len(text))])
        outcome = run(capsys, command, path)
        assert outcome.status == 2, part
        assert outcome.err.startswith("multibond: ") and "unexpected" not in outcome.err
        assert len(outcome.err.strip().splitlines()) <= 4


@pytest.mark.parametrize(
    "content", [b"", b"\x00\xff\xfe", b"[1, 2", b"{}", b"a: &a [*a]", b"!!python/object:os.system {}"]
)
def test_files_that_are_no_models(capsys, content, tmp_path):
    path = tmp_path / "model.yaml"
    path.write_bytes(content)
    refused(capsys, "simulate", path)


@pytest.mark.parametrize("code, hint", [
    ("def build(:", "line 1"),
    ("import nothing_of_this_name", "ModuleNotFoundError"),
    ("x = 1 / 0", "line 1"),
    ("def build():\n    return 3", "not a model"),
    ("def build(size):\n    pass", "size"),
    ("class Build: pass\nimport sys; sys.exit(0)", "SystemExit"),
    ("def bild(): pass", "did you mean 'bild'"),
    ("import multibond as mb\ndef build():\n    return mb.Model('m', cheese=3)", "cheese"),
])  # fmt: skip
def test_python_files_that_fail(capsys, code, hint, tmp_path):
    path = tmp_path / "model.py"
    path.write_text(code)
    assert hint in refused(capsys, "simulate", f"{path}:build")


def test_a_python_file_without_a_name_is_not_executed(capsys, tmp_path):
    path = tmp_path / "model.py"
    path.write_text(f"open({str(tmp_path / 'executed')!r}, 'w')\ndef build(): pass\n")
    assert "model.py:build" in refused(capsys, "simulate", path)
    assert not (tmp_path / "executed").exists()


def test_conflicts_name_the_elements(capsys, tmp_path):
    m = mb.Model("conflict", domain="electrical")
    m.first, m.second, m.node = mb.Se(1), mb.Se(2), mb.J0()
    m.first >> m.node
    m.second >> m.node
    mb.save(m, tmp_path / "conflict.yaml")
    message = refused(capsys, "analyse", tmp_path / "conflict.yaml")
    assert "first" in message and "second" in message


def test_a_failed_run_keeps_what_was_computed(capsys, tmp_path):
    m = mb.Model("failing")
    m.source, m.node, m.store = mb.Sf(-1), mb.J0(), mb.C(law="sqrt(q)", q0=1.0)
    m.resistor = mb.G(1e-3)
    m.source >> m.node >> [m.store, m.resistor]
    mb.save(m, tmp_path / "failing.yaml")
    outcome = run(capsys, "simulate", tmp_path / "failing.yaml", "--out", tmp_path / "run.csv", "--stop", 5)
    assert outcome.status == 2 and outcome.out == ""
    assert "run.csv" in outcome.err and "Traceback" not in outcome.err
    assert 10 < len((tmp_path / "run.csv").read_text().splitlines()) < 502


def test_debug_shows_the_traceback(tmp_path):
    with pytest.raises(mb.NameNotFound):
        main(["simulate", "rlx", "--debug"])
    found = subprocess.run(
        [sys.executable, "-m", "multibond.cli", "--debug", "bank", "--jsn"], capture_output=True, text=True
    )
    assert found.returncode != 0 and "Traceback" in found.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes here")
def test_a_pipe_is_written_to(capsys, tmp_path):
    """Results are put in the place of an older file; a pipe or a device must stay what it is."""
    pipe = tmp_path / "run.csv"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    assert run(capsys, "simulate", "rlc", "--points", 3, "--out", pipe).status == 0
    assert os.read(reader, 100).startswith(b"time,voltage") and pipe.is_fifo()
    os.close(reader)


def test_messages_stay_short(capsys):
    message = refused(capsys, "simulate", "x" * 5000)
    assert len(message) < 2200


@pytest.mark.parametrize("option", [["simulate", "rlc", "--out"], ["report", "rlc", "-o"], ["draw", "rlc", "-o"]])
def test_a_dash_is_no_file(capsys, option, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "name one" in refused(capsys, *option, "-")
    assert list(tmp_path.iterdir()) == []


def test_an_empty_list_is_no_value(capsys):
    assert "must hold numbers" in refused(capsys, "simulate", "rlc", "--set", "resistor.R=[]")


@pytest.mark.parametrize("command", ["report", "animate", "equations", "draw", "simulate"])
@pytest.mark.parametrize("name", ["model.yaml", "model.json", "build.py"])
def test_no_output_ever_replaces_a_model(capsys, tmp_path, command, name):
    from multibond.model.file import dumps

    path = tmp_path / name
    text = "# how the model is made\n" if name.endswith("py") else dumps(mb.load("planar_pendulum"), path.suffix[1:])
    path.write_text(text)
    model = "planar_pendulum" if name.endswith("py") else str(path)
    said = refused(capsys, command, model, "--out" if command == "simulate" else "-o", str(path))
    assert path.read_text() == text and list(tmp_path.iterdir()) == [path]
    assert "never replace" in said


@pytest.mark.parametrize("option, link", [
    ("report rlc -o", "a.md"), ("equations rlc -o", "a.txt"), ("simulate rlc --out", "a.csv"),
    ("simulate rlc --events", "a.csv"), ("simulate rlc --out", "a.json"), ("draw rlc -o", "a.svg"),
    ("draw rlc -o", "a.png"),
    ("plot rlc -o", "a.svg"), ("compare-methods rlc -o", "a.svg"), ("study rlc --vary resistor.R=1,2 --out", "a.csv"),
    ("animate four_bar -o", "a.html"), ("animate four_bar -o", "a.png"),
])  # fmt: skip
@pytest.mark.parametrize("name", ["model.yaml", "model.json"])
def test_no_output_replaces_a_model_that_a_link_leads_to(capsys, tmp_path, option, link, name):
    from multibond.model.file import dumps

    path = tmp_path / name
    path.write_text(dumps(mb.load("rlc"), path.suffix[1:]))
    text = path.read_text()
    (tmp_path / "between").symlink_to(path)
    (tmp_path / link).symlink_to(tmp_path / "between")
    said = refused(capsys, *option.split(), str(tmp_path / link))
    assert "never replace" in said
    assert path.read_text() == text and len(list(tmp_path.iterdir())) == 3


@pytest.mark.parametrize("write", [
    lambda result, path: result.to_csv(path),
    lambda result, path: result.plot().savefig(path.with_suffix(".svg")),
    lambda result, path: mb.load("rlc").draw().save(path.with_suffix(".svg")),
])  # fmt: skip
def test_python_writes_over_no_model_either(tmp_path, write):
    result = mb.load("rlc").simulate(1.0, points=3)
    path = tmp_path / "model.yaml"
    path.write_text("multibond: 1\n")
    for link in ("a.csv", "a.svg"):
        (tmp_path / link).symlink_to(path)
    with pytest.raises(mb.MultibondError, match="never replace"):
        write(result, tmp_path / "a.csv")
    assert path.read_text() == "multibond: 1\n"


@pytest.mark.parametrize("key", ['"multibond"', '"\\u006dultibond"'])
def test_a_model_is_known_wherever_its_version_stands(capsys, tmp_path, key):
    path = tmp_path / "model.json"
    path.write_text(f'{{"description": "{"long " * 2000}", {key}: 1}}')
    assert "never replace" in refused(capsys, "simulate", "rlc", "--out", str(path))
    path.write_text('{"variables": {"multibond": 1}}')
    assert run(capsys, "simulate", "rlc", "--out", path, "--points", 3).status == 0


def test_a_folder_is_no_output(capsys, tmp_path):
    assert "is a folder; name a file in it" in refused(capsys, "simulate", "rlc", "--out", f"{tmp_path}/")
    assert "is a folder; name a file in it" in refused(capsys, "report", "rlc", "-o", f"{tmp_path}/new/")
    assert list(tmp_path.iterdir()) == []


def test_a_writer_that_fails_leaves_nothing(tmp_path, monkeypatch):
    result = mb.load("rlc").simulate(0.1)
    target = tmp_path / "run.nc"
    target.write_text("older")
    monkeypatch.setattr("xarray.Dataset.to_netcdf", lambda *_, **__: (_ for _ in ()).throw(OSError(28, "disk full")))
    with pytest.raises(mb.MultibondError, match="disk full"):
        from multibond.result.export import to_netcdf

        to_netcdf(result, target, None)
    assert target.read_text() == "older" and list(tmp_path.iterdir()) == [target]


def test_a_folder_of_kernels_that_others_may_write_is_told_on_the_command_line(tmp_path):
    tmp_path.chmod(0o777)
    done = subprocess.run(
        [sys.executable, "-m", "multibond.cli", "simulate", "rlc", "--stop", "1"],
        capture_output=True, text=True, env={**os.environ, "MULTIBOND_CACHE": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 0 and done.stderr.count("others may write it; make it yours alone") == 1
    assert not list(tmp_path.iterdir())
