"""Every model of the bank in a real browser: opened, run, animated, and saved without loss.

`PYTHONPATH=tests .venv/bin/python tests/studio/bank_in_browser.py [NAME]...` takes minutes and is not among the tests,
which compare what is drawn without a browser.
"""

import sys
import tempfile
from pathlib import Path

from multibond.bank import names
from multibond.model.file import dumps, loads
from studio_client import studio
from studio_page import Person, browser

RAN = "!studio.value.running && (studio.value.runs.length || studio.value.notice?.severity === 'error')"


def faults(person, folder, name):
    """What is wrong with a model on the page."""
    person.open(name)
    opened = person.value("studio.history.text")
    said = person.value("studio.messages.filter(({ severity }) => severity === 'error').map(({ text }) => text)")
    drawn = person.value("document.querySelectorAll('#diagram .react-flow__node').length")
    nodes = person.value("studio.nodes.length")
    if drawn < min(nodes, 5):
        said.append(f"{drawn} of {nodes} components are drawn")
    person.page.keyboard.press("Control+Enter")
    person.wait(RAN)
    if not person.value("studio.value.runs.length"):
        return [*said, f"it does not run: {person.value('studio.value.notice.text')}"]
    if person.value("studio.value.check.summary.mechanical"):
        person.value("studio.show('animation')")
        person.page.locator(".stage canvas").wait_for()
        person.page.keyboard.press("Escape")
        person.page.keyboard.press("Space")
        person.wait("studio.clock.value.time > 0")
        person.page.keyboard.press("Space")
        person.value("studio.show('messages')")
    path = f"{name}.yaml"
    person.value(f"void studio.save('{path}')")
    person.wait(f"studio.value.file.path === '{path}'")
    text = (folder / path).read_text(encoding="utf-8")
    # not beside the text of another process, which may write the terms of a sum in another order
    if text != opened or dumps(loads(text)) != text:
        said.append("it is saved otherwise than it was opened")
    return said


def main(*chosen):
    """Walk the bank; the exit status is the number of models with faults."""
    bad = 0
    with tempfile.TemporaryDirectory() as place, studio(folder=place) as (address, _), browser() as chromium:
        for name in chosen or names():
            person = Person(chromium, address)
            try:
                said = faults(person, Path(place), name)
            except Exception as error:  # the next model is looked at all the same
                said = [str(error)[:300]]
            said += person.complaints
            person.page.close()
            bad += bool(said)
            print(name, "; ".join(said) or "opened, run, saved", flush=True)
    return bad


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
