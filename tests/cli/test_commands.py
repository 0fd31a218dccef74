"""Every command on models of the bank, on a file and on Python code, as the public contract says."""

import csv
import io
import json
import subprocess
import sys

import pytest

import multibond as mb
from cli.command_line import run
from multibond.bank import names
from multibond.equations.pass_text import PASSES

SUMMARY_KEYS = {
    "model", "method", "bonds", "solver", "tolerance", "stop", "states", "steps", "rhs_evaluations",
    "jacobian_evaluations", "nonlinear_systems", "linear_systems", "events", "compile_seconds", "simulate_seconds",
    "constraints", "redundant", "multipliers", "index", "break_variables",
    "energy_residual", "constraint_residual", "final", "doubts",
}  # fmt: skip

PYTHON_MODEL = '''
import multibond as mb

class Circuit(mb.Model):
    """A resistor at a voltage."""

    def build(self):
        self.source, self.loop, self.resistor = mb.Se(10), mb.J1(), mb.R(2)
        self.source >> self.loop >> self.resistor
        self.output("current", self.resistor.f, "A")

def circuit():
    return Circuit(title="from_a_function")

ready = Circuit(title="ready")
'''


@pytest.fixture
def model_file(tmp_path):
    """A model file written on the fly: a capacitor that charges through a resistor."""
    m = mb.Model("charging", domain="electrical")
    m.source, m.loop, m.resistor, m.capacitor = mb.Se(10), mb.J1(), mb.R(2), mb.C(0.5)
    m.source >> m.loop >> [m.resistor, m.capacitor]
    m.output("voltage", m.capacitor.e, "V")
    path = tmp_path / "charging.yaml"
    mb.save(m, path)
    return path


@pytest.fixture
def python_file(tmp_path):
    path = tmp_path / "circuit.py"
    path.write_text(PYTHON_MODEL)
    return path


def test_bank_lists_every_model(capsys):
    outcome = run(capsys, "bank")
    assert outcome.status == 0
    assert all(name in outcome.out for name in names())


def test_bank_as_json(capsys):
    rows = json.loads(run(capsys, "bank", "--json").out)
    assert {row["name"] for row in rows} == set(names())
    assert all(set(row) == {"name", "description", "library", "outputs"} for row in rows)
    assert all(row["description"] and "\n" not in row["description"] for row in rows)
    assert next(row for row in rows if row["name"] == "rlc")["outputs"] == ["voltage", "current"]


def test_simulate_sums_up_the_run_and_its_energy(capsys):
    outcome = run(capsys, "simulate", "rlc")
    assert outcome.status == 0 and outcome.err == ""
    for word in ("rlc", "states", "delivered", "dissipated", "stored", "closure", "voltage", "V"):
        assert word in outcome.out


def test_simulate_as_json_has_exactly_the_keys_of_the_contract(capsys):
    outcome = run(capsys, "simulate", "rlc", "--json", "--stop", "2", "--tolerance", "1e-8")
    summary = json.loads(outcome.out)
    assert set(summary) == SUMMARY_KEYS
    assert summary["stop"] == 2.0 and summary["tolerance"] == 1e-8
    assert summary["states"] == ["inductor.p", "capacitor.q"]
    assert set(summary["final"]) == {"voltage", "current"}
    assert summary["energy_residual"] < 1e-5


def test_vectors_are_lists_in_json(capsys, tmp_path):
    m = mb.Model("wide", n=2)
    m.source, m.node, m.store = mb.Sf([1, 2]), mb.J0(), mb.C(1)
    m.source >> m.node >> m.store
    m.output("effort", m.store.e)
    mb.save(m, tmp_path / "wide.json")
    summary = json.loads(run(capsys, "simulate", tmp_path / "wide.json", "--stop", 1, "--json").out)
    assert summary["final"]["effort"] == pytest.approx([1.0, 2.0], abs=1e-6)


@pytest.mark.parametrize("value", ["4", "4 ohm", "0.004 kohm", "2*2"])
def test_set_takes_numbers_units_and_expressions(capsys, model_file, value):
    outcome = run(capsys, "simulate", model_file, "--set", f"resistor.R={value}", "--stop", "2", "--json")
    assert json.loads(outcome.out)["final"]["voltage"] == pytest.approx(10 * (1 - 0.36787944), rel=1e-5)


def test_set_takes_lists(capsys, tmp_path):
    m = mb.Model("wide", n=2)
    m.source, m.node, m.store = mb.Sf([1, 1]), mb.J0(), mb.C([1, 1])
    m.source >> m.node >> m.store
    m.output("effort", m.store.e)
    mb.save(m, tmp_path / "wide.json")
    for text in ("[1, 2]", "1,2"):
        outcome = run(capsys, "simulate", tmp_path / "wide.json", "--stop", 1, "--json", "--set", f"store.C={text}")
        assert json.loads(outcome.out)["final"]["effort"] == pytest.approx([1.0, 0.5], abs=1e-6)


def test_out_writes_time_and_outputs(capsys, tmp_path):
    path = tmp_path / "run.csv"
    assert run(capsys, "simulate", "rlc", "--out", path, "--points", "11", "--start", "1", "--stop", "3").status == 0
    rows = list(csv.reader(io.StringIO(path.read_text())))
    assert rows[0] == ["time", "voltage", "current"]
    assert len(rows) == 12 and float(rows[1][0]) == 1.0 and float(rows[-1][0]) == 3.0


def test_all_writes_every_variable_once(capsys, tmp_path):
    path = tmp_path / "run.csv"
    run(capsys, "simulate", "rlc", "--out", path, "--all", "--points", "3")
    header = path.read_text().splitlines()[0].split(",")
    assert {"time", "voltage", "resistor.e", "resistor.f", "inductor.p", "capacitor.q", "bond1.e"} <= set(header)
    assert len(header) == len(set(header))
    assert "resistor.R" not in header


def test_steady_starts_where_nothing_changes(capsys, model_file):
    final = json.loads(run(capsys, "simulate", model_file, "--steady", "--stop", "0.1", "--json").out)["final"]
    assert final["voltage"] == pytest.approx(10.0)


@pytest.mark.parametrize("solver", ["dop853", "bdf", "adams", "ida", "rk4"])
def test_solvers_by_name(capsys, solver):
    summary = json.loads(run(capsys, "simulate", "rlc", "--solver", solver, "--json").out)
    assert summary["solver"] == solver


@pytest.mark.parametrize("name", ["Circuit", "circuit", "ready"])
def test_models_from_python_code(capsys, python_file, name):
    outcome = run(capsys, "simulate", f"{python_file}:{name}", "--json")
    assert outcome.status == 0, outcome.err
    final = json.loads(outcome.out)["final"]
    assert final["current"] == pytest.approx(5.0)


def test_analyse_tells_causality_and_structure(capsys):
    outcome = run(capsys, "analyse", "cauer_low_pass")
    assert outcome.status == 0
    for word in ("⇀|", "|---⇀", "integral storage", "derivative storage", "zero-order causal paths", "algebraic loops",
                 "degrees of freedom", "causal index", "differentiation index", "redundancy"):  # fmt: skip
        assert word in outcome.out


def test_analyse_as_json(capsys):
    found = json.loads(run(capsys, "analyse", "cauer_low_pass", "--json").out)
    assert found["degrees_of_freedom"] == 5 == len(found["states"])
    assert found["storage"]["derivative"] == ["capacitor2", "capacitor4"]
    assert {path["storage"] for path in found["dependent_storage"]} == {"capacitor2", "capacitor4"}
    paths = [path for group in found["zero_order_causal_paths"] for path in group["paths"]]
    assert {group["class"] for group in found["zero_order_causal_paths"]} == {1} and len(paths) == 4
    assert {path["ends"][1] for path in paths} == {"capacitor2", "capacitor4"}
    assert (found["causal_index"], found["differentiation_index"], found["rules"]) == (1, 2, [])
    assert all(set(bond["strokes"]) <= {"tail", "head"} for bond in found["bonds"])


def test_analyse_names_algebraic_loops(capsys, tmp_path):
    m = mb.Model("divider", domain="electrical")
    m.source, m.loop, m.first, m.second = mb.Se(10), mb.J1(), mb.R(1), mb.R(2)
    m.source >> m.loop >> [m.first, m.second]
    mb.save(m, tmp_path / "divider.yaml")
    found = json.loads(run(capsys, "analyse", tmp_path / "divider.yaml", "--json").out)
    assert len(found["algebraic_loops"]) == 1
    assert set(found["algebraic_loops"][0]["resistors"]) == {"first", "second"}


def test_equations_of_a_mechanism(capsys):
    text = run(capsys, "equations", "crane_crab", "--form", "mechanics").out
    assert "M[1,1] = m_crab + m_load" in text
    latex = run(capsys, "equations", "crane_crab", "--form", "mechanics", "--format", "latex").out
    assert r"\ddot{\mathbf{q}}" in latex and latex.startswith(r"\begin{aligned}")
    refused = run(capsys, "equations", "rlc", "--form", "mechanics")
    assert refused.status == 2 and "no mechanism" in refused.err
    assert run(capsys, "equations", "rlc", "--form", "mechanical").status == 2
    assert run(capsys, "equations", "rlc", "--form", "mechanics", "--pass", "states").status == 2


def test_equations_in_the_models_own_names(capsys):
    text = run(capsys, "equations", "modin_three_mass").out
    assert "d/dt spring1.q = mass1.p/m1 - V0" in text
    latex = run(capsys, "equations", "modin_three_mass", "--format", "latex").out
    assert latex.startswith("\\begin{aligned}") and "\\frac{d}{dt}" in latex


@pytest.mark.parametrize("stage", PASSES)
def test_equations_after_every_pass(capsys, stage):
    outcome = run(capsys, "equations", "rlc", "--pass", stage)
    assert outcome.status == 0 and outcome.out.strip()
    assert stage in run(capsys, "equations", "--help").out


SINGULAR = """
import multibond as mb

def two_sources():
    model = mb.Model("two_sources")
    model.first, model.second, model.node, model.load = mb.Se(1.0), mb.Se(2.0), mb.J0(), mb.R(1.0)
    model.first >> model.node
    model.second >> model.node
    model.node >> model.load
    return model
"""


def test_passes_of_a_singular_model_print_up_to_the_one_that_refuses_it(capsys, tmp_path):
    (tmp_path / "two_sources.py").write_text(SINGULAR)
    file = f"{tmp_path / 'two_sources.py'}:two_sources"
    for stage in ("flat", "modes", "alias", "structure"):
        assert run(capsys, "equations", file, "--pass", stage).status == 0
    text = run(capsys, "equations", file, "--pass", "structure").out
    over, under = text.index("over-determined part: 1 equation for 0"), text.index("under-determined part: 1 equation")
    assert "second.effort - first.effort" in text[over:under]
    assert "variables: second.f, first.f" in text[under:]
    outcome = run(capsys, "equations", file, "--pass", "index")
    assert outcome.status == 2 and "singular" in outcome.err


def test_tearing_lists_torn_unknowns_and_inner_assignments(capsys):
    text = run(capsys, "equations", "four_bar", "--pass", "tearing").out
    blocks = text.split(" together for ")
    assert len(blocks) > 1, text
    for block in blocks[1:]:
        unknowns = block.partition("\n")[0].split(", ")
        torn = {x for line in block.splitlines() if "torn, " in line for x in line.partition(": ")[2].split(", ")}
        inner = [line.split()[1] for line in block.splitlines() if line.startswith("    inner: ")]
        assert torn and torn | set(inner) >= set(unknowns), block


def test_draw_to_stdout_and_to_files(capsys, tmp_path):
    assert run(capsys, "draw", "rlc").out.startswith("<svg")
    for name in ("graph.svg", "graph.png", "graph.pdf"):
        assert run(capsys, "draw", "rlc", "-o", tmp_path / name).status == 0
        assert (tmp_path / name).stat().st_size > 500
    assert "rotor" in run(capsys, "draw", "dc_motor", "--open", "motor").out


def test_files_are_models_for_every_command(capsys, model_file, tmp_path):
    for command in (["analyse"], ["equations"], ["draw"], ["report"], ["simulate"]):
        assert run(capsys, *command, model_file).status == 0, command


@pytest.mark.parametrize("form", ["text", "markdown", "latex", "html", "json"])
def test_report_in_every_format(capsys, form, tmp_path):
    outcome = run(capsys, "report", "rlc", "--symbolic", "--format", form)
    assert outcome.status == 0 and "capacitor" in outcome.out
    if form == "json":
        json.loads(outcome.out)
    path = tmp_path / "report"
    assert run(capsys, "report", "rlc", "--format", form, "-o", path).status == 0
    assert path.stat().st_size > 100


def test_animate_says_what_it_needs(capsys, tmp_path):
    outcome = run(capsys, "animate", "rlc", "-o", tmp_path / "page.html")
    assert outcome.status == 2 and "shape" in outcome.err
    assert not (tmp_path / "page.html").exists()


def test_animate_writes_a_page(capsys, tmp_path):
    path = tmp_path / "page.html"
    outcome = run(capsys, "animate", "double_pendulum", "--stop", "1", "-o", path)
    if "bundle" in outcome.err or "npm" in outcome.err:
        pytest.skip(outcome.err)
    assert outcome.status == 0
    assert path.read_text(encoding="utf-8").lower().startswith("<!doctype html>")


def test_help_and_version(capsys):
    assert "simulate" in run(capsys, "--help").out
    assert run(capsys).out == run(capsys, "--help").out
    assert mb.__version__ in run(capsys, "--version").out
    for command in ("bank", "simulate", "analyse", "report", "equations", "draw", "animate"):
        outcome = run(capsys, command, "--help")
        assert outcome.status == 0 and outcome.out.startswith(f"usage: multibond {command}")


def test_help_loads_nothing_heavy():
    code = (
        "import sys; from multibond.cli import main; main(['--help']); "
        "heavy = {'sympy', 'matplotlib', 'pint', 'scipy', 'llvmlite'} & set(sys.modules); "
        "sys.exit(' '.join(heavy) or 0)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr


def test_a_reader_that_leaves_early_is_no_error():
    command = f"{sys.executable} -m multibond.cli equations cauer_low_pass --pass schedule | head -1"
    found = subprocess.run(command, shell=True, capture_output=True, text=True)
    assert found.stderr == "" and len(found.stdout.splitlines()) == 1


def test_the_package_runs_as_the_command():
    found = subprocess.run([sys.executable, "-m", "multibond", "--version"], capture_output=True, text=True)
    assert found.returncode == 0 and found.stdout == f"multibond {mb.__version__}\n"


def test_analyse_names_loops_by_their_joints(capsys):
    found = json.loads(run(capsys, "analyse", "four_bar", "--json").out)
    assert not any("_closure" in name for name in found["differentiated"])
    assert any(name.startswith("the loop closed at hinge_y.b through") for name in found["differentiated"])


def test_a_negative_number_with_an_exponent_is_no_option(capsys):
    outcome = run(capsys, "simulate", "rlc", "--start", "-1e-1", "--stop", "-.5e-1", "--json")
    assert outcome.status == 0 and json.loads(outcome.out)["stop"] == -0.05
