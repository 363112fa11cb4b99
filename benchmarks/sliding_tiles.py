"""Whole puzzles layer by layer, recorded searches, and searches with a heuristic."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from puzzlelib.sliding_tiles import (
    EIGHT_PUZZLE,
    SlidingPuzzle,
    a_star,
    bidirectional,
    breadth_first,
    distances,
    layer_sizes,
)

HARDEST = "867254301"  # 31 moves from 123456780


def cases() -> Iterator[tuple[str, Callable[[], object], float | None, str]]:
    eight = EIGHT_PUZZLE
    yield "all layers of 3 x 3", partial(layer_sizes, eight), 0.02, "181,440 boards"
    yield "all layers of 2 x 5", partial(layer_sizes, SlidingPuzzle(2, 5)), 0.2, "1,814,400 boards"
    yield "all layers of 3 x 4", partial(layer_sizes, SlidingPuzzle(3, 4)), 30, "239,500,800 boards"
    yield "distances of all 3 x 3 boards", partial(distances, eight), None, "with look-up"
    everything = partial(breadth_first, eight, "123456780", stop_at_goal=False)
    yield "breadth-first trace of all 3 x 3", everything, 0.08, "with parents"
    yield "breadth-first to 871526340", partial(breadth_first, eight, "871526340"), None, "24 moves"
    yield "bidirectional, hardest 3 x 3", partial(bidirectional, eight, HARDEST), None, "31 moves"
    for heuristic, target in (("misplaced", None), ("manhattan", 0.03), ("linear-conflict", None)):
        search = partial(a_star, eight, HARDEST, heuristic=heuristic)
        yield f"A*, {heuristic}, hardest 3 x 3", search, target, "31 moves"
