"""An installed package that cannot be imported is told of, and everything else goes on."""

import json
import os
import subprocess
import sys

import pytest


@pytest.fixture
def run(tmp_path):
    """Run the command line with a package of components on the path whose import fails."""
    (tmp_path / "cracked.py").write_text("import a_library_that_is_missing\n", encoding="utf-8")
    about = tmp_path / "cracked-2.5.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: cracked\nVersion: 2.5\n", encoding="utf-8")
    (about / "entry_points.txt").write_text("[multibond.components]\ncracked = cracked\n", encoding="utf-8")
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])

    def call(*words):
        return subprocess.run([sys.executable, "-m", "multibond", *words], capture_output=True, text=True, check=False,
                              cwd=tmp_path, env={**os.environ, "PYTHONPATH": path})  # fmt: skip

    return call


def test_the_bank_goes_on_without_it(run):
    done = run("bank", "--json")
    assert done.returncode == 0 and "rlc" in {row["name"] for row in json.loads(done.stdout)}
    assert "the package cracked 2.5 cannot be loaded (ModuleNotFoundError: No module named" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_file_and_a_model_that_need_it_are_refused_in_a_sentence(run, tmp_path):
    (tmp_path / "model.yaml").write_text("{multibond: 1, components: {x: cracked.Part}}", encoding="utf-8")
    for model in ("model.yaml", "cracked.machine"):
        done = run("simulate", model)
        assert done.returncode == 2
        assert "cracked 2.5 cannot be loaded" in done.stderr and "Traceback" not in done.stderr
    assert run("simulate", "rlc", "--stop", "0.1").returncode == 0
