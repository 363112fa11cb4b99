"""The three ways to use the codebreaking lab: watch, answer the computer's guesses, guess."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, cast

import ipywidgets
import numpy as np

from puzzlelib.codebreaking import (
    BULLS_AND_COWS,
    MASTERMIND,
    MASTERMIND_DIGITS,
    SMALL_GAME,
    STRATEGIES,
    CodeGame,
    Feedback,
    GuessFrame,
    evil_answer,
    feedback,
    play,
    replay,
)
from puzzlelib.codebreaking.elimination import Answered, read_answered
from puzzlelib.codebreaking.predict import PredictTrace
from puzzlelib.codebreaking.strategies import Score, Strategy, as_strategy
from puzzlelib.views.codebreaking.picture import code_at, grid_picture, history_picture
from puzzlelib.views.stepper import Stepper

if TYPE_CHECKING:
    from puzzlelib.views.codebreaking.lab import CodebreakingLab

__all__ = ["ComputerGuesses", "Mode", "Watch", "YouGuess", "judgement", "strategies_for"]

SEARCHED_AT_ONCE: Final = 120
"""Codes of the games whose optimum is found without a wait."""

AnyStrategy = str | Score | Strategy


def judgement(frame: GuessFrame, code: str) -> str:
    """Say whether a code can be the secret after the answers of a frame, and why.

    Raises
    ------
    ValueError
        If it is no code of the game.

    Examples
    --------
    >>> from puzzlelib.codebreaking import BULLS_AND_COWS
    >>> judgement(play(BULLS_AND_COWS, "first-consistent", "5293")[1], "0245")
    'If 0245 were the secret, 0123 would have scored 1A1B; the answer was 1A1B: keep.'
    """
    code = frame.game.parse(code)
    if not frame.history:
        return f"Nothing is known yet, so {code} can be the secret: keep."
    scores = [(guess, feedback(guess, code), given) for guess, given in frame.history]
    against = (score for score in scores if score[1] != score[2])
    guess, score, given = next(against, scores[-1])
    fits = score == given
    words = (
        f"If {code} were the secret, {guess} would have scored {score}; "
        f"the answer was {given}: {'keep' if fits else 'strike it out'}."
    )
    return f"{words} All {len(scores)} answers agree." if fits and len(scores) > 1 else words


def strategies_for(game: CodeGame, own: AnyStrategy) -> Mapping[str, AnyStrategy]:
    """List the strategies that can play a game by name, a person's own one too."""
    known: dict[str, AnyStrategy] = {name: name for name in STRATEGIES if _can_play(name, game)}
    if not isinstance(own, str):
        known[strategy_name(own)] = own
    return known


def strategy_name(strategy: AnyStrategy) -> str:
    """Name a strategy: by its own name, its function's or its class's."""
    if isinstance(strategy, str):
        return strategy
    return str(getattr(strategy, "__name__", type(strategy).__name__))


def _can_play(name: str, game: CodeGame) -> bool:
    """Say whether a strategy can play a game, and at once."""
    if name == "two-phase":
        return game == MASTERMIND_DIGITS
    if name == "optimal":  # it comes with two games; another has to be searched first
        return game in (BULLS_AND_COWS, MASTERMIND) or len(game) <= SEARCHED_AT_ONCE
    return True


class Mode:
    """One way to use the lab: controls above a stepper.

    ``words`` is what the lab says to the person while this mode is shown.
    """

    widget: ipywidgets.VBox
    words = ""

    def __init__(self, lab: CodebreakingLab, label: str, **drawing: Any) -> None:
        self.lab = lab
        self.stepper = Stepper(replay(lab.game, ()), label=label, series=["remaining"], **drawing)
        self.stepper.on_step(lambda _: lab.stepped())
        self.stepper.on_pick(self.picked)

    @property
    def game(self) -> CodeGame:
        return self.lab.game

    @property
    def frame(self) -> GuessFrame:
        """The frame that is shown."""
        return cast("GuessFrame", self.stepper.frame)

    def picked(self, frame: GuessFrame, picked: Any) -> None:
        """Judge the code that was picked on the grid."""
        if code := picked if isinstance(picked, str) else code_at(frame, *picked):
            self.stepper.say(judgement(frame, code))

    def say(self, words: str) -> None:
        self.words = words
        self.lab.say(words)

    def restart(self) -> None:
        """Begin anew, for instance because the game is another one."""
        raise NotImplementedError


class Strategic(Mode):
    """A mode in which the computer guesses, by a strategy that can be chosen."""

    def __init__(self, lab: CodebreakingLab, label: str, strategy: AnyStrategy) -> None:
        super().__init__(lab, label)
        self.own = strategy
        self.strategy = lab.choice(
            "Strategy", strategies_for(lab.game, strategy), strategy, change=self.other_strategy
        )

    def other_strategy(self) -> None:
        """Take in that another strategy was chosen."""
        raise NotImplementedError

    def offer_strategies(self) -> None:
        """Offer the strategies that can play this game; the one that was chosen stays if it can."""
        offered, chosen = strategies_for(self.game, self.own), self.strategy.value
        if tuple(self.strategy.options) != (pairs := tuple(offered.items())):
            with self.strategy.hold_trait_notifications():
                self.strategy.options = pairs
                if chosen in offered.values():
                    self.strategy.value = chosen


class Watch(Strategic):
    """Step through the game of a strategy against a known secret."""

    def __init__(self, lab: CodebreakingLab, secret: str | None, strategy: AnyStrategy) -> None:
        super().__init__(lab, "Watch a strategy", strategy)
        self.secret = lab.text("Secret", secret or example(lab.game), submit=self.play)
        self.predict = lab.checkbox("Hide the answer, so that I can predict", change=self.hide)
        self.candidate = lab.text("Can this be the secret?", submit=self.judge)
        draw = lab.button("Draw a secret", self.draw)
        self.widget = ipywidgets.VBox(
            [
                lab.form(self.secret, draw, self.strategy, self.predict),
                self.stepper,
                lab.form(self.candidate, lab.button("Ask", self.judge)),
            ]
        )
        self.play(guesses=1)

    def restart(self) -> None:
        self.secret.value = example(self.game)
        self.offer_strategies()
        self.play(guesses=1)

    def other_strategy(self) -> None:
        self.play()

    def draw(self) -> None:
        self.secret.value = self.game.code(random.randrange(len(self.game)))
        self.play()

    def play(self, guesses: int = 0) -> None:
        """Show the game, after so many guesses."""
        self.played = play(self.game, self.strategy.value, self.secret.value, seed=0)
        self.show(guesses)

    def hide(self) -> None:
        """Hide the answer to the guess that is shown, or show answers again."""
        self.show(self.frame.step + (not self.predict.value and self.frame.feedback is None))

    def show(self, guesses: int) -> None:
        guesses = min(guesses, len(self.played) - 1)
        if self.predict.value:
            start = max(0, 2 * guesses - 1)  # the last guess is asked, not answered
            self.stepper.load(PredictTrace(self.played), start=start)
        else:
            self.stepper.load(self.played, series=["remaining"], start=guesses)

    def judge(self) -> None:
        self.stepper.say(judgement(self.frame, self.candidate.value))


class ComputerGuesses(Strategic):
    """The person thinks of a code; the computer guesses, and the person answers."""

    history: tuple[Answered, ...] = ()

    def __init__(self, lab: CodebreakingLab, strategy: AnyStrategy) -> None:
        super().__init__(lab, "The computer guesses", strategy)
        self.answer = lab.text("Your answer", submit=self.answered)
        self.which = lab.choice("Change answer", [])
        self.change = lab.text("to", submit=self.revised)
        press = lab.button("Answer", self.answered, primary=True)
        self.ask = lab.form(self.answer, press)
        self.revise = lab.form(self.which, self.change, lab.button("Change", self.revised))
        again = [lab.button("Undo", self.undo), lab.button("New game", self.restart)]
        self.widget = ipywidgets.VBox(
            [
                lab.form(self.ask, *again, self.strategy),
                self.revise,
                self.stepper,
            ]
        )
        for field in (self.answer, self.change):
            field.placeholder = "like 1A1B"
        self.show(())

    def restart(self) -> None:
        self.history = ()  # its answers belong to the game before
        self.offer_strategies()
        self.show(())

    def other_strategy(self) -> None:
        self.show(self.history)

    def answered(self) -> None:
        """Take in an answer; one that no secret could give stays in its field to be mended."""
        read = read_answered(self.game, self.guess, self.answer.value)
        self.answer.value = ""
        self.show((*self.history, read))

    def revised(self) -> None:
        """Change an earlier answer; the later ones stay."""
        i = self.which.value
        read = read_answered(self.game, self.history[i][0], self.change.value)
        self.change.value = ""
        self.show((*self.history[:i], read, *self.history[i + 1 :]))

    def undo(self) -> None:
        if not self.history:
            raise ValueError("There is no answer to take back yet.")
        self.show(self.history[:-1])

    def show(self, history: Sequence[Answered]) -> None:
        """Show the game after these answers, and ask for the next."""
        trace = replay(self.game, history)
        self.history, last = trace.history, trace[-1]
        self.stepper.load(trace, series=["remaining"], start=-1)
        self.ask.layout.display = None if trace.status == "limit" else "none"
        self.revise.layout.display = None if history else "none"
        self.which.options = [
            (f"{'✗ ' * ((guess, answer) in last.conflict)}{i}. {guess}: {answer}", i - 1)
            for i, (guess, answer) in enumerate(history, 1)
        ]
        self.which.index = len(history) - 1 if history else None
        if trace.status == "impossible":
            self.say(_contradiction(last))
        elif trace.status == "found":
            self.say(f"Found: {last.candidates[0]}, in {_count(len(history), 'guess', 'guesses')}.")
        else:
            self.guess = self.next_guess(last)
            lead = "" if history else "Think of a code and keep it to yourself. "
            self.say(
                f"{lead}My guess is {self.guess}. How many symbols are in place (A), "
                "how many more are elsewhere (B)?"
            )

    def next_guess(self, frame: GuessFrame) -> str:
        history = [
            (self.game.index(guess), answer.number(self.game.length))
            for guess, answer in frame.history
        ]
        rule, rng = as_strategy(self.strategy.value), np.random.default_rng(0)
        candidates = np.flatnonzero(frame.mask)
        return self.game.code(rule.choose(self.game, candidates, tuple(history), rng))


def _contradiction(frame: GuessFrame) -> str:
    conflict = " and ".join(f"{guess}: {answer}" for guess, answer in frame.conflict)
    return (
        f"Your answers contradict each other: no code fits all of them. {conflict} (✗) cannot all "
        "be true. Which one is wrong cannot be known from here: check each, and change any answer."
    )


class YouGuess(Mode):
    """The computer holds a secret, or never commits to one; the person guesses."""

    def __init__(self, lab: CodebreakingLab, secret: str | None) -> None:
        self.shown = lab.checkbox("Show the candidates", change=lambda: self.stepper.refresh())
        drawing = {"picture": self.picture, "caption": self.caption, "why": lambda frame: ""}
        super().__init__(lab, "You guess", **drawing)
        self.guess = lab.text("Your guess", submit=self.guessed)
        self.widget = ipywidgets.VBox(
            [
                lab.form(
                    self.guess,
                    lab.button("Guess", self.guessed, primary=True),
                    lab.button("Hint", self.hint),
                    lab.button("New secret", self.restart),
                    self.shown,
                ),
                self.stepper,
            ]
        )
        self.begin(secret)

    def picture(self, frame: GuessFrame) -> str:
        return grid_picture(frame) if self.shown.value else history_picture(frame)

    def caption(self, frame: GuessFrame) -> str:
        """Say how many candidates an answer left; which ones only if they are shown."""
        if self.shown.value or frame.won or not frame.history:
            return frame.caption
        left = f"{frame.remaining} of {_count(len(frame.before), 'candidate', 'candidates')}"
        are = "is" if frame.remaining == 1 else "are"
        return f"{frame.guess} scored {frame.feedback}: {left} {are} left."

    def restart(self) -> None:
        self.begin()

    def begin(self, secret: str | None = None, *, evil: bool = False) -> None:
        """Begin anew, with this secret, one that is drawn, or none at all."""
        self.secret = secret or self.game.code(random.randrange(len(self.game)))
        self.evil = evil
        self.show(())
        codes = f"any of {len(self.game):,} codes such as {self.game.code(0)}"
        self.say(
            f"I give the answer that keeps the most candidates. Pin me down: {codes} may be left."
            if evil
            else f"I hold a secret: {codes}. Guess it."
        )

    def guessed(self) -> None:
        guess, last = self.game.parse(self.guess.value), self.stepper.trace[-1]
        if last.won:
            raise ValueError(f"Take a new secret: {last.guess} is the secret already.")
        answer = self.answered(guess, last.candidates)
        self.guess.value = ""
        self.show((*last.history, (guess, answer)))

    def answered(self, guess: str, candidates: Sequence[str]) -> Feedback:
        """Answer truly, or so that the most candidates are left."""
        if self.evil:
            return evil_answer(self.game, guess, candidates)
        return self.game.feedback(guess, self.secret)

    def show(self, history: Sequence[Answered]) -> None:
        trace = replay(self.game, history)
        self.stepper.load(trace, series=["remaining"], start=-1)
        last = trace[-1]
        if last.won:
            self.say(f"{last.guess} it is: found in {_count(last.step, 'guess', 'guesses')}.")
        elif history:
            left = _count(last.remaining, "candidate", "candidates")
            self.say(f"{last.guess} scored {last.feedback}. It left {left}.")

    def hint(self) -> None:
        """Name a candidate."""
        candidates = self.stepper.trace[-1].candidates
        fit = _count(len(candidates), "code fits", "codes fit")
        self.stepper.say(f"{fit} every answer. One of them: {random.choice(candidates)}.")


def example(game: CodeGame) -> str:
    """Choose a secret that is the same every time, and takes a few guesses."""
    return "203" if game == SMALL_GAME else game.code(len(game) * 2 // 3)


def _count(n: int, one: str, many: str) -> str:
    return f"{n:,} {one if n == 1 else many}"
