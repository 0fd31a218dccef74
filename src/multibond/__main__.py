"""`python -m multibond` does the same as the command `multibond`."""

import sys

from .cli import main

if __name__ == "__main__":
    sys.exit(main())
