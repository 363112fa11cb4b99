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
    both = check_inversions(lambda board: sum(board[i] > board[i + 1] for i in range(8)))
    assert "not only neighbours; and the blank is no tile" in both.message


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
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    tiles = check_manhattan(
        lambda board: sum(t != g for t, g in zip(board, goal, strict=True) if t)
    )
    assert "counts tiles, not steps" in tiles.message
    cells = check_manhattan(lambda board: sum(t != g for t, g in zip(board, goal, strict=True)))
    assert "counts tiles, not steps" in cells.message
    with_blank = check_manhattan(
        lambda board: manhattan(board) + sum(abs(2 - x) for x in divmod(board.index(0), 3))
    )
    assert "blank seems to be counted" in with_blank.message


def test_a_heuristic_against_every_board():
    assert "Admissible: never more" in check_heuristic(manhattan).message
    counted = check_heuristic(lambda board: sum(t != (i + 1) % 9 for i, t in enumerate(board)))
    assert "is 1 moves from the goal, <lambda> says 2" in counted.message
    assert "raised ZeroDivisionError" in check_heuristic(lambda board: 1 // 0).message
    assert "is expected" in check_heuristic(7).message


@pytest.mark.parametrize(
    ("estimate", "words"),
    [
        (None, "gave nothing back: is there a return?"),
        (..., "gave nothing back: is there a return?"),
        (-1, "gave -1, but no board is fewer than 0 moves from the goal."),
        ("3", "gave '3', but a number of moves is expected."),
        ([1], "gave [1], but a number of moves is expected."),
        (float("nan"), "gave nan, but a number of moves is expected."),
        (0, "it says nothing. A* that knows nothing is breadth-first search."),
    ],
)
def test_an_estimate_that_helps_no_search_is_refused_in_words(estimate, words):
    report = check_heuristic(lambda board: estimate)
    assert not report
    assert words in report.message


@pytest.mark.parametrize(
    ("report", "words"),
    [
        (lambda: check_queue_order([123576480]), "not 123576480."),
        (lambda: check_queue_order(5), "check_queue_order(boards: Sequence[Any]) cannot read 5."),
        (lambda: check_widest_layer("24"), "check_widest_layer(depth: int) cannot read '24'."),
        (lambda: check_widest_layer(24.0), "It checks at how many moves"),
    ],
)
def test_an_answer_of_another_kind_is_refused_in_words(report, words):
    assert not report()
    assert words in report().message


def test_a_single_board_is_a_list_of_one():
    assert "not 1." in check_queue_order("123576480").message


def test_every_check_is_tested():
    assert set(exercises.__all__) <= set(globals())
