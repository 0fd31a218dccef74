"""The characteristic vectors of any graph, linear or not, from its causality."""

from __future__ import annotations

from ...frozen import frozen
from ...graph.causality import Causality

VECTORS = {
    "U": "inputs, imposed by the sources",
    "V": "power complements of the inputs",
    "X_I": "energy variables of independent storage",
    "Z_I": "co-energy variables of independent storage",
    "X_D": "energy variables of dependent storage",
    "Z_D": "co-energy variables of dependent storage",
    "d_in": "inputs of the dissipation field",
    "d_out": "outputs of the dissipation field",
}


@frozen
class VectorEntry:
    """One entry: its name after the bond, its variable in the model's names, its element."""

    name: str
    variable: str
    path: str


def entries_of_graph(causal: Causality) -> dict[str, list[VectorEntry]]:
    """The vectors by name."""
    found: dict[str, list[VectorEntry]] = {name: [] for name in VECTORS}
    for path, flat in causal.graph.elements.items():
        role, s = flat.element.role, causal.scopes.locals[path]
        if role not in ("source", "storage", "dissipation"):
            continue
        for cell in flat.element.cells(s, len(flat.attached)):
            for place, component in cell.ends:
                effort, flow = _entry(causal, path, place, component, "e"), _entry(causal, path, place, component, "f")
                takes_effort = causal.takes_effort(path, place, component)
                taken, given = (effort, flow) if takes_effort else (flow, effort)
                if role == "source":
                    found["U"].append(given)
                    found["V"].append(taken)
                elif role == "dissipation":
                    found["d_in"].append(taken)
                    found["d_out"].append(given)
                elif cell.kind.startswith("prefer"):
                    stores_flow = cell.kind == "prefer effort"
                    side = "I" if takes_effort != stores_flow else "D"
                    letter = "q" if stores_flow else "p"
                    found[f"X_{side}"].append(_entry(causal, path, place, component, letter))
                    found[f"Z_{side}"].append(effort if stores_flow else flow)
    return found


def _entry(causal: Causality, path: str, place: int, component: int, letter: str) -> VectorEntry:
    flat = causal.graph.elements[path]
    attachment, of_bond = flat.end(place, component)
    bond = causal.graph.bonds[attachment.bond]
    inner, _, label = bond.label.rpartition(".")
    index = f"[{of_bond}]" if bond.n > 1 else ""
    name = f"{inner}.{letter}{label}{index}" if inner else f"{letter}{label}{index}"
    port = flat.whole(attachment.port)
    owner = path if len(flat.element.whole_ports) == 1 or letter in "pq" else f"{path}.{port}"
    index = f"[{component}]" if bond.n > 1 or attachment.port != port else ""
    return VectorEntry(name, f"{owner}.{letter}{index}", path)
