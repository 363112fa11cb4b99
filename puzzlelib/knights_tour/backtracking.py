"""Backtracking: go on while there is a free square, else go back to the last untried move."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlelib.knights_tour.backtrack_frame import BacktrackFrame, Search
from puzzlelib.knights_tour.backtrack_trace import (
    RECORD_LIMIT,
    BacktrackProgress,
    BacktrackTrace,
    report,
)
from puzzlelib.knights_tour.board import CLASSIC_ORDER, Board, Square, move_order

__all__ = [
    "BacktrackFrame",
    "BacktrackProgress",
    "BacktrackTrace",
    "backtrack",
    "backtrack_chunks",
    "backtrack_recursively",
    "backtrack_with_stack",
    "enumerate_tours",
]


def backtrack_recursively(
    board: Board, start: Square, order: str | Iterable[Any] = CLASSIC_ORDER
) -> Iterator[BacktrackFrame]:
    """List every tour from a start: the call stack remembers where to go on.

    Parameters
    ----------
    board : Board
    start : (row, column)
    order : str or sequence
        As ``move_order`` takes it.

    Yields
    ------
    BacktrackFrame
        One for the start, then one for each square entered or left; those with status "found"
        are the tours.

    Examples
    --------
    >>> frames = backtrack_recursively(Board(3, 4), (0, 0))
    >>> sum(frame.status == "found" for frame in frames)
    2
    """
    search = Search(board, start, move_order(order))
    path = [search.start]
    tours = 0

    def visit(square: Square) -> Iterator[BacktrackFrame]:
        nonlocal tours
        yield search.frame(tuple(path), tours=tours)
        tours += len(path) == len(board)
        for target in board.moves(square, search.order):
            if target not in path:
                path.append(target)
                yield from visit(target)
                path.pop()
                yield search.frame(tuple(path), left=target, tours=tours)

    yield from visit(path[0])


def backtrack_with_stack(
    board: Board, start: Square, order: str | Iterable[Any] = CLASSIC_ORDER
) -> Iterator[BacktrackFrame]:
    """Search for the first tour with an explicit stack of squares and of moves tried.

    Parameters
    ----------
    board : Board
    start : (row, column)
    order : str or sequence
        As ``move_order`` takes it.

    Yields
    ------
    BacktrackFrame
        One for the start, then one for each square entered or left. The last one's status is
        "found" or "impossible".

    Examples
    --------
    >>> *_, last = backtrack_with_stack(Board(3, 4), (0, 0))
    >>> last.status, last.path[:4]
    ('found', ((0, 0), (1, 2), (2, 0), (0, 1)))
    """
    search = Search(board, start, move_order(order))
    # Two rings of blocked squares frame the board: no move can leave it, no bounds are checked.
    width = board.columns + 4
    free = [False] * ((board.rows + 4) * width)
    for row, column in board.squares:
        free[(row + 2) * width + column + 2] = True
    steps = [down * width + right for down, right in search.order]
    squares = [(search.start[0] + 2) * width + search.start[1] + 2]
    tried = [0]
    free[squares[0]] = False
    left = None
    while True:
        path = [(square // width - 2, square % width - 2) for square in squares]
        yield search.frame(tuple(path), left)
        if len(path) == len(board):
            return
        for move in range(tried[-1], 8):
            target = squares[-1] + steps[move]
            if free[target]:
                tried[-1] = move + 1
                squares.append(target)
                tried.append(0)
                free[target] = False
                left = None
                break
        else:
            if len(path) == 1:
                return
            free[squares.pop()] = True
            tried.pop()
            left = path[-1]


def enumerate_tours(
    board: Board,
    start: Square,
    order: str | Iterable[Any] = CLASSIC_ORDER,
    closed: bool = False,
) -> Iterator[NDArray[np.int64]]:
    """Yield every tour from a start, in depth-first order, each when it is asked for.

    Parameters
    ----------
    board : Board
    start : (row, column)
    order : str or sequence
        As ``move_order`` takes it; it decides which tour comes first.
    closed : bool
        Whether the last square must be a move from the start. Each closed tour comes twice, once
        for each direction.

    Returns
    -------
    iterator of (squares, 2) int64 arrays
        Rows and columns in the order of the visit.

    Raises
    ------
    ValueError
        At once, if the start or the order makes no sense.

    Examples
    --------
    >>> sum(1 for tour in enumerate_tours(Board(5, 5), (0, 0)))
    304
    """
    chunks = Search(board, start, move_order(order), closed).chunks()
    return (
        board.squares_of(chunk.path_after(len(chunk.events)))
        for chunk in chunks
        if chunk.status == "found"
    )


def backtrack(
    board: Board,
    start: Square,
    order: str | Iterable[Any] = CLASSIC_ORDER,
    closed: bool = False,
    node_limit: int | None = None,
    prune: bool = False,
    record_limit: int = RECORD_LIMIT,
) -> BacktrackTrace:
    """Search for the first tour from a start and record every step.

    Parameters
    ----------
    board : Board
    start : (row, column)
    order : str or sequence
        As ``move_order`` takes it.
    closed : bool
        Whether the last square must be a move from the start.
    node_limit : int or None
        The largest number of squares to enter; the status is "limit" if more were needed.
    prune : bool
        Whether a square is given up as soon as it is entered if some free square then lacks a
        way in or out.
    record_limit : int
        The largest number of steps to keep. What comes after them counts in every total, and
        the trace is ``truncated``.

    Returns
    -------
    BacktrackTrace

    Raises
    ------
    ValueError
        If the start, the order or a limit makes no sense.

    Notes
    -----
    Exponential in the number of squares. More than 100 million squares a second with Numba,
    about 4 million without.

    Examples
    --------
    >>> trace = backtrack(Board(5, 5), start=(0, 0))
    >>> trace.status, trace.nodes, trace.backtracks, trace.dead_ends
    ('found', 8839, 8815, 3318)
    >>> trace[8].caption
    'Move 9 to (2, 4). Next (0, 3), the first of 3 moves.'
    """
    *_, last = backtrack_chunks(board, start, order, closed, node_limit, prune, record_limit)
    return last.trace


def backtrack_chunks(
    board: Board,
    start: Square,
    order: str | Iterable[Any] = CLASSIC_ORDER,
    closed: bool = False,
    node_limit: int | None = None,
    prune: bool = False,
    record_limit: int = RECORD_LIMIT,
    seconds: float = 0.03,
) -> Iterator[BacktrackProgress]:
    """Search as ``backtrack`` does, and report now and then, and at the end.

    Parameters
    ----------
    board, start, ..., record_limit
        As ``backtrack`` takes them.
    seconds : float
        About how long it searches between two reports.

    Returns
    -------
    iterator of BacktrackProgress
        The last one is ``finished``. The ``trace`` of each is the run until now.

    Raises
    ------
    ValueError
        At once, as ``backtrack``.

    Examples
    --------
    >>> for progress in backtrack_chunks(Board(5, 5), (0, 0)):
    ...     pass  # move a bar, or stop here
    >>> progress.finished, progress.trace.status
    (True, 'found')
    """
    search = Search(board, start, move_order(order), closed, prune, node_limit)
    return report(search, record_limit, seconds)
