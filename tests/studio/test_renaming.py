"""Other names and groups: the model stays the same, and so does every line that needs no change."""

import numpy as np
import pytest

from multibond.bank import bundled
from multibond.errors import ModelError
from multibond.model.file import describe, dumps, loads
from multibond.studio.grouping import group
from multibond.studio.renaming import rename
from studio_client import RLC

DRIVE = """\
multibond: 1
name: drive
domain: electrical  # of most
stop: 1
parameters:
  U: 10   # the supply
  res: {value: 2, unit: ohm}
components:
  source: {type: Se, effort: U}  # keeps its comment
  # the winding
  loop: J1
  R1: {type: R, R: "res*(1 + 0.1*abs(J.f))"}
  L1: {type: I, I: 0.1}
  gy: {type: GY, M: 0.5}
  shaft: {type: J1, domain: rotational}
  J: {type: I, I: 0.01, domain: rotational}
  B: {type: R, law: "0.1*f*(1 + 0.01*L1.f**2)", domain: rotational}
bonds:
  - source >> loop >> gy >> shaft
  - loop >> R1   # loss
  - {from: loop, to: L1, label: coil}
  - shaft >> J
  - shaft - B
start:
  L1.f: 0.5
outputs:
  current: L1.f
  speed: {value: J.f, unit: rad/s, description: of J}
layout: {source: [0, 0], loop: [1, 0], R1: [1, 1], L1: [1, -1], gy: [2, 0], shaft: [3, 0], J: [3, 1], B: [3, -1]}
"""


def same(first, second):
    one, other = loads(first).simulate(points=51), loads(second).simulate(points=51)
    assert one.outputs == other.outputs
    for name in one.outputs:
        assert np.allclose(one[name], other[name], rtol=1e-9, atol=1e-12), name


def test_all_references_follow_and_nothing_else_changes():
    text = rename(DRIVE, "", "L1", "coil")
    assert "coil: {type: I, I: 0.1}" in text and '"0.1*f*(1 + 0.01*coil.f**2)"' in text
    assert "{from: loop, to: coil, label: coil}" in text and "coil.f: 0.5" in text and "coil: [1, -1]" in text
    assert text.replace("coil.f", "L1.f").replace("coil:", "L1:").replace("to: coil", "to: L1") == DRIVE
    same(DRIVE, text)
    assert rename(text.replace("label: coil", "label: x"), "", "coil", "L1") == DRIVE.replace("label: coil", "label: x")


def test_the_variables_of_laws_are_not_components():
    text = DRIVE.replace("L1", "f")
    same(text, rename(text, "", "f", "coil"))
    assert "0.1*f*" in rename(text, "", "f", "coil")


@pytest.mark.parametrize("name", ["dc_motor", "hydraulic_servo", "double_pendulum", "crane_crab", "anti_lock_brake"])
def test_models_of_the_bank_with_other_names_are_the_same(name):
    text = dumps(bundled(name)())
    data = describe(loads(text))
    keys = [key for key in (*data["components"], *data.get("parameters", {})) if key != "world"]
    changed = text
    for key in keys:
        changed = rename(changed, "", key, f"{key}_new")
    assert set(describe(loads(changed))["components"]) == {*(f"{k}_new" for k in keys), "world"} & {
        *(f"{k}_new" for k in data["components"]), *data["components"],
    }  # fmt: skip
    for key in keys:
        changed = rename(changed, "", f"{key}_new", key)
    assert changed == text


def test_names_inside_definitions_follow_from_outside():
    text = group(DRIVE, "", ["loop", "R1", "L1", "gy"], "motor", "Motor")
    inner = rename(text, "motor", "L1", "coil")
    assert "motor.coil.f" in inner and "L1" not in inner.replace("L1_", "")
    same(DRIVE, inner)
    port = rename(inner, "motor", "source", "plus")
    assert "source >> motor.plus" in port
    same(DRIVE, port)
    value = rename(port, "motor", "res", "winding")
    assert "winding: res" in value
    same(DRIVE, value)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [("L1", "R1", "used already"), ("L1", "U", "used already"), ("nobody", "x", "nothing called"), ("L1", "1x", "name"),
     ("L1", "a b", "name"), ("L1", "class", "name")],
)  # fmt: skip
def test_wrong_names_are_refused(old, new, says):
    with pytest.raises(ModelError, match=says):
        rename(DRIVE, "", old, new)


def test_the_world_keeps_its_name():
    with pytest.raises(ModelError, match="by this name"):
        rename(dumps(bundled("double_pendulum")()), "", "world", "earth")


# ------------------------------------------------------------ groups
def test_a_selection_becomes_a_component():
    text = group(DRIVE, "", ["loop", "R1", "L1", "gy"], "motor", "Motor", ["L1.I"])
    same(DRIVE, text)
    assert "motor: {type: Motor, J_f: J.f, res: res}" in text or "motor: {type: Motor, res: res, J_f: J.f}" in text
    assert "- source >> motor.source" in text and "- motor.shaft >> shaft" in text
    for kept in ("domain: electrical  # of most", "U: 10   # the supply", "effort: U}  # keeps its comment",
                 "      # the winding\n      loop: J1", "motor.L1.f: 0.5", "current: motor.L1.f"):  # fmt: skip
        assert kept in text, kept
    changed = loads(text.replace("{type: Motor,", "{type: Motor, L1_I: 0.2,")).simulate(points=51)
    direct = loads(DRIVE.replace("I: 0.1}", "I: 0.2}")).simulate(points=51)
    assert np.allclose(changed["current"], direct["current"])


def test_groups_of_groups_and_inside_groups():
    text = group(DRIVE, "", ["loop", "R1", "L1", "gy"], "motor", "Motor")
    text = group(text, "", ["shaft", "J", "B"], "load", "Load")
    same(DRIVE, text)
    text = group(text, "motor", ["R1", "L1"], "coil", "Coil")
    same(DRIVE, text)
    same(DRIVE, group(text, "", ["motor", "load"], "machine", "Machine"))


def test_a_component_is_used_twice():
    text = group(RLC, "", ["R1", "L1"], "coil", "Coil")
    same(RLC, text)
    twice = text.replace("  coil: Coil\n", "  coil: Coil\n  coil2: Coil\n").replace(
        "outputs:", "  - loop >> coil2.loop\n  - loop >> coil2.loop_2\noutputs:")  # fmt: skip
    double = RLC.replace("R: 2}", "R: 4}").replace("I: 0.1}", "I: 0.2}")
    one, other = loads(twice).simulate(), loads(double).simulate()
    assert np.allclose(one["current"], other["current"], rtol=1e-5, atol=1e-7)


def test_parts_of_mechanics_are_grouped_by_their_frames():
    text = dumps(bundled("double_pendulum")())
    grouped = group(text, "", ["hinge2", "rod2", "body2"], "second", "Pendulum")
    same(text, grouped)


def test_texts_in_one_line_are_grouped_too():
    from multibond.model.file.write import write

    text = write(describe(loads(DRIVE)), "json")
    same(DRIVE, group(text, "", ["loop", "R1", "L1", "gy"], "motor", "Motor"))
    flow = "multibond: 1\ndomain: electrical\nstop: 1\n"
    flow += "components: {s: {type: Se, effort: 1}, j: J1, r: {type: R, R: 1}, c: {type: C, C: 1}}\n"
    flow += "bonds: [s >> j, j >> r, j >> c]\noutputs: {i: r.f}\n"
    same(flow, group(flow, "", ["r", "c"], "load", "Load"))


@pytest.mark.parametrize(
    ("keys", "name", "definition", "says"),
    [(["nobody"], "m", "M", "no component"), ([], "m", "M", "nothing is selected"), (["R1"], "L1", "M", "used already"),
     (["R1"], "m", "R", "something called"), (["R1"], "m m", "M", "name"), (["R1"], "m", "1M", "name")],
)  # fmt: skip
def test_wrong_groups_are_refused(keys, name, definition, says):
    with pytest.raises(ModelError, match=says):
        group(DRIVE, "", keys, name, definition)
