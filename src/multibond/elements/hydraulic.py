"""Hydraulics with pressure [Pa] as effort and volume flow [m³/s] as flow: resistances, inertia, stores, transducers.

One-ports that act between two pressures (orifice, pipe) stand on a 1-junction between two 0-junctions, one for each
pressure. Default values are those of mineral oil.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..errors import ModelError
from ..expression import Node, choose, der, function, node, relation
from ..model.declare import Input, Option, Output, Parameter, Port, Variable
from ..model.kind import Kind
from .element import Cell, Element, Equation

_DENSITY = Parameter(870.0, "kg/m**3", minimum=0.0, strict=True, description="density of the fluid")
_LAMINAR = Parameter(1e3, "Pa", minimum=0.0, strict=True, description="pressure drop where laminar becomes turbulent")
_PRESSURE, _FLOW = 1e5, 1e-5  # usual sizes [Pa, m³/s], below which nothing matters


class _HydraulicOnePort(Element):
    a = Port(domain="hydraulic", description="power in: pressure (drop), volume flow")


class Orifice(_HydraulicOnePort):
    """Turbulent orifice: Q = Cd A sqrt(2 |Δp| / rho) in the direction of Δp, laminar and smooth below p_laminar.

    The law is Q = Cd A sqrt(2/rho) Δp / (Δp² + p_laminar²)^¼. The area may be an expression of signals.
    """

    symbol = "R"
    role = "dissipation"
    A = Parameter(1e-5, "m**2", "n", minimum=0.0, description="area of the opening")
    Cd = Parameter(0.62, "", minimum=0.0, strict=True, description="discharge coefficient")
    rho = _DENSITY
    p_laminar = _LAMINAR

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.f, s.Cd * s.A * _root(s.e, s.rho, s.p_laminar)


class ServoValve(_HydraulicOnePort):
    """One edge of a servo valve: an orifice whose area is A_max · opening, for an opening signal kept between 0 and 1.

    A four-way valve has four of these, two with the opening u and two with −u.
    """

    symbol = "MR"
    modulable = False
    role = "dissipation"
    A_max = Parameter(1e-5, "m**2", "n", minimum=0.0, strict=True, description="area when fully open")
    Cd = Parameter(0.62, "", minimum=0.0, strict=True, description="discharge coefficient")
    rho = _DENSITY
    p_laminar = _LAMINAR
    leak = Parameter(0.0, "", minimum=0.0, description="smallest opening, through which it leaks when closed")
    opening = Input("", "", description="opening: at most `leak` closed, 1 fully open")

    def equations(self, s: Any) -> Iterator[Equation]:
        low = choose(relation("lt", s.opening, s.leak), s.leak, s.opening)
        opening = choose(relation("gt", s.opening, 1), 1, low)
        yield s.f, s.Cd * s.A_max * opening * _root(s.e, s.rho, s.p_laminar)

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        for i in range(self.n):  # a closed valve does not tell its pressure drop
            yield Cell("flow", ((0, i),))


class FourWayValve(Element):
    """Four-way proportional valve with sharp edges: a positive `opening` leads from the supply p to a and from b to the
    tank t, a negative one from p to b and from a to t; each edge is an orifice of the area A_max · |opening|.

    The opening is kept between −1 and 1; closed edges leak through `leak` (part of A_max); an `overlap` is the opening
    from which on the edges open, negative for an open centre (underlap).
    """

    symbol = "MR"
    modulable = False
    role = "dissipation"
    one_domain = True
    p = Port(causality="flow", domain="hydraulic", description="supply, power in: pressure, volume flow")
    t = Port(causality="flow", domain="hydraulic", description="tank, power in")
    a = Port(causality="flow", domain="hydraulic", description="first side of the cylinder, power in")
    b = Port(causality="flow", domain="hydraulic", description="second side of the cylinder, power in")
    A_max = Parameter(1e-5, "m**2", "n", minimum=0.0, strict=True, description="area of an edge when fully open")
    Cd = Parameter(0.62, "", minimum=0.0, strict=True, description="discharge coefficient")
    rho = _DENSITY
    p_laminar = _LAMINAR
    leak = Parameter(0.0, "", minimum=0.0, description="smallest opening of an edge, through which it leaks")
    overlap = Parameter(0.0, "", description="opening from which on edges open; negative for an open centre")
    opening = Input("", "", description="position of the spool, from -1 to 1")

    def equations(self, s: Any) -> Iterator[Equation]:
        supply_a, supply_b = (self._edge(s, sign * s.opening) for sign in (1, -1))
        size = s.Cd * s.A_max
        to_a, to_b, from_a, from_b = (
            size * edge * _root(drop, s.rho, s.p_laminar)
            for edge, drop in (
                (supply_a, s.p.e - s.a.e), (supply_b, s.p.e - s.b.e),
                (supply_b, s.a.e - s.t.e), (supply_a, s.b.e - s.t.e),
            )
        )  # fmt: skip
        yield s.p.f, to_a + to_b
        yield s.t.f, -from_a - from_b
        yield s.a.f, from_a - to_a
        yield s.b.f, from_b - to_b

    @staticmethod
    def _edge(s: Any, opening: Node) -> Node:
        """The part of its area that an edge has open."""
        wide = opening - s.overlap
        low = choose(relation("lt", wide, s.leak), s.leak, wide)
        return choose(relation("gt", wide, 1), 1, low)


def _root(p: np.ndarray, rho: Node, p_laminar: Node) -> np.ndarray:
    """The signed square root sqrt(2 p / rho), smooth within ± p_laminar."""
    return function("sqrt", 2 / rho) * p / (p**2 + p_laminar**2) ** 0.25


class LaminarPipe(_HydraulicOnePort):
    """Laminar resistance of a round pipe (Hagen and Poiseuille): Δp = 128 viscosity length / (π diameter⁴) Q."""

    symbol = "R"
    role = "dissipation"
    former = {"L": "length", "d": "diameter", "mu": "viscosity"}
    length = Parameter(1.0, "m", "n", minimum=0.0, strict=True, description="length")
    diameter = Parameter(0.01, "m", "n", minimum=0.0, strict=True, description="inner diameter")
    viscosity = Parameter(0.04, "Pa*s", minimum=0.0, strict=True, description="dynamic viscosity")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.e, 128 * s.viscosity * s.length / (math.pi * s.diameter**4) * s.f


class PipeInertia(_HydraulicOnePort):
    """Inertia of the fluid in a pipe: p = (rho length / A) Q with the pressure momentum p = ∫ Δp dt."""

    symbol = "I"
    hangs = "up"
    role = "storage"
    a = Port(causality="prefer flow", domain="hydraulic", description="power in: pressure drop, volume flow")
    former = {"L": "length"}
    length = Parameter(1.0, "m", "n", minimum=0.0, strict=True, description="length")
    A = Parameter(1e-4, "m**2", "n", minimum=0.0, strict=True, description="cross-section")
    rho = _DENSITY
    f0 = Parameter(0.0, "m**3/s", "n", description="volume flow at the start")
    p = Variable("Pa*s", "n", description="pressure momentum", kind=Kind.MOMENTUM)

    def equations(self, s: Any) -> Iterator[Equation]:
        yield der(s.p), s.e
        yield s.p, s.rho * s.length / s.A * s.f

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        yield s.p, s.rho * s.length / s.A * s.f0, "f0" in self.given

    def stored(self, s: Any) -> Node | None:
        return 0.5 * (s.p @ s.f)

    def nominal(self, s: Any) -> Iterator[tuple[Any, Any]]:
        yield s.p, s.rho * s.length / s.A * _FLOW


class _Vessel(_HydraulicOnePort):
    role = "storage"
    a = Port(causality="prefer effort", domain="hydraulic", description="power in: pressure, volume flow")
    V = Variable("m**3", "n", description="volume of fluid taken in", kind=Kind.DISPLACEMENT)

    def pressure(self, s: Any) -> np.ndarray:
        """The pressure as a function of the volume taken in."""
        raise NotImplementedError

    def equations(self, s: Any) -> Iterator[Equation]:
        yield der(s.V), s.f
        yield s.e, self.pressure(s)


class Compliance(_Vessel):
    """Compressible fluid in a stiff volume: pressure = bulk / volume · V, with V = ∫ Q dt the fluid pressed in.

    With a `vapour` pressure it cavitates: the pressure falls no lower, and what is taken out leaves a void behind,
    which must be filled before the pressure rises again.
    """

    symbol = "C"
    hangs = "down"
    former = {"p0": "e0"}
    volume = Parameter(1e-3, "m**3", "n", minimum=0.0, strict=True, description="volume of the line or chamber")
    bulk = Parameter(1.4e9, "Pa", minimum=0.0, strict=True, description="bulk modulus of the fluid")
    e0 = Parameter(0.0, "Pa", "n", description="pressure at the start")
    vapour = Parameter(
        None,
        "Pa",
        "n",
        description="pressure at which it cavitates, such as -95 kPa against the atmosphere (default never)",
    )

    def pressure(self, s: Any) -> np.ndarray:
        """bulk / volume · V, no lower than the vapour pressure."""
        elastic = s.bulk / s.volume * s.V
        if s.vapour is None:
            return elastic
        return np.array(
            [choose(relation("lt", p, least), least, p) for p, least in zip(elastic, s.vapour, strict=True)]
        )

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        yield s.V, s.e0 * s.volume / s.bulk, "e0" in self.given

    def nominal(self, s: Any) -> Iterator[tuple[Any, Any]]:
        yield s.V, _PRESSURE * s.volume / s.bulk

    def stored(self, s: Any) -> Node | None:
        elastic = s.bulk / s.volume * s.V
        energy = 0.5 * s.V * elastic
        if s.vapour is None:
            return node(sum(energy))
        void = s.vapour * (s.V - 0.5 * s.vapour * s.volume / s.bulk)  # the work of the constant pressure
        rows = zip(elastic, s.vapour, void, energy, strict=True)
        return node(sum(choose(relation("lt", p, least), low, high) for p, least, low, high in rows))

    def start_limits(self, s: Any) -> Iterator[tuple[Any, str]]:
        if s.vapour is not None:
            yield s.bulk / s.volume * s.V - s.vapour, "it starts below its vapour pressure; start higher"


class GasAccumulator(_Vessel):
    """Gas accumulator: pressure = precharge (volume / (volume − V))^kappa for a volume V of fluid taken in.

    `precharge` is the pressure of the gas without fluid, `volume` that of the gas then; 0 ≤ V < volume.
    ``process="isothermal"`` has kappa = 1. The bottom, where all fluid is out, is not modelled: a run that comes to it,
    or fills the whole volume, ends with an error.
    """

    symbol = "C"
    hangs = "down"
    former = {"p0": "precharge", "V0": "volume"}
    precharge = Parameter(5e6, "Pa", "n", minimum=0.0, strict=True, description="precharge pressure")
    volume = Parameter(1e-3, "m**3", "n", minimum=0.0, strict=True, description="gas volume at the precharge pressure")
    kappa = Parameter(1.4, "", minimum=1.0, strict=True, description="polytropic exponent, greater than 1")
    filled = Parameter(0.0, "m**3", "n", minimum=0.0, description="volume of fluid inside at the start")
    process = Option("polytropic", choices=("polytropic", "isothermal"), description="how the gas changes its state")

    def equations(self, s: Any) -> Iterator[Equation]:
        if s.process == "isothermal" and "kappa" in self.given:
            raise ModelError("an isothermal gas has kappa = 1; leave out kappa or process", self.where)
        yield from super().equations(s)

    def pressure(self, s: Any) -> np.ndarray:
        """precharge (volume / (volume − V))^kappa."""
        squeezed = s.volume / (s.volume - s.V)
        return s.precharge * squeezed if s.process == "isothermal" else s.precharge * squeezed**s.kappa

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        yield s.V, s.filled, "filled" in self.given

    def nominal(self, s: Any) -> Iterator[tuple[Any, Any]]:
        yield s.V, _PRESSURE / s.precharge * s.volume

    def limits(self, s: Any) -> Iterator[tuple[Any, str]]:
        # by a millionth of the volume: an accumulator may well start empty
        yield (
            s.V + 1e-6 * s.volume,
            "all its fluid is out, for the pressure fell to the precharge; lower the precharge, or fill it more",
        )
        yield (
            (1 - 1e-6) * s.volume - s.V,
            "it is full of fluid, for nothing of the gas volume is left; enlarge the volume",
        )

    def stored(self, s: Any) -> Node | None:
        squeezed = s.volume / (s.volume - s.V)
        if s.process == "isothermal":
            return (s.precharge * s.volume) @ np.log(squeezed)
        return (s.precharge * s.volume) @ (squeezed ** (s.kappa - 1) - 1) / (s.kappa - 1)


class Tank(_Vessel):
    """Open tank with upright walls: pressure at the bottom = rho g level, level = V / A."""

    symbol = "C"
    hangs = "down"
    A = Parameter(1.0, "m**2", "n", minimum=0.0, strict=True, description="area of the surface")
    rho = Parameter(1000.0, "kg/m**3", minimum=0.0, strict=True, description="density of the fluid (water)")
    g = Parameter(9.81, "m/s**2", minimum=0.0, strict=True, description="gravity")
    level0 = Parameter(0.0, "m", "n", minimum=0.0, description="level at the start")
    level = Output("m", "n", description="level above the bottom")

    def pressure(self, s: Any) -> np.ndarray:
        """rho g V / A."""
        return s.rho * s.g * s.V / s.A

    def equations(self, s: Any) -> Iterator[Equation]:
        yield from super().equations(s)
        yield s.level, s.V / s.A

    def initial(self, s: Any) -> Iterator[tuple[Any, Any, bool]]:
        yield s.V, s.A * s.level0, "level0" in self.given

    def nominal(self, s: Any) -> Iterator[tuple[Any, Any]]:
        yield s.V, s.A  # a level of one metre

    def doubtful(self, s: Any) -> Iterator[tuple[Any, str]]:
        yield (
            s.level,
            (
                "its level is below its bottom: more is drawn than was in it, and its pressure pulls; let what draws "
                "from it end there (a condition on level), or fill it higher at the start (level0)"
            ),
        )

    def stored(self, s: Any) -> Node | None:
        return 0.5 * (s.V @ self.pressure(s))


class Pump(Element):
    """Displacement pump or hydraulic motor without losses: Q = displacement w, torque = displacement Δp.

    The displacement is per radian; it may be an expression of signals (variable displacement).
    """

    symbol = "TF"
    role = "conserving"
    a = Port(domain="rotational", description="shaft, power in: torque, angular velocity")
    b = Port(inward=False, domain="hydraulic", description="power out: pressure difference, volume flow")
    former = {"D": "displacement"}
    displacement = Parameter(1e-6, "m**3/rad", "n", description="displacement per radian")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.b.f, s.displacement * s.a.f
        yield s.a.e, s.displacement * s.b.e

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        for i in range(self.n):
            yield Cell("tf", ((0, i), (1, i)))


class HydraulicCylinder(Element):
    """One side of a hydraulic cylinder without losses: force = A p, Q = A v."""

    symbol = "TF"
    role = "conserving"
    a = Port(domain="hydraulic", description="power in: pressure, volume flow")
    b = Port(inward=False, domain="translational", description="piston, power out: force, velocity")
    A = Parameter(1e-3, "m**2", "n", minimum=0.0, strict=True, description="area of the piston")

    def equations(self, s: Any) -> Iterator[Equation]:
        yield s.b.e, s.A * s.a.e
        yield s.a.f, s.A * s.b.f

    def cells(self, s: Any, attached: int) -> Iterator[Cell]:
        for i in range(self.n):
            yield Cell("tf", ((0, i), (1, i)))


__all__ = [
    "Orifice", "ServoValve", "FourWayValve", "LaminarPipe", "PipeInertia", "Compliance", "GasAccumulator", "Tank",
    "Pump", "HydraulicCylinder",
]  # fmt: skip
