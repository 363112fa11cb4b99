"""The codebreaking lab: watch a strategy, let the computer guess, or guess yourself."""

from __future__ import annotations

import random
from html import escape
from typing import Any, Final, cast

import ipywidgets

from puzzlelib.codebreaking import (
    BULLS_AND_COWS,
    MASTERMIND,
    MASTERMIND_DIGITS,
    SMALL_GAME,
    STRATEGIES,
    CodeGame,
    Feedback,
    partition,
    play,
    rank_guesses,
)
from puzzlelib.codebreaking.elimination import GuessFrame, first_consistent, read_answered
from puzzlelib.codebreaking.play import GameTrace, evil_answer, replay
from puzzlelib.views.codebreaking.picture import (
    bars_picture,
    code_at,
    grid_picture,
    history_picture,
)
from puzzlelib.views.lab import Lab
from puzzlelib.views.stepper import Stepper

__all__ = ["CodebreakingLab", "judgement"]

PRESETS: Final = (SMALL_GAME, BULLS_AND_COWS, MASTERMIND, MASTERMIND_DIGITS)
WATCH, COMPUTER, YOU = "Watch", "Computer guesses", "You guess"
MEASURES: Final = ("minimax", "expected-size", "entropy", "most-parts")


def judgement(frame: GuessFrame, code: str) -> str:
    """Say whether a code can be the secret after the answers of a frame, and why.

    >>> from puzzlelib.codebreaking import BULLS_AND_COWS, play
    >>> judgement(play(BULLS_AND_COWS, "first-consistent", "5293")[1], "0245")
    'If 0245 were the secret, 0123 would have scored 1A1B; the answer was 1A1B: keep.'
    """
    code = frame.game.parse(code)
    if not frame.history:
        return f"Nothing speaks against {code} yet."
    scores = [(guess, frame.game.feedback(guess, code), given) for guess, given in frame.history]
    differing = (score for score in scores if score[1] != score[2])
    guess, score, given = next(differing, scores[-1])
    verdict = "keep" if score == given else "strike it out"
    return (
        f"If {code} were the secret, {guess} would have scored {score}; "
        f"the answer was {given}: {verdict}."
    )


class _Mode:
    """One way to use the lab: its controls above a stepper of its own."""

    widget: ipywidgets.VBox

    def __init__(self, lab: CodebreakingLab, label: str, **drawing: Any) -> None:
        self.lab = lab
        self.stepper = Stepper(replay(lab.game, ()), label=label, series=["remaining"], **drawing)
        self.stepper.on_step(lambda _: lab.stepped())

    @property
    def game(self) -> CodeGame:
        return self.lab.game

    @property
    def trace(self) -> GameTrace:
        return cast("GameTrace", self.stepper.trace)

    @property
    def history(self) -> tuple[tuple[str, Feedback], ...]:
        return self.trace.history

    def load(self, trace: GameTrace, start: int = -1) -> None:
        self.stepper.load(trace, series=["remaining"], start=start)

    def restart(self) -> None:
        """Begin anew, for instance with another game."""
        raise NotImplementedError


class _Watch(_Mode):
    """Step through the game of a strategy against a known secret."""

    def __init__(self, lab: CodebreakingLab, secret: str | None, strategy: str) -> None:
        super().__init__(lab, "Watch a strategy")
        self.secret = lab.text("Secret", secret or "", submit=self.watch)
        self.strategy = lab.choice("Strategy", list(STRATEGIES), strategy, change=self.watch)
        draw = lab.button("Draw a secret", self.draw)
        self.candidate = lab.text("Can this be the secret?", submit=self.judge)
        ask = lab.button("Ask", self.judge)
        self.stepper.on_pick(self.picked)
        self.widget = ipywidgets.VBox(
            [
                lab.form(self.secret, draw, self.strategy),
                self.stepper,
                lab.form(self.candidate, ask),
            ]
        )

    def restart(self) -> None:
        self.secret.value = _example(self.game)
        self.watch(1)

    def draw(self) -> None:
        self.secret.value = _draw(self.game)
        self.watch()

    def watch(self, start: int = 0) -> None:
        self.load(play(self.game, self.strategy.value, self.secret.value, seed=0), start)

    def judge(self) -> None:
        self.stepper.say(judgement(self.stepper.frame, self.candidate.value))

    def picked(self, frame: GuessFrame, picked: Any) -> None:
        code = picked if isinstance(picked, str) else code_at(frame, *picked)
        if code:
            self.candidate.value = code
            self.judge()


class _ComputerGuesses(_Mode):
    """The person thinks of a code; the computer guesses, and the person answers."""

    def __init__(self, lab: CodebreakingLab) -> None:
        super().__init__(lab, "The computer guesses")
        self.question = ipywidgets.HTML()
        self.answer = lab.text("Your answer", submit=self.answered)
        self.which = lab.choice("Change the answer to", [])
        self.change = lab.text("It should be", submit=self.revised)
        self.ask = lab.form(self.answer, lab.button("Answer", self.answered))
        self.revise = lab.form(self.which, self.change, lab.button("Change", self.revised))
        again = lab.form(lab.button("Undo", self.undo), lab.button("New game", self.restart))
        self.widget = ipywidgets.VBox([self.question, self.ask, self.stepper, self.revise, again])
        self.show(())

    def restart(self) -> None:
        self.show(())

    def answered(self) -> None:
        """Take in an answer; one that no secret could give is refused, and stays to be mended."""
        read = read_answered(self.game, self.guess, self.answer.value)
        self.answer.value = ""
        self.show((*self.history, read))

    def revised(self) -> None:
        """Change an earlier answer. The later ones stay."""
        index = self.which.value
        read = read_answered(self.game, self.history[index][0], self.change.value)
        self.change.value = ""
        self.show((*self.history[:index], read, *self.history[index + 1 :]))

    def undo(self) -> None:
        if not self.history:
            raise ValueError("There is no answer to take back yet.")
        self.show(self.history[:-1])

    def show(self, history: tuple[tuple[str, Feedback], ...]) -> None:
        self.load(replay(self.game, history))
        frame = self.stepper.frame
        self.guess = first_consistent(frame.candidates) if frame.candidates else ""
        finished = self.trace.status != "limit"
        self.question.value = self._question(frame)
        self.ask.layout.display = "none" if finished else None
        self.revise.layout.display = None if history else "none"
        self.which.options = [
            (f"{i + 1}. {guess}: {answer}", i) for i, (guess, answer) in enumerate(history)
        ]

    def _question(self, frame: GuessFrame) -> str:
        if frame.conflict:
            return _paragraphs(
                "These answers contradict each other: no code fits all of them.",
                *(
                    f"{'✗' if pair in frame.conflict else '·'} {pair[0]}: {pair[1]}"
                    for pair in self.history
                ),
                "Those with ✗ cannot all be true. Which one is wrong cannot be known from here: "
                "check them and change one below.",
            )
        if self.trace.status == "found":
            return _paragraphs(f"Found: {self.history[-1][0]}, in {len(self.history)} guesses.")
        lead = "Think of a code and keep it to yourself. " if not self.history else ""
        return _paragraphs(f"{lead}My guess is {self.guess}. How many bulls (A) and cows (B)?")


class _YouGuess(_Mode):
    """The computer holds a secret, or only pretends to; the person guesses."""

    def __init__(self, lab: CodebreakingLab, secret: str | None) -> None:
        self.shown = lab.checkbox("Show the candidates", change=lambda: self.stepper.refresh())
        super().__init__(lab, "You guess", picture=self._picture, why=lambda frame: "")
        self.secret = secret or _draw(lab.game)
        self.news = ipywidgets.HTML()
        self.guess = lab.text("Your guess", submit=self.guessed)
        self.evil = lab.checkbox("Never commit to a secret", change=self.restart)
        self.widget = ipywidgets.VBox(
            [
                self.news,
                lab.form(
                    self.guess,
                    lab.button("Guess", self.guessed),
                    lab.button("Hint", self.hint),
                    lab.button("New secret", self.restart),
                ),
                self.stepper,
                lab.form(self.shown),
                lab.section(
                    "What if the computer never commits?",
                    ipywidgets.HTML(
                        "<p>Then it gives the answer that keeps the most candidates, "
                        "as long as it can. Is there a way to beat it?</p>"
                    ),
                    lab.form(self.evil),
                ),
            ]
        )
        self.restart(self.secret)

    def _picture(self, frame: GuessFrame) -> str:
        return grid_picture(frame) if self.shown.value else history_picture(frame)

    def restart(self, secret: str | None = None) -> None:
        self.secret = secret or _draw(self.game)
        self.load(replay(self.game, ()))
        self.news.value = _paragraphs("I hold a secret. Which code is it?")

    def guessed(self) -> None:
        guess = self.game.parse(self.guess.value)
        self.guess.value = ""
        answer = self.answer(guess)
        self.load(replay(self.game, (*self.history, (guess, answer))))
        frame = self.stepper.frame
        self.news.value = _paragraphs(f"{guess} scored {answer}. {_left(frame)}")

    def answer(self, guess: str) -> Feedback:
        if self.evil.value:
            return evil_answer(self.game, guess, self.trace[-1].candidates)
        return self.game.feedback(guess, self.secret)

    def hint(self) -> None:
        candidates = self.trace[-1].candidates
        code = random.choice(candidates)
        self.stepper.say(f"{code} is one of {len(candidates)} codes that fit every answer.")


class CodebreakingLab(Lab):
    """Find a secret code, step by step.

    Parameters
    ----------
    game : CodeGame
    mode : str
        "Watch", "Computer guesses" or "You guess": what is shown first.
    secret : str, optional
        The secret to watch, or to find; drawn if missing.
    strategy : str
        A name from ``STRATEGIES``.

    Examples
    --------
    >>> lab = CodebreakingLab(secret="431")
    >>> lab.watch.stepper.frame.caption
    '012 scored 0A1B: of 60 codes, 12 would give it that score, so they stay.'
    """

    def __init__(
        self,
        game: CodeGame = SMALL_GAME,
        *,
        mode: str = WATCH,
        secret: str | None = None,
        strategy: str = "first-consistent",
    ) -> None:
        super().__init__("Codebreaking lab")
        if mode not in (WATCH, COMPUTER, YOU):
            raise ValueError(f"mode {mode!r} is none of {WATCH!r}, {COMPUTER!r}, {YOU!r}")
        self.game = game
        secret = game.parse(secret) if secret else None
        self.watch = _Watch(self, secret or _example(game), strategy)
        self.computer = _ComputerGuesses(self)
        self.you = _YouGuess(self, secret)
        self.parts = {WATCH: self.watch, COMPUTER: self.computer, YOU: self.you}
        self.mode = self.modes(
            "What to do",
            {name: part.widget for name, part in self.parts.items()},
            change=self.stepped,
        )
        self.how_good = ipywidgets.HTML()
        self.preset = self.choice("Game", _by_name(game), game, change=self.choose_preset)
        self.compose(
            self.form(self.preset),
            self.mode,
            self.section("How good was this guess?", self.how_good, opened=self.stepped),
            self._what_if(),
            self._another_game(),
        )
        self.mode.modes.value = mode
        self.watch.watch(start=1)

    # Which game -------------------------------------------------------------------------------

    def _another_game(self) -> Any:
        self.symbols = self.text("Symbols", self.game.symbols)
        self.length = self.number("Length", self.game.length, low=1, high=15)
        self.repeats = self.checkbox("Symbols may repeat", self.game.repeats)
        play_it = self.button("Play this game", self.choose_own)
        return self.section(
            "Another game?", self.form(self.symbols, self.length, self.repeats, play_it)
        )

    def choose_preset(self) -> None:
        self.restart(self.preset.value)

    def choose_own(self) -> None:
        game = CodeGame(self.symbols.value, self.length.value, self.repeats.value)
        self.preset.options = _by_name(game)
        self.preset.value = game

    def restart(self, game: CodeGame) -> None:
        """Begin anew with a game, in every mode."""
        self.game = game
        self.symbols.value, self.length.value = game.symbols, game.length
        self.repeats.value = game.repeats
        for part in self.parts.values():
            part.restart()

    # What a guess is worth --------------------------------------------------------------------

    @property
    def part(self) -> _Mode:
        """The mode that is shown."""
        return self.parts[self.mode.modes.value]

    def stepped(self) -> None:
        """Bring what stands below the stepper to its step."""
        if hasattr(self, "how_good"):
            self.how_good.value = _worth(self.part)

    def _what_if(self) -> Any:
        self.other = self.text("Another guess", submit=self.compare)
        self.measure = self.choice("Best by", MEASURES, "entropy", change=self.rank)
        self.compared, self.ranking = ipywidgets.HTML(), ipywidgets.HTML()
        return self.section(
            "What if another code had been guessed?",
            self.form(self.other, self.button("Compare", self.compare)),
            self.compared,
            self.form(self.measure, self.button("Show the ten best guesses", self.rank)),
            self.ranking,
        )

    def compare(self) -> None:
        """Show how another guess would have split the candidates."""
        before = self.part.stepper.frame.before
        code = self.game.parse(self.other.value)
        blocks = {
            answer: len(codes) for answer, codes in partition(self.game, code, before).items()
        }
        title = f"If each of the {len(before)} candidates were the secret, {code} would score:"
        self.compared.value = bars_picture(blocks, title)

    def rank(self) -> None:
        """List the ten guesses that one measure likes best, before the last answer."""
        before = self.part.stepper.frame.before
        best = rank_guesses(self.game, before, self.measure.value)[:10]
        rows = "".join(
            f"<tr><td><code>{escape(guess.guess)}</code></td><td>{abs(guess.score):.3f}</td>"
            f"<td>{'yes' if guess.is_candidate else 'no'}</td></tr>"
            for guess in best
        )
        head = f"<tr><th>guess</th><th>{self.measure.value}</th><th>can be the secret</th></tr>"
        self.ranking.value = f"<table>{head}{rows}</table>"


def _worth(part: _Mode) -> str:
    """Say how many bits a guess was expected to tell, and how many its answer told."""
    step, trace = part.stepper.step, part.trace
    if not step:
        return _paragraphs("No guess yet: step on.")
    expected, got = (trace.series[name][step] for name in ("expected bits", "bits"))
    frame = trace[step]
    told = (
        "its answer told nothing possible" if not frame.remaining else f"its answer told {got:.2f}"
    )
    return _paragraphs(
        f"{frame.guess} was expected to tell {expected:.2f} bits; {told}.",
        "One bit halves the candidates, two bits quarter them.",
    )


def _left(frame: GuessFrame) -> str:
    if frame.won:
        return f"That is the secret, in {frame.step} guesses."
    return f"{frame.remaining} of {len(frame.before)} candidates are left."


def _draw(game: CodeGame) -> str:
    return game.code(random.randrange(len(game)))


def _example(game: CodeGame) -> str:
    """Choose a secret that is the same every time."""
    return game.code(len(game) * 2 // 3)


def _by_name(game: CodeGame) -> dict[str, CodeGame]:
    games = PRESETS if game in PRESETS else (*PRESETS, game)
    return {f"{each} ({len(each):,} codes)": each for each in games}


def _paragraphs(*lines: str) -> str:
    return "".join(f"<p>{escape(line)}</p>" for line in lines)
