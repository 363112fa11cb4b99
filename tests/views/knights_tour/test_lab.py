"""The knight's tour lab, by its callbacks."""

from __future__ import annotations

import pytest

from puzzlelib.knights_tour import Board, backtrack
from puzzlelib.views.knights_tour.lab import RULES, KnightsTourLab
from puzzlelib.views.knights_tour.picture import centre, square_at
from puzzlelib.views.knights_tour.play import can_be_finished
from puzzlelib.views.knights_tour.questions import (
    BlockedSquares,
    ClosedTours,
    OtherOrders,
    WhenItGoesFarBack,
    WhereTheTimeGoes,
)


def question(lab, kind):
    return next(each for each in lab.questions if isinstance(each, kind))


def test_the_lab_opens_just_before_the_first_dead_end():
    lab = KnightsTourLab()
    trace = lab.trace
    assert lab.stepper.step + 1 == trace.landmarks["dead ends"][0]
    assert (trace.nodes, trace.status) == (61, "found")


def test_a_search_in_vain_is_announced_and_can_be_run_anyway():
    lab = KnightsTourLab()
    lab.start.value = "0, 1"
    shown = lab.trace
    lab.search()
    assert "There is no such tour." in lab.messages.news
    assert lab.anyway.layout.display is None
    assert lab.trace is shown
    lab.search_anyway()
    assert lab.trace.status == "impossible"
    assert "Searched to the end: there is none. 53 squares entered" in lab.messages.news


def test_giving_up_is_not_called_impossible():
    lab = KnightsTourLab(Board(6, 6))
    lab.limit.value = 1000
    lab.search()
    assert "Gave up at the limit: that proves nothing" in lab.messages.news


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_finds_a_tour_of_five_by_five(rule):
    lab = KnightsTourLab(Board(5, 5), start=(2, 2) if rule == "backtracking" else (0, 0), rule=rule)
    lab.search()
    assert lab.trace.status in ("found", "stuck")


def test_a_construction_can_be_stepped_and_is_no_search():
    lab = KnightsTourLab(Board(12, 12), rule="construction")
    assert lab.trace.status == "found"
    lab.closed.value = True
    lab.search()
    assert lab.messages.news == "Built a tour. Nothing was tried in vain or taken back."
    assert [frame.left for frame in lab.trace] == [4, 3, 2, 1]
    time = question(lab, WhereTheTimeGoes)
    time.section.fold.unfolded = True
    lab.stepper.step = 2
    assert "tries nothing in vain" in time.charts.value
    lab.guard(question(lab, WhenItGoesFarBack).jump)()
    assert "tries nothing in vain" in lab.messages._alert
    lab.closed.value = False
    lab.blocked.value = "3, 3; 3, 4"
    lab.guard(lab.search)()
    assert "full rectangles" in lab.messages._alert


@pytest.mark.parametrize(
    ("field", "text", "words"),
    [
        ("start", "0", "row, column such as 0, 1; not '0'"),
        ("start", "", "The start is one square"),
        ("start", "9, 9", "(9, 9)"),
        ("blocked", "1, 1; x", "not 'x'"),
        ("blocked", "0, 0", "(0, 0)"),
    ],
)
def test_bad_input_is_explained_and_nothing_is_lost(field, text, words):
    lab = KnightsTourLab()
    shown = lab.trace
    getattr(lab, field).value = text
    lab.guard(lab.search)()
    assert words in lab.messages._alert
    assert lab.trace is shown
    assert getattr(lab, field).value == text


def test_a_click_on_the_picture_starts_there():
    lab = KnightsTourLab()
    x, y = centre((1, 0))
    lab.picked(lab.stepper.frame, (x + 22, y + 22))
    assert lab.trace.start == (1, 0)
    lab.picked(lab.stepper.frame, (-5, -5))
    assert lab.trace.start == (1, 0)
    assert square_at(Board(3, 4), 22 + 44 * 3 + 1, 22 + 1) == (0, 3)


def test_questions_answer_for_what_is_shown():
    lab = KnightsTourLab(Board(5, 5))
    question(lab, WhereTheTimeGoes).section.fold.unfolded = True
    assert "<svg" in question(lab, WhereTheTimeGoes).charts.value
    back = question(lab, WhenItGoesFarBack)
    back.depth.value = 12
    before = lab.stepper.step
    back.jump()
    assert lab.stepper.step > before
    assert lab.stepper.frame.depth <= 12
    back.depth.value = 1
    back.jump()
    assert "never goes back" in lab.messages.news


def test_every_order_is_tried():
    lab = KnightsTourLab()
    orders = question(lab, OtherOrders)
    orders.compare()
    trace = backtrack(Board(3, 4), (0, 0), "clockwise")
    assert f"<td>clockwise</td><td>tour</td><td>{trace.nodes}</td>" in orders.table.value
    assert orders.table.value.count("<tr>") == 9


def test_blocked_squares_and_closed_tours():
    lab = KnightsTourLab(Board(6, 6), start=(0, 0))
    lab.blocked.value = "(2, 2); 2, 3"
    lab.search()
    assert lab.trace.board.blocked == ((2, 2), (2, 3))
    assert question(lab, BlockedSquares).section
    lab.blocked.value = ""
    lab.closed.value = True
    lab.rows.value = lab.columns.value = 5
    lab.search()
    assert "even number of squares" in lab.messages.news
    assert question(lab, ClosedTours).section


@pytest.mark.parametrize(
    "options", [{"rule": "x"}, {"mode": "x"}, {"order": "x"}, {"start": (9, 9)}]
)
def test_what_makes_no_sense_is_refused(options):
    with pytest.raises(ValueError, match=r"x|\(9, 9\)"):
        KnightsTourLab(**options)


def test_a_persons_own_order_is_offered():
    lab = KnightsTourLab(order=[7, 6, 5, 4, 3, 2, 1, 0])
    assert "my own" in dict(lab.order.options)


# Play yourself


def test_a_whole_tour_by_hand():
    lab = KnightsTourLab(mode="Play yourself")
    assert lab.messages.news == "Choose a square to start on."
    play = lab.play
    for square in backtrack(Board(3, 4), (0, 0)).tour.tolist():
        play.press(tuple(square))
    assert "Congratulations: all 12 squares" in lab.messages.news
    play.undo()
    assert len(play.path) == 11


def test_an_illegal_move_is_refused_with_the_reason():
    lab = KnightsTourLab(mode="Play yourself")
    lab.play.press((0, 0))
    lab.play.press((0, 1))
    assert "no knight's move" in lab.messages._alert
    lab.play.press((1, 2))
    lab.play.press((0, 0))
    assert "it was visited" in lab.messages._alert
    assert lab.play.path == [(0, 0), (1, 2)]


def test_hints_and_honest_answers():
    lab = KnightsTourLab(mode="Play yourself")
    with pytest.raises(ValueError, match="Place the knight first"):
        lab.play.ask()
    with pytest.raises(ValueError, match="no move to take back"):
        lab.play.undo()
    lab.play.press((0, 1))
    lab.play.ask()
    assert lab.messages.news.startswith("No: every way on")
    lab.play.restart(lab.play.board)
    lab.play.press((0, 0))
    lab.play.hint()
    assert "the fewest" in lab.messages.news
    lab.play.ask()
    assert lab.messages.news.startswith("Yes")


def test_a_completion_starts_where_the_path_ends():
    board, path = Board(5, 5), [(0, 0), (1, 2)]
    finishable, rest = can_be_finished(board, path)
    assert finishable
    assert rest[0] == (1, 2)
    assert set(rest) | set(path) == set(board.squares)


def test_every_cell_says_what_it_is():
    lab = KnightsTourLab(Board(4, 4, blocked=[(3, 3)]), mode="Play yourself")
    lab.play.press((0, 0))
    labels = [cell["label"] for cell in lab.play.squares.cells]
    assert labels[0] == "row 0, column 0, the knight, move 1"
    assert labels[15] == "row 3, column 3, blocked"
    assert sum("possible move" in label for label in labels) == 2
