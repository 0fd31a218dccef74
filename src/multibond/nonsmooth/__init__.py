"""Set-valued laws in a run: the inputs that stand for them, and which position they take next."""

from .pair_memory import PairMemory
from .paired_program import PairedProgram

__all__ = ["PairMemory", "PairedProgram"]
