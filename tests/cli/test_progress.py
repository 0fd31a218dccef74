"""Long runs: the progress bar and Ctrl-C."""

import io
import json
import signal
import subprocess
import sys
import time

from multibond.progress import Progress

SLOW = """
import sys
import multibond as mb

def slow():
    print("the model is read", file=sys.stderr, flush=True)
    m = mb.Model("slow", n=50)
    m.spring, m.mass, m.loop = mb.C(1e-6, q0=1.0), mb.I(1e-6), mb.J1()
    m.loop >> [m.spring, m.mass]
    m.output("x", m.spring.q[0])
    return m
"""


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self):
        return True


def test_the_bar_appears_only_on_terminals_and_after_a_while():
    assert not Progress(0, 1, io.StringIO()).wanted
    terminal = Terminal()
    progress = Progress(0.0, 10.0, terminal)
    progress(1.0)
    progress.clear()
    assert terminal.getvalue() == ""
    progress.began -= 5.0
    progress(2.5)
    assert "25 %" in terminal.getvalue() and "2.5 of 10 s" in terminal.getvalue()
    progress.clear()
    assert terminal.getvalue().endswith("\r\x1b[K")


def _heard():
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # also where the tests run in the background, which ignores it


def test_an_interrupted_run_keeps_what_was_computed(tmp_path):
    (tmp_path / "slow.py").write_text(SLOW)
    command = [sys.executable, "-m", "multibond.cli", "simulate", f"{tmp_path / 'slow.py'}:slow", "--stop", "100",
               "--points", "10001", "--json", "--out", str(tmp_path / "run.csv")]  # fmt: skip
    for patience in (1.0, 2.0, 4.0, 8.0, 16.0, 32.0):  # s after the model was read; a busy machine begins later
        process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=_heard
        )
        assert "read" in process.stderr.readline()
        time.sleep(patience)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=120)
        if "interrupted at" in err:
            break
    assert process.returncode == 130, err
    assert "interrupted at" in err and "run.csv" in err and "Traceback" not in err
    assert 0 < json.loads(out)["stop"] < 100
    assert 1 < len((tmp_path / "run.csv").read_text().splitlines()) < 10001
