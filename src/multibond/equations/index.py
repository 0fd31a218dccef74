"""Pass "index": find which equations must be differentiated so that the rest can be solved (Pantelides)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from ..errors import StructureError
from ..expression import TIME, Node, der, gradient, leaves, name_of, time_derivative
from .alias import base, order
from .matching import augment, first_matching, maximum_matching, underdetermined
from .system import Equation

ADVICE = (
    "; check for sources or constraints that fix the same quantity twice, and for inputs or flows that nothing "
    "determines"
)


class Singular(StructureError):
    """A structurally singular system; `crowded` are the equations that are too many for their variables, `near` the
    paths of the components whose equations or variables are concerned."""

    def __init__(self, message: str, where: str | None, crowded: list[Equation], near: set[str]):
        super().__init__(message, where)
        self.crowded, self.near = crowded, near


DEEPEST = 8  # derivatives of one equation; more means that the structure cannot be solved


@dataclass(frozen=True)
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


def check_structure(equations: tuple[Equation, ...], constant: Callable[[Node], bool]) -> None:
    """Refuse a structurally singular system, naming the components that are over- and under-determined."""
    columns: dict[Node, int] = {}
    adjacency = []
    for equation in equations:
        row = {columns.setdefault(base(x), len(columns)) for x in unknown_leaves(equation.residual, constant)}
        adjacency.append(sorted(row))
    matched, left = maximum_matching(adjacency)
    if not left and len(matched) == len(columns):
        return
    names = list(columns)
    parts = []
    near: set[str] = set()
    if left:
        rows = set().union(*(competing for _, competing in left))
        origins = sorted({equations[i].origin for i in rows})
        involved = sorted({name_of(names[j]) for i in rows for j in adjacency[i]})
        near |= {*origins, *map(_owner, involved)}
        parts.append(_crowd(len(rows), involved, origins))
    under = underdetermined(adjacency, len(columns), matched)
    if under:
        free = sorted(n for n in (name_of(names[j]) for j in under) if not n.endswith("'"))  # rates for wishes end so
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
    """Differentiate what must be, until every equation has its own highest derivative to determine."""
    check_structure(equations, constant)
    chains: list[list[Equation]] = [[e] for e in equations]
    highest: dict[Node, int] = {}
    occurring: list[list[Node]] = []
    for equation in equations:
        found = unknown_leaves(equation.residual, constant)
        occurring.append(found)
        for leaf in found:
            variable = base(leaf)
            highest[variable] = max(highest.get(variable, 0), order(leaf))
    columns: dict[Node, int] = {}  # a leaf of highest order → column; older columns are banned
    banned: set[int] = set()
    adjacency: list[list[int]] = []

    def columns_of(i: int) -> list[int]:
        result = []
        for leaf in occurring[i]:
            if order(leaf) == highest[base(leaf)]:
                result.append(columns.setdefault(leaf, len(columns)))
        return result

    adjacency = [columns_of(i) for i in range(len(equations))]
    matched, late = first_matching(adjacency)
    users: dict[Node, set[int]] = {}
    for i, found in enumerate(occurring):
        for leaf in found:
            users.setdefault(base(leaf), set()).add(i)
    while late:
        i = late.pop()
        while True:
            competing = augment(adjacency, i, matched, banned)
            if competing is None:
                break
            _differentiate(competing, chains, occurring, highest, adjacency, matched, banned, columns, users, constant,
                           columns_of, late, i)  # fmt: skip
    return Reduced(tuple(tuple(chain) for chain in chains), highest)


def _differentiate(competing, chains, occurring, highest, adjacency, matched, banned, columns, users, constant,
                   columns_of, late, current) -> None:  # fmt: skip
    """Differentiate the competing equations and the variables that they compete for."""
    variables = {base(leaf) for k in competing for leaf in occurring[k] if order(leaf) == highest[base(leaf)]}
    touched = set(competing)
    for variable in variables:
        leaf = variable
        for _ in range(highest[variable]):
            leaf = der(leaf)
        if leaf in columns:
            banned.add(columns[leaf])
            matched.pop(columns[leaf], None)
        highest[variable] += 1
        touched |= users[variable]
    for k in competing:
        if len(chains[k]) > DEEPEST:
            raise StructureError(
                f"an equation would have to be differentiated more than {DEEPEST} times; "
                "the constraints cannot be solved",
                chains[k][0].origin,
            )
        last = chains[k][-1]
        residual = time_derivative(last.residual, lambda x: constant(base(x)))
        chains[k].append(Equation(residual, last.origin))
        occurring[k] = unknown_leaves(residual, constant)
        for leaf in occurring[k]:
            highest[base(leaf)] = max(highest[base(leaf)], order(leaf))
            users.setdefault(base(leaf), set()).add(k)
    for k in touched:
        adjacency[k] = columns_of(k)
    # every competing equation but the current one has lost its column and looks for a new one
    waiting = set(late)
    late.extend(k for k in competing if k != current and k not in waiting)
