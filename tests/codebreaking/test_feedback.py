"""Feedback: the lesson, the matrix, partitions and the sizes of their blocks."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.codebreaking import (
    BULLS_AND_COWS,
    MASTERMIND,
    SMALL_GAME,
    CodeGame,
    Feedback,
    block_sizes,
    feedback,
    feedback_blocks,
    feedback_matrix,
    partition,
)

GAMES = [
    SMALL_GAME,
    MASTERMIND,
    CodeGame("01", 7, True),
    CodeGame("ab", 2, False),
    CodeGame("x", 3, True),
    CodeGame("0123456789abcdef", 3, False),
    CodeGame("".join(map(chr, range(0x4E00, 0x4E00 + 100))), 1, True),  # two words of bits
    CodeGame("0123456", 5, True),  # 35 place bits and 35 count bits
    CodeGame("0123456789ABCDEFGH", 4, True),  # 72 of each
]


def slow_feedback(guess, secret):
    """Pair pegs one by one, as a person does at the table."""
    guess, secret = list(guess), list(secret)
    bulls = cows = 0
    for place, symbol in enumerate(guess):
        if secret[place] == symbol:
            bulls += 1
            guess[place] = secret[place] = None
    for symbol in guess:
        if symbol is not None and symbol in secret:
            cows += 1
            secret[secret.index(symbol)] = None
    return Feedback(bulls, cows)


@pytest.mark.parametrize(
    ("guess", "secret", "answer"),
    [
        ("1234", "1122", "1A1B"),
        ("1122", "2211", "0A4B"),
        ("0123", "0123", "4A0B"),
        ("0123", "4567", "0A0B"),
        ("0123", "3120", "2A2B"),
        ("1111", "1222", "1A0B"),
        ("1112", "2111", "2A2B"),
    ],
)
def test_known_answers(guess, secret, answer):
    assert str(feedback(guess, secret)) == answer


codes = st.integers(1, 6).flatmap(
    lambda n: st.tuples(*[st.text("0123", min_size=n, max_size=n)] * 2)
)


@given(codes)
@settings(deadline=None)
def test_feedback_equals_pairing_pegs(pair):
    assert feedback(*pair) == slow_feedback(*pair)


@given(codes)
@settings(deadline=None)
def test_feedback_is_symmetric(pair):
    guess, secret = pair
    assert feedback(guess, secret) == feedback(secret, guess)


@given(codes, st.permutations("0123"), st.data())
@settings(deadline=None)
def test_feedback_stays_when_symbols_are_renamed_and_places_moved(pair, names, data):
    order = data.draw(st.permutations(range(len(pair[0]))))
    renamed = ["".join(names[int(code[i])] for i in order) for code in pair]
    assert feedback(*renamed) == feedback(*pair)


def test_codes_of_different_lengths_are_refused():
    with pytest.raises(ValueError, match="'12' and '123' must have the same length"):
        feedback("12", "123")


def test_numbers_stand_for_answers():
    for length in (1, 4, 15):
        pairs = [Feedback(a, b) for a in range(length + 1) for b in range(length + 1 - a)]
        numbers = [pair.number(length) for pair in pairs]
        assert len(set(numbers)) == len(pairs)
        assert max(numbers) < 256
        assert [Feedback.from_number(number, length) for number in numbers] == pairs


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_matrix_equals_the_function(game):
    rng = np.random.default_rng(1)
    guesses, secrets = (rng.integers(len(game), size=n) for n in (40, 50))
    matrix = feedback_matrix(game, guesses, secrets)
    assert matrix.dtype == np.uint8
    for i, guess in enumerate(guesses):
        for j, secret in enumerate(secrets):
            expected = feedback(game.code(guess), game.code(secret))
            assert matrix[i, j] == expected.number(game.length)


def test_the_whole_matrix():
    matrix = SMALL_GAME.matrix
    expected = [[feedback(g, s).number(3) for s in SMALL_GAME.strings] for g in SMALL_GAME.strings]
    assert np.array_equal(matrix, expected)
    assert np.array_equal(feedback_matrix(SMALL_GAME), matrix)
    assert np.array_equal(feedback_matrix(SMALL_GAME, secrets=np.array([3, 1])), matrix[:, [3, 1]])
    assert np.array_equal(feedback_matrix(SMALL_GAME, np.array([3, 1])), matrix[[3, 1]])


def test_empty_parts_of_the_matrix():
    none = np.array([], int)
    assert feedback_matrix(SMALL_GAME, guesses=none).shape == (0, 60)
    assert feedback_matrix(SMALL_GAME, secrets=none).shape == (60, 0)


def test_blocks_cover_a_game_too_large_for_its_matrix():
    game = CodeGame("01234567", 5, repeats=True)
    guesses = np.arange(0, len(game), 400)
    at = 0
    for start, block in feedback_blocks(game, guesses):
        assert start == at
        assert block.shape[1] == len(game)
        assert block.nbytes <= 1 << 20
        at += len(block)
    assert at == len(guesses)


@pytest.mark.parametrize("game", [SMALL_GAME, MASTERMIND, CodeGame("01", 3, True)], ids=str)
@given(data=st.data())
@settings(deadline=None, max_examples=25)
def test_partition(game, data):
    guess = data.draw(st.sampled_from(game.strings))
    candidates = data.draw(st.lists(st.sampled_from(game.strings), unique=True))
    blocks = partition(game, guess, candidates)
    for answer, block in blocks.items():
        assert block == [code for code in candidates if feedback(guess, code) == answer]
    assert sum(map(len, blocks.values())) == len(candidates)
    assert all(blocks.values())
    assert list(blocks) == sorted(blocks)


def test_partition_of_the_whole_game():
    sizes = {str(a): len(block) for a, block in partition(BULLS_AND_COWS, "0123").items()}
    assert sizes["1A1B"] == 720  # the lesson on 5040 codes
    assert max(sizes.values()) == sizes["0A1B"] == 1440
    assert sum(sizes.values()) == 5040


@pytest.mark.parametrize(
    ("guess", "largest"),
    [("1111", 625), ("1122", 256), ("1234", 312)],  # the lesson on Mastermind openings
)
def test_largest_blocks_of_mastermind_openings(guess, largest):
    assert max(map(len, partition(MASTERMIND, guess).values())) == largest


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_block_sizes_count_the_partition(game):
    rng = np.random.default_rng(2)
    guesses = rng.integers(len(game), size=9)
    secrets = rng.integers(len(game), size=200)
    sizes = block_sizes(game, guesses, secrets)
    for guess, row in zip(guesses, sizes, strict=True):
        counts = Counter(feedback(game.code(guess), game.code(s)) for s in secrets)
        assert {Feedback.from_number(k, game.length): n for k, n in enumerate(row) if n} == counts
