"""A* and greedy search: lesson against engine, shortest ways, the rules of the queue."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.sliding_tiles import (
    EIGHT_PUZZLE,
    FIFTEEN_PUZZLE,
    HEURISTICS,
    SlidingPuzzle,
    Unsolvable,
    a_star,
    breadth_first,
    distances,
    greedy_best_first,
)
from puzzlelib.sliding_tiles.heuristic_search import (
    a_star_chunks,
    best_first_lesson,
    effective_branching_factor,
)
from puzzlelib.sliding_tiles.heuristics import MISLEADING, TileCosts, manhattan
from puzzlelib.trace import first_difference, record

GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)
KNOWN = distances(EIGHT_PUZZLE, GOAL)
HARDEST = [tuple(board) for board in KNOWN.boards[KNOWN.moves == 31].tolist()]
EXAMPLE = "871526340"  # article 4's, 24 moves

SEARCHES = {"A*": a_star, "greedy": greedy_best_first}


def lesson_of(trace, start):
    goal, algorithm = trace.goal, trace.algorithm
    return record(best_first_lesson(trace.puzzle, start, goal, trace.heuristic, algorithm))


@st.composite
def problems(draw):
    puzzle = SlidingPuzzle(*draw(st.sampled_from([(1, 4), (2, 2), (2, 3), (3, 2), (3, 3)])))
    start = puzzle.random_state(draw(st.integers(0, 10**6)))
    state = start
    for choice in draw(st.lists(st.integers(0, 3), max_size=25)):
        moves = puzzle.neighbours(state)
        state = moves[choice % len(moves)][1]
    return puzzle, start, state


@given(problems(), st.sampled_from([*HEURISTICS, *MISLEADING]), st.sampled_from([*SEARCHES]))
@settings(deadline=None, max_examples=60)
def test_the_engine_takes_the_lessons_steps(problem, heuristic, algorithm):
    puzzle, start, goal = problem
    trace = SEARCHES[algorithm](puzzle, start, goal, heuristic)
    lesson = lesson_of(trace, start)
    assert first_difference(trace, lesson) is None
    assert trace.status == lesson.status == "found"
    assert puzzle.walk(start, trace.moves)[-1] == goal


@pytest.mark.parametrize("algorithm", SEARCHES)
def test_without_compiled_loops_only_the_speed_changes(algorithm, monkeypatch):
    compiled = SEARCHES[algorithm](EIGHT_PUZZLE, EXAMPLE)
    monkeypatch.setenv("PUZZLELIB_NO_NUMBA", "1")
    plain = SEARCHES[algorithm](EIGHT_PUZZLE, EXAMPLE)
    assert first_difference(compiled, plain) is None
    assert {k: v.tolist() for k, v in compiled.series.items()} == {
        k: v.tolist() for k, v in plain.series.items()
    }


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_a_star_finds_a_shortest_way_with_every_admissible_heuristic(heuristic):
    for seed in range(12):
        start = EIGHT_PUZZLE.random_state(seed, GOAL)
        trace = a_star(EIGHT_PUZZLE, start, GOAL, heuristic)
        assert len(trace.moves) == KNOWN[start]
        assert EIGHT_PUZZLE.walk(start, trace.moves) == list(map(tuple, trace.path.tolist()))


@pytest.mark.parametrize("heuristic", ["manhattan", "linear-conflict"])
def test_the_hardest_boards(heuristic):
    # OEIS A089473: two boards are 31 moves from 123456780.
    assert len(HARDEST) == 2
    for start in HARDEST:
        assert len(a_star(EIGHT_PUZZLE, start, heuristic=heuristic).moves) == 31


def test_a_larger_admissible_estimate_expands_less():
    names = ["misplaced", "manhattan", "linear-conflict", "walking-distance"]
    costs = [a_star(EIGHT_PUZZLE, EXAMPLE, heuristic=name).expanded for name in names]
    assert costs == sorted(costs, reverse=True)
    assert costs[0] > 10 * costs[1] > 10 * costs[2]


def test_a_search_without_any_estimate_expands_what_breadth_first_search_does():
    # With h = 0 every board nearer than the goal is expanded, as f is the depth.
    start = "042813576"
    trace = a_star(EIGHT_PUZZLE, start, GOAL, lambda state: 0)
    sizes = breadth_first(EIGHT_PUZZLE, start, GOAL, stop_at_goal=False).layers
    depth = KNOWN[start]
    assert len(trace.moves) == depth
    assert sum(sizes[:depth]) <= trace.expanded <= sum(sizes[: depth + 1])


def test_an_estimate_too_large_can_miss_a_shortest_way():
    h = manhattan(EIGHT_PUZZLE, GOAL)
    starts = [EIGHT_PUZZLE.random_state(seed, GOAL) for seed in range(5)]
    traces = [a_star(EIGHT_PUZZLE, start, GOAL, lambda state: 3 * h(state)) for start in starts]
    assert any(len(t.moves) > KNOWN[start] for t, start in zip(traces, starts, strict=True))


def test_a_shorter_way_to_a_board_seen_before_is_taken():
    def uneven(state):  # admissible, but a move can change it by 9
        return KNOWN[state] if state[0] < 4 else max(0, KNOWN[state] - 8)

    start = EIGHT_PUZZLE.random_state(0, GOAL)
    trace = a_star(EIGHT_PUZZLE, start, GOAL, uneven)
    assert len(trace.moves) == KNOWN[start]
    labels = {child.label for frame in trace for child in frame.children}
    assert labels == {"new", "shorter", "seen before"}
    assert first_difference(trace, lesson_of(trace, start)) is None


def test_a_students_own_class_of_costs_is_asked_itself():
    class Doubled(TileCosts):
        def __call__(self, state):
            return 2 * super().__call__(state)

    h = Doubled(manhattan(EIGHT_PUZZLE, GOAL).costs)
    trace = a_star(EIGHT_PUZZLE, EXAMPLE, GOAL, h)
    assert trace.series["h"][0] == 2 * manhattan(EIGHT_PUZZLE, GOAL)(EIGHT_PUZZLE.parse(EXAMPLE))
    assert first_difference(trace, lesson_of(trace, EIGHT_PUZZLE.parse(EXAMPLE))) is None


def test_counts():
    trace = a_star(EIGHT_PUZZLE, EXAMPLE)
    # ``expanded`` leaves the goal out; the last step takes it.
    assert len(trace) == trace.expanded + 2
    frames = list(trace)
    assert trace.generated == 1 + sum(len(frame.children) for frame in frames)
    assert trace.discovered == 1 + sum(
        child.label == "new" for frame in frames for child in frame.children
    )
    assert frames[-1].children == ()
    for name in ("frontier", "generated"):
        assert trace.series[name].tolist() == [getattr(frame, name) for frame in frames]
    assert trace.series["discovered"].tolist() == [frame.visited for frame in frames]


def test_the_queue_gives_least_f_then_largest_g_then_the_last_one_in():
    trace = a_star(EIGHT_PUZZLE, EXAMPLE)
    for step in range(0, len(trace) - 1, 37):
        queue = trace.queue(step)
        assert len(queue) == trace.series["frontier"][step]
        assert [(e.f, -e.g) for e in queue] == sorted((e.f, -e.g) for e in queue)
        taken = trace[step + 1].taken
        assert queue[0] == taken
        assert taken.g + taken.h == taken.f
    # Two boards join last with equal f and g: the one made last goes first.
    first = a_star(EIGHT_PUZZLE, "123456078")
    assert [child.move for child in first[1].children] == ["D", "L"]
    assert first[1].queue_head[0].state == first[1].children[1].state


def test_greedy_looks_only_ahead():
    trace = greedy_best_first(EIGHT_PUZZLE, EXAMPLE)
    for step in range(len(trace) - 1):
        taken = trace[step + 1].taken
        assert taken.f == taken.h == min(entry.h for entry in trace.queue(step))
    assert len(trace.moves) > 24
    assert trace.expanded < a_star(EIGHT_PUZZLE, EXAMPLE).expanded


def test_captions_tell_what_the_frames_hold():
    for search in SEARCHES.values():
        trace = search(EIGHT_PUZZLE, "042813576")
        for frame in trace:
            assert len(frame.caption.split()) <= 20
            if frame.taken and frame.status is None:
                joined = sum(child.label != "seen before" for child in frame.children)
                assert f"{joined} join" in frame.caption
                shown = f"= {frame.taken.f}" if search is a_star else f"h: {frame.taken.h}"
                assert shown in frame.caption
        assert "Goal taken" in trace[-1].caption


def test_landmarks():
    trace = a_star(EIGHT_PUZZLE, EXAMPLE)
    f = trace.series["f"]
    for step in trace.landmarks["larger f"]:
        assert f[step] > f[:step].max()
    h = trace.series["h"]
    for step in trace.landmarks["closest so far"]:
        assert h[step] < h[:step].min()
    assert trace.landmarks["goal"].tolist() == [len(trace) - 1]
    # With a consistent heuristic the f of the boards taken never falls.
    assert np.all(np.diff(f) >= 0)


def test_a_start_that_is_the_goal():
    trace = a_star(EIGHT_PUZZLE, GOAL)
    assert (trace.moves, trace.expanded, trace.generated, len(trace)) == ("", 0, 1, 2)
    assert trace[1].status == "found"


@pytest.mark.parametrize("no_numba", ["", "1"])
def test_a_budget_ends_the_search_after_exactly_so_many_boards(no_numba, monkeypatch):
    monkeypatch.setenv("PUZZLELIB_NO_NUMBA", no_numba)
    whole = a_star(EIGHT_PUZZLE, EXAMPLE)
    trace = a_star(EIGHT_PUZZLE, EXAMPLE, node_limit=100)
    assert (trace.status, trace.expanded, trace.moves, len(trace)) == ("limit", 100, None, 101)
    assert trace[100] == whole[100]
    assert a_star(EIGHT_PUZZLE, EXAMPLE, node_limit=whole.expanded + 1).status == "found"


def test_chunks_report_their_progress():
    results = []

    def run():
        results.append((yield from a_star_chunks(EIGHT_PUZZLE, EXAMPLE, heuristic="misplaced")))

    reports = list(run())
    (trace,) = results
    assert len(reports) > 1
    assert reports == sorted(reports)
    assert reports[-1] < len(trace) == trace.expanded + 2


def test_larger_boards():
    goal = (*range(1, 16), 0)
    state, random = goal, np.random.default_rng(3)
    for _ in range(60):
        moves = FIFTEEN_PUZZLE.neighbours(state)
        state = moves[random.integers(len(moves))][1]
    trace = a_star(FIFTEEN_PUZZLE, state, goal, "linear-conflict")
    assert FIFTEEN_PUZZLE.walk(state, trace.moves)[-1] == goal
    assert len(trace.moves) <= 60
    twenty, goal = SlidingPuzzle(4, 5), (*range(1, 20), 0)
    start = twenty.walk(goal, "DRDRULD")[-1]
    assert len(a_star(twenty, start, goal).moves) == 7


def test_what_makes_no_sense_is_refused_before_any_search():
    with pytest.raises(Unsolvable, match="parity"):
        a_star(EIGHT_PUZZLE, EXAMPLE, "123804765")
    with pytest.raises(ValueError, match="node_limit"):
        greedy_best_first(EIGHT_PUZZLE, EXAMPLE, node_limit=0)
    with pytest.raises(ValueError, match="heuristic must be one of"):
        a_star(EIGHT_PUZZLE, EXAMPLE, heuristic="euclid")
    with pytest.raises(ValueError, match="whole number, not None"):
        a_star(EIGHT_PUZZLE, EXAMPLE, heuristic=lambda state: None)


def test_effective_branching_factor():
    # A full binary tree of depth 4 has 31 boards.
    assert effective_branching_factor(31, 4) == pytest.approx(2)
    assert effective_branching_factor(6, 5) == pytest.approx(1)
    # Russell and Norvig, section 3.6.1: 52 boards besides the start, depth 5.
    assert effective_branching_factor(53, 5) == pytest.approx(1.92, abs=0.005)
    with pytest.raises(ValueError, match="depth"):
        effective_branching_factor(5, 5)
