"""What joints transmit: the force and the torque by which the side of one frame acts on that of another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .composite import Composite


@dataclass(frozen=True)
class Transmitted:
    """What a joint does to the side of its `frame`, in the inertial frame, by names of its outputs: the `force` [N],
    two numbers in the plane and three in space, and the `torque` [N m] about the origin of that frame, one or three."""

    frame: str
    force: str
    torque: str


def transmit(joint: Composite, frame: str, force: str, torque: str) -> None:
    """Say what a joint transmits; results follow impulses through it."""
    joint._set(transmitted=(*transmitted(joint), Transmitted(frame, force, torque)))


def transmitted(model: Composite) -> tuple[Transmitted, ...]:
    """What a component transmits; nothing where it is no joint."""
    found: tuple[Transmitted, ...] = vars(model).get("_transmitted", ())
    return found


__all__ = ["Transmitted", "transmit", "transmitted"]
