"""The exercises on codebreaking accept what is right and name each mistake."""

from __future__ import annotations

import pytest

from puzzlelib.codebreaking import MASTERMIND, SMALL_GAME, feedback, partition, play
from puzzlelib.exercises import codebreaking as exercises
from puzzlelib.exercises.codebreaking import (
    SIX_CODES,
    check_beating_evil,
    check_conflict,
    check_feedback,
    check_feedback_with_repeats,
    check_filter,
    check_hardest_secrets,
    check_minimax,
    check_partition,
    check_six_codes,
    check_solver,
    check_splitting_guess,
    check_two_phase_secret,
    check_worst_answer,
)


def right_feedback(guess, secret):
    bulls = sum(g == s for g, s in zip(guess, secret, strict=True))
    return bulls, sum(min(guess.count(x), secret.count(x)) for x in set(guess)) - bulls


def every_occurrence(guess, secret):
    bulls = sum(g == s for g, s in zip(guess, secret, strict=True))
    return bulls, sum(g in secret for g in guess) - bulls


def unwritten(*arguments):
    raise NotImplementedError


CHECKS_OF_FUNCTIONS = [
    check_feedback,
    check_feedback_with_repeats,
    check_filter,
    check_solver,
    check_partition,
    check_minimax,
]


@pytest.mark.parametrize("check", CHECKS_OF_FUNCTIONS)
def test_what_is_not_written_is_said_kindly(check):
    assert "is still to be written" in check(unwritten).message


def test_feedback():
    assert check_feedback(right_feedback)
    assert check_feedback_with_repeats(right_feedback)
    assert check_feedback(every_occurrence), "without repeats this is right as well"
    assert "every occurrence" in check_feedback_with_repeats(every_occurrence).message
    turned = check_feedback(lambda guess, secret: right_feedback(guess, secret)[::-1])
    assert "Bulls come first" in turned.message


def test_six_codes():
    kept = [code for code in SIX_CODES if feedback("0123", code) == (1, 1)]
    assert 0 < len(kept) < 6
    assert check_six_codes(kept)
    assert "it is kept" in check_six_codes([]).message
    assert "is struck out" in check_six_codes(SIX_CODES).message
    assert "not one of the six" in check_six_codes(["1234"]).message


def test_filter():
    assert check_filter(
        lambda codes, guess, answer: [c for c in codes if feedback(guess, c) == answer]
    )
    wrong = check_filter(
        lambda codes, guess, answer: [c for c in codes if feedback(guess, c)[0] == answer[0]]
    )
    assert "cows of the answer" in wrong.message


def test_worst_answer():
    assert check_worst_answer("0A1B").message.startswith("0A1B leaves 1440")
    assert not check_worst_answer("1A1B")


def test_solver():
    def solve(secret):
        return [guess for guess, _ in play(SMALL_GAME, "first-consistent", secret).history]

    assert check_solver(solve)
    assert "winning guess" in check_solver(lambda secret: solve(secret)[:-1]).message


def test_conflict():
    assert check_conflict([("012", "0A1B"), ("034", "0A2B"), ("134", "1A1B")])
    assert "agree" in check_conflict([("012", "0A1B"), ("034", "0A2B"), ("134", "0A2B")]).message
    early = check_conflict([("012", "0A2B"), ("012", "0A3B"), ("034", "0A2B")])
    assert "already" in early.message
    assert "not 1" in check_conflict([("012", "0A2B")]).message


def test_hardest_secrets():
    five = ["5293", "9204", "9214", "9241", "9431"]
    assert check_hardest_secrets(five)
    assert "4 more" in check_hardest_secrets(five[:1]).message
    assert "some take more" in check_hardest_secrets(["0123"]).message


def test_splitting_guess():
    assert check_splitting_guess("0145").message.startswith("0145 is no candidate itself")
    assert not check_splitting_guess("0124")
    assert check_splitting_guess("1213", MASTERMIND, ("1122", "0A3B"))
    assert not check_splitting_guess("2213", MASTERMIND, ("1122", "0A3B"))


def test_two_phase_secret():
    assert check_two_phase_secret("2109")
    assert "some take 19" in check_two_phase_secret("0000").message


def test_partition():
    def sizes(candidates, guess):
        return {a: len(codes) for a, codes in partition(MASTERMIND, guess, candidates).items()}

    assert check_partition(sizes)
    assert check_partition(lambda c, g: {tuple(a): n for a, n in sizes(c, g).items()})
    assert not check_partition(lambda c, g: {(4, 0): len(c)})


def test_minimax():
    assert check_minimax(max)
    assert "sign is turned" in check_minimax(lambda sizes: -max(sizes)).message
    assert not check_minimax(len)


def test_beating_evil():
    from puzzlelib.codebreaking import evil_answer, keep_consistent

    candidates, guesses = SMALL_GAME.strings, []
    while not guesses or len(candidates) > 1:
        guesses.append(candidates[0])
        answer = evil_answer(SMALL_GAME, candidates[0], candidates)
        candidates = keep_consistent(candidates, candidates[0], answer)
    assert check_beating_evil([*guesses, *candidates])
    assert not check_beating_evil(guesses[:1])


@pytest.mark.parametrize(
    ("report", "words"),
    [
        (lambda: check_worst_answer("many"), "An answer looks like 1A2B, not 'many'."),
        (lambda: check_hardest_secrets("529"), "it must have 4 symbols, not 3."),
        (lambda: check_hardest_secrets(5293), "cannot read 5293. It checks the secrets"),
        (lambda: check_splitting_guess("9999"), "'9' occurs twice"),
        (lambda: check_splitting_guess(145), "A code is text such as '0123', not 145."),
        (lambda: check_splitting_guess("0145", after="0123"), "with its answer is expected"),
        (lambda: check_conflict([("012", "2A1B")] * 3), "2A1B is impossible"),
        (lambda: check_conflict(["012"]), "A guess with its answer is expected, not '012'."),
        (lambda: check_six_codes(5), "check_six_codes(kept: Iterable[str]) cannot read 5."),
        (lambda: check_beating_evil("0123"), "it must have 3 symbols, not 4."),
        (lambda: check_beating_evil(5), "It checks guesses that leave a codemaker"),
        (lambda: check_two_phase_secret(1234), "A code is text such as '0000', not 1234."),
    ],
)
def test_an_answer_of_another_kind_is_refused_in_words(report, words):
    assert not report()
    assert words in report().message


def test_a_single_code_is_a_list_of_one():
    assert "4 more" in check_hardest_secrets("5293").message
    assert "Guesses made: 1." in check_beating_evil("012").message
    assert check_six_codes("0245").message == check_six_codes(["0245"]).message


def test_feedback_given_as_text_is_told_the_form():
    report = check_feedback(lambda guess, secret: str(feedback(guess, secret)))
    assert "yours gave '4A0B'.\nGive (bulls, cows) as a pair of numbers" in report.message


def test_every_check_is_tested():
    used = set(globals())
    assert set(exercises.__all__) <= used
