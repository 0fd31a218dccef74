"""Multibody diagrams: icons for what components are, frames on their outlines, lines for what is joined."""

from __future__ import annotations

import itertools
from functools import cache

import pytest

from multibond import Model, bank, planar, spatial
from multibond.look import Frame, Rectangle, Text
from multibond.model.joining import is_frame
from multibond.picture.drawing import draw
from multibond.picture.drawing.diagram import diagram
from multibond.picture.drawing.scene import Scene
from picture.test_drawing import overlaps, words

MECHANICAL = [name for name in bank.names() if bank.load(name).joins]


def grouped(scene: Scene, kind: str) -> list:
    return [group for group in scene.groups if group.kind == kind]


def around(items) -> Rectangle:
    boxes = [item.box for item in items]
    return Rectangle(
        min(b.left for b in boxes), min(b.top for b in boxes), max(b.right for b in boxes), max(b.bottom for b in boxes)
    )


def together(joins):
    """Groups of joined frames, of which no two share a frame."""
    found = []
    for group in joins:
        meeting = [other for other in found if any(frame is x for frame in group for x in other)]
        found = [other for other in found if not any(other is x for x in meeting)]
        merged = [frame for other in meeting for frame in other]
        found.append([*merged, *(frame for frame in group if not any(frame is x for x in merged))])
    return found


@cache
def drawing(name):
    return draw(bank.load(name))


@pytest.mark.parametrize("name", MECHANICAL)
def test_icons_and_names_stand_apart(name):
    assert overlaps(drawing(name)) == []
    shapes = {
        group.path: [item for item in group.items if not isinstance(item, Text)]
        for group in drawing(name).scene.groups
        if group.path
    }
    boxes = [(path, around(items)) for path, items in shapes.items() if items]
    assert [(a, b) for (a, first), (b, second) in itertools.combinations(boxes, 2) if first.meets(second)] == []


@pytest.mark.parametrize("name", MECHANICAL)
def test_every_joined_frame_has_its_line_and_lines_pass_beside_icons(name):
    scene = drawing(name).scene
    lines = [item for group in grouped(scene, "join") for item in group.items]
    frames = together(bank.load(name).joins)
    assert len(lines) == sum(1 if len(group) == 2 else len(group) for group in frames)
    ends = [point for line in lines for point in (line.points[0], line.points[-1])]
    for line in lines:
        corners = zip(line.points, line.points[1:])
        assert all(abs(x1 - x2) < 0.01 or abs(y1 - y2) < 0.01 for (x1, y1), (x2, y2) in corners), "no slanted lines"
    for group in (group for group in scene.groups if group.path):
        squares = [item.rectangle.grown(3) for item in group.items if isinstance(item, Frame) and item.role == "frame"]
        met = [any(near.left < x < near.right and near.top < y < near.bottom for x, y in ends) for near in squares]
        assert sum(met) == sum(frame.parent.name == group.path for joined in frames for frame in joined), group.path
        inside = around([item for item in group.items if item.role not in ("name", "value", "port")]).grown(-5)
        for line in lines:
            assert not any(inside.crossed(a, b) for a, b in zip(line.points, line.points[1:])), group.path


@pytest.mark.parametrize("name", MECHANICAL)
def test_opened_components_show_their_bond_graph_and_frames(name):
    model = bank.load(name)
    parts = [part for part in model.children.values() if isinstance(part, Model) and part.bonds]
    for one in {type(part): part for part in parts}.values():  # one of each kind
        drawing = draw(model, one.name)
        assert overlaps(drawing) == []
        marks = {f"frame {part.name}" for part in one.children.values() if is_frame(part)}
        assert marks <= words(drawing)


def test_every_mechanical_component_has_an_icon():
    for library in (planar, spatial):
        for name in library.__all__:
            assert getattr(library, name).icon is not None, f"{library.__name__}.{name}"


def test_frames_of_inner_mechanisms_are_named():
    class Leg(Model):
        def build(self):
            self.hinge, self.bar = planar.Revolute(), planar.Rod([0.0, -1.0])
            self.join(self.hinge.b, self.bar.a)

    model = Model("walker")
    model.world, model.hip, model.left, model.right = planar.World(), planar.Body(1.0, 1.0), Leg(), Leg()
    model.join(model.hip.a, model.left.hinge.a, model.right.hinge.a)
    drawing = draw(model)
    assert overlaps(drawing) == []
    assert "hinge.a" in words(drawing)
    assert len(grouped(drawing.scene, "join")) == 3


def test_fixed_positions_are_kept_in_multibody_diagrams():
    model = Model("pendulum")
    model.world, model.ground, model.hinge = planar.World(), planar.Fixed(), planar.Revolute()
    model.rod, model.body = planar.Rod([0.0, -1.0]), planar.Body(1.0, 0.0)
    model.join(model.ground.b, model.hinge.a)
    model.join(model.hinge.b, model.rod.a)
    model.join(model.rod.b, model.body.a)
    model.place(ground=(0, 3), hinge=(0, 2), rod=(0, 1), body=(0, 0), world=(2, 3))
    at = draw(model).positions
    assert at["ground"][0] == at["hinge"][0] == at["rod"][0] == at["body"][0]
    assert at["ground"][1] < at["hinge"][1] < at["rod"][1] < at["body"][1]


def test_positions_go_from_frame_a_and_the_coordinates_to_frame_b():
    content = diagram(bank.load("double_pendulum"), "hinge1", None, None, True)
    arrows = {(arrow.source, arrow.target) for arrow in content.arrows}
    assert {("a", "b"), ("angle", "b")} <= arrows
    assert ("b", "a") not in arrows
