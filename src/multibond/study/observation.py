"""What a study keeps of every run: numbers such as ``max(current)`` or ``when(speed > 90)``, and whole curves."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ..equations.system import System
from ..errors import ModelError, MultibondError, NameNotFound, nearest
from ..expression import TIME, Node, evaluate, node, sub, symbol
from ..expression.algebra import RELATIONS
from ..expression.parse import names as names_in
from ..expression.parse import parse
from ..frozen import frozen
from ..graph.expression_units import unit_of_expression
from ..graph.name_hint import name_hint
from ..graph.named_units import unit_of
from ..model.unit import pretty
from ..simulation.events import Event
from .reduction import REDUCTIONS, Condition, event_count, event_time, when

OTHERS = ("when", "curve", "event", "events")
KINDS = (*REDUCTIONS, *OTHERS)
MAY_LACK = ("when", "event")  # what has no value where nothing happens
USAGE = f"a number of a run is {', '.join(REDUCTIONS)}, when, event or events of something, such as max(speed)"


@frozen(eq=False)
class Kept:
    """One number of a run: the reduction `kind` of the expression at `place`, or of the events at `path`; "when" is of
    a `condition` on the expressions at `sides`."""

    kind: str
    place: int = 0
    path: str = ""
    number: int = 1
    sides: tuple[int, ...] = ()
    condition: Condition = 0


@frozen(eq=False)
class Column:
    """A column of the table: one kept number, or a `formula` of several, which it calls `symbols`."""

    label: str
    kept: tuple[Kept, ...]
    formula: Node | None = None
    symbols: tuple[Node, ...] = ()
    unit: str = ""

    @property
    def may_lack(self) -> bool:
        """Whether it is no fault if it has no value."""
        return any(one.kind in MAY_LACK for one in self.kept)


class Observations:
    """What is kept of every run of the model with the equations `system`: `nodes` are the scalar expressions that it
    takes, `columns` the numbers, `curves` the places and shape of each curve in `nodes`."""

    def __init__(self, system: System, observe: Mapping[str, str]):
        self.system = system
        self.nodes: list[Node] = []
        self._places: dict[Node, int] = {}
        self.columns: list[Column] = []
        self.curves: dict[str, tuple[list[int], tuple[int, ...]]] = {}
        self.units: dict[str, str] = {}  # of the curves
        for label, text in observe.items():
            try:
                self._add(label, text)
            except MultibondError as error:
                raise type(error)(f"observe '{label}': {error}") from None

    @property
    def needs_grid(self) -> bool:
        """Whether values between the start and the end are looked at."""
        kinds = {one.kind for column in self.columns for one in column.kept}
        return bool(self.curves) or not kinds <= {"last", "event", "events"}

    # ------------------------------------------------------------ reading
    def _add(self, label: str, text: str) -> None:
        known = self._named(text) if "(" not in text else None
        if known is not None:
            self._add_numbers(label, "last", known, text)
            return
        try:
            tree = ast.parse(text.strip(), mode="eval")
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            parse(text)  # says what is wrong
            raise ModelError(f"'{text}' cannot be read") from None
        call = tree.body if _is_reduction(tree.body) else None
        if call is not None:
            assert isinstance(call, ast.Call) and isinstance(call.func, ast.Name)
            self._add_call(label, call.func.id, call)
        elif any(_is_reduction(part) for part in ast.walk(tree)):
            self._add_formula(label, text, tree)
        else:
            self._add_numbers(label, "last", self._expression(text), text)

    def _add_call(self, label: str, kind: str, call: ast.Call) -> None:
        if kind in ("event", "events"):
            self.columns.append(Column(label, (self._event(kind, call),), unit="s" if kind == "event" else ""))
            return
        if kind == "when":
            self.columns.append(Column(label, (self._when(call),), unit="s"))
            return
        value, text = self._argument(kind, call), ast.unparse(call.args[0])
        if kind == "curve":
            array = np.asarray(value, dtype=object)
            self.curves[label] = ([self._place(x) for x in array.reshape(-1)], array.shape)
            self.units[label] = self._unit("last", text)
            return
        self._add_numbers(label, kind, value, text)

    def _unit(self, kind: str, text: str) -> str:
        """The unit of a number of the variable `text`; empty for other expressions."""
        if kind in ("time_of_min", "time_of_max"):
            return "s"
        unit = unit_of(self.system.graph, text) or unit_of_expression(self.system.graph, text, self._lookup)
        unit = pretty(unit)
        return f"{unit} s" if unit and kind == "integral" else unit

    def _add_numbers(self, label: str, kind: str, value: Any, text: str) -> None:
        """A column for each component of the expression `text`."""
        array, unit = np.asarray(value, dtype=object), self._unit(kind, text)
        for index in np.ndindex(*array.shape):
            name = f"{label}[{','.join(map(str, index))}]" if index else label
            self.columns.append(Column(name, (Kept(kind, self._place(array[index])),), unit=unit))

    def _add_formula(self, label: str, text: str, tree: ast.Expression) -> None:
        """A formula of several numbers, such as max(x) - last(x)."""
        kept: list[Kept] = []
        made = _Placeholders(self, kept).visit(tree)
        written = ast.unparse(made)
        symbols = tuple(symbol(f"_{k}") for k in range(len(kept)))
        bare = [name for name in names_in(written) if not name.startswith("_")]
        if bare:
            x = bare[0]
            raise ModelError(f"say of which instant '{x}' is meant in '{text}': last({x}), max({x}) …")
        formula = parse(written)
        if not isinstance(formula, Node):
            raise ModelError(f"'{text}' must be one number for each run")
        self.columns.append(Column(label, tuple(kept), formula, symbols))

    def kept(self, call: ast.Call) -> Kept:
        """The one number that a call such as max(x) means."""
        assert isinstance(call.func, ast.Name)
        kind = call.func.id
        if kind == "curve":
            raise ModelError("curve(…) stands alone: a whole curve cannot be part of a formula")
        if kind in ("event", "events"):
            return self._event(kind, call)
        if kind == "when":
            return self._when(call)
        value = np.asarray(self._argument(kind, call), dtype=object)
        if value.size != 1:
            raise ModelError(f"'{ast.unparse(call)}' has {value.size} components; take one of them, as in x[0]")
        return Kept(kind, self._place(value.reshape(-1)[0]))

    def _argument(self, kind: str, call: ast.Call) -> Any:
        if len(call.args) != 1 or call.keywords:
            raise ModelError(f"{kind} takes one expression, not '{ast.unparse(call)}'; {USAGE}")
        return self._expression(ast.unparse(call.args[0]))

    def _when(self, call: ast.Call) -> Kept:
        """when(speed > 90 and time > 1)."""
        condition = np.asarray(self._argument("when", call), dtype=object)
        if condition.size != 1:
            raise ModelError("when takes one condition, such as when(speed > 90)")
        sides: list[int] = []

        def read(x: Node) -> Condition:
            if x.op in ("and", "or", "not"):
                return (x.op, *map(read, x.args))
            if x.op not in RELATIONS:
                raise ModelError(f"'{ast.unparse(call)}': when takes a condition, such as when(speed > 90)")
            sides.append(self._place(sub(*x.args) if x.op in ("gt", "ge") else sub(x.args[1], x.args[0])))
            return len(sides) - 1

        found = read(node(condition.reshape(-1)[0]))
        return Kept("when", sides=tuple(sides), condition=found)

    def _event(self, kind: str, call: ast.Call) -> Kept:
        """event(wheel), event(wheel, 2), events(wheel), events()."""
        usage = f"{kind} takes the path of a component{' and the number of the event' if kind == 'event' else ''}"
        most = 2 if kind == "event" else 1
        if len(call.args) > most or call.keywords:
            raise ModelError(f"{usage}, not '{ast.unparse(call)}'")
        path = ast.unparse(call.args[0]).strip("'\"") if call.args else ""
        graph = self.system.graph
        known = [path for path in (graph.title, *graph.models, *graph.elements) if path]
        if path and path not in known:
            raise NameNotFound(f"there is no component '{path}'" + nearest(path, known))
        number: Any = 1
        if len(call.args) == 2:
            number = getattr(call.args[1], "value", None)
            if isinstance(number, bool) or not isinstance(number, int) or number < 1:
                raise ModelError(f"events are counted from 1 on, unlike in '{ast.unparse(call)}'")
        return Kept(kind, path=path, number=number)

    def _expression(self, text: str) -> Any:
        known = self._named(text)
        return parse(text, self._lookup) if known is None else known

    def _named(self, name: str) -> Any:
        """What a name stands for; None if it is no name."""
        system = self.system
        if name == "time":
            return TIME
        if name in system.outputs:
            return system.outputs[name].value
        if name in system.discrete:
            return symbol(name)
        try:
            return system.scopes.lookup(name)
        except (NameNotFound, ModelError):
            return None

    def _lookup(self, name: str) -> Any:
        found = self._named(name)
        if found is None:
            known = [*self.system.outputs, *self.system.discrete, *self.system.scopes.names()]
            raise NameNotFound(f"there is no variable '{name}'" + name_hint(self.system.scopes.graph, name, known))
        return found

    def _place(self, value: Any) -> int:
        x = node(value)
        if x not in self._places:
            self._places[x] = len(self.nodes)
            self.nodes.append(x)
        return self._places[x]

    # ------------------------------------------------------------ numbers
    def numbers(self, times: np.ndarray, values: np.ndarray, events: Sequence[Event] = ()) -> np.ndarray:
        """A row for each run and a column for each of `columns`, from the values (runs, times, nodes); runs with
        `events` come one by one."""
        out = np.full((len(values), len(self.columns)), np.nan)
        with np.errstate(all="ignore"):
            for k, column in enumerate(self.columns):
                parts = [self._number(one, times, values, events) for one in column.kept]
                if column.formula is None:
                    out[:, k] = parts[0]
                    continue
                for r in range(len(values)):
                    known = {s: float(part[r]) for s, part in zip(column.symbols, parts, strict=True)}
                    out[r, k] = float(evaluate([column.formula], known)[0])
        return out

    def _number(self, one: Kept, times: np.ndarray, values: np.ndarray, events: Sequence[Event]) -> np.ndarray:
        if one.kind == "event":
            return np.full(len(values), event_time(events, one.path, one.number))
        if one.kind == "events":
            return np.full(len(values), float(event_count(events, one.path)))
        if one.kind == "when":
            return when(times, [values[:, :, place] for place in one.sides], one.condition)
        return REDUCTIONS[one.kind](times, values[:, :, one.place])

    def curves_of(self, values: np.ndarray) -> dict[str, np.ndarray]:
        """Each curve: (runs, times) or (runs, times, components)."""
        return {
            label: values[:, :, places].reshape(*values.shape[:2], *shape)
            for label, (places, shape) in self.curves.items()
        }


class _Placeholders(ast.NodeTransformer):
    """Names stand for the numbers of a formula."""

    def __init__(self, observations: Observations, kept: list[Kept]):
        self.observations, self.kept = observations, kept

    def visit_Call(self, call: ast.Call) -> ast.AST:
        if not _is_reduction(call):
            return self.generic_visit(call)
        self.kept.append(self.observations.kept(call))
        return ast.Name(f"_{len(self.kept) - 1}", ast.Load())


def _is_reduction(part: ast.AST) -> bool:
    """Whether it is a call that makes a number of a curve; the smallest of several values is something else."""
    if not isinstance(part, ast.Call) or not isinstance(part.func, ast.Name) or part.func.id not in KINDS:
        return False
    return part.func.id not in ("min", "max") or len(part.args) == 1


__all__ = ["KINDS", "Observations", "USAGE"]
