"""A widget of a notebook mounted in a real page: its messages go over a queue to the kernel's side and back."""

import base64
import queue
from time import monotonic, sleep

from studio_page import PATIENCE

# What anywidget gives to a module: traits, messages with buffers, and an element to draw in.
MOUNT = """async ([module, traits]) => {
  const listeners = new Set();
  const model = {
    get: (name) => traits[name], set: () => {}, save_changes: () => {},
    on: (name, heard) => listeners.add(heard), off: (name, heard) => listeners.delete(heard),
    send: (content) => window.toKernel(JSON.stringify(content)),
  };
  window.fromKernel = (content, parts) => {
    const views = parts.map((text) => new DataView(Uint8Array.from(atob(text), (c) => c.charCodeAt(0)).buffer));
    for (const heard of [...listeners]) heard(content, views);
  };
  const address = URL.createObjectURL(new Blob([module], { type: "text/javascript" }));
  const { default: widget } = await import(address);
  window.mounted = { el: document.getElementById("cell") };
  window.mounted.leave = await widget.render({ model, el: window.mounted.el });
}"""
PAPER = (
    "<!doctype html><html lang=en><title>notebook</title><body style='margin:16px'><div id=cell></div></body></html>"
)


class Cell:
    """A cell that shows a widget, in a page of its own."""

    def __init__(self, chromium, widget, size=(1000, 720), dark=False):
        self.widget, self.sent = widget, queue.Queue()
        widget.send = lambda content, buffers=None: self.sent.put((content, list(buffers or [])))
        colors = "dark" if dark else "light"
        self.page = chromium.new_page(viewport={"width": size[0], "height": size[1]}, color_scheme=colors)
        self.complaints = []
        self.page.on("console", lambda m: m.type == "error" and self.complaints.append(m.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.expose_function("toKernel", self._taken)
        self.page.set_content(PAPER)
        self.mount()

    def _taken(self, text):
        import json

        self.widget._handle_custom_msg(json.loads(text), [])

    def mount(self):
        """Show the widget, and wait until its page has the model."""
        traits = {name: getattr(self.widget, name) for name in ("version", "height", "shows")}
        self.page.evaluate(MOUNT, [str(self.widget._esm), traits])
        self.settle()

    def pump(self):
        """Deliver what the kernel has sent."""
        while True:
            try:
                content, buffers = self.sent.get_nowait()
            except queue.Empty:
                return
            parts = [base64.b64encode(bytes(part)).decode() for part in buffers]
            self.page.evaluate("([content, parts]) => window.fromKernel(content, parts)", [content, parts])

    @property
    def frame(self):
        """The frame that the studio is in."""
        return self.page.frames[-1]

    def wait(self, expression):
        """Wait until an expression holds in the frame."""
        end = monotonic() + PATIENCE
        while True:
            self.pump()
            if len(self.page.frames) > 1 and self.frame.evaluate(f"Boolean({expression})"):
                return
            assert monotonic() < end, f"waited in vain for {expression}; {self.complaints}"
            sleep(0.03)

    def settle(self):
        """Wait until the kernel has answered to the text as it is."""
        self.wait("window.studio && studio.value.check && !studio.value.checking "
                  "&& studio.value.check.revision === studio.history.revision")  # fmt: skip

    def value(self, expression):
        """What an expression of the frame gives."""
        return self.frame.evaluate(expression)
