"""Constructed tours and exact counts of the knight's tour."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from puzzlelib.compiled import compiled_loops_available
from puzzlelib.knights_tour import Board, construct_tour, count_tours


def cases() -> Iterator[tuple[str, Callable[[], object], float | None, str]]:
    for side, target in ((8, None), (1000, 0.2), (4000, 4.0)):
        tour = partial(construct_tour, Board(side, side), closed=True)
        yield f"construct a closed {side} x {side} tour", tour, target, "NumPy alone"
    yield "construct an open 999 x 999 tour", partial(construct_tour, Board(999, 999)), 0.2, ""
    yield "count closed 5 x 8 tours", partial(count_tours, Board(5, 8), closed=True), 0.1, "44202"
    yield "count closed 6 x 6 tours", partial(count_tours, Board(6, 6), closed=True), 0.3, "9862"
    yield "count open 5 x 5 tours", partial(count_tours, Board(5, 5)), None, "1728"
    if compiled_loops_available():  # a minute and more without
        six_by_seven = partial(count_tours, Board(6, 7), closed=True)
        yield "count closed 6 x 7 tours", six_by_seven, 4.0, "1067638"
        yield "count open 6 x 6 tours", partial(count_tours, Board(6, 6)), None, "6637920"
