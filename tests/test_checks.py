"""Numbers that a person gives: what every puzzle says of those that make no sense."""

import numpy as np
import pytest

from puzzlelib.checks import check_limit, check_seed, whole_number
from puzzlelib.codebreaking import SMALL_GAME, CodeGame, census, play
from puzzlelib.knights_tour import Board, backtrack, measure_failures, warnsdorff
from puzzlelib.sliding_tiles import (
    EIGHT_PUZZLE,
    SlidingPuzzle,
    a_star,
    bidirectional,
    breadth_first,
    ida_star,
)
from puzzlelib.trace import record

NO_LIMITS = ("12", 2.5, float("nan"), [], -1)

LIMITED = {
    "play": lambda limit: play(SMALL_GAME, "first-consistent", "432", node_limit=limit),
    "backtrack": lambda limit: backtrack(Board(5, 5), (0, 0), node_limit=limit),
    "warnsdorff": lambda limit: warnsdorff(Board(5, 5), (0, 0), node_limit=limit),
    **{
        search.__name__: lambda limit, search=search: search(
            EIGHT_PUZZLE, "871526340", node_limit=limit
        )
        for search in (breadth_first, a_star, ida_star, bidirectional)
    },
    "lesson of A*": lambda limit: a_star(
        EIGHT_PUZZLE, "123456078", heuristic=lambda state: 0, node_limit=limit
    ),
    "lesson of IDA*": lambda limit: ida_star(
        EIGHT_PUZZLE, "871526340", heuristic="walking-distance", node_limit=limit
    ),
}
RECORDED = {
    "record": lambda limit: record([1, 2, 3], limit),
    "backtrack": lambda limit: backtrack(Board(5, 5), (0, 0), record_limit=limit),
    "ida_star": lambda limit: ida_star(EIGHT_PUZZLE, "871526340", record_limit=limit),
}
DRAWN = {
    "play": lambda seed: play(SMALL_GAME, "random-consistent", "012", seed=seed),
    "census": lambda seed: census(SMALL_GAME, "random-consistent", seed=seed),
    "warnsdorff": lambda seed: warnsdorff(Board(5, 5), (0, 0), "random", seed=seed),
    "measure_failures": lambda seed: measure_failures(5, seed=seed),
    "random_state": lambda seed: EIGHT_PUZZLE.random_state(seed),
}


def test_whole_numbers_of_numpy_become_ints():
    assert type(whole_number("rows", np.uint8(3))) is int
    assert check_limit("limit", None) is check_seed(None) is None
    assert check_seed(np.int64(0)) == 0


@pytest.mark.parametrize("limit", NO_LIMITS, ids=repr)
@pytest.mark.parametrize("search", LIMITED.values(), ids=LIMITED)
def test_every_search_names_a_node_limit_that_makes_no_sense(search, limit):
    with pytest.raises(ValueError, match="node_limit must be a whole number") as error:
        search(limit)
    assert str(error.value).endswith(f"not {limit!r}")


@pytest.mark.parametrize("search", LIMITED.values(), ids=LIMITED)
def test_a_node_limit_may_come_from_numpy_and_may_be_huge(search):
    assert search(np.int64(2)).status == "limit"
    assert search(10**30).status == "found"


@pytest.mark.parametrize("limit", [*NO_LIMITS, 0, None], ids=repr)
@pytest.mark.parametrize("recorded", RECORDED.values(), ids=RECORDED)
def test_every_record_limit_that_makes_no_sense_is_named(recorded, limit):
    with pytest.raises(ValueError, match="limit must be a whole number of at least 1"):
        recorded(limit)


@pytest.mark.parametrize("seed", NO_LIMITS, ids=repr)
@pytest.mark.parametrize("drawn", DRAWN.values(), ids=DRAWN)
def test_every_seed_that_makes_no_sense_is_named(drawn, seed):
    with pytest.raises(ValueError, match="seed must be a whole number of at least 0"):
        drawn(seed)


def test_sizes_may_come_from_numpy():
    three = np.int64(3)
    assert SlidingPuzzle(three, three) == EIGHT_PUZZLE
    assert Board(three, three) == Board(3, 3)
    assert CodeGame("01234", three) == SMALL_GAME
