"""Semiconductors with smooth laws: exponential diode, bipolar transistor (Ebers and Moll), field-effect transistor."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..expression import Node, const, function, function_2
from ..model.declare import Option, Parameter, Port
from .element import Element, Equation

LARGEST = const(40.0)  # of an exponent; from there on exp goes on as its tangent, so that no iteration overflows


def exponential(x: Any) -> Any:
    """exp(x), continued by its tangent beyond x = 40."""
    if isinstance(x, np.ndarray):
        return np.frompyfunc(exponential, 1, 1)(x)
    beyond: Node = function_2("max", x - LARGEST, 0)
    return function("exp", function_2("min", x, LARGEST)) * (1 + beyond)


class ExponentialDiode(Element):
    """Diode after Shockley: i = Is (exp(v / (emission Vt)) − 1); current positive in the forward direction."""

    symbol = "D"
    role = "dissipation"
    a = Port(domain="electrical", description="power in: forward voltage and current")
    former = {"N": "emission"}
    Is = Parameter(1e-14, "A", "n", minimum=0.0, strict=True, description="saturation current")
    Vt = Parameter(0.02585, "V", "n", minimum=0.0, strict=True, description="thermal voltage kT/q")
    emission = Parameter(1.0, "", "n", minimum=0.0, strict=True, description="emission coefficient")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.f, s.Is * (exponential(s.e / (s.emission * s.Vt)) - 1)


class BJT(Element):
    """Bipolar transistor after Ebers and Moll, common emitter: port b has v_BE and i_B, port c has v_CE and i_C.

    With v_BC = v_BE − v_CE: i_C = Is (exp(v_BE/Vt) − exp(v_BC/Vt)) − Is/beta_R (exp(v_BC/Vt) − 1),
    i_B = Is/beta_F (exp(v_BE/Vt) − 1) + Is/beta_R (exp(v_BC/Vt) − 1); a pnp transistor has all signs turned round.
    Both currents count positive into the transistor.
    """

    symbol = "BJT"
    role = "dissipation"
    b = Port(n=1, causality="flow", domain="electrical", description="base against emitter, power in")
    c = Port(n=1, causality="flow", domain="electrical", description="collector against emitter, power in")
    Is = Parameter(1e-14, "A", minimum=0.0, strict=True, description="transport saturation current")
    beta_F = Parameter(100.0, "", minimum=0.0, strict=True, description="forward current gain")
    beta_R = Parameter(1.0, "", minimum=0.0, strict=True, description="reverse current gain")
    Vt = Parameter(0.02585, "V", minimum=0.0, strict=True, description="thermal voltage kT/q")
    polarity = Option("npn", choices=("npn", "pnp"), description="kind of transistor")

    def equations(self, s: Any) -> Iterator[Equation]:
        sign = 1 if s.polarity == "npn" else -1
        v_be, v_ce = sign * s.b.e[0], sign * s.c.e[0]
        forward, reverse = exponential(v_be / s.Vt), exponential((v_be - v_ce) / s.Vt)
        yield s.c.f[0], sign * s.Is * (forward - reverse - (reverse - 1) / s.beta_R)
        yield s.b.f[0], sign * s.Is * ((forward - 1) / s.beta_F + (reverse - 1) / s.beta_R)


class MOSFET(Element):
    """Field-effect transistor after Shichman and Hodges, common source: port g has v_GS, port d has v_DS and i_D.

    i_D = K/2 (max(v_GS − v_T, 0)² − max(v_GD − v_T, 0)²) (1 + lambda |v_DS|) with v_GD = v_GS − v_DS and the
    threshold v_T, which holds in cut-off, in the linear range, in saturation and backwards; a p-channel has all signs
    turned round. The current counts positive into the drain. In saturation the current does not tell the voltage, so
    the current is computed.
    """

    symbol = "MOS"
    modulable = False
    role = "dissipation"
    g = Port(n=1, causality="flow", domain="electrical", description="gate against source, power in, always zero")
    d = Port(n=1, causality="flow", domain="electrical", description="drain against source, power in")
    former = {"VT": "threshold"}
    K = Parameter(1e-3, "A/V**2", minimum=0.0, strict=True, description="transconductance parameter (W/L times KP)")
    threshold = Parameter(1.0, "V", description="threshold voltage (of a p-channel: of −v_GS)")
    modulation = Parameter(0.0, "1/V", minimum=0.0, description="channel length modulation lambda")
    polarity = Option("n", choices=("n", "p"), description="kind of channel")

    def equations(self, s: Any) -> Iterator[Equation]:
        sign = 1 if s.polarity == "n" else -1
        v_gs, v_ds = sign * s.g.e[0], sign * s.d.e[0]
        source, drain = (function_2("max", v - s.threshold, 0) for v in (v_gs, v_gs - v_ds))
        yield s.d.f[0], sign * s.K / 2 * (source**2 - drain**2) * (1 + s.modulation * function("abs", v_ds))
        yield s.g.f[0], const(0)


__all__ = ["ExponentialDiode", "BJT", "MOSFET"]
