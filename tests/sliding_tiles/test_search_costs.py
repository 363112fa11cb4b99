"""The stored tables: complete, in agreement with the searches, and with what is known."""

from __future__ import annotations

import math

import pytest

from puzzlelib.sliding_tiles import EIGHT_PUZZLE, layer_sizes
from puzzlelib.sliding_tiles.search_costs import SEARCHES, measure_search, stored_search_costs
from puzzlelib.sliding_tiles.whole_puzzle import stored_layer_sizes

STORED = {(cost.search, cost.depth): cost for cost in stored_search_costs()}


def test_the_layers_of_three_by_four():
    sizes = stored_layer_sizes()
    # Recomputed by an independent program: the deepest are 53 moves away, 18 boards.
    assert (sum(sizes), len(sizes) - 1, sizes[-1]) == (math.factorial(12) // 2, 53, 18)


def test_every_search_at_every_depth():
    assert list(STORED) == [(name, depth) for name in SEARCHES for depth in range(1, 32)]
    sizes = layer_sizes(EIGHT_PUZZLE)
    for cost in STORED.values():
        assert cost.population == sizes[cost.depth]
        assert 1 <= cost.boards <= cost.population
        assert cost.depth <= cost.expanded < cost.generated
    for name in ("A* manhattan", "A* linear-conflict"):
        assert sum(STORED[name, depth].boards for depth in range(1, 32)) == 181440 - 1


@pytest.mark.parametrize("name", SEARCHES)
@pytest.mark.parametrize("depth", [2, 9])
def test_the_stored_rows_are_what_the_searches_cost(name, depth):
    stored = STORED[name, depth]
    assert measure_search(name, depth, stored.boards) == stored


@pytest.mark.slow
def test_a_deep_row_over_every_board():
    assert measure_search("A* manhattan", 30) == STORED["A* manhattan", 30]


def test_a_better_estimate_costs_less():
    order = ["breadth-first", "A* misplaced", "A* manhattan", "A* linear-conflict"]
    for depth in range(12, 32):
        costs = [STORED[name, depth].generated for name in order]
        assert costs == sorted(costs, reverse=True)


def test_the_textbooks_table_has_costs_of_the_same_size():
    # Russell and Norvig, 3rd edition, figure 3.29, at depth 24, 100 random boards: 39135 nodes
    # with misplaced tiles, 1641 with Manhattan; effective branching factors 1.48 and 1.26.
    misplaced, manhattan = STORED["A* misplaced", 24], STORED["A* manhattan", 24]
    assert misplaced.generated == pytest.approx(39135, rel=0.15)
    assert misplaced.branching == pytest.approx(1.48, abs=0.02)
    assert 1641 < manhattan.generated < 2 * 1641
    assert manhattan.branching == pytest.approx(1.26, abs=0.05)


def test_what_is_not_there():
    with pytest.raises(ValueError, match="search must be one of breadth-first"):
        measure_search("depth-first", 5)
    for depth in (0, 32, 2.5):
        with pytest.raises(ValueError, match="depth must be from 1 to 31"):
            measure_search("A* manhattan", depth)
