"""Build hook: bundles the page code from ``page/`` into the package, for wheels and editable installs alike.

``npm run build`` in ``page/`` writes its output to ``src/multibond/picture/page/``. A checkout without
``page/package.json`` has nothing to bundle. Versions are exact there; no lock file is written.
"""

import shutil
import subprocess
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class PageBuildHook(BuildHookInterface):
    """Runs before the wheel's files are gathered; ``version`` is "standard" or "editable"."""

    PLUGIN_NAME = "custom"

    def initialize(self, version, build_data):
        build_page(Path(self.root))


def build_page(root):
    """Bundle the page code of the checkout at ``root``; raise RuntimeError with the way out when that fails."""
    page = root / "page"
    if not (page / "package.json").is_file():
        return
    npm = shutil.which("npm")
    if npm is None:
        raise RuntimeError(
            "The animation page is bundled from page/ by npm, and npm was not found. "
            "Install Node 20 or newer with npm, or install a multibond wheel, which carries the bundled page."
        )
    (root / "src" / "multibond" / "picture" / "page").mkdir(parents=True, exist_ok=True)
    run([npm, "install", "--no-package-lock", "--no-audit", "--no-fund"], page)
    run([npm, "run", "build"], page)


def run(command, folder):
    """Run one npm command in ``folder``; its output is shown only when it fails."""
    done = subprocess.run(command, cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        words = " ".join(["npm", *command[1:]])
        raise RuntimeError(f"'{words}' failed in page/ with status {done.returncode}:\n{done.stdout}")
