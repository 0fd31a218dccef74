"""The page in a real browser: opens from a file, asks nothing of the network, and bodies move."""

import shutil
from time import monotonic, sleep

import numpy as np
import pytest

from animation.moving import SCENES, double_pendulum, rolling_wheel, spinning_box
from multibond import Model, bank, spatial
from multibond.errors import MultibondError
from multibond.picture.animation.page import viewer

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
PATIENCE = 120_000  # ms; graphics without a graphics card on a busy machine

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]


@pytest.fixture(scope="module")
def browser():
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    try:
        viewer()
    except MultibondError:
        pytest.skip("the animation page is not built")
    with playwright.sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS, timeout=PATIENCE)
        yield chromium
        chromium.close()


@pytest.fixture
def show(browser, tmp_path):
    """Open an animation; afterwards there must have been no request and no complaint."""
    complaints, requests, pages = [], [], []

    def opened(animation, fragment="#t=0"):
        page = browser.new_page(viewport={"width": 720, "height": 480})
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: message.type in ("error", "warning") and complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda request: requests.append(request.url))
        address = animation.save(tmp_path / "animation.html").as_uri() + fragment
        page.goto(address, timeout=PATIENCE)
        wait(page, "window.multibond")
        pages.append((page, address))
        return page

    yield opened
    for page, _ in pages:
        page.close()
    # Drivers of software graphics remark on slow reading of pixels; that is no fault of the page.
    assert [text for text in complaints if "GPU stall" not in text and "GL Driver" not in text] == []
    assert {url for url in requests if not url.startswith(("data:", "blob:"))} <= {
        a.split("#")[0] for _, a in pages
    } | {a for _, a in pages}


def wait(page, expression):
    """Wait until an expression holds; the policy of the page forbids the driver's own way of waiting."""
    end = monotonic() + PATIENCE / 1000
    while not page.evaluate(f"Boolean({expression})"):
        assert monotonic() < end, f"waited in vain for {expression}"
        sleep(0.05)


def picture(page):
    """What the canvas shows, as numbers; the next frame is waited for."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    pixels = page.evaluate("""() => {
      const copy = Object.assign(document.createElement("canvas"), { width: 160, height: 120 });
      const context = copy.getContext("2d");
      context.drawImage(document.querySelector("main canvas"), 0, 0, 160, 120);
      return Array.from(context.getImageData(0, 0, 160, 120).data);
    }""")
    return np.array(pixels, dtype=float)


def difference(first, second):
    """The share of numbers that differ clearly."""
    return float(np.mean(np.abs(first - second) > 24))


def test_bodies_move(show):
    page = show(double_pendulum(101))
    start = page.evaluate("multibond.position('load')")
    assert start == pytest.approx([1 + np.cos(0.6), np.sin(0.6), 0.0], abs=1e-5)
    before = picture(page)
    assert len(np.unique(before)) > 30
    page.evaluate("multibond.setTime(1.0)")
    after = picture(page)
    assert np.linalg.norm(np.subtract(page.evaluate("multibond.position('load')"), start)) > 0.5
    assert difference(before, after) > 0.01
    page.evaluate("multibond.setTime(0)")
    assert difference(before, picture(page)) < 0.002


def test_playing_advances_time_and_space_pauses(show):
    page = show(rolling_wheel(101))
    assert page.evaluate("[multibond.time, multibond.playing]") == [0, False]
    page.keyboard.press(" ")
    wait(page, "multibond.playing && multibond.time > 0.05")
    page.keyboard.press(" ")
    assert not page.evaluate("multibond.playing")
    stopped = page.evaluate("multibond.time")
    page.wait_for_timeout(200)
    assert page.evaluate("multibond.time") == stopped
    page.keyboard.press("End")
    assert page.evaluate("multibond.time") == 10
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("multibond.time") == pytest.approx(9.9)


def test_the_camera_follows_what_travels(show):
    page = show(rolling_wheel(101))
    assert page.locator("select").input_value() == "*"
    page.evaluate("multibond.setTime(10)")
    assert page.evaluate("multibond.viewer.stage.controls.target.x") == pytest.approx(25.0, abs=0.2)


def test_plots_and_energy_go_with_the_time(show):
    page = show(double_pendulum(101))
    assert page.locator(".panel canvas").count() == 3
    assert page.locator(".energy .row").count() == 3
    cursor = page.locator(".panel .now").first
    wait(page, "document.querySelector('.panel .now').style.transform !== ''")
    first = cursor.bounding_box()["x"]
    page.evaluate("multibond.setTime(5)")
    assert cursor.bounding_box()["x"] - first > 30
    run = double_pendulum(101)
    assert page.locator(".curve b").first.inner_text() == run.scene["plots"][0]["curves"][0]["name"]


def test_free_space_has_no_ground_and_bodies_are_solids(show):
    model = Model("satellite")
    model.world = spatial.World(gravity="none")
    for k, look in enumerate(("inertia", "ellipsoid")):
        model.add(look, spatial.Body(1.0, [0.1, 0.2, 0.25], x0=[k, 0.0, 0.0], w0=[1.0, 2.0, 0.0], appearance=look))
    page = show(model.simulate(1.0, points=51).animate())
    assert page.evaluate("multibond.viewer.ground.object.visible") is False
    before = picture(page)
    page.evaluate("multibond.show('ground', true)")
    assert page.evaluate("multibond.viewer.ground.object.visible") is True
    assert difference(before, picture(page)) > 0.01
    # both in the proportions of the inertia
    sizes = "new Array(...multibond.viewer.bodies.list).map(({ shape }) => [shape.kind, ...shape.size.lengths])"
    (box, *edges), (ellipsoid, *axes) = page.evaluate(sizes)
    assert (box, ellipsoid) == ("box", "ellipsoid")
    assert max(axes) / min(axes) == pytest.approx(max(edges) / min(edges), rel=1e-3)


def test_layers_are_switched(show):
    page = show(double_pendulum(101), "#t=1")
    plain = picture(page)
    for name in ("Forces", "Frames", "Names"):
        page.get_by_role("button", name=name).click()
    assert difference(plain, picture(page)) > 0.001
    assert page.locator(".labels .name:visible").count() >= 2
    page.get_by_role("button", name="Dark or light").click()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


@pytest.mark.parametrize("name", [name for name in SCENES if name not in ("double_pendulum", "rolling_wheel")])
def test_every_scene_shows_something_that_moves(show, name):
    page = show(SCENES[name](101), "#t=0")
    before = picture(page)
    page.evaluate("multibond.setTime(4.7)")
    assert difference(before, picture(page)) > 0.005


@pytest.mark.parametrize("name, body", [("double_pendulum", "body2"), ("bicycle_benchmark", "front_wheel")])
def test_bodies_of_bank_models_move(show, name, body):
    result = bank.load(name).simulate(2.0, points=101)
    page = show(result.animate())
    before, start = picture(page), page.evaluate(f"multibond.position('{body}')")
    page.evaluate("multibond.setTime(1.5)")
    there = page.evaluate(f"multibond.position('{body}')")
    assert difference(before, picture(page)) > 0.005
    assert np.linalg.norm(np.subtract(there, start)) > 0.5
    at = np.interp(1.5, result.time, result[f"{body}.a.x[0]"])
    assert there[0] == pytest.approx(at, abs=1e-2)


def test_a_notebook_frame_works_and_waits(browser, tmp_path):
    page = browser.new_page(viewport={"width": 900, "height": 700})
    errors = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    notebook = tmp_path / "notebook.html"
    notebook.write_text(f"<!doctype html><meta charset=utf-8>{spinning_box(51)._repr_html_()}", encoding="utf-8")
    page.goto(notebook.as_uri(), timeout=PATIENCE)
    inner = page.frames[1]
    wait(inner, "window.multibond")
    assert inner.evaluate("multibond.playing") is False
    assert errors == []
    page.close()
