"""Whole games: a strategy against a secret, or guesses and answers that people gave."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlelib.checks import check_limit
from puzzlelib.codebreaking.elimination import Answered, GuessFrame, read_answered
from puzzlelib.codebreaking.feedback import Feedback, block_sizes, feedback_matrix, partition
from puzzlelib.codebreaking.game import CodeGame
from puzzlelib.codebreaking.strategies import (
    History,
    Score,
    Strategy,
    as_guess,
    as_strategy,
    entropy,
    random_generator,
)
from puzzlelib.trace import Status, Trace

__all__ = ["GameTrace", "evil_answer", "play", "replay"]


class GameTrace(Trace[GuessFrame]):
    """A recorded game, one step a guess.

    Attributes
    ----------
    guesses : (steps,) int array
        Indices of codes.
    answers : (steps,) uint8 array
        Numbers of answers.
    masks : (steps + 1, N) bool array
        Which codes are candidates after each step.
    status : str
        "found"; "impossible" when no code fits every answer; "limit" when the game stopped
        before its end.
    """

    def __init__(self, game: CodeGame, history: History) -> None:
        self.game = game
        self.guesses = np.array([guess for guess, _ in history], np.intp)
        self.answers = np.array([answer for _, answer in history], np.uint8)
        fits = feedback_matrix(game, self.guesses) == self.answers[:, None]
        everything = np.ones((1, len(game)), bool)
        self.masks = np.logical_and.accumulate(np.concatenate([everything, fits]))
        self.status = self._how_it_ended()

    def _how_it_ended(self) -> Status:
        if not self.masks[-1].any():
            return "impossible"
        return "found" if self.game.win in self.feedbacks else "limit"

    @property
    def feedbacks(self) -> list[Feedback]:
        """The answers, earliest first."""
        return [Feedback.from_number(number, self.game.length) for number in self.answers]

    @property
    def history(self) -> tuple[Answered, ...]:
        """The guesses with their answers, earliest first."""
        guesses = (self.game.code(index) for index in self.guesses)
        return tuple(zip(guesses, self.feedbacks, strict=True))

    def __len__(self) -> int:
        return len(self.masks)

    def frame(self, step: int) -> GuessFrame:
        candidates, before = (self._candidates(i) for i in (step, max(step - 1, 0)))
        return GuessFrame(self.game, self.history[:step], candidates, before)

    def _candidates(self, step: int) -> tuple[str, ...]:
        return tuple(self.game.code(index) for index in np.flatnonzero(self.masks[step]))

    def _series(self) -> Mapping[str, NDArray[Any]]:
        """Candidates left; bits that the answer told; bits that its guess was expected to tell."""
        remaining = self.masks.sum(axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            unknown = np.log2(remaining)
            bits = unknown[[0, *range(len(self.guesses))]] - unknown
        expected = np.array([0.0, *map(self._expected_bits, range(len(self.guesses)))])
        return {"remaining": remaining, "bits": bits, "expected bits": expected}

    def _expected_bits(self, step: int) -> float:
        candidates = np.flatnonzero(self.masks[step])
        sizes = block_sizes(self.game, self.guesses[step : step + 1], candidates)[0]
        return abs(float(entropy(sizes))) if len(candidates) else np.nan

    def columns(self) -> Mapping[str, Sequence[Any] | NDArray[Any]]:
        guesses, answers = zip(("", ""), *self.history, strict=True)
        return {"guess": guesses, "answer": answers, **self.series}


def play(
    game: CodeGame,
    strategy: str | Score | Strategy,
    secret: str,
    seed: int | None = None,
    node_limit: int | None = None,
) -> GameTrace:
    """Let a strategy find a secret.

    Parameters
    ----------
    game : CodeGame
    strategy : str, callable or Strategy
        A name from ``STRATEGIES``, a score function of block sizes, or a strategy.
    secret : str
    seed : int, optional
        What makes a random strategy repeat itself.
    node_limit : int, optional
        The largest number of guesses.

    Returns
    -------
    GameTrace
        Its status is "found", or "limit" after that many guesses.

    Raises
    ------
    ValueError
        If secret or strategy make no sense, or the strategy guesses a code twice.

    Examples
    --------
    >>> from puzzlelib.codebreaking import BULLS_AND_COWS
    >>> trace = play(BULLS_AND_COWS, "entropy", secret="5293")
    >>> [f"{guess} {answer}" for guess, answer in trace.history]
    ['0123 1A1B', '0145 0A1B', '6703 1A0B', '2583 1A2B', '5293 4A0B']
    """
    limit = check_limit("node_limit", node_limit, least=0)
    rule = as_strategy(strategy)
    return GameTrace(game, find(game, rule, game.index(secret), seed, node_limit=limit))


def find(
    game: CodeGame,
    rule: Strategy,
    secret: int,
    seed: int | None = None,
    first_guess: int | None = None,
    node_limit: int | None = None,
) -> History:
    """Return the guesses and answers by which a strategy finds a secret; see ``play``."""
    rng = random_generator(seed, secret)
    answers = feedback_matrix(game, secrets=np.array([secret]))[:, 0]
    candidates = game.indices()
    history: History = ()
    while len(history) != node_limit and (not history or history[-1][0] != secret):
        if first_guess is not None and not history:
            guess = first_guess
        else:
            guess = as_guess(game, rule.choose(game, candidates, history, rng))
        if any(guess == earlier for earlier, _ in history):
            raise ValueError(f"the strategy guessed {game.code(guess)} twice: it would never end")
        same = feedback_matrix(game, np.array([guess]), candidates)[0] == answers[guess]
        candidates = candidates[same]
        history += ((guess, int(answers[guess])),)
    return history


def replay(game: CodeGame, history: Iterable[tuple[str, str | tuple[int, int]]]) -> GameTrace:
    """Record guesses and answers that people gave, contradictions included.

    Parameters
    ----------
    game : CodeGame
    history : iterable of (guess, answer)
        As ``game.parse`` and ``game.parse_feedback`` read them.

    Returns
    -------
    GameTrace
        Its status is "impossible" if no code fits every answer, "limit" if the game can go on.

    Raises
    ------
    ValueError
        If a guess makes no sense, or no secret could give the answer to it.

    Examples
    --------
    >>> from puzzlelib.codebreaking import BULLS_AND_COWS
    >>> trace = replay(BULLS_AND_COWS, [("0123", "0A0B"), ("8901", "2A2B")])
    >>> trace.status, trace[-1].caption
    ('impossible', '8901 scored 2A2B: no code fits every answer. 2 of them conflict.')
    """
    read = [read_answered(game, guess, answer) for guess, answer in history]
    return GameTrace(
        game, tuple((game.index(guess), answer.number(game.length)) for guess, answer in read)
    )


def evil_answer(game: CodeGame, guess: str, candidates: Iterable[str] | None = None) -> Feedback:
    """Answer as a codemaker who never commits to a secret: keep as many candidates as can be.

    Among answers that keep equally many, the one with the fewest bulls, then cows, is given.

    >>> from puzzlelib.codebreaking import BULLS_AND_COWS
    >>> str(evil_answer(BULLS_AND_COWS, "0123"))
    '0A1B'
    """
    blocks = partition(game, guess, candidates)
    return max(blocks, key=lambda answer: len(blocks[answer]))
