"""The optimum: a decision tree in which all secrets together take the fewest guesses.

Branch and bound: a guess leads to one block of secrets for each answer, and the total of a tree is
one guess for each secret and then the totals of its blocks. The size of a block alone says how
good it can be at best, and a guess that cannot beat the best one so far is left out.

``python -m puzzlelib.codebreaking.optimal FOLDER`` searches the trees that come with the library
anew and writes them to a folder.
"""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Callable, Iterable, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from pathlib import Path

from puzzlelib.checks import check_limit
from puzzlelib.codebreaking.decision_tree import DecisionTree, decision_tree
from puzzlelib.codebreaking.feedback import Feedback
from puzzlelib.codebreaking.game import BULLS_AND_COWS, MASTERMIND, CodeGame
from puzzlelib.codebreaking.growing import can_be_compiled
from puzzlelib.codebreaking.strategies import Codes, History, Rng, Strategy

__all__ = ["ideal_total", "least_total", "optimal_guess", "optimal_tree"]

Search = Callable[[Codes, Sequence[int]], tuple[int, int]]
"""From candidates and the guesses made so far to the smallest total and the next guess."""

_DATA = files("puzzlelib.codebreaking") / "data"
_KNOWN = {BULLS_AND_COWS: "bulls_and_cows.txt", MASTERMIND: "mastermind.txt"}
_MOST_CODES, _MOST_COMPILED = 60, 2500  # that are searched without and with compiled loops
_NO_BOUND = 1 << 30


# The lesson


def least_total(
    game: CodeGame, secrets: Sequence[int], left: int, bound: int = _NO_BOUND
) -> tuple[int, int]:
    """Find the smallest total of guesses that all secrets can take, and a first guess for it.

    Parameters
    ----------
    game : CodeGame
    secrets : sequence of int
        The indices of the candidates.
    left : int
        How many guesses may be made.
    bound : int
        Only a total below it is looked for.

    Returns
    -------
    total, guess : int
        The bound and -1 if there is nothing below it.

    Examples
    --------
    >>> from puzzlelib.codebreaking import CodeGame
    >>> least_total(CodeGame("0123", length=2), range(12), left=12)
    (30, 0)
    """
    branches = len(game.answers) - 1

    def at_best(block: Sequence[int]) -> int:
        return ideal_total(len(block), branches)

    if left == 0 or at_best(secrets) >= bound:
        return bound, -1
    if len(secrets) == 1:
        return 1, secrets[0]

    best, best_guess = bound, -1
    partitions = [(guess, _blocks(game, guess, secrets)) for guess in range(len(game))]
    for guess, blocks in sorted(partitions, key=lambda p: sum(map(at_best, p[1]))):
        total = len(secrets) + sum(map(at_best, blocks))
        for block in sorted(blocks, key=len):
            if total >= best or len(block) == len(secrets):  # no better, or nothing is learned
                break
            rest = total - at_best(block)
            total = rest + least_total(game, block, left - 1, best - rest)[0]
        else:
            if total < best:
                best, best_guess = total, guess
    return best, best_guess


def _blocks(game: CodeGame, guess: int, secrets: Sequence[int]) -> list[list[int]]:
    """Group secrets by their answers to a guess, leaving out the answer that ends the game."""
    blocks: dict[int, list[int]] = {}
    for secret, answer in zip(secrets, game.matrix[guess, secrets].tolist(), strict=True):
        blocks.setdefault(answer, []).append(secret)
    blocks.pop(game.win.number(game.length), None)
    return list(blocks.values())


@cache
def ideal_total(secrets: int, branches: int) -> int:
    """Return the least that some secrets can take together, whatever they are.

    One is found by the first guess, at most one for each other answer by the second, and so on.

    >>> [ideal_total(n, branches=13) for n in (1, 2, 14, 15)]
    [1, 3, 27, 30]
    """
    total, guesses, places = 0, 1, 1
    while secrets > 0:
        total += guesses * min(secrets, places)
        secrets, places, guesses = secrets - places, places * branches, guesses + 1
    return total


# The tree


@lru_cache(maxsize=16)
def optimal_tree(
    game: CodeGame, max_guesses: int | None = None, from_file: bool = True
) -> DecisionTree:
    """Return a decision tree with the smallest possible total of guesses over all secrets.

    Parameters
    ----------
    game : CodeGame
    max_guesses : int, optional
        The most guesses that any secret may take; then the total is the smallest under this
        condition.
    from_file : bool
        Whether a tree that comes with the library, for Bulls and Cows and for Mastermind, will
        do. False searches, which is the proof that there is none better.

    Returns
    -------
    DecisionTree

    Raises
    ------
    ValueError
        If the game has too many codes to search, or some secrets cannot be found in so few
        guesses.

    Notes
    -----
    Every guess is considered that symmetry does not make superfluous, and a guess is dropped only
    if a lower bound proves it no better, so the total is exact. Sets of secrets that were met
    before are recognised by 63 random bits: that two different ones are mistaken for one another
    has a chance of one in 10**7 over the largest search here. Mastermind takes a second, Bulls
    and Cows minutes, other games of up to 2,500 codes a minute at most.

    References
    ----------
    K. Koyama and T. W. Lai, An optimal Mastermind strategy, Journal of Recreational Mathematics
    25 (1993): 5625 for Mastermind, 5626 if no secret may take a sixth guess.

    Examples
    --------
    >>> from puzzlelib.codebreaking import BULLS_AND_COWS
    >>> tree = optimal_tree(BULLS_AND_COWS)
    >>> tree.total, tree.max
    (26274, 7)
    """
    max_guesses = check_limit("max_guesses", max_guesses)
    if from_file and game in _KNOWN:
        tree = _read(game)
        if max_guesses is None or tree.max <= max_guesses:
            return tree
    compiled = can_be_compiled(game)
    most = _MOST_COMPILED if compiled else _MOST_CODES
    if len(game) > most and not (compiled and game in _KNOWN):
        raise ValueError(
            f"{game} has {len(game):,} codes: the optimum is searched for up to {most:,} only"
        )
    return decision_tree(game, _Optimum(game, min(max_guesses or len(game), len(game))))


def optimal_guess(game: CodeGame, history: History) -> int:
    """Return the index of what the optimal tree asks after these guesses and answers.

    Raises
    ------
    ValueError
        If the tree would have asked something else before.
    """
    tree = optimal_tree(game)
    path = tree.path(Feedback.from_number(answer, game.length) for _, answer in history)
    for (asked, _), node in zip(history, path, strict=False):
        if node.guess != game.code(asked):
            raise ValueError(f"the optimal tree asks {node.guess} there, not {game.code(asked)}")
    return game.index(path[-1].guess)


class _Optimum(Strategy):
    """Search for the best guess at every node."""

    def __init__(self, game: CodeGame, max_guesses: int) -> None:
        self.max_guesses = max_guesses
        self.search = _search(game, max_guesses)

    def choose(self, game: CodeGame, candidates: Codes, history: History, rng: Rng = None) -> int:
        _, guess = self.search(candidates, [guess for guess, _ in history])
        if guess < 0:
            raise ValueError(f"{self.max_guesses} guesses are too few for some secrets of {game}")
        return guess


def _search(game: CodeGame, max_guesses: int) -> Search:
    if can_be_compiled(game):
        from puzzlelib.codebreaking.engine import optimal_search

        return optimal_search(game, max_guesses)
    return lambda candidates, asked: least_total(
        game, candidates.tolist(), max_guesses - len(asked)
    )


# The trees that come with the library: the code to ask at each node with at least three
# candidates, breadth first. With fewer the first candidate is asked.


class _Listed(Strategy):
    def __init__(self, codes: Iterable[str]) -> None:
        self.codes = iter(codes)

    def choose(self, game: CodeGame, candidates: Codes, history: History, rng: Rng = None) -> int:
        return int(candidates[0]) if len(candidates) < 3 else game.index(next(self.codes))


def _read(game: CodeGame) -> DecisionTree:
    text = _DATA.joinpath(_KNOWN[game]).read_text("utf-8")
    return decision_tree(game, _Listed(text.split()))


def _write(tree: DecisionTree, folder: Path) -> None:
    codes = [node.guess for node in tree if node.candidates > 2]
    text = textwrap.fill(" ".join(codes), 99) + "\n"
    (folder / _KNOWN[tree.game]).write_text(text, encoding="utf-8")


def _main() -> None:
    for game in _KNOWN:
        tree = optimal_tree(game, from_file=False)
        print(f"{game}: {tree.total} guesses, {tree.max} at most")
        _write(tree, Path(*sys.argv[1:]))


if __name__ == "__main__":
    _main()
