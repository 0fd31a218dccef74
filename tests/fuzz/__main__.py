"""Run random graphs and mutated files, each within limits of time and memory.

``PYTHONPATH=tests python -m fuzz file 0 10000 --log out/files.jsonl``: the mutated files with these numbers; ``graph``
for random graphs, ``command`` for mutated files through analysis, reports, drawings, animations, studies and studio. A
case has a number from which everything follows, so that any can be run again alone; what stands in the log is not run
again. ``--every 50`` takes a sample. Bad cases are printed: faults, energy that does not close
without a doubt, more than 20 s of processor time, more than 1 GB of memory.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from .worker import Worker


def main() -> int:
    """Run what the command line asks for; the exit status is 1 if a case was bad."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=("graph", "file", "command"))
    parser.add_argument("first", type=int)
    parser.add_argument("last", type=int)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--log", type=Path)
    given = parser.parse_args()
    known = set()
    if given.log and given.log.exists():
        known = {json.loads(line)["number"] for line in given.log.read_text().splitlines()}
    counts: dict[str, int] = {}
    worker = Worker(given.kind)
    for number in range(given.first, given.last, given.every):
        if number in known:
            continue
        _, kind, said, seconds = worker.ask(number)
        counts[kind] = counts.get(kind, 0) + 1
        if given.log:
            given.log.parent.mkdir(parents=True, exist_ok=True)
            with given.log.open("a") as log:
                entry = {"number": number, "kind": kind, "said": said, "seconds": round(seconds, 2)}
                log.write(json.dumps(entry) + "\n")
        if kind not in ("ran", "refused"):
            print(f"{given.kind} {number}: {kind}, {said}", flush=True)
    worker.end()
    print(", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())))
    return int(bool(counts.keys() - {"ran", "refused"}))


if __name__ == "__main__":
    sys.exit(main())
