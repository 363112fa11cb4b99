"""Checked exercises on the knight's tour."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import index
from typing import Any

from puzzlelib.exercises.report import Mistake, Report, compare, in_words, judge
from puzzlelib.knights_tour import Board, backtrack, tour_exists
from puzzlelib.knights_tour.board import Square
from puzzlelib.knights_tour.warnsdorff import ways_on

__all__ = [
    "ENDING_STARTS",
    "check_closed_tour",
    "check_colour_test",
    "check_legal_moves",
    "check_move_order",
    "check_next_squares",
    "check_step_of_depth",
    "check_warnsdorff_key",
]

ENDING_STARTS = (
    (0, 0), (0, 3), (0, 7), (2, 6), (3, 2), (4, 0), (4, 2), (4, 5), (7, 0), (7, 3), (7, 4), (7, 7),
)  # fmt: skip
"""The starts on 8 x 8 from which the classic order finds a tour within 3e8 squares."""


def check_legal_moves(attempt: Callable[[int, int, Square], Any]) -> Report:
    """Check ``legal_moves(rows, columns, square) -> squares``, in any order.

    >>> check_legal_moves(lambda rows, columns, square: [])
    ✗ Not yet. <lambda>(8, 8, (0, 0)) should be [(1, 2), (2, 1)], but yours gave [].
    A knight goes two squares one way and one square across, and stays on the board.
    """
    boards = [(8, 8), (3, 4), (1, 5), (5, 2)]
    squares = [(r, c, square) for r, c in boards for square in Board(r, c).squares]
    return compare(
        attempt,
        lambda rows, columns, square: Board(rows, columns).moves(square),
        squares,
        mistakes=[
            Mistake(
                lambda rows, columns, square: [
                    (square[0] + down, square[1] + right)
                    for down in (-2, -1, 1, 2)
                    for right in (-2, -1, 1, 2)
                    if abs(down) != abs(right)
                ],
                "Some of these squares are off the board.",
            ),
            Mistake(
                lambda rows, columns, square: [
                    (r, c)
                    for r, c in Board(columns, rows).squares
                    if (r, c) in Board(columns, rows).moves(square)
                ],
                "Rows and columns seem to have changed places.",
            ),
        ],
        hint="A knight goes two squares one way and one square across, and stays on the board.",
        normal=lambda result: sorted((int(row), int(column)) for row, column in result),
    )


@in_words
def check_next_squares(squares: Sequence[Square], after: int = 9) -> Report:
    """Check where the knight stands in the five steps after a dead end on 3 x 4.

    Parameters
    ----------
    squares : sequence of (row, column)
        Where it stands after each of the next five steps; a step back counts as a step.
    after : int
        The step from which to predict: 9 is the first dead end.
    """
    trace = backtrack(Board(3, 4), (0, 0))
    truth = [frame.current for frame in trace[after + 1 : after + 6]]
    given = [_square(square) for square in squares]
    for number, (mine, right) in enumerate(zip(given, truth, strict=False), start=1):
        if mine != right:
            return Report(False, f"Step {number}: not {mine}. {trace[after + number - 1].caption}")
    if len(given) < len(truth):
        return Report(False, f"Five squares are wanted, not {len(given)}; no mistake so far.")
    return judge(len(given) == len(truth), "All five steps are right.", "Only five are wanted.")


def check_colour_test(attempt: Callable[[int, int, Square], Any]) -> Report:
    """Check ``may_start(rows, columns, square) -> bool``: whether colours allow a tour from there.

    On a board of odd area the squares of the corners' colour are one more than the others, so
    a tour must begin, and end, on that colour.
    """
    boards = [(5, 5), (5, 7), (3, 3), (6, 6), (5, 6)]
    squares = [(r, c, square) for r, c in boards for square in Board(r, c).squares]

    def may_start(rows: int, columns: int, square: Square) -> bool:
        return rows * columns % 2 == 0 or sum(square) % 2 == 0

    return compare(
        attempt,
        may_start,
        squares,
        mistakes=[
            Mistake(
                lambda rows, columns, square: sum(square) % 2 == 0,
                "On a board of even area both colours have equally many squares.",
            ),
            Mistake(
                lambda rows, columns, square: rows * columns % 2 == 0 or sum(square) % 2 == 1,
                "The corners' colour is the one with a square more.",
            ),
        ],
        hint="A knight changes the colour with every move. Count the squares of each colour.",
        normal=bool,
    )


@in_words
def check_step_of_depth(step: int, depth: int = 63) -> Report:
    """Check at which step the classic search from the corner of 8 x 8 first has such a path."""
    step = index(step)
    trace = backtrack(Board(8, 8), (0, 0), node_limit=max(1, step))
    if not 0 <= step < len(trace):
        return Report(False, f"The run has steps 0 to {len(trace) - 1:,}.")
    depths = trace.series["depth"]
    if depths[step] != depth:
        return Report(False, f"After step {step:,} the length of the path is {depths[step]}.")
    if (depths[:step] == depth).any():
        return Report(False, f"After step {step:,} the path has {depth} squares again.")
    return Report(True, f"Step {step:,}: there the path first has {depth} squares.")


@in_words
def check_move_order(
    order: str | Iterable[Any], start: Square, node_limit: int = 5_000_000
) -> Report:
    """Check a move order that solves a start on 8 x 8 which the classic order does not."""
    start = _square(start)
    if start in ENDING_STARTS:
        return Report(False, f"The classic order solves {start} too: choose another start.")
    trace = backtrack(Board(8, 8), start, order=order, node_limit=node_limit)
    if trace.status == "found":
        return Report(True, f"A tour from {start} after {trace.nodes:,} squares.")
    return Report(
        False, f"Given up after {trace.nodes:,} squares. That does not mean there is none."
    )


def check_warnsdorff_key(attempt: Callable[[Board, set[Square], Square], Any]) -> Report:
    """Check ``key(board, visited, square) -> number``: to how many free squares one can go on."""
    board = Board(5, 5)
    cases = [
        (board, set(), (0, 0)),
        (board, {(0, 0)}, (1, 2)),
        *((board, set(board.squares[::3]), square) for square in board.squares[1::3]),
    ]
    return compare(
        attempt,
        ways_on,
        cases,
        mistakes=[
            Mistake(
                lambda board, visited, square: len(board.moves(square)),
                "Squares that were visited are no way on.",
            ),
            Mistake(
                lambda board, visited, square: -ways_on(board, visited, square),
                "The smallest key goes first: no sign is needed.",
            ),
        ],
        hint="Count the moves from the square to squares that were not visited.",
        normal=int,
    )


@in_words
def check_closed_tour(tour: Any, rows: int, columns: int) -> Report:
    """Check a closed tour: each square once, knight's moves only, the last one to the first."""
    board = Board(rows, columns)
    squares = [_square(square) for square in tour]
    if missing := sorted(set(board.squares) - set(squares)):
        reason = tour_exists(board, closed=True)
        words = f" {reason.reason}" if reason.exists is False else ""
        return Report(False, f"{missing[0]} is not visited.{words}")
    if len(squares) != len(board):
        return Report(False, f"{len(squares)} squares are listed, the board has {len(board)}.")
    for number, (here, there) in enumerate(zip(squares, squares[1:] + squares[:1], strict=True)):
        if there not in board.moves(here):
            return Report(False, f"From {here} to {there} (move {number + 1}) is no knight's move.")
    return Report(True, f"All {len(board)} squares, and back to {squares[0]}.")


def _square(value: Any) -> Square:
    try:
        row, column = value
        return int(row), int(column)
    except (TypeError, ValueError):
        raise ValueError(f"a square is a pair (row, column), not {value!r}") from None
