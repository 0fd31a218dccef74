"""The hoist from a file, the notebook in a fresh kernel, and every export read back by a program that is not ours."""

import csv
import json
import sys
from xml.etree import ElementTree

import numpy as np
import pyarrow.parquet
import pytest
import sympy
from PIL import Image
from scipy.integrate import solve_ivp
from scipy.io import loadmat, netcdf_file

import multibond as mb
from examples.running import EXAMPLES, run
from multibond.cli import main


def test_the_hoist_draws_the_current_that_its_load_needs_and_warms_its_winding():
    example = run("hoist")
    result = example.result
    assert result["current"][-1] == pytest.approx(200 * 9.81 * 0.1 / (30 * 0.12), rel=1e-6)

    fine = example.hoist.simulate(points=40001)  # the current settles within milliseconds
    current = fine["current"]

    def rate(t, T):  # of the winding: heat of the current, and what leaves through the case
        return (0.3 * np.interp(t, fine.time, current) ** 2 - (T - 20) / 1.5) / 400

    own = solve_ivp(rate, (0, 20), [20.0], t_eval=result.time, max_step=2e-3, method="RK23", rtol=1e-6).y[0]
    assert np.abs(result["winding"] - own).max() < 1e-3
    assert result.stats.energy_residual < 1e-9
    heat = np.trapezoid(0.3 * current**2, fine.time)
    moved = fine["0.5*mass.p**2/load + 0.5*motor.inertia.p**2/1e-3 + 0.5*elastic.q**2*stiffness + 0.5e-3*current**2"]
    supplied = np.trapezoid(fine["amplifier.e*amplifier.f"], fine.time)
    assert supplied == pytest.approx(heat + 200 * 9.81 * fine["height"][-1] + moved[-1] - moved[0], rel=1e-5)
    assert "below 90 °C up to 250 kg" in example.printed


def test_the_hoist_on_the_command_line(capsys):
    assert main(["simulate", str(EXAMPLES / "hoist.yaml"), "--set", "load=300 kg", "--json"]) == 0
    final = json.loads(capsys.readouterr().out)["final"]
    assert final["current"] == pytest.approx(300 * 9.81 * 0.1 / (30 * 0.12), rel=1e-6)


def test_the_notebook_in_a_fresh_kernel(tmp_path):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    notebook = nbformat.read(EXAMPLES / "loudspeaker.ipynb", as_version=4)
    nbformat.validate(notebook)
    assert not any(cell.get("outputs") for cell in notebook.cells)  # what it shows is made when it runs
    closed_form = """
w, Bl, c, m = 2 * np.pi * frequencies, 7.0, 2000.0, 0.02
exact = 6 + 0.6e-3j * w + Bl**2 / (1.5 + 1j * (w * m - c / w))
print(np.abs(impedance / exact - 1).max())
"""
    notebook.cells.append(nbformat.v4.new_code_cell(closed_form))
    nbclient.NotebookClient(
        notebook, timeout=240, kernel_name="python3", resources={"metadata": {"path": tmp_path}}
    ).execute()
    *shown, checked = [cell.outputs for cell in notebook.cells if cell.cell_type == "code"]
    assert float(checked[0].text) < 1e-9
    assert all(len(outputs) == 1 and outputs[0].output_type == "execute_result" for outputs in shown)
    pages = ["".join(outputs[0].data.get("text/html", "")) for outputs in shown]
    assert sum("<svg" in page for page in pages) == 5  # model, Bode, overlay, result, heat map


@pytest.fixture(scope="module")
def exported(tmp_path_factory):
    folder = tmp_path_factory.mktemp("exports") / "out"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["exports.py", str(folder)])
        return folder, run("exports")


def test_tables_are_the_run_to_the_last_digit(exported):
    folder, example = exported
    result = example.result
    columns = {"position": result["position"]}
    columns |= {f"{name}[{k}]": result[name][:, k] for name in ("freight", "force") for k in range(2)}
    with open(folder / "run.csv", newline="") as text:
        head, *rows = csv.reader(text)
    table = dict(zip(head, np.array(rows, dtype=float).T, strict=True))
    parquet = pyarrow.parquet.read_table(folder / "run.parquet")
    for name, values in columns.items():
        assert np.array_equal(table[name], values)
        assert np.array_equal(parquet[name].to_numpy(), values)
    assert np.array_equal(table["time"], result.time)
    text = json.loads((folder / "run.json").read_text())
    with netcdf_file(folder / "run.nc", mmap=False) as file:
        for name, unit in (("position", "m"), ("freight", "m"), ("force", "N")):
            assert np.array_equal(file.variables[name][:], result[name]) and file.variables[name].units.decode() == unit
            told = text["variables"][name]
            assert np.array_equal(told["values"], result[name]) and told["unit"] == unit
    with open(folder / "power.csv", newline="") as text:
        assert next(csv.reader(text)) == ["time [s]", "rail.v [m/s]", "drive.e*drive.f [W]"]


def test_the_dymola_file_has_the_curves_by_name(exported):
    folder, example = exported
    found = loadmat(folder / "run.mat", chars_as_strings=False)
    names = ["".join(row).rstrip("\x00 ") for row in found["name"].T]
    for name, values in (("position", example.result["position"]), ("freight[1]", example.result["freight"][:, 1])):
        block, column = found["dataInfo"][:2, names.index(name)]
        assert np.allclose(np.sign(column) * found[f"data_{block}"][abs(column) - 1], values, rtol=1e-12, atol=1e-12)


def test_the_text_of_the_model_is_the_model(exported):
    folder, example = exported
    again = mb.load(folder / "crane.yaml").simulate(tolerance=1e-8)
    assert np.abs(again["freight"] - example.result["freight"]).max() < 1e-9


def test_the_equations_move_the_crane_without_us(exported):
    """M q̈ + h = Q in SymPy, made into numbers and integrated by SciPy."""
    _, example = exported
    written = example.crane.equations(form="mechanics")
    assert "2000*(time < 1)" in str(written)
    found = written.sympy()
    values = {"load": 500, "hook.m": 50, "crab.m": 300, "I": 40, "g": 9.81, "rope.r[1]": -6, "sling.r[1]": -2, "R": 200}
    terms = [found["M"], found["Q"] - found["h"]]
    symbols = {x.name: x for term in terms for x in term.free_symbols}
    terms = [term.subs({symbols[name]: value for name, value in values.items()}) for term in terms]
    names = ["upper.phi", "lower.phi", "position"]
    state = [symbols.get(name, sympy.Symbol(name)) for name in (*names, *(f"der({name})" for name in names))]
    numbers = sympy.lambdify([symbols["time"], *state], terms)

    def rates(t, x):
        M, Q = numbers(t, *x)
        return np.concatenate([x[3:], np.linalg.solve(M, Q).ravel()])

    times = example.result.time
    first = solve_ivp(rates, (0, 1), np.zeros(6), rtol=1e-10, atol=1e-12).y[:, -1]  # the push ends after a second
    mine = solve_ivp(rates, (1 + 1e-12, 5), first, t_eval=times[times > 1.001], rtol=1e-10, atol=1e-12).y
    assert np.abs(example.result["position"][times > 1.001] - mine[2]).max() < 1e-5
    assert np.abs(example.result["upper.phi"][times > 1.001] - mine[0]).max() < 1e-5


def test_pictures_and_pages(exported):
    folder, _ = exported
    assert ElementTree.parse(folder / "crane.svg").getroot().tag.endswith("svg")
    assert Image.open(folder / "crane.png").size[0] > 300
    assert (folder / "crane.pdf").read_bytes()[:5] == (folder / "run.pdf").read_bytes()[:5] == b"%PDF-"
    assert "tikzpicture" in (folder / "crane.tex").read_text(encoding="utf-8")
    for page in ("crane.html", "report.html"):
        text = (folder / page).read_text(encoding="utf-8")
        assert 'src="http' not in text and 'href="http' not in text
    loads = pyarrow.parquet.read_table(folder / "loads.parquet").to_pandas()
    assert list(loads["load"]) == [100, 300, 500, 700, 900] and (np.diff(loads["sway"]) != 0).all()


def test_the_linear_crane_in_python_control(exported):
    control = pytest.importorskip("control")
    _, example = exported
    system = example.linear.to_control()
    w = np.array([0.3, 1.0, 4.0])
    own = [
        (example.linear.C @ np.linalg.solve(1j * k * np.eye(6) - example.linear.A, example.linear.B))[0, 0] for k in w
    ]
    answer = control.frequency_response(system, w)
    assert np.allclose(np.ravel(answer.magnitude) * np.exp(1j * np.ravel(answer.phase)), own, rtol=1e-9)
