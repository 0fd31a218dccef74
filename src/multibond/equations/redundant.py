"""Passes "structure", "surplus", "index", "assembly" and "redundant": to a reduced system in which no constraint says
what others say. They form a loop: a redundant constraint gives way to a zero effort, and the structure is another one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..errors import InitialError, StructureError
from ..expression import TIME, Node
from .alias import Aliased, eliminate_aliases, replace_variables
from .assembly import (
    check_redundant,
    close_loops,
    coordinates,
    idle_constraints,
    loop_rows,
    position_rows,
    rolling_rows,
)
from .corners import with_corners
from .draft import Draft
from .index import ADVICE, Singular, check_structure, reduce_index
from .modes import fix_structure
from .numbers import first_of, fixed_and_guesses, number_from
from .singular import explain
from .states import Redundant, select_states
from .system import Equation
from .wanted import preference, ranked, rates


def shortened(draft: Draft, equations: tuple[Equation, ...]) -> Aliased:
    """`equations` without those that say that two variables are equal."""
    return eliminate_aliases(equations, draft.constant, preference(draft.system), draft.nonzero)


@contextmanager
def explained(draft: Draft) -> Iterator[None]:
    """An error in the structure says what causes it, where that is known."""
    try:
        yield
    except StructureError as error:
        explain(
            error, draft.system, draft.equations, draft.modes, lambda rows: shortened(draft, rows), draft.constant,
            draft.fixed,
        )  # fmt: skip
        _name_zeros(error, draft)
        raise


def _name_zeros(error: StructureError, draft: Draft) -> None:
    """Say so where it is the values of parameters that leave nothing of a factor which the structure needs."""
    zeros = [x for x, nothing in draft.vanishing.items() if nothing]
    if not zeros:
        return
    try:
        check_structure(
            shortened(draft, fix_structure(draft.equations, draft.modes, draft.positions)).equations, draft.constant
        )
    except StructureError:
        return
    shown = ", ".join(f"{x!r} = 0" for x in zeros[:4]) + (" and others" if len(zeros) > 4 else "")
    reason = f"With the values of the parameters {shown}: axes may lie in one line, or a lever have no length"
    error.args = (f"{str(error).removesuffix(ADVICE)}. {reason}; change these values",)


def structure(draft: Draft) -> Draft:
    """Add the rates of variables that are wanted as states: with them the structure is complete."""
    return draft.but(rates=rates(draft.system, draft.aliased, draft.wishes))


def surplus(draft: Draft) -> Draft:
    """Refuse more equations than can hold; of those that close loops, let idle ones go."""
    system, aliased = draft.system, draft.aliased
    with explained(draft):
        try:
            check_structure((*aliased.equations, *draft.rates), draft.constant)
        except Singular:
            rows = loop_rows(aliased, draft.constant, system.kind)
            assembled = closed(draft, rows)
            gone = idle_constraints(rows, assembled, _at_start(draft), draft.is_length)
            if not gone:
                standing = number_from(system, aliased, first_of(draft.numbers, assembled))
                rows, velocities = rolling_rows(aliased, draft.constant, system.kind)
                gone = idle_constraints(rows, {x: standing(x) for x in velocities}, standing, draft.is_length)
            if not gone:
                raise
            return _released(draft.but(assembled=assembled), gone)
    return draft


def index(draft: Draft) -> Draft:
    """Differentiate what must be (Pantelides)."""
    with explained(draft):
        reduced = reduce_index((*draft.aliased.equations, *draft.rates), draft.constant)
    return with_corners(draft, reduced) or draft.but(reduced=reduced)


def assembly(draft: Draft) -> Draft:
    """Find a position in which all loops are closed."""
    rows = position_rows(draft.reduced)
    if rows and draft.system.upright:  # with all orientations, to see which way round the loops are closed
        rows = list(dict.fromkeys([*rows, *loop_rows(draft.aliased, draft.constant, draft.system.kind)]))
    with explained(draft):
        return draft.but(assembled=closed(draft, rows), positioned=tuple(rows))


def redundant(draft: Draft) -> Draft:
    """Let constraints go that follow from others at the assembled position; keep the numbers of that position."""
    known = first_of(draft.numbers, draft.assembled) if draft.assembled else draft.numbers
    if any(e.release is not None for e in draft.aliased.equations):
        system, aliased, reduced = draft.system, draft.aliased, draft.reduced
        wanted = ranked(system, aliased, reduced, draft.wishes)
        with explained(draft):
            try:
                number = number_from(system, aliased, first_of(draft.numbers, draft.assembled))
                select_states(
                    reduced, number, wanted, draft.place, is_length=draft.is_length, is_momentum=draft.is_momentum
                )
            except Redundant as found:
                check_redundant(
                    list(draft.positioned), found.equations, draft.constant, _at_start(draft), dict(draft.assembled),
                    coordinates(aliased.equations), draft.is_length,
                )  # fmt: skip
                return _released(draft, found.equations)
    return draft.but(numbers=known)


def closed(draft: Draft, rows: list[Equation]) -> dict[Node, float]:
    """A position in which the loops of `rows` are closed."""
    system, aliased = draft.system, draft.aliased
    fixed, guess = fixed_and_guesses(system, aliased)
    # constraints found redundant still hold in the position where they were found so: stay there
    guess.update(draft.assembled)
    moved = coordinates(aliased.equations)
    upright = replace_variables(system.upright, aliased.replaced, draft.constant)
    number = _at_start(draft)
    try:
        return close_loops(rows, draft.constant, number, guess, fixed, moved, draft.is_length, upright)
    except InitialError as error:
        raise _touching(error, draft) from None


def _at_start(draft: Draft) -> Callable[[Node], float]:
    """Numbers to judge positions by: of what is prescribed, those at the time 0, to which start values belong."""
    return number_from(draft.system, draft.aliased, first_of(draft.numbers, {TIME: 0.0}))


def _touching(error: InitialError, draft: Draft) -> InitialError:
    """Where what stays open is no loop of joined frames but a contact, such as that of a wheel: say so."""
    loops = {path for join in draft.system.graph.joins for _, paths in join.cuts for path in paths}
    if error.where in loops or not error.where:
        return error
    said = str(error).removeprefix(f"{error.where}: ").removeprefix("it cannot be closed: ")
    if said == str(error):
        return error
    part = error.where.rpartition(".")[0] or error.where
    gap = said.partition(" is left")[0].removeprefix("a gap of ")
    return InitialError(
        f"{part} does not touch what it rolls on or meshes with: {gap} are between them at the start; change the start "
        f"position of the body that carries it, or the radius, height or place of {part}",
        part,
    )


def _released(draft: Draft, gone: list[Equation]) -> Draft:
    """Exchange redundant constraints for zero efforts."""
    aliased, constant = draft.aliased, draft.constant
    equations = tuple(Equation(e.release, e.origin) if e in gone else e for e in aliased.equations)  # type: ignore[arg-type]
    after = shortened(draft, equations)
    replaced = {k: replace_variables([v], after.replaced, constant)[0] for k, v in aliased.replaced.items()}
    twice = (*aliased.redundant, *(e.origin for e in gone))
    rows = (*aliased.rows, *(e.row for e in gone if e.row is not None))
    return draft.but(
        aliased=Aliased(after.equations, replaced | after.replaced, twice, (*aliased.released, *gone), rows),
        again="released: " + ", ".join(dict.fromkeys(e.origin for e in gone)),
    )


__all__ = ["assembly", "closed", "explained", "index", "redundant", "shortened", "structure", "surplus"]
