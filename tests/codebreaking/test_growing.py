"""Playing against every secret at once: published totals, and the same guesses as the lesson."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzlelib.codebreaking import (
    BULLS_AND_COWS,
    MASTERMIND,
    MASTERMIND_DIGITS,
    SMALL_GAME,
    CodeGame,
    best_guess,
    entropy,
    expected_size,
    feedback,
    growing,
    minimax,
    most_parts,
)
from puzzlelib.codebreaking.growing import after, ask, grow, opening, root
from puzzlelib.codebreaking.strategies import STRATEGIES, as_strategy

CLASSIC = {
    "minimax": minimax,
    "expected-size": expected_size,
    "entropy": entropy,
    "most-parts": most_parts,
}
TINY = [
    SMALL_GAME,
    CodeGame("012", 3, repeats=True),
    CodeGame("01", 6, repeats=True),
    CodeGame("012345", 2),
    CodeGame("0123", 1),
    CodeGame("0", 1),
]


@pytest.fixture(params=["compiled", "NumPy"])
def loops(request, monkeypatch):
    """Run a test with the compiled loops and without."""
    if request.param == "NumPy":
        monkeypatch.setenv("PUZZLELIB_NO_NUMBA", "1")


def histogram(game, strategy, **options):
    needed = np.zeros(len(game), int)
    for level, _ in grow(game, as_strategy(strategy), **options):
        needed[level.secrets] = level.depth + 1
    return np.bincount(needed)[1:].tolist()


# Every figure was recomputed by an independent program. Mastermind: the published totals are
# those of Knuth 1976 (minimax), Irving 1978 (expected size), Neuwirth 1982 (entropy) and
# Kooi 2005 (most parts). The first rule on Bulls and Cows is that of the article that claims "at
# most 9 guesses", two-phase that of the article that claims "within 20".
PUBLISHED = [
    (MASTERMIND, "first-consistent", 7471, [1, 4, 25, 108, 305, 602, 196, 49, 6]),
    (MASTERMIND, "minimax", 5801, [1, 6, 62, 533, 694]),
    (MASTERMIND, "expected-size", 5696, [1, 10, 54, 645, 583, 3]),
    (MASTERMIND, "entropy", 5722, [1, 4, 71, 612, 596, 12]),
    (MASTERMIND, "most-parts", 5668, [1, 12, 72, 635, 569, 7]),
    (BULLS_AND_COWS, "first-consistent", 28024, [1, 13, 108, 596, 1668, 1768, 752, 129, 5]),
    (BULLS_AND_COWS, "minimax", 27139, [1, 3, 44, 515, 2124, 2151, 202]),
    (BULLS_AND_COWS, "expected-size", 26551, [1, 4, 59, 574, 2430, 1885, 87]),
    (BULLS_AND_COWS, "entropy", 26424, [1, 5, 62, 611, 2483, 1779, 98, 1]),
    (BULLS_AND_COWS, "most-parts", 26751, [1, 11, 80, 556, 2277, 1929, 183, 3]),
    (
        MASTERMIND_DIGITS,
        "two-phase",
        124642,
        [1, 1, 4, 14, 38, 86, 169, 307, 521, 833, 1265, 1557, 1674, 1486, 1145, 640, 119, 56, 84],
    ),
]


@pytest.mark.parametrize(("game", "strategy", "total", "counts"), PUBLISHED)
def test_published_totals(game, strategy, total, counts, loops):
    found = histogram(game, strategy)
    assert found == counts
    assert sum(guesses * n for guesses, n in enumerate(found, 1)) == total


@pytest.fixture
def always_compiled(monkeypatch):
    """Use the compiled loops for the smallest games, too."""
    monkeypatch.setattr(growing, "_FEW", 0)


@pytest.mark.parametrize("strategy", CLASSIC)
def test_compiled_and_vectorised_loops_ask_the_same(strategy, always_compiled, monkeypatch):
    for game in (MASTERMIND, CodeGame("0123456", 4), CodeGame("012", 5, repeats=True), *TINY):
        rule = as_strategy(strategy)
        monkeypatch.delenv("PUZZLELIB_NO_NUMBA", raising=False)
        compiled = [guesses.tolist() for _, guesses in grow(game, rule)]
        monkeypatch.setenv("PUZZLELIB_NO_NUMBA", "1")
        assert compiled == [guesses.tolist() for _, guesses in grow(game, rule)]


@pytest.mark.parametrize("strategy", CLASSIC)
def test_games_without_a_matrix_are_played_alike(strategy, always_compiled, monkeypatch):
    game = CodeGame("01234567", 4)
    whole = [guesses.tolist() for _, guesses in grow(game, as_strategy(strategy))]
    monkeypatch.setattr(CodeGame, "matrix_fits", False)
    monkeypatch.setattr(growing, "_LARGEST_BLOCK", 200 * len(game))
    again = CodeGame("01234567", 4)
    monkeypatch.setattr(CodeGame, "matrix", None)
    assert whole == [guesses.tolist() for _, guesses in grow(again, as_strategy(strategy))]


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(TINY), st.sampled_from([*CLASSIC]), st.data())
def test_every_guess_is_that_of_the_lesson(game, strategy, data):
    first = data.draw(st.sampled_from([None, *range(min(len(game), 3))]))
    for level, guesses in grow(game, STRATEGIES[strategy], first_guess=first):
        if level.depth or first is None:
            node = data.draw(st.integers(0, len(guesses) - 1))
            candidates = [game.code(secret) for secret in level.blocks[node]]
            lesson = best_guess(game, candidates, CLASSIC[strategy])
            assert game.code(guesses[node]) == lesson


@settings(deadline=None, max_examples=30)
@given(st.sampled_from(TINY), st.floats(1.1, 3), st.data())
def test_a_score_of_ones_own_asks_what_the_lesson_asks(game, power, data):
    def score(sizes):
        return sum(float(n) ** power for n in sizes)

    for level, guesses in grow(game, as_strategy(score)):
        node = data.draw(st.integers(0, len(guesses) - 1))
        candidates = [game.code(secret) for secret in level.blocks[node]]
        assert game.code(guesses[node]) == best_guess(game, candidates, score)


def test_each_level_holds_the_games_still_open():
    game = SMALL_GAME
    rule = STRATEGIES["entropy"]
    level = root(game)
    for _ in range(2):
        level = after(game, level, ask(game, rule, level))
    assert level.depth == 2
    assert sorted(set(level.secrets.tolist())) == sorted(level.secrets.tolist())
    for block, history in zip(level.blocks, level.histories, strict=True):
        assert block.tolist() == sorted(block.tolist())
        for secret in block:
            for guess, answer in history:
                given = feedback(game.code(guess), game.code(secret))
                assert given.number(game.length) == answer


def test_first_guess_in_place_of_the_strategys():
    assert histogram(MASTERMIND, "minimax", first_guess=MASTERMIND.index("1123"))[:1] == [1]
    assert sum(histogram(MASTERMIND, "minimax", first_guess=MASTERMIND.index("1123"))) == 1296
    with pytest.raises(ValueError, match="always starts with 0000, not 1234"):
        opening(MASTERMIND_DIGITS, as_strategy("two-phase"), "1234")
    assert opening(MASTERMIND_DIGITS, as_strategy("two-phase"), "0000") == 0


class Asks:
    def __init__(self, guess):
        self.guess = guess

    def choose(self, game, candidates, history, rng=None):
        return self.guess


def test_a_strategy_that_would_never_end_is_stopped():
    with pytest.raises(ValueError, match="guessed 013 twice"):
        list(grow(SMALL_GAME, Asks(1)))


@pytest.mark.parametrize("guess", [60, -1, "013", None, 1.0])
def test_a_guess_must_be_a_code(guess):
    with pytest.raises(ValueError, match=f"the index of a code, 0 to 59, not {guess!r}"):
        list(grow(SMALL_GAME, Asks(guess)))
