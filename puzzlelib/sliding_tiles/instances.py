"""One search, many boards: what it costs on each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from functools import partial
from typing import Any, NamedTuple

from puzzlelib.sliding_tiles.heuristic_search import a_star
from puzzlelib.sliding_tiles.puzzle import Board, SlidingPuzzle, State
from puzzlelib.sweep import Progress, Table, sweep
from puzzlelib.trace import Status

__all__ = ["InstanceResult", "solve_instances"]


class InstanceResult(NamedTuple):
    """What a search from one board came to."""

    start: str
    status: Status
    """"found", or "limit": it gave up."""
    moves: int | None
    """How long the solution is, if one was found."""
    expanded: int
    generated: int


def solve_instances(
    puzzle: SlidingPuzzle,
    starts: Iterable[Board],
    search: Callable[..., Any] = a_star,
    goal: Board | None = None,
    executor: Executor | None = None,
    progress: bool | Progress = False,
) -> Table[InstanceResult]:
    """Run a search from each of some boards.

    Parameters
    ----------
    puzzle : SlidingPuzzle
    starts : iterable of boards
        Whatever ``puzzle.parse`` reads; at least one.
    search : callable
        Such as ``ida_star``, or ``functools.partial(a_star, heuristic="misplaced")``: called with
        the puzzle, a start and a goal, it returns a trace.
    goal : board, optional
        None: for each board the usual goal that can be reached.
    executor, progress
        As ``puzzlelib.sweep.sweep`` takes them.

    Returns
    -------
    Table of InstanceResult
        One row for each board, in their order; the same for every executor.

    Raises
    ------
    Unsolvable
        At once, if the goal cannot be reached from some board.
    ValueError
        If a board makes no sense, or there is none.

    Examples
    --------
    >>> from puzzlelib.sliding_tiles import EIGHT_PUZZLE
    >>> table = solve_instances(EIGHT_PUZZLE, ["123456078", "871526340"])
    >>> table[0]
    InstanceResult(start='123456078', status='found', moves=2, expanded=2, generated=6)
    >>> table.column("moves").tolist()
    [2, 24]
    """
    problems = [puzzle.problem(start, goal) for start in starts]
    if not problems:
        raise ValueError("there are no boards to search from")
    return Table(sweep(partial(_solve, puzzle, search), problems, executor, progress, "boards"))


def _solve(
    puzzle: SlidingPuzzle, search: Callable[..., Any], problem: tuple[State, State]
) -> InstanceResult:
    trace = search(puzzle, *problem)
    moves = len(trace.moves) if trace.status == "found" else None
    start = puzzle.label(problem[0])
    return InstanceResult(start, trace.status, moves, trace.expanded, trace.generated)
