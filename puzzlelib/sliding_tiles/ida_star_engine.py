"""The loop of iterative-deepening A* over tables of costs that add up.

Compiled where Numba is installed, over arrays; else interpreted, over lists and bytes, which
Python reads faster. A table with two indices is flat in either.
"""

from __future__ import annotations

from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlelib.compiled import compiled_loops_available, jit
from puzzlelib.sliding_tiles.heuristics import TileCosts
from puzzlelib.sliding_tiles.pattern_database import PatternDatabase
from puzzlelib.sliding_tiles.pattern_table import Pattern
from puzzlelib.sliding_tiles.puzzle import MOVES, OPPOSITE, SlidingPuzzle, State

__all__ = [
    "CHUNK", "EXHAUSTED", "FOUND", "PAUSED", "Engine", "Rows", "Search", "Tables", "deepen",
    "new_rows",
]  # fmt: skip

EXHAUSTED, FOUND, PAUSED = range(3)
"""Why a loop stopped: nothing within the bound is left, goal taken, budget spent."""

COMPILED = compiled_loops_available()
CHUNK = 250_000 if COMPILED else 5_000  # boards taken: some 10 ms
NO_MOVE = 4  # in place of the start's move, and of its opposite
NOT_EXPANDED = -1  # in place of the next child
BEYOND = -1  # in place of a child's estimate: the board has no such child within the bound


class Tables(NamedTuple):
    """What a search reads: the plan of the board, and the cost of each pattern by its rank."""

    neighbours: Any  # by blank and move: the cell of the tile that moves, or -1
    opposite: Any  # by move: the move that takes it back
    goal: Any
    pattern: Any  # by tile: its index in Search.ranks
    weight: Any  # by tile: the change of the rank for each cell that it moves up
    passing: Any  # by tile and other: the change of the rank when it moves up past the other
    cost: Any  # by rank


class Search(NamedTuple):
    """A depth-first search below one bound, its stack included: it can pause and go on."""

    bound: int
    board: Any
    ranks: Any  # by pattern
    blanks: Any  # by depth, as all that follows
    moves: Any
    estimates: Any
    old_ranks: Any  # of the pattern whose tile moved last
    next_child: Any
    child_ranks: Any  # by depth and move
    child_estimates: Any  # by depth and move
    counts: Any  # depth, boards taken, boards generated, least f beyond the bound or 0


class Rows(NamedTuple):
    """One row for each board expanded, while there is room."""

    depth: NDArray[np.uint16]
    move: NDArray[np.uint8]
    excess: NDArray[np.uint8]  # of the least f of its children that is beyond the bound, or 0
    filled: NDArray[np.int64]


def loop(function: Any) -> Any:
    """Compile a loop if Numba is there."""
    return jit(function) if COMPILED else function


@loop
def same(board: Any, goal: Any) -> bool:
    """Tell whether two boards are equal."""
    for cell in range(len(board)):  # noqa: SIM110  # compiled loops know no all()
        if board[cell] != goal[cell]:
            return False
    return True


@loop
def deepen(tables: Any, search: Any, rows: Any, budget: int) -> int:
    """Search on until the goal is taken, ``budget`` boards are taken in all, or none is left."""
    neighbours, opposite, goal, pattern, weight, passing, cost = tables
    bound, board, ranks, blanks, moves, estimates, old_ranks = search[:7]
    next_child, child_ranks, child_estimates, counts = search[7:]
    depth, taken, generated, least_beyond = counts[0], counts[1], counts[2], counts[3]
    row, cells = rows.filled[0], len(board)
    outcome = PAUSED
    while outcome == PAUSED:
        blank, move = blanks[depth], next_child[depth]
        if move == NOT_EXPANDED:
            if taken == budget:
                break
            taken += 1
            least = 0
            if same(board, goal):
                outcome = FOUND
            for move in range(4 if outcome == PAUSED else 0):
                child, cell = 4 * depth + move, neighbours[4 * blank + move]
                child_estimates[child] = BEYOND
                if cell < 0 or move == opposite[moves[depth]]:
                    continue
                generated += 1
                tile = board[cell]
                old_rank = ranks[pattern[tile]]
                rank = old_rank + (blank - cell) * weight[tile]
                sign = 1 if blank > cell else -1
                for passed in range(min(blank, cell) + 1, max(blank, cell)):
                    rank += sign * passing[cells * tile + board[passed]]
                estimate = estimates[depth] + int(cost[rank]) - int(cost[old_rank])
                f = depth + 1 + estimate
                if f <= bound:
                    child_ranks[child], child_estimates[child] = rank, estimate
                elif least == 0 or f < least:
                    least = f
            next_child[depth] = 0
            if least and (least_beyond == 0 or least < least_beyond):
                least_beyond = least
            if row < len(rows.depth):
                rows.depth[row], rows.move[row] = depth, moves[depth]
                rows.excess[row] = least - bound if least else 0
                row += 1
        elif move < 4:
            next_child[depth] += 1
            child = 4 * depth + move
            if child_estimates[child] == BEYOND:
                continue
            depth += 1
            cell = neighbours[4 * blank + move]
            tile = board[cell]
            board[blank], board[cell] = tile, 0
            old_ranks[depth], ranks[pattern[tile]] = ranks[pattern[tile]], child_ranks[child]
            blanks[depth], moves[depth], estimates[depth] = cell, move, child_estimates[child]
            next_child[depth] = NOT_EXPANDED
        elif depth:
            cell = blanks[depth - 1]
            tile = board[cell]
            board[blank], board[cell] = tile, 0
            ranks[pattern[tile]] = old_ranks[depth]
            depth -= 1
        else:
            outcome = EXHAUSTED
    rows.filled[0] = row
    counts[0], counts[1], counts[2], counts[3] = depth, taken, generated, least_beyond
    return outcome


def laid_out(values: NDArray[Any]) -> Any:
    """Return values as the loop reads them fastest."""
    return values if COMPILED else values.tolist()


class Engine:
    """Depth-first searches for one goal with one heuristic.

    Parameters
    ----------
    puzzle : SlidingPuzzle
    goal : tuple of int
    heuristic : PatternDatabase or TileCosts
        What adds up over the tiles: costs of one tile each are patterns of one tile.
    order : str
        The order in which moves are tried.
    """

    def __init__(
        self,
        puzzle: SlidingPuzzle,
        goal: State,
        heuristic: PatternDatabase | TileCosts,
        order: str = "UDLR",
    ) -> None:
        if isinstance(heuristic, PatternDatabase):
            self.patterns, cost = heuristic.patterns, heuristic.table
        else:
            self.patterns = [Pattern(puzzle.cells, (tile,)) for tile in range(1, puzzle.cells)]
            cost = heuristic.costs[1:].ravel().astype(np.uint8)
        cost = np.append(cost, np.uint8(0))  # the rank of the tiles that are in no pattern
        pattern = np.full(puzzle.cells, len(self.patterns))
        weight = np.zeros(puzzle.cells, np.int64)
        passing = np.zeros((puzzle.cells, puzzle.cells), np.int64)
        for index, each in enumerate(self.patterns):
            tiles = list(each.tiles)
            pattern[tiles], weight[tiles] = index, each.weights
            passing[np.ix_(tiles, tiles)] = each.passing
        columns = [list(MOVES).index(move) for move in order]
        opposite = [order.index(OPPOSITE[move]) for move in order]
        self.tables = Tables(
            neighbours=laid_out(puzzle.neighbour_table[:, columns].ravel()),
            opposite=laid_out(np.array([*opposite, NO_MOVE])),
            goal=laid_out(np.array(goal)),
            pattern=laid_out(pattern),
            weight=laid_out(weight),
            passing=laid_out(passing.ravel()),
            cost=cost if COMPILED else cost.tobytes(),
        )

    def begin(self, start: State, bound: int, h: int) -> Search:
        """Return a search from the start, of estimate h, that has taken nothing yet."""
        firsts = list(accumulate(map(len, self.patterns), initial=0))
        ranks = firsts.copy()  # the last is the rank of the tiles that are in no pattern
        for i, pattern in enumerate(self.patterns):
            ranks[i] += pattern.rank([start.index(tile) for tile in pattern.tiles])
        blanks, moves, estimates, old_ranks, next_child = np.zeros((5, bound + 1), int)
        blanks[0], moves[0], estimates[0], next_child[0] = start.index(0), NO_MOVE, h, NOT_EXPANDED
        search = Search(
            bound=bound,
            board=np.array(start),
            ranks=np.array(ranks),
            blanks=blanks,
            moves=moves,
            estimates=estimates,
            old_ranks=old_ranks,
            next_child=next_child,
            child_ranks=np.zeros(4 * (bound + 1), int),
            child_estimates=np.zeros(4 * (bound + 1), int),
            counts=np.array([0, 0, 1, 0]),  # the start is generated
        )
        return Search(bound, *map(laid_out, search[1:]))


def new_rows(limit: int) -> Rows:
    """Return room for so many rows."""
    return Rows(
        np.empty(limit, np.uint16), np.empty(limit, np.uint8), np.empty(limit, np.uint8),
        np.zeros(1, np.int64),
    )  # fmt: skip
