"""Analysis of linear models: modes, transfer functions, step and frequency responses, python-control systems."""

from .linear import LinearSystem, linear_system
from .modes import Mode, modes
from .response import Bode, Step
from .transfer import TransferFunction, symbolic_transfer_function

__all__ = [
    "Bode", "LinearSystem", "Mode", "Step", "TransferFunction", "linear_system", "modes", "symbolic_transfer_function",
]  # fmt: skip
