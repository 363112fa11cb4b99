"""One search on many boards: each row is what the search of that board alone says."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from puzzlelib.sliding_tiles import (
    EIGHT_PUZZLE,
    FIFTEEN_PUZZLE,
    SlidingPuzzle,
    Unsolvable,
    a_star,
    bidirectional,
    breadth_first,
    greedy_best_first,
    ida_star,
    solve_instances,
)

GOAL = "123456780"
STARTS = ["123456078", "412053786", "123450786", GOAL]


@pytest.mark.parametrize(
    "search", [a_star, breadth_first, bidirectional, greedy_best_first, ida_star]
)
def test_each_row_is_a_search(search):
    table = solve_instances(EIGHT_PUZZLE, STARTS, search, GOAL)
    assert [row.start for row in table] == STARTS
    for row in table:
        trace = search(EIGHT_PUZZLE, row.start, GOAL)
        assert row[1:] == ("found", len(trace.moves), trace.expanded, trace.generated)


def test_the_exact_searches_agree_on_the_moves():
    starts = [EIGHT_PUZZLE.random_state(seed) for seed in range(6)]
    moves = [
        solve_instances(EIGHT_PUZZLE, starts, search).column("moves").tolist()
        for search in (breadth_first, a_star, ida_star)
    ]
    assert moves[0] == moves[1] == moves[2]


def test_giving_up_is_no_solution():
    limited = partial(a_star, node_limit=10)
    table = solve_instances(EIGHT_PUZZLE, ["867254301", "123456078"], limited)
    assert [(row.status, row.moves) for row in table] == [("limit", None), ("found", 2)]


def test_boards_of_any_size_are_written_on_one_line():
    start = (*range(1, 15), 0, 15)
    (row,) = solve_instances(FIFTEEN_PUZZLE, [start])
    assert row.moves == 1
    assert FIFTEEN_PUZZLE.parse(row.start) == start


@pytest.mark.processes
def test_threads_give_the_same():
    starts = [EIGHT_PUZZLE.random_state(seed) for seed in range(10)]
    with ThreadPoolExecutor(2) as executor:
        shared = solve_instances(EIGHT_PUZZLE, starts, executor=executor)
    assert shared.rows == solve_instances(EIGHT_PUZZLE, starts).rows


def never(puzzle, start, goal):
    pytest.fail("the search began")


def test_an_unsolvable_board_is_refused_before_any_search():
    with pytest.raises(Unsolvable):
        solve_instances(EIGHT_PUZZLE, [GOAL, "213456780"], never, GOAL)


@pytest.mark.parametrize(
    ("starts", "message"), [(["12345678"], "12345678"), ([], "no boards to search from")]
)
def test_what_makes_no_sense_is_refused(starts, message):
    with pytest.raises(ValueError, match=message):
        solve_instances(SlidingPuzzle(3, 3), starts, never)
