"""The exercises on the knight's tour accept what is right and name each mistake."""

from __future__ import annotations

import pytest

from puzzlelib.compiled import compiled_loops_available
from puzzlelib.exercises import knights_tour as exercises
from puzzlelib.exercises.knights_tour import (
    ENDING_STARTS,
    check_closed_tour,
    check_colour_test,
    check_legal_moves,
    check_move_order,
    check_next_squares,
    check_step_of_depth,
    check_warnsdorff_key,
)
from puzzlelib.knights_tour import Board, backtrack


def legal_moves(rows, columns, square):
    steps = [(r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r) != abs(c)]
    moves = [(square[0] + r, square[1] + c) for r, c in steps]
    return [(r, c) for r, c in moves if 0 <= r < rows and 0 <= c < columns]


def test_legal_moves():
    assert check_legal_moves(legal_moves)
    everywhere = check_legal_moves(lambda rows, columns, square: legal_moves(99, 99, square))
    assert not everywhere
    off = check_legal_moves(
        lambda rows, columns, square: [
            (square[0] + r, square[1] + c)
            for r, c in [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
        ]
    )
    assert "off the board" in off.message
    turned = check_legal_moves(lambda rows, columns, square: legal_moves(columns, rows, square))
    assert "changed places" in turned.message


def test_the_next_five_squares():
    trace = backtrack(Board(3, 4), (0, 0))
    assert trace.landmarks["dead ends"][0] == 9
    truth = [frame.current for frame in trace[10:15]]
    assert check_next_squares(truth)
    assert "not 2; no mistake" in check_next_squares(truth[:2]).message
    assert "Step 1: not (0, 0). Dead end" in check_next_squares([(0, 0)]).message
    assert "Only five" in check_next_squares([*truth, (0, 0)]).message


def test_colours():
    assert check_colour_test(lambda r, c, square: r * c % 2 == 0 or sum(square) % 2 == 0)
    assert "even area" in check_colour_test(lambda r, c, square: sum(square) % 2 == 0).message
    wrong = check_colour_test(lambda r, c, square: r * c % 2 == 0 or sum(square) % 2 == 1)
    assert "square more" in wrong.message


@pytest.mark.skipif(not compiled_loops_available(), reason="16.5 million steps need compiled loops")
def test_the_step_of_a_depth():
    depths = backtrack(Board(8, 8), (0, 0)).series["depth"]
    first = int((depths == 63).argmax())
    assert check_step_of_depth(first)
    assert "the length of the path is 1." in check_step_of_depth(0).message
    assert "steps 0 to" in check_step_of_depth(10**9).message


def test_a_move_order():
    assert "solves (0, 0) too" in check_move_order("classic", (0, 0)).message
    assert "does not mean there is none" in check_move_order("classic", (0, 1), 1000).message
    assert len(set(ENDING_STARTS)) == 12


def test_warnsdorffs_key():
    def key(board, visited, square):
        return sum(target not in visited for target in board.moves(square))

    assert check_warnsdorff_key(key)
    blind = check_warnsdorff_key(lambda board, visited, square: len(board.moves(square)))
    assert "no way on" in blind.message
    assert "no sign" in check_warnsdorff_key(lambda *arguments: -key(*arguments)).message


@pytest.mark.slow
def test_a_closed_tour():
    tour = backtrack(Board(6, 5), (0, 0), closed=True).tour
    assert check_closed_tour(tour, 6, 5)
    assert "is not visited" in check_closed_tour(tour[:-1], 6, 5).message
    assert "31 squares are listed" in check_closed_tour([*tour, (0, 0)], 6, 5).message
    swapped = [tuple(square) for square in tour]
    swapped[3], swapped[4] = swapped[4], swapped[3]
    assert "no knight's move" in check_closed_tour(swapped, 6, 5).message
    assert "even number of squares" in check_closed_tour([(0, 0)], 5, 5).message


@pytest.mark.parametrize(
    ("report", "words"),
    [
        (lambda: check_next_squares([0, 2]), "A square is a pair (row, column), not 0."),
        (lambda: check_next_squares(7), "It checks where the knight stands"),
        (lambda: check_step_of_depth("63"), "check_step_of_depth(step: int) cannot read '63'."),
        (lambda: check_move_order("foo", start=(1, 6)), "No move order is named 'foo'"),
        (lambda: check_move_order("classic", start=(1, 9)), "Start (1, 9) is off the board"),
        (lambda: check_move_order("classic", start=5), "A square is a pair (row, column), not 5."),
        (lambda: check_closed_tour([1, 2], 6, 6), "A square is a pair (row, column), not 1."),
        (lambda: check_closed_tour(None, 6, 6), "It checks a closed tour"),
    ],
)
def test_an_answer_of_another_kind_is_refused_in_words(report, words):
    assert not report()
    assert words in report().message


def test_every_check_is_tested():
    assert set(exercises.__all__) <= set(globals())
