"""Checked exercises on codebreaking: Bulls and Cows, then Mastermind."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np

from puzzlelib.codebreaking import (
    BULLS_AND_COWS,
    MASTERMIND,
    SMALL_GAME,
    CodeGame,
    Feedback,
    census,
    evil_answer,
    feedback,
    keep_consistent,
    minimax,
    partition,
    smallest_conflict,
    two_phase,
)
from puzzlelib.exercises.report import Mistake, Report, as_list, compare, in_words, judge

__all__ = [
    "SIX_CODES",
    "check_beating_evil",
    "check_conflict",
    "check_feedback",
    "check_feedback_with_repeats",
    "check_filter",
    "check_hardest_secrets",
    "check_minimax",
    "check_partition",
    "check_six_codes",
    "check_solver",
    "check_splitting_guess",
    "check_two_phase_secret",
    "check_worst_answer",
]

SIX_CODES = ("0245", "4567", "1023", "2103", "4150", "9870")
"""The codes to judge after 0123 scored 1A1B."""

Answer = str | tuple[int, int]


# Feedback


def check_feedback(attempt: Callable[[str, str], Any]) -> Report:
    """Check ``feedback(guess, secret) -> (bulls, cows)`` on codes of different symbols.

    >>> check_feedback(lambda guess, secret: (0, 0))
    ✗ Not yet. <lambda>('0123', '0123') should be (4, 0), but yours gave (0, 0).
    A bull is a symbol in its right place, a cow one that is elsewhere in the secret.
    """
    pairs = [("0123", "0123"), ("0123", "4567"), ("0123", "0456"), ("0123", "4506")]
    return _check_feedback(attempt, [*pairs, ("3120", "0123"), *_pairs(BULLS_AND_COWS)])


def check_feedback_with_repeats(attempt: Callable[[str, str], Any]) -> Report:
    """Check ``feedback(guess, secret) -> (bulls, cows)`` on codes that repeat symbols."""
    pairs = [("1111", "1111"), ("1234", "1122"), ("1122", "2211"), ("1112", "1222")]
    return _check_feedback(attempt, [*pairs, *_pairs(MASTERMIND)])


def _check_feedback(attempt: Callable[[str, str], Any], pairs: Sequence[tuple[str, str]]) -> Report:
    return compare(
        attempt,
        lambda guess, secret: tuple(feedback(guess, secret)),
        pairs,
        mistakes=[
            Mistake(
                _cows_of_any_occurrence,
                "A cow seems to count once for every occurrence: but a symbol of the secret "
                "can be paired with one symbol of the guess only.",
            ),
            Mistake(
                _bulls_are_cows_too,
                "A bull seems to count as a cow as well: once paired, a symbol is used up.",
            ),
            Mistake(
                lambda guess, secret: tuple(feedback(guess, secret))[::-1],
                "Bulls come first, then cows.",
            ),
            Mistake(
                lambda guess, secret: str(feedback(guess, secret)),
                "Give (bulls, cows) as a pair of numbers, not as text.",
            ),
        ],
        hint="A bull is a symbol in its right place, a cow one that is elsewhere in the secret.",
        normal=_as_pair,
    )


def _as_pair(result: Any) -> tuple[int, ...]:
    return tuple(int(x) for x in result)


def _cows_of_any_occurrence(guess: str, secret: str) -> tuple[int, int]:
    bulls = sum(g == s for g, s in zip(guess, secret, strict=True))
    return bulls, sum(g in secret for g in guess) - bulls


def _bulls_are_cows_too(guess: str, secret: str) -> tuple[int, int]:
    bulls, cows = feedback(guess, secret)
    return bulls, bulls + cows


def _pairs(game: CodeGame) -> list[tuple[str, str]]:
    """Draw pairs of codes, the same every time."""
    drawn = np.random.default_rng(0).integers(len(game), size=(300, 2)).tolist()
    return [(game.code(guess), game.code(secret)) for guess, secret in drawn]


# Elimination


@in_words
def check_six_codes(kept: Iterable[str]) -> Report:
    """Check which of ``SIX_CODES`` can still be the secret after 0123 scored 1A1B."""
    chosen = set(as_list(kept))
    if unknown := sorted(map(str, chosen - set(SIX_CODES))):
        return Report(False, f"{', '.join(unknown)} is not one of the six: {', '.join(SIX_CODES)}.")
    for code in SIX_CODES:
        score = feedback("0123", code)
        if (code in chosen) != (score == (1, 1)):
            verdict = "is kept" if score == (1, 1) else "is struck out"
            return Report(
                False, f"If {code} were the secret, 0123 would score {score}: it {verdict}."
            )
    return Report(
        True, "Each code was judged by the score that 0123 would get if it were the secret."
    )


def check_filter(attempt: Callable[[list[str], str, tuple[int, int]], Any]) -> Report:
    """Check ``keep(candidates, guess, answer) -> candidates``.

    The function may use ``puzzlelib.codebreaking.feedback``.
    """
    codes = list(SMALL_GAME.strings)
    cases = [
        (["012", "013", "340"], "012", (3, 0)),
        *((codes, "012", tuple(answer)) for answer in SMALL_GAME.answers),
        *((codes[::3], guess, (0, 2)) for guess in codes[::7]),
    ]
    return compare(
        attempt,
        lambda candidates, guess, answer: list(
            keep_consistent(candidates, guess, Feedback(*answer))
        ),
        cases,
        mistakes=[
            Mistake(
                lambda candidates, guess, answer: [
                    c for c in candidates if feedback(guess, c) != answer
                ],
                "These are the codes to strike out.",
            ),
            Mistake(
                lambda candidates, guess, answer: [
                    c for c in candidates if feedback(guess, c)[0] == answer[0]
                ],
                "The cows of the answer must agree too.",
            ),
        ],
        hint="Keep a code if the guess would have scored exactly this answer, were it the secret.",
        normal=sorted,
    )


@in_words
def check_worst_answer(answer: Answer) -> Report:
    """Check which answer to 0123 leaves the most of the 5040 codes."""
    given = BULLS_AND_COWS.parse_feedback(answer)
    blocks = partition(BULLS_AND_COWS, "0123")
    worst = max(blocks, key=lambda each: len(blocks[each]))
    left = len(blocks.get(given, ()))
    return judge(
        given == worst,
        f"{given} leaves {left} codes, more than any other answer.",
        f"{given} leaves {left} codes: another answer leaves more.",
    )


def check_solver(attempt: Callable[[str], Any]) -> Report:
    """Check ``solve(secret) -> guesses``: always guess the first candidate of the small game."""
    return compare(
        attempt,
        _first_consistent_guesses,
        [(secret,) for secret in SMALL_GAME.strings],
        mistakes=[
            Mistake(
                lambda secret: _first_consistent_guesses(secret, memory=1),
                "Only the last answer seems to count: a candidate must fit all of them.",
            ),
            Mistake(
                lambda secret: _first_consistent_guesses(secret)[:-1],
                "The winning guess belongs to the list too.",
            ),
        ],
        hint="Guess the first candidate, keep what fits the answer, and go on until the secret.",
        normal=list,
    )


def _first_consistent_guesses(secret: str, memory: int = 99) -> list[str]:
    history: list[tuple[str, Feedback]] = []
    for _ in SMALL_GAME.strings:
        asked = history[-memory:]
        guess = next(
            code
            for code in SMALL_GAME.strings
            if all(feedback(guess, code) == answer for guess, answer in asked)
        )
        history.append((guess, feedback(guess, secret)))
        if guess == secret:
            break
    return [guess for guess, _ in history]


@in_words
def check_conflict(history: Sequence[tuple[str, Answer]]) -> Report:
    """Check three answers of the small game that conflict, though any two of them agree."""
    read = [_asked(SMALL_GAME, pair) for pair in history]
    if len(read) != 3:
        return Report(False, f"Three guesses with their answers are wanted, not {len(read)}.")
    conflict = smallest_conflict(SMALL_GAME, read)
    if conflict is None:
        left = [code for code in SMALL_GAME.strings if all(feedback(g, code) == a for g, a in read)]
        return Report(False, f"These agree: {left[0]} gives all three answers.")
    if len(conflict) < 3:
        words = " and ".join(f"{guess} {answer}" for guess, answer in conflict)
        return Report(False, f"These conflict already without the rest: {words}.")
    return Report(True, "No code gives all three answers, and any two of them agree.")


@in_words
def check_hardest_secrets(secrets: Iterable[str]) -> Report:
    """Check the secrets that take the first-consistent strategy the most guesses."""
    guesses = _first_consistent_census()
    worst = {BULLS_AND_COWS.code(i) for i in np.flatnonzero(guesses == guesses.max())}
    named = {BULLS_AND_COWS.parse(secret) for secret in as_list(secrets)}
    if easy := sorted(named - worst):
        needed = guesses[BULLS_AND_COWS.index(easy[0])]
        return Report(False, f"{easy[0]} is found with guess number {needed}: some take more.")
    return judge(
        named == worst,
        f"These {len(worst)} take {guesses.max()} guesses, no other secret does.",
        f"Right so far, but {len(worst) - len(named)} more take as many guesses.",
    )


def _asked(game: CodeGame, pair: tuple[str, Answer]) -> tuple[str, Feedback]:
    """Read a guess with its answer."""
    if isinstance(pair, str) or len(pair) != 2:
        raise ValueError(f"a guess with its answer is expected, not {pair!r}")
    guess, answer = pair
    return game.parse(guess), game.parse_feedback(answer)


@cache
def _first_consistent_census() -> Any:
    return census(BULLS_AND_COWS, "first-consistent").guesses


@in_words
def check_splitting_guess(
    guess: str, game: CodeGame = BULLS_AND_COWS, after: tuple[str, Answer] = ("0123", "3A0B")
) -> Report:
    """Check a guess whose largest block is smaller than that of any candidate.

    In Bulls and Cows after 0123 scored 3A0B; for Mastermind pass another game and answer.
    """
    guess = game.parse(guess)
    candidates = keep_consistent(game.strings, *_asked(game, after))
    best = min(_largest_block(game, code, candidates) for code in candidates)
    largest = _largest_block(game, guess, candidates)
    kind = "a candidate" if guess in candidates else "no candidate itself"
    found = f"{guess} is {kind} and leaves at most {largest} of {len(candidates)} codes"
    return judge(
        largest < best,
        f"{found}; the best candidate can leave {best}.",
        f"{found}; the best candidate leaves at most {best}: find a code that leaves fewer.",
    )


def _largest_block(game: CodeGame, guess: str, candidates: Sequence[str]) -> int:
    return max(map(len, partition(game, guess, candidates).values()))


# Mastermind


@in_words
def check_two_phase_secret(secret: str) -> Report:
    """Check a secret for which the two-phase solver needs 19 guesses, its worst case."""
    *_, last = two_phase(secret)
    found = f"The two-phase solver finds {secret} in {last.step} guesses"
    return judge(last.step == 19, f"{found}, its worst case.", f"{found}: some take 19.")


def check_partition(attempt: Callable[[list[str], str], Any]) -> Report:
    """Check ``sizes(candidates, guess) -> {answer: number of candidates}``."""
    codes = list(MASTERMIND.strings)
    cases = [(codes[:3], "1111"), *((codes, guess) for guess in ("1111", "1122", "1234"))]
    return compare(
        attempt,
        _block_sizes,
        cases,
        hint="Each candidate belongs to the block of the answer that it would give.",
        normal=_by_answer,
    )


def _block_sizes(candidates: Sequence[str], guess: str) -> dict[Feedback, int]:
    return {
        answer: len(codes) for answer, codes in partition(MASTERMIND, guess, candidates).items()
    }


def _by_answer(result: Mapping[Any, int]) -> dict[str, int]:
    """Read answers in any form, and leave empty blocks out."""
    return {str(MASTERMIND.parse_feedback(answer)): int(n) for answer, n in result.items() if n}


def check_minimax(attempt: Callable[[list[int]], Any]) -> Report:
    """Check ``score(sizes) -> number``: the smaller, the better the guess, by its worst answer."""
    sizes = [[7], [4, 3], [3, 4], [4, 2, 1], [5, 1, 1], [1] * 7]

    def order(score: Callable[[list[int]], float]) -> Callable[[list[int], list[int]], str]:
        def which_is_better(first: list[int], second: list[int]) -> str:
            difference = score(first) - score(second)
            return "the second" if difference > 0 else "the first" if difference < 0 else "neither"

        which_is_better.__name__ = f"the better by {getattr(score, '__name__', 'your score')}"
        return which_is_better

    return compare(
        order(attempt),
        order(minimax),
        list(itertools.combinations(sizes, 2)),
        mistakes=[
            Mistake(order(lambda sizes: -minimax(sizes)), "The sign is turned: small is good.")
        ],
        hint="By minimax a guess is as good as its largest block is small.",
    )


@in_words
def check_beating_evil(guesses: Sequence[str], game: CodeGame = SMALL_GAME) -> Report:
    """Check guesses that leave a codemaker who never commits to a secret no way out."""
    candidates: Sequence[str] = game.strings
    asked = [game.parse(guess) for guess in as_list(guesses)]
    for number, guess in enumerate(asked, start=1):
        answer = evil_answer(game, guess, candidates)
        candidates = keep_consistent(candidates, guess, answer)
        if answer == game.win:
            return Report(True, f"Caught after {number} guesses: {guess} was the only code left.")
    return Report(False, f"Guesses made: {len(asked)}. Codes left to dodge to: {len(candidates)}.")
