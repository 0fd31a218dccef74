"""Studies: many runs of one model over grids, lists and distributions, on one machine or on a cluster."""

from .study import Study
from .study_result import StudyResult

__all__ = ["Study", "StudyResult"]
