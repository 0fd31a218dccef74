"""Where the runs of a study are made: in this process, by its threads, or by other processes of this machine."""

from __future__ import annotations

import os
import pickle
import queue
import subprocess
import sys
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, BinaryIO

import numpy as np

from ..errors import SimulationError
from ..frozen import frozen
from .rows import Chunk, Rows


@frozen(eq=False)
class Job:
    """Rows of a study to be run; `lost` counts how often what ran them was lost."""

    first: int
    table: np.ndarray
    lost: int = 0


@frozen(eq=False)
class Answer:
    """What became of a job: a chunk and the `seconds` it took, or nothing where what ran it was lost, or a `fault`."""

    job: Job
    chunk: Chunk | None
    seconds: float = 0.0
    fault: BaseException | None = None


class Place(ABC):
    """Takes jobs and answers them in any order."""

    width: int  # jobs that run at the same time
    answers: queue.Queue[Answer]

    @abstractmethod
    def submit(self, job: Job) -> None:
        """Let a job be run."""

    def answer(self) -> Answer:
        """The next answer; waits for it, and looks now and then whether there is still somebody to give one."""
        while True:
            try:
                return self.answers.get(timeout=0.5)
            except queue.Empty:
                self.look()

    def look(self) -> None:
        """Raise SimulationError if nobody will answer any more."""
        return

    @abstractmethod
    def close(self) -> None:
        """Stop what is still running."""


class Threads(Place):
    """The threads of this process; with one of them, this one."""

    def __init__(self, rows: Rows, width: int):
        self.rows, self.width, self.answers = rows, width, queue.Queue()
        self._pool = ThreadPoolExecutor(width) if width > 1 else None

    def submit(self, job: Job) -> None:
        if self._pool is None:
            self._run(job)
        else:
            self._pool.submit(self._run, job)

    def _run(self, job: Job) -> None:
        began = time.perf_counter()
        try:
            chunk = self.rows.run(job.table, job.first)
            self.answers.put(Answer(job, chunk, time.perf_counter() - began))
        except BaseException as error:
            if self._pool is None:
                raise
            self.answers.put(Answer(job, None, fault=error))

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)


class Processes(Place):
    """Processes of this machine, each looked after by a thread; one that ends is replaced by another."""

    def __init__(self, data: bytes, width: int):
        self.width, self.answers = width, queue.Queue()
        self._data, self._jobs = data, queue.Queue[Job | None]()
        self._processes: list[subprocess.Popen[bytes]] = []
        self._lock, self._closed = threading.Lock(), False
        self._threads = [threading.Thread(target=self._look_after, daemon=True) for _ in range(width)]
        for thread in self._threads:
            thread.start()

    @property
    def pids(self) -> list[int]:
        """The numbers of the processes that are running."""
        return [process.pid for process in self._processes if process.poll() is None]

    def submit(self, job: Job) -> None:
        self._jobs.put(job)

    def _look_after(self) -> None:
        process = None
        while (job := self._jobs.get()) is not None:
            try:
                process = process if process is not None and process.poll() is None else self._started()
                if process is None:
                    return
                chunk, seconds = _asked(process, (job.table, job.first))
                self.answers.put(Answer(job, chunk, seconds))
            except (EOFError, OSError, pickle.UnpicklingError):
                process = None
                self.answers.put(Answer(job, None))
            except BaseException as error:
                self.answers.put(Answer(job, None, fault=error))

    def _started(self) -> subprocess.Popen[bytes] | None:
        """A new process, which knows the study; None where nobody needs one any more."""
        with self._lock:
            if self._closed:
                return None
            process = subprocess.Popen(
                [sys.executable, "-c", "from multibond.study.worker import main; main()"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(part or os.getcwd() for part in sys.path)},
            )  # fmt: skip
            self._processes = [p for p in self._processes if p.poll() is None] + [process]
        _send(process.stdin, self._data)
        return process

    def close(self) -> None:
        with self._lock:
            self._closed = True
        for _ in self._threads:
            self._jobs.put(None)
        for process in self._processes:
            process.kill()
        for process in self._processes:
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream is not None:
                    stream.close()


def _send(stream: Any, value: Any) -> None:
    data = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(len(data).to_bytes(8, "little") + data)
    stream.flush()


def _received(stream: BinaryIO) -> Any:
    size = stream.read(8)
    if len(size) < 8:
        raise EOFError
    data = stream.read(int.from_bytes(size, "little"))
    return pickle.loads(data)


def _asked(process: subprocess.Popen[bytes], question: Any) -> tuple[Chunk, float]:
    """The answer of a process; what it raised is raised here."""
    assert process.stdin is not None and process.stdout is not None
    _send(process.stdin, question)
    found = _received(process.stdout)  # type: ignore[arg-type]
    if isinstance(found, BaseException):
        raise found
    return found


def serve(stdin: BinaryIO, stdout: BinaryIO, run: Callable[[bytes, np.ndarray, int], Any]) -> None:
    """Answer questions until there are no more: the other side of `Processes`."""
    try:
        data = _received(stdin)
        while True:
            table, first = _received(stdin)
            try:
                found = run(data, table, first)
            except Exception as error:
                found = _sendable(error)
            _send(stdout, found)
    except (EOFError, OSError):
        return


def _sendable(error: Exception) -> Exception:
    try:
        pickle.loads(pickle.dumps(error))
        return error
    except Exception:
        return SimulationError(f"{type(error).__name__}: {error}")


__all__ = ["Answer", "Job", "Place", "Processes", "Threads", "serve"]
