"""Three ways to remember which boards were seen, each with insert and look-up in one step."""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Final, NamedTuple

from puzzlelib.sliding_tiles.puzzle import SlidingPuzzle, State

__all__ = [
    "VISITED",
    "RankBitmap",
    "SearchTree",
    "SeenSet",
    "Visited",
    "VisitedCost",
    "compare_visited",
    "rank",
]


class Visited(ABC):
    """Boards seen so far, and what it cost to remember them.

    Attributes
    ----------
    comparisons : int
        How many stored keys or bits were looked at, in all calls together.
    depth : int
        The most that one call has to look at.
    """

    depth = 1

    def __init__(self, puzzle: SlidingPuzzle) -> None:
        self.puzzle = puzzle
        self.comparisons = 0

    @abstractmethod
    def add(self, state: State) -> bool:
        """Remember a board; tell whether it is new."""

    @property
    @abstractmethod
    def bytes(self) -> int:
        """The memory that it takes."""


class SearchTree(Visited):
    """The article's binary search tree over packed words, never balanced: smaller to the right.

    ``depth`` is the number of levels. ``bytes`` is what a compiled program stores for a board:
    a word of 4 bytes (8 beyond 9 cells) and two links of 4.
    """

    def __init__(self, puzzle: SlidingPuzzle) -> None:
        super().__init__(puzzle)
        self.depth = 0
        self._keys: list[int] = []
        self._root: list[int | None] = [None]
        self._links: list[list[int | None]] = []  # of each key: to a larger one, to a smaller one

    def add(self, state: State) -> bool:
        key, level = self.puzzle.pack(state), 1
        links, side = self._root, 0
        while (node := links[side]) is not None:
            self.comparisons += 1
            if key == self._keys[node]:
                return False
            links, side, level = self._links[node], int(key < self._keys[node]), level + 1
        links[side] = len(self._keys)
        self._keys.append(key)
        self._links.append([None, None])
        self.depth = max(self.depth, level)
        return True

    @property
    def bytes(self) -> int:
        return len(self._keys) * ((4 if self.puzzle.cells <= 9 else 8) + 2 * 4)


class SeenSet(Visited):
    """Python's set, a hash table: about one look, wherever the board is.

    ``bytes`` is the table and the tuples in it, as Python stores them.
    """

    def __init__(self, puzzle: SlidingPuzzle) -> None:
        super().__init__(puzzle)
        self._seen: set[State] = set()

    def add(self, state: State) -> bool:
        self.comparisons += 1
        before = len(self._seen)
        self._seen.add(state)
        return len(self._seen) > before

    @property
    def bytes(self) -> int:
        return self._seen.__sizeof__() + sum(state.__sizeof__() for state in self._seen)


class RankBitmap(Visited):
    """One bit for every order of the tiles, at its rank; up to 12 cells.

    ``bytes`` is the same for one board as for all.
    """

    def __init__(self, puzzle: SlidingPuzzle) -> None:
        if puzzle.cells > 12:
            raise ValueError(f"a bitmap is for up to 12 cells, not {puzzle.cells}: {puzzle.cells}!")
        super().__init__(puzzle)
        self._bits = bytearray(math.factorial(puzzle.cells) // 8 + 1)

    def add(self, state: State) -> bool:
        self.comparisons += 1
        byte, bit = divmod(rank(state), 8)
        new = not self._bits[byte] >> bit & 1
        self._bits[byte] |= 1 << bit
        return new

    @property
    def bytes(self) -> int:
        return len(self._bits)


VISITED: Final[dict[str, type[Visited]]] = {
    "tree": SearchTree,
    "set": SeenSet,
    "bitmap": RankBitmap,
}
"""The structures by name, the article's first."""


def rank(state: State) -> int:
    """Return the place of an order among all orders, sorted as words in a dictionary are.

    Each tile counts the smaller ones after it; these are the digits (Lehmer 1960).

    >>> rank((0, 1, 2)), rank((0, 2, 1)), rank((2, 1, 0))
    (0, 1, 5)
    """
    place = 0
    for i, tile in enumerate(state):
        smaller_after = sum(later < tile for later in state[i + 1 :])
        place = place * (len(state) - i) + smaller_after
    return place


class VisitedCost(NamedTuple):
    """What one structure did and took in a search."""

    boards: int
    """Different boards remembered."""
    calls: int
    """Boards looked up, each of them inserted if it was new."""
    comparisons: int
    depth: int
    bytes: int
    seconds: float


def compare_visited(puzzle: SlidingPuzzle, looked_up: Iterable[State]) -> dict[str, VisitedCost]:
    """Give the same boards to every structure and return what each did, by name.

    Parameters
    ----------
    puzzle : SlidingPuzzle
        Up to 12 cells.
    looked_up : iterable of boards
        Such as ``breadth_first(...).looked_up()``: the boards that a search looks up, in order.

    Examples
    --------
    >>> from puzzlelib.sliding_tiles import EIGHT_PUZZLE, breadth_first
    >>> costs = compare_visited(EIGHT_PUZZLE, breadth_first(EIGHT_PUZZLE, "123480765").looked_up())
    >>> for name, cost in costs.items():
    ...     print(name, cost.boards, cost.calls, cost.comparisons, cost.depth)
    tree 36 55 201 8
    set 36 55 55 1
    bitmap 36 55 55 1
    """
    boards = list(looked_up)
    return {name: _cost(structure(puzzle), boards) for name, structure in VISITED.items()}


def _cost(visited: Visited, boards: list[State]) -> VisitedCost:
    began = time.perf_counter()
    new = sum(visited.add(board) for board in boards)
    seconds = time.perf_counter() - began
    return VisitedCost(new, len(boards), visited.comparisons, visited.depth, visited.bytes, seconds)
