"""Which code to guess next.

A *score* reads the sizes of the blocks into which a guess splits the candidates, one block an
answer, and returns a number: smaller is better. Four classic strategies are nothing but a
score. In general a *strategy* is any object with the two members of ``Strategy``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from puzzlelib.checks import check_seed
from puzzlelib.codebreaking.feedback import Feedback, block_sizes, feedback_matrix, partition
from puzzlelib.codebreaking.game import MASTERMIND_DIGITS, CodeGame
from puzzlelib.codebreaking.symmetry import representatives
from puzzlelib.codebreaking.two_phase import next_guess

__all__ = [
    "STRATEGIES",
    "Codes",
    "FirstConsistent",
    "History",
    "Optimal",
    "RandomConsistent",
    "RankedGuess",
    "Score",
    "ScoreStrategy",
    "Strategy",
    "TwoPhase",
    "as_score",
    "as_strategy",
    "best_guess",
    "entropy",
    "expected_size",
    "minimax",
    "most_parts",
    "random_generator",
    "rank_guesses",
]

TIE = 1e-9  # scores that differ by less are equal
_AT_ONCE = 2048  # guesses to score, so that the arrays in between stay in a core's cache
_MANY = 120_000  # candidates times codes from which on looking for mirror images saves time

History = tuple[tuple[int, int], ...]
"""What was asked so far: (index of the guess, number of its answer), earliest first."""

Codes = NDArray[np.intp]
"""Indices of codes, ascending."""

Rng = np.random.Generator | None

Score = Callable[[Any], Any]
"""From an array of block sizes, largest first, to a number; smaller is better."""


@runtime_checkable
class Strategy(Protocol):
    """What a strategy is: how to choose a guess, and whether it always chooses alike.

    A class that inherits from this one has only ``choose`` to write.
    """

    deterministic: bool = True
    """Whether equal histories lead to equal guesses, so that there is a decision tree."""

    def choose(self, game: CodeGame, candidates: Codes, history: History, rng: Rng = None) -> int:
        """Return the index of the next guess.

        Parameters
        ----------
        game : CodeGame
        candidates : (C,) int array
            The indices of the codes that fit every answer, ascending; at least one.
        history : tuple of (guess index, answer number)
        rng : numpy.random.Generator
            What a strategy that is not deterministic draws from.
        """
        ...


# Scores. The blocks lie along the last axis, so that one call scores every guess of a game;
# empty blocks may be among them.


def minimax(sizes: ArrayLike) -> Any:
    """Score by the largest block: the best guess has the best worst case (Knuth 1976).

    >>> int(minimax([6, 3, 3]))
    6
    """
    return np.asarray(sizes).max(axis=-1)


def expected_size(sizes: ArrayLike) -> Any:
    """Score by how many candidates will be left on average (Irving 1978).

    A block of n candidates is met with probability n / total, and then n are left.

    >>> float(expected_size([6, 3, 3]))
    4.5
    """
    sizes = np.asarray(sizes)
    return np.square(sizes).sum(axis=-1) / sizes.sum(axis=-1)


def entropy(sizes: ArrayLike) -> Any:
    """Score by the bits of information expected from the answer, negated (Neuwirth 1982).

    >>> float(entropy([6, 3, 3]))
    -1.5
    """
    sizes = np.asarray(sizes)
    p = sizes / sizes.sum(axis=-1, keepdims=True)
    return np.sum(p * np.log2(np.where(p > 0, p, 1)), axis=-1)


def most_parts(sizes: ArrayLike) -> Any:
    """Score by the number of answers that can come, negated (Kooi 2005).

    >>> int(most_parts([6, 3, 3]))
    -3
    """
    return -np.count_nonzero(sizes, axis=-1)


_WHOLE_GAME_AT_ONCE = (minimax, expected_size, entropy, most_parts)


def best_guess(game: CodeGame, candidates: Sequence[str], score: Score) -> str:
    """Find the guess whose partition of the candidates has the best score.

    Among equal scores a candidate wins over a code that cannot be the secret, then the smaller
    code. This is the lesson: ``rank_guesses`` says the same, faster.

    >>> from puzzlelib.codebreaking import SMALL_GAME
    >>> best_guess(SMALL_GAME, ["012", "021", "034", "043"], most_parts)
    '123'
    """
    scores = {}
    for guess in game.strings:
        blocks = partition(game, guess, candidates).values()
        scores[guess] = score(np.array(sorted(map(len, blocks), reverse=True)))
    best = min(scores.values())
    equal = [guess for guess in game.strings if scores[guess] - best < TIE]
    return next((guess for guess in equal if guess in candidates), equal[0])


class RankedGuess(NamedTuple):
    """A guess, its score, and whether it could be the secret."""

    guess: str
    score: float
    is_candidate: bool


def rank_guesses(
    game: CodeGame, candidates: Iterable[str] | None = None, score: Score | str = minimax
) -> list[RankedGuess]:
    """Rank every code of the game as the next guess, the best first.

    Parameters
    ----------
    game : CodeGame
    candidates : iterable of str, optional
        The codes that fit every answer so far; every code of the game if left out.
    score : str or callable
        The name of a scoring strategy, or a function of an array of block sizes.

    Returns
    -------
    list of RankedGuess

    Raises
    ------
    ValueError
        If there is no candidate, or the score has no such name or is no finite number.

    Notes
    -----
    Scores that differ by less than 1e-9 are equal. Among equals a candidate comes before a
    code that cannot be the secret, then the smaller code.

    Examples
    --------
    >>> from puzzlelib.codebreaking import SMALL_GAME
    >>> rank_guesses(SMALL_GAME, ["012", "021", "034", "043"], "most-parts")[0]
    RankedGuess(guess='123', score=-4.0, is_candidate=False)
    """
    secrets, guesses = game.indices(candidates), game.indices()
    if not len(secrets):
        raise ValueError("there must be at least one candidate to rank guesses by")
    scores = as_score(score).scores(game, guesses, secrets)
    possible = np.isin(guesses, secrets)
    return [
        RankedGuess(game.code(guess), float(scores[guess]), bool(possible[guess]))
        for guess in _rank(scores, possible)
    ]


def _rank(scores: NDArray[np.float64], is_candidate: NDArray[np.bool_]) -> NDArray[np.intp]:
    """Sort guesses, given in ascending order of codes, the best first."""
    order = np.argsort(scores, kind="stable")
    rank = np.cumsum(np.diff(scores[order], prepend=scores[order[0]]) >= TIE)
    return order[np.lexsort((order, ~is_candidate[order], rank))]


class ScoreStrategy(Strategy):
    """Guess the code whose partition of the candidates has the best score.

    Parameters
    ----------
    score : callable
        From an array of the sizes of the blocks that are not empty, largest first, to a number.
    """

    def __init__(self, score: Score) -> None:
        self.score = score
        self._scored: dict[bytes, float] = {}
        self.__doc__ = score.__doc__ or self.__doc__

    def __repr__(self) -> str:
        return f"ScoreStrategy({getattr(self.score, '__name__', self.score)})"

    def scores(self, game: CodeGame, guesses: Codes, candidates: Codes) -> NDArray[np.float64]:
        """Score guesses, (G,), by how each splits the candidates."""
        parts = np.array_split(guesses, len(guesses) // _AT_ONCE + 1)
        sizes = (block_sizes(game, part, candidates) for part in parts)
        return np.concatenate([self._score_all(part) for part in sizes])

    def _score_all(self, sizes: NDArray[np.int64]) -> NDArray[np.float64]:
        if self.score in _WHOLE_GAME_AT_ONCE:
            return np.asarray(self.score(sizes), np.float64)
        largest_first = -np.sort(-sizes, axis=1)
        return np.array([self._score_once(row.tobytes()) for row in largest_first])

    def _score_once(self, row: bytes) -> float:
        """Score blocks of these sizes, or remember their score: most guesses split alike."""
        if row not in self._scored:
            sizes = np.frombuffer(row, np.int64)
            score = self.score(sizes[sizes > 0])
            try:
                number = float(score)
            except (TypeError, ValueError):
                number = math.nan
            if not math.isfinite(number):
                raise ValueError(f"{self!r} must return finite numbers, not {score!r}")
            self._scored[row] = number
        return self._scored[row]

    def choose(self, game: CodeGame, candidates: Codes, history: History, rng: Rng = None) -> int:
        if len(candidates) == 1:  # then all guesses split alike, and the candidate wins the tie
            return int(candidates[0])
        classic = self.score in _WHOLE_GAME_AT_ONCE
        if classic and (guess := _separating(game, candidates)) is not None:
            return guess
        guesses = _worth_scoring(game, candidates, history)
        scores = self.scores(game, guesses, candidates)
        equal = guesses[scores - scores.min() < TIE]
        return int(equal[np.isin(equal, candidates).argmax()])  # the first, if none is a candidate


def _separating(game: CodeGame, candidates: NDArray[np.intp]) -> int | None:
    """Return the first candidate that would get another answer from each: no score beats it."""
    if len(candidates) > len(game.answers):
        return None
    answers = np.sort(feedback_matrix(game, candidates, candidates), axis=1)
    separating = (answers[:, 1:] != answers[:, :-1]).all(axis=1)
    return int(candidates[separating.argmax()]) if separating.any() else None


def _worth_scoring(
    game: CodeGame, candidates: NDArray[np.intp], history: History
) -> NDArray[np.intp]:
    """Return every guess, or one of each class of mirror images where that saves time."""
    follow_from_history = history or len(candidates) == len(game)
    if follow_from_history and len(candidates) * len(game) > _MANY:
        return representatives(game, [guess for guess, _ in history], candidates)
    return np.arange(len(game))


class FirstConsistent(Strategy):
    """Guess the first code, in lexicographic order, that fits every answer."""

    def choose(self, game: CodeGame, candidates: Codes, history: History, rng: Rng = None) -> int:
        return int(candidates[0])


class RandomConsistent(Strategy):
    """Guess any code that fits every answer, each with the same probability."""

    deterministic = False

    def choose(self, game: CodeGame, candidates: Codes, history: History, rng: Rng = None) -> int:
        return int((rng or np.random.default_rng()).choice(candidates))


def random_generator(seed: int | None, secret: int) -> np.random.Generator:
    """Return what a strategy draws from in the game about one secret, given by its index.

    Each secret has its own, so that a census is the same in any order and in any process.
    """
    seed = check_seed(seed)
    return np.random.default_rng(None if seed is None else [seed, secret])


class TwoPhase(Strategy):
    """Learn which digits occur by 0000, 1111, ..., then arrange them by right places alone."""

    def choose(self, game: CodeGame, candidates: Codes, history: History, rng: Rng = None) -> int:
        if game != MASTERMIND_DIGITS:
            raise ValueError(f"two-phase plays {MASTERMIND_DIGITS!r} only, not {game!r}")
        answered = [(game.code(g), Feedback.from_number(a, game.length)) for g, a in history]
        return game.index(next_guess(answered))


class Optimal(Strategy):
    """Follow a tree with the smallest total of guesses over all secrets."""

    def choose(self, game: CodeGame, candidates: Codes, history: History, rng: Rng = None) -> int:
        from puzzlelib.codebreaking.optimal import optimal_guess

        return optimal_guess(game, history)


STRATEGIES: Mapping[str, Strategy] = {
    "first-consistent": FirstConsistent(),
    "random-consistent": RandomConsistent(),
    "minimax": ScoreStrategy(minimax),
    "expected-size": ScoreStrategy(expected_size),
    "entropy": ScoreStrategy(entropy),
    "most-parts": ScoreStrategy(most_parts),
    "two-phase": TwoPhase(),
    "optimal": Optimal(),
}


def as_strategy(strategy: str | Score | Strategy) -> Strategy:
    """Return the strategy that is meant by a name, a score function, or a strategy itself.

    Raises
    ------
    ValueError
        If it is none of these.
    """
    if isinstance(strategy, str):
        if strategy not in STRATEGIES:
            raise ValueError(f"there is no strategy {strategy!r}: choose one of {[*STRATEGIES]}")
        return STRATEGIES[strategy]
    if not isinstance(strategy, type):
        if isinstance(strategy, Strategy):
            return strategy
        if callable(strategy):
            return ScoreStrategy(strategy)
    raise ValueError(
        "a strategy is a name, a function of block sizes, or an object that has choose and "
        f"deterministic, not {strategy!r}"
    )


def as_guess(game: CodeGame, guess: Any) -> int:
    """Return what a strategy chose, if that is the index of a code.

    Raises
    ------
    ValueError
        If it is something else.
    """
    if not isinstance(guess, int | np.integer) or not 0 <= guess < len(game):
        raise ValueError(
            f"a strategy chooses the index of a code, 0 to {len(game) - 1}, not {guess!r}"
        )
    return int(guess)


def as_score(score: str | Score) -> ScoreStrategy:
    """Return the scoring strategy that is meant by a name or a function."""
    strategy = as_strategy(score)
    if not isinstance(strategy, ScoreStrategy):
        scoring = [name for name, s in STRATEGIES.items() if isinstance(s, ScoreStrategy)]
        raise ValueError(f"{score!r} does not score guesses: choose one of {scoring}")
    return strategy
