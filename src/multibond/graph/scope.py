"""Scopes: what every name in a model means, as expressions of parameters and variables.

A parameter that has a number becomes a symbol (a run-time input); one that is given by an expression becomes that
expression, so that everything is said in the names of the independent parameters.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..elements.element import Element
from ..errors import ModelError, NameNotFound, nearest
from ..expression import TIME, Node, const, evaluate, is_added, leaves, neg, node, nodes, parse, substitute, symbol
from ..model.component import Component, numbered, symbols
from ..model.composite import Composite
from ..model.declare import Input, Law, Option, Parameter, Variable
from ..model.domain import DOMAINS
from ..model.former import current_path
from ..model.kind import Kind, Quantity
from ..model.law import call_law
from ..model.mention import names_in
from ..model.unit import ANY, check_si, is_quantity, to_si
from .bond_view import views
from .demands import check_demands
from .flat import FlatElement, Graph
from .gravity_field import FIELD_AT, field_at
from .name_hint import PLANAR_WORLD, name_hint
from .networks import say_products
from .other_names import other_names, spelled_out
from .parameter import (
    ParameterValue,
    check_constant,
    check_entries,
    check_shape,
    expanded,
    is_expression,
    make_in_order,
    symmetric,
    unit_for,
    without_rounding,
)
from .shown_values import ShownValues


class Scopes:
    """All names of a flat graph. `overrides` replaces values of parameters by dotted path."""

    def __init__(self, graph: Graph, overrides: Mapping[str, Any] | None = None):
        self.graph = graph
        self.aliases = other_names(graph)
        spelled = spelled_out(self.aliases, overrides or {})
        self.overrides = {self.current(name): value for name, value in spelled.items()}
        self.parameters: dict[str, ParameterValue] = {}  # independent ones, by scalar name
        self.derived: dict[str, tuple[Node, Parameter]] = {}  # those given by expressions
        self.folded: dict[str, float] = {}  # numbers built into the structure
        self._entries = 0  # of matrices
        self.quantities: dict[Node, Quantity] = {}  # what each variable is
        self._known: dict[tuple[str, str], Any] = {}
        self._making: list[tuple[str, str]] = []  # parameters that are just being made
        self.shown = ShownValues(self)
        self._name_bonds()
        say_products(self)
        self.locals: dict[str, SimpleNamespace] = self._make_locals()
        self._finish()

    def _make_locals(self) -> dict[str, SimpleNamespace]:
        return {path: self._local(flat) for path, flat in self.graph.elements.items()}

    def _finish(self) -> None:
        """The parameters of composites, which elements need not mention, and what can be said when all are known."""
        for path, model in self.graph.models.items():
            for name, declared in model.declarations.items():
                if isinstance(declared, Parameter):
                    self.parameter(path, name)
        self._check_overrides()

    # ------------------------------------------------------------ bond variables
    def _name_bonds(self) -> None:
        self._bonds = [self._bond_variables(stem, number) for stem, number in self.graph.stems.items()]

    def _bond_variables(self, stem: str, number: int) -> tuple[np.ndarray, np.ndarray]:
        """Symbols for the effort and flow of a bond, named after a one-port at its end where there is one."""
        bond, sign, owner, index = self.graph.bonds[number], 1, "", ""
        for (path, port), at_head in ((bond.tail, False), (bond.head, True)):
            element = self.graph.elements[path].element
            if len(element.whole_ports) == 1 and not element.ports[port].many:
                owner, sign = path, 1 if element.ports[port].inward == at_head else -1
                whole = next(iter(element.whole_ports))
                # an element that calls something of its own e or f has those of its port under the port's name
                stem = path if element.declarations.keys().isdisjoint("ef") else f"{path}.{whole}"
                index = f"[{element.parts[0].index(port)}]" if port != whole else ""
        effort, flow = np.empty((2, bond.n), dtype=object)
        shape = () if bond.n == 1 else (bond.n,)
        effort[:], flow[:] = symbols(f"{stem}.e{index}", shape), symbols(f"{stem}.f{index}", shape)
        self.quantities.update(dict.fromkeys(effort, Quantity(Kind.EFFORT, owner, not owner)))
        self.quantities.update(dict.fromkeys(flow, Quantity(Kind.FLOW, owner, not owner)))
        return effort, flow if sign == 1 else np.array([neg(f) for f in flow], dtype=object)

    def bond(self, index: int) -> tuple[np.ndarray, np.ndarray]:
        """Effort and flow (positive from tail to head) of a bond."""
        return self._bonds[index]

    # ------------------------------------------------------------ scopes of elements
    def _local(self, flat: FlatElement) -> SimpleNamespace:
        element, path = flat.element, flat.path
        s = SimpleNamespace(n=element.n, time=TIME, active=path in self.graph.active)
        s.bonds = []
        single = len(element.whole_ports) == 1
        for name, view in views(flat, self.bond):
            s.bonds.append(view)
            if not element.whole_ports[name].many:
                setattr(s, name, view)
                if single:  # what the element itself calls e or f is that; its port has s.a.e, s.a.f
                    vars(s).update({v: x for v, x in zip("ef", (view.e, view.f)) if v not in element.declarations})
        for name, declared in element.declarations.items():
            if isinstance(declared, Parameter):
                setattr(s, name, expanded(element, declared, self.parameter(path, name)))
            elif isinstance(declared, Law):
                setattr(s, name, self._law(path, element, declared))
            elif isinstance(declared, (Variable, Input)):
                value = self.variable(path, name)
                vector = declared.shape not in ("",)
                setattr(s, name, np.atleast_1d(np.asarray(value, dtype=object)) if vector else value)
            elif isinstance(declared, Option):
                setattr(s, name, element.option(name))
        return s

    # ------------------------------------------------------------ names
    def variable(self, path: str, name: str) -> Any:
        """The symbol(s) of a declared variable or input."""
        key = (path, name)
        if key not in self._known:
            component = self.component(path)
            found = symbols(f"{path}.{name}" if path else name, component.shape(name))
            quantity = Quantity(getattr(component.declarations[name], "kind", Kind.SIGNAL), path)
            self.quantities |= dict.fromkeys(np.ravel(np.asarray(found, dtype=object)), quantity)
            self._known[key] = found
        return self._known[key]

    def component(self, path: str) -> Component:
        """The element or composite at a path."""
        return self.graph.elements[path].element if path in self.graph.elements else self.graph.models[path]

    def current(self, name: str) -> str:
        """The dotted `name` as it is written now; a former name warns once."""
        return current_path(numbered(name), self._find, self.graph.told) or numbered(name)

    def _find(self, path: str) -> Component | None:
        known = path in self.graph.elements or path in self.graph.models
        return self.component(path) if known else None

    def lookup(self, name: str, scope: str = "") -> Any:
        """What the dotted `name` means inside the composite at path `scope`: a node or an array of nodes."""
        name = numbered(name)
        full = f"{scope}.{name}" if scope else name
        if name == "time":
            return TIME
        match = re.fullmatch(r"(.*)\[([\d,\s]+)\]", name) if name.endswith("]") else None
        if match:
            array = np.asarray(self.lookup(match.group(1), scope), dtype=object)
            index = tuple(int(i) for i in match.group(2).split(","))
            if array.ndim == 0 and index == (0,):
                return array.item()
            try:
                return array[index]
            except IndexError:
                if name.startswith("world."):
                    raise ModelError(PLANAR_WORLD) from None
                raise NameNotFound(f"'{full}' is outside; '{match.group(1)}' has shape {array.shape}") from None
        if name.startswith(FIELD_AT):
            return field_at(self, name.removeprefix(FIELD_AT), scope)
        owner, _, last = full.rpartition(".")
        found = self._in_component(owner, last)
        if found is None and full in self.aliases:
            return self.value(*self.aliases[full])
        if found is None and name.startswith("world.") and scope:
            return self.lookup(name, scope.rpartition(".")[0])  # the world stands in one of the models around
        if found is None and full.startswith("world."):
            raise ModelError("there is no world whose gravity acts here; add one to the model: model.world = World()")
        if found is None:
            now = self.current(full)
            if now != full:
                return self.lookup(now)
            raise NameNotFound(f"there is no '{name}'" + self._hint(name, scope))
        return found

    def _in_component(self, owner: str, last: str) -> Any:
        if owner in self.graph.elements or owner in self.graph.models:
            component = self.component(owner)
            declared = component.declarations.get(last)
            if isinstance(declared, Parameter):
                return self.parameter(owner, last)
            if isinstance(declared, (Variable, Input)):
                return self.variable(owner, last)
            if last in ("e", "f") and isinstance(component, Element) and len(component.whole_ports) == 1:
                return self._port(owner, next(iter(component.whole_ports)), last)
            if self.shown.has(owner, last):
                return self.shown.value(owner, last)
        if last in ("e", "f"):
            if owner in self.graph.stems:
                return _scalar(self.bond(self.graph.stems[owner])["ef".index(last)])
            element, _, port = owner.rpartition(".")
            if element in self.graph.models and port in self.graph.models[element].exposed:
                inner, port = self.graph.models[element].exposed[port]
                return self.lookup(f"{inner}.{port}.{last}", element)
            if element in self.graph.elements:
                return self._port(element, port, last)
        return None

    def _port(self, path: str, port: str, last: str) -> Any:
        flat = self.graph.elements[path]
        if flat.element._split and port in flat.element.whole_ports:
            return _scalar(getattr(next(view for name, view in views(flat, self.bond) if name == port), last))
        for attachment in flat.attached:
            if attachment.port == port and not flat.element.ports[port].many:
                effort, flow = self.bond(attachment.bond)
                if last == "e":
                    return _scalar(effort)
                inward = attachment.head == flat.element.ports[port].inward
                return _scalar(flow if inward else np.array([neg(f) for f in flow], dtype=object))
        return None

    def names(self) -> list[str]:
        """Every name that `lookup` knows, without vector indices."""
        listed = []
        for path in [*self.graph.models, *self.graph.elements]:
            component = self.component(path)
            stem = f"{path}." if path else ""
            listed += [
                stem + k for k, d in component.declarations.items() if isinstance(d, (Parameter, Variable, Input))
            ]
            if isinstance(component, Composite):
                listed += [stem + k for k in component.outputs]
            elif len(component.whole_ports) == 1 and not next(iter(component.whole_ports.values())).many:
                listed += [f"{path}.e", f"{path}.f"]
            else:
                listed += [f"{path}.{p}.{v}" for p, d in component.whole_ports.items() if not d.many for v in "ef"]
        return [*listed, *self.aliases, *(f"{stem}.{v}" for stem in self.graph.stems for v in "ef")]

    def _hint(self, name: str, scope: str) -> str:
        """The nearest name, as it is written inside the composite at `scope`."""
        stem = f"{scope}." if scope else ""
        known = [name.removeprefix(stem) for name in self.names() if name.startswith(stem)]
        return name_hint(self.graph, name, known, scope)

    # ------------------------------------------------------------ values
    def value(self, raw: Any, scope: str, unit: str = "") -> Any:
        """`raw` (number, text, node, list) written in the composite at `scope`, as a node or array of nodes.

        `unit` is what a text with a unit must be compatible with, where that is known.
        """
        if isinstance(raw, str):
            if is_quantity(raw):
                return const(to_si(raw, unit or None))
            return _scalar(parse(raw, lambda name: self.lookup(name, scope)))
        if isinstance(raw, Node):
            return self._resolved([raw], scope)[0]
        if isinstance(raw, (list, tuple, np.ndarray)) and np.ndim(np.asarray(raw, dtype=object)) > 0:
            parts = [self.value(part, scope, unit) for part in raw]
            try:
                return nodes(parts)
            except (ValueError, ModelError):
                raise ModelError(f"the rows of {raw!r} differ in length") from None
        return node(raw)

    def _resolved(self, roots: list[Node], scope: str) -> list[Node]:
        replace = {leaf: self._leaf(leaf, scope) for leaf in leaves(*roots)}
        return substitute(roots, replace)

    def _leaf(self, leaf: Node, scope: str) -> Node:
        if leaf.op == "der":
            from ..expression import der

            return der(self._leaf(leaf.args[0], scope))
        found = self.lookup(leaf.args[0], scope)
        if isinstance(found, np.ndarray):
            raise ModelError(f"'{leaf}' is a vector; take one component, such as {leaf}[0]", scope or None)
        return found

    def parameter(self, path: str, name: str) -> Any:
        """The value of a parameter: a node or array, in its natural shape; None if it has none."""
        key = (path, name)
        if key not in self._known and isinstance(self._given(path, name)[0], (float, int)):
            self._known[key] = self._make_parameter(path, name)  # it refers to nothing
        elif key not in self._known:
            make_in_order(key, self._referred, self._known, self._making, self._make_parameter)
        return self._known[key]

    def _given(self, path: str, name: str) -> tuple[Any, str]:
        """What a parameter is given and the path of the composite in which that is written."""
        component, full = self.component(path), f"{path}.{name}" if path else name
        if full in self.overrides:
            return self.overrides[full], ""
        # a given value is written outside the composite, its default inside
        inside = isinstance(component, Composite) and name not in component.given
        declared = component.declarations[name]
        assert isinstance(declared, Parameter)
        return component.given.get(name, declared.default), path if inside else path.rpartition(".")[0]

    def _referred(self, key: tuple[str, str]) -> Iterator[tuple[str, str]]:
        """The parameters that the value of one mentions by their own names."""
        raw, scope = self._given(*key)
        for name in names_in(raw):
            owner, _, last = (f"{scope}.{name}" if scope else name).rpartition(".")
            component = self._find(owner)
            if component is not None and isinstance(component.declarations.get(last), Parameter):
                yield owner, last

    def _make_parameter(self, path: str, name: str) -> Any:
        component, full = self.component(path), f"{path}.{name}" if path else name
        declared = component.declarations[name]
        assert isinstance(declared, Parameter)
        raw, scope = self._given(path, name)
        if raw is None and declared.default is not None:
            raise ModelError("a parameter needs a value, not None; leave it out to have its default", full)
        if raw is None:
            return None
        domain = self.graph.elements[path].domain if path in self.graph.elements else DOMAINS["generic"]
        check_si(declared.unit, full)
        self._entries = check_entries(raw, self._entries, full)
        try:
            value = self._with_units(raw, scope, declared, path)
            array = np.asarray(value, dtype=object)
            check_shape(component, declared, array)
        except (ModelError, NameNotFound) as error:
            if error.where is not None:  # of this parameter, or of another that it refers to
                raise
            raise type(error)(str(error), full) from None
        unit = "" if declared.unit == ANY else declared.unit if domain.name == "generic" else domain.unit(declared.unit)
        if declared.symmetric and array.ndim == 2:
            array = symmetric(array, full)
        if declared.folds and array.ndim:
            array = without_rounding(array)
        result = np.empty(array.shape, dtype=object)
        for index in np.ndindex(*array.shape):
            if declared.symmetric and len(index) == 2 and index[0] > index[1]:
                result[index] = result[index[::-1]]  # one parameter for both halves
                continue
            suffix = f"[{','.join(map(str, index))}]" if index else ""
            key = full + suffix
            entry, expression = node(array[index]), is_expression(raw, index)
            if suffix and key in self.overrides:
                entry = node(self._with_units(self.overrides[key], "", declared, path))
                expression = is_expression(self.overrides[key], ())
            result[index] = self._entry(key, entry, declared, unit, expression)
            check_constant(declared, entry, self.is_parameter, key)
        return result.item() if array.ndim == 0 else result

    def _entry(self, key: str, entry: Node, declared: Parameter, unit: str, expression: bool) -> Node:
        """A number becomes a symbol, unless it is folded; an expression stays, also one that comes to a number."""
        if entry.op != "const":
            if not leaves(entry) and not math.isfinite(evaluate([entry], {})[0]):
                # it may come from the value of another parameter that its component knows to be wrong
                check_demands(self, {name: known.value for name, known in self.parameters.items()})
                raise ModelError(f"the value {entry} is not finite; give a number", key)
            self.derived[key] = (entry, declared)
            return entry
        number = entry.args[0]
        value = ParameterValue(number, unit, declared.description, declared.minimum, declared.strict, declared.folds)
        value.check(number, key)
        if expression:
            self.folded[key] = number
            return entry
        if declared.folds and number in (0.0, 1.0, -1.0) and key not in self.parameters:
            self.folded[key] = number
            # a single 1 is worth being a run-time input; zeros and the ±1 of matrices shape the structure
            if number == 0.0 or key.endswith("]"):
                return entry
            del self.folded[key]
        self.parameters[key] = value
        return symbol(key)

    def quantity(self, name: str, text: str) -> float | None:
        """The SI value of a text with a unit, given to the parameter `name`; None if it is something else."""
        owner, _, last = name.partition("[")[0].rpartition(".")
        if not is_quantity(text) or not self._is_parameter(name.partition("[")[0]):
            return None
        declared = self.component(owner).declarations[last]
        assert isinstance(declared, Parameter)
        try:
            return float(self._with_units(text, "", declared, owner).args[0])
        except ModelError as error:
            raise ModelError(str(error), name) from None

    def _with_units(self, raw: Any, scope: str, declared: Parameter, path: str) -> Any:
        if isinstance(raw, str) and is_quantity(raw):
            return const(to_si(raw, unit_for(raw, declared, self.graph.elements.get(path))))
        if isinstance(raw, (list, tuple)) and any(isinstance(part, (str, list, tuple)) for part in raw):
            parts = [self._with_units(part, scope, declared, path) for part in raw]
            try:
                return nodes(parts)
            except (ValueError, ModelError):
                raise ModelError(f"the rows of {raw!r} differ in length") from None
        if isinstance(getattr(raw, "__self__", None), Component):
            name = raw.__name__
            raise ModelError(f"'{name}' here is the method of the model; write the name as a text, '{name}'")
        if isinstance(raw, bool) or (callable(raw) and not isinstance(raw, Node)):
            raise ModelError(f"a number or expression is needed, not {raw!r}; a nonlinear law goes into law=…")
        return self.value(raw, scope)

    def _law(self, path: str, element: Element, declared: Law) -> Callable[..., Any] | None:
        raw = element.given.get(declared.name)
        if raw is None:
            return None
        scope = path.rpartition(".")[0]

        def apply(*values: np.ndarray) -> Any:
            bound = {k: (v.item() if v.size == 1 else v) for k, v in zip(declared.variables, values, strict=True)}
            try:
                if callable(raw):
                    return self._call_law(raw, bound, declared, path)
                elif isinstance(raw, (list, tuple)):
                    result: Any = nodes([self._parse_law(part, bound, scope) for part in raw])
                else:
                    result = self._parse_law(raw, bound, scope)
            except (ModelError, NameNotFound) as error:
                if error.where is not None:
                    raise
                of = f"; the law is one of {', '.join(bound)}" if bound and isinstance(error, NameNotFound) else ""
                raise type(error)(f"{error}{of}", f"{path}.{declared.name}") from None
            return result

        return apply

    def _parse_law(self, raw: Any, bound: dict[str, Any], scope: str) -> Any:
        if not isinstance(raw, str):
            return self.value(raw, scope)
        known = self.component(scope).declarations
        for name in bound.keys() & {k for k, d in known.items() if isinstance(d, Parameter)} & set(names_in(raw)):
            raise ModelError(
                f"'{name}' in '{raw}' is the variable of the law, and the model has a parameter '{name}' too; call the "
                f"parameter otherwise, or write the law as a Python function"
            )
        return parse(raw, lambda name: bound[name] if name in bound else self.lookup(name, scope))

    def _call_law(self, raw: Callable[..., Any], bound: dict[str, Any], declared: Law, path: str) -> Any:
        """The function is called with place holders: what it takes from its model is told from its variables."""
        marks = {name: symbols(f"<{name}>", np.shape(value)) for name, value in bound.items()}
        replace = {
            mark: value
            for k in bound
            for mark, value in zip(np.ravel(np.asarray(marks[k], object)), np.ravel(bound[k]))
        }
        written = call_law(raw, list(marks.values()), self.graph.models[path.rpartition(".")[0]])
        result = np.asarray(self._law_result(written, path, declared), dtype=object)
        for leaf in leaves(*result.ravel()):
            if leaf not in replace:
                replace[leaf] = self._leaf(leaf, path.rpartition(".")[0])
        flat = np.empty(result.size, dtype=object)
        flat[:] = substitute(list(result.ravel()), replace)
        return flat.reshape(result.shape) if result.ndim else flat[0]

    @staticmethod
    def _law_result(result: Any, path: str, declared: Law) -> Any:
        try:
            return nodes(result) if np.ndim(np.asarray(result, dtype=object)) else node(result)
        except (ModelError, ValueError):
            where = f"{path}.{declared.name}"
            raise ModelError(f"the function must return numbers or expressions, not {result!r}", where) from None

    def is_parameter(self, leaf: Node) -> bool:
        """Whether a leaf of an expression is a parameter."""
        return leaf.op == "symbol" and not is_added(leaf) and leaf.args[0] in self.parameters

    def _check_overrides(self) -> None:
        for name in self.overrides:
            base = name.split("[")[0]
            owner, _, last = base.rpartition(".")
            found = owner in self.graph.elements or owner in self.graph.models
            if not (found and isinstance(self.component(owner).declarations.get(last), Parameter)):
                known = [n for n in self.names() if self._is_parameter(n)]
                raise NameNotFound(f"there is no parameter '{name}'" + nearest(name, known))
            if "[" in name and not re.fullmatch(r"[^\[]*\[\d+(,\d+)*\]", name):
                raise NameNotFound(f"'{name}' is not a component: indices are whole numbers from 0 on, as in {base}[0]")
            if "[" in name:
                shape = np.shape(np.asarray(self.parameter(owner, last), dtype=object))
                index = tuple(int(i) for i in re.findall(r"\d+", name[name.index("[") :]))
                if len(index) != len(shape) or any(i >= n for i, n in zip(index, shape, strict=True)):
                    what = f"has shape {list(shape)}" if shape else "is a single number"
                    raise NameNotFound(f"there is no component '{name}': '{base}' {what}")

    def _is_parameter(self, name: str) -> bool:
        owner, _, last = name.rpartition(".")
        known = owner in self.graph.elements or owner in self.graph.models
        return known and isinstance(self.component(owner).declarations.get(last), Parameter)


def _scalar(array: Any) -> Any:
    """A vector of one component as its component."""
    array = np.asarray(array, dtype=object)
    return array.reshape(-1)[0] if array.size == 1 else array


__all__ = ["ParameterValue", "Scopes"]
