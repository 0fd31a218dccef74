"""All broken models."""

from . import (
    asked,
    changing,
    electrical,
    events,
    files,
    fluid_and_heat,
    further,
    habits,
    laws,
    plane,
    relatives,
    runs,
    signals,
    slips,
    space,
    starts,
    wording,
    written,
)
from .case import CASES, POINTS, Case

FOLDERS = (asked, changing, electrical, events, files, fluid_and_heat, further, habits, laws, plane, relatives, runs,
           signals, slips, space, starts, wording, written)  # fmt: skip

__all__ = ["CASES", "FOLDERS", "POINTS", "Case"]
