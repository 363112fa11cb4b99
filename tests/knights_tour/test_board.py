"""The board, its neighbour table and the orders of the moves."""

from __future__ import annotations

import copy
import itertools
import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.knights_tour import (
    CLASSIC_ORDER,
    MOVE_ORDERS,
    Board,
    backtrack,
    construct_tour,
    move_order,
    warnsdorff,
)

from .tours import boards


@given(boards(), st.permutations(range(8)))
@settings(deadline=None)
def test_neighbours_are_the_free_squares_a_knights_move_away(board, permutation):
    order = move_order(permutation)
    table = board.neighbours(order)
    assert table.shape == (board.size, 8)
    for square in itertools.product(range(board.rows), range(board.columns)):
        for (down, right), target in zip(order, table[board.index(square)].tolist(), strict=True):
            there = (square[0] + down, square[1] + right)
            inside = 0 <= there[0] < board.rows and 0 <= there[1] < board.columns
            leads = inside and square not in board.blocked and there not in board.blocked
            assert target == (there[0] * board.columns + there[1] if leads else -1)
        if square in board:
            targets = [board.square(i) for i in table[board.index(square)] if i >= 0]
            assert board.moves(square, order) == targets
            assert all(board.colour(target) != board.colour(square) for target in targets)


@given(boards())
@settings(deadline=None)
def test_squares_indices_and_colours_agree(board):
    assert len(board) == len(board.squares) == board.free.sum()
    assert [board.index(square) for square in board.squares] == np.flatnonzero(board.free).tolist()
    assert board.squares_of(np.flatnonzero(board.free)).tolist() == [list(s) for s in board.squares]
    assert all(board.colours[board.index(s)] == board.colour(s) for s in board.squares)
    assert all((s in board) == (s not in board.blocked) for s in [*board.squares, *board.blocked])


def test_boards_are_values():
    board = Board(3, 4, [(2, 1), (0, 0), (2, 1)])
    assert board == Board(3, 4, ((0, 0), (2, 1))) != Board(4, 3, ((0, 0), (2, 1)))
    assert len({board, Board(3, 4, ((0, 0), (2, 1)))}) == 1
    assert board == pickle.loads(pickle.dumps(board)) == copy.deepcopy(board)
    assert str(board) == "3 x 4, 2 blocked"
    with pytest.raises(ValueError, match="read-only"):
        board.neighbours()[0, 0] = 5


def test_moves_from_a_corner_and_from_the_middle():
    board = Board(5, 5)
    assert board.moves((0, 0)) == [(2, 1), (1, 2)]
    assert board.moves((2, 2), "clockwise")[:2] == [(0, 3), (1, 4)]
    assert (7, 7) not in board
    assert "corner" not in board


def test_the_classic_order():
    # The order of the steps in the classic article, as (row, column).
    expected = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]
    assert list(CLASSIC_ORDER) == expected


@pytest.mark.parametrize("name", MOVE_ORDERS)
def test_named_orders_hold_each_step_once(name):
    assert sorted(move_order(name)) == sorted(CLASSIC_ORDER)


def test_named_orders_are_what_they_say():
    up, right, down, left = (-2, 1), (1, 2), (2, -1), (-1, -2)
    clockwise = MOVE_ORDERS["clockwise"]
    assert [step for step in clockwise if step in (up, right, down, left)] == [
        up,
        right,
        down,
        left,
    ]
    mirrored = tuple((r, -c) for r, c in MOVE_ORDERS["counterclockwise"])
    assert mirrored == clockwise
    opposites = MOVE_ORDERS["opposites"]
    assert all(opposites[i + 1] == (-opposites[i][0], -opposites[i][1]) for i in (0, 2, 4, 6))
    assert all(abs(step[0]) == 2 for step in MOVE_ORDERS["steep first"][:4])
    assert all(abs(step[1]) == 2 for step in MOVE_ORDERS["flat first"][:4])


def test_an_order_can_be_given_in_three_ways():
    assert move_order("classic") == move_order(range(8)) == CLASSIC_ORDER
    assert move_order([list(step) for step in CLASSIC_ORDER]) == CLASSIC_ORDER
    assert move_order(np.arange(8)[::-1]) == CLASSIC_ORDER[::-1]


@pytest.mark.parametrize(
    "order",
    [
        "sideways",
        5,
        None,
        [],
        [2, 1],
        range(9),
        range(-1, 7),
        [0] * 8,
        [(1, 1)] * 8,
        [(2, 1)] * 8,
        CLASSIC_ORDER[:7],
        ["a"] * 8,
    ],
)
def test_what_is_no_order_is_refused(order):
    with pytest.raises(ValueError, match="order"):
        move_order(order)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, 5), "rows must be a whole number of at least 1, not 0"),
        ((5, -1), "columns must be a whole number of at least 1, not -1"),
        ((5, 2.5), "columns must be a whole number of at least 1, not 2.5"),
        ((5, 5, [(5, 0)]), r"blocked \(5, 0\) is off the board: rows are 0 to 4"),
        ((5, 5, [3]), r"blocked must be a \(row, column\) pair, not 3"),
        ((1, 2, [(0, 0), (0, 1)]), "all 2 squares are blocked"),
    ],
)
def test_boards_that_make_no_sense_are_refused(arguments, message):
    with pytest.raises(ValueError, match=message):
        Board(*arguments)


@pytest.mark.parametrize("square", [(3, 0), (0, -1), "a1", (0,), (1, 1)])
def test_starts_that_make_no_sense_are_refused(square):
    board = Board(3, 3, ((1, 1),))
    with pytest.raises(ValueError, match="start"):
        board.check_square(square)
    with pytest.raises(ValueError, match="start"):
        board.moves(square)


@pytest.mark.parametrize("blocked", [5, None])
def test_what_is_no_list_of_squares_is_named(blocked):
    with pytest.raises(ValueError, match=f"blocked must list squares, not {blocked}"):
        Board(3, 3, blocked)


@pytest.mark.parametrize("search", [backtrack, warnsdorff, construct_tour])
def test_a_board_that_memory_cannot_hold_is_refused_at_once(search):
    arguments = () if search is construct_tour else ((0, 0),)
    with pytest.raises(ValueError, match="too large to search: at most 100,000,000 squares"):
        search(Board(10**6, 10**6), *arguments)
