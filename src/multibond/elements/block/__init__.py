"""Signal blocks for controllers and signal processing: inputs u, output y, no power ports."""

from .arithmetic import Clock, Constant, Function, Gain, Product, Sum
from .dynamic import Derivative, FirstOrder, Integrator, SecondOrder
from .noise import Noise
from .nonlinear import DeadZone, Limiter, LookupTable, LookupTable2, Quantiser, RateLimiter, SignalSwitch
from .pid import PID
from .transfer_blocks import Delay, StateSpaceBlock, TransferFunctionBlock

__all__ = [
    "Constant", "Clock", "Function", "Gain", "Product", "Sum", "Derivative", "FirstOrder", "Integrator", "SecondOrder",
    "DeadZone", "Limiter", "RateLimiter", "Quantiser", "SignalSwitch", "LookupTable", "LookupTable2", "Noise", "PID",
    "StateSpaceBlock", "TransferFunctionBlock", "Delay",
]  # fmt: skip
