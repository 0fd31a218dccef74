"""Causality, structure, degrees of freedom, causal paths and redundancy of a model."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from .model_argument import add_model, open_model
from .output import print_json

if TYPE_CHECKING:
    from ..graph.causality import Causality
    from ..model.composite import Model


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The options of `multibond analyse`."""
    add_model(parser)
    parser.add_argument("--json", action="store_true", help="the same as JSON, and nothing else")


def run(arguments: argparse.Namespace) -> int:
    """Print the analysis."""
    found = analysis(open_model(arguments.model))
    if arguments.json:
        print_json(found)
    else:
        print(text(found))
    return 0


def analysis(model: Model) -> dict[str, Any]:
    """What the graph and its equations tell before any simulation."""
    from ..equations.compile import compile_system
    from ..expression import name_of
    from ..graph.causality import causality
    from ..simulation import engine
    from ..simulation.machine import model_wishes

    made = engine(model)
    system = made.system()
    causal = causality(made.graph, system.scopes)
    compiled = compile_system(system, wishes=model_wishes(system), audit=False)
    states = [name_of(x) for x in compiled.selected.states]
    elements = [flat.element for flat in made.graph.elements.values()]
    differentiated = sorted({chain[0].origin for chain in compiled.reduced.chains if len(chain) > 1})
    return {
        "model": model.title,
        "elements": len(elements),
        "bonds": _bonds(causal),
        "storage": {"integral": list(map(str, causal.integral)), "derivative": list(map(str, causal.derivative))},
        "algebraic_loops": [
            {"elements": list(loop.elements), "resistors": list(loop.dissipative)} for loop in causal.loops
        ],
        "zero_order_causal_paths": [
            {"storage": str(found.storage), "paths": [list(path) for path in found.paths]}
            for found in causal.dependences
        ],
        "degrees_of_freedom": len(states),
        "states": states,
        "equations": len(system.equations),
        "index": compiled.reduced.index,
        "differentiated": differentiated,
        "linear_systems": compiled.linear_systems,
        "nonlinear_systems": compiled.nonlinear_systems,
        "switches": sorted({mode.origin for mode in compiled.modes if mode.structural}),
        "conditions": sorted({mode.origin for mode in compiled.modes if not mode.structural}),
        # equations that say something twice are refused by the structural check, with the names of their components
        "redundancy": [],
    }


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
    lines += _row("zero-order causal paths", [
        f"{path['storage']}: {' → '.join(way)}" for path in found["zero_order_causal_paths"] for way in path["paths"]
    ], "\n")  # fmt: skip
    loops = [" → ".join([*loop["elements"], loop["elements"][0]]) for loop in found["algebraic_loops"]]
    lines += _row("algebraic loops", loops, "\n")
    lines += ["", *_row("degrees of freedom", [str(found["degrees_of_freedom"])]), *_row("states", found["states"])]
    lines += _row("equations", [f"{found['equations']}, index {found['index']}"])
    if found["differentiated"]:
        lines += _row("differentiated", found["differentiated"])
    lines += _row("linear systems", [f"size {size}" for size in found["linear_systems"]])
    lines += _row("nonlinear systems", [f"size {size}" for size in found["nonlinear_systems"]])
    for key in ("switches", "conditions"):
        if found[key]:
            lines += _row(key, found[key])
    lines += _row("redundancy", found["redundancy"] or ["none: the equations are structurally independent"])
    return "\n".join(lines)


def _row(title: str, entries: list[str], separator: str = ", ") -> list[str]:
    head = f"{title:<25}"
    if separator == "\n":
        return [(head if k == 0 else " " * 25) + entry for k, entry in enumerate(entries or ["none"])]
    return [head + (separator.join(entries) or "none")]
