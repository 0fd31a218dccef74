"""Drawings: nothing covers anything, every model can be drawn, and the picture says what the model says."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ElementTree

import pytest

from multibond import J1, C, Model, R, Se, bank
from multibond.errors import FileError, ModelError, NameNotFound
from multibond.graph.causality import causality
from multibond.graph.flat import flatten
from multibond.look import Icon, Stroke, Text
from multibond.picture.drawing import Drawing, draw
from multibond.picture.drawing.bond_mark import causality_text
from picture.drawn_models import (
    MODELS,
    composites,
    controller,
    ladder_of,
    modulated_brake,
    motor,
    multibond,
    random_tree,
    series_circuit,
)  # fmt: skip


def overlaps(drawing: Drawing) -> list[str]:
    """Everything that covers something: two texts, or a bond, signal or stroke over a text."""
    texts = [item for item in drawing.scene.items() if isinstance(item, Text)]
    found = [
        f"'{a.words}' covers '{b.words}'"
        for a, b in itertools.combinations(texts, 2)
        if a.box.grown(-0.5).meets(b.box.grown(-0.5))
    ]
    for item in drawing.scene.items():
        if not isinstance(item, Stroke) or item.closed:
            continue
        for text in texts:
            # the cardinality stands in its own bond, on a patch of paper
            if text.role == "cardinality":
                continue
            if any(text.box.grown(-0.5).crossed(a, b) for a, b in zip(item.points, item.points[1:])):
                found.append(f"a {item.role} runs over '{text.words}'")
    return found


def words(drawing: Drawing) -> set[str]:
    return {item.words for item in drawing.scene.items() if isinstance(item, Text)}


def roles(drawing: Drawing) -> list[str]:
    return [item.role for item in drawing.scene.items()]


@pytest.mark.parametrize("name", MODELS)
def test_nothing_covers_anything(name):
    drawing = draw(MODELS[name]())
    assert overlaps(drawing) == []
    shown = [item for item in drawing.scene.items() if item.role == "label"]
    assert len(shown) == len(MODELS[name]().bonds), "every bond has its number"


@pytest.mark.parametrize("name", bank.names())
def test_models_of_the_bank_are_readable(name):
    model = bank.load(name)
    graph = flatten(model)
    assert overlaps(draw(model, strokes=causality(graph).strokes, graph=graph)) == []


@pytest.mark.parametrize("path", ["drive", "drive.winding"])
def test_the_inside_of_a_composite_shows_its_ports(path):
    model = composites()
    drawing = draw(model, path)
    assert overlaps(drawing) == []
    assert set(model[path].exposed) <= words(drawing)


@pytest.mark.parametrize("seed", range(12))
def test_random_trees_are_readable(seed):
    assert overlaps(draw(random_tree(8 + 4 * seed, seed))) == []


def test_the_same_model_gives_the_same_picture():
    assert draw(controller()).svg == draw(controller()).svg


@pytest.mark.parametrize("name", MODELS)
def test_the_text_is_well_formed(name):
    root = ElementTree.fromstring(draw(MODELS[name]()).svg)
    assert root.tag.endswith("svg")


def test_a_model_of_a_thousand_elements_is_drawn():
    model = random_tree(1000, 3)
    assert len(draw(model).positions) == 1000


def test_a_long_ladder_is_folded():
    box = draw(ladder_of(60)).scene.box()
    assert (box.right - box.left) < 4 * (box.bottom - box.top)


def test_strokes_are_drawn_where_they_are_given():
    model = series_circuit()
    by_index = draw(model, strokes={0: ("head",), 1: ("tail",)})
    by_position = draw(model, strokes={("", 0): ("head",), ("", 1): ("tail",)})
    assert roles(by_index).count("stroke") == 2
    assert by_index.svg == by_position.svg


def test_a_stroke_is_at_the_end_of_its_bond():
    model = series_circuit()
    for end, place in ((-1, "head"), (0, "tail")):
        group = next(g for g in draw(model, strokes={0: (place,)}).scene.groups if g.title.startswith("bond 1:"))
        line = next(item for item in group.items if item.role == "bond")
        (x1, y1), (x2, y2) = next(item for item in group.items if item.role == "stroke").points
        assert ((x1 + x2) / 2, (y1 + y2) / 2) == pytest.approx(line.points[end])


def test_mixed_causality_is_written_beside_the_bond():
    drawing = draw(multibond(), strokes={0: ("tail", "head", "head")})
    assert "thh" in words(drawing)
    assert roles(drawing).count("stroke") == 4  # split at both ends
    assert overlaps(drawing) == []
    assert causality_text(("tail",) * 3 + ("head",) * 7) == "3t7h"


def test_strokes_forced_by_the_user_are_shown():
    model = Model("forced")
    model.source, model.loop, model.resistor = Se(1), J1(), R(2)
    model.source >> model.loop
    model.bond(model.loop, model.resistor, stroke="head")
    assert roles(draw(model)).count("stroke") == 1


def test_undirected_bonds_are_drawn_by_convention():
    model = Model("undirected")
    model.source, model.loop, model.resistor = Se(1), J1(), R(2)
    model.loop - model.source
    model.resistor - model.loop
    titles = [group.title for group in draw(model).scene.groups if group.kind == "bond"]
    assert titles == ["bond 1: source.a ⇀ loop.a", "bond 2: loop.a ⇀ resistor.a"]


def test_multi_bonds_say_their_cardinality():
    found = [item.words for item in draw(multibond()).scene.items() if item.role == "cardinality"]
    assert sorted(found) == ["2", "2", "3", "3", "3", "3", "3"]


def test_modulated_elements_and_signals():
    drawing = draw(modulated_brake())
    assert {"MR", "MTF", "C", "I", "Se"} <= words(drawing)
    assert roles(drawing).count("signal") == 2


def test_signals_of_blocks_are_arrows():
    titles = {group.title for group in draw(controller()).scene.groups if group.kind == "signal" and "→" in group.title}
    assert titles == {
        "signal gain.y → motor.effort", "signal reference.reference → motor.effort",
        "signal reference.reference → error.a", "signal speed.y → error.b", "signal error.y → gain.u",
    }  # fmt: skip


def test_values_have_the_units_of_their_domain():
    assert {"24 V", "1.2 Ω", "0.002 H", "M = 0.05", "0.0001 kg·m²", "−2.5 N·m"} <= words(draw(motor()))
    assert "24 V" not in words(draw(motor(), values=False))


def test_effort_and_flow_on_demand():
    drawing = draw(series_circuit(), variables=True)
    assert {"e₁", "f₁"} <= words(drawing)
    assert overlaps(drawing) == []


def test_fixed_positions_are_kept():
    drawing = draw(MODELS["fixed_places"]())
    at = drawing.positions
    assert at["source"][1] == at["loop"][1] == at["coil"][1]
    assert at["resistor"][1] < at["loop"][1] < at["capacitor"][1]  # pixels count downwards


def test_texts_are_escaped():
    model = Model('<script>alert("x")</script>')
    model.source, model.loop, model.diode = Se(1), J1(), R(law="1 if f < 0 and f > -1 else f")
    model.source >> model.loop >> model.diode
    svg = draw(model).svg
    assert "<script" not in svg
    ElementTree.fromstring(svg)


def test_an_unfinished_model_can_be_drawn_and_written_on():
    model = Model("unfinished")
    model.source, model.loop, model.spare = Se(1), J1(), C(1)
    model.source >> model.loop
    assert "C" in words(draw(model))
    model.loop >> model.spare
    draw(model)
    model.more = R(1)
    assert draw(Model("empty")).svg


def test_files_and_figures(tmp_path):
    drawing = draw(multibond())
    for kind, magic in (("svg", b"<svg"), ("png", b"\x89PNG"), ("pdf", b"%PDF")):
        assert drawing.save(tmp_path / f"picture.{kind}").read_bytes().startswith(magic)
    assert drawing._repr_svg_() == drawing.svg
    from matplotlib.figure import Figure

    axes = Figure().add_subplot()
    assert drawing.figure(axes) is axes.figure


def test_wrong_paths_and_files_are_explained(tmp_path):
    with pytest.raises(NameNotFound, match="did you mean 'drive'"):
        draw(composites(), "drve")
    with pytest.raises(ModelError, match="nothing inside to draw"):
        draw(composites(), "supply")
    with pytest.raises(FileError, match="svg, png, pdf, tex"):
        draw(series_circuit()).save(tmp_path / "picture.docx")
    with pytest.raises(FileError, match="cannot be written"):
        draw(series_circuit()).save(tmp_path / "missing" / "picture.svg")
    with pytest.raises(ModelError, match="made of a model"):
        draw("series_circuit")  # type: ignore[arg-type]


def test_a_class_may_have_an_icon_of_its_own():
    class _Bulb(R):
        symbol = "R"

        def icon(self, look):
            return Icon(30, 30, "round", [Text(0, 0, "lamp", "symbol")], look.captions())

    model = Model("lamp")
    model.source, model.loop, model.bulb = Se(1), J1(), _Bulb(2)
    model.source >> model.loop >> model.bulb
    assert {"lamp", "bulb"} <= words(draw(model))
