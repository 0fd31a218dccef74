"""Insides in a real browser: components opened in place, members of lists, frames of a mechanism made into one part."""

import pytest
import yaml

from multibond.model.file import loads
from studio_client import studio
from studio_page import CHROMIUM, Person, browser

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")]


@pytest.fixture(scope="module")
def person(tmp_path_factory):
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with studio("dc_motor", folder=tmp_path_factory.mktemp("inside")) as (address, _), browser() as chromium:
        made = Person(chromium, address)
        yield made
        assert made.complaints == []


def written(person, text):
    """Another text in the place of the one that is there, all of it in view."""
    person.value(f"studio.history.write('type', {text!r})")
    person.settle()
    person.value("studio.canvas.fit()")
    person.value("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def test_a_component_is_opened_in_place_and_folded(person):
    person.part("motor").click()
    person.page.get_by_role("button", name="Open in place").click()
    person.settle()
    person.wait("document.querySelector(\"div.part[data-key='motor/coil']\")")
    boxes = person.value("studio.shown.nodes.map(({ key, x, y, icon, frame }) => [key, x, y, icon.width, frame])")
    frame = next(box for box in boxes if box[0] == "motor")
    assert all(abs(x - frame[1]) < frame[3] / 2 for _, x, _, _, within in boxes if within == "motor")
    # what is outside has made room, and bonds from outside end at the marks of its ports
    ends = person.value("Object.fromEntries(studio.shown.nodes.map(({ key, x, y }) => [key, [x, y]]))")
    supply = person.value("studio.shown.edges.find(({ tail, head }) => tail === 'supply' && head === 'motor').points")
    assert supply[-1] == pytest.approx(ends["motor/port supply"])
    # linked: a part of the inside is selected and set, where it is written
    person.part("motor/coil").click()
    assert person.page.locator(".inspector input.name").input_value() == "coil"
    before = person.text
    person.set_value("I", "3 mH")
    assert yaml.safe_load(person.text)["definitions"]["Motor"]["components"]["coil"]["I"] == "3 mH"
    person.press("Control+z")
    assert person.text == before
    # moving something moves it in the file by as much, not by the room that was made
    place = person.value(
        "(() => { const { x, y } = studio.nodes.find(({ key }) => key === 'mass'); return [x, y]; })()"
    )
    person.part("mass").click()
    person.press("ArrowRight")
    assert yaml.safe_load(person.text)["layout"]["mass"][0] == pytest.approx((place[0] + 10) / 100, abs=0.03)
    person.press("Control+z")
    person.page.get_by_role("button", name="Fold motor").click()
    person.settle()
    assert person.value("studio.shown.nodes.every(({ frame }) => !frame)")


LISTED = """multibond: 1
name: listed
domain: electrical
components:
  source: {type: Se, effort: 1}
  loop: J1
  R: [{type: R, R: 1}, {type: R, R: 2}]  # two alike
  L: {type: I, I: 1}
bonds: ["source >> loop >> R[0]", "loop >> R[1]", loop >> L]
outputs: {u: "R[1].e"}
"""


def test_members_of_lists_are_set_in_the_panel_and_taken_out(person):
    written(person, LISTED)
    person.part("R_1").click()
    person.set_value("R", "5")
    assert "R: [{type: R, R: 1}, {type: R, R: 5}]  # two alike" in person.text
    person.part("R_0").click()
    person.press("Delete")
    model = yaml.safe_load(person.text)
    assert set(model["components"]) == {"source", "loop", "L", "R_1"} and model["outputs"] == {"u": "R_1.e"}
    assert loads(person.text).simulate(1.0)["u"].size
    person.part("R_1").click()
    person.press("F2")
    person.page.get_by_label("New name").fill("load")
    person.press("Enter")
    person.wait("studio.nodes.some(({ key }) => key === 'load')")
    assert yaml.safe_load(person.text)["outputs"] == {"u": "load.e"}


ARMS = """multibond: 1
name: arms
components:
  world: planar.World
  ground: planar.Fixed
  arm: Arm
  arm2: Arm
joins: [[ground.b, arm.hinge.a]]
layout: {world: [0, 1.5], ground: [0, 0], arm: [2, 0], arm2: [4, 0]}
definitions:
  Arm:
    components: {hinge: planar.Revolute, rod: {type: planar.Rod, r: [1, 0]}, body: planar.Body}
    joins: [[hinge.b, rod.a], [rod.b, body.a]]
"""


def test_frames_of_a_part_that_is_a_mechanism_are_joined_by_mouse(person):
    written(person, ARMS)
    assert "nothing is joined to arm2.hinge.a" in person.value("studio.messages[0].text")
    assert person.value("studio.messages[0].kind") == "unfinished"
    person.link("arm", "arm2", "rod.b", "hinge.a")
    assert yaml.safe_load(person.text)["joins"] == [["ground.b", "arm.hinge.a"], ["arm.rod.b", "arm2.hinge.a"]]
    assert person.value("studio.messages.length") == 0
    assert len(loads(person.text).simulate(0.2).stats.states) == 4
    # the same by the key: the two are chosen, and what suits is found
    person.press("Control+z")
    person.part("arm").click()
    person.page.keyboard.down("Shift")
    person.part("arm2").click()
    person.page.keyboard.up("Shift")
    person.press("b")
    assert yaml.safe_load(person.text)["joins"][-1][-1] == "arm2.hinge.a"
