"""An example package of components: a magnetic core that saturates, and a pin in a slot."""

from .magnetic_core import MagneticCore
from .pin_in_slot import PinInSlot
from .scotch_yoke import ScotchYoke

models = [ScotchYoke]  # whole models, for `multibond bank`

__all__ = ["MagneticCore", "PinInSlot"]
