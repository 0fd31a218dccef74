"""The law of a contact: it pushes and never pulls, strikes with restitution, and rubs with dry friction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..errors import ModelError
from ..expression import TRUE, node
from ..expression.functions import maximum, sqrt
from ..model.declare import Law, Option, Parameter, Port
from .element import Element
from .pair import ABOVE_ONE, IMPACTS, Ball, Pair
from .switch import plain

SLIPS = ("sticks", "slides", "slides")
STILL = 1e-20  # m/s; slip below this has no direction: slower than anything that moves, of whatever size
RESTITUTION = Parameter(
    0.5, "", minimum=0.0, description="coefficient of restitution: 0 plastic, 1 elastic; it may depend on the speed"
)
FRICTION = Parameter(0.0, "", minimum=0.0, description="coefficient of friction; where it is not given, none acts")
IMPACT = Option(
    "stronge", choices=IMPACTS, description="law of restitution: by energies, impulses, or speeds"
)  # fmt: skip


class Contact(Element):
    """Where two bodies may touch. Component 0 of its bond is the approach: the speed at which the `gap` closes [m/s]
    and the force [N] that pushes, never negative. The others, one in the plane and two in space, are slip and friction.

    While the gap is open no force acts. Where it closes, an impact takes place; afterwards the contact rests while it
    pushes, and opens when it would have to pull. Friction is at most `friction` times the force that pushes.
    """

    symbol = "K"
    role = "dissipation"
    modulable = False
    a = Port(causality="free", description="power in: approach and force, then slip and friction")
    gap = Parameter(0.0, "m", description="distance that stays positive, an expression of positions")
    restitution, friction = RESTITUTION, FRICTION
    impact = IMPACT

    def start_limits(self, s: Any) -> Iterator[tuple[Any, str]]:
        yield 1.0 - s.restitution, ABOVE_ONE

    def pairs(self, s: Any) -> Iterator[Pair]:
        push = s.e[0]
        yield Pair(
            push, s.f[0], lower=0.0, gap=s.gap, restitution=s.restitution, impact=self.option("impact"),
            words=("rests", "closes", "opens"),
        )  # fmt: skip
        if self.n == 2:
            limit = s.friction * push
            yield Pair(s.e[1], s.f[1], lower=-limit, upper=limit, friction=s.friction, words=SLIPS)
        elif self.n == 3:
            yield from self._cone(s)

    def _cone(self, s: Any) -> Iterator[Pair]:
        """Friction in space: of any direction while it holds, and against the slip while it slides."""
        limit = s.friction * s.e[0]
        slip = sqrt(s.f[1] ** 2 + s.f[2] ** 2 + STILL**2)
        for own, other in ((1, 2), (2, 1)):
            rest = sqrt(maximum(limit**2 - s.e[other] ** 2, 0.0))
            slides = limit * s.f[own] / slip
            yield Pair(
                s.e[own], s.f[own], lower=-rest, upper=rest, sliding=(slides, slides), friction=s.friction, words=SLIPS
            )


class PoolBall(Element):
    """A ball of a pool whose contacts are found in the run, by the time-stepping solver: the force [N] and the torque
    [N·m] of all balls that touch it, with its velocity and rotation, in the inertial frame.

    Without any other ball near it nothing acts.
    """

    symbol = "K"
    role = "dissipation"
    modulable = False
    a = Port(causality="effort", description="power in: velocity and force, then rotation and torque")
    x = Parameter(0.0, "m", description="place of its centre along x, an expression")
    y = Parameter(0.0, "m", description="place of its centre along y, an expression")
    z = Parameter(0.0, "m", description="place of its centre along z, an expression")
    radius = Parameter(0.1, "m", minimum=0.0, description="radius")
    restitution, friction = RESTITUTION, FRICTION

    def pairs(self, s: Any) -> Iterator[Pair]:
        pool, space = self.where.rpartition(".")[0], 3 if "z" in self.given else 2
        ball = Ball(pool, (s.x, s.y, s.z), s.radius, s.restitution, s.friction, space)
        for e, f in zip(s.e, s.f, strict=True):
            yield Pair(e, f, closed=TRUE, ball=ball, words=("touches", "touches", "touches"))


class Injection(Element):
    """Gives the energy E [J] at once when the condition `fires` becomes true, as an explosion does.

    It pushes by an impulse against its effort, so that its flow grows; otherwise its effort is zero.
    """

    symbol = "E!"
    role = "source"
    modulable = False
    a = Port(causality="effort", description="power in, negative when it fires")
    E = Parameter(1.0, "J", minimum=0.0, description="energy given each time")
    fires = Law((), description="condition that fires it when it becomes true, such as 'time > 1'")

    def pairs(self, s: Any) -> Iterator[Pair]:
        if s.fires is None:
            raise ModelError("it does not know when to give its energy; give fires='time > 1'", self.where)
        condition = plain(node(s.fires()))
        for e, f in zip(s.e, s.f, strict=True):
            yield Pair(e, f, closed=TRUE, energy=s.E, fires=condition, words=("fires", "fires", "fires"))
