"""Settings for all tests."""

import os

# small matrices on many threads wait for each other more than they reckon; this must be said before numpy is loaded
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
