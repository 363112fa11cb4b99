"""The sliding tiles lab, by its callbacks."""

from __future__ import annotations

import itertools

import pytest

from puzzlelib.sliding_tiles import (
    EIGHT_PUZZLE,
    FIFTEEN_PUZZLE,
    SlidingPuzzle,
    Unsolvable,
    a_star,
    breadth_first,
    distances,
)
from puzzlelib.sliding_tiles.heuristics import manhattan
from puzzlelib.views.sliding_tiles.lab import SlidingTilesLab
from puzzlelib.views.sliding_tiles.play import few_moves_away, shortest
from puzzlelib.views.sliding_tiles.questions import (
    AnotherSize,
    Heuristics,
    Limit,
    Visited,
    WholePuzzle,
)
from puzzlelib.views.sliding_tiles.searches import ALGORITHMS, PATTERNS

GOAL = "123456780"
EXAMPLE = "871526340"  # 24 moves: SEEDS, the article's own board


def question(lab, kind):
    return next(each for each in lab.questions if isinstance(each, kind))


def test_the_lab_opens_in_the_middle_of_a_small_search():
    lab = SlidingTilesLab()
    frame = lab.stepper.frame
    assert lab.mode.value == "Search"
    assert len(lab.trace.moves) == 6
    assert 0 < lab.stepper.step < lab.trace.expanded
    assert frame.tree
    assert frame.caption in lab._static()[0]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_search_keeps_the_board_and_solves_it(algorithm):
    lab = SlidingTilesLab(start=EXAMPLE)
    lab.algorithm.value = algorithm
    assert lab.start.value == EXAMPLE
    assert lab.trace.status == "found"
    assert lab.stepper.trace is lab.trace
    walked = EIGHT_PUZZLE.walk(EXAMPLE, lab.trace.moves)
    assert EIGHT_PUZZLE.label(walked[-1]) == GOAL
    if algorithm != "greedy":
        assert len(lab.trace.moves) == 24


def test_a_heuristic_is_asked_for_only_where_one_is_used():
    lab = SlidingTilesLab()
    assert lab.heuristic.layout.display == "none"
    lab.algorithm.value = "A*"
    assert lab.heuristic.layout.display is None
    lab.heuristic.value = "misplaced"
    assert lab.trace.expanded == a_star(EIGHT_PUZZLE, "123576480", heuristic="misplaced").expanded
    lab.heuristic.value = PATTERNS
    assert len(lab.trace.moves) == 6


def test_a_heuristic_of_ones_own_is_offered():
    def doubled(state):
        return 2 * manhattan(EIGHT_PUZZLE, GOAL)(state)

    lab = SlidingTilesLab(start=EXAMPLE, algorithm="A*", heuristic=doubled)
    assert "doubled" in dict(lab.heuristic.options)
    assert lab.trace.expanded == a_star(EIGHT_PUZZLE, EXAMPLE, heuristic=doubled).expanded


@pytest.mark.parametrize(
    ("field", "text", "words"),
    [
        ("start", "123456870", "no move changes the parity, and the start's is odd (1 inversion)"),
        ("start", "12345678", "not 8"),
        ("start", "123456788", "The blank is missing, tile 8 stands twice"),
        ("start", "12345678x", "'x' is no tile"),
        ("goal", "123456789", "9 is no tile"),
        ("goal", "123456870", "can never become 123456870"),
    ],
)
def test_a_bad_board_is_explained_at_once_and_nothing_is_lost(field, text, words):
    lab = SlidingTilesLab()
    shown, path = lab.trace, lab.play.path
    getattr(lab, field).value = text
    lab.guard(lab.changed_board)()
    assert words in lab.messages._alert
    assert lab.trace is shown
    assert lab.play.path is path
    assert getattr(lab, field).value == text


def test_a_board_can_be_pasted_in_rows():
    lab = SlidingTilesLab()
    lab.start.value = "8 7 1 / 5 2 6 / 3 4 _"
    lab.changed_board()
    assert lab.start.value == EXAMPLE
    assert lab.trace.discovered == 125032  # FACTS, the article's example


def test_an_empty_goal_is_the_one_that_the_board_can_reach():
    lab = SlidingTilesLab()
    lab.start.value, lab.goal.value = "123456870", ""
    lab.changed_board()
    assert lab.goal.value == "123804765"  # the article's goal for an odd sum


def test_giving_up_is_said_and_nothing_is_replayed():
    lab = SlidingTilesLab(start=EXAMPLE)
    lab.limit.value = 100
    lab.search()
    assert lab.messages.news.startswith("Gave up after 100 boards: that proves nothing.")
    assert lab.trace.status == "limit"
    assert lab.replay.layout.display == "none"
    lab.limit.value = 200_000
    question(lab, Limit).lab.search()
    assert lab.trace.status == "found"
    assert lab.replay.layout.display is None


def test_a_step_is_shown_first_if_there_is_one():
    assert SlidingTilesLab(start=EXAMPLE, at=-1).stepper.frame.status == "found"
    with pytest.raises(ValueError, match="outside this run"):
        SlidingTilesLab(at=10_000)


def test_without_a_kernel_the_board_is_seen():
    html, _ = SlidingTilesLab(mode="Play")._static()
    assert "Board 123576480" in html
    assert "until the board is 123456780" in html
    assert "The start: 6 moves to go." in SlidingTilesLab(mode="Replay")._static()[0]


# Replay


def test_the_solution_is_replayed_at_300_ms_with_what_it_cost():
    lab = SlidingTilesLab(start=EXAMPLE, mode="Replay")
    assert lab.replay._pace == 300
    assert len(lab.replay.trace) == 25
    words = "found 24 moves: 102,871 boards expanded, 125,032 discovered, in "  # FACTS
    assert words in lab.messages.news
    boards = [frame.state for frame in lab.replay.trace]
    for before, after in itertools.pairwise(boards):
        assert after in [state for _, state in EIGHT_PUZZLE.neighbours(before)]
    assert EIGHT_PUZZLE.label(boards[-1]) == GOAL
    assert lab.replay.trace[24].caption.endswith("That is the goal, after 24 moves.")


def test_a_start_that_is_the_goal_is_refused():
    lab = SlidingTilesLab(mode="Replay")
    lab.start.value = GOAL
    lab.changed_board()
    assert "The board is the goal already" in lab.messages._alert
    assert lab.replay.layout.display == "none"


def test_the_cost_is_not_told_before_the_search_was_watched():
    lab = SlidingTilesLab(start=EXAMPLE)
    lab.algorithm.value = "A*"
    assert lab.messages.news == ""


# Play


def test_a_puzzle_is_solved_by_hand():
    lab = SlidingTilesLab(mode="Play")
    for move in breadth_first(EIGHT_PUZZLE, "123576480").moves:
        lab.play.move(move)
    assert "Moves: <b>6</b>" in lab.play.count.value
    assert lab.messages.news == "Congratulations: the goal, after 6 moves. No way is shorter."
    assert lab.start.value == GOAL


def test_a_detour_is_counted_and_told():
    lab = SlidingTilesLab(start="123456078", mode="Play")
    for move in "DULL":
        lab.play.move(move)
    assert lab.messages.news.endswith("after 4 moves. 2 would have done.")


def test_a_tile_slides_when_it_is_pressed():
    lab = SlidingTilesLab(start="123456078", mode="Play")
    lab.play.press(7)
    assert lab.start.value == "123456708"
    lab.play.press(0)
    assert "Tile 1 cannot slide" in lab.messages._alert
    lab.play.press(7)
    assert "That is the blank" in lab.messages._alert
    assert lab.play.moves == 1


def test_an_arrow_moves_the_tile_that_way():
    lab = SlidingTilesLab(start="123456078", mode="Play")
    lab.play.tiles._handle({"key": "left"})
    assert lab.start.value == "123456708"
    lab.play.tiles._handle({"key": "up"})
    assert "No tile can go up" in lab.messages._alert
    lab.play.undo()
    assert lab.start.value == "123456078"
    with pytest.raises(ValueError, match="no move to take back"):
        lab.play.undo()


def test_the_hint_is_a_step_of_a_shortest_way():
    lab = SlidingTilesLab(start=EXAMPLE, mode="Play")
    known = distances(EIGHT_PUZZLE, GOAL)
    for left in range(24, 0, -1):
        lab.play.hint()
        assert f"takes {left} move" in lab.messages.news
        marked = [
            i for i, cell in enumerate(lab.play.tiles.cells) if cell.get("mark") == "possible"
        ]
        lab.play.press(*marked)
        assert known[lab.play.state] == left - 1
    with pytest.raises(ValueError, match="the goal already"):
        lab.play.hint()


def test_shuffled_boards_can_always_be_solved():
    lab = SlidingTilesLab(goal="123804765", mode="Play")
    for _ in range(20):
        lab.play.shuffle()
        assert EIGHT_PUZZLE.solvable(lab.play.state, "123804765")
    assert lab.play.moves == 0
    lab.play.move(EIGHT_PUZZLE.neighbours(lab.play.state)[0][0])
    begin = lab.play.path[0]
    lab.play.start_again()
    assert lab.play.path == [begin]


def test_a_small_shuffle_is_six_moves_away():
    known = distances(EIGHT_PUZZLE, GOAL)
    goal = EIGHT_PUZZLE.parse(GOAL)
    assert {known[few_moves_away(EIGHT_PUZZLE, goal)] for _ in range(50)} == {6}
    assert few_moves_away(SlidingPuzzle(1, 2), (1, 0)) == (1, 0)


def test_a_search_begins_where_the_person_has_come_to():
    lab = SlidingTilesLab(start="123456078", mode="Play")
    lab.play.move("L")
    lab.mode.value = "Search"
    assert lab.trace.moves == "L"
    lab.mode.value = "Play"
    assert lab.play.moves == 1


def test_a_game_that_was_solved_is_searched_from_where_it_began():
    lab = SlidingTilesLab(start="123456078", mode="Play")
    for move in "LL":
        lab.play.move(move)
    lab.mode.value = "Search"
    assert (lab.start.value, lab.trace.moves) == ("123456078", "LL")
    lab.mode.value = "Replay"
    assert len(lab.replay.trace) == 3
    assert lab.messages._alert == ""
    lab.mode.value = "Play"
    assert EIGHT_PUZZLE.label(lab.play.state) == "123456078"


def test_every_cell_says_what_it_is():
    lab = SlidingTilesLab(mode="Play")
    labels = [cell["label"] for cell in lab.play.tiles.cells]
    assert labels[0] == "tile 1, row 0, column 0"
    assert labels[8] == "blank, row 2, column 2"


def test_shortest_ways_of_the_fifteen_puzzle():
    start = FIFTEEN_PUZZLE.parse("1 2 3 4 5 6 _ 8 9 10 7 11 13 14 15 12")
    *_, moves = shortest(FIFTEEN_PUZZLE, start, FIFTEEN_PUZZLE.goals()[0])
    assert moves == "ULU"


# Questions


def test_all_searches_are_compared_on_the_board():
    lab = SlidingTilesLab(start=EXAMPLE)
    compared = question(lab, Heuristics)
    compared.compare()
    rows = {row[0]: row[1:] for row in compared.rows}
    assert rows["breadth-first"][:3] == ["", "24", "102,871"]
    search = breadth_first(EIGHT_PUZZLE, EXAMPLE)
    peak = search.series["frontier"].max()
    assert rows["breadth-first"][3:] == [f"{search.generated:,}", f"{peak:,}", "125,032"]
    assert rows["IDA*, manhattan"][-2:] == ["0", "25"]
    assert rows["greedy, manhattan"][:3] == ["16", "88", "188"]
    star = a_star(EIGHT_PUZZLE, EXAMPLE)
    assert rows["A*, manhattan"][1:4] == ["24", f"{star.expanded:,}", f"{star.generated:,}"]
    assert compared.table.value.count("<tr>") == 1 + len(rows)
    lab.play.shuffle()
    compared.refresh()
    assert compared.table.value == ""


def test_the_whole_puzzle_and_where_the_board_stands():
    lab = SlidingTilesLab(start=EXAMPLE)
    whole = question(lab, WholePuzzle)
    whole.section.fold.unfolded = True
    assert "362,880 orders of the tiles; half of them, 181,440," in whole.answer.value
    assert "24 moves from the goal; so are 24,046 others." in whole.answer.value  # OEIS A089473
    assert "<svg" in whole.answer.value


def test_answers_follow_the_tiles_and_not_what_is_being_typed():
    lab = SlidingTilesLab(start="123456078", mode="Play")
    whole = question(lab, WholePuzzle)
    whole.section.fold.unfolded = True
    lab.start.value = "rubbish"
    lab.play.move("L")
    assert "This board is 1 move from the goal" in whole.answer.value


def test_a_board_that_was_typed_is_taken_when_the_mode_changes():
    lab = SlidingTilesLab(mode="Play")
    lab.start.value = "1 2 3 / 4 5 6 / _ 7 8"
    lab.mode.value = "Search"
    assert lab.trace.moves == "LL"
    assert lab.play.state == lab.trace.start


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (1, 5), (2, 2), (3, 2), (2, 8)])
def test_every_size_can_be_played_and_searched(rows, columns):
    puzzle = SlidingPuzzle(rows, columns)
    lab = SlidingTilesLab(puzzle, start=few_moves_away(puzzle, puzzle.goals()[0], 3), mode="Play")
    question(lab, WholePuzzle).section.fold.unfolded = True
    while lab.play.state != lab.play.goal:
        lab.play.hint()
        assert "Slide tile" in lab.messages.news, lab.messages._alert
        lab.play.press(
            *[i for i, c in enumerate(lab.play.tiles.cells) if c.get("mark") == "possible"]
        )
    assert "Congratulations" in lab.messages.news
    lab.play.shuffle()
    assert puzzle.solvable(lab.play.state, lab.play.goal)


def test_a_large_puzzle_is_not_counted():
    lab = SlidingTilesLab(FIFTEEN_PUZZLE)
    question(lab, WholePuzzle).section.fold.unfolded = True
    assert "10,461,394,944,000" in question(lab, WholePuzzle).answer.value


def test_the_layers_of_three_by_four_are_stored():
    lab = SlidingTilesLab(SlidingPuzzle(3, 4))
    question(lab, WholePuzzle).section.fold.unfolded = True
    answer = question(lab, WholePuzzle).answer.value
    assert "239,500,800 boards" in answer  # FACTS
    assert "the farthest at 53" in answer


def test_three_ways_to_remember_what_was_seen():
    lab = SlidingTilesLab()
    visited = question(lab, Visited)
    visited.compare()
    trace = lab.trace
    assert f"<td>set</td><td>{trace.discovered}</td><td>{trace.generated}</td>" in (
        visited.table.value
    )
    assert visited.table.value.count("<tr>") == 4


def test_another_size():
    lab = SlidingTilesLab(algorithm="A*")
    size = question(lab, AnotherSize)
    size.rows.value, size.columns.value = 4, 4
    size.make()
    assert lab.trace.puzzle == FIFTEEN_PUZZLE
    assert (lab.play.tiles.rows, len(lab.play.tiles.cells)) == (4, 16)
    assert len(lab.trace.moves) == 6
    size.rows.value = 5
    lab.guard(size.make)()
    assert "2 to 16 cells, not 5 x 4 = 20" in lab.messages._alert
    assert lab.trace.puzzle == FIFTEEN_PUZZLE


@pytest.mark.parametrize(
    "options",
    [
        {"algorithm": "depth-first"},
        {"heuristic": "guess"},
        {"mode": "Look"},
        {"start": "12"},
        {"puzzle": SlidingPuzzle(5, 5)},
    ],
)
def test_what_makes_no_sense_is_refused(options):
    with pytest.raises(ValueError, match=r"depth-first|guess|Look|12|5 x 5"):
        SlidingTilesLab(**options)


def test_an_unsolvable_start_is_refused_at_once():
    with pytest.raises(Unsolvable, match="parity"):
        SlidingTilesLab(start="123456870", goal=GOAL)
