"""What the sliding tiles lab folds away, each under the question that it answers."""

from __future__ import annotations

import math
from collections.abc import Generator, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import ipywidgets
import numpy as np

from puzzlelib.compiled import compiled_loops_available
from puzzlelib.sliding_tiles import HEURISTICS, SlidingPuzzle, distances
from puzzlelib.sliding_tiles.breadth_first import (
    BreadthFirstTrace,
    breadth_first_chunks,
    counted,
)
from puzzlelib.sliding_tiles.heuristics import MISLEADING
from puzzlelib.sliding_tiles.puzzle import State
from puzzlelib.sliding_tiles.visited import VISITED
from puzzlelib.sliding_tiles.whole_puzzle import Distances, stored_layer_sizes
from puzzlelib.views.lab import Question
from puzzlelib.views.picture import paragraphs, table
from puzzlelib.views.sliding_tiles.plots import plot_layers
from puzzlelib.views.sliding_tiles.searches import PATTERNS, default_limit, search_chunks

if TYPE_CHECKING:
    from puzzlelib.views.sliding_tiles.lab import SlidingTilesLab

__all__ = ["QUESTIONS"]

MOST_COUNTED: Final = 2_000_000
"""Puzzles of up to so many boards are counted layer by layer: a moment."""

CHUNK: Final = 2_000
"""Boards remembered between two reports of progress."""

COMPARED: Final = (
    ("breadth-first", ""),
    ("bidirectional", ""),
    *(("A*", heuristic) for heuristic in (*HEURISTICS, *MISLEADING)),
    ("greedy", "manhattan"),
    ("IDA*", "manhattan"),
    ("IDA*", PATTERNS),
)
"""Searches and their heuristics."""


class Heuristics(Question["SlidingTilesLab"]):
    """Every search on the board that is shown, side by side."""

    question = "What does a heuristic change?"
    head = (
        "search", "h(start)", "moves", "expanded", "generated", "largest frontier", "remembered",
    )  # fmt: skip

    def __init__(self, lab: SlidingTilesLab) -> None:
        self.table = ipywidgets.HTML()
        self.rows: list[list[str]] = []
        self.of: tuple[Any, ...] = ()
        compare = lab.form(lab.button("Compare all searches on this board", self.compare))
        super().__init__(lab, compare, self.table)

    def refresh(self) -> None:
        if self.of != self.lab.board:
            self.table.value = ""

    def compare(self) -> None:
        self.rows, self.of = [], self.lab.board
        self.lab.run(self._tries(), progress=str, done=lambda _: None)

    def _tries(self) -> Iterator[str]:
        puzzle, start, goal = self.of
        own = self.lab.heuristic.value
        for algorithm, heuristic in (*COMPARED, *[("A*", own)] * callable(own)):
            if heuristic == "walking-distance" and max(puzzle.rows, puzzle.columns) > 4:
                continue
            name = algorithm + f", {getattr(heuristic, '__name__', heuristic)}" * bool(heuristic)
            limit = default_limit(algorithm)
            search = search_chunks(puzzle, start, goal, algorithm, heuristic, limit)
            trace = yield from _named(name, search)
            h = getattr(trace, "heuristic", None)
            self.rows.append([name, str(h(start)) if h else "", *_costs(trace)])
            self.table.value = table(self.head, self.rows)


def _costs(trace: Any) -> list[str]:
    """Return moves, boards expanded and generated, the largest frontier, boards remembered.

    IDA* has no frontier and remembers only its path.
    """
    moves = str(len(trace.moves)) if trace.status == "found" else "gave up"
    counts = [trace.expanded, trace.generated]
    if "frontier" in trace.series:
        counts += [int(trace.series["frontier"].max()), trace.discovered]
    else:
        counts += [0, int(trace.series["depth"].max()) + 1]
    return [moves, *(f"{count:,}" for count in counts)]


class WholePuzzle(Question["SlidingTilesLab"]):
    """All boards by their distance from the goal, and where the board that is shown stands."""

    question = "How large is the whole puzzle?"

    def __init__(self, lab: SlidingTilesLab) -> None:
        self.answer = ipywidgets.HTML()
        self.of: tuple[Any, ...] = ()
        super().__init__(lab, self.answer)

    def refresh(self) -> None:
        if self.of != self.lab.board:
            self.of = self.lab.board
            self.answer.value = whole_puzzle(*self.of)


def whole_puzzle(puzzle: SlidingPuzzle, start: State, goal: State) -> str:
    """Draw the layers of a puzzle that can be counted in a moment, and place a board in them."""
    if 1 in (puzzle.rows, puzzle.columns):
        return paragraphs(f"One cell wide, the tiles keep their order: {puzzle.cells} boards.")
    orders = math.factorial(puzzle.cells)
    lead = f"{orders:,} orders of the tiles; half of them, {orders // 2:,}, can become the goal."
    if (puzzle.rows, puzzle.columns, goal) == (3, 4, puzzle.goals()[0]):
        stored = "The layers took half a minute to count, so they are stored."
        return paragraphs(lead, stored) + plot_layers(stored_layer_sizes()).html()
    if orders // 2 > MOST_COUNTED:
        return paragraphs(lead, "They are too many to count layer by layer here.")
    known = _distances(puzzle, goal)
    layers = np.bincount(known.moves).tolist()
    moves = known[start]
    place = (
        f"This board is {counted(moves, 'move')} from the goal; so are "
        f"{layers[moves] - 1:,} others. No board is farther away than {len(layers) - 1}."
    )
    return paragraphs(lead, place) + plot_layers(layers, here=moves).html()


@lru_cache(maxsize=2)
def _distances(puzzle: SlidingPuzzle, goal: State) -> Distances:
    return distances(puzzle, goal)


class Visited(Question["SlidingTilesLab"]):
    """The boards of the search, remembered in three ways."""

    question = "How does the search know what it has seen?"
    head = ("visited as", "boards", "look-ups", "keys looked at", "most in one look-up", "bytes")

    def __init__(self, lab: SlidingTilesLab) -> None:
        self.table = ipywidgets.HTML()
        words = paragraphs(
            "A search asks for every board it builds: was it seen? An unbalanced binary search "
            "tree, Python's set and one bit for every order of the tiles give the same answers."
        )
        compare = lab.form(lab.button("Compare them in breadth-first search", self.compare))
        super().__init__(lab, ipywidgets.HTML(words), compare, self.table)

    def compare(self) -> None:
        self.lab.run(self._tries(), progress=str, done=lambda _: None)

    def _tries(self) -> Iterator[str]:
        puzzle, start, goal = self.lab.board
        search = breadth_first_chunks(puzzle, start, goal, node_limit=self.lab.limit.value)
        trace: BreadthFirstTrace = yield from _named("Searching", search)
        boards = list(trace.looked_up())
        rows = []
        for name, structure in VISITED.items():
            visited, new = structure(puzzle), 0
            for done in range(0, len(boards), CHUNK):
                new += sum(map(visited.add, boards[done : done + CHUNK]))
                yield f"{name}: {done:,} of {len(boards):,} look-ups"
            counts = (new, len(boards), visited.comparisons, visited.depth, visited.bytes)
            rows.append([name, *(f"{count:,}" for count in counts)])
            self.table.value = table(self.head, rows)


def _named(name: str, chunks: Generator[int, None, Any]) -> Generator[str, None, Any]:
    """Yield how far a search is in words, and return its trace."""
    while True:
        try:
            yield f"{name}: {next(chunks):,} boards"
        except StopIteration as end:
            return end.value


class AnotherSize(Question["SlidingTilesLab"]):
    """Boards of other sizes."""

    question = "Another size?"

    def __init__(self, lab: SlidingTilesLab) -> None:
        self.rows = lab.number("Rows", lab.puzzle.rows, low=1, high=16)
        self.columns = lab.number("Columns", lab.puzzle.columns, low=1, high=16)
        super().__init__(lab, lab.form(self.rows, self.columns, lab.button("Make it", self.make)))

    def make(self) -> None:
        self.lab.resize(SlidingPuzzle(self.rows.value, self.columns.value))


class Limit(Question["SlidingTilesLab"]):
    """The budget."""

    question = "How long may it take?"

    def __init__(self, lab: SlidingTilesLab) -> None:
        words = ["A search that reaches this limit gives up. That proves nothing."]
        if not compiled_loops_available():
            words.append("Without Numba here, searches are slower, and the limit of IDA* is lower.")
        search = lab.button("Search again", lab.search)
        super().__init__(lab, ipywidgets.HTML(paragraphs(*words)), lab.form(lab.limit, search))


QUESTIONS: Final = (Heuristics, WholePuzzle, Visited, AnotherSize, Limit)
