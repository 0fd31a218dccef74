"""What the strokes tell: storage by causality, zero-order causal paths, the causal index, rules C1 and C2."""

from __future__ import annotations

from typing import Any

from ..graph.causality import Causality
from ..graph.paths import MEANING, PathGroup
from ..graph.rules import breaches


def causal_findings(causal: Causality) -> dict[str, Any]:
    """The findings by name, as plain data."""
    return {
        "storage": {"integral": list(map(str, causal.integral)), "derivative": list(map(str, causal.derivative))},
        "algebraic_loops": [
            {"elements": list(loop.elements), "resistors": list(loop.dissipative)} for loop in causal.loops
        ],
        "zero_order_causal_paths": [_group(causal, group) for group in causal.paths],
        "path_classes": {str(kind): sum(g.count for g in causal.paths if g.kind == kind) for kind in MEANING},
        "dependent_storage": [
            {"storage": str(found.storage), "paths": [list(path) for path in dict.fromkeys(found.paths)]}
            for found in causal.dependences
        ],
        "causal_index": causal.index,
        "rules": [
            {"rule": found.rule, "element": found.element, "bond": found.bond, "reason": found.reason}
            for found in breaches(causal)
        ],
    }  # fmt: skip


def _group(causal: Causality, group: PathGroup) -> dict[str, Any]:
    bonds = causal.graph.bonds
    return {
        "class": group.kind,
        "count": group.count,
        "whole": group.whole,
        "ports": list(map(str, group.ports)),
        "paths": [
            {
                "ends": list(map(str, path.ends)), "elements": list(path.elements),
                "bonds": [{"bond": bonds[bond].label, "component": component} for bond, component in path.bonds],
            }
            for path in group.paths
        ],
    }  # fmt: skip


def path_lines(groups: list[dict[str, Any]], most: int) -> list[str]:
    """The paths as people read them, `most` of them; the class stands before each."""
    lines = []
    for group in groups:
        for path in group["paths"]:
            between = path["elements"][1:-1] if path["ends"] and group["class"] < 3 else path["elements"]
            way = [path["ends"][0], *between, path["ends"][1]] if group["class"] < 3 else [*between, between[0]]
            shown = way if len(way) <= 12 else [*way[:5], f"… {len(way) - 10} more …", *way[-5:]]
            lines.append(f"class {group['class']}: {' → '.join(shown)}{_rest(group)}")
    if len(lines) > most:
        lines[most:] = [f"… and {len(lines) - most} more, listed by --json"]
    return lines


def _rest(group: dict[str, Any]) -> str:
    if group["whole"]:
        return ""
    if group["class"] == 4:
        return f" (a shortest loop of those on {group['count']} scalar bonds)"
    return f" (a shortest; {group['count']} pairs of {len(group['ports'])} ports are coupled)"


def rule_lines(found: list[dict[str, Any]], most: int) -> list[str]:
    """Where the rules are broken: counted, and the first few in words."""
    lines = [f"{breach['rule']}: {breach['reason']}" for breach in found]
    if len(lines) > most:
        lines[most:] = [f"… and {len(lines) - most} more, listed by --json"]
    return lines


__all__ = ["causal_findings", "path_lines", "rule_lines"]
