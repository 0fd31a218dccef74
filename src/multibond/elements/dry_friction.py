"""Dry friction that sticks: friction, brake, clutch and one-way clutch, for forces and torques alike."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..expression import ZERO, Node, function
from ..model.declare import Parameter, Port
from .element import Element, Equation
from .pair import Pair

STICKS = ("sticks", "slides", "slides backwards")


def friction_levels(s: Any, i: int, flow: Node) -> tuple[Node, Node]:
    """Of component i: the effort up to which it sticks, and that at which it slides with this flow."""
    load = s.load[i]
    coulomb = load * s.coulomb[i]
    static = coulomb if s.static is None else load * s.static[i]
    if s.stribeck is None:
        return static, coulomb
    fall = function("exp", -(function("abs", flow / s.stribeck[i]) ** s.exponent))
    return static, coulomb + (static - coulomb) * fall


class DryFriction(Element):
    """Coulomb friction with sticking: f = 0 while |e| < load · static, sliding e = ± load · coulomb + viscous f.

    `static` above `coulomb` gives breakaway; with `stribeck` the sliding level falls from static to coulomb as
    exp(−|f/stribeck|^exponent), without it at once. `load` is a normal load that the levels are multiplied with, a
    number or a signal; coulomb and static are then coefficients of friction (times a radius for a torque). What
    sticks stays where it is: there is no creep.
    """

    symbol = "F"
    role = "dissipation"
    a = Port(description="power in: friction force or torque, sliding velocity")
    coulomb = Parameter(1.0, "effort", "n", minimum=0.0, description="effort while sliding, at unit load")
    static = Parameter(None, "effort", "n", minimum=0.0, description="largest effort while sticking (default coulomb)")
    viscous = Parameter(0.0, "effort/flow", "n", minimum=0.0, description="further effort per flow")
    stribeck = Parameter(
        None, "flow", "n", minimum=0.0, strict=True, description="flow over which static falls to coulomb"
    )
    exponent = Parameter(2.0, "", minimum=0.0, strict=True, description="exponent of that fall")
    load = Parameter(1.0, "any", "n", minimum=0.0, description="normal load: a number or a signal")

    def pairs(self, s: Any) -> Iterator[Pair]:
        for i, (e, f) in enumerate(zip(s.e, s.f, strict=True)):
            static, sliding = friction_levels(s, i, f)
            bounds = None if sliding is static else (-sliding, sliding)
            yield Pair(e - s.viscous[i] * f, f, lower=-static, upper=static, sliding=bounds, words=STICKS)


class Brake(Element):
    """A brake or friction against the ground: torque up to engaged · torque · peak holds, engaged · torque slides.

    `engaged` is a number or signal from 0 (open) to 1; what it holds stands still.
    """

    symbol = "B"
    role = "dissipation"
    a = Port(description="power in: torque or force, velocity")
    torque = Parameter(10.0, "effort", minimum=0.0, description="torque or force while it slides, fully engaged")
    engaged = Parameter(1.0, "", minimum=0.0, description="part of it that acts: a number or a signal")
    peak = Parameter(1.0, "", minimum=0.0, description="what it holds over what it drags with, at least 1")

    def pairs(self, s: Any) -> Iterator[Pair]:
        for e, f in zip(s.e, s.f, strict=True):
            yield _friction(s, e, f)


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
    torque = Parameter(10.0, "effort", minimum=0.0, description="torque or force while it slips, fully engaged")
    engaged = Parameter(1.0, "", minimum=0.0, description="part of it that acts: a number or a signal")
    peak = Parameter(1.0, "", minimum=0.0, description="what it holds over what it slips with, at least 1")

    def pairs(self, s: Any) -> Iterator[Pair]:
        for e, first, second in zip(s.a.e, s.a.f, s.b.f, strict=True):
            yield _friction(s, e, first - second)


class OneWayClutch(_Coupling):
    """A one-way clutch, ratchet or freewheel: a drives b forwards but never brakes it; b may turn faster freely."""

    symbol = "Ow"
    role = "conserving"

    def pairs(self, s: Any) -> Iterator[Pair]:
        for e, first, second in zip(s.a.e, s.a.f, s.b.f, strict=True):
            yield Pair(e, first - second, lower=ZERO, words=("locks", "locks", "runs free"))


def _friction(s: Any, e: Node, f: Node) -> Pair:
    sliding = s.engaged * s.torque
    return Pair(e, f, lower=-s.peak * sliding, upper=s.peak * sliding, sliding=(-sliding, sliding), words=STICKS)


__all__ = ["Brake", "Clutch", "DryFriction", "OneWayClutch"]
