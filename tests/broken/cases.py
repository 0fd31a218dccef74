"""All broken models."""

from . import electrical, events, files, fluid_and_heat, laws, plane, runs, signals, space, starts
from .case import CASES, POINTS, Case

FOLDERS = (electrical, events, files, fluid_and_heat, laws, plane, runs, signals, space, starts)

__all__ = ["CASES", "FOLDERS", "POINTS", "Case"]
