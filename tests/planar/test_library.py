"""The planar library as a whole: documentation, openable components, files."""

from __future__ import annotations

import inspect
import re
from pathlib import Path

import numpy as np
import pytest

import multibond as mb
from multibond import planar
from multibond.bank import bundled, names
from multibond.elements.element import Element
from multibond.model.declare import Parameter
from multibond.model.file import dumps, loads
from multibond.picture.animation import scene
from multibond.picture.animation.collect import collect

PAGE = Path(__file__).parents[2] / "docs" / "planar.md"
PURE = (
    "direction",
    "friction",
    "mu_adhesion",
    "mu_slide",
    "normal",
    "restitution",
    "slip_adhesion",
    "slip_slide",
)  # numbers without a unit
COMPONENTS = [getattr(planar, name) for name in planar.__all__]


@pytest.mark.parametrize("component", COMPONENTS, ids=planar.__all__)
def test_every_component_is_documented(component):
    assert component.library == "planar"
    assert component.summary
    for declared in component.declarations.values():
        assert declared.description, declared.name
        if (
            isinstance(declared, Parameter)
            and declared.name not in ("direction",)
            and not declared.name.startswith("mu_")
        ):
            assert declared.unit or declared.name in PURE, declared.name


@pytest.mark.parametrize("component", COMPONENTS, ids=planar.__all__)
def test_every_component_opens_into_bond_graph_elements(component):
    model = mb.Model("outer")
    model.world = planar.World()
    if component is not planar.World:
        model.part = component()
        children = model.part.children
        assert children and all(isinstance(child, Element) for child in children.values())
        assert any(getattr(type(child), "frame_kind", None) == "planar" for child in children.values())


def test_the_page_names_every_component():
    text = PAGE.read_text(encoding="utf-8")
    rows = set(re.findall(r"^\| `(\w+)\(", text, re.MULTILINE))
    assert rows == set(planar.__all__)


@pytest.mark.parametrize("component", COMPONENTS, ids=planar.__all__)
def test_the_page_gives_the_signatures(component):
    row = re.search(rf"^\| `{component.__name__}\(([^)]*)\)`", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    names = re.sub(r"=(\[.*?\]|[^,]*)", "", row.group(1))  # without defaults
    written = [name.strip() for name in names.split(",") if name.strip()]
    known = [name for name in inspect.signature(component).parameters if name not in ("n", "domain", "look")]
    assert written == known


def test_the_example_of_the_page_runs(capsys):
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert blocks
    space = {}
    for block in blocks:
        exec(block, space)
    result = space["result"]
    assert result.stats.energy_residual < 1e-4
    assert abs(result["hinge.phi"][-1]) > 0


def test_a_model_survives_a_file():
    model = mb.Model("vehicle")
    model.world, model.body = planar.World(gravity="none"), planar.Body(10, 1, w0=0.5)
    model.wheel, model.turn = planar.IdealWheelJoint(0.3, actuated=False), planar.WorldTorque("0.3*time")
    model.push = planar.BodyForce([2.0, 0.0])
    model.join(model.body.a, model.wheel.a, model.turn.b, model.push.b)
    model.output("x", "body.x[0]", "m", "position")
    for form in ("yaml", "json"):
        again = loads(dumps(model, form), form)
        assert again.simulate(1.0)["x"][-1] == pytest.approx(model.simulate(1.0)["x"][-1], rel=1e-9)


@pytest.mark.parametrize("name", [n for n in names() if bundled(n).library == "planar"])
def test_bank_models_have_shapes_that_move(name):
    result = mb.load(name).simulate(1.0, points=21)
    shapes = collect(result)
    assert {"body", "box"} <= {shape.kind for shape in shapes}
    ball = next(shape for shape in shapes if shape.kind == "body")
    np.testing.assert_allclose(
        result.values(ball.position), np.c_[result[f"{ball.component}.x"], np.zeros(21)], atol=1e-12
    )
    assert np.ptp(result[f"{ball.component}.x"], axis=0).max() > 1e-3
    scene(result, shapes)  # all sizes are positive numbers


def test_wheels_gears_and_springs_have_shapes():
    model = mb.Model("parts")
    model.world, model.body = planar.World(gravity="none", scale=2.0), planar.Body(w0=0.1)
    model.wheel, model.other = planar.IdealWheelJoint(actuated=False), planar.Body(x0=[3, 0])
    model.gear, model.spring = planar.ExternalGear(1, 2), planar.SpringDamper(free_length=3)
    model.join(model.body.a, model.wheel.a, model.gear.a, model.spring.a)
    model.join(model.other.a, model.gear.b, model.spring.b)
    result = model.simulate(0.1, points=3)
    kinds = sorted(shape.kind for shape in collect(result))
    assert kinds == ["body", "body", "damper", "gear", "gear", "plane", "spring", "wheel"]
    scene(result, collect(result))
