"""Kinds: what a variable is. It is said where the variable is made and carried in tables, not read out of names."""

from __future__ import annotations

from enum import Enum

from ..frozen import frozen


class Kind(Enum):
    """What a variable of a model, or one that multibond adds by itself, is; the value is the word for it."""

    # of bonds
    EFFORT = "effort"
    FLOW = "flow"
    # of storage
    MOMENTUM = "momentum"
    DISPLACEMENT = "displacement"
    # of frames and of what moves them
    POSITION = "position"
    ORIENTATION = "orientation"
    QUATERNION = "quaternion"
    VELOCITY = "velocity"
    # of components
    SIGNAL = "signal"  # inputs and outputs, and what blocks compute
    DISCRETE = "discrete"  # changes only at events
    # what multibond adds by itself: symbols that no model can write
    MODE = "mode"  # a condition, frozen between events
    GUARD = "guard"  # the reference of a guard of the choice of states
    PAIR = "pair"  # the input of a set-valued law, or the ratio that goes with it
    LEVEL = "level"  # how far the condition of an event may go on
    STRESS = "stress"  # the effort of a redundant constraint, where it is given
    RATE = "rate"  # of a variable that is wanted as a state but differentiated nowhere
    SHADOW = "shadow"  # a state that follows the unknown of a nonlinear system
    AUDIT = "audit"  # a state of the energy balance of the whole model
    ENERGY = "energy"  # a state that holds the energy that went into one component

    @property
    def added(self) -> bool:
        """Whether multibond adds such variables by itself."""
        return self in _ADDED


_ADDED = frozenset(
    {Kind.MODE, Kind.PAIR, Kind.GUARD, Kind.LEVEL, Kind.STRESS, Kind.RATE, Kind.SHADOW, Kind.AUDIT, Kind.ENERGY}
)


@frozen
class Quantity:
    """What the tables say of a variable: its kind, and the path of the component that it belongs to."""

    kind: Kind
    owner: str = ""
    between: bool = False  # on a bond between components that both have other ports: named after the bond


__all__ = ["Kind", "Quantity"]
