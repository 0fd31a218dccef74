"""The report: six parts in every format, for linear and nonlinear models."""

from __future__ import annotations

import json
from html.parser import HTMLParser

import pytest

import multibond as mb
from multibond.bank.modin_three_mass import ModinThreeMass
from multibond.errors import NameNotFound
from multibond.picture.report import FORMATS, report

TITLES = ("Structure of the bond graph", "Power flow and causality", "Classes of bonds", "Characteristic vectors",
          "Matrices of the bond graph", "Matrices of the dynamic model")  # fmt: skip


def nonlinear() -> mb.Model:
    m = mb.Model("van <der> Pol & co_2", description="an odd name | with marks")
    m.loop, m.l, m.c, m.odd = mb.J1(), mb.I(2.0), mb.C(3.0), mb.R(law="f**3 - f")
    m.loop >> [m.l, m.c, m.odd]
    return m


@pytest.mark.parametrize("format", ["text", "markdown", "latex", "html"])
@pytest.mark.parametrize("model", [ModinThreeMass, nonlinear])
def test_every_format_has_the_six_parts_in_order(format, model):
    text = report(model(), symbolic=True, format=format)
    places = [text.index(title) for title in TITLES]
    assert places == sorted(places)


def test_text_shows_the_matrices_as_in_the_paper():
    lines = [" ".join(line.split()) for line in report(ModinThreeMass(), symbolic=True).splitlines()]
    assert "dp1/dt [ -(c1 + c2)/m1 c2/m2 0 -k1 k2 0 ]" in lines
    assert "e18 [ 0 0 0 0 0 -1 0 0 -1 0 0 ]" in lines
    assert "dq4/dt [ -1 0 ]" in lines
    assert "external, independent storage 1, 2, 3, 4, 5, 6" in lines
    assert "internal 10, 11, 12, 13, 14, 15, 16, 17, 20" in lines
    assert "spring1 C 1/k1 0.01 m/s*s/N capacitance, compliance" in [line.replace("(m/s)", "m/s") for line in lines]


def test_json_has_numbers_and_names():
    found = json.loads(report(ModinThreeMass(), format="json"))
    assert [part["title"] for part in found["sections"]] == list(TITLES)
    assert found["linear"] is True and found["bonds"] == 20
    matrices = {b["name"]: b for part in found["sections"] for b in part["blocks"] if b["kind"] == "matrix"}
    assert matrices["A"]["values"][0] == [-3.0, 1.0, 0.0, -100.0, 200.0, 0.0]
    assert matrices["A"]["columns"] == ["p1", "p2", "p3", "q4", "q5", "q6"]
    symbolic = json.loads(report(ModinThreeMass(), symbolic=True, format="json"))
    values = next(b for b in symbolic["sections"][5]["blocks"] if b.get("name") == "A")["values"]
    assert values[0][0] == "-(c1 + c2)/m1" and values[0][2] == 0.0


class _Balanced(HTMLParser):
    """Checks that every element is closed where it was opened."""

    def __init__(self):
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag, attributes):
        self.addresses += [v for k, v in attributes if k in ("src", "href", "xlink:href") and not v.startswith("#")]
        if tag not in ("meta", "br", "link"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        pass

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


@pytest.mark.parametrize("model", [ModinThreeMass, nonlinear])
def test_html_is_one_well_formed_page_with_the_drawing(model):
    page = report(model(), symbolic=True, format="html")
    parser = _Balanced()
    parser.feed(page)
    assert parser.open == [] and parser.addresses == []
    assert "<svg" in page
    assert "<der>" not in page


def test_html_takes_a_drawing_of_ones_own_or_none():
    assert "<svg id='mine'></svg>" in report(
        nonlinear(), format="html", drawing="<?xml version='1.0'?><svg id='mine'></svg>"
    )
    assert 'class="drawing"' not in report(nonlinear(), format="html", drawing="")


def test_nonlinear_models_say_why_and_give_state_equations():
    text = report(nonlinear())
    assert "The graph has no constant matrices. odd: the law 0 = odd.e - (odd.f**3 - odd.f) is not linear" in text
    assert "d/dt l.p = " in text
    assert "X_I: energy variables of independent storage" in text and "p1     l.p" in text
    assert "d_out: outputs of the dissipation field" in text and "e3     odd.e" in text


def test_latex_escapes_names_and_balances_braces():
    text = report(nonlinear(), format="latex")
    assert r"van <der> Pol \& co\_2" in text
    assert text.count("{") == text.count("}")
    assert text.count(r"\begin{") == text.count(r"\end{")
    assert r"\underbrace{\begin{bmatrix}" in report(ModinThreeMass(), symbolic=True, format="latex")


def test_markdown_tables_have_as_many_cells_as_heads():
    lines = report(nonlinear(), format="markdown").splitlines()
    for above, line in zip(lines, lines[1:], strict=False):
        if line.startswith("|---"):
            assert above.count("|") == line.count("|")
    assert r"an odd name \| with marks" in lines


def test_dependent_storage_and_loops_are_told():
    m = mb.Model("told")
    m.source, m.loop, m.a, m.b = mb.Se(1), mb.J1(), mb.I(2.0), mb.I(3.0)
    m.source >> m.loop >> [m.a, m.b]
    text = report(m)
    assert "Storage in derivative causality: b." in text
    assert "b depends on a (a → loop → b)." in text
    assert "external, dependent storage" in text


def test_large_matrices_are_counted_and_not_printed():
    m = mb.Model("large")
    last = m.add("s", mb.Se(1))
    for i in range(40):
        loop, node = m.add(f"loop{i}", mb.J1()), m.add(f"node{i}", mb.J0())
        last >> loop >> m.add(f"l{i}", mb.I(2.0))
        loop >> node >> m.add(f"c{i}", mb.C(2.0))
        last = node
    assert "80 × 80 with 158 entries that are not zero; the JSON report has them all" in report(m)


def test_unknown_format():
    assert "html" in FORMATS
    with pytest.raises(NameNotFound, match="no report format 'htm'; did you mean 'html'"):
        report(nonlinear(), format="htm")


@pytest.mark.parametrize("form", ["text", "html", "markdown", "latex", "json"])
def test_doubts_about_the_numbers_of_a_model_stand_beside_them(form):
    """A run doubts a negative resistance; so does what is read instead of a run."""
    model = mb.Model("amplifier", domain="electrical")
    model.source, model.loop, model.coil, model.load = mb.Se(1), mb.J1(), mb.I(1), mb.R(-2)
    model.source >> model.loop >> [model.coil, model.load]
    assert "doubt: load: its resistance R = -2 is negative" in str(model.report(format=form))
    model = mb.bank.load("rlc")
    assert "doubt" not in str(model.report(format=form))
