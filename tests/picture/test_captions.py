"""What is written in drawings: whole captions in lines, rounded numbers, names of junctions, port names once."""

from __future__ import annotations

import re

import pytest

from multibond import J1, C, Model, Parameter, R, Se, bank
from multibond.look import Text
from multibond.look.quantity import number, value_text
from multibond.look.text_width import text_width, wrapped
from multibond.picture.drawing import draw
from picture.drawn_models import composites, random_tree
from picture.test_drawing import overlaps, words

LONG = "amplitude_of_the_road*sin(2*pi*frequency*time)*exp(-time/constant_of_time) + offset_of_the_road"


def named(name: str) -> Model:
    model = Model("named", domain="electrical")
    model.source, model.resistor = Se(10), R(5)
    model.add(name, J1())
    model.source >> model[name] >> model.resistor
    return model


def junctions(drawing) -> list[str]:
    return [item.words for item in drawing.scene.items() if item.role == "junction"]


@pytest.mark.parametrize(
    "name", ["dc_motor", "hydraulic_servo", "anti_lock_brake", "double_wishbone", "bridge_rectifier"]
)
def test_nothing_is_cut(name):
    assert not any("…" in text for text in words(draw(bank.load(name))))


def test_a_long_law_is_written_whole_in_lines():
    model = Model("long")
    for name in ("amplitude_of_the_road", "frequency", "constant_of_time", "offset_of_the_road"):
        setattr(model, name, Parameter(1.0))
    model.source, model.loop, model.load = Se(LONG), J1(), R(1)
    model.source >> model.loop >> model.load
    drawing = draw(model)
    lines = [item.words for item in drawing.scene.items() if item.role == "value"]
    shown = re.sub(r"\s", "", "".join(lines))
    assert re.sub(r"\s", "", LONG).replace("*", "·").replace("-", "−") in shown
    assert len(lines) > 2 and overlaps(drawing) == []


def test_what_nobody_could_read_is_said_by_its_names():
    law = " + ".join(f"{k}*alpha**{k} + beta" for k in range(2, 40))
    assert value_text(law) == "φ(alpha, beta)"
    assert value_text(list(range(30)), "m") == "30 values m"


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.30000000000000004, "0.3"), (1e5, "10⁵"), (-1e-6, "−10⁻⁶"), (4e-6, "4·10⁻⁶"), (12345.678, "12346"), (0.0, "0")],
)
def test_numbers_are_rounded_for_reading(value, text):
    assert number(value) == text
    if value:  # what is read is the value, to three digits
        back = text.replace("−", "-").replace("·10", "e").replace("10", "1e", 1) if "10" in text else text
        digits = back.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")).replace("−", "-")
        assert float(digits) == pytest.approx(value, rel=1e-3)


def test_numbers_within_expressions_and_dust_in_vectors():
    assert value_text("0.30000000000000004*x2 + 3.141592653589793") == "0.3·x2 + 3.142"
    assert value_text([6.1e-17, 1.0, 0.0], "m") == "(0, 1, 0) m"
    assert value_text("[[cos(a), 1], [0, 1], [2, 3]]") == "3 × 2 matrix"


@pytest.mark.parametrize("text", ["one two three four five six", "a_name.of_many.parts_in_a_path", "x" * 90, "a=b"])
def test_lines_keep_every_letter_and_their_width(text):
    lines = wrapped(text, 60.0, 11.0)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    if "x" not in text:
        assert all(text_width(line, 11.0) <= 60.0 for line in lines)


def test_a_long_name_stands_in_lines_beside_its_symbol():
    model = Model("names")
    model.loop, model.source = J1(), Se(1)
    model.source >> model.loop
    model.loop >> model.add("resistance_of_the_winding_of_the_third_phase", R(1))
    model.loop >> model.add("Größe_der_Kapazität_模型", C(1))
    drawing = draw(model)
    assert overlaps(drawing) == []
    shown = "".join(item.words for item in drawing.scene.items() if item.role == "name").replace(" ", "")
    assert "resistance_of_the_winding_of_the_third_phase" in shown and "Größe_der_Kapazität_模型" in shown


def test_names_that_users_gave_stand_at_their_junctions():
    assert junctions(draw(named("armature"))) == ["armature"]
    assert junctions(draw(named("j1"))) == junctions(draw(named("zero_3"))) == []
    assert junctions(draw(named("j1"), names=True)) == ["j1"]
    assert junctions(draw(named("armature"), names=False)) == []


def test_names_within_parts_of_libraries_are_shown_on_request():
    model = bank.load("double_pendulum")
    assert junctions(draw(model, "hinge1")) == []
    every = draw(model, "hinge1", names=True)
    assert len(junctions(every)) == sum(part.role == "junction" for part in model["hinge1"].children.values()) > 0
    assert overlaps(every) == []
    assert junctions(draw(composites(), "drive")) == ["shaft"]


def test_junctions_of_joined_frames_were_named_by_nobody():
    model = bank.load("crane_crab_wrapped")
    assert junctions(draw(model, flat=True)) == []
    assert "node1" in junctions(draw(model, flat=True, names=True))


def test_powers_that_are_no_single_digit():
    assert value_text("m*(x**2)**-1.5 + y**12") == "m·(x²)^−1.5 + y^12"


def test_junctions_on_the_command_line_and_in_python(capsys):
    from multibond.cli import main

    assert main(["draw", "rlc"]) == 0
    assert ">loop</text>" in capsys.readouterr().out
    assert main(["draw", "rlc", "--no-names"]) == 0
    assert ">loop</text>" not in capsys.readouterr().out
    assert not junctions(bank.load("rlc").draw(bonds="scalar")) and junctions(bank.load("rlc").draw())


def test_the_name_of_a_port_at_both_ends_is_written_once():
    drawing = draw(bank.load("robot"))
    texts = [item.words for item in drawing.scene.items() if isinstance(item, Text)]
    assert texts.count("drive") == 6


def test_all_junctions_of_a_tree_can_be_named():
    model = random_tree(30, 2)
    drawing = draw(model, names=True)
    assert overlaps(drawing) == []
    assert len(junctions(drawing)) == sum(part.role == "junction" for part in model.children.values())


def test_a_caption_says_the_value_of_a_parameter_with_the_same_name():
    assert "volume = 0.0002 m³" in words(draw(bank.load("hydraulic_servo")))
