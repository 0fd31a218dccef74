"""The tree of parts, picking and hiding; arrows with values; labels apart; pictures and videos of the page."""

import base64
import io

import numpy as np
import pytest

import multibond as mb
from animation.test_browser import browser, difference, picture, pytestmark, show, wait

__all__ = ["browser", "pytestmark", "show"]


def cradle():
    return mb.load("newtons_cradle").simulate(0.6, points=61).animate()


def read(page, what):
    """A promised blob of the page as bytes."""
    text = page.evaluate(f"""async () => {{
      const blob = await multibond.{what}();
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return btoa(Array.from(bytes, (one) => String.fromCharCode(one)).join(""));
    }}""")
    return base64.b64decode(text)


def test_parts_are_picked_and_hidden_in_the_tree(show):
    page = show(cradle())
    page.get_by_role("button", name="Parts", exact=True).click()
    rows = page.locator(".tree .row")
    assert rows.count() == len(set(page.evaluate("multibond.names()")))
    before = picture(page)
    page.locator(".tree button.part", has_text="thread5").click()
    assert page.evaluate("multibond.viewer.selected") == "thread5"
    assert difference(before, picture(page)) > 0.0005
    assert "thread5: at (" in page.locator(".reading").inner_text()
    page.keyboard.press("h")
    hidden = picture(page)
    assert page.evaluate("multibond.viewer.bodies.find('thread5').object.visible") is False
    page.evaluate("multibond.setTime(0.3)")  # hidden parts stay hidden
    assert page.evaluate("multibond.viewer.bodies.find('thread5').object.visible") is False
    page.evaluate("multibond.setTime(0)")
    page.get_by_role("button", name="Show all").click()
    assert difference(hidden, picture(page)) > 0.0005


def test_a_click_in_the_scene_picks_what_is_there(show):
    page = show(cradle())
    place = page.evaluate("""() => {
      const { stage, bodies, view } = multibond.viewer;
      const point = bodies.find("thread1").middle(stage.camera.position.clone()).project(stage.camera);
      const area = view.getBoundingClientRect();
      return [area.left + ((point.x + 1) * area.width) / 2, area.top + ((1 - point.y) * area.height) / 2];
    }""")
    page.mouse.click(*place)
    assert page.evaluate("multibond.viewer.selected") in ("thread1", "hinge1")


def test_arrows_have_values_and_a_legend_and_labels_keep_apart(show):
    page = show(cradle(), "#t=0.1")
    for name in ("Forces", "Velocities", "Names"):
        page.get_by_role("button", name=name).click()
    wait(page, "document.querySelectorAll('.labels .value:not([hidden])').length >= 3")
    assert "force: longest" in page.locator(".key").inner_text()
    assert "m/s" in page.locator(".key").inner_text()
    wait(page, "document.querySelectorAll('.labels .name:not([hidden])').length >= 5")  # drawn with the next picture
    boxes = page.evaluate("""() => [...document.querySelectorAll(".labels span:not([hidden])")]
      .filter((one) => !one.classList.contains("dot")).map((one) => one.getBoundingClientRect().toJSON())""")
    assert len(boxes) >= 8
    for i, a in enumerate(boxes):
        for b in boxes[:i]:
            apart = (
                a["left"] >= b["right"] or b["left"] >= a["right"] or a["top"] >= b["bottom"] or b["top"] >= a["bottom"]
            )
            assert apart, (a, b)


def test_a_picture_of_the_page(show):
    image = pytest.importorskip("PIL.Image")
    page = show(cradle())
    shot = image.open(io.BytesIO(read(page, "picture")))
    assert shot.format == "PNG" and shot.width > 300
    assert len(np.unique(np.asarray(shot.convert("RGB")).reshape(-1, 3), axis=0)) > 100


def test_a_video_of_the_page(show):
    page = show(mb.load("newtons_cradle").simulate(1.0, points=31).animate())
    content = read(page, "video")
    assert (
        content[:4] == b"\x1a\x45\xdf\xa3" and b"webm" in content[:64]
    )  # the head of Matroska, of which WebM is a part
    assert len(content) > 2000
    assert page.evaluate("[multibond.time, multibond.playing]") == [0, False]
