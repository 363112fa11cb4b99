"""Backtracking from every square of a board."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import Executor
from typing import Any, NamedTuple

from puzzlelib.knights_tour.backtrack_frame import Search
from puzzlelib.knights_tour.backtrack_trace import report
from puzzlelib.knights_tour.board import CLASSIC_ORDER, Board, move_order
from puzzlelib.sweep import Progress, Table, sweep
from puzzlelib.trace import Status

__all__ = ["StartResult", "backtrack_all_starts"]


class StartResult(NamedTuple):
    """What backtracking from one square came to."""

    row: int
    column: int
    status: Status
    """"found", "impossible", or "limit": it gave up."""
    nodes: int
    """Squares entered after the start."""
    backtracks: int
    """Squares left."""


def backtrack_all_starts(
    board: Board,
    order: str | Iterable[Any] = CLASSIC_ORDER,
    closed: bool = False,
    node_limit: int | None = None,
    prune: bool = False,
    executor: Executor | None = None,
    progress: bool | Progress = False,
) -> Table[StartResult]:
    """Search for a tour from every free square.

    Parameters
    ----------
    board : Board
    order, closed, node_limit, prune
        As ``backtrack`` takes them. The limit is for each start.
    executor, progress
        As ``puzzlelib.sweep.sweep`` takes them.

    Returns
    -------
    Table of StartResult
        One row for each free square, in the order of their indices; the same for every executor.

    Raises
    ------
    ValueError
        If the order or the limit makes no sense.

    Examples
    --------
    >>> table = backtrack_all_starts(Board(5, 5), node_limit=100_000)
    >>> table.counts("status")
    {'limit': 15, 'found': 10}
    >>> table[0]
    StartResult(row=0, column=0, status='found', nodes=8839, backtracks=8815)
    """
    steps = move_order(order)
    searches = [Search(board, start, steps, closed, prune, node_limit) for start in board.squares]
    return Table(sweep(_run, searches, executor, progress, "starts"))


def _run(search: Search) -> StartResult:
    *_, last = report(search, record_limit=1, seconds=60)
    return StartResult(*search.start, last.trace.status, last.nodes, last.backtracks)
