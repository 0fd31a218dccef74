"""The equations of a method: what stands in the place of the constraint elements of a flat system.

The realisation is a value, from which the same equations follow again elsewhere.
"""

from __future__ import annotations

from dataclasses import replace

from ..expression import Node, add, added, const, der, mul, sub, symbol, time_derivative
from ..graph.parameter import ParameterValue
from .alias import base
from .constrained import Constrained, Multiplier
from .methods import Realisation
from .system import Equation, Power, Start, System


def realised(system: System, realisation: Realisation) -> System:
    """`system` with its constraint elements realised."""
    rows = {row.place: k for k, row in enumerate(system.constraints)}
    made = _MAKERS[realisation.method](system, realisation)
    equations: list[Equation] = []
    for place, equation in enumerate(system.equations):
        equations += made.laws(rows[place]) if place in rows else [equation]
    return replace(
        system, equations=tuple(equations), starts=(*system.starts, *made.starts), powers=made.powers,
        parameters={**system.parameters, **made.parameters}, multipliers=made.multipliers, realisation=realisation,
        plain=system,
    )  # fmt: skip


class _Made:
    """What a method adds to a system beside the laws of the constraints."""

    def __init__(self, system: System, realisation: Realisation):
        self.system, self.realisation = system, realisation
        self.starts: list[Start] = []
        self.powers: tuple[Power, ...] = system.powers
        self.parameters: dict[str, ParameterValue] = {}
        self.multipliers: tuple[Multiplier, ...] = ()

    def laws(self, k: int) -> list[Equation]:
        """What stands for constraint k."""
        return [self.system.equations[self.system.constraints[k].place]]


class _Flows(_Made):
    """Sources of zero flow."""

    def laws(self, k: int) -> list[Equation]:
        """The flow is zero, and positions follow from their start; a redundant constraint bears nothing."""
        row = self.system.constraints[k]
        if k in self.realisation.dropped:
            return [Equation(row.effort, row.origin)]
        return [Equation(row.flow, row.origin, row.effort)]


class _Multipliers(_Made):
    """Efforts that come from outside, and the derivatives of the flows that they hold."""

    def __init__(self, system: System, realisation: Realisation):
        super().__init__(system, realisation)
        kept = [(k, row) for k, row in enumerate(system.constraints) if k not in realisation.dropped]
        if realisation.whole:
            kept = []
        found = {k: Multiplier(added(f"{row.name} multiplier"), added(f"{row.name} acceleration"), row)
                 for k, row in kept}  # fmt: skip
        self._of, self.multipliers = found, tuple(found.values())

    def laws(self, k: int) -> list[Equation]:
        """The effort is the multiplier; that of a redundant constraint is zero."""
        row = self.system.constraints[k]
        if k in self.realisation.dropped:
            return [Equation(row.effort, row.origin)]
        rate = time_derivative(row.flow, lambda x: self.system.is_constant(base(x)))
        if self.realisation.whole:
            return [Equation(rate, row.origin, row=k)]
        made = self._of[k]
        return [
            Equation(sub(row.effort, made.value), row.origin),
            Equation(sub(made.rate, rate), row.origin),
        ]


class _Springs(_Made):
    """A spring and a damper for each constraint."""

    def __init__(self, system: System, realisation: Realisation):
        super().__init__(system, realisation)
        held = {row.origin for row in system.constraints}
        springs: list[Power] = []
        for k, row in enumerate(system.constraints):
            stiffness, damping = self._numbers(k)
            spring, damper = mul(stiffness, deflection(row)), mul(damping, row.flow)
            half = mul(const(0.5), mul(spring, deflection(row)))
            springs.append(Power(row.origin, "storage", mul(spring, row.flow), half))
            springs.append(Power(row.origin, "dissipation", mul(damper, row.flow), None))
            self.starts.append(Start(deflection(row), const(0), row.origin, False))
        self.powers = (*(p for p in system.powers if p.path not in held), *springs)

    def _numbers(self, k: int) -> tuple[Node, Node]:
        row = self.system.constraints[k]
        if k not in self.realisation.chosen:
            assert row.stiffness is not None and row.damping is not None
            return row.stiffness, row.damping
        found = []
        for what in ("stiffness", "damping"):
            name = parasitic_parameter(row, what)
            self.parameters[name] = ParameterValue(1.0, "", f"{what} of the spring for {row.name}")
            found.append(symbol(name))
        return found[0], found[1]

    def laws(self, k: int) -> list[Equation]:
        """The deflection is the integral of the flow."""
        row = self.system.constraints[k]
        stiffness, damping = self._numbers(k)
        effort = add(mul(stiffness, deflection(row)), mul(damping, row.flow))
        return [
            Equation(sub(row.effort, effort), row.origin),
            Equation(sub(der(deflection(row)), row.flow), row.origin),
        ]


def parasitic_parameter(row: Constrained, what: str) -> str:
    """The name of the stiffness or damping of a constraint that the run chooses."""
    return f"{row.name} parasitic {what}"


def deflection(row: Constrained) -> Node:
    """The deflection of the spring that stands for a constraint [m or rad]."""
    return added(f"{row.name} deflection")


_MAKERS = {"reduced": _Made, "minimal": _Made, "zcp": _Flows, "lagrange": _Multipliers, "parasitic": _Springs}

__all__ = ["deflection", "parasitic_parameter", "realised"]
