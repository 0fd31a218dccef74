"""Names of component classes: one for each, none taken from another, none that imports what nobody announced."""

import subprocess
import sys

import pytest

import multibond as mb
from multibond.elements.element import Element
from multibond.errors import FileError, ModelError
from multibond.model import package, registry
from multibond.model.declare import Parameter, Port
from multibond.model.file import dumps, loads


class Bulb(Element):
    """A lamp whose resistance grows with the flow: e = R f (1 + f²)."""

    symbol, role = "R", "dissipation"
    a = Port(description="power in")
    R = Parameter(1.0, "effort/flow", description="resistance when cold")

    def equations(self, s):
        yield s.e, s.R * s.f * (1 + s.f**2)


def lamp(kind):
    model = mb.Model("lamp")
    model.source, model.loop, model.bulb = mb.Se(2.0), mb.J1(), kind(1.0)
    model.source >> model.loop >> model.bulb
    return model


def test_every_component_of_multibond_is_found_by_its_name():
    for part in registry.components():
        assert registry.find(part.name) is part.kind
        assert registry.name_of(part.kind) == part.name
        assert part.summary and part.family, part.name
    assert registry.find("multibond.R") is registry.find("R") is mb.R
    assert registry.find("multibond.planar.Rod") is registry.find("planar.Rod")
    assert {part.library for part in registry.components()} >= {"multibond", "planar", "spatial"}


def test_a_class_of_a_user_does_not_take_the_name_of_one_of_multibond():
    class R(mb.R):
        """A resistor of my own."""

    assert registry.find("R") is mb.R
    assert registry.name_of(R) == f"{__name__}.R"
    model = loads(dumps(lamp(R)))
    assert type(model["bulb"]) is R
    assert type(loads(dumps(lamp(mb.R)))["bulb"]) is mb.R


def test_a_class_that_is_defined_again_takes_the_place_of_the_former_one():
    def cell():
        class Lamp(Bulb):
            """A lamp."""

        return Lamp

    first, second = cell(), cell()
    assert registry.name_of(second) == f"{__name__}.Lamp"
    assert registry.name_of(first) is None
    with pytest.raises(FileError, match="another class took the name"):
        dumps(lamp(first))


def test_two_elements_of_one_name_are_refused_by_both_their_places():
    with pytest.raises(ModelError, match=r"two components are called 'R': multibond\.elements\.resistor\.R and "):
        type("R", (mb.R,), {"__module__": "multibond.elements.other", "__doc__": "Another."})
    assert registry.find("R") is mb.R


def test_a_file_of_a_script_says_what_it_needs():
    text = dumps(lamp(Bulb))
    assert f"{__name__}.Bulb" in text
    assert type(loads(text)["bulb"]) is Bulb
    with pytest.raises(FileError, match="defined in a script or notebook") as caught:
        loads(text.replace(f"{__name__}.Bulb", "__main__.Bulb"))
    assert "components.bulb.type" in str(caught.value)
    with pytest.raises(FileError, match="the package 'optics', which is not installed here"):
        loads(text.replace(f"{__name__}.Bulb", "optics.Bulb"))


def test_opening_a_file_imports_no_module_that_is_not_announced():
    program = (
        "import sys, multibond as mb\n"
        "from multibond.model.file import loads\n"
        "try: loads('{multibond: 1, components: {x: antigravity.Field, y: this.Zen}}')\n"
        "except mb.FileError as error: print(error)\n"
        "print('antigravity' in sys.modules, 'this' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "the package 'antigravity'" in done.stdout and done.stdout.endswith("False False\n")


class Entry:
    """An entry point of a test, in the form that Python gives them."""

    dist = None

    def __init__(self, name, value, load):
        self.name, self.value, self.load = name, value, load


@pytest.fixture
def announce(monkeypatch):
    """Announce packages for one test."""
    found = {}
    monkeypatch.setattr(package, "_entries", lambda: found)
    monkeypatch.setattr(package, "_loaded", {})

    def add(name, load, value=None):
        found.setdefault(name, []).append(Entry(name, value or name, load))

    return add


def made(name, module):
    return type(name, (Bulb,), {"__module__": module, "__doc__": "A lamp."})


def test_a_package_that_fails_is_told_in_a_sentence_and_breaks_nothing(announce):
    def fails():
        raise ImportError("No module named 'missing_library'")

    announce("optics", fails)
    with pytest.raises(ModelError, match=r"package 'optics' cannot be loaded \(ImportError: No module named"):
        registry.find("optics.Bulb")
    assert "optics" in next(registry.broken())
    assert any(part.name == "R" for part in registry.components())
    with pytest.raises(FileError, match="cannot be loaded"):
        loads("{multibond: 1, components: {x: optics.Bulb}}")


def test_two_classes_of_a_package_under_one_name_are_refused_by_both_their_places(announce):
    announce("optics", lambda: [made("Spot", "optics.near"), made("Spot", "optics.far")])
    with pytest.raises(ModelError, match=r"'optics\.Spot': optics\.near\.Spot and optics\.far\.Spot"):
        registry.find("optics.Spot")


def test_two_packages_of_one_name_are_refused(announce):
    announce("optics", list, "optics")
    announce("optics", list, "optics.other")
    with pytest.raises(ModelError, match="two installed packages are called 'optics'"):
        registry.find("optics.Spot")


@pytest.mark.parametrize(("name", "value"), [("planar", "planar"), ("optics", "lenses"), ("multibond", "multibond")])
def test_a_package_is_announced_under_its_own_name(announce, name, value):
    announce(name, list, value)
    with pytest.raises(ModelError, match="the name must be that of its import package"):
        package.load_package(name)


def test_a_list_of_classes_is_a_package_too(announce):
    spot = made("Spot", "optics.near")
    announce("optics", lambda: [spot, mb.R])
    assert registry.find("optics.Spot") is spot
    assert registry.find("optics.R") is None
    assert registry.name_of(spot) == "optics.Spot"
    assert [part.name for part in registry.components() if part.library == "optics"] == ["optics.Spot"]
    assert type(loads(dumps(lamp(spot)))["bulb"]) is spot
