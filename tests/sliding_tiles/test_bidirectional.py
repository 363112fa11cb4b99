"""Search from both ends: lesson against engine, shortest ways, both halves' counts."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.sliding_tiles import (
    EIGHT_PUZZLE,
    SlidingPuzzle,
    Unsolvable,
    bidirectional,
    breadth_first,
    distances,
)
from puzzlelib.sliding_tiles.bidirectional import bidirectional_lesson
from puzzlelib.trace import first_difference, record

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
KNOWN = distances(EIGHT_PUZZLE, GOAL)


@given(st.sampled_from([(1, 5), (2, 2), (2, 3), (3, 2)]), st.integers(0, 10**6))
@settings(deadline=None, max_examples=40)
def test_the_engine_takes_the_lessons_steps(size, seed):
    puzzle = SlidingPuzzle(*size)
    goal = puzzle.random_state(seed)
    start = puzzle.random_state(seed + 1, goal)
    trace = bidirectional(puzzle, start, goal)
    lesson = record(bidirectional_lesson(puzzle, start, goal))
    assert first_difference(trace, lesson) is None
    assert trace.status == lesson.status == "found"
    assert len(trace.moves) == distances(puzzle, goal)[start]


def test_the_articles_example():
    start = EIGHT_PUZZLE.parse("871526340")
    trace = bidirectional(EIGHT_PUZZLE, start)
    assert first_difference(trace, record(bidirectional_lesson(EIGHT_PUZZLE, start, GOAL))) is None
    assert len(trace.moves) == 24
    assert EIGHT_PUZZLE.walk(start, trace.moves) == list(map(tuple, trace.path.tolist()))
    # Far less than the 102871 boards that the search from one end expands.
    assert trace.expanded < 102871 / 40


def test_every_way_is_a_shortest_one():
    for seed in range(150):
        start = EIGHT_PUZZLE.random_state(seed, GOAL)
        trace = bidirectional(EIGHT_PUZZLE, start, GOAL)
        assert len(trace.moves) == KNOWN[start]
        assert EIGHT_PUZZLE.walk(start, trace.moves)[-1] == GOAL


def test_counts_and_series():
    trace = bidirectional(EIGHT_PUZZLE, "042813576")
    frames = list(trace)
    assert len(frames) == len(trace) == trace.expanded + 1
    assert trace.generated == 2 + sum(len(frame.children) for frame in frames)
    assert trace.discovered == frames[-1].visited
    assert trace.series["frontier"].tolist() == [frame.frontier for frame in frames]
    assert trace.series["discovered"].tolist() == [frame.visited for frame in frames]
    assert trace.series["from start"].tolist() == [frame.frontiers[0] for frame in frames]
    assert trace.series["depth"].tolist()[:-1] == [len(frame.path) - 1 for frame in frames[:-1]]
    assert trace.landmarks["meeting"].tolist() == [trace.expanded]
    for step in trace.landmarks["layer starts"].tolist():
        before, here = trace.series["from start"][step - 1], trace.series["from goal"][step - 1]
        assert trace[step].side == int(here < before)


def test_each_half_is_a_breadth_first_search():
    trace = bidirectional(EIGHT_PUZZLE, "042813576")
    from_start = breadth_first(EIGHT_PUZZLE, "042813576", GOAL, stop_at_goal=False)
    whole = [*trace[-1].layers[0]][:-1]
    assert whole == from_start.layers[: len(whole)]


def test_captions():
    trace = bidirectional(EIGHT_PUZZLE, "042813576")
    for frame in trace:
        assert len(frame.caption.split()) <= 20
        if frame.side is not None and frame.status is None:
            new = sum(child.label == "new" for child in frame.children)
            assert f"{new} new" in frame.caption
            assert ("start", "goal")[frame.side] in frame.caption
    assert "12 moves" in trace[-1].caption


def test_a_start_that_is_the_goal():
    trace = bidirectional(EIGHT_PUZZLE, GOAL)
    assert (trace.moves, trace.expanded, trace.discovered, trace.generated) == ("", 0, 1, 2)
    assert trace.status == trace[0].status == "found"


@pytest.mark.parametrize("limit", [1, 2, 7, 100])
def test_a_budget_ends_the_search_after_exactly_so_many_boards(limit):
    whole = bidirectional(EIGHT_PUZZLE, "871526340")
    trace = bidirectional(EIGHT_PUZZLE, "871526340", node_limit=limit)
    assert (trace.status, trace.expanded, trace.moves) == ("limit", limit, None)
    assert trace[limit] == whole[limit]


def test_what_makes_no_sense_is_refused_before_any_search():
    with pytest.raises(Unsolvable, match="parity"):
        bidirectional(EIGHT_PUZZLE, "871526340", "123804765")
    with pytest.raises(ValueError, match="node_limit"):
        bidirectional(EIGHT_PUZZLE, "871526340", node_limit=-1)
