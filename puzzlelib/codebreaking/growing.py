"""Play a strategy against every secret at once: games that went alike so far are one node."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple, TypeGuard

import numpy as np
from numpy.typing import NDArray

from puzzlelib.codebreaking.feedback import feedback_matrix, feedback_pairs
from puzzlelib.codebreaking.game import CodeGame
from puzzlelib.codebreaking.strategies import (
    TIE,
    History,
    Optimal,
    Score,
    ScoreStrategy,
    Strategy,
    TwoPhase,
    as_guess,
    entropy,
    expected_size,
    minimax,
    most_parts,
)
from puzzlelib.compiled import compiled_loops_available

__all__ = ["Level", "after", "ask", "can_be_compiled", "grow", "opening", "root"]

_FEW = 1000  # codes; for fewer NumPy is quicker than to load the compiled loops
_LARGEST_BLOCK = 128 << 20  # bytes of a feedback matrix for the candidates of one node
_LONGEST_COMPILED = 7  # places, so that the answers a guess can get fit the bits of one word


class Level(NamedTuple):
    """The games that are open after some number of guesses, one node for all that went alike.

    Attributes
    ----------
    secrets : (S,) int array
        The candidates of the first node, ascending, then those of the next, and so on.
    starts : (nodes + 1,) int array
        Node i has the candidates secrets[starts[i] : starts[i + 1]].
    asked : (nodes, depth) int array
        The guesses made so far.
    answers : (nodes, depth) uint8 array
        The numbers of the answers to them.
    parents : (nodes,) int array
        The node of the level before that each belongs to.
    """

    secrets: NDArray[np.intp]
    starts: NDArray[np.intp]
    asked: NDArray[np.intp]
    answers: NDArray[np.uint8]
    parents: NDArray[np.intp]

    @property
    def depth(self) -> int:
        """How many guesses were made."""
        return int(self.asked.shape[1])

    @property
    def sizes(self) -> NDArray[np.intp]:
        """How many candidates each node has, (nodes,)."""
        return np.diff(self.starts)

    @property
    def blocks(self) -> list[NDArray[np.intp]]:
        """The candidates of each node."""
        return np.split(self.secrets, self.starts[1:-1])

    @property
    def histories(self) -> list[History]:
        """What was asked and answered on the way to each node."""
        pairs = zip(self.asked.tolist(), self.answers.tolist(), strict=True)
        return [tuple(zip(asked, answers, strict=True)) for asked, answers in pairs]

    def part(self, start: int, end: int) -> Level:
        """Return the nodes from start to end alone."""
        first, last = self.starts[start], self.starts[end]
        return Level(
            self.secrets[first:last],
            self.starts[start : end + 1] - first,
            self.asked[start:end],
            self.answers[start:end],
            self.parents[start:end],
        )


def root(game: CodeGame) -> Level:
    """Return the level before the first guess: one node that holds every code."""
    nothing = np.empty((1, 0), np.intp)
    bounds = np.array([0, len(game)])
    return Level(game.indices(), bounds, nothing, nothing.astype(np.uint8), np.array([-1]))


def opening(game: CodeGame, strategy: Strategy, first_guess: str | None) -> int | None:
    """Return the index of the first guess that a person asked for, None for the strategy's own.

    Raises
    ------
    ValueError
        If it is no code, or the strategy only knows how to go on from its own.
    """
    if first_guess is None:
        return None
    first = game.index(first_guess)
    if isinstance(strategy, TwoPhase | Optimal):
        own = strategy.choose(game, game.indices(), ())
        if first != own:
            raise ValueError(
                f"this strategy always starts with {game.code(own)}, not {first_guess}"
            )
    return first


def grow(
    game: CodeGame, strategy: Strategy, level: Level | None = None, first_guess: int | None = None
) -> Iterator[tuple[Level, NDArray[np.intp]]]:
    """Play on from a level until every secret is found.

    Parameters
    ----------
    game : CodeGame
    strategy : Strategy
        A deterministic one.
    level : Level, optional
        Where to start; before the first guess if left out.
    first_guess : int, optional
        What to ask first, in place of what the strategy would.

    Yields
    ------
    level : Level
    guesses : (nodes,) int array
        What the strategy asks at each node of the level.

    Raises
    ------
    ValueError
        If the strategy guesses a code twice in one game, or what is no code.
    """
    level = root(game) if level is None else level
    while len(level.secrets):
        guesses = ask(game, strategy, level, first_guess)
        yield level, guesses
        level = after(game, level, guesses)


def ask(
    game: CodeGame, strategy: Strategy, level: Level, first_guess: int | None = None
) -> NDArray[np.intp]:
    """Return what a strategy asks at each node of a level; see ``grow``."""
    if level.depth == 0 and first_guess is not None:
        return np.array([first_guess])
    guesses = _choose(game, strategy, level)
    for guess in guesses[(level.asked == guesses[:, None]).any(axis=1)]:
        raise ValueError(f"the strategy guessed {game.code(guess)} twice: it would never end")
    return guesses


def after(game: CodeGame, level: Level, guesses: NDArray[np.intp]) -> Level:
    """Return the next level: each node split by the answers to its guess, the winners left out."""
    node = np.repeat(np.arange(len(guesses)), level.sizes)
    answers = feedback_pairs(game, guesses[node], level.secrets)
    win = game.win.number(game.length)
    branch = node * (win + 1) + answers
    order = np.argsort(branch, kind="stable")
    order = order[answers[order] != win]
    starts = np.flatnonzero(np.diff(branch[order], prepend=-1))
    first = order[starts]  # a secret of each new node
    parents = node[first]
    return Level(
        secrets=level.secrets[order],
        starts=np.append(starts, len(order)),
        asked=np.column_stack([level.asked[parents], guesses[parents]]),
        answers=np.column_stack([level.answers[parents], answers[first]]),
        parents=parents,
    )


def _choose(game: CodeGame, strategy: Strategy, level: Level) -> NDArray[np.intp]:
    if len(game) < _FEW or not (_is_classic(strategy) and can_be_compiled(game)):
        nodes = zip(level.blocks, level.histories, strict=True)
        return np.array([as_guess(game, strategy.choose(game, *node)) for node in nodes])
    if game.matrix_fits:
        return _best_guesses(game, strategy, level, game.matrix, level.secrets)
    parts = (level.part(node, node + 1) for node in range(len(level.sizes)))
    return np.concatenate([_best_guess(game, strategy, part) for part in parts])


def _best_guess(game: CodeGame, strategy: ScoreStrategy, node: Level) -> NDArray[np.intp]:
    """Return the guess of a single node, without the matrix of the game."""
    if len(node.secrets) < 3:  # to ask the first tells the rest apart: no score is better
        return node.secrets[:1]
    if len(node.secrets) * len(game) > _LARGEST_BLOCK:
        return np.array([strategy.choose(game, node.secrets, node.histories[0])])
    rows = np.arange(len(node.secrets))
    return _best_guesses(game, strategy, node, feedback_matrix(game, node.secrets), rows)


def _best_guesses(
    game: CodeGame,
    strategy: ScoreStrategy,
    level: Level,
    matrix: NDArray[np.uint8],
    rows: NDArray[np.intp],
) -> NDArray[np.intp]:
    from puzzlelib.codebreaking.engine import choose_guesses, tables

    prices = _prices(strategy.score, len(game))
    guesses: NDArray[np.intp] = choose_guesses(
        tables(game), matrix, rows, prices, TIE, level.secrets, level.starts, level.asked
    )
    return guesses


def can_be_compiled(game: CodeGame) -> bool:
    """Tell whether there are compiled loops for a game."""
    return compiled_loops_available() and game.length <= _LONGEST_COMPILED


def _is_classic(strategy: Strategy) -> TypeGuard[ScoreStrategy]:
    return (
        isinstance(strategy, ScoreStrategy)
        and type(strategy).choose is ScoreStrategy.choose
        and strategy.score in _PRICES
    )


@lru_cache(maxsize=8)
def _prices(score: Score, most: int) -> NDArray[np.float64]:
    return _PRICES[score](np.arange(most + 1.0))


def _no_prices(n: NDArray[np.float64]) -> NDArray[np.float64]:
    return n[:0]


_PRICES: Mapping[Score, Callable[[NDArray[np.float64]], NDArray[Any]]] = {
    minimax: _no_prices,
    expected_size: lambda n: n * n,
    entropy: lambda n: n * np.log2(np.maximum(n, 1)),
    most_parts: lambda n: np.maximum(n - 1, 0),
}
"""What a block of n candidates adds to a classic score times the number of all candidates, up to
a constant. The more even the blocks the better: nothing beats blocks of one candidate each."""
