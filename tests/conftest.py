"""Settings for all tests."""

import os

# small matrices on many threads wait for each other more than they reckon; this must be said before numpy is loaded
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

from hypothesis import settings

# What is random is random only where somebody looks: an automatic run repeats the same cases every time.
settings.register_profile("repeatable", derandomize=True, deadline=None)
if os.environ.get("CI"):
    settings.load_profile("repeatable")
