"""Measuring side by side: the best of several repeats in turns, tables of ratios, and verdicts on targets."""

from __future__ import annotations

import gc
import importlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).resolve().parents[1]
IN_A_ROW = 3  # runs of one contestant before it is the next one's turn
QUICK = False  # fewer repeats and smaller sizes; set by the command line


@dataclass
class Table:
    """A table of the page: `rows` are texts in the order of `columns`; `verdicts` hold targets against measurements."""

    title: str
    columns: Sequence[str]
    rows: list[list[str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    verdicts: list[str] = field(default_factory=list)

    def add(self, *cells: object) -> None:
        """One more row."""
        self.rows.append([cell if isinstance(cell, str) else f"{cell:.3g}" for cell in cells])

    def judge(self, what: str, value: float, target: float, most: bool = True) -> None:
        """Say whether `value` is at most (or at least) `target`."""
        met = value <= target if most else value >= target
        sign = "≤" if most else "≥"
        self.verdicts.append(f"{'met' if met else 'MISSED'}: {what} {value:.3g} (target {sign} {target:g})")

    def text(self) -> str:
        """For the terminal."""
        widths = [max(len(str(row[k])) for row in [list(self.columns), *self.rows]) for k in range(len(self.columns))]

        def line(cells: Sequence[str]) -> str:
            return "  ".join(
                cell.ljust(w) if k == 0 else cell.rjust(w) for k, (cell, w) in enumerate(zip(cells, widths))
            )

        parts = [f"## {self.title}", line(list(self.columns)), *(line(row) for row in self.rows)]
        return "\n".join(
            [*parts, *(f"  {note}" for note in self.notes), *(f"  {verdict}" for verdict in self.verdicts)]
        )

    def markdown(self) -> str:
        """For the page."""
        head = [f"## {self.title}", "", "| " + " | ".join(self.columns) + " |"]
        rule = "|" + "---|" + "--:|" * (len(self.columns) - 1)
        rows = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in self.rows]
        after = [f"* {text}" for text in (*self.notes, *self.verdicts)]
        return "\n".join([*head, rule, *rows, *([""] if after else []), *after]) + "\n"


def best(*runs: Callable[[], object], repeats: int = 20) -> list[float]:
    """The shortest time of each in seconds; about 2 s for each.

    In turns, so that a disturbance meets all alike, and several times in a row within a turn, so that nobody pays for
    the memory that the one before has used.
    """
    shortest, spent = [float("inf")] * len(runs), [0.0] * len(runs)
    collecting = gc.isenabled()
    gc.disable()
    try:
        for _ in range(max(2, repeats // 4) if QUICK else repeats):
            for k, run in enumerate(runs):
                for _ in range(IN_A_ROW):
                    if spent[k] > 2.0:
                        break
                    start = time.perf_counter()
                    run()
                    elapsed = time.perf_counter() - start
                    shortest[k] = min(shortest[k], elapsed)
                    spent[k] += elapsed
    finally:
        if collecting:
            gc.enable()
    return shortest


def peer(name: str, table: Table, shown: str | None = None) -> ModuleType | None:
    """The module of another program; where it is not installed, the table says so."""
    try:
        return importlib.import_module(name)
    except Exception as error:
        table.notes.append(f"{shown or name} is not installed and was skipped ({type(error).__name__})")
        return None


def loosest(run: Callable[[float], float], settings: Sequence[float], close: float = 1e-4) -> float | None:
    """The first setting from which on all errors stay below `close`; settings go from loose to tight."""
    chosen = None
    for setting in reversed(settings):
        try:
            error = run(setting)
        except Exception:
            break
        if not error < close:
            break
        chosen = setting
    return chosen


def fresh(*codes: str, repeats: int = 5) -> list[tuple[float, dict]]:
    """For each code the shortest wall time in a new process, in turns, and what it printed as JSON on its last line.

    All read their bytecode from the same folder, filled by a run that does not count, as an installed package does.
    """
    places = [str(ROOT / "src"), str(ROOT), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(places), "PYTHONPYCACHEPREFIX": str(ROOT / "build")}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    shortest: list[tuple[float, dict]] = [(float("inf"), {})] * len(codes)
    for turn in range(1 + (2 if QUICK else repeats)):
        for k, code in enumerate(codes):
            start = time.perf_counter()
            run = subprocess.run(
                [sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT, env=environment
            )
            elapsed = time.perf_counter() - start
            if run.returncode:
                raise RuntimeError(run.stderr.strip().splitlines()[-1] if run.stderr.strip() else "a process failed")
            if turn and elapsed < shortest[k][0]:
                lines = run.stdout.strip().splitlines()
                shortest[k] = elapsed, json.loads(lines[-1]) if lines and lines[-1].startswith("{") else {}
    return shortest


def milliseconds(seconds: float) -> str:
    """A time in ms with three figures."""
    return f"{1e3 * seconds:.3g}"
