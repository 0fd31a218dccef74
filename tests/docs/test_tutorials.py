"""The tutorials are notebooks that run, and the site lists every page."""

import re
from pathlib import Path

import matplotlib.pyplot as plt
import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
TUTORIALS = sorted(path for path in (DOCS / "tutorials").glob("*.md") if path.stem != "index")
CELL = re.compile(r"^```\{code-cell\} ipython3\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("path", TUTORIALS, ids=lambda path: path.stem)
def test_tutorial(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = path.read_text(encoding="utf-8")
    names = {"__name__": path.stem}
    cells = list(CELL.finditer(text))
    assert cells and any("assert" in cell[1] for cell in cells)
    for cell in cells:
        first = text.count("\n", 0, cell.start(1))
        exec(compile("\n" * first + cell[1], str(path), "exec"), names)
    plt.close("all")


def test_the_site_lists_every_page():
    for folder in (DOCS, DOCS / "tutorials"):
        index = (folder / "index.md").read_text(encoding="utf-8")
        entries = {line.strip() for block in re.findall(r"```\{toctree\}(.*?)```", index, re.DOTALL)
                   for line in block.splitlines()}  # fmt: skip
        pages = {path.stem for path in folder.glob("*.md")} - {"index"}
        assert pages <= entries, sorted(pages - entries)
