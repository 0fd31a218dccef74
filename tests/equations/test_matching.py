"""Matchings, what nothing determines, and strongly connected components, on small graphs with known answers."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from multibond.equations.matching import augment, first_matching, maximum_matching, underdetermined
from multibond.graph.connected import components


def largest(adjacency):
    """The size of a maximum matching, by trying everything."""
    columns = sorted({j for row in adjacency for j in row})
    for size in range(min(len(adjacency), len(columns)), 0, -1):
        for chosen in itertools.combinations(range(len(adjacency)), size):
            for order in itertools.permutations(columns, size):
                if all(j in adjacency[i] for i, j in zip(chosen, order, strict=True)):
                    return size
    return 0


@pytest.mark.parametrize("seed", range(40))
def test_a_matching_is_as_large_as_it_can_be(seed):
    draw = np.random.default_rng(seed)
    adjacency = [sorted({int(j) for j in draw.integers(0, 4, draw.integers(0, 4))}) for _ in range(4)]
    matched, left = maximum_matching(adjacency)
    assert all(j in adjacency[i] for j, i in matched.items()) and len(set(matched.values())) == len(matched)
    assert len(matched) == largest(adjacency) and len(left) == 4 - len(matched)
    for row, competing in left:
        assert row in competing
        # they have one column fewer than they are, at least
        assert len({j for i in competing for j in adjacency[i]}) < len(competing)


def test_a_matched_row_gives_way_along_an_alternating_path():
    matched = {0: 0}
    assert augment([[0, 1], [0]], 1, matched) is None and matched == {0: 1, 1: 0}


def test_banned_columns_are_not_used():
    assert augment([[0, 1]], 0, {}, {0, 1}) == {0}
    matched = {}
    assert augment([[0, 1]], 0, matched, {0}) is None and matched == {1: 0}


def test_a_row_that_fails_names_its_competitors():
    matched = {0: 0, 1: 1}
    assert augment([[0], [1], [0]], 2, matched) == {0, 2} and matched == {0: 0, 1: 1}


def test_what_has_one_choice_takes_it_first():
    matched, late = first_matching([[0, 1], [0], [1, 2]])
    assert matched == {0: 1, 1: 0, 2: 2} and late == []


def test_columns_that_nothing_determines():
    adjacency = [[0, 1], [2], [2, 3]]
    matched, _ = maximum_matching(adjacency)
    assert underdetermined(adjacency, 5, matched) == {0, 1, 4}


def test_components_come_after_those_that_they_lead_to():
    found = components([[1], [2], [0, 3], [4], [3], []])
    assert [set(group) for group in found] == [{3, 4}, {0, 1, 2}, {5}]
    assert [set(group) for group in components([[], [0], [1]])] == [{0}, {1}, {2}]
    assert [set(group) for group in components([[1, 2], [], [1]])] == [{1}, {2}, {0}]


@pytest.mark.parametrize("seed", range(20))
def test_components_are_what_reaches_each_other(seed):
    draw = np.random.default_rng(seed)
    n = 6
    successors = [sorted({int(j) for j in draw.integers(0, n, draw.integers(0, 3))}) for _ in range(n)]
    reach = np.eye(n, dtype=bool)
    for i, row in enumerate(successors):
        reach[i, row] = True
    for _ in range(n):
        reach = reach | (reach @ reach)
    found = components(successors)
    assert sorted(i for group in found for i in group) == list(range(n))
    place = {i: k for k, group in enumerate(found) for i in group}
    for i in range(n):
        for j in range(n):
            assert (place[i] == place[j]) == (reach[i, j] and reach[j, i])
            assert not reach[i, j] or place[j] <= place[i]
