"""Bipartite matching and the Dulmage–Mendelsohn explanation of singular systems."""

from __future__ import annotations

from collections.abc import Sequence

Adjacency = Sequence[Sequence[int]]


def augment(
    adjacency: Adjacency, start: int, matched: dict[int, int], banned: set[int] | None = None
) -> set[int] | None:
    """Try to match row `start`; `matched` maps columns to rows and is updated.

    Returns None on success, otherwise the set of rows that compete for too few columns (they include `start`).
    """
    banned = banned or set()
    parent: dict[int, tuple[int, int]] = {}  # row → (row before, column between)
    waiting = [start]  # the rows met, nearest first: what a row lacks is mostly near it, in however long a chain
    seen = {start}
    for row in waiting:
        for j in adjacency[row]:
            if j not in matched and j not in banned:
                while True:
                    matched[j] = row
                    if row == start:
                        return None
                    row, j = parent[row]
        for j in adjacency[row]:
            if j in banned:
                continue
            other = matched[j]
            if other not in seen:
                seen.add(other)
                parent[other] = (row, j)
                waiting.append(other)
    return seen


def maximum_matching(adjacency: Adjacency) -> tuple[dict[int, int], list[tuple[int, set[int]]]]:
    """A maximum matching (column → row) and, for each row left over, the rows competing with it."""
    matched, late = first_matching(adjacency)
    left = []
    for row in late:
        failed = augment(adjacency, row, matched)
        if failed is not None:
            left.append((row, failed))
    return matched, left


def first_matching(adjacency: Adjacency) -> tuple[dict[int, int], list[int]]:
    """Rows and columns that have only one choice left take it (Karp and Sipser); the rows that found none."""
    rows_of: dict[int, list[int]] = {}
    for i, row in enumerate(adjacency):
        for j in row:
            rows_of.setdefault(j, []).append(i)
    choices = [len(row) for row in adjacency]
    asked = {j: len(rows) for j, rows in rows_of.items()}
    matched: dict[int, int] = {}
    done: set[int] = set()
    forced = [(i, -1) for i, count in enumerate(choices) if count == 1]
    forced += [(-1, j) for j, count in asked.items() if count == 1]

    def take(i: int, j: int) -> None:
        matched[j] = i
        done.add(i)
        for k in rows_of[j]:
            choices[k] -= 1
            if choices[k] == 1 and k not in done:
                forced.append((k, -1))
        for k in adjacency[i]:
            asked[k] -= 1
            if asked[k] == 1 and k not in matched:
                forced.append((-1, k))

    late = []
    for start in range(len(adjacency)):
        while forced:
            i, j = forced.pop()
            if i < 0:
                i = next((k for k in rows_of[j] if k not in done), -1) if j not in matched else -1
            elif i not in done:
                j = next((k for k in adjacency[i] if k not in matched), -1)
            else:
                continue
            if i >= 0 and j >= 0:
                take(i, j)
        if start not in done:
            free = [j for j in adjacency[start] if j not in matched]
            if free:
                take(start, min(free, key=lambda j: asked[j]))
            else:
                late.append(start)
    return matched, [row for row in late if row not in done]


def underdetermined(adjacency: Adjacency, columns: int, matched: dict[int, int]) -> set[int]:
    """The columns that no equation can determine together: reachable from unmatched columns by alternating paths."""
    rows_of: list[list[int]] = [[] for _ in range(columns)]
    for i, row in enumerate(adjacency):
        for j in row:
            rows_of[j].append(i)
    column_of = {row: column for column, row in matched.items()}
    reached = {j for j in range(columns) if j not in matched}
    stack = list(reached)
    while stack:
        for i in rows_of[stack.pop()]:
            partner = column_of.get(i)
            if partner is not None and partner not in reached:
                reached.add(partner)
                stack.append(partner)
    return reached
