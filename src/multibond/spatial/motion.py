"""Orientation from angular velocity, and the free motion of parts that nothing holds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..elements.element import Cell, Element, Equation
from ..expression import ONE, ZERO, der
from ..model.declare import Input, Option, Parameter, Port, Variable
from ..model.kind import Kind
from .rotation import (
    IDENTITY,
    cardan,
    cardan_rates,
    check_sequence,
    from_quaternion,
    quaternion_rates,
    start_quaternion,
)


class QuaternionMotion(Element):
    """Orientation from an angular velocity w [rad/s], by a quaternion Q (scalar first)."""

    symbol = "Q"
    role = "block"
    w = Input("rad/s", "3", description="angular velocity in the rotated frame")
    Q = Variable("", "4", description="quaternion, scalar first", kind=Kind.QUATERNION)

    def equations(self, s: Any) -> Iterator[Equation]:
        yield der(s.Q), quaternion_rates(s.Q, s.w)


class CardanMotion(Element):
    """Orientation from an angular velocity w [rad/s], by three angles about the axes of `sequence`."""

    symbol = "angles"
    role = "block"
    w = Input("rad/s", "3", description="angular velocity in the rotated frame")
    phi = Variable("rad", "3", description="angles", kind=Kind.ORIENTATION)
    rate = Variable("rad/s", "3", description="rates of the angles", kind=Kind.VELOCITY)
    sequence = Option((1, 2, 3), description="axes of the rotations, one after the other")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield der(s.phi), s.rate
        yield s.w, cardan_rates(check_sequence(s.sequence, self), s.phi) @ s.rate


class FreeMotion(Element):
    """Defines position and orientation of a part that nothing else holds: position as the integral of velocity,
    orientation by a quaternion (scalar first), or by three angles about the axes of `sequence`."""

    symbol = "free"
    role = "sensor"
    x = Input("m", "3", description="position in the inertial frame")
    R = Input("", "3,3", description="orientation")
    v = Input("m/s", "3", description="velocity in the inertial frame")
    w = Input("rad/s", "3", description="angular velocity in the body frame")
    Q = Variable("", "4", description="quaternion, scalar first", kind=Kind.QUATERNION)
    phi = Variable("rad", "3", description="angles, instead of the quaternion", kind=Kind.ORIENTATION)
    rate = Variable("rad/s", "3", description="rates of the angles", kind=Kind.VELOCITY)
    change = Variable("rad/s^2", "3", description="what these change by, of a part that is held", kind=Kind.VELOCITY)
    phi0 = Parameter([0.0, 0.0, 0.0], "rad", "3", description="angles at the start, about the axes of `sequence`")
    fixed = Option(False, choices=(True, False), description="whether the angles at the start must hold")
    place = Variable("m", "3", description="position in the inertial frame, of a free part", kind=Kind.POSITION)
    speed = Variable("m/s", "3", description="velocity in the inertial frame, of a free part", kind=Kind.VELOCITY)
    spin = Variable("rad/s", "3", description="angular velocity in the body frame, of a free part", kind=Kind.VELOCITY)
    quaternions = Option(True, choices=(True, False), description="quaternion instead of angles")
    sequence = Option((1, 2, 3), description="axes of the angles")

    def equations(self, s: Any) -> Iterator[Equation]:
        if not s.active:
            return
        yield der(s.place), s.speed
        yield s.place, s.x
        yield s.speed, s.v
        yield s.spin, s.w
        if s.quaternions:
            yield np.ravel(s.R), np.ravel(from_quaternion(s.Q))
            yield der(s.Q), quaternion_rates(s.Q, s.w)
        else:
            sequence = check_sequence(s.sequence, self)
            yield np.ravel(s.R), np.ravel(cardan(sequence, s.phi))
            yield der(s.phi), s.rate
            yield s.w, cardan_rates(sequence, s.phi) @ s.rate

    def observe(self, s: Any, kinds: set[str]) -> Iterator[Equation]:
        """Position and orientation of a part that something else holds."""
        if s.active:
            return
        if Kind.POSITION.value in kinds:
            yield s.place, s.x
        if Kind.VELOCITY.value in kinds:
            yield s.speed, s.v
            yield s.spin, s.w
        if Kind.ORIENTATION.value in kinds:
            turn = cardan(check_sequence(s.sequence, self), s.phi)
            yield der(s.phi), s.rate
            yield der(s.rate), s.change  # so that angles and their rates can be states
            yield [turn[2] @ s.R[1], turn[2] @ s.R[0], turn[1] @ s.R[0]], [ZERO] * 3
        elif Kind.QUATERNION.value in kinds:
            turn = from_quaternion(s.Q)
            yield [turn[2] @ s.R[1], turn[2] @ s.R[0], turn[1] @ s.R[0]], [ZERO] * 3
            yield [s.Q @ s.Q], [ONE]

    def observe_start(self, s: Any, kinds: set[str]) -> Iterator[tuple[Any, Any, bool]]:
        if Kind.ORIENTATION.value in kinds:
            yield s.phi, s.phi0, False
        elif Kind.QUATERNION.value in kinds:
            yield s.Q, start_quaternion(check_sequence(s.sequence, self), s.phi0), False

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        sequence = check_sequence(s.sequence, self)
        if not s.active:
            if s.fixed:  # a part that something else holds: its orientation is a condition on that
                wanted = cardan(sequence, s.phi0)
                yield [wanted[2] @ s.R[1], wanted[2] @ s.R[0], wanted[1] @ s.R[0]], [ZERO] * 3, True
        elif s.quaternions:
            yield s.Q, start_quaternion(sequence, s.phi0), s.fixed
        else:
            yield s.phi, s.phi0, s.fixed


class PointMotion(Element):
    """Defines the position of a point mass that nothing else holds; such a one keeps its orientation. A point mass on
    something else takes no torque."""

    symbol = "free"
    role = "sensor"
    a = Port(n=3, description="rotation of the frame, no power")
    x = Input("m", "3", description="position in the inertial frame")
    R = Input("", "3,3", description="orientation")
    v = Input("m/s", "3", description="velocity in the inertial frame")
    speed = Variable("m/s", "3", description="velocity in the inertial frame, of a free mass", kind=Kind.VELOCITY)

    def equations(self, s: Any) -> Iterator[Equation]:
        if s.active:
            yield der(s.x), s.speed
            yield s.speed, s.v
            yield np.ravel(s.R), np.ravel(np.array(IDENTITY))
            yield s.f, [ZERO] * 3
        else:
            yield s.e, [ZERO] * 3

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        for i in range(3):
            yield Cell("flow" if s.active else "effort", ((0, i),))
