"""IDA*: the lesson and the loop take the same steps, the published counts come out exactly."""

from __future__ import annotations

import csv
import importlib
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.compiled import compiled_loops_available
from puzzlelib.sliding_tiles import a_star, distances, ida_star, ida_star_engine
from puzzlelib.sliding_tiles.heuristics import heuristic_for
from puzzlelib.sliding_tiles.ida_star import ida_star_chunks, ida_star_lesson
from puzzlelib.sliding_tiles.pattern_database import PatternDatabase
from puzzlelib.sliding_tiles.puzzle import (
    EIGHT_PUZZLE,
    FIFTEEN_PUZZLE,
    OPPOSITE,
    SlidingPuzzle,
    Unsolvable,
)
from puzzlelib.trace import first_difference, record

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
KORF_GOAL = tuple(range(16))

# Korf (1985), Depth-first iterative-deepening, table 1: number, board, estimate of the start,
# length of the solution, nodes generated with Manhattan distance.
KORF = {
    9: ("3 14 9 11 5 4 8 2 13 12 6 7 10 1 15 0", 32, 46, 1_650_696),
    12: ("14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15", 35, 45, 546_344),
    42: ("4 5 7 2 9 14 12 13 0 3 6 11 8 1 15 10", 30, 42, 877_823),
}
# More of the same table, too many nodes for Manhattan distance.
KORF_LONG = {
    1: ("14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3", 57),
    16: ("1 3 2 5 10 9 15 6 8 14 13 11 12 4 7 0", 42),
    30: ("12 15 2 6 1 14 4 8 5 3 7 0 10 13 9 11", 47),
    47: ("6 10 1 14 15 8 3 5 13 0 2 7 4 9 11 12", 47),
}


@pytest.fixture(params=["compiled", "interpreted"])
def loop(request, monkeypatch):
    """The loop as it is with Numba, and as it is without."""
    if request.param == "compiled":
        if not compiled_loops_available():
            pytest.skip("Numba is not installed")
        yield
        return
    with monkeypatch.context() as patch:
        patch.setenv("PUZZLELIB_NO_NUMBA", "1")
        importlib.reload(ida_star_engine)
        yield
    importlib.reload(ida_star_engine)


@pytest.fixture(scope="module")
def fifteen():
    return PatternDatabase(FIFTEEN_PUZZLE, KORF_GOAL, cache=False)


@pytest.fixture(scope="module")
def truth():
    return distances(EIGHT_PUZZLE, GOAL)


# The same steps


@pytest.mark.parametrize(
    ("puzzle", "board"),
    [
        (EIGHT_PUZZLE, "871526340"),
        (EIGHT_PUZZLE, "123456780"),
        (EIGHT_PUZZLE, "281043765"),
        (SlidingPuzzle(2, 3), "450123"),
        (SlidingPuzzle(3, 2), "520143"),
        (SlidingPuzzle(2, 2), "3021"),
        (SlidingPuzzle(1, 4), "0123"),
        (FIFTEEN_PUZZLE, "5 1 2 4 / 9 6 3 8 / 13 10 7 11 / 14 15 12 0"),
    ],
)
@pytest.mark.parametrize(
    ("heuristic", "order"),
    [
        ("manhattan", "UDLR"),
        ("misplaced", "RDUL"),
        ("patterns", "UDLR"),
        ("patterns of a few", "LRDU"),
    ],
)
def test_lesson_and_loop_take_the_same_steps(loop, puzzle, board, heuristic, order):
    start, goal = puzzle.problem(board)
    tiles = [tile for tile in goal if tile]
    h = {
        "patterns": lambda: PatternDatabase(puzzle, goal, [tiles[::2][:4], tiles[1::2][:4]], False),
        "patterns of a few": lambda: PatternDatabase(puzzle, goal, [tiles[:3]], False),
    }.get(heuristic, lambda: heuristic_for(puzzle, goal, heuristic))()
    trace = ida_star(puzzle, start, goal, h, node_limit=600, order=order)
    frames = record(ida_star_lesson(puzzle, start, goal, h, order), limit=601)
    assert first_difference(trace, frames) is None
    assert trace.generated == frames[-1].generated
    assert trace.expanded == frames[-1].step - (frames[-1].status == "found")


@pytest.mark.parametrize("heuristic", ["linear-conflict", "walking-distance", "constant"])
def test_any_heuristic_runs_in_the_lesson(truth, heuristic):
    h = (lambda state: 3 * (state != GOAL)) if heuristic == "constant" else heuristic
    trace = ida_star(EIGHT_PUZZLE, "123560478", GOAL, h)
    assert len(trace.moves) == truth["123560478"] == 5
    frames = ida_star_lesson(EIGHT_PUZZLE, trace.start, GOAL, trace.heuristic)
    assert first_difference(trace, record(frames)) is None


# Shortest ways


@given(seed=st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=30)
def test_the_way_is_shortest_and_leads_to_the_goal(truth, seed):
    start = EIGHT_PUZZLE.random_state(seed, goal=GOAL)
    trace = ida_star(EIGHT_PUZZLE, start, GOAL)
    assert EIGHT_PUZZLE.walk(start, trace.moves)[-1] == GOAL
    assert len(trace.moves) == truth[start] == len(trace.path) - 1
    assert trace.thresholds[-1].bound == len(trace.moves)


def test_the_hardest_boards_of_the_eight_puzzle_take_31_moves(loop, truth):
    hardest = truth.boards[truth.moves == 31]
    assert len(hardest) == 2  # OEIS A089473
    for board in hardest:
        trace = ida_star(EIGHT_PUZZLE, board, GOAL)
        assert (len(trace.moves), trace.status) == (31, "found")


@pytest.mark.parametrize("seed", range(5))
def test_a_star_and_ida_star_agree_though_patterns_are_not_consistent(truth, seed):
    start = EIGHT_PUZZLE.random_state(seed, goal=GOAL)
    database = PatternDatabase(EIGHT_PUZZLE, GOAL, cache=False)
    assert len(a_star(EIGHT_PUZZLE, start, GOAL, database).moves) == truth[start]
    assert len(ida_star(EIGHT_PUZZLE, start, GOAL, database).moves) == truth[start]


def test_a_board_of_25_cells():
    puzzle = SlidingPuzzle(5, 5)
    goal = puzzle.goals()[0]
    start = puzzle.walk(goal, "DRDRULDRDLURDD")[-1]
    database = PatternDatabase(puzzle, goal, [(20, 24), (15, 19), (23, 18)], cache=False)
    assert len(ida_star(puzzle, start, goal, database).moves) <= 14


# Korf's instances


@pytest.mark.parametrize("number", KORF)
def test_korfs_own_counts_come_out_exactly(number):
    board, estimate, length, nodes = KORF[number]
    trace = ida_star(FIFTEEN_PUZZLE, board, KORF_GOAL, order="DRLU")
    assert (trace.thresholds[0].bound, len(trace.moves)) == (estimate, length)
    # He counts the start once in all, and builds a child only when the one before has failed.
    assert trace.generated - (len(trace.thresholds) - 1) - after_the_way(trace) == nodes


def after_the_way(trace):
    """Count the children that come after the one on the way, for each board on it."""
    count, last = 0, None
    for state, move in zip(trace.path.tolist(), trace.moves, strict=False):
        possible = dict(trace.puzzle.slides[state.index(0)])
        moves = [m for m in trace.order if m in possible and m != OPPOSITE.get(last)]
        count += len(moves) - 1 - moves.index(move)
        last = move
    return count


@pytest.mark.parametrize("number", [*KORF, *KORF_LONG])
def test_pattern_databases_solve_korfs_instances_optimally(fifteen, number):
    board, *_, length = KORF_LONG[number] if number in KORF_LONG else KORF[number][:3]
    if not compiled_loops_available() and length > 50:
        pytest.skip("minutes without compiled loops")
    trace = ida_star(FIFTEEN_PUZZLE, board, KORF_GOAL, fifteen)
    assert len(trace.moves) == length
    assert FIFTEEN_PUZZLE.walk(board, trace.moves)[-1] == KORF_GOAL
    assert trace.thresholds[0].bound == fifteen(FIFTEEN_PUZZLE.parse(board))


# Counts


def counted_by_hand(puzzle, start, goal, h):
    """Count, for each threshold, the boards expanded and generated: plain recursion."""

    def below(state, before, g, bound):
        nonlocal expanded, generated, beyond
        if g + h(state) > bound:
            beyond = min(beyond, g + h(state))
            return False
        if state == goal:
            return True
        expanded += 1
        children = [child for _, child in puzzle.neighbours(state) if child != before]
        generated += len(children)
        over = [g + 1 + h(child) for child in children if g + 1 + h(child) > bound]
        beyond = min([beyond, *over])
        return any(below(child, state, g + 1, bound) for child in children)

    rounds, bound, found = [], h(start), False
    while not found:
        expanded, generated, beyond = 0, 1, math.inf
        found = below(start, None, 0, bound)
        rounds.append((bound, expanded + found, generated))
        bound = beyond
    return rounds


@given(shape=st.sampled_from([(2, 2), (2, 3), (3, 2), (2, 4)]), seed=st.integers(0, 2**32 - 1))
@settings(deadline=None, max_examples=20)
def test_every_threshold_is_counted_as_by_hand(shape, seed):
    puzzle = SlidingPuzzle(*shape)
    goal = puzzle.random_state(seed)
    start = puzzle.random_state(seed + 1, goal=goal)
    trace = ida_star(puzzle, start, goal)
    h = heuristic_for(puzzle, goal, "manhattan")
    assert trace.thresholds == counted_by_hand(puzzle, start, goal, h)
    assert trace.expanded == sum(taken for _, taken, _ in trace.thresholds) - 1
    assert len(trace) == trace.expanded + 2


def test_start_and_goal_are_the_same():
    trace = ida_star(EIGHT_PUZZLE, GOAL, GOAL)
    assert (trace.status, trace.moves, trace.expanded, trace.generated) == ("found", "", 0, 1)
    assert trace.path.tolist() == [list(GOAL)]
    assert [frame.status for frame in trace] == [None, "found"]


def test_a_limit_says_that_the_search_gave_up(loop):
    whole = ida_star(EIGHT_PUZZLE, "871526340")
    taken = whole.expanded + 1
    enough = ida_star(EIGHT_PUZZLE, "871526340", node_limit=taken)
    assert (enough.status, enough.moves) == ("found", whole.moves)
    one_less = ida_star(EIGHT_PUZZLE, "871526340", node_limit=taken - 1)
    assert (one_less.status, one_less.moves, one_less.path) == ("limit", None, None)
    assert one_less.expanded == whole.expanded
    assert not one_less.truncated
    assert "goal" not in one_less.landmarks
    in_the_lesson = ida_star(EIGHT_PUZZLE, "871526340", None, "linear-conflict", node_limit=50)
    assert (in_the_lesson.status, in_the_lesson.expanded) == ("limit", 50)


@pytest.mark.parametrize("heuristic", ["manhattan", "linear-conflict"])
def test_what_is_not_recorded_is_still_counted(heuristic):
    whole = ida_star(EIGHT_PUZZLE, "871526340", None, heuristic)
    trace = ida_star(EIGHT_PUZZLE, "871526340", None, heuristic, record_limit=100)
    assert trace.truncated
    assert len(trace) == 101
    assert (trace.moves, trace.thresholds) == (whole.moves, whole.thresholds)
    assert trace[:] == whole[:101]
    assert "goal" not in trace.landmarks


# The trace


def test_series_and_landmarks_describe_the_frames(tmp_path):
    trace = ida_star(
        EIGHT_PUZZLE, "867254301", GOAL, PatternDatabase(EIGHT_PUZZLE, GOAL, None, False)
    )
    frames = trace[:]
    assert trace.series["depth"].tolist() == [frame.depth for frame in frames]
    assert trace.series["threshold"].tolist() == [frame.bound for frame in frames]
    assert trace.series["generated"].tolist() == [frame.generated for frame in frames]
    again = [frame.step for frame in frames if frame.step and not frame.depth]
    assert trace.landmarks["new threshold"].tolist() == again
    assert trace.landmarks["goal"].tolist() == [len(trace) - 1]
    depths = [frame.depth for frame in frames]
    deepest = [i for i in range(1, len(depths)) if depths[i] > max(depths[:i])]
    assert trace.landmarks["deepest so far"].tolist() == deepest
    trace.to_csv(tmp_path / "trace.csv")
    with open(tmp_path / "trace.csv", encoding="utf-8") as file:
        assert len(list(csv.reader(file))) == len(trace) + 1


def test_captions_say_what_the_frame_holds():
    trace = ida_star(EIGHT_PUZZLE, "871526340", GOAL)
    for frame in trace:
        assert len(frame.caption.split()) <= 20
        within = sum(child.f <= frame.bound for child in frame.children)
        beyond = len(frame.children) - within
        if frame.children:
            assert ("every child is beyond" in frame.caption) == (
                (within == 0 and frame.depth > 0) or frame.step == 1
            )
        if within:
            assert f"{within} within, {beyond} beyond" in frame.caption
        if frame.depth and frame.status is None:
            assert f"f = {frame.depth} + {frame.taken.h} = {frame.taken.f} is" in frame.caption
        assert (frame.caption.startswith("Nothing left. Again")) == (
            frame.step > 1 and not frame.depth
        )
    assert trace[0].caption == "The start is estimated 16 moves away: that is the first threshold."
    assert (
        trace[-1].caption == "Goal taken after 24 moves: all ways of f below 24 were tried before."
    )


def test_the_next_threshold_is_known_when_a_round_ends():
    trace = ida_star(EIGHT_PUZZLE, "871526340", GOAL)
    ends = trace.landmarks["new threshold"][1:] - 1
    bounds = [threshold.bound for threshold in trace.thresholds]
    assert [trace[i].next_bound for i in ends] == bounds[1:]
    assert trace[0].next_bound == math.inf


# Chunks and errors


def test_a_long_run_reports_its_progress_and_returns_the_trace(loop):
    chunks = ida_star_chunks(EIGHT_PUZZLE, "867254301", GOAL)
    progress = []
    try:
        while True:
            progress.append(next(chunks))
    except StopIteration as end:
        trace = end.value
    assert progress == sorted(progress)
    assert progress[-1] == trace.expanded + 1
    assert len(progress) >= len(trace.thresholds)
    assert trace.seconds > 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"goal": "123456870"}, "can never become"),
        ({"heuristic": "manhatten"}, "heuristic must be one of"),
        ({"heuristic": lambda state: 0.5}, "whole number, not 0.5"),
        ({"node_limit": 0}, "node_limit must be a whole number of at least 1"),
        ({"record_limit": 0}, "record_limit must be a whole number of at least 1, not 0"),
        ({"order": "UDLL"}, "each of U, D, L, R once, not 'UDLL'"),
    ],
)
def test_what_makes_no_sense_is_refused_at_once(arguments, message):
    given_goal = PatternDatabase(EIGHT_PUZZLE, GOAL, [(1,)], cache=False)
    arguments = {"start": "871526340", "heuristic": given_goal, "goal": GOAL} | arguments
    with pytest.raises(ValueError, match=message):
        ida_star(EIGHT_PUZZLE, arguments.pop("start"), **arguments)


@pytest.mark.parametrize("search", [ida_star, a_star])
def test_a_database_for_another_goal_or_board_is_refused(search):
    database = PatternDatabase(EIGHT_PUZZLE, GOAL, [(1,)], cache=False)
    with pytest.raises(ValueError, match=r"for the goal \(1, 2, .*, not for \(1, 2, 3, 8"):
        search(EIGHT_PUZZLE, "283164705", "123804765", database)
    narrow = PatternDatabase(SlidingPuzzle(3, 2), "123450", [(1,)], cache=False)
    with pytest.raises(ValueError, match=r"for the puzzle .*rows=3, columns=2.*, not for"):
        search(SlidingPuzzle(2, 3), "123405", "123450", narrow)


def test_the_impossible_is_told_by_parity_not_by_search():
    with pytest.raises(Unsolvable, match="parity"):
        ida_star(FIFTEEN_PUZZLE, (*range(1, 14), 15, 14, 0), (*range(1, 16), 0))


def test_numbers_of_numpy_are_whole_numbers_too():
    trace = ida_star(EIGHT_PUZZLE, "123456078", GOAL, lambda state: np.int64(state != GOAL))
    assert trace.moves == "LL"


def test_the_path_on_a_board_of_more_tiles_than_a_byte_counts():
    puzzle = SlidingPuzzle(17, 17)
    trace = ida_star(puzzle, puzzle.walk(puzzle.goals()[0], "RD")[-1])
    assert tuple(trace.path[-1].tolist()) == puzzle.goals()[0]
