"""What several tests of the knight's tour share: random boards, and what makes a tour."""

from __future__ import annotations

import itertools

from hypothesis import strategies as st

from puzzlelib.knights_tour import Board


@st.composite
def boards(draw, most=6):
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    squares = list(itertools.product(range(rows), range(columns)))
    blocked = draw(st.sets(st.sampled_from(squares), max_size=len(squares) - 1))
    return Board(rows, columns, tuple(blocked))


def assert_tour(board, tour, start=None, closed=False):
    squares = [tuple(square) for square in tour.tolist()]
    assert start is None or squares[0] == start
    assert sorted(squares) == board.squares
    pairs = itertools.pairwise([*squares, squares[0]] if closed else squares)
    assert all({abs(a - c), abs(b - d)} == {1, 2} for (a, b), (c, d) in pairs)
