"""What theorems say about tours, against searches of every small board."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given, settings

from puzzlelib.knights_tour import Board, backtrack, tour_exists

from .tours import boards


def has_tour(board, start, closed):
    return backtrack(board, start, closed=closed, prune=True).status == "found"


SMALL = [size for size in itertools.product(range(1, 9), repeat=2) if size[0] * size[1] <= 25]


@pytest.mark.parametrize("closed", [False, True])
@pytest.mark.parametrize(("rows", "columns"), SMALL)
def test_every_small_board(rows, columns, closed):
    board = Board(rows, columns)
    truth = {start: has_tour(board, start, closed) for start in board.squares}
    assert tour_exists(board, closed=closed).exists == any(truth.values())
    for start, exists in truth.items():
        assert tour_exists(board, start, closed).exists in (None, exists)


@given(boards(most=5))
@settings(deadline=None, max_examples=150)
def test_small_boards_with_blocked_squares(board):
    for closed in (False, True):
        truth = {start: has_tour(board, start, closed) for start in board.squares}
        assert tour_exists(board, closed=closed).exists in (None, any(truth.values()))
        for start, exists in truth.items():
            assert tour_exists(board, start, closed).exists in (None, exists)


def test_closed_tours_on_rectangles():
    # Schwenk 1991: m <= n has a closed tour unless both are odd, m is 1, 2 or 4, or m is 3 and n
    # is 4, 6 or 8.
    for m, n in itertools.combinations_with_replacement(range(1, 31), 2):
        if (m, n) != (1, 1):
            expected = not ((m % 2 and n % 2) or m in (1, 2, 4) or (m == 3 and n in (4, 6, 8)))
            assert tour_exists(Board(m, n), closed=True).exists is expected
            assert tour_exists(Board(n, m), closed=True).exists is expected


def test_open_tours_on_rectangles():
    # On 1x1, 3x4, 3xn for n >= 7, 4xn for n >= 5, and every m, n >= 5.
    for m, n in itertools.combinations_with_replacement(range(1, 31), 2):
        expected = (
            (m, n) in [(1, 1), (3, 4)] or (m == 3 and n >= 7) or (m == 4 and n >= 5) or m >= 5
        )
        assert tour_exists(Board(m, n)).exists is expected
        assert tour_exists(Board(n, m)).exists is expected


@pytest.mark.parametrize(
    ("board", "start", "closed", "exists", "word"),
    [
        (Board(1, 1), None, False, True, "one square"),
        (Board(1, 1), (0, 0), True, False, "closed"),
        (Board(8, 8), (3, 4), False, True, "closed tour exists"),
        (Board(8, 8), (3, 4), True, True, "Schwenk"),
        (Board(5, 5), (0, 1), False, False, "colour"),
        (Board(5, 5), (0, 0), False, True, "corners"),
        (Board(5, 5), None, True, False, "alternate"),
        (Board(3, 4), (0, 1), False, False, "outer"),
        (Board(3, 4), (1, 0), False, True, "construct_tour"),
        (Board(9, 1001), (4, 500), False, True, "corners"),
        (Board(3, 7), (1, 3), False, False, "search to the end"),
        (Board(8, 3), (5, 1), False, False, "search to the end"),
        (Board(4, 4), None, False, False, "4 x 4"),
        (Board(3, 3, ((1, 1),)), None, True, None, "No theorem"),
        (Board(3, 3, ((0, 0),)), None, False, False, r"No move leads to \(1, 1\)"),
        (Board(5, 5, ((0, 1), (0, 3))), None, False, False, "13 squares .* 10"),
        (Board(5, 5, ((0, 1),)), (1, 2), False, False, "13 squares .* 11"),
        (Board(5, 5, ((1, 2), (2, 2))), None, True, False, "only one neighbour|as many of each"),
    ],
)
def test_reasons(board, start, closed, exists, word):
    answer = tour_exists(board, start, closed)
    assert answer.exists is exists
    assert re.search(word, answer.reason)


def test_a_board_in_two_parts():
    # Two 3 x 4 boards with two blocked columns between them: no move crosses.
    blocked = tuple((row, column) for row in range(3) for column in (4, 5))
    answer = tour_exists(Board(3, 10, blocked))
    assert answer.exists is False
    assert "No path leads" in answer.reason


def test_three_squares_with_one_neighbour():
    star = {(2, 2), (0, 1), (1, 4), (3, 3), (1, 0), (3, 1)}  # three arms around (2, 2)
    board = Board(5, 5, tuple(s for s in Board(5, 5).squares if s not in star))
    answer = tour_exists(board)
    assert answer.exists is False
    assert "3 squares have only one neighbour" in answer.reason


def test_an_unlikely_start_is_refused():
    with pytest.raises(ValueError, match="off the board"):
        tour_exists(Board(5, 5), (5, 5))
