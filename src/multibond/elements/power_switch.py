"""Semiconductors as ideal valves: thyristor, transistor with its antiparallel diode, Zener diode."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..errors import ModelError
from ..expression import ZERO, choose, const, node
from ..model.declare import Law, Parameter, Port
from .element import Element
from .pair import Pair
from .switch import _CLOSED, _Switched, plain

NEVER = const(float("inf"))


class Thyristor(Element):
    """Ideal thyristor: blocks either way until it is fired, then conducts with e = 0 until its flow falls to zero.

    It begins to conduct where the effort is above zero while `gate` holds; a short pulse is enough. All components
    of a multi-bond are fired together and end one by one.
    """

    symbol = "Th"
    role = "conserving"
    a = Port(description="power in; positive flow passes when fired, negative effort is blocked")
    gate = Law(
        (), description="condition under which it is fired, such as 'pulse(0.02, 1e-3)'; a signal counts from 0.5"
    )

    def __init__(self, *values: Any, **given: Any):
        super().__init__(*values, **given)
        if isinstance(self.given.get("gate"), (bool, np.bool_)):
            self._set(given={**self.given, "gate": str(bool(self.given["gate"]))})  # a condition, as in files

    def pairs(self, s: Any) -> Iterator[Pair]:
        if s.gate is None:
            raise ModelError("the thyristor does not know when it is fired; give gate='pulse(0.02, 1e-3)'", self.where)
        value = s.gate()
        if np.size(value) != 1:
            raise ModelError(
                f"all components are fired together, but 'gate' has {np.size(value)} conditions; give one, or a "
                "thyristor for each component with n=1",
                self.where,
            )
        threshold = choose(plain(node(np.ravel(np.asarray(value, dtype=object))[0])), ZERO, NEVER)
        for e, f in zip(s.e, s.f, strict=True):
            yield Pair(e, f, upper=threshold, sliding=(None, ZERO), words=("blocks", "conducts", "blocks"))


class TransistorSwitch(_Switched):
    """Ideal transistor with its antiparallel diode: closed e = 0 whatever flows; open it passes negative flow only.

    A half bridge is two of these in series; while both are open (dead time) the diodes carry the load's current on.
    """

    symbol = "Tr"
    role = "conserving"
    leaky = ("Sw2", "D2")
    closed = _CLOSED

    def pairs(self, s: Any) -> Iterator[Pair]:
        upper = choose(self.condition(s), ZERO, NEVER)
        for e, f in zip(s.e, s.f, strict=True):
            yield Pair(e, f, lower=ZERO, upper=upper, words=("blocks", "conducts", "conducts backwards"))


class IdealZener(Element):
    """Ideal Zener diode: conducts forwards at e = e0, backwards at e = −ez, and blocks between; no resistance."""

    symbol = "Z"
    role = "dissipation"
    leaky = ("Zener",)
    a = Port(description="power in")
    breakdown = Parameter(
        5.0, "effort", "n", minimum=0.0, strict=True, description="effort ez at which it conducts backwards"
    )
    threshold = Parameter(0.0, "effort", "n", minimum=0.0, description="effort e0 at which it conducts forwards")

    def pairs(self, s: Any) -> Iterator[Pair]:
        for e, f, ez, e0 in zip(s.e, s.f, s.breakdown, s.threshold, strict=True):
            yield Pair(e, f, lower=-ez, upper=e0, words=("blocks", "conducts", "breaks down"))


__all__ = ["IdealZener", "Thyristor", "TransistorSwitch"]
