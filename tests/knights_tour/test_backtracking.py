"""Backtracking: the lessons, the engine that records them, published and recomputed counts."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.compiled import compiled_loops_available
from puzzlelib.knights_tour import (
    MOVE_ORDERS,
    Board,
    backtrack,
    backtrack_chunks,
    backtrack_recursively,
    backtrack_with_stack,
    engine,
    enumerate_tours,
    move_order,
)
from puzzlelib.trace import first_difference, record

from .tours import assert_tour, boards

# Recomputed by an independent program, in the move order of the classic article:
# nodes, backtracks, dead ends, tour found.
COUNTS = {
    (5, (0, 0)): (8839, 8815, 3318, "found"),
    (5, (0, 1)): (1829420, 1829420, 727156, "impossible"),
    (6, (0, 0)): (248168, 248133, 89600, "found"),
    (8, (0, 0)): (8250732, 8250669, 3076604, "found"),
    (8, (3, 2)): (2252172, 2252109, 771212, "found"),
    (8, (7, 0)): (3242064, 3242001, 1118948, "found"),
}


@pytest.mark.parametrize(("size", "start"), COUNTS)
def test_counts_in_the_classic_order(size, start):
    trace = backtrack(Board(size, size), start)
    counts = (trace.nodes, trace.backtracks, trace.dead_ends, trace.status)
    assert counts == COUNTS[size, start]
    assert len(trace) == len(trace.events) + 1 == trace.nodes + trace.backtracks + 1
    assert len(trace.landmarks["dead ends"]) == trace.dead_ends
    if trace.status == "found":
        assert_tour(trace.board, trace.tour, start)
    else:
        assert trace.tour is None


@pytest.mark.slow
def test_the_first_tour_from_the_corner_of_the_chessboard():
    trace = backtrack(Board(8, 8), (0, 0))
    numbers = np.zeros((8, 8), dtype=int)
    numbers[tuple(trace.tour.T)] = np.arange(1, 65)
    # Recomputed by an independent program.
    assert numbers[0].tolist() == [1, 60, 39, 34, 31, 18, 9, 64]
    assert numbers[7].tolist() == [52, 47, 56, 45, 54, 5, 22, 13]
    assert trace.never_reconsidered == trace.series["never reconsidered"][-1] == 34
    assert trace.events.dtype == np.int8


# Recomputed by an independent program: within 3e8 squares these twelve starts of the chessboard
# end, the other 52 do not. The squares entered were counted here.
TWELVE = {
    (0, 0): 8250732,
    (0, 3): 59468788,
    (0, 7): 27241112,
    (2, 6): 35136564,
    (3, 2): 2252172,
    (4, 0): 9152985,
    (4, 2): 108524011,
    (4, 5): 11807341,
    (7, 0): 3242064,
    (7, 3): 19489816,
    (7, 4): 14318941,
    (7, 7): 251825407,
}


@pytest.mark.slow
@pytest.mark.skipif(
    not compiled_loops_available(),
    reason="550 million squares take minutes where loops are not compiled",
)
def test_the_twelve_starts_of_the_chessboard_that_end():
    board = Board(8, 8)
    for start, nodes in TWELVE.items():
        trace = backtrack(board, start, node_limit=nodes, record_limit=1)
        assert (trace.status, trace.nodes) == ("found", nodes)
        assert_tour(board, trace.tour, start)


@pytest.mark.slow
@pytest.mark.skipif(
    not compiled_loops_available(),
    reason="52 million squares take half a minute where loops are not compiled",
)
def test_the_other_starts_do_not_end_soon():
    board = Board(8, 8)
    for start in set(board.squares) - set(TWELVE):
        assert backtrack(board, start, node_limit=10**6).status == "limit"


# ----------------------------------------------------------- the same search, written plainly


class Plain:
    """Recursive backtracking on sets of squares, with every rule spelt out."""

    def __init__(self, board, start, order, closed, prune):
        self.board, self.order, self.closed, self.prune = board, order, closed, prune
        self.events, self.returns = [], []
        self.dead_ends, self.pruned, self.full = Counter(), 0, 0
        self.tour = None
        self.visit([start])

    def free_neighbours(self, square, path):
        targets = [(square[0] + down, square[1] + right) for down, right in self.order]
        return [s for s in targets if s in self.board and s not in path]

    def hopeless(self, path):
        """Some free square lacks a way in or out; one may lack a way out if the tour is open."""
        free = [s for s in self.board.squares if s not in path]
        usable = {*free, path[-1], *([path[0]] if self.closed else [])}
        lack = 0
        for square in free:
            ways = [s for s in self.free_neighbours(square, []) if s in usable]
            lack += max(0, 2 - len(ways))
        return lack > (0 if self.closed else 1)

    def visit(self, path):
        """Return whether a tour was found on from this path."""
        complete = len(path) == len(self.board)
        onward = self.free_neighbours(path[-1], path)
        if complete:
            closes = path[0] in self.free_neighbours(path[-1], []) and len(path) > 2
            if closes or not self.closed:
                self.tour = list(path)
                return True
            self.full += len(path) > 1
        elif not onward:
            if len(path) > 1:
                self.dead_ends[path[-1]] += 1
        elif self.prune and self.hopeless(path):
            self.pruned += len(path) > 1
            return False
        for square in onward:
            self.events.append(self.board.index(square))
            if self.visit([*path, square]):
                return True
            self.events.append(-1)
            self.returns.append(len(path))
        return False


@st.composite
def searches(draw, most=4):
    board = draw(boards(most))
    start = draw(st.sampled_from(board.squares))
    order = move_order(draw(st.permutations(range(8))))
    return board, start, order, draw(st.booleans()), draw(st.booleans())


SMALL_SEARCHES = [
    (Board(3, 4), (0, 0), move_order("classic"), False, False),
    (Board(3, 4), (0, 1), move_order("clockwise"), False, False),
    (Board(5, 4), (0, 0), move_order("opposites"), False, True),
    (Board(3, 10), (0, 0), move_order("steep first"), True, True),
    (Board(3, 4), (0, 0), move_order("lexicographic"), True, False),
    (Board(3, 3, ((1, 1),)), (0, 2), move_order("flat first"), True, False),
    (Board(2, 3, ((0, 1), (0, 2), (1, 0), (1, 1))), (0, 0), move_order("classic"), True, False),
    (Board(1, 1), (0, 0), move_order("classic"), True, False),
    (Board(1, 1), (0, 0), move_order("classic"), False, True),
]


def check_against_plain(board, start, order, closed, prune):
    plain = Plain(board, start, order, closed, prune)
    trace = backtrack(board, start, order, closed=closed, prune=prune)
    assert trace.events.tolist() == plain.events
    assert trace.status == ("found" if plain.tour else "impossible")
    assert (trace.tour is None) == (plain.tour is None)
    if plain.tour:
        assert trace.tour.tolist() == [list(square) for square in plain.tour]
        assert_tour(board, trace.tour, start, closed)
    assert trace.nodes == sum(event >= 0 for event in plain.events)
    assert trace.backtracks == len(plain.returns)
    assert trace.dead_ends == plain.dead_ends.total()
    assert trace.pruned == plain.pruned
    assert trace.non_closing == plain.full
    by_square = {tuple(s): n for s, n in np.ndenumerate(trace.dead_ends_by_square) if n}
    assert by_square == plain.dead_ends
    visits = Counter(event for event in plain.events if event >= 0)
    assert trace.visits.ravel().tolist() == [visits[i] for i in range(board.size)]
    depth = 1 + trace.nodes - trace.backtracks
    assert trace.never_reconsidered == min([depth, *plain.returns])
    return trace


@given(searches())
@settings(deadline=None, max_examples=150)
def test_small_searches_match_plain_recursion(search):
    check_against_plain(*search)


@pytest.mark.parametrize("search", SMALL_SEARCHES)
def test_chosen_searches_match_plain_recursion(search):
    check_against_plain(*search)


@pytest.mark.parametrize("search", SMALL_SEARCHES)
def test_cutting_a_run_into_small_chunks_changes_nothing(monkeypatch, search):
    monkeypatch.setattr(engine, "chunk_length", lambda board: 7)
    trace = check_against_plain(*search)
    assert_frames_fit(trace, trace)


@pytest.mark.parametrize("search", [search for search in SMALL_SEARCHES if not search[-1]])
def test_plain_python_does_what_the_loop_does(monkeypatch, search):
    monkeypatch.setattr(engine, "compiled_loops_available", lambda: False)
    monkeypatch.setattr(engine, "chunk_length", lambda board: 7)
    check_against_plain(*search)


@given(searches(most=4))
@settings(deadline=None, max_examples=60)
def test_frames_tell_what_happens_next(search):
    board, start, order, closed, prune = search
    trace = backtrack(board, start, order, closed=closed, prune=prune, node_limit=300)
    assert_frames_fit(trace, list(trace))


def assert_frames_fit(trace, frames):
    """Check every frame against the next one, the counts, the series and the landmarks."""
    frames = list(frames)
    dead, pruned, full = [], [], []
    for step, (frame, after) in enumerate(itertools.zip_longest(frames, frames[1:])):
        assert len(frame.caption.split()) <= 20
        assert trace.series["depth"][step] == frame.depth == len(set(frame.path))
        assert len(frame.tried) == len(frame.untried) == frame.depth
        dead += [step] * frame.dead_end
        pruned += [step] * bool(frame.cut_off and step)
        full += [step] * (frame.complete and not frame.found and step > 0)
        if after is None:
            assert frame.status == trace.status
        else:
            assert frame.status is None
            if after.left is None:
                assert after.path == (*frame.path, frame.chosen)
                assert frame.chosen == frame.considered[0]
            else:
                assert frame.chosen is None
                assert not frame.considered
                assert after.path == frame.path[:-1]
                assert after.left == frame.path[-1]
                if frame.back_to:
                    assert frame.path.index(frame.back_to) <= after.depth - 1
                else:
                    assert trace.status in ("impossible", "limit")
    assert trace.landmarks["dead ends"].tolist() == dead
    assert trace.landmarks.get("pruned", np.array([])).tolist() == pruned
    assert trace.landmarks.get("not closing", np.array([])).tolist() == full
    depths = [frame.depth for frame in frames]
    records = [i for i in range(1, len(depths)) if depths[i] > max(depths[:i])]
    assert trace.landmarks["deepest so far"].tolist() == records
    tour = [len(frames) - 1] if trace.status == "found" else []
    assert trace.landmarks["tour"].tolist() == tour
    returns = [depths[i] for i in range(1, len(frames)) if frames[i].left is not None]
    assert trace.never_reconsidered == min([depths[-1], *returns])


# ------------------------------------------------------------------------------- the lessons


@pytest.mark.parametrize("start", [(0, 0), (1, 0), (0, 1)])
@pytest.mark.parametrize("order", ["classic", "clockwise"])
def test_the_three_forms_take_the_same_steps(start, order):
    board = Board(3, 4)
    stack = record(backtrack_with_stack(board, start, order))
    recursive = record(itertools.islice(backtrack_recursively(board, start, order), len(stack)))
    trace = backtrack(board, start, order)
    assert first_difference(recursive, stack) is None
    assert first_difference(stack, trace) is None
    assert stack.status == trace.status


@given(boards(most=4), st.data())
@settings(deadline=None, max_examples=40)
def test_the_lesson_and_the_engine_agree_on_any_board(board, data):
    start = data.draw(st.sampled_from(board.squares))
    lesson = list(itertools.islice(backtrack_with_stack(board, start), 400))
    assert list(itertools.islice(backtrack(board, start), 400)) == lesson


def test_recursion_lists_every_tour():
    board = Board(3, 4)
    frames = list(backtrack_recursively(board, (0, 0)))
    found = [frame.path for frame in frames if frame.status == "found"]
    expected = [tuple(map(tuple, tour.tolist())) for tour in enumerate_tours(board, (0, 0))]
    assert found == expected
    assert frames[-1].status == "exhausted"
    assert frames[-1].caption.endswith("no more tour from (0, 0).")


# The notebooks print these; 3 x 4, classic order: squares entered and left.
@pytest.mark.parametrize(
    ("start", "nodes", "backtracks"), [((1, 0), 11, 0), ((0, 0), 61, 50), ((0, 1), 53, 53)]
)
def test_three_starts_on_3x4(start, nodes, backtracks):
    trace = backtrack(Board(3, 4), start)
    assert (trace.nodes, trace.backtracks) == (nodes, backtracks)


# ------------------------------------------------------------------------------ enumeration

# OEIS A165134: 1728 directed tours of the 5 x 5 board. By start: recomputed.
TOURS_5X5 = {(0, 0): 304, (0, 1): 0, (0, 2): 56, (1, 1): 56, (1, 2): 0, (2, 2): 64}
ALIKE_5X5 = {(0, 0): 4, (0, 1): 8, (0, 2): 4, (1, 1): 4, (1, 2): 4, (2, 2): 1}


@pytest.mark.parametrize("start", TOURS_5X5)
def test_every_tour_of_the_5x5_board(start):
    board = Board(5, 5)
    tours = list(enumerate_tours(board, start))
    assert len(tours) == TOURS_5X5[start]
    assert len({tour.tobytes() for tour in tours}) == len(tours)
    for tour in tours:
        assert_tour(board, tour, start)


def test_the_starts_add_up_to_1728():
    assert sum(TOURS_5X5[start] * ALIKE_5X5[start] for start in TOURS_5X5) == 1728


def test_enumeration_is_lazy_and_depth_first():
    board = Board(5, 5)
    tours = enumerate_tours(board, (0, 0), "lexicographic")
    first, second = itertools.islice(tours, 2)
    assert first.tolist() == backtrack(board, (0, 0), "lexicographic").tour.tolist()
    everything = [tour.tolist() for tour in enumerate_tours(board, (2, 2), "lexicographic")]
    assert everything == sorted(everything)
    assert second.tolist() > first.tolist()


def test_closed_tours_come_in_both_directions():
    board = Board(3, 10)
    tours = [tour.tolist() for tour in enumerate_tours(board, (0, 0), closed=True)]
    assert len(tours) == 2 * 16  # OEIS A169764: 16 closed tours on 3 x 10
    assert all([tour[0], *tour[:0:-1]] in tours for tour in tours)


def test_one_square_has_one_open_tour():
    assert [tour.tolist() for tour in enumerate_tours(Board(1, 1), (0, 0))] == [[[0, 0]]]
    assert list(enumerate_tours(Board(1, 1), (0, 0), closed=True)) == []


def test_a_row_longer_than_the_event_type_reaches():
    board = Board(1, 128, tuple((0, column) for column in range(1, 128)))
    trace = backtrack(board, (0, 0))
    assert trace.events.dtype == np.int8
    assert trace.tour.tolist() == [[0, 0]]


def test_a_tour_cannot_be_closed_with_two_squares():
    board = Board(2, 3, ((0, 1), (0, 2), (1, 0), (1, 1)))
    assert backtrack(board, (0, 0)).status == "found"
    closed = backtrack(board, (0, 0), closed=True)
    assert (closed.status, closed.nodes, closed.non_closing) == ("impossible", 1, 1)


# ---------------------------------------------------------------------------------- limits


@pytest.mark.parametrize(("start", "needed"), [((0, 0), 8839), ((1, 1), None)])
def test_the_limit_never_pretends(start, needed):
    board = Board(5, 5)
    needed = needed or backtrack(board, start).nodes
    enough, short = (backtrack(board, start, node_limit=n) for n in (needed, needed - 1))
    assert (enough.status, enough.nodes) == ("found", needed)
    assert (short.status, short.nodes, short.tour) == ("limit", needed - 1, None)
    assert short[-1].status == "limit"
    assert "Nothing is proved" in short[-1].caption
    assert short.events.tolist() == enough.events[: len(short.events)].tolist()


def test_a_limit_that_suffices_to_search_everything():
    full = backtrack(Board(3, 4), (0, 1))
    assert backtrack(Board(3, 4), (0, 1), node_limit=full.nodes).status == "impossible"
    assert backtrack(Board(3, 4), (0, 1), node_limit=full.nodes - 1).status == "limit"


@pytest.mark.parametrize("prune", [True, False])
@pytest.mark.parametrize("closed", [True, False])
@pytest.mark.parametrize("room", [1, 2, 7, 8, 50, 1000])
def test_what_is_not_recorded_is_counted(monkeypatch, prune, closed, room):
    monkeypatch.setattr(engine, "chunk_length", lambda board: 8)
    rules = {"closed": closed, "prune": prune, "node_limit": 1500}
    whole = backtrack(Board(4, 5), (0, 0), **rules)
    part = backtrack(Board(4, 5), (0, 0), **rules, record_limit=room)
    assert part.truncated == (len(whole) - 1 > room)
    assert not whole.truncated
    assert len(part) == min(room + 1, len(whole))
    assert list(part)[:-1] == whole[: len(part) - 1]
    assert part[-1].path == whole[len(part) - 1].path
    for name in ("status", "nodes", "backtracks", "dead_ends", "pruned", "non_closing"):
        assert getattr(part, name) == getattr(whole, name), name
    assert part.never_reconsidered == whole.never_reconsidered
    for name in ("visits", "dead_ends_by_square", "nodes_by_depth"):
        np.testing.assert_array_equal(getattr(part, name), getattr(whole, name))
    assert (part.tour is None) == (whole.tour is None)
    steps, low, high = part.depth_envelope.T
    ends = np.cumsum(steps)
    assert ends[-1] == len(whole) - 1
    for a, b, least, most in zip(ends - steps, ends, low, high, strict=True):
        depths = whole.series["depth"][a + 1 : b + 1]
        assert (depths.min(), depths.max()) == (least, most)


def test_progress_can_be_stopped_and_looked_at(monkeypatch):
    monkeypatch.setattr(engine, "chunk_length", lambda board: 100)
    reports = backtrack_chunks(Board(5, 5), (0, 0), seconds=0)
    first = next(reports)
    assert not first.finished
    stopped = first.trace
    assert (stopped.status, stopped.nodes) == ("limit", first.nodes)
    assert len(stopped) == first.nodes + first.backtracks + 1
    assert stopped[-1].depth == first.depth
    *between, last = reports
    nodes = [report.nodes for report in [first, *between, last]]
    assert nodes == sorted(nodes)
    assert [report.finished for report in between] == [False] * len(between)
    whole = backtrack(Board(5, 5), (0, 0))
    assert last.finished
    assert first_difference(last.trace[:300], whole[:300]) is None
    assert stopped.events.tolist() == whole.events[: len(stopped) - 1].tolist()


# -------------------------------------------------------------------------- landmarks, export


def test_the_next_step_that_is_deeper_or_back_past_a_depth():
    trace = backtrack(Board(5, 5), (0, 0))
    depth = trace.series["depth"].tolist()
    for step in (0, 5, 100, 4000):
        deeper = next((i for i in range(step, len(depth)) if depth[i] > depth[step]), None)
        assert trace.next_deeper(step) == deeper
        for past in (2, 10, 20):
            back = [i for i in range(step + 1, len(depth)) if depth[i - 1] >= past > depth[i]]
            assert trace.next_back_past(step, past) == (back[0] if back else None)
    assert trace.next_deeper(len(trace) - 1) is None


def test_every_frame_can_be_reached_at_once_from_both_ends():
    trace = backtrack(Board(5, 5), (0, 0))
    assert trace[-1] == trace[len(trace) - 1]
    assert trace[-1].status == "found"
    assert [list(square) for square in trace[-1].path] == trace.tour.tolist()
    assert trace[0].path == ((0, 0),)
    with pytest.raises(IndexError):
        trace[len(trace)]


def test_csv_has_a_row_for_every_frame(tmp_path):
    trace = backtrack(Board(3, 4), (0, 0))
    trace.to_csv(tmp_path / "run.csv")
    header, *rows = (tmp_path / "run.csv").read_text().splitlines()
    assert header == "step,square,depth,never reconsidered"
    assert len(rows) == len(trace)
    assert rows[0] == "0,0,1,1"
    assert [int(row.split(",")[1]) for row in rows[1:]] == trace.events.tolist()


@pytest.mark.parametrize(("size", "dtype"), [(11, np.int8), (12, np.int16), (182, np.int32)])
def test_events_take_the_smallest_type_that_fits(size, dtype):
    board = Board(size, size)
    trace = backtrack(board, (size - 1, size - 1), node_limit=50)
    assert trace.events.dtype == dtype
    assert trace[1].path == ((size - 1, size - 1), board.moves((size - 1, size - 1))[0])
    assert trace.series["depth"].max() == max(frame.depth for frame in trace)


# ------------------------------------------------------------------------------------ errors


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"start": (5, 5)}, r"start \(5, 5\) is off the board"),
        ({"start": (1, 1)}, r"start \(1, 1\) is blocked"),
        ({"start": (0, 0), "order": "sideways"}, "no move order is named 'sideways'"),
        (
            {"start": (0, 0), "node_limit": 0},
            "node_limit must be a whole number of at least 1, not 0",
        ),
        (
            {"start": (0, 0), "record_limit": 0},
            "record_limit must be a whole number of at least 1, not 0",
        ),
    ],
)
def test_what_makes_no_sense_is_refused_at_once(arguments, message):
    board = Board(5, 5, ((1, 1),))
    with pytest.raises(ValueError, match=message):
        backtrack_chunks(board, **arguments)
    with pytest.raises(ValueError, match=message):
        backtrack(board, **arguments)


def test_enumeration_refuses_a_start_before_it_begins():
    with pytest.raises(ValueError, match="off the board"):
        enumerate_tours(Board(5, 5), (9, 9))


@pytest.mark.parametrize("order", MOVE_ORDERS)
def test_the_order_decides_how_long_not_whether(order):
    assert backtrack(Board(3, 4), (0, 0), order).status == "found"
    assert backtrack(Board(3, 4), (0, 1), order).status == "impossible"
