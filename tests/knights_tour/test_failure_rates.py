"""The stored failures of Warnsdorff's rule, computed again where that is quick."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from puzzlelib.compiled import compiled_loops_available
from puzzlelib.knights_tour import Board, follow_warnsdorff
from puzzlelib.knights_tour.failure_rates import measure_failures, stored_failure_rates

STORED = {(row.size, row.tie_break): row for row in stored_failure_rates()}


@pytest.mark.parametrize("size", range(5, 13))
@pytest.mark.parametrize("tie_break", ["first", "random", "roth", "pohl"])
def test_small_boards_again(size, tie_break):
    assert measure_failures(size, tie_break) == STORED[size, tie_break]


@pytest.mark.skipif(
    not compiled_loops_available(),
    reason="two million squares take twenty seconds where loops are not compiled",
)
def test_a_sample_again():
    assert measure_failures(70, "roth", sample=400) == STORED[70, "roth"]


@pytest.mark.processes
def test_threads_give_the_same():
    with ThreadPoolExecutor(2) as executor:
        assert measure_failures(20, "random", executor=executor) == STORED[20, "random"]


def test_the_lesson_fails_as_often():
    board = Board(7, 7)
    starts = [square for square in board.squares if board.colour(square) == 0]
    ends = [list(follow_warnsdorff(board, start))[-1].status for start in starts]
    assert (len(starts), ends.count("stuck")) == STORED[7, "first"][2:]


def test_the_table_is_complete_and_grows():
    assert {size for size, _ in STORED} >= set(range(5, 61)) | {100, 200, 500}
    assert all(0 <= row.failures <= row.starts for row in STORED.values())
    # The first tie: from 2 % at 10 x 10 to most of the starts at 300 x 300.
    rates = [STORED[size, "first"].rate for size in (10, 30, 60, 100, 200, 300)]
    assert rates == sorted(rates)
    assert rates[0] < 0.03
    assert rates[-1] > 0.7
    assert max(row.rate for row in STORED.values() if row.tie_break == "roth") < 0.5


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0,), "rows"),
        ((8, "last"), "no tie break is named 'last'"),
        ((8, "first", 0), "sample must be from 1 to 64 squares, not 0"),
        ((8, "first", 65), "sample"),
    ],
)
def test_what_makes_no_sense_is_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        measure_failures(*arguments)
