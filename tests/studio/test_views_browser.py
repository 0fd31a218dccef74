"""The views of the studio in a real browser: linked selection, power flow, slider, text with errors, access for all."""

from pathlib import Path

import pytest

from studio_client import studio
from studio_page import CHROMIUM, Person, browser

pytestmark = [pytest.mark.browser, pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")]
AXE = Path(__file__).parents[2] / "page" / "node_modules" / "axe-core" / "axe.min.js"

FAULTS = """axe.run(document, { resultTypes: ["violations"] }).then((all) => all.violations
  .filter(({ impact }) => impact === "serious" || impact === "critical")
  .map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html, any }) => html.slice(0, 150) + any[0]?.message)]))"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("views")


@pytest.fixture(scope="module")
def person(folder):
    pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    with studio("dc_motor", folder=folder) as (address, _), browser() as chromium:
        made = Person(chromium, address)
        yield made
        assert made.complaints == []


def power(person):
    """The widths of the flows of power that are painted on bonds."""
    person.value("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return person.value("[...document.querySelectorAll('.power[d]')].map((path) => path.getAttribute('stroke-width'))")


def show(person, tab):
    person.value(f"studio.show('{tab}', 'left')")


@pytest.mark.parametrize(
    "name, part, variable",
    [("dc_motor", "mass", "stiffness"), ("hydraulic_servo", "mass", "gain"), ("bicycle", "rear_wheel", None)],
)
def test_selection_is_linked_power_flows_and_the_slider_runs(person, name, part, variable):
    person.open(name)
    person.run()
    person.wait("studio.value.runs.at(-1).power")
    stop = person.value("studio.clock.value.stop")
    person.value(f"studio.clock.seek({stop / 3})")
    first = power(person)
    person.value(f"studio.clock.seek({stop / 30})")
    if name != "bicycle":  # which is made of joined frames on this level
        assert first and power(person) != first
    show(person, "text")
    names = person.value("studio.nodes.map((node) => node.name)")
    part = (
        part
        if part in names
        else person.value("studio.nodes.find((node) => node.kind === 'component' && node.composite).name")
    )
    person.value(f"studio.select(['{part}'])")
    assert person.page.locator(".inspector input.name").input_value() == part
    assert person.value("document.querySelector('.editor').shadowRoot.querySelectorAll('.cm-chosen').length") > 0
    assert person.page.locator(".part.selected").count() == 1
    if variable is None:
        return
    person.page.locator(".react-flow__pane").click(position={"x": 15, "y": 15})
    show(person, "curves")
    person.page.get_by_label(f"Slider for {variable}").click()
    slider = person.page.locator(".inspector .slider input")
    box = slider.bounding_box()
    runs = person.value("studio.value.runs.length")
    person.page.mouse.move(box["x"] + 0.4 * box["width"], box["y"] + box["height"] / 2)
    person.page.mouse.down()
    person.page.mouse.move(box["x"] + 0.7 * box["width"], box["y"] + box["height"] / 2, steps=3)
    person.wait("studio.value.live")
    person.page.mouse.up()
    person.wait(f"!studio.value.running && studio.value.runs.length > {runs}")
    assert person.value("studio.history.undoLabel") == f"set {variable}"


def test_a_broken_text_keeps_the_diagram_and_says_where(person):
    person.open("rlc")
    count = person.value("studio.nodes.length")
    good = person.text
    person.value("studio.history.write('type', studio.history.text.replace('components:', 'components: ]'))")
    person.settle()
    assert person.value("studio.value.check.readable") is False and person.value("studio.nodes.length") == count
    show(person, "messages")
    assert "line" in person.page.locator(".messages li.error").first.inner_text()
    show(person, "text")
    person.wait("document.querySelector('.editor').shadowRoot.querySelector('.cm-lint-marker-error')")
    person.value("studio.history.undo()")
    person.settle()
    assert person.text == good and person.value("studio.messages.length") == 0
    editor = person.page.locator(".editor .cm-content")
    editor.click()
    person.page.keyboard.press("Control+Home")
    person.page.keyboard.type("# by hand\n")
    person.settle()
    assert person.text == "# by hand\n" + good


def test_curves_go_over_one_another_and_power_only_where_bonds_are_the_same(person):
    person.open("dc_motor")
    person.run()
    show(person, "curves")
    choice = person.page.get_by_label("Horizontal axis").first
    choice.select_option("motor_speed")
    person.page.locator(".plot .time-dot:not([hidden])").first.wait_for(state="attached")
    choice.select_option("")
    person.page.locator(".plot .time-line").first.wait_for(state="attached")
    person.wait("studio.value.runs.at(-1).power")
    person.value("studio.clock.seek(1)")
    assert power(person)
    person.value("studio.select(['brake'])")
    person.press("Delete")  # the numbers of bonds mean others now
    assert power(person) == []
    person.press("Control+z")
    assert power(person)


def test_what_changed_on_disk_is_told_and_taken(person, folder):
    person.open("rlc")
    person.value("studio.save('shared.yaml')")
    person.wait("studio.value.file.path === 'shared.yaml'")
    (folder / "shared.yaml").write_text(person.text + "# from elsewhere\n")
    person.page.get_by_role("button", name="load that").click()
    assert person.text.endswith("# from elsewhere\n") and person.value("studio.history.changed") is False


def test_a_signal_is_led_to_an_input_and_to_a_parameter(person):
    parts = "  shaft: {type: J1, domain: rotational}\n  speed: Df\n  controller: PID\n  drive: Se\n"
    places = (
        "layout: {shaft: [0, 0], speed: [1.5, 0], controller: [3, 0], drive: [0, -1.5]}\n"  # nothing moves by itself
    )
    text = f"multibond: 1\ncomponents:\n{parts}bonds: [drive >> shaft, shaft >> speed]\n{places}"
    person.value(f"studio.history.write('type', {text!r})")
    person.settle()
    person.value("studio.canvas.fit()")
    person.link("speed", "controller", "y")
    person.link("controller", "drive", "y")
    assert "controller: {type: PID, u: speed.y}" in person.text
    assert "drive: {type: Se, effort: controller.y}" in person.text
    assert person.value("studio.edges.filter((edge) => edge.kind === 'signal').length") == 2


def test_names_and_descriptions_never_run_as_script(person):
    evil = "<img src=x onerror=window.evil=1><script>window.evil=1</script>"
    text = f'multibond: 1\nname: "{evil}"\ndescription: "{evil}"\ncomponents:\n  a: {{type: Se, effort: "{evil}"}}\n'
    person.value(f"studio.history.write('type', {text!r})")
    person.settle()
    for tab in ("messages", "equations", "report"):
        show(person, tab)
    person.value("studio.select(['a'])")
    assert person.value("window.evil") is None


@pytest.mark.skipif(not AXE.exists(), reason="axe-core is not installed (npm install in page/)")
@pytest.mark.parametrize("dark", [False, True])
def test_axe_finds_no_serious_fault(person, dark):
    person.open("four_bar" if dark else "dc_motor")  # of which the first has an algebraic loop to tell of
    person.run()
    person.value(f"studio.state.change({{ dark: {str(dark).lower()} }})")
    person.value(f"() => {{ {AXE.read_text(encoding='utf-8')} }}") if person.value("!window.axe") else None
    found = {}
    views = ("messages", "linear", "equations", "report") if dark else ("curves", "text", "energy", "parameters")
    for screen in (*views, "open", "bond", "help") if dark else views:
        if screen in views:
            show(person, screen)
        else:
            person.value(f"studio.state.change({{ dialog: '{screen}' }})")
        person.value("studio.select(['mass'])" if screen == "curves" else "studio.select([])")
        person.page.wait_for_timeout(150)
        faults = person.value(FAULTS)
        if faults:
            found[screen] = faults
    person.value("studio.state.change({ dialog: null, dark: false })")
    assert found == {}, found
