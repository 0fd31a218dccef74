"""Models drawn in a real browser by keyboard alone, from nothing to their curves and their animation."""

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
    person.save_by_keyboard(name)
    text, before = person.text, person.picture
    assert (folder / name).read_text() == text
    person.page.reload()
    person.settle()
    person.open_by_keyboard(name)
    assert person.text == text and person.picture == before


def test_keys_go_where_they_are_meant_before_the_next_frame_is_painted(person):
    person.quick("R")
    person.value("void (window.requestAnimationFrame = () => 0)")  # a machine that is too busy to paint
    label, focus = "document.activeElement.labels?.[0]?.textContent", "document.activeElement.outerHTML.slice(0, 200)"
    for keys, focused in (
        ("Alt+i", f"{label} === 'R'"),  # the first value, not the name
        ("Alt+p", "document.activeElement.id === 'palette-search'"),
        ("Control+k", "document.activeElement.closest('.dialog')"),
        ("Escape", "document.activeElement.closest('.react-flow__node')"),
        ("/", "document.activeElement.closest('.quick')"),
        ("Escape", "document.activeElement.closest('.react-flow__node')"),
    ):
        person.page.keyboard.press(keys)
        assert person.value(f"Boolean({focused})"), f"{keys} leaves it in {person.value(focus)}"


def test_what_has_no_domain_yet_takes_that_of_what_is_bonded_to_it(person):
    person.quick("J1")
    person.press("Enter")
    person.quick("Se")  # both are of any domain
    person.press("Escape")
    person.go("loop")
    person.press("Enter")
    person.quick("Orifice")
    person.press("Escape")
    person.go("source")
    person.press("Enter")
    person.quick("C")
    assert yaml.safe_load(person.text)["bonds"] == ["source >> loop", "loop >> orifice"]
    assert "no free ports" in person.value("studio.value.notice.text")  # the only port of the source is taken


def test_an_rlc_circuit_to_its_curve(person, empty):
    person.quick("J1")
    for words in ("Se", "R", "I", "C"):  # each is bonded to the junction, which is chosen again
        person.press("Escape")
        person.go("loop")
        person.press("Enter")
        person.quick(words)
    assert yaml.safe_load(person.text)["bonds"] == [
        "source >> loop", "loop >> resistor", "loop >> inertia", "loop >> capacitor"]  # fmt: skip
    person.type_value("C", "20 mF")
    person.run()
    person.go("capacitor")
    person.press("Enter", "p")
    assert person.curve() > 100
    assert loads(person.text).simulate().stats.states
    person.press("Escape", "Control+a", "Delete")
    assert "components" not in yaml.safe_load(person.text)
    person.press("Control+z")
    assert person.undo_and_redo_by_keyboard() == 6
    saved_closed_and_opened(person, empty[1], "circuit.yaml")


def test_a_double_pendulum_to_its_animation(person, empty):
    person.quick("planar.World")
    person.press("Escape")
    for part in ("Fixed", "Revolute", "Rod", "Body"):  # each is joined to the one before
        person.quick(f"planar.{part}")
    person.go("rod")
    person.press("Enter")
    for part in ("Revolute", "Rod", "Body"):
        person.quick(f"planar.{part}")
    assert yaml.safe_load(person.text)["joins"] == [
        ["ground.b", "hinge.a"], ["hinge.b", "rod.a"], ["rod.b", "body.a", "hinge2.a"], ["hinge2.b", "rod2.a"],
        ["rod2.b", "body2.a"]]  # fmt: skip
    person.run()
    person.page.locator(".stage canvas").wait_for()
    person.page.keyboard.press("Space")
    person.wait("studio.clock.value.time > 0")
    person.page.keyboard.press("Space")
    assert person.undo_and_redo_by_keyboard() == 8
    saved_closed_and_opened(person, empty[1], "pendulum.yaml")


def test_a_motor_with_its_controller_becomes_a_component_that_is_used_twice(person, empty):
    for before, words in (("", "J1"), ("loop", "Se"), ("loop", "R"), ("loop", "GY"), ("gyrator", "J1"), ("loop2", "I"),
                          ("loop2", "Df"), ("flow", "Sum"), ("sum", "PID")):  # fmt: skip
        if before:  # what follows is connected to it
            person.press("Escape")
            person.go(before)
            person.press("Enter")
        person.quick(words)
    person.press("Escape")
    person.quick("Constant")
    person.type_value("value", "10")
    person.go("constant")
    person.press("b")  # and choose the other from the list
    person.choose("sum")
    for name, key, text in (("sum", "signs", "-+"), ("source", "effort", "pid.y"),
                            ("loop", "domain", "electrical"), ("loop2", "domain", "rotational")):  # fmt: skip
        person.press("Escape")
        person.go(name)
        person.press("Enter")
        person.type_value(key, text)
    assert person.value("studio.messages.filter(({ severity }) => severity === 'error')") == []
    person.press("Escape", "Control+a", "Control+g")
    person.page.get_by_label("type, for using it again").wait_for()
    person.page.keyboard.type("Drive")
    person.page.keyboard.press("Enter")
    person.wait("studio.value.dialog === null && 'drive' in (studio.history.reading.value(['components']) ?? {})")
    person.settle()
    assert list(yaml.safe_load(person.text)["components"]) == ["drive"]
    person.press("Control+d")
    model = yaml.safe_load(person.text)
    assert [part if isinstance(part, str) else part["type"] for part in model["components"].values()] == ["Drive"] * 2
    person.press("Escape")
    person.go("drive")
    person.press("Enter", "Enter")  # choose it, then go inside
    person.wait("studio.value.level === 'drive' && studio.nodes.some((node) => node.key === 'inertia')")
    person.settle()
    person.press("Escape")
    person.wait("studio.value.level === ''")
    person.settle()
    person.run()
    result = loads(person.text).simulate(3.0)
    assert result["drive.inertia.f"][-1] == pytest.approx(result["drive2.inertia.f"][-1]) != 0
    assert person.undo_and_redo_by_keyboard() >= 18
    saved_closed_and_opened(person, empty[1], "drives.yaml")
