"""A process that runs cases within limits of time and memory."""

from __future__ import annotations

import multiprocessing
import resource
import signal
import time
from pathlib import Path
from typing import Any

from .case import run

SECONDS, BYTES = 20, 1 << 30


def work(kind: str, tasks: Any, answers: Any) -> None:
    """Run the cases that come through `tasks`; the process ends itself when one takes too long or too much."""
    resource.setrlimit(resource.RLIMIT_AS, (4 * BYTES, 4 * BYTES))  # addresses; what counts is looked at afterwards
    for number in iter(tasks.get, None):
        signal.setitimer(signal.ITIMER_PROF, SECONDS)  # its signal ends the process
        begun = time.process_time()
        verdict = run(kind, number)
        signal.setitimer(signal.ITIMER_PROF, 0)
        peak = _peak()
        answers.put((number, verdict.kind if peak < BYTES else "memory", verdict.said, time.process_time() - begun))


def _peak() -> int:
    """The most memory that this process has had at once, in bytes: its own, not that of the process that made it."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))


class Worker:
    """A process that is made anew when it ended itself, and from time to time."""

    def __init__(self, kind: str):
        self.kind, self.done = kind, 0
        self._begin()

    def _begin(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.tasks, self.answers = context.Queue(), context.Queue()
        self.process = context.Process(target=work, args=(self.kind, self.tasks, self.answers), daemon=True)
        self.process.start()

    def ask(self, number: int) -> tuple[int, str, str, float]:
        """The verdict of one case."""
        self.tasks.put(number)
        while True:
            try:
                answer: tuple[int, str, str, float] = self.answers.get(timeout=0.5)
                break
            except Exception:  # nothing yet
                if not self.process.is_alive():
                    answer = (number, "ended", f"exit code {self.process.exitcode}", float(SECONDS))
                    break
        self.done += 1
        if not self.process.is_alive() or self.done % 200 == 0 or answer[1] == "memory":
            self.end()
            self._begin()
        return answer

    def end(self) -> None:
        """Let the process go."""
        if self.process.is_alive():
            self.tasks.put(None)
            self.process.join()
