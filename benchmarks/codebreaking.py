"""Feedback, partitions, whole games, and the census of every strategy."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from puzzlelib.codebreaking import (
    BULLS_AND_COWS,
    MASTERMIND,
    MASTERMIND_DIGITS,
    census,
    decision_tree,
    feedback_matrix,
    play,
    rank_guesses,
)
from puzzlelib.codebreaking.optimal import optimal_tree
from puzzlelib.compiled import compiled_loops_available

SCORES = ("minimax", "expected-size", "entropy", "most-parts")
CENSUS_TARGETS = {MASTERMIND: 0.012, BULLS_AND_COWS: 0.06, MASTERMIND_DIGITS: 0.3}


def cases() -> Iterable[tuple[str, Callable[[], object], float | None, str]]:
    game = BULLS_AND_COWS
    first = play(game, "entropy", "5293")[1].candidates
    yield "feedback matrix 5040 x 5040", lambda: feedback_matrix(game), 0.05, "NumPy alone"
    yield "rank 5040 guesses, 720 candidates", lambda: rank_guesses(game, first, "entropy"), 0.1, ""
    yield "play one game by entropy", lambda: play(game, "entropy", "5293"), None, ""
    compiled = compiled_loops_available()
    for game, target in CENSUS_TARGETS.items():
        for score in SCORES:
            wanted = target if compiled else 10 * target
            yield f"census of {game}, {score}", partial(census, game, score), wanted, "one thread"
    yield "census of Bulls and Cows, optimal", partial(census, BULLS_AND_COWS, "optimal"), None, ""
    two_phase = partial(census, MASTERMIND_DIGITS, "two-phase")
    yield "census of Mastermind with digits, two-phase", two_phase, 3, ""
    tree = partial(decision_tree, BULLS_AND_COWS, "entropy")
    yield "decision tree of Bulls and Cows, entropy", tree, None, ""
    if compiled:
        yield "prove 5625 for Mastermind", partial(prove, None), 2, "finds the tree, too"
        yield "prove 5626 within 5 guesses", partial(prove, 5), 2, "finds the tree, too"


def prove(max_guesses: int | None) -> object:
    optimal_tree.cache_clear()
    return optimal_tree(MASTERMIND, max_guesses, from_file=False)
