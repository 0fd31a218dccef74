"""The studio in a notebook: the widget in a fresh kernel, and its page mounted in a real browser."""

import gzip
import sys

import pytest

import multibond as mb
from multibond.studio import notebook_studio
from multibond.studio.page_files import page_files
from studio_page import CHROMIUM, browser
from widget_page import Cell

pytest.importorskip("anywidget")
in_browser = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


def test_a_cell_in_a_fresh_kernel_shows_the_widget_and_answers_its_page():
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    cells = {
        "studio": "import multibond as mb\nmodel = mb.load('rlc')\nview = model.studio(height=500)\nview",
        "show": "result = model.simulate(0.1)\nshown = result.show('current')\nshown",
        # a page says hello, as the browser does
        "hello": "import json, queue, time\nheard = queue.Queue()\nshown.send = lambda content, buffers=None: "
        "heard.put((content, buffers))\nshown._handle_custom_msg({'page': 'p', 'frame': json.dumps({'id': 1, 'do': "
        "'hello'})}, [])\nreply = json.loads(heard.get(timeout=60)[0]['frame'])\nassert shown.result is result\n"
        "reply['open']['name'], [run['run'] for run in reply['runs']], reply['runs'][0]['stop']",
    }
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in cells.values()])
    nbclient.NotebookClient(notebook, timeout=240, kernel_name="python3").execute()
    first, second, third = (cell.outputs[-1].data for cell in notebook.cells)
    assert "application/vnd.jupyter.widget-view+json" in first and "application/vnd.jupyter.widget-view+json" in second
    assert third["text/plain"] == "('rlc', ['run 1'], 0.1)"


def test_the_files_of_the_page_travel_compressed():
    names, parts = page_files()
    assert {"studio.js", "studio.css"} <= set(names)
    assert gzip.decompress(parts[names.index("studio.js")]).startswith(b"import")
    assert sum(map(len, parts)) < 1_000_000


@pytest.mark.parametrize("height", [0, 10_000, True, "high"])
def test_a_wrong_height_is_answered(height):
    with pytest.raises(mb.MultibondError, match=r"pixels|height"):
        mb.load("rlc").studio(height=height)


def test_a_wrong_name_is_answered():
    result = mb.load("rlc").simulate(0.1)
    with pytest.raises(mb.MultibondError, match="did you mean 'current'"):
        result.show("currnt")
    with pytest.raises(mb.MultibondError, match="named by texts"):
        result.show(3)


def test_without_anywidget_a_sentence_says_how_to_get_it(monkeypatch):
    notebook_studio._widget.cache_clear()
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(mb.MultibondError, match=r"multibond\[notebook\]"):
        mb.load("rlc").studio()
    notebook_studio._widget.cache_clear()


@pytest.fixture(scope="module")
def chromium():
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with browser() as made:
        yield made


@in_browser
@pytest.mark.browser
def test_what_is_drawn_in_the_cell_is_the_model_in_python(chromium):
    view = mb.load("rlc").studio()
    cell = Cell(chromium, view)
    cell.frame.locator("div.part[data-key=resistor]").click()
    field = cell.frame.locator(".inspector").get_by_label("R", exact=True)
    field.fill("7 ohm")
    field.press("Enter")
    cell.settle()
    assert view.model.simulate(0.1)["resistor.e"][-1] == pytest.approx(7 * view.model.simulate(0.1)["resistor.f"][-1])
    assert view.result is None
    cell.frame.get_by_role("button", name="Run", exact=True).click()
    cell.wait("studio.value.runs.length")
    assert view.result.stats.final.keys() == mb.load("rlc").simulate(0.1).stats.final.keys()
    # a notebook that takes the cell away and puts it back finds text and runs again
    text = cell.value("studio.history.text")
    cell.page.evaluate("() => { const [frame] = mounted.el.children; frame.remove(); mounted.el.append(frame); }")
    cell.settle()
    cell.wait("studio.value.runs.length === 1")
    assert cell.value("studio.history.text") == text == view.text
    # keys of the notebook stay the notebook's: nothing of the page listens outside its frame
    cell.page.evaluate("document.body.focus()")
    cell.page.keyboard.press("Delete")
    assert cell.value("studio.history.text") == text
    cell.page.evaluate("mounted.leave()")
    end = cell.page.evaluate("new Promise((done) => setTimeout(done, 200))")
    assert end is None and not view.pages.sessions and cell.complaints == []


@in_browser
@pytest.mark.browser
def test_a_result_shows_curves_power_and_animation(chromium):
    result = mb.load("double_pendulum").simulate(1.0)
    cell = Cell(chromium, result.show("phi1", "phi1 * phi2"), dark=True)
    cell.wait("studio.value.runs.length === 1 && studio.value.runs[0].power")
    cell.wait("document.querySelector('.stage canvas') && document.querySelector('.plot canvas')")
    assert cell.value("studio.value.plots.map((plot) => plot.names.join())") == ["phi1,phi1 * phi2"]
    assert cell.value("studio.clock.value.stop") == 1.0 and cell.value("studio.value.settings.stop") == 1.0
    assert cell.value("document.documentElement.dataset.theme") == "dark"
    assert cell.complaints == []
    cell.page.close()
