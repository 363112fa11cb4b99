"""Games: codes, their order, what a person may type, and which answers exist."""

import copy
import itertools
import pickle

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from puzzlelib.codebreaking import (
    BULLS_AND_COWS,
    MASTERMIND,
    MASTERMIND_DIGITS,
    SMALL_GAME,
    CodeGame,
    Feedback,
    feedback,
)

games = st.builds(
    lambda symbols, length, repeats: CodeGame(
        symbols, length if repeats else min(length, len(symbols)), repeats
    ),
    symbols=st.text("abcdXYZ189", min_size=1, max_size=5).map(lambda s: "".join(dict.fromkeys(s))),
    length=st.integers(1, 4),
    repeats=st.booleans(),
)


@pytest.mark.parametrize(
    ("game", "size"),
    [(BULLS_AND_COWS, 5040), (MASTERMIND, 1296), (MASTERMIND_DIGITS, 10000), (SMALL_GAME, 60)],
)
def test_sizes(game, size):
    assert len(game) == len(game.codes) == len(game.strings) == size
    assert game.codes.dtype == np.uint8
    assert game.codes.shape == (size, game.length)


@given(games)
@settings(deadline=None)
def test_codes_are_all_arrangements_in_order_of_the_symbols(game):
    arrangements = itertools.product(game.symbols, repeat=game.length)
    expected = [
        "".join(code) for code in arrangements if game.repeats or len(set(code)) == game.length
    ]
    assert list(game.strings) == expected
    assert ["".join(game.symbols[i] for i in row) for row in game.codes] == expected


@given(games, st.data())
@settings(deadline=None)
def test_index_and_code_are_inverse(game, data):
    index = data.draw(st.integers(0, len(game) - 1))
    assert game.index(game.code(index)) == index
    assert game.indices([game.code(index)]).tolist() == [index]


@given(games)
@settings(deadline=None, max_examples=40)
def test_answers_are_those_that_some_pair_of_codes_gives(game):
    assume(len(game) <= 150)
    seen = {feedback(guess, secret) for guess in game.strings for secret in game.strings}
    assert list(game.answers) == sorted(seen)


def test_answers_of_the_classic_games():
    # 4 places: 15 pairs with A + B <= 4, without 3A1B
    assert len(BULLS_AND_COWS.answers) == len(MASTERMIND.answers) == 14
    assert Feedback(3, 1) not in MASTERMIND.answers
    # three of five digits: two codes always share one
    assert Feedback(0, 0) not in SMALL_GAME.answers
    assert BULLS_AND_COWS.win == Feedback(4, 0)


@given(games)
@settings(deadline=None, max_examples=40)
def test_every_first_guess_is_a_mirror_of_an_opening(game):
    def split(guess):
        return sorted(feedback(guess, secret) for secret in game.strings)

    openings = [split(game.code(index)) for index in game.openings]
    guesses = game.strings[:: max(1, len(game) // 20)]
    assert all(split(guess) in openings for guess in guesses)


def test_openings_are_the_smallest_code_of_each_kind():
    assert [MASTERMIND.code(i) for i in MASTERMIND.openings] == (
        ["1111", "1112", "1122", "1123", "1234"]
    )
    assert BULLS_AND_COWS.openings.tolist() == [0]


@pytest.mark.parametrize("typed", ["0123", " 0123\n", "0 1 2 3"])
def test_parse_ignores_blanks(typed):
    assert BULLS_AND_COWS.parse(typed) == "0123"


def test_parse_ignores_case_where_it_can():
    assert CodeGame("RGBY", 3, True).parse("rgb") == "RGB"
    assert CodeGame("aA", 2, True).parse("Aa") == "Aa"


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("012", "must have 4 symbols, not 3"),
        ("01234", "must have 4 symbols, not 5"),
        ("", "must have 4 symbols, not 0"),
        ("012x", "'x' is none of the symbols"),
        ("0112", "'1' occurs twice"),
        (123, "text such as '0123', not 123"),
        (None, "not None"),
        (["0", "1"], "not \\['0', '1'\\]"),
    ],
)
def test_parse_says_what_is_wrong(typed, reason):
    for read in (BULLS_AND_COWS.parse, BULLS_AND_COWS.index):
        with pytest.raises(ValueError, match=reason):
            read(typed)


@pytest.mark.parametrize(
    "typed", ["1A2B", "1a2b", " 1A2B ", "1 A 2 B", "1 2", "1,2", "1, 2", (1, 2), [1, 2],
              Feedback(1, 2), np.array([1, 2])],
    ids=str,
)  # fmt: skip
def test_parse_feedback(typed):
    answer = BULLS_AND_COWS.parse_feedback(typed)
    assert answer == Feedback(bulls=1, cows=2)
    assert str(answer) == "1A2B"


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("5A0B", "5 \\+ 0 = 5, and a code has only 4 places"),
        ("2A3B", "2 \\+ 3 = 5"),
        ("3A1B", "when 3 of 4 are in place, the last one has no other place"),
        ((-1, 2), "counts from 0 up"),
        ("", "looks like 1A2B, not ''"),
        ("12", "looks like 1A2B"),
        ("1A", "looks like 1A2B"),
        ("1A2", "looks like 1A2B"),
        ("-1A2B", "looks like 1A2B"),
        ((1, 2, 3), "looks like 1A2B"),
        ((1.5, 2), "looks like 1A2B"),
        (None, "looks like 1A2B"),
    ],
)
def test_parse_feedback_says_what_is_wrong(typed, reason):
    with pytest.raises(ValueError, match=reason):
        BULLS_AND_COWS.parse_feedback(typed)


def test_parse_feedback_refuses_what_this_game_cannot_answer():
    with pytest.raises(ValueError, match="0A0B is impossible: no two codes of Three different"):
        SMALL_GAME.parse_feedback("0A0B")


def test_feedback_reads_codes():
    assert BULLS_AND_COWS.feedback(" 0123", "0245") == Feedback(1, 1)
    with pytest.raises(ValueError, match="'1' occurs twice"):
        BULLS_AND_COWS.feedback("0123", "1122")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("", 1, True), "must be text such as"),
        (("0120", 2, True), "'0' occurs twice"),
        (("01 2", 2, True), "must all be visible"),
        (("0123", 0, True), "length must be a whole number of at least 1, not 0"),
        (("01", 16, True), "length must be 1 to 15, not 16"),
        (("0123", 2.0, True), "length must be a whole number of at least 1, not 2.0"),
        (("0123", 5, False), "needs at least 5 symbols"),
        (("0123456789", 6, True), "1,000,000 codes: at most 200,000"),
        (("".join(map(chr, range(0x4E00, 0x4E00 + 250))), 15, True), "codes: at most 200,000"),
        (("".join(map(chr, range(0x4E00, 0x4E00 + 257))), 1, True), "257 symbols are too many"),
    ],
)
def test_games_that_make_no_sense(arguments, reason):
    with pytest.raises(ValueError, match=reason):
        CodeGame(*arguments)


def test_a_game_is_a_value():
    same = CodeGame("0123456789", length=4, repeats=False, name="another name")
    assert same == BULLS_AND_COWS
    assert hash(same) == hash(BULLS_AND_COWS)
    assert BULLS_AND_COWS != MASTERMIND_DIGITS
    with pytest.raises(AttributeError):
        BULLS_AND_COWS.length = 5


def test_a_pickled_game_leaves_its_arrays_behind():
    assert BULLS_AND_COWS.matrix.shape == (5040, 5040)
    stored = pickle.dumps(BULLS_AND_COWS)
    assert len(stored) < 500
    assert pickle.loads(stored) == BULLS_AND_COWS
    assert copy.deepcopy(BULLS_AND_COWS) is copy.copy(BULLS_AND_COWS) is BULLS_AND_COWS


def test_a_matrix_too_large_to_hold_is_refused():
    with pytest.raises(ValueError, match="32,768 codes takes 1,024 MiB, more than 128"):
        _ = CodeGame("01234567", 5, repeats=True).matrix


def test_arrays_of_a_game_cannot_be_changed():
    with pytest.raises(ValueError, match="read-only"):
        SMALL_GAME.codes[0] = 0
    with pytest.raises(ValueError, match="read-only"):
        SMALL_GAME.matrix[0] = 0


def test_text():
    assert str(BULLS_AND_COWS) == "Bulls and Cows"
    assert str(CodeGame("01", 3, True)) == "3 of 01 with repeats"
