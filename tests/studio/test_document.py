"""The document of the studio's page, without a browser: its tests are TypeScript, bundled and run by Node."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

import multibond as mb

PAGE = Path(__file__).parents[2] / "page"
NODE = shutil.which("node")
SAMPLE = ("rlc", "dc_motor", "double_pendulum", "hydraulic_servo", "bicycle", "anti_lock_brake", "planar_pendulum")


@pytest.fixture(scope="module")
def tools():
    if NODE is None:
        pytest.skip("Node is not installed: the tests of the studio's document were left out")
    if not (PAGE / "node_modules" / "esbuild").is_dir() or not (PAGE / "node_modules" / "yaml").is_dir():
        pytest.skip("the packages of page/ are not installed (npm install): the tests of the document were left out")
    return PAGE / "node_modules"


def test_the_document(tools, tmp_path):
    models = tmp_path / "models"
    models.mkdir()
    for name in SAMPLE:
        mb.load(name).save(models / f"{name}.yaml")
    bundle = tmp_path / "document.test.cjs"
    build = [NODE, str(tools / "esbuild" / "bin" / "esbuild"), "studio/tests/document.test.ts", "--bundle",
             "--platform=node", "--format=cjs", "--log-level=warning", f"--outfile={bundle}"]  # fmt: skip
    if not (tools / "esbuild" / "bin" / "esbuild").read_bytes().startswith(b"#!"):
        build = build[1:]  # a native program in the place of the script
    subprocess.run(build, cwd=PAGE, check=True, timeout=120)
    done = subprocess.run([NODE, "--test", str(bundle)], capture_output=True, text=True, timeout=240,
                          env={**os.environ, "MODELS": str(models)})  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:]


def test_the_types_of_the_page_agree(tools):
    if not (tools / "typescript").is_dir():
        pytest.skip("TypeScript is not installed: the types of the page were not checked")
    compiler = [NODE, str(tools / "typescript" / "bin" / "tsc"), "--project", "tsconfig.json"]
    done = subprocess.run(compiler, cwd=PAGE, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout[-4000:]
