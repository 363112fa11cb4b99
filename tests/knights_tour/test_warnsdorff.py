"""Warnsdorff's rule: the lesson, the engine, and every tie break spelt out once more."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.compiled import compiled_loops_available
from puzzlelib.knights_tour import (
    TIE_BREAKS,
    Board,
    follow_warnsdorff,
    move_order,
    warnsdorff,
    warnsdorff_chunks,
)
from puzzlelib.knights_tour.squirrel_cull import squirrel_cull_orders
from puzzlelib.trace import first_difference, record

from .tours import assert_tour, boards

ANYWHERE = [name for name in TIE_BREAKS if name != "squirrel-cull"]


def free_neighbours(board, square, taken):
    return [other for other in board.moves(square) if other not in taken]


def distance_from_centre(board, square):
    return np.hypot(square[0] - (board.rows - 1) / 2, square[1] - (board.columns - 1) / 2)


def second_level(board, square, taken):
    taken = {*taken, square}
    after = free_neighbours(board, square, taken)
    return sum(len(free_neighbours(board, other, taken)) for other in after)


def best_squares(board, path, tie_break):
    """Return the squares that a tie break leaves to choose from."""
    free = free_neighbours(board, path[-1], path)
    degrees = {s: len(free_neighbours(board, s, path)) for s in free}
    tied = [s for s in free if degrees[s] == min(degrees.values())]
    if tie_break == "roth":
        farthest = max(distance_from_centre(board, s) for s in tied)
        tied = [s for s in tied if np.isclose(distance_from_centre(board, s), farthest)]
    if tie_break == "pohl":
        fewest = min(second_level(board, s, path) for s in tied)
        tied = [s for s in tied if second_level(board, s, path) == fewest]
    return tied


@st.composite
def walks(draw):
    board = draw(boards(most=7))
    order = move_order(draw(st.permutations(range(8))))
    return board, draw(st.sampled_from(board.squares)), order


@given(walks(), st.sampled_from(ANYWHERE), st.integers(0, 99))
@settings(deadline=None, max_examples=120)
def test_each_step_goes_to_a_best_square(walk, tie_break, seed):
    board, start, order = walk
    trace = warnsdorff(board, start, tie_break, order, seed)
    frames = list(trace)
    for frame, after in itertools.pairwise(frames):
        best = best_squares(board, frame.path, tie_break)
        assert after.path == (*frame.path, frame.chosen)
        assert frame.chosen in best
        if tie_break != "random":
            in_order = [s for s in board.moves(frame.current, order) if s in best]
            assert frame.chosen == in_order[0]
        assert set(frame.considered) == set(free_neighbours(board, frame.current, frame.path))
        assert list(frame.degrees) == sorted(frame.degrees)
        for square, degree in zip(frame.considered, frame.degrees, strict=True):
            assert degree == len(free_neighbours(board, square, frame.path))
        assert len(frame.caption.split()) <= 20
        assert frame.status is None
        assert not frame.dead_end
    last = frames[-1]
    assert last.status == trace.status == ("found" if last.complete else "stuck")
    assert (trace.nodes, trace.backtracks) == (len(frames) - 1, 0)
    stuck = [len(frames) - 1] if last.dead_end else []
    assert trace.landmarks["dead ends"].tolist() == stuck
    assert trace.dead_ends == trace.dead_ends_by_square.sum() == len(stuck)
    if trace.status == "found":
        assert_tour(board, trace.tour, start)


@given(walks())
@settings(deadline=None, max_examples=60)
def test_the_lesson_takes_the_same_steps(walk):
    lesson = record(follow_warnsdorff(*walk))
    trace = warnsdorff(*walk[:2], order=walk[2])
    assert first_difference(lesson, trace) is None
    assert lesson.status == trace.status


def plain_depth_first(board, start, order):
    """Yield the events of a depth-first search that sorts by ways on, the first tie first."""
    path = [start]

    def visit():
        if len(path) == len(board):
            return True
        free = [s for s in board.moves(path[-1], order) if s not in path]
        for square in sorted(free, key=lambda s: len(free_neighbours(board, s, path))):
            path.append(square)
            yield board.index(square)
            if (yield from visit()):
                return True
            path.pop()
            yield -1
        return False

    yield from visit()


@given(walks())
@settings(deadline=None, max_examples=80)
def test_with_backtracking_it_is_a_depth_first_search(walk):
    board, start, order = walk
    events = list(itertools.islice(plain_depth_first(board, start, order), 2001))
    trace = warnsdorff(board, start, order=order, backtracking=True, node_limit=1000)
    recorded = trace.events.tolist()
    assert recorded == events[: len(recorded)]
    if trace.status != "limit":
        assert recorded == events
        assert trace.status == ("found" if trace.tour is not None else "impossible")


@given(walks(), st.sampled_from(ANYWHERE), st.integers(0, 9))
@settings(deadline=None, max_examples=60)
def test_frames_of_a_search_that_goes_back(walk, tie_break, seed):
    board, start, order = walk
    trace = warnsdorff(board, start, tie_break, order, seed, backtracking=True, node_limit=100)
    frames = list(trace)
    for frame, after in itertools.pairwise(frames):
        assert len(frame.caption.split()) <= 20
        if after.left is None:
            assert after.path == (*frame.path, frame.chosen)
        else:
            assert frame.chosen is None
            assert after.path == frame.path[:-1]
    assert frames[-1].status == trace.status


def test_going_back_proves_what_the_rule_alone_cannot():
    board = Board(3, 4)
    assert warnsdorff(board, (0, 1)).status == "stuck"
    assert "never goes back" in warnsdorff(board, (0, 1))[-1].caption
    searched = warnsdorff(board, (0, 1), backtracking=True)
    assert (searched.status, searched.tour) == ("impossible", None)


def test_warnsdorff_leaps_over_the_chessboard():
    trace = warnsdorff(Board(8, 8), (0, 0))
    assert (trace.status, trace.nodes, trace.backtracks) == ("found", 63, 0)
    assert_tour(Board(8, 8), trace.tour, (0, 0))


def test_the_rule_fails_from_some_squares():
    board = Board(8, 8)
    stuck = [s for s in board.squares if warnsdorff(board, s).status == "stuck"]
    by_lesson = [s for s in stuck if list(follow_warnsdorff(board, s))[-1].status == "stuck"]
    assert len(stuck) == 1
    assert stuck == by_lesson
    mended = warnsdorff(board, stuck[0], backtracking=True)
    assert mended.status == "found"
    assert mended.backtracks > 0


def test_draws_repeat_with_a_seed():
    board = Board(8, 8)
    one, same, other = (warnsdorff(board, (0, 0), "random", seed=s) for s in (1, 1, 2))
    assert one.events.tolist() == same.events.tolist() != other.events.tolist()
    free = warnsdorff(board, (0, 0), "random")
    again = warnsdorff(board, (0, 0), "random", seed=free.search.seed)
    assert free.events.tolist() == again.events.tolist()


def test_draws_choose_each_tied_square_alike():
    # From the corner of 8 x 8 both moves are equal by symmetry.
    first = [warnsdorff(Board(8, 8), (0, 0), "random", seed=s)[1].current for s in range(200)]
    assert 60 < first.count((1, 2)) < 140


# Squirrel and Cull 1996: a tour for every size from 112 on. All eight rules are met by eight
# sizes in a row.
@pytest.mark.parametrize(
    "size", [*range(5, 30), *([*range(112, 128), 203] if compiled_loops_available() else [])]
)
def test_squirrel_and_culls_orders_never_fail(size):
    trace = warnsdorff(Board(size, size), (0, 0), "squirrel-cull")
    assert trace.status == "found"
    assert_tour(Board(size, size), trace.tour, (0, 0))


def test_squirrel_and_culls_orders_change_on_the_way():
    orders, switches = squirrel_cull_orders(24)
    trace = warnsdorff(Board(24, 24), (0, 0), "squirrel-cull")
    path = trace[-1].path
    places = [path.index(switch) for switch in switches]
    assert places == sorted(places)
    after = [trace.search.order_after(path[: place + 1]) for place in places]
    assert after == list(orders[1:])
    for frame, following in itertools.pairwise(trace[:: len(trace) // 50]):
        assert following.path[: frame.depth + 1] == (*frame.path, frame.chosen)


def test_reports_while_it_runs():
    *_, last = warnsdorff_chunks(Board(6, 6), (0, 0), seconds=0)
    assert last.finished
    assert last.trace.status == "found"


def test_a_budget_ends_it():
    trace = warnsdorff(Board(8, 8), (0, 0), node_limit=10)
    assert (trace.status, trace.nodes) == ("limit", 10)
    assert trace[-1].status == "limit"


def test_one_square():
    assert warnsdorff(Board(1, 1), (0, 0)).status == "found"


@pytest.mark.parametrize(
    ("board", "arguments", "message"),
    [
        (Board(8, 8), {"start": (8, 0)}, "off the board"),
        (Board(8, 8), {"start": (0, 0), "tie_break": "last"}, "no tie break is named 'last'"),
        (Board(8, 8), {"start": (0, 0), "node_limit": 0}, "node_limit"),
        (Board(8, 8), {"start": (0, 1), "tie_break": "squirrel-cull"}, r"start \(0, 0\)"),
        (Board(8, 9), {"start": (0, 0), "tie_break": "squirrel-cull"}, "square boards"),
        (Board(8, 8, ((5, 5),)), {"start": (0, 0), "tie_break": "squirrel-cull"}, "1 blocked"),
        (
            Board(8, 8),
            {"start": (0, 0), "tie_break": "squirrel-cull", "backtracking": True},
            "never goes back",
        ),
    ],
)
def test_what_makes_no_sense_is_refused(board, arguments, message):
    with pytest.raises(ValueError, match=message):
        warnsdorff(board, **arguments)
