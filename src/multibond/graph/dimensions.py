"""Every expression that the modeller wrote, held against the units of the names in it and of what it is given for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np

from ..errors import ModelError, MultibondError
from ..expression import TIME, Node, brief, is_added, nodes, parse, topological
from ..model.component import Component, symbols
from ..model.composite import Composite
from ..model.declare import Discrete, Input, Law, Parameter
from ..model.dimension import dimension
from ..model.law import call_law
from ..model.unit import is_quantity, pretty
from .measure import ADVICE, NUMBER, UNKNOWN, Measure, contradict, measured, told
from .named_units import inside, unit_of
from .parameter import ratio_unit
from .scope import Scopes


def check_dimensions(scopes: Scopes) -> None:
    """Refuse expressions whose units certainly contradict each other or what they are given for. A name without
    a declared unit has that of its expression, in laws none. The insides of libraries are left to their tests."""
    checker = _Checker(scopes)
    graph = scopes.graph
    for path, model in graph.models.items():
        if checker.own(path):
            checker.model(path, model)
    for path, component in [*graph.models.items(), *((path, flat.element) for path, flat in graph.elements.items())]:
        checker.component(path, component)


class _Checker:
    def __init__(self, scopes: Scopes):
        self.scopes, self.graph = scopes, scopes.graph
        self._names: dict[tuple[str, str, bool], Measure] = {}
        self._known: dict[str, dict[Node, Measure]] = {}

    def own(self, scope: str) -> bool:
        """Whether what is written in the composite at `scope` is the modeller's."""
        model = self.graph.models.get(scope)
        return model is not None and (not scope or model.library == "user")

    # ------------------------------------------------------------ what is written where
    def component(self, path: str, component: Component) -> None:
        """What a component is given."""
        outside = path.rpartition(".")[0]
        for name, declared in component.declarations.items():
            full = f"{path}.{name}" if path else name
            raw, scope = component.given.get(name), outside
            if isinstance(declared, Parameter):
                if raw is None and isinstance(component, Composite):
                    raw, scope = declared.default, path
                if full in self.scopes.overrides:
                    raw, scope = self.scopes.overrides[full], ""
            elif not isinstance(declared, (Input, Law)):
                continue
            if raw is None or isinstance(raw, (float, int)) or not self.own(scope):
                continue
            with _place(full):
                if isinstance(declared, Law):
                    self._law(path, component, declared, raw, scope)
                else:
                    unit = unit_of(self.graph, full)
                    if isinstance(declared, Parameter):
                        unit = unit or ratio_unit(declared, self.graph.elements.get(path))
                    self.fits(raw, scope, unit, _is(name, declared.description))
        for key, raw in self.scopes.overrides.items():
            if "[" in key and key.rpartition(".")[0] == path and key.partition("[")[0].rpartition(".")[0] == path:
                with _place(key):
                    self.fits(raw, "", unit_of(self.graph, key), f"{key} is")

    def model(self, path: str, model: Composite) -> None:
        """Connections, start values, events and outputs of a model."""
        where = path or model.title
        for first, second in model.wires:
            with _place(where):
                self._equal(first, second, path, "connect {} to {}")
        for start in model.starts:
            with _place(where):
                self._equal(start.variable, start.value, path, "start of {} at {}")
        for event in model.whens:
            with _place(where):
                self._entries(event.condition, path)
                for target, value in event.changes:
                    self._equal(target, value, path, "the event sets {} to {}")
        for name, shown in model.outputs.items():
            with _place(f"{path}.{name}" if path else name):
                self.fits(shown.value, path, shown.unit, f"the output {name} is")
                self._labelled(shown.value, path, shown.unit, name)
        for name, declared in model.declarations.items():
            if isinstance(declared, Discrete) and self.own(path.rpartition(".")[0]):
                with _place(f"{path}.{name}" if path else name):
                    self.fits(
                        model.given.get(name, declared.start), path.rpartition(".")[0], declared.unit, f"{name} is"
                    )

    # ------------------------------------------------------------ checks
    def fits(self, raw: Any, scope: str, unit: str, what: str) -> None:
        """Refuse an expression that certainly is in another unit than `unit`, that of `what`."""
        self._fit(self._entries(raw, scope), unit, what)

    def _fit(self, entries: list[tuple[Node, Measure]], unit: str, what: str) -> None:
        wanted = Measure(dimension(unit), True)
        for x, found in entries:
            if contradict(found, wanted):
                raise ModelError(f"{told(x, found)}, but {what} in {pretty(unit)}{ADVICE}")

    def _labelled(self, raw: Any, scope: str, unit: str, name: str) -> None:
        """Refuse the unit of an output that names alone make, without a number that could carry a unit: c.e*r.f."""
        wanted = dimension(unit) if unit else None
        for x in self._written(raw, scope) if wanted is not None else ():
            if {y.op for y in topological([x])} <= NAMES_ALONE:
                found = measured(x, lambda leaf: _certain(self._leaf(leaf, scope)))
                if found.powers is not None and not found.free and found.powers != wanted:
                    raise ModelError(
                        f"{told(x, found)}, but the output {name} is said to be in {pretty(unit)}; correct the unit, "
                        "which says what the values are in, or the expression"
                    )

    def _equal(self, first: Any, second: Any, scope: str, said: str) -> None:
        left, right = self._entries(first, scope), self._entries(second, scope)
        if len(right) == 1:
            right = right * len(left)
        for (x, one), (y, other) in zip(left, right):
            if contradict(one, other):
                raise ModelError(f"{said.format(brief(x), brief(y))}: {told(x, one)}, and {told(y, other)}{ADVICE}")

    def _law(self, path: str, component: Component, law: Law, raw: Any, scope: str) -> None:
        marks: dict[str, Any] = {}
        measures: dict[Node, Measure] = {}
        shape = () if component.n == 1 else (component.n,)
        for variable in law.variables:
            found = symbols(variable, shape)
            marks[variable] = found
            powers = dimension(unit_of(self.graph, f"{path}.{variable}"))
            # a law may leave out the factors that are one: e = f + f**3
            measures.update(dict.fromkeys(np.ravel(np.asarray(found, dtype=object)), Measure(powers)))
        if callable(raw) and not isinstance(raw, Node):
            with suppress(MultibondError):  # as before
                raw = call_law(raw, list(marks.values()), self.graph.models[scope])
        unit = "J" if law.gives == "H" else unit_of(self.graph, f"{path}.{law.gives}") if law.gives else ""
        self._fit(self._entries(raw, scope, marks, measures), unit, f"the law is for {law.gives}")

    def _entries(self, raw: Any, scope: str, marks: Mapping[str, Any] | None = None,
                 measures: Mapping[Node, Measure] | None = None) -> list[tuple[Node, Measure]]:  # fmt: skip
        """The expressions in `raw`, in the names in which they are written, with what they measure."""
        known: dict[Node, Measure] = dict(measures) if measures else self._known.setdefault(scope, {})
        law = measures is not None  # its numbers may carry units, and so may names for which none is declared
        return [
            (x, measured(x, lambda leaf: self._leaf(leaf, scope, law), known)) for x in self._written(raw, scope, marks)
        ]

    def _written(self, raw: Any, scope: str, marks: Mapping[str, Any] | None = None) -> Iterator[Node]:
        if isinstance(raw, str):
            if is_quantity(raw):
                return  # held against the unit where it is read
            with suppress(MultibondError):  # told by the stages that need its value
                yield from np.ravel(nodes(parse(raw, lambda name: self._mark(name, scope, marks or {}))))
        elif isinstance(raw, Node):
            yield raw
        elif isinstance(raw, (list, tuple, np.ndarray)):
            if isinstance(raw, np.ndarray) and raw.dtype != object:
                return
            for part in np.ravel(raw) if isinstance(raw, np.ndarray) else raw:
                yield from self._written(part, scope, marks)

    def _mark(self, name: str, scope: str, marks: Mapping[str, Any]) -> Any:
        """The name itself as symbols, in the shape of what it stands for."""
        if name in marks:
            return marks[name]
        return TIME if name == "time" else symbols(name, np.shape(np.asarray(self.scopes.lookup(name, scope), object)))

    def _leaf(self, leaf: Node, scope: str, declared: bool = False) -> Measure:
        """What a name measures; where only what is `declared` counts, nothing follows from its expression."""
        if leaf is TIME or is_added(leaf):
            return UNKNOWN
        name = (str(leaf) if leaf.op == "der" else str(leaf.args[0])).partition("[")[0]
        name += ")" * (name.count("(") - name.count(")"))
        key = (scope, name, declared)
        if key not in self._names:
            self._names[key] = UNKNOWN  # of itself in its own expression nothing is known
            self._names[key] = self._named(name, scope, declared)
        return self._names[key]

    def _named(self, name: str, scope: str, declared: bool) -> Measure:
        full = self.scopes.current(inside(scope, name)) if not name.startswith("der(") else inside(scope, name)
        powers = dimension(unit_of(self.graph, full))
        if powers is None:
            return UNKNOWN if declared else self._stands_for(full)
        owner, _, last = full.rpartition(".")
        component = self.graph.models.get(owner)
        if component is None and owner in self.graph.elements:
            component = self.graph.elements[owner].element  # type: ignore[assignment]
        parameter = component is not None and isinstance(component.declarations.get(last), Parameter)
        return Measure(powers, True, parameter) if powers else NUMBER

    def _stands_for(self, full: str) -> Measure:
        """What a parameter or output of a model measures for which no unit is declared: that of its expression."""
        owner, _, last = full.rpartition(".")
        model = self.graph.models.get(owner)
        declared = model.declarations.get(last) if model is not None else None
        if model is not None and last in model.outputs:
            raw, scope = model.outputs[last].value, owner
        elif full in self.scopes.overrides:
            raw, scope = self.scopes.overrides[full], ""
        elif isinstance(declared, Parameter) and model is not None:
            raw, scope = model.given.get(last), owner.rpartition(".")[0]
            raw, scope = (declared.default, owner) if raw is None else (raw, scope)
        else:
            return UNKNOWN
        if not isinstance(raw, (str, Node)) or not self.own(scope):
            return UNKNOWN
        with suppress(MultibondError):  # told where it is written
            found = [measure for _, measure in self._entries(raw, scope)]
            return found[0] if len(found) == 1 else UNKNOWN
        return UNKNOWN


NAMES_ALONE = {"symbol", "der", "mul", "div", "add", "sub", "neg"}


def _certain(measure: Measure) -> Measure:
    """A name is as certain as a parameter where nothing can be left out beside it."""
    return measure if measure.powers is None else Measure(measure.powers, True, True)


def _is(name: str, description: str) -> str:
    return f"{name} ({description}) is" if description else f"{name} is"


@contextmanager
def _place(where: str) -> Iterator[None]:
    """A contradiction inside names the place."""
    try:
        yield
    except ModelError as error:
        raise ModelError(str(error), where) from None


__all__ = ["check_dimensions"]
