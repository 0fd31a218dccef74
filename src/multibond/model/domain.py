"""Physical domains: the effort and flow of each. Their product is watts, but for the pseudo bonds of some."""

from __future__ import annotations

from ..errors import NameNotFound, nearest
from ..frozen import frozen


@frozen
class Domain:
    """A pair of power variables. Units are SI texts; effort × flow = W; displacement = ∫ flow, momentum = ∫ effort.

    `pseudo`: effort times flow is no power (temperature and heat flow): the energy audit leaves such bonds out, and no
    element couples them to others; signals do.
    """

    name: str
    effort: str
    effort_unit: str
    flow: str
    flow_unit: str
    displacement: str
    displacement_unit: str
    momentum: str
    momentum_unit: str
    pseudo: bool = False

    def unit(self, relative: str) -> str:
        """The unit text with the words ``effort`` and ``flow`` exchanged for this domain's units.

        >>> DOMAINS["electrical"].unit("effort/flow")
        '(V)/(A)'
        """
        if self.name == "generic" and ("effort" in relative or "flow" in relative):
            return ""
        return relative.replace("effort", f"({self.effort_unit})").replace("flow", f"({self.flow_unit})")


DOMAINS = {
    domain.name: domain
    for domain in (
        Domain("electrical", "voltage", "V", "current", "A", "charge", "C", "flux linkage", "Wb"),
        Domain("translational", "force", "N", "velocity", "m/s", "position", "m", "momentum", "N*s"),
        Domain("rotational", "torque", "N*m", "angular velocity", "rad/s", "angle", "rad", "angular momentum", "N*m*s"),
        Domain("hydraulic", "pressure", "Pa", "volume flow", "m^3/s", "volume", "m^3", "pressure momentum", "Pa*s"),
        Domain("thermal", "temperature", "K", "entropy flow", "W/K", "entropy", "J/K", "thermal momentum", "K*s"),
        Domain("chemical", "chemical potential", "J/mol", "molar flow", "mol/s", "amount", "mol",
               "chemical momentum", "J*s/mol"),
        Domain("heat", "temperature", "K", "heat flow", "W", "heat", "J", "temperature momentum", "K*s", pseudo=True),
        Domain("mass_flow", "pressure", "Pa", "mass flow", "kg/s", "mass", "kg", "pressure momentum", "Pa*s",
               pseudo=True),
        Domain("generic", "effort", "", "flow", "", "displacement", "", "momentum", ""),
    )
}  # fmt: skip
DOMAINS["acoustic"] = DOMAINS["hydraulic"]

_TRANSDUCERS = {
    frozenset(("electrical", "rotational")): "a gyrator GY (an electric motor: torque = k · current)",
    frozenset(("electrical", "translational")): "a gyrator GY (a voice coil: force = B l · current)",
    frozenset(("hydraulic", "translational")): "a transformer TF (a piston: force = area · pressure)",
    frozenset(("hydraulic", "rotational")): "a transformer TF (a pump: torque = displacement · pressure)",
    frozenset(("hydraulic", "electrical")): "a gyrator GY or an electric motor (GY) that drives a pump (TF)",
    frozenset(("chemical", "electrical")): "a transformer TF (an electrode: charge = z F · amount)",
    frozenset(("chemical", "hydraulic")): "a transformer TF (a membrane: volume = molar volume · amount)",
    frozenset(("translational", "rotational")): "a transformer TF (a wheel: torque = radius · force)",
}


def domain(name: str) -> Domain:
    """The domain called `name`."""
    if not isinstance(name, str):
        raise NameNotFound(f"a domain is named by text, not {name!r}; there is {', '.join(DOMAINS)}")
    if name not in DOMAINS:
        raise NameNotFound(f"there is no domain '{name}'" + nearest(name, DOMAINS))
    return DOMAINS[name]


def transducer(first: str, second: str) -> str:
    """The element that couples two domains, in words."""
    if DOMAINS[first].pseudo or DOMAINS[second].pseudo:
        return (
            "signals: effort times flow is no power on these bonds, so measure one side (De, Df) and drive the other "
            "by a source of that expression, such as Sf('resistor.e*resistor.f', domain='heat')"
        )
    if "thermal" in (first, second):
        return "a resistor with heat port RS (its losses become heat)"
    return _TRANSDUCERS.get(frozenset((first, second)), "a transformer TF or a gyrator GY")
