"""The benchmarks run: their models compile and are right, their tables print. No times are judged here."""

from __future__ import annotations

import importlib
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def package(monkeypatch):
    """The folder `benchmarks` is no part of the package; it is found from the top of the repository."""
    monkeypatch.syspath_prepend(str(ROOT))
    for name in [name for name in sys.modules if name.split(".")[0] == "benchmarks"]:
        monkeypatch.delitem(sys.modules, name)


def load(name: str):
    """A module of the benchmarks."""
    return importlib.import_module(f"benchmarks.{name}")


def test_every_table_has_a_file_with_a_table():
    for name in load("__main__").TABLES:
        assert callable(load(name).table), name


def test_tables_print_and_judge():
    measure = load("measure")
    page = measure.Table("Title", ("what", "ms"), notes=["a note"])
    page.add("one", 1.23456)
    page.judge("ratio", 3.0, 2.0)
    page.judge("factor", 3.0, 2.0, most=False)
    assert "one   1.23" in page.text()
    assert page.verdicts == ["MISSED: ratio 3 (target ≤ 2)", "met: factor 3 (target ≥ 2)"]
    assert "| one | 1.23 |" in page.markdown()
    assert measure.peer("no_such_program", page) is None
    assert "no_such_program is not installed" in page.notes[-1]


def test_loosest_setting_is_the_first_from_which_all_are_good():
    errors = {1e-1: 1.0, 1e-2: 1e-6, 1e-3: 1.0, 1e-4: 1e-6, 1e-5: 1e-7}
    assert load("measure").loosest(errors.__getitem__, list(errors)) == 1e-4


def test_the_pendulum_of_the_bond_graph_is_the_one_by_hand():
    peers, models = load("pendulum_peers"), load("models")
    result = models.double_pendulum().simulate(1.0, tolerance=1e-9)
    by_hand = peers.solve_ivp(peers.slope, (0, 1), np.zeros(4), "DOP853", rtol=1e-11, atol=1e-11).y[:, -1]
    assert [result["phi1"][-1], result["phi2"][-1]] == pytest.approx(by_hand[:2], abs=1e-7)


@pytest.mark.skipif(shutil.which("gcc") is None, reason="needs gcc")
def test_the_pendulum_in_c_is_the_same(tmp_path):
    hand = load("hand_written").HandWritten(str(tmp_path))
    peers = load("pendulum_peers")
    by_hand = peers.solve_ivp(peers.slope, (0, 10), np.zeros(4), "DOP853", rtol=1e-12, atol=1e-12).y[:, -1]
    assert hand.dop853()[:2] == pytest.approx(by_hand[:2], abs=1e-3)


def test_the_mass_chain_is_the_one_by_hand():
    chain, models = load("mass_chain"), load("models")
    result = models.mass_chain(5).simulate(2.0, tolerance=1e-9)
    by_hand = chain.solve_ivp(chain._slope, (0, 2), np.zeros(10), "DOP853", rtol=1e-11, atol=1e-11).y[:, -1]
    assert result["end"][-1] == pytest.approx(-by_hand[4], abs=1e-8)


def test_the_closed_loops_are_those_by_hand():
    mechanisms = load("mechanisms")
    slider = mechanisms.slider_crank().simulate(mechanisms.STOP, tolerance=1e-7, points=2)
    assert slider["phi"][-1] == pytest.approx(mechanisms.slider_crank_reference(), abs=1e-4)
    bars = mechanisms.four_bar().simulate(mechanisms.STOP, tolerance=1e-8, points=2)
    assert bars["phi"][-1] == pytest.approx(mechanisms.four_bar_reference(), abs=1e-4)


def test_the_rod_chain_has_an_operation_count():
    code, rods = load("machine_code"), load("rod_chain")
    program, p, start, order = rods._ours(3)
    assert code.operations(program) > 100
    assert np.all(np.isfinite(program.derivative(0.0, start, p)[order]))
