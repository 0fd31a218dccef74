"""The example package, installed in a fresh environment: its components save, load elsewhere, draw and simulate."""

import json
import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "examples" / "workshop"


@pytest.fixture(scope="session")
def installed(tmp_path_factory):
    """The Python of a new environment that has the example package, and all that is installed here."""
    folder = tmp_path_factory.mktemp("environment")
    venv.create(folder, with_pip=False, symlinks=True)
    python = folder / "bin" / "python" if os.name == "posix" else folder / "Scripts" / "python.exe"
    site = subprocess.run([python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
                          capture_output=True, text=True, check=True).stdout.strip()  # fmt: skip
    here = sysconfig.get_path("purelib")
    Path(site, "here.pth").write_text(f"import site; site.addsitedir({here!r})\n", encoding="utf-8")
    options = ["--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check"]
    install = [sys.executable, "-m", "pip", "--python", python, "install", *options, EXAMPLE]
    done = subprocess.run(install, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return python


@pytest.fixture
def run(installed, tmp_path):
    """Run a program, or a command line of multibond, in the new environment; gives what it prints."""

    def call(*words, fails=False):
        command = ["-c", *words] if "\n" in words[0] or " " in words[0] else ["-m", "multibond", *words]
        done = subprocess.run([installed, *command], capture_output=True, text=True, check=False, cwd=tmp_path)
        assert (done.returncode != 0) == fails, done.stderr
        return done.stderr if fails else done.stdout

    return call


def test_a_model_of_package_components_is_loaded_in_another_process(run, tmp_path):
    run("import multibond as mb; mb.save(mb.load('workshop.scotch_yoke'), 'yoke.yaml')")
    text = (tmp_path / "yoke.yaml").read_text(encoding="utf-8")
    assert "type: workshop.MagneticCore" in text and "type: workshop.PinInSlot" in text
    # only the file names the package: nothing imported it before
    program = """
import sys, multibond as mb
assert "workshop" not in sys.modules
model = mb.load("yoke.yaml")
assert "workshop" in sys.modules
result = model.simulate(1.0, tolerance=1e-8)
print(result.stats.energy_residual)
"""
    assert float(run(program)) < 1e-6


def test_the_joint_closes_loops_and_the_core_keeps_its_law_and_energy(run):
    program = """
import numpy as np, multibond as mb
result = mb.load("workshop.scotch_yoke").simulate(2.0, tolerance=1e-9)
p, f, L, p_sat = result["core.p"], result["core.f"], 0.02, 0.08
assert p.max() > p_sat, "it saturates"
assert np.allclose(f, p / L * (1 + (p / p_sat) ** 8), rtol=1e-12, atol=1e-12)
assert np.abs(result["x"] - 0.1 * np.cos(result["phi"])).max() < 1e-12, "the yoke moves as r cos phi"
assert np.abs(result["slot.s"] - 0.1 * np.sin(result["phi"])).max() < 1e-12
assert result.stats.energy_residual < 1e-6 and not result.stats.doubts
"""
    run(program)


def test_the_stored_energy_is_the_integral_of_the_law(run):
    program = """
import numpy as np, multibond as mb
from workshop import MagneticCore
model = mb.Model("choke", domain="electrical")
model.source, model.loop, model.core, model.wire = mb.Se("10*sin(50*time)"), mb.J1(), MagneticCore(0.5, 0.2), mb.R(0.1)
model.source >> model.loop >> [model.core, model.wire]
result = model.simulate(0.1, tolerance=1e-10, points=2001)
work = np.concatenate([[0], np.cumsum(np.diff(result["core.p"]) * (result["core.f"][1:] + result["core.f"][:-1]) / 2)])
assert np.abs(result.energy.stored - work).max() < 1e-4 * work.max()
assert result.stats.energy_residual < 1e-8
"""
    run(program)


def test_the_package_is_in_the_bank(run):
    rows = {row["name"]: row for row in json.loads(run("bank", "--json"))}
    assert all(set(row) == {"name", "description", "library", "outputs"} for row in rows.values())
    assert "rlc" in rows
    assert rows["workshop.scotch_yoke"]["outputs"] == ["phi", "x", "current"]
    assert rows["workshop.MagneticCore"] == {
        "name": "workshop.MagneticCore", "library": "workshop", "outputs": ["p"],
        "description": "Coil on a saturating core: current f = p/L (1 + (p/p_sat)⁸) of the flux linkage p; dp/dt = e.",
    }  # fmt: skip
    assert rows["workshop.PinInSlot"]["outputs"] == ["s", "phi"]
    assert "workshop.PinInSlot" in run("bank")


def test_its_icons_are_drawn_and_its_shapes_move(run, tmp_path):
    program = """
import multibond as mb
model = mb.load("workshop.scotch_yoke")
model.draw().save("yoke.svg")
model.draw("slot").save("slot.svg")
model.simulate(0.2).animate().save("yoke.html")
part = next(part for part in mb.components() if part.name == "workshop.MagneticCore")
print(part.library, part.family, part.declarations["L"].unit)
"""
    assert run(program).split() == ["workshop", "magnetic_core", "H"]
    drawing = (tmp_path / "yoke.svg").read_text(encoding="utf-8")
    core = drawing.partition("<title>core: MagneticCore</title>")[2].partition("</g>")[0]
    assert core.count("<path") == 6, "four turns and two bars"
    slot = drawing.partition("<title>slot: PinInSlot</title>")[2].partition("</g>")[0]
    assert "<circle" in slot or slot.count("<rect") >= 5
    page = (tmp_path / "yoke.html").read_text(encoding="utf-8")
    assert "#c0504d" in page and '"slot"' in page


def test_without_the_package_the_file_says_what_is_missing(run, tmp_path):
    run("import multibond as mb; mb.save(mb.load('workshop.scotch_yoke'), 'yoke.json')")
    done = subprocess.run([sys.executable, "-m", "multibond", "simulate", tmp_path / "yoke.json"], capture_output=True,
                          text=True, check=False)  # fmt: skip
    assert done.returncode == 2
    assert "'workshop.PinInSlot' is of the package 'workshop', which is not installed here" in done.stderr
    assert "pip" in done.stderr and "Traceback" not in done.stderr
