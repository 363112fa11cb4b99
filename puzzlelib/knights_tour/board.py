"""The board, the knight's eight moves, and the orders in which they can be tried."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from puzzlelib.checks import whole_number

__all__ = [
    "CLASSIC_ORDER",
    "MOVE_ORDERS",
    "Board",
    "MoveOrder",
    "Square",
    "Step",
    "move_order",
]

Square: TypeAlias = tuple[int, int]
"""A row and a column; row 0 is at the top."""

Step: TypeAlias = tuple[int, int]
"""How a knight's move changes the row and the column."""

MoveOrder: TypeAlias = tuple[Step, ...]
"""The eight steps of a knight in the order in which a search tries them."""

CLASSIC_ORDER: MoveOrder = (
    (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1),
)  # fmt: skip

MOST_SQUARES = 100_000_000  # about 100 bytes each while a tour is made

MOVE_ORDERS: dict[str, MoveOrder] = {
    "classic": CLASSIC_ORDER,
    "clockwise": CLASSIC_ORDER[3::-1] + CLASSIC_ORDER[:3:-1],
    "counterclockwise": CLASSIC_ORDER[4:] + CLASSIC_ORDER[:4],
    "lexicographic": tuple(sorted(CLASSIC_ORDER)),
    "reverse lexicographic": tuple(sorted(CLASSIC_ORDER, reverse=True)),
    "opposites": tuple(step for i in range(4) for step in CLASSIC_ORDER[i::4]),
    "steep first": tuple(sorted(CLASSIC_ORDER, key=lambda step: (-abs(step[0]), step))),
    "flat first": tuple(sorted(CLASSIC_ORDER, key=lambda step: (abs(step[0]), step))),
}
"""Orders by name. "opposites": each step, then its reverse; "steep first": two rows at a time
before two columns at a time; "clockwise" and "counterclockwise" turn from straight up."""


def move_order(order: str | Iterable[Any]) -> MoveOrder:
    """Return the eight steps that a move order stands for.

    Parameters
    ----------
    order : str or sequence
        A name from ``MOVE_ORDERS``, eight (row, column) steps, or a permutation of 0 to 7 that
        says which step of ``CLASSIC_ORDER`` comes first, second, ...

    Raises
    ------
    ValueError
        If the name is unknown, or the eight are not the knight's eight different steps.

    Examples
    --------
    >>> move_order("lexicographic")[:3]
    ((-2, -1), (-2, 1), (-1, -2))
    >>> move_order([3, 2, 1, 0, 7, 6, 5, 4]) == move_order("clockwise")
    True
    """
    if isinstance(order, str):
        if order not in MOVE_ORDERS:
            raise ValueError(
                f"no move order is named {order!r}; there are {', '.join(MOVE_ORDERS)}"
            )
        return MOVE_ORDERS[order]
    if isinstance(order, tuple) and order in MOVE_ORDERS.values():
        return order  # checked: a search asks again and again
    try:
        steps = tuple(_step(step) for step in order)
    except (TypeError, ValueError):
        steps = ()
    if sorted(steps) != sorted(CLASSIC_ORDER):
        raise ValueError(
            "a move order is a name, the knight's eight steps such as (2, 1), or the numbers "
            f"0 to 7, each once; not {order}"
        )
    return steps


@dataclass(frozen=True)
class Board:
    """A rectangle of squares, some of which may be blocked.

    Parameters
    ----------
    rows, columns : int
        At least 1 each.
    blocked : iterable of (row, column)
        Squares that the knight can never enter.

    Raises
    ------
    ValueError
        If a number of rows or columns is below 1, a blocked square is off the board, or no
        square is free.

    Examples
    --------
    >>> board = Board(3, 4, blocked=[(1, 1)])
    >>> len(board), (1, 1) in board, board.index((1, 2)), board.square(6)
    (11, False, 6, (1, 2))
    >>> board.moves((0, 0))
    [(2, 1), (1, 2)]
    """

    rows: int
    columns: int
    blocked: tuple[Square, ...] = ()

    def __post_init__(self) -> None:
        for name in ("rows", "columns"):
            object.__setattr__(self, name, whole_number(name, getattr(self, name)))
        try:
            squares = tuple(self.blocked)
        except TypeError:
            raise ValueError(f"blocked must list squares, not {self.blocked!r}") from None
        blocked = tuple(sorted({self._on_board(square, "blocked") for square in squares}))
        object.__setattr__(self, "blocked", blocked)
        if len(blocked) == self.size:
            raise ValueError(f"all {self.size} squares are blocked; at least one must be free")

    def __len__(self) -> int:
        """Return the number of free squares: the length of a tour."""
        return self.size - len(self.blocked)

    def __contains__(self, square: object) -> bool:
        """Tell whether a (row, column) is on the board and free."""
        try:
            row, column = _pair(square)
        except (TypeError, ValueError):
            return False
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return inside and (row, column) not in self.blocked

    def __str__(self) -> str:
        blocked = f", {len(self.blocked)} blocked" if self.blocked else ""
        return f"{self.rows} x {self.columns}{blocked}"

    @property
    def size(self) -> int:
        """The number of square indices, blocked squares included."""
        return self.rows * self.columns

    def check_size(self) -> None:
        """Raise ValueError if arrays over the squares would not fit in memory."""
        if self.size > MOST_SQUARES:
            raise ValueError(
                f"a board of {self} is too large to search: at most {MOST_SQUARES:,} squares"
            )

    @property
    def squares(self) -> list[Square]:
        """The free squares in the order of their indices."""
        return [self.square(index) for index in np.flatnonzero(self.free).tolist()]

    @property
    def free(self) -> NDArray[np.bool_]:
        """A mask over the square indices: False where blocked."""
        mask = np.ones(self.size, dtype=bool)
        mask[[self.index(square) for square in self.blocked]] = False
        return mask

    @property
    def colours(self) -> NDArray[np.int8]:
        """The colour of each square index, blocked ones too: 0 as the corner (0, 0), else 1."""
        rows, columns = np.indices((self.rows, self.columns))
        return ((rows + columns) % 2).astype(np.int8).ravel()

    def index(self, square: Square) -> int:
        """Return row * columns + column."""
        return square[0] * self.columns + square[1]

    def square(self, index: int) -> Square:
        """Return the (row, column) of a square index."""
        row, column = divmod(int(index), self.columns)
        return row, column

    def squares_of(self, indices: NDArray[Any]) -> NDArray[np.int64]:
        """Return the (row, column) of each of n indices as an (n, 2) array."""
        return np.stack(np.divmod(indices.astype(np.int64), self.columns), axis=-1)

    def colour(self, square: Square) -> int:
        """Return 0 for the colour of the corner (0, 0), 1 for the other."""
        return (square[0] + square[1]) % 2

    def moves(self, square: Square, order: str | Iterable[Any] = CLASSIC_ORDER) -> list[Square]:
        """List the free squares that a knight on ``square`` can move to, in a move order."""
        row = self.neighbours(order)[self.index(self.check_square(square))]
        return [self.square(index) for index in row.tolist() if index >= 0]

    def neighbours(self, order: str | Iterable[Any] = CLASSIC_ORDER) -> NDArray[np.int32]:
        """Return the square index that each move leads to.

        Parameters
        ----------
        order : str or sequence
            The order of the eight moves, as ``move_order`` takes it.

        Returns
        -------
        (size, 8) int32 array, read-only
            Entry [i, k] is where step k of the order leads from square i, -1 if there is no
            free square. Blocked squares have no moves.
        """
        return _neighbour_table(self, move_order(order))

    def check_square(self, square: Sequence[int], what: str = "start") -> Square:
        """Return the square as a pair of ints, or raise ValueError if it is not a free square."""
        found = self._on_board(square, what)
        if found not in self:
            raise ValueError(f"{what} {found} is blocked; it must be a free square")
        return found

    def _on_board(self, square: Sequence[int], what: str) -> Square:
        try:
            row, column = _pair(square)
        except (TypeError, ValueError):
            raise ValueError(f"{what} must be a (row, column) pair, not {square!r}") from None
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            raise ValueError(
                f"{what} ({row}, {column}) is off the board: rows are 0 to {self.rows - 1}, "
                f"columns 0 to {self.columns - 1}"
            )
        return row, column


@lru_cache(maxsize=8)
def _neighbour_table(board: Board, order: MoveOrder) -> NDArray[np.int32]:
    free = board.free.reshape(board.rows, board.columns)
    # Two rings of blocked squares around the board: a move never leaves the framed board.
    framed = np.full((board.rows + 4, board.columns + 4), -1, dtype=np.int32)
    inner = np.arange(board.size, dtype=np.int32).reshape(board.rows, board.columns)
    framed[2:-2, 2:-2] = np.where(free, inner, -1)
    table = np.stack(
        [
            framed[2 + down : 2 + down + board.rows, 2 + right : 2 + right + board.columns]
            for down, right in order
        ],
        axis=-1,
    )
    table[~free] = -1
    table = table.reshape(board.size, 8)
    table.flags.writeable = False
    return table


def _step(value: Any) -> Step:
    if np.ndim(value) == 0 and operator.index(value) in range(8):
        return CLASSIC_ORDER[value]
    return _pair(value)


def _pair(value: Any) -> tuple[int, int]:
    first, second = value
    return operator.index(first), operator.index(second)
