"""Sparse elimination: rows of a linear system solved for some of its variables, in the order that costs least."""

from __future__ import annotations

import heapq
from typing import Any

Form = dict[Any, Any]  # a linear form: variable → coefficient


class Unsolvable(Exception):
    """The rows do not determine the unknowns; `rows` and `unknowns` are those that are left over."""

    def __init__(self, rows: list[int], unknowns: list[Any]):
        super().__init__()
        self.rows, self.unknowns = rows, unknowns


class Elimination:
    """Solves Σ coefficient · variable = 0, row by row, for the `unknowns` as linear forms of the other variables.

    Rows with one unknown are solved first, which follows the causal order and costs nothing; what remains are
    algebraic loops, eliminated with the row of fewest unknowns and its best pivot.
    """

    def __init__(self, rows: list[Form], unknowns: set[Any], arithmetic: Any):
        self.arithmetic = arithmetic
        self._before = arithmetic.before if arithmetic.symbolic else None  # numbers cost nothing worth to be counted
        self.rows = [{v: c for v, c in row.items() if c} for row in rows]
        self.unknowns = unknowns
        self.where: dict[Any, set[int]] = {v: set() for v in unknowns}
        self.open: list[set[Any]] = []
        for index, row in enumerate(self.rows):
            inside = {v for v in row if v in unknowns}
            self.open.append(inside)
            for v in inside:
                self.where[v].add(index)
        self.solved: dict[Any, Form] = {}
        self.heap: list[tuple[int, int]] | None = None

    def solve(self) -> dict[Any, Form]:
        """The unknowns as forms of the known variables; raises Unsolvable."""
        done = [False] * len(self.rows)
        ready = [index for index, inside in enumerate(self.open) if len(inside) == 1]
        order: list[Any] = []
        while True:
            while ready:
                index = ready.pop()
                if done[index] or len(self.open[index]) != 1:
                    continue
                done[index] = True
                self._solve_row(index, next(iter(self.open[index])), order, ready)
            shortest = self._shortest(done)
            if shortest is None:
                break
            row = self.rows[shortest]
            pivot = max(self.open[shortest], key=lambda v: (self.arithmetic.size(row[v]), str(v)))
            done[shortest] = True
            self._solve_row(shortest, pivot, order, ready)
        missing = [v for v in self.unknowns if v not in self.solved]
        if missing:
            spare = [i for i in range(len(self.rows)) if not done[i]]
            raise Unsolvable(spare, missing)
        # forms solved inside loops still contain later pivots
        for variable in reversed(order):
            self.solved[variable] = self._inserted(self.solved[variable])
        return self.solved

    def _shortest(self, done: list[bool]) -> int | None:
        """The row with fewest unknowns; the heap is filled when the first loop is met, and mended as rows change."""
        if self.heap is None:
            self.heap = [(len(inside), i) for i, inside in enumerate(self.open) if inside and not done[i]]
            heapq.heapify(self.heap)
        while self.heap:
            length, index = heapq.heappop(self.heap)
            now = len(self.open[index])
            if done[index] or not now:
                continue
            if now == length:
                return index
            heapq.heappush(self.heap, (now, index))
        return None

    def _solve_row(self, index: int, pivot: Any, order: list[Any], ready: list[int]) -> None:
        row = self.rows[index]
        factor = row[pivot]
        form: Form = {}
        for v, c in row.items():
            if v != pivot:
                if self._before is not None:
                    self._before(c, factor)
                form[v] = -c / factor
        self.solved[pivot] = form
        order.append(pivot)
        for other in list(self.where[pivot]):
            if other == index:
                continue
            target = self.rows[other]
            weight = target.pop(pivot)
            self.open[other].discard(pivot)
            for v, c in form.items():
                before, added, total = self._sum(target.get(v, self.arithmetic.zero), weight, c)
                if self.arithmetic.cancels(total, before, added):
                    target.pop(v, None)
                    if v in self.unknowns:
                        self.open[other].discard(v)
                        self.where[v].discard(other)
                else:
                    target[v] = total
                    if v in self.unknowns:
                        self.open[other].add(v)
                        self.where[v].add(other)
            if len(self.open[other]) == 1:
                ready.append(other)
        for v in self.open[index]:
            self.where[v].discard(index)

    def _inserted(self, form: Form) -> Form:
        """`form` with solved unknowns replaced by their forms."""
        if not any(v in self.unknowns for v in form):
            return form
        result: Form = {}
        for v, c in form.items():
            for w, d in self.solved[v].items() if v in self.unknowns else [(v, self.arithmetic.one)]:
                before, added, total = self._sum(result.pop(w, self.arithmetic.zero), c, d)
                if not self.arithmetic.cancels(total, before, added):
                    result[w] = total
        return result

    def _sum(self, before: Any, a: Any, b: Any) -> tuple[Any, Any, Any]:
        """`before`, a b, and before + a b."""
        if self._before is not None:
            self._before(a, b)
        added = a * b
        if self._before is not None:
            self._before(before, added)
        return before, added, before + added


def solve(rows: list[Form], unknowns: set[Any], arithmetic: Any) -> dict[Any, Form]:
    """The `unknowns` as linear forms of the other variables of the `rows`."""
    return Elimination(rows, unknowns, arithmetic).solve()
