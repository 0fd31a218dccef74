"""Signal blocks for controllers and signal processing: inputs u, output y, no power ports."""

from .arithmetic import Clock, Constant, Function, Gain, Product, Sum
from .dynamic import Derivative, FirstOrder, Integrator, SecondOrder
from .nonlinear import DeadZone, Limiter, Switch, Table
from .pid import PID
from .transfer import StateSpaceBlock, TransferFunction

__all__ = [
    "Constant", "Clock", "Function", "Gain", "Product", "Sum", "Derivative", "FirstOrder", "Integrator", "SecondOrder",
    "DeadZone", "Limiter", "Switch", "Table", "PID", "StateSpaceBlock", "TransferFunction",
]  # fmt: skip
