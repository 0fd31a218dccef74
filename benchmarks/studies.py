"""A study of 10,000 runs: on one core, in threads, in processes, and on a local Dask cluster of two workers."""

from __future__ import annotations

import time
from collections.abc import Callable

import multibond as mb

from . import measure
from .measure import Table

TARGET = 1.3  # times the process pool, with two workers each


def table() -> Table:
    """A row for each way to run the same study; the tables are compared bit by bit."""
    runs = 1000 if measure.QUICK else 10_000
    page = Table(f"Study of {runs:,} double pendulums, 10 s", ("what", "seconds", "times process pool"))
    study = mb.Study(
        mb.load("double_pendulum"), {"m1": "uniform(1, 2)"}, {"phi": "last(phi1)", "far": "max(phi2)"}, runs=runs,
        tolerance=1e-8,
    )  # fmt: skip
    ways: dict[str, Callable[[], object]] = {
        "one thread": lambda: study.run(),
        "two threads": lambda: study.run(workers=2),
        "process pool, two workers, with their start": lambda: study.run(workers=2, processes=True),
    }
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        return _measured(page, ways)
    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1", silence_logs=50
        ) as own,
        Client(own) as client,
    ):
        ways["Dask, two workers"] = lambda: study.run(client=client)
        _measured(page, ways)
    return page


def _measured(page: Table, ways: dict[str, Callable[[], object]]) -> Table:
    """The best of a few times each, in turns."""
    best, tables = dict.fromkeys(ways, float("inf")), {}
    for _ in range(2):
        for name, run in ways.items():
            began = time.perf_counter()
            tables[name] = run().table  # type: ignore[attr-defined]
            best[name] = min(best[name], time.perf_counter() - began)
    pool = next(seconds for name, seconds in best.items() if name.startswith("process pool"))
    for name, seconds in best.items():
        page.add(name, seconds, f"{seconds / pool:.2f}")
    same = all(found.equals(tables["one thread"]) for found in tables.values())
    page.notes.append(f"all tables are {'equal, bit by bit' if same else 'DIFFERENT'}")
    if "Dask, two workers" in best:
        page.judge("Dask over the process pool", best["Dask, two workers"] / pool, TARGET)
    return page


__all__ = ["table"]
