"""Dry friction that sticks: friction, brake, clutch and one-way clutch, for forces and torques alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..expression import ZERO, Node, function
from ..expression.functions import maximum, sqrt
from ..model.declare import Parameter, Port
from .element import Element, Equation
from .pair import Pair

STILL = 1e-20  # m/s or rad/s; slower slip has no direction: slower than anything that moves, of whatever size
NOTHING = 1e-5  # part of a level that is no effort
TINY = 1e-200
STICKS = ("sticks", "slides", "slides backwards")

MORE_THAN_ALL = (
    "engaged lies above 1, though it is the part of torque that acts: more than all of it would; keep it between 0 "
    "and 1 and give a larger torque"
)


def never_negative(element: Element, name: str, value: Node) -> Node:
    """A load or part that a signal gives: where it would fall below zero, nothing presses and nothing rubs."""
    return value if _plain(element, name) else maximum(value, 0.0)


def _plain(element: Element, name: str) -> bool:
    """Whether a value is given by numbers alone."""
    given = element.given.get(name, 1.0)
    return all(isinstance(x, (int, float)) for x in (given if isinstance(given, (list, tuple)) else [given]))


def friction_levels(s: Any, i: int, flow: Node, load: Node) -> tuple[Node, Node]:
    """Of component i: the effort up to which it sticks, and that at which it slides with this flow."""
    coulomb = load * s.coulomb[i]
    static = coulomb if s.static is None else load * s.static[i]
    if s.stribeck is None:
        return static, coulomb
    fall = function("exp", -(function("abs", flow / s.stribeck[i]) ** s.exponent))
    return static, coulomb + (static - coulomb) * fall


SLIPS = ("slipping", "locked")


class DryFriction(Element):
    """Coulomb friction with sticking: f = 0 while |e| < load · static, sliding e = ± load · coulomb + viscous f.

    `static` above `coulomb` gives breakaway; with `stribeck` the sliding level falls from static to coulomb as
    exp(−|f/stribeck|^exponent), without it at once. `load` is a normal load that the levels are multiplied with, a
    number or a signal; coulomb and static are then coefficients of friction (times a radius for a torque). A signal
    below zero presses nothing together, and no friction acts. What sticks stays where it is: there is no creep.
    """

    symbol = "F"
    role = "dissipation"
    places = SLIPS
    a = Port(description="power in: friction force or torque, sliding velocity")
    coulomb = Parameter(1.0, "effort", "n", minimum=0.0, description="effort while sliding, at unit load")
    static = Parameter(None, "effort", "n", minimum=0.0, description="largest effort while sticking (default coulomb)")
    viscous = Parameter(0.0, "effort/flow", "n", minimum=0.0, description="further effort per flow")
    stribeck = Parameter(
        None, "flow", "n", minimum=0.0, strict=True, description="flow over which static falls to coulomb"
    )
    exponent = Parameter(2.0, "", minimum=0.0, strict=True, description="exponent of that fall")
    load = Parameter(1.0, "any", "n", minimum=0.0, description="normal load: a number or a signal")
    ordered = (("coulomb", "<=", "static"),)

    def pairs(self, s: Any) -> Iterator[Pair]:
        for i, (e, f) in enumerate(zip(s.e, s.f, strict=True)):
            static, sliding = friction_levels(s, i, f, never_negative(self, "load", s.load[i]))
            bounds = None if sliding is static else (-sliding, sliding)
            yield Pair(e - s.viscous[i] * f, f, lower=-static, upper=static, sliding=bounds, words=STICKS)


class BallFriction(Element):
    """Dry friction of a ball in its socket, or of a plate on a plane: the size of the effort vector is bounded, its
    direction is free.

    It sticks, f = 0, while |e| < static, and slides with e = coulomb · f/|f|, against the motion whatever its
    direction is. In a plane two components make a disc, three of a ball joint a ball.
    """

    symbol = "F"
    role = "dissipation"
    places = SLIPS
    a = Port(description="power in: friction, sliding velocity")
    coulomb = Parameter(1.0, "effort", minimum=0.0, description="size of the effort while it slides")
    static = Parameter(None, "effort", minimum=0.0, description="largest size while it sticks (default coulomb)")

    def pairs(self, s: Any) -> Iterator[Pair]:
        static = s.coulomb if s.static is None else s.static
        slip = sqrt(s.f @ s.f + STILL**2)
        little = (NOTHING * static) ** 2 + TINY
        size = sqrt(s.e @ s.e + little)
        for k, (e, f) in enumerate(zip(s.e, s.f, strict=True)):
            holds = static * sqrt(e**2 + little) / size
            slides = s.coulomb * f / slip
            yield Pair(
                e, f, lower=-holds, upper=holds, sliding=(slides, slides), component=k,
                words=("sticks", "slides", "slides"),
            )  # fmt: skip


class Brake(Element):
    """A brake or friction against the ground: torque up to engaged · torque · peak holds, engaged · torque slides.

    `engaged` is a number or signal from 0 (open) to 1; what it holds stands still.
    """

    symbol = "B"
    role = "dissipation"
    places = SLIPS
    a = Port(description="power in: torque or force, velocity")
    torque = Parameter(10.0, "effort", minimum=0.0, description="torque or force while it slides, fully engaged")
    engaged = Parameter(1.0, "", minimum=0.0, description="part of it that acts: a number or a signal")
    peak = Parameter(1.0, "", minimum=1.0, description="what it holds over what it drags with, at least 1")

    def pairs(self, s: Any) -> Iterator[Pair]:
        for e, f in zip(s.e, s.f, strict=True):
            yield _friction(self, s, e, f)

    def start_limits(self, s: Any) -> Iterator[tuple[Any, str]]:
        if _plain(self, "engaged"):
            yield 1.0 - s.engaged, MORE_THAN_ALL

    def doubtful(self, s: Any) -> Iterator[tuple[Any, str]]:
        if not _plain(self, "engaged"):
            yield 1.0 - s.engaged, MORE_THAN_ALL


class _Coupling(Element):
    a = Port(description="driving side, power in")
    b = Port(inward=False, description="driven side, power out")

    def beside(self, s: Any) -> Iterator[Equation]:
        yield s.b.e, s.a.e


class Clutch(_Coupling):
    """A clutch: passes torque from a to b, up to engaged · torque · peak while both turn alike, engaged · torque while
    it slips.

    `engaged` is a number or signal from 0 (open) to 1.
    """

    symbol = "Cl"
    role = "dissipation"
    places = SLIPS
    torque = Parameter(10.0, "effort", minimum=0.0, description="torque or force while it slips, fully engaged")
    engaged = Parameter(1.0, "", minimum=0.0, description="part of it that acts: a number or a signal")
    peak = Parameter(1.0, "", minimum=1.0, description="what it holds over what it slips with, at least 1")

    def pairs(self, s: Any) -> Iterator[Pair]:
        for e, first, second in zip(s.a.e, s.a.f, s.b.f, strict=True):
            yield _friction(self, s, e, first - second)

    start_limits, doubtful = Brake.start_limits, Brake.doubtful


class OneWayClutch(_Coupling):
    """A one-way clutch, ratchet or freewheel: a drives b forwards but never brakes it; b may turn faster freely."""

    symbol = "Ow"
    role = "conserving"
    places = SLIPS

    def pairs(self, s: Any) -> Iterator[Pair]:
        for e, first, second in zip(s.a.e, s.a.f, s.b.f, strict=True):
            yield Pair(e, first - second, lower=ZERO, words=("locks", "locks", "runs free"))


def _friction(element: Element, s: Any, e: Node, f: Node) -> Pair:
    sliding = never_negative(element, "engaged", s.engaged) * s.torque
    return Pair(e, f, lower=-s.peak * sliding, upper=s.peak * sliding, sliding=(-sliding, sliding), words=STICKS)


__all__ = ["BallFriction", "Brake", "Clutch", "DryFriction", "OneWayClutch"]
