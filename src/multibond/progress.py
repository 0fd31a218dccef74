"""A progress bar on stderr for what takes longer than a second: runs and studies."""

from __future__ import annotations

import sys
import time
from typing import TextIO

PATIENCE = 1.0  # s before the bar appears
WIDTH = 30


class Progress:
    """Called with what is reached, in `unit`s; draws a bar when `stream` is a terminal.

    >>> Progress(0.0, 10.0).bar(5.0, 2.0)
    '[###############               ]  50 %  5 of 10 s, about 2 s left'
    """

    def __init__(self, start: float, stop: float, stream: TextIO | None = None, unit: str = "s"):
        self.start, self.stop, self.unit = start, stop, unit
        self.stream = sys.stderr if stream is None else stream
        self.began = time.monotonic()
        self.shown = False
        self.wanted = self.stream.isatty()

    def __call__(self, reached: float) -> None:
        elapsed = time.monotonic() - self.began
        if self.wanted and elapsed > PATIENCE:
            self.shown = True
            self.stream.write("\r\x1b[K" + self.bar(reached, elapsed))
            self.stream.flush()

    def bar(self, reached: float, elapsed: float) -> str:
        """The bar as text; `elapsed` in seconds of the user's time."""
        part = min(1.0, max(0.0, (reached - self.start) / (self.stop - self.start)))
        done = round(part * WIDTH)
        left = f", about {elapsed * (1 - part) / part:.0f} s left" if part > 0.01 else ""
        shown = "{0:,}".format if isinstance(reached, int) else "{0:.{1}g}".format
        return (
            f"[{'#' * done}{' ' * (WIDTH - done)}] {part:4.0%}".replace("%", " %")
            + f"  {shown(reached, 4)} of {shown(self.stop, 6)} {self.unit}{left}"
        )

    def clear(self) -> None:
        """Take the bar away."""
        if self.shown:
            self.stream.write("\r\x1b[K")
            self.stream.flush()


__all__ = ["Progress"]
