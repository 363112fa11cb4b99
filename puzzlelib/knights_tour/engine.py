"""The loops of depth-first search, compiled where Numba is installed, else interpreted.

Squares are indices. ``moves`` lists nine entries a square, flat: the squares that a knight on it
can reach, in the order of the search, and then a sentinel, an index past the last square that is
never taken, so that one test ends the scan. A loop stops when its events are full and goes on
where it stopped when it is called again: its whole state is in the arrays that it is given.
"""

# mypy: disable-error-code="no-untyped-def"

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlelib.compiled import compiled_loops_available, jit
from puzzlelib.knights_tour.backtrack_frame import Search
from puzzlelib.knights_tour.board import Board, MoveOrder
from puzzlelib.knights_tour.events import Chunk, chunk_length, event_type
from puzzlelib.knights_tour.squirrel_cull import squirrel_cull_orders
from puzzlelib.knights_tour.warnsdorff import WarnsdorffSearch
from puzzlelib.trace import Status

__all__ = ["count_events", "depth_first_chunks", "warnsdorff_chunks"]

RUNNING, FOUND, SEARCHED, LIMIT, STUCK = range(5)
"""Why a loop stopped: events full, tour complete, all searched, budget spent, no way on."""

STATUS: tuple[Status | None, ...] = (None, "found", "impossible", "limit", "stuck")

BY_SQUARE, BY_DEPTH, BY_PHASE, BY_SECOND_LEVEL = range(4)
"""How Warnsdorff's rule breaks ties: by a value of the square that is considered, of the move at
this place of the path, of the move in the current phase, or by counting ways one level deeper."""

WIDTH = 9
NO_LIMIT = 2**62


def depth_first_chunks(search: Search) -> Iterator[Chunk]:
    """Yield the events of a depth-first search, chunk by chunk, to its end.

    A chunk ends early at each tour; who wants the first one only stops asking.
    """
    if len(search.board) == 1 and not search.closed:
        return _already_complete(search)
    if search.prune or compiled_loops_available():
        return _loop_chunks(search)
    return _interpreted_chunks(search)


def _already_complete(search: Search) -> Iterator[Chunk]:
    """Yield the whole run on a board of one square: the start is a tour."""
    dtype = event_type(search.board)
    path = np.array([search.board.index(search.start)], dtype=dtype)
    yield Chunk(path, -1, np.empty(0, dtype=dtype), None, "found")


def _loop_chunks(search: Search) -> Iterator[Chunk]:
    board, start = search.board, search.board.index(search.start)
    spare = (0 if search.closed else 1) if search.prune else -1
    taken = np.append(~board.free, False)
    taken[start] = True
    ways = (board.neighbours() >= 0).sum(axis=1)
    missing = int(np.maximum(0, 2 - ways[~taken[:-1]]).sum())
    following = np.full(len(board), start * WIDTH)
    if search.prune and missing > spare:  # hopeless from the start: straight to the sentinel
        following[0] += WIDTH - 1
    path = np.full(len(board), start)
    moves = _padded_moves(board, search.order)
    state = np.array([0, 0, missing, RUNNING])
    rules = np.array([len(board), spare, search.closed, _limit(search)])
    given = [state, path, rules, moves, taken, _may_end(search), following, ways]
    return _run_loop(depth_first, given, board, search.prune)


def warnsdorff_chunks(search: WarnsdorffSearch) -> Iterator[Chunk]:
    """Yield the events of a search by Warnsdorff's rule, chunk by chunk, to its end."""
    if len(search.board) == 1:
        return _already_complete(search)
    board, start = search.board, search.board.index(search.start)
    table = board.neighbours(search.order)
    moves = np.where(table < 0, board.size, table).astype(np.int64).ravel()
    taken = np.append(~board.free, True)
    taken[start] = True
    ways = np.append((table >= 0).sum(axis=1), 0)
    ways[moves[8 * start : 8 * start + 8]] -= 1
    path = np.full(len(board), start)
    tried = np.full(len(board), -1)
    state = np.array([0, 0, 0, RUNNING])
    kind, values, switches = _tie_values(search)
    rules = np.array([len(board), kind, search.backtracking, _limit(search)])
    given = [state, path, rules, moves, taken, ways, tried, values, switches]
    return _run_loop(warnsdorff, given, board)


def _tie_values(search: WarnsdorffSearch) -> tuple[int, NDArray[np.int64], NDArray[np.int64]]:
    """Return how ties are broken: by what, the values, the squares where the order changes."""
    board, never = search.board, np.array([-1])
    if search.tie_break == "random":
        return BY_DEPTH, search.draws.ravel(), never
    if search.tie_break == "roth":
        return BY_SQUARE, search.distances.max() - search.distances, never
    if search.tie_break == "pohl":
        return BY_SECOND_LEVEL, never, never
    if search.tie_break == "squirrel-cull":
        orders, switches = squirrel_cull_orders(board.rows)
        values = [order.index(step) for order in orders for step in search.order]
        return BY_PHASE, np.array(values), np.array([*map(board.index, switches), -1])
    return BY_SQUARE, np.zeros(board.size, dtype=np.int64), never


def _run_loop(run: Any, given: list[Any], board: Board, prune: bool = False) -> Iterator[Chunk]:
    """Call a loop again and again until its search ends, and yield what it wrote.

    The loop is given its state (the top of the path first, why it stopped last), the path, and
    whatever else it needs.
    """
    compiled, dtype = compiled_loops_available(), event_type(board)
    if not compiled:  # lists are faster than arrays where every index is interpreted
        given = [argument.tolist() for argument in given]
    length = chunk_length(board) if compiled else chunk_length(board) // 4
    state, path = given[:2]
    previous, previous_pruned = -1, False
    while state[-1] in (RUNNING, FOUND):
        before = np.array(path[: state[0] + 1], dtype=dtype)
        events: Any = np.empty(length, dtype=dtype)
        pruned: Any = np.zeros(len(events) if prune else 0, dtype=bool)
        if not compiled:
            events, pruned = events.tolist(), pruned.tolist()
        written = run(*given, events, pruned)
        done = np.array(events[:written], dtype=dtype)
        marks = np.append(previous_pruned, pruned[:written]).astype(bool) if prune else None
        yield Chunk(before, previous, done, marks, STATUS[state[-1]])
        if written:
            previous, previous_pruned = int(done[-1]), prune and bool(pruned[written - 1])


def _interpreted_chunks(search: Search) -> Iterator[Chunk]:
    """Do what the loop does, without pruning, in the fastest plain Python."""
    board, dtype = search.board, event_type(search.board)
    moves = [[to for to in row if to >= 0] for row in board.neighbours(search.order).tolist()]
    free = board.free.tolist()
    ends = _may_end(search).tolist()
    squares, length, limit = len(board), chunk_length(board), _limit(search)
    square = board.index(search.start)
    free[square] = False
    path, scan = [square], iter(moves[square])
    scans: list[Iterator[int]] = []
    nodes, previous, reason = 0, -1, RUNNING
    while reason in (RUNNING, FOUND):
        before = np.array(path, dtype=dtype)
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
            scan = iter(moves[square])
            events.append(square)
            if len(path) == squares and ends[square]:
                reason = FOUND
                break
        yield Chunk(before, previous, np.array(events, dtype=dtype), None, STATUS[reason])
        previous = events[-1] if events else previous


def _limit(search: Search) -> int:
    return NO_LIMIT if search.node_limit is None else min(search.node_limit, NO_LIMIT)


def _may_end(search: Search) -> NDArray[np.bool_]:
    """Tell for every square index whether a tour may end there."""
    board = search.board
    mask = np.full(board.size, not search.closed)
    if search.closed and len(board) > 2:
        mask[[board.index(square) for square in board.moves(search.start)]] = True
    return mask


def loop(function: Any) -> Any:
    """Compile a loop if Numba is there."""
    return jit(function) if compiled_loops_available() else function


def _padded_moves(board: Board, order: MoveOrder) -> NDArray[np.int64]:
    """Return the flat table of moves: nine entries a square, legal moves before sentinels."""
    moves = np.full((board.size, WIDTH), board.size, dtype=np.int64)
    filled = np.zeros(board.size, dtype=np.int64)
    for targets in board.neighbours(order).T:
        legal = np.flatnonzero(targets >= 0)
        moves[legal, filled[legal]] = targets[legal]
        filled[legal] += 1
    return moves.ravel()


@loop
def depth_first(state, path, rules, moves, taken, may_end, following, ways, events, pruned):
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
def take_away(moves, taken, ways, square):
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
def give_back_way(moves, taken, ways, square):
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
def has_free(moves, taken, square):
    """Tell whether a square has a free neighbour."""
    place = square * WIDTH
    while taken[moves[place]]:
        place += 1
    return moves[place] < len(taken) - 1


@loop
def count_events(
    events, leaves_pruned, previous, depth, squares, visits, dead_ends, nodes_by_depth
):
    """Add up events by square and by depth; see ``Tally`` for what is returned."""
    pruned = non_closing = 0
    lowest_return = least = squares
    greatest = 0
    for step in range(len(events)):
        event = events[step]
        if event >= 0:
            depth += 1
            visits[event] += 1
            nodes_by_depth[depth] += 1
        else:
            if previous >= 0:
                if depth == squares:
                    non_closing += 1
                elif leaves_pruned[step]:
                    pruned += 1
                else:
                    dead_ends[previous] += 1
            depth -= 1
            lowest_return = min(lowest_return, depth)
        least, greatest = min(least, depth), max(greatest, depth)
        previous = event
    return pruned, non_closing, lowest_return, least, greatest


@loop
def warnsdorff(state, path, rules, moves, taken, ways, tried, values, switches, events, pruned):
    """Search on, the fewest ways on first, and return how many events were written.

    moves: eight entries a square, by place in the order, with a taken square where none leads.
    tried: for each square of the path, the key of the move taken last. A key is ways on, tie
    value and place in one number, so the next move is the one with the least key above it.
    state: top of the path, squares entered so far, phase, why it stopped.
    rules: squares on the board, how ties are broken, whether to go back, the largest number of
    squares to enter.
    """
    top, nodes, phase = state[0], state[1], state[2]
    squares, kind, backtracking, node_limit = rules[0], rules[1], rules[2], rules[3]
    reason = RUNNING
    written = 0
    while written < len(events):
        here = path[top]
        if here == switches[phase]:
            phase += 1
        best = NO_LIMIT
        square = -1
        for place in range(8):
            other = moves[8 * here + place]
            if taken[other]:
                continue
            if kind == BY_SQUARE:
                tie = values[other]
            elif kind == BY_DEPTH:
                tie = values[8 * top + place]
            elif kind == BY_PHASE:
                tie = values[8 * phase + place]
            else:
                tie = ways_after(moves, taken, ways, other)
            key = (ways[other] * 2**34 + tie) * 8 + place
            if tried[top] < key < best:
                best = key
                square = other
        if square < 0:
            if not backtracking or top == 0:
                reason = SEARCHED if backtracking else STUCK
                break
            taken[here] = False
            for place in range(8):
                ways[moves[8 * here + place]] += 1
            tried[top] = -1
            top -= 1
            events[written] = -1
        else:
            if nodes == node_limit:
                reason = LIMIT
                break
            nodes += 1
            tried[top] = best
            top += 1
            path[top] = square
            taken[square] = True
            for place in range(8):
                ways[moves[8 * square + place]] -= 1
            events[written] = square
            if top + 1 == squares:
                written += 1
                reason = FOUND
                break
        written += 1
    state[0], state[1], state[2], state[3] = top, nodes, phase, reason
    return written


@loop
def ways_after(moves, taken, ways, square):
    """Sum, over the free neighbours of a square, the ways on from there."""
    total = 0
    for place in range(8):
        other = moves[8 * square + place]
        if not taken[other]:
            total += ways[other] - 1
    return total
