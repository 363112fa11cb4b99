"""What the codebreaking lab folds away, each under the question that it answers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import ipywidgets
import numpy as np
from numpy.typing import NDArray

from puzzlelib.codebreaking import (
    BULLS_AND_COWS,
    MASTERMIND,
    MASTERMIND_DIGITS,
    SMALL_GAME,
    CodeGame,
    Feedback,
    GuessFrame,
    block_sizes,
    decision_tree,
    entropy,
    expected_size,
    minimax,
    most_parts,
    partition,
    rank_guesses,
)
from puzzlelib.codebreaking.strategies import as_strategy
from puzzlelib.views.codebreaking.modes import strategy_name
from puzzlelib.views.codebreaking.picture import bars_picture, block_title
from puzzlelib.views.codebreaking.tree import nodes_on_path, tree_picture
from puzzlelib.views.controls import Sketch
from puzzlelib.views.lab import Question
from puzzlelib.views.picture import paragraphs, table

if TYPE_CHECKING:
    from puzzlelib.views.codebreaking.lab import CodebreakingLab

__all__ = ["AnotherGame", "AnotherGuess", "Evil", "GameQuestion", "HowGood", "WholePlan"]

PRESETS: Final = (SMALL_GAME, BULLS_AND_COWS, MASTERMIND, MASTERMIND_DIGITS)
MEASURES: Final = {
    minimax: "largest block (minimax)",
    expected_size: "left on average (expected-size)",
    entropy: "bits (entropy)",
    most_parts: "answers (most-parts)",
}
BEST: Final = 10
MOST_PAIRS: Final = 200_000_000
"""Guesses times candidates that are compared without a long wait."""
MOST_PLANNED: Final = 10_000
"""Codes of a game whose decision tree is grown without a long wait."""


class GameQuestion(Question["CodebreakingLab"]):
    """A question about the guess that is shown, or about the game."""

    @property
    def frame(self) -> GuessFrame:
        """The frame that the lab shows."""
        return self.lab.part.frame

    def restart(self) -> None:
        """Take in that the lab plays another game."""


class HowGood(GameQuestion):
    """The bars of the guess, the bits that were expected of it and those that it got."""

    question = "How good was this guess?"

    def __init__(self, lab: CodebreakingLab) -> None:
        self.worth = ipywidgets.HTML()
        super().__init__(lab, self.worth)

    def refresh(self) -> None:
        self.worth.value = worth(self.frame)


class AnotherGuess(GameQuestion):
    """The same bars for any other guess, and the best guesses by each measure."""

    question = "What if another code had been guessed?"

    def __init__(self, lab: CodebreakingLab) -> None:
        self.code = ""
        self.other = lab.text("Another guess", submit=self.compare)
        self.compared, self.ranking = ipywidgets.HTML(), ipywidgets.HTML()
        compare = lab.button("Compare", self.compare)
        rank = lab.button("Show the ten best guesses by each measure", self.rank)
        super().__init__(
            lab,
            lab.form(self.other, compare),
            self.compared,
            lab.form(rank),
            self.ranking,
        )

    def refresh(self) -> None:
        self.ranking.value = ""
        self.compared.value = comparison(self.frame, self.code) if self.code else ""

    def restart(self) -> None:
        self.code = self.other.value = ""

    def compare(self) -> None:
        self.code = self.lab.game.parse(self.other.value)
        self.refresh()

    def rank(self) -> None:
        self.ranking.value = best_guesses(self.frame)


class WholePlan(GameQuestion):
    """The decision tree of a strategy, in which the game that is shown lights up."""

    question = "Where in the whole plan are we?"

    def __init__(self, lab: CodebreakingLab) -> None:
        self.words = ipywidgets.HTML()
        self.sketch = Sketch(self.picked)
        self.top = 0
        self.of: tuple[CodeGame, Any] | None = None  # what the tree is of
        whole = lab.button("Whole plan", self.whole)
        super().__init__(lab, self.words, self.sketch, lab.form(whole))

    def refresh(self) -> None:
        game = self.lab.game
        strategy = getattr(self.lab.part, "strategy", self.lab.watch.strategy).value
        if reason := no_plan(game, strategy):
            self.words.value, self.sketch.drawing = paragraphs(reason), ""
            return
        if self.of != (game, strategy):
            self.words.value = paragraphs(
                "Growing the whole plan. The first time on a machine its loops are compiled, once: "
                "that can take half a minute."
            )
            self.tree, self.top, self.of = decision_tree(game, strategy), 0, (game, strategy)
        self.draw(strategy_name(strategy))

    def draw(self, name: str) -> None:
        tree, history = self.tree, self.frame.history
        *_, here = nodes_on_path(tree, history)
        self.sketch.drawing = tree_picture(tree, history, self.top)
        left = "" if here.depth > len(history) or self.frame.won else " The game left it there."
        self.words.value = paragraphs(
            f"Every game of {name}: {len(tree.game):,} secrets, {tree.mean:.3f} guesses on "
            f"average, {tree.max} at most. A cell is a guess, as wide as its candidates. "
            "Pick one to look closer.",
            f"Guess {here.depth} of this game: {here.guess}, {here.candidates:,} left.{left}",
        )

    def picked(self, index: str) -> None:
        self.top = int(index)
        self.refresh()

    def whole(self) -> None:
        self.top = 0
        self.refresh()


class Evil(GameQuestion):
    """A codemaker who always gives the answer that keeps the most candidates."""

    question = "What if the computer never commits?"

    def __init__(self, lab: CodebreakingLab) -> None:
        words = paragraphs(
            "It holds no secret then. To each guess it gives the answer that keeps the most "
            "candidates. No answer is a lie: some code fits them all. Can it dodge for ever?"
        )
        super().__init__(
            lab, ipywidgets.HTML(words), lab.form(lab.button("Play against it", self.play))
        )

    def play(self) -> None:
        self.lab.choose_mode(self.lab.you)
        self.lab.you.begin(evil=True)


class AnotherGame(GameQuestion):
    """Any other game: a well known one, or one's own."""

    question = "Another game?"

    def __init__(self, lab: CodebreakingLab) -> None:
        self.preset = lab.choice("Game", _by_name(PRESETS), change=self.choose_preset)
        self.symbols = lab.text("Symbols", submit=self.choose_own)
        self.length = lab.number("Length", 1, low=1, high=15)
        self.repeats = lab.checkbox("Symbols may repeat")
        play = lab.button("Play this game", self.choose_own)
        own = lab.form(self.symbols, self.length, self.repeats, play)
        super().__init__(lab, lab.form(self.preset), own)
        self.restart()

    def restart(self) -> None:
        game = self.lab.game
        self.preset.value = game if game in PRESETS else None
        self.symbols.value, self.length.value = game.symbols, game.length
        self.repeats.value = game.repeats

    def choose_preset(self) -> None:
        if self.preset.value not in (None, self.lab.game):
            self.lab.restart(self.preset.value)

    def choose_own(self) -> None:
        game = CodeGame(self.symbols.value, self.length.value, self.repeats.value)
        self.lab.restart(next((known for known in PRESETS if known == game), game))


def _by_name(games: Iterable[CodeGame]) -> Mapping[str, CodeGame]:
    return {f"{game} ({len(game):,} codes)": game for game in games}


# What is shown


def worth(frame: GuessFrame) -> str:
    """Draw how a guess splits the candidates, and say its bits: expected, and got."""
    if not frame.guess:
        return paragraphs("No guess yet. Step on.")
    if not frame.before:
        return paragraphs("The answers contradict each other: no candidate is left to split.")
    words = (
        f"{frame.guess} was expected to tell {_score(entropy(_sizes(frame, frame.guess)))} bits."
    )
    if frame.feedback and frame.remaining:
        got = math.log2(len(frame.before) / frame.remaining)
        words += (
            f" Its answer told {got:.2f}: {frame.remaining:,} of {len(frame.before):,} are left."
        )
    explained = "One bit halves the candidates, two bits quarter them."
    return paragraphs(words, explained) + _bars(frame, [frame.guess], frame.feedback)


def comparison(frame: GuessFrame, other: str) -> str:
    """Draw how another guess would have split the same candidates, and compare the measures."""
    if not frame.before:
        return paragraphs("The answers contradict each other: no candidate is left to split.")
    guesses = [guess for guess in dict.fromkeys((frame.guess, other)) if guess]
    rows = []
    for guess in guesses:
        scores = (_score(measure(_sizes(frame, guess))) for measure in MEASURES)
        rows.append([guess, *scores, "yes" if guess in frame.before else "no"])
    return _bars(frame, guesses) + table(["", *MEASURES.values(), "can be the secret"], rows)


def no_plan(game: CodeGame, strategy: Any) -> str:
    """Say why the plan of a strategy is not drawn; nothing if it is."""
    if not as_strategy(strategy).deterministic:
        return f"{strategy_name(strategy)} draws lots, so it has no plan."
    if len(game) > MOST_PLANNED:
        return f"{game} has {len(game):,} codes; a plan is drawn for up to {MOST_PLANNED:,} only."
    return ""


def best_guesses(frame: GuessFrame) -> str:
    """Write the ten best guesses by each measure, in place of the one that was made.

    Raises
    ------
    ValueError
        If no candidate is left, or ranking would take long.
    """
    game, before = frame.game, frame.before
    if len(game) * len(before) > MOST_PAIRS:
        raise ValueError(
            f"{len(game):,} guesses against {len(before):,} candidates take long to rank: "
            "step on until fewer are left"
        )
    columns = [
        [
            f"{guess.guess}{' ●' * guess.is_candidate}  {_score(guess.score)}"
            for guess in rank_guesses(game, before, measure)[:BEST]
        ]
        for measure in MEASURES
    ]
    rows = [[f"{i}.", *row] for i, row in enumerate(zip(*columns, strict=True), 1)]
    lead = f"Best guesses while {len(before):,} candidates are left. ● can be the secret."
    return paragraphs(lead) + table(["", *MEASURES.values()], rows)


def _bars(frame: GuessFrame, guesses: Sequence[str], marked: Feedback | None = None) -> str:
    """Draw the blocks of guesses side by side, to the same scale."""
    blocks = {guess: partition(frame.game, guess, frame.before) for guess in guesses}
    counts = {g: {answer: len(codes) for answer, codes in blocks[g].items()} for g in guesses}
    largest = max(max(each.values()) for each in counts.values())
    pictures = (
        bars_picture(each, block_title(len(frame.before), guess), marked, largest)
        for guess, each in counts.items()
    )
    return f'<div class="puzzlelib-side-by-side">{"".join(pictures)}</div>'


def _sizes(frame: GuessFrame, guess: str) -> NDArray[np.intp]:
    """Return the sizes of the blocks into which a guess splits the candidates."""
    game, candidates = frame.game, np.flatnonzero(frame.mask_before)
    sizes: NDArray[np.intp] = block_sizes(game, game.indices([guess]), candidates)[0]
    return sizes


def _score(score: float) -> str:
    """Write a score as people read it: bits and answers are counted from 0 up."""
    return f"{abs(score):.2f}".removesuffix(".00")
