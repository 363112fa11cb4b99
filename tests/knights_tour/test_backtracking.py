"""Backtracking: the lessons, the engine that records them, published and recomputed counts."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from puzzlelib.knights_tour import (
    Board,
    backtrack,
    backtrack_recursively,
    backtrack_with_stack,
    enumerate_tours,
)


def knight_moves(board, tour):
    return np.abs(np.diff(tour, axis=0)).tolist(), len({tuple(square) for square in tour.tolist()})


def assert_tour(board, tour, start, closed=False):
    squares = [tuple(square) for square in tour.tolist()]
    assert squares[0] == start
    assert sorted(squares) == board.squares
    pairs = itertools.pairwise([*squares, squares[0]] if closed else squares)
    assert all({abs(a - c), abs(b - d)} == {1, 2} for (a, b), (c, d) in pairs)


# Recomputed by an independent program, in the move order of the classic article:
# nodes, backtracks, dead ends, tour found.
COUNTS = {
    (8, (0, 0)): (8250732, 8250669, 3076604, True),
    (8, (3, 2)): (2252172, 2252109, 771212, True),
    (8, (7, 0)): (3242064, 3242001, 1118948, True),
    (5, (0, 0)): (8839, 8815, 3318, True),
    (5, (0, 1)): (1829420, 1829420, 727156, False),
    (6, (0, 0)): (248168, 248133, 89600, True),
}


@pytest.mark.parametrize(("size", "start"), COUNTS)
def test_counts_in_the_classic_order(size, start):
    nodes, backtracks, dead_ends, found = COUNTS[size, start]
    trace = backtrack(Board(size, size), start)
    assert (trace.nodes, trace.backtracks) == (nodes, backtracks)
    assert trace.dead_ends == dead_ends == len(trace.landmarks["dead ends"])
    assert trace.status == ("found" if found else "impossible")
    assert len(trace) == nodes + backtracks + 1
    assert (trace.tour is not None) == found
    if found:
        assert_tour(trace.board, trace.tour, start)


def test_the_first_tour_from_the_corner_of_the_chessboard():
    trace = backtrack(Board(8, 8), (0, 0))
    numbers = np.zeros((8, 8), dtype=int)
    numbers[tuple(trace.tour.T)] = np.arange(1, 65)
    # Recomputed by an independent program.
    assert numbers[0].tolist() == [1, 60, 39, 34, 31, 18, 9, 64]
    assert numbers[7].tolist() == [52, 47, 56, 45, 54, 5, 22, 13]
    assert trace.never_reconsidered == 34
    assert trace.events.dtype == np.int8


@pytest.mark.parametrize("start", [(0, 0), (1, 0), (0, 1)])
def test_the_three_forms_take_the_same_steps(start):
    board = Board(3, 4)
    stack = list(backtrack_with_stack(board, start))
    recursive = list(itertools.islice(backtrack_recursively(board, start), len(stack)))
    trace = backtrack(board, start)
    assert recursive == stack == list(trace)
    assert trace.status == stack[-1].status


# OEIS A165134 for the sum; by start: recomputed.
def test_every_tour_of_the_5x5_board():
    board = Board(5, 5)
    tours = {start: list(enumerate_tours(board, start)) for start in board.squares}
    assert sum(map(len, tours.values())) == 1728
    assert len(tours[0, 0]) == 304
    assert len(tours[0, 2]) == len(tours[1, 1]) == 56
    assert len(tours[2, 2]) == 64
    assert len(tours[0, 1]) == 0
    for start, found in tours.items():
        for tour in found:
            assert_tour(board, tour, start)
