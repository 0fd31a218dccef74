"""multibond: bond graphs and multi-bond graphs — causality, equations, simulation, energy audit, drawings."""

from .elements.junction import J0, J1, Composition, J0Partial, J1Partial, Permutation
from .elements.resistor import R, G, Gyristor
from .elements.sensor import De, Df, Dp, Dq, PowerSensor
from .elements.source import Se, Sf
from .elements.storage import C, I, IC
from .elements.transducer import GY, SGY, TF, EulerGyrator
from .model.composite import Exposed, Model
from .model.declare import Input, Output, Parameter
