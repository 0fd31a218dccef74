"""What may act on the motion of a joint beside its drive: dry friction that sticks, stops, and a prescribed motion.

A joint declares the parameters by `friction`, `static_friction`, `stops`, `restitution` and `motion` for each of its
axes, and lets `furnish` add the parts for those that the user gave.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..errors import ModelError
from ..model.declare import Parameter
from ..model.demand import Numbers, demand
from .dry_friction import BallFriction, DryFriction
from .source import Sq
from .stop import MOVING_STOP, Stop

FORCE, TORQUE = "N", "N*m"
TWO_KINDS = "it has friction_r, of its movement [N], and friction_phi, of its turning [N m], each with a static level"


def friction(unit: str) -> Parameter:
    """The parameter of the level at which a joint slides."""
    return Parameter(None, unit, minimum=0.0, description="dry friction while it moves (default none)")


def static_friction(unit: str) -> Parameter:
    """The parameter of the level up to which a joint sticks."""
    return Parameter(None, unit, minimum=0.0, description="dry friction up to which it sticks (default friction)")


def stops(unit: str) -> Parameter:
    """The parameter of the positions at which a joint is stopped."""
    return Parameter(
        None, unit, "2", constant=MOVING_STOP,
        description="lowest and highest position, where it is stopped (default none)",
    )  # fmt: skip


def motion(unit: str) -> Parameter:
    """The parameter of the coordinate as a given function."""
    return Parameter(
        None, unit, description="prescribed coordinate, such as '0.2*sin(time)' (default: it moves freely)"
    )


RESTITUTION = Parameter(0.0, "", minimum=0.0, description="restitution at the stops: 0 stays there, 1 bounces back")


def furnish(joint: Any, junction: Any, coordinate: Any, axis: str = "") -> None:
    """Friction, stops and prescribed motion on the 1-junction of a joint's velocity whose `coordinate` is a variable,
    where the user gave them; `axis` ends the names of their parameters."""
    if f"motion{axis}" in joint.given:
        joint.add(f"prescribed{axis}", Sq(getattr(joint, f"motion{axis}"), coordinate, n=1))
        joint[f"prescribed{axis}"] >> junction
    rub(joint, junction, axis)
    if f"stops{axis}" in joint.given:
        lowest, highest = getattr(joint, f"stops{axis}")
        demand(joint, _in_order(f"stops{axis}"))
        for name, side, at in (("lowest", "lower", lowest), ("highest", "upper", highest)):
            joint.add(f"{name}{axis}", Stop(coordinate, at, joint.restitution, side=side, n=1))
            junction >> joint[f"{name}{axis}"]


def rub(joint: Any, junction: Any, axis: str = "", n: int = 1) -> None:
    """Dry friction on the 1-junction of a velocity, where the user gave it: of a vector of `n` its size is bounded."""
    if f"friction{axis}" in joint.given:
        levels = [getattr(joint, f"friction{axis}")]
        if f"static_friction{axis}" in joint.given:
            levels.append(getattr(joint, f"static_friction{axis}"))
        joint.add(f"rubbing{axis}", DryFriction(*levels, n=1) if n == 1 else BallFriction(*levels, n=n))
        junction >> joint[f"rubbing{axis}"]
    elif f"static_friction{axis}" in joint.given:
        raise ModelError(f"static_friction{axis} needs friction{axis}, the level while it moves; give both", joint.name)


def _in_order(name: str) -> Any:
    def check(number: Numbers, path: str) -> None:
        values = number(name)
        if values is not None and np.size(values) == 2 and not np.ravel(values)[0] < np.ravel(values)[1]:
            raise ModelError("the lowest position comes first, then the highest, such as [-0.5, 0.5]", f"{path}.{name}")

    return check


__all__ = [
    "FORCE",
    "RESTITUTION",
    "TORQUE",
    "TWO_KINDS",
    "friction",
    "furnish",
    "motion",
    "rub",
    "static_friction",
    "stops",
]
