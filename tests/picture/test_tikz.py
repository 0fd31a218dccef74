"""Drawings as TikZ: the same lines and texts as the scene, in styles and colours that the picture itself defines."""

from __future__ import annotations

import re

import pytest

from multibond import J1, Model, R, Se, bank
from multibond.look import Frame, Stroke, Text
from multibond.picture.drawing import draw
from multibond.picture.drawing.tikz import latex
from picture.drawn_models import MODELS


def commands(text: str) -> list[str]:
    """The paths and nodes of the picture."""
    return [line.strip() for line in text.splitlines() if re.match(r"\s*\\(path|node)", line)]


def nested(text: str) -> bool:
    """Whether braces close in the order in which they open, escaped ones apart."""
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", text):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


@pytest.mark.parametrize("name", [*MODELS, "robot", "hydraulic_servo"])
def test_every_item_is_written_with_styles_and_colours_of_the_picture(name):
    drawing = draw(MODELS[name]() if name in MODELS else bank.load(name))
    text, items = drawing.tikz, drawing.scene.items()
    assert nested(text) and text.isascii()
    halos = sum(isinstance(item, Text) and item.halo for item in items)
    found = commands(text)
    nodes = [command for command in found if "\\node" in command]
    assert len(nodes) == sum(isinstance(item, Text) for item in items)
    assert len(found) == len(items) and sum(line.startswith(r"\path[fill=") for line in found) == halos
    assert [node for node, item in zip(nodes, (i for i in items if isinstance(i, Text)))
            if not node.endswith(f"{{{latex(item.words)}}};")] == []  # fmt: skip
    styles = set(re.findall(r"^  (bg [a-z0-9 ]+)/\.style", text, re.MULTILINE))
    assert {style for line in found for style in re.findall(r"\[(bg [a-z0-9 ]+)\]", line)} == styles
    colors = {"white", "black", *re.findall(r"\\definecolor\{(\w+)\}", text)}
    assert set(re.findall(r"(?:draw|fill|text)=(\w+)", text)) - {"none"} <= colors


def test_places_are_those_of_the_scene():
    drawing = draw(MODELS["series_circuit"]())
    lines = [item for item in drawing.scene.items() if isinstance(item, Stroke) and item.role == "bond"]
    written = [line for line in commands(drawing.tikz) if "[bg bond]" in line]
    numbers = [tuple(map(float, re.findall(r"-?\d+\.?\d*", line.partition("]")[2]))) for line in written]
    assert numbers == [pytest.approx([x for point in line.points for x in point], abs=0.006) for line in lines]


def test_circles_stay_circles_and_boxes_stay_round():
    drawing = draw(MODELS["controller"]())
    rounds = [item for item in drawing.scene.items() if isinstance(item, Frame) and item.role == "sensor"]
    circles = [line for line in commands(drawing.tikz) if "circle" in line and "[bg sensor]" in line]
    assert len(circles) == len(rounds) == 1
    assert "rounded corners" in draw(MODELS["composites"]()).tikz


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("a_b & 50 % of #1", r"a\_b \& 50 \% of \#1"),
        ("{x} $y$ ~ ^ \\", r"\{x\} \$y\$ \textasciitilde{} \textasciicircum{} \textbackslash{}"),
        ("−3 kg·m²", r"$-$3 kg$\cdot$m$^{2}$"),
        ("e₁₂ 10⁻³", "e$_{12}$ 10$^{-3}$"),
        ("φ µ Ω ∫", r"$\varphi$ $\mu$ $\Omega$ $\int$"),
        ("Fläche é ñ ß", r"Fl\"{a}che \'{e} \~{n} \ss{}"),
        ("line\nbreak\x07", "line break "),
    ],
)
def test_texts_are_escaped(words, written):
    assert latex(words) == written


def test_letters_without_a_font_are_kept_for_engines_that_read_unicode():
    found = latex("模型")
    assert "模" in found and "型" in found and r"\directlua\undefined" in found and nested(found)
    assert found.count(r"\ifx") == found.count(r"\fi")


def test_a_title_cannot_leave_its_comment():
    model = Model("two\nlines\\end{document}")
    model.source, model.loop, model.load = Se(1), J1(), R(1)
    model.source >> model.loop >> model.load
    text = draw(model).tikz
    assert text.startswith("% two lines\\end{document}\n")
    assert text.count("\n\\end{document}\n") == 1


def test_files(tmp_path):
    drawing = draw(MODELS["multibond"]())
    assert drawing.save(tmp_path / "picture.tex").read_text(encoding="utf-8") == drawing.tikz
    from multibond.cli import main

    assert main(["draw", "rlc", "-o", str(tmp_path / "rlc.tex")]) == 0
    assert r"\begin{tikzpicture}" in (tmp_path / "rlc.tex").read_text(encoding="utf-8")
