"""One step of backtracking: the path, the moves tried and left, and what comes next."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from puzzlelib.knights_tour.board import Board, MoveOrder, Square
from puzzlelib.trace import Frame, Status

__all__ = ["BacktrackFrame", "squares_cut_off"]


@dataclass(frozen=True)
class BacktrackFrame(Frame):
    """The path of the knight after some steps, and what backtracking does next.

    Attributes
    ----------
    path : tuple of squares
        From the start to the square where the knight stands.
    left : square or None
        The square that the last step went back from; None if it entered the current square.
    closed, prune : bool
        Whether a closed tour is searched, and whether squares without a way are looked for.
    tours : int
        Complete tours found before this frame.
    stopped : bool
        Whether the budget ended the search here.
    """

    board: Board
    path: tuple[Square, ...]
    order: MoveOrder
    left: Square | None = None
    closed: bool = False
    prune: bool = False
    tours: int = 0
    stopped: bool = False

    @property
    def current(self) -> Square:
        """The square where the knight stands."""
        return self.path[-1]

    @property
    def depth(self) -> int:
        """The number of squares on the path, the start included."""
        return len(self.path)

    @property
    def complete(self) -> bool:
        """Whether every free square is on the path."""
        return self.depth == len(self.board)

    @property
    def found(self) -> bool:
        """Whether the path is a tour of the kind that is searched."""
        if not self.complete:
            return False
        return not self.closed or self._closes

    @property
    def _closes(self) -> bool:
        return self.depth > 2 and self.path[0] in self.board.moves(self.current)

    @cached_property
    def cut_off(self) -> tuple[Square, ...]:
        """The squares for which pruning gives up the current one: they lack a way in or out."""
        if not self.prune or self.left is not None or self.dead_end or self.complete:
            return ()
        return squares_cut_off(self.board, self.path, self.closed)

    @property
    def dead_end(self) -> bool:
        """Whether the current square was just entered and has no free neighbour."""
        entered = self.left is None and 1 < self.depth < len(self.board)
        return entered and not self._legal(self.depth)

    @property
    def tried(self) -> tuple[tuple[int, ...], ...]:
        """For each square on the path, the places in the order of the moves tried so far."""
        return tuple(self._split(depth)[0] for depth in range(1, self.depth + 1))

    @property
    def untried(self) -> tuple[tuple[int, ...], ...]:
        """For each square on the path, the places in the order of the moves not tried yet.

        Moves to squares off the board, blocked, or on the path up to there are in neither.
        """
        return tuple(self._split(depth)[1] for depth in range(1, self.depth + 1))

    @cached_property
    def considered(self) -> tuple[Square, ...]:
        """The free squares to which the knight can still go from here."""
        return tuple(self._target(self.current, place) for place in self._split(self.depth)[1])

    @property
    def chosen(self) -> Square | None:
        """The square that comes next; None if the knight goes back or the search ends."""
        return None if self.stopped or not self.considered else self.considered[0]

    @property
    def back_to(self) -> Square | None:
        """The nearest earlier square with an untried move; None if the search ends there."""
        depth = self._depth_back_to
        return None if depth is None else self.path[depth - 1]

    @cached_property
    def _depth_back_to(self) -> int | None:
        return next((d for d in range(self.depth - 1, 0, -1) if self._split(d)[1]), None)

    @property
    def status(self) -> Status | None:
        """How the search ended, if it ended here."""
        if self.stopped:
            return "limit"
        if self.found:
            return "found"
        if self.depth == 1 and not self.considered:
            return "exhausted" if self.tours else "impossible"
        return None

    @property
    def caption(self) -> str:
        here = f"move {self.depth}" if self.depth > 1 else "the start"
        if self.stopped:
            return f"Stopped at {here}: the limit is reached. Nothing is proved."
        if self.found:
            kind = "Closed tour" if self.closed else "Tour"
            return f"{kind} complete: all {self.depth} squares visited once."
        if self.considered:
            return f"{self._arrival(here)} {self._choice}"
        if self.complete:
            reason = f"All {self.depth} squares visited, but the last cannot reach the start."
        elif self.cut_off:
            reason = f"Pruned at {here}: {self.cut_off[0]} lacks a way in or out."
        elif self.dead_end:
            reason = f"Dead end at {here}: no free square."
        elif self.left:
            reason = f"Back at {here}: every move tried."
        else:
            reason = f"At {here}: no free square."
        return f"{reason} {self._retreat}"

    def _arrival(self, here: str) -> str:
        if self.left:
            return f"Back at {here}, since {self.left} led nowhere:"
        if self.depth == 1:
            return f"Start at {self.current}:"
        return f"Move {self.depth} to {self.current}:"

    @property
    def _choice(self) -> str:
        choices = len(self.considered)
        which = "the only move" if choices == 1 else f"the first of {choices} moves"
        return f"next {self.chosen}, {which}{' left' if self.left else ''}."

    @property
    def _retreat(self) -> str:
        depth = self._depth_back_to
        if depth is None:
            more = "more " if self.tours else ""
            return f"Nothing is untried: no {more}tour from {self.path[0]}."
        untried = len(self._split(depth)[1])
        moves = "one untried move" if untried == 1 else f"{untried} untried moves"
        return f"Back to {f'move {depth}' if depth > 1 else 'the start'}, {moves}."

    @cached_property
    def _depth_of(self) -> dict[Square, int]:
        return {square: depth for depth, square in enumerate(self.path, 1)}

    def _target(self, square: Square, place: int) -> Square:
        down, right = self.order[place]
        return square[0] + down, square[1] + right

    def _legal(self, depth: int) -> list[int]:
        """List the places in the order whose squares were free with ``depth`` squares taken."""
        square = self.path[depth - 1]
        targets = (self._target(square, place) for place in range(8))
        return [
            place
            for place, target in enumerate(targets)
            if target in self.board and self._depth_of.get(target, depth + 1) > depth
        ]

    def _split(self, depth: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Split the legal moves of a square on the path into those tried and those left."""
        legal = self._legal(depth)
        onward = self.path[depth] if depth < self.depth else self.left
        if onward is None:
            return (), () if self.cut_off else tuple(legal)
        square = self.path[depth - 1]
        last = self.order.index((onward[0] - square[0], onward[1] - square[1]))
        return tuple(p for p in legal if p <= last), tuple(p for p in legal if p > last)


def squares_cut_off(board: Board, path: tuple[Square, ...], closed: bool) -> tuple[Square, ...]:
    """Return the free squares because of which a path cannot be completed.

    A free square needs a way in and a way out: two neighbours among the free squares and the
    current one, and the start if the tour is closed. The last square of an open tour needs only
    one; so a single square that lacks one way is no obstacle there.
    """
    ends = {path[-1], path[0]} if closed else {path[-1]}
    taken = set(path)
    lacking = []
    for square in board.squares:
        if square not in taken:
            ways = [other for other in board.moves(square) if other in ends or other not in taken]
            lacking += [square] * max(0, 2 - len(ways))
    spare = 0 if closed else 1
    return tuple(dict.fromkeys(lacking)) if len(lacking) > spare else ()
