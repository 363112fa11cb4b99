"""A recorded run of backtracking: any step's frame, counts by square and by depth."""

from __future__ import annotations

import copy
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlelib.checks import whole_number
from puzzlelib.knights_tour.backtrack_frame import BacktrackFrame, Search
from puzzlelib.knights_tour.events import Chunk, path_lengths
from puzzlelib.knights_tour.tally import Tally
from puzzlelib.trace import Status, Trace

__all__ = ["RECORD_LIMIT", "BacktrackProgress", "BacktrackTrace", "report"]

RECORD_LIMIT = 20_000_000
"""How many steps a trace keeps, if not told otherwise."""


def report(search: Search, record_limit: int, seconds: float) -> Iterator[BacktrackProgress]:
    """Search for the first tour; say how far it is after every ``seconds`` and at the end."""
    return _report(Run(search, whole_number("record_limit", record_limit)), seconds)


def _report(run: Run, seconds: float) -> Iterator[BacktrackProgress]:
    reported = time.monotonic()
    for chunk in run.search.chunks():
        run.add(chunk)
        if run.status:
            break
        if time.monotonic() - reported > seconds:
            yield run.progress()
            reported = time.monotonic()
    yield run.progress()


class Run:
    """A search under way: the chunks that are kept whole, the counts of the others."""

    def __init__(self, search: Search, record_limit: int) -> None:
        self.search = search
        self.room = record_limit
        self.kept: list[Chunk] = []
        self.rest = Tally(search.board)
        self.nodes = self.backtracks = 0
        self.last: Chunk

    @property
    def status(self) -> Status | None:
        """How the search ended; None while it goes on."""
        return self.last.status

    def add(self, chunk: Chunk) -> None:
        """Keep a chunk as far as there is room, and count what is over."""
        self.last = chunk
        entered = int(np.count_nonzero(chunk.events >= 0))
        self.nodes += entered
        self.backtracks += len(chunk) - entered
        if self.room < len(chunk):
            if self.room:
                first, chunk = chunk.split(self.room)
                self.kept.append(first)
                self.room = 0
            self.rest.add(chunk)
        else:
            self.kept.append(chunk)
            self.room -= len(chunk)

    def progress(self) -> BacktrackProgress:
        """Return how far the search is."""
        depth = 1 + self.nodes - self.backtracks
        finished = self.status is not None
        return BacktrackProgress(self.nodes, self.backtracks, depth, finished, self)


@dataclass(frozen=True)
class BacktrackProgress:
    """How far a search is; the run so far can be looked at.

    Attributes
    ----------
    nodes, backtracks : int
        Squares entered and squares left so far.
    depth : int
        The number of squares on the path.
    finished : bool
        Whether the search has ended.
    """

    nodes: int
    backtracks: int
    depth: int
    finished: bool
    _run: Run = field(repr=False)

    @property
    def trace(self) -> BacktrackTrace:
        """The run until now; its status is "limit" if the search has not ended."""
        return BacktrackTrace(self._run)


class BacktrackTrace(Trace[BacktrackFrame]):
    """A recorded depth-first search, or a run of a rule that never goes back.

    Attributes
    ----------
    search : Search
        What was searched, also as ``board``, ``start``, ``order``, ``closed`` and ``prune``.
    status : str
        "found", "impossible", "limit" or "stuck".
    nodes, backtracks : int
        Squares entered after the start, and squares left.
    events : signed integer array
        What each recorded step did: the index of the square entered, or -1 for leaving one.
    truncated : bool
        Whether the run went on after the last recorded step. Every count covers the whole run.
    """

    def __init__(self, run: Run) -> None:
        self.search = search = run.search
        self.board, self.start, self.order = search.board, search.start, search.order
        self.closed, self.prune = search.closed, search.prune
        self.status = run.status or "limit"
        self.nodes, self.backtracks = run.nodes, run.backtracks
        self.truncated = bool(run.rest.envelope)
        self._chunks = tuple(run.kept)
        self._rest = copy.deepcopy(run.rest)
        self._last = run.last
        self.events = np.concatenate([chunk.events for chunk in self._chunks])
        self._starts = np.cumsum([0, *(len(chunk) for chunk in self._chunks)])

    def __len__(self) -> int:
        return len(self.events) + 1

    def frame(self, step: int) -> BacktrackFrame:
        """Return the state after ``step`` steps."""
        path, event = self._before(step)
        left = path.pop() if event < 0 else None
        if event >= 0:
            path.append(event)
        squares = tuple(self.board.square(index) for index in path)
        stopped = self.status == "limit" and step == len(self) - 1 and not self.truncated
        return self.search.frame(
            squares, None if left is None else self.board.square(left), stopped=stopped
        )

    def _before(self, step: int) -> tuple[list[int], int]:
        """Return the path before a step, and the event of the step; step 0 enters the start."""
        if step == 0:
            return [], self.board.index(self.start)
        place = int(np.searchsorted(self._starts, step - 1, side="right")) - 1
        path = self._chunks[place].path_after(step - 1 - int(self._starts[place]))
        return path.tolist(), int(self.events[step - 1])

    @cached_property
    def tour(self) -> NDArray[np.int64] | None:
        """The tour found, (squares, 2) rows and columns, or None."""
        if self.status != "found":
            return None
        return self.board.squares_of(self._last.path_after(len(self._last)))

    @cached_property
    def _tally(self) -> Tally:
        tally = Tally(self.board)
        for chunk in self._chunks:
            if len(chunk):
                tally.add(chunk)
        tally.merge(self._rest)
        if self._ends_in_dead_end:
            tally.dead_ends[self._last.path_after(len(self._last))[-1]] += 1
        return tally

    @property
    def _ends_in_dead_end(self) -> bool:
        """Whether a rule that never goes back got stuck after the start."""
        return self.status == "stuck" and self.nodes > 0

    @property
    def visits(self) -> NDArray[np.int64]:
        """How often each square was entered, (rows, columns); the start is not counted."""
        return self._by_square(self._tally.visits)

    @property
    def dead_ends_by_square(self) -> NDArray[np.int64]:
        """How often each square was a dead end, (rows, columns)."""
        return self._by_square(self._tally.dead_ends)

    @property
    def nodes_by_depth(self) -> NDArray[np.int64]:
        """How many squares were entered as the d-th of the path, for d = 0 to all squares."""
        return self._tally.nodes_by_depth

    @property
    def dead_ends(self) -> int:
        """How many squares had no free neighbour when entered, the path being incomplete."""
        return int(self._tally.dead_ends.sum())

    @property
    def pruned(self) -> int:
        """How many squares were given up because another square was cut off."""
        return self._tally.pruned

    @property
    def non_closing(self) -> int:
        """How many complete paths did not end a move from the start, as a closed tour must."""
        return self._tally.non_closing

    @property
    def never_reconsidered(self) -> int:
        """How many of the first squares of the path were never changed in the whole run."""
        return min(self._tally.lowest_return, 1 + self.nodes - self.backtracks)

    @property
    def depth_envelope(self) -> NDArray[np.int64]:
        """The whole run in stretches: steps, least and greatest depth; one row each."""
        return np.array(self._tally.envelope, dtype=np.int64).reshape(-1, 3)

    def next_deeper(self, step: int) -> int | None:
        """Return the next step at which the path is longer than at this one."""
        depth = self.series["depth"]
        return _next_true(depth > depth[step], step)

    def next_back_past(self, step: int, depth: int) -> int | None:
        """Return the next step that goes back from the square at a depth of the path."""
        left = np.append(False, self.events < 0)
        return _next_true(left & (self.series["depth"] == depth - 1), step)

    def columns(self) -> Mapping[str, Sequence[Any] | NDArray[Any]]:
        """Return the columns of a CSV file: the squares entered (-1: left), and the series."""
        first = self.board.index(self.start)
        return {"square": np.append(first, self.events), **self.series}

    def _series(self) -> Mapping[str, NDArray[Any]]:
        squares = len(self.board)
        after = path_lengths(self.events, 1, squares)
        depth = np.append(after.dtype.type(1), after)
        returns = np.append(after.dtype.type(squares), after)
        returns[1:][self.events >= 0] = squares
        never = np.minimum(depth, np.minimum.accumulate(returns))
        return {"depth": depth, "never reconsidered": never}

    def _landmarks(self) -> Mapping[str, NDArray[np.int64]]:
        depth = self.series["depth"]
        leaves = np.concatenate([chunk.leaves for chunk in self._chunks])
        pruned = np.concatenate([chunk.leaves_pruned for chunk in self._chunks])
        full = depth[:-1] == len(self.board)
        best = np.maximum.accumulate(depth)
        marks: dict[str, Any] = {
            "dead ends": np.flatnonzero(leaves & ~full & ~pruned),
            "deepest so far": 1 + np.flatnonzero(best[1:] > best[:-1]),
            "tour": np.flatnonzero(depth == len(self.board))[-1:] if self._tour_recorded else [],
        }
        if self.prune:
            marks["pruned"] = np.flatnonzero(pruned)
        if self.closed:
            marks["not closing"] = np.flatnonzero(leaves & full)
        if self._ends_in_dead_end:
            marks["dead ends"] = np.append(marks["dead ends"], len(self.events))
        return {name: np.asarray(steps, dtype=np.int64) for name, steps in marks.items()}

    @property
    def _tour_recorded(self) -> bool:
        return self.status == "found" and not self.truncated

    def _by_square(self, counts: NDArray[np.int64]) -> NDArray[np.int64]:
        return counts.reshape(self.board.rows, self.board.columns)


def _next_true(mask: NDArray[np.bool_], step: int) -> int | None:
    """Return the first index after ``step`` where a mask is true."""
    later = mask[step + 1 :]
    first = int(np.argmax(later)) if len(later) else 0
    return step + 1 + first if len(later) and later[first] else None
