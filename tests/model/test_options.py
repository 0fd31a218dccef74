"""Wrong options, values and assignments are refused with a sentence; outputs of components are attributes."""

from __future__ import annotations

import pytest

import multibond as mb
from multibond import planar
from multibond.errors import ModelError, NameNotFound


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"tolerence": 1e-3}, NameNotFound, "did you mean 'tolerance'"),
        ({"parameters": {"resistor.R": None}}, ModelError, "resistor.R: a parameter needs a value"),
        ({"parameters": [1]}, ModelError, "given by name"),
        ({"parameters": {"resistor.R[-1]": 2.0}}, NameNotFound, "whole numbers from 0 on"),
        ({"parameters": {"resistor.R[7]": 2.0}}, NameNotFound, "is a single number"),
        ({"solver": 3}, ModelError, "named by a text"),
        ({"states": {"capacitor.Q": "always"}}, NameNotFound, "did you mean 'capacitor.q'"),
    ],
)
def test_wrong_options_are_refused(options, error, words):
    with pytest.raises(error, match=words.replace("[", r"\[").replace("(", r"\(")):
        mb.load("rlc").simulate(0.1, **options)


def test_values_of_a_sweep_may_have_units():
    swept = mb.load("rlc").sweep({"resistance": ["1 ohm", "2000 mohm"]}, 1.0)
    plain = mb.load("rlc").sweep({"resistance": [1.0, 2.0]}, 1.0)
    assert swept.final["voltage"] == pytest.approx(plain.final["voltage"], rel=1e-12)
    for wrong in (3, ["1 kg"], ["much"]):
        with pytest.raises(ModelError, match="resistance: "):
            mb.load("rlc").sweep({"resistance": wrong}, 1.0)


def test_a_component_does_not_take_assignments():
    m = mb.Model("m")
    m.r = mb.R(2.0)
    with pytest.raises(ModelError, match=r"r: 'R' cannot be set"):
        m.r.R = 5.0


def test_a_declared_unit_must_be_si():
    m = mb.Model("m", domain="hydraulic")
    m.p = mb.Parameter(120.0, "bar")
    m.source, m.load = mb.Se("p"), mb.R(1.0)
    m.source >> m.load
    with pytest.raises(ModelError, match="p: the declared unit 'bar' is not SI"):
        m.simulate(1.0)


def test_a_junction_says_where_to_read_its_variables():
    m = mb.Model("m")
    m.node = mb.J0()
    with pytest.raises(AttributeError, match="at an element bonded to it"):
        _ = m.node.e


def test_outputs_of_a_component_are_attributes_of_it():
    m = mb.Model("pendulum")
    m.world, m.ground = planar.World(), planar.Fixed()
    m.hinge, m.rod, m.body = planar.Revolute(), planar.Rod([1.0, 0.0]), planar.Body(1.0, 0.1)
    m.join(m.ground.b, m.hinge.a)
    m.join(m.hinge.b, m.rod.a)
    m.join(m.rod.b, m.body.a)
    m.start(m.hinge.phi, 0.3)
    m.output("angle", m.hinge.phi, "rad")
    m.output("height", m.body.x[1], "m")
    result = m.simulate(1.0)
    assert result["angle"][0] == pytest.approx(0.3)
    assert result["angle"] == pytest.approx(result["hinge.angle.q"])
    assert result["height"] == pytest.approx(result["body.a.x"][:, 1])
