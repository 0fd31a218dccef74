"""Machine code for schedules: right-hand sides, event indicators, outputs and exact Jacobians."""

from .backend import Function
from .function import CompiledFunction, compile_function
from .program import Program
from .workspace import Context, Workspace

__all__ = ["CompiledFunction", "Context", "Function", "Program", "Workspace", "compile_function"]
