"""multibond: bond graphs and multi-bond graphs.

Write a physical system as power bonds and get causality, equations, simulation at machine speed, an energy audit and
drawings. Start with `Model`, the elements (`R`, `C`, `I`, `Se`, `Sf`, `TF`, `GY`, `J0`, `J1`, …) and `load`.
"""

from . import look
from .api import Model
from .bank import load
from .elements.block import (
    PID,
    Clock,
    Constant,
    DeadZone,
    Derivative,
    FirstOrder,
    Function,
    Gain,
    Integrator,
    Limiter,
    Product,
    SecondOrder,
    StateSpaceBlock,
    Sum,
    Switch,
    Table,
    TransferFunction,
)
from .elements.chemical import Chemostat, Reaction, Species
from .elements.element import Cell, Element
from .elements.frame import PlanarFrameA, PlanarFrameB, SpatialFrameA, SpatialFrameB
from .elements.hydraulic import (
    Compliance,
    Cylinder,
    GasAccumulator,
    LaminarPipe,
    Orifice,
    PipeInertia,
    Pump,
    ServoValve,
    Tank,
)
from .elements.junction import J0, J1, Composition, J0Partial, J1Partial, Permutation
from .elements.resistor import G, Gyristor, R
from .elements.semiconductor import BJT, MOSFET, ExponentialDiode
from .elements.sensor import De, Df, Dp, Dq, PowerSensor
from .elements.source import Free, Se, Sf, Wall
from .elements.storage import IC, C, I
from .elements.switch import D2, D, Sw, Sw2, Zener
from .elements.thermal import GS, RS, Environment, GSth, HeatSource, RSth, ThermalCapacitor
from .elements.time_function import pulse, ramp, sine, step, table, trapezoid
from .elements.transducer import GY, SGY, TF, EulerGyrator
from .errors import (
    CausalityError,
    FileError,
    InitialError,
    ModelError,
    MultibondError,
    NameNotFound,
    SimulationError,
    StructureError,
    nearest,
)
from .expression.functions import acos, asin, atan, atan2, cos, exp, log, maximum, minimum, sin, sqrt, tan, tanh, where
from .model.composite import Exposed
from .model.declare import Discrete, Input, Law, Option, Output, Parameter, Port, Variable
from .model.registry import components

__version__ = "0.2.0"


def __getattr__(name: str) -> object:
    """`save` is loaded when it is first used: reading and writing files is not needed to build and run a model."""
    if name == "save":
        from .model.file import save

        return save
    raise AttributeError(f"multibond has no '{name}'" + nearest(name, __all__))


__all__ = [
    "BJT", "D2", "GS", "GY", "IC", "J0", "J1", "MOSFET", "PID", "RS", "SGY", "TF", "C", "CausalityError", "Chemostat",
    "Clock", "Compliance", "Composition", "Constant", "Cylinder", "D", "De", "DeadZone", "Derivative", "Df", "Discrete",
    "Dp", "Dq", "Environment", "EulerGyrator", "ExponentialDiode", "Exposed", "FileError", "FirstOrder", "Function",
    "G",
    "GSth", "Gain", "GasAccumulator", "Gyristor", "HeatSource", "I", "InitialError", "Input", "Integrator", "J0Partial",
    "J1Partial", "LaminarPipe", "Limiter", "Model", "ModelError", "MultibondError", "NameNotFound", "Orifice", "Output",
    "Parameter", "Permutation", "PipeInertia", "PowerSensor", "Product", "Pump", "R", "RSth", "Reaction", "Se",
    "SecondOrder", "ServoValve", "Sf", "SimulationError", "Species", "StateSpaceBlock", "StructureError", "Sum", "Sw",
    "Sw2", "Switch", "Table", "Tank", "ThermalCapacitor", "TransferFunction", "Zener", "acos", "asin", "atan", "atan2",
    "cos", "exp", "load", "log", "maximum", "minimum", "pulse", "ramp", "save", "sin", "sine", "sqrt", "step", "table",
    "tan", "tanh", "trapezoid", "where",
    # for components of your own: docs/extending.md
    "Cell", "Element", "Free", "Law", "Option", "PlanarFrameA", "PlanarFrameB", "Port", "SpatialFrameA",
    "SpatialFrameB", "Variable", "Wall", "components", "look",
]  # fmt: skip
