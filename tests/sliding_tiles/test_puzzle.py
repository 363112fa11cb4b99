"""The rules of the puzzle: boards as text and words, moves, and what can be reached."""

from __future__ import annotations

import math
import pickle
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.sliding_tiles import EIGHT_PUZZLE, FIFTEEN_PUZZLE, SlidingPuzzle, Unsolvable
from puzzlelib.sliding_tiles.puzzle import MOVES, OPPOSITE, inversions, smaller_before

SEED_START = (8, 7, 1, 5, 2, 6, 3, 4, 0)  # article 4's example

sizes = st.tuples(st.integers(1, 5), st.integers(1, 5)).filter(lambda size: math.prod(size) > 1)


@st.composite
def puzzles_and_boards(draw, sizes=sizes):
    puzzle = SlidingPuzzle(*draw(sizes))
    return puzzle, tuple(draw(st.permutations(range(puzzle.cells))))


def reached_from(puzzle, start):
    """Every board that moves lead to, found without the library's notion of parity."""
    seen, waiting = {start}, [start]
    while waiting:
        for _, state in puzzle.neighbours(waiting.pop()):
            if state not in seen:
                seen.add(state)
                waiting.append(state)
    return seen


# Boards as text


@pytest.mark.parametrize(
    "board",
    [
        "871526340",
        "87152634_",
        "8 7 1 / 5 2 6 / 3 4 _",
        "8,7,1,5,2,6,3,4,.",
        "8 7 1\n5 2 6\n3 4 0\n",
        "871/526/34.",
        "[8, 7, 1, 5, 2, 6, 3, 4, 0]",
        list(SEED_START),
        [[8, 7, 1], [5, 2, 6], [3, 4, 0]],
        np.array(SEED_START, dtype=np.uint8),
    ],
)
def test_every_way_to_write_the_articles_board(board):
    assert EIGHT_PUZZLE.parse(board) == SEED_START


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("87152634", "has 9 cells, not 8"),
        ("8715263400", "has 9 cells, not 10"),
        ("", "has 9 cells, not 0"),
        ("871526344", "the blank is missing, tile 4 stands twice"),
        ("111526340", "tile 7 is missing, tile 8 is missing, tile 1 stands more than twice"),
        ("8715263_0", "tile 4 is missing, the blank stands twice"),
        ("971526340", "9 is no tile"),
        ("8x1526340", "'x' is no tile"),
        ([8, 7, 1, 5, 2, 6, 3, 4, -1], "-1 is no tile"),
        ([8, 7, 1, 5, 2, 6, 3, 4, 0.5], "9 ints, flat or in 3 rows"),
        ([[8, 7], [1, 5, 2]], "rows of different lengths"),
        ([[8, 7, 1, 5, 2, 6, 3, 4, 0]], "not in rows of 9"),
        (871526340, "9 ints, flat or in 3 rows"),
        (None, "9 ints, flat or in 3 rows"),
    ],
)
def test_a_board_that_makes_no_sense_is_refused_with_the_reason(board, message):
    with pytest.raises(ValueError, match=message):
        EIGHT_PUZZLE.parse(board)


def test_more_than_nine_cells_need_spaces():
    in_order = (*range(1, 16), 0)
    assert FIFTEEN_PUZZLE.parse("1 2 3 4/5 6 7 8/9 10 11 12/13 14 15 _") == in_order
    with pytest.raises(ValueError, match="put spaces between the numbers"):
        FIFTEEN_PUZZLE.parse("1234567891011121314150")


@given(puzzles_and_boards())
@settings(deadline=None)
def test_what_is_written_can_be_read(case):
    puzzle, state = case
    assert puzzle.parse(puzzle.format(state)) == state
    assert puzzle.parse(puzzle.label(state)) == state
    assert puzzle.format(state).count("\n") == puzzle.rows - 1


@pytest.mark.parametrize("size", [(0, 3), (3, -1), (2.0, 3), ("3", 3)])
def test_a_size_is_two_whole_numbers(size):
    with pytest.raises(ValueError, match="at least 1"):
        SlidingPuzzle(*size)


def test_a_puzzle_is_a_value():
    assert {SlidingPuzzle(3, 3): "eight"}[EIGHT_PUZZLE] == "eight"
    assert pickle.loads(pickle.dumps(EIGHT_PUZZLE)) == EIGHT_PUZZLE


# Moves


def test_moves_are_named_by_the_way_the_tile_goes_in_the_order_up_down_left_right():
    state = EIGHT_PUZZLE.parse("123 4_5 678")
    after = {
        "U": EIGHT_PUZZLE.parse("123 475 6_8"),
        "D": EIGHT_PUZZLE.parse("1_3 425 678"),
        "L": EIGHT_PUZZLE.parse("123 45_ 678"),
        "R": EIGHT_PUZZLE.parse("123 _45 678"),
    }
    assert EIGHT_PUZZLE.neighbours(state) == list(after.items())


@pytest.mark.parametrize(("blank", "moves"), [(0, "UL"), (1, "ULR"), (5, "UDR"), (8, "DR")])
def test_the_blank_has_two_three_or_four_moves(blank, moves):
    state = [1, 2, 3, 4, 5, 6, 7, 8]
    state.insert(blank, 0)
    assert [move for move, _ in EIGHT_PUZZLE.neighbours(tuple(state))] == list(moves)


@given(puzzles_and_boards())
@settings(deadline=None)
def test_the_opposite_move_takes_a_move_back(case):
    puzzle, state = case
    for move, after in puzzle.neighbours(state):
        assert dict(puzzle.neighbours(after))[OPPOSITE[move]] == state
        assert puzzle.moves_along([state, after, state]) == move + OPPOSITE[move]


@given(sizes)
def test_the_neighbour_table_is_the_slides(size):
    puzzle = SlidingPuzzle(*size)
    for slides, row in zip(puzzle.slides, puzzle.neighbour_table, strict=True):
        assert slides == tuple((m, c) for m, c in zip(MOVES, row, strict=True) if c >= 0)


def test_an_impossible_move_is_named():
    with pytest.raises(ValueError, match="move 2 is 'X', but 123450786 allows only U, D, R"):
        EIGHT_PUZZLE.walk("123456780", "DX")
    with pytest.raises(ValueError, match="move 1 is 'U', but 123456780 allows only D, R"):
        EIGHT_PUZZLE.walk("123456780", "U")


# What can be reached


@pytest.mark.parametrize(
    "size", [(1, 1), (1, 2), (2, 1), (1, 4), (5, 1), (2, 2), (2, 3), (3, 2)], ids=str
)
def test_solvable_is_reachable_on_every_small_board(size):
    puzzle = SlidingPuzzle(*size)
    boards = list(permutations(range(puzzle.cells)))
    goals = boards if puzzle.cells <= 5 else boards[::97]
    for goal in goals:
        reachable = reached_from(puzzle, goal)
        assert {start for start in boards if puzzle.solvable(start, goal)} == reachable


@given(puzzles_and_boards(), st.lists(st.integers(0, 3), max_size=60))
@settings(deadline=None)
def test_no_walk_leaves_the_solvable_boards(case, choices):
    puzzle, start = case
    state = start
    for choice in choices:
        moves = puzzle.neighbours(state)
        state = moves[choice % len(moves)][1]
    assert puzzle.solvable(start, state)
    assert puzzle.problem(start, state) == (start, state)


@given(puzzles_and_boards(st.tuples(st.integers(2, 5), st.integers(2, 5))))
@settings(deadline=None)
def test_exchanging_two_tiles_makes_a_board_unsolvable(case):
    puzzle, state = case
    first, second = [cell for cell in range(puzzle.cells) if state[cell]][:2]
    exchanged = list(state)
    exchanged[first], exchanged[second] = state[second], state[first]
    assert not puzzle.solvable(state, exchanged)
    with pytest.raises(Unsolvable, match="no move changes the parity"):
        puzzle.problem(state, exchanged)


def test_unsolvable_says_both_parities_in_words():
    with pytest.raises(Unsolvable) as eight:
        EIGHT_PUZZLE.problem("123456870", "123456780")
    assert str(eight.value) == (
        "123456870 can never become 123456780: no move changes the parity, "
        "and the start's is odd (1 inversion), the goal's even (0 inversions)"
    )
    with pytest.raises(Unsolvable) as even_width:
        SlidingPuzzle(2, 4).problem("12345760", "12345670")
    assert str(even_width.value).endswith(
        "the start's is even (1 inversion + blank in row 1), "
        "the goal's odd (0 inversions + blank in row 1)"
    )


def test_a_board_one_cell_wide_keeps_the_order_of_its_tiles():
    row = SlidingPuzzle(1, 4)
    assert row.solvable("0123", "1230")
    assert row.reachable_goal("1023") == (1, 2, 3, 0)
    with pytest.raises(Unsolvable, match="one cell wide"):
        row.problem("2130", "1230")
    with pytest.raises(Unsolvable, match="one cell wide"):
        row.reachable_goal("3210")


# Article 4: the sum over the tiles, the two goals, the word, the random start


def test_the_articles_sum_picks_the_articles_goal():
    assert smaller_before(SEED_START) == 10  # article 4's example: even
    assert EIGHT_PUZZLE.reachable_goal(SEED_START) == EIGHT_PUZZLE.parse("123456780")
    assert EIGHT_PUZZLE.reachable_goal("781526340") == EIGHT_PUZZLE.parse("123804765")


@given(puzzles_and_boards())
@settings(deadline=None)
def test_every_pair_of_tiles_is_counted_in_the_sum_or_as_an_inversion(case):
    puzzle, state = case
    assert smaller_before(state) + inversions(state) == math.comb(puzzle.cells - 1, 2)


@given(st.permutations(range(9)))
@settings(deadline=None)
def test_every_board_has_the_goal_of_its_sums_parity(cells):
    even, odd = EIGHT_PUZZLE.goals()
    assert EIGHT_PUZZLE.reachable_goal(cells) == (odd if smaller_before(cells) % 2 else even)


@given(puzzles_and_boards(st.tuples(st.integers(2, 5), st.integers(2, 5))))
@settings(deadline=None)
def test_one_of_the_usual_goals_can_be_reached(case):
    puzzle, state = case
    assert [puzzle.solvable(state, goal) for goal in puzzle.goals()].count(True) == 1


def test_the_usual_goals_elsewhere_differ_in_the_last_two_tiles():
    first, second = FIFTEEN_PUZZLE.goals()
    assert first == (*range(1, 16), 0)
    assert second == (*range(1, 14), 15, 14, 0)


def article_word(state):
    """Article 4's packing, bit by bit: three bits a cell, 8 as 0, then where the 8 is."""
    bits = "".join(format(tile % 8, "03b") for tile in state) + format(state.index(8), "05b")
    return int(bits, 2)


@given(st.permutations(range(9)))
@settings(deadline=None)
def test_a_three_by_three_board_is_the_articles_word(cells):
    state = tuple(cells)
    assert EIGHT_PUZZLE.pack(state) == article_word(state)
    assert EIGHT_PUZZLE.unpack(article_word(state)) == state
    with pytest.raises(ValueError, match="tile 8 is missing, the blank stands twice"):
        EIGHT_PUZZLE.unpack(article_word(state) | 31)


@given(puzzles_and_boards(sizes.filter(lambda size: math.prod(size) <= 16)), st.integers(0, 2**32))
@settings(deadline=None)
def test_packing_arrays_is_packing_boards(case, seed):
    puzzle, state = case
    others = np.random.default_rng(seed).permuted(np.tile(range(puzzle.cells), (5, 1)), axis=1)
    boards = np.concatenate([[state], others])
    words = puzzle.pack(boards)
    assert words.dtype == np.uint64
    assert words.tolist() == [puzzle.pack(tuple(board)) for board in boards.tolist()]
    assert np.array_equal(puzzle.unpack(words), boards)


def test_sixteen_cells_fill_a_word_and_seventeen_do_not_fit():
    assert FIFTEEN_PUZZLE.pack((15, *range(15))) == 0xF0123456789ABCDE
    wide = SlidingPuzzle(1, 17)
    with pytest.raises(ValueError, match="up to 16 cells, not 17"):
        wide.pack(tuple(range(17)))


def test_random_boards():
    goal = EIGHT_PUZZLE.parse("123456780")
    boards = [EIGHT_PUZZLE.random_state(seed) for seed in range(300)]
    assert boards[7] == EIGHT_PUZZLE.random_state(7)
    assert 100 < sum(EIGHT_PUZZLE.solvable(board, goal) for board in boards) < 200
    assert len(set(boards)) > 290
    for puzzle in (EIGHT_PUZZLE, FIFTEEN_PUZZLE, SlidingPuzzle(2, 2), SlidingPuzzle(1, 4)):
        for seed in range(50):
            goal = puzzle.random_state(seed + 1000)
            assert puzzle.solvable(puzzle.random_state(seed, goal), goal)


@pytest.mark.parametrize("board", [(1, 2), (1,) * 9, (9,) * 9, None, "12", 5])
def test_what_is_no_board_is_not_packed(board):
    with pytest.raises(ValueError, match=r"board has 9 cells|stands|is no tile|expected text"):
        EIGHT_PUZZLE.pack(board)


def test_whatever_is_read_as_a_board_is_packed():
    assert EIGHT_PUZZLE.pack("123456780") == EIGHT_PUZZLE.pack((1, 2, 3, 4, 5, 6, 7, 8, 0))


@pytest.mark.parametrize("word", [-1, 2**64, None, "7", 1.5, [1]])
def test_what_is_no_word_is_not_unpacked(word):
    with pytest.raises(ValueError, match="word must"):
        EIGHT_PUZZLE.unpack(word)
