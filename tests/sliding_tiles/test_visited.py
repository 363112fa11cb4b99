"""The three visited structures: one answer, three costs."""

from __future__ import annotations

import math
from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.sliding_tiles import EIGHT_PUZZLE, FIFTEEN_PUZZLE, SlidingPuzzle, breadth_first
from puzzlelib.sliding_tiles.breadth_first import breadth_first_lesson
from puzzlelib.sliding_tiles.visited import (
    VISITED,
    RankBitmap,
    SearchTree,
    compare_visited,
    rank,
)


@pytest.mark.parametrize("name", VISITED)
@given(st.lists(st.permutations(range(4)).map(tuple), max_size=60))
@settings(deadline=None, max_examples=50)
def test_add_says_whether_a_board_is_new(name, boards):
    visited = VISITED[name](SlidingPuzzle(2, 2))
    assert [visited.add(board) for board in boards] == [
        board not in boards[:i] for i, board in enumerate(boards)
    ]


@pytest.mark.slow
def test_the_search_is_the_same_with_each_and_costs_what_the_article_measures():
    trace = breadth_first(EIGHT_PUZZLE, "871526340")
    costs = compare_visited(EIGHT_PUZZLE, trace.looked_up())
    # Article 4's search on its example, run as printed: 125032 boards in the tree.
    assert {cost.boards for cost in costs.values()} == {trace.discovered} == {125032}
    assert {cost.calls for cost in costs.values()} == {trace.generated}
    assert costs["bitmap"].bytes == math.factorial(9) // 8 + 1
    assert costs["tree"].comparisons > 25 * costs["set"].comparisons
    # A balanced tree of so many boards would have 17 levels.
    assert costs["tree"].depth > 3 * math.log2(125032)
    assert costs["bitmap"].bytes < costs["tree"].bytes < costs["set"].bytes


@pytest.mark.parametrize("name", VISITED)
def test_the_lesson_takes_the_same_steps_with_each(name):
    start, goal = EIGHT_PUZZLE.parse("042813576"), EIGHT_PUZZLE.goals()[0]
    visited = VISITED[name](EIGHT_PUZZLE)
    frames = list(breadth_first_lesson(EIGHT_PUZZLE, start, goal, visited=visited))
    assert frames == list(breadth_first_lesson(EIGHT_PUZZLE, start, goal))


def test_the_tree_puts_smaller_keys_to_the_right_and_never_balances():
    puzzle = SlidingPuzzle(2, 2)
    rising = sorted(permutations(range(4)), key=puzzle.pack)
    tree = SearchTree(puzzle)
    for board in rising:
        assert tree.add(board)
    # In rising order each key hangs to the left of the last: a chain of 24.
    assert tree.depth == 24
    assert tree.comparisons == sum(range(24))
    assert not tree.add(rising[0])
    assert tree.comparisons == sum(range(24)) + 1
    assert tree.bytes == 24 * (4 + 2 * 4)


def test_ranks_number_the_orders_as_a_dictionary_does():
    assert [rank(order) for order in permutations(range(5))] == list(range(120))


def test_a_bitmap_of_sixteen_cells_is_refused():
    with pytest.raises(ValueError, match="up to 12 cells, not 16"):
        RankBitmap(FIFTEEN_PUZZLE)
