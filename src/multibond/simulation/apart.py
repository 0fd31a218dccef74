"""Whether contacts and stops can hold what they should: where a run starts, and with the positions they are given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..elements.pair import Ball
from ..errors import InitialError, ModelError
from ..expression import node
from ..expression.term_sizes import terms
from .work import Work

GAP = 1e-6  # part of the sizes and places that a gap is made of, by which what may touch may overlap at the start
MOVED = 0.3  # part of the size of states by which they are moved, to see how fast a position changes elsewhere
MOMENT = 1e-3  # part of the time in which states change, over which that is seen
SAME = 1e-3  # relative difference of a rate and a flow that are the same


def check_apart(work: Work, t0: float, x: np.ndarray, p: np.ndarray, m: np.ndarray) -> None:
    """Refuse a start at which what may touch lies inside each other: no law of contacts says what happens then."""
    laws = [law for law in work.machine.system.pairs if law.pair.gap is not None]
    if not laws:
        return
    gaps = work.values([law.pair.gap for law in laws], t0, x, p, m).reshape(-1)
    overlap = np.flatnonzero(gaps < 0.0)
    if not len(overlap):
        return
    resolved = [work.machine.compiled.resolve(node(laws[k].pair.gap)) for k in overlap]
    sizes = work.evaluate(terms(resolved), t0, x, p, m).reshape(-1)
    inside = overlap[gaps[overlap] < -GAP * np.where(np.isfinite(sizes), sizes, 0.0)]
    if len(inside):
        worst = int(inside[np.argmin(gaps[inside])])
        raise InitialError(
            f"what may touch here lies inside each other at the start (its gap is {gaps[worst]:.3g}), where a contact "
            "or stop says nothing; start the bodies apart or touching, and check sizes, places, normals and stops",
            laws[worst].origin,
        )


def check_pools(work: Work, t0: float, x: np.ndarray, p: np.ndarray, m: np.ndarray) -> None:
    """The same of balls in pools whose contacts are found in the run: pushed apart, they would fly off."""
    pools: dict[str, dict[str, Ball]] = {}
    for law in work.machine.system.pairs:
        if law.pair.ball is not None:
            pools.setdefault(law.pair.ball.pool, {})[law.origin] = law.pair.ball
    if pools:
        from scipy.spatial import cKDTree
    for path, balls in pools.items():
        wanted = [y for ball in balls.values() for y in (*ball.place, ball.radius)]
        found = work.values(wanted, t0, x, p, m).reshape(-1, 4)
        places, radii, names = found[:, :3], found[:, 3], list(balls)
        if not np.isfinite(found).all():
            continue
        for i, j in _near(cKDTree, places, radii):
            gap = float(np.linalg.norm(places[i] - places[j]) - radii[i] - radii[j])
            if gap < -GAP * float(np.abs(places[[i, j]]).sum() + radii[i] + radii[j]):
                raise InitialError(
                    f"{names[i].rpartition('.')[2]} and {names[j].rpartition('.')[2]} lie inside each other at the "
                    f"start (their gap is {gap:.3g} m): pushed apart they would fly off; start the bodies apart or "
                    "touching, and check radii and places",
                    path,
                )


def _near(tree: Any, places: np.ndarray, radii: np.ndarray) -> Iterator[tuple[int, int]]:
    """Pairs of balls that may overlap, in their order: each is looked for among those that are no larger, so that one
    huge ball does not make all the small ones near to each other."""
    order = np.argsort(radii, kind="stable")
    found: set[tuple[int, int]] = set()
    below = 0
    while below < len(order):  # sizes in steps of two: a tree of those up to it for each
        size = max(2.0 * float(radii[order[below]]), np.finfo(float).tiny)
        above = int(np.searchsorted(radii[order], size, side="right"))
        smaller, these = order[:above], order[below:above]
        reach = radii[these] + float(np.max(radii[smaller]))
        for i, near in zip(these, tree(places[smaller]).query_ball_point(places[these], reach), strict=True):
            found.update((min(i, smaller[k]), max(i, smaller[k])) for k in near if smaller[k] != i)
        below = above
    yield from sorted((int(i), int(j)) for i, j in found)


def check_stops(work: Work, t0: float, x: np.ndarray, p: np.ndarray, m: np.ndarray) -> None:
    """Refuse a stop whose position does not change as fast as its flow: it would stop something else, or nothing."""
    system, own = work.machine.system, work.machine.own
    if not own or all(law.pair.gap is None for law in system.pairs):
        return
    from ..elements.stop import Stop

    laws = [
        law for law in system.pairs
        if isinstance(system.graph.elements[law.origin].element, Stop)
        and system.graph.models[law.origin.rpartition(".")[0]].library == "user"
    ]  # fmt: skip
    if not laws:
        return
    random = np.random.default_rng(1)
    moved = x.copy()
    moved[:own] += MOVED * np.maximum(np.abs(x[:own]), work.machine.nominal(p)[:own]) * random.uniform(0.5, 1.0, own)
    rates = work.workspace.derivative(t0, moved, p, m)
    with np.errstate(all="ignore"):
        moment = MOMENT * float(np.min(np.abs(moved[:own] / rates[:own]), initial=1.0))
    if not (np.isfinite(rates).all() and moment > 0.0):
        return
    wanted = [y for law in laws for y in (law.pair.gap, law.pair.flow)]
    now = work.values(wanted, t0, moved, p, m).reshape(-1, 2)
    later = work.values(wanted, t0 + moment, moved + moment * rates, p, m).reshape(-1, 2)
    for law, speed, flow in zip(laws, (now[:, 0] - later[:, 0]) / moment, 0.5 * (now[:, 1] + later[:, 1]), strict=True):
        if abs(speed - flow) > SAME * max(abs(speed), abs(flow)):
            ratio = f"{speed / flow:.3g} times as fast as its flow" if flow else "although its flow is zero"
            raise ModelError(
                f"its position changes {ratio}, so that it would hold something else; give the position whose rate "
                "is the flow of its bond, counted the same way",
                f"{law.origin}.position",
            )


__all__ = ["check_apart", "check_pools", "check_stops"]
