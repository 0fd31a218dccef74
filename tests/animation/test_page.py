"""Pages: self-contained, safe against names, and clear about a missing build."""

import html
import json
import re
from importlib import import_module

import pytest

from animation.moving import Run, double_pendulum
from multibond.errors import FileError, MultibondError
from multibond.look import Shape
from multibond.picture.animation import animate

page_module = import_module("multibond.picture.animation.page")  # the package shows the function of this name


@pytest.fixture
def code(monkeypatch):
    """A stand-in for the bundled code, so that pages can be made without a build."""
    monkeypatch.setattr(page_module, "viewer", lambda: "start()")


def scene_in(text):
    return json.loads(re.search(r'id="multibond-scene">(.*?)</script>', text, re.S)[1])


def test_a_page_holds_the_scene_and_the_code(code):
    animation = double_pendulum(21)
    text = animation.html
    assert scene_in(text) == animation.scene
    assert "<script>start()</script>" in text
    assert "default-src 'none'" in text
    assert "<title>double pendulum – animation</title>" in text


def test_names_cannot_break_out_of_the_page(code):
    title = "</script><script>alert(1)</script>"
    text = animate(Run(title, [0.0, 1.0], {}), [Shape("sphere", label=title)]).html
    assert "alert(1)</script>" not in text
    assert scene_in(text)["shapes"][0]["label"] == title


def test_notebooks_show_the_page_in_a_frame(code):
    animation = double_pendulum(21)
    shown = animation._repr_html_()
    assert html.unescape(re.search(r'srcdoc="(.*?)"', shown, re.S)[1]) == animation.html
    assert 'sandbox="allow-scripts allow-downloads"' in shown
    assert repr(animation) == "<Animation of double pendulum: 4 shapes, 21 frames>"


def test_saving(code, tmp_path):
    animation = double_pendulum(21)
    assert animation.save(tmp_path / "run.html").read_text(encoding="utf-8") == animation.html
    with pytest.raises(FileError, match="cannot be written"):
        animation.save(tmp_path / "nowhere" / "run.html")


def test_a_missing_build_is_explained(monkeypatch, tmp_path):
    monkeypatch.setattr(page_module, "files", lambda package: tmp_path)
    page_module.viewer.cache_clear()
    try:
        with pytest.raises(MultibondError, match=r"npm run build.* in page/"):
            page_module.viewer()
    finally:
        page_module.viewer.cache_clear()
