"""What can be read of a model: its equations, report, causal paths, eigenvalues and all of its parameters."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from ..equations.formulation import formulation, model_wishes
from ..equations.pass_text import PASSES, show_pass
from ..errors import ModelError, MultibondError, NameNotFound
from ..expression import Node, leaves, name_of
from ..expression import text as shown_text
from ..graph.named_units import unit_of as declared_unit
from ..graph.paths import MEANING
from ..model.declare import Parameter
from ..model.unit import pretty
from ..picture.mathematics import equation
from ..picture.report.content import content
from ..picture.report.html import fragment
from .checking import findings
from .model_text import document, model_of

KINDS = ("states", "element", "mechanics", "passes", "matrices")
LONGEST_PASS = 40_000  # characters of one pass that are shown


def equations(text: str, kind: str, path: str = "") -> list[dict[str, Any]]:
    """Equations in sections: rows with MathML and the components that take part, or plain text."""
    model = model_of(text)
    if kind == "states":
        return _states(model.equations())
    if kind == "element":
        return [_of_component(model, path)]
    if kind == "mechanics":
        return [{"title": "equations of motion", "rows": [], "text": str(model.equations(form="mechanics"))}]
    if kind == "matrices":
        return [{"title": "state space", "rows": [], "text": str(model.state_space(symbolic=True))}]
    if kind == "passes":
        system = formulation(model).system()
        wishes = model_wishes(system)
        return [{"title": name, "rows": [], "text": show_pass(system, wishes, name)[:LONGEST_PASS]} for name in PASSES]
    raise NameNotFound(f"there are no equations of the kind '{kind}'; there is {', '.join(KINDS)}")


def _states(found: Any) -> list[dict[str, Any]]:
    title = f"for {', '.join(found.positions)}" if found.positions else "state equations"
    rates = [_row(f"der({name_of(x)})", rate, found.tidy) for x, rate in zip(found.states, found.rates, strict=True)]
    sections = [{"title": title, "rows": rates, "text": ""}]
    if found.where:
        rows = [_row(name_of(x), value, found.tidy) for x, value in found.where]
        sections.append({"title": "where", "rows": rows, "text": ""})
    for part in found.together:
        unknowns = ", ".join(name_of(x) for x in part.unknowns)
        rows = [_row("0", residual, found.tidy) for residual in part.residuals]
        sections.append({"title": f"and {unknowns} from", "rows": rows, "text": ""})
    if found.outputs:
        rows = [_row(name, value, found.tidy) for name, value in found.outputs]
        sections.append({"title": "outputs", "rows": rows, "text": ""})
    return sections


def _of_component(model: Any, path: str) -> dict[str, Any]:
    """The laws that a component states, and those inside it."""
    model[path]  # a wrong name is answered by the nearest
    stated = [
        one for one in formulation(model).system().equations if one.origin == path or one.origin.startswith(f"{path}.")
    ]
    return {"title": path, "rows": [_row("0", one.residual, False, one.origin) for one in stated], "text": ""}


def _row(left: str, right: Node, tidy: bool, origin: str = "") -> dict[str, Any]:
    inner = re.sub(r"^der\((.*)\)$", r"\1", left)
    names = [inner, *(name_of(leaf) for leaf in leaves(right))] if not origin else [f"{origin}."]
    return {"mathml": equation(left, right, tidy), "text": f"{left} = {shown_text(right)}", "paths": _owners(names)}


def _owners(names: Iterable[str]) -> list[str]:
    found = dict.fromkeys(name.rpartition(".")[0] for name in names if "." in name)
    return [path.removeprefix("der(") for path in found if path]


def report(text: str, symbolic: bool = False) -> str:
    """The six-part report as a piece of HTML without script."""
    return fragment(content(model_of(text), symbolic))


def paths(text: str) -> list[dict[str, Any]]:
    """The zero-order causal paths in groups, each path with its elements and flat bonds."""
    known = findings(text)
    if known.causality is None or known.graph is None:
        raise ModelError("the model has no causality yet; mend what the messages say first")
    return [
        {
            "title": f"class {group.kind}: {MEANING[group.kind]}",
            "kind": group.kind,
            "paths": [
                {"elements": list(path.elements), "bonds": [bond for bond, _ in path.bonds], "text": str(path)}
                for path in group.paths
            ],
        }
        for group in known.causality.paths
    ]


def linear(text: str, at: Any = None, values: Mapping[str, Any] | None = None, source: str | None = None,
           output: str | None = None) -> tuple[dict[str, Any], dict[str, np.ndarray]]:  # fmt: skip
    """Eigenvalues at an operating point, and the frequency response from one input to one output."""
    model = model_of(text)
    system = model.linearize(at=at, parameters=values or None)
    sources = _sources(model)
    if source is not None or (not system.inputs and sources):
        chosen = [source] if source is not None else sources
        system = model.linearize(at=at, inputs=chosen, parameters=values or None)
    inputs, outputs = list(system.inputs), list(system.outputs)
    header = {"states": list(system.states), "inputs": inputs, "outputs": outputs, "input": "", "output": ""}
    arrays = {"eigenvalues": _pairs(system.eigenvalues)}
    if output is not None and output not in outputs:
        raise NameNotFound(f"there is no output '{output}'; there is {', '.join(outputs)}")
    if inputs and outputs:
        header |= {"input": inputs[0], "output": output or outputs[0]}
        header["inputs"] = list(dict.fromkeys([*inputs, *sources]))
        response = system.bode()
        i, j = outputs.index(header["output"]), inputs.index(header["input"])
        arrays |= {
            "frequency": response.frequency,
            "magnitude": response.magnitude[:, i, j],
            "phase": np.radians(response.phase[:, i, j]),
        }
    return header, arrays


def _sources(model: Any) -> list[str]:
    """The sources that the text itself has."""
    graph = formulation(model).graph
    return [path for path, component in _written(graph) if component.role == "source" and component.ports]


def eigenvalues(model: Any, values: Mapping[str, Any] | None) -> np.ndarray:
    """Real and imaginary parts of the eigenvalues at the start [1/s]; none where the model has no linear form there."""
    try:
        return _pairs(model.linearize(parameters=values or None).eigenvalues)
    except MultibondError:
        return np.zeros((0, 2))


def _pairs(values: Any) -> np.ndarray:
    numbers = np.asarray(values, dtype=complex)
    return np.stack([numbers.real, numbers.imag], axis=1) if len(numbers) else np.zeros((0, 2))


def parameters(text: str) -> list[dict[str, Any]]:
    """Every parameter by path: those with numbers, which a slider can change, and those that follow from others."""
    model, found = model_of(text), document(text)
    system = formulation(model).system()
    rows = []
    for name, known in system.parameters.items():
        stem = name.partition("[")[0]
        rows.append({
            "path": name, "value": known.value, "unit": _unit(system.graph, name), "description": known.description,
            "minimum": known.minimum, "place": list(found.place_of(stem)) or None, "varies": True,
        })  # fmt: skip
    for path, component in _written(system.graph):
        for name, declared in component.declarations.items():
            given = component.given.get(name)
            full = f"{path}.{name}" if path else name
            if isinstance(declared, Parameter) and isinstance(given, (str, Node)) and full not in system.parameters:
                if any(key.partition("[")[0] == full for key in system.parameters):
                    continue
                rows.append({
                    "path": full, "value": str(given), "unit": _unit(system.graph, full), "minimum": declared.minimum,
                    "description": declared.description, "place": list(found.place_of(full)) or None, "varies": False,
                })  # fmt: skip
    return rows


def _unit(graph: Any, name: str) -> str:
    return pretty(declared_unit(graph, name))


def _written(graph: Any) -> Iterable[tuple[str, Any]]:
    """The components that the text itself has: those of models that are not of a library."""
    for path, model in graph.models.items():
        if path and graph.models[path.rpartition(".")[0]].library == "user":
            yield path, model
    for path, flat in graph.elements.items():
        around = graph.models.get(path.rpartition(".")[0])
        if around is not None and around.library == "user":
            yield path, flat.element


__all__ = ["eigenvalues", "equations", "linear", "parameters", "paths", "report"]
