"""What the graph and its equations tell before any simulation: causality, freedom, causal paths, redundancy."""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from ..equations.compile import compile_system
from ..equations.formulation import formulation, model_wishes
from ..equations.system import System
from ..expression import name_of
from ..graph.causality import Causality, causality
from ..graph.redundancy import advice
from ..graph.spoken import spoken
from ..model.composite import Composite
from ..result.export import unit_of

POSITIONS = {"m", "rad"}
VELOCITIES = {"m/s", "rad/s", "N·s", "N·m·s", "kg·m/s", "kg·m²/s"}
MOST_PATHS = 12  # causal paths that are printed; bodies in a chain have very many


@dataclass(frozen=True)
class Analysis:
    """The findings by name: ``analysis["degrees_of_freedom"]``; printed as people read them."""

    found: dict[str, Any]

    def __getitem__(self, name: str) -> Any:
        return self.found[name]

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
    compiled = compile_system(system, wishes=model_wishes(system), audit=False)
    states = [name_of(x) for x in compiled.selected.states]
    elements = [flat.element for flat in made.graph.elements.values()]
    origins = {chain[0].origin for chain in compiled.reduced.chains if len(chain) > 1}
    differentiated = sorted({spoken(origin, made.graph) for origin in origins})
    return Analysis({
        "model": model.title,
        "elements": len(elements),
        "bonds": _bonds(causal),
        "storage": {"integral": list(map(str, causal.integral)), "derivative": list(map(str, causal.derivative))},
        "algebraic_loops": [
            {"elements": list(loop.elements), "resistors": list(loop.dissipative)} for loop in causal.loops
        ],
        "zero_order_causal_paths": [
            {"storage": str(found.storage), "paths": [list(path) for path in dict.fromkeys(found.paths)]}
            for found in causal.dependences
        ],
        **degrees_of_freedom(system, states),
        "order": len(states),
        "states": states,
        "equations": len(system.equations),
        "index": compiled.reduced.index,
        "differentiated": differentiated,
        "linear_systems": compiled.linear_systems,
        "nonlinear_systems": compiled.nonlinear_systems,
        "switches": sorted({mode.origin for mode in compiled.modes if mode.structural}),
        "conditions": sorted({mode.origin for mode in compiled.modes if not mode.structural}),
        # closing constraints that hold by themselves; what else is said twice is refused by the structural check
        "redundancy": advice(compiled.system.graph, compiled.aliased.redundant),
    })  # fmt: skip


def degrees_of_freedom(system: System, states: list[str]) -> dict[str, int]:
    """How many positions and velocities of a mechanical model are independent.

    `degrees_of_freedom` is the number of velocities; of a model without mechanics it is the number of states.
    """
    kinds = [_kind(system, name) for name in states]
    whole = [name[:-3] for name in states if name.endswith(".Q[0]") and f"{name[:-3]}[3]" in states]
    positions = kinds.count("position") - len(whole)  # the four numbers of a quaternion are three angles
    velocities = kinds.count("velocity")
    return {
        "degrees_of_freedom": velocities if positions or velocities else len(states),
        "position_degrees_of_freedom": positions,
        "velocity_degrees_of_freedom": velocities,
    }


def _kind(system: System, name: str) -> str:
    """Whether a state is a position or a velocity (or momentum), by its unit."""
    if name.startswith("der("):
        return "velocity" if _kind(system, name[4:-1]) == "position" else ""
    unit = unit_of(SimpleNamespace(system=system), name)  # type: ignore[arg-type]
    if not unit:  # bonds of bodies carry forces and torques together and have no unit of their own
        owner, _, last = name.partition("[")[0].rpartition(".")
        flat = system.graph.elements.get(owner)
        if flat is not None and flat.domain.name == "generic" and _is_mechanical(system):
            unit = {"flow*s": "m", "effort*s": "N·s"}.get(getattr(flat.element.declarations.get(last), "unit", ""), "")
            unit = "m/s" if last in ("f", "v", "w") else "rad" if last == "Q" else unit
    return "position" if unit in POSITIONS else "velocity" if unit in VELOCITIES else ""


def _is_mechanical(system: System) -> bool:
    flats = system.graph.elements.values()
    return any(
        flat.domain.name in ("translational", "rotational") or "Frame" in type(flat.element).__name__ for flat in flats
    )


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
    paths = [
        f"{path['storage']}: {' → '.join(way)}" for path in found["zero_order_causal_paths"] for way in path["paths"]
    ]
    if len(paths) > MOST_PATHS:
        paths[MOST_PATHS:] = [f"… and {len(paths) - MOST_PATHS} more, listed by --json"]
    lines += _row("zero-order causal paths", paths, "\n")
    loops = [" → ".join([*loop["elements"], loop["elements"][0]]) for loop in found["algebraic_loops"]]
    lines += _row("algebraic loops", loops, "\n")
    lines += ["", *_row("degrees of freedom", [_freedom(found)]), *_row("states", found["states"])]
    lines += _row("equations", [f"{found['equations']}, index {found['index']}"])
    if found["differentiated"]:
        lines += _row("differentiated", found["differentiated"])
    lines += _row("linear systems", [f"size {size}" for size in found["linear_systems"]])
    lines += _row("nonlinear systems", [f"size {size}" for size in found["nonlinear_systems"]])
    for key in ("switches", "conditions"):
        if found[key]:
            lines += _row(key, found[key])
    lines += _row("redundancy", found["redundancy"] or ["none"])
    return "\n".join(lines)


def _freedom(found: dict[str, Any]) -> str:
    positions, velocities = found["position_degrees_of_freedom"], found["velocity_degrees_of_freedom"]
    shown = f"{positions} in position, {velocities} in velocity" if positions or velocities else f"{found['order']}"
    return f"{shown} (order {found['order']})"


def _row(title: str, entries: list[str], separator: str = ", ") -> list[str]:
    head = f"{title:<25}"
    if separator == "\n":
        return [(head if k == 0 else " " * 25) + entry for k, entry in enumerate(entries or ["none"])]
    return [head + (separator.join(entries) or "none")]
