"""Candidate elimination: keep the codes that would have given every answer so far."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from puzzlelib.codebreaking.feedback import Feedback, feedback, feedback_matrix, partition
from puzzlelib.codebreaking.game import CodeGame
from puzzlelib.trace import Frame

__all__ = [
    "Answered",
    "Contradiction",
    "Elimination",
    "GuessFrame",
    "consistent",
    "eliminate",
    "first_consistent",
    "keep_consistent",
    "read_answered",
    "smallest_conflict",
]

Answered = tuple[str, Feedback]
"""A guess and its answer."""


@dataclass(frozen=True)
class GuessFrame(Frame):
    """What is known after some guesses, and how the last one was answered.

    Parameters
    ----------
    game : CodeGame
    history : tuple of (guess, feedback)
        Earliest first.
    candidates : tuple of str
        The codes that fit every answer.
    before : tuple of str
        The codes that fitted every answer but the last.
    """

    game: CodeGame
    history: tuple[Answered, ...]
    candidates: tuple[str, ...]
    before: tuple[str, ...]
    remaining: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "remaining", len(self.candidates))

    @property
    def step(self) -> int:
        """How many guesses were answered."""
        return len(self.history)

    @property
    def guess(self) -> str | None:
        """The last guess, None before the first."""
        return self.history[-1][0] if self.history else None

    @property
    def feedback(self) -> Feedback | None:
        """The answer to the last guess."""
        return self.history[-1][1] if self.history else None

    @property
    def won(self) -> bool:
        """Whether the last guess is the secret."""
        return self.feedback == self.game.win

    @cached_property
    def blocks(self) -> dict[Feedback, list[str]]:
        """The candidates before the answer, grouped by the answer each would have given."""
        return partition(self.game, self.guess, self.before) if self.guess else {}

    @cached_property
    def mask(self) -> NDArray[np.bool_]:
        """Which codes of the game are candidates, (N,)."""
        return _mask(self.game, self.candidates)

    @cached_property
    def mask_before(self) -> NDArray[np.bool_]:
        """Which codes of the game were candidates before the last answer, (N,)."""
        return _mask(self.game, self.before)

    @cached_property
    def conflict(self) -> tuple[Answered, ...]:
        """A smallest set of answers that cannot all be true; empty while a candidate is left."""
        return smallest_conflict(self.game, self.history) or ()

    @property
    def caption(self) -> str:
        if not self.history:
            return f"Nothing is known yet: any of the {self.remaining} codes may be the secret."
        scored, before = f"{self.guess} scored {self.feedback}", len(self.before)
        if not before:
            return f"{scored}. The answers before it contradict each other already."
        if not self.remaining:
            return f"{scored}: no code fits every answer. {len(self.conflict)} of them conflict."
        if self.won:
            guesses = "1 guess" if self.step == 1 else f"{self.step} guesses"
            return f"{scored}: it is the secret, found in {guesses}."
        if self.remaining == before:
            left = "the only code" if before == 1 else f"all {before} codes"
            return f"{scored}: {left} left would give it that score, so nothing is learned."
        if self.remaining == 1:
            only = self.candidates[0]
            return f"{scored}: of {before} codes only {only} would give it that score."
        stay = f"of {before} codes, {self.remaining} would give it that score"
        return f"{scored}: {stay}, so they stay."


def first_consistent(candidates: Sequence[str]) -> str:
    """Guess the first candidate."""
    return candidates[0]


def keep_consistent(candidates: Sequence[str], guess: str, answer: Feedback) -> tuple[str, ...]:
    """Keep the candidates that, if they were the secret, would have given this answer.

    >>> keep_consistent(["0245", "4567", "3210"], "0123", Feedback(1, 1))
    ('0245',)
    """
    return tuple(code for code in candidates if feedback(guess, code) == answer)


def eliminate(
    game: CodeGame, secret: str, choose: Callable[[Sequence[str]], str] = first_consistent
) -> Iterator[GuessFrame]:
    """Find a secret by candidate elimination, one frame a guess.

    Parameters
    ----------
    game : CodeGame
    secret : str
    choose : callable
        Picks the next guess from the candidates, a tuple of codes in lexicographic order.

    Yields
    ------
    GuessFrame
        Before the first guess, then after each.

    Examples
    --------
    >>> from puzzlelib.codebreaking import BULLS_AND_COWS
    >>> for frame in eliminate(BULLS_AND_COWS, "0245"):
    ...     print(frame.guess, frame.feedback, frame.remaining)
    None None 5040
    0123 1A1B 720
    0245 4A0B 1
    """
    secret = game.parse(secret)
    history: tuple[Answered, ...] = ()
    candidates = game.strings
    yield GuessFrame(game, history, candidates, before=candidates)

    answer = None
    while answer != game.win:
        guess = choose(candidates)
        answer = feedback(guess, secret)
        history += ((guess, answer),)
        before, candidates = candidates, keep_consistent(candidates, guess, answer)
        yield GuessFrame(game, history, candidates, before)


class Contradiction(ValueError):
    """Answers that are possible one by one, but not together.

    ``conflict`` is a smallest set of (guess, feedback) that cannot all be true.
    """

    def __init__(self, conflict: tuple[Answered, ...]) -> None:
        super().__init__(conflict)
        self.conflict = conflict

    def __str__(self) -> str:
        answers = ", ".join(f"{guess} {answer}" for guess, answer in self.conflict)
        return f"these answers cannot all be true: {answers}"


class Elimination:
    """The candidates of a game, narrowed by one answer after another.

    Parameters
    ----------
    game : CodeGame

    Examples
    --------
    >>> from puzzlelib.codebreaking import BULLS_AND_COWS
    >>> e = Elimination(BULLS_AND_COWS)
    >>> e.answer("0123", "0A0B")
    >>> e.answer("4567", "1A1B")
    >>> e.remaining, e.candidates[:3]
    (48, ['4689', '4698', '4789'])
    >>> e.answer("8901", "2A2B")
    Traceback (most recent call last):
    puzzlelib.codebreaking.elimination.Contradiction: these answers cannot all be true: \
0123 0A0B, 8901 2A2B
    >>> e.revise(0, "1A1B")
    >>> e.undo()
    ('4567', Feedback(bulls=1, cows=1))
    >>> e.remaining
    720
    """

    def __init__(self, game: CodeGame) -> None:
        self.game = game
        self._keep(())

    def __repr__(self) -> str:
        answers = f"{len(self.history)} answer{'s' * (len(self.history) != 1)}"
        return f"<Elimination: {self.remaining} of {len(self.game)} codes left, {answers}>"

    def _keep(self, history: tuple[Answered, ...]) -> None:
        if conflict := smallest_conflict(self.game, history):
            raise Contradiction(conflict)
        self.history, self.mask = history, consistent(self.game, history)

    @property
    def remaining(self) -> int:
        """How many candidates are left."""
        return int(self.mask.sum())

    @property
    def candidates(self) -> list[str]:
        """The codes that fit every answer, in lexicographic order."""
        return [self.game.code(index) for index in np.flatnonzero(self.mask)]

    def answer(self, guess: str, answer: str | tuple[int, int]) -> None:
        """Take in the answer to a guess.

        Raises
        ------
        ValueError
            If no secret could give this answer to this guess.
        Contradiction
            If no code fits this answer and the earlier ones. Nothing is changed.
        """
        self._keep((*self.history, read_answered(self.game, guess, answer)))

    def undo(self) -> Answered:
        """Take back the last answer, and return it with its guess."""
        if not self.history:
            raise ValueError("there is no answer to take back")
        last = self.history[-1]
        self._keep(self.history[:-1])
        return last

    def revise(self, i: int, answer: str | tuple[int, int]) -> None:
        """Change the answer to guess i, counted from 0; the later ones stay.

        Raises
        ------
        ValueError, Contradiction
            As ``answer`` does. Nothing is changed.
        """
        if i not in range(len(self.history)):
            raise ValueError(f"there is no guess number {i}: {len(self.history)} were answered")
        changed = read_answered(self.game, self.history[i][0], answer)
        self._keep((*self.history[:i], changed, *self.history[i + 1 :]))


def read_answered(game: CodeGame, guess: str, answer: str | tuple[int, int]) -> Answered:
    """Read a guess and its answer as a person gave them.

    Raises
    ------
    ValueError
        If either makes no sense, or no secret could give this answer to this guess.
    """
    guess, given = game.parse(guess), game.parse_feedback(answer)
    if not consistent(game, [(guess, given)]).any():
        raise ValueError(f"{given} is impossible: no secret answers {guess} so")
    return guess, given


def consistent(game: CodeGame, history: Sequence[Answered]) -> NDArray[np.bool_]:
    """Tell for each code of the game whether it would have given every answer, (N,) bool.

    A code may be the secret if and only if each guess, answered as if it were, gets the answer
    that it got.
    """
    return np.asarray(_fits(game, history).all(axis=0))


def _fits(game: CodeGame, history: Sequence[Answered]) -> NDArray[np.bool_]:
    """Tell for each answer and each code whether they fit, (answers, N) bool."""
    guesses = game.indices(guess for guess, _ in history)
    answers = (game.parse_feedback(answer) for _, answer in history)
    numbers = np.array([answer.number(game.length) for answer in answers], np.uint8)
    fits: NDArray[np.bool_] = feedback_matrix(game, guesses) == numbers[:, None]
    return fits


def smallest_conflict(game: CodeGame, history: Sequence[Answered]) -> tuple[Answered, ...] | None:
    """Find a smallest set of answers that cannot all be true, the earliest asked among equals.

    Parameters
    ----------
    game : CodeGame
    history : sequence of (guess, feedback)

    Returns
    -------
    tuple of (guess, feedback), or None
        None if some code fits every answer.

    Notes
    -----
    Looks for one answer that excludes every code, then for two, and so on: few are needed in
    practice, though the time can double with each answer.

    Examples
    --------
    >>> from puzzlelib.codebreaking import BULLS_AND_COWS
    >>> answers = ("0123", Feedback(0, 0)), ("4567", Feedback(1, 1)), ("8901", Feedback(2, 2))
    >>> [guess for guess, _ in smallest_conflict(BULLS_AND_COWS, answers)]
    ['0123', '8901']
    """
    excludes = ~_fits(game, history)
    left = np.ones(len(game), bool)
    if not excludes.any(axis=0).all():
        return None
    size = next(size for size in itertools.count(1) if _can_exclude(excludes, size))
    conflict: list[Answered] = []
    for i, answered in enumerate(history):
        after = left & ~excludes[i]
        if _can_exclude(excludes[i + 1 :, after], size - len(conflict) - 1):
            conflict.append(answered)
            left = after
        if len(conflict) == size:
            break
    return tuple(conflict)


def _can_exclude(excludes: NDArray[np.bool_], most: int) -> bool:
    """Tell whether so many answers exclude every code, given which excludes which, (answers, N).

    The code that the fewest answers exclude needs one of these: only they are tried first.
    """
    if not excludes.shape[1]:
        return True
    if not most:
        return False
    needed = excludes[:, excludes.sum(axis=0).argmin()]
    return any(_can_exclude(excludes[:, ~row], most - 1) for row in excludes[needed])


def _mask(game: CodeGame, codes: Sequence[str]) -> NDArray[np.bool_]:
    mask = np.zeros(len(game), bool)
    mask[game.indices(codes)] = True
    return mask
