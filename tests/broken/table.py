"""Print what every broken model is told, and how many of the four points it scores.

`python -m broken.table [WORD]...` from `tests/`, with the messages of the cases whose names hold a word.
"""

from __future__ import annotations

import sys
import time

from .cases import CASES, POINTS


def main(words: list[str]) -> int:
    """The table; the exit status is the number of cases that do not score, at most 1."""
    chosen = [c for c in CASES if not words or any(w in f"{c.folder}.{c.name}" for w in words)]
    total = 0
    for case in chosen:
        began = time.perf_counter()
        try:
            message = case.message()
        except Exception as error:
            message = f"BARE {type(error).__name__}: {error}"
        missing = case.missing(message) if message else list(POINTS)
        if message.startswith("BARE "):
            missing = list(POINTS)
        score = len(POINTS) - len(missing)
        total += score
        seconds = time.perf_counter() - began
        print(f"{score}  {case.folder}.{case.name}" + (f"  lacks {', '.join(missing)}" if missing else "")
              + (f"  {seconds:.1f} s" if seconds > 2 else ""))  # fmt: skip
        if words or missing:
            print(f"      {message or 'RUNS WITHOUT A WORD'}")
    print(f"{total} of {len(POINTS) * len(chosen)} points, {len(chosen)} broken models")
    return int(total < len(POINTS) * len(chosen))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
