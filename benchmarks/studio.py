"""The studio in headless Chromium: until the page is usable, strokes after an edit, the slider, drags, the bundle."""

from __future__ import annotations

import gzip
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from multibond.bank import bundled

from . import measure
from .measure import ROOT, Table

PAGE = ROOT / "src" / "multibond" / "studio" / "page"
ARGUMENTS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
SETTLED = (
    "window.studio?.value.check && !studio.value.checking && studio.value.check.revision === studio.history.revision"
)
SLIDERS = {"dc_motor": ("stiffness", 4.0), "double_pendulum": ("m2", 1.0), "four_bar": ("crank_body.m", 1.0)}
# until a stroke is painted at another place, or at a bond that had none
EDIT = """(text) => new Promise((take) => {
  const before = performance.now();
  const is = (element) => element.classList?.contains("i-stroke");
  const watch = new MutationObserver((changes) => {
    if (!changes.some(({ target, addedNodes }) => is(target) || [...addedNodes].some(is))) return;
    watch.disconnect();
    requestAnimationFrame(() => take(performance.now() - before));
  });
  watch.observe(document.getElementById("diagram"), { subtree: true, childList: true, attributeFilter: ["d"] });
  studio.history.write("edit", text);
})"""
SLIDE = """async ([path, value, seconds]) => {
  const end = performance.now() + 1000 * seconds;
  let count = 0;
  while (performance.now() < end) {
    const settings = { set: { [path]: value * (1 + 0.001 * (count % 100)) } };
    const { text } = studio.history;
    const reply = await studio.connection.ask({ do: "slide", text, settings, names: NAMES, most: 500 });
    if (!reply.stale) count += 1;
  }
  return count / seconds;
}"""
DRAG = """(seconds) => new Promise((take) => {
  let frames = 0;
  const end = performance.now() + 1000 * seconds;
  const step = () => { frames += 1; performance.now() < end ? requestAnimationFrame(step) : take(frames / seconds); };
  requestAnimationFrame(step);
})"""


def ladder(rungs: int) -> str:
    """The text of an electrical ladder of five bonds to the rung, with a place for every component."""
    parts, bonds, places, before = ["  source: {type: Se, effort: 1}"], [], ["  source: [0, 0]"], "source"
    for k in range(rungs):
        x, y = 2.4 * (k % 25), -5.0 * (k // 25)
        for name, kind, dx, dy in (("s", "J1", 1, 0), ("R", "{type: R, R: 2}", 1, 1), ("L", "{type: I, I: 0.1}", 1, -1),
                                   ("p", "J0", 2.2, 0), ("C", "{type: C, C: 1e-3}", 2.2, -1)):  # fmt: skip
            parts.append(f"  {name}{k}: {kind}")
            places.append(f"  {name}{k}: [{x + dx:g}, {y + dy:g}]")
        ends = ((before, "s"), ("s", "R"), ("s", "L"), ("s", "p"), ("p", "C"))
        bonds += [f"  - {a if a == before else f'{a}{k}'} >> {b}{k}" for a, b in ends]
        before = f"p{k}"
    sections = ["multibond: 1", "name: ladder", "domain: electrical", "components:", *parts, "bonds:", *bonds]
    return "\n".join([*sections, "layout:", *places]) + "\n"


@contextmanager
def served(model: str, folder: str) -> Iterator[str]:
    """The address of a server."""
    command = [sys.executable, "-m", "multibond", "studio", model, "--no-browser"]
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield process.stdout.readline().split()[-1]
    finally:
        process.terminate()
        process.wait()


def table() -> Table:
    """What the studio takes, held against its goals."""
    page = Table("The studio in headless Chromium", ("what", "measured", "goal"))
    size = sum(len(gzip.compress(path.read_bytes())) for path in PAGE.glob("studio.*")) / 1000
    page.add("bundle without 3D, compressed, kB", f"{size:.0f}", "700")
    page.judge("bundle without 3D, kB", size, 700)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        page.notes.append("Chromium is not installed: the page was not measured.")
        return page
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        try:
            _started(page, browser, folder)
            _edited(page, browser, folder)
            _slid(page, browser, folder)
            _dragged(page, browser, folder)
        finally:
            browser.close()
    return page


def _opened(browser: Any, address: str) -> Any:
    view = browser.new_page(viewport={"width": 1280, "height": 800})
    view.goto(address)
    _settle(view)
    return view


def _settle(view: Any) -> None:
    """Wait until the server has answered to the text; the page lets nobody but the tester evaluate anything."""
    end = time.monotonic() + 120
    while not view.evaluate(SETTLED):
        if time.monotonic() > end:
            raise TimeoutError("the studio does not answer")
        time.sleep(0.005)


def _started(page: Table, browser: Any, folder: str) -> None:
    """From the start of the server's process until the diagram of its model is there."""
    times = []
    for _ in range(2 if measure.QUICK else 4):
        began = time.perf_counter()
        with served("rlc", folder) as address:
            _opened(browser, address).close()
            times.append(time.perf_counter() - began)
    page.add("start of the server until the page is usable, s", f"{min(times):.2f}", "1.5")
    page.judge("until the page is usable, s", min(times), 1.5)


def _edited(page: Table, browser: Any, folder: str) -> None:
    text = ladder(100)
    Path(folder, "ladder.yaml").write_text(text, encoding="utf-8")
    with served("ladder.yaml", folder) as address:
        view = _opened(browser, address)
        times = []
        for k in range(3 if measure.QUICK else 8):
            turned = text.replace(f"- s{k} >> R{k}\n", f"- {{from: s{k}, to: R{k}, stroke: head}}\n")
            times.append(view.evaluate(EDIT, turned))
            _settle(view)
    page.add("500 bonds: new strokes after an edit, ms", f"{min(times):.0f}", "150")
    page.judge("new strokes after an edit, ms", min(times), 150)


def _slid(page: Table, browser: Any, folder: str) -> None:
    for name, (path, value) in SLIDERS.items():
        with served(name, folder) as address:
            view = _opened(browser, address)
            outputs = str(list(bundled(name)().outputs)).replace("'", '"')
            asked = SLIDE.replace("NAMES", outputs)
            view.evaluate(asked, [path, value, 1.0])  # compiles
            rate = view.evaluate(asked, [path, value, 1.0 if measure.QUICK else 3.0])
        page.add(f"slider on {name}, new curves a second", f"{rate:.0f}", "10")
        page.judge(f"slider on {name}, curves a second", rate, 10, most=False)


def _dragged(page: Table, browser: Any, folder: str) -> None:
    Path(folder, "long.yaml").write_text(ladder(200), encoding="utf-8")
    with served("long.yaml", folder) as address:
        view = _opened(browser, address)
        box = view.locator("#diagram").bounding_box()
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        view.mouse.move(*middle)
        view.evaluate(f"window.counting = ({DRAG})(3)")
        for k in range(60):
            view.mouse.wheel(0, 40 if k % 2 else -40)
            view.wait_for_timeout(30)
        rate = view.evaluate("window.counting")
    page.add("1000 bonds zoomed, frames a second", f"{rate:.0f}", "20")
    page.judge("1000 bonds zoomed, frames a second", rate, 20, most=False)


__all__ = ["ladder", "table"]
