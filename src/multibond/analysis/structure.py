"""What the graph and its equations tell before any simulation: causality, freedom, causal paths, redundancy."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import field
from typing import Any

import numpy as np

from ..equations.compile import Compiled, compile_system
from ..equations.draft import Draft
from ..equations.formulation import formulation, model_wishes
from ..equations.passes import METHODS, stages
from ..equations.system import System
from ..equations.wanted import wished
from ..errors import Asked, KeyNotFound, StructureError, nearest
from ..expression import Node, name_of
from ..frozen import frozen
from ..graph.causality import Causality, causality
from ..graph.named_units import unit_of
from ..graph.power import against
from ..graph.spoken import spoken
from ..model.composite import Composite
from ..model.kind import Kind
from ..model.unit import pretty
from ..simulation.first_position import exchanges_laws
from .causal import causal_findings, path_lines, rule_lines
from .mobility import Mobility, graph_mobility, mobility_or_reason
from .mobility_text import mobility_lines

POSITIONS = {"m", "rad"}
VELOCITIES = {"m/s", "rad/s", "N·s", "N·m·s", "kg·m/s", "kg·m²/s"}
MOST_PATHS = 12  # causal paths that are printed; bodies in a chain have very many
MOST_BREACHES = 4  # of rules C1 and C2; joints with coordinates of their own have many


@frozen
class Analysis(Asked):
    """The findings by name: ``analysis["degrees_of_freedom"]``; printed as people read them."""

    found: dict[str, Any]
    model: Composite | None = field(default=None, repr=False)

    def _repr_html_(self) -> str:
        from ..picture.notebook_view import analysis_view

        return analysis_view(self.model, str(self))

    def __getitem__(self, name: str) -> Any:
        if not isinstance(name, str) or name not in self.found:
            raise KeyNotFound(f"the analysis has no finding {name!r}" + nearest(name, self.found))
        return self.found[name]

    def __contains__(self, name: object) -> bool:
        return name in self.found

    def keys(self) -> list[str]:
        """The names of all findings."""
        return list(self.found)

    def __str__(self) -> str:
        return text(self.found)


def analyse(model: Composite) -> Analysis:
    """Analyse a model without running it."""
    made = formulation(model)
    system = made.system()
    causal = causality(made.graph, system.scopes)
    draft, refused = _compiled(system)
    assert draft.selected is not None
    freedom, unknown = mobility_or_reason(model)
    states = [name_of(x) for x in draft.selected.states]
    elements = [flat.element for flat in made.graph.elements.values()]
    origins = {chain[0].origin for chain in draft.reduced.chains if len(chain) > 1}
    differentiated = sorted({spoken(origin, made.graph) for origin in origins})
    return Analysis({
        "model": model.title,
        "elements": len(elements),
        "bonds": _bonds(causal),
        **causal_findings(causal),
        **degrees_of_freedom(system, draft.selected.states, freedom),
        "order": len(states),
        "states": states,
        "equations": len(system.equations),
        "differentiation_index": draft.reduced.index,
        "differentiated": differentiated,
        **_systems(draft),
        "not_compiled": refused,
        "switches": sorted(_switches(draft)),
        "conditions": sorted({mode.origin for mode in draft.modes if not mode.structural}),
        # closing constraints that hold by themselves; what else is said twice is refused by the structural check
        "half_arrows": against(made.graph),
        "mobility": None if freedom is None else freedom.data(),
        "mobility_unknown": unknown,
        "redundancy": [] if freedom is None else list(map(str, freedom.redundancies)),
    }, model)  # fmt: skip


def _compiled(system: System) -> tuple[Draft, str]:
    """What the passes make of the equations: set-valued laws are inputs of one structure where a run begins so. Where
    systems that are solved together are too large to be compiled, as far as they came, and the sentence that says so.
    """
    forms = [False]
    if system.pairs:  # as they are with all of them open something may float, as the load of a rectifier
        forms = [False, True] if exchanges_laws(system) else [True, False]
    for paired in forms:
        try:
            return _passed(system, paired)
        except StructureError as error:
            refused = error
    compile_system(system, wishes=model_wishes(system), audit=False)  # says it in the modeller's words
    raise refused


def _passed(system: System, paired: bool) -> tuple[Draft, str]:
    """The last draft of the passes, and what is too large to go further."""
    draft = Draft(system, wished(system, model_wishes(system)), audit=False, paired=paired)
    try:
        for _, left in stages(draft, METHODS[system.realisation.method]):
            draft = left
    except StructureError as error:
        if draft.selected is None or not draft.blocks:  # in a second round, what the first one found is gone
            raise
        return draft, str(error)
    return draft, ""


def _switches(draft: Draft) -> set[str]:
    """The components with laws of which one or the other holds."""
    if draft.paired:
        return {law.origin for law in draft.system.pairs}
    return {mode.origin for mode in draft.modes if mode.structural}


def _systems(draft: Draft) -> dict[str, list[int]]:
    """Sizes of the systems that are solved together after tearing; before it, where it was refused."""
    if draft.schedule is not None:
        compiled = Compiled.of(draft)
        return {"linear_systems": compiled.linear_systems, "nonlinear_systems": compiled.nonlinear_systems}
    sizes = [len(block.unknowns) for block in draft.blocks if len(block.unknowns) > 1]
    return {"linear_systems": sizes, "nonlinear_systems": []}


def degrees_of_freedom(system: System, states: Sequence[Node], freedom: Mobility | None = None) -> dict[str, int]:
    """How many positions and velocities of a mechanical model are independent.

    `degrees_of_freedom` is the mobility of a mechanism, that of the inertias in a mechanical graph without frames; of a
    model without mechanics it is the number of states.
    """
    stored = {x for x in states if system.graph.joins and system.kind(x) is Kind.DISPLACEMENT and _is_stored(system, x)}
    levels = [
        _level(system, x) for x in states if x not in stored
    ]  # a spring in a mechanism has no position of its own
    parts = Counter(system.quantities[x].owner for x in states if system.kind(x) is Kind.QUATERNION)
    whole = sum(count == 4 for count in parts.values())
    positions = levels.count(Kind.POSITION) - whole  # the four numbers of a quaternion are three angles
    velocities = levels.count(Kind.VELOCITY)
    moving = freedom.mobility if freedom is not None else graph_mobility(system) if _has_motion(system) else None
    if moving is None or (freedom is None and velocities):
        moving = velocities if positions or velocities else len(states)
    return {
        "degrees_of_freedom": moving,
        "position_degrees_of_freedom": positions,
        "velocity_degrees_of_freedom": velocities,
    }


def _level(system: System, state: Node) -> Kind | None:
    """Whether a state is a position or a velocity (or momentum), by its kind, else by its unit."""
    if state.op == "der":
        return Kind.VELOCITY if _level(system, state.args[0]) is Kind.POSITION else None
    known = system.quantities.get(state)
    if known is None:
        return None
    if known.kind in (Kind.POSITION, Kind.ORIENTATION, Kind.QUATERNION):
        return Kind.POSITION
    if known.kind is Kind.VELOCITY:
        return Kind.VELOCITY
    unit = pretty(unit_of(system.graph, name_of(state)))
    flat = system.graph.elements.get(known.owner)
    if not unit and flat is not None and flat.domain.name == "generic" and _is_mechanical(system):
        # bonds of bodies carry forces and torques together and have no unit of their own
        return _STORED.get(known.kind)
    return Kind.POSITION if unit in POSITIONS else Kind.VELOCITY if unit in VELOCITIES else None


_STORED = {Kind.DISPLACEMENT: Kind.POSITION, Kind.MOMENTUM: Kind.VELOCITY, Kind.FLOW: Kind.VELOCITY}


def _is_mechanical(system: System) -> bool:
    flats = system.graph.elements.values()
    return bool(system.graph.joins) or any(flat.domain.name in ("translational", "rotational") for flat in flats)


def _is_stored(system: System, state: Node) -> bool:
    flat = system.graph.elements.get(system.quantities[state].owner)
    return flat is not None and flat.element.role == "storage"


def _has_motion(system: System) -> bool:
    """Whether a graph is one of mechanics, or has coordinates beside its bonds as mechanics has."""
    sensors = any(
        system.kind(x) is Kind.DISPLACEMENT
        for path, flat in system.graph.elements.items()
        if flat.element.role == "sensor"
        for x in np.ravel(getattr(system.scopes.locals[path], "q", ()))
    )
    return sensors or _is_mechanical(system)


def _bonds(causal: Causality) -> list[dict[str, Any]]:
    return [
        {
            "name": bond.label, "tail": bond.tail[0], "head": bond.head[0], "n": bond.n,
            "strokes": list(causal.strokes[bond.index]), "notation": causal.notation(bond.index),
        }
        for bond in causal.graph.bonds
    ]  # fmt: skip


def text(found: dict[str, Any]) -> str:
    """The analysis as people read it."""
    bonds, storage = found["bonds"], found["storage"]
    scalar = sum(bond["n"] for bond in bonds)
    lines = [
        f"{found['model']}: {found['elements']} elements, {len(bonds)} bonds"
        + (f" with {scalar} components" if scalar != len(bonds) else ""),
        "",
        "causality (the stroke | is at the end where the flow is computed)",
    ]
    width = max((len(bond["name"]) for bond in bonds), default=0)
    lines += [f"  {bond['name']:>{width}}  {bond['notation']}" for bond in bonds]
    lines += ["", *_row("integral storage", storage["integral"]), *_row("derivative storage", storage["derivative"])]
    lines += _row("zero-order causal paths", path_lines(found["zero_order_causal_paths"], MOST_PATHS), "\n")
    loops = [" → ".join([*loop["elements"], loop["elements"][0]]) for loop in found["algebraic_loops"]]
    lines += _row("algebraic loops", loops, "\n")
    if found["rules"]:
        lines += _row("rules C1 and C2", rule_lines(found["rules"], MOST_BREACHES), "\n")
    lines += ["", *_row("degrees of freedom", [_freedom(found)]), *_row("states", found["states"])]
    lines += _row("causal index", [str(found["causal_index"])])
    lines += _row("equations", [f"{found['equations']}, differentiation index {found['differentiation_index']}"])
    if found["differentiated"]:
        lines += _row("differentiated", found["differentiated"])
    lines += _row("linear systems", [f"size {size}" for size in found["linear_systems"]])
    lines += _row("nonlinear systems", [f"size {size}" for size in found["nonlinear_systems"]])
    if found["not_compiled"]:
        lines += _row("not compiled", [found["not_compiled"]])
    for key in ("switches", "conditions"):
        if found[key]:
            lines += _row(key, found[key])
    lines += mobility_lines(found)
    lines += _row("redundancy", found["redundancy"] or ["none"], "\n")
    if found["half_arrows"]:
        lines += _row("half arrows", found["half_arrows"], "\n")
    return "\n".join(lines)


def _freedom(found: dict[str, Any]) -> str:
    positions, velocities = found["position_degrees_of_freedom"], found["velocity_degrees_of_freedom"]
    if positions or velocities:
        return f"{positions} in position, {velocities} in velocity (order {found['order']})"
    return f"{found['degrees_of_freedom']} (order {found['order']})"


def _row(title: str, entries: list[str], separator: str = ", ") -> list[str]:
    head = f"{title:<25}"
    if separator == "\n":
        return [(head if k == 0 else " " * 25) + entry for k, entry in enumerate(entries or ["none"])]
    return [head + (separator.join(entries) or "none")]
