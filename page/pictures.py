"""The pictures of docs/studio.md: models of the bank in the studio, in Chromium without a window.

`.venv/bin/python page/pictures.py [FOLDER]`, with the page built (make setup) and Chromium installed.
"""

import io
import shutil
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep

ARGUMENTS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"]
PICTURES = {
    "studio": ("dc_motor", "studio.clock.seek(0.5); studio.select(['motor'])", "curves", None, False),
    "studio_dark": ("hydraulic_servo", "studio.clock.seek(0.9); studio.select(['piston'])", "curves", None, True),
    "studio_bicycle": (
        "bicycle",
        "studio.clock.seek(1.2); studio.select(['rear_wheel'])",
        "animation",
        "curves",
        False,
    ),
    "studio_energy": ("dc_motor", "studio.clock.seek(1.5)", "energy", None, False),
    "studio_equations": ("rlc", "studio.select(['inductor'])", "equations", "text", False),
    "studio_opened": ("dc_motor", "studio.clock.seek(0.5); studio.fold(['motor'])", "curves", None, False),
    "studio_inside": ("double_pendulum", "studio.enter('hinge1')", "messages", None, False),
}


@contextmanager
def server():
    """The address of a studio in an empty folder."""
    command = [sys.executable, "-m", "multibond", "studio", "--no-browser"]
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
        try:
            yield process.stdout.readline().split()[-1]
        finally:
            process.terminate()
            process.wait()


def wait(page, expression):
    """Wait until an expression of the page holds."""
    end = monotonic() + 120
    while not page.evaluate(f"Boolean({expression})"):
        if monotonic() > end:
            raise TimeoutError(expression)
        sleep(0.05)


def picture(page, name, model, then, left, right):
    """Open and run a model, show the two views, do `then`, and take the picture."""
    page.evaluate(f"studio.open({{ bank: '{model}' }})")
    wait(page, f"studio.value.file.name === '{model}' && studio.value.check && !studio.value.checking")
    page.keyboard.press("Control+Enter")
    wait(page, "studio.value.runs.length && studio.value.runs[0].power && !studio.value.running")
    views = {"open": True, "left": left, "right": right, "height": 330}
    page.evaluate("(views) => studio.state.change({ dock: { ...studio.value.dock, ...views } })", views)
    page.evaluate(then)
    page.wait_for_timeout(6000 if "animation" in (left, right) else 2500)
    page.evaluate("studio.canvas.fit()")
    page.wait_for_timeout(500)
    return page.screenshot()


def main(folder="docs/pictures"):
    """Write all pictures, with few colours, so that they stay small."""
    from PIL import Image
    from playwright.sync_api import sync_playwright

    with server() as address, sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        for name, (model, then, left, right, dark) in PICTURES.items():
            page = chromium.new_page(viewport={"width": 1360, "height": 850}, color_scheme="dark" if dark else "light")
            page.goto(address)
            wait(page, "window.studio && studio.value.check")
            shot = Image.open(io.BytesIO(picture(page, name, model, then, left, right))).convert("RGB")
            path = Path(folder) / f"{name}.png"
            shot.quantize(200, dither=Image.Dither.NONE).save(path, optimize=True)
            print(path, path.stat().st_size)
            page.close()
        chromium.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
