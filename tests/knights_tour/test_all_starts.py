"""Backtracking from every square: each row is what a search from that square alone says."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from puzzlelib.knights_tour import Board, backtrack, backtrack_all_starts


@pytest.mark.parametrize(
    ("board", "options"),
    [
        (Board(3, 4), {}),
        (Board(4, 5), {"node_limit": 500}),
        (Board(4, 5), {"node_limit": 500, "order": "lexicographic", "prune": True}),
        (Board(3, 4), {"closed": True}),
        (Board(5, 5, blocked=[(0, 1), (4, 4)]), {"node_limit": 2000}),
        (Board(1, 1), {}),
    ],
    ids=str,
)
def test_each_row_is_a_search(board, options):
    table = backtrack_all_starts(board, **options)
    assert [(row.row, row.column) for row in table] == board.squares
    for row in table:
        trace = backtrack(board, (row.row, row.column), **options)
        assert row[2:] == (trace.status, trace.nodes, trace.backtracks)


def test_starts_of_the_wrong_colour_have_no_tour():
    # On a board with an odd number of squares a tour starts on the colour that has one more.
    table = backtrack_all_starts(Board(3, 7))
    assert {(row.row + row.column) % 2 for row in table if row.status == "found"} == {0}
    assert table.counts("status").keys() == {"found", "impossible"}


@pytest.mark.processes
def test_threads_give_the_same():
    with ThreadPoolExecutor(2) as executor:
        shared = backtrack_all_starts(Board(5, 5), node_limit=3000, executor=executor)
    assert shared.rows == backtrack_all_starts(Board(5, 5), node_limit=3000).rows


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"order": "random"}, "no move order is named 'random'"),
        ({"node_limit": 0}, "node_limit must be a whole number of at least 1, not 0"),
        ({"progress": 7}, "not 7"),
    ],
)
def test_what_makes_no_sense_is_refused(options, message):
    with pytest.raises(ValueError, match=message):
        backtrack_all_starts(Board(3, 4), **options)
