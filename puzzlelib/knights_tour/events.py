"""A run as events: a square's index when the knight enters it, -1 when it leaves one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from puzzlelib.knights_tour.board import Board
from puzzlelib.trace import Status

__all__ = ["Chunk", "Events", "chunk_length", "event_type", "path_lengths", "replay"]

Events: TypeAlias = NDArray[np.signedinteger[Any]]


def event_type(board: Board) -> np.dtype[np.signedinteger[Any]]:
    """Return the smallest signed integer type that holds every square index."""
    return np.dtype(np.min_scalar_type(-board.size))


def chunk_length(board: Board) -> int:
    """Return how many events a chunk holds: few enough to replay, many for the path it keeps."""
    return max(1 << 15, board.size // 4)


def path_lengths(events: Events, before: int, squares: int) -> Events:
    """Return the length of the path after each event; no path is longer than ``squares``."""
    dtype = np.min_scalar_type(-squares - 1)
    steps = (events >= 0).view(np.int8) * np.int8(2) - np.int8(1)
    lengths: Events = np.cumsum(steps, dtype=dtype)
    lengths += lengths.dtype.type(before)
    return lengths


def replay(path: Events, events: Events) -> Events:
    """Return what a path becomes by some events."""
    if len(events) == 0:
        return path
    lengths = path_lengths(events, len(path), len(path) + len(events))
    after = np.empty(max(len(path), int(lengths.max())), dtype=path.dtype)
    after[: len(path)] = path
    entering = events >= 0
    after[lengths[entering] - 1] = events[entering]  # of several at one depth the last one stays
    return after[: int(lengths[-1])]


@dataclass(frozen=True)
class Chunk:
    """Some thousand events in a row, and the state that they start from.

    path: the squares on the path before the first event; previous: the event before the first,
    -1 if none enters a square; pruned: which of the previous and these events enter a square that
    is given up at once, None if nothing is ever pruned; status: how the search ends here, if so.
    """

    path: Events
    previous: int
    events: Events
    pruned: NDArray[np.bool_] | None
    status: Status | None

    def __len__(self) -> int:
        return len(self.events)

    @property
    def before(self) -> Events:
        """The event before each event."""
        return np.append(self.events.dtype.type(self.previous), self.events[:-1])

    @property
    def leaves(self) -> NDArray[np.bool_]:
        """Which events leave a square that the event before entered."""
        return (self.events < 0) & (self.before >= 0)

    @property
    def leaves_pruned(self) -> NDArray[np.bool_]:
        """Which events leave a square that the event before entered and that was pruned."""
        if self.pruned is None:
            return np.zeros(len(self), dtype=bool)
        return self.pruned[:-1]

    def path_after(self, count: int) -> Events:
        """Return the path after the first ``count`` events."""
        return replay(self.path, self.events[:count])

    def split(self, count: int) -> tuple[Chunk, Chunk]:
        """Cut into the first ``count`` events, at least one, and the others."""
        first = replace(self, events=self.events[:count], status=None)
        path, previous = self.path_after(count), int(self.events[count - 1])
        rest = replace(self, path=path, previous=previous, events=self.events[count:])
        if self.pruned is None:
            return first, rest
        return (
            replace(first, pruned=self.pruned[: count + 1]),
            replace(rest, pruned=self.pruned[count:]),
        )
