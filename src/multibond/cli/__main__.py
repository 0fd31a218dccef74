"""`python -m multibond.cli` does the same as the command `multibond`."""

import sys

from .main import main

if __name__ == "__main__":
    sys.exit(main())
