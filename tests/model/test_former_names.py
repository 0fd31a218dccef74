"""Every former name works for one release, with one warning that says the new one; nothing of ours uses any."""

from __future__ import annotations

import re
import warnings
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path

import pytest

import multibond as mb
from multibond import analysis, planar, spatial
from multibond.errors import ModelError, MultibondDeprecationWarning, NameNotFound
from multibond.model import former
from multibond.model.component import Component
from multibond.model.declare import Input, Law, Option, Parameter
from multibond.model.file import dumps, loads

ROOT = Path(__file__).resolve().parents[2]
CHANGES = (ROOT / "docs" / "changes.md").read_text(encoding="utf-8")
LIBRARIES = {"": mb, "planar": planar, "spatial": spatial}
NEEDED = {"LookupTable": {"points": [0, 1], "values": [1, 2]}, "StateSpaceBlock": {"A": [[0]], "B": [[1]], "C": [[1]]}}


def components():
    """Every public component class: library, class."""
    for library, module in LIBRARIES.items():
        for name in module.__all__:
            kind = getattr(module, name)
            if isinstance(kind, type) and issubclass(kind, Component) and kind is not mb.Model:
                yield library, kind


RENAMED = [
    (library, kind, old, new) for library, kind in components() for old, new in former.table(kind).items()
]  # one row for each former name of each class
CLASSES = [(module, old) for module, entries in former.CLASSES.items() for old in entries]


@contextmanager
def one_warning(*words):
    """Exactly one warning about a name, raised at a line of this file."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        yield
    told = [w for w in caught if issubclass(w.category, MultibondDeprecationWarning)]
    assert len(told) == 1, [str(w.message) for w in told]
    assert Path(told[0].filename) == Path(__file__)
    for word in words:
        assert word in str(told[0].message)


def made(kind, **given):
    actuated = {"actuated": True} if "actuated" in kind.declarations else {}
    return kind(**{**NEEDED.get(kind.__name__, {}), **actuated, **given})


def value_of(declared):
    if isinstance(declared, Option):
        return declared.choices[-1]
    return 1.0 if declared.default is None else declared.default


@pytest.mark.parametrize(("library", "kind", "old", "new"), RENAMED, ids=lambda x: getattr(x, "__name__", x))
def test_a_former_name_works_in_python(library, kind, old, new):
    component = made(kind)
    declared = component.declarations.get(new)
    if isinstance(declared, (Parameter, Option, Law, Input)):
        with one_warning(f"'{old}'", f"'{new}'", kind.__name__):
            assert made(kind, **{old: value_of(declared)}).given[new] == value_of(declared)
    with one_warning(f"'{old}'", f"'{new}'"):
        found = getattr(component, old)
    expected = getattr(component, new)
    assert type(found) is type(expected) and str(found) == str(expected)


@pytest.mark.parametrize(("library", "kind", "old", "new"), RENAMED, ids=lambda x: getattr(x, "__name__", x))
def test_a_former_name_works_in_files(library, kind, old, new):
    declared = made(kind).declarations.get(new)
    if not isinstance(declared, (Parameter, Option)):
        pytest.skip("not a value that a file gives")
    name = f"{library}.{kind.__name__}" if library else kind.__name__
    value = value_of(declared)
    text = f"multibond: 1\ncomponents:\n  part: {{type: {name}, {old}: {value}}}\n"
    with one_warning(f"'{old}'", f"'{new}'"):
        model = loads(text, "yaml")
    assert model.children["part"].given == {new: value}
    assert old not in dumps(model, "json").replace(new, "")[dumps(model, "json").index("components") :].split('"')


@pytest.mark.parametrize(("module", "old"), CLASSES)
def test_a_former_class_works(module, old):
    new = former.CLASSES[module][old].now
    place = mb if not module else import_module(f"multibond.{module}")
    with one_warning(f"'{old}'", f"'{new}'"):
        found = getattr(place, old)
    kind = getattr(place, new)
    assert old not in place.__all__ and new in place.__all__
    assert found is kind or type(found(**NEEDED.get(new, {}))) is kind
    if module != "analysis":
        name = f"{module}.{old}" if module else old
        values = "".join(f", {k}: {v}" for k, v in NEEDED.get(new, {}).items())
        with one_warning(f"'{name}'", new):
            model = loads(f"multibond: 1\ncomponents:\n  part: {{type: {name}{values}}}\n", "yaml")
        assert type(model.children["part"]) is kind


def test_the_former_force_keeps_its_frame():
    with one_warning("RelativeForce"):
        force = spatial.Force
    assert force([1, 0, 0]).option("frame") == "a" and force([1, 0, 0], "b").option("frame") == "b"
    assert spatial.RelativeForce([1, 0, 0]).option("frame") == "world"
    with one_warning("RelativeForce"):
        model = loads("multibond: 1\ncomponents:\n  push: {type: spatial.Force, force: [1, 0, 0]}\n", "yaml")
    assert model.children["push"].option("frame") == "a"


def pendulum():
    model = mb.Model("pendulum")
    model.world, model.ground, model.hinge = planar.World(), planar.Fixed(), planar.Revolute(w0=1.0, actuated=True)
    model.rod, model.body, model.damper = planar.Rod(), planar.Body(1.0, 0.1), mb.R(0.5)
    model.join(model.ground.b, model.hinge.a)
    model.join(model.hinge.b, model.rod.a)
    model.join(model.rod.b, model.body.a)
    model.hinge.drive >> model.damper
    return model


def test_former_names_in_paths_of_runs_and_results():
    model = pendulum()
    plain = model.simulate(0.5, parameters={"body.I": 0.2})
    with one_warning("'body.J'", "'body.I'"):
        result = model.simulate(0.5, parameters={"body.J": 0.2})
    assert (result["hinge.phi"] == plain["hinge.phi"]).all()
    assert (pendulum().sweep({"body.I": [0.2, 0.3]}, 0.1).states).shape == (2, 2)
    again = pendulum()
    with one_warning("'body.J'", "'body.I'"):
        runs = again.sweep({"body.J": [0.2, 0.3]}, 0.1)
    assert list(runs.parameters) == ["body.I"]


def test_former_names_in_expressions_of_a_model():
    model = pendulum()
    model.output("radius", "sqrt(body.J/body.m)", "m", "radius of gyration")
    with one_warning("'body.J'", "'body.I'"):
        result = model.simulate(0.1)
    assert result["radius"][-1] == pytest.approx(0.1**0.5)
    spring = mb.Model("spring")
    spring.world, spring.ground, spring.body = planar.World(), planar.Fixed(), planar.Body(x0=[0, -2])
    spring.spring = planar.SpringDamper(50.0, 1.0, 1.5)
    spring.join(spring.ground.b, spring.spring.a)
    spring.join(spring.spring.b, spring.body.a)
    run = spring.simulate(0.1)
    with one_warning("'spring.s0'", "'spring.free_length'"):
        assert run["spring.s0"][-1] == 1.5


def test_a_former_port_in_the_bonds_of_a_file():
    text = dumps(pendulum(), "yaml").replace("hinge >> damper", "hinge.axis >> damper")
    with one_warning("'hinge.axis'", "'hinge.drive'"):
        model = loads(text, "yaml")
    assert model.simulate(0.1)["hinge.phi"][-1] == pendulum().simulate(0.1)["hinge.phi"][-1]


def test_values_by_place_keep_their_order_with_a_warning():
    with one_warning("order", "x0 and phi0", "by name"):
        body = planar.Body(1.0, 0.1, [1.0, 2.0], 0.3, [4.0, 5.0])
    assert body.given == {"m": 1.0, "I": 0.1, "x0": [1.0, 2.0], "phi0": 0.3, "v0": [4.0, 5.0]}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert planar.Body(1.0, 0.1, x0=[1.0, 2.0]).given["x0"] == [1.0, 2.0]
        assert planar.IdealRolling(0.5).given == {"radius": 0.5}
    with pytest.raises(ModelError, match="by name"):
        planar.Body(1.0, 0.1, [1.0, 2.0], 0.3, [4.0, 5.0], 0.0, "ball")


def test_a_value_under_both_names_is_refused():
    with pytest.warns(MultibondDeprecationWarning), pytest.raises(ModelError, match="given twice"):
        planar.Body(J=1.0, I=2.0)


def test_a_name_that_never_was_is_still_refused():
    with pytest.raises(NameNotFound, match="no parameter 'inertia'"):
        planar.Body(inertia=1.0)
    for module in (mb, planar, spatial, analysis):
        with pytest.raises(AttributeError, match="has no 'Nothing'"):
            getattr(module, "Nothing")  # noqa: B009


def test_a_subclass_may_use_a_former_name_for_its_own():
    class Flywheel(planar.Body):
        """A body with a parameter of its own."""

        J = Parameter(3.0, "kg*m^2", description="something else")

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Flywheel(J=2.0).given == {"J": 2.0}


def test_changes_lists_every_former_name():
    rows = [line for line in CHANGES.splitlines() if line.startswith("| ")]
    for module, old in CLASSES:
        name = f"{module}.{old}" if module else old
        new = former.CLASSES[module][old].now
        assert any(f"`{name}`" in row and new in row for row in rows), name
    for _, kind, old, new in RENAMED:
        inside = kind is spatial.RelativeTorque  # its parts, in the row of the class
        assert any(f"`{old}`" in row and f"`{new}`" in row for row in rows if inside or "was" not in row), (kind, old)


def test_no_former_name_is_a_name_of_today():
    for _, kind, old, new in RENAMED:
        component = made(kind)
        inside = {*getattr(component, "outputs", ()), *getattr(component, "children", ())}
        known = {*component.declarations, *inside}
        assert old not in known and new in known


@pytest.mark.parametrize("page", sorted((ROOT / "docs").glob("*.md")), ids=lambda page: page.name)
def test_pages_use_no_former_class(page):
    if page.name == "changes.md":
        return
    text = page.read_text(encoding="utf-8")
    for module, old in CLASSES:
        stem = {"": "mb"}.get(module, module)
        assert not re.search(rf"\b{stem}\.{old}\b", text), f"{stem}.{old}"
