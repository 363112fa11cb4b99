"""The searches that the lab offers, behind one call."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import lru_cache
from typing import Any, Final, TypeAlias

from puzzlelib.compiled import compiled_loops_available
from puzzlelib.sliding_tiles import HEURISTICS, PatternDatabase, SlidingPuzzle
from puzzlelib.sliding_tiles.bidirectional import BidirectionalTrace, bidirectional_chunks
from puzzlelib.sliding_tiles.breadth_first import BreadthFirstTrace, breadth_first_chunks
from puzzlelib.sliding_tiles.heuristic_search import (
    BestFirstTrace,
    a_star_chunks,
    greedy_best_first_chunks,
)
from puzzlelib.sliding_tiles.heuristics import MISLEADING, Heuristic
from puzzlelib.sliding_tiles.ida_star import IdaStarTrace, ida_star_chunks
from puzzlelib.sliding_tiles.puzzle import State

__all__ = [
    "ALGORITHMS",
    "HEURISTIC_NAMES",
    "INFORMED",
    "PATTERNS",
    "SearchTrace",
    "default_limit",
    "pattern_database",
    "progress",
    "search_chunks",
    "with_result",
]

SearchTrace: TypeAlias = BreadthFirstTrace | BidirectionalTrace | BestFirstTrace | IdaStarTrace

ALGORITHMS: Final[dict[str, Callable[..., Generator[int, None, Any]]]] = {
    "breadth-first": breadth_first_chunks,
    "bidirectional": bidirectional_chunks,
    "greedy": greedy_best_first_chunks,
    "A*": a_star_chunks,
    "IDA*": ida_star_chunks,
}
INFORMED: Final = ("greedy", "A*", "IDA*")
"""Those that take a heuristic."""

PATTERNS: Final = "pattern database"
HEURISTIC_NAMES: Final = (*HEURISTICS, PATTERNS, *MISLEADING)


def default_limit(algorithm: str) -> int:
    """Return how many boards to expand at most: more than the 181,440 of the 8-puzzle.

    That takes a few hundred megabytes. IDA* remembers only its path: its limit is a few seconds.
    """
    if algorithm != "IDA*":
        return 200_000
    return 20_000_000 if compiled_loops_available() else 300_000


@lru_cache(maxsize=4)
def pattern_database(puzzle: SlidingPuzzle, goal: State) -> PatternDatabase:
    """Return the pattern database for a goal; built once, which takes up to a few seconds."""
    return PatternDatabase(puzzle, goal)


def search_chunks(
    puzzle: SlidingPuzzle,
    start: State,
    goal: State,
    algorithm: str,
    heuristic: str | Heuristic,
    node_limit: int,
) -> Generator[int, None, SearchTrace]:
    """Run a search: yield how many boards are done, again and again, and return its trace.

    The heuristic is left aside by a search that takes none.
    """
    yield 0
    options: dict[str, Any] = {"node_limit": node_limit}
    if algorithm in INFORMED:
        known = heuristic != PATTERNS
        options["heuristic"] = heuristic if known else pattern_database(puzzle, goal)
    trace: SearchTrace = yield from ALGORITHMS[algorithm](puzzle, start, goal, **options)
    return trace


def with_result(chunks: Generator[Any, None, Any]) -> Iterator[Any]:
    """Yield what a generator yields, and at last what it returns.

    >>> *_, trace = with_result(breadth_first_chunks(SlidingPuzzle(2, 2), "0132"))
    >>> trace.moves
    'LU'
    """
    yield (yield from chunks)


def progress(chunk: Any) -> str:
    """Say how far a search is, of what ``with_result`` yields."""
    if not isinstance(chunk, int):
        return "Done"
    return f"{chunk:,} boards" if chunk else "Starting; a search compiles its loop once …"
