"""A solution, move by move: what is played when a puzzle is solved."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from puzzlelib.sliding_tiles.breadth_first import counted
from puzzlelib.sliding_tiles.heuristics import manhattan
from puzzlelib.sliding_tiles.puzzle import Board, SlidingPuzzle, State
from puzzlelib.trace import Frame, Trace

__all__ = ["WAYS", "SolutionFrame", "SolutionTrace"]

WAYS: Final = {"U": "up", "D": "down", "L": "left", "R": "right"}
"""The moves in words."""


@dataclass(frozen=True)
class SolutionFrame(Frame):
    """The board after ``step`` moves of a solution."""

    puzzle: SlidingPuzzle
    path: tuple[State, ...]
    """From the start to this board."""
    move: str
    """The move that led here: U, D, L or R; empty at the start."""
    left: int
    """How many moves are left."""

    @property
    def step(self) -> int:
        return len(self.path) - 1

    @property
    def state(self) -> State:
        return self.path[-1]

    @property
    def caption(self) -> str:
        if not self.step:
            return f"The start: {counted(self.left, 'move')} to go."
        tile = self.path[-2][self.state.index(0)]
        moved = f"Move {self.step}: tile {tile} goes {WAYS[self.move]}."
        if self.left:
            return f"{moved} {self.left} to go."
        return f"{moved} That is the goal, after {counted(self.step, 'move')}."


class SolutionTrace(Trace[SolutionFrame]):
    """A solution, one step a move, with the Manhattan distance left as its series.

    Parameters
    ----------
    puzzle : SlidingPuzzle
    start : board
    moves : iterable of str
        U, D, L or R each: they lead to the goal.

    Raises
    ------
    ValueError
        If a move is impossible where it comes.

    Examples
    --------
    >>> from puzzlelib.sliding_tiles import EIGHT_PUZZLE
    >>> for frame in SolutionTrace(EIGHT_PUZZLE, "123456078", "LL"):
    ...     print(frame.caption)
    The start: 2 moves to go.
    Move 1: tile 7 goes left. 1 to go.
    Move 2: tile 8 goes left. That is the goal, after 2 moves.
    """

    status = "found"

    def __init__(self, puzzle: SlidingPuzzle, start: Board, moves: Iterable[str]) -> None:
        self.puzzle, self.moves = puzzle, "".join(moves)
        self.path = tuple(puzzle.walk(start, self.moves))

    def __len__(self) -> int:
        return len(self.path)

    def frame(self, step: int) -> SolutionFrame:
        move = self.moves[step - 1] if step else ""
        return SolutionFrame(self.puzzle, self.path[: step + 1], move, len(self.moves) - step)

    def _series(self) -> Mapping[str, NDArray[Any]]:
        estimate = manhattan(self.puzzle, self.path[-1])
        return {"Manhattan distance": estimate.many(np.array(self.path))}
