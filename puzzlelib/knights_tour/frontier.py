"""The frontier of a sweep over the board: what of a partial tour matters for the rest of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from puzzlelib.knights_tour.board import Board, Square

__all__ = ["FREE", "HERE", "OUTSIDE", "PASSED", "Pattern", "Step", "Sweep"]

Pattern: TypeAlias = tuple[int, ...]
"""What the squares still to come can see of a partial tour, one number a square.

Entry 0 is the square outside (see ``Sweep``), entry 1 the square at hand; then come the squares
after it, as far as moves from the squares before it can reach.
"""

FREE, PASSED = 0, 1
"""A square that no path touches yet; one that a path enters and leaves. Larger numbers: the two
ends of a path have the same number."""

OUTSIDE, HERE = 0, 1


@dataclass(frozen=True)
class Step:
    """What is needed to settle one square. Positions are indices into a pattern.

    Attributes
    ----------
    entering : int
        What comes in at the far end of the pattern: FREE, or PASSED where no free square is.
    ahead : tuple of int
        The positions that a move from the square at hand can lead to, the outside included.
    must_end : bool
        Whether the tour has to end here, so that the move to the outside is forced.
    last : bool
        Whether no free square lies beyond the pattern.
    chances : tuple of (position, beyond, positions)
        For each free square after the one at hand, once that is settled: how many moves it has
        to squares beyond the pattern, and to which positions in it.
    """

    entering: int
    ahead: tuple[int, ...]
    must_end: bool
    last: bool
    chances: tuple[tuple[int, int, tuple[int, ...]], ...]


class Sweep:
    """Settle the squares one after another, line by line along the shorter side.

    A square is settled when the two moves of the tour at it are chosen. An open tour becomes a
    closed one through one more square, outside the board, to which both its ends move: so every
    square has two moves, and only closed tours need to be found.
    """

    def __init__(self, board: Board, closed: bool, start: Square | None) -> None:
        lines = sorted(
            ((row, column) for row in range(board.rows) for column in range(board.columns)),
            key=lambda square: square if board.columns <= board.rows else square[::-1],
        )
        self.board, self.closed, self.start = board, closed, start
        self.squares = lines
        self.reach = 2 * min(board.rows, board.columns) + 1
        """How many squares ahead a move can lead."""
        self.first_pattern: Pattern = (
            PASSED if closed else FREE,
            *(self._entry(index) for index in range(self.reach)),
        )

    def frontier(self, settled: int) -> tuple[Square, ...]:
        """Return the squares that entries 1, 2, ... of a pattern stand for."""
        return tuple(self.squares[settled : settled + self.reach])

    def steps(self) -> Iterator[Step]:
        """Yield what is needed to settle each square in turn."""
        place = {square: index for index, square in enumerate(self.squares)}
        free = [place[square] for square in self.squares if square in self.board]
        moves = {i: [place[s] for s in self.board.moves(self.squares[i])] for i in free}
        ends = {place[square] for square in self._possible_ends()}
        for here in range(len(self.squares)):
            far = here + self.reach
            shift = here - HERE  # from the index of a square to its position in the pattern
            chances = [
                (
                    index - shift,
                    sum(target > far for target in moves[index]),
                    tuple(target - shift for target in moves[index] if here < target <= far)
                    + (OUTSIDE,) * (index in ends),
                )
                for index in range(here + 1, far + 1)
                if index in moves
            ]
            ahead = [target - shift for target in sorted(moves.get(here, ())) if target > here]
            yield Step(
                entering=self._entry(far),
                ahead=(*(OUTSIDE,) * (here in ends), *ahead),
                must_end=self.squares[here] == self.start and not self.closed,
                last=free[-1] <= far,
                chances=tuple(chances),
            )

    def _entry(self, index: int) -> int:
        inside = index < len(self.squares) and self.squares[index] in self.board
        return FREE if inside else PASSED

    def _possible_ends(self) -> list[Square]:
        """List the squares where an open tour may begin or end: moves alternate colours."""
        if self.closed:
            return []
        squares, colour = self.board.squares, self.board.colour
        surplus = sum(1 - 2 * colour(square) for square in squares)  # of the corner's colour
        if surplus == 0 and self.start is not None:
            return [s for s in squares if s == self.start or colour(s) != colour(self.start)]
        if surplus == 0:
            return squares
        return [s for s in squares if colour(s) == (surplus < 0)] if abs(surplus) == 1 else []
