"""Models drawn in a real browser by mouse alone, from nothing to their curves and their animation."""

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


def saved_closed_and_opened(person, folder, name):
    """Saved under a name, the page loaded anew, opened again: the same file and the same picture."""
    person.save_by_mouse(name)
    text, before = person.text, person.picture
    assert (folder / name).read_text() == text
    person.page.reload()
    person.settle()
    person.open_by_mouse(name)
    assert person.text == text and person.picture == before


def test_an_rlc_circuit_to_its_curve(person, empty):
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
    assert person.curve() > 100
    # the same numbers as in Python
    run = loads(person.text).simulate()
    names = person.value("studio.value.plots.at(-1).names")
    assert names and all(run[name].size for name in names)
    assert person.undo_and_redo_by_mouse() >= 11
    saved_closed_and_opened(person, empty[1], "circuit.yaml")


def test_a_double_pendulum_to_its_animation(person, empty):
    parts = (("World", 80, 60), ("Fixed", 80, 200), ("Revolute", 190, 200), ("Rod", 300, 200), ("Body", 420, 90),
             ("Revolute", 430, 200), ("Rod", 540, 200), ("Body", 660, 200))  # fmt: skip
    person.page.get_by_label("Search the palette").fill("planar")
    person.page.locator(".shelf[data-type='planar.World']").wait_for()
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
    assert len(loads(person.text).simulate(1.0).stats.states) == 4
    assert person.undo_and_redo_by_mouse() == 14
    saved_closed_and_opened(person, empty[1], "pendulum.yaml")


def test_a_motor_with_its_controller_becomes_a_component_that_is_used_twice(person, empty):
    parts = (("Constant", 60, 70), ("Sum", 170, 70), ("PID", 280, 70), ("Se", 400, 70), ("J1", 400, 170),
             ("R", 280, 170), ("GY", 520, 170), ("J1", 630, 170), ("I", 630, 60), ("Df", 630, 280))  # fmt: skip
    for kind, x, y in parts:
        person.drop(kind, x, y)
    links = (("source", "loop", None, None), ("loop", "resistor", None, None), ("loop", "gyrator", None, "a"),
             ("gyrator", "loop2", "b", None), ("loop2", "inertia", None, None), ("loop2", "flow", None, None),
             ("constant", "sum", "y", "u"), ("flow", "sum", "y", "u"), ("sum", "pid", "y", "u"),
             ("pid", "source", "y", None))  # fmt: skip
    for first, second, port, target in links:
        person.link(first, second, port, target)
    person.part("sum").click()
    person.set_value("signs", "+-")
    for name, domain in (("loop", "electrical"), ("loop2", "rotational")):
        person.part(name).click()
        person.page.locator(".inspector").get_by_label("domain").select_option(domain)
    person.part("constant").click()
    person.set_value("value", "10")
    assert person.value("studio.messages.filter(({ severity }) => severity === 'error')") == []
    # a box around all of it, and the button of the panel
    box = person.page.locator("#diagram").bounding_box()
    person.page.mouse.move(box["x"] + 10, box["y"] + 10)
    person.page.mouse.down()
    person.page.mouse.move(box["x"] + box["width"] - 70, box["y"] + 330, steps=5)
    person.page.mouse.up()
    person.page.get_by_role("button", name="Make a component of them").click()
    person.page.get_by_label("type, for using it again").fill("Drive")
    person.page.get_by_label("constant.value").check()
    person.page.get_by_role("button", name="Make it").click()
    person.wait("studio.value.dialog === null && 'drive' in (studio.history.reading.value(['components']) ?? {})")
    person.settle()
    model = yaml.safe_load(person.text)
    assert list(model["definitions"]) == ["Drive"] and list(model["components"]) == ["drive"]
    person.drop("Drive", 320, 260)  # which the palette has now
    person.part("drive2").click()
    person.set_value("constant_value", "20")
    # inside by a double click, and back by the breadcrumbs
    person.part("drive").dblclick()
    person.wait("studio.value.level === 'drive' && studio.nodes.some((node) => node.key === 'inertia')")
    person.settle()
    person.page.locator(".breadcrumbs li button").first.click()
    person.wait("studio.value.level === ''")
    person.settle()
    person.page.get_by_role("button", name="Run", exact=True).click()
    person.wait("studio.value.runs.length && !studio.value.running")
    result = loads(person.text).simulate(3.0)
    assert result["drive2.inertia.f"][-1] == pytest.approx(2 * result["drive.inertia.f"][-1]) != 0
    assert person.undo_and_redo_by_mouse() >= 25
    saved_closed_and_opened(person, empty[1], "drives.yaml")
