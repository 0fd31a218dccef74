"""The page that is handed on: one file that shows a model and a run in any browser, without a server."""

import pytest

import multibond as mb
from multibond.model.file import dumps, loads
from multibond.studio.exporting import export
from studio_page import CHROMIUM, browser

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")]
EVIL = "</script><img src=x onerror=window.evil=1><script>window.evil=1</script>"


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    """The page of a pendulum with a hostile description, opened as a file, with all that it asks of a network."""
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    model = mb.load("double_pendulum")
    text = dumps(model).replace('description: "Double', f'description: "{EVIL} Double')
    result = loads(text).simulate(2.0, points=101)
    name, kind, content = export("html", text, "", result)
    assert (name, kind) == ("double_pendulum.html", "text/html") and len(content) < 4_000_000
    file = tmp_path_factory.mktemp("page") / name
    file.write_bytes(content)
    with browser() as chromium:
        made = chromium.new_page(viewport={"width": 1280, "height": 800})
        made.asked, made.complaints = [], []
        made.on("request", lambda request: made.asked.append(request.url))
        made.on("console", lambda m: m.type == "error" and made.complaints.append(m.text))
        made.on("pageerror", lambda error: made.complaints.append(str(error)))
        made.goto(file.as_uri())
        made.locator(".stage canvas").wait_for(timeout=40_000)
        made.locator(".plot canvas").first.wait_for()
        yield made


def test_time_moves_bodies_curves_and_power_without_a_network(page):
    assert [one for one in page.asked if not one.startswith(("file:", "blob:"))] == []
    before = page.evaluate("studio.clock.value.time")
    page.get_by_role("button", name="Play").click()
    page.locator(".power[d]").first.wait_for(state="attached")
    page.get_by_role("button", name="Pause").click()
    assert page.evaluate("studio.clock.value.time") > before == 0
    assert page.locator(".content").count() >= 2  # what the bodies hold


def test_any_variable_is_plotted_and_every_view_answers(page):
    page.evaluate("studio.select(['hinge1'])")
    page.locator(".variables button[title^='Plot hinge1.phi:'], .variables button[title='Plot hinge1.phi']").click()
    page.locator(".plot[aria-label='Plot of hinge1.phi']").wait_for()
    for tab, words in (("Equations", "phi"), ("Energy", "stored"), ("Report", "Causality"), ("Parameters", "m1")):
        page.get_by_role("tab", name=tab).first.click()
        page.locator(".panel", has_text=words).first.wait_for()
    page.locator("div.part[data-key=hinge1]").dblclick()
    page.locator("div.part[data-key=joint]").wait_for()  # its inside
    page.locator(".breadcrumbs li button").first.click()
    page.locator("div.part[data-key=hinge1]").wait_for()


def test_nothing_is_changed_and_nothing_hostile_runs(page):
    text = page.evaluate("studio.history.text")
    page.evaluate("studio.select(['rod1'])")
    page.keyboard.press("Delete")
    assert page.evaluate("studio.history.text") == text
    assert page.get_by_role("button", name="Run", exact=True).count() == 0
    assert page.evaluate("window.evil") is None
    assert page.complaints == []
