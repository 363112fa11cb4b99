"""The optimum: proved where the search is short, played where the tree comes with the library."""

import functools

import pytest

from puzzlelib.codebreaking import (
    BULLS_AND_COWS,
    MASTERMIND,
    MASTERMIND_DIGITS,
    SMALL_GAME,
    CodeGame,
    DecisionTree,
    census,
    feedback,
    play,
)
from puzzlelib.codebreaking.optimal import ideal_total, least_total, optimal_guess, optimal_tree
from puzzlelib.compiled import compiled_loops_available

TINY = [
    CodeGame("0123", 2),
    CodeGame("012", 3, repeats=True),
    CodeGame("01", 5, repeats=True),
    CodeGame("0123", 3),
    CodeGame("01234567", 1),
    CodeGame("0", 1),
]
needs_compiled_loops = pytest.mark.skipif(
    not compiled_loops_available(), reason="too long a search without compiled loops"
)


def by_trying_everything(game, max_guesses):
    """Return the smallest total by plain recursion over sets of codes, without any bound."""

    @functools.cache
    def smallest(secrets, left):
        if left == 0:
            return float("inf")
        if len(secrets) == 1:
            return 1
        totals = []
        for guess in game.strings:
            blocks = {}
            for secret in secrets:
                blocks.setdefault(feedback(guess, secret), []).append(secret)
            blocks.pop(game.win, None)
            if all(len(block) < len(secrets) for block in blocks.values()):
                rest = sum(smallest(tuple(block), left - 1) for block in blocks.values())
                totals.append(len(secrets) + rest)
        return min(totals)

    return smallest(game.strings, max_guesses)


@pytest.fixture(params=["compiled", "lesson"])
def loops(request, monkeypatch):
    """Run a test with the compiled search and with the lesson."""
    optimal_tree.cache_clear()
    if request.param == "lesson":
        monkeypatch.setenv("PUZZLELIB_NO_NUMBA", "1")


@pytest.mark.parametrize("game", TINY, ids=str)
def test_nothing_is_better(game, loops):
    tree = optimal_tree(game)
    assert tree.total == by_trying_everything(game, len(game))
    assert sorted(tree.guess[tree.wins].tolist()) == list(range(len(game)))


@pytest.mark.parametrize("game", TINY, ids=str)
def test_nothing_is_better_within_so_many_guesses(game, loops):
    fastest = optimal_tree(game).max
    for max_guesses in range(1, fastest + 1):
        smallest = by_trying_everything(game, max_guesses)
        if smallest == float("inf"):
            with pytest.raises(ValueError, match=f"{max_guesses} guesses are too few"):
                optimal_tree(game, max_guesses)
        else:
            tree = optimal_tree(game, max_guesses)
            assert tree.total == smallest
            assert tree.max <= max_guesses


def test_the_small_game_by_lesson_and_by_compiled_search():
    total, _ = least_total(SMALL_GAME, range(len(SMALL_GAME)), left=len(SMALL_GAME))
    assert total == optimal_tree(SMALL_GAME).total
    assert all(total <= census(SMALL_GAME, name).total for name in ("entropy", "most-parts"))
    assert least_total(SMALL_GAME, range(60), left=60, bound=total) == (total, -1)


@needs_compiled_loops
def test_mastermind_is_proved():
    # Koyama and Lai 1993: 5625 in all; 5626 if five guesses must do for every secret. A search
    # that drops nothing but what cannot be better, and ends, proves them.
    best = optimal_tree(MASTERMIND, from_file=False)
    assert (best.total, best.max) == (5625, 6)
    within_five = optimal_tree(MASTERMIND, max_guesses=5, from_file=False)
    assert (within_five.total, within_five.max) == (5626, 5)
    with pytest.raises(ValueError, match="4 guesses are too few for some secrets of Mastermind"):
        optimal_tree(MASTERMIND, max_guesses=4)


@pytest.mark.parametrize(
    ("game", "total", "worst"),
    [
        # Two published programs found 26274 independently, with a worst case of 7; the search in
        # optimal.py proves it. Koyama and Lai 1993: 5625.
        (BULLS_AND_COWS, 26274, 7),
        (MASTERMIND, 5625, 6),
    ],
    ids=str,
)
def test_the_trees_that_come_with_the_library(game, total, worst):
    tree = optimal_tree(game)
    needed = []
    for secret in game.strings:  # every secret is played by the rules, one guess after another
        path = [tree.root]
        while path[-1].guess != secret:
            path.append(path[-1].children[feedback(path[-1].guess, secret)])
        needed.append(len(path))
    assert sum(needed) == total
    assert max(needed) == worst
    assert tree.guesses.tolist() == needed


def test_the_strategy_by_its_name():
    assert census(BULLS_AND_COWS, "optimal").total == 26274
    trace = play(BULLS_AND_COWS, "optimal", secret="5293")
    assert trace.status == "found"
    assert len(trace) - 1 == optimal_tree(BULLS_AND_COWS).guesses[BULLS_AND_COWS.index("5293")]


def test_ideal_total():
    # A tree of n nodes with at most b branches each, every level full: the depths of its nodes.
    for branches in (1, 2, 5):
        depths = [1]
        for i in range(1, 40):
            depths.append(depths[(i - 1) // branches] + 1)
        for n in range(40):
            assert ideal_total(n, branches) == sum(depths[:n])


def test_games_too_large_are_refused(monkeypatch):
    most = "2,500" if compiled_loops_available() else "60 only"
    with pytest.raises(ValueError, match=f"10,000 codes: the optimum is searched for up to {most}"):
        optimal_tree(MASTERMIND_DIGITS)
    monkeypatch.setenv("PUZZLELIB_NO_NUMBA", "1")
    with pytest.raises(ValueError, match="625 codes: the optimum is searched for up to 60 only"):
        optimal_tree(CodeGame("01234", 4, repeats=True))


def test_what_makes_no_sense_is_refused():
    with pytest.raises(ValueError, match="whole number of at least 1, not 0"):
        optimal_tree(SMALL_GAME, max_guesses=0)
    with pytest.raises(ValueError, match="the optimal tree asks 1123 there, not 1111"):
        optimal_guess(MASTERMIND, ((MASTERMIND.index("1111"), 0),))
    with pytest.raises(ValueError, match="always starts with"):
        census(MASTERMIND, "optimal", first_guess="1111")


def test_a_tree_survives_json():
    tree = optimal_tree(MASTERMIND)
    assert DecisionTree.from_json(tree.to_json()).total == tree.total
