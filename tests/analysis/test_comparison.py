"""Methods side by side: the table, its numbers, the picture and the command."""

import json

import numpy as np
import pytest

import multibond as mb
from multibond.cli.main import main


@pytest.fixture(scope="module")
def pendulum():
    return mb.load("boudon_pendulum")


@pytest.fixture(scope="module")
def compared(pendulum):
    return pendulum.compare_methods(1.0, points=21, repeat=1)


def test_all_methods_stand_in_the_table(compared):
    assert [row.method for row in compared.rows] == ["minimal", "reduced", "zcp", "lagrange", "parasitic"]
    assert compared.reference == "minimal" and compared.output == "w" and compared.unit == "rad/s"
    assert [row.states for row in compared.rows] == [2, 2, 7, 12, 17]
    assert [row.multipliers for row in compared.rows] == [0, 0, 0, 5, 0]
    assert [row.index for row in compared.rows] == [0, 0, 1, 2, 0]
    assert compared.rows[0].error == 0.0 and compared.rows[0].relative_time == 1.0
    assert 1e-12 < compared.rows[4].error < 1e-3
    text = str(compared)
    assert all(word in text for word in ("multipliers", "relative", "parasitic", "error of w [rad/s]"))


def test_the_differences_are_drawn(compared, tmp_path):
    assert set(compared.differences) == {"reduced", "zcp", "lagrange", "parasitic"}
    assert np.abs(compared.differences["parasitic"]).max() == pytest.approx(compared.rows[4].error)
    figure = compared.plot()
    assert [line.get_label() for line in figure.axes[0].lines] == list(compared.differences)
    figure.savefig(tmp_path / "differences.png")
    assert (tmp_path / "differences.png").stat().st_size > 5000


def test_scalar_bonds_stand_beside_vector_bonds(pendulum):
    found = pendulum.compare_methods(
        0.5, methods=["minimal", "lagrange"], bonds=["vector", "scalar"], points=6, repeat=1
    )
    assert [(row.method, row.bonds, row.states) for row in found.rows] == [
        ("minimal", "vector", 2), ("lagrange", "vector", 12), ("minimal", "scalar", 2), ("lagrange", "scalar", 12),
    ]  # fmt: skip
    assert all(row.error < 1e-5 for row in found.rows)


def test_a_method_that_cannot_says_why():
    found = mb.load("cartesian_pendulum").compare_methods(0.2, methods=["minimal", "zcp"], points=5, repeat=1)
    assert found.reference == "reduced"
    assert "have to bear" in found.rows[0].refused and found.rows[1].error < 1e-4
    assert "minimal (vector bonds): force" in str(found)


@pytest.mark.parametrize(
    "options",
    [{"methods": ["lagrang"]}, {"bonds": ["wide"]}, {"repeat": 0}, {"output": 3}, {"output": "nothing.there"}],
)
def test_wrong_comparisons_are_refused(pendulum, options):
    with pytest.raises(mb.MultibondError):
        pendulum.compare_methods(0.1, points=3, **{"methods": ["reduced"], **options})


def test_the_command_prints_json(capsys, tmp_path):
    picture = tmp_path / "difference.svg"
    call = ["compare-methods", "boudon_pendulum", "--methods", "minimal,zcp", "--stop", "0.5", "--points", "6"]
    assert main([*call, "--repeat", "1", "--json", "-o", str(picture)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [row["method"] for row in found["methods"]] == ["minimal", "zcp"]
    assert found["methods"][1]["index"] == 1 and picture.read_text().count("<path") > 5


def test_the_command_refuses_in_a_sentence(capsys):
    assert main(["compare-methods", "boudon_pendulum", "--methods", "fast"]) == 2
    assert "there is no method 'fast'" in capsys.readouterr().err
