"""Texts that YAML reads otherwise than they were meant: the message gives the line and the right spelling."""

import pytest

import multibond as mb
from multibond.errors import FileError
from multibond.model.file import loads

PLAIN = "components: {s: Se, c: C}\nbonds: [s >> c]\n"
HINGE = "components:\n  h: {type: planar.Revolute, actuated: %s}\n"

CASES = [
    ("true or false is expected, not the text 'no'; write false (line 3, column 30)", HINGE % "no"),
    ("not the text 'yes'; write true (line 3", HINGE % "yes"),
    ("start.c.q.fixed: true or false is expected, not the text 'off'; write false (line 4",
     PLAIN + "start: {c.q: {value: 1, fixed: off}}\n"),
    ("'on' is a name here, and the model has none; write a number (1 or 0) or a condition such as 'time > 1' (line 4",
     "components:\n  s:\n    effort: on\n    type: Se\n"),
    ("quote a text that holds a colon and a space (line 2, column 21)", "description: a motor: with a gear\n"),
    ("quote a text that holds a comma, a colon or a bracket (line 3", "components:\n  s: {type: Se, effort: 3: 4}\n"),
    ("a colon is missing before the brace: write s: {…} (line 4", "components:\n  c: C\n  s {type: Se}\n"),
    ("write the colon behind the name that stands before", "components:\n  c\n  s: {type: Se}\n"),
    ("do not mix them (line 4, column 3)", "bonds:\n  - s >> c\n  c: 2\n"),
    ("a line of a mapping is 'name: value': write the colon", "stop 2\nname: x\n"),
    ("begins in column 3 as this does: indent it", "bonds:\n    - s >> c\n  - c >> r\n"),
    ("cut off, or a quote is not closed", "description: 'a motor\n"),
    ("did you mean 'spatial.Wheel'? (line 3", "components:\n  w: {type: spatil.Wheel}\n"),
    ("is of the package 'robots', which is not installed", "components:\n  w: {type: robots.Wheel}\n"),
    ("joined by a list of their names; write [ground.b, h.a] (line 4", HINGE % "false" + "joins: [ground.b - h.a]\n"),
    ("world is all around, and nothing is held by it: join frames to a Fixed (line 4",
     "components: {world: planar.World, h: planar.Revolute}\njoins:\n  - [world.b, h.a]\n"),
    ("there is no component 'c'; r holds none (line 4", "components: {r: R, s: Se}\njoins:\n  - [r.c, s.d]\n"),
    ("indent with spaces, not tabs", "components:\n\ts: Se\n"),
    ("quote a text that begins with @", "components:\n  s: {type: Se, effort: @x}\n"),
    ("stop: a number is expected, not the text '1e-3'; take its quotes away (line 2", 'stop: "1e-3"\n'),
    ("stop: a number is expected, not the text '1,5'; write the decimal point, 1.5 (line 2", "stop: 1,5\n"),
    ("'1,5' is not one number; write 1.5 with a decimal point, or the list [1, 5] (line 4",
     "components:\n  s:\n    effort: 1,5\n    type: Se\n"),
    ("inside { } a comma ends a value: quote an expression", "components:\n  s: {type: Se, effort: max(1, 2)}\n"),
    ("there is no key 'type:Se'; a space is missing behind the colon (line 3", "components:\n  s: {type:Se}\n"),
    ("description: a text is expected, not the number 5; quote it to make it a text (line 2", "description: 5\n"),
]  # fmt: skip


@pytest.mark.parametrize(("message", "text"), CASES, ids=[m[:40] for m, _ in CASES])
def test_hints(message, text):
    with pytest.raises(FileError) as error:
        loads("multibond: 1\n" + text)
    assert message in str(error.value)


def test_a_message_about_json_is_one_line():
    with pytest.raises(FileError, match="a value is expected at ': 0'") as error:
        loads(":\n0", "json")
    assert "\n" not in str(error.value)


def test_a_quoted_version_is_told_from_the_number():
    with pytest.raises(FileError, match="the text '1' is not a known version"):
        loads("multibond: '1'\n")


def test_words_that_are_names_of_the_model_stay_names():
    model = loads("multibond: 1\nparameters: {on: 1}\ncomponents: {s: {type: Se, effort: on}, c: C}\nbonds: [s >> c]\n")
    assert model.children["s"].given["effort"] == "on"


@pytest.mark.parametrize(
    "value",
    ["R: k/z", "law: '1/(f - f)'", "R: sqrt(z - 1)"],
)
def test_what_is_found_in_a_run_has_its_line_too(value, tmp_path):
    path = tmp_path / "circuit.yaml"
    path.write_text(
        "multibond: 1\nname: circuit\nparameters:\n  k: 1\n  z: 0\ncomponents:\n  resistor: {type: R, "
        + value
        + "}\n  source: {type: Se, effort: 1}\nbonds:\n  - source >> resistor\n"
    )
    model = mb.load(str(path))
    for verb in (model.simulate, model.animate):
        with pytest.raises(mb.MultibondError, match=r"\(circuit\.yaml, line [78]\)$"):
            verb(1.0)
