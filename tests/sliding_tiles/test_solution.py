"""A solution that is replayed."""

import pytest

from puzzlelib.sliding_tiles import EIGHT_PUZZLE, breadth_first
from puzzlelib.sliding_tiles.heuristics import manhattan
from puzzlelib.sliding_tiles.solution import WAYS, SolutionTrace

START, GOAL = "871526340", "123456780"
SEARCH = breadth_first(EIGHT_PUZZLE, START, GOAL)


def test_it_goes_along_the_path_that_was_found():
    trace = SolutionTrace(EIGHT_PUZZLE, START, SEARCH.moves)
    assert [list(frame.state) for frame in trace] == SEARCH.path.tolist()
    estimate = manhattan(EIGHT_PUZZLE, GOAL)
    assert trace.series["Manhattan distance"].tolist() == [estimate(f.state) for f in trace]


def test_captions_name_the_tile_and_count():
    trace = SolutionTrace(EIGHT_PUZZLE, START, SEARCH.moves)
    assert trace[0].caption == "The start: 24 moves to go."
    for before, frame in zip(trace, list(trace)[1:], strict=False):
        tile = frame.state[before.state.index(0)]
        words = f"Move {frame.step}: tile {tile} goes {WAYS[frame.move]}."
        assert frame.caption.startswith(words)
        assert len(frame.caption.split()) <= 20
        assert frame.step + frame.left == 24
    assert trace[-1].caption.endswith("That is the goal, after 24 moves.")


def test_an_impossible_move_is_refused():
    with pytest.raises(ValueError, match="move 1 is 'U'"):
        SolutionTrace(EIGHT_PUZZLE, GOAL, "U")


def test_a_start_that_is_the_goal_has_one_frame():
    assert len(SolutionTrace(EIGHT_PUZZLE, GOAL, "")) == 1
