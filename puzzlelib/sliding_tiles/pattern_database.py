"""Pattern databases: exact costs of parts of the puzzle, added up to a bound on the whole."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate, pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from puzzlelib.sliding_tiles.pattern_cache import load_table, store_table
from puzzlelib.sliding_tiles.puzzle import Board, SlidingPuzzle, State

__all__ = ["UNREACHABLE", "Pattern", "PatternDatabase", "pattern_costs", "pattern_table"]

UNREACHABLE = 255
"""The entry of positions from which no moves lead to the goal."""

LARGEST_TABLE = 600_000_000  # entries, of five bytes each while a 4 x 4 board's is built
LARGEST_DEFAULT_TABLE = 6_400_000  # entries: a few seconds to build
FIFTEEN_CORNERS: Final = (0, 3, 12, 15)
FIFTEEN_REGIONS: Final = ((1, 4, 5, 8, 9), (2, 3, 6, 7, 11), (10, 12, 13, 14, 15))
ROWS = 1 << 16  # positions expanded together: few enough for their arrays to stay in the cache


def pattern_costs(
    puzzle: SlidingPuzzle, goal: State, tiles: Sequence[int]
) -> dict[tuple[int, ...], int]:
    """Return the least number of moves of these tiles that bring them home, by their cells.

    The textbook's search backwards from the goal. The other tiles are all alike, so the blank
    passes them at no cost; only moves of the pattern's tiles count.

    Examples
    --------
    >>> costs = pattern_costs(SlidingPuzzle(2, 3), goal=(1, 2, 3, 4, 5, 0), tiles=[1, 2])
    >>> costs[0, 1], costs[0, 2], costs[1, 0]
    (0, 1, 6)
    """
    home = tuple(goal.index(tile) for tile in tiles)
    queue = deque([(0, home, goal.index(0))])
    expanded = set()
    costs: dict[tuple[int, ...], int] = {}
    while queue:
        cost, positions, blank = queue.popleft()
        if (positions, blank) in expanded:
            continue
        expanded.add((positions, blank))
        costs.setdefault(positions, cost)  # taken in the order of cost: the first is the least
        for _, cell in puzzle.slides[blank]:
            if cell in positions:
                moved = tuple(blank if place == cell else place for place in positions)
                queue.append((cost + 1, moved, cell))
            else:
                queue.appendleft((cost, positions, cell))
    return costs


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


class PatternDatabase:
    """A lower bound on the moves to a goal: the exact costs of disjoint patterns, added up.

    A move moves one tile, and each pattern counts the moves of its own tiles alone, so no move
    is counted twice: the sum never exceeds the truth.

    Parameters
    ----------
    puzzle : SlidingPuzzle
        Of at most 64 cells.
    goal : board
        The goal to which moves are counted; None is 1 2 ... N-1 0.
    partition : iterable of iterables of int, optional
        The tiles of each pattern. A tile in none is not counted. None divides the tiles, in the
        order of the goal, into patterns that take a few seconds to build.
    cache : bool
        Whether to keep the tables on disk, in the user's cache folder.

    Raises
    ------
    ValueError
        If a pattern names what is no tile or a tile twice, or has more than 600 million
        positions.

    Notes
    -----
    One byte for each way in which the tiles of a pattern can stand: n! / (n - k)! for k tiles
    on n cells. Building takes time proportional to that.

    Admissible, but not consistent: an entry holds for the best place of the blank, so a move can
    change the sum by more than 1 (Felner and others 2011, Inconsistent heuristics in theory and
    practice). IDA* does not mind; A* must take a board again when it finds a shorter way to it.

    References
    ----------
    Korf and Felner (2002), Disjoint pattern database heuristics, Artificial Intelligence 134.

    Examples
    --------
    >>> puzzle = SlidingPuzzle(3, 3)
    >>> database = PatternDatabase(puzzle, "123456780", [(1, 2, 3, 4), (5, 6, 7, 8)], cache=False)
    >>> database((8, 7, 1, 5, 2, 6, 3, 4, 0))
    22
    """

    def __init__(
        self,
        puzzle: SlidingPuzzle,
        goal: Board | None = None,
        partition: Iterable[Iterable[int]] | None = None,
        cache: bool = True,
    ) -> None:
        self.puzzle = puzzle
        self.goal: State = puzzle.goals()[0] if goal is None else puzzle.parse(goal)
        tiles = default_partition(puzzle, self.goal) if partition is None else partition
        self.partition = tuple(tuple(pattern) for pattern in tiles)
        _check_partition(puzzle, self.partition)
        self.patterns = [Pattern(puzzle.cells, tiles) for tiles in self.partition]
        read = _cached_table if cache else pattern_table
        self.table = np.concatenate([read(puzzle, self.goal, tiles) for tiles in self.partition])
        self.firsts = [0, *accumulate(map(len, self.patterns[:-1]))]

    def __repr__(self) -> str:
        sizes = "-".join(str(len(tiles)) for tiles in self.partition)
        return f"<PatternDatabase: {sizes} tiles, {len(self.table):,} entries>"

    def __call__(self, state: State) -> int:
        """Return the bound for a board."""
        cells = [0] * self.puzzle.cells
        for cell, tile in enumerate(state):
            cells[tile] = cell
        return sum(int(self.table[rank]) for rank in self.ranks(cells))

    def many(self, boards: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """Return the bounds of boards (n, cells) at once."""
        ranks = self.ranks(np.argsort(boards, axis=1).T)
        return np.asarray(self.table[ranks].sum(axis=0, dtype=np.int64))

    def ranks(self, cells: Any) -> list[Any]:
        """Return where in ``table`` each pattern's cost stands, given the cell of each tile."""
        return [
            first + pattern.rank([cells[tile] for tile in pattern.tiles])
            for first, pattern in zip(self.firsts, self.patterns, strict=True)
        ]


def default_partition(puzzle: SlidingPuzzle, goal: State) -> list[State]:
    """Divide the tiles into equal patterns, as few as build in seconds and never only one.

    Notes
    -----
    On 4 x 4 with the blank in a corner: 5-5-5 in three measured regions. Of the 75 divisions
    into connected fives it is among the three that expand fewest boards in Korf's instances
    with short and with long solutions; with larger patterns the building costs more than the
    search saves. Elsewhere the tiles go in the order of the goal.

    Examples
    --------
    >>> default_partition(SlidingPuzzle(3, 3), goal=(1, 2, 3, 4, 5, 6, 7, 8, 0))
    [(1, 2, 3, 4), (5, 6, 7, 8)]
    """
    cells, blank = puzzle.cells, goal.index(0)
    if (puzzle.rows, puzzle.columns) == (4, 4) and blank in FIFTEEN_CORNERS:
        # Cells of 4 bits: to flip the two of the row or of the column is to mirror the board.
        return [tuple(goal[cell ^ blank] for cell in region) for region in FIFTEEN_REGIONS]
    tiles = [tile for tile in goal if tile]
    most = max(k for k in range(cells) if math.perm(cells, k) <= LARGEST_DEFAULT_TABLE)
    patterns = max(2, -(-len(tiles) // max(1, most)))
    ends = [len(tiles) * i // patterns for i in range(patterns + 1)]
    return [tuple(tiles[first:end]) for first, end in pairwise(ends) if first < end]


def _cached_table(puzzle: SlidingPuzzle, goal: State, tiles: State) -> NDArray[np.uint8]:
    """Read a table from the cache folder, or build and store it."""
    homes = [goal.index(tile) for tile in (0, *tiles)]
    name = f"pattern-{puzzle.rows}x{puzzle.columns}-{'-'.join(map(str, homes))}.table"
    table = load_table(name, entries=math.perm(puzzle.cells, len(tiles)))
    if table is None:
        table = pattern_table(puzzle, goal, tiles)
        store_table(name, table)
    return table


def _check_partition(puzzle: SlidingPuzzle, partition: Sequence[State]) -> None:
    if puzzle.cells > 64:
        raise ValueError(f"a pattern database is for up to 64 cells, not {puzzle.cells}")
    if not partition or not all(partition):
        raise ValueError(f"expected patterns of at least one tile each, not {partition}")
    tiles = [tile for pattern in partition for tile in pattern]
    for tile in tiles:
        if tile not in range(1, puzzle.cells):
            raise ValueError(f"{tile!r} is no tile: expected 1 to {puzzle.cells - 1}")
        if tiles.count(tile) > 1:
            raise ValueError(f"tile {tile} stands twice in {partition}: its moves count once")
    for pattern in partition:
        entries = math.perm(puzzle.cells, len(pattern))
        if entries > LARGEST_TABLE:
            raise ValueError(
                f"the tiles {pattern} can stand in {entries:,} ways: expected smaller patterns, "
                f"of at most {LARGEST_TABLE:,}"
            )


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
) -> Iterable[tuple[NDArray[np.int64], NDArray[Any]]]:
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
                start = positions[i, rows]
                for j in range(len(pattern.tiles)):
                    ahead = np.sign(step) * (positions[j, rows] - start)
                    passed = (ahead > 0) & (ahead < abs(step))
                    moved += passed * (np.sign(step) * pattern.passing[i, j])
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
