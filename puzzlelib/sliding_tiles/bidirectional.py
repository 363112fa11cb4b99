"""Bidirectional search: breadth first from both ends, until the two halves meet."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from puzzlelib.sliding_tiles.breadth_first import (
    SHOWN,
    Child,
    check_node_limit,
    counted,
    finish,
)
from puzzlelib.sliding_tiles.puzzle import Board, SlidingPuzzle, State
from puzzlelib.trace import Frame, Status, Trace

__all__ = [
    "BidirectionalFrame",
    "BidirectionalTrace",
    "bidirectional",
    "bidirectional_chunks",
    "bidirectional_lesson",
]

ENDS = ("start", "goal")


@dataclass(frozen=True)
class BidirectionalFrame(Frame):
    """What both halves know after ``step`` boards were expanded.

    In every pair the start's half comes first, the goal's second.
    """

    puzzle: SlidingPuzzle
    step: int
    side: int | None
    """The half that this step belongs to: 0 the start's, 1 the goal's; None before the first."""
    state: State | None
    """The board that this step expanded."""
    children: tuple[Child, ...]
    """Labels: new; seen before, by the same half; meeting: the other half knows it."""
    queue_heads: tuple[tuple[State, ...], tuple[State, ...]]
    """The boards that each half takes next."""
    frontiers: tuple[int, int]
    """How many boards wait in each half's queue."""
    layers: tuple[tuple[int, ...], tuple[int, ...]]
    """How many boards each half has found 0, 1, 2, ... moves from its end."""
    path: tuple[State, ...]
    """From the half's end to the board expanded; from start to goal once they have met."""
    status: Status | None

    @property
    def frontier(self) -> int:
        return sum(self.frontiers)

    @property
    def visited(self) -> int:
        """How many different boards are known: the meeting counts once."""
        return sum(map(sum, self.layers)) - (self.status == "found")

    @property
    def caption(self) -> str:
        if self.status == "found":
            moves = counted(len(self.path) - 1, "move")
            return f"The halves meet: {moves}. Both grow by layers, so no way is shorter."
        if self.side is None:
            return "Start and goal wait, each in a queue of its own. Nothing is expanded yet."
        new = sum(child.label == "new" for child in self.children)
        return (
            f"Expanded in layer {len(self.path) - 1} from the {ENDS[self.side]}: {new} new, "
            f"{len(self.children) - new} seen before; the other half knows none."
        )


class Half:
    """One of the two searches: its queue, the boards seen with their parents, its layers."""

    def __init__(self, root: State) -> None:
        self.queue = deque([root])
        self.parents: dict[State, State | None] = {root: None}
        self.layers = [1]

    def path(self, state: State) -> list[State]:
        """Return the boards from the root to this one."""
        step: State | None = state
        path = []
        while step is not None:
            path.append(step)
            step = self.parents[step]
        return path[::-1]


def bidirectional_lesson(
    puzzle: SlidingPuzzle, start: State, goal: State
) -> Iterator[BidirectionalFrame]:
    """Expand a whole layer of the half with the shorter queue, until one makes the other's board.

    Whole layers make the way a shortest one: before, no board was as near to both ends together.
    Equal queues: the start's goes.
    """
    halves = Half(start), Half(goal)
    step = 0
    yield _frame(puzzle, halves, step, met=start == goal)
    while start != goal:
        side = int(len(halves[1].queue) < len(halves[0].queue))
        half, other = halves[side], halves[1 - side]
        half.layers.append(0)
        for _ in range(len(half.queue)):
            state, step = half.queue.popleft(), step + 1
            children = []
            for move, child in puzzle.neighbours(state):
                if child in half.parents:
                    children.append(Child(move, child, "seen before"))
                    continue
                half.parents[child] = state
                half.queue.append(child)
                half.layers[-1] += 1
                if child in other.parents:
                    children.append(Child(move, child, "meeting"))
                    yield _frame(puzzle, halves, step, side, state, children, met=True)
                    return
                children.append(Child(move, child, "new"))
            yield _frame(puzzle, halves, step, side, state, children)


def _frame(
    puzzle: SlidingPuzzle,
    halves: tuple[Half, Half],
    step: int,
    side: int | None = None,
    state: State | None = None,
    children: Sequence[Child] = (),
    met: bool = False,
) -> BidirectionalFrame:
    """Build a frame of the lesson."""
    a, b = halves
    if met:
        meeting = children[-1].state if children else a.queue[0]
        path = [*a.path(meeting), *b.path(meeting)[-2::-1]]
    else:
        path = halves[side or 0].path(state or a.queue[0])
    return BidirectionalFrame(
        puzzle=puzzle,
        step=step,
        side=side,
        state=state,
        children=tuple(children),
        queue_heads=(tuple(islice(a.queue, SHOWN)), tuple(islice(b.queue, SHOWN))),
        frontiers=(len(a.queue), len(b.queue)),
        layers=(tuple(filter(None, a.layers)), tuple(filter(None, b.layers))),
        path=tuple(path),
        status="found" if met else None,
    )


class HalfColumns(NamedTuple):
    """The boards that one half found, in that order."""

    words: NDArray[np.uint64]
    parents: NDArray[np.int64]  # -1: none
    depths: NDArray[np.int64]


class Round(NamedTuple):
    """Boards that one half expanded one after the other: a layer, or its beginning."""

    side: int
    first: int
    steps: int


class BidirectionalTrace(Trace[BidirectionalFrame]):
    """A whole search from both ends, one step a board expanded.

    Attributes
    ----------
    expanded : int
        The boards taken from either queue, the one whose child is the meeting included.
    discovered : int
        The different boards put in either queue, start, goal and meeting included.
    seconds : float
        The time that the search took.
    """

    def __init__(
        self,
        puzzle: SlidingPuzzle,
        halves: tuple[HalfColumns, HalfColumns],
        rounds: list[Round],
        status: Status,
        seconds: float,
    ) -> None:
        self.puzzle, self.status, self.seconds = puzzle, status, seconds
        self._halves = halves
        sides = [np.full(r.steps, r.side) for r in rounds]
        indices = [np.arange(r.first, r.first + r.steps) for r in rounds]
        self._side = np.concatenate([[0], *sides]).astype(np.int64)  # of steps; step 0: unused
        self._index = np.concatenate([[-1], *indices]).astype(np.int64)
        self._first_steps = 1 + np.cumsum([0, *(r.steps for r in rounds)])[: len(rounds)]
        self.expanded = len(self._side) - 1
        self.discovered = int(self.series["discovered"][-1])

    def __len__(self) -> int:
        return len(self._side)

    @cached_property
    def generated(self) -> int:
        """The number of boards built, both ends and duplicates included."""
        children = [len(self.puzzle.slides[blank]) for blank in self._blanks()]
        if self.status == "found" and self.expanded:  # the last one's children end at the meeting
            children[-1] = len(list(self._children(self.expanded)))
        return 2 + sum(children)

    def _blanks(self) -> list[int]:
        """Return the cell of the blank of each board expanded."""
        from puzzlelib.sliding_tiles.engine import from_words

        sides = [half.words for half in self._halves]
        words = np.array(
            [sides[s][i] for s, i in zip(self._side[1:], self._index[1:], strict=True)],
            dtype=np.uint64,
        )
        return (from_words(self.puzzle, words) == 0).argmax(axis=1).tolist()  # type: ignore[no-any-return]

    @cached_property
    def path(self) -> NDArray[np.int64] | None:
        """A shortest way from start to goal, (moves + 1, cells), or None if it was not found."""
        if self.status != "found":
            return None
        side = int(self._side[-1])
        half, other = self._halves[side], self._halves[1 - side]
        meeting = len(half.words) - 1
        same = int(np.flatnonzero(other.words == half.words[meeting])[0])
        way = [*self._way(side, meeting), *self._way(1 - side, same)[:-1][::-1]]
        return np.array(way if side == 0 else way[::-1])

    @property
    def moves(self) -> str | None:
        """The moves of ``path``, each named by the way its tile goes."""
        return None if self.path is None else self.puzzle.moves_along(self.path)

    def frame(self, step: int) -> BidirectionalFrame:
        side, index = int(self._side[step]), int(self._index[step])
        children = self._children(step) if step else ()
        path = self._way(side, max(index, 0))
        met = self.status == "found" and step == self.expanded
        if met and self.path is not None:
            path = [tuple(board) for board in self.path.tolist()]
        heads, found = self._heads[:, step].tolist(), self._found[:, step].tolist()
        first, second = (
            tuple(self._board(s, i) for i in range(heads[s], min(heads[s] + SHOWN, found[s])))
            for s in (0, 1)
        )
        a, b = (np.bincount(self._halves[s].depths[: found[s]]).tolist() for s in (0, 1))
        return BidirectionalFrame(
            puzzle=self.puzzle,
            step=step,
            side=side if step else None,
            state=self._board(side, index) if step else None,
            children=tuple(children),
            queue_heads=(first, second),
            frontiers=(found[0] - heads[0], found[1] - heads[1]),
            layers=(tuple(a), tuple(b)),
            path=tuple(path),
            status="found" if met else None,
        )

    def _children(self, step: int) -> Iterator[Child]:
        side = int(self._side[step])
        before, after = self._found[side, step - 1 : step + 1].tolist()
        found = [self._board(side, i) for i in range(before, after)]
        meeting = found[-1] if self.status == "found" and step == self.expanded else None
        for move, state in self.puzzle.neighbours(self._board(side, int(self._index[step]))):
            if state == meeting:
                yield Child(move, state, "meeting")
                return
            yield Child(move, state, "new" if state in found else "seen before")

    def _board(self, side: int, index: int) -> State:
        from puzzlelib.sliding_tiles.engine import from_words

        return tuple(from_words(self.puzzle, self._halves[side].words[index]).tolist())

    def _way(self, side: int, index: int) -> list[State]:
        path = []
        while index >= 0:
            path.append(self._board(side, index))
            index = int(self._halves[side].parents[index])
        return path[::-1]

    @cached_property
    def _heads(self) -> NDArray[np.int64]:
        """How many boards each half has expanded after each step, (2, len(self))."""
        done = np.where(self._side == [[0], [1]], self._index + 1, 0)
        return np.asarray(np.maximum.accumulate(done, axis=1))

    @cached_property
    def _found(self) -> NDArray[np.int64]:
        """How many boards each half has found after each step, (2, len(self))."""
        pairs = zip(self._halves, self._heads, strict=True)
        return np.array([np.searchsorted(half.parents, heads) for half, heads in pairs])

    def _series(self) -> Mapping[str, NDArray[Any]]:
        from_start, from_goal = self._found - self._heads
        discovered = self._found.sum(axis=0)
        discovered[-1] -= self.status == "found"
        depths = [half.depths for half in self._halves]
        at = np.maximum(self._index, 0)
        return {
            "frontier": from_start + from_goal,
            "discovered": discovered,
            "from start": from_start,
            "from goal": from_goal,
            "depth": np.array([depths[s][i] for s, i in zip(self._side, at, strict=True)]),
        }

    def _landmarks(self) -> Mapping[str, NDArray[np.int64]]:
        marks = {"layer starts": self._first_steps}
        if self.status == "found":
            marks["meeting"] = np.array([self.expanded])
        return marks


def bidirectional(
    puzzle: SlidingPuzzle,
    start: Board,
    goal: Board | None = None,
    node_limit: int | None = None,
) -> BidirectionalTrace:
    """Find a shortest way from start to goal by breadth-first search from both ends.

    Parameters
    ----------
    puzzle : SlidingPuzzle
        Up to 16 cells.
    start, goal : board
        Whatever ``puzzle.parse`` reads; goal None: the usual goal that can be reached.
    node_limit : int, optional
        The largest number of boards to expand; then the status is "limit". None: ten million.

    Raises
    ------
    Unsolvable
        At once, if the goal cannot be reached.
    ValueError
        If a board or the limit makes no sense.

    Notes
    -----
    Whole layers, always of the half with the shorter queue; a meeting is tested when generated.
    Each half goes about half as deep, so with branching factor b the cost is near b**(d/2)
    instead of b**d.

    References
    ----------
    Pohl (1971), Bi-directional search, Machine Intelligence 6.

    Examples
    --------
    >>> from puzzlelib.sliding_tiles import EIGHT_PUZZLE
    >>> trace = bidirectional(EIGHT_PUZZLE, "871526340")
    >>> len(trace.moves), trace.expanded < 5000
    (24, True)
    """
    return finish(bidirectional_chunks(puzzle, start, goal, node_limit))


def bidirectional_chunks(
    puzzle: SlidingPuzzle,
    start: Board,
    goal: Board | None = None,
    node_limit: int | None = None,
) -> Generator[int, None, BidirectionalTrace]:
    """Run ``bidirectional``: yield how many steps are done after each layer, return its trace."""
    from puzzlelib.sliding_tiles.engine import queue_layers

    limit = check_node_limit(node_limit)
    ends = puzzle.problem(start, goal)
    began = time.perf_counter()
    searches = [queue_layers(puzzle, end, limit) for end in ends]
    layers = [[next(search)] for search in searches]
    rounds: list[Round] = []
    heads, expanded, met = [0, 0], 0, ends[0] == ends[1]
    while not met and expanded != limit:
        waiting = [len(half[-1].words) for half in layers]
        side = int(waiting[1] < waiting[0])
        layer, count = next(searches[side]), waiting[side]
        meets = np.isin(layer.words, layers[1 - side][-1].words)
        size = len(meets)
        if met := bool(meets.any()):
            size = int(meets.argmax()) + 1
            count = int(layer.parents[size - 1]) - heads[side] + 1
        if expanded + count > limit:
            met, count = False, limit - expanded
            size = int(np.searchsorted(layer.parents, heads[side] + count))
        layers[side].append(layer._replace(words=layer.words[:size], parents=layer.parents[:size]))
        rounds.append(Round(side, heads[side], count))
        heads[side] += waiting[side]
        expanded += count
        yield expanded
    columns = (_columns(layers[0]), _columns(layers[1]))
    status: Status = "found" if met else "limit"
    return BidirectionalTrace(puzzle, columns, rounds, status, time.perf_counter() - began)


def _columns(layers: Sequence[Any]) -> HalfColumns:
    return HalfColumns(
        words=np.concatenate([layer.words for layer in layers]),
        parents=np.concatenate([layer.parents for layer in layers]),
        depths=np.repeat(np.arange(len(layers)), [len(layer.words) for layer in layers]),
    )
