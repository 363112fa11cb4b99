"""What each search costs on the 8-puzzle, by the depth of the solution."""

from __future__ import annotations

import csv
from collections.abc import Callable
from functools import cache, partial
from importlib.resources import files
from typing import Any, Final, NamedTuple

import numpy as np

from puzzlelib.sliding_tiles.bidirectional import bidirectional
from puzzlelib.sliding_tiles.breadth_first import breadth_first
from puzzlelib.sliding_tiles.heuristic_search import a_star, effective_branching_factor
from puzzlelib.sliding_tiles.puzzle import EIGHT_PUZZLE
from puzzlelib.sliding_tiles.whole_puzzle import Distances, distances

__all__ = ["SEARCHES", "SearchCost", "measure_search", "stored_search_costs"]

GOAL: Final = "123456780"

SEARCHES: Final[dict[str, Callable[..., Any]]] = {
    "breadth-first": breadth_first,
    "bidirectional": bidirectional,
    "A* misplaced": partial(a_star, heuristic="misplaced"),
    "A* manhattan": partial(a_star, heuristic="manhattan"),
    "A* linear-conflict": partial(a_star, heuristic="linear-conflict"),
    "A* walking-distance": partial(a_star, heuristic="walking-distance"),
}
"""What is compared: each is called with the puzzle, a start and a goal."""


class SearchCost(NamedTuple):
    """What a search costs on boards of the 8-puzzle that are ``depth`` moves from 123456780."""

    search: str
    """A name in ``SEARCHES``."""
    depth: int
    population: int
    """How many boards are that deep."""
    boards: int
    """How many of them were searched: all, or a random sample."""
    expanded: float
    """Their mean number of boards expanded."""
    generated: float
    """Their mean number of boards built, the start and duplicates included."""
    branching: float
    """The effective branching factor of that mean."""


def measure_search(name: str, depth: int, most: int | None = None) -> SearchCost:
    """Search from every board at a depth, or from a random sample, always the same one.

    Parameters
    ----------
    name : str
        A name in ``SEARCHES``.
    depth : int
        From 1 to 31.
    most : int, optional
        The largest number of boards to search from.

    Raises
    ------
    ValueError
        If there is no such search or depth.

    Examples
    --------
    >>> cost = measure_search("A* manhattan", depth=8)
    >>> cost.population, cost.boards, cost.generated, cost.branching
    (116, 116, 26.73, 1.258)
    """
    if name not in SEARCHES:
        raise ValueError(f"search must be one of {', '.join(SEARCHES)}, not {name!r}")
    if depth not in range(1, 32):
        raise ValueError(f"depth must be from 1 to 31, not {depth!r}")
    known = _distances()
    boards = known.boards[known.moves == depth]
    sample = np.random.default_rng(depth).permutation(boards)[:most]
    traces = (SEARCHES[name](EIGHT_PUZZLE, board, GOAL) for board in sample)
    counts = np.array([(trace.expanded, trace.generated) for trace in traces])
    expanded, generated = counts.mean(axis=0).round(2).tolist()
    branching = round(effective_branching_factor(generated, depth), 3)
    return SearchCost(name, depth, len(boards), len(sample), expanded, generated, branching)


@cache
def _distances() -> Distances:
    return distances(EIGHT_PUZZLE, GOAL)


def stored_search_costs() -> list[SearchCost]:
    """Return the stored table of ``measure_search``, for every search and depth.

    References
    ----------
    It extends the table in Russell and Norvig, Artificial Intelligence: A Modern Approach,
    section 3.6, whose goal is 012345678: the same puzzle, turned by half a circle.

    Examples
    --------
    >>> next(cost for cost in stored_search_costs() if cost.search == "A* manhattan").depth
    1
    """
    text = (files("puzzlelib.sliding_tiles") / "data" / "search_costs.csv").read_text("utf-8")
    return [
        SearchCost(row[0], *map(int, row[1:4]), *map(float, row[4:]))
        for row in list(csv.reader(text.splitlines()))[1:]
    ]
