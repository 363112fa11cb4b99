"""Constructed tours: legal and complete, on every board and from every start that has one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.knights_tour import Board, NoTour
from puzzlelib.knights_tour.blocks import STRIP_OF_3, STRIP_OF_4, block_tour, plan_blocks
from puzzlelib.knights_tour.construction import construct_tour, insert_between, join_blocks, turned
from puzzlelib.trace import record


def assert_tour(tour, board, closed=False, start=None):
    assert tour.shape == (board.size, 2)
    steps = np.abs(np.diff(tour, axis=0, append=tour[:1]))
    legal = np.sort(steps, axis=1) == [1, 2]
    assert legal[:-1].all()
    assert legal[-1].all() or not closed
    indices = tour[:, 0].astype(np.int64) * board.columns + tour[:, 1]
    assert np.array_equal(np.sort(indices), np.arange(board.size))
    assert start is None or tuple(tour[0]) == start


def closed_exists(rows, columns):
    """Schwenk 1991: which rectangles have a closed tour."""
    short, long = sorted((rows, columns))
    return not (rows * columns % 2 or short in (1, 2, 4) or (short == 3 and long in (4, 6, 8)))


def open_exists(rows, columns):
    """Cull and De Curtins 1978; boards with fewer than five rows by search to the end."""
    short, long = sorted((rows, columns))
    return (
        short >= 5
        or (short == 4 and long >= 5)
        or (short == 3 and (long == 4 or long >= 7))
        or long == 1
    )


def starts_an_open_tour(rows, columns, square):
    """Where an open tour can start, on a board that has one.

    A closed tour starts anywhere. On an odd board the tour starts on the corners' colour. On four
    rows it starts in an outer row. 3 x 7 and 3 x 8 have three exceptions in addition, which
    ``count_tours`` confirms in the tests of counting.
    """
    if closed_exists(rows, columns):
        return True
    if rows > columns:
        rows, columns, square = columns, rows, square[::-1]
    if (rows, columns) == (3, 4):
        return square[1] in (0, 3)
    if rows == 4:
        return square[0] in (0, 3)
    if rows * columns % 2 and sum(square) % 2:
        return False
    return (rows, columns, *square) not in [(3, 7, 1, 3), (3, 8, 1, 2), (3, 8, 1, 5)]


@pytest.mark.parametrize("rows", range(1, 13))
def test_a_tour_is_constructed_exactly_where_one_exists(rows):
    for columns in range(1, 25):
        board = Board(rows, columns)
        for closed, exists in ((True, closed_exists), (False, open_exists)):
            if exists(rows, columns):
                assert_tour(construct_tour(board, closed), board, closed)
            else:
                with pytest.raises(NoTour):
                    construct_tour(board, closed)


@pytest.mark.parametrize(
    ("rows", "columns"),
    [(1, 1), (3, 4), (4, 3), (3, 7), (8, 3), (3, 9), (3, 23), (4, 5), (4, 6), (13, 4), (5, 5),
     (5, 7), (9, 5), (7, 7), (5, 17), (11, 9), (17, 23)],
)  # fmt: skip
def test_an_open_tour_starts_wherever_one_can(rows, columns):
    board = Board(rows, columns)
    for start in board.squares:
        if starts_an_open_tour(rows, columns, start):
            assert_tour(construct_tour(board, start=start), board, start=start)
        else:
            with pytest.raises(NoTour):
                construct_tour(board, start=start)


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_any_board_any_start(data):
    rows, columns = data.draw(st.tuples(st.integers(3, 60), st.integers(3, 60)))
    board = Board(rows, columns)
    start = data.draw(st.tuples(st.integers(0, rows - 1), st.integers(0, columns - 1)))
    closed = data.draw(st.booleans())
    possible = closed_exists(rows, columns) if closed else open_exists(rows, columns)
    if possible and (closed or starts_an_open_tour(rows, columns, start)):
        assert_tour(construct_tour(board, closed, start), board, closed, start)


@pytest.mark.parametrize(("rows", "columns"), [(1000, 1000), (3, 100_003), (50_000, 4), (999, 501)])
def test_large_boards(rows, columns):
    board = Board(rows, columns)
    assert_tour(construct_tour(board), board)


@pytest.mark.parametrize(
    ("rows", "columns", "closed"),
    [(5, 6, True), (12, 12, True), (19, 13, False), (3, 26, True), (3, 25, False), (4, 17, False)],
)
def test_the_lesson_ends_with_the_constructed_tour(rows, columns, closed):
    board = Board(rows, columns)
    start = (0, 0) if rows == 4 else (rows // 2, columns // 2 - (rows // 2 + columns // 2) % 2)
    trace = record(join_blocks(board, closed, start))
    assert trace.status == "found"
    assert trace.series["left"].tolist() == list(range(len(trace), 0, -1))
    (tour,) = trace[-1].tours
    assert np.array_equal(tour, construct_tour(board, closed, start))


def moves_of(frame):
    return {
        frozenset(move)
        for tour in frame.tours
        for move in zip(tour, tour[1:] + tour[:1], strict=True)
        if move[1] in frame.board.moves(move[0])
    }


def test_the_first_frame_shows_the_blocks():
    frame = next(join_blocks(Board(12, 12), closed=True))
    assert len(frame.tours) == 4
    assert sorted(frame.blocks) == [(0, 0, 6, 6), (0, 6, 6, 6), (6, 0, 6, 6), (6, 6, 6, 6)]


@pytest.mark.parametrize(
    ("rows", "columns", "closed"), [(12, 12, True), (18, 3, True), (3, 29, False), (4, 20, False)]
)
def test_frames_show_the_exchange(rows, columns, closed):
    board = Board(rows, columns)
    before, *frames = join_blocks(board, closed)
    assert frames
    for frame in frames:
        moves_before, moves = moves_of(before), moves_of(frame)
        assert moves_before - moves == set(map(frozenset, frame.removed))
        assert moves - moves_before == set(map(frozenset, frame.added))
        assert len(frame.added) == 2
        assert len(frame.caption.split()) <= 20
        before = frame


@pytest.mark.parametrize("grid", [STRIP_OF_3, STRIP_OF_4])
def test_the_written_strips_are_knights_paths(grid):
    board = Board(len(grid), len(grid[0]))
    squares = {number: (r, c) for r, row in enumerate(grid) for c, number in enumerate(row)}
    assert sorted(squares) == list(range(1, 13))
    breaks = [n for n in range(1, 12) if squares[n + 1] not in board.moves(squares[n])]
    if board.rows == 3:
        assert breaks == []
    else:  # two loops of six
        assert breaks == [6]
        assert squares[1] in board.moves(squares[6])
        assert squares[7] in board.moves(squares[12])


@pytest.mark.parametrize("rows", [5, 7, 9, 11])
def test_odd_blocks_have_an_open_tour_from_every_square_of_the_corners_colour(rows):
    for columns in (5, 7, 9, 11):
        board = Board(rows, columns)
        for start in board.squares:
            if board.colour(start) == 0:
                assert_tour(block_tour(board, start, closed=False), board, start=start)


@pytest.mark.parametrize("rows", range(5, 12))
def test_even_blocks_have_a_closed_tour(rows):
    for columns in range(5, 12):
        if rows * columns % 2 == 0:
            board = Board(rows, columns)
            assert_tour(block_tour(board, (1, 2), closed=True), board, closed=True, start=(1, 2))


def test_a_search_to_the_end_proves_that_none_exists():
    with pytest.raises(NoTour, match="to the end"):
        block_tour(Board(3, 6), (0, 0), closed=True)


def test_every_loop_of_a_plan_is_joined_once():
    plan = plan_blocks(Board(40, 33), (20, 20), closed=True)
    loop_of = np.searchsorted(plan.starts, plan.joins, side="right") - 1
    assert (loop_of[:, 0] == loop_of[:, 1]).all()
    assert (loop_of[:, 2] == loop_of[:, 3]).all()
    assert sorted(loop_of[:, 2]) == list(range(1, len(plan.starts)))
    covered = np.zeros((40, 33), dtype=int)
    for top, left, rows, columns in plan.blocks:
        covered[top : top + rows, left : left + columns] += 1
    assert (covered == 1).all()


def test_list_surgery():
    loop = [(0, 0), (1, 2), (3, 3), (2, 1)]
    assert turned(loop, (1, 2), (0, 0)) == [(1, 2), (3, 3), (2, 1), (0, 0)]
    assert turned(loop, (1, 2), (3, 3)) == [(1, 2), (0, 0), (2, 1), (3, 3)]
    path = [(9, 9), (8, 8)]
    assert insert_between(loop, (1, 2), (3, 3), path)[1:5] == [(1, 2), (9, 9), (8, 8), (3, 3)]
    assert insert_between(loop, (3, 3), (1, 2), path)[1:5] == [(1, 2), (8, 8), (9, 9), (3, 3)]
    assert insert_between(loop, (2, 1), (0, 0), path)[-2:] == path


def test_refusals():
    with pytest.raises(ValueError, match="1 blocked square"):
        construct_tour(Board(6, 6, blocked=[(0, 0)]))
    with pytest.raises(ValueError, match="off the board"):
        construct_tour(Board(6, 6), start=(6, 0))
    with pytest.raises(NoTour, match="Schwenk"):
        construct_tour(Board(4, 8), closed=True)
    with pytest.raises(NoTour, match="outer"):
        construct_tour(Board(4, 9), start=(1, 4))
