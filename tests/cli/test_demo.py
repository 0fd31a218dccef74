"""`make demo`: the summary, and a page that stands alone."""

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

import multibond as mb
from multibond import demo
from multibond.picture.page_report import page


class Closing(HTMLParser):
    """Checks that what is opened is closed."""

    EMPTY = {"meta", "br", "path", "use", "rect", "line", "circle", "polygon", "polyline", "ellipse"}

    def __init__(self):
        super().__init__()
        self.open, self.seen = [], set()

    def handle_starttag(self, tag, attributes):
        self.seen.add(tag)
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag):
        if tag not in self.EMPTY:
            assert self.open.pop() == tag


def sound(text):
    """The page is whole and asks for nothing from outside."""
    reader = Closing()
    reader.feed(text)
    reader.close()
    assert reader.open == []
    assert {"svg", "math", "table", "style"} <= reader.seen
    assert "script" not in reader.seen
    assert not re.search(r"""(?:src|href)\s*=\s*["']?(?:https?:)?//""", text)
    assert not re.search(r"@import|url\(\s*['\"]?http", text)


def test_the_demo_prints_its_page_last(capsys, tmp_path):
    assert demo.main(str(tmp_path / "out")) == 0
    out = capsys.readouterr().out
    for word in ("delivered", "dissipated", "stored", "closure", demo.FLAGSHIP):
        assert word in out
    path = out.strip().splitlines()[-1]
    text = Path(path).read_text(encoding="utf-8")
    sound(text)
    for title in ("Bond graph", "Curves", "Energy audit", "State equations", "Parameters", "Run"):
        assert f"<h2>{title}</h2>" in text
    assert len(text) < 1_000_000


@pytest.mark.parametrize(
    "name", ["half_wave_rectifier", "transistor_amplifier", "electric_circuit_multibond", "bouncing_mass"]
)
def test_pages_of_other_models(name):
    model = mb.load(name)
    sound(page(model, model.simulate()))


def test_a_folder_that_cannot_be_made_is_named(capsys, tmp_path):
    (tmp_path / "out").write_text("a file")
    assert demo.main(str(tmp_path / "out")) == 2
    captured = capsys.readouterr()
    assert "out" in captured.err and "Traceback" not in captured.err


@pytest.mark.browser
@pytest.mark.skipif(shutil.which("chromium") is None, reason="Chromium is not installed")
def test_a_browser_shows_the_page(tmp_path):
    demo.main(str(tmp_path))
    options = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"]
    options += [f"--user-data-dir={tmp_path / 'profile'}", f"--screenshot={tmp_path / 'page.png'}"]
    address = (tmp_path / f"{demo.FLAGSHIP}.html").as_uri()
    subprocess.run(
        ["chromium", *options, "--window-size=1200,900", address], capture_output=True, timeout=120, check=True
    )
    assert (tmp_path / "page.png").stat().st_size > 20_000
