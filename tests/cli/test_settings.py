"""`--set` means the same in every command that shows or uses values."""

import json

import pytest

import multibond as mb
from cli.command_line import refused, run


@pytest.fixture
def divider(tmp_path):
    """Two storages that depend on each other while nothing lies between them."""
    m = mb.Model("divider", domain="electrical")
    m.R = mb.Parameter(2.0, "ohm")
    m.source, m.loop, m.resistor, m.coil = mb.Se(10), mb.J1(), mb.R("R"), mb.I(1.0)
    m.source >> m.loop >> [m.resistor, m.coil]
    m.output("current", m.coil.f, "A")
    path = tmp_path / "divider.yaml"
    mb.save(m, path)
    return path


def test_report_shows_the_values_that_were_set(capsys, divider):
    plain = run(capsys, "report", divider).out
    outcome = run(capsys, "report", divider, "--set", "R=0.077 kohm")
    assert outcome.status == 0, outcome.err
    assert "77" in outcome.out and "77" not in plain


def test_equations_take_expressions(capsys, divider):
    assert "R*coil.p" in run(capsys, "equations", divider).out
    outcome = run(capsys, "equations", divider, "--set", "resistor.R=3*R")
    assert "3*R*coil.p" in outcome.out, outcome.out + outcome.err


def test_analyse_sees_a_structure_that_changes(capsys, tmp_path):
    m = mb.Model("leak", domain="electrical", n=2)
    m.source, m.loop, m.resistor, m.coil = mb.Se([1, 2]), mb.J1(), mb.R([[1, 0], [0, 1]]), mb.I([[1, 0], [0, 1]])
    m.source >> m.loop >> [m.resistor, m.coil]
    mb.save(m, tmp_path / "leak.json")
    before = json.loads(run(capsys, "analyse", tmp_path / "leak.json", "--json").out)
    outcome = run(capsys, "analyse", tmp_path / "leak.json", "--json", "--set", "coil.I=[[1,0.5],[0.5,1]]")
    assert before["linear_systems"] == [] and json.loads(outcome.out)["linear_systems"] == [1]


def test_animate_runs_with_what_was_set(capsys, tmp_path):
    path = tmp_path / "page.html"
    outcome = run(capsys, "animate", "planar_slider_crank", "--stop", 0.1, "-o", path, "--set", "world.g=1.625")
    if "bundle" in outcome.err or "npm" in outcome.err:
        pytest.skip(outcome.err)
    assert outcome.status == 0, outcome.err
    earth = tmp_path / "earth.html"
    assert run(capsys, "animate", "planar_slider_crank", "--stop", 0.1, "-o", earth).status == 0
    assert path.read_text() != earth.read_text()


@pytest.mark.parametrize("command", ["simulate", "analyse", "report", "equations", "animate"])
def test_wrong_settings_are_refused_alike(capsys, command, tmp_path):
    rest = ("-o", tmp_path / "page.html") if command == "animate" else ()
    assert "did you mean 'resistor.R'" in refused(capsys, command, "rlc", *rest, "--set", "resistor.r=3")
    assert "PATH=VALUE" in refused(capsys, command, "rlc", *rest, "--set", "resistor")
    assert "finite" in refused(capsys, command, "rlc", *rest, "--set", "resistor.R=nan")
    assert "compatible with Ω" in refused(capsys, command, "rlc", *rest, "--set", "resistor.R=3 V")
    assert not (tmp_path / "page.html").exists()


def test_former_names_are_told_in_one_line(capsys, tmp_path):
    file = tmp_path / "old.yaml"
    file.write_text(
        "multibond: 1\ncomponents:\n  world: planar.World\n  body: {type: planar.Body, m: 2, J: 0.5}\n"
        "  push: {type: planar.FrameForce, force: [1, 0]}\njoins:\n- [body.a, push.b]\n"
    )
    outcome = run(capsys, "simulate", file, "--stop", 0.1, "--set", "body.J=0.7", "--json")
    assert outcome.status == 0 and outcome.out.startswith("{")
    assert outcome.err.splitlines() == [
        "multibond: 'J' of Body is called 'I' now; the old name goes with the next release",
        "multibond: 'planar.FrameForce' in model files is called 'planar.BodyForce' now; the old name goes with the "
        "next release",
        "multibond: 'body.J' is called 'body.I' now; the old name goes with the next release",
    ]
