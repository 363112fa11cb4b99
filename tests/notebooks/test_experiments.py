"""What the experiments notebook says of its own exercises is true."""

from __future__ import annotations

from functools import partial

import pytest

from puzzlelib.codebreaking import MASTERMIND, census
from puzzlelib.knights_tour import (
    Board,
    backtrack_all_starts,
    measure_failures,
    stored_failure_rates,
)
from puzzlelib.sliding_tiles import EIGHT_PUZZLE, a_star, greedy_best_first, solve_instances


@pytest.mark.parametrize(("limit", "found"), [(20_000, [4, 2]), (200_000, [10, 18])])
def test_a_larger_budget_changes_the_best_order(limit, found):
    tables = [
        backtrack_all_starts(Board(6, 6), order, node_limit=limit)
        for order in ("classic", "lexicographic")
    ]
    assert [table.counts("status")["found"] for table in tables] == found


def test_the_sample_misses_the_squares_where_roth_fails():
    assert measure_failures(30, "roth", sample=100).failures == 0
    (whole,) = [row for row in stored_failure_rates() if row[:2] == (30, "roth")]
    assert (whole.starts, whole.failures) == (900, 4)


def test_the_solution_is_better_than_the_mixture_and_no_worse_in_the_worst_case():
    mixed = census(MASTERMIND, lambda sizes: max(sizes) - len(sizes))
    better = census(MASTERMIND, lambda sizes: max(sizes) - 2 * len(sizes))
    assert (mixed.total, mixed.max) == (5765, 5)
    assert better.total < mixed.total
    assert better.max == 5


def test_greedy_builds_few_boards_and_long_ways():
    boards = [EIGHT_PUZZLE.random_state(seed) for seed in range(100)]
    greedy = solve_instances(EIGHT_PUZZLE, boards, greedy_best_first)
    best = solve_instances(EIGHT_PUZZLE, boards, partial(a_star, heuristic="linear-conflict"))
    assert greedy.column("moves").mean() > 4 * best.column("moves").mean()
    ratio = greedy.column("generated").sum() / best.column("generated").sum()
    assert 0.8 < ratio < 1.2
