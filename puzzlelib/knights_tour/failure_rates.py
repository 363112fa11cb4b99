"""How often Warnsdorff's rule gets stuck, by the size of the board and the tie break."""

from __future__ import annotations

import csv
from concurrent.futures import Executor
from functools import cache, partial
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from puzzlelib.checks import whole_number
from puzzlelib.knights_tour.board import Board, Square
from puzzlelib.knights_tour.warnsdorff import warnsdorff
from puzzlelib.sweep import Progress, sweep

__all__ = ["FailureRate", "measure_failures", "stored_failure_rates"]


class FailureRate(NamedTuple):
    """From how many squares of a square board Warnsdorff's rule gets stuck."""

    size: int
    """Rows and columns of the board."""
    tie_break: str
    starts: int
    """How many squares were tried; on odd boards, only the corners' colour has tours at all."""
    failures: int
    """From how many of them the rule got stuck."""

    @property
    def rate(self) -> float:
        """The share of the starts that fail."""
        return self.failures / self.starts


def measure_failures(
    size: int,
    tie_break: str = "first",
    sample: int | None = None,
    seed: int = 1,
    executor: Executor | None = None,
    progress: bool | Progress = False,
) -> FailureRate:
    """Follow Warnsdorff's rule from the squares of a board and count the failures.

    Parameters
    ----------
    size : int
        Rows and columns of the board.
    tie_break : str
        As ``warnsdorff`` takes it, but for "squirrel-cull", which has one start only.
    sample : int or None
        How many squares to draw; None: start from every square.
    seed : int
        For the sample, and for the draws of the tie break "random".
    executor, progress
        As ``puzzlelib.sweep.sweep`` takes them.

    Returns
    -------
    FailureRate
        The same for every executor.

    Raises
    ------
    ValueError
        If the size, the tie break or the sample makes no sense.

    Examples
    --------
    >>> measure_failures(8, "first")
    FailureRate(size=8, tie_break='first', starts=64, failures=1)
    """
    seed = whole_number("seed", seed, least=0)
    board = Board(size, size)
    squares = board.squares
    if sample is not None:
        if not 1 <= sample <= len(squares):
            raise ValueError(f"sample must be from 1 to {len(squares)} squares, not {sample}")
        drawn = np.random.default_rng(seed).choice(len(squares), sample, replace=False)
        squares = [squares[index] for index in sorted(drawn.tolist())]
    starts = [square for square in squares if size % 2 == 0 or board.colour(square) == 0]
    seeded = [(start, seed + number) for number, start in enumerate(starts)]
    stuck = sweep(partial(_is_stuck, board, tie_break), seeded, executor, progress, "starts")
    return FailureRate(size, tie_break, len(starts), sum(stuck))


def _is_stuck(board: Board, tie_break: str, seeded: tuple[Square, int]) -> bool:
    start, seed = seeded
    return warnsdorff(board, start, tie_break, seed=seed).status == "stuck"


@cache
def stored_failure_rates() -> tuple[FailureRate, ...]:
    """Read the table that benchmarks/warnsdorff_failures.py computed.

    Returns
    -------
    tuple of FailureRate
        For the sizes 5 to 60 from every square, for some larger ones from a sample of 400.

    Examples
    --------
    >>> [row.failures for row in stored_failure_rates() if row.size == 50]
    [310, 1073, 18, 489]
    """
    table = files("puzzlelib.knights_tour") / "data" / "warnsdorff_failures.csv"
    rows = csv.DictReader(table.read_text(encoding="utf-8").splitlines())
    return tuple(
        FailureRate(int(row["size"]), row["tie_break"], int(row["starts"]), int(row["failures"]))
        for row in rows
    )
