"""The exercises on sliding tiles accept what is right and name each mistake."""

from __future__ import annotations

from itertools import pairwise

import pytest

from puzzlelib.exercises import sliding_tiles as exercises
from puzzlelib.exercises.sliding_tiles import (
    check_heuristic,
    check_inversions,
    check_manhattan,
    check_neighbours,
    check_queue_order,
    check_read_back,
    check_widest_layer,
)


def unwritten(*arguments):
    raise NotImplementedError


def neighbours(board):
    blank = board.index(0)
    row, column = divmod(blank, 3)
    after = []
    for r, c in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
        if 0 <= r < 3 and 0 <= c < 3:
            tiles = list(board)
            tiles[blank], tiles[3 * r + c] = tiles[3 * r + c], 0
            after.append(tuple(tiles))
    return after


def manhattan(board):
    total = 0
    for cell, tile in enumerate(board):
        if tile:
            here, home = divmod(cell, 3), divmod(tile - 1, 3)
            total += abs(here[0] - home[0]) + abs(here[1] - home[1])
    return total


@pytest.mark.parametrize(
    "check",
    [check_neighbours, check_inversions, check_read_back, check_manhattan, check_heuristic],
)
def test_what_is_not_written_is_said_kindly(check):
    assert "is still to be written" in check(unwritten).message


def test_neighbours():
    assert check_neighbours(neighbours)

    def wraps(board):
        blank, after = board.index(0), []
        for cell in (blank - 3, blank + 3, blank - 1, blank + 1):
            if 0 <= cell < 9:
                tiles = list(board)
                tiles[blank], tiles[cell] = tiles[cell], 0
                after.append(tuple(tiles))
        return after

    assert "next row" in check_neighbours(wraps).message


def test_inversions():
    def inversions(board):
        tiles = [tile for tile in board if tile]
        return sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1 :])

    assert check_inversions(inversions)
    with_blank = check_inversions(
        lambda board: sum(a > b for i, a in enumerate(board) for b in board[i + 1 :])
    )
    assert "The blank is no tile" in with_blank.message
    neighbours_only = check_inversions(lambda board: sum(a > b > 0 for a, b in pairwise(board)))
    assert "All pairs count" in neighbours_only.message


def test_queue_order():
    from puzzlelib.sliding_tiles import EIGHT_PUZZLE, breadth_first

    trace = breadth_first(EIGHT_PUZZLE, "123576480", "123456780")
    order = [trace[step].state for step in range(1, 5)]
    assert check_queue_order(order)
    assert "four boards are wanted" in check_queue_order(order[:2]).message
    assert "waits further back" in check_queue_order([order[0], order[2]]).message
    assert "not in the queue yet" in check_queue_order(["123456780"]).message


def test_read_back():
    def path(parents, index):
        return [] if index == -1 else [*path(parents, parents[index]), index]

    assert check_read_back(path)
    assert "turn it round" in check_read_back(lambda p, i: path(p, i)[::-1]).message
    assert "start belongs" in check_read_back(lambda p, i: path(p, i)[1:]).message
    assert "board itself" in check_read_back(lambda p, i: path(p, i)[:-1]).message


def test_widest_layer():
    assert check_widest_layer(24).message.endswith("24,047 boards are 24 moves away, the most.")
    assert not check_widest_layer(23)
    assert "the farthest is 31" in check_widest_layer(40).message


def test_manhattan():
    assert check_manhattan(manhattan)
    cells = check_manhattan(
        lambda board: sum(abs(i - (tile - 1)) for i, tile in enumerate(board) if tile)
    )
    assert "divmod" in cells.message


def test_a_heuristic_against_every_board():
    assert "Admissible: never more" in check_heuristic(manhattan).message
    assert check_heuristic(lambda board: 0)
    counted = check_heuristic(lambda board: sum(t != (i + 1) % 9 for i, t in enumerate(board)))
    assert "is 1 moves from the goal, <lambda> says 2" in counted.message
    assert "raised ZeroDivisionError" in check_heuristic(lambda board: 1 // 0).message
    assert "is expected" in check_heuristic(7).message


def test_every_check_is_tested():
    assert set(exercises.__all__) <= set(globals())
