"""A census: how many guesses a strategy takes, for every secret there is."""

from __future__ import annotations

import csv
import itertools
import os
from collections.abc import Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from puzzlelib.checks import check_seed
from puzzlelib.codebreaking.game import CodeGame
from puzzlelib.codebreaking.growing import Level, after, ask, grow, opening, root
from puzzlelib.codebreaking.play import find
from puzzlelib.codebreaking.strategies import Score, Strategy, as_strategy
from puzzlelib.sweep import Progress, reporting, results

__all__ = ["Census", "census"]

_PARTS = 32  # a census is cut into at most so many: enough to share out and to show progress
_ASKED_FIRST = 2  # guesses, before the games that are open then are shared out


@dataclass(frozen=True, eq=False, repr=False)
class Census:
    """How many guesses each secret takes.

    Attributes
    ----------
    game : CodeGame
    guesses : (N,) int array
        In the order of codes.
    strategy : str
        What the strategy is called.
    """

    game: CodeGame
    guesses: NDArray[np.int64]
    strategy: str = ""

    @property
    def histogram(self) -> dict[int, int]:
        """How many secrets take 1, 2, 3, ... guesses."""
        return dict(enumerate(np.bincount(self.guesses.astype(np.intp)).tolist()[1:], start=1))

    @property
    def total(self) -> int:
        """The guesses that all secrets take together."""
        return int(self.guesses.sum())

    @property
    def mean(self) -> float:
        """The guesses that a secret takes on average."""
        return self.total / len(self.guesses)

    @property
    def max(self) -> int:
        """The guesses that the hardest secret takes."""
        return int(self.guesses.max())

    def __repr__(self) -> str:
        counts = ", ".join(f"{guesses}: {n:,}" for guesses, n in self.histogram.items())
        return (
            f"{self.game}, {self.strategy}: {len(self.guesses):,} secrets, {self.total:,} guesses, "
            f"{self.mean:.3f} on average, {self.max} at most ({counts})"
        )

    def to_csv(self, path: str | os.PathLike[str]) -> None:
        """Write one row a secret: the code, and the guesses it takes."""
        with open(path, "w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["secret", "guesses"])
            writer.writerows(zip(self.game.strings, self.guesses.tolist(), strict=True))


def census(
    game: CodeGame,
    strategy: str | Score | Strategy,
    executor: Executor | None = None,
    progress: bool | Progress = False,
    seed: int | None = None,
    first_guess: str | None = None,
) -> Census:
    """Let a strategy find every secret of a game.

    Parameters
    ----------
    game : CodeGame
    strategy : str, callable or Strategy
        A name from ``STRATEGIES``, a score function of block sizes, or a strategy.
    executor : concurrent.futures.Executor, optional
        Who does the work: threads, processes, ``Client.get_executor()`` of a Dask cluster.
        Left out, this process does.
    progress : bool or callable
        True shows a bar (this needs tqdm); a function is called with the secrets done and the
        secrets in all.
    seed : int, optional
        What makes a random strategy repeat itself.
    first_guess : str, optional
        What to ask first, in place of what the strategy would.

    Returns
    -------
    Census
        The same for every executor.

    Raises
    ------
    ValueError
        If an argument makes no sense, or the strategy guesses a code twice in one game.
    ImportError
        If progress is True and tqdm is missing.

    Warns
    -----
    RuntimeWarning
        If the executor broke, and this process did the rest of its work.

    Notes
    -----
    Games that went alike so far are played as one, so that a strategy that does not draw lots
    is asked once for each node of its decision tree, not once for each secret and guess.

    Examples
    --------
    >>> from puzzlelib.codebreaking import MASTERMIND
    >>> result = census(MASTERMIND, "minimax")
    >>> result.total, result.max, result.histogram
    (5801, 5, {1: 1, 2: 6, 3: 62, 4: 533, 5: 694})
    """
    rule, seed = as_strategy(strategy), check_seed(seed)
    first = opening(game, rule, first_guess)
    guesses = np.zeros(len(game), np.int64)
    with reporting(progress, len(game), "secrets") as report:
        if rule.deterministic:
            in_parts = executor is not None or bool(progress)
            parts: Sequence[Any] = _open_games(game, rule, first, guesses, in_parts)
            play = partial(_play_on, game, rule, first)
            secrets = [level.secrets for level in parts]
        else:
            parts = secrets = np.array_split(game.indices(), _PARTS)
            play = partial(_play_each, game, rule, first, seed)
        done = len(game) - sum(map(len, secrets))
        report(done, len(game))
        for part, taken in zip(secrets, results(play, parts, executor), strict=True):
            guesses[part] = taken
            done += len(part)
            report(done, len(game))
    return Census(game, guesses, strategy if isinstance(strategy, str) else _name(strategy))


def _name(strategy: Any) -> str:
    return getattr(strategy, "__name__", type(strategy).__name__)


# The work, in parts


def _open_games(
    game: CodeGame, rule: Strategy, first: int | None, guesses: NDArray[np.int64], in_parts: bool
) -> list[Level]:
    """Play until there are games to share out; fill in what the secrets found by then take."""
    level = root(game)
    while in_parts and level.depth < _ASKED_FIRST and len(level.secrets):
        guesses[level.secrets] = level.depth + 1  # true of those that are not met again
        level = after(game, level, ask(game, rule, level, first))
    wanted = np.arange(_PARTS) * len(level.secrets) // _PARTS
    cuts = np.unique([*np.searchsorted(level.starts, wanted), len(level.sizes)]).tolist()
    return [level.part(start, end) for start, end in itertools.pairwise(cuts)]


def _play_on(game: CodeGame, rule: Strategy, first: int | None, start: Level) -> NDArray[np.int64]:
    """Return how many guesses each secret of a level takes in all."""
    game = _one_of_each(game)
    guesses = np.zeros(len(game), np.int64)
    for level, _ in grow(game, rule, start, first):
        guesses[level.secrets] = level.depth + 1  # true of those that are not met again
    return guesses[start.secrets]


def _play_each(
    game: CodeGame,
    rule: Strategy,
    first: int | None,
    seed: int | None,
    secrets: NDArray[np.intp],
) -> NDArray[np.int64]:
    """Return how many guesses each of some secrets takes in a game of its own."""
    game = _one_of_each(game)
    games = (find(game, rule, secret, seed, first) for secret in secrets.tolist())
    return np.fromiter(map(len, games), np.int64, len(secrets))


@lru_cache(maxsize=4)
def _one_of_each(game: CodeGame) -> CodeGame:
    """Return the first game like this one that this process has met, with what it has computed."""
    return game
