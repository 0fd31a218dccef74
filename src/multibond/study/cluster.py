"""The runs of a study on a cluster of dask.distributed."""

from __future__ import annotations

import importlib
import queue
import re
import time
from contextlib import suppress
from typing import Any

from ..errors import ModelError, MultibondError, SimulationError
from .parcel import run_chunk
from .places import Answer, Job, Place

PATIENCE = 20.0  # s without a scheduler after which the cluster counts as gone
ALONE = 60.0  # s without a single worker, where there were some
CONNECT = 10.0  # s for a connection to be made


def connected(client: Any) -> tuple[Any, bool]:
    """The client that is meant by one or by an address, and whether it was opened here."""
    try:
        kind: Any = importlib.import_module("distributed").Client
    except ImportError:
        raise MultibondError(
            "dask.distributed is not installed; install it with: pip install multibond[cluster]"
        ) from None
    if isinstance(client, kind):
        return client, False
    if not isinstance(client, str) or not re.fullmatch(r"(\w+://)?[\w.\-\[\]:%]+:\d{1,5}", client):
        raise ModelError(
            f"client is a dask.distributed Client or the address of a cluster, such as tcp://127.0.0.1:8786, not "
            f"{client!r:.60}"
        )
    try:
        return kind(client, timeout=CONNECT), True
    except (OSError, ValueError, TimeoutError) as error:
        raise SimulationError(f"there is no cluster at '{client}': {str(error)[:200]}; check its address") from None


class Cluster(Place):
    """The workers of a cluster. A worker that is lost costs the chunks that it was working on; others take them."""

    def __init__(self, client: Any, data: bytes):
        self.client, self.data, self.answers = client, data, queue.Queue()
        self._flying: dict[str, tuple[Job, Any]] = {}  # with their futures: one that nobody holds is given up
        self._gone: float | None = None
        self._alone: float | None = None
        self._had_workers = False

    @property
    def width(self) -> int:  # type: ignore[override]
        """Threads of all workers, as they are now."""
        try:
            return max(1, sum(self.client.nthreads().values()))
        except Exception:  # the cluster is gone, or going; `look` tells of it
            return 1

    def submit(self, job: Job) -> None:
        if self.client.status != "running":
            self.answers.put(Answer(job, None))  # it is given again; meanwhile `look` waits for the scheduler
            self.look()
            time.sleep(0.2)
            return
        future = self.client.submit(run_chunk, self.data, job.table, job.first, pure=False)
        self._flying[future.key] = (job, future)
        future.add_done_callback(self._done)

    def _done(self, future: Any) -> None:
        job, _ = self._flying.pop(future.key, (None, None))
        if job is None:
            return
        try:
            if future.status == "finished":
                chunk, seconds = future.result(timeout=30)
                self.answers.put(Answer(job, chunk, seconds))
            elif future.status == "error":
                self.answers.put(_failed(job, future.exception(timeout=30)))
            else:
                self.answers.put(Answer(job, None))  # lost or cancelled
        except Exception:  # the connection broke meanwhile
            self.answers.put(Answer(job, None))

    def look(self) -> None:
        now = time.monotonic()
        if self.client.status == "running":
            self._gone = None
            self._look_for_workers(now)
            return
        self._gone = self._gone or now
        if self.client.status == "closed" or now - self._gone > PATIENCE:
            raise SimulationError("the cluster has disappeared: its scheduler does not answer any more")

    def _look_for_workers(self, now: float) -> None:
        try:
            workers = len(self.client.scheduler_info(n_workers=-1)["workers"])
        except TypeError:  # older versions tell of all workers
            workers = len(self.client.scheduler_info()["workers"])
        except Exception:
            return
        self._had_workers |= workers > 0
        self._alone = None if workers or not self._had_workers else self._alone or now
        if self._alone is not None and now - self._alone > ALONE:
            raise SimulationError(f"the cluster has lost all of its workers, for {ALONE:.0f} s")

    def close(self) -> None:
        flying, self._flying = [future for _, future in self._flying.values()], {}
        if flying and self.client.status == "running":
            with suppress(Exception):  # it may be gone already
                self.client.cancel(flying)


def _failed(job: Job, error: Any) -> Answer:
    """A worker that died is lost; what it raised is a fault."""
    if type(error).__name__ in ("KilledWorker", "CancelledError", "FutureCancelledError", "CommClosedError"):
        return Answer(job, None)
    if isinstance(error, MultibondError):
        return Answer(job, None, fault=error)
    if isinstance(error, ImportError):
        return Answer(job, None, fault=SimulationError(
            f"the workers of the cluster cannot run the study: {error}; install multibond there, with what the model "
            "needs"))  # fmt: skip
    return Answer(job, None, fault=SimulationError(f"a worker of the cluster failed: {type(error).__name__}: {error}"))


__all__ = ["Cluster", "connected"]
