"""The generated documents are up to date, and their pictures are small."""

import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

import multibond
from multibond.bank import names
from multibond.documentation import elements_page, gallery_page, icon_pictures, law_pictures, scalar_pictures
from multibond.model.registry import known

DOCS = Path(__file__).resolve().parents[2] / "docs"
RENEW = "run: python -m multibond.documentation"


def test_the_elements_page_is_up_to_date():
    assert (DOCS / "elements.md").read_text(encoding="utf-8") == elements_page(), RENEW


def test_the_elements_page_has_every_element():
    text = elements_page()
    library = [name for name in known() if hasattr(multibond, name)]
    assert len(library) > 50
    assert [name for name in library if f"| **{name}** |" not in text] == []


def test_the_gallery_is_up_to_date():
    assert (DOCS / "gallery.md").read_text(encoding="utf-8") == gallery_page(), RENEW


@pytest.mark.parametrize("name", [*names(), "motor"])
def test_pictures_are_there_and_small(name):
    curves = "motor_run" if name == "motor" else f"{name}_curves"
    for picture in (f"{name}.svg", f"{curves}.svg"):
        path = DOCS / "pictures" / picture
        assert path.is_file(), RENEW
        assert path.stat().st_size < 41_000
        ElementTree.parse(path)


def test_the_pictures_of_scalar_bonds_are_up_to_date():
    for path, text in scalar_pictures(DOCS / "pictures"):
        assert path.read_text(encoding="utf-8") == text, RENEW
        assert path.stat().st_size < 41_000
        assert path.name in (DOCS / "scalar.md").read_text(encoding="utf-8")


def test_the_pictures_of_laws_are_up_to_date():
    pages = "".join((DOCS / f"{page}.md").read_text(encoding="utf-8") for page in ("nonsmooth", "impacts"))
    for path, text in law_pictures(DOCS / "pictures"):
        assert path.read_text(encoding="utf-8") == text, RENEW
        assert path.name in pages
        ElementTree.parse(path)


def test_the_elements_page_has_every_mechanical_part():
    text = elements_page()
    for library in (multibond.planar, multibond.spatial):
        assert [name for name in library.__all__ if f"| **{name}** |" not in text] == []


def test_the_icons_are_up_to_date_and_complete():
    shown = {}
    for path, text in icon_pictures(DOCS / "pictures"):
        assert path.read_text(encoding="utf-8") == text, RENEW
        assert path.stat().st_size < 41_000
        assert path.name in (DOCS / "drawing.md").read_text(encoding="utf-8")
        shown[path.name] = text
    for library in ("planar", "spatial"):
        tables = "".join(text for name, text in shown.items() if name.startswith(f"icons_{library}"))
        assert [n for n in getattr(multibond, library).__all__ if f"<title>{n}</title>" not in tables] == []
