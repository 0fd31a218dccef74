"""A schedule that leaves its algebraic unknowns to the integrator: ẋ = f(t, x, z) and 0 = g(t, x, z).

Where a plain schedule solves its linear and nonlinear systems inside every evaluation, a semi-explicit one hands their
unknowns z and their residuals g to a solver of differential-algebraic equations. Everything else is assignments.
Methods that keep constraints make one directly; `semi_explicit` makes one from a plain schedule.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from ..errors import StructureError
from ..expression import ONE, ZERO, Node, add, directional, leaves, mul, name_of, sub
from ..frozen import frozen
from .matching import maximum_matching
from .schedule import Assign, Schedule, SolveLinear, SolveNonlinear, Step, needed


@frozen
class SemiExplicit:
    """The states x with their `derivatives` f, the `algebraic` unknowns z with the `residuals` g that determine them.

    `steps` assign, in order, what f and g use; they may use x, z, parameters, discrete values and time. With index one
    g determines z where x and t are known (`check`).
    """

    parameters: tuple[Node, ...]
    states: tuple[Node, ...]
    derivatives: tuple[Node, ...]
    algebraic: tuple[Node, ...]
    residuals: tuple[Node, ...]
    discrete: tuple[Node, ...] = ()
    steps: tuple[Step, ...] = ()  # assignments; and systems that are solved inside, where a method leaves them there
    origins: tuple[str, ...] = ()  # the component path of each residual
    guesses: dict[Node, float] = field(default_factory=dict)  # first guesses of the algebraic unknowns
    meanings: dict[Node, Node] = field(default_factory=dict)  # our own symbols → what they stand for
    index: int = 1  # two where residuals that hold efforts contain no unknown

    def check(self) -> None:
        """Refuse a system of another index than one, as far as its structure shows it."""
        if len(self.algebraic) != len(self.residuals):
            raise StructureError(
                f"there are {len(self.residuals)} algebraic equations for {len(self.algebraic)} algebraic unknowns; "
                "each unknown needs one"
            )
        columns = {z: j for j, z in enumerate(self.algebraic)}
        used = self._unknowns_of(self.residuals)
        _, left = maximum_matching([[columns[z] for z in row] for row in used])
        if not left:
            return
        names = sorted({name_of(z) for row in left[0][1] for z in used[row]})
        origins = sorted({self.origins[row] for row in left[0][1] if row < len(self.origins) and self.origins[row]})
        raise StructureError(
            f"{len(left[0][1])} algebraic equations{f' of {_listed(origins)}' if origins else ''} contain only "
            + (f"the algebraic unknowns {_listed(names)}" if names else "states, and no algebraic unknown")
            + ": the index is higher than one; differentiate these constraints, as the method 'reduced' does",
            origins[0] if origins else None,
        )

    def stacked(self) -> Schedule:
        """A schedule for machine code: its states are x and z, its derivatives f and g."""
        return Schedule(
            self.parameters, (*self.states, *self.algebraic), (*self.derivatives, *self.residuals), self.discrete,
            self.steps, dict(self.guesses), {}, self.meanings,
        )  # fmt: skip

    def solved(self) -> Schedule:
        """The plain schedule in which the algebraic unknowns are found together inside every evaluation."""
        entries = [(i, j, d) for i, j, d in self.jacobian(self.residuals, self.algebraic)]
        inner, before, after = self._around()
        solve = SolveNonlinear(self.algebraic, inner, self.residuals, tuple(entries), self.origins)
        return Schedule(
            self.parameters, self.states, self.derivatives, self.discrete, (*before, solve, *after),
            dict(self.guesses), {}, self.meanings,
        )  # fmt: skip

    def jacobian(self, rows: Iterable[Node], columns: Iterable[Node]) -> list[tuple[int, int, Node]]:
        """The non-zero total derivatives of `rows` (of f or g) by `columns` (of x or z), through the assignments."""
        rows = list(rows)
        steps = [(a, frozenset(leaves(a.value))) for _, a in needed(self.steps, rows) if isinstance(a, Assign)]
        inside = [frozenset(leaves(row)) for row in rows]
        entries = []
        for j, x in enumerate(columns):
            memory: dict[Node, Node] = {}
            tangents: dict[Node, Node] = {x: ONE}

            def tangent(leaf: Node, tangents: dict[Node, Node] = tangents) -> Node:
                return tangents.get(leaf, ZERO)

            for assign, used in steps:
                if not tangents.keys().isdisjoint(used):
                    (found,) = directional([assign.value], tangent, memory)
                    if found is not ZERO:
                        memory[assign.target] = tangents[assign.target] = found
            moved = [i for i, used in enumerate(inside) if not tangents.keys().isdisjoint(used)]
            slopes = directional([rows[i] for i in moved], tangent, memory)
            entries += [(i, j, d) for i, d in zip(moved, slopes, strict=True) if d is not ZERO]
        return entries

    def _assignments(self) -> tuple[Assign, ...]:
        return tuple(step for step in self.steps if isinstance(step, Assign))

    def _unknowns_of(self, roots: Iterable[Node]) -> list[list[Node]]:
        """The algebraic unknowns that each of the roots contains, also through assignments."""
        found: dict[Node, dict[Node, None]] = {z: {z: None} for z in self.algebraic}

        def of(x: Node) -> dict[Node, None]:
            return {z: None for leaf in leaves(x) for z in found.get(leaf, ())}

        for assign in self._assignments():
            found[assign.target] = of(assign.value)
        return [list(of(root)) for root in roots]

    def _around(self) -> tuple[tuple[Assign, ...], tuple[Assign, ...], tuple[Assign, ...]]:
        """The assignments that the residuals need and that contain unknowns, those before these, those after."""
        steps = self._assignments()
        contain = {a.target: bool(z) for a, z in zip(steps, self._unknowns_of(a.value for a in steps), strict=True)}
        wanted: set[Node] = set(leaves(*self.residuals))
        for assign in reversed(steps):
            if assign.target in wanted:
                wanted.update(leaves(assign.value))
        inner = tuple(a for a in steps if contain[a.target] and a.target in wanted)
        before = tuple(a for a in steps if not contain[a.target])
        after = tuple(a for a in steps if contain[a.target] and a.target not in wanted)
        return inner, before, after


def semi_explicit(schedule: Schedule) -> SemiExplicit:
    """The same equations with the unknowns of linear and nonlinear systems as algebraic unknowns."""
    algebraic: list[Node] = []
    residuals: list[Node] = []
    origins: list[str] = []
    steps: list[Assign] = []
    for step in schedule.steps:
        if isinstance(step, Assign):
            steps.append(step)
            continue
        algebraic += step.unknowns
        rows = list(_residuals(step))
        residuals += rows
        origins += step.origins or ("",) * len(rows)
        if isinstance(step, SolveNonlinear):
            steps += step.inner
    made = SemiExplicit(
        schedule.parameters, schedule.states, schedule.derivatives, tuple(algebraic), tuple(residuals),
        schedule.discrete, tuple(steps), tuple(origins), dict(schedule.guesses), schedule.meanings,
    )  # fmt: skip
    made.check()
    return made


def _residuals(step: Step) -> Iterator[Node]:
    """What vanishes at the solution of a step."""
    if isinstance(step, SolveNonlinear):
        yield from step.residuals
    elif isinstance(step, SolveLinear):
        rows = [ZERO] * len(step.right)
        for row, column, entry in step.matrix:
            rows[row] = add(rows[row], mul(entry, step.unknowns[column]))
        yield from (sub(total, right) for total, right in zip(rows, step.right, strict=True))


def _listed(names: list[str]) -> str:
    return ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")


__all__ = ["SemiExplicit", "semi_explicit"]
