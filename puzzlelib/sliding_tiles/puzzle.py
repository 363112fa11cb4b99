"""The sliding-tile puzzle: boards, moves, and which boards can be reached from which."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, Final, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from puzzlelib.checks import check_seed, whole_number

__all__ = [
    "EIGHT_PUZZLE",
    "FIFTEEN_PUZZLE",
    "MOVES",
    "OPPOSITE",
    "Board",
    "SlidingPuzzle",
    "State",
    "Unsolvable",
    "inversions",
    "smaller_before",
]

State: TypeAlias = tuple[int, ...]
"""The tiles cell by cell, row 0 first; 0 is the blank."""

Board: TypeAlias = str | Sequence[int] | Sequence[Sequence[int]] | NDArray[np.integer[Any]]
"""What ``SlidingPuzzle.parse`` reads."""

MOVES: Final = {"U": (1, 0), "D": (-1, 0), "L": (0, 1), "R": (0, -1)}
"""The way the tile goes -> where it comes from, as (row, column) steps from the blank."""

OPPOSITE: Final = {"U": "D", "D": "U", "L": "R", "R": "L"}
"""The move that takes a move back."""


class Unsolvable(ValueError):
    """No sequence of moves leads from the start to the goal."""


@dataclass(frozen=True)
class SlidingPuzzle:
    """A board of rows x columns cells with one blank into which a tile beside it can slide.

    Parameters
    ----------
    rows, columns : int
        At least 1 each. Packed words hold up to 16 cells.

    Examples
    --------
    >>> puzzle = SlidingPuzzle(2, 3)
    >>> puzzle.neighbours(puzzle.parse("123/45_"))
    [('D', (1, 2, 0, 4, 5, 3)), ('R', (1, 2, 3, 4, 0, 5))]
    """

    rows: int
    columns: int

    def __post_init__(self) -> None:
        for name in ("rows", "columns"):
            object.__setattr__(self, name, whole_number(name, getattr(self, name)))

    def __deepcopy__(self, memo: dict[int, Any]) -> SlidingPuzzle:
        return self  # it never changes, and recording a search copies every frame

    @property
    def cells(self) -> int:
        """The number of cells: the tiles and the blank."""
        return self.rows * self.columns

    # Moves

    @cached_property
    def slides(self) -> tuple[tuple[tuple[str, int], ...], ...]:
        """For each cell of the blank: the possible moves U, D, L, R and their tiles' cells."""
        return tuple(
            tuple(
                (move, (row + down) * self.columns + column + right)
                for move, (down, right) in MOVES.items()
                if 0 <= row + down < self.rows and 0 <= column + right < self.columns
            )
            for row in range(self.rows)
            for column in range(self.columns)
        )

    @cached_property
    def neighbour_table(self) -> NDArray[np.int64]:
        """The same for loops over arrays: (cells, 4), the tile's cell for U, D, L, R, or -1."""
        table = np.full((self.cells, len(MOVES)), -1)
        for blank, slides in enumerate(self.slides):
            for move, cell in slides:
                table[blank, list(MOVES).index(move)] = cell
        return table

    def neighbours(self, state: State) -> list[tuple[str, State]]:
        """Return every (move, next board), in the order U, D, L, R."""
        blank = state.index(0)
        return [(move, _exchange(state, blank, cell)) for move, cell in self.slides[blank]]

    def walk(self, state: Board, moves: Iterable[str]) -> list[State]:
        """Return the boards on the way: the start, then one after each move.

        Raises
        ------
        ValueError
            If a move is impossible where it comes.

        Examples
        --------
        >>> SlidingPuzzle(2, 2).walk("1230", "DR")
        [(1, 2, 3, 0), (1, 0, 3, 2), (0, 1, 3, 2)]
        """
        path = [self.parse(state)]
        for i, move in enumerate(moves):
            possible = dict(self.neighbours(path[-1]))
            if move not in possible:
                board = self.label(path[-1])
                raise ValueError(
                    f"move {i + 1} is {move!r}, but {board} allows only {', '.join(possible)}"
                )
            path.append(possible[move])
        return path

    def moves_along(self, path: Iterable[Sequence[int] | NDArray[np.integer[Any]]]) -> str:
        """Return the moves that lead along a path of boards, each next to the one before.

        >>> SlidingPuzzle(2, 2).moves_along([(1, 2, 3, 0), (1, 0, 3, 2), (0, 1, 3, 2)])
        'DR'
        """
        states = [tuple(int(tile) for tile in state) for state in path]
        return "".join(
            next(move for move, state in self.neighbours(before) if state == after)
            for before, after in pairwise(states)
        )

    # Boards as text

    def parse(self, board: Board) -> State:
        """Read a board from text or from numbers.

        Parameters
        ----------
        board : str or sequence
            Up to 9 cells, digits only; else numbers between spaces, commas, ``/`` or newlines.
            ``_``, ``.`` or 0 is the blank. Or a flat or nested sequence of ints.

        Returns
        -------
        tuple of int

        Raises
        ------
        ValueError
            Naming what is missing, doubled or out of place.

        Examples
        --------
        >>> EIGHT_PUZZLE.parse("8 7 1 / 5 2 6 / 3 4 _")
        (8, 7, 1, 5, 2, 6, 3, 4, 0)
        >>> EIGHT_PUZZLE.parse("871526344")
        Traceback (most recent call last):
            ...
        ValueError: the blank is missing, tile 4 stands twice in '871526344'
        """
        state = self._read_text(board) if isinstance(board, str) else self._read_numbers(board)
        if len(state) != self.cells:
            hint = "; put spaces between the numbers" if len(state) == 1 < self.cells else ""
            raise ValueError(
                f"a {self.rows} x {self.columns} board has {self.cells} cells, "
                f"not {len(state)} as in {board!r}{hint}"
            )
        self._check_tiles(state, board)
        return state

    def _read_text(self, board: str) -> State:
        words = re.findall(r"[^\s,/()\[\]]+", board)
        if self.cells <= 9 and len(words) != self.cells:
            words = list("".join(words))
        for word in words:
            if word not in ("_", ".") and not word.isdecimal():
                raise ValueError(
                    f"{word!r} is no tile in {board!r}: expected 1 to {self.cells - 1}, "
                    "and 0, '_' or '.' for the blank"
                )
        return tuple(int(word) if word.isdecimal() else 0 for word in words)

    def _read_numbers(self, board: Board) -> State:
        expected = f"expected text or {self.cells} ints, flat or in {self.rows} rows"
        try:
            array = np.asarray(board)
        except ValueError as error:
            raise ValueError(f"{expected}, not rows of different lengths: {board!r}") from error
        if array.dtype.kind not in "iu" or array.ndim not in (1, 2):
            raise ValueError(f"{expected}, not {board!r}")
        if array.ndim == 2 and array.shape != (self.rows, self.columns):
            raise ValueError(f"{expected}, not in rows of {array.shape[1]}: {board!r}")
        return tuple(array.ravel().tolist())

    def _check_tiles(self, state: State, board: Board) -> None:
        for tile in state:
            if not 0 <= tile < self.cells:
                raise ValueError(
                    f"{tile} is no tile in {board!r}: expected 1 to {self.cells - 1} and a blank"
                )
        wrong = [
            f"{'tile ' + str(tile) if tile else 'the blank'} {fault}"
            for fault, tiles in (
                ("is missing", [t for t in range(self.cells) if t not in state]),
                ("stands twice", [t for t in range(self.cells) if state.count(t) == 2]),
                ("stands more than twice", [t for t in range(self.cells) if state.count(t) > 2]),
            )
            for tile in tiles
        ]
        if wrong:
            raise ValueError(f"{', '.join(wrong)} in {board!r}")

    def format(self, state: State) -> str:
        """Write a board as one line a row.

        >>> print(SlidingPuzzle(2, 2).format((3, 1, 0, 2)))
        3 1
        _ 2
        """
        return "\n".join(self._rows_of_text(state, width=len(str(self.cells - 1))))

    def label(self, state: State) -> str:
        """Write a board on one line: digits only up to 9 cells, else rows between slashes.

        >>> EIGHT_PUZZLE.label((8, 7, 1, 5, 2, 6, 3, 4, 0))
        '871526340'
        """
        if self.cells <= 9:
            return "".join(map(str, state))
        return " / ".join(self._rows_of_text(state, width=0))

    def _rows_of_text(self, state: State, width: int) -> list[str]:
        words = [str(tile or "_").rjust(width) for tile in state]
        return [" ".join(words[i : i + self.columns]) for i in range(0, self.cells, self.columns)]

    # Which boards can be reached

    def parity(self, state: State) -> int:
        """Return what no move changes: 0 or 1, the inversions (+ the blank's row) modulo 2.

        A move along a row keeps the tiles' order. A move along a column carries a tile past
        ``columns - 1`` others: an even number on odd widths; on even widths an odd number, made
        good by the change of the blank's row.

        >>> SlidingPuzzle(2, 2).parity((1, 2, 3, 0)), SlidingPuzzle(2, 2).parity((1, 0, 3, 2))
        (1, 1)
        """
        row = state.index(0) // self.columns if self.columns % 2 == 0 else 0
        return (inversions(state) + row) % 2

    def solvable(self, start: Board, goal: Board) -> bool:
        """Tell whether some sequence of moves leads from start to goal, without any search.

        Both must have the same parity (Johnson and Story 1879); on a board one cell wide the
        tiles must stand in the same order.

        >>> EIGHT_PUZZLE.solvable("871526340", "123456780")
        True
        >>> EIGHT_PUZZLE.solvable("123456870", "123456780")
        False
        """
        start, goal = self.parse(start), self.parse(goal)
        if 1 in (self.rows, self.columns):
            return _tiles(start) == _tiles(goal)
        return self.parity(start) == self.parity(goal)

    def check_solvable(self, start: Board, goal: Board) -> None:
        """Raise Unsolvable, with the two parities in words, unless start can become goal."""
        if self.solvable(start, goal):
            return
        start, goal = self.parse(start), self.parse(goal)
        sentence = f"{self.label(start)} can never become {self.label(goal)}"
        if 1 in (self.rows, self.columns):
            raise Unsolvable(f"{sentence}: on a board one cell wide the tiles keep their order")
        raise Unsolvable(
            f"{sentence}: no move changes the parity, and the start's is "
            f"{self._parity_in_words(start)}, the goal's {self._parity_in_words(goal)}"
        )

    def _parity_in_words(self, state: State) -> str:
        count = inversions(state)
        counted = f"{count} inversion{'s' * (count != 1)}"
        if self.columns % 2 == 0:
            counted += f" + blank in row {state.index(0) // self.columns}"
        return f"{('even', 'odd')[self.parity(state)]} ({counted})"

    def goals(self) -> list[State]:
        """Return the usual goals: every board can become one of them (one cell wide: few can).

        On 3 x 3 the article's two; elsewhere 1 2 ... N-1 0, and that with its last two tiles
        exchanged.
        """
        in_order = (*range(1, self.cells), 0)
        if (self.rows, self.columns) == (3, 3):
            return [in_order, (1, 2, 3, 8, 0, 4, 7, 6, 5)]
        if self.cells <= 2:
            return [in_order]
        return [in_order, _exchange(in_order, self.cells - 3, self.cells - 2)]

    def reachable_goal(self, start: Board) -> State:
        """Return the first of ``goals()`` that the start can become.

        Raises
        ------
        Unsolvable
            If there is none: on a board one cell wide, whose tiles keep their order.
        """
        for goal in self.goals():
            if self.solvable(start, goal):
                return goal
        raise Unsolvable(
            f"{self.label(self.parse(start))} can become none of the usual goals: "
            "on a board one cell wide the tiles keep their order"
        )

    def problem(self, start: Board, goal: Board | None = None) -> tuple[State, State]:
        """Read a start and a goal (None: the reachable one), or raise Unsolvable."""
        if goal is None:
            return self.parse(start), self.reachable_goal(start)
        self.check_solvable(start, goal)
        return self.parse(start), self.parse(goal)

    def random_state(self, seed: int | None = None, goal: Board | None = None) -> State:
        """Return a random board: any of all, or any of those that can become the goal."""
        random = np.random.default_rng(check_seed(seed))
        state: State = tuple(random.permutation(self.cells).tolist())
        if goal is None or self.solvable(state, goal):
            return state
        if 1 in (self.rows, self.columns):
            tiles, blank = _tiles(self.parse(goal)), state.index(0)
            return (*tiles[:blank], 0, *tiles[blank:])
        first, second = [i for i in range(3) if state[i]][:2]
        return _exchange(state, first, second)

    # Boards as machine words

    @overload
    def pack(self, state: State) -> int: ...
    @overload
    def pack(self, state: NDArray[np.integer[Any]]) -> NDArray[np.uint64]: ...
    def pack(self, state: State | NDArray[np.integer[Any]]) -> int | NDArray[np.uint64]:
        """Pack a board, or an array of boards (..., cells), into one word each.

        On 3 x 3 the article's 32 bits: three bits a cell from the top, 8 written as 0, and the
        low five bits the index of the cell that holds 8. Otherwise four bits a cell, cell 0
        highest, so that the hexadecimal digits read like the board.

        Raises
        ------
        ValueError
            If the board has more than 16 cells, or a single one makes no sense.

        Examples
        --------
        >>> f"{EIGHT_PUZZLE.pack((1, 2, 3, 4, 5, 6, 7, 8, 0)):032b}"
        '00101001110010111011100000000111'
        >>> f"{SlidingPuzzle(2, 2).pack((3, 1, 0, 2)):x}"
        '3102'
        """
        bits = self._bits_per_cell
        cells: Any = state
        if isinstance(state, np.ndarray):
            cells = np.moveaxis(state.astype(np.uint64), -1, 0)
        elif (
            not isinstance(state, tuple) or len(state) != self.cells or {*state} != self._every_tile
        ):
            cells = self.parse(state)  # says what is wrong; it is too slow for every board
        word = 0
        for tile in cells:
            word = word << bits | tile & (1 << bits) - 1
        if self._eight_puzzle:
            word = word << 5 | sum(cell * (tile >> 3) for cell, tile in enumerate(cells))
        return word

    @overload
    def unpack(self, word: int | np.uint64) -> State: ...
    @overload
    def unpack(self, word: NDArray[np.uint64]) -> NDArray[np.uint8]: ...
    def unpack(self, word: int | np.uint64 | NDArray[np.uint64]) -> State | NDArray[np.uint8]:
        """Return the board of a word, or the boards (..., cells) of an array of words.

        Raises
        ------
        ValueError
            If a single word is no board.
        """
        if not isinstance(word, np.ndarray) and whole_number("word", word, least=0) >> 64:
            raise ValueError(f"word must fit in 64 bits, not {word}")
        words = np.asarray(word, dtype=np.uint64)
        bits = self._bits_per_cell
        shifts = bits * np.arange(self.cells - 1, -1, -1) + (5 if self._eight_puzzle else 0)
        cells = words[..., None] >> shifts.astype(np.uint64) & (1 << bits) - 1
        if self._eight_puzzle:
            cells[np.arange(9) == (words & 31)[..., None]] = 8
        return self.parse(cells.tolist()) if words.ndim == 0 else cells.astype(np.uint8)

    @cached_property
    def _every_tile(self) -> set[int]:
        return {*range(self.cells)}

    @property
    def _eight_puzzle(self) -> bool:
        return (self.rows, self.columns) == (3, 3)

    @property
    def _bits_per_cell(self) -> int:
        if self.cells > 16:
            raise ValueError(f"a packed word holds up to 16 cells, not {self.cells}")
        return 3 if self._eight_puzzle else 4


EIGHT_PUZZLE: Final = SlidingPuzzle(3, 3)
FIFTEEN_PUZZLE: Final = SlidingPuzzle(4, 4)


def inversions(state: State) -> int:
    """Count the pairs of tiles of which the larger stands first; the blank is left out.

    >>> inversions((8, 7, 1, 5, 2, 6, 3, 4, 0))
    18
    """
    tiles = _tiles(state)
    return sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1 :])


def smaller_before(state: State) -> int:
    """Sum, over the tiles, how many smaller tiles stand before each: the article's number.

    Each pair of tiles is counted either here or in ``inversions``.

    >>> smaller_before((8, 7, 1, 5, 2, 6, 3, 4, 0))
    10
    """
    tiles = _tiles(state)
    return sum(smaller < tile for i, tile in enumerate(tiles) for smaller in tiles[:i])


def _tiles(state: State) -> State:
    return tuple(tile for tile in state if tile)


def _exchange(state: State, a: int, b: int) -> State:
    cells = list(state)
    cells[a], cells[b] = cells[b], cells[a]
    return tuple(cells)
