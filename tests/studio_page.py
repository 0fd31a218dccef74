"""The studio's page in a real browser, driven as a person drives it: with the mouse, or with the keyboard alone."""

import shutil
from contextlib import contextmanager
from time import monotonic, sleep

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
PATIENCE = 40.0  # s


@contextmanager
def browser():
    """Chromium for the tests of a module."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS, timeout=1000 * PATIENCE)
        yield chromium
        chromium.close()


class Person:
    """Somebody in front of the page; complaints of the page are kept."""

    def __init__(self, chromium, address, dark=False, size=(1280, 800)):
        self.page = chromium.new_page(
            viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if dark else "light"
        )
        self.page.set_default_timeout(1000 * PATIENCE)
        self.complaints = []
        self.page.on("console", lambda m: m.type == "error" and self.complaints.append(m.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("dialog", lambda dialog: dialog.accept())
        self.page.goto(address)
        self.settle()

    def value(self, expression):
        """What an expression of the page gives."""
        return self.page.evaluate(expression)

    def wait(self, expression):
        """Wait until an expression of the page holds."""
        end = monotonic() + PATIENCE
        while not self.page.evaluate(f"Boolean({expression})"):
            assert monotonic() < end, f"waited in vain for {expression}; {self.complaints}"
            sleep(0.03)

    def settle(self):
        """Wait until the server has answered to the text as it is."""
        self.wait("window.studio && studio.value.check && !studio.value.checking "
                  "&& studio.value.check.revision === studio.history.revision")  # fmt: skip

    @property
    def text(self):
        """The text of the model file."""
        return self.page.evaluate("studio.history.text")

    def open(self, name):
        """Open a model of the bank."""
        self.page.evaluate(f"studio.open({{ bank: '{name}' }})")
        self.wait(f"studio.value.file.name === '{name}'")
        self.settle()

    def curve(self):
        """How many pixels of the first plot are coloured."""
        self.page.locator(".plot canvas").first.wait_for()
        return self.value("""() => {
          const canvas = document.querySelector(".plot canvas");
          const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
          let count = 0;
          for (let i = 0; i < data.length; i += 4) if (data[i + 3] > 128 && data[i + 2] - data[i] > 60) count++;
          return count;
        }""")

    # ------------------------------------------------------------ with the mouse
    def drop(self, kind, x, y):
        """Drag a type from the palette to a place of the diagram."""
        shelf = self.page.locator(f".shelf[data-type='{kind}']")
        if not shelf.is_visible():  # in a family that is folded
            self.page.locator("details", has=shelf).locator("summary").click()
        shelf.drag_to(self.page.locator("#diagram"), target_position={"x": x, "y": y})
        self.settle()

    def middle(self, locator):
        """The middle of something on the page."""
        box = locator.bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def part(self, name):
        """A component in the diagram."""
        return self.page.locator(f"div.part[data-key='{name}']")

    def link(self, first, second, port=None, target=None):
        """Drag from a port of one component to another component, or to one of its ports."""
        mouse = self.page.mouse
        # the picture of the last answer is painted
        self.value("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        mouse.move(*self.middle(self.part(first)))
        dot = self.part(first).locator(f".dot[data-port='{port}']" if port else ".dot").first
        mouse.move(*self.middle(dot))
        mouse.down()
        x, y = self.middle(
            self.part(second).locator(f".dot[data-port='{target}']").first if target else self.part(second)
        )
        mouse.move(x - 12, y - 12, steps=3)
        mouse.move(x, y, steps=2)
        mouse.up()
        self.settle()

    def set_value(self, name, text):
        """Type a value into the inspector."""
        field = self.page.locator(".inspector").get_by_label(name, exact=True)
        field.fill(text)
        field.press("Enter")
        self.settle()

    def undo_and_redo_by_mouse(self):
        """Click on undo until there is nothing left, then on redo; how many steps there were."""
        return self._there_and_back(
            lambda: self.page.get_by_role("button", name="Undo").click(),
            lambda: self.page.get_by_role("button", name="Redo").click(),
        )

    def _there_and_back(self, undo, redo):
        """Every edit undone and redone: each time the file is the same as before, to the last character."""
        texts = [self.text]
        while self.value("studio.history.undoLabel"):
            undo()
            texts.append(self.text)
        self.settle()
        assert texts[-1] == "multibond: 1\nname: new_model\n"
        for text in reversed(texts[:-1]):
            redo()
            assert self.text == text
        self.settle()
        return len(texts) - 1

    def save_by_mouse(self, name):
        """Save under a name."""
        self.page.get_by_role("button", name="Save", exact=True).click()
        self.page.get_by_label("File in the folder").fill(name)
        self.page.locator(".dialog").get_by_role("button", name="Save").click()
        self.wait(f"studio.value.file.path === '{name}'")

    def open_by_mouse(self, name):
        """Open a file of the folder."""
        self.page.get_by_role("button", name="Open a file or an example").click()
        self.page.locator(".choices li", has_text=name).click()
        self.wait(f"studio.value.file.path === '{name}'")
        self.settle()

    @property
    def picture(self):
        """Everything that is drawn, as data."""
        self.settle()
        return self.value("JSON.stringify(studio.value.check.diagram)")

    # ------------------------------------------------------------ with the keyboard
    def go(self, name):
        """Go to a component by the tab key, from the first of the diagram."""
        self.page.keyboard.press("Alt+d")
        end = monotonic() + PATIENCE
        focused = "document.activeElement?.closest?.('.react-flow__node')?.dataset.id"
        while self.value(focused) != name:
            assert monotonic() < end, f"{name} cannot be reached by Tab"
            self.page.keyboard.press("Tab" if self.value(focused) else "Alt+d")

    def undo_and_redo_by_keyboard(self):
        """Undo until there is nothing left, then redo; how many steps there were."""
        keyboard = self.page.keyboard
        return self._there_and_back(lambda: keyboard.press("Control+z"), lambda: keyboard.press("Control+Shift+z"))

    def type_value(self, name, text):
        """Go to a field of the inspector by Tab and type a value."""
        self.page.keyboard.press("Alt+i")
        end = monotonic() + PATIENCE
        while self.value("document.activeElement?.labels?.[0]?.textContent") != name:
            assert monotonic() < end, f"the field {name} cannot be reached by Tab"
            self.page.keyboard.press("Tab")
        if self.value("document.activeElement.tagName") == "SELECT":  # letter by letter through what begins with it
            while self.value("document.activeElement.value") != text:
                assert monotonic() < end, f"{name} has no choice {text}"
                self.page.keyboard.press(text[0])
            return self.settle()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)
        return self.press("Enter")

    def save_by_keyboard(self, name):
        """Save under a name."""
        self.page.keyboard.press("Control+s")
        self.page.get_by_label("File in the folder").wait_for()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(name)
        self.page.keyboard.press("Enter")
        self.wait(f"studio.value.file.path === '{name}'")

    def open_by_keyboard(self, name):
        """Open a file of the folder."""
        self.page.keyboard.press("Control+o")
        self.choose(name)
        self.wait(f"studio.value.file.path === '{name}'")
        self.settle()

    def press(self, *keys):
        """Press keys one after the other, then wait for the server."""
        for key in keys:
            self.page.keyboard.press(key)
        self.settle()

    def quick(self, words):
        """Insert a component by typing its name."""
        self.page.keyboard.press("/")
        self.page.locator(".quick input").first.wait_for()
        self.page.keyboard.type(words)
        self.page.locator(".quick [role=option]").first.wait_for()
        self.page.keyboard.press("Enter")
        self.settle()

    def choose(self, words):
        """Take the first entry of the open list that has these words."""
        self.page.locator(".dialog .choices li").first.wait_for()
        self.page.keyboard.type(words)
        self.page.keyboard.press("Enter")
        self.settle()

    def command(self, words):
        """Do a command from the list of commands."""
        self.page.keyboard.press("Control+k")
        self.choose(words)

    def run(self):
        """Run the model by its key and wait for the result."""
        before = self.value("studio.value.runs.length")
        self.page.keyboard.press("Control+Enter")
        self.wait(f"!studio.value.running && studio.value.runs.length > {before}")
