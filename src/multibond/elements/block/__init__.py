"""Signal blocks for controllers and signal processing: inputs u, output y, no power ports."""

from .arithmetic import Clock, Constant, Function, Gain, Product, Sum
from .dynamic import Derivative, FirstOrder, Integrator, SecondOrder
from .nonlinear import DeadZone, Limiter, LookupTable, SignalSwitch
from .pid import PID
from .transfer_blocks import StateSpaceBlock, TransferFunctionBlock

__all__ = [
    "Constant", "Clock", "Function", "Gain", "Product", "Sum", "Derivative", "FirstOrder", "Integrator", "SecondOrder",
    "DeadZone", "Limiter", "SignalSwitch", "LookupTable", "PID", "StateSpaceBlock", "TransferFunctionBlock",
]  # fmt: skip
