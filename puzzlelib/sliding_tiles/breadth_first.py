"""Breadth-first search: a queue, the boards seen, and each board's parent."""

from __future__ import annotations

import sys
import time
from bisect import bisect_left
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, pairwise
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from puzzlelib.checks import check_limit
from puzzlelib.sliding_tiles.puzzle import Board, SlidingPuzzle, State
from puzzlelib.sliding_tiles.visited import SeenSet, Visited
from puzzlelib.trace import Frame, Status, Trace

__all__ = [
    "BreadthFirstFrame",
    "BreadthFirstTrace",
    "Child",
    "breadth_first",
    "breadth_first_chunks",
    "breadth_first_lesson",
]

SHOWN = 5
"""How many boards of either end of the queue a frame holds."""

TREE = 40
"""A frame holds the whole tree while it has fewer boards than this."""

MOST_NODES = 10_000_000
"""The budget of a search that was given none: about 1 GB."""

Result = TypeVar("Result")


class Child(NamedTuple):
    """A board made from the one expanded, by a move; ``label``: new, seen before or goal."""

    move: str
    state: State
    label: str


@dataclass(frozen=True)
class BreadthFirstFrame(Frame):
    """What the search knows after it has expanded ``step`` boards."""

    puzzle: SlidingPuzzle
    goal: State
    step: int
    state: State | None
    """The board that this step expanded; None before the first."""
    children: tuple[Child, ...]
    queue_head: tuple[State, ...]
    """The boards that are taken next."""
    queue_tail: tuple[State, ...]
    """The boards that joined last, as far as the head does not show them."""
    frontier: int
    """How many boards wait in the queue."""
    visited: int
    """How many different boards were ever put in the queue."""
    layers: tuple[int, ...]
    """How many of them are 0, 1, 2, ... moves from the start."""
    path: tuple[State, ...]
    """From the start to the board expanded."""
    tree: tuple[tuple[State, int], ...]
    """(board, index of its parent or -1) in queue order while there are few, else empty."""

    @property
    def depth(self) -> int:
        """How many moves the expanded board is from the start."""
        return max(len(self.path) - 1, 0)

    @property
    def status(self) -> Status | None:
        start_is_goal = self.step == 0 and self.path[0] == self.goal
        if start_is_goal or any(child.label == "goal" for child in self.children):
            return "found"
        return None if self.frontier else "exhausted"

    @property
    def caption(self) -> str:
        if self.state is None:
            if self.status == "found":
                return "The start is the goal: no move is needed."
            return "The start waits in the queue. Nothing is expanded yet."
        if self.status == "found":
            moves = counted(self.depth + 1, "move")
            return f"Goal found after {moves}. Layers come in order, so no way is shorter."
        if self.status == "exhausted":
            return f"The queue is empty: all {self.visited:,} boards within reach were seen."
        new = sum(child.label == "new" for child in self.children)
        seen = len(self.children) - new
        if self.step - 1 == sum(self.layers[: self.depth]):
            opening = f"Layer {self.depth} begins"
        else:
            opening = f"Expanded a board in layer {self.depth}"
        if not new:
            return f"{opening}: its neighbours were all seen before, so none joins the queue."
        joins = "it joins" if new == 1 else "they join"
        return f"{opening}: {new} new, so {joins} the queue; {seen} seen before."


def breadth_first_lesson(
    puzzle: SlidingPuzzle,
    start: State,
    goal: State,
    stop_at_goal: bool = True,
    visited: Visited | None = None,
) -> Iterator[BreadthFirstFrame]:
    """Search as the textbook does: expand boards in the order in which they were found.

    The goal is tested when a board is generated. Nothing leaves the queue: ``head`` moves along
    it, so that a parent is an index and the path is read backwards.
    """
    visited = visited or SeenSet(puzzle)
    visited.add(start)
    queue, parents, depths = [start], [-1], [0]

    def frame(step: int, children: Sequence[Child] = ()) -> BreadthFirstFrame:
        return _frame(puzzle, goal, step, children, queue.__getitem__, parents, depths)

    yield frame(0)
    if stop_at_goal and start == goal:
        return
    for head, state in enumerate(queue):
        children = []
        for move, child in puzzle.neighbours(state):
            if not visited.add(child):
                children.append(Child(move, child, "seen before"))
                continue
            queue.append(child)
            parents.append(head)
            depths.append(depths[head] + 1)
            children.append(Child(move, child, "goal" if child == goal else "new"))
            if stop_at_goal and child == goal:
                yield frame(head + 1, children)
                return
        yield frame(head + 1, children)


class BreadthFirstTrace(Trace[BreadthFirstFrame]):
    """A whole breadth-first search, one step a board expanded.

    Attributes
    ----------
    parents : (discovered,) int32
        For each board in discovery order, the index of the board that it was made from; -1: none.
    depths : (discovered,) uint8 or wider
        How many moves each board is from the start.
    seconds : float
        The time that the search took.
    """

    def __init__(
        self,
        puzzle: SlidingPuzzle,
        start: State,
        goal: State,
        words: NDArray[np.uint64],
        parents: NDArray[np.int32],
        depths: NDArray[np.integer[Any]],
        expanded: int,
        status: Status,
        seconds: float,
    ) -> None:
        self.puzzle, self.start, self.goal = puzzle, start, goal
        self.parents, self.depths = parents, depths
        self.expanded, self.status, self.seconds = expanded, status, seconds
        self._words = words

    def __len__(self) -> int:
        return self.expanded + 1

    @property
    def discovered(self) -> int:
        """The number of different boards put in the queue, start and goal included."""
        return len(self._words)

    @cached_property
    def generated(self) -> int:
        """The number of boards built, the start and duplicates included."""
        blanks = (self.boards(slice(self.expanded)) == 0).argmax(axis=1)
        children = np.array([len(slides) for slides in self.puzzle.slides])[blanks]
        if self.status == "found" and self.expanded:  # the last one's children end with the goal
            children[-1] = len(self._children(self.expanded))
        return 1 + int(children.sum())

    def looked_up(self) -> Iterator[State]:
        """Yield every board built, in order: what a visited structure is asked for."""
        yield self.start
        expanded = (tuple(board) for board in self.boards(slice(self.expanded)).tolist())
        children = (child for board in expanded for _, child in self.puzzle.neighbours(board))
        yield from islice(children, self.generated - 1)

    @cached_property
    def discovered_after(self) -> NDArray[np.int64]:
        """The number of boards discovered after 0, 1, 2, ... expansions."""
        return np.searchsorted(self.parents, np.arange(self.expanded + 1)).astype(np.int64)

    @property
    def layers(self) -> list[int]:
        """How many discovered boards are 0, 1, 2, ... moves from the start."""
        sizes: list[int] = np.bincount(self.depths).tolist()
        return sizes

    @property
    def states(self) -> NDArray[np.uint64]:
        """The boards in discovery order, packed by ``puzzle.pack``."""
        return self.puzzle.pack(self.boards())

    def board(self, index: int) -> State:
        """Return the board that was discovered as number ``index``."""
        return tuple(self.boards(slice(index, index + 1))[0].tolist())

    def boards(self, which: slice = slice(None)) -> NDArray[np.uint8]:
        """Return boards in discovery order, (n, cells)."""
        from puzzlelib.sliding_tiles.engine import from_words

        return from_words(self.puzzle, self._words[which])

    def frontier(self, step: int) -> NDArray[np.uint8]:
        """Return the boards that wait in the queue after ``step`` expansions, (n, cells)."""
        return self.boards(slice(step, int(self.discovered_after[step])))

    @cached_property
    def _goal_index(self) -> int | None:
        from puzzlelib.sliding_tiles.engine import to_words

        found = np.flatnonzero(self._words == to_words(self.puzzle, self.goal))
        return int(found[0]) if len(found) else None

    @cached_property
    def path(self) -> NDArray[np.int64] | None:
        """A shortest way from start to goal, (moves + 1, cells), or None if it was not found."""
        if self._goal_index is None:
            return None
        return np.array([self.board(i) for i in _way_from_root(self.parents, self._goal_index)])

    @property
    def moves(self) -> str | None:
        """The moves of ``path``, each named by the way its tile goes."""
        return None if self.path is None else self.puzzle.moves_along(self.path)

    def frame(self, step: int) -> BreadthFirstFrame:
        end = int(self.discovered_after[step])
        return _frame(
            self.puzzle,
            self.goal,
            step,
            self._children(step),
            self.board,
            self.parents[:end],
            self.depths[:end],
        )

    def _children(self, step: int) -> list[Child]:
        if step == 0:
            return []
        first, end = self.discovered_after[step - 1 : step + 1]
        found = {tuple(board) for board in self.boards(slice(first, end)).tolist()}
        children = []
        for move, state in self.puzzle.neighbours(self.board(step - 1)):
            label = "seen before" if state not in found else "goal" if state == self.goal else "new"
            children.append(Child(move, state, label))
            if step == self.expanded and self.status == "found" and label == "goal":
                break
        return children

    def _series(self) -> Mapping[str, NDArray[Any]]:
        steps = np.arange(len(self))
        return {
            "frontier": self.discovered_after - steps,
            "discovered": self.discovered_after,
            "depth": self.depths[np.maximum(steps - 1, 0)],
        }

    def _landmarks(self) -> Mapping[str, NDArray[np.int64]]:
        first_of_layer = np.flatnonzero(np.diff(self.depths[: self.expanded], prepend=-1))
        marks = {"layer starts": first_of_layer + 1}
        if self._goal_index is not None:
            marks["goal"] = np.array([self.parents[self._goal_index] + 1], dtype=np.int64)
        return marks


def breadth_first(
    puzzle: SlidingPuzzle,
    start: Board,
    goal: Board | None = None,
    stop_at_goal: bool = True,
    node_limit: int | None = None,
) -> BreadthFirstTrace:
    """Find a shortest way from start to goal, or see every board that can be reached.

    Parameters
    ----------
    puzzle : SlidingPuzzle
        Up to 16 cells.
    start, goal : board
        Whatever ``puzzle.parse`` reads; goal None: the usual goal that can be reached.
    stop_at_goal : bool
        Stop when the goal is generated; else search on until the queue is empty ("exhausted").
    node_limit : int, optional
        The largest number of boards to expand; then the status is "limit". None: ten million.

    Returns
    -------
    BreadthFirstTrace
        ``expanded`` counts every board taken from the queue, the one whose child is the goal
        included; ``discovered`` every different board put in it, start and goal included.

    Raises
    ------
    Unsolvable
        At once, if the goal cannot be reached.
    ValueError
        If a board or the limit makes no sense.

    Notes
    -----
    The goal is tested when generated; children come in the order U, D, L, R. Time and memory
    grow with the boards discovered: 13 bytes each.

    Examples
    --------
    >>> from puzzlelib.sliding_tiles import EIGHT_PUZZLE
    >>> trace = breadth_first(EIGHT_PUZZLE, "123456078")
    >>> trace.moves, trace.expanded, trace.discovered
    ('LL', 3, 7)
    >>> trace[2].caption
    'Layer 1 begins: 2 new, so they join the queue; 1 seen before.'
    """
    return finish(breadth_first_chunks(puzzle, start, goal, stop_at_goal, node_limit))


def breadth_first_chunks(
    puzzle: SlidingPuzzle,
    start: Board,
    goal: Board | None = None,
    stop_at_goal: bool = True,
    node_limit: int | None = None,
) -> Generator[int, None, BreadthFirstTrace]:
    """Run ``breadth_first``: yield how many boards are discovered after each layer, return it."""
    from puzzlelib.sliding_tiles.engine import queue_layers, to_words

    limit = check_node_limit(node_limit)
    first, last = puzzle.problem(start, goal)
    goal_word = to_words(puzzle, last)
    began = time.perf_counter()
    words, parents, sizes = [], [], []
    for layer in queue_layers(puzzle, first, limit):
        is_goal = layer.words == goal_word
        if found := stop_at_goal and bool(is_goal.any()):
            size = int(is_goal.argmax()) + 1
        else:
            size = len(layer.words)
        words.append(layer.words[:size])
        parents.append(layer.parents[:size].astype(np.int32))
        sizes.append(size)
        if found:
            break
        yield sum(sizes)
    discovered = sum(sizes)
    expanded = int(parents[-1][-1]) + 1 if found else min(discovered, limit)
    return BreadthFirstTrace(
        puzzle,
        first,
        last,
        np.concatenate(words),
        np.concatenate(parents),
        np.repeat(np.arange(len(sizes), dtype=np.min_scalar_type(len(sizes))), sizes),
        expanded,
        "found" if found else "exhausted" if expanded == discovered else "limit",
        time.perf_counter() - began,
    )


def finish(chunks: Generator[Any, None, Result]) -> Result:
    """Run a generator of chunks to its end and return its result."""
    while True:
        try:
            next(chunks)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]


def check_node_limit(node_limit: int | None, most: int = MOST_NODES) -> int:
    """Return the budget of a search: a whole number of at least 1; None: the most."""
    limit = check_limit("node_limit", node_limit)
    return min(most if limit is None else limit, sys.maxsize)  # islice takes no more


def _frame(
    puzzle: SlidingPuzzle,
    goal: State,
    step: int,
    children: Sequence[Child],
    board: Callable[[int], State],
    parents: Sequence[int] | NDArray[np.int32],
    depths: Sequence[int] | NDArray[np.integer[Any]],
) -> BreadthFirstFrame:
    """Build a frame from the columns up to this step; ``board(i)`` is board i of the queue."""
    visited = len(parents)
    expanded = max(step - 1, 0)
    starts = [bisect_left(depths, d) for d in range(int(depths[-1]) + 2)]
    return BreadthFirstFrame(
        puzzle=puzzle,
        goal=goal,
        step=step,
        state=board(expanded) if step else None,
        children=tuple(children),
        queue_head=tuple(board(i) for i in range(step, min(step + SHOWN, visited))),
        queue_tail=tuple(board(i) for i in range(max(visited - SHOWN, step + SHOWN), visited)),
        frontier=visited - step,
        visited=visited,
        layers=tuple(b - a for a, b in pairwise(starts)),
        path=tuple(board(i) for i in _way_from_root(parents, expanded)),
        tree=tuple((board(i), int(parents[i])) for i in range(visited)) if visited < TREE else (),
    )


def _way_from_root(parents: Sequence[int] | NDArray[np.int32], index: int) -> list[int]:
    way = [index]
    while parents[way[-1]] >= 0:
        way.append(int(parents[way[-1]]))
    return way[::-1]


def counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'s' * (number != 1)}"
