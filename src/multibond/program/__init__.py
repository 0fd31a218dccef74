"""Machine code for schedules: right-hand sides, event indicators, outputs and exact Jacobians."""

from .function import CompiledFunction, compile_function
from .program import Context, Function, Program

__all__ = ["CompiledFunction", "Context", "Function", "Program", "compile_function"]
