"""Heuristics: admissible and consistent on every board, or shown to be neither."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.sliding_tiles import (
    EIGHT_PUZZLE,
    FIFTEEN_PUZZLE,
    HEURISTICS,
    SlidingPuzzle,
    distances,
)
from puzzlelib.sliding_tiles.heuristics import (
    MISLEADING,
    LinearConflict,
    WalkingDistance,
    estimates,
    heuristic_for,
    manhattan,
    manhattan_with_blank,
    misplaced,
    misplaced_with_blank,
    out_of_order,
    overestimates,
)

GOALS = [(1, 2, 3, 4, 5, 6, 7, 8, 0), (1, 2, 3, 8, 0, 4, 7, 6, 5), (3, 0, 7, 1, 8, 2, 5, 6, 4)]


@cache
def truth(goal):
    return distances(EIGHT_PUZZLE, goal)


@pytest.mark.parametrize("goal", GOALS, ids=EIGHT_PUZZLE.label)
@pytest.mark.parametrize("name", HEURISTICS)
def test_never_more_than_the_truth_on_all_181440_boards(name, goal):
    known = truth(goal)
    assert len(known) == 181440
    h = HEURISTICS[name](EIGHT_PUZZLE, goal)
    assert len(overestimates(h, known)) == 0
    assert h(goal) == 0


@pytest.mark.parametrize("name", HEURISTICS)
def test_one_move_changes_the_estimate_by_one_at_most(name):
    known = truth(GOALS[0])
    h = HEURISTICS[name](EIGHT_PUZZLE, GOALS[0])
    here, blank = estimates(h, known.boards), (known.boards == 0).argmax(axis=1)
    for move in range(4):
        cell = EIGHT_PUZZLE.neighbour_table[blank, move]
        rows = np.flatnonzero(cell >= 0)
        moved = known.boards[rows].copy()
        moved[np.arange(len(rows)), blank[rows]] = known.boards[rows, cell[rows]]
        moved[np.arange(len(rows)), cell[rows]] = 0
        assert abs(estimates(h, moved) - here[rows]).max() <= 1


def test_stronger_heuristics_say_more():
    known = truth(GOALS[0])
    said = {
        n: estimates(make(EIGHT_PUZZLE, GOALS[0]), known.boards) for n, make in HEURISTICS.items()
    }
    assert np.all(said["misplaced"] <= said["manhattan"])
    assert np.all(said["manhattan"] <= said["linear-conflict"])
    assert np.all(said["manhattan"] <= said["walking-distance"])
    assert np.all(said["walking-distance"] <= known.moves)


@pytest.mark.parametrize("goal", GOALS, ids=EIGHT_PUZZLE.label)
@pytest.mark.parametrize("name", MISLEADING)
def test_counting_the_blank_overestimates(name, goal):
    boards = overestimates(MISLEADING[name](EIGHT_PUZZLE, goal), truth(goal))
    assert 0 < len(boards) < 181440
    # Every board one move from the goal is among them: the estimate is 2.
    near = {state for _, state in EIGHT_PUZZLE.neighbours(goal)}
    assert near <= set(map(tuple, boards.tolist()))


def test_the_board_that_shows_why_the_blank_is_left_out():
    board, goal = EIGHT_PUZZLE.parse("123456708"), GOALS[0]
    assert truth(goal)[board] == 1
    assert (misplaced(EIGHT_PUZZLE, goal)(board), manhattan(EIGHT_PUZZLE, goal)(board)) == (1, 1)
    assert misplaced_with_blank(EIGHT_PUZZLE, goal)(board) == 2
    assert manhattan_with_blank(EIGHT_PUZZLE, goal)(board) == 2


def test_the_textbooks_board():
    # Russell and Norvig, Artificial Intelligence: A Modern Approach, section 3.6: start 724506831,
    # goal 012345678: 8 tiles misplaced, Manhattan 18, the solution has 26 moves.
    start, goal = EIGHT_PUZZLE.parse("724506831"), EIGHT_PUZZLE.parse("012345678")
    assert misplaced(EIGHT_PUZZLE, goal)(start) == 8
    assert manhattan(EIGHT_PUZZLE, goal)(start) == 18
    assert distances(EIGHT_PUZZLE, goal)[start] == 26


@st.composite
def boards(draw, least=1):
    puzzle = SlidingPuzzle(*draw(st.tuples(st.integers(least, 4), st.integers(least, 4))))
    cells = st.permutations(range(puzzle.cells)).map(tuple)
    return puzzle, draw(cells), draw(cells)


@given(boards())
@settings(deadline=None, max_examples=60)
def test_misplaced_and_manhattan_by_their_definitions(case):
    puzzle, goal, state = case
    tiles = range(1, puzzle.cells)
    assert misplaced(puzzle, goal)(state) == sum(
        state.index(tile) != goal.index(tile) for tile in tiles
    )
    steps = 0
    for tile in tiles:
        (r, c), (row, column) = (divmod(s.index(tile), puzzle.columns) for s in (state, goal))
        steps += abs(r - row) + abs(c - column)
    assert manhattan(puzzle, goal)(state) == steps


def conflict_slowly(puzzle, goal, state):
    """For each line, try every set of its tiles to take out, the smallest first."""
    cells = np.arange(puzzle.cells).reshape(puzzle.rows, puzzle.columns)
    total = 0
    for line in [*cells.tolist(), *cells.T.tolist()]:
        at_home = [goal[cell] for cell in line]
        places = [at_home.index(state[c]) for c in line if state[c] and state[c] in at_home]
        rising = (
            len(places) - size
            for size in range(len(places), -1, -1)
            for kept in combinations(places, size)
            if list(kept) == sorted(kept)
        )
        total += 2 * next(rising)
    return total


@given(boards())
@settings(deadline=None, max_examples=60)
def test_linear_conflict_by_its_definition(case):
    puzzle, goal, state = case
    h = LinearConflict(puzzle, goal)
    assert h(state) == manhattan(puzzle, goal)(state) + conflict_slowly(puzzle, goal, state)


@given(boards(least=2))
@settings(deadline=None, max_examples=25)
def test_many_boards_at_once_are_the_boards_one_by_one(case):
    puzzle, goal, state = case
    rolled = np.array([np.roll(state, i) for i in range(puzzle.cells)])
    for name in HEURISTICS | MISLEADING:
        h = heuristic_for(puzzle, goal, name)
        assert estimates(h, rolled).tolist() == [h(tuple(board)) for board in rolled.tolist()]


def test_a_line_in_reverse_keeps_one_tile():
    assert out_of_order((4, 3, 2, 1)) == 3
    assert out_of_order((1, 2, 3, 4)) == out_of_order((0, 0, 0)) == out_of_order(()) == 0


def test_walking_distance_knows_the_published_number_of_positions():
    h = WalkingDistance(FIFTEEN_PUZZLE, (*range(1, 16), 0))
    # Takahashi's tables for the 15-puzzle have 24964 positions for each direction.
    assert [len(view.distances) for view in h._views] == [24964, 24964]
    with pytest.raises(ValueError, match="up to 4 rows and 4 columns, not 5 x 5"):
        WalkingDistance(SlidingPuzzle(5, 5), (*range(1, 25), 0))


def test_anybodys_own_function_is_taken_as_it_is():
    def nothing(state):
        return 0

    assert heuristic_for(EIGHT_PUZZLE, GOALS[0], nothing) is nothing
    assert len(overestimates(nothing, truth(GOALS[0]))) == 0
    with pytest.raises(ValueError, match="one of misplaced, manhattan"):
        heuristic_for(EIGHT_PUZZLE, GOALS[0], "euclid")
    with pytest.raises(ValueError, match="not 7"):
        heuristic_for(EIGHT_PUZZLE, GOALS[0], 7)
