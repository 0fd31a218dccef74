"""All broken models."""

from . import changing, electrical, events, files, fluid_and_heat, laws, plane, runs, signals, slips, space, starts
from .case import CASES, POINTS, Case

FOLDERS = (changing, electrical, events, files, fluid_and_heat, laws, plane, runs, signals, slips, space, starts)

__all__ = ["CASES", "FOLDERS", "POINTS", "Case"]
