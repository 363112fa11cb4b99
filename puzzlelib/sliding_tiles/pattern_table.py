"""The table of a pattern: the cost of every way in which its tiles can stand, by rank."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlelib.sliding_tiles.puzzle import SlidingPuzzle, State

__all__ = ["UNREACHABLE", "Pattern", "pattern_table"]

UNREACHABLE = 255
"""The entry of positions from which no moves lead to the goal."""

ROWS = 1 << 16  # positions expanded together: few enough for their arrays to stay in the cache


@dataclass(frozen=True)
class Pattern:
    """Some tiles of a puzzle, and a number for each way in which they can stand.

    The rank of positions is that of a partial permutation in lexicographic order: each tile's
    digit is its cell counted without the cells of the tiles before it, and its weight is the
    number of ways in which the tiles after it can stand.

    Parameters
    ----------
    cells : int
        The number of cells of the board.
    tiles : tuple of int
        In the order in which positions are given.

    Examples
    --------
    >>> pattern = Pattern(cells=9, tiles=(4, 7))
    >>> len(pattern), pattern.rank([0, 1]), pattern.rank([8, 7])
    (72, 0, 71)
    """

    cells: int
    tiles: tuple[int, ...]

    def __len__(self) -> int:
        return math.perm(self.cells, len(self.tiles))

    @cached_property
    def weights(self) -> tuple[int, ...]:
        """For each tile, by how much the rank grows when its digit does."""
        after = range(len(self.tiles) - 1, -1, -1)
        return tuple(math.perm(self.cells - len(self.tiles) + n, n) for n in after)

    def rank(self, positions: Any) -> Any:
        """Return the rank of a cell for each tile, or the ranks of an array of cells for each."""
        return sum(
            (cell - sum(other < cell for other in positions[:i])) * weight
            for i, (cell, weight) in enumerate(zip(positions, self.weights, strict=True))
        )

    def positions(self, ranks: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return (tiles, ranks) cells: the inverse of ``rank``."""
        sizes = [self.cells - i for i in range(len(self.tiles))]
        cells = np.array([ranks // w % n for w, n in zip(self.weights, sizes, strict=True)])
        for i in range(len(cells) - 1, -1, -1):
            cells[i + 1 :] += cells[i + 1 :] >= cells[i]
        return cells

    @cached_property
    def passing(self) -> NDArray[np.int64]:
        """By how much the rank changes when tile i moves up past tile j, beside weight x cells.

        If j comes later in the pattern, its digit grows: tile i no longer stands before it. If
        j comes earlier, tile i's own digit grows by one cell less.
        """
        weights = np.array(self.weights)
        every = np.broadcast_to(weights, (len(weights), len(weights)))
        return np.asarray(np.triu(every, 1) - np.tril(every.T, -1))


def pattern_table(puzzle: SlidingPuzzle, goal: State, tiles: Sequence[int]) -> NDArray[np.uint8]:
    """Return the costs of ``pattern_costs`` by rank, for all positions of the pattern at once.

    Returns
    -------
    ndarray of uint8
        The cost at ``Pattern.rank(positions)``; UNREACHABLE where no moves lead home.

    Notes
    -----
    A breadth-first search layer by layer of cost. The blank's cell is no part of the state:
    each state holds the set of cells in which the blank has been seen.

    Examples
    --------
    >>> table = pattern_table(SlidingPuzzle(2, 3), goal=(1, 2, 3, 4, 5, 0), tiles=[1, 2])
    >>> int(table[Pattern(cells=6, tiles=(1, 2)).rank([1, 0])])
    6
    """
    pattern, blanks = Pattern(puzzle.cells, tuple(tiles)), _Blanks(puzzle)
    table = np.full(len(pattern), UNREACHABLE, np.uint8)
    seen = np.zeros(len(pattern), blanks.dtype)
    fresh = np.zeros(len(pattern), blanks.dtype)
    free = blanks.set_of(np.flatnonzero(~np.isin(goal, tiles)))
    home = pattern.rank([goal.index(tile) for tile in tiles])
    fresh[home] = blanks.flood(blanks.bit([goal.index(0)]), free)[0]
    cost = 0
    while (layer := np.flatnonzero(fresh)).size:
        table[layer] = np.minimum(table[layer], cost)
        found = fresh[layer]
        seen[layer] |= found
        fresh[layer] = 0
        for first in range(0, len(layer), ROWS):
            rows = slice(first, first + ROWS)
            for moved, reached in _moves(pattern, blanks, layer[rows], found[rows]):
                fresh[moved] |= reached & ~seen[moved]
        cost += 1
    return table


def _moves(
    pattern: Pattern, blanks: _Blanks, ranks: NDArray[np.int64], found: NDArray[Any]
) -> Iterator[tuple[NDArray[np.int64], NDArray[Any]]]:
    """Yield, for each tile and direction, the ranks after its moves and where the blank can go.

    One tile moved in one direction never leads from two positions to the same: the ranks of a
    batch are distinct, so that arrays indexed by them can be updated in place.
    """
    positions = pattern.positions(ranks).astype(np.int8)
    bits = blanks.bit(positions)
    taken = np.bitwise_or.reduce(bits)
    every = blanks.set_of(np.arange(pattern.cells))
    for i, weight in enumerate(pattern.weights):
        for step, inside in blanks.steps:
            beside = blanks.shift(bits[i] & inside, step)
            rows = np.flatnonzero(beside & found)
            if not rows.size:
                continue
            old, new = bits[i, rows], beside[rows]
            moved = ranks[rows] + step * weight
            if abs(step) > 1:
                sign = 1 if step > 0 else -1
                ahead = sign * (positions[:, rows] - positions[i, rows])
                moved += sign * pattern.passing[i] @ ((ahead > 0) & (ahead < abs(step)))
            yield moved, blanks.flood(old, every & ~(taken[rows] ^ old ^ new))


class _Blanks:
    """Sets of cells in which the blank can be: one machine word a set, a bit a cell."""

    def __init__(self, puzzle: SlidingPuzzle) -> None:
        bits = next(bits for bits in (8, 16, 32, 64) if bits >= puzzle.cells)
        self.dtype = np.dtype(f"uint{bits}")
        cells = np.arange(puzzle.cells)
        self.steps = [
            (step, self.set_of(cells[inside]))
            for step, inside in (
                (puzzle.columns, cells < puzzle.cells - puzzle.columns),
                (-puzzle.columns, cells >= puzzle.columns),
                (1, cells % puzzle.columns < puzzle.columns - 1),
                (-1, cells % puzzle.columns > 0),
            )
        ]
        """The steps to the cells below, above, right and left, with the cells that have one."""

    def bit(self, cells: Any) -> NDArray[Any]:
        return np.asarray(self.dtype.type(1) << np.asarray(cells).astype(self.dtype))

    def set_of(self, cells: NDArray[Any]) -> Any:
        return np.bitwise_or.reduce(self.bit(cells))

    def shift(self, sets: NDArray[Any], step: int) -> NDArray[Any]:
        return sets << step if step > 0 else sets >> -step

    def flood(self, blanks: NDArray[Any], free: NDArray[Any]) -> NDArray[Any]:
        """Return all that the blank can reach from its cells through free ones."""
        while True:
            grown = blanks.copy()
            for step, inside in self.steps:
                grown |= self.shift(blanks & inside, step)
            grown &= free
            if np.array_equal(grown, blanks):
                return blanks
            blanks = grown
