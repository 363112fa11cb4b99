"""Counts over the events of a run, by square and by depth."""

from __future__ import annotations

import numpy as np

from puzzlelib.compiled import compiled_loops_available
from puzzlelib.knights_tour.board import Board
from puzzlelib.knights_tour.events import Chunk, path_lengths

__all__ = ["Tally"]


class Tally:
    """What is counted over chunks of events.

    Attributes
    ----------
    visits, dead_ends : (size,) int64 arrays
        How often each square was entered, and how often it was a dead end that was left again.
    nodes_by_depth : (squares + 1,) int64 array
        How many squares were entered as the d-th of the path.
    pruned, non_closing : int
        Squares given up at once; complete paths that do not close.
    lowest_return : int
        The least length of the path after a square was left; all squares if none was.
    envelope : list of (steps, least depth, greatest depth)
        One for each chunk.
    """

    def __init__(self, board: Board) -> None:
        self.board = board
        self.visits = np.zeros(board.size, dtype=np.int64)
        self.dead_ends = np.zeros(board.size, dtype=np.int64)
        self.nodes_by_depth = np.zeros(len(board) + 1, dtype=np.int64)
        self.pruned = self.non_closing = 0
        self.lowest_return = len(board)
        self.envelope: list[tuple[int, int, int]] = []

    def add(self, chunk: Chunk) -> None:
        """Count the events of one more chunk; it has at least one."""
        count = self._count_compiled if compiled_loops_available() else self._count
        pruned, non_closing, lowest_return, least, greatest = count(chunk)
        self.pruned += pruned
        self.non_closing += non_closing
        self.lowest_return = min(self.lowest_return, lowest_return)
        self.envelope.append((len(chunk), least, greatest))

    def merge(self, later: Tally) -> None:
        """Add the counts of the events that follow."""
        self.visits += later.visits
        self.dead_ends += later.dead_ends
        self.nodes_by_depth += later.nodes_by_depth
        self.pruned += later.pruned
        self.non_closing += later.non_closing
        self.lowest_return = min(self.lowest_return, later.lowest_return)
        self.envelope += later.envelope

    def _count(self, chunk: Chunk) -> tuple[int, int, int, int, int]:
        size, squares = self.board.size, len(self.board)
        depths = path_lengths(chunk.events, len(chunk.path), squares)
        entering, leaves, pruned = chunk.events >= 0, chunk.leaves, chunk.leaves_pruned
        full = leaves & (depths == squares - 1)
        self.visits += np.bincount(chunk.events[entering], minlength=size)
        self.nodes_by_depth += np.bincount(depths[entering], minlength=squares + 1)
        self.dead_ends += np.bincount(chunk.before[leaves & ~full & ~pruned], minlength=size)
        returns = np.append(depths[~entering], depths.dtype.type(squares))
        figures = (pruned.sum(), full.sum(), returns.min(), depths.min(), depths.max())
        pruned_, full_, returns_, least, greatest = map(int, figures)
        return pruned_, full_, returns_, least, greatest

    def _count_compiled(self, chunk: Chunk) -> tuple[int, int, int, int, int]:
        from puzzlelib.knights_tour.engine import count_events

        counts: tuple[int, int, int, int, int] = count_events(
            chunk.events,
            chunk.leaves_pruned,
            chunk.previous,
            len(chunk.path),
            len(self.board),
            self.visits,
            self.dead_ends,
            self.nodes_by_depth,
        )
        return counts
