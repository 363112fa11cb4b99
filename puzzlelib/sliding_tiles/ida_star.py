"""Iterative-deepening A*: depth first below a threshold on f = g + h, then below the next."""

from __future__ import annotations

import math
import time
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple, TypeGuard

import numpy as np
from numpy.typing import NDArray

from puzzlelib.checks import whole_number
from puzzlelib.sliding_tiles.breadth_first import check_node_limit, counted, finish
from puzzlelib.sliding_tiles.heuristic_search import Estimated
from puzzlelib.sliding_tiles.heuristics import Heuristic, TileCosts, heuristic_from
from puzzlelib.sliding_tiles.pattern_database import PatternDatabase
from puzzlelib.sliding_tiles.puzzle import MOVES, Board, SlidingPuzzle, State
from puzzlelib.trace import Frame, Status, Trace

__all__ = [
    "IdaStarFrame",
    "IdaStarTrace",
    "Threshold",
    "ida_star",
    "ida_star_chunks",
    "ida_star_lesson",
]

RECORD_LIMIT = 1_000_000
"""The number of steps that are recorded, four bytes each, unless another is asked for."""

CHUNK = 512
"""Steps of the lesson between two reports of its progress."""

NO_LIMIT = 2**62


@dataclass(frozen=True)
class IdaStarFrame(Frame):
    """What the search knows after it has taken ``step`` boards."""

    puzzle: SlidingPuzzle
    goal: State
    step: int
    bound: int
    """The threshold: children with f = g + h up to it are searched."""
    next_bound: float
    """The least f beyond it so far: the next threshold, as things stand; inf: none yet."""
    taken: Estimated | None
    """The board that this step took; None before the first."""
    children: tuple[Estimated, ...]
    """Its neighbours but the one that it came from, labelled "within" or "beyond"."""
    generated: int
    """How many boards were built: for each threshold the start, and every child."""
    path: tuple[State, ...]
    """From the start to the board taken: all that the search remembers."""

    @property
    def state(self) -> State | None:
        return self.taken.state if self.taken else None

    @property
    def depth(self) -> int:
        return len(self.path) - 1

    @property
    def status(self) -> Status | None:
        return "found" if self.state == self.goal else None

    @property
    def caption(self) -> str:
        if self.taken is None:
            moves = counted(self.bound, "move")
            return f"The start is estimated {moves} away: that is the first threshold."
        if self.status == "found":
            moves = counted(self.depth, "move")
            return f"Goal taken after {moves}: all ways of f below {self.bound} were tried before."
        within = sum(child.label == "within" for child in self.children)
        beyond = len(self.children) - within
        if self.step > 1 and not self.depth:
            opening = f"Nothing left. Again from the start, with the least f beyond, {self.bound}:"
            return f"{opening} {within} within, {beyond} beyond."
        g, h, f = self.taken.g, self.taken.h, self.taken.f
        opening = f"f = {g} + {h} = {f} is within {self.bound}, so expanded:"
        if not within:
            return f"{opening} every child is beyond, so back."
        return f"{opening} {within} within, {beyond} beyond."


def ida_star_lesson(
    puzzle: SlidingPuzzle, start: State, goal: State, h: Heuristic, order: str = "UDLR"
) -> Iterator[IdaStarFrame]:
    """Search depth first as long as f = g + h is within a threshold; raise it; start again.

    The first threshold is the start's estimate, each later one the least f that was beyond. The
    goal is tested when taken. Only the path is remembered, no board seen before.
    """
    step = generated = 0
    root = Estimated(start, 0, h(start), h(start))
    bound = root.f
    next_bound = math.inf

    def frame(path: list[Estimated], children: Sequence[Estimated]) -> IdaStarFrame:
        taken, states = path[-1] if step else None, tuple(node.state for node in path)
        return IdaStarFrame(
            puzzle, goal, step, bound, next_bound, taken, tuple(children), generated, states
        )

    def visit(path: list[Estimated]) -> Generator[IdaStarFrame, None, bool]:
        nonlocal step, generated, next_bound
        step += 1
        if path[-1].state == goal:
            yield frame(path, [])
            return True
        before = path[-2].state if len(path) > 1 else None
        children = list(_children(puzzle, path[-1], before, bound, h, order))
        generated += len(children)
        beyond = [child.f for child in children if child.label == "beyond"]
        next_bound = min([next_bound, *beyond])
        yield frame(path, children)
        for child in children:
            if child.label == "within" and (yield from visit([*path, child])):
                return True
        return False

    yield frame([root], [])
    while True:
        generated += 1
        if (yield from visit([root])) or next_bound == math.inf:
            return
        bound, next_bound = int(next_bound), math.inf


def _children(
    puzzle: SlidingPuzzle,
    node: Estimated,
    before: State | None,
    bound: float,
    h: Heuristic,
    order: str,
) -> Iterator[Estimated]:
    """Yield the neighbours of a board but the one before it, in the order of their moves."""
    for move, state in sorted(puzzle.neighbours(node.state), key=lambda pair: order.index(pair[0])):
        if state != before:
            g, estimate = node.g + 1, h(state)
            label = "within" if g + estimate <= bound else "beyond"
            yield Estimated(state, g, estimate, g + estimate, move, label)


class Threshold(NamedTuple):
    """One round of the search."""

    bound: int
    taken: int
    """The boards taken, the goal included."""
    generated: int
    """The boards built: the start, and every child."""


class Run(NamedTuple):
    """A whole search in columns: one row a board taken, while there was room."""

    depth: NDArray[np.integer[Any]]
    move: NDArray[np.integer[Any]]  # its place in the order, or len(order) for the start
    excess: NDArray[np.integer[Any]]  # of the least f of its children beyond the threshold, or 0
    thresholds: list[Threshold]
    status: Status
    moves: str | None


class IdaStarTrace(Trace[IdaStarFrame]):
    """A run of iterative-deepening A*, one step a board taken.

    Attributes
    ----------
    thresholds : list of Threshold
        For every round of the search: bound, taken, generated.
    moves : str or None
        The moves from start to goal, each named by the way its tile goes.
    seconds : float
        The time that the search took.
    """

    def __init__(
        self,
        puzzle: SlidingPuzzle,
        start: State,
        goal: State,
        heuristic: Heuristic,
        order: str,
        run: Run,
        seconds: float,
    ) -> None:
        self.puzzle, self.start, self.goal = puzzle, start, goal
        self.heuristic, self.order, self.seconds = heuristic, order, seconds
        self.status, self.moves, self.thresholds = run.status, run.moves, run.thresholds
        self._run = run
        self.truncated = len(run.depth) < sum(threshold.taken for threshold in run.thresholds)

    def __len__(self) -> int:
        return len(self._run.depth) + 1

    @property
    def expanded(self) -> int:
        """The boards expanded in all rounds together, the goal left out."""
        return sum(threshold.taken for threshold in self.thresholds) - (self.status == "found")

    @property
    def generated(self) -> int:
        """The boards built in all rounds together, each round's start included."""
        return sum(threshold.generated for threshold in self.thresholds)

    @cached_property
    def path(self) -> NDArray[np.int64] | None:
        """The way found from start to goal, (moves + 1, cells), or None."""
        if self.moves is None:
            return None
        return np.array(self.puzzle.walk(self.start, self.moves))

    def frame(self, step: int) -> IdaStarFrame:
        bound = int(self.series["threshold"][step])
        states = self._way(step - 1) if step else [self.start]
        g, h = len(states) - 1, self.heuristic(states[-1])
        move = self.puzzle.moves_along(states[-2:])
        taken = Estimated(states[-1], g, h, g + h, move, "within" if g else "")
        children: list[Estimated] = []
        if step and taken.state != self.goal:
            before = states[-2] if g else None
            found = _children(self.puzzle, taken, before, bound, self.heuristic, self.order)
            children = list(found)
        return IdaStarFrame(
            puzzle=self.puzzle,
            goal=self.goal,
            step=step,
            bound=bound,
            next_bound=self._next_bound(step, bound),
            taken=taken if step else None,
            children=tuple(children),
            generated=int(self.series["generated"][step]),
            path=tuple(states),
        )

    def _way(self, row: int) -> list[State]:
        """Return the boards from the start to the one that this row took."""
        moves, (parents, _) = [], self._tree
        while parents[row] >= 0:
            moves.append(self.order[self._run.move[row]])
            row = int(parents[row])
        return self.puzzle.walk(self.start, reversed(moves))

    def _next_bound(self, step: int, bound: int) -> float:
        """Return the least f beyond the bound in this round, as far as this step."""
        first = np.searchsorted(self._round, self._round[step - 1]) if step else 0
        excess = self._run.excess[first:step]
        return bound + min(excess[excess > 0].tolist(), default=math.inf)

    @cached_property
    def _round(self) -> NDArray[np.int64]:
        """Which threshold each row belongs to."""
        return np.cumsum(self._run.depth == 0) - 1

    @cached_property
    def _tree(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Each row's parent, the last row above it, or -1; and where its blank stands."""
        depth, move = self._run.depth, self._run.move
        tiles = self.puzzle.neighbour_table[:, [list(MOVES).index(move) for move in self.order]]
        parents = np.full(len(depth), -1)
        blanks = np.full(len(depth), self.start.index(0))
        above = np.flatnonzero(depth == 0)
        for level in range(1, int(depth.max()) + 1):
            here = np.flatnonzero(depth == level)
            parents[here] = above[np.searchsorted(above, here) - 1]
            blanks[here] = tiles[blanks[parents[here]], move[here]]
            above = here
        return parents, blanks

    def _series(self) -> Mapping[str, NDArray[Any]]:
        bounds = np.array([threshold.bound for threshold in self.thresholds])
        return {
            "depth": np.append(0, self._run.depth),
            "threshold": np.append(bounds[0], bounds[self._round]),
            "generated": np.append(0, np.cumsum(self._built())),
        }

    def _built(self) -> NDArray[np.int64]:
        """Return how many boards each row built: the start of a round counts itself."""
        is_start = self._run.depth == 0
        degrees = np.array([len(slides) for slides in self.puzzle.slides])
        built = degrees[self._tree[1]] - ~is_start + is_start
        if self.status == "found" and not self.truncated:
            built[-1] = is_start[-1]
        return np.asarray(built)

    def _landmarks(self) -> Mapping[str, NDArray[np.int64]]:
        depth = self.series["depth"]
        marks = {
            "new threshold": 1 + np.flatnonzero(self._run.depth == 0),
            "deepest so far": 1 + np.flatnonzero(depth[1:] > np.maximum.accumulate(depth)[:-1]),
        }
        if self.status == "found" and not self.truncated:
            marks["goal"] = np.array([len(self) - 1])
        return marks


def ida_star(
    puzzle: SlidingPuzzle,
    start: Board,
    goal: Board | None = None,
    heuristic: str | Heuristic = "manhattan",
    node_limit: int | None = None,
    order: str = "UDLR",
    record_limit: int = RECORD_LIMIT,
) -> IdaStarTrace:
    """Find a way from start to goal in next to no memory, a shortest one if h is admissible.

    Parameters
    ----------
    puzzle : SlidingPuzzle
    start, goal : board
        Whatever ``puzzle.parse`` reads; goal None: the usual goal that can be reached.
    heuristic : str or function
        A name in ``HEURISTICS`` or ``MISLEADING``, a ``PatternDatabase`` for this goal, or any
        ``h(state) -> int``.
    node_limit : int, optional
        The largest number of boards to take; then the status is "limit". None: no limit.
    order : str
        The order in which the children of a board are taken.
    record_limit : int
        The largest number of steps to record.

    Returns
    -------
    IdaStarTrace
        ``expanded`` and ``generated`` are sums over all thresholds: ``expanded`` leaves the goal
        out; ``generated`` counts the start, once a threshold, and every child built. The move
        that takes the last one back builds no child.

    Raises
    ------
    Unsolvable
        At once, if the goal cannot be reached.
    ValueError
        If a board, the heuristic, a limit or the order makes no sense.

    Notes
    -----
    The goal is tested when taken. Memory is proportional to the number of moves. A heuristic
    that adds up costs of tiles or of patterns runs in a loop that looks up one entry a move,
    compiled with Numba; any other runs in the lesson.

    References
    ----------
    Korf (1985), Depth-first iterative-deepening: an optimal admissible tree search, Artificial
    Intelligence 27.

    Examples
    --------
    >>> from puzzlelib.sliding_tiles import EIGHT_PUZZLE
    >>> trace = ida_star(EIGHT_PUZZLE, "871526340")
    >>> len(trace.moves), [threshold.bound for threshold in trace.thresholds]
    (24, [16, 18, 20, 22, 24])
    >>> trace[1].caption
    'f = 0 + 16 = 16 is within 16, so expanded: every child is beyond, so back.'
    """
    return finish(ida_star_chunks(puzzle, start, goal, heuristic, node_limit, order, record_limit))


def ida_star_chunks(
    puzzle: SlidingPuzzle,
    start: Board,
    goal: Board | None = None,
    heuristic: str | Heuristic = "manhattan",
    node_limit: int | None = None,
    order: str = "UDLR",
    record_limit: int = RECORD_LIMIT,
) -> Generator[int, None, IdaStarTrace]:
    """Run ``ida_star``: yield how many boards are taken, again and again, and return its trace."""
    limit = check_node_limit(node_limit, NO_LIMIT)
    record_limit = whole_number("record_limit", record_limit)
    if not isinstance(order, str) or sorted(order) != sorted(MOVES):
        raise ValueError(f"order must hold each of U, D, L, R once, not {order!r}")
    first, last = puzzle.problem(start, goal)
    h = heuristic_from(puzzle, first, last, heuristic)
    began = time.perf_counter()
    if _adds_up(h):
        run = yield from _loop_run(puzzle, first, last, h, order, limit, record_limit)
    else:
        frames = ida_star_lesson(puzzle, first, last, h, order)
        run = yield from _lesson_run(frames, order, limit, record_limit)
    return IdaStarTrace(puzzle, first, last, h, order, run, time.perf_counter() - began)


def _adds_up(h: Heuristic) -> TypeGuard[TileCosts | PatternDatabase]:
    """Tell whether a heuristic is a sum of tables for the tiles, so that the loop can run it."""
    if type(h) is TileCosts:
        return bool(not h.costs[0].any() and h.costs.min() >= 0 and h.costs.max() < 256)
    return isinstance(h, PatternDatabase)


def _loop_run(
    puzzle: SlidingPuzzle,
    start: State,
    goal: State,
    h: TileCosts | PatternDatabase,
    order: str,
    node_limit: int,
    record_limit: int,
) -> Generator[int, None, Run]:
    """Run the loop, one threshold after another."""
    from puzzlelib.sliding_tiles import ida_star_engine as loop

    engine, rows = loop.Engine(puzzle, goal, h, order), loop.new_rows(record_limit)
    thresholds: list[Threshold] = []
    bound, outcome, total = h(start), loop.EXHAUSTED, 0
    while outcome == loop.EXHAUSTED:
        search = engine.begin(start, bound, h(start))
        outcome, taken = loop.PAUSED, 0
        while outcome == loop.PAUSED and total + taken < node_limit:
            budget = min(taken + loop.CHUNK, node_limit - total)
            outcome = loop.deepen(engine.tables, search, rows, budget)
            depth, taken, generated, next_bound = map(int, search.counts)
            yield total + taken
        total += taken
        thresholds.append(Threshold(bound, taken, generated))
        bound = next_bound
    kept = int(rows.filled[0])
    moves = "".join(order[move] for move in search.moves[1 : depth + 1])
    return Run(
        rows.depth[:kept].copy(),
        rows.move[:kept].copy(),
        rows.excess[:kept].copy(),
        thresholds,
        "found" if outcome == loop.FOUND else "limit",
        moves if outcome == loop.FOUND else None,
    )


def _lesson_run(
    frames: Iterator[IdaStarFrame], order: str, node_limit: int, record_limit: int
) -> Generator[int, None, Run]:
    """Collect the columns from the lesson's frames."""
    rows: list[tuple[int, int, int]] = []
    thresholds: list[Threshold] = []
    before = next(frames)
    for frame in islice(frames, node_limit):
        assert frame.taken is not None
        if frame.depth == 0:
            thresholds.append(Threshold(frame.bound, 0, 0))
        bound, taken, generated = thresholds[-1]
        generated += frame.generated - before.generated
        thresholds[-1] = Threshold(bound, taken + 1, generated)
        if len(rows) < record_limit:
            beyond = [child.f - bound for child in frame.children if child.label == "beyond"]
            last = order.index(frame.taken.move) if frame.depth else len(order)
            rows.append((frame.depth, last, min(beyond, default=0)))
        before = frame
        if frame.step % CHUNK == 0:
            yield frame.step
    found = before.status == "found"
    depth, move, excess = np.array(rows).T
    return Run(
        depth,
        move,
        excess,
        thresholds,
        "found" if found else "limit",
        before.puzzle.moves_along(before.path) if found else None,
    )
