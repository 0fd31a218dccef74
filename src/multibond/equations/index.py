"""Pass "index": find which equations must be differentiated so that the rest can be solved (Pantelides)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property

from ..errors import StructureError
from ..expression import TIME, Node, der, gradient, is_added, leaves, name_of, time_derivative
from ..frozen import frozen
from .alias import base, order
from .matching import augment, first_matching, maximum_matching, underdetermined
from .system import Equation

ADVICE = (
    "; check for sources or constraints that fix the same quantity twice, and for inputs or flows that nothing "
    "determines"
)


class Singular(StructureError):
    """A structurally singular system; `crowded` are the equations that are too many for their variables, `near` the
    paths of the components whose equations or variables are concerned, `free` the names that nothing determines."""

    def __init__(
        self, message: str, where: str | None, crowded: list[Equation], near: set[str], free: Sequence[str] = ()
    ):
        super().__init__(message, where)
        self.crowded, self.near, self.free = crowded, near, tuple(free)


DEEPEST = 8  # derivatives of one equation; more means that the structure cannot be solved


@frozen
class Reduced:
    """`chains[i]` holds equation i and its derivatives; `highest` the highest derivative of each variable."""

    chains: tuple[tuple[Equation, ...], ...]
    highest: dict[Node, int]

    @property
    def index(self) -> int:
        """The structural differential index."""
        deepest = max((len(chain) for chain in self.chains), default=1)
        return deepest if deepest > 1 or any(self.highest.values()) else 0

    @cached_property
    def slopes(self) -> dict[Equation, tuple[dict[Node, Node], bool]]:
        """Of the last equation of every differentiated chain: its partial derivatives; whether these are constant."""
        found = {}
        for chain in self.chains:
            if len(chain) > 1:
                # derivatives by parameters do not count: they would make every law look variable
                partial = {x: d for x, d in gradient(chain[-1].residual).items() if base(x) in self.highest}
                moving = any(base(leaf) in self.highest for leaf in leaves(*partial.values()))
                found[chain[-1]] = (partial, not moving)
        return found


def unknown_leaves(residual: Node, constant: Callable[[Node], bool]) -> list[Node]:
    """The variables and derivatives in a residual."""
    return [leaf for leaf in leaves(residual) if leaf is not TIME and not constant(base(leaf))]


@frozen
class Part:
    """Equations of a structure and the variables in them."""

    equations: list[Equation]
    variables: list[Node]


@frozen
class Parts:
    """The parts of Dulmage and Mendelsohn; `well` holds each equation of the rest with the variable matched to it."""

    variables: int
    matched: int
    over: Part
    under: Part
    well: list[tuple[Equation, Node]]


def dulmage_mendelsohn(equations: tuple[Equation, ...], constant: Callable[[Node], bool]) -> Parts:
    """A maximum matching of equations and variables (derivatives count as their variables), and its three parts."""
    adjacency, names = _incidence(equations, constant)
    matched, left = maximum_matching(adjacency)
    crowded: set[int] = set()
    for row, _ in left:
        crowded |= augment(adjacency, row, matched) or set()
    free = underdetermined(adjacency, len(names), matched)
    taken = {j for i in crowded for j in adjacency[i]}
    return Parts(
        len(names),
        len(matched),
        Part([equations[i] for i in sorted(crowded)], [names[j] for j in sorted(taken)]),
        Part([equations[matched[j]] for j in sorted(free) if j in matched], [names[j] for j in sorted(free)]),
        [(equations[i], names[j]) for j, i in sorted(matched.items()) if j not in taken and j not in free],
    )


def _incidence(equations: tuple[Equation, ...], constant: Callable[[Node], bool]) -> tuple[list[list[int]], list[Node]]:
    """The variables in each equation by number, and the variables themselves."""
    columns: dict[Node, int] = {}
    adjacency = []
    for equation in equations:
        row = {columns.setdefault(base(x), len(columns)) for x in unknown_leaves(equation.residual, constant)}
        adjacency.append(sorted(row))
    return adjacency, list(columns)


def check_structure(equations: tuple[Equation, ...], constant: Callable[[Node], bool]) -> None:
    """Refuse a structurally singular system, naming the components that are over- and under-determined."""
    adjacency, names = _incidence(equations, constant)
    matched, left = maximum_matching(adjacency)
    if not left and len(matched) == len(names):
        return
    parts = []
    near: set[str] = set()
    free: list[str] = []
    if left:
        rows = set().union(*(competing for _, competing in left))
        origins = sorted({equations[i].origin for i in rows})
        involved = sorted({name_of(names[j]) for i in rows for j in adjacency[i]})
        near |= {*origins, *map(_owner, involved)}
        parts.append(_crowd(len(rows), involved, origins))
    under = underdetermined(adjacency, len(names), matched)
    if under:
        free = sorted(name_of(names[j]) for j in under if not is_added(names[j]))  # without the rates of wishes
        origins = sorted({equations[i].origin for i, row in enumerate(adjacency) if under & set(row)})
        near |= {*origins, *map(_owner, free)}
        parts.append(f"nothing determines {_some(free)}" + (f" (near {_some(origins)})" if origins else ""))
    where = equations[left[0][0]].origin if left else None
    crowded = [equations[i] for i in sorted(set().union(*(competing for _, competing in left)))] if left else []
    raise Singular(
        "the model is singular: " + "; ".join(parts) + ADVICE,
        where,
        crowded,
        near,
        free,
    )


def _crowd(equations: int, variables: list[str], origins: list[str]) -> str:
    if not variables:
        return f"what {_some(origins)} demands is fixed by others already"
    shown = f"{len(variables)} variable{'s' if len(variables) > 1 else ''} {_some(variables)}"
    return f"{equations} equations for {shown} are too many, at {_some(origins)}"


def _owner(variable: str) -> str:
    return variable.partition("[")[0].rpartition(".")[0]


def _some(names: list[str]) -> str:
    return ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")


def reduce_index(equations: tuple[Equation, ...], constant: Callable[[Node], bool]) -> Reduced:
    """Differentiate what must be, until every equation has its own highest derivative to determine; the structure of
    the equations is sound (`check_structure`)."""
    return _Reduction(equations, constant).run()


class _Reduction:
    """The equations and their matching to variables, as more and more of both are differentiated."""

    def __init__(self, equations: tuple[Equation, ...], constant: Callable[[Node], bool]):
        self.constant = constant
        self.chains = [[e] for e in equations]
        self.occurring = [unknown_leaves(e.residual, constant) for e in equations]  # in the last of each chain
        self.highest: dict[Node, int] = {}
        self.users: dict[Node, set[int]] = {}  # variable → equations in which it occurs
        for i in range(len(equations)):
            self._note(i)
        self.columns: dict[Node, int] = {}  # a leaf of highest order → column; older columns are banned
        self.banned: set[int] = set()
        self.adjacency = [self._columns_of(i) for i in range(len(equations))]
        self.matched, self.late = first_matching(self.adjacency)

    def _note(self, i: int) -> None:
        """Take in the variables of equation i."""
        for leaf in self.occurring[i]:
            variable = base(leaf)
            self.highest[variable] = max(self.highest.get(variable, 0), order(leaf))
            self.users.setdefault(variable, set()).add(i)

    def _columns_of(self, i: int) -> list[int]:
        """The columns of the highest derivatives in equation i."""
        columns, highest = self.columns, self.highest
        return [columns.setdefault(x, len(columns)) for x in self.occurring[i] if order(x) == highest[base(x)]]

    def run(self) -> Reduced:
        """Match every equation, differentiating those that compete for too few variables."""
        while self.late:
            current = self.late.pop()
            while (competing := augment(self.adjacency, current, self.matched, self.banned)) is not None:
                touched = self._raise_variables(competing)
                for k in sorted(competing):
                    self._differentiate(k)
                for k in sorted(touched):
                    self.adjacency[k] = self._columns_of(k)
                # every competing equation but the current one has lost its column and looks for a new one
                waiting = set(self.late)
                self.late.extend(k for k in sorted(competing) if k != current and k not in waiting)
        return Reduced(tuple(tuple(chain) for chain in self.chains), self.highest)

    def _raise_variables(self, competing: set[int]) -> set[int]:
        """Differentiate the variables that are competed for; the equations that this concerns."""
        highest, occurring = self.highest, self.occurring
        touched = set(competing)
        # in the order of the equations: sets of nodes are in another order in every process
        raised = dict.fromkeys(base(x) for k in sorted(competing) for x in occurring[k] if order(x) == highest[base(x)])
        for variable in raised:
            leaf = variable
            for _ in range(highest[variable]):
                leaf = der(leaf)
            if leaf in self.columns:
                self.banned.add(self.columns[leaf])
                self.matched.pop(self.columns[leaf], None)
            highest[variable] += 1
            touched |= self.users[variable]
        return touched

    def _differentiate(self, k: int) -> None:
        """Add the derivative of the last equation of chain k."""
        chain = self.chains[k]
        if len(chain) > DEEPEST:
            raise StructureError(
                f"an equation would have to be differentiated more than {DEEPEST} times; "
                "the constraints cannot be solved",
                chain[0].origin,
            )
        residual = time_derivative(chain[-1].residual, lambda x: self.constant(base(x)))
        chain.append(Equation(residual, chain[-1].origin))
        self.occurring[k] = unknown_leaves(residual, self.constant)
        self._note(k)
