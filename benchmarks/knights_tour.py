"""Backtracking recorded, any of its steps, Warnsdorff's rule, and what the labs wait for."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from puzzlelib.compiled import compiled_loops_available
from puzzlelib.knights_tour import (
    BacktrackTrace,
    Board,
    backtrack,
    backtrack_chunks,
    enumerate_tours,
    warnsdorff,
)


def cases() -> Iterable[tuple[str, Callable[[], object], float | None, str]]:
    compiled = compiled_loops_available()
    chessboard, small, large = Board(8, 8), Board(5, 5), Board(1000, 1000)

    squares = 8_250_732
    rate = 100e6 if compiled else 3e6
    yield (
        "backtrack 8 x 8 from (0, 0), recorded",
        lambda: backtrack(chessboard, (0, 0)),
        squares / rate,
        f"{squares:,} squares entered, target {rate / 1e6:.0f} million a second",
    )
    trace = backtrack(chessboard, (0, 0))
    steps = range(999_999, len(trace), 1_000_000)
    yield (
        f"{len(steps)} steps of that run, with captions",
        lambda: [trace[step].caption for step in steps],
        0.001 * len(steps),
        "a millisecond each",
    )
    yield (
        "... its heat maps, depths and landmarks",
        lambda: everything(backtrack(chessboard, (0, 0))),
        None,
        "the run included",
    )
    yield (
        "10 million squares, not recorded",
        lambda: backtrack(chessboard, (0, 1), node_limit=10**7, record_limit=1),
        None,
        "counted only",
    )
    reports = backtrack_chunks(chessboard, (1, 1), record_limit=10**6)
    yield "time until a running search listens", lambda: next(reports), 0.2, "as an interrupt sees"
    yield (
        "every tour of 5 x 5 from a corner",
        lambda: sum(1 for _ in enumerate_tours(small, (0, 0))),
        None,
        "304 tours",
    )
    yield (
        "Warnsdorff's rule 1000 x 1000",
        lambda: warnsdorff(large, (0, 0), "roth"),
        1.0 if compiled else None,
        "",
    )


def everything(trace: BacktrackTrace) -> tuple[object, ...]:
    """Ask a trace for all that is computed when it is asked for."""
    return trace.visits, trace.dead_ends_by_square, trace.series, trace.landmarks
