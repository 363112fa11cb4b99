"""Feedback, partitions and whole games of codebreaking."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from puzzlelib.codebreaking import BULLS_AND_COWS, feedback_matrix, play, rank_guesses


def cases() -> Iterable[tuple[str, Callable[[], object], float | None, str]]:
    game = BULLS_AND_COWS
    first = play(game, "entropy", "5293")[1].candidates
    yield "feedback matrix 5040 x 5040", lambda: feedback_matrix(game), 0.05, "NumPy alone"
    yield "rank 5040 guesses, 720 candidates", lambda: rank_guesses(game, first, "entropy"), 0.1, ""
    yield "play one game by entropy", lambda: play(game, "entropy", "5293"), None, ""
