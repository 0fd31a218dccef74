"""The command line: ``python -m benchmarks [TABLE …] [--quick] [--write]``."""

from __future__ import annotations

import argparse
import importlib
import sys
import time

from . import measure
from .measure import ROOT, Table

TABLES = {
    "pendulum": "the double pendulum beside hand-written C",
    "pendulum_peers": "the double pendulum beside other programs at matched accuracy",
    "mass_chain": "a chain of masses, springs and dampers: stages and growth",
    "first_result": "from the model to the first result, in a new process",
    "chain_equations": "the equations of a mass chain beside BondGraphTools; the time of the import",
    "mechanics_compile": "from mechanical models to code that is ready to run",
    "large_mechanisms": "mechanisms with many bodies or loops to code that is ready to run",
    "paper_steps": "nonlinear systems and steps beside those of the paper",
    "rod_chain": "one right-hand side of a chain of rods in space",
    "closed_loops": "closed loops beside other programs at matched accuracy",
    "switching": "ideal switches and diodes beside ngspice",
    "bounces": "a ball that bounces, beside Siconos and SciPy",
    "studio": "the studio in headless Chromium",
    "pools": "balls in a box by time-stepping, beside MuJoCo",
    "studies": "a study of 10,000 runs in threads, processes and on a Dask cluster",
    "threads": "two threads on one model beside runs one after the other",
}
PAGE = ROOT / "docs" / "benchmarks.md"
HEAD = """# Benchmarks

`make bench` measures multibond beside hand-written code and other programs and prints these tables; `python -m
benchmarks --write` puts them here. Times are the best of several repeats, taken in turns in one run on a machine with
2 cores; only ratios within a table mean anything. A program that is not installed leaves out its own rows.
"""


def main() -> int:
    """Measure, print, and write the page if asked to."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks", description="Measure multibond beside other programs."
    )
    parser.add_argument("tables", nargs="*", metavar="TABLE", help="; ".join(f"{k}: {v}" for k, v in TABLES.items()))
    parser.add_argument("--quick", action="store_true", help="fewer repeats and smaller sizes")
    parser.add_argument("--write", action="store_true", help="write docs/benchmarks.md")
    given = parser.parse_args()
    unknown = [name for name in given.tables if name not in TABLES]
    if unknown:
        parser.error(f"there is no table {', '.join(unknown)}; the tables are {', '.join(TABLES)}")
    measure.QUICK = given.quick
    pages = {}
    for name in given.tables or TABLES:
        began = time.perf_counter()
        pages[name] = one(name)
        print(pages[name].text())
        print(f"  ({name}: {time.perf_counter() - began:.0f} s)\n", flush=True)
    if given.write:
        write(pages)
        print(f"written: {PAGE.relative_to(ROOT)}")
    return 0


def write(pages: dict[str, Table]) -> None:
    """Put the tables into the page; those that were not measured now stay as they are."""
    sections = {}
    if PAGE.exists():
        for part in PAGE.read_text(encoding="utf-8").split("<!-- table ")[1:]:
            name, _, text = part.partition(" -->\n")
            sections[name] = text.strip() + "\n"
    sections |= {name: page.markdown() for name, page in pages.items()}
    parts = [f"<!-- table {name} -->\n{sections[name]}" for name in TABLES if name in sections]
    PAGE.write_text("\n".join([HEAD, *parts]), encoding="utf-8")


def one(name: str) -> Table:
    """One table; a failure is told in it and leaves the others alone."""
    try:
        return importlib.import_module(f"{__package__}.{name}").table()
    except Exception as error:
        return Table(TABLES[name][0].upper() + TABLES[name][1:], ("failed",), [[f"{type(error).__name__}: {error}"]])


if __name__ == "__main__":
    sys.exit(main())
