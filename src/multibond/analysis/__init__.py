"""Analysis of linear models: modes, transfer functions, step and frequency responses, python-control systems."""

from ..errors import nearest
from ..model.former import former_class
from .eigenmodes import Mode, modes
from .linear import LinearSystem, linear_system
from .response import Bode, StepResponse
from .transfer import TransferFunction, symbolic_transfer_function

__all__ = [
    "Bode", "LinearSystem", "Mode", "StepResponse", "TransferFunction", "linear_system", "modes",
    "symbolic_transfer_function",
]  # fmt: skip


def __getattr__(name: str) -> object:
    """Classes under their former names."""
    found = former_class("analysis", name)
    if found is None:
        raise AttributeError(f"multibond.analysis has no '{name}'" + nearest(name, __all__))
    return found
