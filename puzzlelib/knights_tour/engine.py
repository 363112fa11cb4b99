"""The loops of depth-first search, compiled where Numba is installed, else interpreted.

Squares are indices. ``moves`` lists nine entries a square, flat: the squares that a knight on it
can reach, in the order of the search, and then a sentinel, an index past the last square that is
never taken, so that one test ends the scan. A loop stops when its events are full and goes on
where it stopped when it is called again: its whole state is in the arrays that it is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlelib.compiled import compiled_loops_available, jit
from puzzlelib.knights_tour.board import Board, MoveOrder, Square
from puzzlelib.trace import Status

__all__ = ["Chunk", "Search", "depth_first_chunks", "event_type", "path_lengths", "replay"]

RUNNING, FOUND, SEARCHED, LIMIT = range(4)
"""Why a loop stopped: events full, tour complete, nothing left to search, budget spent."""

STATUS: tuple[Status | None, ...] = (None, "found", "impossible", "limit")

WIDTH = 9
NO_LIMIT = 2**62


@dataclass(frozen=True)
class Search:
    """What is searched, and by which rules."""

    board: Board
    start: Square
    order: MoveOrder
    closed: bool = False
    prune: bool = False
    node_limit: int | None = None


@dataclass(frozen=True)
class Chunk:
    """Some thousand events in a row, and the state that they start from.

    path: the squares on the path before the first event; previous: the event before it, and
    previous_pruned: whether that one entered a square that is given up at once; pruned: the same
    for the events here, None without pruning; status: how the search ends here, if it does.
    """

    path: NDArray[np.int64]
    previous: int
    previous_pruned: bool
    events: NDArray[np.signedinteger[Any]]
    pruned: NDArray[np.bool_] | None
    status: Status | None

    def __len__(self) -> int:
        return len(self.events)

    @cached_property
    def depths(self) -> NDArray[np.int32]:
        """The length of the path after each event."""
        return len(self.path) + path_lengths(self.events)

    @property
    def before(self) -> NDArray[np.signedinteger[Any]]:
        """The event before each event."""
        return np.append(self.events.dtype.type(self.previous), self.events[:-1])

    @property
    def leaves(self) -> NDArray[np.bool_]:
        """Which events leave a square that the event before entered."""
        return (self.events < 0) & (self.before >= 0)

    @property
    def leaves_pruned(self) -> NDArray[np.bool_]:
        """Which events leave a square that was given up at once."""
        if self.pruned is None:
            return np.zeros(len(self), dtype=bool)
        return np.append(self.previous_pruned, self.pruned[:-1])

    def path_after(self, count: int) -> NDArray[np.int64]:
        """Return the path after the first ``count`` events."""
        return replay(self.path, self.events[:count])

    def split(self, count: int) -> tuple[Chunk, Chunk]:
        """Cut into the first ``count`` events, at least one, and the others."""
        first = replace(self, events=self.events[:count], status=None)
        rest = replace(
            self,
            path=self.path_after(count),
            previous=int(self.events[count - 1]),
            events=self.events[count:],
        )
        if self.pruned is None:
            return first, rest
        return (
            replace(first, pruned=self.pruned[:count]),
            replace(
                rest,
                previous_pruned=bool(self.pruned[count - 1]),
                pruned=self.pruned[count:],
            ),
        )


def path_lengths(events: NDArray[np.signedinteger[Any]]) -> NDArray[np.int32]:
    """Return by how much the path is longer after each event than before the first."""
    return np.cumsum(np.where(events < 0, np.int8(-1), np.int8(1)), dtype=np.int32)


def replay(path: NDArray[np.int64], events: NDArray[np.signedinteger[Any]]) -> NDArray[np.int64]:
    """Return what a path becomes by some events."""
    if len(events) == 0:
        return path
    depths = len(path) + path_lengths(events)
    after = np.empty(max(len(path), int(depths.max())), dtype=np.int64)
    after[: len(path)] = path
    entering = events >= 0
    after[depths[entering] - 1] = events[entering]  # of several at one depth the last one stays
    return after[: int(depths[-1])]


def event_type(board: Board) -> np.dtype[np.signedinteger[Any]]:
    """Return the smallest signed integer type that holds every square index."""
    return np.dtype(np.min_scalar_type(-board.size))


def depth_first_chunks(search: Search) -> Iterator[Chunk]:
    """Yield the events of a depth-first search, chunk by chunk, to its end.

    A chunk ends early at each tour; who wants the first one only stops asking.
    """
    if len(search.board) == 1 and not search.closed:  # the start is the tour
        path = np.array([search.board.index(search.start)])
        yield Chunk(path, -1, False, np.empty(0, event_type(search.board)), None, "found")
    elif compiled_loops_available() or search.prune:
        yield from _loop_chunks(search)
    else:
        yield from _interpreted_chunks(search)


def chunk_length(board: Board) -> int:
    """Return how many events a chunk holds: few enough to replay, more than its path."""
    return max(1 << 15, 4 * board.size)


def may_end(search: Search) -> NDArray[np.bool_]:
    """Tell for every square index whether a tour may end there."""
    board = search.board
    if not search.closed:
        return np.ones(board.size, dtype=bool)
    mask = np.zeros(board.size, dtype=bool)
    if len(board) > 2:
        mask[[board.index(square) for square in board.moves(search.start)]] = True
    return mask


def _loop_chunks(search: Search) -> Iterator[Chunk]:
    board, start = search.board, search.board.index(search.start)
    compiled = compiled_loops_available()
    taken = np.append(~board.free, False)
    taken[start] = True
    path = np.full(len(board), start, dtype=np.int64)
    following = np.full(len(board), start * WIDTH, dtype=np.int64)
    ways = (board.neighbours() >= 0).sum(axis=1)
    missing = int(np.maximum(0, 2 - ways[~taken[:-1]]).sum())
    spare = (0 if search.closed else 1) if search.prune else -1
    if search.prune and missing > spare:
        following[0] += WIDTH - 1
    limit = NO_LIMIT if search.node_limit is None else search.node_limit
    columns = [padded_moves(board, search.order), taken, may_end(search), path, following, ways]
    columns += [
        np.array([0, 0, missing, RUNNING]),
        np.array([len(board), spare, search.closed, limit]),
    ]
    given = columns if compiled else [column.tolist() for column in columns]
    rules, state, path_now = given.pop(), given[-1], given[3]
    previous, previous_pruned = -1, False
    while state[3] in (RUNNING, FOUND):
        before = np.array(path_now[: state[0] + 1])
        events: Any = np.empty(chunk_length(board), dtype=event_type(board))
        pruned: Any = np.zeros(len(events) if search.prune else 0, dtype=bool)
        if not compiled:
            events, pruned = events.tolist(), pruned.tolist()
        written = depth_first(*given, events, pruned, rules)
        done = np.array(events[:written], dtype=event_type(board))
        marks = np.array(pruned[:written], dtype=bool) if search.prune else None
        yield Chunk(before, previous, previous_pruned, done, marks, STATUS[state[3]])
        if written:
            previous = int(done[-1])
            previous_pruned = marks is not None and bool(marks[-1])


def _interpreted_chunks(search: Search) -> Iterator[Chunk]:
    """Do what the loop does, without pruning, in the fastest plain Python."""
    board = search.board
    neighbours = [
        [other for other in row if other >= 0] for row in board.neighbours(search.order).tolist()
    ]
    free = board.free.tolist()
    ends = may_end(search).tolist()
    limit = NO_LIMIT if search.node_limit is None else search.node_limit
    square = board.index(search.start)
    free[square] = False
    path, scan = [square], iter(neighbours[square])
    scans: list[Iterator[int]] = []
    squares, length = len(board), chunk_length(board)
    nodes, previous, reason = 0, -1, RUNNING
    while reason in (RUNNING, FOUND):
        before = np.array(path)
        events: list[int] = []
        reason = RUNNING
        while len(events) < length:
            for square in scan:
                if free[square]:
                    break
            else:
                if not scans:
                    reason = SEARCHED
                    break
                free[path.pop()] = True
                scan = scans.pop()
                events.append(-1)
                continue
            if nodes == limit:
                reason = LIMIT
                break
            nodes += 1
            free[square] = False
            scans.append(scan)
            path.append(square)
            scan = iter(neighbours[square])
            events.append(square)
            if len(path) == squares and ends[square]:
                reason = FOUND
                break
        done = np.array(events, dtype=event_type(board))
        yield Chunk(before, previous, False, done, None, STATUS[reason])
        previous = events[-1] if events else previous


def loop(function: Any) -> Any:
    """Compile a loop if Numba is there."""
    return jit(function) if compiled_loops_available() else function


def padded_moves(board: Board, order: MoveOrder) -> NDArray[np.int64]:
    """Return the flat table of moves: nine entries a square, legal moves before sentinels."""
    table = board.neighbours(order)
    legal = table >= 0
    moves = np.full((board.size, WIDTH), board.size, dtype=np.int64)
    rows, _ = np.nonzero(legal)
    places = (legal.cumsum(axis=1) - 1)[legal]
    moves[rows, places] = table[legal]
    return moves.ravel()


@loop
def depth_first(moves, taken, may_end, path, following, ways, state, events, pruned, rules):  # type: ignore[no-untyped-def]
    """Search on, and return how many events were written.

    state: top of the path, squares entered so far, ways missing, why it stopped.
    rules: squares on the board, ways that may be missing (-1: never prune), whether the start
    stays a way out, the largest number of squares to enter.
    """
    top, nodes, missing = state[0], state[1], state[2]
    squares, spare, start_stays, node_limit = rules[0], rules[1], rules[2], rules[3]
    sentinel = len(taken) - 1
    reason = RUNNING
    written = 0
    place = following[top]
    while written < len(events):
        square = moves[place]
        place += 1
        while taken[square]:
            square = moves[place]
            place += 1
        if square == sentinel:
            place -= 1
            if top == 0:
                reason = SEARCHED
                break
            square = path[top]
            top -= 1
            if spare >= 0:
                if top > 0 or not start_stays:
                    missing -= give_back_way(moves, taken, ways, path[top])
                missing += max(0, 2 - ways[square])
            taken[square] = False
            place = following[top]
            events[written] = -1
        else:
            if nodes == node_limit:
                place -= 1
                reason = LIMIT
                break
            nodes += 1
            following[top] = place
            place = square * WIDTH
            taken[square] = True
            if spare >= 0:
                missing -= max(0, 2 - ways[square])
                if top > 0 or not start_stays:
                    missing += take_away(moves, taken, ways, path[top])
                if missing > spare and has_free(moves, taken, square):
                    pruned[written] = True
                    place += WIDTH - 1
            top += 1
            path[top] = square
            events[written] = square
            if top + 1 == squares and may_end[square]:
                written += 1
                reason = FOUND
                break
        written += 1
    following[top] = place
    state[0], state[1], state[2], state[3] = top, nodes, missing, reason
    return written


@loop
def take_away(moves, taken, ways, square):  # type: ignore[no-untyped-def]
    """Count one way less for the free neighbours of a square; return how many lack one more."""
    missing = 0
    place = square * WIDTH
    while moves[place] < len(taken) - 1:
        other = moves[place]
        if not taken[other]:
            ways[other] -= 1
            missing += ways[other] < 2
        place += 1
    return missing


@loop
def give_back_way(moves, taken, ways, square):  # type: ignore[no-untyped-def]
    """Undo ``take_away``."""
    missing = 0
    place = square * WIDTH
    while moves[place] < len(taken) - 1:
        other = moves[place]
        if not taken[other]:
            missing += ways[other] < 2
            ways[other] += 1
        place += 1
    return missing


@loop
def has_free(moves, taken, square):  # type: ignore[no-untyped-def]
    """Tell whether a square has a free neighbour."""
    place = square * WIDTH
    while taken[moves[place]]:
        place += 1
    return moves[place] < len(taken) - 1
