"""Notebooks in a fresh kernel: everything shows itself, figures exactly once, errors as a sentence with a picture."""

from __future__ import annotations

import json
import re

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

CELLS = {
    "model": "import multibond as mb\nmodel = mb.load('dc_motor')\nmodel",
    "result": "result = model.simulate(1.0, points=101)\nresult",
    "plot": "result.plot('motor_speed', ['current', 'voltage'], units={'motor_speed': 'rpm'})",
    "shown": "result.plot('current').show()",
    "pyplot": "import matplotlib.pyplot as plt\nresult.plot('current')",
    "axis": "figure, axis = plt.subplots()\nresult.plot('current', axis=axis)",
    "equations": "rlc = mb.load('rlc')\nrlc.equations()",
    "mechanics": "mb.load('planar_pendulum').equations(form='mechanics')",
    "space": "rlc.state_space(symbolic=True)",
    "linear": "linear = rlc.linearize(inputs=['source'], outputs=['voltage'])\nlinear",
    "transfer": "linear.transfer_function()",
    "bode": "linear.bode().plot('Hz')",
    "step": "linear.step().plot()",
    "analysis": "mb.load('planar_pendulum').analyse()",
    "overlay": "mb.overlay(result, model.simulate(1.0, points=101, parameters={'U': 12}), names=['current'])",
    "drawing": "rlc.draw()",
    "study": "study = mb.Study(rlc, {'resistance': [1, 2], 'U': [5, 6]}, ['max(current)'], stop=0.5).run()\nstudy",
    "heat map": "study.heat_map()",
    "error": "m = mb.Model('short', domain='electrical')\nm.source, m.other, m.node, m.load = mb.Se(5), mb.Se(6), "
    "mb.J0(), mb.R(2)\nm.node << m.source if False else m.source >> m.node\nm.other >> m.node\nm.node >> m.load\n"
    "m.simulate(1.0)",
    "name": "result.plot('currnt')",
    "broken": "m",
    "explore": "view = model.explore('U', show=['current'], stop=0.5, points=21)\nview",
    "moved": "first = view.picture\nview.values = {'U': 12.0}\nassert view.picture != first\n"
    "assert abs(view.result.run.settings.given['U'] - 12.0) < 1e-12\nview.answered",
    "failed": "view.values = {'U': 1e301}\nview.message",
}


@pytest.fixture(scope="module")
def outputs():
    cells = [nbformat.v4.new_code_cell(text) for text in CELLS.values()]
    notebook = nbformat.v4.new_notebook(cells=cells)
    client = nbclient.NotebookClient(notebook, timeout=240, kernel_name="python3", allow_errors=True)
    client.execute()
    return dict(zip(CELLS, (cell.outputs for cell in notebook.cells), strict=True))


def only(outputs):
    """The one thing that a cell shows."""
    assert [o.output_type for o in outputs] in (["execute_result"], ["display_data"]), outputs
    return outputs[0].data


@pytest.mark.parametrize("name", ["plot", "shown", "pyplot", "bode", "step", "heat map"])
def test_figures_show_exactly_once(outputs, name):
    data = only(outputs[name])
    assert "<svg" in data["text/html"] and "currentColor" in data["text/html"] and "image/png" in data


def test_powers_of_ten_are_in_the_colour_of_the_page(outputs):
    text = only(outputs["bode"])["text/html"]
    assert "<tspan" in text and re.search(r"<text(?! fill=\"currentColor\")", text) is None


def test_an_axis_of_pyplot_is_shown_by_pyplot_alone(outputs):
    data = only(outputs["axis"])
    assert "image/png" in data and "text/html" not in data


PIECES = {
    "model": ["<svg", "parameters", "load_torque", "states", "motor.coil.p"],
    "result": ["<svg", "energy imbalance", "at the end", "delivered", "motor_speed"],
    "equations": ["<math", "inductor"],
    "space": ["<math", "<mtable>"],
    "linear": ["<math", "eigenvalue"],
    "transfer": ["<mfrac>", "<mi>s</mi>"],
    "analysis": ["<svg", "zero-order causal paths", "degrees of freedom"],
    "overlay": ["<svg", "differences from", "U = 12"],
    "drawing": ["<svg", "resistor"],
    "study": ["rlc: 4 runs", "max(current) [A]"],
    "broken": ["<svg", "two effort sources", "class=\"marked\""],
}  # fmt: skip


@pytest.mark.parametrize("name", PIECES)
def test_everything_shows_itself(outputs, name):
    page = only(outputs[name])["text/html"]
    for piece in PIECES[name]:
        assert piece in page, piece
    assert "class='multibond'" in page and "http://" not in page.replace("http://www.w3.org/", "")


def test_equations_of_motion_are_mathematics(outputs):
    assert only(outputs["mechanics"])["text/latex"].startswith("$\\displaystyle \\begin{aligned}")


def test_an_error_is_a_sentence_with_the_component_marked(outputs):
    kinds = [o.output_type for o in outputs["error"]]
    assert sorted(kinds) == ["display_data", "error"]
    shown = next(o for o in outputs["error"] if o.output_type == "display_data").data["text/html"]
    told = next(o for o in outputs["error"] if o.output_type == "error")
    assert 'class="marked"' in shown and "two effort sources" in shown
    assert told.ename == "CausalityError" and "line 6 of the cell: m.simulate(1.0)" in told.traceback[0]
    assert len("".join(told.traceback)) < 400  # no traceback
    assert "did you mean 'current'" in outputs["name"][0].traceback[-1]


def test_sliders_repeat_the_run(outputs):
    assert "application/vnd.jupyter.widget-view+json" in only(outputs["explore"])
    assert only(outputs["moved"])["text/plain"] == "2"
    assert "beyond all bounds" in only(outputs["failed"])["text/plain"]


def test_notebooks_hold_nothing_but_data(outputs):
    assert len(json.dumps(list(outputs.values()))) < 3_000_000
