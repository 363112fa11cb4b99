"""Breadth-first search: the article's figures, the queue's exact order, whole puzzles."""

from __future__ import annotations

from collections import deque

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.sliding_tiles import (
    EIGHT_PUZZLE,
    FIFTEEN_PUZZLE,
    SlidingPuzzle,
    Unsolvable,
    breadth_first,
    distances,
    layer_sizes,
)
from puzzlelib.sliding_tiles.breadth_first import (
    breadth_first_chunks,
    breadth_first_lesson,
    finish,
)
from puzzlelib.sliding_tiles.engine import layers
from puzzlelib.sliding_tiles.whole_puzzle import each_layer_size
from puzzlelib.trace import first_difference, record

# OEIS A089473.
LAYERS_3X3 = [
    *(1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529),
    *(10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2),
]
# OEIS A089474.
LAYERS_3X3_BLANK_IN_THE_MIDDLE = [
    *(1, 4, 8, 8, 16, 32, 60, 72, 136, 200, 376, 512, 964, 1296, 2368, 3084, 5482, 6736, 11132),
    *(12208, 18612, 18444, 24968, 19632, 22289, 13600, 11842, 4340, 2398, 472, 148),
]
# OEIS A090034.
LAYERS_2X3 = [1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1]
# OEIS A090035.
LAYERS_2X4 = [
    *(1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396, 506, 632, 788, 985, 1194),
    *(1414, 1664, 1884, 1999, 1958, 1770, 1463, 1076, 667, 361, 190, 88, 39, 19, 7, 1),
]
# OEIS A090036.
LAYERS_2X5 = [
    *(1, 2, 3, 6, 11, 19, 30, 44, 68, 112, 176, 271, 411, 602, 851, 1232, 1783, 2530, 3567, 4996),
    *(6838, 9279, 12463, 16597, 21848, 28227, 35682, 44464, 54597, 65966, 78433, 91725, 104896),
    *(116966, 126335, 131998, 133107, 128720, 119332, 106335, 91545, 75742, 60119, 45840, 33422),
    *(23223, 15140, 9094, 5073, 2605, 1224, 528, 225, 75, 20, 2),
]

TWELVE_MOVES = "042813576"  # from 123456780


def search_slowly(puzzle, start, goal):
    """The whole search with a queue and a dictionary: {board: (parent, depth)} in found order."""
    found = {start: (None, 0)}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        for _, child in puzzle.neighbours(state):
            if child not in found:
                found[child] = (state, found[state][1] + 1)
                queue.append(child)
                if child == goal:
                    return found
    return found


@st.composite
def small_problems(draw):
    puzzle = SlidingPuzzle(*draw(st.sampled_from([(1, 1), (1, 5), (4, 1), (2, 2), (2, 3), (3, 2)])))
    start = tuple(draw(st.permutations(range(puzzle.cells))))
    goal = draw(st.sampled_from(sorted(search_slowly(puzzle, start, None))))
    return puzzle, start, goal


def test_the_articles_example():
    trace = breadth_first(EIGHT_PUZZLE, "871526340")
    # Article 4's search on its own example, run as printed: 24 moves, 125032 boards in the
    # queue, 102871 taken from it.
    assert len(trace.moves) == 24
    assert (trace.discovered, trace.expanded) == (125032, 102871)
    assert trace.status == "found"
    assert len(trace) == trace.expanded + 1
    assert sum(trace.layers) == trace.discovered
    assert trace.path.shape == (25, 9)
    assert trace.path.tolist() == [list(s) for s in EIGHT_PUZZLE.walk("871526340", trace.moves)]
    assert trace.path[-1].tolist() == [1, 2, 3, 4, 5, 6, 7, 8, 0]


@given(small_problems(), st.booleans())
@settings(deadline=None, max_examples=40)
def test_the_engine_takes_the_lessons_steps(problem, stop_at_goal):
    puzzle, start, goal = problem
    trace = breadth_first(puzzle, start, goal, stop_at_goal)
    lesson = record(breadth_first_lesson(puzzle, start, goal, stop_at_goal))
    assert first_difference(trace, lesson) is None
    assert trace.status == lesson.status


def test_the_engine_takes_the_lessons_steps_on_the_articles_example():
    trace = breadth_first(EIGHT_PUZZLE, "871526340")
    goal = EIGHT_PUZZLE.goals()[0]
    frames = enumerate(breadth_first_lesson(EIGHT_PUZZLE, trace.start, goal))
    last = len(trace) - 1
    assert all(frame == trace[step] for step, frame in frames if step % 997 < 2 or step == last)


@given(small_problems())
@settings(deadline=None, max_examples=40)
def test_boards_parents_and_depths_in_the_order_of_a_plain_queue(problem):
    puzzle, start, goal = problem
    found = search_slowly(puzzle, start, goal) if start != goal else {start: (None, 0)}
    trace = breadth_first(puzzle, start, goal)
    boards = [tuple(board) for board in trace.boards().tolist()]
    assert boards == list(found)
    assert trace.states.tolist() == [puzzle.pack(board) for board in boards]
    parents = [boards[parent] if parent >= 0 else None for parent in trace.parents]
    assert list(zip(parents, trace.depths.tolist(), strict=True)) == list(found.values())
    assert puzzle.walk(start, trace.moves)[-1] == goal
    assert len(trace.moves) == found[goal][1]


def test_the_queue_at_any_step_is_what_was_found_and_not_yet_taken():
    trace = breadth_first(EIGHT_PUZZLE, TWELVE_MOVES)
    assert len(trace) == len(trace.series["frontier"])
    for step in range(0, len(trace), 50):
        queue = [tuple(board) for board in trace.frontier(step).tolist()]
        frame = trace[step]
        assert len(queue) == frame.frontier == trace.series["frontier"][step]
        assert frame.visited == trace.series["discovered"][step] == step + len(queue)
        assert list(frame.queue_head) == queue[:5]
        assert list(frame.queue_tail) == queue[5:][-5:]
        depths = trace.depths[step : step + len(queue)]
        assert set(depths.tolist()) <= {frame.depth, frame.depth + 1}


def test_generated_counts_every_board_built():
    trace = breadth_first(EIGHT_PUZZLE, TWELVE_MOVES)
    assert len(trace.moves) == 12
    assert trace.generated == 1 + sum(len(frame.children) for frame in trace)
    assert list(trace.looked_up()) == [
        trace.start,
        *(child.state for frame in trace for child in frame.children),
    ]
    assert breadth_first(EIGHT_PUZZLE, "123456780").generated == 1


def test_a_start_that_is_the_goal():
    trace = breadth_first(EIGHT_PUZZLE, "123456780")
    assert (len(trace), trace.moves, trace.expanded, trace.discovered) == (1, "", 0, 1)
    assert trace.status == "found"
    assert trace[0].caption == "The start is the goal: no move is needed."


def test_a_search_that_does_not_stop_sees_everything_and_still_knows_the_way():
    trace = breadth_first(EIGHT_PUZZLE, "871526340", stop_at_goal=False)
    assert (trace.status, trace.expanded, trace.discovered) == ("exhausted", 181440, 181440)
    assert len(trace.moves) == 24
    assert trace.series["frontier"][-1] == 0
    # The goal is generated while the same board is expanded as in the search that stops.
    assert trace.landmarks["goal"].tolist() == [102871]


@pytest.mark.parametrize("limit", [1, 2, 3, 50, 1000])
def test_a_budget_ends_the_search_after_exactly_so_many_boards(limit):
    whole = breadth_first(EIGHT_PUZZLE, "871526340")
    trace = breadth_first(EIGHT_PUZZLE, "871526340", node_limit=limit)
    assert (trace.status, trace.expanded, trace.moves) == ("limit", limit, None)
    assert trace.discovered == whole.series["discovered"][limit]
    assert trace[-1] == whole[limit]


def test_a_budget_that_is_just_enough_finds_the_goal():
    assert breadth_first(EIGHT_PUZZLE, "871526340", node_limit=102871).status == "found"
    assert breadth_first(EIGHT_PUZZLE, "871526340", node_limit=102870).status == "limit"
    everything = breadth_first(SlidingPuzzle(2, 2), "3210", stop_at_goal=False, node_limit=12)
    assert (everything.status, everything.expanded) == ("exhausted", 12)


def test_the_fifteen_puzzle_grows_as_published():
    # OEIS A089484.
    known = [1, 2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808, 15544, 30821]
    goal = (*range(1, 16), 0)
    far = FIFTEEN_PUZZLE.random_state(1, goal)
    trace = breadth_first(FIFTEEN_PUZZLE, goal, far, node_limit=sum(known[:-1]))
    assert trace.status == "limit"
    assert trace.layers == known


def test_series_and_landmarks():
    trace = breadth_first(EIGHT_PUZZLE, "871526340")
    starts = trace.landmarks["layer starts"]
    assert starts.tolist() == [1, *(1 + np.cumsum(trace.layers)[:-1])][: len(starts)]
    assert [trace[int(step)].depth for step in starts] == list(range(24))
    assert trace.landmarks["goal"].tolist() == [len(trace) - 1]
    assert trace.series["depth"][starts].tolist() == list(range(24))
    assert trace.series["frontier"].tolist()[:4] == [1, 2, 3, 4]


def test_captions_tell_what_the_frames_hold():
    trace = breadth_first(EIGHT_PUZZLE, TWELVE_MOVES)
    for frame in trace:
        assert len(frame.caption.split()) <= 20
        new = sum(child.label == "new" for child in frame.children)
        if frame.status is None and frame.state and new:
            assert f"{new} new" in frame.caption
            assert f"{len(frame.children) - new} seen before" in frame.caption
            assert f"ayer {frame.depth}" in frame.caption
        opens = frame.step in trace.landmarks["layer starts"] and frame.status is None
        assert frame.caption.startswith("Layer") == opens
    assert "Goal found after" in trace[-1].caption
    everything = breadth_first(SlidingPuzzle(2, 2), "1230", stop_at_goal=False)
    assert everything[-1].caption == "The queue is empty: all 12 boards within reach were seen."


def test_the_tree_is_whole_while_it_is_small():
    trace = breadth_first(EIGHT_PUZZLE, "871526340")
    assert trace[0].tree == ((trace.start, -1),)
    small = [frame.tree for frame in trace[:40] if frame.visited < 40]
    assert small == [frame.tree for frame in trace[:40] if frame.tree]
    for boards in small:
        for state, parent in boards[1:]:
            assert state in dict(EIGHT_PUZZLE.neighbours(boards[parent][0])).values()


def test_chunks_come_layer_by_layer_and_end_in_the_same_trace():
    chunks = breadth_first_chunks(EIGHT_PUZZLE, "871526340")
    counts = [next(chunks) for _ in range(5)]
    trace = finish(chunks)
    assert counts == np.cumsum(trace.layers[:5]).tolist()
    assert trace.discovered == 125032


def test_what_makes_no_sense_is_refused_before_any_search():
    with pytest.raises(Unsolvable, match="parity"):
        breadth_first(EIGHT_PUZZLE, "871526340", "123804765")
    with pytest.raises(ValueError, match="node_limit"):
        breadth_first(EIGHT_PUZZLE, "871526340", node_limit=0)
    with pytest.raises(ValueError, match="up to 16 cells"):
        breadth_first(SlidingPuzzle(4, 5), [*range(1, 20), 0])


# Whole puzzles


@pytest.mark.parametrize(
    ("size", "goal", "expected"),
    [
        ((3, 3), "123456780", LAYERS_3X3),
        ((3, 3), "123804765", LAYERS_3X3_BLANK_IN_THE_MIDDLE),
        ((2, 3), "123450", LAYERS_2X3),
        ((3, 2), None, LAYERS_2X3),
        ((4, 2), "01234567", LAYERS_2X4),
        ((2, 5), "1 2 3 4 5 6 7 8 9 _", LAYERS_2X5),
        ((1, 1), None, [1]),
        ((1, 6), None, [1] * 6),
        ((2, 2), "0123", [1, 2, 2, 2, 2, 2, 1]),
    ],
)
def test_layer_sizes(size, goal, expected):
    assert layer_sizes(SlidingPuzzle(*size), goal) == expected
    assert list(each_layer_size(SlidingPuzzle(*size), goal)) == expected


def test_layers_are_the_boards_at_their_distance():
    puzzle, goal = SlidingPuzzle(3, 2), (0, 1, 2, 3, 4, 5)
    slow = search_slowly(puzzle, goal, None)
    for depth, layer in enumerate(layers(puzzle, goal)):
        words = np.concatenate([*layer.values()]) >> 4
        expected = [puzzle.pack(state) for state, (_, d) in slow.items() if d == depth]
        assert sorted(words.tolist()) == sorted(expected)
        for blank, group in layer.items():
            assert np.all(np.diff(group.astype(np.int64)) > 0)
            assert all(state.index(0) == blank for state in map(puzzle.unpack, group >> 4))


def test_the_layers_of_large_puzzles_are_refused():
    for size in [(4, 4), (2, 7), (3, 5)]:
        with pytest.raises(ValueError, match="do not fit in memory"):
            layer_sizes(SlidingPuzzle(*size))


def test_distances_of_every_board():
    known = distances(EIGHT_PUZZLE)
    assert np.bincount(known.moves).tolist() == LAYERS_3X3
    assert known["871526340"] == 24
    assert known[1, 2, 3, 4, 5, 6, 7, 8, 0] == 0
    assert len(known) == len(known.boards) == 181440
    assert (1, 2, 3, 4, 5, 6, 8, 7, 0) not in known
    with pytest.raises(KeyError):
        known["123456870"]
    # From every board but the goal some move leads one step nearer, and none further than one.
    for board in known.boards[::1009].tolist():
        steps = [known[b] - known[tuple(board)] for _, b in EIGHT_PUZZLE.neighbours(tuple(board))]
        assert set(steps) <= {-1, 1}
        assert -1 in steps or known[tuple(board)] == 0


@given(st.permutations(range(6)))
@settings(deadline=None, max_examples=20)
def test_distances_to_any_goal(goal):
    puzzle = SlidingPuzzle(2, 3)
    slow = search_slowly(puzzle, tuple(goal), None)
    assert dict(distances(puzzle, goal)) == {state: depth for state, (_, depth) in slow.items()}
