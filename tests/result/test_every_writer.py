"""Every writer leaves the old file or the new one: on a full disk, in a folder that is gone, and when killed."""

from __future__ import annotations

import resource
import shutil
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress

import pytest

import multibond as mb
from multibond.cli.main import main

OLD = b"what was there before"
FAILED = "cannot be written|exit status 2|ffmpeg could not write"
ROOM = 300  # bytes: less than any of the files


@pytest.fixture(scope="module")
def model():
    return mb.load("double_pendulum")


@pytest.fixture(scope="module")
def result(model):
    return model.simulate(1.0, points=101)


def _command(*arguments):
    """The command line, whose exit status becomes an error that a reader of Python would get."""

    def write(model, result, path):
        status = main([str(x) for x in arguments] + [str(path)])
        if status:
            raise mb.MultibondError(f"exit status {status}")

    return write


def _study(model, result, path):
    mb.Study(model, vary={"hinge1.phi0": [0.1 * k for k in range(9)]}, stop=0.01).run().save(path)


WRITERS = {
    "run.csv": lambda model, result, path: result.to_csv(path),
    "run.json": lambda model, result, path: result.save(path),
    "run.nc": lambda model, result, path: result.save(path),
    "run.parquet": lambda model, result, path: result.save(path),
    "run.mat": lambda model, result, path: result.save(path),
    "drawing.svg": lambda model, result, path: model.draw().save(path),
    "drawing.png": lambda model, result, path: model.draw().save(path),
    "drawing.pdf": lambda model, result, path: model.draw().save(path),
    "drawing.tex": lambda model, result, path: model.draw().save(path),
    "curves.svg": lambda model, result, path: result.plot("hinge1.angle.q").savefig(path),
    "curves.png": lambda model, result, path: result.plot("hinge1.angle.q").savefig(path),
    "curves.pdf": lambda model, result, path: result.plot("hinge1.angle.q").savefig(path),
    "page.html": lambda model, result, path: result.animate().save(path),
    "film.gif": lambda model, result, path: result.animate().save(path, size=(64, 48), rate=4),
    "film.png": lambda model, result, path: result.animate().save(path, size=(64, 48)),
    "film.mp4": lambda model, result, path: result.animate().save(path, size=(64, 48), rate=4),
    "model.yaml": lambda model, result, path: model.save(path),
    "model.json": lambda model, result, path: model.save(path),
    "study.csv": _study,
    "study.json": _study,
    "study.parquet": _study,
    "study.nc": _study,
    "report.html": _command("report", "rlc", "--format", "html", "-o"),
    "report.md": _command("report", "rlc", "--format", "markdown", "-o"),
    "report.tex": _command("report", "rlc", "--format", "latex", "-o"),
    "out.csv": _command("simulate", "rlc", "--points", 101, "--out"),
    "events.csv": _command("simulate", "bouncing_ball", "--stop", 3, "--events"),
    "plot.svg": _command("plot", "rlc", "voltage", "-o"),
}
NEEDS = {".nc": "xarray", ".parquet": "pyarrow"}


def _ready(name, path):
    needed = NEEDS.get(path.suffix)
    if needed:
        pytest.importorskip(needed)
    if path.suffix == ".mp4" and shutil.which("ffmpeg") is None:
        pytest.importorskip("imageio_ffmpeg")


@contextmanager
def _full_disk():
    """No file grows beyond a few bytes, whoever writes it: writes fail in their middle, as on a disk that is full."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)


@pytest.mark.parametrize("name", WRITERS)
def test_a_full_disk_leaves_what_was_there(name, model, result, tmp_path):
    path = tmp_path / name
    _ready(name, path)
    write = WRITERS[name]
    write(model, result, path)
    assert path.stat().st_size > ROOM, "the file is too small for this test"
    path.write_bytes(OLD)
    with _full_disk(), pytest.raises(mb.MultibondError, match=FAILED):
        write(model, result, path)
    assert path.read_bytes() == OLD
    assert [entry.name for entry in tmp_path.iterdir()] == [name]


@pytest.mark.parametrize("name", WRITERS)
def test_a_folder_that_is_gone_is_told(name, model, result, tmp_path):
    path = tmp_path / "gone" / name
    _ready(name, path)
    with pytest.raises(mb.MultibondError, match=FAILED):
        WRITERS[name](model, result, path)
    assert list(tmp_path.iterdir()) == []


def test_shards_of_a_study_are_whole_or_not_there(model, tmp_path):
    study = mb.Study(model, vary={"hinge1.phi0": [0.1 * k for k in range(9)]}, stop=0.01)
    with _full_disk(), pytest.raises(mb.MultibondError, match=FAILED):
        study.run(folder=tmp_path / "study")
    assert not list((tmp_path / "study").glob("*.npz"))
    whole = study.run()
    assert study.run(folder=tmp_path / "study").table.equals(whole.table)


LOOP = """
import sys
import multibond as mb
result = mb.load("rlc").simulate(10.0, points=20001)
while True:
    result.to_csv(sys.argv[1])
    print("written", flush=True)
"""


def test_a_process_that_is_killed_leaves_a_whole_file(tmp_path):
    path = tmp_path / "run.csv"
    with subprocess.Popen([sys.executable, "-c", LOOP, str(path)], stdout=subprocess.PIPE, text=True) as process:
        process.stdout.readline()
        whole = path.read_bytes()
        half = []
        deadline = time.monotonic() + 60.0
        while not half and time.monotonic() < deadline:  # until it is in the middle of writing
            half = [part for part in tmp_path.iterdir() if part != path and 0 < _size(part) < len(whole)]
        process.send_signal(signal.SIGKILL)
    assert half and process.returncode == -signal.SIGKILL
    assert path.read_bytes() == whole
    assert whole.count(b"\n") == 20002


def _size(path):
    with suppress(OSError):
        return path.stat().st_size
    return 0
