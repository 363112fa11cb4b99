"""One step of backtracking: the path, the moves tried and left, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlelib.checks import check_limit
from puzzlelib.knights_tour.board import CLASSIC_ORDER, Board, MoveOrder, Square
from puzzlelib.knights_tour.events import Chunk
from puzzlelib.trace import Frame, Status

__all__ = ["BacktrackFrame", "Search", "squares_cut_off"]


@dataclass(frozen=True)
class Search:
    """What is searched, and by which rules; see ``backtrack`` for their meaning."""

    board: Board
    start: Square
    order: MoveOrder = CLASSIC_ORDER
    closed: bool = False
    prune: bool = False
    node_limit: int | None = None

    def __post_init__(self) -> None:
        object.__setattr__(self, "node_limit", check_limit("node_limit", self.node_limit))
        self.board.check_size()
        object.__setattr__(self, "start", self.board.check_square(self.start))

    def chunks(self) -> Iterator[Chunk]:
        """Search, and yield the events; a chunk ends at each tour."""
        from puzzlelib.knights_tour.engine import depth_first_chunks

        return depth_first_chunks(self)

    def frame(
        self,
        path: tuple[Square, ...],
        left: Square | None = None,
        tours: int = 0,
        stopped: bool = False,
    ) -> BacktrackFrame:
        """Return the frame for a path in this search."""
        return BacktrackFrame(self, path, left, tours, stopped)

    def ranked(self, path: tuple[Square, ...]) -> list[Square]:
        """List the free squares that a path can go on to, in the order in which they are tried."""
        taken = set(path)
        row = self._neighbours[self.board.index(path[-1])].tolist()
        targets = [self.board.square(index) for index in row if index >= 0]
        return [target for target in targets if target not in taken]

    @cached_property
    def _neighbours(self) -> NDArray[np.int32]:
        return self.board.neighbours(self.order)


@dataclass(frozen=True)
class BacktrackFrame(Frame):
    """The path of the knight after some steps, and what backtracking does next.

    Attributes
    ----------
    search : Search
        The board, the order of the moves, and the rules.
    path : tuple of squares
        From the start to the square where the knight stands.
    left : square or None
        The square that the last step went back from; None if it entered the current square.
    tours : int
        Complete tours found before this frame.
    stopped : bool
        Whether the budget ended the search here.
    """

    search: Search
    path: tuple[Square, ...]
    left: Square | None = None
    tours: int = 0
    stopped: bool = False

    def __deepcopy__(self, memo: object) -> BacktrackFrame:
        return self  # it never changes

    @property
    def board(self) -> Board:
        """The board."""
        return self.search.board

    @property
    def order(self) -> MoveOrder:
        """The order of the eight moves."""
        return self.search.order

    @property
    def start(self) -> Square:
        """The first square of the path."""
        return self.path[0]

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
        return self.complete and (not self.search.closed or self._closes)

    @property
    def _closes(self) -> bool:
        return self.depth > 2 and self.start in self.board.moves(self.current)

    @property
    def dead_end(self) -> bool:
        """Whether the current square was just entered and has no free neighbour."""
        entered = self.left is None and 1 < self.depth < len(self.board)
        return entered and not self._ranked(self.depth)

    @cached_property
    def cut_off(self) -> tuple[Square, ...]:
        """The squares for which pruning gives up the current one: they lack a way in or out."""
        if not self.search.prune or self.left is not None or self.dead_end:
            return ()
        return squares_cut_off(self.board, self.path, self.search.closed)

    @property
    def tried(self) -> tuple[tuple[int, ...], ...]:
        """For each square on the path, the moves tried so far, as places in the order."""
        return tuple(self._places(depth, 0) for depth in range(1, self.depth + 1))

    @property
    def untried(self) -> tuple[tuple[int, ...], ...]:
        """For each square on the path, the moves left to try, as places in the order.

        Moves to squares off the board, blocked, or on the path up to there are in neither.
        """
        return tuple(self._places(depth, 1) for depth in range(1, self.depth + 1))

    @cached_property
    def considered(self) -> tuple[Square, ...]:
        """The free squares that can still be tried from here, the next one first."""
        return tuple(self._split(self.depth)[1])

    @property
    def chosen(self) -> Square | None:
        """The square that comes next; None if the knight goes back or the search ends."""
        return None if self.stopped or not self.considered else self.considered[0]

    @property
    def back_to(self) -> Square | None:
        """The nearest earlier square with an untried move; None if there is none."""
        depth = self._depth_back_to
        return None if depth is None else self.path[depth - 1]

    @property
    def status(self) -> Status | None:
        """How the search ended, if it ended here."""
        if self.found:
            return "found"
        if self.stopped:
            return "limit"
        if self.depth == 1 and not self.considered:
            return "exhausted" if self.tours else "impossible"
        return None

    @property
    def caption(self) -> str:
        here = self._move(self.depth)
        if self.found:
            kind = "Closed tour" if self.search.closed else "Tour"
            return f"{kind} complete: all {self.depth} squares visited once."
        if self.stopped:
            return f"Stopped at {here}: the limit is reached. Nothing is proved."
        if self.considered:
            return f"{self._arrival}. Next {self.chosen}, {self._choice}."
        if self.complete:
            reason = f"All {self.depth} squares visited, but the last cannot reach the start."
        elif self.cut_off:
            reason = f"Pruned at {here}: {self.cut_off[0]} lacks a way in or out."
        elif self.left:
            reason = f"Back at {here}: every move tried."
        else:
            reason = f"Dead end at {here}: no free square."
        return f"{reason} {self._retreat}"

    @staticmethod
    def _move(depth: int) -> str:
        return f"move {depth}" if depth > 1 else "the start"

    @property
    def _arrival(self) -> str:
        if self.left:
            return f"Back at {self._move(self.depth)}: {self.left} led nowhere"
        if self.depth == 1:
            return f"Start at {self.current}"
        return f"Move {self.depth} to {self.current}"

    @property
    def _choice(self) -> str:
        choices = len(self.considered)
        which = "the only move" if choices == 1 else f"the first of {choices} moves"
        return f"{which} left" if self.left else which

    @property
    def _retreat(self) -> str:
        depth = self._depth_back_to
        if depth is None:
            more = "more " if self.tours else ""
            return f"Nothing is untried: no {more}tour from {self.start}."
        untried = len(self._split(depth)[1])
        moves = "one untried move" if untried == 1 else f"{untried} untried moves"
        return f"Back to {self._move(depth)}, {moves}."

    @cached_property
    def _depth_back_to(self) -> int | None:
        return next((d for d in range(self.depth - 1, 0, -1) if self._split(d)[1]), None)

    def _ranked(self, depth: int) -> list[Square]:
        """List what could be tried from the square at a depth of the path, in order."""
        return self.search.ranked(self.path[:depth])

    def _split(self, depth: int) -> tuple[list[Square], list[Square]]:
        """Split what can be tried at a depth into what was tried so far and what is left."""
        ranked = self._ranked(depth)
        onward = self.path[depth] if depth < self.depth else self.left
        if onward is None:
            return [], [] if self.cut_off else ranked
        tried = ranked.index(onward) + 1
        return ranked[:tried], ranked[tried:]

    def _places(self, depth: int, which: int) -> tuple[int, ...]:
        row, column = self.path[depth - 1]
        steps = ((r - row, c - column) for r, c in self._split(depth)[which])
        return tuple(self.order.index(step) for step in steps)


def squares_cut_off(board: Board, path: tuple[Square, ...], closed: bool) -> tuple[Square, ...]:
    """Return the free squares because of which a path cannot be completed.

    A free square needs a way in and a way out: two neighbours among the free squares, the
    current one, and the start if the tour is to close. The last square of an open tour needs no
    way out, so there one way may be missing.
    """
    ends = {path[-1], path[0]} if closed else {path[-1]}
    passable = set(board.squares).difference(path) | ends
    lacking = []
    for square in passable - ends:
        ways = sum(other in passable for other in board.moves(square))
        lacking += [square] * max(0, 2 - ways)
    return tuple(sorted(set(lacking))) if len(lacking) > (0 if closed else 1) else ()
