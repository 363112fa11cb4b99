"""The two-phase solver: first learn which digits the code has, then where they stand.

It plays one game only: four digits 0 to 9 that may repeat. It looks at right places alone and
throws the rest of each answer away.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from puzzlelib.codebreaking.elimination import Answered, GuessFrame, keep_consistent
from puzzlelib.codebreaking.feedback import feedback
from puzzlelib.codebreaking.game import MASTERMIND_DIGITS

__all__ = ["arrangements_left", "known_digits", "next_guess", "two_phase"]

DIGITS = "0123456789"
LENGTH = 4


def two_phase(secret: str) -> Iterator[GuessFrame]:
    """Find a secret of four digits, one frame a guess.

    The frames show the codes that fit every answer, though the solver does not look at them.

    >>> [frame.guess for frame in two_phase("1010")]
    [None, '0000', '1111', '0011', '0101', '1010']
    """
    game = MASTERMIND_DIGITS
    secret = game.parse(secret)
    history: tuple[Answered, ...] = ()
    candidates = game.strings
    yield GuessFrame(game, history, candidates, before=candidates)

    answer = None
    while answer != game.win:
        guess = next_guess(history)
        answer = feedback(guess, secret)
        history += ((guess, answer),)
        before, candidates = candidates, keep_consistent(candidates, guess, answer)
        yield GuessFrame(game, history, candidates, before)


def next_guess(history: Sequence[Answered]) -> str:
    """Return the next guess after these guesses and answers.

    >>> from puzzlelib.codebreaking import Feedback
    >>> next_guess([])
    '0000'
    >>> next_guess([("0000", Feedback(3, 0)), ("1111", Feedback(1, 0))])
    '0001'
    """
    digits, phase_two = known_digits(history)
    if len(digits) < LENGTH:
        return DIGITS[len(history)] * LENGTH
    return arrangements_left(digits, phase_two)[0]


def known_digits(history: Sequence[Answered]) -> tuple[str, Sequence[Answered]]:
    """Read from the answers to 0000, 1111, ... how often each digit occurs.

    Returns
    -------
    digits : str
        The digits known so far, ascending; phase one ends when there are four.
    phase_two : sequence of (guess, feedback)
        The guesses made after that.
    """
    digits = ""
    for asked, (guess, answer) in enumerate(history):
        if len(digits) == LENGTH:
            return digits, history[asked:]
        digits += guess[0] * answer.bulls
    return digits, []


def arrangements_left(digits: str, history: Sequence[Answered]) -> list[str]:
    """List the arrangements of the digits that no answer of phase two has struck out, ascending.

    No digit in place strikes out whatever shares a place with the guess. Two in place, twice:
    where the two guesses agree in exactly one place, that place is right. (Not so for two pairs
    of digits or three equal ones.) Any other answer strikes out its guess alone.
    """
    left = sorted({"".join(order) for order in itertools.permutations(digits)})
    two_in_place: list[str] = []
    for guess, (bulls, _) in history:
        left.remove(guess)
        if bulls == 0:
            left = [code for code in left if not _agree(code, guess)]
        if bulls == 2 and len(set(digits)) > 2:
            for earlier in two_in_place:
                if len(right := _agree(earlier, guess)) == 1:
                    left = [code for code in left if right <= _agree(code, guess)]
            two_in_place.append(guess)
    return left


def _agree(a: str, b: str) -> set[int]:
    """Return the places at which two codes have the same digit."""
    return {place for place in range(LENGTH) if a[place] == b[place]}
