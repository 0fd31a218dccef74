"""Chemistry with chemical potential μ [J/mol] as effort and molar flow [mol/s] as flow, at constant temperature."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..expression import Node, der
from ..expression.functions import maximum
from ..model.declare import Option, Parameter, Port, Variable
from ..model.kind import Kind
from .element import Element, Equation

GAS_CONSTANT = 8.31446261815324  # J/(mol K)
NOTHING = 1e-30  # mol; below a millionth of a molecule there is none

_GAS = Parameter(GAS_CONSTANT, "J/(mol*K)", minimum=0.0, strict=True, description="gas constant")
_TEMPERATURE = Parameter(298.15, "K", minimum=0.0, strict=True, description="temperature")


class Species(Element):
    """Amount x [mol] of a substance: μ = R T ln(K x).

    K [1/mol] is its thermodynamic constant: K = exp(μ°/RT) divided by the amount of the standard state. The stored
    (free) energy is R T x (ln(K x) − 1). It may start from nothing, x0 = 0: below 1e-30 mol the potential, which would
    be infinite, stays what it is there.
    """

    symbol = "C"
    hangs = "down"
    role = "storage"
    former = {"R": "gas_constant"}
    a = Port(causality="prefer effort", domain="chemical", description="power in: chemical potential, molar flow")
    K = Parameter(1.0, "1/mol", "n", minimum=0.0, strict=True, description="thermodynamic constant")
    x0 = Parameter(1.0, "mol", "n", minimum=0.0, description="amount at the start")
    T = _TEMPERATURE
    gas_constant = _GAS
    x = Variable("mol", "n", description="amount", kind=Kind.DISPLACEMENT)

    def equations(self, s: Any) -> Iterator[Equation]:
        yield der(s.x), s.f
        yield s.e, s.gas_constant * s.T * np.log(s.K * maximum(s.x, NOTHING))

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        yield s.x, s.x0, "x0" in self.given

    def limits(self, s: Any) -> Iterator[tuple[Any, str]]:
        for i, x in enumerate(s.x):  # by a little: one that starts from nothing, or runs out, may be off by rounding
            yield (
                x + 1e-6 * s.x0[i] + 1e-9,
                "its amount falls below zero: something draws more of it than there is; let the flow end with it",
            )

    @property
    def steep(self) -> bool:
        """Where it starts from nothing, its potential begins at minus infinity."""
        given = self.given.get("x0", 1.0)
        return not isinstance(given, str) and not np.all(given)

    def stored(self, s: Any) -> Node | None:
        return s.gas_constant * s.T * (s.x @ (np.log(s.K * maximum(s.x, NOTHING)) - 1))

    def nominal(self, s: Any) -> Iterator[tuple[Any, Any]]:
        if np.any(self.given.get("x0", 1.0)):  # one that starts from nothing has the size of what it comes from
            yield s.x, s.x0


class Chemostat(Element):
    """A substance kept at the amount x [mol]: μ = R T ln(K x), whatever flows."""

    symbol = "Se"
    role = "source"
    former = {"R": "gas_constant"}
    a = Port(inward=False, causality="effort", domain="chemical", description="power out")
    K = Parameter(1.0, "1/mol", "n", minimum=0.0, strict=True, description="thermodynamic constant")
    x = Parameter(1.0, "mol", "n", minimum=0.0, strict=True, description="amount, or an expression of time and signals")
    T = _TEMPERATURE
    gas_constant = _GAS

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.e, s.gas_constant * s.T * np.log(s.K * s.x)


class Reaction(Element):
    """Reaction after Marcelin and de Donder: v = k (exp(A_f/RT) − exp(A_r/RT)), the same flow v in at a and out at b.

    A_f, the effort at a, is the forward affinity: the sum of the chemical potentials of the reactants; A_r, at b, that
    of the products. With ``direction="forward"`` it cannot be reversed: v = k exp(A_f/RT).

    For A + B ⇌ C bond A and B to a 1-junction that leads to a, and b to C; a substance that takes part ν times comes
    through a transformer ``TF(1/ν)`` on the reactants' side, ``TF(ν)`` on the products' side (a to b in the sense of
    the reaction). With μ = R T ln(K x) this is mass action: v = k (K_A x_A K_B x_B − K_C x_C).
    """

    symbol = "Re"
    role = "dissipation"
    former = {"R": "gas_constant"}
    a = Port(causality="flow", domain="chemical", description="reactants, power in: forward affinity")
    b = Port(inward=False, causality="flow", domain="chemical", description="products, power out: reverse affinity")
    k = Parameter(1.0, "mol/s", "n", minimum=0.0, description="rate constant")
    T = _TEMPERATURE
    gas_constant = _GAS
    direction = Option(
        "both", choices=("both", "forward"), description="whether it can be reversed, or goes forward only"
    )

    def equations(self, s: Any) -> Iterator[Equation]:
        forward = s.k * np.exp(s.a.e / (s.gas_constant * s.T))
        back = s.k * np.exp(s.b.e / (s.gas_constant * s.T))
        yield s.a.f, forward - back if s.direction == "both" else forward
        yield s.b.f, s.a.f


__all__ = ["Species", "Chemostat", "Reaction"]
