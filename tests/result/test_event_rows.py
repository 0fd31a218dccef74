"""Events as a table: a row for each component to which something happened, in Python and in files; marks in plots."""

import csv

import numpy as np
import pytest

import multibond as mb
from multibond.cli.main import main


def test_diodes_are_told_with_the_energy_in_the_stores():
    result = mb.load("bridge_rectifier").simulate(tolerance=1e-9, points=2001)
    rows = result.event_rows
    assert {row["element"] for row in rows} == {"D1", "D2", "D3", "D4"}
    assert {row["kind"] for row in rows} == {"conducts", "blocks"}
    for row in rows:
        assert row["impulse"] is None and row["energy_before"] == row["energy_after"]
        assert row["energy_after"] == pytest.approx(np.interp(row["time"], result.time, result.energy.stored), abs=1e-3)


def test_an_impact_is_one_row_with_impulse_and_energies():
    result = mb.load("bouncing_ball").simulate(tolerance=1e-9)
    rows = result.event_rows
    assert [row["kind"] for row in rows] == ["strikes"] * len(rows)
    assert all(row["impulse"] > 0 for row in rows)
    lost = sum(row["energy_after"] - row["energy_before"] for row in rows)
    assert lost == pytest.approx(result.energy.jumps[-1], rel=1e-9)


def test_a_condition_that_an_event_ends_is_no_row():
    ball = mb.Model("ball", domain="translational")
    ball.velocity, ball.mass, ball.weight, ball.height = mb.J1(), mb.I(2.0), mb.Se(-19.62), mb.Dq()
    ball.weight >> ball.velocity >> [ball.mass, ball.height]
    ball.start(ball.height.q, 1.0)
    ball.when(ball.height.q < 0, {ball.mass.p: -0.5 * ball.mass.p})
    (row,) = ball.simulate(0.8).event_rows
    assert row["kind"] == "sets mass.p" and row["energy_after"] == pytest.approx(row["energy_before"] / 4)


def test_the_command_line_writes_them(tmp_path, capsys):
    file = tmp_path / "events.csv"
    assert main(["simulate", "coupled_clutches", "--events", str(file)]) == 0
    rows = list(csv.DictReader(file.open()))
    assert len(rows) == len(mb.load("coupled_clutches").simulate().event_rows) > 3
    assert list(rows[0]) == ["time", "element", "kind", "impulse", "energy_before", "energy_after"]
    assert main(["simulate", "coupled_clutches", "--events", str(tmp_path / "no" / "events.csv")]) == 2
    assert "no" in capsys.readouterr().err


def test_plots_mark_them():
    result = mb.load("bridge_rectifier").simulate()
    marked, plain = result.plot("v_load"), result.plot("v_load", events=False)
    assert len(marked.axes[0].collections) == 1 and not plain.axes[0].collections
    (marks,) = marked.axes[0].collections[0].get_paths()
    assert len(marks.vertices) == 2 * len({event.time for event in result.events})
