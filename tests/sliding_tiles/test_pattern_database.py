"""Pattern databases: never more than the truth, the same from three builders, safe on disk."""

from __future__ import annotations

import math
import os
import sys
from collections import deque
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.sliding_tiles import distances, pattern_cache, pattern_database
from puzzlelib.sliding_tiles.heuristics import manhattan, overestimates
from puzzlelib.sliding_tiles.pattern_database import (
    PatternDatabase,
    default_partition,
    pattern_costs,
)
from puzzlelib.sliding_tiles.pattern_table import UNREACHABLE, Pattern, pattern_table
from puzzlelib.sliding_tiles.puzzle import EIGHT_PUZZLE, FIFTEEN_PUZZLE, SlidingPuzzle

# The eight-puzzle's two goals in the article, and the one of Korf's instances.
GOALS = [(1, 2, 3, 4, 5, 6, 7, 8, 0), (1, 2, 3, 8, 0, 4, 7, 6, 5), (0, 1, 2, 3, 4, 5, 6, 7, 8)]
PARTITIONS = [
    None,
    [(1, 2, 3, 4, 5), (6, 7, 8)],
    [(8, 1), (3, 5, 2), (7, 6, 4)],
    [(2, 4, 5, 7)],
    [(1, 2, 3, 4, 5, 6, 7, 8)],
]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """An empty cache folder."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "puzzlelib"


@pytest.fixture(scope="module")
def truth():
    return {goal: distances(EIGHT_PUZZLE, goal) for goal in GOALS}


# Ranks


@pytest.mark.parametrize(("cells", "size"), [(4, 1), (6, 3), (9, 2), (9, 4), (6, 6)])
def test_ranks_number_the_positions_in_lexicographic_order(cells, size):
    pattern = Pattern(cells, tuple(range(1, size + 1)))
    everything = list(permutations(range(cells), size))
    assert [pattern.rank(positions) for positions in everything] == list(range(len(pattern)))
    assert pattern.positions(np.arange(len(pattern))).T.tolist() == list(map(list, everything))


@given(st.permutations(range(16)), st.integers(1, 15), st.data())
@settings(deadline=None)
def test_a_tile_that_passes_others_changes_the_rank_by_the_sum_of_their_parts(cells, size, data):
    pattern = Pattern(16, tuple(range(1, size + 1)))
    positions, free = cells[:size], cells[size:]
    tile = data.draw(st.integers(0, size - 1))
    after = list(positions)
    after[tile] = data.draw(st.sampled_from(free))
    low, high = sorted((positions[tile], after[tile]))
    passed = [j for j in range(size) if low < positions[j] < high]
    sign = 1 if after[tile] > positions[tile] else -1
    change = (after[tile] - positions[tile]) * pattern.weights[tile]
    change += sign * sum(int(pattern.passing[tile, j]) for j in passed)
    assert pattern.rank(after) - pattern.rank(positions) == change


# Tables


def whole_board_costs(puzzle, goal, tiles):
    """Search the whole puzzle, no tile forgotten; a move of another tile costs nothing."""
    costs, queue = {}, deque([(0, goal)])
    while queue:
        cost, state = queue.popleft()
        if state in costs:
            continue
        costs[state] = cost
        for _, after in puzzle.neighbours(state):
            if after[state.index(0)] in tiles:
                queue.append((cost + 1, after))
            else:
                queue.appendleft((cost, after))
    least = {}
    for state, cost in costs.items():
        positions = tuple(state.index(tile) for tile in tiles)
        least[positions] = min(cost, least.get(positions, cost))
    return least


@pytest.mark.parametrize(
    ("puzzle", "goal"),
    [
        (SlidingPuzzle(2, 2), (1, 2, 3, 0)),
        (SlidingPuzzle(2, 3), (1, 2, 3, 4, 5, 0)),
        (SlidingPuzzle(3, 2), (4, 1, 0, 3, 5, 2)),
        (SlidingPuzzle(1, 4), (2, 0, 1, 3)),
    ],
)
def test_lesson_and_table_give_the_least_cost_over_all_whole_boards(puzzle, goal):
    for size in range(1, puzzle.cells):
        for tiles in combinations(range(1, puzzle.cells), size):
            costs = pattern_costs(puzzle, goal, tiles)
            assert costs == whole_board_costs(puzzle, goal, tiles)
            assert np.array_equal(pattern_table(puzzle, goal, tiles), by_rank(puzzle, tiles, costs))


def by_rank(puzzle, tiles, costs):
    pattern = Pattern(puzzle.cells, tuple(tiles))
    table = np.full(len(pattern), UNREACHABLE)
    for positions, cost in costs.items():
        table[pattern.rank(positions)] = cost
    return table


@given(
    shape=st.sampled_from([(3, 3), (2, 5), (4, 2), (3, 4), (4, 4), (5, 4), (2, 17), (1, 6)]),
    seed=st.integers(0, 2**32 - 1),
    size=st.integers(1, 3),
)
@settings(deadline=None, max_examples=30)
def test_table_and_lesson_agree_on_any_board_goal_and_pattern(shape, seed, size):
    puzzle, random = SlidingPuzzle(*shape), np.random.default_rng(seed)
    goal = puzzle.random_state(seed)
    tiles = (1 + random.permutation(puzzle.cells - 1)[: 1 if puzzle.cells > 20 else size]).tolist()
    expected = by_rank(puzzle, tiles, pattern_costs(puzzle, goal, tiles))
    assert np.array_equal(pattern_table(puzzle, goal, tiles), expected)


def test_few_rows_at_a_time_build_the_same_table(monkeypatch):
    whole = pattern_table(EIGHT_PUZZLE, GOALS[0], (1, 2, 3, 4))
    monkeypatch.setattr(sys.modules[pattern_table.__module__], "ROWS", 7)
    assert np.array_equal(pattern_table(EIGHT_PUZZLE, GOALS[0], (1, 2, 3, 4)), whole)


# Bounds


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("partition", PARTITIONS)
def test_no_bound_exceeds_the_truth_on_any_board(goal, partition, truth):
    database = PatternDatabase(EIGHT_PUZZLE, goal, partition, cache=False)
    assert len(overestimates(database, truth[goal])) == 0
    assert database(goal) == 0


def test_one_pattern_of_all_tiles_is_the_truth(truth):
    database = PatternDatabase(EIGHT_PUZZLE, GOALS[1], [range(1, 9)], cache=False)
    known = truth[GOALS[1]]
    assert np.array_equal(database.many(known.boards), known.moves)


@pytest.mark.parametrize("goal", GOALS)
def test_patterns_of_one_tile_are_manhattan(goal, truth):
    database = PatternDatabase(EIGHT_PUZZLE, goal, [[tile] for tile in range(1, 9)], cache=False)
    boards = truth[goal].boards
    assert np.array_equal(database.many(boards), manhattan(EIGHT_PUZZLE, goal).many(boards))


def test_larger_patterns_bound_better_on_the_whole(truth):
    goal = GOALS[0]
    partitions = [[(1,), (2,), (3,), (4,)], [(1, 2), (3, 4)], [(1, 2, 3, 4)]]
    databases = [PatternDatabase(EIGHT_PUZZLE, goal, p, cache=False) for p in partitions]
    bounds = [database.many(truth[goal].boards) for database in databases]
    assert (bounds[0] <= bounds[1]).all()
    assert (bounds[1] <= bounds[2]).all()
    assert bounds[0].sum() < bounds[1].sum() < bounds[2].sum()


def test_a_move_can_change_the_bound_by_more_than_one():
    # Felner and others (2011), Inconsistent heuristics in theory and practice: the blank's place
    # is forgotten, so the sum is admissible but not consistent.
    database = PatternDatabase(EIGHT_PUZZLE, GOALS[0], cache=False)
    changes = [
        abs(database(after) - database(board))
        for board in map(EIGHT_PUZZLE.random_state, range(500))
        if EIGHT_PUZZLE.solvable(board, GOALS[0])
        for _, after in EIGHT_PUZZLE.neighbours(board)
    ]
    assert max(changes) > 1


@pytest.fixture(scope="module")
def scattered():
    return PatternDatabase(FIFTEEN_PUZZLE, None, [(1, 9, 4), (2, 3), (15,)], cache=False)


@given(boards=st.lists(st.permutations(range(16)), min_size=1, max_size=5))
@settings(deadline=None)
def test_many_boards_at_once_get_the_bounds_of_each(scattered, boards):
    assert scattered.many(np.array(boards)).tolist() == [scattered(tuple(b)) for b in boards]


# Partitions


@pytest.mark.parametrize("shape", [(2, 2), (2, 3), (3, 3), (3, 4), (4, 4), (5, 5), (8, 8), (1, 4)])
def test_the_default_partition_divides_all_tiles_into_more_than_one_pattern(shape):
    puzzle = SlidingPuzzle(*shape)
    goal = puzzle.goals()[0]
    partition = default_partition(puzzle, goal)
    assert sorted(tile for tiles in partition for tile in tiles) == list(range(1, puzzle.cells))
    assert len(partition) > 1
    assert all(math.perm(puzzle.cells, len(tiles)) < 10_000_000 for tiles in partition)


def test_the_default_regions_of_the_fifteen_puzzle_turn_with_the_blank():
    in_reading_order, blank_last = tuple(range(16)), (*range(1, 16), 0)
    assert default_partition(FIFTEEN_PUZZLE, in_reading_order) == [
        (1, 2, 4, 5, 8), (3, 6, 7, 10, 11), (9, 12, 13, 14, 15),
    ]  # fmt: skip
    turned = [tuple(16 - cell for cell in tiles) for tiles in pattern_database.FIFTEEN_REGIONS]
    assert default_partition(FIFTEEN_PUZZLE, blank_last) == turned


@pytest.mark.parametrize(
    ("partition", "message"),
    [
        ([(1, 2), (2, 3)], "tile 2 stands twice"),
        ([(0, 1)], "0 is no tile"),
        ([(1, 9)], "9 is no tile"),
        ([(1, "2")], "'2' is no tile"),
        ([], "at least one tile"),
        ([(1,), ()], "at least one tile"),
    ],
)
def test_a_partition_that_makes_no_sense_is_refused(partition, message):
    with pytest.raises(ValueError, match=message):
        PatternDatabase(EIGHT_PUZZLE, GOALS[0], partition)


def test_what_is_too_large_is_refused_before_any_work():
    with pytest.raises(ValueError, match=r"4,151,347,200 ways"):
        PatternDatabase(FIFTEEN_PUZZLE, None, [range(1, 10)])
    with pytest.raises(ValueError, match="up to 64 cells, not 65"):
        PatternDatabase(SlidingPuzzle(5, 13), None, [(1,)])


# The cache


def test_a_second_database_reads_what_the_first_one_wrote(folder, monkeypatch):
    first = PatternDatabase(EIGHT_PUZZLE, GOALS[0])
    assert len(list(folder.iterdir())) == 2
    monkeypatch.setattr(pattern_database, "pattern_table", None)
    second = PatternDatabase(EIGHT_PUZZLE, GOALS[0])
    assert np.array_equal(first.table, second.table)


def test_goals_with_the_same_pattern_in_the_same_cells_share_a_table(folder):
    PatternDatabase(EIGHT_PUZZLE, "123456780", [(1, 2)])
    PatternDatabase(EIGHT_PUZZLE, "348756120", [(3, 4)])
    assert len(list(folder.iterdir())) == 1


def test_without_cache_nothing_is_written(folder):
    PatternDatabase(EIGHT_PUZZLE, GOALS[0], cache=False)
    assert not folder.exists()


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "rename"])
def test_a_damaged_table_is_built_again(folder, damage):
    right = PatternDatabase(EIGHT_PUZZLE, GOALS[0], [(1, 2, 3)])
    (path,) = folder.iterdir()
    content = bytearray(path.read_bytes())
    if damage == "flip":
        content[100] ^= 1
    elif damage == "cut":
        del content[-1]
    elif damage == "empty":
        content.clear()
    else:  # the whole and valid table of another pattern
        PatternDatabase(EIGHT_PUZZLE, GOALS[0], [(6, 7, 8)])
        (other,) = set(folder.iterdir()) - {path}
        content = other.read_bytes()
    path.write_bytes(content)
    again = PatternDatabase(EIGHT_PUZZLE, GOALS[0], [(1, 2, 3)])
    assert np.array_equal(again.table, right.table)
    assert path.read_bytes() != bytes(content)


@pytest.mark.parametrize("crash", ["fsync", "replace"])
def test_a_crash_while_writing_leaves_the_old_file_and_no_other(folder, monkeypatch, crash):
    PatternDatabase(EIGHT_PUZZLE, GOALS[0], [(1, 2, 3)])
    (path,) = folder.iterdir()
    path.write_bytes(b"damaged")

    def fail(*_):
        raise OSError("no space left")

    monkeypatch.setattr(os, crash, fail)
    PatternDatabase(EIGHT_PUZZLE, GOALS[0], [(1, 2, 3)])
    assert path.read_bytes() == b"damaged"
    assert list(folder.iterdir()) == [path]


def test_it_works_where_no_folder_can_be_written(tmp_path, monkeypatch):
    nowhere = tmp_path / "a file"
    nowhere.write_text("in the way")
    monkeypatch.setattr(pattern_cache, "cache_folder", lambda: nowhere / "puzzlelib")
    database = PatternDatabase(EIGHT_PUZZLE, GOALS[0])
    assert database(EIGHT_PUZZLE.parse("871526340")) > 0


@pytest.mark.parametrize(
    ("platform", "variable", "parts"),
    [
        ("linux", "XDG_CACHE_HOME", ("set", "puzzlelib")),
        ("linux", None, ("home", ".cache", "puzzlelib")),
        ("darwin", None, ("home", "Library", "Caches", "puzzlelib")),
        ("win32", "LOCALAPPDATA", ("set", "puzzlelib")),
        ("win32", None, ("home", "AppData", "Local", "puzzlelib")),
    ],
)
def test_the_folder_follows_the_platform(platform, variable, parts, tmp_path, monkeypatch):
    for name in ("XDG_CACHE_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    if variable:
        monkeypatch.setenv(variable, str(tmp_path / "set"))
    monkeypatch.setattr(os.path, "expanduser", lambda _: str(tmp_path / "home"))
    monkeypatch.setattr(sys, "platform", platform)
    assert pattern_cache.cache_folder() == tmp_path.joinpath(*parts)


@pytest.mark.parametrize("partition", [5, [1, 2, 3], [None]])
def test_what_is_no_list_of_patterns_is_named(partition):
    with pytest.raises(ValueError, match="expected patterns such as"):
        PatternDatabase(EIGHT_PUZZLE, partition=partition, cache=False)
