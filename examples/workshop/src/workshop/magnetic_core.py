"""A coil on a core of iron that saturates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import multibond as mb


class MagneticCore(mb.Element):
    """Coil on a saturating core: current f = p/L (1 + (p/p_sat)⁸) of the flux linkage p; dp/dt = e.

    Far below p_sat it is an inductor L; beyond it the current rises steeply while the flux hardly does.
    """

    symbol = "I"
    role = "storage"
    hangs = "up"
    a = mb.Port(causality="prefer flow", domain="electrical", description="power in")
    L = mb.Parameter(1.0, "H", minimum=0.0, strict=True, description="inductance at small currents")
    p_sat = mb.Parameter(1.0, "V*s", minimum=0.0, strict=True, description="flux linkage at which it saturates")
    p0 = mb.Parameter(0.0, "V*s", description="flux linkage at the start")
    p = mb.Variable("V*s", description="flux linkage")

    def equations(self, s: Any) -> Iterator[tuple[Any, Any]]:
        """The law of Faraday, and the magnetisation curve."""
        yield mb.der(s.p), s.e
        yield s.f, s.p / s.L * (1 + (s.p / s.p_sat) ** 8)

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        """The flux linkage starts at p0, which must hold where it was given."""
        yield s.p, s.p0, "p0" in self.given

    def stored(self, s: Any) -> Any:
        """The energy ∫ f dp [J]."""
        return sum(s.p**2 / (2 * s.L) * (1 + (s.p / s.p_sat) ** 8 / 5))

    def icon(self, look: mb.look.Look) -> mb.look.Icon:
        """A coil beside two bars of iron."""
        turns = [mb.look.line(*mb.look.around(x, -4, 6, 180, 360)) for x in (-18, -6, 6, 18)]
        bars = [mb.look.line((-24, y), (24, y), width=2.2) for y in (4, 8)]
        return mb.look.Icon(52, 24, "box", [*turns, *bars], look.captions())
