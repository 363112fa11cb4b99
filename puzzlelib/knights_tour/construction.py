"""A tour by construction: tour small blocks, then join the tours by exchanging moves.

The board is cut into blocks small enough to search. Two closed tours side by side become one
when a move a-b of the first and a move c-d of the second give way to a-c and b-d. Nothing is
ever taken back, so the time is proportional to the number of squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puzzlelib.knights_tour.blocks import Plan, following, plan_blocks
from puzzlelib.knights_tour.board import Board, Square
from puzzlelib.knights_tour.existence import NoTour, tour_exists
from puzzlelib.trace import Frame, Status

__all__ = ["ConstructionFrame", "construct_tour", "join_blocks"]

Move = tuple[Square, Square]


@dataclass(frozen=True)
class ConstructionFrame(Frame):
    """The tours of the blocks, of which some are joined already.

    Attributes
    ----------
    board : Board
    blocks : tuple of (top, left, rows, columns)
        The rectangles that the board was cut into.
    tours : tuple of tuples of squares
        The tours at this step, each in the order of the knight's moves.
    left : int
        How many tours are left.
    removed, added : tuples of moves
        What the last step exchanged; empty at first. Two moves give way to two, or one move to
        two if a tour that is only a path is put in its place.
    """

    board: Board
    blocks: tuple[tuple[int, int, int, int], ...]
    tours: tuple[tuple[Square, ...], ...]
    left: int
    removed: tuple[Move, ...] = ()
    added: tuple[Move, ...] = ()

    @property
    def status(self) -> Status | None:
        return "found" if self.left == 1 else None

    @property
    def caption(self) -> str:
        if not self.added:
            if self.left == 1:
                return "The board is one block: a search found its tour."
            return f"Each block has a tour of its own, {self.left} in all: now join them."
        (a, c), (b, d) = self.added
        done = "the tour is complete" if self.left == 1 else f"{self.left} tours are left"
        old = "Two moves side by side" if len(self.removed) == 2 else "A move"
        return f"{old} gave way to {a}-{c} and {b}-{d}, so {done}."


def join_blocks(
    board: Board, closed: bool = False, start: Square | None = None
) -> Iterator[ConstructionFrame]:
    """Join the tours of small blocks, one exchange of moves after another.

    Parameters and errors are those of ``construct_tour``, which gives the last tour at once.

    Yields
    ------
    ConstructionFrame
        The tours of the blocks, then the tours left after each exchange.

    Examples
    --------
    >>> [frame.left for frame in join_blocks(Board(12, 13), closed=True)]
    [4, 3, 2, 1]
    """
    plan = _checked_plan(board, closed, start)
    blocks = tuple((top, left, rows, columns) for top, left, rows, columns in plan.blocks.tolist())
    squares: list[Square] = [(row, column) for row, column in plan.squares.tolist()]
    ends = [*plan.starts[1:].tolist(), len(squares)]
    tour, *others = (squares[i:j] for i, j in zip(plan.starts.tolist(), ends, strict=True))

    def frame(*exchange: tuple[Move, ...]) -> ConstructionFrame:
        tours = tuple(map(tuple, [tour, *others]))
        return ConstructionFrame(board, blocks, tours, len(tours), *exchange)

    yield frame()
    joins = [tuple(squares[position] for position in join) for join in plan.joins.tolist()]
    while joins:
        a, b, c, d = joins.pop(next(i for i, join in enumerate(joins) if join[0] in tour))
        other = next(loop for loop in others if c in loop)
        others.remove(other)
        tour = insert_between(tour, a, b, turned(other, c, d))
        removed = [(here, there) for here, there in ((a, b), (c, d)) if there in board.moves(here)]
        yield frame(tuple(removed), ((a, c), (b, d)))


def turned(loop: list[Square], first: Square, last: Square) -> list[Square]:
    """Write a loop from one square to its neighbour, the long way round.

    >>> turned([(0, 0), (1, 2), (2, 0), (0, 1)], (2, 0), (1, 2))
    [(2, 0), (0, 1), (0, 0), (1, 2)]
    """
    at = loop.index(first)
    if loop[at - 1] == last:
        return loop[at:] + loop[:at]
    return loop[at::-1] + loop[:at:-1]


def insert_between(tour: list[Square], a: Square, b: Square, path: list[Square]) -> list[Square]:
    """Put a path in place of the move between a and b; its first square comes next to a."""
    at = tour.index(a)
    if tour[(at + 1) % len(tour)] != b:
        at, path = tour.index(b), path[::-1]
    return tour[: at + 1] + path + tour[at + 1 :]


def construct_tour(
    board: Board, closed: bool = False, start: Square | None = None
) -> NDArray[np.int32]:
    """Construct a tour of a rectangular board, without going back.

    Parameters
    ----------
    board : Board
        A full rectangle of any size.
    closed : bool
        Whether the last square must be a knight's move from the first.
    start : (row, column), optional
        Where the tour starts; by default in the corner (0, 0).

    Returns
    -------
    (squares, 2) int32 array
        The rows and columns in the order of the tour. An open tour is a closed one wherever the
        board has one.

    Raises
    ------
    NoTour
        If no such tour exists; the message says why.
    ValueError
        If squares are blocked, or the start is off the board.

    Notes
    -----
    Time and memory are proportional to the number of squares. A tour is found for every start
    from which one exists: a closed tour has them all; on odd boards the block around the start
    is searched for an open tour that begins there, and so it is on boards with four rows.

    References
    ----------
    The idea of joining the tours of small blocks: I. Parberry, An efficient algorithm for the
    knight's tour problem, Discrete Applied Mathematics 73 (1997), 251-260; S.-S. Lin and
    C.-L. Wei, Optimal algorithms for constructing knight's tours on arbitrary n x m chessboards,
    Discrete Applied Mathematics 146 (2005), 219-232. The blocks and exchanges here differ.

    Examples
    --------
    >>> tour = construct_tour(Board(6, 8), closed=True, start=(2, 3))
    >>> tour.shape, tour[0].tolist()
    ((48, 2), [2, 3])
    """
    plan = _checked_plan(board, closed, start)
    return plan.squares[_order(plan)]


def _checked_plan(board: Board, closed: bool, start: Square | None) -> Plan:
    """Plan the construction after checking that the tour exists."""
    if start is not None:
        start = board.check_square(start)
    if board.blocked:
        raise ValueError(
            f"construct_tour takes full rectangles, and this one has {len(board.blocked)} blocked "
            "square(s): search it with backtrack or warnsdorff"
        )
    verdict = tour_exists(board, start, closed)
    if verdict.exists is False:
        raise NoTour(verdict.reason)
    closes = closed or bool(tour_exists(board, closed=True).exists)
    board.check_size()
    return plan_blocks(board, start or (0, 0), closes)


def _order(plan: Plan) -> NDArray[np.int32]:
    """Return the positions in ``plan.squares`` in the order of the joined tour.

    The exchanges cut the loops into segments, which the tour passes forwards or backwards. An
    end of a segment is twice the segment's number, plus 1 for its last square; each is linked
    to the end of another segment.
    """
    size = len(plan.squares)
    a, b, c, d = plan.joins.T
    forwards = (d == c + 1) | (d < c - 1)  # else d comes before c, next to it or across the gap
    begins = np.zeros(size, dtype=bool)
    begins[np.concatenate([plan.starts, b, np.where(forwards, d, c)])] = True
    first = np.flatnonzero(begins)
    last = np.append(first[1:], size) - 1

    def segment_of(position: NDArray[np.int64]) -> NDArray[np.int64]:
        return np.searchsorted(first, position, side="right") - 1

    segments = np.arange(len(first))
    link = np.empty(2 * len(first), dtype=np.int64)
    for here, there in (
        (2 * segments + 1, 2 * following(segment_of(plan.starts), len(first))),
        (2 * segment_of(a) + 1, 2 * segment_of(c) + forwards),
        (2 * segment_of(b), 2 * segment_of(d) + ~forwards),
    ):
        link[here], link[there] = there, here

    linked = link.tolist()
    entered = [0]
    while len(entered) < len(first):
        entered.append(linked[entered[-1] ^ 1])
    order = np.array(entered)
    segment, backwards = order >> 1, order & 1
    lengths = (last - first + 1)[segment]
    step = 1 - 2 * backwards
    entry = np.where(backwards, last[segment], first[segment])
    origin = entry - step * (lengths.cumsum() - lengths)
    positions = np.arange(size, dtype=np.int32)
    positions *= np.repeat(step.astype(np.int32), lengths)
    positions += np.repeat(origin.astype(np.int32), lengths)
    return positions
