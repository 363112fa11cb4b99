"""Best-first search with an estimate of what is left: A* and greedy."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from heapq import heappop, heappush
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlelib.compiled import compiled_loops_available
from puzzlelib.sliding_tiles.breadth_first import SHOWN, check_node_limit, counted, finish
from puzzlelib.sliding_tiles.heuristics import (
    Heuristic,
    LinearConflict,
    TileCosts,
    heuristic_from,
)
from puzzlelib.sliding_tiles.puzzle import Board, SlidingPuzzle, State
from puzzlelib.trace import Frame, Status, Trace

__all__ = [
    "BestFirstFrame",
    "BestFirstTrace",
    "Estimated",
    "Node",
    "a_star",
    "a_star_chunks",
    "best_first_lesson",
    "effective_branching_factor",
    "greedy_best_first",
    "greedy_best_first_chunks",
]

MOST_NODES = 2_000_000
"""The budget of a search that was given none: about 1 GB."""

CHUNK = 512
"""Steps of the lesson between two reports of its progress."""


class Estimated(NamedTuple):
    """A board in the queue, or made by a step.

    ``label`` of a child: new; shorter (a shorter way to a board seen before); seen before.
    """

    state: State
    g: int
    """Moves from the start."""
    h: int
    """The estimate of the moves that are left."""
    f: int
    """What the queue sorts by."""
    move: str = ""
    label: str = ""


@dataclass(frozen=True)
class BestFirstFrame(Frame):
    """What the search knows after it has taken ``step`` boards from its queue."""

    puzzle: SlidingPuzzle
    goal: State
    algorithm: str
    """A* (f = g + h) or greedy (f = h)."""
    step: int
    taken: Estimated | None
    """The board that this step took; None before the first."""
    children: tuple[Estimated, ...]
    queue_head: tuple[Estimated, ...]
    """The boards that are taken next, as things stand."""
    frontier: int
    """How many boards wait in the queue, each counted once."""
    visited: int
    """How many different boards were ever put in the queue."""
    generated: int
    """How many were built, the start and duplicates included."""
    path: tuple[State, ...]
    """From the start to the board taken."""

    @property
    def state(self) -> State | None:
        return self.taken.state if self.taken else None

    @property
    def depth(self) -> int:
        return self.taken.g if self.taken else 0

    @property
    def status(self) -> Status | None:
        if self.state == self.goal:
            return "found"
        return None if self.frontier else "impossible"

    @property
    def caption(self) -> str:
        if self.taken is None:
            return "The start waits in the queue. Nothing is expanded yet."
        g, h, f = self.taken.g, self.taken.h, self.taken.f
        if self.status == "found":
            if self.algorithm == "A*":
                return (
                    f"Goal taken after {counted(g, 'move')}: nothing in the queue has a smaller f."
                )
            return f"Goal taken after {counted(g, 'move')}. Greedy looks only ahead: fewer may do."
        chosen = f"Smallest f: {g} + {h} = {f}" if self.algorithm == "A*" else f"Smallest h: {h}"
        joined = sum(child.label != "seen before" for child in self.children)
        seen = len(self.children) - joined
        joins = "joins" if joined == 1 else "join"
        return f"{chosen}. So it is expanded: {joined} {joins} the queue, {seen} seen before."


class Node(NamedTuple):
    """A board with the way to it."""

    state: State
    parent: Node | None
    g: int
    h: int

    @property
    def path(self) -> list[State]:
        node: Node | None = self
        path = []
        while node:
            path.append(node.state)
            node = node.parent
        return path[::-1]


def best_first_lesson(
    puzzle: SlidingPuzzle, start: State, goal: State, h: Heuristic, algorithm: str = "A*"
) -> Iterator[BestFirstFrame]:
    """Always expand the board of least f: g + h in A*, h alone in greedy search.

    Among equals the one with larger g goes first, then the last one in. The goal is tested when
    taken. An entry is passed over if a shorter way to its board was found meanwhile.
    """
    f = RANKING[algorithm]
    node = Node(start, None, 0, h(start))
    best = {start: node}  # for every board seen, the shortest way so far
    expanded: set[State] = set()
    queue = [(f(node.g, node.h), 0, 0, node)]
    step, generated = 0, 1

    def frame(node: Node | None, children: Sequence[Estimated] = ()) -> BestFirstFrame:
        counts = (len(best) - len(expanded), len(best), generated)
        return _frame(puzzle, goal, algorithm, step, node, children, _front(queue, best), counts)

    yield frame(None)
    while queue:
        *_, node = heappop(queue)
        if best[node.state] is not node:
            continue
        step += 1
        expanded.add(node.state)
        if node.state == goal:
            yield frame(node)
            return
        children = []
        for move, state in puzzle.neighbours(node.state):
            child, label = Node(state, node, node.g + 1, h(state)), "seen before"
            rank = f(child.g, child.h)
            if state not in best or child.g < best[state].g:
                label = "shorter" if state in best else "new"
                best[state] = child
                expanded.discard(state)
                heappush(queue, (rank, -child.g, -generated, child))
            generated += 1
            children.append(Estimated(state, child.g, child.h, rank, move, label))
        yield frame(node, children)


RANKING: Final[dict[str, Callable[[int, int], int]]] = {
    "A*": lambda g, h: g + h,
    "greedy": lambda g, h: h,
}


def _frame(
    puzzle: SlidingPuzzle,
    goal: State,
    algorithm: str,
    step: int,
    node: Node | None,
    children: Sequence[Estimated],
    queue_head: tuple[Estimated, ...],
    counts: tuple[int, int, int],
) -> BestFirstFrame:
    """Build a frame of the lesson; before the first step no board is taken."""
    frontier, visited, generated = counts
    taken = node and Estimated(node.state, node.g, node.h, RANKING[algorithm](node.g, node.h))
    return BestFirstFrame(
        puzzle=puzzle,
        goal=goal,
        algorithm=algorithm,
        step=step,
        taken=taken,
        children=tuple(children),
        queue_head=queue_head,
        frontier=frontier,
        visited=visited,
        generated=generated,
        path=tuple(node.path) if node else (queue_head[0].state,),
    )


def _front(
    queue: list[tuple[int, int, int, Node]], best: Mapping[State, Node]
) -> tuple[Estimated, ...]:
    """Return the entries that are taken next, without sorting: a heap's least stand at its top."""
    front: list[Estimated] = []
    candidates = [(queue[0], 0)] if queue else []
    while candidates and len(front) < SHOWN:
        (rank, _, _, node), place = heappop(candidates)
        if best[node.state] is node:
            front.append(Estimated(node.state, node.g, node.h, rank))
        for below in (2 * place + 1, 2 * place + 2):
            if below < len(queue):
                heappush(candidates, (queue[below], below))
    return tuple(front)


class Columns(NamedTuple):
    """What was put in the queue, one row an entry, and the entry that each step took."""

    boards: NDArray[Any]
    parents: NDArray[np.int32]  # the entry that each was made from; -1: none
    first: NDArray[np.int32]  # the first entry of the same board
    g: NDArray[Any]
    h: NDArray[Any]
    taken: NDArray[np.int32]


class BestFirstTrace(Trace[BestFirstFrame]):
    """A whole run of A* or greedy search, one step a board taken from the queue.

    Attributes
    ----------
    algorithm : str
        "A*" or "greedy".
    expanded : int
        The boards taken, the goal left out.
    seconds : float
        The time that the search took.
    """

    def __init__(
        self,
        puzzle: SlidingPuzzle,
        goal: State,
        algorithm: str,
        heuristic: Heuristic,
        columns: Columns,
        seconds: float,
    ) -> None:
        self.puzzle, self.goal, self.algorithm = puzzle, goal, algorithm
        self.heuristic, self.seconds = heuristic, seconds
        self._columns = columns
        if self._state(int(columns.taken[-1])) == goal:
            self.status = "found"
        else:
            self.status = "limit" if self.series["frontier"][-1] else "impossible"
        self.expanded = len(columns.taken) - (self.status == "found")

    def __len__(self) -> int:
        return len(self._columns.taken) + 1

    @property
    def generated(self) -> int:
        """The number of boards built, the start and duplicates included."""
        return int(self._generated_after[-1])

    @property
    def discovered(self) -> int:
        """The number of different boards put in the queue."""
        return int(self.series["discovered"][-1])

    @cached_property
    def path(self) -> NDArray[np.int64] | None:
        """The way found from start to goal, (moves + 1, cells), or None."""
        if self.status != "found":
            return None
        return np.array(self._path(int(self._columns.taken[-1])))

    @property
    def moves(self) -> str | None:
        """The moves of ``path``, each named by the way its tile goes."""
        return None if self.path is None else self.puzzle.moves_along(self.path)

    def queue(self, step: int, most: int | None = None) -> list[Estimated]:
        """Return the boards that wait after ``step`` steps, in the order in which they would go."""
        columns = self._columns
        waiting = np.flatnonzero((self._pushed_at <= step) & (self._left_at > step))
        order = np.lexsort((-waiting, -columns.g[waiting], self._f[waiting]))
        return [self._estimated(int(entry)) for entry in waiting[order[:most]]]

    def frame(self, step: int) -> BestFirstFrame:
        entry = int(self._columns.taken[step - 1]) if step else 0
        return BestFirstFrame(
            puzzle=self.puzzle,
            goal=self.goal,
            algorithm=self.algorithm,
            step=step,
            taken=self._estimated(entry) if step else None,
            children=tuple(self._children(step, entry)) if step else (),
            queue_head=tuple(self.queue(step, SHOWN)),
            frontier=int(self.series["frontier"][step]),
            visited=int(self.series["discovered"][step]),
            generated=int(self.series["generated"][step]),
            path=tuple(self._path(entry)),
        )

    def _children(self, step: int, entry: int) -> Iterator[Estimated]:
        start, end = np.searchsorted(self._pushed_at, [step, step + 1])
        pushed = {self._state(i): i for i in range(start, end)}
        taken = self._estimated(entry)
        if taken.state == self.goal:
            return
        for move, state in self.puzzle.neighbours(taken.state):
            g, h = taken.g + 1, self.heuristic(state)
            label = "seen before"
            if state in pushed:
                is_first = self._columns.first[pushed[state]] == pushed[state]
                label = "new" if is_first else "shorter"
            yield Estimated(state, g, h, RANKING[self.algorithm](g, h), move, label)

    def _state(self, entry: int) -> State:
        return tuple(self._columns.boards[entry].tolist())

    def _estimated(self, entry: int) -> Estimated:
        g, h = self._columns.g[entry].item(), self._columns.h[entry].item()
        return Estimated(self._state(entry), g, h, RANKING[self.algorithm](g, h))

    def _path(self, entry: int) -> list[State]:
        path = []
        while entry >= 0:
            path.append(self._state(entry))
            entry = int(self._columns.parents[entry])
        return path[::-1]

    @cached_property
    def _f(self) -> NDArray[Any]:
        return np.asarray(RANKING[self.algorithm](self._columns.g, self._columns.h))  # type: ignore[arg-type]

    @cached_property
    def _taken_at(self) -> NDArray[np.int64]:
        """The step that took each entry; one beyond the last: none."""
        steps = np.full(len(self._columns.parents), len(self))
        steps[self._columns.taken] = np.arange(1, len(self))
        return steps

    @cached_property
    def _pushed_at(self) -> NDArray[np.int64]:
        """The step that put each entry in the queue: it took the parent. It never falls."""
        parents = self._columns.parents
        return np.where(parents < 0, 0, self._taken_at[parents])

    @cached_property
    def _left_at(self) -> NDArray[np.int64]:
        """The step at which each entry was taken, or a shorter way made it worthless."""
        left, first = self._taken_at.copy(), self._columns.first
        order = np.argsort(first, kind="stable")
        again = np.flatnonzero(np.diff(first[order]) == 0)
        earlier, later = order[again], order[again + 1]
        left[earlier] = np.minimum(left[earlier], self._pushed_at[later])
        return left

    def _series(self) -> Mapping[str, NDArray[Any]]:
        columns, steps = self._columns, np.arange(len(self))
        is_first = columns.first == np.arange(len(columns.first))
        entries = np.searchsorted(self._pushed_at, steps, side="right")
        left = np.searchsorted(np.sort(self._left_at), steps, side="right")
        taken = np.append(0, columns.taken)
        return {
            "frontier": entries - left,
            "discovered": np.cumsum(is_first)[entries - 1],
            "generated": self._generated_after,
            "f": self._f[taken],
            "g": columns.g[taken],
            "h": columns.h[taken],
        }

    @cached_property
    def _generated_after(self) -> NDArray[np.int64]:
        boards = self._columns.boards[self._columns.taken]
        degrees = np.array([len(slides) for slides in self.puzzle.slides])
        children = degrees[(boards == 0).argmax(axis=1)]
        children[(boards == self.goal).all(axis=1)] = 0
        return 1 + np.append(0, np.cumsum(children))

    def _landmarks(self) -> Mapping[str, NDArray[np.int64]]:
        f, h = self.series["f"], self.series["h"]
        marks = {
            "larger f": 1 + np.flatnonzero(f[1:] > np.maximum.accumulate(f)[:-1]),
            "closest so far": 1 + np.flatnonzero(h[1:] < np.minimum.accumulate(h)[:-1]),
        }
        if self.status == "found":
            marks["goal"] = np.array([len(self) - 1])
        return marks


def a_star(
    puzzle: SlidingPuzzle,
    start: Board,
    goal: Board | None = None,
    heuristic: str | Heuristic = "manhattan",
    node_limit: int | None = None,
) -> BestFirstTrace:
    """Find a way from start to goal, a shortest one if the heuristic is admissible.

    Parameters
    ----------
    puzzle : SlidingPuzzle
    start, goal : board
        Whatever ``puzzle.parse`` reads; goal None: the usual goal that can be reached.
    heuristic : str or function
        A name in ``HEURISTICS`` or ``MISLEADING``, or any ``h(state) -> int``.
    node_limit : int, optional
        The largest number of boards to take from the queue; then the status is "limit".
        None: two million.

    Returns
    -------
    BestFirstTrace
        ``expanded`` leaves the goal out; ``generated`` counts the start and every board built,
        duplicates included.

    Raises
    ------
    Unsolvable
        At once, if the goal cannot be reached.
    ValueError
        If a board, the heuristic or the limit makes no sense.

    Notes
    -----
    The goal is tested when taken. Among equal f the larger g goes first, then the last one in.
    A board is expanded again if a shorter way to it is found; with a consistent heuristic this
    never happens. Compiled for a heuristic made of tables, up to 16 cells; else the lesson runs.

    References
    ----------
    Hart, Nilsson and Raphael (1968), A formal basis for the heuristic determination of minimum
    cost paths, IEEE Transactions on Systems Science and Cybernetics 4.

    Examples
    --------
    >>> from puzzlelib.sliding_tiles import EIGHT_PUZZLE
    >>> trace = a_star(EIGHT_PUZZLE, "123456078")
    >>> trace.moves, trace.expanded, trace.generated
    ('LL', 2, 6)
    >>> trace[1].caption
    'Smallest f: 0 + 2 = 2. So it is expanded: 2 join the queue, 0 seen before.'
    """
    return finish(a_star_chunks(puzzle, start, goal, heuristic, node_limit))


def a_star_chunks(
    puzzle: SlidingPuzzle,
    start: Board,
    goal: Board | None = None,
    heuristic: str | Heuristic = "manhattan",
    node_limit: int | None = None,
) -> Generator[int, None, BestFirstTrace]:
    """Run ``a_star``: yield how many steps are done, again and again, and return its trace."""
    return _best_first_chunks(puzzle, start, goal, heuristic, node_limit, "A*")


def greedy_best_first(
    puzzle: SlidingPuzzle,
    start: Board,
    goal: Board | None = None,
    heuristic: str | Heuristic = "manhattan",
    node_limit: int | None = None,
) -> BestFirstTrace:
    """Find some way from start to goal: always expand the board that looks closest.

    Everything is as in ``a_star``, but the queue is sorted by h alone. The way is seldom a
    shortest one.

    Examples
    --------
    >>> from puzzlelib.sliding_tiles import EIGHT_PUZZLE
    >>> trace = greedy_best_first(EIGHT_PUZZLE, "871526340")
    >>> trace.expanded, len(trace.moves)  # the shortest way has 24 moves
    (188, 88)
    """
    return finish(greedy_best_first_chunks(puzzle, start, goal, heuristic, node_limit))


def greedy_best_first_chunks(
    puzzle: SlidingPuzzle,
    start: Board,
    goal: Board | None = None,
    heuristic: str | Heuristic = "manhattan",
    node_limit: int | None = None,
) -> Generator[int, None, BestFirstTrace]:
    """Run ``greedy_best_first``: yield how many steps are done, and return its trace."""
    return _best_first_chunks(puzzle, start, goal, heuristic, node_limit, "greedy")


def _best_first_chunks(
    puzzle: SlidingPuzzle,
    start: Board,
    goal: Board | None,
    heuristic: str | Heuristic,
    node_limit: int | None,
    algorithm: str,
) -> Generator[int, None, BestFirstTrace]:
    limit = check_node_limit(node_limit, MOST_NODES)
    first, last = puzzle.problem(start, goal)
    h = heuristic_from(puzzle, first, last, heuristic)
    began = time.perf_counter()
    columns = yield from (
        _compiled_columns(puzzle, first, last, h, limit, algorithm)
        or _lesson_columns(best_first_lesson(puzzle, first, last, h, algorithm), limit)
    )
    return BestFirstTrace(puzzle, last, algorithm, h, columns, time.perf_counter() - began)


def _compiled_columns(
    puzzle: SlidingPuzzle,
    start: State,
    goal: State,
    h: Heuristic,
    node_limit: int,
    algorithm: str,
) -> Generator[int, None, Columns] | None:
    """Return the compiled search, or None where there is none."""
    if not isinstance(h, TileCosts) or type(h) not in (TileCosts, LinearConflict):
        return None  # a class of somebody's own may have changed what it says
    tables = h.tables()
    if tables is None or puzzle.cells > 16 or not compiled_loops_available():
        return None
    from puzzlelib.sliding_tiles.best_first_engine import best_first_search
    from puzzlelib.sliding_tiles.engine import from_words

    def columns() -> Generator[int, None, Columns]:
        weight = RANKING[algorithm](1, 0)
        found = yield from best_first_search(puzzle, start, goal, tables, weight, node_limit)
        boards = from_words(puzzle, found.words.view(np.uint64))
        return Columns(boards, found.parents, found.first, found.g, found.h, found.taken)

    return columns()


def _lesson_columns(
    frames: Iterator[BestFirstFrame], node_limit: int
) -> Generator[int, None, Columns]:
    """Collect the columns from the lesson's frames."""
    rows: list[tuple[State, int, int, int, int]] = []
    taken: list[int] = []
    newest: dict[State, int] = {}
    first: dict[State, int] = {}

    def add(entry: Estimated, parent: int) -> None:
        newest[entry.state] = len(rows)
        first.setdefault(entry.state, len(rows))
        rows.append((entry.state, parent, first[entry.state], entry.g, entry.h))

    add(next(frames).queue_head[0], -1)
    for frame in itertools.islice(frames, node_limit):
        assert frame.taken is not None
        taken.append(newest[frame.taken.state])
        for child in frame.children:
            if child.label != "seen before":
                add(child, taken[-1])
        if frame.step % CHUNK == 0:
            yield frame.step
    boards, *numbers = zip(*rows, strict=True)
    parents, firsts, g, h = (np.array(column, dtype=np.int32) for column in numbers)
    return Columns(np.array(boards), parents, firsts, g, h, np.array(taken, dtype=np.int32))


def effective_branching_factor(generated: float, depth: int) -> float:
    """Return the b with 1 + b + b**2 + ... + b**depth = generated, the start included.

    A tree as deep in which every board has b children would have as many boards.

    Raises
    ------
    ValueError
        If there is no such tree.

    References
    ----------
    Russell and Norvig, Artificial Intelligence: A Modern Approach, section 3.6.1: a solution at
    depth 5 with 52 boards generated, not counting the start, has 1.92.

    Examples
    --------
    >>> round(effective_branching_factor(53, 5), 2)
    1.92
    """
    if depth < 1 or generated <= depth:
        raise ValueError(
            f"expected a depth of at least 1 and more boards than that, not {depth} and {generated}"
        )
    low, high = 1.0, float(generated)
    while high - low > 1e-9:
        middle = (low + high) / 2
        if sum(middle**i for i in range(depth + 1)) < generated:
            low = middle
        else:
            high = middle
    return low
