"""Warnsdorff's rule: go where the fewest ways lead on, for such squares get cut off first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlelib.checks import check_seed
from puzzlelib.knights_tour.backtrack_frame import BacktrackFrame, Search
from puzzlelib.knights_tour.backtrack_trace import (
    RECORD_LIMIT,
    BacktrackProgress,
    BacktrackTrace,
    report,
)
from puzzlelib.knights_tour.board import CLASSIC_ORDER, Board, MoveOrder, Square, move_order
from puzzlelib.knights_tour.events import Chunk
from puzzlelib.knights_tour.squirrel_cull import squirrel_cull_orders
from puzzlelib.trace import Status

__all__ = [
    "TIE_BREAKS",
    "WarnsdorffFrame",
    "WarnsdorffSearch",
    "follow_warnsdorff",
    "warnsdorff",
    "warnsdorff_chunks",
    "ways_on",
]

TIE_BREAKS: dict[str, str] = {
    "first": "the first wins",
    "random": "drawn at random",
    "roth": "farthest from centre wins",
    "pohl": "fewest further ways wins",
    "squirrel-cull": "the current order decides",
}
"""The ways to choose among squares with equally few ways on, and each in words."""


def ways_on(board: Board, taken: Iterable[Square], square: Square) -> int:
    """Return to how many squares that are not taken a knight can move from a square.

    >>> ways_on(Board(8, 8), [(0, 0)], (2, 1))
    5
    """
    return len(set(board.moves(square)).difference(taken))


def follow_warnsdorff(
    board: Board, start: Square, order: str | Iterable[Any] = CLASSIC_ORDER
) -> Iterator[WarnsdorffFrame]:
    """Go to the free square with the fewest ways on, the first such, as long as there is one.

    Parameters
    ----------
    board : Board
    start : (row, column)
    order : str or sequence
        As ``move_order`` takes it.

    Yields
    ------
    WarnsdorffFrame
        One for each square visited. The last one's status is "found" or "stuck".

    Examples
    --------
    >>> *_, last = follow_warnsdorff(Board(8, 8), (0, 0))
    >>> last.status, last.depth
    ('found', 64)
    """
    search = WarnsdorffSearch(board, start, move_order(order))
    path = [search.start]
    while True:
        yield search.frame(tuple(path))
        free = [square for square in board.moves(path[-1], order) if square not in path]
        if not free:
            return
        path.append(min(free, key=lambda square: ways_on(board, path, square)))


@dataclass(frozen=True)
class WarnsdorffSearch(Search):
    """A search that tries the squares with the fewest ways on first; see ``warnsdorff``."""

    tie_break: str = "first"
    seed: int | None = None
    backtracking: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "seed", check_seed(self.seed))
        if self.tie_break not in [*TIE_BREAKS]:
            names = ", ".join(TIE_BREAKS)
            raise ValueError(f"no tie break is named {self.tie_break!r}; there are {names}")
        if self.tie_break == "random" and self.seed is None:
            object.__setattr__(self, "seed", int(np.random.SeedSequence().generate_state(1)[0]))
        if self.tie_break == "squirrel-cull":
            self._check_squirrel_cull()

    def _check_squirrel_cull(self) -> None:
        board = self.board
        if board.rows != board.columns or board.blocked or self.start != (0, 0):
            raise ValueError(
                "the tie break squirrel-cull is made for square boards without blocked squares and "
                f"the start (0, 0), not for {board} and {self.start}"
            )
        if self.backtracking:
            raise ValueError("the tie break squirrel-cull never goes back: backtracking is False")

    def chunks(self) -> Iterator[Chunk]:
        """Search, and yield the events."""
        from puzzlelib.knights_tour.engine import warnsdorff_chunks

        return warnsdorff_chunks(self)

    def frame(
        self,
        path: tuple[Square, ...],
        left: Square | None = None,
        tours: int = 0,
        stopped: bool = False,
    ) -> WarnsdorffFrame:
        """Return the frame for a path in this search."""
        return WarnsdorffFrame(self, path, left, tours, stopped)

    def ranked(self, path: tuple[Square, ...]) -> list[Square]:
        """List the free squares that a path can go on to, in the order in which they are tried."""
        taken = set(path)
        order = self.order_after(path)
        free = [square for square in self.board.moves(path[-1], order) if square not in taken]
        return sorted(
            free, key=lambda square: (ways_on(self.board, taken, square), self.tie(path, square))
        )

    def order_after(self, path: tuple[Square, ...]) -> MoveOrder:
        """Return the order of the moves that has the last word after a path."""
        if self.tie_break != "squirrel-cull":
            return self.order
        orders, switches = squirrel_cull_orders(self.board.rows)
        passed = 0
        for square in path:
            passed += passed < len(switches) and square == switches[passed]
        return orders[passed]

    def tie(self, path: tuple[Square, ...], square: Square) -> int:
        """Return what decides between equally few ways on: the least number wins."""
        if self.tie_break == "random":
            step = (square[0] - path[-1][0], square[1] - path[-1][1])
            return int(self.draws[len(path) - 1, self.order.index(step)])
        if self.tie_break == "roth":
            return -int(self.distances[self.board.index(square)])
        if self.tie_break == "pohl":
            taken = {*path, square}
            after = set(self.board.moves(square)).difference(taken)
            return sum(ways_on(self.board, taken, other) for other in after)
        return 0

    @cached_property
    def draws(self) -> NDArray[np.int64]:
        """Random numbers, (squares, 8): one for each move of each square of the path."""
        generator = np.random.default_rng(self.seed)
        return generator.integers(2**31, size=(len(self.board), 8))

    @cached_property
    def distances(self) -> NDArray[np.int64]:
        """Four times the squared distance of each square index from the centre of the board."""
        rows, columns = np.indices((self.board.rows, self.board.columns))
        down, right = 2 * rows - self.board.rows + 1, 2 * columns - self.board.columns + 1
        return (down**2 + right**2).ravel()


@dataclass(frozen=True)
class WarnsdorffFrame(BacktrackFrame):
    """The path of the knight after some steps, and which square Warnsdorff's rule takes next.

    See ``BacktrackFrame``; ``considered`` is sorted by the rule.
    """

    search: WarnsdorffSearch

    @property
    def degrees(self) -> tuple[int, ...]:
        """For each square considered, how many ways lead on from it."""
        taken = set(self.path)
        return tuple(ways_on(self.board, taken, square) for square in self.considered)

    @property
    def back_to(self) -> Square | None:
        """The nearest earlier square with an untried move; None if the rule never goes back."""
        return super().back_to if self.search.backtracking else None

    @property
    def status(self) -> Status | None:
        """How the search ended, if it ended here."""
        if self.search.backtracking or self.found or self.stopped or self.considered:
            return super().status
        return "stuck"

    @property
    def caption(self) -> str:
        if self.status == "stuck":
            here = self._move(self.depth)
            return f"Stuck at {here}: no free square, and this rule never goes back."
        return super().caption

    @property
    def _choice(self) -> str:
        least, choices = self.degrees[0], len(self.considered)
        if choices == 1:
            return super()._choice
        equal = self.degrees.count(least)
        ways = "one way" if least == 1 else f"{least or 'no'} ways"
        if equal == 1:
            return f"fewest ways on: {least} of {choices} choices"
        return f"{ways} on; {equal} tie, {TIE_BREAKS[self.search.tie_break]}"


def warnsdorff(
    board: Board,
    start: Square,
    tie_break: str = "first",
    order: str | Iterable[Any] = CLASSIC_ORDER,
    seed: int | None = None,
    backtracking: bool = False,
    node_limit: int | None = None,
    record_limit: int = RECORD_LIMIT,
) -> BacktrackTrace:
    """Follow Warnsdorff's rule from a start and record every step.

    Parameters
    ----------
    board : Board
    start : (row, column)
    tie_break : str
        Which of several squares with the fewest ways on is taken. "first": the first in order.
        "random": drawn. "roth": the farthest from the centre. "pohl": the one whose own free
        neighbours have the fewest ways on, summed. "squirrel-cull": the first in an order that
        changes on the way; for square boards without blocked squares, from (0, 0).
    order : str or sequence
        As ``move_order`` takes it. It decides what the tie break leaves open; "squirrel-cull"
        has orders of its own.
    seed : int or None
        Makes the draws of "random" repeatable. ``trace.search.seed`` tells the one that was used.
    backtracking : bool
        Whether to go back from a dead end to the last square with an untried move, so that every
        path is tried if need be.
    node_limit : int or None
        The largest number of squares to enter.
    record_limit : int
        The largest number of steps to keep, as in ``backtrack``.

    Returns
    -------
    BacktrackTrace
        Its status is "found", "stuck" (only without backtracking), "impossible" or "limit".

    Raises
    ------
    ValueError
        If the start, the order, the tie break or a limit makes no sense.

    Notes
    -----
    Time proportional to the squares entered: about 0.2 microseconds each with Numba, 10 without.

    References
    ----------
    H. C. von Warnsdorf, "Des Rösselsprungs einfachste und allgemeinste Lösung", 1823.
    I. Pohl, "A method for finding Hamilton paths and knight's tours", Communications of the ACM
    10(7), 1967.
    D. Squirrel and P. Cull, "A Warnsdorff-Rule Algorithm for Knight's Tours on Square
    Chessboards", 1996.

    Examples
    --------
    >>> trace = warnsdorff(Board(8, 8), (0, 0))
    >>> trace.status, trace.nodes, trace.backtracks
    ('found', 63, 0)
    >>> trace[1].caption
    'Move 2 to (2, 1). Next (0, 2), 3 ways on; 2 tie, the first wins.'
    """
    *_, last = warnsdorff_chunks(
        board, start, tie_break, order, seed, backtracking, node_limit, record_limit
    )
    return last.trace


def warnsdorff_chunks(
    board: Board,
    start: Square,
    tie_break: str = "first",
    order: str | Iterable[Any] = CLASSIC_ORDER,
    seed: int | None = None,
    backtracking: bool = False,
    node_limit: int | None = None,
    record_limit: int = RECORD_LIMIT,
    seconds: float = 0.03,
) -> Iterator[BacktrackProgress]:
    """Search as ``warnsdorff`` does, and report now and then, and at the end.

    Parameters
    ----------
    board, start, ..., record_limit
        As ``warnsdorff`` takes them.
    seconds : float
        About how long it searches between two reports.

    Returns
    -------
    iterator of BacktrackProgress
        The last one is ``finished``. The ``trace`` of each is the run until now.

    Raises
    ------
    ValueError
        At once, as ``warnsdorff``.

    Examples
    --------
    >>> *_, progress = warnsdorff_chunks(Board(5, 5), (0, 0))
    >>> progress.finished, progress.nodes
    (True, 24)
    """
    search = WarnsdorffSearch(
        board,
        start,
        move_order(order),
        node_limit=node_limit,
        tie_break=tie_break,
        seed=seed,
        backtracking=backtracking,
    )
    return report(search, record_limit, seconds)
