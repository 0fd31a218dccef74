"""The command line: `multibond COMMAND MODEL …`, one command per file.

Exit status 0 on success, 2 on wrong input with a short message on stderr, 130 after Ctrl-C.
"""

from .main import main

__all__ = ["main"]
