"""Rows of loops: every far end is tied to the next one, and what must be solved at every step stays small."""

from __future__ import annotations

from benchmarks.large_mechanisms import four_bar_row


def test_a_row_of_loops_leaves_about_one_unknown_for_each_loop():
    loops = 12
    result = four_bar_row(loops).simulate(0.2, tolerance=1e-8)
    assert result.stats.nonlinear_systems == [2] * loops  # the position of each loop by itself
    assert max(result.stats.linear_systems) <= 1.5 * loops  # going inwards from the far ends would leave 2.6
    assert result.stats.energy_residual < 1e-7 and result.stats.constraint_residual < 1e-9
