"""Zero-order causal paths and flattened graphs in drawings."""

from __future__ import annotations

import pytest

import multibond as mb
from multibond.look import Stroke, Text
from multibond.picture.drawing.path_mark import TINTS
from picture.test_drawing import overlaps


def tinted(drawing) -> list[Stroke]:
    return [item for item in drawing.scene.items() if isinstance(item, Stroke) and item.role == "path"]


def test_paths_are_tinted_along_their_bonds():
    model = mb.load("electric_circuit")
    lines = tinted(model.draw(paths=True))
    assert len(lines) == 5 + 1  # five bonds between the three capacitors, and the legend
    assert {line.color for line in lines} == {TINTS[1]}
    assert not tinted(model.draw())


def test_the_legend_says_the_classes():
    words = [
        item.words for item in mb.load("electric_circuit").draw(paths=True).scene.items() if isinstance(item, Text)
    ]
    assert "class 1: storage in integral and in derivative causality" in words


def test_paths_between_components_tint_what_joins_them():
    drawing = mb.load("four_bar").draw(paths=True)
    assert len(tinted(drawing)) > 3


@pytest.mark.parametrize("name", ["crane_crab_wrapped", "double_pendulum", "planar_slider_crank"])
def test_the_flattened_graph_has_every_element_and_covers_nothing(name):
    model = mb.load(name)
    drawing = model.draw(flat=True, paths=True)
    names = set(drawing.positions)
    from multibond.elements.frame import _Frame
    from multibond.graph.flat import graph_of

    wanted = {p for p, f in graph_of(model).elements.items() if f.attached and not isinstance(f.element, _Frame)}
    assert names == wanted
    assert [line for line in overlaps(drawing) if "class" not in line] == []


def test_paths_of_a_graph_without_causality_are_refused():
    m = mb.Model("wrong")
    m.a, m.b, m.j = mb.Se(1), mb.Se(2), mb.J0()
    m.a >> m.j
    m.b >> m.j
    with pytest.raises(mb.errors.CausalityError):
        m.draw(paths=True)


def test_from_the_command_line(capsys):
    from multibond.cli import main

    assert main(["draw", "crane_crab_wrapped", "--flat", "--paths"]) == 0
    assert TINTS[1] in capsys.readouterr().out
