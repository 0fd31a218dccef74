"""Names of components in other programs lead to what does the same here."""

import re

import pytest

import multibond as mb
from multibond.errors import FileError
from multibond.model.file import loads
from multibond.model.other_words import WORDS, meant_by


@pytest.mark.parametrize("word", sorted(WORDS))
def test_what_a_word_leads_to_is_there(word):
    named = re.findall(r"\b(?:(planar|spatial)\.)?([A-Z]\w*)", re.sub(r"'.*?'", "", WORDS[word]))
    for library, name in named:
        assert hasattr(getattr(mb, library) if library else mb, name), name
    assert not word or word.islower() or word.isdigit()


@pytest.mark.parametrize(
    ("name", "here"),
    [("Battery", "Se"), ("Resistor", "R"), ("VoltageSource", "Se"), ("Voltage_source", "Se"), ("IdealDiode", "D"),
     ("ConstantVoltage", "Se"), ("Mass", "I"), ("Capacitor", "C"), ("Inertia", "I"), ("Force", "Se")],
)  # fmt: skip
def test_files_and_python_point_to_it(name, here):
    with pytest.raises(FileError, match=rf"no element or definition '{name}'; what other programs call .* is {here}\b"):
        loads(f"multibond: 1\ncomponents:\n  x: {name}\n")
    with pytest.raises(AttributeError, match=rf"has no '{name}'; what other programs call .* is {here}\b"):
        getattr(mb, name)


def test_no_hint_is_far_fetched():
    assert meant_by("Frobnicator") == ""
    with pytest.raises(FileError, match=r"no element or definition 'Frobnicator'; there is "):
        loads("multibond: 1\ncomponents:\n  x: Frobnicator\n")


@pytest.mark.parametrize(
    ("name", "hint"),
    [("Fixd", "did you mean 'planar.Fixed' or 'spatial.Fixed'"), ("Prismatik", "did you mean 'planar.Prismatic'"),
     ("Rezistor", "'resistor' is R here"), ("Gadget", "there is "), ("Radiator", "is GSth here"),
     ("DCMotor", "is GY between"), ("Relay", "is Sw"), ("Spring", "is C, with .* or planar.Spring and spatial.Spring"),
     ("Damper", "is R, or planar.Damper"), ("se", "did you mean 'Se'"), ("SE", "did you mean 'Se'"),
     ("tank", "did you mean 'Tank'"), ("Junction", "is J0, .*or J1"), ("Source", "is Se, .*or Sf"),
     ("planar.Foo", "there is planar"), ("spatial.Bodi", "did you mean 'spatial.Body'"),
     ("Heatcapacitor", "is ThermalCapacitor"), ("revolute", "did you mean 'planar.Revolute' or 'spatial.Revolute'")],
)  # fmt: skip
def test_slips_lead_to_the_name_and_other_words_to_their_meaning(name, hint):
    with pytest.raises(FileError, match=f"'{name}'; .*{hint}"):
        loads(f"multibond: 1\ncomponents:\n  x: {name}\n")
