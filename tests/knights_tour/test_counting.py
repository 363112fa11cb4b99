"""Exact counts: published figures, plain enumeration, and the compiled sweep against the lesson."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from puzzlelib.compiled import compiled_loops_available
from puzzlelib.knights_tour import Board, enumerate_tours
from puzzlelib.knights_tour.counting import (
    count_by_search,
    count_by_sweep,
    count_tours,
    join,
    renumbered,
)
from puzzlelib.knights_tour.frontier import Sweep
from puzzlelib.trace import record

compiled = pytest.mark.skipif(not compiled_loops_available(), reason="needs Numba")


def layers_of_the_lesson(board, closed=False, start=None):
    return [(f.patterns, f.tours) for f in count_by_sweep(board, closed, start)]


def layers_of_the_engine(board, closed=False, start=None):
    from puzzlelib.knights_tour.counting_engine import count_layers

    return list(count_layers(Sweep(board, closed, start)))


@st.composite
def small_boards(draw):
    """Boards of up to 18 squares, whole or with blocked squares, with at least two free ones."""
    rows, columns = draw(
        st.sampled_from([(r, c) for r in range(1, 8) for c in range(1, 8) if 2 <= r * c <= 18])
    )
    squares = [(r, c) for r in range(rows) for c in range(columns)]
    blocked = draw(st.lists(st.sampled_from(squares), unique=True, max_size=6))
    assume(len(squares) - len(blocked) >= 2)
    return Board(rows, columns, tuple(blocked))


@settings(deadline=None, max_examples=100)
@given(small_boards(), st.data())
def test_every_way_to_count_agrees(board, data):
    start = data.draw(st.sampled_from([None, *board.squares]))
    for closed in (False, True):
        expected = count_by_search(board, closed, start)
        assert count_tours(board, closed, start) == expected
        *_, last = count_by_sweep(board, closed, start)
        assert last.tours * (1 if closed or start else 2) == expected
        if compiled_loops_available():
            layers = layers_of_the_engine(board, closed, start)
            assert layers == layers_of_the_lesson(board, closed, start)


@pytest.mark.slow
@settings(deadline=None, max_examples=8)
@given(st.lists(st.sampled_from([(r, c) for r in range(5) for c in range(5)]), max_size=4))
def test_5x5_with_blocked_squares_against_backtracking(blocked):
    board = Board(5, 5, tuple(blocked))
    start = board.squares[0]
    assert count_tours(board, start=start) == sum(1 for _ in enumerate_tours(board, start))


# Directed open tours of 5 x 5 by start: OEIS A165134, example.
STARTS_OF_5X5 = [
    [304, 0, 56, 0, 304],
    [0, 56, 0, 56, 0],
    [56, 0, 64, 0, 56],
    [0, 56, 0, 56, 0],
    [304, 0, 56, 0, 304],
]


@pytest.mark.slow
def test_open_tours_of_5x5_by_start():
    board = Board(5, 5)
    for start in board.squares:
        assert count_tours(board, start=start) == STARTS_OF_5X5[start[0]][start[1]]
    assert count_tours(board) == sum(map(sum, STARTS_OF_5X5)) == 1728


def test_square_boards_up_to_5x5():
    # OEIS A165134: directed Hamiltonian paths of the n x n knight graph.
    assert [count_tours(Board(n, n)) for n in range(1, 6)] == [1, 0, 0, 0, 1728]
    assert [count_tours(Board(n, n), closed=True) for n in range(1, 6)] == [0] * 5


# Undirected open tours of 3 x n, n = 1, 2, ...: OEIS A169696.
OPEN_3 = [0, 0, 0, 8, 0, 0, 52, 396, 560, 3048, 10672, 57248, 128864, 646272, 1838784, 8636880]
# Undirected open tours of 4 x n, n = 1, 2, ...: OEIS A079137.
OPEN_4 = [0, 0, 8, 0, 82, 744, 6378, 31088]
# Closed tours of 3 x 2n, n = 1, 2, ...: OEIS A070030.
CLOSED_3 = [0, 0, 0, 0, 16, 176, 1536, 15424, 147728, 1448416, 14060048, 136947616, 1332257856]


@pytest.mark.parametrize("upright", [True, False])
def test_narrow_boards(upright):
    def board(short, long):
        return Board(long, short) if upright else Board(short, long)

    assert [count_tours(board(3, n)) for n in range(1, 17)] == [2 * x for x in OPEN_3]
    assert [count_tours(board(4, n)) for n in range(1, 9)] == [2 * x for x in OPEN_4]
    assert [count_tours(board(3, 2 * n), closed=True) for n in range(1, 14)] == CLOSED_3


def test_starts_on_narrow_boards():
    """The starts without a tour on boards that have one: what the construction relies on."""

    def barren(rows, columns, colour=None):
        board = Board(rows, columns)
        return [
            square
            for square in board.squares
            if colour in (None, board.colour(square)) and not count_tours(board, start=square)
        ]

    assert barren(3, 7, colour=0) == [(1, 3)]
    assert barren(3, 8) == [(1, 2), (1, 5)]
    assert barren(3, 9, colour=0) == barren(3, 11, colour=0) == barren(3, 10) == []
    assert barren(4, 5) == [(r, c) for r in (1, 2) for c in range(5)]


@compiled
def test_medium_boards():
    # OEIS A001230: closed tours of 2n x 2n.
    assert count_tours(Board(6, 6), closed=True) == 9862
    # OEIS A175881: closed tours of 6 x n.
    assert count_tours(Board(6, 5), closed=True) == 8
    assert count_tours(Board(6, 7), closed=True) == 1067638
    # OEIS A383661, every fifth entry: closed tours of 5 x n.
    closed_5 = {8: 44202, 10: 13311268, 12: 4557702762, 14: 1495135512514}
    assert {n: count_tours(Board(5, n), closed=True) for n in closed_5} == closed_5
    # OEIS A389755, every fifth entry: undirected open tours of 5 x n.
    assert count_tours(Board(5, 6)) == 2 * 18784
    assert count_tours(Board(5, 7)) == 2 * 622868


@compiled
@pytest.mark.slow
def test_all_open_tours_of_6x6():
    # OEIS A165134.
    assert count_tours(Board(6, 6)) == 6637920


@compiled
def test_numbers_of_any_length_are_exact():
    board = Board(3, 100)
    assert layers_of_the_engine(board, closed=True) == layers_of_the_lesson(board, closed=True)
    assert layers_of_the_lesson(board, closed=True)[-1][1] > 2**128


@compiled
def test_the_compiled_sweep_takes_the_steps_of_the_lesson():
    for board, closed, start in (
        (Board(5, 5), False, None),
        (Board(5, 5), False, (2, 2)),
        (Board(5, 6), True, None),
        (Board(4, 7), False, (0, 3)),
        (Board(6, 6, blocked=[(2, 2), (3, 2)]), True, None),
    ):
        lesson = layers_of_the_lesson(board, closed, start)
        assert layers_of_the_engine(board, closed, start) == lesson


def test_without_compiled_loops(monkeypatch):
    monkeypatch.setenv("PUZZLELIB_NO_NUMBA", "1")
    assert count_tours(Board(5, 5)) == 1728
    assert count_tours(Board(5, 6), closed=True) == 8  # OEIS A383661
    with pytest.raises(ValueError, match="at most 5"):
        count_tours(Board(6, 6))


def test_frames_describe_the_frontier():
    board = Board(3, 4)
    trace = record(count_by_sweep(board))
    assert len(trace) == board.size + 1
    assert trace.series["tours"][-1] == 8  # OEIS A169696, n = 4
    assert trace[0].frontier == ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1), (0, 2))
    assert trace[5].settled == ((0, 0), (1, 0), (2, 0), (0, 1), (1, 1))
    assert trace[-1].frontier == ()
    for frame in trace:
        assert len(frame.caption.split()) <= 20
        ends = [number for number in frame.commonest if number > 1]
        assert all(ends.count(number) == 2 for number in ends)


def test_joining_paths():
    new = [0, 0, 0, 2, 2]
    assert not join(new, 2)
    assert new == [0, 3, 3, 2, 2]
    assert not join(new, 3)  # the square at hand is done, the path goes on from 2 to 4
    assert renumbered(new) == (0, 1, 2, 1, 2)
    loop = [1, 2, 2]
    assert join(loop, 2)
    assert loop == [1, 1, 1]


def test_few_squares_on_a_wide_board():
    ring = [(0, 1), (0, 2), (1, 0), (2, 0), (1, 3), (2, 3), (3, 1), (3, 2)]
    squares = [(r + 5, c + 5) for r, c in ring]
    board = Board(
        20, 20, tuple((r, c) for r in range(20) for c in range(20) if (r, c) not in squares)
    )
    assert count_tours(board, closed=True) == count_by_search(board, closed=True)


def test_refusals():
    with pytest.raises(ValueError, match="19,591,828,170,979,904"):
        count_tours(Board(8, 8))
    with pytest.raises(ValueError, match="13,267,364,410,532"):
        count_tours(Board(8, 8), closed=True)
    with pytest.raises(ValueError, match="shorter side") as refusal:
        count_tours(Board(8, 8, blocked=[(0, 0)]))
    assert "published" not in str(refusal.value)
    with pytest.raises(ValueError, match="off the board"):
        count_tours(Board(5, 5), start=(5, 0))
    with pytest.raises(ValueError, match="two free squares"):
        next(count_by_sweep(Board(1, 1)))
