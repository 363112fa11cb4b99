"""Which boards have a tour: what is proved, without a search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from puzzlelib.knights_tour.board import Board, Square

__all__ = ["Existence", "NoTour", "tour_exists"]


BARREN = [(3, 7, 1, 3), (3, 8, 1, 2), (3, 8, 1, 5)]
"""Rows, columns and start where a tour fails for no reason but that every path has been tried."""


class NoTour(ValueError):
    """No tour exists; the message says why."""


@dataclass(frozen=True)
class Existence:
    """Whether a tour exists, and why.

    Attributes
    ----------
    exists : bool or None
        None: no theorem known here applies.
    reason : str
        One sentence.
    """

    exists: bool | None
    reason: str


def tour_exists(board: Board, start: Square | None = None, closed: bool = False) -> Existence:
    """Tell from theorems alone, without a search, whether a board has a tour.

    Parameters
    ----------
    board : Board
    start : (row, column) or None
        The square where the tour begins; None: any square will do.
    closed : bool
        Whether the last square must be a move from the first.

    Returns
    -------
    Existence
        ``exists`` is True, False or, where no theorem applies, None; ``reason`` says why.

    Raises
    ------
    ValueError
        If the start is not a free square of the board.

    Notes
    -----
    Time proportional to the number of squares.

    References
    ----------
    A. J. Schwenk, "Which rectangular chessboards have a knight's tour?", Mathematics Magazine
    64(5), 1991.
    P. Cull and J. De Curtins, "Knight's tour revisited", Fibonacci Quarterly 16, 1978.
    I. Parberry, "An efficient algorithm for the knight's tour problem", Discrete Applied
    Mathematics 73(3), 1997.

    Examples
    --------
    >>> tour_exists(Board(5, 5), start=(0, 1)).exists
    False
    >>> tour_exists(Board(4, 4), closed=True)
    Existence(exists=False, reason='No board with a side of 1, 2 or 4 has a closed tour (Schwenk).')
    """
    if start is not None:
        start = board.check_square(start)
    for answer in _answers(board, start, closed):
        return answer
    return Existence(None, "No theorem known here decides this board and start.")


def _answers(board: Board, start: Square | None, closed: bool) -> Iterator[Existence]:
    """Yield what each theorem that applies says; they never contradict each other."""
    if board.size == len(board.blocked) + 1:  # len(board) itself may be too large for a browser
        yield _single_square(closed)
    if not board.blocked:
        yield from _rectangle(board.rows, board.columns, closed, start)
    yield from _obstacles(board, start, closed)


def _single_square(closed: bool) -> Existence:
    if closed:
        return Existence(False, "A closed tour needs a move from the last square to the first.")
    return Existence(True, "A board of one square is its own tour.")


def _rectangle(rows: int, columns: int, closed: bool, start: Square | None) -> Iterator[Existence]:
    """Yield what is known of boards without blocked squares."""
    closes, why = _closed_on_rectangle(rows, columns)
    if closed:
        yield Existence(closes, why)
        return
    opens, why_open = _open_on_rectangle(rows, columns)
    if start is None or not opens:
        yield Existence(opens, why_open)
    elif closes:
        yield Existence(True, "A closed tour exists, and it can begin at any of its squares.")
    elif 4 in (rows, columns) and not _in_outer_line(rows, columns, start):
        yield Existence(
            False,
            "On a board four squares wide, squares of the two outer lines lead only to the inner "
            "two, and colours alternate: every tour begins and ends in an outer line.",
        )
    elif (rows, columns, *start) in BARREN or (columns, rows, *start[::-1]) in BARREN:
        yield Existence(False, f"A search to the end found no tour of this board from {start}.")
    elif rows * columns % 2 == 0 or (start[0] + start[1]) % 2 == 0:
        yield Existence(
            True,
            "construct_tour can build a tour from this square: on odd boards from every square of "
            "the corners' colour, on boards four squares wide from both outer lines.",
        )


def _closed_on_rectangle(rows: int, columns: int) -> tuple[bool, str]:
    short, long = sorted((rows, columns))
    if rows * columns % 2:
        return False, "Moves alternate colours, so a closed tour needs an even number of squares."
    if short in (1, 2, 4):
        return False, "No board with a side of 1, 2 or 4 has a closed tour (Schwenk)."
    if short == 3 and long in (4, 6, 8):
        return False, f"The 3 x {long} board has no closed tour (Schwenk)."
    return True, f"The {short} x {long} board has a closed tour: it is no exception of Schwenk's."


def _open_on_rectangle(rows: int, columns: int) -> tuple[bool, str]:
    short, long = sorted((rows, columns))
    if short >= 5:
        return True, "Every board with both sides at least 5 has a tour (Cull and De Curtins)."
    if short == 4 and long >= 5:
        return True, "Every board of 4 by at least 5 squares has a tour."
    if short == 3 and (long == 4 or long >= 7):
        return True, "A board of 3 by n squares has a tour for n = 4 and for n at least 7."
    if short < 3:
        return False, "On a board with a side of 1 or 2 the knight cannot reach every square."
    return False, f"The {short} x {long} board has no tour: every path has been tried."


def _in_outer_line(rows: int, columns: int, square: Square) -> bool:
    return (rows == 4 and square[0] in (0, 3)) or (columns == 4 and square[1] in (0, 3))


def _obstacles(board: Board, start: Square | None, closed: bool) -> Iterator[Existence]:
    """Yield why a board, with or without blocked squares, has no tour."""
    yield from _too_many_of_a_colour(board, start, closed)
    yield from _too_few_ways(board, start, closed)
    apart = _unreachable(board)
    if apart:
        yield Existence(False, f"No path leads from {board.squares[0]} to {apart}.")


def _too_many_of_a_colour(board: Board, start: Square | None, closed: bool) -> Iterator[Existence]:
    corner, other = np.bincount(board.colours[board.free], minlength=2).tolist()
    if closed and corner != other:
        yield Existence(
            False,
            f"Moves alternate colours, but there are {corner} squares of one and {other} of the "
            "other; a closed tour needs as many of each.",
        )
    elif abs(corner - other) > 1:
        yield Existence(
            False,
            f"Moves alternate colours, but there are {corner} squares of one and {other} of the "
            "other; they may differ by one.",
        )
    elif start is not None and corner != other and board.colour(start) != (other > corner):
        yield Existence(
            False,
            "Moves alternate colours, so a tour must begin on the colour of which there is one "
            f"square more, and {start} has the other.",
        )


def _too_few_ways(board: Board, start: Square | None, closed: bool) -> Iterator[Existence]:
    if len(board) == 1:
        return
    ways = {square: len(board.moves(square)) for square in board.squares}
    lonely = [square for square, count in ways.items() if count == 0]
    ends = [square for square, count in ways.items() if count == 1]
    if lonely:
        yield Existence(False, f"No move leads to {lonely[0]}.")
    elif closed and ends:
        yield Existence(False, f"{ends[0]} has only one neighbour: a way in, but no way out.")
    elif len(ends) > 2 or (start is not None and len(set(ends) - {start}) > 1):
        yield Existence(
            False,
            f"{len(ends)} squares have only one neighbour, so a tour must begin or end at each.",
        )


def _unreachable(board: Board) -> Square | None:
    """Return a square that no path from the first free square reaches, if there is one."""
    first, *others = board.squares
    reached, waiting = {first}, [first]
    while waiting:
        for square in board.moves(waiting.pop()):
            if square not in reached:
                reached.add(square)
                waiting.append(square)
    return next((square for square in others if square not in reached), None)
