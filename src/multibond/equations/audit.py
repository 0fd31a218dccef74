"""The states of the energy audit: what went into losses, what sources delivered, and what each component took in."""

from __future__ import annotations

from ..expression import ZERO, Node, add, added, neg
from ..model.kind import Kind
from .alias import Aliased, replace_variables
from .system import Power, System

EACH = "each"  # an energy balance with the energy of every component
DISSIPATED = added("energy.dissipated")  # J, since the start, in all resistors
DELIVERED = added("energy.delivered")  # J, since the start, by all sources
OTHER = added("energy.other")  # J, since the start, into storage that has no energy formula
TAKEN = added("energy.taken")  # J, since the start, by their bonds into stores that are modulated


def energy_into(path: str, role: str) -> Node:
    """The state that holds the energy that went into what the component at `path` has of a role [J]."""
    return added(f"energy into {path} as {role}")


def audit_states(system: System, aliased: Aliased, audit: bool | str) -> dict[Node, tuple[Kind, Node]]:
    """The states that `audit` asks for, each with its kind and its derivative, a power [W]."""
    if not audit:
        return {}
    found = {state: (Kind.AUDIT, power) for state, power in _sums(system, aliased).items()}
    if audit == EACH:
        for term in system.powers:  # one component may be a spring and a damper
            state, power = energy_into(term.path, term.role), _power(term, system, aliased)
            found[state] = (Kind.ENERGY, add(found[state][1], power) if state in found else power)
    return found


def _power(term: Power, system: System, aliased: Aliased) -> Node:
    return replace_variables([term.power], aliased.replaced, system.is_constant)[0]


def _sums(system: System, aliased: Aliased) -> dict[Node, Node]:
    """Power into losses, power delivered by sources, and power into storage that has no energy formula or whose
    energy changes through a parameter too [W].

    Those that the model has are there in every position of its switches, even where nothing flows.
    """
    sums: dict[Node, Node] = {}
    for term in system.powers:
        power = _power(term, system, aliased)
        if term.role == "dissipation":
            sums[DISSIPATED] = add(sums.get(DISSIPATED, ZERO), power)
        elif term.role == "source":
            sums[DELIVERED] = add(sums.get(DELIVERED, ZERO), neg(power))
        elif term.role == "storage" and term.stored is None:
            sums[OTHER] = add(sums.get(OTHER, ZERO), power)
        elif term.role == "storage" and term.modulated:
            sums[TAKEN] = add(sums.get(TAKEN, ZERO), power)
    return {state: sums[state] for state in (DISSIPATED, DELIVERED, OTHER, TAKEN) if state in sums}


__all__ = ["DELIVERED", "DISSIPATED", "EACH", "OTHER", "TAKEN", "audit_states", "energy_into"]
