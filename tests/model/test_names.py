"""Components, parameters and signals are called as the modeller likes, also as methods of models are."""

import numpy as np
import pytest

import multibond as mb
from multibond.elements.element import Element
from multibond.errors import FileError, ModelError
from multibond.model.file import dumps, loads

NAMES = ["e", "f", "p", "q", "n", "join", "start", "output", "name", "title", "simulate", "bonds", "children", "given",
         "declarations", "build", "icon", "size", "ports", "parent", "stop", "domain", "role", "bond1"]  # fmt: skip


def series(name):
    """A source, a resistor called `name` and an inertia: i = 1 − exp(−2 t)."""
    model = mb.Model("series", domain="electrical")
    model.source, model.loop, model.coil = mb.Se(2.0), mb.J1(), mb.I(1.0)
    model.add(name, mb.R(2.0))
    model.source >> model.loop >> [model.coil, model[name]]
    return model


@pytest.mark.parametrize("name", NAMES)
def test_a_component_may_have_any_name(name):
    model = series(name)
    model.output("twice", f"2*{name}.e")
    for one in (model, loads(dumps(model))):
        result = one.simulate(1.0, tolerance=1e-9)
        assert np.allclose(result[f"{name}.f"], 1 - np.exp(-2 * result.time), atol=1e-7)
        assert np.allclose(result["twice"], 2 * result[f"{name}.e"])
        faster = one.simulate(1.0, parameters={f"{name}.R": 4.0}, tolerance=1e-9)
        assert np.isclose(faster[f"{name}.f"][-1], (1 - np.exp(-4)) / 2, atol=1e-7)
        assert type(one[name]) is mb.R and name in dir(one)
        assert name in one.draw().svg


@pytest.mark.parametrize("name", NAMES)
def test_a_parameter_of_a_model_may_have_any_name(name):
    model = mb.Model("series")
    model.add(name, mb.Parameter(2.0, "", description="resistance"))
    model.source, model.loop, model.coil, model.wire = mb.Se(2.0), mb.J1(), mb.I(1.0), mb.R(f"{name}*1")
    model.source >> model.loop >> [model.coil, model.wire]
    for one in (model, loads(dumps(model))):
        result = one.simulate(1.0, parameters={name: 4.0}, tolerance=1e-9)
        assert np.isclose(result["coil.f"][-1], (1 - np.exp(-4)) / 2, atol=1e-7)


@pytest.mark.parametrize("name", [name for name in NAMES if name not in ("n", "domain", "title", "build")])
def test_a_composite_may_declare_any_name_but_the_words_of_its_constructor(name):
    def build(self):
        self.wire = mb.R(f"2*{name}")
        self.end = mb.Exposed(self.wire)

    kind = type("Wire", (mb.Model,), {name: mb.Parameter(1.0, "", description="half"), "build": build})
    model = mb.Model("series")
    model.source, model.loop, model.coil, model.wire = mb.Se(2.0), mb.J1(), mb.I(1.0), kind(**{name: 2.0})
    model.source >> model.loop >> [model.coil, model.wire]
    for one in (model, loads(dumps(model))):
        assert np.isclose(one.simulate(1.0, tolerance=1e-9)["coil.f"][-1], (1 - np.exp(-4)) / 2, atol=1e-7)


def test_a_definition_in_a_file_may_call_a_parameter_build():
    model = loads(
        "{multibond: 1, definitions: {Wire: {parameters: {build: 1}, components: {wire: {type: R, R: 2*build}},"
        " ports: {end: wire}}}, components: {s: {type: Se, effort: 2}, j: J1, w: {type: Wire, build: 2}},"
        " bonds: [s >> j, j >> w]}"
    )
    assert model.simulate(1.0)["w.wire.f"][-1] == pytest.approx(0.5)


@pytest.mark.parametrize("name", ["join", "start", "simulate", "children", "n", "icon"])
def test_an_attribute_that_is_a_method_is_refused_and_says_add(name):
    model = mb.Model("m")
    for value in (mb.R(1.0), mb.Parameter(1.0)):
        with pytest.raises(ModelError, match=rf"'{name}' is a word of every model.*add\('{name}', …\)"):
            setattr(model, name, value)
    assert callable(model.join)


def test_a_method_given_as_a_value_is_told_from_the_parameter_of_its_name():
    class Wire(mb.Model):
        start = mb.Parameter(1.0, "", description="resistance")

        def build(self):
            self.wire = mb.R(self.start)
            self.end = mb.Exposed(self.wire)

    model = mb.Model("series")
    model.source, model.loop, model.wire = mb.Se(2.0), mb.J1(), Wire()
    model.source >> model.loop >> model.wire
    with pytest.raises(ModelError, match="'start' here is the method of the model; write the name as a text, 'start'"):
        model.simulate(1.0)


def test_a_name_that_means_something_in_expressions_is_refused():
    for name in ("time", "der", "pi", "inf", "if", "_x"):
        with pytest.raises(ModelError, match="cannot be a name"):
            mb.Model("m").add(name, mb.R(1.0))


@pytest.mark.parametrize(("name", "meaning"), [("n", "cardinality"), ("domain", "physical domain"), ("type", "class")])
def test_words_of_the_constructor_cannot_be_declared_by_a_class(name, meaning):
    for base in (mb.Model, Element):
        with pytest.raises(
            ModelError, match=f"'{name}' cannot be declared by Odd: it means its {meaning}|the {meaning}"
        ):
            type("Odd", (base,), {name: mb.Parameter(1.0)})
    with pytest.raises(FileError, match=f"the name '{name}' means"):
        loads(f"{{multibond: 1, definitions: {{Odd: {{parameters: {{{name}: 1}}}}}}, components: {{x: Odd}}}}")


def test_what_a_one_port_itself_calls_e_or_f_is_not_mixed_up_with_its_port():
    class Stop(Element):
        """A resistance whose parameter is called f: e = f · flow."""

        symbol, role = "R", "dissipation"
        a = mb.Port(description="power in")
        f = mb.Parameter(1.0, "effort/flow", description="resistance")

        def equations(self, s):
            yield s.a.e, s.f * s.a.f

    model = mb.Model("series")
    model.source, model.loop, model.coil, model.end = mb.Se(2.0), mb.J1(), mb.I(1.0), Stop(2.0)
    model.source >> model.loop >> [model.coil, model.end]
    result = model.simulate(1.0, tolerance=1e-9)
    assert np.allclose(result["end.a.f"], 1 - np.exp(-2 * result.time), atol=1e-7)
    assert np.allclose(result["end.f"], 2.0)


def test_dir_shows_verbs_components_and_declarations_but_no_internals():
    model = series("join")
    model.add("supply", mb.Parameter(1.0))
    model.output("current", "coil.f")
    shown = dir(model)
    assert {"simulate", "sweep", "draw", "save", "add", "bond", "join", "coil", "supply", "current"} <= set(shown)
    assert not {"declarations", "hangs", "is_plain", "public", "settable", "whens", "build"} & set(shown)
    assert not [name for name in shown if name.startswith("_")]
    assert {"R", "a", "e", "f", "law", "n"} <= set(dir(model["join"])) and "cells" not in dir(model["join"])


def test_dir_of_a_model_that_cannot_be_built_does_not_fail():
    class Broken(mb.Model):
        def build(self):
            self.wire = mb.R(1.0)
            raise RuntimeError("no")

    assert "wire" in dir(Broken()) and "simulate" in dir(Broken())
