"""Checked exercises on sliding tiles: the 8-puzzle with the goal 123456780."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import pairwise
from numbers import Real
from operator import index
from typing import Any, Final

import numpy as np

from puzzlelib.exercises.report import Mistake, Report, as_list, compare, in_words, judge
from puzzlelib.sliding_tiles import EIGHT_PUZZLE, breadth_first, distances
from puzzlelib.sliding_tiles.heuristics import (
    manhattan,
    manhattan_with_blank,
    misplaced,
    misplaced_with_blank,
)
from puzzlelib.sliding_tiles.puzzle import State, inversions, smaller_before
from puzzlelib.sliding_tiles.whole_puzzle import Distances

__all__ = [
    "check_heuristic",
    "check_inversions",
    "check_manhattan",
    "check_neighbours",
    "check_queue_order",
    "check_read_back",
    "check_widest_layer",
]

GOAL: Final = "123456780"
SMALL: Final = "123576480"
"""A board six moves from the goal."""


def check_neighbours(attempt: Callable[[State], Any]) -> Report:
    """Check ``neighbours(board) -> boards``, in any order; a board is a tuple of nine numbers.

    >>> check_neighbours(lambda board: [])
    ✗ Not yet. <lambda>((1, 2, 3, 4, 5, 6, 7, 8, 0)) should be \
[(1, 2, 3, 4, 5, 0, 7, 8, 6), (1, 2, 3, 4, 5, 6, 7, 0, 8)], but yours gave [].
    Each tile beside, above or below the blank can slide into it.
    """
    return compare(
        attempt,
        lambda board: [after for _, after in EIGHT_PUZZLE.neighbours(board)],
        [(EIGHT_PUZZLE.parse(GOAL),), *_boards()],
        mistakes=[
            Mistake(
                _neighbours_round_the_edge,
                "A tile at the end of a row does not slide to the next row.",
            )
        ],
        hint="Each tile beside, above or below the blank can slide into it.",
        normal=lambda result: sorted(tuple(map(int, board)) for board in result),
    )


def _neighbours_round_the_edge(board: State) -> list[State]:
    blank, after = board.index(0), []
    for cell in (blank - 3, blank - 1, blank + 1, blank + 3):
        if 0 <= cell < 9:
            tiles = list(board)
            tiles[blank], tiles[cell] = tiles[cell], tiles[blank]
            after.append(tuple(tiles))
    return after


def check_inversions(attempt: Callable[[State], Any]) -> Report:
    """Check ``inversions(board) -> int``: pairs of tiles of which the larger stands first."""
    return compare(
        attempt,
        inversions,
        [(EIGHT_PUZZLE.parse(GOAL),), (EIGHT_PUZZLE.parse("213456780"),), *_boards()],
        mistakes=[
            Mistake(
                lambda board: sum(a > b for i, a in enumerate(board) for b in board[i + 1 :]),
                "The blank is no tile: leave it out.",
            ),
            Mistake(smaller_before, "These are the pairs in the right order."),
            Mistake(
                lambda board: sum(a > b > 0 for a, b in pairwise(board)),
                "All pairs count, not only neighbours.",
            ),
            Mistake(
                lambda board: sum(a > b for a, b in pairwise(board)),
                "All pairs count, not only neighbours; and the blank is no tile.",
            ),
        ],
        hint="Look at every pair of tiles, whatever stands between them.",
        normal=int,
    )


@in_words
def check_queue_order(boards: Sequence[Any]) -> Report:
    """Check which four boards breadth-first search expands first from 123576480."""
    trace = breadth_first(EIGHT_PUZZLE, SMALL, GOAL)
    truth = [trace[step].state for step in range(1, 5)]
    given = [EIGHT_PUZZLE.parse(board) for board in as_list(boards)]
    for number, (mine, right) in enumerate(zip(given, truth, strict=False), start=1):
        if mine != right:
            waiting = [EIGHT_PUZZLE.label(state) for state in trace[number - 1].queue_head]
            label = EIGHT_PUZZLE.label(mine)
            where = "it waits further back" if label in waiting else "it is not in the queue yet"
            return Report(False, f"Number {number} is not {label}: {where}. First in, first out.")
    return judge(
        len(given) == len(truth),
        "All four in order: first in, first out.",
        f"Right so far, but four boards are wanted, not {len(given)}.",
    )


def check_read_back(attempt: Callable[[list[int], int], Any]) -> Report:
    """Check ``path(parents, index) -> indices`` from the start, whose parent is -1, to index."""

    def path(parents: list[int], index: int) -> list[int]:
        way = []
        while index != -1:
            way.append(index)
            index = parents[index]
        return way[::-1]

    parents = breadth_first(EIGHT_PUZZLE, SMALL, GOAL).parents.tolist()
    small = [-1, 0, 0, 1, 1, 2]
    cases = [(small, 4), (small, 0), (small, 1), *((parents, i) for i in range(0, len(parents), 3))]
    return compare(
        attempt,
        path,
        cases,
        mistakes=[
            Mistake(lambda *case: path(*case)[::-1], "From the start to the board: turn it round."),
            Mistake(lambda *case: path(*case)[1:], "The start belongs to the path."),
            Mistake(lambda *case: path(*case)[:-1], "The board itself belongs to the path."),
        ],
        hint="Go from index to its parent, to that one's parent, until -1.",
        normal=list,
    )


@in_words
def check_widest_layer(depth: int) -> Report:
    """Check at how many moves from 123456780 there are the most boards."""
    depth, sizes = index(depth), np.bincount(_known().moves)
    if not 0 <= depth < len(sizes):
        return Report(False, f"No board is {depth} moves away: the farthest is {len(sizes) - 1}.")
    here = f"{sizes[depth]:,} boards are {depth} moves away"
    return judge(depth == int(np.argmax(sizes)), f"{here}, the most.", f"{here}: not the most.")


def check_manhattan(attempt: Callable[[State], Any]) -> Report:
    """Check ``manhattan(board) -> int``: rows and columns of each tile from its goal, added up."""
    goal = EIGHT_PUZZLE.parse(GOAL)
    return compare(
        attempt,
        manhattan(EIGHT_PUZZLE, goal),
        [(goal,), (EIGHT_PUZZLE.parse("120453786"),), *_boards()],
        mistakes=[
            *(
                Mistake(count(EIGHT_PUZZLE, goal), "This counts tiles, not steps.")
                for count in (misplaced, misplaced_with_blank)
            ),
            Mistake(
                manhattan_with_blank(EIGHT_PUZZLE, goal),
                "The blank seems to be counted: then one move changes two distances.",
            ),
            Mistake(
                lambda board: sum(abs(i - (tile - 1)) for i, tile in enumerate(board) if tile),
                "Cells are three in a row: take rows and columns apart with divmod(cell, 3).",
            ),
        ],
        hint="Tile t belongs in cell t - 1. Leave the blank out.",
        normal=int,
    )


def check_heuristic(heuristic: Callable[[State], Any]) -> Report:
    """Check an estimate of yours against the true distance of all 181,440 boards."""
    if not callable(heuristic):
        return Report(False, f"A function of a board is expected, but this is {heuristic!r}.")
    known, name = _known(), getattr(heuristic, "__name__", "your heuristic")
    total = 0
    for number in np.argsort(known.moves, kind="stable").tolist():
        board, moves = tuple(known.boards[number].tolist()), int(known.moves[number])
        try:
            estimate = heuristic(board)
        except NotImplementedError:
            return Report(False, f"{name} is still to be written.")
        except Exception as error:
            return Report(False, f"{name}({board}) raised {type(error).__name__}: {error}")
        if fault := _fault(estimate):
            return Report(False, f"{name}({board}) gave {fault}")
        if estimate > moves:
            label = EIGHT_PUZZLE.label(board)
            return Report(
                False,
                f"Not admissible: {label} is {moves} moves from the goal, {name} says {estimate}.",
            )
        total += estimate
    if not total:
        return Report(
            False,
            "Admissible, but 0 on every board: it says nothing. "
            "A* that knows nothing is breadth-first search.",
        )
    share = total / int(known.moves.sum())
    return Report(
        True,
        f"Admissible: never more than the truth on all {len(known):,} boards. "
        f"On average it knows {share:.0%} of the way.",
    )


def _fault(estimate: Any) -> str | None:
    """Say why an estimate is no number of moves."""
    if estimate is None or estimate is Ellipsis:
        return "nothing back: is there a return?"
    if not isinstance(estimate, Real) or estimate != estimate:
        return f"{estimate!r}, but a number of moves is expected."
    if estimate < 0:
        return f"{estimate}, but no board is fewer than 0 moves from the goal."
    return None


@cache
def _known() -> Distances:
    return distances(EIGHT_PUZZLE, GOAL)


def _boards() -> list[tuple[State]]:
    """Draw boards, the same every time."""
    return [(EIGHT_PUZZLE.random_state(seed=seed),) for seed in range(60)]
