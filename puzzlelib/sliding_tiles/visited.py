"""Three ways to remember which boards were seen, each with insert and look-up in one step."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Final

from puzzlelib.sliding_tiles.puzzle import SlidingPuzzle, State

__all__ = ["VISITED", "RankBitmap", "SearchTree", "SeenSet", "Visited", "rank"]


class Visited(ABC):
    """Boards seen so far.

    ``comparisons`` counts the keys looked at, ``depth`` the longest chain of them; ``bytes`` is
    what the keys and links take in the form a compiled program would store.
    """

    def __init__(self, puzzle: SlidingPuzzle) -> None:
        self.puzzle = puzzle
        self.comparisons = 0

    @abstractmethod
    def add(self, state: State) -> bool:
        """Remember a board; tell whether it is new."""

    @property
    @abstractmethod
    def bytes(self) -> int: ...

    @property
    def depth(self) -> int:
        return 1


class SearchTree(Visited):
    """The article's binary search tree over packed words, never balanced: smaller to the right."""

    def __init__(self, puzzle: SlidingPuzzle) -> None:
        super().__init__(puzzle)
        self._keys: list[int] = []
        self._larger: list[int] = []  # the left child's index; 0: none
        self._smaller: list[int] = []  # the right child's
        self._depth = 0

    def add(self, state: State) -> bool:
        key = self.puzzle.pack(state)
        links, node, level = self._larger, 0, 1
        while self._keys:
            self.comparisons += 1
            if key == self._keys[node]:
                return False
            links = self._smaller if key < self._keys[node] else self._larger
            level += 1
            if not links[node]:
                links[node] = len(self._keys)
                break
            node = links[node]
        self._depth = max(self._depth, level)
        self._keys.append(key)
        self._larger.append(0)
        self._smaller.append(0)
        return True

    @property
    def bytes(self) -> int:
        """A word of 4 bytes a key (8 beyond 32 bits) and two links of 4."""
        return len(self._keys) * (8 + (4 if self.puzzle.cells <= 9 else 8))

    @property
    def depth(self) -> int:
        return self._depth


class SeenSet(Visited):
    """Python's set, a hash table: one look, wherever the board is."""

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
        """The table itself and the tuples in it, as Python stores them."""
        return self._seen.__sizeof__() + sum(state.__sizeof__() for state in self._seen)


class RankBitmap(Visited):
    """One bit for every permutation of the tiles, found by its rank."""

    def __init__(self, puzzle: SlidingPuzzle) -> None:
        super().__init__(puzzle)
        if puzzle.cells > 12:
            raise ValueError(f"a bitmap of {puzzle.cells}! bits is too large: expected <= 12 cells")
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
    "set": SeenSet,
    "tree": SearchTree,
    "bitmap": RankBitmap,
}


def rank(state: State) -> int:
    """Return the place of a permutation among all, in lexicographic order (Lehmer 1960).

    >>> rank((0, 1, 2)), rank((0, 2, 1)), rank((2, 1, 0))
    (0, 1, 5)
    """
    place = 0
    for i, tile in enumerate(state):
        smaller_later = sum(later < tile for later in state[i + 1 :])
        place = place * (len(state) - i) + smaller_later
    return place
