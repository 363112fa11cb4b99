"""Pattern databases: exact costs of parts of the puzzle, added up to a bound on the whole."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from puzzlelib.sliding_tiles.pattern_cache import load_table, store_table
from puzzlelib.sliding_tiles.pattern_table import Pattern, pattern_table
from puzzlelib.sliding_tiles.puzzle import Board, SlidingPuzzle, State

__all__ = ["PatternDatabase", "default_partition", "pattern_costs"]

LARGEST_TABLE = 600_000_000  # entries, of five bytes each while a 4 x 4 board's is built
LARGEST_DEFAULT_TABLE = 6_400_000  # entries: a few seconds to build
FIFTEEN_CORNERS: Final = (0, 3, 12, 15)
FIFTEEN_REGIONS: Final = ((1, 2, 4, 5, 8), (3, 6, 7, 10, 11), (9, 12, 13, 14, 15))


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
        Whether to keep the tables on disk, in the user's cache folder, where one can be written.

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
        try:
            self.partition = tuple(tuple(pattern) for pattern in tiles)
        except TypeError:
            raise ValueError(f"expected patterns such as (1, 2), (3, 4), not {tiles!r}") from None
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
    On 4 x 4 with the blank in a corner: of the 75 divisions into three connected fives, the one
    of the largest mean cost. With patterns of six the building costs more than the search saves
    in fifty instances. Elsewhere the tiles go in the order of the goal.

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
