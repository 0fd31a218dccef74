"""The content of a report, taken from the graph, its causality and its state model."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np

from ...equations.degrees import in_degrees
from ...equations.formulation import formulation
from ...equations.linear_graph import NotLinear, label_order
from ...equations.signs import negative
from ...equations.state_space import StateSpace, state_space
from ...errors import StructureError
from ...expression import evaluate, leaves, nodes
from ...graph.causality import Causality, causality
from ...model.declare import Law, Option, Parameter
from .document import Block, Document, Equations, Matrix, Remark, Section, Table
from .vectors import VECTORS, entries_of_graph

if TYPE_CHECKING:
    from ...equations.system import System
    from ...model.composite import Composite


def content(model: Composite, symbolic: bool) -> Document:
    """All six parts."""
    system = formulation(model).system()
    space: StateSpace | None = None
    reason = ""
    try:
        space = state_space(system, symbolic=symbolic)
    except (NotLinear, StructureError) as error:
        reason = str(error)
    causal = space.causality if space else causality(system.graph, system.scopes)
    sections = (
        Section("I", "Structure of the bond graph", _structure(system)),
        Section("II", "Power flow and causality", _causality(causal)),
        Section("III", "Classes of bonds", _classes(causal)),
        Section("IV", "Characteristic vectors", _vectors(causal, space)),
        Section("V", "Matrices of the bond graph", _graph_matrices(space, reason)),
        Section("VI", "Matrices of the dynamic model", _model_matrices(model, space)),
    )
    facts = {"linear": space is not None, "reason": reason, "symbolic": symbolic,
             "elements": len(system.graph.elements), "bonds": len(system.graph.bonds)}  # fmt: skip
    return Document(system.graph.title, model.description, sections, facts)


def _structure(system: System) -> tuple[Block, ...]:
    graph = system.graph
    rows = []
    for path, flat in graph.elements.items():
        bonds = ", ".join(graph.bonds[a.bond].label + (" in" if a.head else " out") for a in flat.attached)
        rows.append((path, type(flat.element).__name__, str(flat.element.n), flat.domain.name, bonds))
    parameters = []
    for path, flat in graph.elements.items():
        for name, declared in flat.element.declarations.items():
            given = flat.element.given.get(name)
            if isinstance(declared, Parameter) and (given is not None or name not in ("q0", "p0", "e0", "f0")):
                parameters += _parameter(system, path, name, declared)
            elif isinstance(declared, Law) and given is not None:
                shown = given if isinstance(given, str) else getattr(given, "__name__", str(given))
                parameters.append((path, name, str(shown), "", "", declared.description))
            elif isinstance(declared, Option) and given is not None:
                parameters.append((path, name, str(given), "", "", declared.description))
    model_rows = []
    for path, inner in graph.models.items():
        for name, declared in inner.declarations.items():
            if isinstance(declared, Parameter):
                model_rows += _parameter(system, path, name, declared)
    columns = ("element", "parameter", "expression", "value", "unit", "description")
    blocks: list[Block] = [
        Table("Elements and their bonds", ("element", "type", "n", "domain", "bonds"), tuple(rows)),
        Table("Elements and their parameters", columns, tuple(parameters)),
    ]
    if model_rows:
        blocks.append(Table("Parameters of the model", ("model", *columns[1:]), tuple(model_rows)))
    numbers = np.array([known.value for known in system.parameters.values()], dtype=float)
    doubts = (*negative(system, numbers), *in_degrees(system, numbers, None))  # as a run has them
    return (*blocks, *(Remark(f"doubt: {text}") for text in doubts))


def _parameter(system: System, path: str, name: str, declared: Parameter) -> list[tuple[str, ...]]:
    value = system.scopes.parameter(path, name)
    if value is None:
        return []
    array: Any = nodes(value)
    known = system.parameters
    full = f"{path}.{name}" if path else name
    flat = system.graph.elements.get(path)
    unit = flat.domain.unit(declared.unit) if flat is not None and flat.domain.name != "generic" else declared.unit
    unit = re.sub(r"\((\w+)\)", r"\1", unit)
    rows: list[tuple[str, ...]] = []
    for index in np.ndindex(*array.shape):
        suffix = f"[{','.join(map(str, index))}]" if index else ""
        entry = array[index]
        own = entry.op == "symbol" and entry.args[0] == full + suffix
        shown = "" if own or entry.op == "const" else str(entry)
        figure = ""
        if all(x.op == "symbol" and x.args[0] in known for x in leaves(entry)):
            figure = f"{float(evaluate([entry], {x: known[x.args[0]].value for x in leaves(entry)})[0]):.6g}"
        rows.append((path, name + suffix, shown, figure, unit, declared.description))
    return rows


def _causality(causal: Causality) -> tuple[Block, ...]:
    graph = causal.graph
    rows = []
    for bond in sorted(graph.bonds, key=lambda b: label_order(b.label)):
        direction = "given" if bond.directed else "by convention"
        rows.append((bond.label, causal.notation(bond.index), direction, bond.domain.name))
    blocks: list[Block] = [
        Table(
            "Bonds: half arrow in the direction of positive power, stroke where the flow is computed",
            ("bond", "from, to", "direction", "domain"),
            tuple(rows),
        ),
        Remark("Storage in integral causality: " + (", ".join(map(str, causal.integral)) or "none") + "."),
        Remark("Storage in derivative causality: " + (", ".join(map(str, causal.derivative)) or "none") + "."),
    ]
    blocks += [Remark(f"{dependence}.") for dependence in causal.dependences]
    blocks += [Remark(f"{str(loop)[0].upper()}{str(loop)[1:]}.") for loop in causal.loops]
    if not causal.loops:
        blocks.append(Remark("There are no algebraic loops."))
    return tuple(blocks)


def _classes(causal: Causality) -> tuple[Block, ...]:
    graph = causal.graph
    dependent = {(p.path, p.port) for p in causal.derivative}
    found: dict[str, list[str]] = {name: [] for name in (
        "external, source", "external, independent storage", "external, dependent storage", "external, dissipation",
        "external, sensor", "external, other", "internal")}  # fmt: skip
    kinds = {"source": "external, source", "dissipation": "external, dissipation", "sensor": "external, sensor"}
    for bond in sorted(graph.bonds, key=lambda b: label_order(b.label)):
        ends = [(graph.elements[path].element, path, port) for path, port in (bond.tail, bond.head)]
        # the classes are those of one-ports; a bond between parts of the junction structure is internal
        outer = [end for end in ends if end[0].role in (*kinds, "storage") or len(end[0].ports) == 1]
        outer = [end for end in outer if not end[0].junction]
        for element, path, port in outer[:1]:
            if element.role == "storage":
                kind = f"external, {'dependent' if (path, port) in dependent else 'independent'} storage"
            else:
                kind = kinds.get(element.role, "external, other")
            found[kind].append(bond.label)
        if not outer:
            found["internal"].append(bond.label)
    rows = tuple(
        (kind, ", ".join(labels) or "none") for kind, labels in found.items() if labels or kind != "external, other"
    )
    return (Table("Bonds by class", ("class", "bonds"), rows),)


def _vectors(causal: Causality, space: StateSpace | None) -> tuple[Block, ...]:
    known = {name: getattr(space, name) for name in VECTORS} if space else entries_of_graph(causal)
    blocks: list[Block] = []
    for name, title in VECTORS.items():
        rows = tuple((entry.name, str(entry.variable), entry.path) for entry in known[name])
        if rows:
            blocks.append(Table(f"{name}: {title}", ("entry", "variable", "element"), rows))
        else:
            blocks.append(Remark(f"{name}: {title} — none."))
    return tuple(blocks)


def _names(entries: Any) -> tuple[str, ...]:
    return tuple(entry.name for entry in entries)


def _dotted(entries: Any) -> tuple[str, ...]:
    return tuple(f"d{entry.name}/dt" for entry in entries)


def _graph_matrices(space: StateSpace | None, reason: str) -> tuple[Block, ...]:
    if space is None:
        return (Remark(f"The graph has no constant matrices. {reason}."),)
    x, z, d = _names(space.X_I), _names(space.Z_I), _names(space.d_in)
    out = (*_names(space.V), *_dotted(space.X_I), *_names(space.Z_D), *d)
    into = (*_names(space.U), *z, *_dotted(space.X_D), *_names(space.d_out))
    blocks: list[Block] = [
        Matrix("J", "junction structure", space.J, out, into, "[V, dX_I/dt, Z_D, d_in] = J [U, Z_I, dX_D/dt, d_out]"),
        Matrix("S_I", "independent storage field", space.S_I, z, x, "Z_I = S_I X_I"),
        Matrix("S_D_inverse", "dependent storage field", space.S_D_inverse, _names(space.X_D), _names(space.Z_D),
               "X_D = S_D_inverse Z_D"),
        Matrix("L", "dissipation field", space.L, _names(space.d_out), d, "d_out = L d_in"),
    ]  # fmt: skip
    if any(value != 0 for value in np.ravel(np.array(space.S_ID, dtype=object))):
        blocks += [
            Matrix("S_ID", "mixed storage", space.S_ID, z, _names(space.Z_D), "Z_I = S_I X_I + S_ID Z_D"),
            Matrix("S_DI", "mixed storage", space.S_DI, _names(space.X_D), x, "X_D = S_DI X_I + S_D_inverse Z_D"),
        ]
    return tuple(blocks)


def _model_matrices(model: Composite, space: StateSpace | None) -> tuple[Block, ...]:
    if space is None:
        from ..state_equations import state_equations

        found = state_equations(model)
        return (Equations("State equations", found.text(), found.latex()),)
    rates, states, inputs = _dotted(space.X), _names(space.X), _names(space.U)
    blocks: list[Block] = [
        Matrix("A", "state matrix", space.A, rates, states, "dX_I/dt = A X_I + B U + E dU/dt"),
        Matrix("B", "input matrix", space.B, rates, inputs),
        Matrix("E", "matrix of input rates", space.E, rates, _dotted(space.U)),
    ]
    values = tuple((e.name, str(value)) for e, value in zip(space.U, space.input_values, strict=True))
    if values:
        blocks.append(Table("Values of the inputs", ("input", "value"), values))
    return tuple(blocks)
