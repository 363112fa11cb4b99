"""The blocks that a construction cuts a board into, their tours, and the edges to exchange."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlelib.knights_tour.board import Board, Square
from puzzlelib.knights_tour.existence import NoTour

__all__ = ["Plan", "block_tour", "following", "plan_blocks"]

Squares = NDArray[np.int32]
"""(squares, 2): rows and columns."""

Positions = NDArray[np.int64]
"""Indices into an array of squares."""

Join = tuple[int, int, int, int]
"""Positions a, b, c, d of squares: the moves a-b and c-d give way to a-c and b-d."""

BLOCK_LENGTH = {3: 4, 4: 3}
"""How long a block is along a board with 3 or 4 rows; on wider boards 6, both ways."""

HOME_LENGTH = {3: 9, 4: 5}
"""How long the block with the start is at least; on wider boards 6, both ways."""

ATTEMPTS = 100
"""How many tours of the blocks to try; a second is rarely needed."""

STRIP_OF_3 = [
    [1, 4, 7, 10],
    [12, 9, 2, 5],
    [3, 6, 11, 8],
]
"""A path. On three rows no two closed tours can be joined, but this path can go, as a whole,
in place of a move to the left of it, and it has such a move itself."""

STRIP_OF_4 = [
    [1, 7, 3],
    [4, 10, 6],
    [12, 2, 8],
    [9, 5, 11],
]
"""Two closed loops of six squares: a board with four rows has no closed tour."""


@dataclass(frozen=True)
class Plan:
    """Loops that cover a board, and the exchanges that make one of them.

    Attributes
    ----------
    squares : (N, 2) int32 array
        Every square once, loop after loop; the first square is the start of the tour.
    starts : (loops,) int64 array
        Where each loop starts in ``squares``.
    joins : (loops - 1, 4) int64 array
        Positions a, b, c, d in ``squares``: the moves a-b and c-d give way to a-c and b-d. A
        loop that is only a path has no move from its last square to its first; as c and d
        these two put the whole path in place of a-b.
    blocks : (blocks, 4) int64 array
        The top row, the left column, the number of rows and of columns of each block.
    """

    squares: Squares
    starts: Positions
    joins: Positions
    blocks: Positions


def plan_blocks(board: Board, start: Square, closed: bool) -> Plan:
    """Cut a board that has a tour into blocks, and find the moves that join their loops.

    Raises
    ------
    NoTour
        If a search to the end shows that no such tour has that start.
    """
    if board.rows > board.columns:
        plan = plan_blocks(Board(board.columns, board.rows), (start[1], start[0]), closed)
        return replace(plan, squares=plan.squares[:, ::-1], blocks=plan.blocks[:, [1, 0, 3, 2]])
    layout = _Layout(board, start)
    for seed in range(ATTEMPTS):
        with suppress(_NotJoined):
            return _plan(layout, layout.find_loops(start, closed, seed))
    raise RuntimeError(f"no two tours of the blocks of {board} could be joined")


def following(starts: Positions, size: int) -> Positions:
    """Return for each position the next one in its loop, where loops lie one after another.

    >>> following(np.array([0, 3]), 5)
    array([1, 2, 0, 4, 3])
    """
    after = np.arange(1, size + 1)
    after[np.append(starts[1:], size) - 1] = starts
    return after


class _Layout:
    """A grid of blocks around the home block, the one that holds the start.

    Blocks are of a kind if they lie alike, before, beside or after the home block by rows and
    by columns: they have the same shape, and will have the same loops. The kind of the home
    block is 0. All arrays have one entry a block.
    """

    def __init__(self, board: Board, start: Square) -> None:
        length, least = BLOCK_LENGTH.get(board.rows, 6), HOME_LENGTH.get(board.rows, 6)
        heights, home_row = _cut(board.rows, start[0], 6, 6)
        widths, home_column = _cut(board.columns, start[1], length, least)
        row, column = np.indices((len(heights), len(widths))).reshape(2, -1)
        down, right = np.sign(row - home_row), np.sign(column - home_column)
        tops, lefts = heights.cumsum() - heights, widths.cumsum() - widths
        self.corners = np.stack([tops[row], lefts[column]], axis=1)
        self.shapes = np.stack([heights[row], widths[column]], axis=1)
        self.kinds = 3 * down + right
        self.towards_home = np.arange(len(row)) - np.where(right, right, down * len(widths))
        """The neighbour on the way home: along the row, then along the home block's column."""

    def find_loops(self, start: Square, closed: bool, seed: int) -> dict[int, _Loops]:
        """Find the loops of each kind of block; the home block's starts at ``start``."""
        examples = dict(zip(self.kinds.tolist(), range(len(self.kinds)), strict=True))
        loops = {
            kind: _side_loops(self.board_of(example), kind < 0, seed)
            for kind, example in examples.items()
            if kind != 0
        }
        home = examples[0]
        top, left = self.corners[home].tolist()
        inside = (start[0] - top, start[1] - left)
        loops[0] = _Loops(block_tour(self.board_of(home), inside, closed, seed))
        return loops

    def board_of(self, block: int) -> Board:
        rows, columns = self.shapes[block].tolist()
        return Board(rows, columns)


def _cut(length: int, inside: int, block: int, least: int) -> tuple[Positions, int]:
    """Cut a side into blocks and one home block, at least ``least`` long, around ``inside``.

    Return the lengths and the place of the home block.

    >>> _cut(28, 15, 6, 6)
    (array([ 6,  6, 10,  6]), 2)
    """
    home = length if length < least + block else least + (length - least) % block
    others = (length - home) // block
    before = min(inside // block, others)
    return np.array([block] * before + [home] + [block] * (others - before)), before


class _Loops:
    """The loops of a block, one after another, in rows and columns of the block."""

    def __init__(self, *loops: Squares) -> None:
        self.squares: Squares = np.concatenate(loops)
        self.starts = np.cumsum([0, *map(len, loops[:-1])])
        self.after = following(self.starts, len(self.squares))
        self.moves = _is_move(self.squares, self.squares[self.after])
        # Moves, by where they start, that an exchange takes on the way home and outwards. Several
        # may be noted on the way home, for blocks of a kind that lie next to different kinds.
        self.homewards = np.zeros(len(self.squares), dtype=bool)
        self.outwards = np.zeros(len(self.squares), dtype=bool)

    def exchange(self, far: _Loops, loop: Positions, shift: Positions) -> Join:
        """Find a join with one loop of a block that lies ``shift`` from here, and note its moves.

        The loop gives one of its moves or, if it is only a path, the one that it lacks.
        """
        a, b = self.squares[:, None], self.squares[self.after][:, None]
        c, d = far.squares[loop] + shift, far.squares[far.after[loop]] + shift
        parallel = _is_move(a, c) & _is_move(b, d)
        possible = parallel | (_is_move(a, d) & _is_move(b, c))
        possible &= (self.moves & ~self.homewards & ~self.outwards)[:, None]
        possible &= (far.moves[loop] == far.moves[loop].all()) & ~far.outwards[loop]
        if self is far:  # one move cannot serve both sides
            possible[loop, np.arange(len(loop))] = False
        if not possible.any():
            raise _NotJoined
        i, k = np.argwhere(possible)[0].tolist()
        j = int(loop[k])
        self.outwards[i] = far.homewards[j] = True
        ends = (j, int(far.after[j]))
        return (i, int(self.after[i]), *(ends if parallel[i, k] else ends[::-1]))


class _NotJoined(Exception):
    """These tours have no moves side by side: try others."""


def _is_move(here: NDArray[Any], there: NDArray[Any]) -> NDArray[np.bool_]:
    steps = np.abs(here - there)
    return np.asarray(steps[..., 0] * steps[..., 1] == 2)


@lru_cache(maxsize=64)
def _side_squares(block: Board, seed: int) -> tuple[Squares, ...]:
    if block.rows == 3:
        return (_in_order(STRIP_OF_3),)
    if block.rows == 4:
        return tuple(np.split(_in_order(STRIP_OF_4), 2))
    return (block_tour(block, (0, 0), True, seed),)


def _side_loops(block: Board, before: bool, seed: int) -> _Loops:
    """Return the loops of a block that does not hold the start."""
    loops = _side_squares(block, seed)
    if block.rows == 3 and before:  # the ends of the path must face the home block
        loops = tuple(
            np.abs(loop - np.array([0, block.columns - 1], dtype=np.int32)) for loop in loops
        )
    return _Loops(*loops)


def _in_order(numbers: list[list[int]]) -> Squares:
    """Return the squares of a board in the order of the numbers on them."""
    grid = np.array(numbers)
    squares = np.stack(np.unravel_index(grid.argsort(axis=None), grid.shape), axis=1)
    return squares.astype(np.int32)


def _plan(layout: _Layout, loops: dict[int, _Loops]) -> Plan:
    """Lay out the loops of all blocks and join them."""
    corners = layout.corners.astype(np.int32)
    first = np.empty(len(layout.kinds), dtype=np.int64)
    squares: list[Squares] = []
    starts: list[Positions] = []
    filled = 0
    for kind in sorted(loops, key=abs):  # home first: there the tour begins
        own, blocks = loops[kind], np.flatnonzero(layout.kinds == kind)
        first[blocks] = filled + len(own.squares) * np.arange(len(blocks))
        squares.append((corners[blocks, None] + own.squares).reshape(-1, 2))
        starts.append((first[blocks, None] + own.starts).ravel())
        filled += len(squares[-1])
    return Plan(
        np.concatenate(squares),
        np.concatenate(starts),
        _joins(layout, loops, first),
        np.concatenate([layout.corners, layout.shapes], axis=1),
    )


def _joins(layout: _Layout, loops: dict[int, _Loops], first: Positions) -> Positions:
    """Join the loops of every block to the block next to it on the way home."""
    joins = [np.empty((0, 4), dtype=np.int64)]
    far = np.flatnonzero(layout.kinds)
    near = layout.towards_home[far]
    kinds = 9 * layout.kinds[near] + layout.kinds[far]
    for pair in sorted(set(kinds.tolist())):
        ours, theirs = near[kinds == pair], far[kinds == pair]
        here, there = loops[int(layout.kinds[ours[0]])], loops[int(layout.kinds[theirs[0]])]
        shift = layout.corners[theirs[0]] - layout.corners[ours[0]]
        for loop in np.split(np.arange(len(there.squares)), there.starts[1:]):
            join = here.exchange(there, loop, shift)
            joins.append(first[np.stack([ours, ours, theirs, theirs], axis=1)] + join)
    return np.concatenate(joins)


def block_tour(board: Board, start: Square, closed: bool, seed: int = 0) -> Squares:
    """Search a small board for a tour: Warnsdorff's rule with backtracking and restarts.

    An attempt that takes long was led astray by its first moves. So each attempt has a budget
    of squares entered, ties fall differently in the next one, and its budget is a little larger.

    Raises
    ------
    NoTour
        If an attempt within its budget searched everything.

    Examples
    --------
    >>> block_tour(Board(5, 6), (0, 0), closed=True).shape
    (30, 2)
    """
    moves = {square: board.moves(square) for square in board.squares}
    # Closed tours are found with the fewest steps from the middle, and then turned to the start.
    origin = (board.rows // 2, board.columns // 2) if closed else start
    ties = random.Random(seed)
    budget = 4 * len(board)
    while True:
        try:
            path = _attempt(moves, origin, closed, ties, budget)
            break
        except _OutOfBudget:
            budget = budget * 5 // 4
    if path is None:
        kind = "closed" if closed else "open"
        raise NoTour(f"no {kind} tour of {board} starts at {start}: a search to the end found none")
    turn = path.index(start)
    return np.array(path[turn:] + path[:turn], dtype=np.int32)


class _OutOfBudget(Exception):
    """An attempt took too long."""


def _attempt(
    moves: dict[Square, list[Square]],
    start: Square,
    closed: bool,
    ties: random.Random,
    budget: int,
) -> list[Square] | None:
    """Search depth first; None if everything was searched within the budget."""
    path, free = [start], set(moves) - {start}
    exits = {square: len(free.intersection(moves[square])) for square in moves}
    if closed:
        for square in moves[start]:
            exits[square] += 1  # the start is entered again at the end
    entered = 0

    def extend() -> bool:
        nonlocal entered
        here = path[-1]
        if not free:
            return not closed or start in moves[here]
        options = [target for target in moves[here] if target in free]
        for target in sorted(options, key=lambda square: (exits[square], ties.random())):
            entered += 1
            if entered > budget:
                raise _OutOfBudget
            enter(target)
            if not cuts_off(here, target) and extend():
                return True
            leave(target)
        return False

    def enter(square: Square) -> None:
        path.append(square)
        free.remove(square)
        for neighbour in moves[square]:
            exits[neighbour] -= 1

    def leave(square: Square) -> None:
        path.pop()
        free.add(square)
        for neighbour in moves[square]:
            exits[neighbour] += 1

    def cuts_off(left: Square, entered: Square) -> bool:
        """Tell whether a square beside the one left behind can no longer be passed through."""
        return any(
            exits[square] + (entered in moves[square]) < 1 + closed
            for square in moves[left]
            if square in free
        )

    return path if extend() else None
