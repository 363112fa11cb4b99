"""The two-phase solver: its rules, its figures, lesson against engine."""

import itertools

import numpy as np
import pytest

from puzzlelib.codebreaking import (
    BULLS_AND_COWS,
    MASTERMIND_DIGITS,
    STRATEGIES,
    CodeGame,
    Feedback,
    feedback,
    play,
    two_phase,
)
from puzzlelib.codebreaking.two_phase import arrangements_left, known_digits, next_guess

# Recomputed by an independent program from the rules of the article, which claims at most 20
# guesses: secrets found in 1, 2, 3, ... guesses.
HISTOGRAM = [1, 1, 4, 14, 38, 86, 169, 307, 521, 833]
HISTOGRAM += [1265, 1557, 1674, 1486, 1145, 640, 119, 56, 84]


def guesses_for(secret):
    history = []
    while not history or history[-1][1] != (4, 0):
        guess = next_guess(history)
        history.append((guess, feedback(guess, secret)))
    return len(history)


@pytest.fixture(scope="module")
def needed():
    """How many guesses each of the 10,000 secrets takes.

    Phase two takes the same number for secrets whose digits stand alike, such as 2109 and 3217:
    each such pattern is played once.
    """
    after_phase_one = {}
    needed = {}
    for secret in MASTERMIND_DIGITS.strings:
        digits = "".join(sorted(secret))
        names = {digit: str(i) for i, digit in enumerate(dict.fromkeys(digits))}
        pattern = "".join(names[digit] for digit in secret)
        phase_one = int(digits[-1]) + 1
        if pattern not in after_phase_one:
            after_phase_one[pattern] = guesses_for(pattern) - int(max(pattern)) - 1
        needed[secret] = phase_one + after_phase_one[pattern]
    return needed


def test_figures_over_all_secrets(needed):
    counts = np.bincount(list(needed.values()))[1:]
    assert counts.tolist() == HISTOGRAM
    assert sum(needed.values()) == 124642
    assert max(needed.values()) == needed["2109"] == 19


@pytest.mark.parametrize("secret", ["0000", "9999", "2109", "1010", "9000", "7878", "3356", "5293"])
def test_lesson_and_engine_play_the_same_game(needed, secret):
    trace = play(MASTERMIND_DIGITS, "two-phase", secret)
    assert list(two_phase(secret)) == list(trace)
    assert len(trace) == needed[secret] + 1


def test_phase_one_stops_when_four_digits_are_known():
    assert [frame.guess for frame in two_phase("1100")] == [None, "0000", "1111", "0011", "1100"]
    assert [frame.guess for frame in two_phase("2222")] == [None, "0000", "1111", "2222"]
    nines = [frame.guess for frame in two_phase("9999")]
    assert nines[1:] == [digit * 4 for digit in "0123456789"]  # the last digit is not inferred


def test_known_digits_come_with_the_guesses_after_them():
    history = [("0000", Feedback(1, 0)), ("1111", Feedback(3, 0)), ("0111", Feedback(2, 2))]
    assert known_digits(history) == ("0111", history[2:])
    assert known_digits(history[:1]) == ("0", [])


def arrangements(digits):
    return sorted({"".join(order) for order in itertools.permutations(digits)})


@pytest.mark.parametrize("bulls", [1, 3])
def test_one_or_three_in_place_strike_out_the_guess_alone(bulls):
    left = arrangements_left("0123", [("0123", Feedback(bulls, 4 - bulls))])
    assert left == arrangements("0123")[1:]


def test_none_in_place_strikes_out_whatever_shares_a_place():
    left = arrangements_left("0123", [("0123", Feedback(0, 4))])
    assert left == [c for c in arrangements("0123") if feedback(c, "0123").bulls == 0]


def test_two_in_place_twice_fix_the_one_place_where_the_guesses_agree():
    first, second = ("0012", Feedback(2, 2)), ("0201", Feedback(2, 2))  # they agree in place 0
    assert len(arrangements_left("0012", [first])) == 11
    left = arrangements_left("0012", [first, second])
    assert left == [c for c in arrangements("0012") if c[0] == "0" and c not in ("0012", "0201")]


def test_two_in_place_say_nothing_of_two_pairs():
    left = arrangements_left("0011", [("0011", Feedback(2, 2)), ("0101", Feedback(2, 2))])
    assert left == ["0110", "1001", "1010", "1100"]


@pytest.mark.parametrize("game", [BULLS_AND_COWS, CodeGame("0123456789", 3, True)], ids=str)
def test_it_plays_no_other_game(game):
    with pytest.raises(ValueError, match=r"two-phase plays .* only, not"):
        play(game, "two-phase", game.strings[0])
    with pytest.raises(ValueError, match="two-phase plays"):
        STRATEGIES["two-phase"].choose(game, game.indices(), ())


def test_a_secret_that_is_no_code_is_refused():
    with pytest.raises(ValueError, match="'12' is no code"):
        next(two_phase("12"))
