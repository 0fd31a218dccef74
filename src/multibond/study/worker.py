"""A process that runs rows of a study for another one, which asks through its standard input."""

from __future__ import annotations

import os
import signal
import sys
import warnings


def main() -> None:
    """Answer until the other side is gone. What a model prints goes to the errors: the answers have the output."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one that asks decides
    warnings.simplefilter("ignore")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    from .parcel import run_chunk
    from .places import serve

    serve(sys.stdin.buffer, answers, run_chunk)


__all__ = ["main"]
