"""Models drawn in a real browser, by mouse alone and by keyboard alone, to their curves and their animation."""

import pytest
import yaml

from multibond.model.file import loads
from studio_client import studio
from studio_page import CHROMIUM, Person, browser

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")]


@pytest.fixture(scope="module")
def chromium():
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with browser() as made:
        yield made


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    """A server on an empty folder, and the folder."""
    folder = tmp_path_factory.mktemp("drawn")
    with studio(folder=folder) as (address, _):
        yield address, folder


@pytest.fixture
def person(chromium, empty):
    made = Person(chromium, empty[0])
    yield made
    assert made.complaints == []
    made.page.close()


def curve(person):
    """The drawn pixels of the first plot that are not grey."""
    person.page.locator(".plot canvas").first.wait_for()
    return person.value("""() => {
      const canvas = document.querySelector(".plot canvas");
      const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
      let count = 0;
      for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 128 && data[i + 2] - data[i] > 60) count++;
      return count;
    }""")


def undone_and_redone(person):
    """Undo everything, then redo it; the same file comes back."""
    text, steps = person.text, 0
    while person.value("studio.history.undo()"):
        steps += 1
    assert person.text == "multibond: 1\nname: new_model\n"
    for _ in range(steps):
        person.value("studio.history.redo()")
    assert person.text == text
    return steps


def test_an_rlc_circuit_by_mouse_alone(person, empty):
    for kind, x, y in (("Se", 130, 190), ("J1", 300, 190), ("R", 300, 80), ("I", 470, 190), ("C", 300, 300)):
        person.drop(kind, x, y)
    for first, second in (("source", "loop"), ("loop", "resistor"), ("loop", "inertia"), ("loop", "capacitor")):
        person.link(first, second)
    assert yaml.safe_load(person.text)["bonds"] == [
        "source >> loop", "loop >> resistor", "loop >> inertia", "loop >> capacitor"]  # fmt: skip
    person.page.locator(".react-flow__pane").click(position={"x": 20, "y": 20})
    person.page.locator(".inspector").get_by_label("domain").select_option("electrical")
    person.part("inertia").click()
    person.set_value("I", "500 mH")
    person.part("resistor").click()
    person.set_value("R", "0.4 ohm")
    assert person.value("studio.value.check.summary.states.length") == 2
    # strokes appear as one draws: one of the junction's bonds alone decides the flow
    assert person.value("studio.edges.every((edge) => edge.strokes.length === 1)")
    person.page.get_by_role("button", name="Run", exact=True).click()
    person.wait("studio.value.runs.length")
    person.page.locator(".link[data-edge]").nth(3).locator(".touch").dblclick(force=True)  # plots this bond
    assert curve(person) > 100
    # the same numbers as in Python
    model = loads(person.text)
    names = person.value("studio.value.plots.at(-1).names")
    assert names and all(name in model.simulate().stats.final or model.simulate()[name].size for name in names)
    assert undone_and_redone(person) >= 11
    # saved, closed and opened again: the same picture
    person.page.get_by_role("button", name="Save", exact=True).click()
    person.page.get_by_label("File in the folder").fill("circuit.yaml")
    person.page.locator(".dialog").get_by_role("button", name="Save").click()
    person.wait("studio.value.file.path === 'circuit.yaml'")
    assert (empty[1] / "circuit.yaml").read_text() == person.text
    shown = "JSON.stringify(studio.value.check.diagram)"
    before, text = person.value(shown), person.text
    person.page.reload()
    person.settle()
    person.page.get_by_role("button", name="Open a file or an example").click()
    person.page.locator(".choices li", has_text="circuit.yaml").click()
    person.wait("studio.value.file.path === 'circuit.yaml'")
    person.settle()
    assert person.text == text and person.value(shown) == before


def test_an_rlc_circuit_by_keyboard_alone(person):
    person.quick("J1")
    for words in ("Se", "R", "I", "C"):  # each is bonded to the junction, which is chosen again
        person.press("Escape")
        person.page.keyboard.press("Alt+d")
        person.page.locator(".react-flow__node[data-id=loop]").focus()
        person.press("Enter")
        person.quick(words)
    assert yaml.safe_load(person.text)["bonds"] == [
        "source >> loop", "loop >> resistor", "loop >> inertia", "loop >> capacitor"]  # fmt: skip
    person.run()
    person.page.locator(".react-flow__node[data-id=capacitor]").focus()
    person.press("Enter", "p")
    assert curve(person) > 100
    assert loads(person.text).simulate().stats.states
    person.press("Escape", "Control+a", "Delete")
    assert "components" not in yaml.safe_load(person.text)
    person.press("Control+z")
    assert undone_and_redone(person) == 5


def test_a_double_pendulum_by_keyboard_alone_to_its_animation(person):
    person.quick("planar.World")
    person.press("Escape")
    for part in ("Fixed", "Revolute", "Rod", "Body"):  # each is joined to the one before
        person.quick(f"planar.{part}")
    person.page.locator(".react-flow__node[data-id=rod]").focus()
    person.press("Enter")
    for part in ("Revolute", "Rod", "Body"):
        person.quick(f"planar.{part}")
    assert yaml.safe_load(person.text)["joins"] == [
        ["ground.b", "hinge.a"], ["hinge.b", "rod.a"], ["rod.b", "body.a", "hinge2.a"], ["hinge2.b", "rod2.a"],
        ["rod2.b", "body2.a"]]  # fmt: skip
    person.run()
    person.page.locator(".stage canvas").wait_for()
    assert undone_and_redone(person) == 8


def test_a_double_pendulum_by_mouse_alone_to_its_animation(person):
    parts = (("World", 80, 60), ("Fixed", 80, 200), ("Revolute", 190, 200), ("Rod", 300, 200), ("Body", 420, 90),
             ("Revolute", 430, 200), ("Rod", 540, 200), ("Body", 660, 200))  # fmt: skip
    person.page.get_by_label("Search the palette").fill("planar")
    for kind, x, y in parts:
        person.drop(f"planar.{kind}", x, y)
    joins = ("ground.b hinge.a", "hinge.b rod.a", "rod.b hinge2.a", "hinge2.b rod2.a", "rod2.b body2.a", "rod.b body.a")
    for first, second in (line.split() for line in joins):
        (name, port), (other, target) = first.split("."), second.split(".")
        person.link(name, other, port, target)
    model = yaml.safe_load(person.text)
    assert sorted(map(sorted, model["joins"])) == sorted(map(sorted, [
        ["ground.b", "hinge.a"], ["hinge.b", "rod.a"], ["rod.b", "hinge2.a", "body.a"], ["hinge2.b", "rod2.a"],
        ["rod2.b", "body2.a"]]))  # fmt: skip
    person.page.get_by_role("button", name="Run", exact=True).click()
    person.page.locator(".stage canvas").wait_for()  # a model with bodies shows them after its first run
    person.page.get_by_role("button", name="Play").click()
    person.wait("studio.clock.value.time > 0")
    person.page.get_by_role("button", name="Pause").click()
    person.wait("document.querySelectorAll('.stage-tools option').length > 2")
    person.value("studio.clock.seek(0.5)")
    assert len(loads(person.text).simulate(1.0).stats.states) == 4
    assert undone_and_redone(person) == 14


MOTOR = """multibond: 1
name: drive
components:
  supply: {type: Se, effort: 12, domain: electrical}
  armature: {type: J1, domain: electrical}
  winding: {type: R, R: 1}
  conversion: {type: GY, M: 0.1}
  shaft: {type: J1, domain: rotational}
  rotor: {type: I, I: 0.01}
  speed: {type: Df, domain: rotational}
  controller: {type: PID, k: 2, u: 10 - speed.y}
  drive: {type: Se, effort: controller.y, domain: electrical}
bonds:
  - drive >> armature
  - armature >> winding
  - armature >> conversion.a
  - conversion.b >> shaft
  - shaft >> rotor
  - shaft >> speed
"""


def test_a_motor_with_its_controller_becomes_a_component_and_is_used_twice(person):
    text = MOTOR.replace("  supply: {type: Se, effort: 12, domain: electrical}\n", "")
    person.value(f"studio.history.write('type', {text!r})")
    person.settle()
    person.press("Control+a", "Control+g")
    person.page.get_by_label("type, for using it again").fill("Drive")
    person.page.keyboard.press("Enter")
    person.wait("studio.value.dialog === null")
    person.settle()
    model = yaml.safe_load(person.text)
    assert list(model["definitions"]) == ["Drive"] and list(model["components"]) == ["drive"]
    person.press("Control+d")
    model = yaml.safe_load(person.text)
    assert [part if isinstance(part, str) else part["type"] for part in model["components"].values()] == ["Drive"] * 2
    person.press("Escape")
    person.page.locator(".react-flow__node[data-id=drive]").focus()
    person.press("Enter", "Enter")  # choose it, then go inside
    assert person.value("studio.value.level") == "drive"
    person.wait("studio.nodes.some((node) => node.key === 'rotor')")
    person.press("Escape")
    person.wait("studio.value.level === ''")
    person.run()
    result = loads(person.text).simulate(3.0)
    assert result["drive.rotor.f"][-1] == pytest.approx(result["drive2.rotor.f"][-1])
    person.press("Control+z", "Control+z")
    assert person.text == text
