"""Valves that open by themselves: check valve and relief valve. They stand on a 1-junction between two pressures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..model.declare import Parameter, Port
from .element import Element
from .pair import Pair


class _SelfActing(Element):
    role = "dissipation"
    places = ("open", "shut")
    a = Port(domain="hydraulic", description="power in: pressure drop, volume flow")


class CheckValve(_SelfActing):
    """Check valve: flow passes forwards at the pressure drop `cracking` + `resistance` Q, never backwards."""

    symbol = "CV"
    cracking = Parameter(0.0, "Pa", "n", minimum=0.0, description="pressure drop at which it opens")
    resistance = Parameter(0.0, "Pa*s/m**3", "n", minimum=0.0, description="further pressure drop per volume flow")

    def pairs(self, s: Any) -> Iterator[Pair]:
        for p, Q, cracking, resistance in zip(s.e, s.f, s.cracking, s.resistance, strict=True):
            yield Pair(p - resistance * Q, Q, upper=cracking, words=("closes", "opens", "closes"))


class ReliefValve(_SelfActing):
    """Relief valve: opens where the pressure drop reaches `setting`, and holds it there but for `override` Q."""

    symbol = "RV"
    setting = Parameter(1e7, "Pa", "n", minimum=0.0, description="pressure drop at which it opens")
    override = Parameter(0.0, "Pa*s/m**3", "n", minimum=0.0, description="rise of the pressure drop per volume flow")

    def pairs(self, s: Any) -> Iterator[Pair]:
        for p, Q, setting, override in zip(s.e, s.f, s.setting, s.override, strict=True):
            yield Pair(p - override * Q, Q, upper=setting, words=("closes", "opens", "closes"))


__all__ = ["CheckValve", "ReliefValve"]
