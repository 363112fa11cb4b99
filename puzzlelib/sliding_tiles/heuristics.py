"""Heuristics: estimates of the moves that are left, from the board alone.

A heuristic is a function ``h(state) -> int``. One that never says more than the truth is
admissible. A maker ``maker(puzzle, goal) -> h`` builds it for a goal; a search takes a maker's
name or anybody's own ``h``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any, Final, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from puzzlelib.sliding_tiles.puzzle import Board, SlidingPuzzle, State
from puzzlelib.sliding_tiles.whole_puzzle import Distances

__all__ = [
    "HEURISTICS",
    "MISLEADING",
    "Heuristic",
    "LinearConflict",
    "Tables",
    "TileCosts",
    "WalkingDistance",
    "estimates",
    "heuristic_for",
    "heuristic_from",
    "manhattan",
    "manhattan_with_blank",
    "misplaced",
    "misplaced_with_blank",
    "overestimates",
]

Heuristic: TypeAlias = Callable[[State], int]


class Tables(NamedTuple):
    """A heuristic as tables, for a compiled loop.

    The estimate is the sum of ``costs[tile, cell]`` and, for every line, of ``extra`` at the
    number whose digits are the places in it of its tiles, first digit lowest.
    """

    costs: NDArray[np.int64]
    line_cells: NDArray[np.int64]  # (lines, longest), -1 beyond a shorter line's end
    line_places: NDArray[np.int64]  # (lines, tiles)
    extra: NDArray[np.int64]  # ((longest + 1) ** longest,)


class TileCosts:
    """Add up what every tile costs in its cell: ``costs[tile, cell]``."""

    def __init__(self, costs: NDArray[np.int64]) -> None:
        self.costs = costs
        self._costs: list[list[int]] = costs.tolist()

    def __call__(self, state: State) -> int:
        return sum(self._costs[tile][cell] for cell, tile in enumerate(state))

    def many(self, boards: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """Return the estimates of boards (n, cells) at once."""
        return np.asarray(self.costs[boards, np.arange(boards.shape[1])].sum(axis=1))

    def tables(self) -> Tables | None:
        """Return the heuristic as tables, or None if they would be too large."""
        none = np.zeros((0, 0), dtype=np.int64)
        return Tables(self.costs, none, none, np.zeros(1, dtype=np.int64))


def misplaced(puzzle: SlidingPuzzle, goal: Board) -> TileCosts:
    """Count the tiles that are not at home: each must move at least once.

    >>> from puzzlelib.sliding_tiles import EIGHT_PUZZLE
    >>> misplaced(EIGHT_PUZZLE, "123456780")((1, 2, 3, 4, 5, 6, 7, 0, 8))
    1
    """
    return TileCosts(_except_blank(_is_away(puzzle, goal)))


def manhattan(puzzle: SlidingPuzzle, goal: Board) -> TileCosts:
    """Add up every tile's rows and columns from home: each move changes one of them by one.

    >>> from puzzlelib.sliding_tiles import EIGHT_PUZZLE
    >>> manhattan(EIGHT_PUZZLE, "123456780")((8, 7, 1, 5, 2, 6, 3, 4, 0))
    16
    """
    return TileCosts(_except_blank(_steps_from_home(puzzle, goal)))


def misplaced_with_blank(puzzle: SlidingPuzzle, goal: Board) -> TileCosts:
    """Count the blank as a tile: a well-known mistake, which estimates too much.

    >>> from puzzlelib.sliding_tiles import EIGHT_PUZZLE
    >>> misplaced_with_blank(EIGHT_PUZZLE, "123456780")((1, 2, 3, 4, 5, 6, 7, 0, 8))
    2
    """
    return TileCosts(_is_away(puzzle, goal))


def manhattan_with_blank(puzzle: SlidingPuzzle, goal: Board) -> TileCosts:
    """Add the blank's way home as if it were a tile's: a mistake, which estimates too much."""
    return TileCosts(_steps_from_home(puzzle, goal))


def _is_away(puzzle: SlidingPuzzle, goal: Board) -> NDArray[np.int64]:
    return np.asarray(_homes(puzzle, goal)[:, None] != np.arange(puzzle.cells), dtype=np.int64)


def _steps_from_home(puzzle: SlidingPuzzle, goal: Board) -> NDArray[np.int64]:
    row, column = np.divmod(np.arange(puzzle.cells), puzzle.columns)
    home_row, home_column = np.divmod(_homes(puzzle, goal)[:, None], puzzle.columns)
    return np.asarray(abs(row - home_row) + abs(column - home_column))


def _except_blank(costs: NDArray[np.int64]) -> NDArray[np.int64]:
    costs[0] = 0
    return costs


def _homes(puzzle: SlidingPuzzle, goal: Board) -> NDArray[np.int64]:
    """Return each tile's cell in the goal."""
    homes: NDArray[np.int64] = np.argsort(puzzle.parse(goal))
    return homes


class Line(NamedTuple):
    """A row or column."""

    cells: list[int]
    places: list[int]  # of every tile at home in this line, from 1; 0: at home elsewhere


class LinearConflict(TileCosts):
    """Manhattan, and two moves more for each tile that must leave its own line for others.

    Tiles in their home row (or column) that stand in the wrong order cannot pass: all but the
    longest run that is in order must step out of the line and back in.

    References
    ----------
    Hansson, Mayer and Yung (1992), Criticizing solutions to relaxed models yields powerful
    admissible heuristics, Information Sciences 63.

    Examples
    --------
    >>> from puzzlelib.sliding_tiles import EIGHT_PUZZLE
    >>> h = LinearConflict(EIGHT_PUZZLE, "123456780")
    >>> h((3, 2, 1, 4, 5, 6, 7, 8, 0))  # 4, and two of 3 2 1 must leave the row
    8
    """

    def __init__(self, puzzle: SlidingPuzzle, goal: Board) -> None:
        super().__init__(manhattan(puzzle, goal).costs)
        self.lines = list(_lines(puzzle, puzzle.parse(goal)))

    def __call__(self, state: State) -> int:
        return super().__call__(state) + sum(
            2 * out_of_order(tuple(line.places[state[cell]] for cell in line.cells))
            for line in self.lines
        )

    def many(self, boards: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        total = super().many(boards)
        for line in self.lines:
            places = np.array(line.places)[boards[:, line.cells]]
            keys = places @ (len(line.cells) + 1) ** np.arange(len(line.cells), dtype=np.int64)
            _, first, which = np.unique(keys, return_index=True, return_inverse=True)
            extra = [2 * out_of_order(tuple(row)) for row in places[first].tolist()]
            total += np.array(extra)[which]
        return total

    def tables(self) -> Tables | None:
        longest = max(len(line.cells) for line in self.lines)
        if longest > 5:
            return None
        cells = [line.cells + [-1] * (longest - len(line.cells)) for line in self.lines]
        digits = product(range(longest + 1), repeat=longest)  # last digit lowest
        extra = [2 * out_of_order(places[::-1]) for places in digits]
        places = [line.places for line in self.lines]
        return Tables(self.costs, np.array(cells), np.array(places), np.array(extra))


def _lines(puzzle: SlidingPuzzle, goal: State) -> Iterator[Line]:
    cells = np.arange(puzzle.cells).reshape(puzzle.rows, puzzle.columns)
    for line in [*cells.tolist(), *cells.T.tolist()]:
        homes = [goal[cell] for cell in line]
        yield Line(line, [homes.index(t) + 1 if t and t in homes else 0 for t in sorted(goal)])


@cache
def out_of_order(places: tuple[int, ...]) -> int:
    """Return how many must be taken out so that the rest rises; zeros do not count.

    >>> out_of_order((3, 0, 1, 2)), out_of_order((3, 2, 1)), out_of_order((1, 0, 3))
    (1, 2, 0)
    """
    longest: list[int] = []  # the longest rising choice that ends with each one
    tiles = [place for place in places if place]
    for i, tile in enumerate(tiles):
        longest.append(1 + max((longest[j] for j in range(i) if tiles[j] < tile), default=0))
    return len(tiles) - max(longest, default=0)


class WalkingDistance:
    """Solve two simpler puzzles exactly: tiles that know only their row, or only their column.

    Up and down moves change the first, left and right moves the second, so the two add up; the
    sum is never less than Manhattan.

    Raises
    ------
    ValueError
        If the puzzle has more than 4 rows or columns: its tables would be too large.

    References
    ----------
    Ken'ichiro Takahashi ("takaken"), 15-puzzle solver.

    Examples
    --------
    >>> from puzzlelib.sliding_tiles import EIGHT_PUZZLE
    >>> WalkingDistance(EIGHT_PUZZLE, "123456780")((8, 7, 1, 5, 2, 6, 3, 4, 0))
    20
    """

    def __init__(self, puzzle: SlidingPuzzle, goal: Board) -> None:
        if max(puzzle.rows, puzzle.columns) > 4:
            raise ValueError(
                "walking distance is for up to 4 rows and 4 columns, "
                f"not {puzzle.rows} x {puzzle.columns}"
            )
        row, column = np.divmod(np.arange(puzzle.cells), puzzle.columns)
        self._views = [
            _View(line, line[_homes(puzzle, goal)], puzzle.parse(goal), lines=int(line[-1]) + 1)
            for line in (row, column)
        ]

    def __call__(self, state: State) -> int:
        return sum(view.distances[view.key(state)] for view in self._views)

    def many(self, boards: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
        """Return the estimates of boards (n, cells) at once."""
        total = np.zeros(len(boards), dtype=np.int64)
        for view in self._views:
            keys, which = np.unique(view.key.many(boards), return_inverse=True)
            total += np.array([view.distances[key] for key in keys.tolist()])[which]
        return total


class _View:
    """The board seen as numbers: how many tiles of each home line stand in each line.

    They are the digits of a key, the blank's line comes on top. A move carries one tile from
    the line beside the blank's into the blank's line.
    """

    def __init__(
        self, line: NDArray[np.int64], home: NDArray[np.int64], goal: State, lines: int
    ) -> None:
        base = len(line) // lines + 1
        powers = base ** np.arange(lines * lines + 1, dtype=np.int64)
        weights = powers[:-1].reshape(lines, lines)[line, home[:, None]]
        weights[0] = line * powers[-1]
        self.key = TileCosts(weights)
        self.distances = _walking_distances(self.key(goal), lines, base)


@cache
def _walking_distances(goal: int, lines: int, base: int) -> dict[int, int]:
    """Search breadth first from the goal's key; return the distance of every key."""
    place = [[base ** (i * lines + j) for j in range(lines)] for i in range(lines)]
    blank_place = base ** (lines * lines)
    distances, queue = {goal: 0}, deque([goal])
    while queue:
        key = queue.popleft()
        blank = key // blank_place
        for beside in (blank - 1, blank + 1):
            if not 0 <= beside < lines:
                continue
            for home in range(lines):
                if key // place[beside][home] % base == 0:
                    continue
                moved = key + place[blank][home] - place[beside][home]
                moved += (beside - blank) * blank_place
                if moved not in distances:
                    distances[moved] = distances[key] + 1
                    queue.append(moved)
    return distances


HEURISTICS: Final[dict[str, Callable[[SlidingPuzzle, Board], Heuristic]]] = {
    "misplaced": misplaced,
    "manhattan": manhattan,
    "linear-conflict": LinearConflict,
    "walking-distance": WalkingDistance,
}
"""The admissible ones by name, weakest first."""

MISLEADING: Final[dict[str, Callable[[SlidingPuzzle, Board], Heuristic]]] = {
    "misplaced-with-blank": misplaced_with_blank,
    "manhattan-with-blank": manhattan_with_blank,
}
"""Wrong on purpose: they estimate too much, and A* may then miss a shortest way."""


def heuristic_for(puzzle: SlidingPuzzle, goal: Board, heuristic: str | Heuristic) -> Heuristic:
    """Return the heuristic of that name for this goal, or somebody's own function as it is.

    Raises
    ------
    ValueError
        If the name is unknown, what was given is neither a name nor a function, or it knows
        its puzzle and goal (as a pattern database does) and they are others.
    """
    makers = HEURISTICS | MISLEADING
    if isinstance(heuristic, str) and heuristic in makers:
        return makers[heuristic](puzzle, goal)
    if isinstance(heuristic, str) or not callable(heuristic):
        raise ValueError(
            f"heuristic must be one of {', '.join(makers)} or a function of a board, "
            f"not {heuristic!r}"
        )
    for name, expected in (("puzzle", puzzle), ("goal", goal)):
        if (found := getattr(heuristic, name, expected)) != expected:
            raise ValueError(f"the heuristic is for the {name} {found}, not for {expected}")
    return heuristic


def heuristic_from(
    puzzle: SlidingPuzzle, start: State, goal: State, heuristic: str | Heuristic
) -> Heuristic:
    """Return the heuristic for a search from a start, once it gives a whole number there."""
    h = heuristic_for(puzzle, goal, heuristic)
    if not isinstance(h(start), int | np.integer):
        raise ValueError(f"a heuristic returns a whole number, not {h(start)!r}")
    return h


def estimates(heuristic: Heuristic, boards: NDArray[np.integer[Any]]) -> NDArray[np.int64]:
    """Return what a heuristic says of boards (n, cells): at once where it can, else one by one."""
    many = getattr(heuristic, "many", None)
    if many is not None:
        return np.asarray(many(boards))
    return np.array([heuristic(tuple(board)) for board in boards.tolist()])


def overestimates(heuristic: Heuristic, known: Distances) -> NDArray[np.uint8]:
    """Return the boards (n, cells) of which it says more than the truth: none if admissible.

    Examples
    --------
    >>> from puzzlelib.sliding_tiles import EIGHT_PUZZLE, distances
    >>> goal = "123456780"
    >>> known = distances(EIGHT_PUZZLE, goal)
    >>> len(overestimates(manhattan(EIGHT_PUZZLE, goal), known))
    0
    >>> len(overestimates(manhattan_with_blank(EIGHT_PUZZLE, goal), known))
    4650
    """
    return known.boards[estimates(heuristic, known.boards) > known.moves]
