"""Pattern databases, and iterative-deepening A* with and without them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from puzzlelib.compiled import compiled_loops_available
from puzzlelib.sliding_tiles import EIGHT_PUZZLE, FIFTEEN_PUZZLE, PatternDatabase, ida_star

HARDEST = "867254301"  # 31 moves from 123456780

# Korf (1985), instances 12 and 1: 45 and 57 moves.
GOAL = tuple(range(16))
KORF_12 = "14 1 9 6 4 8 12 5 7 2 3 0 10 11 13 15"
KORF_1 = "14 13 15 7 11 12 9 5 6 0 2 1 4 8 10 3"


def cases() -> Iterator[tuple[str, Callable[[], object], float | None, str]]:
    compiled = compiled_loops_available()
    hardest = partial(ida_star, EIGHT_PUZZLE, HARDEST, "123456780")
    yield "IDA*, manhattan, hardest 3 x 3", hardest, 0.01 if compiled else None, "31 moves"
    build = partial(PatternDatabase, FIFTEEN_PUZZLE, GOAL, cache=False)
    yield "pattern database of 4 x 4, built", build, None, "5-5-5 tiles, 1,572,480 entries"
    database = PatternDatabase(FIFTEEN_PUZZLE, GOAL)
    read = partial(PatternDatabase, FIFTEEN_PUZZLE, GOAL)
    yield "pattern database of 4 x 4, read from the cache", read, None, "checksum included"
    fifteen = partial(ida_star, FIFTEEN_PUZZLE, goal=GOAL)
    by_manhattan = partial(fifteen, KORF_12, order="DRLU")  # as Korf did
    yield "IDA*, manhattan, 45 moves on 4 x 4", by_manhattan, None, "546,386 boards generated"
    with_patterns = partial(fifteen, heuristic=database)
    yield "IDA*, patterns, 45 moves on 4 x 4", partial(with_patterns, KORF_12), None, ""
    if compiled:
        yield "IDA*, patterns, 57 moves on 4 x 4", partial(with_patterns, KORF_1), None, ""
