"""multibond: bond graphs and multi-bond graphs.

Write a physical system as power bonds and get causality, equations, simulation at machine speed, an energy audit and
drawings. Start with `Model`, the elements (`R`, `C`, `I`, `Se`, `Sf`, `TF`, `GY`, `J0`, `J1`, …) and `load`.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from .api import Model
from .bank import load
from .elements.block import (
    PID,
    Clock,
    Constant,
    DeadZone,
    Delay,
    Derivative,
    FirstOrder,
    Function,
    Gain,
    Integrator,
    Limiter,
    LookupTable,
    LookupTable2,
    Noise,
    Product,
    Quantiser,
    RateLimiter,
    SecondOrder,
    SignalSwitch,
    StateSpaceBlock,
    Sum,
    TransferFunctionBlock,
)
from .elements.chemical import Chemostat, Reaction, Species
from .elements.contact import Contact, Injection
from .elements.dry_friction import BallFriction, Brake, Clutch, DryFriction, OneWayClutch
from .elements.element import Cell, Element
from .elements.frame import PlanarFrameA, PlanarFrameB, SpatialFrameA, SpatialFrameB
from .elements.hydraulic import (
    Compliance,
    FourWayValve,
    GasAccumulator,
    HydraulicCylinder,
    LaminarPipe,
    Orifice,
    PipeInertia,
    Pump,
    ServoValve,
    Tank,
)
from .elements.hydraulic_valve import CheckValve, ReliefValve
from .elements.junction import J0, J1, Composition, J0Partial, J1Partial, Permutation
from .elements.pair import Pair
from .elements.power_switch import IdealZener, Thyristor, TransistorSwitch
from .elements.resistor import G, Gyristor, R
from .elements.semiconductor import BJT, MOSFET, ExponentialDiode
from .elements.sensor import De, Df, Dp, Dq, PowerSensor
from .elements.source import Free, Se, Sf, Sq, Wall
from .elements.stop import Stop
from .elements.storage import CC, IC, II, C, I
from .elements.switch import D2, D, Sw, Sw2, Zener
from .elements.switched_junction import SwitchedJ0, SwitchedJ1
from .elements.thermal import GS, RS, Environment, GSth, HeatSource, RSth, ThermalCapacitor
from .elements.time_function import pulse, ramp, sine, step, table, trapezoid
from .elements.transducer import GY, SGY, TF, EulerGyrator
from .errors import (
    CausalityError,
    DoubtfulResult,
    FileError,
    InitialError,
    ModelError,
    MultibondDeprecationWarning,
    MultibondError,
    NameNotFound,
    SimulationError,
    StructureError,
    nearest,
)
from .expression import der
from .expression.functions import acos, asin, atan, atan2, cos, exp, log, maximum, minimum, sin, sqrt, tan, tanh, where
from .model.composite import Exposed
from .model.declare import Discrete, Input, Law, Option, Output, Parameter, Port, Variable
from .model.former import former_class
from .model.other_words import meant_by
from .model.registry import components, offer_library

if TYPE_CHECKING:  # `__getattr__` gives these when they are first used
    from . import absolute, look, planar, sampled, spatial
    from .api.result import Result
    from .equations import methods
    from .integrate import solvers
    from .model.file import save
    from .result.overlay import overlay
    from .study import Study

__version__ = "0.2.0"
LIBRARIES = ("planar", "spatial", "absolute", "sampled")
# Where the rest is that is loaded when it is first used: a model of plain elements runs without it.
LATER = {
    "Result": ".api.result",
    "methods": ".equations",
    "overlay": ".result.overlay",
    "save": ".model.file",
    "solvers": ".integrate",
    "Study": ".study",
}
for _library in LIBRARIES:
    offer_library(_library, f"{__name__}.{_library}")


def __getattr__(name: str) -> object:
    """What is loaded when it is first used, and former names."""
    if name in (*LIBRARIES, "look"):
        return import_module(f".{name}", __name__)
    if name in LATER:
        return getattr(import_module(LATER[name], __name__), name)
    found = former_class("", name)
    if found is None:
        raise AttributeError(f"multibond has no '{name}'" + (meant_by(name) or nearest(name, __all__)))
    return found


def __dir__() -> list[str]:
    """What there is for users; how the package finds it is left out."""
    return sorted({*__all__, "__doc__", "__version__"})


__all__ = [
    "BJT", "C", "CausalityError", "Chemostat", "Clock", "Compliance", "Composition", "Constant", "D", "D2", "De",
    "DeadZone", "Derivative", "Df", "Discrete", "DoubtfulResult", "Dp", "Dq", "Environment", "EulerGyrator",
    "ExponentialDiode", "Exposed", "FileError", "FirstOrder", "Function", "G", "GS", "GSth", "GY", "Gain",
    "GasAccumulator", "Gyristor", "HeatSource", "HydraulicCylinder", "I", "IC", "InitialError", "Input", "Integrator",
    "J0", "J0Partial", "J1", "J1Partial", "LaminarPipe", "Limiter", "LookupTable", "MOSFET", "Model", "ModelError",
    "MultibondDeprecationWarning", "MultibondError", "NameNotFound", "Orifice", "Output", "PID", "Parameter",
    "Permutation", "PipeInertia", "PowerSensor", "Product", "Pump", "R", "RS", "RSth", "Reaction", "Result", "SGY",
    "Se", "SecondOrder", "ServoValve", "Sf", "Sq", "SignalSwitch", "SimulationError", "Species", "StateSpaceBlock",
    "StructureError", "Sum", "Sw", "Sw2", "TF", "Tank", "ThermalCapacitor", "TransferFunctionBlock", "Zener", "acos",
    "asin", "atan", "atan2", "cos", "exp", "load", "log", "maximum", "methods", "minimum", "overlay", "planar",
    "pulse", "ramp", "save", "sin", "sine", "solvers", "spatial", "sqrt", "step", "table", "tan", "tanh", "trapezoid",
    "where", "Cell", "Element", "Free", "Law", "Option", "Pair", "PlanarFrameA", "PlanarFrameB", "Port",
    "SpatialFrameA", "sampled", "SpatialFrameB", "Variable", "Wall", "absolute", "components", "der", "look", "Brake",
    "BallFriction", "CheckValve", "Clutch", "Contact", "Injection", "DryFriction", "IdealZener", "OneWayClutch",
    "ReliefValve", "Stop", "SwitchedJ0", "SwitchedJ1", "Thyristor", "TransistorSwitch", "CC", "Delay", "FourWayValve",
    "II", "LookupTable2", "Noise", "Quantiser", "RateLimiter", "Study",
]  # fmt: skip
