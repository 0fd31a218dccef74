"""The flat system of scalar equations of a graph: what all passes start from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import field, replace
from functools import cached_property
from typing import Any

import numpy as np

from ..elements.element import Element
from ..elements.frame import _Forbidden
from ..elements.pair import Pair
from ..elements.switch import plain
from ..errors import ModelError, MultibondError
from ..expression import TIME, ZERO, Node, leaves, node, nodes, sub, symbol, undifferentiated, unsigned
from ..expression.functions import sin
from ..frozen import frozen
from ..graph.demands import check_shaped, check_values
from ..graph.dimensions import check_dimensions
from ..graph.flat import Graph
from ..graph.joined_frames import rigidly_tied
from ..graph.modulation import energy_formula
from ..graph.named_units import check_shown, si_unit
from ..graph.scope import ParameterValue, Scopes
from ..model.composite import Composite
from ..model.declare import Discrete, Input
from ..model.kind import Kind, Quantity
from .bounds import varying_doubts, varying_limits
from .constrained import Constrained, Multiplier
from .degrees import angles
from .divided import divisions
from .limit import Limit
from .methods import AS_THEY_ARE, Realisation
from .potential import check_potentials
from .risky import risky
from .signs import delivering, signs, varying_signs
from .spikes import narrow
from .temperature import unequal_temperatures
from .told import check_laws, cut_short, is_component, told_of, written_as
from .unconnected import check_connected
from .ungrounded import smallest_efforts


@frozen
class Equation:
    """residual = 0, stated by the component at path `origin`."""

    residual: Node
    origin: str
    release: Node | None = None  # of a constraint: the effort that is zero instead, should the constraint be redundant
    switching: bool = False  # of an element with set-valued pairs: those beside and the pairs stand for it too
    row: int | None = None  # of a constraint: its place in `System.constraints`


@frozen
class Start:
    """A start value: `expression` has the value `value` at the start. `given`: it must hold; otherwise it is what is
    taken when nothing else is said. `guess`: only a first guess for iterations. `asked`: only where who runs the model
    gives another value than the model's own."""

    expression: Node
    value: Node
    origin: str
    given: bool
    guess: bool = False
    asked: bool = False
    written: str = ""  # what the model calls it, where that is known


@frozen
class Power:
    """Where energy goes at one element: power into it [W], its role, and its stored energy [J] if it has a formula.

    `modulated`: the stored energy depends on more than the element's own variables, on time or a signal; what it
    changes by beside the power into it is the work of the modulation.
    """

    path: str
    role: str
    power: Node
    stored: Node | None
    modulated: bool = False


@frozen
class When:
    """When `condition` becomes true, the `changes` (variable, new value from the values just before) take place."""

    condition: Node
    changes: tuple[tuple[Node, Node], ...]
    origin: str


@frozen
class Output:
    """A named output: a node or an array of nodes, unit, description."""

    value: Any
    unit: str
    description: str


@frozen
class SetValued:
    """The set-valued law `pair` of the component at path `origin`."""

    pair: Pair
    origin: str


@frozen(eq=False, repr=False)
class System:
    """Equations, start values, outputs and energy terms of a graph, in the user's names."""

    graph: Graph
    scopes: Scopes
    equations: tuple[Equation, ...]
    starts: tuple[Start, ...]
    outputs: dict[str, Output]
    powers: tuple[Power, ...]
    parameters: dict[str, ParameterValue] = field(default_factory=dict)
    whens: tuple[When, ...] = ()
    discrete: dict[str, Node] = field(default_factory=dict)  # discrete variables and their start values
    upright: tuple[Node, ...] = ()  # one where a loop is closed, minus one where its ends are turned by half a turn
    limits: tuple[Limit, ...] = ()
    doubtful: tuple[Limit, ...] = ()  # what should stay positive; a result in which it does not is to be doubted
    nominal: dict[Node, Node] = field(default_factory=dict)  # the usual sizes of states
    quantities: Mapping[Node, Quantity] = field(default_factory=dict)  # what each variable is
    pairs: tuple[SetValued, ...] = ()  # the set-valued laws
    beside: tuple[Equation, ...] = ()  # what holds whatever these do, in the place of all switching equations
    constraints: tuple[Constrained, ...] = ()  # what the constraint elements forbid
    multipliers: tuple[Multiplier, ...] = ()  # the efforts of constraints that come from outside
    realisation: Realisation = AS_THEY_ARE  # how the constraints are realised
    plain: System | None = None  # of realised equations: those with the constraints as they are

    @cached_property
    def constants(self) -> frozenset[Node]:
        """What does not change between events: parameters and discrete variables; and what comes from outside."""
        outside = (multiplier.value for multiplier in self.multipliers)
        return frozenset((*map(symbol, (*self.parameters, *self.discrete)), *outside))

    def is_constant(self, leaf: Node) -> bool:
        """Whether a leaf does not change between events: a parameter or a discrete variable."""
        return leaf in self.constants

    risky = cached_property(risky)  # signals and conditions that may have no value without ending a run
    divided = cached_property(divisions)  # quotients in laws by what may vanish
    signs = cached_property(signs)  # linear laws that are usually positive
    angles = cached_property(angles)  # parameters that are angles, in radians
    narrow = cached_property(narrow)  # functions of time or of one variable that may act in a moment

    def kind(self, variable: Node) -> Kind | None:
        """What a variable is; None where nothing is said of it."""
        found = self.quantities.get(variable)
        return None if found is None else found.kind

    def __repr__(self) -> str:
        return f"<{len(self.equations)} equations of '{self.graph.title}'>"

    def __str__(self) -> str:
        return "\n".join(f"0 = {e.residual}    ({e.origin})" for e in self.equations)


def system(graph: Graph, overrides: Mapping[str, Any] | None = None) -> System:
    """The equations of `graph`. `overrides` exchanges parameter values by dotted path."""
    scopes = Scopes(graph, {**graph.model._preset, **(overrides or {})})
    said = _Said([], [], [], [], {}, [], [], [], [])
    upright = _close_joins(graph, scopes, said.equations)
    for path, flat in graph.elements.items():
        _take_element(said, scopes, path, flat.element)
    for place, residual in smallest_efforts(scopes, said.equations):
        said.equations[place] = replace(said.equations[place], residual=residual)
    for path, model in graph.models.items():
        _take_wires(said.equations, scopes, path, model)
    # what is said of the whole comes last and counts before what its parts say
    for path, model in sorted(graph.models.items(), key=lambda item: -len(item[0].split(".")) if item[0] else 0):
        said.starts.extend(_model_starts(scopes, path, model))
    doubtful = said.doubtful
    for path, model in graph.models.items():
        outside = path.rpartition(".")[0]  # names of a component that is whole are those of the model around it
        said.limits.extend(Limit(node(scopes.value(x, outside)), what, path) for x, what in model._limits())
        doubtful.extend(Limit(node(scopes.value(x, outside)), what, path) for x, what in model._doubtful())
    said.limits.extend((*varying_limits(scopes), *unequal_temperatures(scopes)))
    doubtful.extend((*varying_doubts(scopes), *varying_signs(scopes), *delivering(scopes, said.powers)))
    outputs = _outputs(graph, scopes)
    whens, discrete = _discrete(graph, scopes)
    if whens or said.pairs:
        check_connected(scopes, _asked(said, whens), (e.residual for e in (*said.equations, *said.beside)), discrete)
    check_shaped(scopes)
    check_dimensions(scopes)
    values = {name: known.value for name, known in scopes.parameters.items()}
    check_values(scopes, values)
    check_potentials(scopes, values)
    return System(
        graph, scopes, tuple(said.equations), tuple(said.starts), outputs, tuple(said.powers),
        dict(scopes.parameters), whens, discrete, upright, tuple(said.limits), tuple(doubtful),
        said.nominal, scopes.quantities, tuple(said.pairs), tuple(said.beside), tuple(said.constraints),
    )  # fmt: skip


def _asked(said: _Said, whens: tuple[When, ...]) -> list[Node]:
    """The conditions of events and of commanded set-valued laws."""
    pairs = [law.pair for law in said.pairs]
    return [*(w.condition for w in whens), *(node(x) for p in pairs for x in (p.closed, p.fires) if x is not None)]


@frozen
class _Said:
    """What the elements and models say, as it comes together."""

    equations: list[Equation]
    starts: list[Start]
    powers: list[Power]
    limits: list[Limit]
    nominal: dict[Node, Node]
    pairs: list[SetValued]
    beside: list[Equation]
    constraints: list[Constrained]
    doubtful: list[Limit]


def _take_element(said: _Said, scopes: Scopes, path: str, element: Element) -> None:
    """Take in the laws, start values, sizes, limits and power of one element."""
    s = scopes.locals[path]
    with told_of(element, path):
        if isinstance(element, _Forbidden):
            _take_constraint(said, s, path, element)
        else:
            begun = len(said.equations)
            for left, right in element.equations(s):
                _add(said.equations, left, right, path)
            check_laws(element, s, [e.residual for e in said.equations[begun:]], path)
            if element.structural_modes:
                _take_pairs(said, path, element, s, begun)
        for variable, value, given in element.initial(s):
            pairs = zip(_entries(variable), _entries(value), strict=True)
            said.starts.extend(Start(x, v, path, bool(given), asked=given is None) for x, v in pairs)
        for variable, size in element.nominal(s):
            said.nominal.update(zip(_entries(variable), _entries(size), strict=True))
        for bound, meaning in element.limits(s):
            said.limits.extend(Limit(x, meaning, path) for x in _entries(bound))
        for bound, meaning in element.start_limits(s):
            said.limits.extend(Limit(x, meaning, path, True) for x in _entries(bound))
        for bound, meaning in element.doubtful(s):
            said.doubtful.extend(Limit(x, meaning, path) for x in _entries(bound))
        pseudo = any(domain.pseudo for domain in scopes.graph.elements[path].domains.values())
        if not element.junction and not pseudo:
            said.powers.append(_power(path, element, s, scopes))
    _bind_inputs(said.equations, scopes, path, element.declarations, element.given)


def _take_pairs(said: _Said, path: str, element: Element, s: Any, begun: int) -> None:
    """Take in the set-valued laws of an element, whose equations are those from `begun` on."""
    pairs = [SetValued(pair, path) for pair in element.pairs(s)]
    if pairs:
        said.pairs.extend(pairs)
        said.equations[begun:] = [replace(e, switching=True) for e in said.equations[begun:]]
        for left, right in element.beside(s):
            _add(said.beside, left, right, path)


def _take_constraint(said: _Said, s: Any, path: str, element: _Forbidden) -> None:
    """Take in what a constraint element forbids, along the directions of its residuals."""
    efforts, flows = getattr(s, "releases", s.e), getattr(s, "held", s.f)
    given = [None if node(x) is ZERO else node(x) for x in (s.stiffness, s.damping)]
    for i, ((residual, _), effort, flow) in enumerate(zip(element.equations(s), efforts, flows, strict=True)):
        position = None if node(residual) is node(s.f[i]) else node(residual)
        name = f"{path}[{i}]" if element.n > 1 else path
        said.constraints.append(
            Constrained(len(said.equations), path, name, node(effort), node(flow), position, *given)
        )
        said.equations.append(Equation(node(residual), path, node(effort), row=len(said.constraints) - 1))


def _take_wires(equations: list[Equation], scopes: Scopes, path: str, model: Composite) -> None:
    """Take in what a model binds its inputs to and connects; its wishes must be for something that there is."""
    graph, where = scopes.graph, path or model.title
    _bind_inputs(equations, scopes, path, model.declarations, model.given)
    for first, second in model.wires:
        with _said(where, "connect {} to {}", first, second):
            left = scopes.value(first, path, si_unit(graph, path, second))
            right = scopes.value(second, path, si_unit(graph, path, first))
            _check_sizes(scopes, first, left, second, right, where)
            _add(equations, left, right, where)
    for wish in model.wishes:
        with _said(where, f"wish for the state {wish}"):
            scopes.lookup(undifferentiated(wish), path)


def _model_starts(scopes: Scopes, path: str, model: Composite) -> Iterator[Start]:
    """The start values that a model states."""
    where = path or model.title
    for start in model.starts:
        with _said(where, "start of {}", start.variable):
            variable = np.ravel(nodes(scopes.value(start.variable, path)))
            unit = si_unit(scopes.graph, path, start.variable)
            value = np.ravel(nodes(scopes.value(start.value, path, unit)))
            if value.size == 1:
                value = np.repeat(value, variable.size)
            if value.size != variable.size:
                raise ModelError(f"{variable.size} start values are needed, not {value.size}")
        for x, v, name in zip(variable, value, written_as(start.variable, path, variable.size), strict=True):
            yield Start(x, v, where, start.fixed, not (start.fixed or start.asked), start.asked, name)


@contextmanager
def _said(where: str, what: str, *written: Any) -> Iterator[None]:
    """An error in what the model at `where` says names this line of it: `what`, with what was `written` put in."""
    try:
        yield
    except MultibondError as error:
        if error.where is not None:  # of something else that is named here
            raise
        line = what.format(*map(cut_short, written)) if written else what
        raise type(error)(f"{line}: {error}", where) from None


def _outputs(graph: Graph, scopes: Scopes) -> dict[str, Output]:
    """The outputs of the model. Those of models inside that are not from a library are checked too."""
    outputs = {}
    for path, model in graph.models.items():
        if path and model.library != "user":
            continue
        for name, shown in model.outputs.items():
            with _said(path or model.title, f"output '{name}'"):
                value = scopes.shown.value(path, name)
                check_shown(graph, path, shown)
            if not path:
                outputs[name] = Output(value, shown.unit, shown.description)
    return outputs


def _close_joins(graph: Graph, scopes: Scopes, equations: list[Equation]) -> tuple[Node, ...]:
    """Joined frames have one position and orientation; at cuts these are what the constraints hold to.

    The constraints on orientations hold after half a turn too; what tells the two apart is returned.
    """
    upright: list[Node] = []
    tied = rigidly_tied(graph) if any(join.cuts for join in graph.joins) else None
    for join in graph.joins:
        lead = scopes.locals[join.frames[0]]
        for frame in join.frames[1:]:
            other = scopes.locals[frame]
            for name in ("x", "phi") if hasattr(lead, "phi") else ("x", "R"):
                _add(equations, getattr(other, name), getattr(lead, name), frame)
        for (frame, constraints), carrier in zip(join.cuts, join.carriers, strict=True):
            other = scopes.locals[frame]
            if hasattr(lead, "phi"):
                gap = lead.phi - other.phi
                if tied is not None and tied(join.frames[0], frame):  # a frame of bends may go round in whole turns
                    gap = 2 * sin(0.5 * gap)
                gaps = [[*(lead.x - other.x), gap]]
            else:
                gap, translation = lead.x - other.x, scopes.locals[constraints[0]]
                if carrier is not None:
                    # a loop that turns as a whole, on a shaft, looks always the same to what carries it: a direction
                    # in which it closes by itself there stays one, while directions of the world take turns
                    turn = scopes.locals[carrier].R
                    gap, translation.releases = turn @ gap, turn @ translation.e
                    translation.held = turn @ translation.f
                gaps = [list(gap), _misalignment(lead.R, other.R)]
                upright += [node(lead.R[k] @ other.R[k]) for k in (0, 1)]
            for path, rows in zip(constraints, gaps, strict=True):
                scopes.locals[path].residuals = [node(row) for row in rows]
    return tuple(upright)


def _misalignment(first: np.ndarray, second: np.ndarray) -> list[Any]:
    """Three numbers that vanish when two orientations agree (their small relative rotation, body-resolved)."""
    third = np.cross(first[0], first[1])
    return [third @ second[1], -(third @ second[0]), first[1] @ second[0]]


def _discrete(graph: Graph, scopes: Scopes) -> tuple[tuple[When, ...], dict[str, Node]]:
    """The events of all models, and their discrete variables with start values."""
    whens, discrete = [], {}
    for path, model in graph.models.items():
        for event in model.whens:
            with _said(path or model.title, "event when {}", event.condition):
                condition = plain(node(scopes.value(event.condition, path)))
                if all(map(scopes.is_parameter, leaves(condition))):
                    raise ModelError(
                        "the condition does not change in a run, so that it never becomes true and nothing happens; "
                        "compare what changes, such as 'time > 1' or 'spring.q > 0.1'"
                    )
                changes = [
                    (_settable(scopes, a, path), _one(scopes.value(b, path, si_unit(graph, path, a)), cut_short(a)))
                    for a, b in event.changes
                ]
            whens.append(When(condition, tuple(changes), path or model.title))
        for name, declared in model.declarations.items():
            if isinstance(declared, Discrete):
                with _said(path or model.title, f"first value of {name}"):
                    given, own = model.given.get(name, declared.start), name not in model.given
                    start = scopes.value(given, path if own else path.rpartition(".")[0], si_unit(graph, path, name))
                discrete[f"{path}.{name}" if path else name] = node(start)
    return tuple(whens), discrete


def _one(value: Any, of: str) -> Node:
    """The new value of one variable."""
    size = nodes(value).size
    if size != 1:
        raise ModelError(f"{of} is one number and cannot be set to {size} values; give one value for each component")
    return node(nodes(value).reshape(-1)[0])


def _settable(scopes: Scopes, raw: Any, path: str) -> Node:
    """The variable that an event sets."""
    target = node(scopes.value(raw, path))
    variable = unsigned(target)
    if variable.op == "const" or scopes.is_parameter(variable):
        raise ModelError(
            f"{cut_short(raw)} does not change in a run; what events change is a state or a Discrete: let the "
            "parameter be an expression of a Discrete, and let the event set that"
        )
    if variable.op not in ("symbol", "der") or variable is TIME:
        raise ModelError(f"an event sets variables, not {cut_short(raw)}")
    return target


def _check_sizes(scopes: Scopes, first: Any, left: Any, second: Any, right: Any, where: str) -> None:
    """Refuse signals of different dimensions; a single signal may go into every component of an input."""
    sizes = nodes(left).size, nodes(right).size
    if sizes[0] == sizes[1] or (sizes[1] == 1 and not nodes(right).ndim and _is_input(scopes, nodes(left))):
        return
    one, other = cut_short(first), cut_short(second)
    wide = one if sizes[0] > sizes[1] else other
    raise ModelError(
        f"the signals have different dimensions: {one} has {sizes[0]} value{'s' * (sizes[0] != 1)}, {other} has "
        f"{sizes[1]}; give both the same n, or name one value for each component (one of {wide} is {wide}[0])",
        where,
    )


def _is_input(scopes: Scopes, wide: np.ndarray) -> bool:
    name = undifferentiated(str(np.ravel(wide)[0])).partition("[")[0]
    path, _, variable = name.rpartition(".")
    graph = scopes.graph
    owner = graph.elements[path].element if path in graph.elements else graph.models.get(path)
    return owner is None or isinstance(owner.declarations.get(variable), Input)


def _entries(values: Any) -> list[Node]:
    """A number, node or array as a list of nodes."""
    return [values] if type(values) is Node else nodes(values).reshape(-1).tolist()


def _add(equations: list[Equation], left: Any, right: Any, origin: str) -> None:
    first, second = _entries(left), _entries(right)
    if len(second) == 1 and not is_component(second[0], origin):
        second = second * len(first)
    if len(first) != len(second):
        raise ModelError(
            f"{len(first)} values cannot equal {len(second)}: the law has the wrong number of components; "
            "write one expression for each component of the bond",
            origin,
        )
    for a, b in zip(first, second, strict=True):
        residual = sub(a, b)
        if residual is not ZERO:
            equations.append(Equation(residual, origin))


def _bind_inputs(equations: list[Equation], scopes: Scopes, path: str, declarations: Any, given: Any) -> None:
    """An input that is given by an expression equals it."""
    for name, declared in declarations.items():
        if isinstance(declared, Input) and name in given:
            with _said(f"{path}.{name}" if path else name, "input"):
                value = scopes.value(given[name], path.rpartition(".")[0], si_unit(scopes.graph, path, name))
            variable = scopes.variable(path, name)
            _check_sizes(scopes, name, variable, cut_short(given[name]), value, f"{path}.{name}" if path else name)
            _add(equations, variable, value, path)


def _power(path: str, element: Element, s: Any, scopes: Scopes) -> Power:
    total: Any = ZERO
    for attachment, view in zip(scopes_ports(element), s.bonds, strict=True):
        flow = view.e @ view.f
        total = total + flow if attachment.inward else total - flow
    return Power(path, element.role, node(total), *energy_formula(path, element, s, scopes))


def scopes_ports(element: Element) -> list[Any]:
    """The port declarations in the order of the attached bonds (single ports only)."""
    return list(element.whole_ports.values())


def variables(equations: tuple[Equation, ...] | list[Equation], constant: Any) -> list[Node]:
    """All variables of the equations: symbols that are not constant, without derivatives."""
    found: dict[Node, None] = {}
    for leaf in leaves(*(e.residual for e in equations)):
        while leaf.op == "der":
            leaf = leaf.args[0]
        if leaf is not TIME and not constant(leaf):
            found[leaf] = None
    return list(found)
