"""Model files: opened, saved, and nothing lost on the way."""

import json
import re
from pathlib import Path

import jsonschema
import numpy as np
import pytest

import multibond as mb
from multibond.equations.system import system
from multibond.errors import FileError
from multibond.expression import symbol
from multibond.graph.flat import flatten
from multibond.model.file import describe, dumps, load_file, loads, save, schema
from multibond.model.file.read import read
from multibond.model.file.write import write

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "files.md"


class Motor(mb.Model):
    """A motor."""

    k = mb.Parameter(0.1, "N*m/A", description="constant")
    doubled = mb.Parameter("2*k")

    def build(self):
        self.circuit, self.gyrator = mb.J1(domain="electrical"), mb.GY(self.k)
        self.friction = mb.R(law=lambda f: self.doubled * f**3)
        self.circuit >> self.friction
        self.circuit >> self.gyrator.a
        self.supply = mb.Exposed(self.circuit)
        self.shaft = mb.Exposed(self.gyrator.b, "output shaft")


def everything():
    """A model that uses every key of the format."""
    m = mb.Model("everything", description="one of\neach: #1 'quoted' \"twice\"")
    m.u = mb.Parameter(10.0, "V", description="supply")
    m.twice = mb.Parameter("2*u")
    m.matrix = mb.Parameter([[2, 1], [1, 2]], shape="2,2", symmetric=True)
    m.limit = mb.Parameter(1e-7, minimum=0.0, strict=True, folds=True)
    m.demand = mb.Input("V")
    m.speed = mb.Output("rad/s", "")
    m.source, m.loop = mb.Se(m.u * 2 + m.demand), mb.J1()
    m.source >> m.loop
    m.motor, m.other = Motor(k=m.limit + 1), Motor(n=1)
    m.loop >> m.motor.supply
    m.bond(m.loop, m.other.supply, directed=False, stroke="head", label="b7")
    m.load, m.load2 = mb.I(np.float64(0.5), p0="1 g*m^2/s"), mb.R(1)
    m.motor.shaft >> m.load
    m.other.shaft >> m.load2
    inner = mb.Model("field", n=2)
    inner.c = mb.C([[2.0, 1.0], [1.0, 2.0]], q0=np.array([1, 2]))
    inner.a = mb.Exposed(inner.c)
    m.store = inner
    m.push = mb.Sf(["time", 1], n=2)
    m.bond(m.push, m.store, stroke=["tail", None])
    m.connect(m.speed, m.load.f)
    m.connect(m.demand, "1 if time >= 1 else 0")
    m.start(m.load.f, "3 rpm")
    m.start(m.store.c.q, [0, 1], fixed=False)
    m.hits = mb.Discrete("", start=1.0, description="counter")
    m.when(m.load.f > 5, {m.load.p: -0.5 * m.load.p, "hits": m.hits + 1})
    m.state(m.load.p, "always")
    m.output("power", m.load.e * m.load.f, "W", "into the load")
    m.output("charge", m.store.c.q)
    m.place(source=(0, 0), loop=(1.5, -2))
    return m


@pytest.mark.parametrize("form", ["yaml", "json"])
def test_round_trip_loses_nothing(form):
    model = everything()
    text = dumps(model, form)
    again = loads(text, form)
    assert describe(again) == describe(model)
    assert dumps(again, form) == text
    assert str(flatten(again)) == str(flatten(model))
    assert str(system(flatten(again))) == str(system(flatten(model)))
    for name, declared in model.declarations.items():
        if isinstance(declared, mb.Parameter):
            for part in ("unit", "minimum", "strict", "symmetric", "folds", "description"):
                assert getattr(again.declarations[name], part) == getattr(declared, part)
    assert again.layout == model.layout
    assert again.wishes == model.wishes == {"load.p": "always"}
    assert again.bonds == model.bonds
    assert again.exposed == model.exposed
    assert again.description == model.description


def test_save_and_load(tmp_path):
    model = everything()
    for name in ("a.yaml", "b.yml", "c.json"):
        save(model, tmp_path / name)
        assert describe(load_file(tmp_path / name)) == describe(model)
    assert sorted(p.name for p in tmp_path.iterdir()) == ["a.yaml", "b.yml", "c.json"]


def test_class_built_model_is_saved_as_plain_content():
    class Lamp(mb.Model):
        """A lamp."""

        stop = 2.5
        R = mb.Parameter(3.0, "ohm")

        def build(self):
            self.s, self.r = mb.Se(1), mb.R(self.R)
            self.s >> self.r

    model = loads(dumps(Lamp(R="5 kohm")))
    assert type(model) is mb.Model
    assert (model.title, model.description, model.stop) == ("lamp", "A lamp.", 2.5)
    assert system(flatten(model)).parameters["R"].value == 5000.0


def test_options_of_a_class_are_used_up():
    class Ladder(mb.Model):
        """A ladder."""

        steps = mb.model.declare.Option(2)
        g = mb.Parameter([1.0, 2.0], shape="steps")

        def build(self):
            self.j = mb.J1()
            for i in range(self.steps):
                self.j >> self.add(f"r{i}", mb.R(self.g[i]))

    model = loads(dumps(Ladder(steps=2)))
    assert list(model.children) == ["j", "r0", "r1"]
    assert model.declarations["g"].shape == "2"


def test_function_laws_are_traced():
    m = mb.Model("m")
    m.k = mb.Parameter(2.0)
    m.r, m.s = mb.R(law=lambda f: m.k * np.sin(f) + abs(f)), mb.Sf(1)
    m.w, m.t = mb.C(energy=lambda q: m.k * q[0] ** 2 * q[1], n=2), mb.Sf(1, n=2)
    m.s >> m.r
    m.t >> m.w
    components = describe(m)["components"]
    assert components["r"]["law"] == "k*sin(f) + abs(f)"
    assert components["w"]["energy"] == "k*q[0]**2*q[1]"
    assert str(system(flatten(loads(dumps(m))))) == str(system(flatten(m)))


@pytest.mark.parametrize(
    ("law", "reason"),
    [
        (lambda f: f if f > 0 else 0, "where"),
        (lambda f: float(f), "numpy"),
        (lambda f, g: f, "argument"),
        (lambda f: "text".upper, "cannot be written"),
        (lambda f: symbol("f") * f, "rename"),
    ],
)
def test_functions_that_cannot_be_traced_are_refused(law, reason, tmp_path):
    m = mb.Model("m")
    m.r = mb.R(law=law)
    old = tmp_path / "m.yaml"
    old.write_text("old")
    with pytest.raises(FileError, match=reason) as error:
        save(m, old)
    assert error.value.where == "r.law"
    assert old.read_text() == "old"
    assert list(tmp_path.iterdir()) == [old]


def test_an_expression_that_shares_too_much_is_refused():
    m = mb.Model("m")
    m.k = mb.Parameter(2.0)
    shared = m.k + 1
    for _ in range(60):
        shared = shared * shared + shared
    m.r = mb.R(shared)
    with pytest.raises(FileError, match="operations"):
        dumps(m)


def test_values_that_are_not_finite_are_not_written():
    m = mb.Model("m")
    m.r = mb.R(float("nan"))
    with pytest.raises(FileError, match="not finite"):
        dumps(m)


def test_definitions_of_one_class_with_different_content_get_two_names():
    class Bundle(mb.Model):
        """Several resistors."""

        count = mb.model.declare.Option(1)

        def build(self):
            for i in range(self.count):
                self.add(f"r{i}", mb.R(1))

    m = mb.Model("m")
    m.a, m.b, m.c = Bundle(count=1), Bundle(count=2), Bundle(count=1)
    data = describe(m)
    assert data["components"] == {"a": "Bundle", "b": "Bundle_2", "c": "Bundle"}
    assert describe(loads(dumps(m))) == data


def test_yaml_is_read_by_the_rules_of_version_1_2():
    text = "{a: 1e-6, b: on, c: 0.5, d: yes, e: null, f: true, g: '1', h: 12:30, i: 2001-01-01, j: .5e3, k: 0o7, l: +3}"
    expected = {"a": 1e-6, "b": "on", "c": 0.5, "d": "yes", "e": None, "f": True, "g": "1", "h": "12:30",
                "i": "2001-01-01", "j": 500.0, "k": "0o7", "l": 3}  # fmt: skip
    assert read(text, "yaml")[0] == expected


@pytest.mark.parametrize(
    "text",
    [
        "1e-6",
        "1",
        "-x",
        "a: b",
        "a #b",
        "#",
        "'",
        '"',
        "\\",
        "yes",
        "null",
        "~",
        "",
        " x",
        "x ",
        "[a]",
        "{a}",
        "a,b",
        "é𝄞",
        "\u2028",
        "a\nb\tc\x07",
        "&a",
        "*a",
        "!x",
        "| x",
        "> x",
        "% x",
        "@x",
        "`x",
        "? x",
        "- x",
        "---",
        "...",
        "<<",
        ".inf",
        "=",
        "0x1F",
        "1:2",
    ],
)
def test_every_text_survives_yaml(text):
    data = {"x": text, "list": [text, {"y": text}], text or "k": {"z": text}}
    assert read(write(data, "yaml"), "yaml")[0] == data


def test_the_example_of_the_documentation_is_a_model():
    text = re.search(r"```yaml\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)[1]
    model = loads(text)
    equations = system(flatten(model))
    assert equations.parameters["motor.R"].value == 0.8
    assert equations.parameters["motor.L"].value == 1e-3
    assert equations.parameters["mass"].value == 5.0
    assert list(equations.outputs) == ["position", "current"]
    assert describe(loads(dumps(model))) == describe(model)
    jsonschema.Draft202012Validator(schema()).validate(read(text, "yaml")[0])


def test_schema_is_valid_and_files_validate_against_it():
    published = schema()
    jsonschema.Draft202012Validator.check_schema(published)
    validator = jsonschema.Draft202012Validator(published)
    validator.validate(json.loads(dumps(everything(), "json")))
    assert published["$defs"]["element R"]["properties"]["R"]["unit"] == "effort/flow"
    assert "resistance" in published["$defs"]["element R"]["properties"]["R"]["description"]
    assert json.loads(json.dumps(published)) == published


@pytest.mark.parametrize(
    "change",
    [
        {"multibond": 2},
        {"colour": 1},
        {"components": {"r": {"type": "R", "resistence": 1}}},
        {"components": {"r": {"R": 1}}},
        {"components": {"r": {"type": "R", "R": True}}},
        {"n": 0},
        {"domain": "magic"},
        {"bonds": "a >> b"},
        {"layout": {"r": [1]}},
        {"components": {"2r": "R"}},
        {"components": {"t": {"type": "TF", "form": "both"}}},
    ],
)
def test_schema_and_loader_refuse_the_same(change):
    data = {"multibond": 1, "components": {"r": "R"}, **change}
    assert not jsonschema.Draft202012Validator(schema()).is_valid(data)
    with pytest.raises(FileError):
        loads(json.dumps(data), "json")


def test_every_element_has_a_description_in_the_schema():
    for name, kind in schema()["$defs"].items():
        if name.startswith("element "):
            assert all("description" in part or "const" in part for part in kind["properties"].values()), name


def test_composites_of_a_library_are_named_and_not_written_out():
    planar = pytest.importorskip("multibond.planar")
    m = mb.Model("arm")
    m.world, m.wall, m.rod = planar.World(g=1.6), planar.Fixed(), planar.Rod([0.5, 0])
    m.join(m.wall.b, m.rod.a)
    data = describe(m)
    assert data["components"]["rod"] == {"type": "planar.Rod", "r": [0.5, 0]}
    assert data["components"]["world"]["type"] == "planar.World"
    assert data["joins"] == [["wall.b", "rod.a"]]
    again = loads(dumps(m))
    assert describe(again) == data
    assert isinstance(again.rod, planar.Rod)
    jsonschema.Draft202012Validator(schema()).validate(data)
    with pytest.raises(FileError, match=r"did you mean 'planar\.Rod'"):
        loads("{multibond: 1, components: {r: planar.Rodd}}")
    with pytest.raises(FileError, match=r"no element or definition 'World'; did you mean '(planar|spatial)\.World'"):
        loads("{multibond: 1, components: {w: World}}")
    with pytest.raises(FileError, match=r"joins\[0\]"):
        loads("{multibond: 1, components: {r: planar.Rod}, joins: [[r.a, r.b]]}")


def test_a_class_that_places_frames_in_python_is_not_written():
    class Arm(mb.Model):
        """Frames in Python."""

        branches = (("a", "b"),)

    m = mb.Model("m")
    m.arm = Arm()
    with pytest.raises(FileError, match="arm: the class Arm"):
        dumps(m)


def test_numbers_of_numpy_are_numbers_in_files(tmp_path):
    model = mb.Model("counts", n=np.int64(2))
    model.store, model.wide = mb.C(np.float32(2)), mb.R(1.0, n=np.int8(3))
    model.both = mb.Composition(na=np.int64(1), nb=np.int32(1))
    model.filter = mb.TransferFunctionBlock(np.array(3.0), np.array([1.0, 2.0]))
    model.save(tmp_path / "counts.yaml")
    again = load_file(tmp_path / "counts.yaml")
    assert (again.store.n, again.wide.n, again.filter.given["num"]) == (2, 3, [3.0])
